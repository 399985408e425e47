package embed

import (
	"context"
	"strings"
	"testing"
)

func BenchmarkEmbed(b *testing.B) {
	for _, c := range []struct{ name, smi string }{
		{"ethanol", "CCO"},
		{"ibuprofen", "CC(C)Cc1ccc(cc1)[C@H](C)C(=O)O"},
		{"imatinib", "Cc1ccc(cc1Nc1nccc(n1)-c1cccnc1)NC(=O)c1ccc(cc1)CN1CCN(CC1)C"},
		{"erythromycin", "CC[C@H]1OC(=O)[C@H](C)[C@@H](O[C@H]2C[C@@](C)(OC)[C@@H](O)[C@H](C)O2)[C@H](C)[C@@H](O[C@@H]2O[C@H](C)C[C@@H]([C@H]2O)N(C)C)[C@](C)(O)C[C@@H](C)C(=O)[C@H](C)[C@@H](O)[C@]1(C)O"},
		{"300 carbons", strings.Repeat("C", 300)},
	} {
		b.Run(c.name, func(b *testing.B) {
			p, s := molecule(b, c.smi)
			for k := range b.N {
				if _, err := embed(context.Background(), p, s, uint64(k)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
