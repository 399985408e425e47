package uff

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/forcefield"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/minimize"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/rng"
)

// TestGradient compares every derivative with central differences.
func TestGradient(t *testing.T) {
	tests := []string{
		"CC(=O)NC", "c1ccsc1C#N", "CP(C)C", "C[As](C)C", "CS(=O)(=O)N", "OO", "CSSC", "C1CC1=O", "C1=CCC1", "C=C1CC1",
		"FP(F)(F)(F)F", "FS(F)(F)(F)(F)F", "Cl[Pt@SP1](Cl)(<-N)<-N", "F[Xe]F", "[O-]Cl(=O)(=O)=O", "C[Zn]C", "CC=C", "COC=C",
		"[Fe]123456(<-[CH]=[CH]1)(<-[CH]=[CH]2)(<-[CH]=[CH]3)(<-[CH]=[CH]4)(<-[CH]=[CH]5)<-[CH]=[CH]6",
	}
	for _, text := range tests {
		p := complete(t, text)
		f, err := New(p, Options{})
		if err != nil {
			t.Fatal(err)
		}
		checkGradient(t, text, f, atRandom(len(p.Mol.Atoms), 1), 1e-5, 1e-6)
	}
	water := complete(t, "O.O.O.CO")
	for _, o := range []Options{{Cutoff: 6}, {Cutoff: 6, Periodic: box(t)}} {
		f, err := New(water, o)
		if err != nil {
			t.Fatal(err)
		}
		checkGradient(t, "water", f, atRandom(len(water.Mol.Atoms), 2), 1e-5, 1e-6)
	}
}

func box(t *testing.T) *cell.Cell {
	t.Helper()
	c, err := cell.FromParameters(9, 10, 11, 80, 95, 110)
	if err != nil {
		t.Fatal(err)
	}
	return &c
}

// atRandom places atoms no nearer than 1.4 Å.
func atRandom(n int, seed uint64) []float64 {
	random := rng.New(seed)
	var x []float64
	edge := 2 + 1.6*math.Sqrt(float64(n))
	for len(x) < 3*n {
		p := geom.Vec3{X: edge * random.Float64(), Y: edge * random.Float64(), Z: edge * random.Float64()}
		clash := false
		for i := range len(x) / 3 {
			clash = clash || geom.At(x, i).Sub(p).Norm() < 1.4
		}
		if !clash {
			x = append(x, p.X, p.Y, p.Z)
		}
	}
	return x
}

func checkGradient(t *testing.T, name string, f *Field, x []float64, h, tolerance float64) {
	t.Helper()
	g, at := make([]float64, len(x)), append([]float64(nil), x...)
	energy := f.Evaluate(x, g)
	if e := f.Evaluate(x, nil); e != energy {
		t.Errorf("%s: energy %g with the gradient, %g without", name, energy, e)
	}
	sum := 0.0
	for _, term := range f.Terms(x) {
		sum += term.Energy
	}
	if math.Abs(sum-energy) > 1e-9*max(1, math.Abs(energy)) {
		t.Errorf("%s: the terms sum to %g, the energy is %g", name, sum, energy)
	}
	scale := max(1, length(g))
	for i := range x {
		at[i] = x[i] + h
		up := f.Evaluate(at, nil)
		at[i] = x[i] - h
		down := f.Evaluate(at, nil)
		at[i] = x[i]
		if want := (up - down) / (2 * h); math.Abs(g[i]-want) > tolerance*scale {
			t.Errorf("%s: derivative %d is %.8g, by differences %.8g", name, i, g[i], want)
		}
	}
}

// TestEveryElement: atoms of each element, alone and with one to eight neighbors,
// have types, and energies that are numbers.
func TestEveryElement(t *testing.T) {
	for z := uint8(1); z <= elem.Max; z++ {
		for ligands := range 9 {
			m := &mol.Mol{Atoms: []mol.Atom{{Element: z, NoImplicit: true}}}
			for k := range ligands {
				m.Atoms = append(m.Atoms, mol.Atom{Element: 17, NoImplicit: true})
				m.Bonds = append(m.Bonds, mol.Bond{A: k + 1, B: 0, Order: mol.Dative})
			}
			p, err := perceive.Sanitize(m)
			if err != nil {
				continue // no molecule
			}
			f, err := New(p, Options{})
			if err != nil {
				t.Errorf("%s with %d neighbors: %v", elem.Symbol(z), ligands, err)
				continue
			}
			if label := f.Types()[0]; z <= 103 && !strings.HasPrefix(label, elem.Symbol(z)) && z != 103 {
				t.Errorf("%s with %d neighbors has type %s", elem.Symbol(z), ligands, label)
			}
			x := atRandom(len(m.Atoms), 5)
			g := make([]float64, len(x))
			if e := f.Evaluate(x, g); math.IsNaN(e) || math.IsInf(e, 0) || math.Abs(e) > 1e6 || math.IsNaN(length(g)) {
				t.Errorf("%s with %d neighbors: energy %g", elem.Symbol(z), ligands, e)
			}
		}
	}
}

func TestTypes(t *testing.T) {
	tests := []struct{ smiles, types, warning string }{
		{"CC(=O)N", "C_3 C_R O_R N_R H_ H_ H_ H_ H_", ""},
		{"C=CC#N", "C_R C_R C_1 N_1 H_ H_ H_", ""},
		{"CSC", "C_3 S_3+2 C_3 H_ H_ H_ H_ H_ H_", ""},
		{"Cl[Fe](Cl)Cl", "Cl Fe3+2 Cl Cl", "atom 1 (Fe) has no type for its 3 neighbors; it takes Fe3+2"},
		{"F[W](F)(F)(F)(F)F", "F_ W_6+6 F_ F_ F_ F_ F_", "it takes W_6+6"},
		{"Cl[W](Cl)(Cl)Cl", "Cl W_3+4 Cl Cl Cl", "it takes W_3+4"},
		{"Cl[Rf](Cl)(Cl)Cl", "Cl Hf3+4 Cl Cl Cl", "atom 1 (Rf)"},
		{"[Ne].[Rn]", "Ne4+4 Rn4+4", ""},
		{"[Og]", "Rn4+4", "atom 0 (Og)"},
		{"[Lr]", "Lw6+3", ""},
	}
	for _, c := range tests {
		p := complete(t, c.smiles)
		f, err := New(p, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(f.Types(), " "); got != c.types {
			t.Errorf("%s: got %s, want %s", c.smiles, got, c.types)
		}
		var said []string
		for _, w := range f.Warnings {
			said = append(said, p.Mol.Label(w.Atom)+" "+w.Msg)
		}
		if got := strings.Join(said, "; "); !strings.Contains(got, c.warning) || c.warning == "" && got != "" {
			t.Errorf("%s: got warnings %q, want %q", c.smiles, got, c.warning)
		}
	}
}

// TestShapes minimizes atoms of many kinds and looks at the angles around the atom of
// that index. Up to three ligands, and four of a tetrahedron, start anywhere; the
// terms of others have several minima, so that they start in the right one.
func TestShapes(t *testing.T) {
	tests := []struct {
		smiles string
		center int
		angles []float64 // degrees, ascending; each within 3
	}{
		{"O=C=O", 1, []float64{180}},
		{"BC", 0, []float64{120, 120, 120}},
		{"C", 0, []float64{109.5, 109.5, 109.5, 109.5, 109.5, 109.5}},
		{"[O-]Cl(=O)(=O)=O", 1, []float64{109.5, 109.5, 109.5, 109.5, 109.5, 109.5}},
		{"FP(F)(F)(F)F", 1, []float64{90, 90, 90, 90, 90, 90, 120, 120, 120, 180}},
		{"FS(F)(F)(F)(F)F", 1, []float64{90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 180, 180, 180}},
		{"F[Xe]F", 1, []float64{180}},
		{"F[Xe](F)(F)F", 1, []float64{90, 90, 90, 90, 180, 180}},
		{"Cl[Pt@SP1](Cl)(Br)Br", 1, []float64{90, 90, 90, 90, 180, 180}},
		{"Cl[Zr](Cl)(Cl)Cl", 1, []float64{109.5, 109.5, 109.5, 109.5, 109.5, 109.5}},
		{"F[W](F)(F)(F)(F)F", 1, []float64{90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 180, 180, 180}},
		{"Cl[Hg]Cl", 1, []float64{180}},
	}
	for _, c := range tests {
		p := complete(t, c.smiles)
		// Angle terms of these forms have several minima; the best of a few is it.
		var best []float64
		lowest := math.Inf(1)
		for seed := range uint64(8) {
			x := atRandom(len(p.Mol.Atoms), seed)
			if len(c.angles) > 3 && c.angles[0] == 90 {
				aboutAxes(x, c.center, seed)
			}
			f, err := New(p, Options{Positions: x})
			if err != nil {
				t.Fatal(err)
			}
			got, err := minimize.Run(t.Context(), f, x, minimize.Options{MaxStep: 0.2, MaxIterations: 2000})
			if err != nil || !got.Converged {
				t.Errorf("%s: got %+v, error %v", c.smiles, got, err)
			}
			if got.Energy < lowest {
				best, lowest = x, got.Energy
			}
		}
		var angles []float64
		adjacency := p.Mol.Neighbors()
		around := adjacency.Of(c.center)
		for m := range around {
			for _, other := range around[m+1:] {
				angles = append(angles, geom.Angle(geom.At(best, around[m].Atom), geom.At(best, c.center), geom.At(best, other.Atom))*180/math.Pi)
			}
		}
		slices.Sort(angles)
		same := slices.EqualFunc(angles, c.angles, func(a, b float64) bool { return math.Abs(a-b) < 3 })
		if !same {
			t.Errorf("%s: got angles %.1f, want %.1f", c.smiles, angles, c.angles)
		}
	}
}

// aboutAxes places the atoms roughly along the axes from the center, the first four
// in a plane.
func aboutAxes(x []float64, center int, seed uint64) {
	random := rng.New(seed)
	axes := []geom.Vec3{{X: 1}, {X: -1}, {Y: 1}, {Y: -1}, {Z: 1}, {Z: -1}}
	k := 0
	for i := range len(x) / 3 {
		v := geom.Vec3{}
		if i != center {
			v = axes[k].Scale(2)
			k++
		}
		noise := geom.Vec3{X: random.Float64() - 0.5, Y: random.Float64() - 0.5, Z: random.Float64() - 0.5}
		geom.Put(x, i, v.Add(noise))
	}
}

// TestAxial: a stated configuration and electronegativity say which ligands are
// axial when there are no positions.
func TestAxial(t *testing.T) {
	tests := []struct {
		smiles string
		want   [2]int
	}{
		{"Cl[P@TB1](Br)(I)(F)C", [2]int{0, 5}},
		{"Cl[P@TB9](Br)(I)(F)C", [2]int{2, 5}},
		{"CP(F)(F)(Cl)Cl", [2]int{2, 3}},
	}
	for _, c := range tests {
		p := complete(t, c.smiles)
		f, err := New(p, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range f.angles {
			opposite := a.poly[2] < 0 && a.poly[3] == 0 && a.poly[4] == 0 && a.b == 3
			i, j := int(min(a.a, a.c)/3), int(max(a.a, a.c)/3)
			if opposite != (a.b == 3 && i == c.want[0] && j == c.want[1]) {
				t.Errorf("%s: atoms %d and %d opposite: %t", c.smiles, i, j, opposite)
			}
		}
	}
}

// TestBadPositions: atoms in one place or far apart give numbers.
func TestBadPositions(t *testing.T) {
	p := complete(t, "CC(=O)Nc1ccccc1P(C)C")
	n := len(p.Mol.Atoms)
	straight := make([]float64, 3*n)
	for i := range n {
		straight[3*i] = float64(i)
	}
	distant := atRandom(n, 3)
	for i := range distant {
		distant[i] *= 1e6
	}
	for name, x := range map[string][]float64{"one place": make([]float64, 3*n), "a line": straight, "far": distant} {
		f, err := New(p, Options{Positions: x})
		if err != nil {
			t.Fatal(err)
		}
		g := make([]float64, len(x))
		if e := f.Evaluate(x, g); e-e != 0 || length(g)-length(g) != 0 {
			t.Errorf("%s: energy %g, gradient %g", name, e, length(g))
		}
	}
	// From one place the minimizer still finds a molecule.
	x := make([]float64, 3*n)
	random := rng.New(1)
	for i := range x {
		x[i] = 1e-3 * random.Float64()
	}
	f, err := New(p, Options{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := minimize.Run(t.Context(), f, x, minimize.Options{MaxStep: 0.3, MaxIterations: 5000})
	if err != nil || !got.Converged || got.Energy > 1000 {
		t.Errorf("from one place: got %+v, error %v", got, err)
	}
}

// TestUntil: after the end of its context a field with a cut-off has no energy.
func TestUntil(t *testing.T) {
	p := complete(t, "O.CO")
	f, err := New(p, Options{Cutoff: 8})
	if err != nil {
		t.Fatal(err)
	}
	x := atRandom(len(p.Mol.Atoms), 4)
	ctx, cancel := context.WithCancel(t.Context())
	f.Until(ctx)
	if e := f.Evaluate(x, nil); math.IsNaN(e) {
		t.Fatal("no energy although the context has not ended")
	}
	cancel()
	if e := f.Evaluate(x, nil); !math.IsNaN(e) {
		t.Errorf("the list holds: got %v, want NaN", e)
	}
}

// TestPeriodic: the energy of a box is that of one copy in the middle of many, and
// molecules do not see their own bonded atoms.
func TestPeriodic(t *testing.T) {
	p := complete(t, "O.CO")
	n := len(p.Mol.Atoms)
	periodic := box(t)
	x := atRandom(n, 4)
	const cutoff = 8.0
	f, err := New(p, Options{Cutoff: cutoff, Periodic: periodic})
	if err != nil {
		t.Fatal(err)
	}
	open, err := New(p, Options{Cutoff: cutoff})
	if err != nil {
		t.Fatal(err)
	}
	want := open.Evaluate(x, nil)
	end := forcefield.NewSwitch(-1, cutoff)
	for i := range n {
		for j := range n {
			for a := -3; a <= 3; a++ {
				for b := -3; b <= 3; b++ {
					for c := -3; c <= 3; c++ {
						if a == 0 && b == 0 && c == 0 {
							continue
						}
						r2 := geom.At(x, j).Add(periodic.Shift(a, b, c)).Sub(geom.At(x, i)).Norm2()
						factor, _ := end.At(r2)
						s := math.Pow(mean(f.row[i].x, f.row[j].x)/math.Sqrt(r2), 6)
						want += factor * mean(f.row[i].d, f.row[j].d) * (s*s - 2*s) / 2
					}
				}
			}
		}
	}
	if got := f.Evaluate(x, nil); math.Abs(got-want) > 1e-8*math.Abs(want) {
		t.Errorf("got %.9f, want %.9f", got, want)
	}
	if got := f.Evaluate([]float64{math.NaN(), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}[:3*n], nil); !math.IsNaN(got) {
		t.Errorf("a position that is no number: got %g, want NaN", got)
	}
}

func TestErrors(t *testing.T) {
	implied, err := perceive.Sanitize(&mol.Mol{Atoms: []mol.Atom{{Element: 6}}})
	if err != nil {
		t.Fatal(err)
	}
	wildcard := complete(t, "C*")
	methane := complete(t, "C")
	tests := []struct {
		p     *perceive.Molecule
		o     Options
		atoms []int
		want  string
	}{
		{implied, Options{}, []int{0}, "atom 0 (C) has 4 hydrogens that are no atoms of their own; UFF needs them"},
		{wildcard, Options{}, []int{1}, "atom 1 (*) has no element, so UFF has no parameters for it"},
		{methane, Options{Positions: make([]float64, 12)}, nil, "UFF got 4 positions for 5 atoms"},
	}
	for _, c := range tests {
		_, err := New(c.p, c.o)
		var e *Error
		if !errors.As(err, &e) || !slices.Equal(e.Atoms, c.atoms) || e.Msg != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	if _, err := New(methane, Options{Cutoff: -1}); err == nil || !strings.Contains(err.Error(), "the cut-off must be a positive length") {
		t.Errorf("a negative cut-off: got %v", err)
	}
}

func TestNoAllocation(t *testing.T) {
	p := complete(t, "CC(C)Cc1ccc(cc1)C(C)C(=O)O")
	x := atRandom(len(p.Mol.Atoms), 1)
	g := make([]float64, len(x))
	for _, o := range []Options{{}, {Cutoff: 8}} {
		f, err := New(p, o)
		if err != nil {
			t.Fatal(err)
		}
		f.Evaluate(x, nil)
		if n := testing.AllocsPerRun(50, func() { f.Evaluate(x, g); f.Evaluate(x, nil) }); n > 0 {
			t.Errorf("%+v: %g allocations", o, n)
		}
	}
}

func BenchmarkEvaluate(b *testing.B) {
	p := complete(b, "CC12CCC3C(CCC4CC(=O)CCC34C)C1CCC2OC(=O)c1ccccc1")
	x := atRandom(len(p.Mol.Atoms), 1)
	f, err := New(p, Options{})
	if err != nil {
		b.Fatal(err)
	}
	g := make([]float64, len(x))
	b.ReportAllocs()
	for b.Loop() {
		f.Evaluate(x, g)
	}
}

func BenchmarkNew(b *testing.B) {
	p := complete(b, "CC12CCC3C(CCC4CC(=O)CCC34C)C1CCC2OC(=O)c1ccccc1")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := New(p, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
