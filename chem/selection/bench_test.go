package selection

import (
	"testing"

	"github.com/molsmith/molsmith/chem/rng"
	"github.com/molsmith/molsmith/chem/structure"
)

// box is so many atoms at the density of liquid water, in waters with bonds.
func box(atoms int) *structure.Structure {
	s := &structure.Structure{Elements: make([]uint8, atoms), Positions: make([]float64, 3*atoms)}
	edge := 1.0
	for edge*edge*edge*0.1 < float64(atoms) {
		edge *= 1.01
	}
	s.Cell = &[9]float64{edge, 0, 0, 0, edge, 0, 0, 0, edge}
	r := rng.New(1)
	for i := range s.Elements {
		s.Elements[i] = 1
		for k := range 3 {
			s.Positions[3*i+k] = edge * r.Float64()
		}
		if i%3 == 0 {
			s.Elements[i] = 8
			continue
		}
		s.Bonds = append(s.Bonds, [2]uint32{uint32(i - i%3), uint32(i)})
		for k := range 3 {
			s.Positions[3*i+k] = s.Positions[3*(i-i%3)+k] + r.Float64() - 0.5
		}
	}
	s.Elements[0] = 11
	return s
}

func BenchmarkSelect(b *testing.B) {
	s := box(500_000)
	for _, query := range []string{
		"element O", "index 0 to 9999", "water", "within 3.5 of Na", "within 3.5 of O", "within 10 of index 0-3000",
		"same molecule as within 5 of Na", "ring", "extend 2 of O",
	} {
		b.Run(query, func(b *testing.B) {
			q, err := Parse(query)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := q.Select(s, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
