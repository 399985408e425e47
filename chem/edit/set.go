package edit

import (
	"github.com/molsmith/molsmith/chem/elem"
)

// SetElements makes atoms those of other elements. Their names, where the document
// has names, become the new symbols; hydrogens stay as they are.
type SetElements struct {
	Atoms    []Ref   // at least one, each once
	Elements []uint8 // 1–118, one per atom
}

// SetCharges gives atoms formal charges.
type SetCharges struct {
	Atoms   []Ref   // at least one, each once
	Charges []int32 // e, one per atom
}

// restoreElements is the inverse of SetElements.
type restoreElements struct {
	rows     []int
	first    int
	bonds    int
	elements []uint8
	names    []string // nil: the document has none
}

// restoreCharges is the inverse of SetCharges.
type restoreCharges struct {
	rows    []int
	first   int
	bonds   int
	charges []int32
	had     bool // there were charges before
}

// distinct returns the rows of atoms, each named once, and the lowest.
func (d *Document) distinct(atoms []Ref, values int) (rows []int, first int, err error) {
	if len(atoms) == 0 {
		return nil, 0, invalid("there is no atom in the change; name at least one")
	}
	if values != len(atoms) {
		return nil, 0, invalid("%d values for %d atoms; there must be one per atom", values, len(atoms))
	}
	if rows, err = d.rows(atoms); err != nil {
		return nil, 0, err
	}
	if rising(rows) {
		return rows, rows[0], nil
	}
	seen := make([]bool, len(d.refs))
	first = rows[0]
	for _, row := range rows {
		if seen[row] {
			return nil, 0, invalid("%s is named twice in one change; name it once", d.called(row))
		}
		seen[row] = true
		first = min(first, row)
	}
	return rows, first, nil
}

// rising says whether every row is larger than the one before, as those of a selection
// mostly are: then none is named twice.
func rising(rows []int) bool {
	for i := 1; i < len(rows); i++ {
		if rows[i] <= rows[i-1] {
			return false
		}
	}
	return true
}

func (op *SetElements) apply(d *Document) (inverse, error) {
	rows, first, err := d.distinct(op.Atoms, len(op.Elements))
	if err != nil {
		return nil, err
	}
	for i, z := range op.Elements {
		if err := checkElement(rows[i], z); err != nil {
			return nil, err
		}
	}
	s := d.own()
	undo := &restoreElements{rows: rows, first: first, bonds: len(s.Bonds)}
	for i, row := range rows {
		undo.elements = append(undo.elements, s.Elements[row])
		s.Elements[row] = op.Elements[i]
		if s.AtomNames != nil {
			undo.names = append(undo.names, s.AtomNames[row])
			s.AtomNames[row] = elem.Symbol(op.Elements[i])
		}
	}
	return undo, nil
}

func (u *restoreElements) revert(d *Document) {
	for i, row := range u.rows {
		d.current.Elements[row] = u.elements[i]
		if u.names != nil {
			d.current.AtomNames[row] = u.names[i]
		}
	}
}

func (u *restoreElements) changed() (atoms, bonds int) { return u.first, u.bonds }

func (op *SetCharges) apply(d *Document) (inverse, error) {
	rows, first, err := d.distinct(op.Atoms, len(op.Charges))
	if err != nil {
		return nil, err
	}
	for i, q := range op.Charges {
		if err := checkCharge(rows[i], q); err != nil {
			return nil, err
		}
	}
	s := d.own()
	undo := &restoreCharges{rows: rows, first: first, bonds: len(s.Bonds), had: s.FormalCharges != nil}
	if !undo.had {
		s.FormalCharges = make([]int32, s.Len())
	}
	for i, row := range rows {
		undo.charges = append(undo.charges, s.FormalCharges[row])
		s.FormalCharges[row] = op.Charges[i]
	}
	return undo, nil
}

func (u *restoreCharges) revert(d *Document) {
	if !u.had {
		d.current.FormalCharges = nil
		return
	}
	for i, row := range u.rows {
		d.current.FormalCharges[row] = u.charges[i]
	}
}

func (u *restoreCharges) changed() (atoms, bonds int) { return u.first, u.bonds }
