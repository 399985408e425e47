package edit

import (
	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
)

// SetCell gives the document another cell, or none.
type SetCell struct {
	Cell *[9]float64 // row-major lattice vectors, Å; nil removes the cell

	// ScaleAtoms keeps the fractional coordinates; both the old and the new cell
	// must be there, and both right-handed or both left-handed: the atoms would become
	// their mirror image.
	ScaleAtoms bool
}

// restoreCell is the inverse of SetCell.
type restoreCell struct {
	cell      *[9]float64
	positions []float64 // nil: they did not change
	atoms     int       // in the document
	bonds     int
}

func (op *SetCell) apply(d *Document) (inverse, error) {
	undo := &restoreCell{cell: d.current.Cell, atoms: d.current.Len(), bonds: len(d.current.Bonds)}
	var to cell.Cell
	if op.Cell != nil {
		var err error
		if to, err = cell.NewEitherHand(*op.Cell); err != nil {
			return nil, invalid("the cell cannot be set: %v", err)
		}
	}
	if op.ScaleAtoms {
		if op.Cell == nil || d.current.Cell == nil {
			return nil, invalid("atoms move with the cell only where there is a cell before and after")
		}
		from, err := cell.NewEitherHand(*d.current.Cell)
		if err != nil {
			return nil, invalid("atoms cannot move with the cell: %v", err)
		}
		if from.RightHanded() != to.RightHanded() {
			return nil, invalid("moving with the cell would mirror the atoms, since one of the two cells is left-handed; let the atoms stay")
		}
		s := d.own()
		undo.positions = append([]float64(nil), s.Positions...)
		for i := range s.Len() {
			geom.Put(s.Positions, i, to.Cartesian(from.Fractional(geom.At(s.Positions, i))))
		}
	}
	s := d.own()
	s.Cell = nil
	if op.Cell != nil {
		vectors := *op.Cell
		s.Cell = &vectors
	}
	return undo, nil
}

func (u *restoreCell) revert(d *Document) {
	d.current.Cell = u.cell
	if u.positions != nil {
		copy(d.current.Positions, u.positions)
	}
}

func (u *restoreCell) changed() (atoms, bonds int) {
	if u.positions != nil {
		return 0, u.bonds
	}
	return u.atoms, u.bonds
}
