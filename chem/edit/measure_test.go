package edit

import (
	"math"
	"testing"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/structure"
)

func TestMeasure(t *testing.T) {
	s := structure.Structure{Elements: []uint8{6, 6, 6, 6}, Positions: []float64{0, 1, 0, 0, 0, 0, 1.5, 0, 0, 1.5, 0, 9}, Cell: &[9]float64{10, 0, 0, 0, 10, 0, 0, 0, 10}}
	d := open(t, s)
	for _, c := range []struct {
		atoms   []int
		minimum bool
		want    float64
	}{
		{[]int{1, 2}, false, 1.5}, {[]int{0, 1, 2}, false, 90}, {[]int{0, 1, 2, 3}, false, 90}, {[]int{2, 3}, false, 9},
		{[]int{2, 3}, true, 1}, {[]int{0, 1, 2, 3}, true, -90}, {[]int{1, 2, 3}, true, 90},
	} {
		got, err := d.Measure(c.atoms, c.minimum)
		if err != nil || math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%v, minimum image %v: got %v, %v, want %v", c.atoms, c.minimum, got, err, c.want)
		}
	}
}

func TestMeasureRefused(t *testing.T) {
	d := open(t, structure.Structure{Elements: []uint8{6, 6, 6, 6, 6}, Positions: []float64{0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 1, 0, 0, 0, 0}})
	for _, c := range []struct {
		atoms []int
		set   float64
		want  string
	}{
		{[]int{0}, math.NaN(), "1 atoms are chosen; a distance has two, an angle three, a dihedral four"},
		{[]int{0, 1, 2, 3, 4}, 1, "5 atoms are chosen; a distance has two, an angle three, a dihedral four"},
		{[]int{0, 9}, 1, "atom 9 is not in the document, which has 5 atoms"},
		{[]int{0, 1, 0}, 1, "C #0 is named twice"},
		{[]int{0, 1}, 0, "a distance of 0 Å cannot be set; give one above 0 and up to 10000 Å"},
		{[]int{0, 1}, -2, "a distance of -2 Å cannot be set; give one above 0 and up to 10000 Å"},
		{[]int{0, 1}, math.NaN(), "the value is not a finite number"},
		{[]int{0, 4}, 1, "the atoms are at one place, so that there is no direction to move in"},
		{[]int{0, 1, 2}, 90, "the atoms lie in a line, so that there is no plane to turn in"},
		{[]int{1, 2, 3}, 180, "an angle of 180° cannot be set; give one between 0 and 180°"},
		{[]int{1, 2, 3}, 0, "an angle of 0° cannot be set; give one between 0 and 180°"},
		{[]int{0, 1, 2, 3}, 60, "the dihedral is not defined, since three of the atoms lie in a line"},
		{[]int{1, 2, 3, 4}, math.Inf(1), "the value is not a finite number"},
	} {
		if _, err := d.SetMeasure(c.atoms, c.set, false); err == nil || err.Error() != c.want {
			t.Errorf("%v to %v: got %v, want %s", c.atoms, c.set, err, c.want)
		}
	}
}

// TestSetMeasure: the value is what was asked for, what must stay stays, and the far side
// is rigid.
func TestSetMeasure(t *testing.T) {
	benzene := *preset(t, "benzene")
	two := *preset(t, "methane")
	{
		d := open(t, two)
		other := *preset(t, "methane")
		for i := range other.Elements {
			geom.Put(other.Positions, i, geom.At(other.Positions, i).Add(geom.Vec3{X: 5}))
		}
		apply(t, d, &AddFragment{Atoms: other})
		two = *d.Structure().Clone()
	}
	for _, c := range []struct {
		name  string
		s     structure.Structure
		atoms []int
		to    float64
		moves int
		label string
	}{
		{"a bond", *preset(t, "ethane"), []int{0, 1}, 2.5, 4, "Set distance #0–#1 to 2.5 Å"},
		{"a bond in a ring", benzene, []int{0, 1}, 2, 1, ""},
		{"a hydrogen of a ring", benzene, []int{0, 6}, 1.2, 1, ""},
		{"two molecules", two, []int{0, 5}, 9, 5, ""},
		{"not neighbors", *preset(t, "ethanol"), []int{0, 2}, 3, 2, ""},
		{"an angle", *preset(t, "ethanol"), []int{0, 1, 2}, 95, 2, "Set angle #0–#1–#2 to 95°"},
		{"an angle the other way", *preset(t, "ethanol"), []int{2, 1, 0}, 140, 4, ""},
		{"an angle in a ring", benzene, []int{0, 1, 2}, 100, 1, ""},
		{"a dihedral", *preset(t, "hexane"), []int{0, 1, 2, 3}, 60, 13, "Set dihedral #0–#1–#2–#3 to 60°"},
		{"a dihedral to −170", *preset(t, "hexane"), []int{0, 1, 2, 3}, -170, 13, ""},
		{"a dihedral in a ring", benzene, []int{0, 1, 2, 3}, 20, 1, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := open(t, c.s)
			before := d.Hash()
			old := d.Structure().Clone()
			p, err := d.SetMeasure(c.atoms, c.to, false)
			if err != nil {
				t.Fatal(err)
			}
			if c.label != "" && p.Label != c.label {
				t.Errorf("label: got %q, want %q", p.Label, c.label)
			}
			apply(t, d, p.Ops...)
			if got, err := d.Measure(c.atoms, false); err != nil || math.Abs(got-c.to) > 1e-6 {
				t.Errorf("got %v, %v, want %v", got, err, c.to)
			}
			moved := p.Ops[0].(*ReplacePositions).Atoms
			if len(moved) != c.moves {
				t.Errorf("%d atoms move, want %d", len(moved), c.moves)
			}
			for i, a := range d.Rows(moved) {
				for _, b := range d.Rows(moved)[:i] {
					was := geom.At(old.Positions, int(a)).Sub(geom.At(old.Positions, int(b))).Norm()
					if is := geom.At(d.Structure().Positions, int(a)).Sub(geom.At(d.Structure().Positions, int(b))).Norm(); math.Abs(is-was) > 1e-9 {
						t.Errorf("atoms %d and %d are %v Å apart, were %v", a, b, is, was)
					}
				}
			}
			undone(t, d, before)
		})
	}
}

// TestSetMeasureAcrossFaces: a molecule that the cell cuts turns as a whole one does.
func TestSetMeasureAcrossFaces(t *testing.T) {
	s := *preset(t, "hexane")
	whole := open(t, *s.Clone())
	p, err := whole.SetMeasure([]int{0, 1, 2, 3}, 50, false)
	if err != nil {
		t.Fatal(err)
	}
	apply(t, whole, p.Ops...)
	s.Cell = &[9]float64{14, 0, 0, 3, 14, 0, 0, -2, 14}
	d := open(t, s)
	apply(t, d, &MoveAtoms{Atoms: refs(t, d, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19), By: geom.Vec3{X: 0.3, Y: 0.1, Z: -0.2}}, &Wrap{})
	if p, err = d.SetMeasure([]int{0, 1, 2, 3}, 50, true); err != nil {
		t.Fatal(err)
	}
	apply(t, d, p.Ops...)
	apply(t, d, &Unwrap{})
	for i := range s.Len() {
		for j := range i {
			want := geom.At(whole.Structure().Positions, i).Sub(geom.At(whole.Structure().Positions, j)).Norm()
			if got := geom.At(d.Structure().Positions, i).Sub(geom.At(d.Structure().Positions, j)).Norm(); math.Abs(got-want) > 1e-9 {
				t.Fatalf("atoms %d and %d: got %v Å, want %v", j, i, got, want)
			}
		}
	}
}

// TestMeasureFar: a distance that no number holds is refused.
func TestMeasureFar(t *testing.T) {
	d := open(t, structure.Structure{Elements: []uint8{6, 6}, Positions: []float64{1e300, 0, 0, -1e300, 0, 0}})
	if v, err := d.Measure([]int{0, 1}, false); err == nil {
		t.Errorf("got %v, want an error", v)
	}
}
