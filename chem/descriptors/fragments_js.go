package descriptors

// embeddedFragments is empty in a page, which fetches the table when it is needed and
// gives it to LoadFragments: it would double the module.
var embeddedFragments []byte
