package smarts

import (
	"testing"

	"github.com/molsmith/molsmith/chem/internal/oracle"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/smiles"
)

// usualQueries are of the kinds that tools ask for.
var usualQueries = []string{
	"[CX3](=O)[OX2H1]", "[CX3](=O)[OX2][#6]", "[NX3][CX3](=O)[#6]", "[NX3;H2,H1;!$(NC=O)]", "[OX2H][CX4]",
	"[OX2H]c1ccccc1", "c1ccccc1", "c1ccncc1", "[n;r5]", "[#16X4](=[OX1])(=[OX1])",
	"[NX3+](=O)[O-]", "[F,Cl,Br,I]", "C#N", "[CX3]=[CX3]", "[CH3]",
	"[R2]", "[!R]~[R]", "[D3]-[D3]", "[$([#6]=O),$([#6]=N)]~[#7]", "[#7,#8;!H0]~*~*~[#7,#8]",
}

// benchMolecules are 1,000 of the reference molecules.
func benchMolecules(b *testing.B) []*perceive.Molecule {
	b.Helper()
	var list []*perceive.Molecule
	row := 0
	oracle.Molecules(b, func(m oracle.Molecule) {
		if row++; row%3 == 0 && len(list) < 1000 {
			p, err := smiles.Perceive(m.Smi)
			if err != nil {
				b.Fatal(err)
			}
			list = append(list, p)
		}
	})
	return list
}

// BenchmarkMatch prepares 1,000 molecules and finds all unique matches of 20 patterns.
func BenchmarkMatch(b *testing.B) {
	molecules := benchMolecules(b)
	var queries []*Query
	for _, text := range usualQueries {
		queries = append(queries, MustParse(text))
	}
	b.ReportAllocs()
	for b.Loop() {
		found := 0
		for _, p := range molecules {
			t := NewTarget(p, nil)
			for _, q := range queries {
				r, err := q.Match(t, Options{})
				if err != nil {
					b.Fatal(err)
				}
				found += len(r.Maps)
			}
		}
		b.ReportMetric(float64(found), "matches")
	}
}

// BenchmarkHas asks only whether the patterns match.
func BenchmarkHas(b *testing.B) {
	molecules := benchMolecules(b)
	var queries []*Query
	for _, text := range usualQueries {
		queries = append(queries, MustParse(text))
	}
	b.ReportAllocs()
	for b.Loop() {
		for _, p := range molecules {
			t := NewTarget(p, nil)
			for _, q := range queries {
				if _, err := q.Has(t); err != nil {
					b.Fatal(err)
				}
			}
		}
	}
}

func BenchmarkNewTarget(b *testing.B) {
	molecules := benchMolecules(b)
	b.ReportAllocs()
	for b.Loop() {
		for _, p := range molecules {
			NewTarget(p, nil)
		}
	}
}

func BenchmarkParse(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		for _, text := range usualQueries {
			MustParse(text)
		}
	}
}
