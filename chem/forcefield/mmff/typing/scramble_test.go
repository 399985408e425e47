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

// checkOrders types a molecule again in other orders of its atoms and bonds.
func checkOrders(t *testing.T, text string, rounds int, r *rng.Rand) {
	t.Helper()
	p := read(t, text)
	want, err := typing.Type(p)
	for range rounds {
		other, place := scrambled(t, p, r)
		got, again := typing.Type(other)
		if (err == nil) != (again == nil) {
			t.Errorf("%s: got %v, in another order %v", text, err, again)
			return
		}
		if err != nil {
			return
		}
		for i, to := range place {
			if got.Types[to] != want.Types[i] || math.Abs(got.Charges[to]-want.Charges[i]) > 1e-12 {
				t.Errorf("%s, atom %d: got type %d and charge %.4f, in another order %d and %.4f", text, i,
					want.Types[i], want.Charges[i], got.Types[to], got.Charges[to])
				return
			}
		}
	}
}

// TestOrder types molecules in other orders of their atoms and bonds, with aromatic
// bonds in whichever Kekulé form the order gives.
func TestOrder(t *testing.T) {
	r := rng.New(1)
	full := os.Getenv("MOLSMITH_FULL") != ""
	rows := 0
	oracle.Molecules(t, func(row oracle.Molecule) {
		if rows++; full || rows%5 == 0 {
			checkOrders(t, row.Smi, 3, &r)
		}
	})
}

// TestOrderOfForms does the same for molecules whose Kekulé forms differ outside
// aromatic rings, or have no benzene.
func TestOrderOfForms(t *testing.T) {
	r := rng.New(2)
	for _, text := range []string{
		"Cc1cc2cccccc2n1",
		"OC1c2ccccc2-c2nc3cccccc-3c21",
		"c1ccc2c(c1)cc1cccccc21",
		"C1=Cc2cc3ccc(cc4nc(cc5ccc(cc1n2)[nH]5)C=C4)[nH]3",
		"c1ccc2c(c1)c1nc2nc2[nH]c(nc3nc(nc4[nH]c(n1)c1ccccc41)c1ccccc31)c1ccccc21",
		"c1cc2ccc3ccc4ccc5ccc6ccc1c1c2c3c4c5c61",
		"c1ccc2c(c1)c1ccccc21",
		"COC(=O)C1Cc2c3n(c4ccccc24)C(=O)CCC3N1C",
	} {
		checkOrders(t, text, 30, &r)
	}
}

// bondKinds counts the bonds by the types of their ends, orders and classes.
func bondKinds(p *perceive.Molecule, r *typing.Result) map[[4]uint8]int {
	list := make(map[[4]uint8]int)
	for k, b := range p.Mol.Bonds {
		u, v := r.Types[b.A], r.Types[b.B]
		list[[4]uint8{min(u, v), max(u, v), uint8(r.Orders[k]), r.BondClass(k)}]++
	}
	return list
}

// TestOrders compares the bonds of a methylazulene in its two Kekulé forms.
func TestOrders(t *testing.T) {
	r := rng.New(3)
	p := read(t, "Cc1cccc2cccc-2c1N")
	want, err := typing.Type(p)
	if err != nil {
		t.Fatal(err)
	}
	forms := make(map[mol.Order]bool) // of the bond that the scrambled molecule has between two carbons
	for range 20 {
		other, place := scrambled(t, p, &r)
		got, err := typing.Type(other)
		if err != nil {
			t.Fatal(err)
		}
		for k, b := range other.Mol.Bonds {
			if b.A == place[1] && b.B == place[2] || b.A == place[2] && b.B == place[1] {
				forms[other.Mol.Bonds[k].Order] = true
			}
		}
		x, y := bondKinds(p, want), bondKinds(other, got)
		if len(x) != len(y) {
			t.Errorf("got bonds %v, in another order %v", x, y)
		}
		for kind, n := range x {
			if y[kind] != n {
				t.Errorf("got %d bonds %v, in another order %d", n, kind, y[kind])
			}
		}
	}
	if len(forms) != 2 {
		t.Errorf("got the Kekulé forms %v, want two for the test to mean something", forms)
	}
}
