package edit

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/rng"
	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/contract"
)

// packedWaters is n³ water molecules, turned anyhow on a lattice of the density of the
// liquid, in a cell of vectors v times n, moved into it atom by atom.
func packedWaters(n int, v [9]float64) structure.Structure {
	s := waters(n * n * n)
	r := rng.Stream(5, 0)
	for k := range n * n * n {
		a, b, c := float64(k%n), float64(k/n%n), float64(k/(n*n))
		origin := geom.Vec3{X: a*v[0] + b*v[3] + c*v[6], Y: a*v[1] + b*v[4] + c*v[7], Z: a*v[2] + b*v[5] + c*v[8]}
		turn := geom.AxisAngle(geom.Spread(int(r.Intn(100)), 100), 6.28*r.Float64()).Matrix()
		for i := 3 * k; i < 3*k+3; i++ {
			p := geom.At(s.Positions, i)
			p.X -= 3 * float64(k)
			geom.Put(s.Positions, i, origin.Add(turn.MulVec(p)))
		}
	}
	for i := range v {
		v[i] *= float64(n)
	}
	return wrapped(s, v)
}

// TestTogether: a box of water relaxes as a whole; its cell and its molecules stay.
func TestTogether(t *testing.T) {
	for _, c := range []struct {
		name string
		n    int
		v    [9]float64
	}{
		{"cubic", 4, [9]float64{3.11, 0, 0, 0, 3.11, 0, 0, 0, 3.11}},
		{"triclinic", 3, [9]float64{3.2, 0, 0, 0.9, 3.1, 0, -0.8, 0.6, 3.05}},
	} {
		name, n, box := c.name, c.n, packedWaters(c.n, c.v)
		alone, _ := cleanUp(t, &box, CleanUpOptions{})
		r, after := cleanUp(t, &box, CleanUpOptions{Together: true})
		if r.Molecules != n*n*n || r.Converged != r.Molecules || r.Held != 0 || len(r.Notes) > 0 || r.UFF > 0 {
			t.Errorf("%s: got %+v", name, r)
		}
		// Liquid water has −10 kcal/mol a molecule, a relaxed one some more.
		if each := r.After / float64(n*n*n); !(r.After < r.Before) || each > -11 || each < -16 {
			t.Errorf("%s: energy %.1f → %.1f, %.2f a molecule; want about −13", name, r.Before, r.After, each)
		}
		if math.Abs(alone.After) > 1 {
			t.Errorf("%s: alone the molecules have %.1f kcal/mol, want none", name, alone.After)
		}
		if *after.Cell != *box.Cell {
			t.Errorf("%s: the cell changed", name)
		}
		for k, l := range lengths(&after) {
			if l < 0.9 || l > 1.05 {
				t.Errorf("%s: bond %d is %.3f Å long", name, k, l)
			}
		}
		if closest := nearest(&after); closest < 1.5 {
			t.Errorf("%s: atoms of different molecules are %.2f Å apart", name, closest)
		}
	}
}

// nearest is the smallest distance between atoms of different molecules, by images.
func nearest(s *structure.Structure) float64 {
	least := math.Inf(1)
	image := minImage(s)
	for i := range s.Len() {
		for j := range i {
			if s.Molecules[i] != s.Molecules[j] {
				least = min(least, image(geom.At(s.Positions, i).Sub(geom.At(s.Positions, j))).Norm())
			}
		}
	}
	return least
}

// TestTogetherSelection: the selected atoms move in the field of the others, also across
// a face of the cell, and only those that are near are felt.
func TestTogetherSelection(t *testing.T) {
	box := packedWaters(3, [9]float64{3.11, 0, 0, 0, 3.11, 0, 0, 0, 3.11})
	chosen := []int{0, 1, 2, 12}
	r, after := cleanUp(t, &box, CleanUpOptions{Together: true, Atoms: chosen})
	if !slices.Equal(r.Atoms, chosen) || r.Molecules != 2 || r.Held != 81-4 || !(r.After < r.Before) {
		t.Errorf("got atoms %v, %d molecules, %d held, %.1f → %.1f", r.Atoms, r.Molecules, r.Held, r.Before, r.After)
	}
	for i := range after.Positions {
		if !slices.Contains(chosen, i/3) && after.Positions[i] != box.Positions[i] {
			t.Fatalf("atom %d moved", i/3)
		}
	}
	// The same molecules moved by a lattice vector feel the same.
	shifted := *box.Clone()
	for i := range 3 {
		shifted.Positions[3*i] += box.Cell[0]
	}
	again, _ := cleanUp(t, &shifted, CleanUpOptions{Together: true, Atoms: chosen})
	if math.Abs(again.After-r.After) > 1e-3 {
		t.Errorf("an image: energy %.4f, want %.4f", again.After, r.After)
	}
	// In open space, a molecule farther than the cut-off is not felt.
	row := waters(8)
	far, _ := cleanUp(t, &row, CleanUpOptions{Together: true, Atoms: []int{0, 1, 2}})
	if far.Held != 9 {
		t.Errorf("waters every 3 Å: %d atoms are held, want the 9 within 10 Å", far.Held)
	}
}

// TestTogetherMixed: ions are felt, and where MMFF94 lacks parameters all are of UFF.
func TestTogetherMixed(t *testing.T) {
	salt := waters(4)
	salt.Elements[0], salt.Elements[3] = 8, 8
	add := structure.Structure{Elements: []uint8{11, 17}, Positions: []float64{3, 3, 0, 6, 3, 0}, FormalCharges: []int32{1, -1}}
	d := open(t, salt)
	apply(t, d, &AddFragment{Name: "salt", Atoms: add})
	s := d.Structure().Clone()
	r, _ := cleanUp(t, s, CleanUpOptions{Together: true})
	if r.Molecules != 6 || r.UFF != 0 || r.After > -150 {
		t.Errorf("salt in water: got %+v", r)
	}
	dioxide := graph(t, "O C O O H H", [][2]uint32{{0, 1}, {1, 2}, {3, 4}, {3, 5}}, []uint8{2, 2, 1, 1}, nil)
	dioxide.Molecules = []int32{0, 0, 0, 1, 1, 1}
	r, after := cleanUp(t, &dioxide, CleanUpOptions{Together: true})
	if r.UFF != 2 || len(r.Notes) != 1 || !strings.Contains(r.Notes[0], "UFF is used for all") {
		t.Errorf("carbon dioxide and water: got %+v", r)
	}
	if l := lengths(&after); math.Abs(l[0]-1.237) > 0.005 {
		t.Errorf("carbon dioxide: %.3f Å, want the 1.237 of UFF", l[0])
	}
	if r, _ := cleanUp(t, &structure.Structure{}, CleanUpOptions{Together: true}); r.Molecules != 0 {
		t.Errorf("nothing: got %+v", r)
	}
}

func TestTogetherRefuses(t *testing.T) {
	cut := graph(t, "O H H O H", [][2]uint32{{0, 1}, {0, 2}, {3, 4}}, nil, nil)
	// Polyethylene along x: the second chain atom of the cell is bonded to the next cell's first.
	chain := structure.Structure{Cell: &[9]float64{5.1, 0, 0, 0, 15, 0, 0, 0, 15}}
	for k := range uint32(2) {
		o, next, x := 6*k, 6-6*k, 2.55*float64(k)
		chain.Elements = append(chain.Elements, 6, 6, 1, 1, 1, 1)
		chain.Positions = append(chain.Positions, x, 0, 0, x+1.27, 0.85, 0, x, -0.6, 0.9, x, -0.6, -0.9, x+1.27, 1.45, 0.9, x+1.27, 1.45, -0.9)
		chain.Bonds = append(chain.Bonds, [2]uint32{o, o + 1}, [2]uint32{o + 1, next}, [2]uint32{o, o + 2}, [2]uint32{o, o + 3}, [2]uint32{o + 1, o + 4}, [2]uint32{o + 1, o + 5})
	}
	for name, c := range map[string]struct {
		s     structure.Structure
		atoms []int
		want  string
	}{
		"a hydrogen is missing":  {cut, nil, "O #3 lacks hydrogens"},
		"a chain without end":    {chain, nil, "to its own image"},
		"an atom that is none":   {waters(1), []int{7}, "atom 7 is not in the structure"},
		"a valence that is none": {graph(t, "C H H H H H O H H", [][2]uint32{{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}, {6, 7}, {6, 8}}, nil, nil), nil, "C #0: "},
		"too many atoms":         {waters(6700), nil, "select fewer"},
	} {
		_, err := CleanUp(context.Background(), &c.s, CleanUpOptions{Together: true, Atoms: c.atoms})
		if fault := (*contract.Error)(nil); !errors.As(err, &fault) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want …%s…", name, err, c.want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	box := packedWaters(3, [9]float64{3.11, 0, 0, 0, 3.11, 0, 0, 0, 3.11})
	told := 0
	_, err := CleanUp(ctx, &box, CleanUpOptions{Together: true, Progress: func(float64, string) {
		told++
		cancel()
	}})
	if !errors.Is(err, context.Canceled) || told != 1 {
		t.Errorf("canceled at the first progress: got %v after %d", err, told)
	}
}
