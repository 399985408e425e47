package mmff

import (
	"math"
	"slices"
	"testing"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/hydrogen"
	"github.com/molsmith/molsmith/chem/internal/oracle"
	"github.com/molsmith/molsmith/chem/rng"
	"github.com/molsmith/molsmith/chem/smiles"
)

// parse returns the field of a SMILES.
func parse(t testing.TB, text string, o Options) *Field {
	t.Helper()
	p, err := smiles.Perceive(text)
	if err != nil {
		t.Fatal(err)
	}
	p, _ = hydrogen.Add(p, nil)
	f, err := New(p, o)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return f
}

// only returns f with one of its terms, by its place in termNames.
func (f *Field) only(term int) *Field {
	g := *f
	if term != 0 {
		// Lengths and unit vectors are needed by other terms too.
		g.bonds = slices.Clone(f.bonds)
		for i := range g.bonds {
			g.bonds[i].k = 0
		}
	}
	if term != 1 && term != 2 {
		g.angles, g.linear = nil, nil
	} else {
		g.angles = slices.Clone(f.angles)
		for i := range g.angles {
			if term == 1 {
				g.angles[i].s1, g.angles[i].s2 = 0, 0
			} else {
				g.angles[i].k = 0
			}
		}
		if term == 2 {
			g.linear = nil
		}
	}
	if term != 3 {
		g.planes = nil
	}
	if term != 4 {
		g.axes = nil
	}
	switch term {
	default:
		g.pairs = pairList{}
	case 5:
		g.pairs.charged = slices.Clone(f.pairs.charged)
		for i := range g.pairs.charged {
			g.pairs.charged[i].coulomb = 0
		}
	case 6:
		g.pairs.contacts = make([]contact, len(f.pairs.contacts))
	}
	return &g
}

// numerical returns the gradient by differences of the energy, extrapolated from two
// steps (error of order h⁴).
func numerical(f interface {
	Evaluate(x, g []float64) float64
}, x []float64, h float64) []float64 {
	g := make([]float64, len(x))
	for i := range x {
		at := x[i]
		slope := func(h float64) float64 {
			x[i] = at + h
			up := f.Evaluate(x, nil)
			x[i] = at - h
			down := f.Evaluate(x, nil)
			x[i] = at
			return (up - down) / (2 * h)
		}
		g[i] = (4*slope(h/2) - slope(h)) / 3
	}
	return g
}

// checkGradient compares the gradient with differences, to tolerance relative to the
// largest component but at least 1 kcal/mol/Å.
func checkGradient(t *testing.T, f *Field, name string, x []float64, h, tolerance float64) {
	t.Helper()
	g := make([]float64, len(x))
	f.Evaluate(x, g)
	want := numerical(f, x, h)
	scale := 1.0
	for _, w := range want {
		scale = max(scale, math.Abs(w))
	}
	for i, w := range want {
		if !(math.Abs(g[i]-w) <= tolerance*scale) {
			t.Errorf("%s: gradient of coordinate %d: %.9g, by differences %.9g", name, i, g[i], w)
			return
		}
	}
}

// TestGradients: the gradient of every term is the slope of its energy, at embedded
// geometries shaken by 0.1 Å.
func TestGradients(t *testing.T) {
	row := 0
	random := rng.New(1)
	oracle.Each(t, "conformers.jsonl.gz", 300, func(r conformer) {
		if row++; r.Mmff == nil || row%40 != 0 {
			return
		}
		f := r.field(t, Variant(row/40%2))
		x := flat(r.Xyz)
		for i := range x {
			x[i] += 0.2 * (random.Float64() - 0.5)
		}
		for term := range 7 {
			checkGradient(t, f.only(term), r.Smi+": "+termNames[term], x, 1e-4, 1e-8)
		}
		checkGradient(t, f, r.Smi, x, 1e-4, 1e-8)
	})
}

// TestCollinear: the gradients are right next to geometries where they are singular.
func TestCollinear(t *testing.T) {
	oracle.Each(t, "conformers.jsonl.gz", 300, func(r conformer) {
		if slices.Contains(collinear, r.Smi) {
			checkGradient(t, r.field(t, MMFF94), r.Smi, flat(r.Xyz), 1e-8, 1e-5)
		}
	})
	// Hydrogen peroxide, an ether, acetonitrile and propyne with a bent and a straight
	// chain; off the line by 10⁻³ Å.
	for _, text := range []string{"OO", "COC", "CC#N", "CC#CC", "C=C=C", "NC=O"} {
		f := parse(t, text, Options{})
		n := len(f.types)
		x := make([]float64, 3*n)
		random := rng.New(7)
		for i := range n {
			x[3*i] = 1.2 * float64(i)
			x[3*i+1] = 1e-3 * random.Float64()
			x[3*i+2] = 1e-3 * random.Float64()
		}
		for term := range 5 {
			checkGradient(t, f.only(term), text+" in a line: "+termNames[term], x, 1e-7, 1e-4)
		}
	}
}

// TestSingular: coincident and collinear atoms, flat and far ones have finite energies
// and gradients.
func TestSingular(t *testing.T) {
	places := map[string]func(i int) [3]float64{
		"one point":      func(int) [3]float64 { return [3]float64{} },
		"two points":     func(i int) [3]float64 { return [3]float64{float64(i % 2)} },
		"a line":         func(i int) [3]float64 { return [3]float64{float64(i)} },
		"a line and out": func(i int) [3]float64 { return [3]float64{float64(i), 0, float64(i % 2 * 3)} },
		"a plane":        func(i int) [3]float64 { return [3]float64{float64(i), float64(i * i % 7)} },
		"tiny":           func(i int) [3]float64 { return [3]float64{1e-9 * float64(i), 1e-10 * float64(i*i%5), 1e-9} },
		"huge":           func(i int) [3]float64 { return [3]float64{1e5 * float64(i), -1e5 * float64(i*i), 1e5} },
	}
	for _, text := range []string{"CC(=O)Nc1ccccc1", "N#CC=C=O", "OS(=O)(=O)OP(C)C", "[Na+].[Cl-]", "N#N", "FC12CC1C2"} {
		for _, v := range []Variant{MMFF94, MMFF94s} {
			f := parse(t, text, Options{Variant: v})
			for name, place := range places {
				var x []float64
				for i := range f.types {
					p := place(i)
					x = append(x, p[:]...)
				}
				g := make([]float64, len(x))
				for _, e := range append(g, f.Evaluate(x, g), f.Evaluate(x, nil)) {
					if math.IsNaN(e) || math.IsInf(e, 0) {
						t.Errorf("%s, atoms at %s: energy %v, gradient %v", text, name, f.Evaluate(x, nil), g)
						break
					}
				}
			}
		}
	}
}

// TestRigidMotion: a moved and turned molecule has the same energy, and forces and
// torques cancel.
func TestRigidMotion(t *testing.T) {
	row := 0
	oracle.Each(t, "conformers.jsonl.gz", 300, func(r conformer) {
		if row++; r.Mmff == nil || row%40 != 0 {
			return
		}
		f := r.field(t, MMFF94s)
		x := flat(r.Xyz)
		g := make([]float64, len(x))
		energy := f.Evaluate(x, g)
		turn := geom.AxisAngle(geom.Vec3{X: 1, Y: 2, Z: -1}, 1).Matrix()
		moved := make([]float64, len(x))
		var force, torque geom.Vec3
		for i := range f.types {
			at, slope := geom.At(x, i), geom.At(g, i)
			force, torque = force.Add(slope), torque.Add(at.Cross(slope))
			geom.Put(moved, i, turn.MulVec(at).Add(geom.Vec3{X: 5, Y: -3, Z: 2}))
		}
		if e := f.Evaluate(moved, nil); math.Abs(e-energy) > 1e-9*max(1, math.Abs(energy)) {
			t.Errorf("%s: energy %v, after a rigid motion %v", r.Smi, energy, e)
		}
		if scale := norm(g); force.Norm() > 1e-10*scale || torque.Norm() > 1e-9*scale {
			t.Errorf("%s: total force %v, torque %v at a gradient of %g", r.Smi, force, torque, scale)
		}
	})
}

// TestArcs compares the inverse functions with package math's.
func TestArcs(t *testing.T) {
	for k := -10000; k <= 10000; k++ {
		x := float64(k) / 10000
		got, cosine := arcsin(x)
		if want := math.Asin(x); !(math.Abs(got-want) <= 1e-8) || math.Abs(x) < 0.9999 && !(math.Abs(got-want) <= 1e-15) {
			t.Errorf("arcsin(%v) = %v, want %v", x, got, want)
		}
		if want := math.Sqrt(1 - x*x); !(math.Abs(cosine-want) <= 1e-8) {
			t.Errorf("arcsin(%v) has cosine %v, want %v", x, cosine, want)
		}
	}
	random := rng.New(5)
	u := geom.Vec3{X: 1, Y: 2, Z: 3}.Unit()
	for k := range 2000 {
		// Near ±u and farther away, by 10⁻¹⁰ to 10.
		away := geom.Pow(10, float64(k%12)-10)
		shift := geom.Vec3{X: random.Float64() - 0.5, Y: random.Float64() - 0.5, Z: random.Float64() - 0.5}.Scale(away)
		v := u.Scale(float64(1 - k%2*2)).Add(shift).Unit()
		if math.Abs(u.Dot(v)) <= small {
			continue
		}
		theta, sine := wideAngle(&u, &v)
		if want := geom.Angle(u, geom.Vec3{}, v); !(math.Abs(theta-want) <= 1e-15) || !(math.Abs(sine-math.Sin(want)) <= 1e-15) {
			t.Errorf("wideAngle(%v, %v) = %v with sine %v, want %v and %v", u, v, theta, sine, want, math.Sin(want))
		}
	}
}

// TestAllocations: evaluation allocates nothing.
func TestAllocations(t *testing.T) {
	f := parse(t, "CC(=O)Nc1ccccc1", Options{})
	x := make([]float64, 3*len(f.types))
	random := rng.New(3)
	for i := range x {
		x[i] = 5 * random.Float64()
	}
	g := make([]float64, len(x))
	if n := testing.AllocsPerRun(10, func() { f.Evaluate(x, g); f.Evaluate(x, nil) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
