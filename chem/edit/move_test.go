package edit

import (
	"math"
	"slices"
	"testing"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/chem/symm"
)

// undone undoes the last step and checks that it gives back a hash, and redoes it.
func undone(t *testing.T, d *Document, before string) {
	t.Helper()
	after := d.Hash()
	d.Undo()
	if got := d.Hash(); got != before {
		t.Errorf("undone: got hash %s, want %s", got, before)
	}
	d.Redo()
	if got := d.Hash(); got != after {
		t.Errorf("redone: got hash %s, want %s", got, after)
	}
}

func TestMoveAtoms(t *testing.T) {
	d := open(t, waters(2))
	before := d.Hash()
	c := apply(t, d, &MoveAtoms{Atoms: refs(t, d, 4, 3), By: geom.Vec3{X: 1, Y: -2, Z: 0.5}})
	if want := (Change{AtomsFrom: 3, BondsFrom: 4, AddedFrom: 6, AddedTo: 6}); c != want {
		t.Errorf("change: got %+v, want %+v", c, want)
	}
	if got, want := d.Structure().Positions[9:15], []float64{4, -2, 0.5, 4.757, -1.4140000000000001, 0.5}; !slices.Equal(got, want) {
		t.Errorf("positions: got %v, want %v", got, want)
	}
	if got, want := d.Steps()[0].Label, "Move 2 atoms"; got != want {
		t.Errorf("label: got %q, want %q", got, want)
	}
	undone(t, d, before)
}

func TestRotateAtoms(t *testing.T) {
	d := open(t, waters(2))
	before := d.Hash()
	apply(t, d, &RotateAtoms{Atoms: refs(t, d, 3, 4, 5), Axis: geom.Vec3{Z: 3}, Origin: geom.Vec3{X: 3}, Angle: 90})
	for k, want := range []float64{3, 0, 0, 3 - 0.586, 0.757, 0, 3 - 0.586, -0.757, 0} {
		if got := d.Structure().Positions[9+k]; math.Abs(got-want) > 1e-12 {
			t.Errorf("coordinate %d: got %v, want %v", k, got, want)
		}
	}
	if got, want := d.Steps()[0].Label, "Rotate 3 atoms by 90°"; got != want {
		t.Errorf("label: got %q, want %q", got, want)
	}
	undone(t, d, before)
}

func TestMovesRefused(t *testing.T) {
	nan := math.NaN()
	d := open(t, waters(2))
	all := refs(t, d, 0, 1)
	for want, op := range map[string]Op{
		"the shift holds a coordinate that is not a finite number":                                                           &MoveAtoms{Atoms: all, By: geom.Vec3{Y: nan}},
		"O #0 is named twice in one change; name it once":                                                                    &MoveAtoms{Atoms: refs(t, d, 0, 0)},
		"H #1 would be moved to no place":                                                                                    &MoveAtoms{Atoms: refs(t, d, 1), By: geom.Vec3{X: math.MaxFloat64}},
		"there is no atom in the change; name at least one":                                                                  &RotateAtoms{Axis: geom.Vec3{X: 1}},
		"the axis of the rotation has no direction; give a vector that is not 0":                                             &RotateAtoms{Atoms: all, Angle: 1},
		"the rotation holds a value that is not a finite number":                                                             &RotateAtoms{Atoms: all, Axis: geom.Vec3{X: 1}, Angle: nan},
		"no label is given; give a name, a residue name, a residue number or a chain":                                        &SetLabels{Atoms: all},
		`a chain is named by one character, or a space for none, not by "AB"`:                                                &SetLabels{Atoms: all, ChainID: text("AB")},
		"a name is longer than 64 bytes or no text":                                                                          &SetLabels{Atoms: all, Name: text("\xff")},
		"there is no symmetry to expand: the source lists no operations, they are expanded already, or the cell has changed": &ExpandSymmetry{},
	} {
		if op, ok := op.(*MoveAtoms); ok && op.By.X == math.MaxFloat64 {
			apply(t, d, &MoveAtoms{Atoms: op.Atoms, By: op.By})
		}
		_, err := d.Apply(Step{Ops: []Op{op}})
		if err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func text(s string) *string { return &s }

func TestSetLabels(t *testing.T) {
	d := open(t, waters(2))
	before := d.Hash()
	id := int32(-7)
	apply(t, d, &SetLabels{Atoms: refs(t, d, 5, 3), Name: text("X"), ResidueName: text("HOH"), ResidueID: &id, ChainID: text("β")})
	s := d.Structure()
	if s.AtomNames[5] != "X" || s.AtomNames[4] != "H1" || s.ResidueNames[3] != "HOH" || s.ResidueIDs[5] != -7 || s.ChainIDs[3] != "β" || s.ChainIDs[2] != "A" {
		t.Errorf("labels: got %v %v %v %v", s.AtomNames, s.ResidueNames, s.ResidueIDs, s.ChainIDs)
	}
	undone(t, d, before)
}

func TestSetLabelsMakesChannels(t *testing.T) {
	d := open(t, bare())
	before := d.Hash()
	apply(t, d, &SetLabels{Atoms: refs(t, d, 1), ResidueName: text("LIG")})
	apply(t, d, &SetLabels{Atoms: refs(t, d, 1), Name: text("C9")})
	s := d.Structure()
	if !slices.Equal(s.ResidueNames, []string{"", "LIG"}) || !slices.Equal(s.AtomNames, []string{"O", "C9"}) || s.ChainIDs != nil {
		t.Errorf("labels: got %q %q %q", s.ResidueNames, s.AtomNames, s.ChainIDs)
	}
	if err := s.Validate(); err != nil {
		t.Error(err)
	}
	d.Undo()
	undone(t, d, before)
}

func TestClear(t *testing.T) {
	d := edited(t)
	before, steps, source := d.Hash(), len(d.Steps()), open(t, waters(3)).Hash()
	c := apply(t, d, &Clear{})
	if d.Hash() != source || c.AtomsFrom != 0 || c.BondsFrom != 0 || d.Steps()[steps].Label != "Clear all" {
		t.Errorf("cleared: hash %s, change %+v, label %q", d.Hash(), c, d.Steps()[steps].Label)
	}
	undone(t, d, before)
	// What comes after names the atoms of the source, and leaves the source as it is.
	apply(t, d, &DeleteAtoms{Atoms: refs(t, d, 0, 1)})
	d.Undo()
	if d.Hash() != source {
		t.Error("the source is not what it was")
	}
	undone(t, d, before)
	if d, _ := loaded(t, saved(t, d)); d.Hash() != source {
		t.Error("the project does not replay it")
	}
}

// salt is the asymmetric unit of rock salt.
func salt(t testing.TB) *Document {
	group, err := symm.ParseHall("-F 4 2 3")
	if err != nil {
		t.Fatal(err)
	}
	d, err := New("salt", Source{Kind: "file", Label: "salt.cif", Symmetry: &Symmetry{Operations: group, Name: "F m -3 m", From: "the list of the file"}}, structure.Structure{
		Elements: []uint8{11, 17}, Positions: []float64{0, 0, 0, 2.82, 2.82, 2.82}, Cell: &[9]float64{5.64, 0, 0, 0, 5.64, 0, 0, 0, 5.64},
		AtomNames: []string{"Na1", "Cl1"}, FormalCharges: []int32{1, -1},
		Scalars: []structure.Channel{{Name: "u", Values: []float64{0.1, 0.2}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestExpandSymmetry(t *testing.T) {
	d := salt(t)
	unit := d.Hash()
	if y := d.Symmetry(); y == nil || len(y.Operations) != 192 {
		t.Fatalf("symmetry of the source: got %+v, want 192 operations", y)
	}
	if _, err := d.Apply(Step{Author: File, Ops: []Op{&ExpandSymmetry{}}}); err != nil {
		t.Fatal(err)
	}
	s := d.Structure()
	if s.Formula() != "Cl4Na4" || s.Charge() != 0 || s.AtomNames[7] != "Cl1" || s.Scalars[0].Values[4] != 0.2 || d.Symmetry() != nil {
		t.Errorf("got %s of charge %d, names %v, symmetry %v", s.Formula(), s.Charge(), s.AtomNames, d.Symmetry())
	}
	if got, want := d.FormatRef(refs(t, d, 5)[0]), "symmetry-1:5"; got != want {
		t.Errorf("reference: got %s, want %s", got, want)
	}
	undone(t, d, unit)
	if _, err := d.Apply(Step{Ops: []Op{&ExpandSymmetry{}}}); err == nil {
		t.Error("expanded twice")
	}
	// A project keeps the unit and expands it again.
	apply(t, d, &DeleteAtoms{Atoms: refs(t, d, 7, 0)})
	got, warnings := loaded(t, saved(t, d))
	if got.Hash() != d.Hash() || len(warnings) != 0 {
		t.Errorf("project: hash %s, want %s; warnings %q", got.Hash(), d.Hash(), warnings)
	}
	if _, err := got.Jump(0); err != nil || got.Hash() != unit || got.Symmetry() == nil {
		t.Errorf("before the first step: hash %s, want the unit %s", got.Hash(), unit)
	}
	// After Clear all the unit can be expanded again.
	apply(t, d, &Clear{})
	apply(t, d, &ExpandSymmetry{})
	if d.Structure().Len() != 8 {
		t.Errorf("expanded after Clear all: %d atoms, want 8", d.Structure().Len())
	}
	// Not in another cell.
	other := salt(t)
	apply(t, other, &SetCell{Cell: &[9]float64{6, 0, 0, 0, 6, 0, 0, 0, 6}})
	if other.Symmetry() != nil {
		t.Error("the operations are offered in another cell")
	}
}

func TestExpandSymmetryByOccupancy(t *testing.T) {
	// Two half filled sites at one place stay two; full ones become one.
	for _, c := range []struct {
		occupancies []float64
		want        int
	}{{nil, 2}, {[]float64{0.5, 0.5}, 4}} {
		inversion, err := symm.Parse("-x,-y,-z")
		if err != nil {
			t.Fatal(err)
		}
		d, err := New("", Source{Symmetry: &Symmetry{Operations: []symm.Operation{symm.Identity(), inversion}, Occupancies: c.occupancies}}, structure.Structure{
			Elements: []uint8{29, 29}, Positions: []float64{1, 1, 1, 9, 9, 9}, Cell: &[9]float64{10, 0, 0, 0, 10, 0, 0, 0, 10},
		})
		if err != nil {
			t.Fatal(err)
		}
		apply(t, d, &ExpandSymmetry{})
		if got := d.Structure().Len(); got != c.want {
			t.Errorf("occupancies %v: got %d atoms, want %d", c.occupancies, got, c.want)
		}
		if got, _ := loaded(t, saved(t, d)); got.Hash() != d.Hash() {
			t.Errorf("occupancies %v: the project gives another hash", c.occupancies)
		}
	}
}

// TestMoveToNoPlace: what was moved before the atom that cannot be is back.
func TestMoveToNoPlace(t *testing.T) {
	s := waters(1)
	s.Positions[3] = 1.7e308
	d := open(t, s)
	before, revision := d.Hash(), d.Revision()
	_, err := d.Apply(Step{Ops: []Op{&MoveAtoms{Atoms: refs(t, d, 0, 1), By: geom.Vec3{X: 1.7e308}}}})
	if err == nil || d.Hash() != before || d.Revision() != revision {
		t.Errorf("got %v, revision %d, want a refusal that changes nothing", err, d.Revision())
	}
}
