package edit

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/crystal"
	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/contract"
)

// chain is three atoms bonded through the faces of a cell, with every channel.
func chain() structure.Structure {
	return structure.Structure{
		Elements: []uint8{6, 7, 8}, Positions: []float64{0, 0, 0, 1.4, 0, 0, 2.8, 0, 0}, Cell: &[9]float64{4.2, 0, 0, 0, 9, 0, 0, 0, 9},
		Bonds: [][2]uint32{{0, 1}, {1, 2}, {2, 0}}, BondOrders: []uint8{1, 2, 3}, Molecules: []int32{4, 4, 4},
		ResidueNames: []string{"A", "B", "C"}, ResidueIDs: []int32{1, 1, 2}, AtomNames: []string{"C1", "N1", "O1"}, ChainIDs: []string{"X", "X", "Y"},
		FormalCharges: []int32{0, 1, -1}, Scalars: []structure.Channel{{Name: "q", Values: []float64{0.1, 0.2, 0.3}}},
	}
}

// TestSupercellKeeps: every image has the labels, charges and values of its atom, bonds lead
// to the next image, and one undo gives the same bytes.
func TestSupercellKeeps(t *testing.T) {
	d := open(t, chain())
	before := canonical(d)
	c := apply(t, d, &Supercell{Matrix: [9]int{2, 0, 0, 0, 1, 0, 0, 0, 1}})
	s := d.Structure()
	if c.AddedFrom != c.AddedTo || c.AtomsFrom != 0 || s.Len() != 6 {
		t.Errorf("change %+v of %d atoms", c, s.Len())
	}
	source := chain()
	for i := range s.Len() {
		k := i % 3
		if s.Elements[i] != source.Elements[k] || s.AtomNames[i] != source.AtomNames[k] || s.ResidueNames[i] != source.ResidueNames[k] ||
			s.ChainIDs[i] != source.ChainIDs[k] || s.FormalCharges[i] != source.FormalCharges[k] || s.Scalars[0].Values[i] != source.Scalars[0].Values[k] {
			t.Errorf("atom %d is not the image of %d", i, k)
		}
	}
	if want := [][2]uint32{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 0}}; !slices.Equal(s.Bonds, want) || !slices.Equal(s.BondOrders, []uint8{1, 2, 3, 1, 2, 3}) {
		t.Errorf("bonds %v of orders %v", s.Bonds, s.BondOrders)
	}
	if !slices.Equal(s.Molecules, []int32{4, 4, 4, 5, 5, 5}) || !slices.Equal(s.ResidueIDs, []int32{1, 1, 2, 3, 3, 4}) {
		t.Errorf("molecules %v, residues %v", s.Molecules, s.ResidueIDs)
	}
	// Later edits name the new atoms, also after the file was read again.
	refs, err := d.Refs([]int{4})
	if err != nil || d.FormatRef(refs[0]) != "supercell-1:4" {
		t.Errorf("atom 4 is %s, %v", d.FormatRef(refs[0]), err)
	}
	apply(t, d, &SetElements{Atoms: refs, Elements: []uint8{15}})
	if got, warnings := loaded(t, saved(t, d)); canonical(got) != canonical(d) || len(warnings) > 0 {
		t.Errorf("replayed: %q", warnings)
	}
	d.Undo()
	d.Undo()
	if canonical(d) != before {
		t.Error("undone: other bytes")
	}
}

// TestSlabKeeps: bonds into the vacuum are dropped, the others stay; a later redo gives the
// same again.
func TestSlabKeeps(t *testing.T) {
	d := open(t, chain())
	op := &Slab{Slab: crystal.Slab{Miller: [3]int{1, 0, 0}, Layers: 2, Vacuum: 5}}
	apply(t, d, op)
	s := d.Structure()
	if len(s.Bonds) != 5 || s.Len() != 6 || s.Cell[8] != 4.2+2.8+10 || d.Steps()[0].Label != "Cut slab (1 0 0), 2 layers" || d.Steps()[0].Detail != "+3" {
		t.Errorf("%d atoms, %d bonds, cell %v, %+v", s.Len(), len(s.Bonds), *s.Cell, d.Steps()[0])
	}
	after := canonical(d)
	d.Undo()
	d.Redo()
	if canonical(d) != after {
		t.Error("redone: other bytes")
	}
	if got, warnings := loaded(t, saved(t, d)); canonical(got) != after || len(warnings) > 0 {
		t.Errorf("replayed: %q", warnings)
	}
}

func TestCrystalOpRefusals(t *testing.T) {
	none := chain()
	none.Cell = nil
	bad := chain()
	bad.Elements[0] = 0
	for _, c := range []struct {
		source structure.Structure
		op     Op
		code   contract.Code
		text   string
	}{
		{none, &Supercell{Matrix: [9]int{0: 1, 4: 1, 8: 1}}, contract.NoCell, "the structure has no cell: set one first"},
		{none, &Slab{Slab: crystal.Slab{Miller: [3]int{1, 1, 1}, Layers: 1}}, contract.NoCell, "the structure has no cell: set one first"},
		{chain(), &Supercell{}, InvalidStep, "invalid matrix: it is singular, its rows do not span a volume"},
		{chain(), &Supercell{Matrix: [9]int{0: 1000, 4: 1000, 8: 1}}, contract.TooManyAtoms, "3000000 atoms are more than 1000000: make it smaller"},
		{chain(), &Slab{Slab: crystal.Slab{Layers: 1}}, InvalidStep, "the Miller indices are 0 0 0: one must not be 0"},
		{chain(), &Slab{Slab: crystal.Slab{Miller: [3]int{0, 0, 1}, Layers: 1, Top: 0.5}}, InvalidStep, "an upper cut needs vacuum: without, the crystal goes on"},
		{chain(), &Slab{Slab: crystal.Slab{Miller: [3]int{0, 0, 1}, Layers: 1, Top: 2, Vacuum: 1}}, InvalidStep, "the upper cut is at 2 of 1 layers"},
		{chain(), &Rebuild{Atoms: bad}, InvalidStep, "the structure cannot be taken: "},
	} {
		d := open(t, c.source)
		before := canonical(d)
		_, err := d.Apply(Step{Ops: []Op{c.op}})
		var e *contract.Error
		if !errors.As(err, &e) || e.Code != c.code || !strings.HasPrefix(e.Message, c.text) {
			t.Errorf("%T: got %v, want %s %s", c.op, err, c.code, c.text)
		}
		if canonical(d) != before {
			t.Errorf("%T: a refused step changed the document", c.op)
		}
	}
}

// TestReplacedAdds: atoms that an op added before all were replaced are not said to be new.
func TestReplacedAdds(t *testing.T) {
	d := open(t, chain())
	c := apply(t, d, &AddFragment{Atoms: chain()}, &Supercell{Matrix: [9]int{2, 0, 0, 0, 1, 0, 0, 0, 1}})
	if c.AddedFrom != 12 || c.AddedTo != 12 {
		t.Errorf("replaced: got rows %d to %d, want none of 12", c.AddedFrom, c.AddedTo)
	}
	if c = apply(t, d, &Supercell{Matrix: [9]int{0: 1, 4: 1, 8: 1}}, &AddFragment{Atoms: chain()}); c.AddedFrom != 12 || c.AddedTo != 15 {
		t.Errorf("added after: got rows %d to %d, want 12 to 15", c.AddedFrom, c.AddedTo)
	}
}

// TestReplacedBound: undo does not hold any number of large structures; what is refused
// changes nothing, and undo makes room.
func TestReplacedBound(t *testing.T) {
	d := open(t, structure.Structure{Elements: []uint8{29}, Positions: make([]float64, 3), Cell: &[9]float64{2, 0, 0, 0, 2, 0, 0, 0, 2}})
	apply(t, d, &Supercell{Matrix: [9]int{0: 100, 4: 100, 8: 25}})
	same := &Supercell{Matrix: [9]int{0: 1, 4: 1, 8: 1}}
	for range 31 {
		apply(t, d, &Supercell{Matrix: same.Matrix})
	}
	_, err := d.Apply(Step{Ops: []Op{same}})
	var e *contract.Error
	if !errors.As(err, &e) || e.Code != contract.TooManyAtoms || !strings.HasPrefix(e.Message, "undo holds 7\u202f750\u202f001 atoms of crystals before this one") {
		t.Fatalf("got %v, want a refusal", err)
	}
	d.Undo()
	d.Redo()
	if len(d.Steps()) != 32 || d.Structure().Len() != 250_000 {
		t.Errorf("%d steps, %d atoms", len(d.Steps()), d.Structure().Len())
	}
	apply(t, d, &Clear{})
	if _, err := d.Apply(Step{Ops: []Op{same}}); err == nil {
		t.Error("done after Clear, which made no room")
	}
	for len(d.Steps()) > 0 {
		d.Undo()
	}
	if d.replaced != 0 {
		t.Errorf("undo holds %d atoms after all was undone", d.replaced)
	}
}
