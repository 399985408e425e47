package crystal

import (
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/internal/sorting"
	"github.com/molsmith/molsmith/chem/structure"
)

// Side returns what is seen of the upper part of a slab, so deep in Å, from the side, along
// its second vector: element, Å along the first vector and Å above the lowest atom of each
// atom, those behind first. plane is the length of the first vector and x and y of the second one.
func (o *Slab) Side(s *structure.Structure, depth float64) (atoms [][3]float64, plane [3]float64, err error) {
	b, err := o.Cut(s)
	if err != nil {
		return nil, plane, err
	}
	t := b.Structure
	var order []int32
	for i := range int32(t.Len()) {
		if t.Positions[3*i+2] >= t.Cell[8]-o.Vacuum-depth {
			order = append(order, i)
		}
	}
	sorting.Stable(order, func(a, b int32) int {
		switch p, q := t.Positions[3*a+1], t.Positions[3*b+1]; {
		case p > q:
			return -1
		case p < q:
			return 1
		}
		return 0
	})
	atoms = make([][3]float64, len(order))
	for i, k := range order {
		p := geom.At(t.Positions, int(k))
		atoms[i] = [3]float64{float64(t.Elements[k]), p.X, p.Z - o.Vacuum}
	}
	return atoms, [3]float64{t.Cell[0], t.Cell[3], t.Cell[4]}, nil
}
