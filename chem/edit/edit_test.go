package edit

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/crystal"
	"github.com/molsmith/molsmith/chem/formats/json"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/contract"
)

// waters returns n water molecules on a line, with every channel there is.
func waters(n int) structure.Structure {
	var s structure.Structure
	for i := range n {
		x := 3 * float64(i)
		base := uint32(3 * i)
		s.Elements = append(s.Elements, 8, 1, 1)
		s.Positions = append(s.Positions, x, 0, 0, x+0.757, 0.586, 0, x-0.757, 0.586, 0)
		s.Bonds = append(s.Bonds, [2]uint32{base, base + 1}, [2]uint32{base, base + 2})
		s.BondOrders = append(s.BondOrders, 1, 1)
		m := int32(i)
		s.Molecules = append(s.Molecules, m, m, m)
		s.ResidueNames = append(s.ResidueNames, "WATE", "WATE", "WATE")
		s.ResidueIDs = append(s.ResidueIDs, m+1, m+1, m+1)
		s.AtomNames = append(s.AtomNames, "O1", "H1", "H2")
		s.ChainIDs = append(s.ChainIDs, "A", "A", "A")
		s.FormalCharges = append(s.FormalCharges, 0, 0, 0)
	}
	s.Scalars = []structure.Channel{{Name: "partial_charge", Values: make([]float64, len(s.Elements))}}
	return s
}

// argon is one atom without any channel.
func argon() structure.Structure {
	return structure.Structure{Elements: []uint8{18}, Positions: []float64{9, 9, 9}}
}

func open(t testing.TB, s structure.Structure) *Document {
	t.Helper()
	d, err := New("test", Source{Kind: "new", Label: "test"}, s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func apply(t testing.TB, d *Document, ops ...Op) Change {
	t.Helper()
	c, err := d.Apply(Step{Ops: ops})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func refs(t testing.TB, d *Document, atoms ...int) []Ref {
	t.Helper()
	r, err := d.Refs(atoms)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestAddFragmentKeepsEveryChannel(t *testing.T) {
	d := open(t, waters(2))
	c := apply(t, d, &AddFragment{Name: "Water", Atoms: waters(1)})
	s := d.Structure()
	if got, want := c, (Change{AtomsFrom: 6, BondsFrom: 4, AddedFrom: 6, AddedTo: 9}); got != want {
		t.Errorf("change: got %+v, want %+v", got, want)
	}
	if got, want := s.Molecules, []int32{0, 0, 0, 1, 1, 1, 2, 2, 2}; !slices.Equal(got, want) {
		t.Errorf("molecules: got %v, want %v", got, want)
	}
	if got, want := s.ResidueIDs[6:], []int32{1, 1, 1}; !slices.Equal(got, want) {
		t.Errorf("residue ids of the fragment: got %v, want %v as given", got, want)
	}
	if got, want := s.Bonds[4:], [][2]uint32{{6, 7}, {6, 8}}; !slices.Equal(got, want) {
		t.Errorf("bonds of the fragment: got %v, want %v", got, want)
	}
	if err := s.Validate(); err != nil {
		t.Error(err)
	}
}

func TestAddFragmentFillsChannels(t *testing.T) {
	for _, c := range []struct {
		name        string
		source, add structure.Structure
	}{
		{"document knows more", waters(1), argon()},
		{"fragment knows more", argon(), waters(1)},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := open(t, c.source)
			before := d.Hash()
			apply(t, d, &AddFragment{Name: "x", Atoms: c.add})
			s := d.Structure()
			if err := s.Validate(); err != nil {
				t.Fatal(err)
			}
			if err := contract.ValidateStructure(json.ToContract(s)); err != nil {
				t.Fatal(err)
			}
			ar := slices.Index(s.Elements, 18)
			if s.AtomNames[ar] != "Ar" || s.ChainIDs[ar] != " " || s.ResidueNames[ar] != "" || s.FormalCharges[ar] != 0 {
				t.Errorf("argon: got name %q, chain %q, residue %q, charge %d; want Ar, blank, blank, 0",
					s.AtomNames[ar], s.ChainIDs[ar], s.ResidueNames[ar], s.FormalCharges[ar])
			}
			if s.Molecules[0] == s.Molecules[3] {
				t.Errorf("molecules: got %v, want two", s.Molecules)
			}
			d.Undo()
			if got := d.Hash(); got != before {
				t.Errorf("after undo: got hash %s, want %s", got, before)
			}
		})
	}
}

func TestDeleteAtoms(t *testing.T) {
	d := open(t, waters(3))
	c := apply(t, d, &DeleteAtoms{Atoms: refs(t, d, 3, 4, 5)})
	if got, want := c, (Change{AtomsFrom: 3, BondsFrom: 2, AddedFrom: 6, AddedTo: 6}); got != want {
		t.Errorf("change: got %+v, want %+v", got, want)
	}
	s := d.Structure()
	if got, want := s.Bonds, [][2]uint32{{0, 1}, {0, 2}, {3, 4}, {3, 5}}; !slices.Equal(got, want) {
		t.Errorf("bonds: got %v, want %v", got, want)
	}
	// The reference of the third oxygen still names it.
	if got := d.FormatRef(refs(t, d, 3)[0]); got != "6" {
		t.Errorf("reference: got %s, want 6", got)
	}
	steps := d.Steps()
	if steps[0].Label != "Delete 3 atoms" || steps[0].Detail != "−3" {
		t.Errorf("history: got %q %q, want Delete 3 atoms −3", steps[0].Label, steps[0].Detail)
	}
}

func TestFragmentReferences(t *testing.T) {
	d := open(t, argon())
	apply(t, d, &AddFragment{Name: "Water (TIP3P)", Atoms: waters(1)})
	if got, want := d.FormatRef(refs(t, d, 2)[0]), "water-tip3p-1:1"; got != want {
		t.Errorf("reference: got %s, want %s", got, want)
	}
	d.Undo()
	apply(t, d, &AddFragment{Name: "", Atoms: waters(1)})
	if got, want := d.FormatRef(refs(t, d, 1)[0]), "fragment-2:0"; got != want {
		t.Errorf("reference of the next fragment: got %s, want %s", got, want)
	}
}

func TestSetCell(t *testing.T) {
	d := open(t, argon())
	cube := &[9]float64{10, 0, 0, 0, 10, 0, 0, 0, 10}
	c := apply(t, d, &SetCell{Cell: cube})
	if c.AtomsFrom != 1 {
		t.Errorf("a cell alone changes no atoms: got rows from %d, want 1", c.AtomsFrom)
	}
	apply(t, d, &SetCell{Cell: &[9]float64{20, 0, 0, 0, 10, 0, 0, 0, 10}, ScaleAtoms: true})
	if got, want := d.Structure().Positions, []float64{18, 9, 9}; !slices.Equal(got, want) {
		t.Errorf("scaled: got %v, want %v", got, want)
	}
	d.Undo()
	if got, want := d.Structure().Positions, []float64{9, 9, 9}; !slices.Equal(got, want) {
		t.Errorf("undone: got %v, want %v", got, want)
	}
	d.Undo()
	if d.Structure().Cell != nil {
		t.Error("undone: got a cell, want none")
	}
}

func TestReplacePositions(t *testing.T) {
	d := open(t, waters(2))
	c := apply(t, d, &ReplacePositions{Atoms: refs(t, d, 3), Positions: []float64{1, 2, 3}})
	if c.AtomsFrom != 3 || c.BondsFrom != 4 {
		t.Errorf("change: got %+v, want rows from 3 and no bonds", c)
	}
	if got, want := d.Structure().Positions[9:12], []float64{1, 2, 3}; !slices.Equal(got, want) {
		t.Errorf("position: got %v, want %v", got, want)
	}
}

// TestReplacePositionsPairs: each position goes to the atom it was given for, in
// whatever order the atoms are named.
func TestReplacePositionsPairs(t *testing.T) {
	d := open(t, waters(2))
	before := d.Hash()
	c := apply(t, d, &ReplacePositions{Atoms: refs(t, d, 5, 1, 3), Positions: []float64{5, 5, 5, 1, 1, 1, 3, 3, 3}})
	if c.AtomsFrom != 1 {
		t.Errorf("change: got rows from %d, want 1", c.AtomsFrom)
	}
	for _, atom := range []int{1, 3, 5} {
		x := float64(atom)
		if got, want := d.Structure().Positions[3*atom:3*atom+3], []float64{x, x, x}; !slices.Equal(got, want) {
			t.Errorf("atom %d: got %v, want %v", atom, got, want)
		}
	}
	d.Undo()
	if got := d.Hash(); got != before {
		t.Errorf("undone: got hash %s, want %s", got, before)
	}
}

func TestDeleteNamesAnAtomTwice(t *testing.T) {
	d := open(t, waters(2))
	apply(t, d, &DeleteAtoms{Atoms: refs(t, d, 4, 1, 4)})
	if got := d.Structure().Len(); got != 4 {
		t.Errorf("got %d atoms, want 4", got)
	}
	if s := d.Steps()[0]; s.Label != "Delete 2 atoms" || s.Detail != "−2" {
		t.Errorf("history: got %q %q, want Delete 2 atoms −2", s.Label, s.Detail)
	}
}

func TestRefusedStepsChangeNothing(t *testing.T) {
	nan := 0.0
	nan /= nan
	for _, c := range []struct {
		name, want string
		ops        []Op
	}{
		{"no op", "no change", nil},
		{"no atom", "no atom to delete", []Op{&DeleteAtoms{}}},
		{"unknown atom", "atom 99 is not in the document", []Op{&DeleteAtoms{Atoms: []Ref{{Atom: 99}}}}},
		{"empty fragment", "no atoms", []Op{&AddFragment{}}},
		{"bad fragment", "cannot be added", []Op{&AddFragment{Atoms: structure.Structure{Elements: []uint8{0}, Positions: []float64{0, 0, 0}}}}},
		{"flat cell", "cell cannot be set", []Op{&SetCell{Cell: &[9]float64{1, 0, 0, 1, 0, 0, 0, 0, 1}}}},
		{"scale without a cell", "cell before and after", []Op{&SetCell{ScaleAtoms: true}}},
		{"too few coordinates", "three per atom", []Op{&ReplacePositions{Positions: []float64{1}}}},
		{"moved twice", "H #1 is named twice in one change", []Op{&ReplacePositions{Atoms: []Ref{{Atom: 1}, {Atom: 1}}, Positions: make([]float64, 6)}}},
		{"not a number", "not a finite number", []Op{&ReplacePositions{Atoms: []Ref{{Atom: 1}}, Positions: []float64{0, nan, 0}}}},
		{"second op is bad", "atom 99", []Op{&DeleteAtoms{Atoms: []Ref{{Atom: 0}}}, &AddFragment{Name: "w", Atoms: waters(1)}, &DeleteAtoms{Atoms: []Ref{{Atom: 99}}}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := open(t, waters(2))
			apply(t, d, &DeleteAtoms{Atoms: refs(t, d, 5)})
			d.Undo()
			before, revision := d.Hash(), d.Revision()
			_, err := d.Apply(Step{Ops: c.ops})
			var e *contract.Error
			if !errors.As(err, &e) || !strings.Contains(e.Message, c.want) || strings.Contains(e.Message, "\n") {
				t.Fatalf("got error %v, want one line with %q", err, c.want)
			}
			if d.Hash() != before || d.Revision() != revision || len(d.RedoSteps()) != 1 || len(d.Steps()) != 0 {
				t.Error("the refused step changed the document")
			}
		})
	}
}

func TestHistory(t *testing.T) {
	d := open(t, waters(2))
	if d.Dirty() {
		t.Error("an opened document is dirty")
	}
	apply(t, d, &DeleteAtoms{Atoms: refs(t, d, 0)})
	d.MarkSaved()
	apply(t, d, &DeleteAtoms{Atoms: refs(t, d, 0)})
	if !d.Dirty() {
		t.Error("a step after saving: got clean, want dirty")
	}
	d.Undo()
	if d.Dirty() {
		t.Error("back at the saved step: got dirty, want clean")
	}
	if _, err := d.Jump(3); err == nil {
		t.Error("jump beyond the steps: got no error")
	}
	c, err := d.Jump(2)
	if err != nil || len(d.Steps()) != 2 || c.AtomsFrom != 0 {
		t.Errorf("jump forward: got %+v, %v and %d steps, want rows from 0 and 2 steps", c, err, len(d.Steps()))
	}
	d.Undo()
	apply(t, d, &SetCell{Cell: &[9]float64{9, 0, 0, 0, 9, 0, 0, 0, 9}})
	if n := len(d.RedoSteps()); n != 0 {
		t.Errorf("a new step keeps %d steps to redo, want 0", n)
	}
	if _, ok := d.Redo(); ok {
		t.Error("redo of nothing: got true")
	}
}

// randomStep makes a step that can be applied, or one that cannot.
func randomStep(r *rand.Rand, d *Document) []Op {
	n := d.Structure().Len()
	var ops []Op
	for range 1 + r.IntN(2) {
		switch r.IntN(10) {
		case 0:
			if n == 0 {
				continue
			}
			var atoms []int
			for range 1 + r.IntN(4) {
				atoms = append(atoms, r.IntN(n))
			}
			chosen, _ := d.Refs(atoms)
			ops = append(ops, &DeleteAtoms{Atoms: chosen})
		case 1:
			ops = append(ops, &AddFragment{Name: "Water", Atoms: waters(1 + r.IntN(3))})
		case 2:
			ops = append(ops, &AddFragment{Atoms: argon()})
		case 3:
			ops = append(ops, &SetCell{Cell: &[9]float64{5 + r.Float64(), 0, 0, r.Float64(), 6, 0, 0, 0, 7}, ScaleAtoms: d.Structure().Cell != nil && r.IntN(2) == 0})
		case 4:
			if n == 0 {
				continue
			}
			chosen, _ := d.Refs([]int{r.IntN(n)})
			ops = append(ops, &ReplacePositions{Atoms: chosen, Positions: []float64{r.Float64(), r.Float64(), r.Float64()}})
		default:
			if n > 0 {
				ops = append(ops, randomOp(r, d))
			}
		}
	}
	return ops
}

// randomOp changes atoms, bonds and the cell; about every third one cannot be applied.
func randomOp(r *rand.Rand, d *Document) Op {
	s := d.Structure()
	atoms, _ := d.Refs([]int{r.IntN(s.Len()), r.IntN(s.Len())})
	ends := [][2]Ref{{atoms[0], atoms[1]}}
	if len(s.Bonds) > 0 && r.IntN(3) > 0 {
		b := s.Bonds[r.IntN(len(s.Bonds))]
		bonded, _ := d.Refs([]int{int(b[1]), int(b[0])})
		ends[0] = [2]Ref{bonded[0], bonded[1]}
	}
	switch r.IntN(17) {
	case 15:
		return randomCrystal(r, s)
	case 10:
		return &MoveAtoms{Atoms: atoms, By: geom.Vec3{X: r.Float64(), Z: -r.Float64()}}
	case 11:
		return &RotateAtoms{Atoms: atoms[:1], Axis: geom.Vec3{X: r.Float64() - 0.5, Y: 1}, Origin: geom.Vec3{Z: r.Float64()}, Angle: 360 * r.Float64()}
	case 12:
		id := int32(r.IntN(100)) - 50
		return []*SetLabels{
			{Atoms: atoms, Name: text("CA")}, {Atoms: atoms[:1], ResidueName: text("ALA"), ResidueID: &id}, {Atoms: atoms[1:], ChainID: text("B")}, {Atoms: atoms[:1]},
		}[r.IntN(4)]
	case 13:
		if r.IntN(4) == 0 {
			return &Clear{}
		}
		return &ExpandSymmetry{}
	case 0:
		return &AddAtoms{Name: "C", Elements: []uint8{6, 1}, Positions: make([]float64, 6), Charges: []int32{int32(r.IntN(3)) - 1, 0}, Parents: atoms, Orders: []uint8{2, 1}}
	case 1:
		return &AddBonds{Bonds: [][2]Ref{{atoms[0], atoms[1]}}, Orders: []uint8{uint8(1 + r.IntN(4))}}
	case 2:
		return &SetOrders{Bonds: ends, Orders: []uint8{uint8(r.IntN(5))}}
	case 3:
		return &DeleteBonds{Bonds: ends}
	case 4:
		return &SetElements{Atoms: atoms, Elements: []uint8{uint8(r.IntN(118)), 7}}
	case 5:
		return &Wrap{Molecules: r.IntN(2) == 0}
	case 6:
		return &Unwrap{}
	case 7:
		vacuum := float64(r.IntN(5)) - 1
		return &Center{Axes: []string{"", "c", "ab", "abc"}[r.IntN(4)], Vacuum: []*float64{nil, &vacuum}[r.IntN(2)]}
	case 8:
		cell := [9]float64{2 + float64(9*r.Float64()), 0, 0, 3 * r.Float64(), 6 * r.Float64(), 0, 1, 2, float64(5*r.Float64()) - 1}
		return &SetCell{Cell: []*[9]float64{nil, &cell, &cell}[r.IntN(3)], ScaleAtoms: r.IntN(2) == 0}
	}
	return &SetCharges{Atoms: atoms, Charges: []int32{int32(r.IntN(5)) - 2, 1}}
}

// randomCrystal makes the document another crystal, now and then one that cannot be.
func randomCrystal(r *rand.Rand, s *structure.Structure) Op {
	small := func() int { return r.IntN(5) - 2 }
	switch r.IntN(5) {
	case 0:
		if s.Len() > 200 {
			return &Slab{Slab: crystal.Slab{Miller: [3]int{1, 0, 1}, Layers: 1}}
		}
		return &Supercell{Matrix: [9]int{1, r.IntN(2), 0, -r.IntN(2), 1 + r.IntN(2), 0, 0, r.IntN(3), 1}}
	case 1:
		return &Supercell{Matrix: [9]int{1, small(), 0, 0, 1, small(), 0, 0, r.IntN(2)}}
	case 2:
		return &Slab{Slab: crystal.Slab{Miller: [3]int{small(), small(), 1}, Layers: 1, Vacuum: 3, Shift: r.Float64(), Top: []float64{0, 0.8}[r.IntN(2)]}}
	case 3:
		return &Slab{Slab: crystal.Slab{Miller: [3]int{small(), small(), small()}, Layers: r.IntN(2), Shift: r.Float64()}}
	}
	other := s.Clone()
	other.Cell = []*[9]float64{other.Cell, nil, {9, 0, 0, 1, 9, 0, 0, 2, 9}}[r.IntN(3)]
	return &Rebuild{Name: "Other", Atoms: *other}
}

// walk applies random steps with undo and redo in between, then goes all the way
// back and forth: every state must have the hash it had.
func walk(t *testing.T, r *rand.Rand, source structure.Structure, steps int) {
	atoms := source.Len()
	d := open(t, source)
	hashes := []string{d.Hash()}
	for range steps {
		for range r.IntN(3) {
			if r.IntN(2) == 0 {
				d.Undo()
			} else {
				d.Redo()
			}
		}
		if at := len(d.Steps()); d.Hash() != hashes[at] {
			t.Fatalf("after %d steps: the hash is not what it was", at)
		}
		before := slices.Clone(d.Structure().Positions)
		bonds := slices.Clone(d.Structure().Bonds)
		orders := slices.Clone(d.Structure().BondOrders)
		ops := randomStep(r, d)
		var shown string
		refused := d.Preview(ops, func(Change) { shown = d.Hash() })
		if d.Hash() != hashes[len(d.Steps())] {
			t.Fatal("a preview changed the document")
		}
		c, err := d.Apply(Step{Ops: ops})
		if (err == nil) != (refused == nil) || err == nil && d.Hash() != shown {
			t.Fatalf("the preview showed another document: %v and %v", refused, err)
		}
		if err != nil {
			continue
		}
		s := d.Structure()
		if err := s.Validate(); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(before[:3*c.AtomsFrom], s.Positions[:3*c.AtomsFrom]) || !slices.Equal(bonds[:c.BondsFrom], s.Bonds[:c.BondsFrom]) {
			t.Fatalf("rows before %+v changed", c)
		}
		if s.BondOrders != nil && orders != nil && !slices.Equal(orders[:c.BondsFrom], s.BondOrders[:c.BondsFrom]) {
			t.Fatalf("orders before %+v changed", c)
		}
		at := len(d.Steps())
		hashes = append(hashes[:at], d.Hash())
	}
	for at := len(d.Steps()); at >= 0; at-- {
		if _, err := d.Jump(at); err != nil || d.Hash() != hashes[at] {
			t.Fatalf("back at step %d of %d: the hash is not what it was (%v)", at, len(hashes)-1, err)
		}
	}
	if _, err := d.Jump(len(hashes) - 1); err != nil || d.Hash() != hashes[len(hashes)-1] {
		t.Fatalf("forth to the last step: the hash is not what it was (%v)", err)
	}
	if got, want := d.Source().Len(), atoms; got != want {
		t.Fatalf("the source has %d atoms, want %d", got, want)
	}
}

func TestRandomWalks(t *testing.T) {
	for seed := range uint64(40) {
		walk(t, rand.New(rand.NewPCG(seed, 1)), waters(3), 25)
		walk(t, rand.New(rand.NewPCG(seed, 3)), bare(), 25)
	}
}

func FuzzWalk(f *testing.F) {
	f.Add(uint64(1), uint8(10))
	f.Fuzz(func(t *testing.T, seed uint64, steps uint8) {
		walk(t, rand.New(rand.NewPCG(seed, 2)), waters(3), int(steps%64))
	})
}

func TestSummary(t *testing.T) {
	d := open(t, waters(2))
	apply(t, d, &SetCell{Cell: &[9]float64{10, 0, 0, 0, 10, 0, 0, 0, 10}}, &AddFragment{Atoms: argon()})
	s := d.Summary()
	if s.Formula != "H4ArO2" || len(s.Kinds) != 2 || s.Kinds[0].Count != 2 || s.Kinds[1].Formula != "Ar" {
		t.Errorf("got %s and %+v, want H4ArO2 with two waters and argon", s.Formula, s.Kinds)
	}
	// (2 × 18.015 + 39.948) u in 1000 Å³.
	if got, want := fmt.Sprintf("%.4f", s.Density), "0.1262"; got != want {
		t.Errorf("density: got %s g/cm³, want %s", got, want)
	}
	d.Undo()
	if s := d.Summary(); s.Formula != "H4O2" || s.HasDensity {
		t.Errorf("undone: got %s, density %v, want H4O2 and none", s.Formula, s.HasDensity)
	}
}

func BenchmarkEdit(b *testing.B) {
	for _, atoms := range []int{100_000, 500_000} {
		b.Run(fmt.Sprint(atoms), func(b *testing.B) {
			d := open(b, waters(atoms/3))
			for b.Loop() {
				apply(b, d, &DeleteAtoms{Atoms: refs(b, d, 7)})
				d.Summary()
				d.Undo()
			}
		})
		d := open(b, waters(atoms/3))
		r := refs(b, d, 0, 1, 5, 8)
		for _, one := range []struct {
			name string
			op   func() Op
		}{
			{"add_atom", func() Op {
				return &AddAtoms{Elements: []uint8{1}, Positions: []float64{0, 0, 0}, Parents: r[:1]}
			}},
			{"add_bond", func() Op { return &AddBonds{Bonds: [][2]Ref{{r[2], r[3]}}} }},
			{"set_order", func() Op { return &SetOrders{Bonds: [][2]Ref{{r[0], r[1]}}, Orders: []uint8{2}} }},
			{"set_charge", func() Op { return &SetCharges{Atoms: r[:1], Charges: []int32{1}} }},
			{"set_element", func() Op { return &SetElements{Atoms: r[:1], Elements: []uint8{16}} }},
			{"delete_bond", func() Op { return &DeleteBonds{Bonds: [][2]Ref{{r[0], r[1]}}} }},
		} {
			b.Run(fmt.Sprint(atoms, "/", one.name), func(b *testing.B) {
				for b.Loop() {
					apply(b, d, one.op())
					d.Summary()
					d.Undo()
				}
			})
		}
	}
}

func Example() {
	d, err := New("water", Source{Kind: "new", Label: "New document"}, waters(2))
	if err != nil {
		fmt.Println(err)
		return
	}
	atoms, _ := d.Refs([]int{0, 1, 2})
	if _, err := d.Apply(Step{Ops: []Op{&DeleteAtoms{Atoms: atoms}}}); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(d.Structure().Len(), d.Steps()[0].Label)
	d.Undo()
	fmt.Println(d.Structure().Len())
	// Output:
	// 3 Delete 3 atoms
	// 6
}
