package uff

import (
	"math"
	"testing"

	"github.com/molsmith/molsmith/chem/hydrogen"
	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/chem/stereo"
)

// TestPublishedLengths: the hydrogen halides at the lengths that equations 2 to 4 of Rappé
// et al. give with the radii and electronegativities of their table 1. They are 0.07 to
// 0.12 Å longer than measured (0.917, 1.275, 1.414 and 1.609 Å): that is the force field.
func TestPublishedLengths(t *testing.T) {
	type atom struct{ radius, electronegativity float64 }
	h := atom{0.354, 4.528}
	for text, x := range map[string]atom{"F": {0.668, 10.874}, "Cl": {1.044, 8.564}, "Br": {1.192, 7.790}, "I": {1.382, 6.822}} {
		root := math.Sqrt(h.electronegativity) - math.Sqrt(x.electronegativity)
		shorter := h.radius * x.radius * root * root / (h.electronegativity*h.radius + x.electronegativity*x.radius)
		want := h.radius + x.radius - shorter // the order is 1
		p, err := smiles.Perceive(text)
		if err != nil {
			t.Fatal(err)
		}
		p, _ = hydrogen.Add(p, stereo.Find(p))
		f, err := New(p, Options{})
		if err != nil {
			t.Fatal(err)
		}
		g := make([]float64, 6)
		low, high := 0.5, 3.0
		for range 60 {
			middle := (low + high) / 2
			f.Evaluate([]float64{0, 0, 0, middle, 0, 0}, g)
			if g[3] > 0 {
				high = middle
			} else {
				low = middle
			}
		}
		if math.Abs(low-want) > 1e-4 {
			t.Errorf("H%s: got %.4f Å, want %.4f Å", text, low, want)
		}
	}
}
