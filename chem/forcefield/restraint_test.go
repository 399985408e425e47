package forcefield

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/minimize"
)

// nothing is a model without energy.
type nothing struct{}

func (nothing) Evaluate(_, g []float64) float64 { clear(g); return 0 }
func (nothing) Terms([]float64) []Term          { return nil }
func (nothing) Until(context.Context)           {}

func TestRestraints(t *testing.T) {
	// A bent chain with a torsion angle of 75.96° and an angle of 90°.
	x := []float64{1, 0, 0, 0, 0, 0, 0, 1.5, 0, 0.25, 1.9, -1}
	phi := geom.Dihedral(geom.At(x, 0), geom.At(x, 1), geom.At(x, 2), geom.At(x, 3)) * 180 / math.Pi
	rad := func(deg float64) float64 { return deg * math.Pi / 180 }
	tests := []struct {
		name string
		r    Restraint
		want float64
	}{
		{"position inside", Position(0, geom.Vec3{X: 1.5}, 0.6, 10), 0},
		{"position", Position(0, geom.Vec3{X: 1, Y: 3}, 1, 10), 5 * 4},
		{"distance inside", Distance(0, 1, 0.9, 1.1, 10), 0},
		{"distance too short", Distance(0, 1, 1.5, 2, 10), 5 * 0.25},
		{"distance too long", Distance(1, 2, 0.5, 1, 10), 5 * 0.25},
		{"angle inside", Angle(0, 1, 2, 80, 100, 10), 0},
		{"angle too small", Angle(0, 1, 2, 100, 120, 10), 5 * rad(10) * rad(10)},
		{"angle too large", Angle(0, 1, 2, 50, 60, 10), 5 * rad(30) * rad(30)},
		{"torsion inside", Torsion(0, 1, 2, 3, phi-1, phi+1, 10), 0},
		{"torsion inside, a turn away", Torsion(0, 1, 2, 3, phi+359, phi+361, 10), 0},
		{"torsion inside, past 180", Torsion(0, 1, 2, 3, 170, phi+5, 10), 0},
		{"torsion below", Torsion(0, 1, 2, 3, phi+20, phi+30, 10), 5 * rad(20) * rad(20)},
		{"torsion above", Torsion(0, 1, 2, 3, phi-30, phi-20, 10), 5 * rad(20) * rad(20)},
		{"torsion, the shorter way", Torsion(0, 1, 2, 3, phi+170, phi+175, 10), 5 * rad(170) * rad(170)},
		{"torsion, the other way", Torsion(0, 1, 2, 3, phi+190, phi+195, 10), 5 * rad(165) * rad(165)},
		{"torsion of all angles", Torsion(0, 1, 2, 3, -180, 180, 10), 0},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			m, err := Restrain(nothing{}, 4, []Restraint{c.r})
			if err != nil {
				t.Fatal(err)
			}
			if got := m.Evaluate(x, nil); math.Abs(got-c.want) > 1e-9 {
				t.Errorf("got %g, want %g", got, c.want)
			}
			compareGradient(t, c.name, m, x, 1e-7)
			if terms := m.Terms(x); len(terms) != 1 || terms[0].Name != "restraints" || math.Abs(terms[0].Energy-c.want) > 1e-9 {
				t.Errorf("got terms %v", terms)
			}
		})
	}
}

// TestRestrainedMinimum: a torsion is driven past 180° into its range, and a
// straight angle and coincident atoms are no traps.
func TestRestrainedMinimum(t *testing.T) {
	tests := []struct {
		name    string
		r       Restraint
		x       []float64
		measure func(x []float64) float64
		low     float64
		high    float64
	}{
		{"torsion", Torsion(0, 1, 2, 3, -170, -150, 50), []float64{1, 0, 0, 0, 0, 0, 0, 1.5, 0, -0.9, 1.5, -0.4},
			func(x []float64) float64 {
				return geom.Dihedral(geom.At(x, 0), geom.At(x, 1), geom.At(x, 2), geom.At(x, 3)) * 180 / math.Pi
			}, -170, -150},
		{"straight angle", Angle(0, 1, 2, 90, 120, 50), []float64{-1, 0, 0, 0, 0, 0, 1, 0, 0},
			func(x []float64) float64 {
				return geom.Angle(geom.At(x, 0), geom.At(x, 1), geom.At(x, 2)) * 180 / math.Pi
			}, 90, 120},
		{"coincident", Distance(0, 1, 2, 3, 50), make([]float64, 6),
			func(x []float64) float64 { return geom.At(x, 1).Sub(geom.At(x, 0)).Norm() }, 2, 3},
	}
	for _, c := range tests {
		m, err := Restrain(nothing{}, len(c.x)/3, []Restraint{c.r})
		if err != nil {
			t.Fatal(err)
		}
		got, err := minimize.Run(t.Context(), m, c.x, minimize.Options{Gradient: 1e-7, MaxStep: 0.3})
		if err != nil || !got.Converged || c.measure(c.x) < c.low-1e-4 || c.measure(c.x) > c.high+1e-4 {
			t.Errorf("%s: got %g, want %g to %g; %+v, error %v", c.name, c.measure(c.x), c.low, c.high, got, err)
		}
	}
}

func TestRestrainErrors(t *testing.T) {
	tests := []struct {
		r    Restraint
		want string
	}{
		{Restraint{}, "restraint 1 is of no kind"},
		{Distance(0, 4, 1, 2, 1), "restraint 1 is of atom 4, and there are 4"},
		{Torsion(0, 1, 2, 0, 1, 2, 1), "restraint 1 has atom 0 twice"},
		{Angle(0, 1, 2, 20, 10, 1), "the lower limit must not be above"},
		{Distance(0, 1, math.NaN(), 2, 1), "has no range"},
		{Position(0, geom.Vec3{}, 1, -1), "stiffness that is not negative"},
	}
	for _, c := range tests {
		if _, err := Restrain(nothing{}, 4, []Restraint{Distance(0, 1, 1, 2, 1), c.r}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %q", err, c.want)
		}
	}
	if m, err := Restrain(nothing{}, 4, nil); err != nil || m != Model(nothing{}) {
		t.Errorf("no restraints: got %T, error %v", m, err)
	}
}
