package edit

import "github.com/molsmith/molsmith/chem/structure"

// Clear gives the source back as it was opened; the steps before stay in the history.
type Clear struct{}

// restoreAll is the inverse of Clear, and of replace: the document as it was, which nobody else holds.
type restoreAll struct {
	structure structure.Structure
	owned     bool
	refs      []Ref
}

func (*Clear) apply(d *Document) (inverse, error) {
	undo := d.setAside()
	d.current, d.owned = d.source, false
	d.refs = sourceRefs(d.source.Len())
	return undo, nil
}

// setAside returns the document as it is, for an op that replaces it as a whole.
func (d *Document) setAside() *restoreAll {
	d.replaced += d.current.Len()
	return &restoreAll{d.current, d.owned, d.refs}
}

func (u *restoreAll) revert(d *Document) {
	d.replaced -= u.structure.Len()
	d.current, d.owned, d.refs = u.structure, u.owned, u.refs
}

func (*restoreAll) changed() (atoms, bonds int) { return 0, 0 }

func sourceRefs(n int) []Ref {
	refs := make([]Ref, n)
	for i := range refs {
		refs[i] = Ref{Atom: int32(i)}
	}
	return refs
}
