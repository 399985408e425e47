package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/contract"
)

// Counts of contract §12.2: L·n − 2(L−1) atoms and L·b − (L−1) bonds, residues by unit.
func TestChainCounts(t *testing.T) {
	for _, c := range []struct {
		smiles      string
		head, tail  int
		atoms       int
		formulaOf5  string
		residueName string
	}{
		{"CC", 0, 1, 8, "C10H22", "POLE"},
		{"CC", 1, 0, 8, "C10H22", "POLE"},
		{"CCC", 0, 1, 11, "C15H32", "POLE"},
		{"NCCCCCC=O", 0, 6, 21, "C30H57N5O5", "POLE"},
		{"Cc1ccc(C)cc1", 0, 5, 18, "C40H42", "POLE"},
	} {
		for _, length := range []int{1, 2, 5} {
			args := fmt.Sprintf(`{"monomer":{"name":"pole 9","smiles":%q},"head":%d,"tail":%d,"seed":3,"length":%d}`, c.smiles, c.head, c.tail, length)
			r := mustCall(t, "polymer_chain", args).Result
			s := &r.Structure
			n, bonds := c.atoms, len(s.Bonds)
			if got, want := len(s.Elements), length*n-2*(length-1); got != want {
				t.Errorf("%s × %d: got %d atoms, want %d", c.smiles, length, got, want)
			}
			rings := strings.Count(c.smiles, "1") / 2 * length
			if want := len(s.Elements) - 1 + rings; bonds != want {
				t.Errorf("%s × %d: got %d bonds, want %d", c.smiles, length, bonds, want)
			}
			if length == 5 && formulaOf(s) != c.formulaOf5 {
				t.Errorf("%s × 5: got %s, want %s", c.smiles, formulaOf(s), c.formulaOf5)
			}
			if r.Name != "poly-pole-9" || s.Cell != nil || len(r.Warnings) > 0 {
				t.Errorf("%s × %d: name %q, cell %v, warnings %q", c.smiles, length, r.Name, s.Cell, r.Warnings)
			}
			last := len(s.Elements) - 1
			if s.ResidueIDs[0] != 1 || int(s.ResidueIDs[last]) != length || s.ResidueNames[0] != c.residueName || !slices.IsSorted(s.ResidueIDs) {
				t.Errorf("%s × %d: residues %s %d to %d", c.smiles, length, s.ResidueNames[0], s.ResidueIDs[0], s.ResidueIDs[last])
			}
			if slices.Max(s.Molecules) != 0 {
				t.Errorf("%s × %d: more than one molecule", c.smiles, length)
			}
		}
	}
}

// One unit is the monomer, atom by atom where the user put it.
func TestChainOfOne(t *testing.T) {
	entry := libraryBlock(t, "unit-lactic-acid")
	m, _ := json.Marshal(contract.Molecule{Name: "lactic", Molblock: entry})
	r := mustCall(t, "polymer_chain", fmt.Sprintf(`{"monomer":%s,"head":0,"tail":3,"seed":1,"length":1}`, m)).Result
	c, err := readMolecule(context.Background(), contract.Molecule{Name: "lactic", Molblock: entry}, 1, relaxed)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(r.Structure.Positions, c.atoms.Positions) || !slices.Equal(r.Structure.Elements, c.atoms.Elements) {
		t.Error("a chain of one unit is not the monomer")
	}
}

func TestChainLinkPoints(t *testing.T) {
	for _, c := range []struct{ smiles, formulaOf3, canonical string }{
		{"*CC*", "C6H14", "CCCCCC"},
		{"*CC(*)C", "C9H20", ""},
		{"*C*", "C3H8", "CCC"},
		{"*CC(*)c1ccccc1", "C24H26", ""},
		{"[*:2]CO[*:1]", "C3H8O3", "COCOCO"},
		{"[*:1]CO[*:2]", "C3H8O3", "COCOCO"},
		{"*c1ccc(*)cc1", "C18H14", "c1ccc(-c2ccc(-c3ccccc3)cc2)cc1"},
		{"*[Si](C)(C)O*", "C6H20O3Si3", "C[SiH](C)O[Si](C)(C)O[Si](C)(C)O"},
		{"*/C=C/*", "C6H8", "C=C/C=C/C=C"},
		{"*NCC(=O)*", "C6H11N3O3", "NCC(=O)NCC(=O)NCC=O"},
		{"*C#C*", "C6H2", "C#CC#CC#C"},
		{"*[N+](C)(C)CC*", "C12H32N3+3", ""},
		{"*C[C@H](*)C", "C9H20", ""},
	} {
		args := fmt.Sprintf(`{"monomer":{"name":"u","smiles":%q},"head":99,"tail":99,"seed":1,"length":3}`, c.smiles)
		out, err := call(t, "polymer_chain", args)
		if err != nil {
			t.Errorf("%s: %v", c.smiles, err)
			continue
		}
		s := &out.Result.Structure
		want, _, _ := strings.Cut(c.formulaOf3, "+")
		if got := formulaOf(s); got != want {
			t.Errorf("%s × 3: got %s, want %s", c.smiles, got, want)
		}
		if c.canonical != "" {
			if got, want := shownSMILES(t, s), canonicalOfText(t, c.canonical); got != want {
				t.Errorf("%s × 3: got %s, want %s", c.smiles, got, want)
			}
		}
	}
	// The map numbers choose the direction.
	a := mustCall(t, "polymer_chain", chainOf("[*:1]CO[*:2]", 3, "")).Result.Structure
	b := mustCall(t, "polymer_chain", chainOf("[*:2]CO[*:1]", 3, "")).Result.Structure
	if a.Elements[1] != 6 || len(a.Elements) != len(b.Elements) || slices.Equal(a.Bonds, b.Bonds) {
		t.Error("link points with map numbers do not choose the direction")
	}
}

func TestChainRefusals(t *testing.T) {
	ethane := func(rest string) string { return chainOf("CC", 10, rest) }
	arguments := func(smiles string, head, tail int) string {
		return fmt.Sprintf(`{"monomer":{"name":"unit","smiles":%q},"head":%d,"tail":%d,"seed":1}`, smiles, head, tail)
	}
	block := func(block string) string {
		m, _ := json.Marshal(contract.Molecule{Name: "unit", Molblock: block})
		return fmt.Sprintf(`{"monomer":%s,"head":0,"tail":1,"seed":1}`, m)
	}
	full := libraryBlock(t, "unit-ethylene")
	const bare = "x\n  Molsmith          3D\n\n  2  1  0  0  0  0            999 V2000\n    0.0000    0.0000    0.0000 C   0  0\n    1.5000    0.0000    0.0000 C   0  0\n  1  2  1  0\nM  END\n"
	const partly = "x\n  Molsmith          3D\n\n  4  3  0  0  0  0            999 V2000\n    0.0000    0.0000    0.0000 C   0  0\n    1.5000    0.0000    0.0000 C   0  0\n    0.0000    1.0000    0.0000 H   0  0\n    1.5000    1.0000    0.0000 H   0  0\n  1  2  1  0\n  1  3  1  0\n  2  4  1  0\nM  END\n"
	for _, c := range []struct {
		name, args string
		code       contract.Code
		path, says string
	}{
		{"head out of range", arguments("CC", 8, 1), contract.InvalidArguments, "/head", "Head atom is atom 8, but \"unit\" has 8 atoms"},
		{"tail out of range", arguments("CC", 0, 100), contract.InvalidArguments, "/tail", "Tail atom is atom 100, but \"unit\" has 8 atoms"},
		{"both out of range", arguments("CC", 9, 100), contract.InvalidArguments, "/head", "atom 9"},
		{"range before equality", arguments("CC", 9, 9), contract.InvalidArguments, "/head", "atom 9"},
		{"head is tail", arguments("CC", 1, 1), contract.InvalidArguments, "/tail", "both atom 1"},
		{"equality before hydrogens", arguments("CF", 1, 1), contract.InvalidArguments, "/tail", "both atom 1"},
		{"no hydrogen on the head", arguments("FCC", 0, 1), contract.InvalidArguments, "/head", "atom F (number 0 of \"unit\") has no hydrogen"},
		{"no hydrogen on the tail", arguments("CC(F)(F)F", 0, 1), contract.InvalidArguments, "/tail", "atom C (number 1"},
		{"a hydrogen as head", arguments("CC", 2, 1), contract.InvalidArguments, "/head", "no hydrogen"},
		{"head out of a block", strings.Replace(block(full), `"head":0`, `"head":9`, 1), contract.InvalidArguments, "/head", "from 0 to 7"},
		{"no hydrogens at all", block(bare), contract.InvalidArguments, "/head", "lacks 6 hydrogens"},
		{"some hydrogens missing", block(partly), contract.InvalidMolecule, "/monomer", "lacks 4 hydrogens"},
		{"a flat drawing", block(strings.Replace(full, "3D\n", "2D\n", 1)), contract.Not3D, "/monomer", "flat drawing"},
		{"atoms on one spot", block(regexp.MustCompile(`(?m)^( +-?[0-9]+[.][0-9]+){3} `).ReplaceAllString(full, "    0.0000    0.0000    0.0000 ")), contract.Not3D, "/monomer", "no 3D geometry"},
		{"a drawing that calls itself 3D", block(regexp.MustCompile(`(?m)^( +-?[0-9]+[.][0-9]+ +-?[0-9]+[.][0-9]+) +-?[0-9]+[.][0-9]+ `).ReplaceAllString(full, "$1    0.0000 ")), contract.Not3D, "/monomer", "flat drawing"},
		{"nothing but what leaves", arguments("[H][H]", 0, 1), contract.InvalidMolecule, "/monomer", "give up each other"},
		{"two molecules", arguments("CC.O", 0, 1), contract.InvalidMolecule, "/monomer", "2 separate parts"},
		{"no SMILES", arguments("C(C", 0, 1), contract.InvalidMolecule, "/monomer", "Invalid SMILES"},
		{"no element", arguments("[*]", 0, 0), contract.InvalidMolecule, "/monomer", "one link point"},
		{"one link point", arguments("*CC", 0, 1), contract.InvalidMolecule, "/monomer", "one link point"},
		{"a network", arguments("*CC(*)*", 0, 1), contract.InvalidMolecule, "/monomer", "3 link points"},
		{"a ladder", arguments("*C1C(*)C(*)C1*", 0, 1), contract.InvalidMolecule, "/monomer", "ladder"},
		{"two bonds to the next unit", arguments("*=CC=*", 0, 1), contract.InvalidMolecule, "/monomer", "single bonds"},
		{"nothing between", arguments("**", 0, 1), contract.InvalidMolecule, "/monomer", "bonded to each other"},
		{"a link point inside", arguments("C*C*", 0, 1), contract.InvalidMolecule, "/monomer", "has 2 bonds"},
		{"a charged link point", arguments("[*+]CC*", 0, 1), contract.InvalidMolecule, "/monomer", "charge"},
		{"length 0", chainOf("CC", 0, ""), contract.InvalidArguments, "/length", "at least 1"},
		{"length 5001", chainOf("CC", 5001, ""), contract.InvalidArguments, "/length", "5000"},
		{"too many atoms", chainOf(strings.Repeat("C", 100), 5000, ""), contract.TooManyAtoms, "", "more than the limit of 500000"},
		{"blocks of one monomer", ethane(`"composition":"block"`), contract.InvalidArguments, "/monomers", "further monomer"},
		{"a wrong sequence", ethane(`"composition":"sequence","sequence":"A3B2"`), contract.InvalidArguments, "/sequence", "Sequence, character 3: there is no monomer B"},
		{"no sequence", ethane(`"composition":"sequence"`), contract.InvalidArguments, "/sequence", "expected a letter"},
		{"a sequence too long", ethane(`"composition":"sequence","sequence":"(A100)100"`), contract.InvalidArguments, "/sequence", "more than 5000 units"},
		{"no shares", ethane(`"composition":"random","ratio":0,"monomers":[{"molecule":{"name":"p","smiles":"CCC"},"head":0,"tail":1,"ratio":0}]`), contract.InvalidArguments, "/ratio", "shares"},
		{"a further monomer without hydrogen", ethane(`"composition":"block","monomers":[{"molecule":{"name":"p","smiles":"FCC"},"head":0,"tail":1}]`), contract.InvalidArguments, "/monomers/0/head", "Head atom of monomer B"},
		{"no end molecule", ethane(`"end":"molecule"`), contract.InvalidArguments, "/end_group", "Choose the molecule"},
		{"an end group with two link points", ethane(`"end":"molecule","end_group":{"name":"e","smiles":"*C*"}`), contract.InvalidMolecule, "/end_group", "2 link points"},
		{"an end group without hydrogen", ethane(`"start":"molecule","start_group":{"name":"e","smiles":"FC"}`), contract.InvalidArguments, "/start_atom", "Start atom"},
		{"a center in the side chain", chainOf("*CC(*)(C)C(=O)O[C@H](C)CC", 5, `"tacticity":"syndiotactic"`), contract.InvalidArguments, "/tacticity", "would also invert the center"},
		{"an unknown tacticity", ethane(`"tacticity":"hemitactic"`), contract.InvalidArguments, "/tacticity", "isotactic"},
		{"meso above 1", ethane(`"tacticity":"atactic","meso":1.5`), contract.InvalidArguments, "/meso", "at most 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, err := call(t, "polymer_chain", c.args)
			var e *contract.Error
			if !errors.As(err, &e) {
				t.Fatalf("got %v and error %v, want a tool error", out, err)
			}
			if e.Code != c.code || !strings.Contains(e.Message, c.says) || strings.ContainsAny(e.Message, "\n\r") || len(e.Message) > 400 {
				t.Errorf("got %s %q, want %s with %q in one line", e.Code, e.Message, c.code, c.says)
			}
			if c.path != "" && (len(e.Problems) == 0 || e.Problems[0].Path != c.path) {
				t.Errorf("got the problems %+v, want one at %s", e.Problems, c.path)
			}
		})
	}
}

func TestChainComposition(t *testing.T) {
	further := `"monomers":[{"molecule":{"name":"oxide","smiles":"*CCO*"},"head":0,"tail":0,"ratio":3,"residue":"eo"},{"molecule":{"name":"styrene","smiles":"*CC(*)c1ccccc1"},"head":0,"tail":0}]`
	for _, c := range []struct{ rest, units, order string }{
		{`"composition":"homopolymer",` + further, "10 unit", "AAAAAAAAAA"},
		{`"composition":"block",` + further, "2 unit, 6 oxide, 2 styrene", "AABBBBBBCC"},
		{`"composition":"alternating",` + further, "4 unit, 3 oxide, 3 styrene", "ABCABCABCA"},
		{`"composition":"random",` + further, "2 unit, 6 oxide, 2 styrene", ""},
		{`"composition":"sequence","sequence":"A2(BC)2A",` + further, "3 unit, 2 oxide, 2 styrene", "AABCBCA"},
	} {
		r := mustCall(t, "polymer_chain", chainOf("CC", 10, c.rest)).Result
		if got := said(r, "units"); got != c.units {
			t.Errorf("%s: got %q, want %q", c.rest[:30], got, c.units)
		}
		s := &r.Structure
		var order strings.Builder
		residues := map[string]byte{"UNIT": 'A', "EO": 'B', "STYR": 'C'}
		for i, id := range s.ResidueIDs {
			if i == 0 || id != s.ResidueIDs[i-1] {
				order.WriteByte(residues[s.ResidueNames[i]])
			}
		}
		if got := order.String(); c.order != "" && got != c.order || strings.ContainsRune(got, 0) {
			t.Errorf("%s: got the units %q, want %q", c.rest[:30], got, c.order)
		}
	}
}

func TestChainEnds(t *testing.T) {
	for _, c := range []struct{ rest, canonical string }{
		{`"start":"molecule","start_group":{"name":"methyl","smiles":"*C"},"end":"molecule","end_group":{"name":"hydroxyl","smiles":"*O"}`, "CCCCCCCO"},
		{`"end":"molecule","end_group":{"name":"water","smiles":"O"}`, "CCCCCCO"},
		{`"start":"molecule","start_group":{"name":"toluene","smiles":"Cc1ccccc1"},"start_atom":0`, "c1ccccc1CCCCCCC"},
		{`"start":"hydrogen","start_group":{"name":"nonsense","smiles":"(("},"start_atom":99`, "CCCCCC"},
	} {
		r := mustCall(t, "polymer_chain", chainOf("CC", 3, c.rest)).Result
		if got, want := shownSMILES(t, &r.Structure), canonicalOfText(t, c.canonical); got != want {
			t.Errorf("%s: got %s, want %s", c.rest, got, want)
		}
	}
	r := mustCall(t, "polymer_chain", chainOf("CC", 3, `"start":"molecule","start_group":{"name":"methyl","smiles":"*C"},"end":"molecule","end_group":{"name":"hydroxyl","smiles":"*O"}`)).Result
	s := &r.Structure
	last := len(s.Elements) - 1
	if s.ResidueNames[0] != "METH" || s.ResidueIDs[0] != 1 || s.ResidueNames[last] != "HYDR" || s.ResidueIDs[last] != 5 {
		t.Errorf("ends: got %s %d and %s %d", s.ResidueNames[0], s.ResidueIDs[0], s.ResidueNames[last], s.ResidueIDs[last])
	}
}

// Sizes of the report, from the positions by another way.
func TestChainSizes(t *testing.T) {
	out := mustCall(t, "polymer_chain", chainOf("CC", 30, ""))
	s := &out.Result.Structure
	mass, sum := 0.0, 0.0
	for i, z := range s.Elements {
		for j, w := range s.Elements {
			sum += elem.Weight(z) * elem.Weight(w) * geom.At(s.Positions, i).Sub(geom.At(s.Positions, j)).Norm2()
		}
		mass += elem.Weight(z)
	}
	if got, want := number(t, out.Result, "radiusOfGyration"), math.Sqrt(sum/2)/mass; math.Abs(got-want) > 1e-3 {
		t.Errorf("radius of gyration: got %.4f, want %.4f", got, want)
	}
	tail := -1
	for i, z := range s.Elements {
		if z == 6 {
			tail = i
		}
	}
	if got, want := number(t, out.Result, "endToEndDistance"), geom.At(s.Positions, tail).Sub(geom.At(s.Positions, 0)).Norm(); math.Abs(got-want) > 1e-3 {
		t.Errorf("end to end: got %.4f, want %.4f", got, want)
	}
	if n := len([]rune(out.Text)); n > 600 || !strings.Contains(out.Text, "30 unit units; 182 atoms") {
		t.Errorf("summary of %d characters: %s", n, out.Text)
	}
}

func TestChainCancelAndProgress(t *testing.T) {
	tool := Registry().Lookup("polymer_chain")
	last, calls := 0.0, 0
	_, err := tool.Run(context.Background(), json.RawMessage(chainOf("CC", 60, "")), func(f float64, message string) {
		calls++
		if f < last || f > 1 || message == "" {
			t.Errorf("progress went from %g to %g, %q", last, f, message)
		}
		last = f
	})
	if err != nil || calls < 10 {
		t.Errorf("got %d reports of progress for 60 units and error %v", calls, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	_, err = tool.Run(ctx, json.RawMessage(chainOf("CC", 5000, "")), func(f float64, _ string) {
		if f > 0.1 {
			cancel()
		}
	})
	var e *contract.Error
	if !errors.As(err, &e) || e.Code != contract.Cancelled {
		t.Errorf("cancelled: got %v, want CANCELLED", err)
	}
	cancel()
}

// TestChargedUnits: a salt in place of a unit is refused with what to do instead, and the charge
// of a chain is said.
func TestChargedUnits(t *testing.T) {
	_, err := runOn(t, "polymer_chain", nil, strings.Trim(chainOf("*CC(*)C(=O)[O-].[Na+]", 5, ""), "{}"))
	if err == nil || !strings.Contains(err.Error(), "2 separate parts") || !strings.Contains(err.Error(), "Leave counter-ions out") {
		t.Errorf("a salt: %v", err)
	}
	r := mustCall(t, "polymer_chain", chainOf("*CC(*)C(=O)[O-]", 5, "")).Result
	if !strings.Contains(strings.Join(r.Warnings, " "), "The net charge is -5 e") {
		t.Errorf("acrylate ions: %q", r.Warnings)
	}
	p := Registry().Lookup("polymer_melt").Preview(json.RawMessage(strings.Replace(chainOf("*CC(*)C(=O)[O-]", 5, ""), "{", `{"chains":3,`, 1)), nil)
	if !strings.Contains(strings.Join(p.Warnings, " "), "The net charge is -15 e") {
		t.Errorf("a melt's preview: %+v", p)
	}
}
