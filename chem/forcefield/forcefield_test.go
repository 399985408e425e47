package forcefield

import (
	"math"
	"testing"

	"github.com/molsmith/molsmith/chem/minimize"
)

// springs holds neighbors in a row of atoms at distance 1.
type springs struct{}

func (springs) Evaluate(x, g []float64) float64 {
	clear(g)
	sum := 0.0
	for i := 3; i < len(x); i += 3 {
		dx, dy, dz := x[i]-x[i-3], x[i+1]-x[i-2], x[i+2]-x[i-1]
		r := math.Sqrt(dx*dx + dy*dy + dz*dz)
		sum += 100 * (r - 1) * (r - 1)
		if g != nil {
			f := 200 * (r - 1) / r
			g[i] += f * dx
			g[i+1] += f * dy
			g[i+2] += f * dz
			g[i-3] -= f * dx
			g[i-2] -= f * dy
			g[i-1] -= f * dz
		}
	}
	return sum
}

func (s springs) Terms(x []float64) []Term { return []Term{{"bond", s.Evaluate(x, nil)}} }

func TestFix(t *testing.T) {
	start := []float64{0, 0, 0, 1.5, 0.2, 0, 2, 1, 0, 4, 1, 1}
	x := append([]float64(nil), start...)
	m := Fix(springs{}, []bool{true, false, false, true})
	got, err := minimize.Run(t.Context(), m, x, minimize.Options{Gradient: 1e-8})
	if err != nil || !got.Converged {
		t.Fatalf("got %+v, error %v", got, err)
	}
	for i := range x {
		if fixed := i < 3 || i >= 9; fixed != (x[i] == start[i]) {
			t.Errorf("coordinate %d: %g, at the start %g", i, x[i], start[i])
		}
	}
	if e := m.Terms(x)[0].Energy; math.Abs(e-got.Energy) > 1e-9 || e < 1 {
		t.Errorf("the terms are %g, the energy %g", e, got.Energy)
	}
	if m := Fix(springs{}, []bool{false, false}); m != Model(springs{}) {
		t.Errorf("nothing fixed: got %T", m)
	}
}
