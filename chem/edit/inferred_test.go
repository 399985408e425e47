package edit

import (
	"slices"
	"testing"
)

func inferredPairs(d *Document) (pairs [][2]uint32) {
	for k, inferred := range d.Inferred() {
		if inferred {
			pairs = append(pairs, ascending(d.Edited().Bonds[k]))
		}
	}
	return pairs
}

// TestInferred: a bond that was found by distance counts as such through every edit of
// others, until somebody sets it, and through the project file.
func TestInferred(t *testing.T) {
	s := waters(2)
	stated := ascending(s.Bonds[0])
	s.Bonds, s.BondOrders = s.Bonds[:1], nil
	d := open(t, s)
	if d.HasInferred() || d.Inferred() != nil {
		t.Error("bonds of the source count as inferred")
	}
	ops, made, _, err := d.BondsByDistance(0)
	if err != nil || made != 3 {
		t.Fatalf("got %d bonds, %v; want 3", made, err)
	}
	apply(t, d, ops...)
	if got := d.Steps()[0].Detail; got != "+3 bonds" {
		t.Errorf("got detail %q, want +3 bonds", got)
	}
	found := inferredPairs(d)
	if len(found) != 3 || slices.Contains(found, stated) {
		t.Fatalf("got %v, want the three that the source does not state", found)
	}

	file, err := d.Project()
	if err != nil {
		t.Fatal(err)
	}
	back, _, err := ReadProject(file)
	if err != nil || !slices.Equal(inferredPairs(back), found) {
		t.Errorf("after the project file: got %v, %v, want %v", inferredPairs(back), err, found)
	}

	d.ShowOriginal(true)
	if got := inferredPairs(d); !slices.Equal(got, found) {
		t.Errorf("while the original is shown: got %v, want %v", got, found)
	}
	d.ShowOriginal(false)

	last := found[len(found)-1]
	ends := refs(t, d, int(last[0]), int(last[1]))
	apply(t, d, &SetOrders{Bonds: [][2]Ref{{ends[1], ends[0]}}, Orders: []uint8{2}})
	if got := inferredPairs(d); !slices.Equal(got, found[:2]) {
		t.Errorf("after an order was set: got %v, want %v", got, found[:2])
	}
	d.Undo()
	apply(t, d, &DeleteBonds{Bonds: [][2]Ref{{ends[0], ends[1]}}})
	apply(t, d, &AddBonds{Bonds: [][2]Ref{{ends[0], ends[1]}}})
	if got := inferredPairs(d); !slices.Equal(got, found[:2]) {
		t.Errorf("after the bond was drawn: got %v, want %v", got, found[:2])
	}
	apply(t, d, &Clear{})
	if got := inferredPairs(d); got != nil {
		t.Errorf("after Clear: got %v, want none", got)
	}
	for d.Revision(); len(d.Steps()) > 0; {
		d.Undo()
	}
	if d.HasInferred() {
		t.Error("the source counts as inferred after all was undone")
	}
}

// TestInferredInCopies: copies of the cell have bonds of the same kind.
func TestInferredInCopies(t *testing.T) {
	s := waters(1)
	s.Bonds, s.BondOrders = nil, nil
	s.Cell = &[9]float64{8, 0, 0, 0, 8, 0, 0, 0, 8}
	for _, first := range []bool{true, false} {
		d := open(t, *s.Clone())
		ops, _, _, err := d.BondsByDistance(0)
		if err != nil {
			t.Fatal(err)
		}
		if first {
			apply(t, d, ops...)
		}
		apply(t, d, &Supercell{Matrix: [9]int{2, 0, 0, 0, 1, 0, 0, 0, 1}})
		want := 0
		if first {
			want = 4
		}
		if got := len(inferredPairs(d)); got != want {
			t.Errorf("inferred before the copies: %v; got %d, want %d", first, got, want)
		}
		if !first {
			continue
		}
		// Without those that were found, copies of the others are stated.
		d.Undo()
		apply(t, d, &DeleteBonds{Bonds: ops[0].(*AddBonds).Bonds})
		a := refs(t, d, 0, 1)
		apply(t, d, &AddBonds{Bonds: [][2]Ref{{a[0], a[1]}}})
		apply(t, d, &Supercell{Matrix: [9]int{2, 0, 0, 0, 1, 0, 0, 0, 1}})
		if got := d.Inferred(); got != nil {
			t.Errorf("the bonds found are gone: got %v, want none", got)
		}
	}
}
