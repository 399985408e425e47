package polymer

import (
	"slices"
	"testing"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/rng"
)

// Points that were put and taken at random are found as by looking at all of them and their
// images, in open space and in cells hardly wider than the reach.
func TestSpace(t *testing.T) {
	const reach, n = 3.2, 300
	thin, err := cell.FromParameters(3.9, 8, 14, 75, 62, 100)
	if err != nil {
		t.Fatal(err)
	}
	wide, err := cell.FromParameters(20, 15, 18, 90, 90, 90)
	if err != nil {
		t.Fatal(err)
	}
	for _, periodic := range []*cell.Cell{nil, &thin, &wide} {
		s, err := newSpace(periodic, n, reach)
		if err != nil {
			t.Fatal(err)
		}
		random := rng.New(4)
		placed := map[int]geom.Vec3{}
		for range 4000 {
			i := random.Intn(n)
			if _, ok := placed[i]; ok {
				s.take(i)
				delete(placed, i)
				continue
			}
			p := geom.Vec3{X: 60 * (random.Float64() - 0.5), Y: 50 * (random.Float64() - 0.5), Z: 40 * (random.Float64() - 0.5)}
			s.put(i, p)
			placed[i] = p
		}
		for range 200 {
			p := geom.Vec3{X: 70 * (random.Float64() - 0.5), Y: 50 * (random.Float64() - 0.5), Z: 50 * (random.Float64() - 0.5)}
			var got, want []int
			s.near(p, func(i int32, d geom.Vec3, d2 float64) bool {
				got = append(got, int(i))
				if periodic == nil && placed[int(i)].Sub(p).Sub(d).Norm() > 1e-9 {
					t.Fatal("the vector does not lead to the point")
				}
				return true
			})
			for i := range n {
				q, ok := placed[i]
				if !ok {
					continue
				}
				if periodic == nil {
					if q.Sub(p).Norm() < reach {
						want = append(want, i)
					}
					continue
				}
				d := periodic.MinImage(q.Sub(p))
				for k := range 125 {
					if d.Add(periodic.Shift(k%5-2, k/5%5-2, k/25-2)).Norm() < reach {
						want = append(want, i)
					}
				}
			}
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Fatalf("cell %v: found %v, want %v", periodic != nil, got, want)
			}
		}
	}
	if _, err := newSpace(&thin, n, 5); err == nil {
		t.Error("a cell thinner than the reach is accepted")
	}
}

// A piece that is attached has the length, the straight axes and the torsion that were asked
// for, and is not mirrored.
func TestAttach(t *testing.T) {
	random := rng.New(2)
	for range 200 {
		x := []geom.Vec3{random.Direction(), random.Direction().Scale(2), random.Direction().Scale(1.5)}
		y := []geom.Vec3{random.Direction(), random.Direction().Scale(2), random.Direction().Scale(1.5)}
		e := end{atom: 0, leaves: 1, side: 2}
		torsion := 6 * (random.Float64() - 0.5)
		m := attach(jointOf(x, e), jointOf(y, e), 1.53, torsion)
		if d := m.rotation.Det(); d < 0.999999 || d > 1.000001 {
			t.Fatalf("determinant %g", d)
		}
		head, side, back := m.apply(y[0]), m.apply(y[2]), m.apply(y[1])
		if d := head.Sub(x[0]).Norm(); d < 1.5299999 || d > 1.5300001 {
			t.Fatalf("length %g", d)
		}
		if a := geom.Angle(x[1], x[0], head); a > 1e-6 {
			t.Fatalf("the bond leaves at %g to the atom that left", a)
		}
		if a := geom.Angle(back, head, x[0]); a > 1e-6 {
			t.Fatalf("the bond arrives at %g to the atom that left", a)
		}
		if off := geom.Dihedral(x[2], x[0], head, side) - torsion; off > 1e-6 || off < -1e-6 {
			t.Fatalf("torsion %g, want %g", off+torsion, torsion)
		}
	}
}
