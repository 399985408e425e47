package polymer_test

import (
	"context"
	"math"
	"testing"

	"github.com/molsmith/molsmith/chem/conformer"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/hydrogen"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/polymer"
	"github.com/molsmith/molsmith/chem/ring"
	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/chem/stereo"
)

// monomer is a molecule to make chains of.
type monomer struct {
	name       string
	smiles     string
	head, tail int
}

// monomers cover saturated and conjugated backbones, junctions at C, N, O, S and Si, bulky
// side groups, amides and esters, and charges.
var monomers = []monomer{
	{"ethylene", "CC", 0, 1},
	{"propylene", "CCC", 0, 1},
	{"styrene", "CCc1ccccc1", 0, 1},
	{"methyl methacrylate", "CC(C)C(=O)OC", 0, 1},
	{"vinylpyrrolidone", "CCN1CCCC1=O", 0, 1},
	{"vinyl chloride", "CCCl", 0, 1},
	{"ethylene oxide", "OCC", 0, 2},
	{"lactic acid", "OC(C)C=O", 0, 3},
	{"caprolactam", "NCCCCCC=O", 0, 6},
	{"thiophene", "c1ccsc1", 2, 4},
	{"EDOT", "c1sc(c2OCCOc12)", 0, 2},
	{"terephthalate", "OCCOC(=O)c1ccc(cc1)C=O", 0, 12},
	{"phenylene", "c1ccccc1", 0, 3},
	{"siloxane", "O[SiH](C)C", 0, 1},
	{"ionene", "C[N+](C)(C)CCC", 0, 6},
	{"acrylate ion", "CCC(=O)[O-]", 0, 1},
	{"thioether", "SCC", 0, 2},
	{"ethylenimine", "NCC", 0, 2},
}

// load makes a molecule of a SMILES, complete and relaxed.
func load(t testing.TB, text string, seed uint64) (*perceive.Molecule, []float64) {
	t.Helper()
	p, err := smiles.Perceive(text)
	if err != nil {
		t.Fatal(err)
	}
	q, s := hydrogen.Add(p, stereo.Find(p))
	b, err := conformer.New(q, s, conformer.Auto)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	c, err := b.Generate(context.Background(), seed, nil)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return q, c.X
}

// leaving is the first hydrogen of an atom, or the second.
func leaving(p *perceive.Molecule, atom, which int) int {
	for _, b := range p.Mol.Bonds {
		for _, i := range [2]int{b.A, b.B} {
			if b.Other(i) == atom && p.Mol.Atoms[i].Element == 1 {
				if which == 0 {
					return i
				}
				which--
			}
		}
	}
	return -1
}

// unit makes a unit of a monomer.
func unit(t testing.TB, m monomer) polymer.Unit {
	t.Helper()
	p, x := load(t, m.smiles, 7)
	u := polymer.Unit{Molecule: p, Positions: x, Head: m.head, Tail: m.tail, HeadLeaves: leaving(p, m.head, 0), TailLeaves: leaving(p, m.tail, 0)}
	if u.HeadLeaves < 0 || u.TailLeaves < 0 {
		t.Fatalf("%s: head or tail without hydrogen", m.name)
	}
	return u
}

// mirror is the other configuration of a unit.
func mirror(u polymer.Unit) polymer.Unit {
	u.Positions = append([]float64(nil), u.Positions...)
	for i := 0; i < len(u.Positions); i += 3 {
		u.Positions[i] = -u.Positions[i]
	}
	return u
}

// repeat is a chain of n equal units.
func repeat(u polymer.Unit, n int) polymer.Request {
	return polymer.Request{Kinds: []polymer.Unit{u}, Sequence: make([]int, n)}
}

// contacts measures by looking at every pair: the smallest distance of heavy atoms four or
// more bonds apart and of any two atoms in units that are not neighbors.
func contacts(c *polymer.Chain) (heavy, apart, hydrogens float64) {
	heavy, apart, hydrogens = math.Inf(1), math.Inf(1), math.Inf(1)
	n := len(c.Mol.Atoms)
	adjacency := c.Mol.Neighbors()
	near := make([]int, n)
	for i := range n {
		var seen []int
		near[i] = 1
		seen = append(seen, i)
		for k := 0; k < len(seen); k++ {
			if near[seen[k]] == 4 {
				continue
			}
			for _, b := range adjacency.Of(seen[k]) {
				if near[b.Atom] == 0 {
					near[b.Atom] = near[seen[k]] + 1
					seen = append(seen, b.Atom)
				}
			}
		}
		for j := range i {
			d := geom.At(c.Positions, i).Sub(geom.At(c.Positions, j)).Norm()
			if near[j] == 0 {
				if c.Mol.Atoms[i].Element > 1 && c.Mol.Atoms[j].Element > 1 {
					heavy = min(heavy, d)
				}
				if c.Mol.Atoms[i].Element == 1 && c.Mol.Atoms[j].Element == 1 {
					hydrogens = min(hydrogens, d)
				}
			}
			if u := c.Unit[i] - c.Unit[j]; u > 1 || u < -1 {
				apart = min(apart, d)
			}
		}
		for _, k := range seen {
			near[k] = 0
		}
	}
	return heavy, apart, hydrogens
}

var background = context.Background()

// formaldehyde is a molecule whose oxygen cannot leave.
func formaldehyde(t testing.TB) *perceive.Molecule {
	p, _ := load(t, "C=O", 1)
	return p
}

// piercedRings counts the rings of up to eight atoms with a bond through them, by the sides
// of the ring's triangles on which the ends of each bond lie.
func piercedRings(c *polymer.Chain) (count int) {
	volume := func(a, b, p, q geom.Vec3) float64 { return b.Sub(a).Dot(p.Sub(a).Cross(q.Sub(a))) }
	for _, atoms := range ring.Find(c.Mol).Relevant {
		if len(atoms) > 8 {
			continue
		}
		var center geom.Vec3
		member := map[int]bool{}
		for _, i := range atoms {
			center = center.AddScaled(1/float64(len(atoms)), geom.At(c.Positions, i))
			member[i] = true
		}
		found := false
		for _, b := range c.Mol.Bonds {
			if member[b.A] || member[b.B] {
				continue
			}
			p, q := geom.At(c.Positions, b.A), geom.At(c.Positions, b.B)
			if p.Sub(center).Norm() > 5 {
				continue
			}
			for k, i := range atoms {
				u, v := geom.At(c.Positions, i), geom.At(c.Positions, atoms[(k+1)%len(atoms)])
				// The bond's line passes on one side of all three edges, and its ends lie on both
				// sides of the triangle.
				s1, s2, s3 := volume(p, q, center, u), volume(p, q, u, v), volume(p, q, v, center)
				sides := volume(p, center, u, v) * volume(q, center, u, v)
				if sides < 0 && (s1 > 0 && s2 > 0 && s3 > 0 || s1 < 0 && s2 < 0 && s3 < 0) {
					found = true
				}
			}
		}
		if found {
			count++
		}
	}
	return count
}
