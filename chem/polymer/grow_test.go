package polymer_test

import (
	"context"
	"encoding/binary"
	"errors"
	"hash/fnv"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/polymer"
)

// full runs every seed and length, not a sample.
var full = os.Getenv("MOLSMITH_FULL") != ""

// Chains of every monomer and of several lengths, isotactic, and with mirrored units.
func TestGrow(t *testing.T) {
	lengths := []int{1, 2, 3, 12, 40}
	seeds := 1
	if full {
		lengths, seeds = append(lengths, 100), 4
	}
	for _, m := range monomers {
		u := unit(t, m)
		n, b := len(u.Molecule.Mol.Atoms), len(u.Molecule.Mol.Bonds)
		for _, length := range lengths {
			for seed := range seeds {
				for _, order := range []string{"isotactic", "alternating"} {
					r := repeat(u, length)
					if order == "alternating" {
						r.Kinds = append(r.Kinds, mirror(u))
						for k := range r.Sequence {
							r.Sequence[k] = k % 2
						}
					}
					c, err := polymer.Grow(background, r, polymer.Options{Seed: uint64(seed)}, nil)
					if err != nil {
						t.Fatalf("%s × %d: %v", m.name, length, err)
					}
					if got, want := len(c.Mol.Atoms), length*n-2*(length-1); got != want {
						t.Errorf("%s × %d: %d atoms, want %d", m.name, length, got, want)
					}
					if got, want := len(c.Mol.Bonds), length*b-(length-1); got != want {
						t.Errorf("%s × %d: %d bonds, want %d", m.name, length, got, want)
					}
					checkChain(t, r, c)
					if t.Failed() {
						t.Fatalf("%s × %d, %s, seed %d: %+v", m.name, length, order, seed, c.Report)
					}
				}
			}
		}
	}
}

// Units that are linear, caged, crowded, long in the side group, of elements that MMFF94 lacks,
// or have head and tail in one atom.
func TestUnusualUnits(t *testing.T) {
	for _, m := range []monomer{
		{"acetylene", "C#C", 0, 1}, {"silane", "[SiH3][SiH3]", 0, 1}, {"borazane", "BN", 0, 1}, {"phosphine", "PC", 0, 1},
		{"cyclopropane", "C1CC1", 0, 1}, {"norbornane", "C1CC2CCC1C2", 0, 1}, {"adamantane", "C1C2CC3CC1CC(C2)C3", 1, 3},
		{"isobutylene", "CC(C)C", 0, 1}, {"tetrafluoroethylene", "FC(F)C(F)F", 1, 3}, {"vinylcarbazole", "CCn1c2ccccc2c2ccccc12", 0, 1},
		{"tert-butyl acrylate", "CCC(=O)OC(C)(C)C", 0, 1}, {"stearyl acrylate", "CCC(=O)OCCCCCCCCCCCCCCCCCC", 0, 1}, {"isoprene", "CC(C)=CC", 0, 4},
		{"glycine", "NCC=O", 0, 2}, {"bisphenol A carbonate", "Oc1ccc(cc1)C(C)(C)c1ccc(cc1)OC=O", 0, 17}, {"glucose", "OC1C(O)C(O)C(OC1CO)O", 0, 9},
		{"selenophene", "c1cc[se]c1", 2, 4}, {"germane", "C[GeH3]", 0, 1}, {"methylene", "C", 0, 0},
	} {
		p, x := load(t, m.smiles, 7)
		u := polymer.Unit{Molecule: p, Positions: x, Head: m.head, Tail: m.tail, HeadLeaves: leaving(p, m.head, 0), TailLeaves: leaving(p, m.tail, 0)}
		if m.head == m.tail {
			u.TailLeaves = leaving(p, m.tail, 1)
		}
		r := repeat(u, 10)
		c, err := polymer.Grow(background, r, polymer.Options{Seed: 1}, nil)
		if err != nil {
			t.Fatalf("%s: %v", m.name, err)
		}
		checkChain(t, r, c)
		if t.Failed() {
			t.Fatalf("%s: %+v", m.name, c.Report)
		}
	}
}

// One unit is the monomer, to the bit.
func TestOneUnit(t *testing.T) {
	u := unit(t, monomers[3])
	c, err := polymer.Grow(background, repeat(u, 1), polymer.Options{Seed: 3}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range c.Positions {
		if v != u.Positions[i] {
			t.Fatalf("coordinate %d is %g, the monomer has %g", i, v, u.Positions[i])
		}
	}
}

// End groups replace the atoms that would stay, and units of several kinds follow each other.
func TestCapsAndKinds(t *testing.T) {
	a, b := unit(t, monomers[2]), unit(t, monomers[9])
	p, x := load(t, "CCO", 1)
	q, y := load(t, "C[NH3+]", 1)
	r := polymer.Request{
		Kinds: []polymer.Unit{a, b}, Sequence: []int{0, 1, 1, 0, 0, 1, 0},
		Start: &polymer.Cap{Molecule: p, Positions: x, Atom: 0, Leaves: leaving(p, 0, 0)},
		End:   &polymer.Cap{Molecule: q, Positions: y, Atom: 0, Leaves: leaving(q, 0, 0)},
	}
	c, err := polymer.Grow(background, r, polymer.Options{Seed: 5}, nil)
	if err != nil {
		t.Fatal(err)
	}
	checkChain(t, r, c)
	n := 4*len(a.Molecule.Mol.Atoms) + 3*len(b.Molecule.Mol.Atoms) + len(x)/3 + len(y)/3 - 2*8
	if len(c.Mol.Atoms) != n || len(c.Junctions) != 8 {
		t.Errorf("%d atoms and %d junctions, want %d and 8", len(c.Mol.Atoms), len(c.Junctions), n)
	}
	if c.Unit[0] != -1 || c.Unit[n-1] != 7 || c.Mol.Charge() != 1 {
		t.Errorf("units %d to %d, charge %d", c.Unit[0], c.Unit[n-1], c.Mol.Charge())
	}
	if c.First[0] != len(x)/3-1 || c.First[7] != n-(len(y)/3-1) {
		t.Errorf("units start at %v", c.First)
	}
}

// Bonds and angles at a junction are exact before anything is relaxed.
func TestRough(t *testing.T) {
	for _, m := range monomers {
		r := repeat(unit(t, m), 20)
		c, err := polymer.Grow(background, r, polymer.Options{Seed: 1, Rough: true}, nil)
		if err != nil {
			t.Fatal(err)
		}
		checkBonds(t, r, c)
		checkHands(t, r, c)
		low, high := math.Inf(1), 0.0
		for _, k := range c.Junctions[1 : len(c.Junctions)-1] {
			b := c.Mol.Bonds[k]
			d := geom.At(c.Positions, b.A).Sub(geom.At(c.Positions, b.B)).Norm()
			low, high = math.Min(low, d), math.Max(high, d)
		}
		if high-low > 1e-9 {
			t.Errorf("%s: junctions from %.6f to %.6f Å long", m.name, low, high)
		}
		if c.Relaxed {
			t.Errorf("%s: relaxed", m.name)
		}
	}
}

// hashOf is a hash of positions.
func hashOf(x []float64) uint64 {
	h := fnv.New64a()
	for _, v := range x {
		h.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(v)))
	}
	return h.Sum64()
}

// The same seed gives the same bits for any number of workers and in every run; another seed
// another chain.
func TestSameBits(t *testing.T) {
	r := repeat(unit(t, monomers[3]), 30)
	var first uint64
	for k, workers := range []int{0, 1, 2, 7} {
		c, err := polymer.Grow(background, r, polymer.Options{Seed: 9, Workers: workers}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if h := hashOf(c.Positions); k == 0 {
			first = h
		} else if h != first {
			t.Fatalf("%d workers: another chain", workers)
		}
	}
	if other, _ := polymer.Grow(background, r, polymer.Options{Seed: 10}, nil); hashOf(other.Positions) == first {
		t.Error("another seed gives the same chain")
	}
}

// A run ends when it is canceled, wherever it is, and its progress never falls.
func TestCancel(t *testing.T) {
	r := repeat(unit(t, monomers[2]), 60)
	messages := map[string]bool{}
	last := 0.0
	if _, err := polymer.Grow(background, r, polymer.Options{}, func(f float64, m string) {
		if f < last || f > 1 {
			t.Errorf("the fraction goes from %g to %g", last, f)
		}
		last = f
		messages[strings.SplitN(m, ":", 2)[0]] = true
	}); err != nil || last != 1 {
		t.Fatalf("ends at %g: %v", last, err)
	}
	for message := range messages {
		if message == "done" {
			continue
		}
		ctx, cancel := context.WithCancel(background)
		_, err := polymer.Grow(ctx, r, polymer.Options{}, func(_ float64, m string) {
			if strings.HasPrefix(m, message) {
				cancel()
			}
		})
		cancel()
		if !errors.Is(err, context.Canceled) {
			t.Errorf("canceled while %s: %v", message, err)
		}
	}
	ctx, cancel := context.WithCancel(background)
	cancel()
	if _, err := polymer.Grow(ctx, r, polymer.Options{}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled before: %v", err)
	}
}

// What is wrong with a request is said in one line.
func TestRefusals(t *testing.T) {
	u := unit(t, monomers[0])
	p, x := load(t, "C=C", 1)
	for _, c := range []struct {
		name, want string
		change     func(r *polymer.Request)
	}{
		{"no kinds", "0 kinds", func(r *polymer.Request) { r.Kinds = nil }},
		{"no units", "sequence is empty", func(r *polymer.Request) { r.Sequence = nil }},
		{"unknown kind", "unit 2 is of kind 5", func(r *polymer.Request) { r.Sequence = []int{0, 5} }},
		{"head out of range", "no atom 99", func(r *polymer.Request) { r.Kinds[0].Head = 99 }},
		{"heavy leaves", "cannot give up", func(r *polymer.Request) { r.Kinds[0].HeadLeaves = 1 }},
		{"double bond", "not single", func(r *polymer.Request) {
			r.Kinds[0] = polymer.Unit{Molecule: p, Positions: x, Head: 0, HeadLeaves: 2, Tail: 1, TailLeaves: 4}
			r.Start = &polymer.Cap{Molecule: formaldehyde(t), Positions: []float64{0, 0, 0, 1.2, 0, 0, -0.6, 0.9, 0, -0.6, -0.9, 0}, Atom: 0, Leaves: 1}
		}},
		{"the same hydrogen", "two different atoms", func(r *polymer.Request) {
			r.Kinds[0].Tail, r.Kinds[0].TailLeaves = r.Kinds[0].Head, r.Kinds[0].HeadLeaves
		}},
		{"positions missing", "coordinates", func(r *polymer.Request) { r.Kinds[0].Positions = x[:3] }},
		{"not finite", "finite", func(r *polymer.Request) { r.Kinds[0].Positions[4] = math.NaN() }},
		{"no geometry", "no 3D geometry", func(r *polymer.Request) { clear(r.Kinds[0].Positions) }},
		{"no molecule", "no molecule", func(r *polymer.Request) { r.Kinds[0].Molecule = nil }},
		{"too many units", "the limit is 250000", func(r *polymer.Request) { r.Sequence = make([]int, 250_001) }},
	} {
		v := u
		v.Positions = append([]float64(nil), u.Positions...)
		r := repeat(v, 3)
		c.change(&r)
		_, err := polymer.Grow(background, r, polymer.Options{}, nil)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", c.name, err)
		}
		if !errors.Is(err, polymer.ErrRequest) && !errors.Is(err, polymer.ErrTooManyAtoms) {
			t.Errorf("%s: of no kind: %v", c.name, err)
		}
	}
}
