package edit

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/rng"
	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/chem/species"
	"github.com/molsmith/molsmith/chem/structure"
)

// distorted moves every atom by up to size in each direction, Å.
func distorted(s *structure.Structure, size float64, seed uint64) structure.Structure {
	c := *s.Clone()
	r := rng.Stream(seed, 0)
	for i := range c.Positions {
		c.Positions[i] += size * (2*r.Float64() - 1)
	}
	return c
}

func cleanUp(t testing.TB, s *structure.Structure, o CleanUpOptions) (*CleanUpResult, structure.Structure) {
	t.Helper()
	r, err := CleanUp(context.Background(), s, o)
	if err != nil {
		t.Fatal(err)
	}
	d := open(t, *s)
	if len(r.Atoms) > 0 {
		apply(t, d, &ReplacePositions{Atoms: refs(t, d, r.Atoms...), Positions: r.Positions})
	}
	return r, *d.Structure().Clone()
}

// lengths are those of the bonds, by the nearest images.
func lengths(s *structure.Structure) []float64 {
	image := minImage(s)
	var list []float64
	for _, b := range s.Bonds {
		list = append(list, image(geom.At(s.Positions, int(b[0])).Sub(geom.At(s.Positions, int(b[1])))).Norm())
	}
	return list
}

// sameLengths compares bond lengths with those of a geometry known to be right.
func sameLengths(t *testing.T, name string, got, want *structure.Structure, tolerance float64) {
	t.Helper()
	expected := lengths(want)
	for k, l := range lengths(got) {
		if math.Abs(l-expected[k]) > tolerance {
			b := got.Bonds[k]
			t.Errorf("%s: bond %s #%d–%s #%d is %.3f Å, want %.3f", name, elem.Symbol(got.Elements[b[0]]), b[0], elem.Symbol(got.Elements[b[1]]), b[1], l, expected[k])
		}
	}
}

func named(t *testing.T, s *structure.Structure, atom int) string {
	t.Helper()
	m, err := species.Find(s).At(atom)
	if err != nil {
		t.Fatal(err)
	}
	text, err := smiles.CanonicalOf(m.Molecule, m.Stereo)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestCleanUpDistorted: molecules of the library come back to what they were.
func TestCleanUpDistorted(t *testing.T) {
	for k, id := range []string{"water", "ethanol", "benzene", "acetic-acid", "caffeine", "aspirin"} {
		right := preset(t, id)
		s := distorted(right, 0.12, uint64(k))
		before := slices.Clone(s.Positions)
		r, after := cleanUp(t, &s, CleanUpOptions{})
		if r.Molecules != 1 || r.Converged != 1 || r.Failed+r.Incomplete+r.UFF+r.Guessed != 0 || !(r.After < r.Before-1) {
			t.Errorf("%s: got %+v", id, r)
		}
		if !slices.Equal(s.Positions, before) {
			t.Errorf("%s: the structure itself was changed", id)
		}
		sameLengths(t, id, &after, right, 0.03)
		if got, want := named(t, &after, 0), named(t, right, 0); got != want {
			t.Errorf("%s: got %s, want %s", id, got, want)
		}
		// It has neither moved nor turned: the distortion is small against the molecule.
		if fit := geom.Superpose(right.Positions, after.Positions); geom.Centroid(after.Positions).Sub(geom.Centroid(s.Positions)).Norm() > 0.01 || fit.RMSD > 0.4 {
			t.Errorf("%s: it went elsewhere (rmsd %.2f Å)", id, fit.RMSD)
		}
	}
}

// TestCleanUpKeepsTheConformer: the present minimum, not the lowest one.
func TestCleanUpKeepsTheConformer(t *testing.T) {
	s := preset(t, "hexane")
	var chain []int
	for i, z := range s.Elements {
		if z == 6 {
			chain = append(chain, i)
		}
	}
	turn := func(s *structure.Structure) float64 {
		at := func(k int) geom.Vec3 { return geom.At(s.Positions, chain[k]) }
		return math.Abs(geom.Dihedral(at(1), at(2), at(3), at(4))) * 180 / math.Pi
	}
	first := turn(s)
	bent := distorted(s, 0.1, 3)
	_, after := cleanUp(t, &bent, CleanUpOptions{})
	if got := turn(&after); math.Abs(got-first) > 20 {
		t.Errorf("the middle torsion went from %.0f° to %.0f°", first, got)
	}
}

func TestCleanUpNewConformer(t *testing.T) {
	for _, id := range []string{"hexane", "lactic-acid", "aspirin"} {
		right := preset(t, id)
		s := *right.Clone()
		for i := range s.Len() {
			geom.Put(s.Positions, i, geom.At(s.Positions, i).Add(geom.Vec3{X: 30, Y: -4, Z: 12}))
		}
		r, after := cleanUp(t, &s, CleanUpOptions{Embed: true, Seed: 7})
		if r.Molecules != 1 || r.Converged != 1 || r.Failed != 0 {
			t.Errorf("%s: got %+v", id, r)
			continue
		}
		if got, want := named(t, &after, 0), named(t, right, 0); got != want {
			t.Errorf("%s: got %s, want %s", id, got, want)
		}
		sameLengths(t, id, &after, right, 0.06)
		if far := geom.Centroid(after.Positions).Sub(geom.Centroid(s.Positions)).Norm(); far > 1 {
			t.Errorf("%s: the new conformer is %.1f Å away from the old one", id, far)
		}
		again, _ := cleanUp(t, &s, CleanUpOptions{Embed: true, Seed: 7})
		if !slices.Equal(again.Positions, r.Positions) {
			t.Errorf("%s: the same seed gives other positions", id)
		}
	}
	// The other seed makes another conformer of a chain.
	s := preset(t, "hexane")
	one, _ := cleanUp(t, s, CleanUpOptions{Embed: true, Seed: 1})
	two, _ := cleanUp(t, s, CleanUpOptions{Embed: true, Seed: 2})
	if geom.Superpose(one.Positions, two.Positions).RMSD < 0.05 {
		t.Error("two seeds give one conformer")
	}
}

// TestCleanUpCharges: charges that a file without them leaves out.
func TestCleanUpCharges(t *testing.T) {
	for _, c := range []struct {
		name    string
		s       structure.Structure
		guessed int
	}{
		{"ammonium", graph(t, "N H H H H", [][2]uint32{{0, 1}, {0, 2}, {0, 3}, {0, 4}}, nil, nil), 1},
		{"ammonium with its charge", graph(t, "N H H H H", [][2]uint32{{0, 1}, {0, 2}, {0, 3}, {0, 4}}, nil, []int32{1, 0, 0, 0, 0}), 0},
		{"hydronium", graph(t, "O H H H", [][2]uint32{{0, 1}, {0, 2}, {0, 3}}, nil, nil), 1},
		{"nitromethane", graph(t, "C N O O H H H", [][2]uint32{{0, 1}, {1, 2}, {1, 3}, {0, 4}, {0, 5}, {0, 6}}, []uint8{1, 2, 2, 1, 1, 1}, nil), 0},
		{"borohydride", graph(t, "B H H H H", [][2]uint32{{0, 1}, {0, 2}, {0, 3}, {0, 4}}, nil, nil), 1},
	} {
		spread(&c.s)
		r, after := cleanUp(t, &c.s, CleanUpOptions{})
		if r.Molecules != 1 || r.Guessed != c.guessed {
			t.Errorf("%s: got %+v", c.name, r)
		}
		for _, l := range lengths(&after) {
			if l < 0.9 || l > 1.6 {
				t.Errorf("%s: a bond of %.2f Å", c.name, l)
			}
		}
	}
}

// spread puts atoms at the corners of a lattice, near none of the others.
func spread(s *structure.Structure) {
	r := rng.Stream(1, 0)
	for i := range s.Len() {
		for k := range 3 {
			s.Positions[3*i+k] = 1.3*float64(i>>k&1) + 0.2*r.Float64()
		}
	}
}

// TestCleanUpLeaves: what is left as it was, and why.
func TestCleanUpLeaves(t *testing.T) {
	for _, c := range []struct {
		name       string
		s          structure.Structure
		incomplete int
		reason     string
	}{
		{"hydrogens are missing", graph(t, "C C O", [][2]uint32{{0, 1}, {1, 2}}, nil, nil), 1, ""},
		{"one hydrogen is missing", graph(t, "O H", [][2]uint32{{0, 1}}, nil, nil), 1, ""},
		{"five bonds", graph(t, "C H H H H H", [][2]uint32{{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}}, nil, nil), 0, "valence"},
		{"atoms alone", graph(t, "Na Cl", nil, nil, nil), 0, ""},
	} {
		r, _ := cleanUp(t, &c.s, CleanUpOptions{})
		if r.Molecules != 0 || len(r.Atoms) != 0 || r.Incomplete != c.incomplete || (c.reason != "") != (r.Failed == 1) {
			t.Errorf("%s: got %+v", c.name, r)
		}
		if c.reason != "" && (len(r.Failures) != 1 || !strings.Contains(r.Failures[0].Reason, c.reason)) {
			t.Errorf("%s: got %+v, want a reason with %q", c.name, r.Failures, c.reason)
		}
	}
	if _, err := CleanUp(context.Background(), preset(t, "water"), CleanUpOptions{Atoms: []int{3}}); err == nil {
		t.Error("atom 3 of water: got no error")
	}
	// More atoms than a geometry may have.
	long := structure.Structure{}
	for i := range 1001 {
		long.Elements = append(long.Elements, 9)
		long.Positions = append(long.Positions, float64(i), 0, 0)
		if i > 0 {
			long.Bonds = append(long.Bonds, [2]uint32{uint32(i - 1), uint32(i)})
		}
	}
	if r, _ := cleanUp(t, &long, CleanUpOptions{}); r.Failed != 1 || !strings.Contains(r.Failures[0].Reason, "1001 atoms") {
		t.Errorf("1001 atoms: got %+v", r)
	}
}

// waterBox is water molecules on a lattice in a periodic cell, wrapped atom by atom.
func waterBox(t testing.TB, edge int) structure.Structure {
	one := preset(t, "water")
	var s structure.Structure
	for i := range edge * edge * edge {
		base := uint32(s.Len())
		for k := range 3 {
			p := geom.At(one.Positions, k)
			s.Positions = append(s.Positions, p.X+3.1*float64(i%edge), p.Y+3.1*float64(i/edge%edge), p.Z+3.1*float64(i/edge/edge))
		}
		s.Elements = append(s.Elements, one.Elements...)
		for _, b := range one.Bonds {
			s.Bonds = append(s.Bonds, [2]uint32{base + b[0], base + b[1]})
		}
	}
	size := 3.1 * float64(edge)
	return wrapped(s, [9]float64{size, 0, 0, 0, size, 0, 0, 0, size})
}

// TestCleanUpPeriodic: molecules that the faces cut are relaxed whole, and every atom
// stays at its side of the cell.
func TestCleanUpPeriodic(t *testing.T) {
	box := waterBox(t, 4)
	bad := distorted(&box, 0.1, 5)
	var last float64
	r, after := cleanUp(t, &bad, CleanUpOptions{Progress: func(f float64, _ string) {
		if f < last {
			t.Errorf("progress went from %g to %g", last, f)
		}
		last = f
	}})
	if r.Molecules != 64 || r.Converged != 64 || last != 1 {
		t.Errorf("got %d molecules, %d converged, progress %g; want 64, 64, 1", r.Molecules, r.Converged, last)
	}
	for k, l := range lengths(&after) {
		if math.Abs(l-0.969) > 0.01 {
			t.Errorf("bond %d is %.3f Å, want 0.969", k, l)
		}
	}
	for i, x := range after.Positions {
		if math.Abs(x-bad.Positions[i]) > 0.5 {
			t.Fatalf("coordinate %d moved from %.2f to %.2f", i, bad.Positions[i], x)
		}
	}
	// The molecules of two atoms only.
	r, _ = cleanUp(t, &bad, CleanUpOptions{Atoms: []int{4, 100, 5}})
	if want := []int{3, 4, 5, 99, 100, 101}; !slices.Equal(r.Atoms, want) {
		t.Errorf("got atoms %v, want %v", r.Atoms, want)
	}
}

func TestCleanUpEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := CleanUp(ctx, preset(t, "water"), CleanUpOptions{}); err != context.Canceled {
		t.Errorf("got %v, want canceled", err)
	}
}

func BenchmarkCleanUpWaters(b *testing.B) {
	box := waterBox(b, 15)
	bad := distorted(&box, 0.1, 5)
	for b.Loop() {
		if _, err := CleanUp(context.Background(), &bad, CleanUpOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}

func ExampleCleanUp() {
	s := waters(1)
	s.Positions[3] += 0.4 // an O–H bond of 1.3 Å
	r, err := CleanUp(context.Background(), &s, CleanUpOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	bond := geom.At(r.Positions, 1).Sub(geom.At(r.Positions, 0)).Norm()
	fmt.Printf("%d molecule, O–H %.3f Å, energy lower: %v\n", r.Molecules, bond, r.After < r.Before)
	// Output: 1 molecule, O–H 0.969 Å, energy lower: true
}
