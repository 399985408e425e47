//go:build document

package core

// foreign: no foreign host speaks to the document's worker.
type foreign struct{}

// seen: the document's worker makes no previews.
type seen struct{}
