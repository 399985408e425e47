package edit

import "math"

// ReplacePositions moves atoms.
type ReplacePositions struct {
	Atoms     []Ref     // nil: all atoms, in the order of the document
	Positions []float64 // Å, three per atom of Atoms, in the same order
}

// restorePositions is the inverse of ReplacePositions.
type restorePositions struct {
	rows      []int // ascending
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
	rows := make([]int, want)
	for i := range rows {
		rows[i] = i
	}
	if op.Atoms != nil {
		// Refs in ascending order have rows in ascending order: one look-up keeps the pairing.
		for i, ref := range op.Atoms {
			if i > 0 && compareRefs(op.Atoms[i-1], ref) >= 0 {
				return nil, invalid("the atoms to move must be in ascending order and each named once")
			}
		}
		var err error
		if rows, err = d.rows(op.Atoms); err != nil {
			return nil, err
		}
	}
	s := d.own()
	undo := &restorePositions{rows: rows, positions: make([]float64, len(op.Positions)), bonds: len(s.Bonds)}
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

func (u *restorePositions) changed() (atoms, bonds int) { return u.rows[0], u.bonds }
