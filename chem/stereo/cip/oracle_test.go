package cip_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/internal/oracle"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/chem/stereo"
	"github.com/molsmith/molsmith/chem/stereo/cip"
)

// stated is the configuration of p with every stated center, whether or not it makes
// a difference: what makes none must not change other labels.
func stated(p *perceive.Molecule) *stereo.Set {
	return &stereo.Set{Centers: p.Mol.Centers, Bonds: stereo.Find(p).Bonds}
}

func perceived(t testing.TB, text string) *perceive.Molecule {
	t.Helper()
	p, err := smiles.Perceive(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p
}

// checkOracle compares the labels of a SMILES with those of RDKit, which lists no
// center that makes no difference. It returns the number of labels compared.
func checkOracle(t *testing.T, id, text string, atoms []oracle.AtomLabel, bonds []oracle.BondLabel) int {
	t.Helper()
	p := perceived(t, text)
	got, err := cip.Label(p, stated(p))
	if err != nil {
		t.Errorf("%s %s: %v", id, text, err)
	}
	for _, want := range atoms {
		if got := got.Atoms[slices.Index(p.Origin, want.Atom)]; got != want.Label {
			t.Errorf("%s %s, atom %d: got %q, want %q", id, text, want.Atom, got, want.Label)
		}
	}
	for _, want := range bonds {
		k := slices.IndexFunc(p.Mol.Bonds, func(b mol.Bond) bool {
			from, to := p.Origin[b.A], p.Origin[b.B]
			return from == want.A && to == want.B || from == want.B && to == want.A
		})
		if k < 0 || got.Bonds[k] != want.Label {
			t.Errorf("%s %s, bond %d of %d and %d: got %q, want %q", id, text, k, want.A, want.B, got.Bonds, want.Label)
		}
	}
	return len(atoms) + len(bonds)
}

// TestOracleMolecules compares with the labels of RDKit 2026.09.1 (new CIP code).
func TestOracleMolecules(t *testing.T) {
	compared := 0
	oracle.Molecules(t, func(row oracle.Molecule) {
		compared += checkOracle(t, row.ID, row.Smi, row.CIP, row.EZ)
	})
	if compared < 1900 {
		t.Errorf("got %d labels, want 1900 or more", compared)
	}
}

// TestOracleStereo does so for the molecules of the stereo set, whose other spellings,
// all by one program, must have the same labels as each other.
func TestOracleStereo(t *testing.T) {
	type row struct {
		ID       string
		CIP      []oracle.AtomLabel
		EZ       []oracle.BondLabel
		Same     []string
		Unstable []int `json:"rdkit_unstable"`
	}
	compared := 0
	oracle.Each(t, "stereo.jsonl.gz", 500, func(row row) {
		compared += checkOracle(t, row.ID, row.Same[0], row.CIP, row.EZ)
		want, first := "", 0
		for i, text := range row.Same {
			if i == 0 || slices.Contains(row.Unstable, i) {
				continue
			}
			got := census(t, text)
			if first == 0 {
				want, first = got, i
			}
			if got != want {
				t.Errorf("%s %s: got %s, want %s as for %s", row.ID, text, got, want, row.Same[first])
			}
		}
	})
	if compared < 900 {
		t.Errorf("got %d labels, want 900 or more", compared)
	}
}

// census is the sorted list of labels.
func census(t *testing.T, text string) string {
	t.Helper()
	p := perceived(t, text)
	got, err := cip.Label(p, stated(p))
	if err != nil {
		t.Errorf("%s: %v", text, err)
	}
	all := append(slices.Clone(got.Atoms), got.Bonds...)
	slices.Sort(all)
	return strings.Join(slices.DeleteFunc(all, func(l string) bool { return l == "" }), " ")
}
