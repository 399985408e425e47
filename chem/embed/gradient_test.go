package embed

import (
	"context"
	"math"
	"testing"

	"github.com/molsmith/molsmith/chem/minimize"
	"github.com/molsmith/molsmith/chem/rng"
)

// checkGradient compares the gradient with central differences.
func checkGradient(t *testing.T, name string, f minimize.Function, x []float64) {
	t.Helper()
	const h = 1e-6
	g := make([]float64, len(x))
	f.Evaluate(x, g)
	scale := 1.0
	for _, v := range g {
		scale = max(scale, math.Abs(v))
	}
	for i := range x {
		at := x[i]
		x[i] = at + h
		up := f.Evaluate(x, nil)
		x[i] = at - h
		down := f.Evaluate(x, nil)
		x[i] = at
		if want := (up - down) / (2 * h); math.Abs(g[i]-want) > 1e-6*scale {
			t.Errorf("%s: derivative by variable %d: got %g, want %g", name, i, g[i], want)
			return
		}
	}
}

// TestGradients compares both functions with finite differences at scattered points,
// where every kind of term counts.
func TestGradients(t *testing.T) {
	for _, smi := range []string{"C[C@H](N)C(=O)O", "C/C=C/C#CC(=O)Nc1ccccc1", "F[P@TB7](Cl)(Br)(C)N", "C1CCC2CC1CC2"} {
		p, s := molecule(t, smi)
		e, err := New(p, s)
		if err != nil {
			t.Fatal(err)
		}
		e.grow()
		if _, err := e.take(context.Background(), 0); err != nil {
			t.Fatal(err)
		}
		random := rng.New(7)
		scatter(e.w.x, e.t.n, &random)
		e.w.first.chiral, e.w.first.fourth = 1, 0.1
		checkGradient(t, smi+" in four dimensions", &e.w.first, e.w.x)
		scatter(e.w.flat, e.t.n, &random)
		checkGradient(t, smi+" in three dimensions", &e.w.second, e.w.flat)
	}
}
