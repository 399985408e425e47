package edit

import "math"

// ReplacePositions moves atoms.
type ReplacePositions struct {
	Atoms     []Ref     // each named once, in any order; nil: all, in the order of the document
	Positions []float64 // Å, three per atom of Atoms, in the same order

	hydrogens bool // follows from the ops before it in the step
}

// restorePositions is the inverse of ReplacePositions.
type restorePositions struct {
	rows      []int // in the order of the op
	first     int   // the smallest of them
	positions []float64
	bonds     int
}

func (op *ReplacePositions) apply(d *Document) (inverse, error) {
	want := len(op.Atoms)
	if op.Atoms == nil {
		want = d.current.Len()
	}
	if len(op.Positions) != 3*want {
		return nil, invalid("%d coordinates for %d atoms; there must be three per atom", len(op.Positions), want)
	}
	if want == 0 {
		return nil, invalid("there is no atom to move; choose at least one")
	}
	for i, x := range op.Positions {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return nil, invalid("coordinate %d of atom %d is not a finite number", i%3+1, i/3)
		}
	}
	rows, first := d.rowsOr(nil), 0
	if op.Atoms != nil {
		var err error
		if rows, first, err = d.distinct(op.Atoms, want); err != nil {
			return nil, err
		}
	}
	s := d.own()
	undo := &restorePositions{rows: rows, first: first, positions: make([]float64, len(op.Positions)), bonds: len(s.Bonds)}
	for i, row := range rows {
		copy(undo.positions[3*i:3*i+3], s.Positions[3*row:])
		copy(s.Positions[3*row:3*row+3], op.Positions[3*i:])
	}
	return undo, nil
}

func (u *restorePositions) revert(d *Document) {
	for i, row := range u.rows {
		copy(d.current.Positions[3*row:3*row+3], u.positions[3*i:])
	}
}

func (u *restorePositions) changed() (atoms, bonds int) { return u.first, u.bonds }
