//go:build document

package core

// foreign: no foreign host speaks to the document's worker.
type foreign struct{}
