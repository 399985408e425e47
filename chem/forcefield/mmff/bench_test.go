package mmff

import (
	"testing"

	"github.com/molsmith/molsmith/chem/hydrogen"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/rng"
	"github.com/molsmith/molsmith/chem/smiles"
)

// subjects are molecules of 21, 50 and 102 atoms with hydrogens.
var subjects = []struct{ name, smiles string }{
	{"aspirin", "CC(=O)Oc1ccccc1C(=O)O"},
	{"estradiol valerate", "CCCCC(=O)OC1CCC2C1(CCC3C2CCC4=C3C=CC(=C4)O)C"},
	{"cyclic peptide", "CC(C)CC1C(=O)NC(C(=O)NC(C(=O)NC(C(=O)NC(C(=O)N1)Cc2ccccc2)CC(=O)O)C)CCCCN"},
}

func complete(b *testing.B, text string) *perceive.Molecule {
	p, err := smiles.Perceive(text)
	if err != nil {
		b.Fatal(err)
	}
	p, _ = hydrogen.Add(p, nil)
	return p
}

func benchmarkEvaluate(b *testing.B, gradient bool) {
	for _, s := range subjects {
		b.Run(s.name, func(b *testing.B) {
			f := parse(b, s.smiles, Options{})
			n := len(f.types)
			x := make([]float64, 3*n)
			random := rng.New(1)
			for i := range x {
				x[i] = 10 * random.Float64()
			}
			var g []float64
			if gradient {
				g = make([]float64, 3*n)
			}
			for b.Loop() {
				f.Evaluate(x, g)
			}
			pairs := len(f.pairs.charged) + len(f.pairs.neutral)
			b.ReportMetric(float64(n), "atoms")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*pairs), "ns/pair")
		})
	}
}

func BenchmarkEvaluate(b *testing.B) { benchmarkEvaluate(b, true) }

func BenchmarkEnergy(b *testing.B) { benchmarkEvaluate(b, false) }

func BenchmarkNew(b *testing.B) {
	for _, s := range subjects {
		b.Run(s.name, func(b *testing.B) {
			p := complete(b, s.smiles)
			for b.Loop() {
				if _, err := New(p, Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
