package typing_test

import (
	"math"
	"os"
	"testing"

	"github.com/molsmith/molsmith/chem/forcefield/mmff/typing"
	"github.com/molsmith/molsmith/chem/hydrogen"
	"github.com/molsmith/molsmith/chem/internal/oracle"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/rng"
)

// scrambled returns p read anew with its atoms and bonds in another order, aromatic
// bonds without a Kekulé form, and the place of each atom.
func scrambled(t testing.TB, p *perceive.Molecule, r *rng.Rand) (*perceive.Molecule, []int) {
	t.Helper()
	n := len(p.Mol.Atoms)
	place := permutation(r, n)
	m := &mol.Mol{Atoms: make([]mol.Atom, n), Bonds: make([]mol.Bond, len(p.Mol.Bonds))}
	for i, to := range place {
		m.Atoms[to] = p.Mol.Atoms[i]
	}
	for k, to := range permutation(r, len(p.Mol.Bonds)) {
		b := p.Mol.Bonds[k]
		m.Bonds[to] = mol.Bond{A: place[b.A], B: place[b.B], Order: b.Order}
		if p.AromaticBonds[k] {
			m.Bonds[to].Order = mol.Aromatic
		}
	}
	full, _, err := hydrogen.FromMol(m)
	if err != nil {
		t.Fatal(err)
	}
	return full, place
}

func permutation(r *rng.Rand, n int) []int {
	list := make([]int, n)
	for i := range list {
		k := r.Intn(i + 1)
		list[i], list[k] = list[k], i
	}
	return list
}

// TestOrder types molecules again with atoms and bonds in another order, and aromatic
// bonds in whichever Kekulé form that gives.
func TestOrder(t *testing.T) {
	r := rng.New(1)
	rows := 0
	oracle.Molecules(t, func(row oracle.Molecule) {
		if rows++; rows%4 != 0 && os.Getenv("MOLSMITH_FULL") == "" {
			return
		}
		p := read(t, row.Smi)
		want, err := typing.Type(p)
		for range 3 {
			other, place := scrambled(t, p, &r)
			got, again := typing.Type(other)
			if (err == nil) != (again == nil) {
				t.Errorf("%s: got %v, in another order %v", row.Smi, err, again)
				return
			}
			if err != nil {
				return
			}
			for i, to := range place {
				if got.Types[to] != want.Types[i] || math.Abs(got.Charges[to]-want.Charges[i]) > 1e-12 {
					t.Errorf("%s, atom %d: got type %d and charge %.4f, in another order %d and %.4f", row.Smi, i,
						want.Types[i], want.Charges[i], got.Types[to], got.Charges[to])
					break
				}
			}
		}
	})
}
