//go:build part

package tools

// subjectValues is what chemistry tools would keep of a molecule; the page has none of them.
type subjectValues struct{}
