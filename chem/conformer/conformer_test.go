package conformer

import (
	"context"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/embed"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/hydrogen"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/molfile"
	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/chem/stereo"
)

// builder prepares a SMILES.
func builder(t testing.TB, text string, force Force) *Builder {
	t.Helper()
	p, s := complete(t, text)
	b, err := New(p, s, force)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return b
}

// generate makes a geometry of a SMILES.
func generate(t testing.TB, text string, seed uint64) (*Builder, *Conformer) {
	t.Helper()
	b := builder(t, text, Auto)
	c, err := b.Generate(background, seed, nil)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return b, c
}

// The ways to lay a molecule on itself, hydrogens left out.
func TestSymmetries(t *testing.T) {
	for _, c := range []struct {
		smiles string
		want   int
	}{
		{"CCO", 1}, {"CCCC", 2}, {"c1ccccc1", 12}, {"Cc1ccccc1", 2}, {"Cc1cc(C)cc(C)c1", 6}, {"CC(C)C", 6}, {"CC(C)(C)C", 24},
		{"CC(=O)[O-]", 2}, {"CC(=O)O", 1}, {"c1ccccc1[N+](=O)[O-]", 4}, {"CS(=O)(=O)[O-]", 6}, {"NC(=[NH2+])C", 2}, {"C1CC1", 6},
		{"C12C3C4C1C5C2C3C45", 48}, {"C1C2CC3CC1CC(C2)C3", 24}, {"O", 1}, {"[H][H]", 2}, {"[He]", 1}, {"N[C@@H](C)C(=O)O", 1},
		{"FC(F)(F)C(C(F)(F)F)(C(F)(F)F)C(F)(F)F", maxMaps}, {"C1CCCCC1", 12},
	} {
		p, _ := complete(t, c.smiles)
		maps := symmetries(p)
		if len(maps) != c.want {
			t.Errorf("%s: got %d maps, want %d", c.smiles, len(maps), c.want)
		}
		heavy := heavyAtoms(p.Mol)
		for k, m := range maps {
			for place, image := range m {
				if p.Mol.Atoms[heavy[place]].Element != p.Mol.Atoms[heavy[image]].Element || k == 0 && place != image {
					t.Errorf("%s: map %d sends %d to %d", c.smiles, k, place, image)
				}
			}
			for _, other := range maps[:k] {
				if slices.Equal(m, other) {
					t.Errorf("%s: map %d is there twice", c.smiles, k)
				}
			}
		}
	}
}

// Components are together but do not touch, opposite charges meet, and the whole is
// around the origin.
func TestArrange(t *testing.T) {
	for _, text := range []string{"[Na+].[Cl-]", "CC(=O)[O-].[NH4+]", "CCO.c1ccccc1.O", "[Ca+2].[Cl-].[Cl-]", "O.O.O.O.O.O.O.O"} {
		b, c := generate(t, text, 1)
		of, _ := b.p.Mol.Components()
		nearest := make([]float64, len(b.parts))
		for i := range nearest {
			nearest[i] = math.Inf(1)
		}
		for i := range of {
			for j := range i {
				if of[i] == of[j] {
					continue
				}
				gap := geom.At(c.X, i).Sub(geom.At(c.X, j)).Norm() - touching(b.p.Mol.Atoms[i].Element, b.p.Mol.Atoms[j].Element)
				if gap < -1e-6 {
					t.Errorf("%s: atoms %d and %d overlap by %.3f Å", text, i, j, -gap)
				}
				nearest[of[i]], nearest[of[j]] = min(nearest[of[i]], gap), min(nearest[of[j]], gap)
			}
		}
		for k, gap := range nearest {
			if gap > 1e-6 {
				t.Errorf("%s: component %d stands %.3f Å from the others", text, k, gap)
			}
		}
		if center := geom.Centroid(c.X); center.Norm() > 1e-9 {
			t.Errorf("%s: the center is at %v", text, center)
		}
	}
	b, c := generate(t, "C[N+](C)(C)CCCCCCCC(=O)OC.[Cl-]", 1)
	chloride := geom.At(c.X, 15)
	if elem.Symbol(b.p.Mol.Atoms[15].Element) != "Cl" {
		t.Fatal("atom 15 is not the chloride")
	}
	if near, far := geom.At(c.X, 1).Sub(chloride).Norm(), geom.At(c.X, 11).Sub(chloride).Norm(); near > 6 || near > far {
		t.Errorf("the chloride is %.1f Å from the nitrogen, %.1f from the ester", near, far)
	}
}

// A geometry is widest along x and thinnest along z, and turning it is no mirror.
func TestOrient(t *testing.T) {
	x := []float64{0, 0, 0, 0, 0, 9, 1, 0, 4, 0, 5, 3}
	hand := func(x []float64) float64 {
		a := geom.At(x, 0)
		return geom.At(x, 1).Sub(a).Dot(geom.At(x, 2).Sub(a).Cross(geom.At(x, 3).Sub(a)))
	}
	before := hand(x)
	orient(x)
	var extent [3]float64
	for i := range 4 {
		for k := range 3 {
			extent[k] += x[3*i+k] * x[3*i+k]
		}
	}
	if !(extent[0] > extent[1] && extent[1] > extent[2]) || math.Abs(hand(x)-before) > 1e-9 {
		t.Errorf("extents %v, handedness %.3f after %.3f", extent, hand(x), before)
	}
}

// Each check finds what it is for.
func TestCheck(t *testing.T) {
	find := func(text string, change func(x []float64)) *fault {
		b, c := generate(t, text, 1)
		change(c.X)
		return b.parts[0].check(c.X)
	}
	swap := func(a, b int) func(x []float64) {
		return func(x []float64) {
			for k := range 3 {
				x[3*a+k], x[3*b+k] = x[3*b+k], x[3*a+k]
			}
		}
	}
	shift := func(a int, by geom.Vec3) func(x []float64) {
		return func(x []float64) { geom.Put(x, a, geom.At(x, a).Add(by)) }
	}
	for _, c := range []struct {
		name  string
		found *fault
		what  kind
		wrong bool
	}{
		{"not a number", find("CCO", func(x []float64) { x[4] = math.NaN() }), notFinite, true},
		{"a long bond", find("CCO", shift(2, geom.Vec3{X: 2, Y: 2, Z: 2})), bondLength, true},
		{"the other hand", find("N[C@@H](C)C(=O)O", func(x []float64) {
			for i := 2; i < len(x); i += 3 {
				x[i] = -x[i]
			}
		}), handedness, true},
		{"the other hand at sulfur", find("CC[S@](=O)C", func(x []float64) {
			for i := 2; i < len(x); i += 3 {
				x[i] = -x[i]
			}
		}), handedness, true},
		{"the other hand of an allene", find("CC=[C@]=CC", func(x []float64) {
			for i := 2; i < len(x); i += 3 {
				x[i] = -x[i]
			}
		}), handedness, true},
		{"trans for cis", find("F/C=C/F", swap(3, 5)), side, true},
		{"atoms on top of each other", find("CCCCCC", func(x []float64) {
			// The last hydrogen sits 1.1 Å above the first carbon; its bond is not looked at here.
			geom.Put(x, 19, geom.At(x, 0).Add(geom.Vec3{Z: 1.1}))
		}), bondLength, true},
		{"a bent ring", find("c1ccccc1", shift(0, geom.Vec3{Z: 0.2})), bentRing, false},
	} {
		if c.found == nil || c.found.what != c.what || c.found.wrong != c.wrong {
			t.Errorf("%s: got %+v, want kind %d", c.name, c.found, c.what)
		}
	}
	// Two hydrogens of pentane's ends nose to nose.
	b, c := generate(t, "CCCCC", 1)
	checks := newChecks(b.p)
	if f := checks.contacts(c.X); f != nil {
		t.Errorf("pentane: got %+v", f)
	}
	geom.Put(c.X, 5, geom.At(c.X, 14).Add(geom.Vec3{Z: 1.4}))
	if f := checks.contacts(c.X); f == nil || !slices.Contains(f.atoms, 5) {
		t.Errorf("close hydrogens: got %+v", f)
	}
}

// What cannot be is refused with its atoms, at once or after all tries.
func TestImpossible(t *testing.T) {
	for _, c := range []struct {
		smiles string
		atoms  []int
	}{
		{"CC*", []int{2}},
		{"C1CC/C=C/C1", []int{3, 4}},
		{"C1CC/C=C/1", []int{3, 4}},
		{"O.C1CC/C=C/C1", []int{4, 5}},
	} {
		p, s := complete(t, c.smiles)
		b, err := New(p, s, Auto)
		if err == nil {
			_, err = b.Generate(background, 1, nil)
		}
		if fault := (*embed.Error)(nil); !errors.As(err, &fault) || !slices.Equal(fault.Atoms, c.atoms) || !strings.Contains(err.Error(), p.Mol.Label(c.atoms...)) {
			t.Errorf("%s: got %v, want a refusal that names %s", c.smiles, err, p.Mol.Label(c.atoms...))
		}
	}
	for _, fine := range []string{"C1CC/C=C\\C1", "C1CCC/C=C/CC1", "CC/C=C/1CCCC\\1", "c1ccccc1", "C/C=C1\\C=C/C(=C/C)/C=C1"} {
		generate(t, fine, 1)
	}
	p, s := complete(t, strings.Repeat("C", 333))
	_, err := New(p, s, Auto)
	if size := (*SizeError)(nil); !errors.As(err, &size) || size.Atoms != 1001 {
		t.Errorf("1001 atoms: got %v", err)
	}
}

// Trans-cyclooctene is trans, cis is cis; both are what they are asked to be.
func TestCyclooctene(t *testing.T) {
	for text, cis := range map[string]bool{`C1CCC/C=C\CC1`: true, `C1CCC/C=C/CC1`: false} {
		_, c := generate(t, text, 1)
		d := geom.Dihedral(geom.At(c.X, 3), geom.At(c.X, 4), geom.At(c.X, 5), geom.At(c.X, 6))
		if (math.Abs(d) < 1) != cis {
			t.Errorf("%s: got a torsion of %.0f°", text, d*180/math.Pi)
		}
	}
}

// A bipyramid that is relaxed keeps its axial ligands, also where the force field would
// choose others by their electronegativity.
func TestOptimizeBipyramid(t *testing.T) {
	p, s := complete(t, "ClP(Cl)(F)(F)F")
	b, err := New(p, s, UFF)
	if err != nil {
		t.Fatal(err)
	}
	r, err := b.Optimize(background, []float64{0, 0, 2.1, 0, 0, 0, 0, 0, -2.1, 1.6, 0, 0, -0.8, 1.3, 0, -0.8, -1.3, 0.2}, OptimizeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if a := geom.Angle(geom.At(r.X, 0), geom.At(r.X, 1), geom.At(r.X, 2)) * 180 / math.Pi; a < 170 {
		t.Errorf("the chlorines end at %.0f°, want them opposite each other", a)
	}
}

// Metals keep the figure that is asked for, also where UFF knows another one.
func TestMetals(t *testing.T) {
	for _, text := range []string{
		"[Cu@SP2](Cl)(Cl)([OH2])[OH2]", "[Pt@SP1](Cl)(F)(N)[NH2]C", "[Co@OH5](Cl)(F)(Br)(I)(N)N", "Cl[Pt](Cl)(N)N", "[Fe+2]", "C[Hg]C", "[CH3]", "[H][H]", "[H+]",
	} {
		b, c := generate(t, text, 3)
		if !finite(c.X) {
			t.Errorf("%s: got %v", text, c.X)
		}
		if f := b.parts[0].check(c.X); f != nil {
			t.Errorf("%s: %s", text, f.text(b.p, b.parts[0]))
		}
	}
}

// The force field is the one that covers the molecule, and the choice is said.
func TestForce(t *testing.T) {
	for _, c := range []struct {
		smiles string
		want   Force
		note   string
	}{
		{"CCO", MMFF94s, ""}, {"CB(C)C", UFF, "atom 1 (B)"}, {"[Na+].[Cl-]", Auto, ""}, {"[Xe]", Auto, "stands alone"}, {"[Na+].CC(=O)[O-]", MMFF94s, ""},
		{"CC.CB(C)C", UFF, "atom 3 (B)"},
		// Double and triple bonds that MMFF94 would make as long as single ones.
		{"O=C=O", UFF, "the multiple bond between atom 0 (O) and atom 1 (C)"}, {"N#N", UFF, "multiple bond"}, {"[Na+].[C-]#N", UFF, "atom 1 (C) and atom 2 (N)"},
		{"C=CCN=C=S", UFF, "atom 4 (C) and atom 5 (S)"}, {"[Na+].[N-]=[N+]=[N-]", UFF, "multiple bond"}, {"CS(C)=O", MMFF94s, ""}, {"CN=[N+]=[N-]", MMFF94s, ""},
		{"[Ar].[Ar].[Ar]", Auto, "atom 0 (Ar) and 2 more atoms, which stand alone"},
	} {
		b := builder(t, c.smiles, Auto)
		if notes := strings.Join(b.Notes(), " "); b.Force() != c.want || !strings.Contains(notes, c.note) || (c.note == "") != (notes == "") {
			t.Errorf("%s: got %q with notes %q, want %q and %q", c.smiles, b.Force(), notes, c.want, c.note)
		}
	}
	if b := builder(t, "O=C=O", MMFF94); b.Force() != MMFF94 || len(b.Notes()) != 1 {
		t.Errorf("carbon dioxide in MMFF94 as asked for: got %q with notes %q", b.Force(), b.Notes())
	}
	p, s := complete(t, "CC.CB(C)C")
	_, err := New(p, s, MMFF94)
	if fault := (*ForceError)(nil); !errors.As(err, &fault) || !slices.Contains(fault.Atoms, 3) || !strings.Contains(fault.Msg, "atom 3 (B)") {
		t.Errorf("boron in MMFF94: got %v", err)
	}
}

// The end of a context ends the placing of components too.
func TestArrangeEnds(t *testing.T) {
	b := builder(t, "[Ar].[Ar].[Ar]", Auto)
	ctx, cancel := context.WithCancel(background)
	cancel()
	if _, err := arrange(ctx, b.p, b.parts, [][]float64{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}

// Double and triple bonds are about as long as they should be.
func TestMultipleBonds(t *testing.T) {
	for _, c := range []struct {
		smiles string
		want   float64 // Å, of the first bond; measured in the gas or in crystals
	}{
		{"O=C=O", 1.162}, {"N#N", 1.098}, {"O=S=O", 1.431}, {"S=C=S", 1.553}, {"[C-]#N", 1.177}, {"O=N[O-]", 1.24}, {"[N-]=[N+]=[N-]", 1.18}, {"C#N", 1.153}, {"C=O", 1.208},
	} {
		_, conformer := generate(t, c.smiles, 1)
		if d := geom.At(conformer.X, 0).Sub(geom.At(conformer.X, 1)).Norm(); math.Abs(d-c.want) > 0.1 {
			t.Errorf("%s: a bond of %.3f Å, want %.3f", c.smiles, d, c.want)
		}
	}
}

// Atoms that fall on each other two bonds from a metal are found.
func TestCoincidence(t *testing.T) {
	b, c := generate(t, "CC[Hg]C", 1)
	part := b.parts[0]
	if f := part.check(c.X); f != nil {
		t.Fatalf("before: %s", f.text(b.p, part))
	}
	x := append([]float64(nil), c.X...)
	geom.Put(x, 11, geom.At(x, 1).Add(geom.Vec3{X: 0.2})) // a hydrogen of the methyl on the carbon of the ethyl
	if f := part.checks.coincidence(part.p.Mol, x); f == nil || !f.wrong || f.what != contact {
		t.Errorf("got %v", f)
	}
}

// Very large components end in time: with a geometry that is not converged.
func TestLargeComponents(t *testing.T) {
	for _, c := range []struct{ n, want int }{{1, Iterations}, {400, Iterations}, {999, 400}} {
		if got := iterations(c.n); got != c.want {
			t.Errorf("%d atoms: %d iterations, want %d", c.n, got, c.want)
		}
	}
	if !full {
		return // what follows takes seconds
	}
	b, c := generate(t, strings.Repeat("C", 332), 1)
	if f := b.parts[0].check(c.X); f != nil || c.Converged {
		t.Errorf("an alkane of 998 atoms: converged %v, %+v", c.Converged, f)
	}
}

// A search ranks by energy, knows copies of a molecule that symmetry makes, and the
// first conformer is the one that Generate makes or a better one.
func TestSearch(t *testing.T) {
	b := builder(t, "CCCCO", Auto)
	var heard []float64
	e, err := b.Search(background, SearchOptions{N: 20, Seed: 9, RMSD: 0.3, Progress: func(f float64, _ string) { heard = append(heard, f) }})
	if err != nil {
		t.Fatal(err)
	}
	if len(e.Conformers) < 4 || e.Made != 20 || e.Made != len(e.Conformers)+e.Alike {
		t.Errorf("got %d conformers, %d alike of %d", len(e.Conformers), e.Alike, e.Made)
	}
	for k := range e.Conformers {
		for l := range k {
			if d := b.RMSD(e.Conformers[k].X, e.Conformers[l].X); d < 0.3 {
				t.Errorf("conformers %d and %d differ by %.3f Å", k, l, d)
			}
			if e.Conformers[k].Energy < e.Conformers[l].Energy {
				t.Errorf("conformer %d has a lower energy than %d", k, l)
			}
		}
	}
	one, err := b.Generate(background, 9, nil)
	if err != nil || one.Energy < e.Conformers[0].Energy-1e-9 {
		t.Errorf("Generate: got %v, energy %.4f; the search has %.4f", err, one.Energy, e.Conformers[0].Energy)
	}
	if !slices.IsSorted(heard) || len(heard) < 20 {
		t.Errorf("progress: got %v", heard)
	}
	again, err := b.Search(background, SearchOptions{N: 20, Seed: 9, RMSD: 0.3})
	if err != nil || len(again.Conformers) != len(e.Conformers) || !slices.Equal(again.Conformers[1].X, e.Conformers[1].X) {
		t.Errorf("the same search: got %v and another ensemble", err)
	}
}

// A context ends everything with its error.
func TestContext(t *testing.T) {
	ctx, cancel := context.WithCancel(background)
	cancel()
	b, c := generate(t, "CCCCCO", 1)
	if _, err := b.Generate(ctx, 1, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("Generate: got %v", err)
	}
	if _, err := b.Search(ctx, SearchOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("Search: got %v", err)
	}
	if _, err := b.Optimize(ctx, c.X, OptimizeOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("Optimize: got %v", err)
	}
}

// A relaxed geometry stays; a fixed atom stays where it is.
func TestOptimize(t *testing.T) {
	b, c := generate(t, "CC(C)Cc1ccc(cc1)[C@@H](C)C(=O)O", 4)
	r, err := b.Optimize(background, c.X, OptimizeOptions{})
	if err != nil || !r.Converged || r.Moved > 0.05 || math.Abs(r.Energy-c.Energy) > 0.01 || len(r.Faults) > 0 {
		t.Errorf("got %v, %+v", err, r)
	}
	x := slices.Clone(c.X)
	x[0] += 0.3
	fixed := make([]bool, len(x)/3)
	fixed[0] = true
	r, err = b.Optimize(background, x, OptimizeOptions{Fixed: fixed})
	if err != nil || r.X[0] != x[0] || r.X[1] != x[1] || !(r.Energy < r.Start) || r.Energy < c.Energy-0.01 {
		t.Errorf("fixed: got %v, atom 0 at %v, energy %.3f from %.3f", err, r.X[:3], r.Energy, r.Start)
	}
	if x[0] != c.X[0]+0.3 {
		t.Error("the argument was changed")
	}
	// The parts of the energy are those of the whole.
	sum := 0.0
	for _, term := range r.After {
		sum += term.Energy
	}
	if math.Abs(sum-r.Energy) > 1e-6 {
		t.Errorf("terms add up to %.6f, want %.6f", sum, r.Energy)
	}
}

// Components of a molecule are molecules of their own.
func TestSplit(t *testing.T) {
	p, s := complete(t, "F/C=C/F.N[C@@H](C)C(=O)O.[Na+]")
	parts := split(p, s)
	if len(parts) != 3 || len(parts[0].s.Bonds) != 1 || len(parts[1].s.Centers) != 1 || len(parts[2].atoms) != 1 {
		t.Fatalf("got %d parts", len(parts))
	}
	for _, part := range parts {
		if err := part.p.Mol.Check(); err != nil {
			t.Error(err)
		}
		for k, i := range part.atoms {
			if part.p.Mol.Atoms[k].Element != p.Mol.Atoms[i].Element {
				t.Errorf("atom %d became another element", i)
			}
		}
	}
	if c := parts[1].s.Centers[0]; c.Class != mol.Tetrahedral || len(c.Ligands) != 4 {
		t.Errorf("got center %+v", c)
	}
}

// A drawing becomes a geometry of the molecule that its wedges say.
func TestDrawing(t *testing.T) {
	for wedge, want := range map[int]string{1: "C[C@@H](N)C(=O)O", 6: "C[C@H](N)C(=O)O"} {
		record, err := molfile.Read([]byte(strings.Replace(`alanine
  drawing           2D

  6  5  0  0  0  0            999 V2000
    0.0000    0.0000    0.0000 C   0  0
    0.0000    1.5000    0.0000 N   0  0
   -1.3000   -0.7500    0.0000 C   0  0
    1.3000   -0.7500    0.0000 C   0  0
    2.6000    0.0000    0.0000 O   0  0
    1.3000   -2.2500    0.0000 O   0  0
  1  2  1  WEDGE
  1  3  1  0
  1  4  1  0
  4  5  2  0
  4  6  1  0
M  END
`, "WEDGE", strconv.Itoa(wedge), 1)))
		if err != nil {
			t.Fatal(err)
		}
		p, err := molfile.Perceive(record)
		if err != nil {
			t.Fatal(err)
		}
		full, set := hydrogen.Add(p, stereo.Find(p))
		b, err := New(full, set, Auto)
		if err != nil {
			t.Fatal(err)
		}
		c, err := b.Generate(background, 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := sameMolecule(full, set, c.X); err != nil {
			t.Error(err)
		}
		if got, err := smiles.Canonical(p); err != nil || got != want {
			t.Errorf("wedge %d: got %s, %v, want %s", wedge, got, err, want)
		}
	}
}

// What UFF does not know of a metal is said with the atom's number in the molecule.
func TestNotesOfTypes(t *testing.T) {
	p, s := complete(t, "[Na+].[Cl-].Cl[Fe](Cl)Cl")
	b, err := New(p, s, Auto)
	if err != nil {
		t.Fatal(err)
	}
	want := "UFF: atom 3 (Fe) has no type for its 3 neighbors; it takes Fe3+2."
	if notes := b.Notes(); !slices.Contains(notes, want) {
		t.Errorf("got %q, want %q among them", notes, want)
	}
}
