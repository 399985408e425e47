package edit

import (
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/structure"
)

// first returns the row of the first atom of an element.
func first(d *Document, z uint8) int { return slices.Index(d.Structure().Elements, z) }

// TestBalanced: hydrogens follow a charge, an order and an element in the same step, and
// undo takes all of it back.
func TestBalanced(t *testing.T) {
	charge := func(z uint8, q int32) func(testing.TB, *Document) []Op {
		return func(t testing.TB, d *Document) []Op {
			return []Op{&SetCharges{Atoms: refs(t, d, first(d, z)), Charges: []int32{q}}}
		}
	}
	ring5 := [][2]uint32{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}, {0, 5}, {1, 6}, {2, 7}, {3, 8}, {4, 9}}
	aromatic := []uint8{4, 4, 4, 4, 4, 1, 1, 1, 1, 1}
	pyridine := graph(t, "N C C C C C H H H H H", [][2]uint32{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 0}, {1, 6}, {2, 7}, {3, 8}, {4, 9}, {5, 10}},
		[]uint8{4, 4, 4, 4, 4, 4, 1, 1, 1, 1, 1}, nil)
	for _, c := range []struct {
		name           string
		s              structure.Structure
		ops            func(testing.TB, *Document) []Op
		added, removed int
		formula, label string
	}{
		{"water to hydronium", *preset(t, "water"), charge(8, 1), 1, 0, "H3O", "Set charge of #0 to +1, hydrogens adjusted"},
		{"water to hydroxide", *preset(t, "water"), charge(8, -1), 0, 1, "HO", "Set charge of #0 to −1, hydrogens adjusted"},
		{"ethanol to ethoxide", *preset(t, "ethanol"), charge(8, -1), 0, 1, "C2H5O", "hydrogens adjusted"},
		{"pyridine to pyridinium", pyridine, charge(7, 1), 1, 0, "C5H6N", "hydrogens adjusted"},
		{"ethane to ethene", *preset(t, "ethane"), func(t testing.TB, d *Document) []Op {
			return []Op{&SetOrders{Bonds: [][2]Ref{{refs(t, d, 0)[0], refs(t, d, 1)[0]}}, Orders: []uint8{2}}}
		}, 0, 2, "C2H4", "Make bond #0–#1 double, hydrogens adjusted"},
		{"ethanol to ethanal", *preset(t, "ethanol"), func(t testing.TB, d *Document) []Op {
			bond := d.Structure().Bonds[slices.IndexFunc(d.Structure().Bonds, func(b [2]uint32) bool {
				z := d.Structure().Elements
				return z[b[0]]+z[b[1]] == 14
			})]
			ends := refs(t, d, int(bond[0]), int(bond[1]))
			return []Op{&SetOrders{Bonds: [][2]Ref{{ends[0], ends[1]}}, Orders: []uint8{2}}}
		}, 0, 2, "C2H4O", "hydrogens adjusted"},
		{"methanol to methylamine", *preset(t, "methanol"), func(t testing.TB, d *Document) []Op {
			return []Op{&SetElements{Atoms: refs(t, d, first(d, 8)), Elements: []uint8{7}}}
		}, 1, 0, "CH5N", "to N, hydrogens adjusted"},
		{"methane to silane", *preset(t, "methane"), func(t testing.TB, d *Document) []Op {
			return []Op{&SetElements{Atoms: refs(t, d, 0), Elements: []uint8{14}}}
		}, 0, 0, "H4Si", "Set #0 to Si"},
		{"a bond that is cut", *preset(t, "ethane"), func(t testing.TB, d *Document) []Op {
			return []Op{&DeleteBonds{Bonds: [][2]Ref{{refs(t, d, 0)[0], refs(t, d, 1)[0]}}}}
		}, 2, 0, "C2H8", "hydrogens adjusted"},
		{"cyclopentadienyl anion to pyrrole", graph(t, "C C C C C H H H H H", ring5, aromatic, []int32{-1, 0, 0, 0, 0, 0, 0, 0, 0, 0}),
			func(t testing.TB, d *Document) []Op {
				return []Op{&SetElements{Atoms: refs(t, d, 0), Elements: []uint8{7}}, &SetCharges{Atoms: refs(t, d, 0), Charges: []int32{0}}}
			}, 0, 0, "C4H5N", "+ 1 more"},
		{"a bare skeleton stays bare", graph(t, "C C N", [][2]uint32{{0, 1}, {1, 2}}, nil, nil), charge(7, 1), 0, 0, "C2N", "Set charge of #2 to +1"},
		{"chloride to chlorine", graph(t, "Cl Na", nil, nil, []int32{-1, 1}), charge(17, 0), 0, 0, "ClNa", "Set charge"},
		{"a hydrogen", *preset(t, "water"), charge(1, 1), 0, 0, "H2O", "Set charge"},
	} {
		d := open(t, c.s)
		before := d.Hash()
		ops, report, err := d.Balanced(c.ops(t, d))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if d.Hash() != before || len(d.Steps()) > 0 {
			t.Errorf("%s: the document has changed before the step", c.name)
		}
		apply(t, d, ops...)
		if report.Hydrogens != c.added || report.Removed != c.removed || !strings.HasPrefix(d.Summary().Formula, c.formula) || len(report.Notes) > 0 {
			t.Errorf("%s: got %s, %+v; want %s, %d added, %d removed", c.name, d.Summary().Formula, report, c.formula, c.added, c.removed)
		}
		if label := d.Steps()[0].Label; !strings.Contains(label, c.label) || c.added+c.removed == 0 && strings.Contains(label, "adjusted") {
			t.Errorf("%s: got label %q, want …%s…", c.name, label, c.label)
		}
		after := d.Hash()
		d.Undo()
		if d.Hash() != before {
			t.Errorf("%s: undo does not give the document back", c.name)
		}
		if d.Redo(); d.Hash() != after {
			t.Errorf("%s: redo gives another document", c.name)
		}
		// What was adjusted fits.
		if ops, _, err := d.AdjustHydrogens(nil); c.added+c.removed > 0 && (err != nil || ops != nil) {
			t.Errorf("%s: adjusted again: got %d ops, %v", c.name, len(ops), err)
		}
	}
}

// TestBalancedRefuses: an atom that gets no valence keeps its hydrogens, with a note.
func TestBalancedRefuses(t *testing.T) {
	d := open(t, *preset(t, "acetone"))
	ops, report, err := d.Balanced([]Op{&SetCharges{Atoms: refs(t, d, first(d, 8)), Charges: []int32{-1}}})
	if err != nil || len(ops) != 1 || len(report.Notes) != 1 || !strings.Contains(report.Notes[0], "O #") {
		t.Errorf("acetone with a negative oxygen: got %d ops, %+v, %v; want one and a note", len(ops), report, err)
	}
	if _, _, err := d.Balanced([]Op{&SetCharges{Atoms: []Ref{{Atom: 99}}, Charges: []int32{1}}}); err == nil {
		t.Error("atom 99: got no error")
	}
	if _, _, err := d.Balanced([]Op{&SetCharges{Atoms: refs(t, d, 0), Charges: []int32{99}}}); err == nil {
		t.Error("a charge of 99: got no error")
	}
}

// TestAdjustHydrogens: the document and the selection.
func TestAdjustHydrogens(t *testing.T) {
	adjusted := func(d *Document, atoms []int) HydrogenReport {
		ops, report, err := d.AdjustHydrogens(atoms)
		if err != nil {
			t.Fatal(err)
		}
		if ops != nil {
			apply(t, d, ops...)
		}
		return report
	}
	// N has a hydrogen too many for its order, C lacks two, O one.
	mixed := graph(t, "C N H H O", [][2]uint32{{0, 1}, {1, 2}, {1, 3}, {0, 4}}, []uint8{2, 1, 1, 1}, nil)
	d := open(t, mixed)
	if r := adjusted(d, nil); r.Hydrogens != 2 || r.Removed != 1 || r.Atoms != 3 || d.Summary().Formula != "CH3NO" {
		t.Errorf("all: got %+v, %s; want 2 added, 1 removed, CH3NO", r, d.Summary().Formula)
	}
	checkPlaces(t, "formamidic acid", d.Structure(), 4)
	d = open(t, mixed)
	if r := adjusted(d, []int{2}); r.Hydrogens != 0 || r.Removed != 1 || d.Summary().Formula != "CHNO" {
		t.Errorf("a hydrogen of the nitrogen: got %+v, %s; want 1 removed", r, d.Summary().Formula)
	}
	d = open(t, mixed)
	if r := adjusted(d, []int{4}); r.Hydrogens != 1 || r.Removed != 0 || r.Atoms != 1 {
		t.Errorf("the oxygen: got %+v, want 1 added", r)
	}
	// Aromatic rings are completed without the hydrogens that go: a pyrrole whose methyl
	// group has one too many.
	ring := graph(t, "C C C C N C H H H H", [][2]uint32{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}, {0, 5}, {5, 6}, {5, 7}, {5, 8}, {5, 9}},
		[]uint8{4, 4, 4, 4, 4, 1, 1, 1, 1, 1}, nil)
	d = open(t, ring)
	if r := adjusted(d, nil); r.Hydrogens != 4 || r.Removed != 1 || d.Summary().Formula != "C5H7N" || len(r.Notes) != 1 {
		t.Errorf("methylpyrrole: got %+v, %s; want 4 added, 1 removed, C5H7N", r, d.Summary().Formula)
	}
	// Metals keep what they have; a structure without bonds is refused.
	d = open(t, graph(t, "Fe H H", [][2]uint32{{0, 1}, {0, 2}}, nil, nil))
	if r := adjusted(d, nil); r.Hydrogens+r.Removed != 0 {
		t.Errorf("iron hydride: got %+v, want nothing", r)
	}
	d = open(t, graph(t, "C O", nil, nil, nil))
	if _, _, err := d.AdjustHydrogens(nil); err == nil || !strings.Contains(err.Error(), "no bonds") {
		t.Errorf("no bonds: got %v", err)
	}
}
