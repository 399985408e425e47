package mmff

import (
	"strconv"
	"testing"

	"github.com/molsmith/molsmith/chem/hydrogen"
	"github.com/molsmith/molsmith/chem/internal/oracle"
	"github.com/molsmith/molsmith/chem/smiles"
)

// eachSubject calls run with the field and the embedded geometry of a molecule of the
// reference data with 20, 50 and 100 atoms or a few more.
func eachSubject(b *testing.B, run func(b *testing.B, f *Field, x []float64)) {
	sizes := []int{20, 50, 100}
	found := make([]*conformer, len(sizes))
	oracle.Each(b, "conformers.jsonl.gz", 300, func(r conformer) {
		for k, size := range sizes {
			if n := len(r.Sym); r.Mmff != nil && n >= size && n < size+10 && (found[k] == nil || n < len(found[k].Sym)) {
				found[k] = &r
			}
		}
	})
	for k, r := range found {
		b.Run(strconv.Itoa(sizes[k]), func(b *testing.B) { run(b, r.field(b, MMFF94), flat(r.Xyz)) })
	}
}

func benchmarkEvaluate(b *testing.B, gradient bool) {
	eachSubject(b, func(b *testing.B, f *Field, x []float64) {
		var g []float64
		if gradient {
			g = make([]float64, len(x))
		}
		for b.Loop() {
			f.Evaluate(x, g)
		}
		pairs := len(f.pairs.charged) + len(f.pairs.neutral)
		b.ReportMetric(float64(len(f.types)), "atoms")
		b.ReportMetric(float64(pairs), "pairs")
	})
}

func BenchmarkEvaluate(b *testing.B) { benchmarkEvaluate(b, true) }

func BenchmarkEnergy(b *testing.B) { benchmarkEvaluate(b, false) }

// BenchmarkPairs is the part of BenchmarkEvaluate that grows with the square of the atoms.
func BenchmarkPairs(b *testing.B) {
	eachSubject(b, func(b *testing.B, f *Field, x []float64) {
		f.Evaluate(x, nil)
		var e energies
		for b.Loop() {
			f.pairs.evaluate(f.position, f.force, &e)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*(len(f.pairs.charged)+len(f.pairs.neutral))), "ns/pair")
	})
}

func BenchmarkNew(b *testing.B) {
	for _, s := range []string{
		"CCCC1=CC=NC=C1",
		"C[C@]12CC[C@H]3[C@H]([C@@H]1CC[C@@H]2O)CC[C@]45[C@@]3(CC(=C([C@H]4O5)O)C#N)C",
		"S(=O)(=O)(N(C)c1cc2cc(c1)C(=O)NC(c1cc(COCC(NC2=O)C(O)CC(C(C)C)C(=O)NCC(C)C)ccc1)CCCOC)C",
	} {
		b.Run(s, func(b *testing.B) {
			p, err := smiles.Perceive(s)
			if err != nil {
				b.Fatal(err)
			}
			p, _ = hydrogen.Add(p, nil)
			for b.Loop() {
				if _, err := New(p, Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
