package mmff

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/forcefield"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/hydrogen"
	"github.com/molsmith/molsmith/chem/rng"
	"github.com/molsmith/molsmith/chem/smiles"
)

// scattered returns positions of components apart from each other: a random walk of
// bonded atoms for each of n atoms in a box.
func scattered(f *Field, edge float64) []float64 {
	random := rng.New(11)
	x := make([]float64, 3*len(f.types))
	placed := make([]bool, len(f.types))
	step := func(d float64) geom.Vec3 {
		return geom.Vec3{X: d * (random.Float64() - 0.5), Y: d * (random.Float64() - 0.5), Z: d * (random.Float64() - 0.5)}
	}
	for i := range f.types {
		at := geom.Vec3{X: edge / 2, Y: edge / 2, Z: edge / 2}.Add(step(edge))
		for _, b := range f.bonds {
			if int(b.b) == i && placed[b.a] {
				at = geom.At(x, int(b.a)).Add(step(1).Unit().Scale(1.3))
			}
		}
		geom.Put(x, i, at)
		placed[i] = true
	}
	return x
}

// direct sums the non-bonded energies of f over all pairs and the images in up to two cells
// on each side. A cut-off of 0 is none.
func direct(f *Field, charges, x []float64, box *cell.Cell, cutoff float64) (e energies) {
	end := forcefield.NewSwitch(-1, cutoff)
	apart := map[[2]int32]uint8{}
	for a := range f.bonds {
		for b := range f.bonds {
			for c := range f.bonds {
				for _, path := range paths(&f.bonds[a], &f.bonds[b], &f.bonds[c]) {
					for m := range path {
						for k := m + 1; k < len(path); k++ {
							pair := [2]int32{min(path[m], path[k]), max(path[m], path[k])}
							if old := apart[pair]; old == 0 || uint8(k-m) < old {
								apart[pair] = uint8(k - m)
							}
						}
					}
				}
			}
		}
	}
	images := 2
	if box == nil {
		images = 0
	}
	for i := range f.types {
		for j := range f.types {
			for a := -images; a <= images; a++ {
				for b := -images; b <= images; b++ {
					for c := -images; c <= images; c++ {
						home := a == 0 && b == 0 && c == 0
						if home && i == j {
							continue
						}
						d := geom.At(x, j).Sub(geom.At(x, i))
						if box != nil {
							d = d.Add(box.Shift(a, b, c))
						}
						bonds := uint8(0)
						if home {
							bonds = apart[[2]int32{int32(min(i, j)), int32(max(i, j))}]
						}
						if bonds == 1 || bonds == 2 {
							continue
						}
						r := d.Norm()
						factor, far, slope := 1.0, 0.0, 0.0 // those of unit charges at the cut-off
						if cutoff > 0 {
							if r >= cutoff {
								continue
							}
							factor, _ = end.At(d.Norm2())
							far, slope = 1/(cutoff+0.05), -1/((cutoff+0.05)*(cutoff+0.05))
						}
						p := newContact(&tables().vdw[f.types[i]], &tables().vdw[f.types[j]])
						scale := 1.0
						if bonds == 3 {
							scale = 0.75
						}
						e.vanDerWaals += factor * p.energy(r, r*r) / 2
						e.electrostatic += scale * 332.0716 * charges[i] * charges[j] * (1/(r+0.05) - far - slope*(r-cutoff)) / 2
					}
				}
			}
		}
	}
	return e
}

// paths returns the walks of two, three and four atoms along bonds in that order.
func paths(a, b, c *bondTerm) (all [][]int32) {
	all = append(all, []int32{a.a, a.b})
	for _, p := range [][2]int32{{a.a, a.b}, {a.b, a.a}} {
		for _, q := range [][2]int32{{b.a, b.b}, {b.b, b.a}} {
			if p[1] != q[0] || p[0] == q[1] {
				continue
			}
			all = append(all, []int32{p[0], p[1], q[1]})
			for _, r := range [][2]int32{{c.a, c.b}, {c.b, c.a}} {
				if q[1] == r[0] && r[1] != q[0] && r[1] != p[0] {
					all = append(all, []int32{p[0], p[1], q[1], r[1]})
				}
			}
		}
	}
	return all
}

// TestCutoff: with a cut-off, open or periodic, the field has the energy of a direct sum
// and a right gradient.
func TestCutoff(t *testing.T) {
	box, err := cell.FromParameters(11, 12, 13, 80, 95, 105)
	if err != nil {
		t.Fatal(err)
	}
	const text = "CC(=O)NCC(O)CO.O.O.[Na+].[Cl-]"
	for _, o := range []Options{{Cutoff: 7}, {Cutoff: 7, Periodic: &box}, {Periodic: &box, Variant: MMFF94s}} {
		f := parse(t, text, o)
		x := scattered(f, 10)
		cutoff := o.Cutoff
		if cutoff == 0 {
			cutoff = 12
		}
		want := direct(f, f.Charges(), x, o.Periodic, cutoff)
		var got energies
		f.evaluate(x, &got, false)
		if !(math.Abs(got.vanDerWaals-want.vanDerWaals) < 1e-9*math.Abs(want.vanDerWaals)) || !(math.Abs(got.electrostatic-want.electrostatic) < 1e-9*math.Abs(want.electrostatic)) {
			t.Errorf("cut-off %v: got %v and %v, want %v and %v", o.Cutoff, got.vanDerWaals, got.electrostatic, want.vanDerWaals, want.electrostatic)
		}
		checkGradient(t, f, text, x, 1e-4, 1e-8)
	}
	f := parse(t, text, Options{})
	x := scattered(f, 10)
	var got energies
	f.evaluate(x, &got, false)
	want := direct(f, f.Charges(), x, nil, 0)
	if !(math.Abs(got.vanDerWaals-want.vanDerWaals) < 1e-9*math.Abs(want.vanDerWaals)) || !(math.Abs(got.electrostatic-want.electrostatic) < 1e-9*math.Abs(want.electrostatic)) {
		t.Errorf("no cut-off: got %v and %v, want %v and %v", got.vanDerWaals, got.electrostatic, want.vanDerWaals, want.electrostatic)
	}
}

// TestUntil: after the end of its context a field with a cut-off has no energy, also where
// its list still holds.
func TestUntil(t *testing.T) {
	f := parse(t, "CCO.O", Options{Cutoff: 7})
	x := scattered(f, 10)
	ctx, cancel := context.WithCancel(t.Context())
	f.Until(ctx)
	if e := f.Evaluate(x, nil); math.IsNaN(e) {
		t.Fatal("no energy although the context has not ended")
	}
	cancel()
	if e := f.Evaluate(x, nil); !math.IsNaN(e) {
		t.Errorf("the list holds: got %v, want NaN", e)
	}
	x[0] += 5
	if e := f.Evaluate(x, make([]float64, len(x))); !math.IsNaN(e) {
		t.Errorf("an atom has moved: got %v, want NaN", e)
	}
}

// TestEndsSmoothly: where a charge passes the cut-off neither energy nor force jumps.
func TestEndsSmoothly(t *testing.T) {
	f := parse(t, "[Na+].[Cl-]", Options{Cutoff: 8})
	g := make([]float64, 6)
	at := func(r float64) (energy, force float64) {
		energy = f.Evaluate([]float64{0, 0, 0, r, 0, 0}, g)
		return energy, g[3]
	}
	for _, r := range []float64{7.9999, 8.0001} {
		if e, slope := at(r); math.Abs(e) > 1e-6 || math.Abs(slope) > 1e-3 {
			t.Errorf("at %v Å: got energy %v, slope %v; want 0", r, e, slope)
		}
	}
	if e, slope := at(4); e > -15 || slope < 10 {
		t.Errorf("at 4 Å: got energy %v, slope %v; the charges attract each other", e, slope)
	}
}

// TestErrors: what cannot be is refused with a reason.
func TestErrors(t *testing.T) {
	p, err := smiles.Perceive("C[Si](C)(C)[B]")
	if err != nil {
		t.Fatal(err)
	}
	p, _ = hydrogen.Add(p, nil)
	if _, err := New(p, Options{}); err == nil || !strings.Contains(err.Error(), "4 (B)") {
		t.Errorf("a boron compound: error %v", err)
	}
	p, err = smiles.Perceive("CC")
	if err != nil {
		t.Fatal(err)
	}
	p, _ = hydrogen.Add(p, nil)
	var e *Error
	if _, err := New(p, Options{Cutoff: -1}); !errors.As(err, &e) || !strings.Contains(err.Error(), "cut-off must be a positive length") {
		t.Errorf("a negative cut-off: error %v", err)
	}
	p, err = smiles.Perceive(strings.Repeat("C", 1700))
	if err != nil {
		t.Fatal(err)
	}
	p, _ = hydrogen.Add(p, nil)
	if _, err := New(p, Options{}); !errors.As(err, &e) || !strings.Contains(err.Error(), "5102 atoms need a cut-off") {
		t.Errorf("a long chain: error %v", err)
	}
	if f, err := New(p, Options{Cutoff: 10}); err != nil || len(f.Types()) != 5102 || len(f.Charges()) != 5102 {
		t.Errorf("a long chain with a cut-off: error %v", err)
	}
	f := parse(t, "CC", Options{Cutoff: 10})
	if e := f.Evaluate(make([]float64, 3*len(f.types)), nil); math.IsNaN(e) {
		t.Error("atoms in one point have no energy")
	}
	x := make([]float64, 3*len(f.types))
	x[4] = math.NaN()
	if e := f.Evaluate(x, nil); !math.IsNaN(e) {
		t.Errorf("a position that is no number has energy %v", e)
	}
}
