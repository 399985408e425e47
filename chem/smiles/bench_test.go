package smiles

import (
	"testing"

	"github.com/molsmith/molsmith/chem/internal/oracle"
)

// sample holds every third molecule of the reference data, 1,000 of them.
func sample(b *testing.B) []string {
	var texts []string
	rows := 0
	oracle.Molecules(b, func(row oracle.Molecule) {
		if rows++; rows%3 == 0 && len(texts) < 1000 {
			texts = append(texts, row.Smi)
		}
	})
	return texts
}

func BenchmarkParse(b *testing.B) {
	texts := sample(b)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, err := Parse(texts[i%len(texts)]); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPerceive(b *testing.B) {
	texts := sample(b)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, err := Perceive(texts[i%len(texts)]); err != nil {
			b.Fatal(err)
		}
	}
}
