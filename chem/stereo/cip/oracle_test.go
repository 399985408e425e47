package cip_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/internal/oracle"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/chem/stereo"
	"github.com/molsmith/molsmith/chem/stereo/cip"
)

// unlabeled are molecules in which RDKit drops configurations that make a difference:
// those of two double bonds, or of a double bond and a center, at opposite atoms of
// a ring, which are cis or trans to each other.
var unlabeled = []string{"D0778", "D2597", "D2723"}

func perceived(t testing.TB, text string) *perceive.Molecule {
	t.Helper()
	p, err := smiles.Perceive(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p
}

// found returns the labels of a SMILES, "4R" for an atom and "4=5E" for a bond of the
// text, atoms counted from 0.
func found(t *testing.T, text string) (labels []string) {
	t.Helper()
	p := perceived(t, text)
	got, err := cip.Label(p, stereo.Find(p))
	if err != nil {
		t.Errorf("%s: %v", text, err)
	}
	for i, l := range got.Atoms {
		if l != "" {
			labels = append(labels, fmt.Sprintf("%d%s", p.Origin[i], l))
		}
	}
	for k, l := range got.Bonds {
		if b := p.Mol.Bonds[k]; l != "" {
			labels = append(labels, bondLabel(p.Origin[b.A], p.Origin[b.B], l))
		}
	}
	slices.Sort(labels)
	return labels
}

func bondLabel(a, b int, label string) string {
	return fmt.Sprintf("%d=%d%s", min(a, b), max(a, b), label)
}

func wanted(atoms []oracle.AtomLabel, bonds []oracle.BondLabel) (labels []string) {
	for _, l := range atoms {
		labels = append(labels, fmt.Sprintf("%d%s", l.Atom, l.Label))
	}
	for _, l := range bonds {
		labels = append(labels, bondLabel(l.A, l.B, l.Label))
	}
	slices.Sort(labels)
	return labels
}

// TestOracleMolecules compares with the labels of RDKit 2026.09.1 (new CIP code).
func TestOracleMolecules(t *testing.T) {
	compared := 0
	oracle.Molecules(t, func(row oracle.Molecule) {
		want := wanted(row.CIP, row.EZ)
		compared += len(want)
		got := found(t, row.Smi)
		if slices.Contains(unlabeled, row.ID) && len(want) == 0 {
			return
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s %s: got %v, want %v", row.ID, row.Smi, got, want)
		}
	})
	if compared < 1900 {
		t.Errorf("got %d labels, want 1900 or more", compared)
	}
}

// TestOracleStereo does so for the molecules of the stereo set, of which five other
// spellings must have the same labels.
func TestOracleStereo(t *testing.T) {
	type row struct {
		ID, Mol  string
		CIP      []oracle.AtomLabel
		EZ       []oracle.BondLabel
		Same     []string
		Unstable []int `json:"rdkit_unstable"`
	}
	compared := 0
	oracle.Each(t, "stereo.jsonl.gz", 500, func(row row) {
		want := wanted(row.CIP, row.EZ)
		if slices.Contains(unlabeled, row.Mol) && len(want) == 0 {
			return
		}
		compared += len(want)
		if got := found(t, row.Same[0]); !slices.Equal(got, want) {
			t.Errorf("%s %s: got %v, want %v", row.ID, row.Same[0], got, want)
		}
		for i, text := range row.Same[:min(6, len(row.Same))] {
			if slices.Contains(row.Unstable, i) {
				continue
			}
			if got, want := census(found(t, text)), census(want); got != want {
				t.Errorf("%s %s: got %s, want %s as for %s", row.ID, text, got, want, row.Same[0])
			}
		}
	})
	if compared < 900 {
		t.Errorf("got %d labels, want 900 or more", compared)
	}
}

// census is the sorted list of labels without their places.
func census(labels []string) string {
	kinds := make([]string, len(labels))
	for i, l := range labels {
		kinds[i] = strings.TrimLeft(l, "0123456789=")
	}
	slices.Sort(kinds)
	return strings.Join(kinds, " ")
}
