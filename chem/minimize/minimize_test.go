package minimize

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/rng"
)

// function makes a Function of a closure.
type function func(x, g []float64) float64

func (f function) Evaluate(x, g []float64) float64 { return f(x, g) }

// rosenbrock is the curved valley with its floor at (1, 1, …).
func rosenbrock(x, g []float64) float64 {
	clear(g)
	sum := 0.0
	for i := 0; i+1 < len(x); i++ {
		a, b := 1-x[i], x[i+1]-x[i]*x[i]
		sum += a*a + 100*b*b
		if g != nil {
			g[i] += -2*a - 400*x[i]*b
			g[i+1] += 200 * b
		}
	}
	return sum
}

// quadratic has second derivatives from 1 to 10^span along skewed axes.
func quadratic(n int, span float64) function {
	return func(x, g []float64) float64 {
		clear(g)
		sum := 0.0
		for i := range n {
			k := math.Pow(10, span*float64(i)/float64(n-1))
			d := x[i]
			if i > 0 {
				d += 0.5 * x[i-1]
			}
			sum += k * d * d / 2
			if g != nil {
				g[i] += k * d
				if i > 0 {
					g[i-1] += 0.5 * k * d
				}
			}
		}
		return sum
	}
}

// lennardJones is a cluster in units of depth and diameter.
func lennardJones(x, g []float64) float64 {
	clear(g)
	sum := 0.0
	for i := 0; i < len(x); i += 3 {
		for j := 0; j < i; j += 3 {
			dx, dy, dz := x[i]-x[j], x[i+1]-x[j+1], x[i+2]-x[j+2]
			r2 := dx*dx + dy*dy + dz*dz
			s6 := 1 / (r2 * r2 * r2)
			sum += 4 * (s6*s6 - s6)
			if g != nil {
				f := 4 * (6*s6 - 12*s6*s6) / r2
				for k, d := range [3]float64{dx, dy, dz} {
					g[i+k] += f * d
					g[j+k] -= f * d
				}
			}
		}
	}
	return sum
}

// chain is a row of points held by bonds of length 1.5 and stiffness 700, with a
// weak pull that shortens the whole.
func chain(x, g []float64) float64 {
	clear(g)
	sum := 0.0
	pull := func(i, j int, k, length float64) {
		var d [3]float64
		r2 := 0.0
		for c := range d {
			d[c] = x[i+c] - x[j+c]
			r2 += d[c] * d[c]
		}
		r := math.Sqrt(r2)
		sum += k * (r - length) * (r - length)
		if g != nil {
			for c := range d {
				f := 2 * k * (r - length) * d[c] / r
				g[i+c] += f
				g[j+c] -= f
			}
		}
	}
	for i := 3; i < len(x); i += 3 {
		pull(i, i-3, 700, 1.5)
	}
	pull(0, len(x)-3, 0.1, 4)
	return sum
}

func filled(n int, value func(i int) float64) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = value(i)
	}
	return x
}

func TestRun(t *testing.T) {
	random := rng.New(7)
	cube := filled(3*13, func(i int) float64 { return float64(i/3/pow3(i%3)%3)*1.2 + 0.1*random.Float64() })
	tests := []struct {
		name string
		f    function
		x    []float64
		o    Options
		want float64 // the value at the minimum
		most int     // evaluations
	}{
		{"Rosenbrock 2", rosenbrock, []float64{-1.2, 1}, Options{Gradient: 1e-8}, 0, 60},
		{"Rosenbrock 10", rosenbrock, filled(10, func(i int) float64 { return []float64{-1.2, 1}[i%2] }), Options{Gradient: 1e-8}, 0, 120},
		{"Rosenbrock 100", rosenbrock, filled(100, func(i int) float64 { return []float64{-1.2, 1}[i%2] }), Options{Gradient: 1e-8, MaxIterations: 2000}, 0, 700},
		{"quadratic 1", quadratic(2, 0), []float64{3, -4}, Options{Gradient: 1e-9}, 0, 12},
		{"quadratic 10^4", quadratic(30, 4), filled(30, func(int) float64 { return 1 }), Options{Gradient: 1e-6, MaxIterations: 3000}, 0, 1500},
		{"quadratic 10^4, long memory", quadratic(30, 4), filled(30, func(int) float64 { return 1 }), Options{Gradient: 1e-6, Memory: 30}, 0, 600},
		{"LJ 2", lennardJones, []float64{0, 0, 0, 0.9, 0.3, 0}, Options{Gradient: 1e-8, MaxStep: 0.2}, -1, 30},
		{"LJ 13", lennardJones, cube, Options{Gradient: 1e-8, MaxStep: 0.3}, -30, 300},
		{"chain", chain, filled(60, func(i int) float64 { return []float64{1.7, 0.3, 0}[i%3]*float64(i/3) + 0.3*random.Float64() }), Options{Gradient: 1e-6, MaxStep: 0.3, MaxIterations: 2000}, 0, 900},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			got, err := Run(t.Context(), c.f, c.x, c.o)
			if err != nil {
				t.Fatal(err)
			}
			if !got.Converged || got.Reason != ReasonGradient {
				t.Errorf("got %+v, want convergence by the gradient", got)
			}
			if got.Energy > c.want+1e-7 {
				t.Errorf("got energy %g, want at most %g", got.Energy, c.want)
			}
			if got.Evaluations > c.most {
				t.Errorf("got %d evaluations, want at most %d", got.Evaluations, c.most)
			}
			g := make([]float64, len(c.x))
			if e := c.f(c.x, g); e != got.Energy || largest(g) != got.MaxGradient || math.Sqrt(dot(g, g)) != got.GradientNorm {
				t.Errorf("x has energy %g and gradient %g, the result says %g and %g", e, largest(g), got.Energy, got.MaxGradient)
			}
			t.Logf("%d iterations, %d evaluations, energy %g", got.Iterations, got.Evaluations, got.Energy)
		})
	}
}

func pow3(n int) int {
	p := 1
	for range n {
		p *= 3
	}
	return p
}

// TestHoles: the minimum of x − log x is at 1, and the function has no value
// below 0, where the first steps lead.
func TestHoles(t *testing.T) {
	f := function(func(x, g []float64) float64 {
		sum := 0.0
		for i, v := range x {
			sum += v - math.Log(v)
			if g != nil {
				g[i] = 1 - 1/v
			}
		}
		return sum
	})
	for _, start := range []float64{1e-3, 0.5, 40, 1e4} {
		x := []float64{start, start, 2 * start}
		got, err := Run(t.Context(), f, x, Options{Gradient: 1e-7})
		if err != nil || !got.Converged || math.Abs(got.Energy-3) > 1e-9 {
			t.Errorf("from %g: got %+v at %v, error %v", start, got, x, err)
		}
	}
	// Nothing but holes around the start: the run ends where it began.
	x := []float64{1, 2}
	wall := function(func(x, g []float64) float64 {
		g[0], g[1] = 1, 1
		if x[0] == 1 && x[1] == 2 {
			return 5
		}
		return math.Inf(-1)
	})
	got, err := Run(t.Context(), wall, x, Options{})
	if err != nil || got.Converged || got.Reason != ReasonPrecision || x[0] != 1 || x[1] != 2 || got.Energy != 5 {
		t.Errorf("got %+v at %v, error %v", got, x, err)
	}
}

func TestStart(t *testing.T) {
	tests := []struct {
		value, slope float64
		want         string
	}{
		{math.NaN(), 1, "the energy is not finite"},
		{math.Inf(1), 1, "the energy is not finite"},
		{1, math.Inf(-1), "the derivative by variable 1 is not finite"},
	}
	for _, c := range tests {
		x := []float64{1, 2}
		f := function(func(_, g []float64) float64 {
			g[0], g[1] = 0, c.slope
			return c.value
		})
		_, err := Run(t.Context(), f, x, Options{})
		if err == nil || !strings.Contains(err.Error(), c.want) || x[0] != 1 || x[1] != 2 {
			t.Errorf("value %g, slope %g: got %v at %v, want %q", c.value, c.slope, err, x, c.want)
		}
	}
}

// unbounded falls forever.
func unbounded(x, g []float64) float64 {
	if g != nil {
		g[0] = -1
	}
	return -x[0]
}

func TestLimits(t *testing.T) {
	tests := []struct {
		name string
		o    Options
		want string
	}{
		{"iterations", Options{MaxIterations: 7}, ReasonIterations},
		{"evaluations", Options{MaxEvaluations: 9}, ReasonEvaluations},
	}
	for _, c := range tests {
		x := []float64{0}
		got, err := Run(t.Context(), function(unbounded), x, c.o)
		if err != nil || got.Converged || got.Reason != c.want || got.Iterations > 7 && got.Evaluations > 9 || x[0] <= 0 {
			t.Errorf("%s: got %+v, error %v", c.name, got, err)
		}
	}
	// The energy stops changing long before the gradient is small enough.
	x := []float64{-1.2, 1}
	got, err := Run(t.Context(), function(rosenbrock), x, Options{Gradient: -1, Energy: 1e-9})
	if err != nil || !got.Converged || got.Reason != ReasonEnergy && got.Reason != ReasonPrecision || got.Energy > 1e-8 {
		t.Errorf("by energy: got %+v, error %v", got, err)
	}
	// A gradient no arithmetic reaches.
	x = []float64{-1.2, 1}
	got, err = Run(t.Context(), function(func(x, g []float64) float64 { return 1e9 + rosenbrock(x, g) }), x, Options{Gradient: 1e-300, MaxIterations: 5000})
	if err != nil || got.Converged && got.MaxGradient > 1e-300 || got.Energy > 1e9+1e-3 {
		t.Errorf("beyond rounding: got %+v, error %v", got, err)
	}
	// No variables at all.
	got, err = Run(t.Context(), function(func(_, _ []float64) float64 { return 2 }), nil, Options{})
	if err != nil || !got.Converged || got.Energy != 2 {
		t.Errorf("no variables: got %+v, error %v", got, err)
	}
}

func TestMaxStep(t *testing.T) {
	// A stretched chain wants to move far; no point may move more than 0.1 from
	// one evaluation to an accepted neighbor.
	x := filled(30, func(i int) float64 { return []float64{3, 0.1, 0}[i%3] * float64(i/3) })
	last := append([]float64(nil), x...)
	longest := 0.0
	watch := &watcher{last: last, longest: &longest}
	got, err := Run(t.Context(), function(chain), x, Options{MaxStep: 0.1, MaxIterations: 3000, Gradient: 1e-5, Preconditioner: watch})
	if err != nil || !got.Converged {
		t.Fatalf("got %+v, error %v", got, err)
	}
	if longest > 0.1+1e-12 || longest < 0.09 {
		t.Errorf("the longest move is %g, want 0.1", longest)
	}
}

// watcher is a preconditioner that does nothing and looks at the steps.
type watcher struct {
	last    []float64
	longest *float64
}

func (w *watcher) Update(x []float64, _ int) bool {
	for i := 0; i < len(x); i += 3 {
		d := 0.0
		for k := i; k < i+3; k++ {
			d += (x[k] - w.last[k]) * (x[k] - w.last[k])
		}
		*w.longest = max(*w.longest, math.Sqrt(d))
	}
	copy(w.last, x)
	return false
}

func (w *watcher) Forward(v []float64)  { scale(v, 0.03) }
func (w *watcher) Backward(v []float64) { scale(v, 0.03) }

// diagonal is the exact preconditioner of an uncoupled quadratic.
type diagonal []float64

func (d diagonal) Update([]float64, int) bool { return false }
func (d diagonal) Forward(v []float64) {
	for i := range v {
		v[i] /= math.Sqrt(d[i])
	}
}
func (d diagonal) Backward(v []float64) { d.Forward(v) }

func TestPreconditioner(t *testing.T) {
	k := filled(40, func(i int) float64 { return math.Pow(10, float64(i)/5) })
	f := function(func(x, g []float64) float64 {
		sum := 0.0
		for i := range x {
			sum += k[i] * (x[i] - 1) * (x[i] - 1) / 2
			g[i] = k[i] * (x[i] - 1)
		}
		return sum
	})
	x := make([]float64, 40)
	got, err := Run(t.Context(), f, x, Options{Gradient: 1e-6, Preconditioner: diagonal(k)})
	if err != nil || !got.Converged || got.Iterations > 2 {
		t.Errorf("got %+v, error %v, want one step", got, err)
	}
}

func TestFixed(t *testing.T) {
	x := []float64{-1.2, 1, 0.7, 2, -1}
	fixed := []bool{false, true, false, false, true}
	for _, p := range []Preconditioner{nil, diagonal{1000, 1000, 1000, 1000, 1000}} {
		x := append([]float64(nil), x...)
		got, err := Run(t.Context(), function(rosenbrock), x, Options{Fixed: fixed, Gradient: 1e-6, Preconditioner: p})
		if err != nil || !got.Converged || x[1] != 1 || x[4] != -1 || x[0] == -1.2 {
			t.Errorf("got %+v at %v, error %v", got, x, err)
		}
	}
	short := []float64{-1.2, 1, 0.7, 2, -1}
	if got, err := Run(t.Context(), function(rosenbrock), short, Options{Fixed: fixed[:2]}); err != nil || !got.Converged || short[1] != 1 || short[4] == -1 {
		t.Errorf("fewer entries than variables: got %+v at %v, error %v", got, short, err)
	}
	got, err := Run(t.Context(), function(rosenbrock), x, Options{Fixed: []bool{true, true, true, true, true, true}})
	if err != nil || !got.Converged || got.Iterations != 0 {
		t.Errorf("all fixed: got %+v, error %v", got, err)
	}
}

func TestContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	calls := 0
	f := function(func(x, g []float64) float64 {
		if calls++; calls == 20 {
			cancel()
		}
		return rosenbrock(x, g)
	})
	x := filled(100, func(int) float64 { return -1 })
	got, err := Run(ctx, f, x, Options{})
	if !errors.Is(err, context.Canceled) || calls > 20 || got.Energy != rosenbrock(x, nil) {
		t.Errorf("after %d calls: got %+v, error %v", calls, got, err)
	}
	if _, err := Run(ctx, f, x, Options{}); !errors.Is(err, context.Canceled) || calls > 20 {
		t.Errorf("canceled before the start: got %v after %d calls", err, calls)
	}
	// A function that gives up at the end of its context is not what is wrong.
	ctx, cancel = context.WithCancel(t.Context())
	if _, err := Run(ctx, function(func([]float64, []float64) float64 { cancel(); return math.NaN() }), x, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled during the first evaluation: got %v", err)
	}
}

func TestProgress(t *testing.T) {
	last, calls := 0.0, 0
	x := filled(200, func(i int) float64 { return []float64{-1.2, 1}[i%2] })
	_, err := Run(t.Context(), function(rosenbrock), x, Options{MaxIterations: 3000, Progress: func(fraction float64, message string) {
		calls++
		if fraction < last || fraction > 1 || !strings.Contains(message, "energy") {
			t.Errorf("progress %g after %g: %q", fraction, last, message)
		}
		last = fraction
	}})
	if err != nil || calls < 5 || last < 0.5 {
		t.Errorf("%d calls, last %g, error %v", calls, last, err)
	}
}

func TestNoAllocation(t *testing.T) {
	w := &Workspace{}
	x := make([]float64, 30)
	var f Function = function(rosenbrock)
	ctx := t.Context()
	got := testing.AllocsPerRun(20, func() {
		for i := range x {
			x[i] = -1
		}
		if _, err := Run(ctx, f, x, Options{Workspace: w}); err != nil {
			t.Error(err)
		}
	})
	if got > 2 { // the run and the options, whatever the number of steps
		t.Errorf("got %g allocations in a run, want at most 2", got)
	}
}

// TestSameBits: a used workspace changes nothing.
func TestSameBits(t *testing.T) {
	start := func() []float64 {
		return filled(39, func(i int) float64 { return float64(i/3/pow3(i%3)%3)*1.2 + 0.01*float64(i%7) })
	}
	a, b := start(), start()
	w := &Workspace{}
	if _, err := Run(t.Context(), function(rosenbrock), filled(90, func(int) float64 { return 3 }), Options{Workspace: w}); err != nil {
		t.Fatal(err)
	}
	first, err := Run(t.Context(), function(lennardJones), a, Options{MaxStep: 0.2})
	if err != nil {
		t.Fatal(err)
	}
	second, err := Run(t.Context(), function(lennardJones), b, Options{MaxStep: 0.2, Workspace: w})
	if err != nil || first != second {
		t.Errorf("got %+v, want %+v, error %v", second, first, err)
	}
	for i := range a {
		if a[i] != b[i] {
			t.Fatalf("coordinate %d: got %v, want %v", i, b[i], a[i])
		}
	}
}
