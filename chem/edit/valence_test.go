package edit

import (
	"math"
	"slices"
	"testing"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/structure"
)

// closest returns the smallest distance between two atoms, Å.
func closest(s *structure.Structure) float64 {
	image := minImage(s)
	least := math.Inf(1)
	for i := range s.Len() {
		for j := range i {
			least = min(least, image(geom.At(s.Positions, i).Sub(geom.At(s.Positions, j))).Norm())
		}
	}
	return least
}

// hydrogenOf returns the first hydrogen of the nth atom of an element.
func hydrogenOf(d *Document, z uint8, n int) int {
	s := d.Structure()
	for i, e := range s.Elements {
		if e != z {
			continue
		}
		if n--; n < 0 {
			return linksOf(s).hydrogens(i)[0]
		}
	}
	return -1
}

func nth(d *Document, z uint8, n int) int {
	for i, e := range d.Structure().Elements {
		if e == z {
			if n--; n < 0 {
				return i
			}
		}
	}
	return -1
}

func atomOf(z uint8, n int) func(*Document) int {
	return func(d *Document) int { return nth(d, z, n) }
}

func hydrogenAt(z uint8, n int) func(*Document) int {
	return func(d *Document) int { return hydrogenOf(d, z, n) }
}

// propane is ethane with a third carbon on its first one, atom 0.
func propane(t testing.TB) structure.Structure {
	d := open(t, *preset(t, "ethane"))
	p, err := d.PlaceOn(0, 6, 1)
	if err != nil {
		t.Fatal(err)
	}
	apply(t, d, p.Ops...)
	return *d.Structure().Clone()
}

// TestPlaceOn: the acceptance values of Megane's tests, and what goes beyond.
func TestPlaceOn(t *testing.T) {
	lone := structure.Structure{Elements: []uint8{1}, Positions: []float64{1, 2, 3}}
	radical := *preset(t, "methane")
	for _, c := range []struct {
		name           string
		s              structure.Structure
		on             func(*Document) int
		element, order uint8
		formula, label string
	}{
		{"methane H to C", *preset(t, "methane"), hydrogenAt(6, 0), 6, 1, "C2H6", "Add C bonded to #0"},
		{"methane C to O", *preset(t, "methane"), atomOf(6, 0), 8, 1, "CH4O", "Add O bonded to #0"},
		{"methane to ethene", *preset(t, "methane"), atomOf(6, 0), 6, 2, "C2H4", "Add C bonded to #0"},
		{"methane to ethyne", *preset(t, "methane"), hydrogenAt(6, 0), 6, 3, "C2H2", "Add C bonded to #0"},
		{"methane to formaldehyde", *preset(t, "methane"), atomOf(6, 0), 8, 2, "CH2O", "Add O bonded to #0"},
		{"methane to chloromethane", *preset(t, "methane"), atomOf(6, 0), 17, 1, "CH3Cl", "Add Cl bonded to #0"},
		{"propane middle C with O", propane(t), atomOf(6, 0), 8, 1, "C3H8O", "Add O bonded to #0"},
		{"ethanol OH H to C", *preset(t, "ethanol"), hydrogenAt(8, 0), 6, 1, "C3H8O", "Add C bonded to #2"},
		{"isolated H and O", lone, atomOf(1, 0), 8, 1, "H2O", "Add O bonded to #0"},
		{"ammonium N to C", *preset(t, "ammonium"), atomOf(7, 0), 6, 1, "CH6N", "Add C bonded to #0"},
		{"bare skeleton", graph(t, "C C", [][2]uint32{{0, 1}}, nil, nil), atomOf(6, 1), 8, 1, "C2O", "Add O bonded to #1"},
		{"complete without hydrogens", *preset(t, "nitrogen"), atomOf(7, 0), 6, 1, "CN2", "Add C bonded to #0"},
		{"iron", graph(t, "Fe", nil, nil, nil), atomOf(26, 0), 6, 1, "CFe", "Add C bonded to #0"},
		{"iron on methane", *preset(t, "methane"), atomOf(6, 0), 26, 1, "CH3Fe", "Add Fe bonded to #0"},
		{"a hydrogen alone", graph(t, "C", nil, nil, nil), atomOf(6, 0), 1, 1, "CH", "Add H bonded to #0"},
		{"H2", lone, atomOf(1, 0), 1, 1, "H2", "Add H bonded to #0"},
		{"benzene C to C", *preset(t, "benzene"), atomOf(6, 2), 6, 1, "C7H8", "Add C bonded to #2"},
		{"phenol from benzene H", *preset(t, "benzene"), hydrogenAt(6, 0), 8, 1, "C6H6O", "Add O bonded to #0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := open(t, c.s)
			before := d.Hash()
			on := c.on(d)
			p, err := d.PlaceOn(on, c.element, c.order)
			if err != nil {
				t.Fatal(err)
			}
			if d.Hash() != before || d.lastFrag != 0 {
				t.Fatal("the document has changed before the step")
			}
			if _, err := d.Apply(Step{Label: p.Label, Ops: p.Ops}); err != nil {
				t.Fatal(err)
			}
			s := d.Structure()
			if s.Formula() != c.formula || p.Label != c.label {
				t.Errorf("got %s by %q, want %s by %q", s.Formula(), p.Label, c.formula, c.label)
			}
			if got := closest(s); got < 0.7 || got < 0.9 && c.formula != "H2" {
				t.Errorf("the closest pair is %.3f Å apart", got)
			}
			rows := d.Rows([]Ref{p.Atom})
			if len(rows) != 1 || s.Elements[rows[0]] != c.element {
				t.Fatalf("the placed atom is at %v, want one of element %d", rows, c.element)
			}
			if c.element != 1 {
				holder := -1
				for _, k := range linksOf(s).of(int(rows[0])) {
					at := linksOf(s).across(k, int(rows[0]))
					if s.Elements[at] != 1 || s.Formula() == "H2O" && at == 0 {
						holder = at
						if order, _ := d.orderOf(at, int(rows[0])); order != c.order {
							t.Errorf("the bond has order %d, want %d", order, c.order)
						}
					}
				}
				v := geom.At(s.Positions, int(rows[0])).Sub(geom.At(s.Positions, holder))
				if want := elem.CovalentRadius(c.element) + elem.CovalentRadius(s.Elements[holder]); math.Abs(v.Norm()-want) > 1e-9 {
					t.Errorf("the bond is %.3f Å long, want %.3f", v.Norm(), want)
				}
			}
			undone(t, d, before)
		})
	}
	d := open(t, radical)
	if _, err := d.PlaceOn(hydrogenOf(d, 6, 0), 1, 1); err == nil || err.Error() != "H #1 is a hydrogen already" {
		t.Errorf("H on H: got %v", err)
	}
	if _, err := d.PlaceOn(99, 6, 1); err == nil {
		t.Error("an atom that is not there: no error")
	}
	if _, err := d.PlaceOn(0, 6, 5); err == nil {
		t.Error("order 5: no error")
	}
	if _, err := d.PlaceOn(0, 0, 1); err == nil {
		t.Error("element 0: no error")
	}
}

// TestPlaceOnRadical: an atom with room keeps its hydrogens; what it lacks beyond the
// new bond it still lacks.
func TestPlaceOnRadical(t *testing.T) {
	d := open(t, *preset(t, "methane"))
	apply(t, d, &DeleteAtoms{Atoms: refs(t, d, 1, 2)})
	p, err := d.PlaceOn(0, 6, 1)
	if err != nil {
		t.Fatal(err)
	}
	apply(t, d, p.Ops...)
	if got := d.Structure().Formula(); got != "C2H5" {
		t.Errorf("CH2 with C: got %s, want C2H5", got)
	}
}

func TestPlaceInCell(t *testing.T) {
	// The methane is cut by a face; its neighbor is far.
	s := *preset(t, "methane")
	s.Cell = &[9]float64{12, 0, 0, 2, 12, 0, 0, 1, 12}
	for i := range s.Elements {
		geom.Put(s.Positions, i, geom.At(s.Positions, i).Add(geom.Vec3{X: 0.2, Y: 0.2, Z: 0.2}))
	}
	d := open(t, s)
	apply(t, d, &Wrap{})
	for _, on := range []int{0, 1, 2, 3, 4} {
		p, err := d.PlaceOn(on, 6, 1)
		if err != nil {
			t.Fatal(err)
		}
		apply(t, d, p.Ops...)
		if got := d.Structure(); got.Formula() != "C2H6" || closest(got) < 0.9 {
			t.Errorf("on #%d: got %s, closest %.3f Å", on, got.Formula(), closest(got))
		}
		d.Undo()
	}
}

func TestChangeElement(t *testing.T) {
	for _, c := range []struct {
		name    string
		s       structure.Structure
		atoms   func(*Document) []int
		element uint8
		bare    bool // no rebalance
		formula string
	}{
		{"methane C to H", *preset(t, "methane"), func(d *Document) []int { return []int{nth(d, 6, 0)} }, 1, false, "H2"},
		{"ethane C to H", *preset(t, "ethane"), func(d *Document) []int { return []int{nth(d, 6, 0)} }, 1, false, "CH4"},
		{"propane middle C to O", propane(t), func(d *Document) []int { return []int{0} }, 8, false, "C2H6O"},
		{"water O to N", *preset(t, "water"), func(d *Document) []int { return []int{nth(d, 8, 0)} }, 7, false, "H3N"},
		{"methane C to Fe", *preset(t, "methane"), func(d *Document) []int { return []int{nth(d, 6, 0)} }, 26, false, "H4Fe"},
		{"ethane both to N", *preset(t, "ethane"), func(d *Document) []int { return []int{nth(d, 6, 0), nth(d, 6, 1)} }, 7, false, "H4N2"},
		{"the same element", *preset(t, "ethane"), func(d *Document) []int { return []int{0} }, 6, false, ""},
		{"not rebalanced", *preset(t, "water"), func(d *Document) []int { return []int{nth(d, 8, 0)} }, 7, true, "H2N"},
		{"methane H to C", *preset(t, "methane"), func(d *Document) []int { return []int{hydrogenOf(d, 6, 0)} }, 6, false, "C2H6"},
		{"two H of methane to Cl", *preset(t, "methane"), func(d *Document) []int { return []int{1, 2} }, 17, false, "CH2Cl2"},
		{"ethane and its hydrogens to F", *preset(t, "ethane"), func(d *Document) []int { return []int{0, 1, 2, 3, 4, 5, 6, 7} }, 9, false, "F8"},
		{"bare skeleton", graph(t, "C C", [][2]uint32{{0, 1}}, nil, nil), func(d *Document) []int { return []int{0} }, 8, false, "CO"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := open(t, c.s)
			before := d.Hash()
			ops, err := d.ChangeElement(c.atoms(d), c.element, !c.bare)
			if err != nil {
				t.Fatal(err)
			}
			if c.formula == "" {
				if len(ops) != 0 {
					t.Errorf("got %d ops, want none", len(ops))
				}
				return
			}
			apply(t, d, ops...)
			if got := d.Structure(); got.Formula() != c.formula || closest(got) < 0.9 && c.formula != "F8" {
				t.Errorf("got %s, closest %.3f Å, want %s", got.Formula(), closest(got), c.formula)
			}
			undone(t, d, before)
		})
	}
	d := open(t, *preset(t, "water"))
	if _, err := d.ChangeElement([]int{0, 0}, 7, true); err == nil {
		t.Error("an atom named twice: no error")
	}
}

func TestBond(t *testing.T) {
	for _, c := range []struct {
		name      string
		s         structure.Structure
		a, b      int
		order     uint8
		rebalance bool
		formula   string
		bonds     int
		err       string
	}{
		{"ethane to ethene", *preset(t, "ethane"), 0, 1, 2, true, "C2H4", 5, ""},
		{"ethane to ethyne", *preset(t, "ethane"), 0, 1, 3, true, "C2H2", 3, ""},
		{"not rebalanced", *preset(t, "ethane"), 1, 0, 2, false, "C2H6", 7, ""},
		{"removed", *preset(t, "ethane"), 1, 0, 0, true, "C2H8", 8, ""},
		{"removed, not rebalanced", *preset(t, "ethane"), 1, 0, 0, false, "C2H6", 6, ""},
		{"a ring is closed", *preset(t, "hexane"), 0, 5, 1, true, "C6H12", 18, ""},
		{"the same order", *preset(t, "ethane"), 1, 0, 1, true, "", 7, ""},
		{"not bonded", *preset(t, "hexane"), 0, 5, 0, true, "", 0, "C #0 and C #5 are not bonded"},
		{"itself", *preset(t, "hexane"), 2, 2, 1, true, "", 0, "C #2 would be bonded to itself; a bond joins two atoms"},
		{"order 7", *preset(t, "hexane"), 2, 1, 7, true, "", 0, "there is no bond order 7; use 1, 2, 3 or 4 for aromatic"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := open(t, c.s)
			before := d.Hash()
			ops, err := d.Bond(c.a, c.b, c.order, c.rebalance)
			if err != nil || c.err != "" {
				if err == nil || err.Error() != c.err {
					t.Errorf("got %v, want %s", err, c.err)
				}
				return
			}
			if c.formula == "" {
				if len(ops) != 0 {
					t.Errorf("got %d ops, want none", len(ops))
				}
				return
			}
			apply(t, d, ops...)
			if got := d.Structure(); got.Formula() != c.formula || len(got.Bonds) != c.bonds {
				t.Errorf("got %s with %d bonds, want %s with %d", got.Formula(), len(got.Bonds), c.formula, c.bonds)
			}
			undone(t, d, before)
		})
	}
}

func TestRemove(t *testing.T) {
	for _, c := range []struct {
		name    string
		s       structure.Structure
		atoms   []int
		bonds   [][2]int
		fill    bool
		formula string
	}{
		{"an atom", *preset(t, "ethane"), []int{0}, nil, false, "CH6"},
		{"an atom with its hydrogens, filled", *preset(t, "ethane"), []int{0}, nil, true, "CH4"},
		{"a middle atom, filled", propane(t), []int{0}, nil, true, "C2H8"},
		{"a bond", *preset(t, "ethane"), nil, [][2]int{{1, 0}}, false, "C2H6"},
		{"a bond, filled", *preset(t, "ethane"), nil, [][2]int{{1, 0}}, true, "C2H8"},
		{"an atom and its bond", *preset(t, "ethane"), []int{0}, [][2]int{{0, 1}}, true, "CH4"},
		{"a hydrogen stays away", *preset(t, "ethane"), []int{2}, nil, true, "C2H5"},
		{"all", *preset(t, "ethane"), []int{0, 1, 2, 3, 4, 5, 6, 7}, nil, true, ""},
		{"bare skeleton", graph(t, "C C C", [][2]uint32{{0, 1}, {1, 2}}, nil, nil), []int{2}, nil, true, "C2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := open(t, c.s)
			before := d.Hash()
			ops, err := d.Remove(c.atoms, c.bonds, c.fill)
			if err != nil {
				t.Fatal(err)
			}
			apply(t, d, ops...)
			if got := d.Structure().Formula(); got != c.formula {
				t.Errorf("got %s, want %s", got, c.formula)
			}
			undone(t, d, before)
		})
	}
	d := open(t, *preset(t, "ethane"))
	if _, err := d.Remove(nil, nil, true); err == nil {
		t.Error("nothing: no error")
	}
	ops, err := d.Remove(nil, [][2]int{{0, 7}}, false)
	if err == nil {
		_, err = d.Apply(Step{Ops: ops})
	}
	if want := "are not bonded"; err == nil || !slices.Contains([]string{"C #0 and H #7 are not bonded"}, err.Error()) {
		t.Errorf("got %v, want … %s", err, want)
	}
}
