package edit

import (
	"fmt"
	"testing"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/structure"
)

// liquid is waters on a grid in a cell, with every channel.
func liquid(n int) structure.Structure {
	s := waters(n)
	side := 1
	for side*side*side < n {
		side++
	}
	edge := 3.1 * float64(side)
	s.Cell = &[9]float64{edge, 0, 0, 0, edge, 0, 0, 0, edge}
	for i := range n {
		at := geom.Vec3{X: float64(i % side), Y: float64(i / side % side), Z: float64(i / side / side)}.Scale(3.1)
		for k := range 3 {
			geom.Put(s.Positions, 3*i+k, geom.At(s.Positions, 3*i+k).Sub(geom.Vec3{X: 3 * float64(i)}).Add(at))
		}
	}
	return s
}

// BenchmarkKinds is one edit of a kind with its undo, and what the page shows of both.
func BenchmarkKinds(b *testing.B) {
	for _, atoms := range []int{100_002, 499_998} {
		d := open(b, liquid(atoms/3))
		apply(b, d, &MoveAtoms{Atoms: refs(b, d, 0), By: geom.Vec3{X: 0.1}})
		middle := atoms / 6 * 3
		all := make([]int, atoms)
		for i := range all {
			all[i] = i
		}
		for _, c := range []struct {
			name string
			ops  func() ([]Op, error)
		}{
			{"move", func() ([]Op, error) { return []Op{&MoveAtoms{Atoms: refs(b, d, middle), By: geom.Vec3{X: 0.1}}}, nil }},
			{"move all", func() ([]Op, error) { return []Op{&MoveAtoms{Atoms: refs(b, d, all...), By: geom.Vec3{X: 0.1}}}, nil }},
			{"place", func() ([]Op, error) { p, err := d.PlaceOn(1, 6, 1); return p.Ops, err }},
			{"element", func() ([]Op, error) { return d.ChangeElement([]int{middle}, 7, true) }},
			{"bond", func() ([]Op, error) { return d.Bond(0, 3, 1, true) }},
			{"delete", func() ([]Op, error) { return []Op{&DeleteAtoms{Atoms: refs(b, d, 0)}}, nil }},
			{"delete half", func() ([]Op, error) { return []Op{&DeleteAtoms{Atoms: refs(b, d, all[:middle]...)}}, nil }},
			{"remove", func() ([]Op, error) { return d.Remove([]int{3}, nil, true) }},
			{"measure", func() ([]Op, error) { p, err := d.SetMeasure([]int{0, 3}, 3.5, false); return p.Ops, err }},
			{"clear", func() ([]Op, error) { return []Op{&Clear{}}, nil }},
		} {
			b.Run(fmt.Sprintf("%s/%d", c.name, atoms), func(b *testing.B) {
				d.Summary()
				for b.Loop() {
					ops, err := c.ops()
					if err != nil {
						b.Fatal(err)
					}
					apply(b, d, ops...)
					d.Summary()
					d.Undo()
					d.Summary()
				}
			})
		}
	}
}
