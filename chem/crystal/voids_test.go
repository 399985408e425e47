package crystal

import (
	"context"
	"math"
	"testing"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/rng"
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
