package smiles

import (
	"strconv"
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

// BenchmarkLong reads texts of 10, 30 and 100 kB of one kind each: the bytes per second
// should not fall.
func BenchmarkLong(b *testing.B) {
	for _, kind := range long {
		for _, size := range []int{10_000, 30_000, MaxBytes} {
			text := kind.text(size)
			b.Run(kind.name+"/"+strconv.Itoa(size), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				for b.Loop() {
					if _, err := Perceive(text); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
