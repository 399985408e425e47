package crystal

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/structure"
)

// TestSitesOfLongCell: the hollow of a long cell of one atom is in its middle, between four.
func TestSitesOfLongCell(t *testing.T) {
	for _, long := range []float64{20, 2001, 20001} {
		s := &structure.Structure{Elements: []uint8{29}, Positions: []float64{0, 0, 0}, Cell: &[9]float64{3, 0, 0, 0, long, 0, 0, 0, 20}}
		sites, _, err := (&Sites{}).Find(context.Background(), s)
		if err != nil || len(sites) != 3 {
			t.Fatalf("%g Å: %d sites, %v", long, len(sites), err)
		}
		if x := sites[2]; x.Kind != Hollow || len(x.Atoms) != 4 || math.Abs(x.Position.X-1.5) > 1e-3 || math.Abs(x.Position.Y-long/2) > 1e-3 {
			t.Errorf("%g Å: a %s between %d atoms at %v", long, x.Kind, len(x.Atoms), x.Position)
		}
	}
}

// TestSitesWithoutSymmetry: why the symmetry is not known is what the search said.
func TestSitesWithoutSymmetry(t *testing.T) {
	s := slabOf(t, "fcc", Slab{Miller: [3]int{1, 1, 1}, Layers: 2, Vacuum: 8})
	s.Elements = append(s.Elements, 29)
	s.Positions = append(s.Positions, s.Positions[3]+0.015, s.Positions[4], s.Positions[5])
	_, why, err := (&Sites{}).Find(context.Background(), s)
	if err != nil || !strings.HasPrefix(why, "the symmetry is not found: atoms 1 and ") || !strings.HasSuffix(why, " are 0.015 Å apart") {
		t.Errorf("got %q, %v", why, err)
	}
	if _, _, err = (&Sites{Tolerance: 0.01}).Find(context.Background(), s); err == nil || !errors.Is(err, ErrRequest) {
		t.Errorf("with a tolerance: got %v", err)
	}
}

// TestSitesWork: a clump of atoms takes more work than a surface of the same size may.
func TestSitesWork(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	s := &structure.Structure{Cell: &[9]float64{200, 0, 0, 0, 200, 0, 0, 0, 20}}
	for range 10_000 {
		s.Elements = append(s.Elements, 29)
		s.Positions = append(s.Positions, 5*r.Float64(), 5*r.Float64(), r.Float64())
	}
	if _, _, err := (&Sites{Work: 1_000_000}).Find(context.Background(), s); !errors.Is(err, ErrTooManyAtoms) {
		t.Errorf("got %v", err)
	}
}
