package mmff

import (
	"math"
	"testing"

	"github.com/molsmith/molsmith/chem/hydrogen"
	"github.com/molsmith/molsmith/chem/smiles"
)

// Contacts of alike atoms of alkanes are those of Halgren 1996, paper II, table II.
func TestContact(t *testing.T) {
	p, err := smiles.Perceive("CC")
	if err != nil {
		t.Fatal(err)
	}
	q, _ := hydrogen.Add(p, nil)
	f, err := New(q, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		i, j            int
		distance, depth float64
	}{{0, 1, 3.938, 0.068}, {2, 5, 2.970, 0.022}} {
		distance, depth := f.Contact(c.i, c.j)
		if math.Abs(distance-c.distance) > 5e-4 || math.Abs(depth-c.depth) > 5e-4 {
			t.Errorf("atoms %d and %d: %.4f Å, %.4f kcal/mol, want %g and %g", c.i, c.j, distance, depth, c.distance, c.depth)
		}
	}
}
