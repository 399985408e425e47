package crystal

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/rng"
	"github.com/molsmith/molsmith/chem/structure"
)

// TestVoidsOfSupercells: an image of a void is a void of the same radius, wherever the
// samples lie between the atoms.
func TestVoidsOfSupercells(t *testing.T) {
	for _, name := range []string{"fcc", "bcc", "hcp", "diamond", "rocksalt", "zincblende", "wurtzite", "fluorite", "perovskite", "rutile"} {
		s := prototype(t, name, Conventional)
		one, err := Voids(context.Background(), s, 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range [][9]int{{2, 0, 0, 0, 1, 0, 0, 0, 1}, {2, 0, 0, 0, 2, 0, 0, 0, 2}, {1, 1, 0, -1, 1, 0, 0, 0, 1}, {3, 0, 0, 0, 1, 0, 0, 1, 2}} {
			b, err := Supercell(s, m)
			if err != nil {
				t.Fatal(err)
			}
			list, err := Voids(context.Background(), b.Structure, 1)
			if err != nil {
				t.Fatal(err)
			}
			if len(list) != b.Images*len(one) {
				t.Errorf("%s, %v: got %d voids, want %d times %d", name, m, len(list), b.Images, len(one))
				continue
			}
			for i, v := range list {
				if of := one[i/b.Images]; math.Abs(v.Radius-of.Radius) > 2e-3 || v.Touching != of.Touching {
					t.Errorf("%s, %v: void %d is %.4f Å from %d atoms, want %.4f from %d", name, m, i, v.Radius, v.Touching, of.Radius, of.Touching)
				}
			}
		}
	}
}

// TestVoidsAreAll: in a crystal whose atoms are out of place each void is farther from all atoms
// than the places around it, and a climb from anywhere ends in one of them.
func TestVoidsAreAll(t *testing.T) {
	b, err := Supercell(prototype(t, "fluorite", Conventional), [9]int{2, 0, 0, 0, 1, 0, 0, 0, 1})
	if err != nil {
		t.Fatal(err)
	}
	s := b.Structure
	r := rng.New(5)
	for k := range s.Positions {
		s.Positions[k] += 0.4 * (r.Float64() - 0.5)
	}
	c, err := source(s)
	if err != nil {
		t.Fatal(err)
	}
	distance := func(p geom.Vec3) float64 {
		d := math.Inf(1)
		for i := range s.Len() {
			d = min(d, c.Distance(p, geom.At(s.Positions, i)))
		}
		return d
	}
	direction := func() geom.Vec3 {
		return geom.Vec3{X: r.Float64() - 0.5, Y: r.Float64() - 0.5, Z: r.Float64() - 0.5}.Unit()
	}
	list, err := Voids(context.Background(), s, 0.8)
	if err != nil || len(list) < 8 {
		t.Fatalf("%d voids, %v", len(list), err)
	}
	for _, v := range list {
		if d := distance(v.Position); math.Abs(d-v.Radius) > 1e-9 {
			t.Errorf("void at %v: %.6f Å from the nearest atom, said %.6f", v.Position, d, v.Radius)
		}
		for range 200 {
			if d := distance(v.Position.AddScaled(0.15, direction())); d > v.Radius+0.001 {
				t.Errorf("void at %v of %.4f Å: %.4f beside it", v.Position, v.Radius, d)
			}
		}
	}
	for range 60 {
		p := direction().Scale(20 * r.Float64())
		d := distance(p)
		for step, tries := 0.2, 0; step > 1e-3; tries++ {
			if q := p.AddScaled(step, direction()); distance(q) > d {
				p, d, tries = q, distance(q), 0
			} else if tries > 60 {
				step, tries = step/2, 0
			}
		}
		found := d < 0.9
		for _, v := range list { // a climb along a ridge ends a little below its top
			found = found || c.Distance(p, v.Position) < 0.3 && v.Radius > d-1e-3
		}
		if !found {
			t.Errorf("a climb ended at %v, %.4f Å from the nearest atom, where there is no void", p, d)
		}
	}
}

// TestVoidsSameBytes: which of equal voids comes first, and where it is, does not depend on
// the last digits of the machine's arithmetic.
func TestVoidsSameBytes(t *testing.T) {
	for _, a := range []float64{3.61, 3.615, 4.0495} {
		for _, c := range []struct {
			prototype string
			first     [2][3]float64 // in units of a
		}{
			{"fcc", [2][3]float64{{0, 0, 0.5}, {0, 0.5, 0}}},
			{"bcc", [2][3]float64{{0, 0.25, 0.5}, {0, 0.5, 0.25}}},
		} {
			b := Bulk{Prototype: c.prototype, Elements: []uint8{29}, A: a}
			s, err := b.Build()
			if err != nil {
				t.Fatal(err)
			}
			list, err := Voids(context.Background(), s, 0.8)
			if err != nil || len(list) != 12 {
				t.Fatalf("%s: %d voids, %v", c.prototype, len(list), err)
			}
			for i, f := range c.first {
				want := geom.Vec3{X: f[0] * a, Y: f[1] * a, Z: f[2] * a}
				if got := list[i].Position; got != want || math.Signbit(got.X) {
					t.Errorf("%s of %g Å, void %d: at %v, want %v", c.prototype, a, i, got, want)
				}
			}
		}
	}
}

// block is a simple cubic crystal of n³ atoms 2.5 Å apart, in a cube with so much room on top, of
// the atoms that keep says.
func block(n int, room float64, keep func(p geom.Vec3) bool) *structure.Structure {
	edge := 2.5 * float64(n)
	s := &structure.Structure{Cell: &[9]float64{edge, 0, 0, 0, edge, 0, 0, 0, edge + room}}
	for i := range n * n * n {
		p := geom.Vec3{X: 2.5 * float64(i%n), Y: 2.5 * float64(i/n%n), Z: 2.5 * float64(i/n/n)}
		if keep(p) {
			s.Positions = append(s.Positions, p.X, p.Y, p.Z)
			s.Elements = append(s.Elements, 29)
		}
	}
	return s
}

// TestVoidsOfAllSizes: a cavity in a crystal is its largest void; the vacuum above a slab is none.
func TestVoidsOfAllSizes(t *testing.T) {
	middle := geom.Vec3{X: 20, Y: 20, Z: 20}
	s := block(16, 0, func(p geom.Vec3) bool { return p.Sub(middle).Norm() > 8 })
	list, err := Voids(context.Background(), s, 1)
	if err != nil {
		t.Fatal(err)
	}
	if v := list[0]; v.Position.Sub(middle).Norm() > 1e-6 || v.Radius < 8 || v.Radius > 8.3 {
		t.Errorf("the largest void: got %+v, want the cavity", v)
	}
	if v := list[1]; math.Abs(v.Radius-1.25*math.Sqrt(3)) > 1e-6 || v.Touching != 8 {
		t.Errorf("the next void: got %+v, want the middle of a cube", v)
	}
	for _, room := range []float64{8, 15, 40} {
		slab := block(6, room, func(geom.Vec3) bool { return true })
		list, err := Voids(context.Background(), slab, 0.8)
		if err != nil || len(list) != 6*6*5 {
			t.Errorf("slab with %g Å above: %d voids, %v; want those between the layers", room, len(list), err)
		}
	}
}

// TestVoidsEnd: spheres that hundreds of atoms touch, heaps and cells of any shape are searched, or
// refused, and the context is heard at each atom and at the end.
func TestVoidsEnd(t *testing.T) {
	shell := &structure.Structure{Cell: &[9]float64{40, 0, 0, 0, 40, 0, 0, 0, 40}}
	for i := range 600 {
		z := 1 - (2*float64(i)+1)/600
		sin, cos := math.Sincos(2.399963229728653 * float64(i))
		r := math.Sqrt(1 - z*z)
		shell.Positions = append(shell.Positions, 20+6*r*cos, 20+6*r*sin, 20+6*z)
		shell.Elements = append(shell.Elements, 6)
	}
	if _, err := Voids(context.Background(), shell, 0.8); err != nil {
		t.Errorf("a shell: %v", err)
	}
	skewed := &structure.Structure{Elements: []uint8{29}, Positions: []float64{0, 0, 0}, Cell: &[9]float64{3, 0, 0, 2.9, 3, 0, 100, 50, 3}}
	a, err := Voids(context.Background(), skewed, 0.8)
	if err != nil {
		t.Errorf("a skewed cell: %v", err)
	}
	if len(a) == 0 {
		t.Errorf("a skewed cell has no voids")
	}
	heap := block(30, 0, func(geom.Vec3) bool { return true })
	heap.Cell = &[9]float64{2000, 0, 0, 0, 2000, 0, 0, 0, 2000}
	for i := range heap.Positions {
		heap.Positions[i] *= 0.4 // 1 Å apart
	}
	if _, err := Voids(&ending{context.Background(), 100}, heap, 0.8); !errors.Is(err, context.Canceled) {
		t.Errorf("a heap: got %v", err)
	}
	if _, err := Voids(&ending{context.Background(), 600 + 1}, shell, 0.8); !errors.Is(err, context.Canceled) {
		t.Errorf("a shell whose places are put together: got %v", err)
	}
}

// ending is a context that ends after it was asked so often.
type ending struct {
	context.Context
	left int
}

func (e *ending) Err() error {
	if e.left--; e.left < 0 {
		return context.Canceled
	}
	return nil
}
