package edit

import (
	"math"
	"slices"

	"github.com/molsmith/molsmith/chem/structure"
)

// DeleteAtoms removes atoms and every bond that ends at one of them. The order
// of the rest stays.
type DeleteAtoms struct {
	Atoms []Ref // at least one, in any order; naming one twice is naming it once

	hydrogens bool // follows from the ops before it in the step
}

// restoreAtoms is the inverse of DeleteAtoms.
type restoreAtoms struct {
	rows  []int // where the atoms stood, ascending
	refs  []Ref
	atoms structure.Structure // their channels

	bondsFrom int   // the first bond that is gone or has an end renumbered
	bonds     []int // where the removed bonds stood, ascending
	pairs     [][2]uint32
	orders    []uint8 // nil: the document has none
}

func (op *DeleteAtoms) apply(d *Document) (inverse, error) {
	if len(op.Atoms) == 0 {
		return nil, invalid("there is no atom to delete; choose at least one")
	}
	rows, err := d.rows(op.Atoms)
	if err != nil {
		return nil, err
	}
	slices.Sort(rows)
	rows = slices.Compact(rows)
	s := d.own()
	undo := &restoreAtoms{rows: rows}
	undo.takeBonds(s, renumber(len(s.Elements), rows))
	undo.atoms = takeAtoms(s, rows)
	undo.refs = take(&d.refs, 1, rows)
	op.Atoms = undo.refs // ascending and each once: the history counts them
	return undo, nil
}

// gone marks a removed atom in a renumbering.
const gone = math.MaxUint32

// renumber returns the new index of each of n atoms once the given rows are
// removed.
func renumber(n int, rows []int) []uint32 {
	to := make([]uint32, n)
	for i := range rows[0] {
		to[i] = uint32(i)
	}
	next := 0
	for i := rows[0]; i < n; i++ {
		if next < len(rows) && rows[next] == i {
			to[i] = gone
			next++
		} else {
			to[i] = uint32(i - next)
		}
	}
	return to
}

// takeBonds removes the bonds of removed atoms and renumbers the others.
func (u *restoreAtoms) takeBonds(s *structure.Structure, to []uint32) {
	first := uint32(u.rows[0])
	u.bondsFrom = len(s.Bonds)
	kept := 0
	for i, bond := range s.Bonds {
		if bond[0] < first && bond[1] < first {
			if kept != i {
				s.Bonds[kept] = bond
			}
			kept++
			continue
		}
		u.bondsFrom = min(u.bondsFrom, i)
		a, b := to[bond[0]], to[bond[1]]
		if a == gone || b == gone {
			u.bonds = append(u.bonds, i)
			u.pairs = append(u.pairs, bond)
			continue
		}
		s.Bonds[kept] = [2]uint32{a, b}
		kept++
	}
	s.Bonds = s.Bonds[:kept]
	if len(u.bonds) > 0 {
		u.orders = take(&s.BondOrders, 1, u.bonds)
	}
}

func (u *restoreAtoms) revert(d *Document) {
	s := &d.current
	putAtoms(s, u.rows, &u.atoms)
	put(&d.refs, 1, u.rows, u.refs)

	from := make([]uint32, 0, len(s.Elements))
	next := 0
	for i := range len(s.Elements) {
		if next < len(u.rows) && u.rows[next] == i {
			next++
		} else {
			from = append(from, uint32(i))
		}
	}
	for i := range s.Bonds[u.bondsFrom:] {
		bond := &s.Bonds[u.bondsFrom+i]
		bond[0], bond[1] = from[bond[0]], from[bond[1]]
	}
	if len(u.bonds) > 0 {
		put(&s.Bonds, 1, u.bonds, u.pairs)
		put(&s.BondOrders, 1, u.bonds, u.orders)
	}
}

func (u *restoreAtoms) changed() (atoms, bonds int) { return u.rows[0], u.bondsFrom }
