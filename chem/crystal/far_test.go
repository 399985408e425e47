package crystal

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/structure"
)

// TestFarAtoms: atoms so far outside their cell that their image has no whole number are
// refused by everything that counts images, and named.
func TestFarAtoms(t *testing.T) {
	s := prototype(t, "cesiumchloride", Conventional)
	ctx := context.Background()
	for _, x := range []float64{4.2e6, -1.7e308} {
		s.Positions[3] = x
		for what, f := range map[string]func() error{
			"supercell": func() error { _, err := Supercell(s, [9]int{2, 0, 0, 0, 1, 0, 0, 0, 1}); return err },
			"slab":      func() error { _, err := (&Slab{Miller: [3]int{1, 1, 0}, Layers: 1, Vacuum: 5}).Cut(s); return err },
			"symmetry":  func() error { _, err := FindSymmetry(ctx, s, 0); return err },
			"niggli":    func() error { _, err := Niggli(s); return err },
		} {
			if err := f(); !errors.Is(err, ErrRequest) || !strings.HasPrefix(err.Error(), "atom 1 lies ") || !strings.HasSuffix(err.Error(), "wrap the atoms into the cell first") {
				t.Errorf("%s at %g Å: got %v", what, x, err)
			}
		}
	}
	s.Positions[3] = 4.1e6 // within a million cells
	if b, err := Supercell(s, [9]int{2, 0, 0, 0, 1, 0, 0, 0, 1}); err != nil || b.Structure.Validate() != nil {
		t.Errorf("at 4.1e6 Å: got %v", err)
	}
	thin := &structure.Structure{Elements: []uint8{29}, Positions: make([]float64, 3), Cell: &[9]float64{1e-100, 0, 0, 0, 1e-100, 0, 0, 0, 1e-100}}
	if _, err := FindSymmetry(ctx, thin, 0); err == nil || err.Error() != "the cell repeats every 1e-100 Å: it must be at least 0.001 Å" {
		t.Errorf("a cell without a size: got %v", err)
	}
}

// TestSymmetricCut: Cut makes the symmetric slab again from what Symmetric says of it, as a
// step of a document does.
func TestSymmetricCut(t *testing.T) {
	seen := 0
	for _, p := range Prototypes() {
		s := prototype(t, p.Name, Conventional)
		for _, miller := range planes {
			list, err := Terminations(context.Background(), s, miller, 0, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, one := range list {
				o := Slab{Miller: miller, Layers: 1, Vacuum: 7, Shift: one.Shift}
				want, err := o.Symmetric(context.Background(), s, 0)
				if errors.Is(err, ErrNotFound) {
					continue
				}
				if err != nil {
					t.Fatalf("%s %v: %v", p.Name, miller, err)
				}
				seen++
				got, err := want.Slab.Cut(s)
				if err != nil {
					t.Errorf("%s %v, shift %g: %v", p.Name, miller, one.Shift, err)
				} else if got.Structure.Len() != want.Structure.Len() || *got.Structure.Cell != *want.Structure.Cell {
					t.Errorf("%s %v, shift %g: got %d atoms in %v, want %d in %v", p.Name, miller, one.Shift, got.Structure.Len(), *got.Structure.Cell, want.Structure.Len(), *want.Structure.Cell)
				}
			}
		}
	}
	if seen < 500 {
		t.Errorf("%d slabs", seen)
	}
}
