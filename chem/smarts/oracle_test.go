package smarts

import (
	"fmt"
	"slices"
	"sort"
	"testing"

	"github.com/molsmith/molsmith/chem/internal/oracle"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/chem/stereo"
)

// row is a SMARTS with its matches in some molecules (smarts.jsonl.gz).
type row struct {
	ID, Src, SMARTS string
	OK              bool
	Mols            []struct {
		Mol, Smi   string
		N          int
		Maps       [][]int
		NChiral    *int    `json:"n_chiral"`
		MapsChiral [][]int `json:"maps_chiral"`
	}
}

// maxReference is the largest number of matches that the reference values count.
const maxReference = 1000

// daylight are patterns that RDKit rejects and that are SMARTS nevertheless.
var daylight = map[string]string{
	"[C@?H](O)(N)C": "chirality or unspecified",
}

// target reads a molecule for matching.
func target(t testing.TB, smi string) *Target {
	t.Helper()
	if smi == "" {
		p, err := perceive.Sanitize(&mol.Mol{})
		if err != nil {
			t.Fatal(err)
		}
		return NewTarget(p, stereo.Find(p))
	}
	p, err := smiles.Perceive(smi)
	if err != nil {
		t.Fatalf("%s: %v", smi, err)
	}
	return NewTarget(p, stereo.Find(p))
}

// sets returns the sets of atoms of maps in a form that can be compared.
func sets(maps [][]int) []string {
	var out []string
	for _, m := range maps {
		m = slices.Clone(m)
		slices.Sort(m)
		out = append(out, fmt.Sprint(m))
	}
	sort.Strings(out)
	return out
}

func TestOracle(t *testing.T) {
	oracle.Each(t, "smarts.jsonl.gz", 250, func(r row) {
		q, err := Parse(r.SMARTS)
		if _, ok := daylight[r.SMARTS]; !ok && (err == nil) != r.OK {
			t.Errorf("%s %s: got error %v, want ok %v", r.ID, r.SMARTS, err, r.OK)
		}
		if err != nil {
			return
		}
		for _, m := range r.Mols {
			molecule := target(t, m.Smi)
			check := func(o Options, n int, maps [][]int) {
				t.Helper()
				got, err := q.Match(molecule, o)
				if err != nil {
					t.Errorf("%s %s in %s: %v", r.ID, r.SMARTS, m.Smi, err)
					return
				}
				count := len(got.Maps)
				if n == maxReference {
					count = min(count, n)
				}
				if count != n || maps != nil && !slices.Equal(sets(got.Maps), sets(maps)) {
					t.Errorf("%s %s in %s (chirality %v): got %d %v, want %d %v", r.ID, r.SMARTS, m.Smi, o.Chirality, len(got.Maps), got.Maps, n, maps)
				}
			}
			check(Options{}, m.N, m.Maps)
			if m.NChiral != nil {
				check(Options{Chirality: true}, *m.NChiral, m.MapsChiral)
			}
		}
	})
}
