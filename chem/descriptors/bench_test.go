package descriptors

import (
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/internal/oracle"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/smarts"
	"github.com/molsmith/molsmith/chem/stereo"
)

// sample holds every third molecule of the reference data, 1,000 of them.
func sample(b *testing.B) []*perceive.Molecule {
	var molecules []*perceive.Molecule
	rows := 0
	oracle.Molecules(b, func(row oracle.Molecule) {
		if rows++; rows%3 == 0 && len(molecules) < 1000 {
			molecules = append(molecules, read(b, row.Smi))
		}
	})
	return molecules
}

func BenchmarkCalculate(b *testing.B) {
	molecules := sample(b)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		p := molecules[i%len(molecules)]
		if _, err := Calculate(p, smarts.NewTarget(p, nil)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCrippen(b *testing.B) {
	molecules := sample(b)
	var targets []*smarts.Target
	for _, p := range molecules {
		targets = append(targets, smarts.NewTarget(p, nil))
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, _, err := Crippen(molecules[i%len(molecules)], targets[i%len(molecules)]); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkTPSA(b *testing.B) {
	molecules := sample(b)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		TPSA(molecules[i%len(molecules)])
	}
}

func BenchmarkRotatableBonds(b *testing.B) {
	molecules := sample(b)
	for i := 0; b.Loop(); i++ {
		RotatableBonds(molecules[i%len(molecules)])
	}
}

func BenchmarkRingCounts(b *testing.B) {
	molecules := sample(b)
	for i := 0; b.Loop(); i++ {
		RingCounts(molecules[i%len(molecules)])
	}
}

// BenchmarkSynthetic does not count the search for centers and reading the table.
func BenchmarkSynthetic(b *testing.B) {
	if _, err := Fragments(); err != nil {
		b.Fatal(err)
	}
	molecules := sample(b)
	var sets []*stereo.Set
	for _, p := range molecules {
		sets = append(sets, stereo.Find(p))
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, err := Synthetic(molecules[i%len(molecules)], sets[i%len(molecules)]); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkCalculateLarge are molecules near the limit of 10,000 atoms.
func BenchmarkCalculateLarge(b *testing.B) {
	for _, c := range []struct{ name, smiles string }{
		{"chain", strings.Repeat("C", 10_000)},
		{"peptide", strings.Repeat("NC(C)C(=O)", 2_000)},
		{"star", "*" + strings.Repeat("(*)", 9_999)},
		{"triangles", strings.Repeat("C1CN1", 3_333)},
		{"cages", strings.Repeat("N12CN3CN(C1)CN(C2)C3.", 1_000)[:20_999]},
		{"belt", "c1%99ccc(cc1)" + strings.Repeat("-c1ccc(cc1)", 11) + "-c1ccc%99cc1"},
	} {
		b.Run(c.name, func(b *testing.B) {
			p := read(b, c.smiles)
			s := stereo.Find(p)
			for b.Loop() {
				if _, err := Calculate(p, smarts.NewTarget(p, nil)); err != nil {
					b.Fatal(err)
				}
				if _, err := Synthetic(p, s); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
