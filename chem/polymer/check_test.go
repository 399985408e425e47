package polymer_test

import (
	"math"
	"testing"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/polymer"
)

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
