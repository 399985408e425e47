//go:build part && document

package core

// seen: the document's worker makes no previews.
type seen struct{}
