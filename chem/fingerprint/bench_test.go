package fingerprint

import (
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/internal/oracle"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/smiles"
)

// sample holds every third molecule of the reference data, 1,000 of them.
func sample(b *testing.B) []*perceive.Molecule {
	var molecules []*perceive.Molecule
	rows := 0
	oracle.Molecules(b, func(row oracle.Molecule) {
		if rows++; rows%3 != 0 || len(molecules) == 1000 {
			return
		}
		p, err := smiles.Perceive(row.Smi)
		if err != nil {
			b.Fatalf("%s: %v", row.Smi, err)
		}
		molecules = append(molecules, p)
	})
	return molecules
}

func BenchmarkECFP4(b *testing.B) {
	molecules := sample(b)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		ECFP4(molecules[i%len(molecules)])
	}
}

func BenchmarkMorgan(b *testing.B) {
	molecules := sample(b)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		Morgan(molecules[i%len(molecules)], 2)
	}
}

func BenchmarkTanimoto(b *testing.B) {
	molecules := sample(b)
	prints := make([]*Bits, len(molecules))
	for i, p := range molecules {
		prints[i] = ECFP4(p)
	}
	for i := 0; b.Loop(); i++ {
		Tanimoto(prints[0], prints[i%len(prints)])
	}
}

// BenchmarkMorganStar is the worst case of 10,000 atoms: every environment of radius
// 2 reaches half of the bonds, and no two are equal.
func BenchmarkMorganStar(b *testing.B) {
	p := read(b, "*"+strings.Repeat("(**)", 4_999))
	b.ReportAllocs()
	for b.Loop() {
		Morgan(p, 2)
	}
}
