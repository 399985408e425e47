//go:build js && !tables

package descriptors

// builtIn is no table: a page fetches it when it is needed and gives it to
// LoadFragments, since it would double the module.
func builtIn() (*FragmentScores, error) { return nil, ErrNoFragments }
