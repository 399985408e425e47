package edit

import (
	"math"
	"testing"

	"github.com/molsmith/molsmith/chem/geom"
)

// TestTurned: hydrogens that stay at an atom which a multiple bond makes flat or straight
// are where such an atom has them.
func TestTurned(t *testing.T) {
	for _, c := range []struct {
		name  string
		edit  func(*Document) ([]Op, error)
		of    string
		angle float64
	}{
		{"ethene by an order", func(d *Document) ([]Op, error) { return d.Bond(0, 1, 2, true) }, "ethane", 120},
		{"ethyne by an order", func(d *Document) ([]Op, error) { return d.Bond(0, 1, 3, true) }, "ethane", 180},
		{"ethene by an atom", func(d *Document) ([]Op, error) { p, err := d.PlaceOn(0, 6, 2); return p.Ops, err }, "methane", 120},
		{"ethyne by an atom", func(d *Document) ([]Op, error) { p, err := d.PlaceOn(0, 6, 3); return p.Ops, err }, "methane", 180},
		{"formaldehyde", func(d *Document) ([]Op, error) { p, err := d.PlaceOn(2, 8, 2); return p.Ops, err }, "methane", 120},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := open(t, *preset(t, c.of))
			before := d.Hash()
			ops, err := c.edit(d)
			if err != nil {
				t.Fatal(err)
			}
			apply(t, d, ops...)
			s := d.Structure()
			bonds := linksOf(s)
			normal := geom.Vec3{}
			for i, z := range s.Elements {
				for _, h := range bonds.hydrogens(i) {
					for _, k := range bonds.of(i) {
						other := bonds.across(k, i)
						if s.Elements[other] == 1 {
							continue
						}
						if got := geom.Angle(geom.At(s.Positions, h), geom.At(s.Positions, i), geom.At(s.Positions, other)) * 180 / math.Pi; math.Abs(got-c.angle) > 3 {
							t.Errorf("H–%d–%d: got %.1f°, want about %v°", i, other, got, c.angle)
						}
						n := geom.At(s.Positions, h).Sub(geom.At(s.Positions, i)).Cross(geom.At(s.Positions, other).Sub(geom.At(s.Positions, i))).Unit()
						if normal != (geom.Vec3{}) && c.angle == 120 && math.Abs(math.Abs(n.Dot(normal))-1) > 1e-3 {
							t.Errorf("atom %d of element %d is not in the plane of the others", h, z)
						}
						normal = n
					}
				}
			}
			undone(t, d, before)
		})
	}
}

// TestLeave: a new bond takes the hydrogens that stand in its way.
func TestLeave(t *testing.T) {
	d := open(t, *preset(t, "hexane"))
	p, err := d.SetMeasure([]int{1, 2, 3, 4}, 50, false)
	if err != nil {
		t.Fatal(err)
	}
	apply(t, d, p.Ops...)
	s := d.Structure()
	nearest := func(of, to int) (at int) {
		best := math.Inf(1)
		for _, h := range linksOf(s).hydrogens(of) {
			if v := geom.At(s.Positions, h).Sub(geom.At(s.Positions, to)).Norm(); v < best {
				best, at = v, h
			}
		}
		return at
	}
	want := refs(t, d, nearest(1, 4), nearest(4, 1))
	ops, err := d.Bond(1, 4, 1, true)
	if err != nil {
		t.Fatal(err)
	}
	apply(t, d, ops...)
	if left := d.Rows(want); len(left) != 0 || d.Structure().Formula() != "C6H12" {
		t.Errorf("hydrogens in the way are left at %v of %s", left, d.Structure().Formula())
	}
	if c := closest(d.Structure()); c < 0.9 {
		t.Errorf("the closest pair is %.3f Å apart", c)
	}
}
