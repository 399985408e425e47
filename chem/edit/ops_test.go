package edit

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/contract"
)

// bare is two atoms without bonds and channels.
func bare() structure.Structure {
	return structure.Structure{Elements: []uint8{8, 6}, Positions: []float64{0, 0, 0, 5, 0, 0}}
}

func TestAddAtoms(t *testing.T) {
	d := open(t, waters(2))
	before := d.Hash()
	c := apply(t, d, &AddAtoms{
		Elements: []uint8{1, 6}, Positions: []float64{0, 0, 1, 0, 0, 2}, Charges: []int32{1, 0},
		Parents: refs(t, d, 3, 0), Orders: []uint8{1, 2},
	})
	if want := (Change{AtomsFrom: 6, BondsFrom: 4, AddedFrom: 6, AddedTo: 8}); c != want {
		t.Errorf("change: got %+v, want %+v", c, want)
	}
	s := d.Structure()
	if err := s.Validate(); err != nil {
		t.Fatal(err)
	}
	if got, want := s.Bonds[4:], [][2]uint32{{3, 6}, {0, 7}}; !slices.Equal(got, want) {
		t.Errorf("bonds: got %v, want %v", got, want)
	}
	if got, want := s.BondOrders[4:], []uint8{1, 2}; !slices.Equal(got, want) {
		t.Errorf("orders: got %v, want %v", got, want)
	}
	if s.Molecules[6] != 1 || s.Molecules[7] != 0 || s.ResidueIDs[6] != 2 || s.ResidueNames[7] != "WATE" || s.ChainIDs[6] != "A" {
		t.Errorf("labels: got molecules %v, residue %d, want those of the parents", s.Molecules[6:], s.ResidueIDs[6])
	}
	if s.AtomNames[7] != "C" || s.FormalCharges[6] != 1 {
		t.Errorf("got name %q and charge %d, want C and +1", s.AtomNames[7], s.FormalCharges[6])
	}
	d.Undo()
	if d.Hash() != before {
		t.Error("undone: the hash is not what it was")
	}
}

func TestAddAtomsAlone(t *testing.T) {
	d := open(t, waters(2))
	apply(t, d, &AddAtoms{Name: "ion", Elements: []uint8{11, 17}, Positions: make([]float64, 6)})
	s := d.Structure()
	if got, want := s.Molecules[6:], []int32{2, 3}; !slices.Equal(got, want) {
		t.Errorf("molecules: got %v, want %v", got, want)
	}
	if s.ChainIDs[6] != " " || s.ResidueNames[6] != "" || s.ResidueIDs[6] != 0 {
		t.Errorf("labels: got chain %q, residue %q %d, want blank", s.ChainIDs[6], s.ResidueNames[6], s.ResidueIDs[6])
	}
	if got, want := d.FormatRef(refs(t, d, 7)[0]), "ion-1:1"; got != want {
		t.Errorf("reference: got %s, want %s", got, want)
	}
}

// TestStepNamesItsOwnAtoms: one step adds atoms, bonds them to each other and charges
// one, and does so again when it is redone after other numbers were given.
func TestStepNamesItsOwnAtoms(t *testing.T) {
	d := open(t, bare())
	apply(t, d,
		&AddAtoms{Elements: []uint8{7}, Positions: []float64{1, 0, 0}},
		&AddFragment{Name: "x", Atoms: argon()},
		&AddAtoms{Elements: []uint8{6, 6}, Positions: []float64{2, 0, 0, 3, 0, 0}},
		&AddBonds{Bonds: [][2]Ref{{Added(0, 0), Added(2, 1)}, {Added(2, 0), refs(t, d, 1)[0]}}, Orders: []uint8{3, 1}},
		&SetCharges{Atoms: []Ref{Added(0, 0)}, Charges: []int32{1}},
	)
	after := d.Hash()
	s := d.Structure()
	if got, want := s.Bonds, [][2]uint32{{2, 5}, {4, 1}}; !slices.Equal(got, want) {
		t.Errorf("bonds: got %v, want %v", got, want)
	}
	if got, want := s.FormalCharges, []int32{0, 0, 1, 0, 0, 0}; !slices.Equal(got, want) {
		t.Errorf("charges: got %v, want %v", got, want)
	}
	d.Undo()
	d.Redo()
	if d.Hash() != after {
		t.Error("redone: the hash is not what it was")
	}
	if _, err := d.Apply(Step{Ops: []Op{&SetCharges{Atoms: []Ref{Added(0, 0)}, Charges: []int32{0}}}}); err == nil {
		t.Error("a step that adds nothing names an added atom: got no error")
	}
}

func TestBonds(t *testing.T) {
	d := open(t, waters(2))
	before := d.Hash()
	pair := func(a, b int) [2]Ref { r := refs(t, d, a, b); return [2]Ref{r[0], r[1]} }

	c := apply(t, d, &SetOrders{Bonds: [][2]Ref{pair(4, 3)}, Orders: []uint8{2}})
	if c.AtomsFrom != 6 || c.BondsFrom != 2 {
		t.Errorf("set_order changed rows from %+v, want bond 2 and no atom", c)
	}
	if got, want := d.Structure().BondOrders, []uint8{1, 1, 2, 1}; !slices.Equal(got, want) {
		t.Errorf("orders: got %v, want %v", got, want)
	}
	c = apply(t, d, &DeleteBonds{Bonds: [][2]Ref{pair(1, 0)}})
	if got, want := d.Structure().Bonds, [][2]uint32{{0, 2}, {3, 4}, {3, 5}}; !slices.Equal(got, want) || c.BondsFrom != 0 {
		t.Errorf("bonds: got %v from %d, want %v from 0", got, c.BondsFrom, want)
	}
	c = apply(t, d, &AddBonds{Bonds: [][2]Ref{pair(1, 4)}})
	if c.BondsFrom != 3 || d.Structure().BondOrders[3] != 1 {
		t.Errorf("add_bond: got rows from %d, order %d; want 3 and 1", c.BondsFrom, d.Structure().BondOrders[3])
	}
	if _, err := d.Jump(0); err != nil || d.Hash() != before {
		t.Error("undone: the hash is not what it was")
	}
}

// TestOrdersAndChargesAppear: a document without the channel has it after the op and
// not after undo.
func TestOrdersAndChargesAppear(t *testing.T) {
	s := waters(1)
	s.BondOrders, s.FormalCharges = nil, nil
	d := open(t, s)
	r := refs(t, d, 0, 2)
	apply(t, d, &SetOrders{Bonds: [][2]Ref{{r[1], r[0]}}, Orders: []uint8{4}}, &SetCharges{Atoms: r[:1], Charges: []int32{-1}})
	if got, want := d.Structure().BondOrders, []uint8{1, 4}; !slices.Equal(got, want) {
		t.Errorf("orders: got %v, want %v", got, want)
	}
	if d.Summary().Charge != -1 {
		t.Errorf("charge: got %d, want -1", d.Summary().Charge)
	}
	d.Undo()
	if d.Structure().BondOrders != nil || d.Structure().FormalCharges != nil {
		t.Error("undone: the channels are still there")
	}
}

func TestSetElements(t *testing.T) {
	d := open(t, waters(1))
	apply(t, d, &SetElements{Atoms: refs(t, d, 2), Elements: []uint8{17}})
	s := d.Structure()
	if s.Elements[2] != 17 || s.AtomNames[2] != "Cl" || d.Summary().Formula != "HClO" {
		t.Errorf("got element %d named %q in %s, want Cl in HClO", s.Elements[2], s.AtomNames[2], d.Summary().Formula)
	}
	d.Undo()
	if s := d.Structure(); s.Elements[2] != 1 || s.AtomNames[2] != "H2" {
		t.Errorf("undone: got element %d named %q, want H2", s.Elements[2], s.AtomNames[2])
	}
}

func TestOpsRefused(t *testing.T) {
	r := func(atoms ...int32) []Ref {
		var list []Ref
		for _, a := range atoms {
			list = append(list, Ref{Atom: a})
		}
		return list
	}
	bond := func(a, b int32) [][2]Ref { return [][2]Ref{{{Atom: a}, {Atom: b}}} }
	for _, c := range []struct {
		name, want string
		op         Op
	}{
		{"no atom", "no atom to add", &AddAtoms{}},
		{"coordinates", "three per atom", &AddAtoms{Elements: []uint8{6}, Positions: []float64{1}}},
		{"element 0", "element 0 of atom 0", &AddAtoms{Elements: []uint8{0}, Positions: make([]float64, 3)}},
		{"orders without parents", "one per atom or none", &AddAtoms{Elements: []uint8{6}, Positions: make([]float64, 3), Orders: []uint8{1}}},
		{"unknown parent", "atom 99 is not", &AddAtoms{Elements: []uint8{6}, Positions: make([]float64, 3), Parents: r(99)}},
		{"order 5", "no bond order 5", &AddAtoms{Elements: []uint8{6}, Positions: make([]float64, 3), Parents: r(0), Orders: []uint8{5}}},
		{"charge", "+16 of atom 0", &AddAtoms{Elements: []uint8{6}, Positions: make([]float64, 3), Charges: []int32{16}}},
		{"self bond", "O #0 would be bonded to itself", &AddBonds{Bonds: bond(0, 0)}},
		{"bonded", "H #1 and O #0 are bonded already", &AddBonds{Bonds: bond(1, 0)}},
		{"twice", "named twice", &AddBonds{Bonds: append(bond(0, 3), bond(3, 0)...)}},
		{"no bond", "name at least one", &AddBonds{}},
		{"unknown end", "atom 6 is not", &AddBonds{Bonds: bond(6, 0)}},
		{"not bonded", "H #1 and H #2 are not bonded", &SetOrders{Bonds: bond(1, 2), Orders: []uint8{2}}},
		{"order 0", "no bond order 0", &SetOrders{Bonds: bond(0, 1), Orders: []uint8{0}}},
		{"orders", "one per bond", &SetOrders{Bonds: bond(0, 1)}},
		{"delete not bonded", "O #0 and O #3 are not bonded", &DeleteBonds{Bonds: bond(0, 3)}},
		{"element 119", "element 119 of atom 2", &SetElements{Atoms: r(2), Elements: []uint8{119}}},
		{"elements", "0 values for 1 atoms", &SetElements{Atoms: r(2)}},
		{"charge out of range", "-16 of atom 1", &SetCharges{Atoms: r(1), Charges: []int32{-16}}},
		{"charged twice", "H #1 is named twice", &SetCharges{Atoms: r(1, 1), Charges: []int32{1, 0}}},
		{"charges of nothing", "name at least one", &SetCharges{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := open(t, waters(2))
			before, revision := d.Hash(), d.Revision()
			good := &AddAtoms{Elements: []uint8{6}, Positions: make([]float64, 3)}
			_, err := d.Apply(Step{Ops: []Op{good, c.op}})
			var e *contract.Error
			if !errors.As(err, &e) || !strings.Contains(e.Message, c.want) || strings.Contains(e.Message, "\n") {
				t.Fatalf("got error %v, want one line with %q", err, c.want)
			}
			if d.Hash() != before || d.Revision() != revision || len(d.Steps()) != 0 {
				t.Error("the refused step changed the document")
			}
		})
	}
}

func TestWords(t *testing.T) {
	for _, c := range []struct {
		want string
		op   func(*Document) Op
	}{
		{"Add C bonded to #3", func(d *Document) Op {
			return &AddAtoms{Elements: []uint8{6}, Positions: make([]float64, 3), Parents: refs(t, d, 3)}
		}},
		{"Add Na", func(*Document) Op { return &AddAtoms{Elements: []uint8{11}, Positions: make([]float64, 3)} }},
		{"Add 2 atoms", func(*Document) Op { return &AddAtoms{Elements: []uint8{1, 1}, Positions: make([]float64, 6)} }},
		{"Bond #0 with #3", func(d *Document) Op { return &AddBonds{Bonds: [][2]Ref{{{Atom: 0}, {Atom: 3}}}} }},
		{"Make bond #0–#1 double", func(d *Document) Op {
			return &SetOrders{Bonds: [][2]Ref{{{Atom: 0}, {Atom: 1}}}, Orders: []uint8{2}}
		}},
		{"Make 2 bonds aromatic", func(d *Document) Op {
			return &SetOrders{Bonds: [][2]Ref{{{Atom: 0}, {Atom: 1}}, {{Atom: 0}, {Atom: 2}}}, Orders: []uint8{4, 4}}
		}},
		{"Delete bond #0–#1", func(d *Document) Op { return &DeleteBonds{Bonds: [][2]Ref{{{Atom: 0}, {Atom: 1}}}} }},
		{"Set charge of #0 to −1", func(d *Document) Op { return &SetCharges{Atoms: refs(t, d, 0), Charges: []int32{-1}} }},
		{"Set charge of 2 atoms to other values", func(d *Document) Op {
			return &SetCharges{Atoms: refs(t, d, 0, 3), Charges: []int32{-1, 1}}
		}},
		{"Set 2 atoms to Cl", func(d *Document) Op { return &SetElements{Atoms: refs(t, d, 1, 4), Elements: []uint8{17, 17}} }},
	} {
		d := open(t, waters(2))
		apply(t, d, c.op(d))
		if got := d.Steps()[0].Label; got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
