package polymer_test

import (
	"testing"

	"github.com/molsmith/molsmith/chem/polymer"
)

// BenchmarkGrow makes chains of ethylene and of two crowded monomers, all isotactic.
func BenchmarkGrow(b *testing.B) {
	for _, c := range []struct {
		name    string
		monomer int
		units   int
	}{
		{"ethylene/100", 0, 100}, {"ethylene/200", 0, 200}, {"ethylene/1000", 0, 1000}, {"ethylene/5000", 0, 5000},
		{"styrene/200", 2, 200}, {"methyl_methacrylate/200", 3, 200},
	} {
		b.Run(c.name, func(b *testing.B) {
			r := repeat(unit(b, monomers[c.monomer]), c.units)
			for b.Loop() {
				if _, err := polymer.Grow(background, r, polymer.Options{Seed: 1}, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkFill makes a melt of fifty chains of a hundred ethylene units.
func BenchmarkFill(b *testing.B) {
	r := repeat(unit(b, monomers[0]), 100)
	box := boxFor(b, r, 50, 0.8, cube)
	requests := make([]polymer.Request, 50)
	for i := range requests {
		requests[i] = r
	}
	for b.Loop() {
		m, err := polymer.Fill(background, box, requests, polymer.Options{Seed: 1}, nil)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(m.Between, "Å-between")
	}
}
