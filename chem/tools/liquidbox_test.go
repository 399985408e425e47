package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/library"
	"github.com/molsmith/molsmith/contract"
)

// call runs a tool with arguments as JSON text.
func call(t testing.TB, tool, args string) (*contract.Outcome, error) {
	t.Helper()
	return Registry().Lookup(tool).Run(context.Background(), json.RawMessage(args), nil)
}

func mustCall(t testing.TB, tool, args string) *contract.Outcome {
	t.Helper()
	out, err := call(t, tool, args)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// box writes the arguments of liquid_box for molecules of the library.
func box(rest string, components ...any) string {
	var rows []string
	for i := 0; i < len(components); i += 2 {
		entry, ok := library.ByID(components[i].(string))
		if !ok {
			panic(components[i])
		}
		row, _ := json.Marshal(map[string]any{
			"molecule": map[string]string{"name": entry.Name, "molblock": entry.Molblock()},
			"count":    components[i+1],
		})
		rows = append(rows, string(row))
	}
	return fmt.Sprintf(`{"components":[%s],%s}`, strings.Join(rows, ","), rest)
}

func TestLiquidBox(t *testing.T) {
	out := mustCall(t, "liquid_box", box(`"density":0.98,"seed":7`, "water", 200, "ethanol", 10))
	r, s := out.Result, &out.Result.Structure
	if r.Name != "water-ethanol" || r.Contract != 1 || len(r.Warnings) != 0 {
		t.Errorf("got name %q, contract %d, warnings %q", r.Name, r.Contract, r.Warnings)
	}
	if got, want := len(s.Elements), 200*3+10*9; got != want {
		t.Fatalf("atoms: got %d, want %d", got, want)
	}
	if got, want := len(s.Bonds), 200*2+10*8; got != want {
		t.Errorf("bonds: got %d, want %d", got, want)
	}
	if s.BondOrders != nil || s.FormalCharges != nil || s.ChainIDs != nil || s.Scalars != nil {
		t.Error("orders all 1, charges all 0, chains and scalars must be absent")
	}
	last := len(s.Elements) - 1
	if s.Molecules[last] != 209 || s.ResidueIDs[last] != 210 || s.ResidueNames[0] != "WATE" || s.ResidueNames[last] != "ETHA" {
		t.Errorf("last atom: got molecule %d, residue %s %d; want 209, ETHA 210", s.Molecules[last], s.ResidueNames[last], s.ResidueIDs[last])
	}
	if got, want := s.AtomNames[600:609], []string{"C1", "C2", "O1", "H1", "H2", "H3", "H4", "H5", "H6"}; !slices.Equal(got, want) {
		t.Errorf("atom names of ethanol: got %v, want %v", got, want)
	}
	// Density from the determinant and standard weights, exact.
	mass := 200*(15.999+2*1.008) + 10*(2*12.011+6*1.008+15.999)
	got := mass / 6.02214076e23 / (s.Cell[0] * s.Cell[4] * s.Cell[8]) * 1e24
	if math.Abs(got/0.98-1) > 1e-9 {
		t.Errorf("density: got %.12f, want 0.98", got)
	}
	checkDistances(t, s, 2)
	checkRigid(t, s)
	if seed, _ := r.Provenance.Get("seed"); seed != int64(7) {
		t.Errorf("provenance seed: got %v (%T), want 7", seed, seed)
	}
	if v, _ := r.Provenance.Get("molsmith"); v != Version {
		t.Errorf("provenance molsmith: got %v, want %s", v, Version)
	}
	for _, part := range []string{"Liquid box: 200 Water, 10 Ethanol", "0.980 g/cm³", "690 atoms", "smallest distance"} {
		if !strings.Contains(out.Text, part) {
			t.Errorf("summary %q lacks %q", out.Text, part)
		}
	}
}

// checkDistances compares every pair of atoms of different molecules, and of every
// molecule with its images, by brute force over the 27 nearest cells.
func checkDistances(t testing.TB, s *contract.Structure, tolerance float64) {
	t.Helper()
	c, err := cell.New(*s.Cell)
	if err != nil {
		t.Fatal(err)
	}
	n := len(s.Elements)
	for i := range n {
		for j := i; j < n; j++ {
			d := c.MinImage(geom.At(s.Positions, j).Sub(geom.At(s.Positions, i)))
			if s.Molecules[i] != s.Molecules[j] {
				if d.Norm() < tolerance {
					t.Fatalf("atoms %d and %d of different molecules are %.4f Å apart, want at least %g", i, j, d.Norm(), tolerance)
				}
				continue
			}
			for k := range 27 {
				shift := c.Shift(k%3-1, k/3%3-1, k/9-1)
				if k != 13 && geom.At(s.Positions, j).Add(shift).Sub(geom.At(s.Positions, i)).Norm() < tolerance {
					t.Fatalf("atoms %d and %d of one molecule's images are closer than %g Å", i, j, tolerance)
				}
			}
		}
	}
}

// checkRigid holds every copy to the bond lengths of the first copy of its residue.
func checkRigid(t testing.TB, s *contract.Structure) {
	t.Helper()
	want := map[string]float64{}
	for _, b := range s.Bonds {
		key := s.ResidueNames[b[0]] + s.AtomNames[b[0]] + s.AtomNames[b[1]]
		d := geom.At(s.Positions, int(b[1])).Sub(geom.At(s.Positions, int(b[0]))).Norm()
		if w, ok := want[key]; ok && math.Abs(d-w) > 3e-4 {
			t.Fatalf("bond %s: got %.4f Å in one copy and %.4f in another", key, w, d)
		}
		want[key] = d
	}
}

func TestBondOrdersAndChargesVerbatim(t *testing.T) {
	out := mustCall(t, "liquid_box", box(`"density":1,"seed":1`, "benzene", 20))
	var double int
	for _, o := range out.Result.Structure.BondOrders {
		if o == 2 {
			double++
		}
		if o == 4 {
			t.Fatal("a Kekulé benzene came back aromatic")
		}
	}
	if double != 60 {
		t.Errorf("double bonds: got %d, want 60", double)
	}
	out = mustCall(t, "liquid_box", box(`"density":1,"seed":1`, "sodium-ion", 20, "water", 50))
	if got := out.Result.Structure.FormalCharges[0]; got != 1 {
		t.Errorf("charge of sodium: got %d, want 1", got)
	}
	if got := out.Result.Warnings; len(got) != 1 || !strings.Contains(got[0], "net charge of +20 e") {
		t.Errorf("warnings: got %q, want the net charge", got)
	}
}

func TestOrthorhombic(t *testing.T) {
	s := mustCall(t, "liquid_box", box(`"density":1,"seed":1,"shape":"orthorhombic","aspect":[1,1,2]`, "water", 200)).Result.Structure
	if r := s.Cell[8] / s.Cell[0]; math.Abs(r-2) > 1e-12 || s.Cell[0] != s.Cell[4] {
		t.Errorf("edges %v: want 1:1:2", s.Cell)
	}
	cubic := mustCall(t, "liquid_box", box(`"density":1,"seed":1,"shape":"cubic","aspect":[1,1,2]`, "water", 200)).Result.Structure
	if cubic.Cell[8] != cubic.Cell[0] {
		t.Errorf("a cubic box has the edges %v: the aspect must be ignored", cubic.Cell)
	}
}

func TestSMILESOfTheLibrary(t *testing.T) {
	bySMILES := mustCall(t, "liquid_box", `{"components":[{"molecule":{"name":"Water","smiles":"O"},"count":100}],"seed":5}`)
	byBlock := mustCall(t, "liquid_box", box(`"seed":5`, "water", 100))
	if got, want := string(bySMILES.Structured()), string(byBlock.Structured()); got != want {
		t.Error("the SMILES of a preset and its mol block give different boxes")
	}
}

// TestGoldenBox holds the bytes: native and js/wasm, any number of cores, and the
// next version must give the same box for the same arguments. A change of the packer
// that moves atoms has to change this hash and the version.
func TestGoldenBox(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{box(`"density":1,"seed":42`, "water", 300), goldenWater},
		{box(`"density":0.98,"seed":9007199254740991,"shape":"orthorhombic","aspect":[1,2,1.5]`, "water", 200, "ethanol", 30), goldenMixture},
		{layeredBox(`"size_by":"cell_and_density","cell":[22,0,0,4,22,0,-3,5,44],"density":0.8,"seed":5`, "water", 350, 1, "benzene", 80, 2), goldenLayers},
	} {
		out := mustCall(t, "liquid_box", c.args)
		if got := contract.CanonicalHash(&out.Result.Structure); got != c.want {
			t.Errorf("hash: got %s, want %s", got, c.want)
		}
	}
}

func TestSeeds(t *testing.T) {
	seen := map[string]string{}
	for _, seed := range []string{"0", "1", "2147483647", "2147483648", "4294967296", "9007199254740991", "6e2"} {
		s := mustCall(t, "liquid_box", box(`"seed":`+seed, "water", 40)).Result.Structure
		h := contract.CanonicalHash(&s)
		if other, ok := seen[h]; ok {
			t.Errorf("seeds %s and %s give the same box", seed, other)
		}
		seen[h] = seed
	}
}

func TestBoxRefusals(t *testing.T) {
	water, _ := library.ByID("water")
	block := water.Molblock()
	flat := strings.Replace(block, "3D\n", "2D\n", 1)
	pentavalent := "x\n  Molsmith          3D\n\n  6  5  0  0  0  0            999 V2000\n" +
		"    0.0000    0.0000    0.0000 C   0  0\n    1.0000    0.0000    0.0000 H   0  0\n   -1.0000    0.0000    0.0000 H   0  0\n" +
		"    0.0000    1.0000    0.0000 H   0  0\n    0.0000   -1.0000    0.0000 H   0  0\n    0.0000    0.0000    1.0000 H   0  0\n" +
		"  1  2  1  0\n  1  3  1  0\n  1  4  1  0\n  1  5  1  0\n  1  6  1  0\nM  END\n"
	one := func(molecule string) string {
		return `{"components":[{"molecule":` + molecule + `,"count":100}],"seed":1}`
	}
	withBlock := func(name, block string) string {
		m, _ := json.Marshal(contract.Molecule{Name: name, Molblock: block})
		return one(string(m))
	}
	for _, c := range []struct {
		name, args string
		code       contract.Code
		says       string
	}{
		{"no arguments", `{}`, contract.InvalidArguments, "Components"},
		{"no seed", `{"components":[{"molecule":{"name":"water","smiles":"O"},"count":10}]}`, contract.InvalidArguments, "Seed"},
		{"no component", `{"components":[],"seed":1}`, contract.InvalidArguments, "Components"},
		{"nine components", `{"components":[` + strings.TrimSuffix(strings.Repeat(`{"molecule":{"name":"w","smiles":"O"},"count":9},`, 9), ",") + `],"seed":1}`, contract.InvalidArguments, "8"},
		{"count 0", box(`"seed":1`, "water", 0), contract.InvalidArguments, "at least 1"},
		{"count -1", box(`"seed":1`, "water", -1), contract.InvalidArguments, "at least 1"},
		{"count 1e9", box(`"seed":1`, "water", 1000000000), contract.InvalidArguments, "500"},
		{"count 1.5", box(`"seed":1`, "water", 1.5), contract.InvalidArguments, "whole"},
		{"too many atoms", box(`"seed":1`, "water", 166667), contract.TooManyAtoms, "500001"},
		{"density 0", box(`"seed":1,"density":0`, "water", 100), contract.InvalidArguments, "greater than 0"},
		{"density 100", box(`"seed":1,"density":100`, "water", 100), contract.InvalidArguments, "at most 5"},
		{"density as text", box(`"seed":1,"density":"NaN"`, "water", 100), contract.InvalidArguments, "number"},
		{"density beyond matter", box(`"seed":1,"density":5`, "water", 1000), contract.ImpossibleDensity, "density"},
		{"tolerance 0.04", box(`"seed":1,"tolerance":0.04`, "water", 100), contract.InvalidArguments, "at least 1"},
		{"one water", box(`"seed":1`, "water", 1), contract.BoxTooSmall, "3.1 Å"},
		{"thin box", box(`"seed":1,"shape":"orthorhombic","aspect":[1,1,100]`, "water", 100), contract.BoxTooSmall, "edge"},
		{"aspect 0", box(`"seed":1,"aspect":[1,0,1]`, "water", 100), contract.InvalidArguments, "greater than 0"},
		{"aspect of two", box(`"seed":1,"aspect":[1,1]`, "water", 100), contract.InvalidArguments, "3"},
		{"endless aspect", box(`"seed":1,"shape":"orthorhombic","aspect":[1e-300,1e300,1e300]`, "water", 100), contract.BoxTooSmall, "edge"},
		{"unknown shape", box(`"seed":1,"shape":"sphere"`, "water", 100), contract.InvalidArguments, "cubic"},
		{"seed -1", box(`"seed":-1`, "water", 100), contract.InvalidArguments, "Seed"},
		{"seed 2^53", box(`"seed":9007199254740992`, "water", 100), contract.InvalidArguments, "Seed"},
		{"unknown argument", box(`"seed":1,"colour":"red"`, "water", 100), contract.InvalidArguments, "colour"},
		{"a known name alone", one(`{"name":"water"}`), contract.InvalidArguments, `"smiles":"O"`},
		{"an unknown name alone", one(`{"name":"unobtainium"}`), contract.InvalidArguments, "only a name"},
		{"a name of 10,000 characters", one(`{"name":"` + strings.Repeat("a", 10000) + `","smiles":"O"}`), contract.InvalidArguments, "128"},
		{"a SMILES that does not parse", one(`{"name":"octanol","smiles":"CCCCCC(CCO"}`), contract.InvalidMolecule, `"octanol": Invalid SMILES`},
		{"a SMILES of many atoms", one(`{"name":"wax","smiles":"` + strings.Repeat("C", 333) + `"}`), contract.TooManyAtoms, "1001"},
		{"a 2D block", withBlock("drawing", flat), contract.Not3D, "drawing"},
		{"no block", withBlock("junk", "hello"), contract.InvalidMolecule, "junk"},
		{"a block without its end", withBlock("cut", strings.TrimSuffix(block, "M  END\n")), contract.InvalidMolecule, "may be cut"},
		{"five bonds", withBlock("methane", pentavalent), contract.InvalidMolecule, "carbon atom 1 has 5 bonds"},
		{"control characters", withBlock("a\nb\x00c", "x"), contract.InvalidMolecule, `a\nb\x00c`},
		{"deep nesting", strings.Repeat(`[`, 10000), contract.InvalidArguments, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, err := call(t, "liquid_box", c.args)
			var e *contract.Error
			if !errors.As(err, &e) {
				t.Fatalf("got %v and error %v, want a tool error", out, err)
			}
			if e.Code != c.code || !strings.Contains(e.Message, c.says) || strings.ContainsAny(e.Message, "\n\r") {
				t.Errorf("got %s %q, want %s with %q in one line", e.Code, e.Message, c.code, c.says)
			}
			if len(e.Message) > 400 {
				t.Errorf("the message has %d bytes", len(e.Message))
			}
		})
	}
}

func TestMolblockCutAnywhere(t *testing.T) {
	ethanol, _ := library.ByID("ethanol")
	block := ethanol.Molblock()
	for n := range len(block) {
		m, _ := json.Marshal(contract.Molecule{Name: "cut", Molblock: block[:n] + " "})
		_, err := call(t, "liquid_box", `{"components":[{"molecule":`+string(m)+`,"count":12}],"density":0.5,"seed":1}`)
		var e *contract.Error
		if err != nil && !errors.As(err, &e) {
			t.Fatalf("cut at byte %d: got internal error %v", n, err)
		}
	}
}

func TestImplicitHydrogensAreSaid(t *testing.T) {
	oxygen := "O\n  Molsmith          3D\n\n  1  0  0  0  0  0            999 V2000\n    0.0000    0.0000    0.0000 O   0  0\nM  END\n"
	m, _ := json.Marshal(contract.Molecule{Name: "bare", Molblock: oxygen})
	out := mustCall(t, "liquid_box", `{"components":[{"molecule":`+string(m)+`,"count":100}],"density":0.5,"seed":1}`)
	if got := out.Result.Warnings; len(got) == 0 || !strings.Contains(got[0], `"bare" lacks 2 implicit hydrogens`) {
		t.Errorf("warnings: got %q", got)
	}
}

func TestCancelAndTimeout(t *testing.T) {
	tool := Registry().Lookup("liquid_box")
	ctx, cancel := context.WithCancel(context.Background())
	_, err := tool.Run(ctx, json.RawMessage(box(`"seed":1`, "water", 3000)), func(float64, string) { cancel() })
	var e *contract.Error
	if !errors.As(err, &e) || e.Code != contract.Cancelled {
		t.Errorf("cancelled: got %v, want CANCELLED", err)
	}
	ctx, cancel = context.WithTimeout(context.Background(), time.Nanosecond)
	defer cancel()
	_, err = tool.Run(ctx, json.RawMessage(box(`"seed":1`, "water", 3000)), nil)
	if !errors.As(err, &e) || e.Code != contract.Timeout || !strings.Contains(e.Message, "Liquid box") {
		t.Errorf("out of time: got %v, want TIMEOUT with the title", err)
	}
}

func TestProgress(t *testing.T) {
	last, calls := 0.0, 0
	_, err := Registry().Lookup("liquid_box").Run(context.Background(), json.RawMessage(box(`"seed":1`, "water", 500)), func(f float64, message string) {
		calls++
		if f < last || f > 1 {
			t.Errorf("progress went from %g to %g", last, f)
		}
		if message == "" {
			t.Error("progress without words")
		}
		last = f
	})
	if err != nil || calls < 2 || last != 1 {
		t.Errorf("got error %v, %d calls, last %g; want several up to 1", err, calls, last)
	}
}

func TestPreview(t *testing.T) {
	preview := Registry().Lookup("liquid_box").Preview
	fact := func(p contract.Preview, label string) string {
		for _, f := range p.Facts {
			if f.Label == label {
				return f.Value
			}
		}
		return ""
	}
	p := preview(json.RawMessage(box(`"density":1`, "water", 380, "ethanol", 20)), nil)
	if got := fact(p, "Edge"); got != "23.45 Å" {
		t.Errorf("edge: got %q, want 23.45 Å", got) // (380·18.015 + 20·46.069)/0.602214 = 12897.6 Å³
	}
	if got := fact(p, "Atoms"); got != "1\u202f320" {
		t.Errorf("atoms: got %q, want 1 320", got)
	}
	if got := fact(p, "Mass"); got != "7\u202f767 u" { // 380·18.015 + 20·46.069
		t.Errorf("mass: got %q, want 7 767 u", got)
	}
	// 1/ρ = Σ w/ρ of water (0.997) and ethanol (0.785).
	if len(p.Proposals) != 1 || string(p.Proposals[0].Value) != "0.966" || p.Proposals[0].Path != "/density" {
		t.Errorf("proposals: got %+v, want density 0.966", p.Proposals)
	}
	p = preview(json.RawMessage(box(`"density":5`, "water", 1000)), nil)
	if len(p.Problems) != 1 {
		t.Errorf("an impossible density: got problems %+v, want one", p.Problems)
	}
	one := func(smiles string) contract.Preview {
		return preview(json.RawMessage(`{"components":[{"molecule":{"name":"it","smiles":"`+smiles+`"},"count":100}],"density":0.8,"seed":1}`), nil)
	}
	if p := one("CCCCCCCCO"); fact(p, "Atoms") != "2\u202f700" || fact(p, "Filling (vdW)") == "" || len(p.Problems) != 0 {
		t.Errorf("a SMILES: got %+v", p)
	}
	if p := one("CCCC(CCO"); len(p.Problems) != 1 || p.Problems[0].Path != "/components/0/molecule" {
		t.Errorf("a wrong SMILES: got %+v", p)
	}
	if p := one(strings.Repeat("C", 333)); len(p.Problems) != 1 {
		t.Errorf("too many atoms: got %+v", p)
	}
	if p := one(strings.Repeat("C", 200)); len(p.Problems)+len(p.Facts) != 0 {
		t.Errorf("more atoms than a preview embeds: got %+v", p)
	}
	for _, half := range []string{``, `{}`, `{"components":[]}`, `{"components":[{}]}`, `{"components":[{"molecule":{"name":"w","smiles":"O"},"count":""}],"density":null}`, `[`} {
		preview(json.RawMessage(half), nil) // says less, never panics
	}
}

// TestVdwVolume: two argon atoms far apart are two spheres of 1.88 Å, on one spot one.
func TestVdwVolume(t *testing.T) {
	argon, _ := library.ByID("argon")
	c, err := readMolecule(context.Background(), contract.Molecule{Name: "argon", Molblock: argon.Molblock()}, 1, relaxed)
	if err != nil {
		t.Fatal(err)
	}
	r := 1.88
	sphere := 4.0 / 3 * math.Pi * r * r * r
	if got := vdwVolume(c.atoms); math.Abs(got/sphere-1) > 1e-9 {
		t.Errorf("one atom: got %.4f Å³, want %.4f", got, sphere)
	}
	two := *c.atoms
	two.Elements = []uint8{18, 18}
	two.Positions = []float64{0, 0, 0, 0, 0, 0}
	if got := vdwVolume(&two); math.Abs(got/sphere-1) > 1e-9 {
		t.Errorf("two atoms on one spot: got %.4f Å³, want %.4f", got, sphere)
	}
	// Half overlapping: the union of two equal spheres a radius apart is 27/16 of one.
	two.Positions = []float64{0, 0, 0, r, 0, 0}
	if got := vdwVolume(&two); math.Abs(got/(sphere*27/16)-1) > 0.02 {
		t.Errorf("two spheres a radius apart: got %.4f Å³, want %.4f", got, sphere*27/16)
	}
}

func TestAtomNames(t *testing.T) {
	var carbons, silicons []uint8
	for range 150 {
		carbons = append(carbons, 6)
		silicons = append(silicons, 14)
	}
	for _, elements := range [][]uint8{carbons, silicons} {
		seen := map[string]bool{}
		for _, name := range atomNames(elements) {
			if len(name) > 4 || seen[name] {
				t.Errorf("name %q: too long or not unique", name)
			}
			seen[name] = true
		}
	}
}

func BenchmarkLiquidBox(b *testing.B) {
	for _, n := range []int{1000, 10000} {
		args := box(`"seed":1`, "water", n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				mustCall(b, "liquid_box", args)
			}
		})
	}
}
