package hydrogen

import (
	"math/rand/v2"
	"testing"

	"github.com/molsmith/molsmith/chem/internal/oracle"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/chem/stereo"
)

// scrambled returns m with its atoms in random order.
func scrambled(m *mol.Mol, random *rand.Rand) *mol.Mol {
	place := random.Perm(len(m.Atoms))
	c := &mol.Mol{Atoms: make([]mol.Atom, len(m.Atoms)), Centers: moveCenters(m.Centers, place), CisTrans: moveSides(m.CisTrans, place)}
	for i, a := range m.Atoms {
		c.Atoms[place[i]] = a
	}
	for _, b := range m.Bonds {
		b.A, b.B = place[b.A], place[b.B]
		c.Bonds = append(c.Bonds, b)
	}
	return c
}

// A complete molecule is the same molecule: it has the formula, and reading it again,
// in any order of the atoms, gives the canonical SMILES.
func TestOracle(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	rows := 0
	oracle.Molecules(t, func(row oracle.Molecule) {
		if rows++; rows%5 != 0 {
			return
		}
		p, err := smiles.Perceive(row.Smi)
		if err != nil {
			t.Fatal(err)
		}
		s := stereo.Find(p)
		want, err := smiles.CanonicalOf(p, s)
		if err != nil {
			return
		}
		full, set := Add(p, s)
		if got := len(full.Mol.Atoms); got != row.Atoms {
			t.Errorf("%s: got %d atoms, want %d", row.Smi, got, row.Atoms)
		}
		if err := full.Mol.Check(); err != nil {
			t.Errorf("%s: %v", row.Smi, err)
		}
		m := full.Mol.Clone()
		m.Centers, m.CisTrans = set.Centers, set.Bonds
		for k := range m.Bonds { // marks are in CisTrans now
			m.Bonds[k].Stereo = mol.NoStereo
		}
		for range 2 {
			again, set, err := FromMol(m)
			if err != nil {
				t.Errorf("%s: %v", row.Smi, err)
				return
			}
			if len(again.Mol.Atoms) != len(m.Atoms) {
				t.Errorf("%s: got %d atoms again, want %d", row.Smi, len(again.Mol.Atoms), len(m.Atoms))
			}
			for i := range m.Atoms {
				if m.Atoms[i].Element != again.Mol.Atoms[i].Element {
					t.Fatalf("%s: atom %d became element %d, want %d", row.Smi, i, again.Mol.Atoms[i].Element, m.Atoms[i].Element)
				}
			}
			c := again.Mol.Clone()
			c.Centers, c.CisTrans = set.Centers, set.Bonds
			for k := range c.Bonds {
				c.Bonds[k].Stereo = mol.NoStereo
			}
			back, err := perceive.Sanitize(c)
			if err != nil {
				t.Errorf("%s: %v", row.Smi, err)
				return
			}
			if got, err := smiles.Canonical(back); err != nil || got != want {
				t.Errorf("%s: got %q, %v, want %q", row.Smi, got, err, want)
			}
			m = scrambled(m, random)
		}
	})
}

// The hydrogens at the ends of an allene are those of the ends, on the sides that the
// SMILES says.
func TestAllene(t *testing.T) {
	for _, text := range []string{"FC=[C@]=CCl", "FC=[C@@]=CCl", "FC=C=[C@]=C=CCl", "C/C(F)=[C@]=CCl"} {
		p, err := smiles.Perceive(text)
		if err != nil {
			t.Fatal(err)
		}
		full, set := Add(p, stereo.Find(p))
		if len(set.Centers) != 1 {
			t.Errorf("%s: got %d centers, want 1", text, len(set.Centers))
			continue
		}
		adjacency := full.Mol.Neighbors()
		for pair := 0; pair < 4; pair += 2 {
			a, b := set.Centers[0].Ligands[pair], set.Centers[0].Ligands[pair+1]
			shared := false
			for _, next := range adjacency.Of(a) {
				shared = shared || neighbors(&adjacency, next.Atom, b)
			}
			if !shared {
				t.Errorf("%s: ligands %v are not in pairs at the ends", text, set.Centers[0].Ligands)
			}
		}
	}
}
