package structure

import (
	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
)

// besideGap is the free distance in Å between what is there and what is put beside it.
const besideGap = 2

// Beside returns the step in Å that moves add to a free place at s: behind its
// largest x with 2 Å between the two, centered in y and z. In an empty cell that is
// the center of the cell, without atoms and cell the origin. What counts of either
// side is the box around the centers of its atoms.
func (s *Structure) Beside(add *Structure) geom.Vec3 {
	low, high := add.bounds()
	middle := low.Add(high).Scale(0.5)
	if s.Len() == 0 {
		var to geom.Vec3
		if s.Cell != nil {
			if c, err := cell.NewEitherHand(*s.Cell); err == nil {
				to = c.Cartesian(cell.Fractional{A: 0.5, B: 0.5, C: 0.5})
			}
		}
		return to.Sub(middle)
	}
	from, to := s.bounds()
	place := from.Add(to).Scale(0.5)
	place.X = to.X + besideGap + (high.X-low.X)/2
	return place.Sub(middle)
}

// bounds returns the corners of the box around the atoms, both the origin when there
// are none.
func (s *Structure) bounds() (low, high geom.Vec3) {
	for i := range s.Len() {
		p := geom.At(s.Positions, i)
		if i == 0 {
			low, high = p, p
		}
		low = geom.Vec3{X: min(low.X, p.X), Y: min(low.Y, p.Y), Z: min(low.Z, p.Z)}
		high = geom.Vec3{X: max(high.X, p.X), Y: max(high.Y, p.Y), Z: max(high.Z, p.Z)}
	}
	return low, high
}
