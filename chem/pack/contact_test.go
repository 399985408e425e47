package pack

import (
	"math"
	"testing"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/rng"
)

// crowded returns a system of overlapping molecules and one chunk that holds all
// of them.
func crowded(t *testing.T, v [9]float64, parts ...part) (*system, *chunk) {
	t.Helper()
	c, err := cell.New(v)
	if err != nil {
		t.Fatal(err)
	}
	species, _ := mixture(t, 1, parts...)
	shapes, _, err := prepare(c, species, Options{Tolerance: 2})
	if err != nil {
		t.Fatal(err)
	}
	var molecules []molecule
	for k, s := range species {
		for range s.Count {
			molecules = append(molecules, molecule{shape: &shapes[k], output: int32(len(molecules))})
		}
	}
	molecules = scatter(wholeCell(&c), molecules, nil, 4, 0)
	for i := range molecules {
		molecules[i].scale = 0.9
	}
	s, err := newSystem(c, 2, 1, shapes, molecules, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s, &chunk{hi: len(molecules), high: s.movable}
}

// penalty is half the sum of squared missing distances of molecule i, by brute
// force over all atoms and images.
func penalty(s *system, i int) float64 {
	m := &s.molecules[i]
	energy := 0.0
	atom := func(a int) geom.Vec3 { return geom.At(s.now, a).Sub(s.offset[a]) }
	for a := int(m.first); a < int(m.first)+len(m.shape.sites); a++ {
		for b := range s.movable {
			own := int(s.owner[b]) == i
			for n := range 343 {
				shift := s.frame.Shift(n%7-3, n/7%7-3, n/49-3)
				if own && (shift == (geom.Vec3{}) || b < a) {
					continue // each pair of images once
				}
				d := atom(b).Add(shift).Sub(atom(a)).Norm()
				if d >= s.goal {
					continue
				}
				energy += (s.goal - d) * (s.goal - d) / 2
			}
		}
	}
	return energy
}

// TestGradient compares the gathered gradient with central differences of the
// brute-force penalty, in translation and rotation.
func TestGradient(t *testing.T) {
	for _, c := range []struct {
		name  string
		v     [9]float64
		parts []part
	}{
		{"mixture", [9]float64{12, 0, 0, 2, 11, 0, -3, 1, 12}, []part{{"ethanol", 8}, {"water", 12}}},
		{"own images", [9]float64{6.5, 0, 0, 1, 6.5, 0, 0, 2, 6.5}, []part{{"hexane", 1}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, ch := crowded(t, c.v, c.parts...)
			touching := 0
			for i := range s.molecules {
				var got contacts
				ch.pushed = ch.pushed[:0]
				s.gather(ch, i, &got)
				if got.vector != [6]float64{} {
					touching++
				}
				m := &s.molecules[i]
				center, rotation := m.center, m.rotation
				for k := range 6 {
					const h = 1e-5
					var side [2]float64
					for n, step := range [2]float64{-h, h} {
						var v [6]float64
						v[k] = step
						m.center = center.Add(geom.Vec3{X: v[0], Y: v[1], Z: v[2]})
						m.rotation = geom.AxisAngle(geom.Vec3{X: v[3], Y: v[4], Z: v[5]}, math.Abs(v[3]+v[4]+v[5])).Mul(rotation)
						s.place(m)
						side[n] = penalty(s, i)
					}
					m.center, m.rotation = center, rotation
					s.place(m)
					want := -(side[1] - side[0]) / (2 * h)
					if math.Abs(got.vector[k]-want) > 2e-5*(1+math.Abs(want)) {
						t.Errorf("molecule %d, component %d: got %v, want %v", i, k, got.vector[k], want)
					}
				}
			}
			if touching == 0 {
				t.Error("no molecule touches another: the test compares nothing")
			}
		})
	}
}

// TestSolve puts the solution into the damped normal equations.
func TestSolve(t *testing.T) {
	r := rng.New(9)
	for range 100 {
		var c contacts
		for range 1 + r.Intn(12) {
			c.add(r.Direction(), r.Direction().Scale(3*r.Float64()), r.Float64())
		}
		const gyr2 = 2.5
		before := c
		tr, w := c.solve(gyr2)
		x := [6]float64{tr.X, tr.Y, tr.Z, w.X, w.Y, w.Z}
		for i := range 6 {
			sum := damping * x[i]
			if i >= 3 {
				sum *= gyr2
			}
			for j := range 6 {
				hi, lo := max(i, j), min(i, j)
				sum += before.matrix[hi*(hi+1)/2+lo] * x[j]
			}
			if math.Abs(sum-before.vector[i]) > 1e-10 {
				t.Fatalf("row %d: got %v, want %v", i, sum, before.vector[i])
			}
		}
	}
}

// TestStepClearsOneContact: a single contact is resolved almost at once.
func TestStepClearsOneContact(t *testing.T) {
	c, err := cell.New([9]float64{20, 0, 0, 0, 20, 0, 0, 0, 20})
	if err != nil {
		t.Fatal(err)
	}
	species := []Species{{Positions: []float64{0, 0, 0}, Count: 2}}
	shapes, _, err := prepare(c, species, Options{Tolerance: 2})
	if err != nil {
		t.Fatal(err)
	}
	molecules := []molecule{
		{shape: &shapes[0], center: geom.Vec3{X: 19.5, Y: 1, Z: 1}, rotation: geom.Quat{W: 1}, scale: 1},
		{shape: &shapes[0], center: geom.Vec3{X: 1.3, Y: 1, Z: 1}, rotation: geom.Quat{W: 1}, scale: 1},
	}
	s, err := newSystem(c, 2, 1, shapes, molecules, nil)
	if err != nil {
		t.Fatal(err)
	}
	s.wakeAll()
	if o, err := s.sweep(t.Context(), 1); err != nil || o.hard != 2 && o.hard != 1 {
		t.Fatalf("first sweep: got %+v, %v", o, err)
	}
	if got, want := c.Distance(s.molecules[0].center, s.molecules[1].center), s.need; got < want {
		t.Errorf("distance after one sweep: got %v, want at least %v", got, want)
	}
}
