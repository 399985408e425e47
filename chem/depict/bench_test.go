package depict

import (
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/chem/stereo"
)

func BenchmarkSVG(b *testing.B) {
	for _, c := range []struct{ name, smiles string }{
		{"aspirin", "CC(=O)Oc1ccccc1C(=O)O"},
		{"atorvastatin", "CC(C)c1c(C(=O)Nc2ccccc2)c(-c2ccccc2)c(-c2ccc(F)cc2)n1CC[C@@H](O)C[C@@H](O)CC(=O)O"},
		{"morphine", "CN1CC[C@]23[C@@H]4[C@H]1CC5=C2C(=C(C=C5)O)O[C@H]3[C@H](C=C4)O"},
		{"paclitaxel", "CC1=C2[C@@H](C(=O)[C@@]3([C@H](C[C@@H]4[C@]([C@H]3[C@@H]([C@@](C2(C)C)(C[C@@H]1OC(=O)[C@@H]([C@H](C5=CC=CC=C5)NC(=O)C6=CC=CC=C6)O)O)OC(=O)C7=CC=CC=C7)(CO4)OC(=O)C)O)C)OC(=O)C"},
		{"chain 1000", strings.Repeat("C", 1000)},
	} {
		b.Run(c.name, func(b *testing.B) {
			p, err := smiles.Perceive(c.smiles)
			if err != nil {
				b.Fatal(err)
			}
			s := stereo.Find(p)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := SVG(p, s, Options{Width: 300, Height: 200}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkLayout10000(b *testing.B) {
	p, err := smiles.Perceive(strings.Repeat("CC(C)c1ccccc1", 1111))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := Layout(p, nil); err != nil {
			b.Fatal(err)
		}
	}
}
