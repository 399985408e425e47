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

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/polymer"
)

// full runs every seed and length, not a sample.
var full = os.Getenv("MOLSMITH_FULL") != ""

// source is the molecule an atom of a chain comes from.
func source(r polymer.Request, c *polymer.Chain, i int) (m *mol.Mol, x []float64) {
	switch u := int(c.Unit[i]); {
	case u < 0:
		return r.Start.Molecule.Mol, r.Start.Positions
	case u >= len(r.Sequence):
		return r.End.Molecule.Mol, r.End.Positions
	default:
		k := r.Kinds[r.Sequence[u]]
		return k.Molecule.Mol, k.Positions
	}
}

// checkBonds compares bond lengths with those of the units; junctions with like bonds.
func checkBonds(t *testing.T, r polymer.Request, c *polymer.Chain) {
	t.Helper()
	junction := map[int]bool{}
	for _, k := range c.Junctions {
		junction[k] = true
	}
	adjacency := c.Mol.Neighbors()
	worst, count := 0.0, 0
	for k, b := range c.Mol.Bonds {
		length := geom.At(c.Positions, b.A).Sub(geom.At(c.Positions, b.B)).Norm()
		if !junction[k] {
			_, x := source(r, c, b.A)
			want := geom.At(x, int(c.Source[b.A])).Sub(geom.At(x, int(c.Source[b.B]))).Norm()
			worst = math.Max(worst, math.Abs(length-want))
			continue
		}
		count++
		// Bonds of atoms with as many neighbors in a unit, if there are any.
		low, high := math.Inf(1), 0.0
		for q, other := range c.Mol.Bonds {
			if junction[q] || c.Aromatic[q] || other.Order != b.Order || c.Unit[other.A] != c.Unit[b.A] {
				continue
			}
			like := func(i, j int) bool {
				return c.Mol.Atoms[i].Element == c.Mol.Atoms[j].Element && adjacency.Degree(i) == adjacency.Degree(j)
			}
			if like(b.A, other.A) && like(b.B, other.B) || like(b.A, other.B) && like(b.B, other.A) {
				_, x := source(r, c, other.A)
				d := geom.At(x, int(c.Source[other.A])).Sub(geom.At(x, int(c.Source[other.B]))).Norm()
				low, high = math.Min(low, d), math.Max(high, d)
			}
		}
		if high > 0 && (length < low-0.03 || length > high+0.03) {
			t.Errorf("junction of %s: %.3f Å, like bonds of the unit have %.3f to %.3f", c.Mol.Label(b.A, b.B), length, low, high)
		}
		if sum := elem.CovalentRadius(c.Mol.Atoms[b.A].Element) + elem.CovalentRadius(c.Mol.Atoms[b.B].Element); math.Abs(length-sum) > 0.15 {
			t.Errorf("junction of %s: %.3f Å", c.Mol.Label(b.A, b.B), length)
		}
	}
	if worst > 0.03 {
		t.Errorf("a bond differs by %.3f Å from that of its unit", worst)
	}
	if count != len(c.Junctions) {
		t.Errorf("%d junctions among the bonds, %d listed", count, len(c.Junctions))
	}
}

// checkHands compares the hand of every atom with four neighbors with that in its unit: the
// atom behind a junction counts for the one that left.
func checkHands(t *testing.T, r polymer.Request, c *polymer.Chain) {
	t.Helper()
	at := map[[2]int32]int{}
	for i := range c.Unit {
		at[[2]int32{c.Unit[i], c.Source[i]}] = i
	}
	adjacency := c.Mol.Neighbors()
	for i := range c.Mol.Atoms {
		m, x := source(r, c, i)
		if adjacency.Degree(i) != 4 {
			continue
		}
		own := m.Neighbors()
		var is, was []geom.Vec3
		var used []int
		missing := -1
		for _, n := range own.Of(int(c.Source[i])) {
			j, ok := at[[2]int32{c.Unit[i], int32(n.Atom)}]
			if !ok {
				if missing >= 0 {
					missing = -2 // two left: which is which cannot be told here
					break
				}
				missing = n.Atom
				continue
			}
			used = append(used, j)
			is = append(is, geom.At(c.Positions, j).Sub(geom.At(c.Positions, i)))
			was = append(was, geom.At(x, n.Atom).Sub(geom.At(x, int(c.Source[i]))))
		}
		if missing == -2 {
			continue
		}
		if missing >= 0 {
			for _, n := range adjacency.Of(i) {
				if n.Atom != used[0] && n.Atom != used[1] && n.Atom != used[2] {
					is = append(is, geom.At(c.Positions, n.Atom).Sub(geom.At(c.Positions, i)))
					was = append(was, geom.At(x, missing).Sub(geom.At(x, int(c.Source[i]))))
				}
			}
		}
		for k := range 4 {
			a, b := [3]geom.Vec3{}, [3]geom.Vec3{}
			for m := range 3 {
				a[m], b[m] = is[(k+m)%4], was[(k+m)%4]
			}
			if a[0].Dot(a[1].Cross(a[2]))*b[0].Dot(b[1].Cross(b[2])) <= 0 {
				t.Errorf("%s of unit %d has turned inside out", c.Mol.Label(i), c.Unit[i])
				break
			}
		}
	}
}

// checkChain checks everything that a chain of any request must have.
func checkChain(t *testing.T, r polymer.Request, c *polymer.Chain) {
	t.Helper()
	if err := c.Mol.Check(); err != nil {
		t.Fatal(err)
	}
	n := len(c.Mol.Atoms)
	if len(c.Positions) != 3*n || len(c.Unit) != n || len(c.Source) != n || len(c.Aromatic) != len(c.Mol.Bonds) || len(c.First) != len(r.Sequence)+1 {
		t.Fatal("lengths do not fit")
	}
	for k := range r.Sequence {
		if c.Unit[c.First[k]] != int32(k) || k > 0 && c.Unit[c.First[k]-1] != int32(k-1) {
			t.Fatalf("unit %d does not start at atom %d", k, c.First[k])
		}
	}
	if _, parts := c.Mol.Components(); parts != 1 {
		t.Fatalf("%d parts", parts)
	}
	checkBonds(t, r, c)
	checkHands(t, r, c)
	heavy, apart, hydrogens := contacts(c)
	if heavy < 2.4 || hydrogens < 1.7 || apart < 1.6 {
		t.Errorf("contacts of %.2f Å (heavy atoms), %.2f Å (hydrogens), %.2f Å (units apart)", heavy, hydrogens, apart)
	}
	if c.Heavy < 4 && math.Abs(c.Heavy-heavy) > 1e-9 || c.Closest < 4 && math.Abs(c.Closest-apart) > 1e-9 || c.Heavy > 4 && heavy < 4 {
		t.Errorf("the report has %.4f and %.4f Å, measured are %.4f and %.4f", c.Heavy, c.Closest, heavy, apart)
	}
	if p := piercedRings(c); p != 0 || c.Pierced != 0 {
		t.Errorf("%d rings are pierced, the report has %d", p, c.Pierced)
	}
}

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
