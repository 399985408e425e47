package cip_test

import (
	"testing"

	"github.com/molsmith/molsmith/chem/stereo"
	"github.com/molsmith/molsmith/chem/stereo/cip"
)

func BenchmarkLabel(b *testing.B) {
	for _, c := range []struct{ name, text string }{
		{"atorvastatin", "CC(C)c1n(CC[C@@H](O)C[C@@H](O)CC(=O)O)c(-c2ccc(F)cc2)c(-c2ccccc2)c1C(=O)Nc1ccccc1"},
		{"morphine", "CN1CC[C@]23c4c5ccc(O)c4O[C@H]2[C@@H](O)C=C[C@H]3[C@H]1C5"},
		{"cholesterol", "C[C@H](CCCC(C)C)[C@H]1CC[C@@H]2[C@@]1(CC[C@H]3[C@H]2CC=C4[C@@]3(CC[C@@H](C4)O)C)C"},
		{"taxol", "CC1=C2[C@H](C(=O)[C@@]3([C@H](C[C@@H]4[C@]([C@H]3[C@@H]([C@@](C2(C)C)(C[C@@H]1OC(=O)[C@@H]([C@H](C5=CC=CC=C5)NC(=O)C6=CC=CC=C6)O)O)OC(=O)C7=CC=CC=C7)(CO4)OC(=O)C)O)C)OC(=O)C"},
		{"cyclodextrin", "C([C@@H]1[C@@H]2[C@@H]([C@H]([C@H](O1)O[C@@H]3[C@H](O[C@@H]([C@@H]([C@H]3O)O)O[C@@H]4[C@H](O[C@@H]([C@@H]([C@H]4O)O)O[C@@H]5[C@H](O[C@@H]([C@@H]([C@H]5O)O)O[C@@H]6[C@H](O[C@@H]([C@@H]([C@H]6O)O)O[C@@H]7[C@H](O[C@H](O2)[C@@H]([C@H]7O)O)CO)CO)CO)CO)CO)O)O)O"},
		{"cages", "[C@@H]12[C@]3(C(=O)[C@]45[C@@H]6[C@H]7[C@]8(C)[C@@H]([C@H]5[C@@H]86)[C@H]74)[C@@H]4[C@@]2(C)[C@@]2([C@H]1[C@H]3[C@@H]24)C(N(C)C(C)(C)C)=O"},
	} {
		b.Run(c.name, func(b *testing.B) {
			p := perceived(b, c.text)
			s := stereo.Find(p)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := cip.Label(p, s); err != nil && c.name != "cages" {
					b.Fatal(err)
				}
			}
		})
	}
}
