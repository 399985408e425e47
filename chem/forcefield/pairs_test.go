package forcefield

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/minimize"
	"github.com/molsmith/molsmith/chem/rng"
)

// gas is a model of pairs only: a soft attraction that ends with a switch.
type gas struct {
	pairs *Pairs
	end   Switch
}

// soft is the energy of a pair and its derivative, by the squared distance.
func soft(r2 float64) (energy, slope float64) { return -1 / (1 + r2), 1 / ((1 + r2) * (1 + r2)) }

func (m *gas) Evaluate(x, g []float64) float64 {
	if m.pairs.Update(x) != nil {
		return math.NaN()
	}
	clear(g)
	sum := 0.0
	for _, p := range m.pairs.List() {
		d := geom.At(x, int(p.J)).Sub(geom.At(x, int(p.I))).Add(m.pairs.Shift(p.Shift))
		r2 := d.Norm2()
		factor, fall := m.end.At(r2)
		energy, slope := soft(r2)
		scale := 1.0
		if p.Class == 4 {
			scale = 0.5
		}
		sum += scale * factor * energy
		if g != nil {
			f := 2 * scale * (factor*slope + fall*energy)
			push(g, int(p.J), f, d)
			push(g, int(p.I), -f, d)
		}
	}
	return sum
}

func (m *gas) Terms(x []float64) []Term { return []Term{{"pairs", m.Evaluate(x, nil)}} }

const cutoff = 6.0

func newGas(t *testing.T, n int, periodic *cell.Cell, skin float64, special ...Special) *gas {
	t.Helper()
	pairs, err := NewPairs(n, periodic, cutoff, skin, special)
	if err != nil {
		t.Fatal(err)
	}
	return &gas{pairs, NewSwitch(4, cutoff)}
}

func scattered(n int, edge float64, seed uint64) []float64 {
	random := rng.New(seed)
	x := make([]float64, 3*n)
	for i := range x {
		x[i] = edge * (2*random.Float64() - 0.5)
	}
	return x
}

// boxes are no box, a cubic one, and a skewed one thinner than the cut-off.
func boxes(t *testing.T) map[string]*cell.Cell {
	t.Helper()
	cubic, err := cell.New([9]float64{14, 0, 0, 0, 14, 0, 0, 0, 14})
	if err != nil {
		t.Fatal(err)
	}
	thin, err := cell.FromParameters(5, 9, 8, 75, 100, 65)
	if err != nil {
		t.Fatal(err)
	}
	return map[string]*cell.Cell{"open": nil, "cubic": &cubic, "thin and skewed": &thin}
}

// everyImage sums over all images without a list.
func everyImage(x []float64, periodic *cell.Cell, end Switch, scale func(i, j int, cells [3]int) float64) float64 {
	sum := 0.0
	layers := 0
	if periodic != nil {
		layers = 9
	}
	for i := range len(x) / 3 {
		for j := range len(x) / 3 {
			for a := -layers; a <= layers; a++ {
				for b := -layers; b <= layers; b++ {
					for c := -layers; c <= layers; c++ {
						if i == j && a == 0 && b == 0 && c == 0 {
							continue
						}
						d := geom.At(x, j).Sub(geom.At(x, i))
						if periodic != nil {
							d = d.Add(periodic.Shift(a, b, c))
						}
						factor, _ := end.At(d.Norm2())
						energy, _ := soft(d.Norm2())
						sum += factor * energy * scale(i, j, [3]int{a, b, c}) / 2
					}
				}
			}
		}
	}
	return sum
}

func TestPairs(t *testing.T) {
	special := []Special{
		{I: 1, J: 0, Class: Excluded},
		{I: 2, J: 5, Class: 4},
		{I: 3, J: 7, Cell: [3]int32{1, 0, 0}, Class: Excluded},
		{I: 6, J: 6, Cell: [3]int32{-1, 0, 0}, Class: 4},
	}
	for name, periodic := range boxes(t) {
		t.Run(name, func(t *testing.T) {
			x := scattered(12, 8, 3)
			m := newGas(t, 12, periodic, 1.5, special...)
			want := everyImage(x, periodic, m.end, func(i, j int, cells [3]int) float64 {
				for _, s := range special {
					for _, flip := range []int32{1, -1} {
						if i == int(s.I) && j == int(s.J) && cells == [3]int{int(flip * s.Cell[0]), int(flip * s.Cell[1]), int(flip * s.Cell[2])} && (flip == 1 || i == j) ||
							i == int(s.J) && j == int(s.I) && cells == [3]int{int(-s.Cell[0]), int(-s.Cell[1]), int(-s.Cell[2])} {
							if s.Class == Excluded {
								return 0
							}
							return 0.5
						}
					}
				}
				return 1
			})
			if got := m.Evaluate(x, nil); math.Abs(got-want) > 1e-10*math.Abs(want) || want > -1 {
				t.Errorf("got %.12f, every image %.12f", got, want)
			}
		})
	}
}

// TestSkin: a list kept for a while gives what a new one gives.
func TestSkin(t *testing.T) {
	for name, periodic := range boxes(t) {
		x := scattered(30, 14, 5)
		random := rng.New(9)
		kept := newGas(t, 30, periodic, 2)
		made := 0
		var last *float64
		for step := range 200 {
			for i := range x {
				x[i] += 0.1 * (random.Float64() - 0.5)
			}
			want := newGas(t, 30, periodic, 0).Evaluate(x, nil)
			if got := kept.Evaluate(x, nil); math.Abs(got-want) > 1e-10*math.Abs(want) {
				t.Fatalf("%s, step %d: the kept list gives %.12f, a new one %.12f", name, step, got, want)
			}
			if list := kept.pairs.List(); step == 0 || kept.pairs.built[0] != *last || len(list) == 0 {
				made++
			}
			built := kept.pairs.built[0]
			last = &built
		}
		if made < 2 || made > 60 {
			t.Errorf("%s: %d lists for 200 steps", name, made)
		}
	}
}

func TestPairsGradient(t *testing.T) {
	for name, periodic := range boxes(t) {
		x := scattered(15, 8, 11)
		compareGradient(t, name, newGas(t, 15, periodic, 1.5, Special{I: 0, J: 3, Class: 4}), x, 1e-7)
	}
}

// compareGradient checks the gradient of m at x against central differences.
func compareGradient(t *testing.T, name string, m minimize.Function, x []float64, tolerance float64) {
	t.Helper()
	const h = 1e-5
	g, at := make([]float64, len(x)), append([]float64(nil), x...)
	energy := m.Evaluate(x, g)
	if e := m.Evaluate(x, nil); e != energy {
		t.Errorf("%s: energy %g with the gradient, %g without", name, energy, e)
	}
	for i := range x {
		at[i] = x[i] + h
		up := m.Evaluate(at, nil)
		at[i] = x[i] - h
		down := m.Evaluate(at, nil)
		at[i] = x[i]
		if want := (up - down) / (2 * h); math.Abs(g[i]-want) > tolerance*max(1, math.Abs(want)) {
			t.Errorf("%s: derivative %d is %.9g, by differences %.9g", name, i, g[i], want)
		}
	}
}

func TestPairsErrors(t *testing.T) {
	thin, err := cell.New([9]float64{0.01, 0, 0, 0, 9, 0, 0, 0, 9})
	if err != nil {
		t.Fatal(err)
	}
	news := []struct {
		cutoff, skin float64
		special      Special
		want         string
	}{
		{0, 1, Special{J: 1}, "the cut-off must be a positive length in Å, not 0"},
		{math.NaN(), 1, Special{J: 1}, "not NaN"},
		{5, -1, Special{J: 1}, "the skin must be a length"},
		{5, 1, Special{J: 2}, "special pair 0 is of atoms 0 and 2"},
		{5, 1, Special{I: 1, J: 1}, "special pair 0 is of atoms 1 and 1"},
		{5, 1, Special{I: -1, J: 1}, "special pair 0"},
	}
	for _, c := range news {
		if _, err := NewPairs(2, nil, c.cutoff, c.skin, []Special{c.special}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: got %v", c, err)
		}
	}
	updates := []struct {
		periodic *cell.Cell
		x        []float64
		want     string
	}{
		{nil, []float64{0, 0, 0, 0, math.NaN(), 0}, "coordinate 1 of atom 1 is not finite"},
		{nil, []float64{0, 0, 0}, "is of 2 atoms, not of 1"},
		{&thin, make([]float64, 6), ""},
	}
	for _, c := range updates {
		p, err := NewPairs(2, c.periodic, 5, 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Update(c.x); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: got %v, want %q", c.x, err, c.want)
		}
	}
}

// TestSwitch: the factor and two derivatives are continuous at both ends.
func TestSwitch(t *testing.T) {
	const on, off, h = 7.0, 9.0, 1e-5
	s := NewSwitch(on, off)
	for _, r := range []float64{0, 3, on} {
		if f, d := s.At(r * r); f != 1 || d != 0 {
			t.Errorf("at %g: got %g and %g, want 1 and 0", r, f, d)
		}
	}
	for _, r := range []float64{off, 20} {
		if f, d := s.At(r * r); math.Abs(f) > 1e-12 || math.Abs(d) > 1e-12 {
			t.Errorf("at %g: got %g and %g, want 0 and 0", r, f, d)
		}
	}
	last := 1.0
	for r2 := on*on - 1; r2 < off*off+1; r2 += 0.1 {
		f, d := s.At(r2)
		up, above := s.At(r2 + h)
		down, below := s.At(r2 - h)
		if want := (up - down) / (2 * h); math.Abs(d-want) > 1e-8 {
			t.Errorf("at r² = %g the slope is %g, by differences %g", r2, d, want)
		}
		if bend := (above - below) / (2 * h); math.Abs(bend) > 0.01 {
			t.Errorf("at r² = %g the second derivative is %g", r2, bend)
		}
		if f > last {
			t.Errorf("the factor rises to %g at r² = %g", f, r2)
		}
		last = f
	}
	for _, edge := range []float64{on * on, off * off} {
		_, in := s.At(edge - h)
		_, out := s.At(edge + h)
		if math.Abs(in-out)/h > 1e-4 {
			t.Errorf("the second derivative jumps by %g at r² = %g", (out-in)/h, edge)
		}
	}
	if f, _ := NewSwitch(12, 10).At(8.9 * 8.9); f != 1 {
		t.Errorf("a switch without a beginning is %g at nine tenths", f)
	}
}

// TestCutOff: energy and gradient do not jump when a pair comes into reach.
func TestCutOff(t *testing.T) {
	m := newGas(t, 2, nil, 1)
	g := make([]float64, 6)
	var energy, slope [2]float64
	for k, r := range []float64{cutoff - 1e-4, cutoff + 1e-4} {
		energy[k] = m.Evaluate([]float64{0, 0, 0, r, 0, 0}, g)
		slope[k] = g[3]
	}
	if math.Abs(energy[0]-energy[1]) > 1e-9 || math.Abs(slope[0]-slope[1]) > 1e-6 || energy[1] != 0 {
		t.Errorf("across the cut-off the energy is %g and the slope %g", energy, slope)
	}
}

// A list that is made while its context ends is given up, and made when it is asked for again
// under one that goes on.
func TestUntil(t *testing.T) {
	const n = 3 * looked
	x := make([]float64, 3*n)
	for i := range n {
		x[3*i], x[3*i+1], x[3*i+2] = 2*float64(i%30), 2*float64(i/30%30), 2*float64(i/900)
	}
	p, err := NewPairs(n, nil, 2.5, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p.Until(ctx)
	if err := p.Update(x); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	p.Until(t.Context())
	if err := p.Update(x); err != nil || len(p.List()) < 2*n {
		t.Errorf("%d pairs: %v", len(p.List()), err)
	}
}
