package crystal

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/structure"
)

// TestSitesOfKnownNets: the numbers of sites by kind, and of atoms around hollows, of surfaces whose nets
// are known: cells of one and two atoms, layers, and all of them in skewed cells, repeated, moved
// onto faces of the cell and across the vacuum.
func TestSitesOfKnownNets(t *testing.T) {
	flat := func(a, angle float64, at ...[4]float64) *structure.Structure {
		s := &structure.Structure{Cell: &[9]float64{a, 0, 0, a * math.Cos(angle), a * math.Sin(angle), 0, 0, 0, 20}}
		c := mustCell(t, s)
		for _, x := range at {
			s.Elements = append(s.Elements, uint8(x[0]))
			p := c.Cartesian(cell.Fractional{A: x[1], B: x[2]})
			s.Positions = append(s.Positions, p.X, p.Y, 8+x[3])
		}
		return s
	}
	hexagonal := 2 * math.Pi / 3
	for _, c := range []struct {
		name string
		s    *structure.Structure
		want [3]int // tops, bridges, hollows of one cell
		ring int    // atoms around each hollow
		kind int    // classes
	}{
		{"one atom, 120°", flat(2.55, hexagonal, [4]float64{29}), [3]int{1, 3, 2}, 3, 3},
		{"one atom, 60°", flat(2.55, math.Pi/3, [4]float64{29}), [3]int{1, 3, 2}, 3, 3},
		{"one atom, 90°", flat(2.55, math.Pi/2, [4]float64{29}), [3]int{1, 2, 1}, 4, 3},
		{"two atoms, square", flat(3.61, math.Pi/2, [4]float64{29}, [4]float64{29, 0.5, 0.5}), [3]int{2, 4, 2}, 4, 3},
		{"graphene", flat(2.46, hexagonal, [4]float64{6, 1. / 3, 2. / 3}, [4]float64{6, 2. / 3, 1. / 3}), [3]int{2, 3, 1}, 6, 3},
		{"boron nitride", flat(2.5, hexagonal, [4]float64{5, 1. / 3, 2. / 3}, [4]float64{7, 2. / 3, 1. / 3}), [3]int{2, 3, 1}, 6, 4},
		{"MoS2", flat(3.16, hexagonal, [4]float64{42, 1. / 3, 2. / 3}, [4]float64{16, 2. / 3, 1. / 3, 1.56}, [4]float64{16, 2. / 3, 1. / 3, -1.56}), [3]int{1, 3, 2}, 3, 4},
	} {
		for _, m := range [][9]int{{1, 0, 0, 0, 1, 0, 0, 0, 1}, {1, 0, 0, 5, 1, 0, 0, 0, 1}, {3, 0, 0, 0, 2, 0, 0, 0, 1}, {4, 1, 0, -1, 3, 0, 0, 0, 1}} {
			n := determinant(&m)
			b, err := Supercell(c.s, m)
			if err != nil {
				t.Fatal(err)
			}
			for _, move := range []geom.Vec3{{}, {X: -1e-9, Y: 1e-9}, {X: 1.3, Y: -0.4, Z: 11.9}, {Z: -8}} {
				s := b.Structure.Clone()
				box := mustCell(t, s)
				for i := range s.Len() {
					geom.Put(s.Positions, i, box.Wrap(geom.At(s.Positions, i).Add(move)))
				}
				name := fmt.Sprint(c.name, " ", m[:5], " ", move)
				sites, why, err := (&Sites{}).Find(context.Background(), s)
				if err != nil || why != "" {
					t.Errorf("%s: %v %s", name, err, why)
					continue
				}
				var got [3]int
				classes := map[int]bool{}
				for _, x := range sites {
					classes[x.Class] = true
					switch x.Kind {
					case Top:
						got[0]++
					case Bridge:
						got[1]++
					default:
						got[2]++
						if len(x.Atoms) != c.ring {
							t.Errorf("%s: a hollow of %d atoms, want %d", name, len(x.Atoms), c.ring)
						}
					}
				}
				if want := [3]int{n * c.want[0], n * c.want[1], n * c.want[2]}; got != want || len(classes) != c.kind {
					t.Errorf("%s: %v in %d classes, want %v in %d", name, got, len(classes), want, c.kind)
				}
			}
		}
	}
}
