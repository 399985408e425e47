package species

import (
	"errors"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/mol"
)

// tear is the distance in Å between two places of one atom from which on its bonds
// lead through the cell: far above rounding, below any lattice vector.
const tear = 0.1

var errEndless = errors.New("the bonds run through the cell without end: this is a periodic network, not a molecule")

// makeWhole puts the atoms of each connected part of m beside each other where the
// faces of the cell v cut it; the first atom of a part stays. The error says that m
// repeats itself through the cell. Without a cell, or with one that is none, positions
// stay.
func makeWhole(m *mol.Mol, v *[9]float64) error {
	if v == nil || len(m.Bonds) == 0 {
		return nil
	}
	c, err := cell.NewEitherHand(*v)
	if err != nil {
		return nil
	}
	adjacency := m.Neighbors()
	placed := make([]bool, len(m.Atoms))
	queue := make([]int, 0, len(m.Atoms))
	for start := range m.Atoms {
		if placed[start] {
			continue
		}
		placed[start] = true
		queue = append(queue[:0], start)
		for k := 0; k < len(queue); k++ {
			i := queue[k]
			for _, next := range adjacency.Of(i) {
				a := &m.Atoms[next.Atom]
				from := m.Atoms[i].Pos
				to := from.Add(c.MinImage(a.Pos.Sub(from)))
				if !placed[next.Atom] {
					placed[next.Atom] = true
					a.Pos = to
					queue = append(queue, next.Atom)
				} else if to.Sub(a.Pos).Norm() > tear {
					return errEndless
				}
			}
		}
	}
	return nil
}
