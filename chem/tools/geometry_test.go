package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/molfile"
	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/contract"
)

// answered runs a tool and decodes its answer.
func answered[A any](t testing.TB, tool string, args any) A {
	t.Helper()
	var a A
	raw, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	out, err := Registry().Lookup(tool).Run(context.Background(), raw, nil)
	if err != nil {
		t.Fatalf("%s %.200s: %v", tool, raw, err)
	}
	if err := json.Unmarshal(out.Value, &a); err != nil {
		t.Fatal(err)
	}
	return a
}

type object = map[string]any

// readXYZ returns the elements and positions of an XYZ text.
func readXYZ(t *testing.T, text string) (symbols []string, x []float64) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if n, err := strconv.Atoi(lines[0]); err != nil || n != len(lines)-2 {
		t.Fatalf("count line %q before %d atoms", lines[0], len(lines)-2)
	}
	for _, line := range lines[2:] {
		var symbol string
		var at [3]string
		if n, err := fmt.Sscan(line, &symbol, &at[0], &at[1], &at[2]); n != 4 {
			t.Fatalf("line %q: %v", line, err)
		}
		symbols = append(symbols, symbol)
		for _, text := range at {
			v, err := strconv.ParseFloat(text, 64)
			if err != nil || len(text)-strings.IndexByte(text, '.') != 7 || strings.HasPrefix(text, "-0.000000") {
				t.Fatalf("%q is no number with six decimals", text)
			}
			x = append(x, v)
		}
	}
	return symbols, x
}

func TestGenerate3D(t *testing.T) {
	for _, c := range []struct {
		smiles string
		atoms  int // with hydrogens
		heavy  int
		force  string
	}{
		{"c1ccccc1", 12, 6, "MMFF94s"},
		{"CCO", 9, 3, "MMFF94s"},
		{"CC(=O)Oc1ccccc1C(=O)O", 21, 13, "MMFF94s"},
		{"[H][H]", 2, 2, "UFF"},
		{"[He]", 1, 1, "none"},
		{"[Na+].[Cl-]", 2, 2, "none"},
		{"[NH4+].[O-]C(=O)C", 12, 5, "MMFF94s"},
		{"B(C)(C)C", 13, 4, "UFF"},
		{"[CH3]", 4, 1, "MMFF94s"},
		{"F/C=C/F", 6, 4, "MMFF94s"},
		{"N[C@@H](C)C(=O)O", 13, 6, "MMFF94s"},
		{"[2H]C([2H])([2H])[2H]", 5, 5, "MMFF94s"},
		{"C[Hg]C", 9, 3, "UFF"},
	} {
		a := answered[generateAnswer](t, "generate_3d", object{"smiles": c.smiles})
		symbols, x := readXYZ(t, a.XYZ)
		if a.Atoms != c.atoms || len(symbols) != c.atoms {
			t.Errorf("%s: got %d atoms and %d lines, want %d", c.smiles, a.Atoms, len(symbols), c.atoms)
		}
		if got := strings.Split(a.XYZ, "\n")[1]; got != c.smiles {
			t.Errorf("%s: got the comment %q", c.smiles, got)
		}
		if a.Force != c.force {
			t.Errorf("%s: got %s, want %s", c.smiles, a.Force, c.force)
		}
		if c.force == "UFF" && len(a.Warnings) == 0 {
			t.Errorf("%s: UFF without a warning", c.smiles)
		}
		if !a.Converged || a.Seed != 42 {
			t.Errorf("%s: converged %t, seed %d", c.smiles, a.Converged, a.Seed)
		}
		for i := range symbols {
			for j := range i {
				if d := geom.At(x, i).Sub(geom.At(x, j)).Norm(); d < 0.6 {
					t.Errorf("%s: atoms %d and %d are %.2f Å apart", c.smiles, i, j, d)
				}
			}
		}
		bare := answered[generateAnswer](t, "generate_3d", object{"smiles": c.smiles, "hydrogens": false})
		if bare.Atoms != c.heavy {
			t.Errorf("%s: got %d atoms without hydrogens, want %d", c.smiles, bare.Atoms, c.heavy)
		}
		if got, want := strings.Split(bare.XYZ, "\n")[2], strings.Split(a.XYZ, "\n")[2]; got != want {
			t.Errorf("%s: got the first atom %q without hydrogens, want %q", c.smiles, got, want)
		}
		for _, block := range []string{a.Molblock, bare.Molblock} {
			record, err := molfile.Read([]byte(block))
			if err != nil || record.Dimension != "3D" {
				t.Errorf("%s: mol block: %v", c.smiles, err)
				continue
			}
			p, err := molfile.Perceive(record)
			if err != nil {
				t.Errorf("%s: %v", c.smiles, err)
				continue
			}
			want, err := smiles.Perceive(c.smiles)
			if err != nil {
				t.Fatal(err)
			}
			one, _ := smiles.Canonical(want)
			if other, err := smiles.Canonical(p); err != nil || one != other {
				t.Errorf("%s: the mol block is %q, %v; want %q", c.smiles, other, err, one)
			}
		}
	}
}

// Benzene has the bonds and the plane it is known for.
func TestGenerateBenzene(t *testing.T) {
	_, x := readXYZ(t, answered[generateAnswer](t, "generate_3d", object{"smiles": "c1ccccc1", "seed": 7}).XYZ)
	for i := range 6 {
		if d := geom.At(x, i).Sub(geom.At(x, (i+1)%6)).Norm(); d < 1.39 || d > 1.40 {
			t.Errorf("C–C %d: got %.4f Å, want 1.39 to 1.40", i, d)
		}
		if d := geom.At(x, i).Sub(geom.At(x, 6+i)).Norm(); d < 1.08 || d > 1.09 {
			t.Errorf("C–H %d: got %.4f Å, want 1.08 to 1.09", i, d)
		}
	}
	for i := range 12 {
		if z := x[3*i+2]; math.Abs(z) > 0.01 { // the widest extents are along x and y
			t.Errorf("atom %d is %.3f Å out of the plane", i, z)
		}
	}
}

// The same seed gives the same bytes, another seed another conformer.
func TestGenerateSeed(t *testing.T) {
	args := object{"smiles": "CCCCCCC(C)O", "seed": 3}
	a, again := answered[generateAnswer](t, "generate_3d", args), answered[generateAnswer](t, "generate_3d", args)
	if a.XYZ != again.XYZ || a.Molblock != again.Molblock {
		t.Error("the same seed: got another geometry")
	}
	args["seed"] = 4
	if other := answered[generateAnswer](t, "generate_3d", args); other.XYZ == a.XYZ {
		t.Error("another seed: got the same geometry")
	}
}

func TestGenerateRefusals(t *testing.T) {
	for _, c := range []struct {
		name, args string
		code       contract.Code
		part       string
	}{
		{"no SMILES", `{"smiles":"C1CC"}`, contract.InvalidSMILES, "ring"},
		{"nothing", `{}`, contract.InvalidArguments, "smiles"},
		{"too large", `{"smiles":"` + strings.Repeat("C", 333) + `"}`, contract.MoleculeTooLarge, "1001 atoms"},
		{"far too large", `{"smiles":"` + strings.Repeat("C", 10001) + `"}`, contract.MoleculeTooLarge, "10001"},
		{"no element", `{"smiles":"CC*"}`, contract.InvalidMolecule, "atom 2 (*)"},
		{"a trans double bond in a small ring", `{"smiles":"C1CC/C=C/C1"}`, contract.InvalidMolecule, "atoms 3 (C) and 4 (C)"},
		{"bridgeheads that cannot be", `{"smiles":"F[C@]12CC[C@](Cl)(CC1)C2"}`, "", ""},
		{"a negative seed", `{"smiles":"C","seed":-1}`, contract.InvalidArguments, "Seed"},
		{"an unknown argument", `{"smiles":"C","colour":1}`, contract.InvalidArguments, "colour"},
	} {
		_, err := Registry().Lookup("generate_3d").Run(context.Background(), json.RawMessage(c.args), nil)
		var e *contract.Error
		if c.code == "" {
			if err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
			continue
		}
		if !errors.As(err, &e) || e.Code != c.code || !strings.Contains(e.Message, c.part) {
			t.Errorf("%s: got %v, want %s with %q", c.name, err, c.code, c.part)
		}
	}
}

// The clock of the host ends a run with TIMEOUT; without its end the run is not ended.
func TestGenerateTimeout(t *testing.T) {
	asked := 0
	ended := func(ctx context.Context, milliseconds int) (context.Context, context.CancelFunc) {
		asked = milliseconds
		part, cancel := context.WithCancel(ctx)
		cancel()
		return part, cancel
	}
	ctx := contract.WithTimer(context.Background(), ended)
	for tool, args := range map[string]string{
		"generate_3d": `{"smiles":"CCO"}`, "conformers": `{"smiles":"CCO"}`,
		"liquid_box": `{"components":[{"molecule":{"name":"x","smiles":"CCCCCCCCO"},"count":9}],"density":0.5,"seed":1}`,
	} {
		_, err := Registry().Lookup(tool).Run(ctx, json.RawMessage(args), nil)
		var e *contract.Error
		if !errors.As(err, &e) || e.Code != contract.Timeout || asked < 10_000 {
			t.Errorf("%s: got %v after %d ms, want TIMEOUT", tool, err, asked)
		}
	}
}

// distorted returns a mol block of a molecule whose atoms are off their places.
func distorted(t *testing.T, text string) (block string, m *mol.Mol) {
	t.Helper()
	a := answered[generateAnswer](t, "generate_3d", object{"smiles": text})
	record, err := molfile.Read([]byte(a.Molblock))
	if err != nil {
		t.Fatal(err)
	}
	for i := range record.Mol.Atoms {
		p := &record.Mol.Atoms[i].Pos
		p.X += 0.1 * float64(i%3-1)
		p.Y += 0.1 * float64((i/3)%3-1)
		p.Z -= 0.08 * float64((i/2)%3-1)
	}
	b, err := molfile.Write(record)
	if err != nil {
		t.Fatal(err)
	}
	return string(b), record.Mol
}

func TestOptimize3D(t *testing.T) {
	for _, c := range []struct{ smiles, force, used string }{
		{"CC(C)Cc1ccc(cc1)[C@@H](C)C(=O)O", "auto", "MMFF94s"},
		{"CC(C)Cc1ccc(cc1)[C@@H](C)C(=O)O", "mmff94", "MMFF94"},
		{"C/C=C\\[C@H](F)Cl", "uff", "UFF"},
		{"B(C)(C)C", "auto", "UFF"},
		{"[Na+].CC(=O)[O-]", "auto", "MMFF94s"},
	} {
		block, m := distorted(t, c.smiles)
		a := answered[optimizeAnswer](t, "optimize_3d", object{"molblock": block, "force_field": c.force})
		if a.Force != c.used || !a.Converged || a.MaxGradient > 0.01 || a.GradientNorm < a.MaxGradient {
			t.Errorf("%s: got %s, converged %t, gradient %g", c.smiles, a.Force, a.Converged, a.MaxGradient)
		}
		if !(a.After < a.Before-1) || a.Moved < 0.02 || a.Moved > 3 || a.Iterations == 0 {
			t.Errorf("%s: energy %.2f to %.2f, moved %.3f Å in %d iterations", c.smiles, a.Before, a.After, a.Moved, a.Iterations)
		}
		before, after := 0.0, 0.0
		for _, term := range a.Terms {
			before, after = before+term.Before, after+term.After
		}
		if math.Abs(before-a.Before) > 0.01 || math.Abs(after-a.After) > 0.01 {
			t.Errorf("%s: terms add up to %.4f and %.4f, want %.4f and %.4f", c.smiles, before, after, a.Before, a.After)
		}
		record, err := molfile.Read([]byte(a.Molblock))
		if err != nil || len(record.Mol.Atoms) != len(m.Atoms) || len(record.Mol.Bonds) != len(m.Bonds) {
			t.Fatalf("%s: %v", c.smiles, err)
		}
		p, err := molfile.Perceive(record)
		if err != nil {
			t.Fatal(err)
		}
		want := answeredCanonical(t, c.smiles)
		if got, err := smiles.Canonical(p); err != nil || got != want {
			t.Errorf("%s: the relaxed molecule is %q, %v", c.smiles, got, err)
		}
		again := answered[optimizeAnswer](t, "optimize_3d", object{"molblock": a.Molblock, "force_field": c.force})
		if again.Moved > 0.02 || math.Abs(again.After-a.After) > 0.01 {
			t.Errorf("%s: relaxed again: moved %.4f Å, energy %.4f after %.4f", c.smiles, again.Moved, again.After, a.After)
		}
	}
}

func answeredCanonical(t *testing.T, text string) string {
	t.Helper()
	return answered[struct {
		S string `json:"canonical"`
	}](t, "canonical_smiles", object{"smiles": text}).S
}

// Fixed atoms stay, missing hydrogens come, few iterations are said to be few.
func TestOptimizeOptions(t *testing.T) {
	block, m := distorted(t, "CCCO")
	a := answered[optimizeAnswer](t, "optimize_3d", object{"molblock": block, "fixed_atoms": []int{0, 3}})
	record, err := molfile.Read([]byte(a.Molblock))
	if err != nil {
		t.Fatal(err)
	}
	for i := range 4 {
		moved := record.Mol.Atoms[i].Pos.Sub(m.Atoms[i].Pos).Norm()
		if fixed := i == 0 || i == 3; fixed != (moved < 1e-4) {
			t.Errorf("atom %d moved %.4f Å", i, moved)
		}
	}
	if a := answered[optimizeAnswer](t, "optimize_3d", object{"molblock": block, "max_iterations": 2}); a.Converged || a.Iterations > 2 || len(a.Warnings) == 0 {
		t.Errorf("two iterations: got converged %t after %d, warnings %q", a.Converged, a.Iterations, a.Warnings)
	}
	bare := answered[generateAnswer](t, "generate_3d", object{"smiles": "CCCO", "hydrogens": false})
	a = answered[optimizeAnswer](t, "optimize_3d", object{"molblock": bare.Molblock})
	if a.Atoms != 12 || len(a.Warnings) != 1 || !strings.Contains(a.Warnings[0], "8 missing hydrogens") {
		t.Errorf("missing hydrogens: got %d atoms, warnings %q", a.Atoms, a.Warnings)
	}
	for _, line := range strings.Split(a.Molblock, "\n") {
		if strings.Contains(line, " H ") && !strings.HasSuffix(line, " H   0  0  0  0  0  0  0  0  0  0  0  0") {
			t.Errorf("an added hydrogen with a remark: %q", line)
		}
	}
	a = answered[optimizeAnswer](t, "optimize_3d", object{"molblock": bare.Molblock + "> <logP>\n0.3\n\n$$$$\n"})
	if len(a.Warnings) != 2 || !strings.Contains(a.Warnings[1], "1 data item of the SD record left out") {
		t.Errorf("data items: got warnings %q", a.Warnings)
	}
}

func TestOptimizeRefusals(t *testing.T) {
	good := answered[generateAnswer](t, "generate_3d", object{"smiles": "CO"}).Molblock
	drawing := strings.Replace(good, "3D\n", "2D\n", 1)
	for _, c := range []struct {
		name string
		args object
		code contract.Code
		part string
	}{
		{"no block", object{"molblock": "hello"}, contract.InvalidMolecule, "cannot be read"},
		{"a drawing", object{"molblock": drawing}, contract.Not3D, "flat drawing"},
		{"cut", object{"molblock": strings.TrimSuffix(good, "M  END\n")}, contract.InvalidMolecule, "M  END"},
		{"no positions", object{"molblock": regexp.MustCompile(`(?m)^( +-?[0-9]+[.][0-9]+){3} `).ReplaceAllString(good, "    0.0000    0.0000    0.0000 ")}, contract.Not3D, "on one spot"},
		{"an atom that is not there", object{"molblock": good, "fixed_atoms": []int{6}}, contract.InvalidArguments, "atoms 0 to 5"},
		{"an unknown force field", object{"molblock": good, "force_field": "amber"}, contract.InvalidArguments, "one of auto"},
		{"no parameters", object{"molblock": answered[generateAnswer](t, "generate_3d", object{"smiles": "B(C)(C)C"}).Molblock, "force_field": "mmff94"}, contract.InvalidMolecule, "MMFF94 cannot treat"},
	} {
		raw, err := json.Marshal(c.args)
		if err != nil {
			t.Fatal(err)
		}
		_, err = Registry().Lookup("optimize_3d").Run(context.Background(), raw, nil)
		var e *contract.Error
		if !errors.As(err, &e) || e.Code != c.code || !strings.Contains(e.Message, c.part) {
			t.Errorf("%s: got %v, want %s with %q", c.name, err, c.code, c.part)
		}
	}
}

// Butane has an anti form and, 0.8 kcal/mol above it, two gauche forms; all of them are
// found, in this order, and no form twice.
func TestConformers(t *testing.T) {
	a := answered[conformersAnswer](t, "conformers", object{"smiles": "CCCC", "n": 30, "rmsd": 0.3})
	if len(a.Conformers) < 2 || len(a.Conformers) > 3 || a.Made != 30 || a.Made != len(a.Conformers)+a.Alike {
		t.Fatalf("got %d conformers of %d, %d alike", len(a.Conformers), a.Made, a.Alike)
	}
	if d := a.Conformers[1].Relative; math.Abs(d-0.78) > 0.05 {
		t.Errorf("gauche is %.3f kcal/mol above anti, want 0.78", d)
	}
	reader := strings.Count(a.SDF, "$$$$\n")
	if reader != len(a.Conformers) || !strings.Contains(a.SDF, "> <energy_kcal_mol>\n") {
		t.Errorf("got %d records", reader)
	}
	all := answered[conformersAnswer](t, "conformers", object{"smiles": "CCCC", "n": 5, "rmsd": 0})
	if len(all.Conformers) != 5 || all.Alike != 0 {
		t.Errorf("rmsd 0: got %d conformers, %d alike", len(all.Conformers), all.Alike)
	}
	for k := 1; k < len(all.Conformers); k++ {
		if all.Conformers[k].Energy < all.Conformers[k-1].Energy {
			t.Errorf("conformer %d has a lower energy than the one before", k)
		}
	}
	// Whatever turns, a benzene ring and its methyl groups are one conformer.
	if one := answered[conformersAnswer](t, "conformers", object{"smiles": "Cc1cc(C)cc(C)c1", "n": 8}); len(one.Conformers) != 1 || one.Alike != 7 {
		t.Errorf("mesitylene: got %d conformers", len(one.Conformers))
	}
	if he := answered[conformersAnswer](t, "conformers", object{"smiles": "[He]", "n": 3}); len(he.Conformers) != 1 {
		t.Errorf("helium: got %d conformers", len(he.Conformers))
	}
}

// What a SMILES leaves open is said, in every answer that has a geometry of it.
func TestChosenConfiguration(t *testing.T) {
	for smiles, want := range map[string]string{
		"CC(O)CCl":          "1 stereocenter was not stated; chosen: C1 S (atoms counted from 0).",
		"CC1CCC(O)CC1":      "2 stereocenters were not stated; chosen: C1 r, C4 r (atoms counted from 0).",
		"CC=CC(F)Cl":        "1 stereocenter and 1 double bond were not stated; chosen: C3 S, C1=C2 E (atoms counted from 0).",
		"C[C@H](O)C(F)C=CC": "1 stereocenter and 1 double bond were not stated; chosen: C3 R, C5=C6 E (atoms counted from 0).",
		"CC(F)C(F)C(F)C(F)C(F)C(F)C(F)C(F)C(F)C(F)C(F)C(F)C(F)C(F)C": " …",
		"C[C@H](O)CCl": "", "CCO": "", "C1CC2CCC1C2": "", "CCN(C)C": "",
	} {
		a := answered[generateAnswer](t, "generate_3d", object{"smiles": smiles})
		b := answered[conformersAnswer](t, "conformers", object{"smiles": smiles, "n": 3})
		got := strings.Join(a.Warnings, " ")
		if got != strings.Join(b.Warnings, " ") {
			t.Errorf("%s: %q in generate_3d, %q in conformers", smiles, a.Warnings, b.Warnings)
		}
		if want == " …" && strings.Contains(got, want) && strings.HasPrefix(got, "14 ster") {
			continue
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", smiles, got, want)
		}
	}
}

// A box takes any SMILES: the same seed gives the same copies, and what is unusual is
// said.
func TestBoxSMILES(t *testing.T) {
	box := func(smiles string, seed int) (*contract.BuilderResult, error) {
		out, err := call(t, "liquid_box", fmt.Sprintf(`{"components":[{"molecule":{"name":"it","smiles":%q},"count":8}],"density":0.4,"seed":%d}`, smiles, seed))
		if err != nil {
			return nil, err
		}
		return out.Result, nil
	}
	for _, c := range []struct {
		smiles  string
		atoms   int
		warning string // part of one; "": none
	}{
		{"CCCCCCCCO", 27, ""},
		{"C[C@H](O)CCl", 12, ""},
		{"B(C)(C)C", 13, "UFF"},
		{"[Xe]", 1, "not relaxed"},
		{"CC(O)CCl", 12, "1 stereocenter was not stated; chosen: C1 "},
		{"[2H]OC(C)C", 12, "Isotope"},
		{"CC(=O)[O-].[Na+]", 8, "2 separate parts"},
	} {
		a, err := box(c.smiles, 5)
		if err != nil {
			t.Errorf("%s: %v", c.smiles, err)
			continue
		}
		if got := len(a.Structure.Elements); got != 8*c.atoms {
			t.Errorf("%s: got %d atoms, want %d", c.smiles, got, 8*c.atoms)
		}
		if all := strings.Join(a.Warnings, " "); c.warning != "" && !strings.Contains(all, c.warning) || c.warning == "" && strings.Contains(all, `"it"`) {
			t.Errorf("%s: got warnings %q, want one with %q", c.smiles, a.Warnings, c.warning)
		}
		again, err := box(c.smiles, 5)
		if err != nil || contract.CanonicalHash(&again.Structure) != contract.CanonicalHash(&a.Structure) {
			t.Errorf("%s: the same seed: got another box, %v", c.smiles, err)
		}
	}
	for smiles, part := range map[string]string{
		"C1CC": `"it": Invalid SMILES`, "CC*": "atom 2 (*)", strings.Repeat("C", 400): "1202 atoms",
	} {
		if _, err := box(smiles, 1); err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("%.20s: got %v, want %q", smiles, err, part)
		}
	}
}

// Restraints of optimize_3d hold distances, angles and torsions, and their energy is told
// apart.
func TestOptimizeRestrained(t *testing.T) {
	type restraint = map[string]any
	butane := answered[generateAnswer](t, "generate_3d", object{"smiles": "CCCC"}).Molblock
	for _, c := range []struct {
		atoms []int
		value float64
	}{
		{[]int{0, 3}, 3.2},
		{[]int{0, 1, 2}, 120},
		{[]int{0, 1, 2, 3}, 90},
		{[]int{0, 1, 2, 3}, -90},
	} {
		a := answered[optimizeAnswer](t, "optimize_3d", object{"molblock": butane, "restraints": []restraint{{"atoms": c.atoms, "value": c.value}}})
		record, err := molfile.Read([]byte(a.Molblock))
		if err != nil {
			t.Fatal(err)
		}
		at := func(k int) geom.Vec3 { return record.Mol.Atoms[c.atoms[k]].Pos }
		got, near := 0.0, 1.0
		switch len(c.atoms) {
		case 2:
			got, near = at(0).Sub(at(1)).Norm(), 0.02
		case 3:
			got = geom.Angle(at(0), at(1), at(2)) * 180 / math.Pi
		default:
			got = geom.Dihedral(at(0), at(1), at(2), at(3)) * 180 / math.Pi
		}
		if math.Abs(got-c.value) > near {
			t.Errorf("%v: got %g, want %g", c.atoms, got, c.value)
		}
		sum, held := 0.0, false
		for _, term := range a.Terms {
			sum += term.After
			held = held || term.Name == "restraints" && term.Before > term.After
		}
		if !a.Converged || !held || math.Abs(sum-a.After) > 1e-3 {
			t.Errorf("%v: converged %v, terms %v of %g", c.atoms, a.Converged, a.Terms, a.After)
		}
	}
	for _, c := range []struct {
		restraint restraint
		want      string
	}{
		{restraint{"atoms": []int{0, 14}, "value": 1}, "restraint 0 names atom 14; the mol block has atoms 0 to 13"},
		{restraint{"atoms": []int{1, 1}, "value": 1}, "restraint 0 names atom 1 twice"},
		{restraint{"atoms": []int{0, 1}, "value": -1}, "restraint 0 is of a distance; its value must not be negative"},
		{restraint{"atoms": []int{0, 1, 2}, "value": 190}, "restraint 0 is of an angle; its value must be from 0 to 180 degrees"},
		{restraint{"atoms": []int{0, 1, 2, 3}, "value": 10, "tolerance": 180}, "restraint 0 is of a torsion; with a tolerance of 180 degrees it holds nothing"},
	} {
		raw, err := json.Marshal(object{"molblock": butane, "restraints": []restraint{c.restraint}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Registry().Lookup("optimize_3d").Run(t.Context(), raw, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %q", err, c.want)
		}
	}
}
