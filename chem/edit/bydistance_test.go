package edit

import (
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/library"
	"github.com/molsmith/molsmith/chem/structure"
)

func sortedPairs(bonds [][2]uint32) [][2]uint32 {
	list := make([][2]uint32, len(bonds))
	for i, b := range bonds {
		list[i] = ascending(b)
	}
	slices.SortFunc(list, comparePairs)
	return list
}

// TestBondsByDistance: the molecules of the library have the bonds that the rule finds.
func TestBondsByDistance(t *testing.T) {
	seen := 0
	for _, e := range library.All() {
		s := structure.FromMol(e.Mol())
		bare := s.Clone()
		bare.Bonds, bare.BondOrders = nil, nil
		d := open(t, *bare)
		ops, made, gone, err := d.BondsByDistance(0)
		if err != nil {
			t.Fatal(err)
		}
		if len(ops) > 0 {
			apply(t, d, ops...)
		}
		if got, want := d.Structure().Bonds, sortedPairs(s.Bonds); made != len(got) || gone != 0 || !slices.Equal(sortedPairs(got), want) {
			t.Errorf("%s: got bonds %v, want %v", e.Name, got, want)
		}
		seen += made
	}
	if seen < 500 {
		t.Errorf("%d bonds were found, want those of the library", seen)
	}
}

func TestBondsByDistanceInCell(t *testing.T) {
	s := waters(2)
	s.Cell = &[9]float64{6, 0, 0, 0, 9, 0, 0, 0, 9}
	d := open(t, s)
	apply(t, d, &MoveAtoms{Atoms: refs(t, d, 0, 1, 2, 3, 4, 5), By: geom.Vec3{X: -0.5, Y: -0.3}}, &Wrap{})
	bonds := slices.Clone(d.Structure().Bonds)
	if op := d.NoBonds(); op == nil {
		t.Fatal("no bonds to take away")
	} else {
		apply(t, d, op)
	}
	if d.NoBonds() != nil || len(d.Structure().Bonds) != 0 {
		t.Errorf("bonds are left: %v", d.Structure().Bonds)
	}
	ops, made, _, err := d.BondsByDistance(0.6)
	if err != nil {
		t.Fatal(err)
	}
	apply(t, d, ops...)
	if got := sortedPairs(d.Structure().Bonds); made != 4 || !slices.Equal(got, sortedPairs(bonds)) {
		t.Errorf("got %v, want %v", got, bonds)
	}
	if ops, made, gone, err := d.BondsByDistance(0.6); len(ops) != 0 || made+gone != 0 || err != nil {
		t.Errorf("again: %d ops, %d bonds, %d gone, %v; want nothing to do", len(ops), made, gone, err)
	}
}

// TestBondsByDistanceKeeps: orders of bonds that stay, and what is stretched goes.
func TestBondsByDistanceKeeps(t *testing.T) {
	d := open(t, structure.Structure{
		Elements: []uint8{6, 6, 6, 6}, Positions: []float64{0, 0, 0, 1.3, 0, 0, 4, 0, 0, 4.1, 0, 0},
		Bonds: [][2]uint32{{1, 0}, {2, 1}, {2, 1}}, BondOrders: []uint8{2, 1, 1},
	})
	ops, made, gone, err := d.BondsByDistance(0)
	if err != nil {
		t.Fatal(err)
	}
	apply(t, d, ops...)
	if s := d.Structure(); made != 0 || gone != 1 || !slices.Equal(s.Bonds, [][2]uint32{{1, 0}}) || s.BondOrders[0] != 2 {
		t.Errorf("got %v of orders %v, %d made, %d gone", s.Bonds, s.BondOrders, made, gone)
	}
	for _, scale := range []float64{0.1, 1.5, -1} {
		if _, _, _, err := d.BondsByDistance(scale); err == nil || !strings.Contains(err.Error(), "give one from 0.3 to 1") {
			t.Errorf("scale %v: got %v", scale, err)
		}
	}
}

func TestCopy(t *testing.T) {
	s := waters(3)
	s.Cell = &[9]float64{9, 0, 0, 0, 9, 0, 0, 0, 9}
	d := open(t, s)
	apply(t, d, &MoveAtoms{Atoms: refs(t, d, 6, 7, 8), By: geom.Vec3{X: 2.5}}, &Wrap{}, &SetLabels{Atoms: refs(t, d, 7), Name: text("HX")})
	part, err := d.Copy([]int{8, 6, 7, 0, 8})
	if err != nil {
		t.Fatal(err)
	}
	if err := part.Validate(); err != nil {
		t.Fatal(err)
	}
	if part.Len() != 4 || part.Cell != nil || !slices.Equal(part.Bonds, [][2]uint32{{1, 2}, {1, 3}}) || part.AtomNames[2] != "HX" ||
		!slices.Equal(part.Molecules, []int32{0, 1, 1, 1}) || part.ResidueIDs[3] != 3 || len(part.Scalars[0].Values) != 4 {
		t.Errorf("got %+v", part)
	}
	if v := geom.At(part.Positions, 2).Sub(geom.At(part.Positions, 1)).Norm(); v > 1 {
		t.Errorf("the molecule is torn: O–H %.3f Å", v)
	}
	if _, err := d.Copy(nil); err == nil {
		t.Error("nothing: no error")
	}
	if _, err := d.Copy([]int{9}); err == nil {
		t.Error("an atom that is not there: no error")
	}
	// What is pasted is one fragment.
	apply(t, d, &AddFragment{Name: "Copy", Atoms: *part})
	if d.Structure().Len() != 13 {
		t.Errorf("pasted: %d atoms, want 13", d.Structure().Len())
	}
}

func TestShowOriginal(t *testing.T) {
	d := edited(t)
	edits, source, revision := d.Hash(), open(t, waters(3)).Hash(), d.Revision()
	project := saved(t, d)
	d.ShowOriginal(true)
	d.ShowOriginal(true)
	if d.Hash() != source || !d.Original() || d.Revision() == revision || d.Summary().Formula != "H6O3" {
		t.Errorf("the source is not shown: %s, %s", d.Hash(), d.Summary().Formula)
	}
	if _, err := d.Apply(Step{Ops: []Op{&Clear{}}}); err == nil || err.Error() != "the original is shown; go back to the document to edit it" {
		t.Errorf("an edit: got %v", err)
	}
	if _, ok := d.Undo(); ok {
		t.Error("undo works")
	}
	if _, ok := d.Redo(); ok {
		t.Error("redo works")
	}
	if _, err := d.Jump(0); err == nil {
		t.Error("a jump works")
	}
	if err := d.Preview([]Op{&Clear{}}, func(Change) {}); err == nil {
		t.Error("a preview works")
	}
	if string(saved(t, d)) != string(project) || d.Edited().Len() == 9 {
		t.Error("the document is not saved as it is")
	}
	d.ShowOriginal(false)
	if d.Hash() != edits || d.Original() || d.Edited() != d.Structure() {
		t.Error("the document is not back")
	}
	undone(t, d, func() string { d.Undo(); h := d.Hash(); d.Redo(); return h }())
}

// TestBondsOfAHeap: atoms at one place are told of, and not looked at pair by pair.
func TestBondsOfAHeap(t *testing.T) {
	const n = 50_000
	s := structure.Structure{Elements: make([]uint8, n), Positions: make([]float64, 3*n)}
	for i := range n {
		s.Elements[i] = 6
	}
	d := open(t, s)
	_, _, _, err := d.BondsByDistance(0)
	if err == nil || !strings.HasPrefix(err.Error(), "too many atoms lie at one place, such as C #") {
		t.Errorf("got %v", err)
	}
}
