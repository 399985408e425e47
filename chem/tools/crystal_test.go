package tools

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/contract"
)

func TestCrystalTools(t *testing.T) {
	for _, c := range []struct {
		tool, args string
		atoms      int
		text       string
	}{
		{"bulk_crystal", `{}`, 4, "Crystal: Face-centered cubic; 4 atoms, 3.6 × 3.6 × 3.6 Å."},
		{"bulk_crystal", `{"prototype":"rocksalt","element_a":12,"element_b":8,"a":4.21,"cell":"primitive","repeat":[2,2,2]}`, 16, "Crystal: Rock salt (NaCl); 16 atoms, 6.0 × 6.0 × 6.0 Å, 60.0, 60.0 and 60.0°."},
		{"bulk_crystal", `{"crystal":"space_group","group":"136","lengths":[4.5937,4.5937,2.9587],"sites":[{"element":22},{"element":8,"at":[0.3053,0.3053,0]}]}`, 6, "Crystal: space group P42/mnm (136); sites of 2 Ti, 4 O; 6 atoms"},
		{"bulk_crystal", `{"crystal":"space_group","group":"227:2","lengths":[5.43,5.43,5.43],"sites":[{"element":14,"at":[0.125,0.125,0.125]}]}`, 8, "Crystal: space group Fd-3m (227), setting 2; sites of 8 Si; 8 atoms"},
		{"surface_slab", `{}`, 16, "Slab: Face-centered cubic; (1 1 1) of Cu-fcc; the only termination, Cu4 above, Cu4 below; 16 atoms"},
		{"surface_slab", `{"rectangular":true,"repeat":[1,2],"layers":2}`, 32, "Slab: "},
		{"surface_slab", `{"prototype":"perovskite","element_a":38,"element_b":22,"element_x":8,"a":3.905,"miller":[0,0,1],"layers":2,"termination":1,"symmetric":true}`, 13, "termination 1 (there are 0: O2Ti above, OSr below; 1: OSr above, O2Ti below); 13 atoms"},
		{"bulk_crystal", `{"ice":true,"repeat":[2,1,1],"variant":3}`, 48, "Crystal: ice Ih, mean dipole "},
		{"bulk_crystal", `{"repeat":[4,4,4],"change":"alloy","parts":[{"element":79,"fraction":0.25}],"shells":2}`, 256, "Crystal: Face-centered cubic; 64 Au on sites of Cu; order of shell 1 (2.55 Å): 0.000, at best 0.000; order of shell 2 (3.61 Å): 0.000"},
		{"bulk_crystal", `{"repeat":[3,3,3],"change":"vacancies","count":4,"apart":5}`, 104, "4 vacancies of Cu; 104 atoms"},
		{"bulk_crystal", `{"change":"interstitials","count":1}`, 5, "1 H in voids, the smallest 1.81 Å from 6 atoms"},
		{"nanotube", `{"shape":"ribbon","edge":"armchair","width":7,"length":2}`, 36, "7 wide, armchair edges; 36 atoms"},
		{"nanotube", `{"shape":"ribbon","element_a":5,"element_b":7,"bond":1.45,"hydrogen":false}`, 48, "6 wide, zigzag edges; 48 atoms"},
		{"nanotube", `{}`, 96, "Nanotube: (6, 6), radius 4.07 Å; 96 atoms"},
		{"nanoparticle", `{"atoms":300,"facets":[{"miller":[1,1,1],"energy":1},{"miller":[1,0,0],"energy":0.8660254037844386}]}`, 309, "8 facets {1 1 1}, 37 % of the surface; 6 facets {1 0 0}, 63 % of the surface; diameter"},
	} {
		out := mustCall(t, c.tool, c.args)
		if n := len(out.Result.Structure.Elements); n != c.atoms || !strings.Contains(out.Text, c.text) {
			t.Errorf("%s %s: %d atoms, %s; want %d, %s", c.tool, c.args, n, out.Text, c.atoms, c.text)
		}
	}
	out := mustCall(t, "surface_slab", `{"prototype":"rocksalt","element_a":11,"element_b":17,"a":5.64,"layers":2,"symmetric":true}`)
	if len(out.Result.Warnings) != 1 || !strings.HasPrefix(out.Result.Warnings[0], "With equal surfaces the slab is ") {
		t.Errorf("warnings %q", out.Result.Warnings)
	}
}

func TestCrystalPreviews(t *testing.T) {
	for _, c := range []struct{ tool, args, want string }{
		{"bulk_crystal", `{}`, "Atoms 4; Cell 3.6 × 3.6 × 3.6 Å; Density 8.97 g/cm³"},
		{"bulk_crystal", `{"repeat":[2,1,3]}`, "Atoms 24; Cell 7.2 × 3.6 × 10.8 Å; Density 8.97 g/cm³"},
		{"bulk_crystal", `{"repeat":[100,100,100]}`, "Atoms " + format.Grouped(4_000_000) + "; Cell 361.0 × 361.0 × 361.0 Å; Density 8.97 g/cm³; refused " + format.Grouped(4_000_000) + " atoms are more than the limit of " + format.Grouped(500_000)},
		{"bulk_crystal", `{"crystal":"space_group","group":"225","lengths":[5,5,6],"sites":[{"element":11}]}`, "refused The group Fm-3m (225) is cubic and needs a = b = c, α = β = γ = 90°; the cell has 5, 5, 6 Å and 90°, 90°, 90°."},
		{"bulk_crystal", `{"crystal":"space_group"}`, ""},
		{"surface_slab", `{}`, "Atoms 16; Thickness 6.25 Å; Area 22.6 Å²; Terminations 0: Cu4 above, Cu4 below"},
		{"surface_slab", `{"termination":2}`, "Atoms 16; Thickness 6.25 Å; Area 22.6 Å²; Terminations 0: Cu4 above, Cu4 below; refused the surface has 1 termination, from 0"},
		{"surface_slab", `{"miller":[0,0,0]}`, ""},
		{"nanotube", `{"shape":"ribbon","length":1}`, "Atoms 14; Cell 33.5 × 20.0 × 2.5 Å; Ribbon 6 wide, zigzag edges"},
		{"bulk_crystal", `{"ice":true}`, "Atoms 24; Cell 4.5 × 7.8 × 7.4 Å; Density 0.917 g/cm³"},
		{"bulk_crystal", `{"change":"vacancies","count":9}`, "Atoms 4; Cell 3.6 × 3.6 × 3.6 Å; Density 8.97 g/cm³; refused 9 vacancies among 4 atoms: give 1 to 4."},
		{"nanoparticle", `{"atoms":13,"facets":[{"miller":[1,1,1],"energy":1},{"miller":[1,0,0],"energy":1.2}]}`, "Atoms 13; Cell 23.6 × 23.6 × 23.6 Å; Diameter 6.6 Å; {1 1 1} 8 facets, 81 % of the surface; {1 0 0} 6 facets, 19 % of the surface"},
		{"nanotube", `{}`, "Atoms 96; Cell 28.1 × 28.1 × 9.8 Å; Radius 4.07 Å"},
		{"nanotube", `{"n":0,"m":0}`, "refused The tube (0, 0): give indices from 0 to 100, not both 0."},
	} {
		p := Registry().Lookup(c.tool).Preview(json.RawMessage(c.args), nil)
		var words []string
		for _, f := range p.Facts {
			words = append(words, f.Label+" "+f.Value)
		}
		for _, x := range p.Problems {
			words = append(words, "refused "+x.Message)
		}
		if got := strings.Join(words, "; "); got != c.want {
			t.Errorf("%s %s: got %s, want %s", c.tool, c.args, got, c.want)
		}
	}
	p := Registry().Lookup("surface_slab").Preview(json.RawMessage(`{}`), nil)
	if p.Structure == nil || len(p.Structure.Elements) != 16 || p.Cell == nil {
		t.Error("a small slab has no picture")
	}
}

// TestCrystalForms: what another Builder sends without a change in the form is a call without
// arguments.
func TestCrystalForms(t *testing.T) {
	for _, tool := range []string{"bulk_crystal", "surface_slab", "nanotube"} {
		filled := mustCall(t, tool, filledForm(t, tool, nil)).Result
		plain := mustCall(t, tool, `{}`).Result
		a, b := contract.AppendResult(nil, filled), contract.AppendResult(nil, plain)
		if string(a) != string(b) {
			t.Errorf("%s: the filled form gives another result:\n%.300s\n%.300s", tool, a, b)
		}
	}
}

func TestCrystalRefusals(t *testing.T) {
	for _, c := range []struct {
		tool, args, text string
		code             contract.Code
	}{
		{"bulk_crystal", `{"crystal":"space_group","group":"225","lengths":[5,5,6],"sites":[{"element":11}]}`, "The group Fm-3m (225) is cubic and needs a = b = c", contract.InvalidArguments},
		{"bulk_crystal", `{"crystal":"space_group","group":"Q 1","sites":[{"element":11}]}`, `There is no space group "Q 1"`, contract.InvalidArguments},
		{"bulk_crystal", `{"crystal":"space_group","group":"1"}`, "The asymmetric unit has no sites.", contract.InvalidArguments},
		{"bulk_crystal", `{"crystal":"space_group","angles":[120,120,120],"sites":[{"element":11}]}`, "No cell has the angles 120°, 120°, 120°", contract.InvalidArguments},
		{"bulk_crystal", `{"repeat":[50,50,51]}`, "The result would have 510000 atoms, more than the 500000", contract.TooManyAtoms},
		{"bulk_crystal", `{"repeat":[500,500,51]}`, "The result would have 51000000 atoms, more than the 500000", contract.TooManyAtoms},
		{"bulk_crystal", `{"prototype":"graphite","element_a":6,"cell":"primitive"}`, "Graphite has no primitive cell.", contract.InvalidArguments},
		{"surface_slab", `{"miller":[0,0,0]}`, "The Miller indices are 0 0 0: one must not be 0.", contract.InvalidArguments},
		{"surface_slab", `{"termination":3}`, "There is no termination 3: the surface has 1, from 0 to 0", contract.InvalidArguments},
		{"surface_slab", `{"prototype":"wurtzite","element_a":30,"element_b":8,"a":3.25,"miller":[0,0,1],"symmetric":true}`, "No symmetric slab: no operation of P63mc turns the plane over.", contract.NoRoom},
		{"bulk_crystal", `{"change":"alloy"}`, "The alloy has no elements: give at least one with its fraction.", contract.InvalidArguments},
		{"bulk_crystal", `{"change":"alloy","replace":1,"parts":[{"element":79}]}`, "There is no H to replace.", contract.InvalidArguments},
		{"bulk_crystal", `{"change":"vacancies","count":5}`, "5 vacancies among 4 atoms: give 1 to 4.", contract.InvalidArguments},
		{"bulk_crystal", `{"change":"interstitials","count":50}`, "There are 12 voids with a radius of 0.8 Å or more, fewer than the 50 that are asked for.", contract.NoRoom},
		{"nanotube", `{"n":1,"m":1}`, "The tube (1, 1) has a radius of 0.68 Å", contract.InvalidArguments},
		{"nanoparticle", `{"prototype":"hcp","element_a":12,"a":3.21,"facets":[{"miller":[0,0,1],"energy":1}]}`, "The facets do not close a body", contract.InvalidArguments},
	} {
		_, err := Registry().Lookup(c.tool).Run(context.Background(), json.RawMessage(c.args), nil)
		var e *contract.Error
		if !errors.As(err, &e) || e.Code != c.code || !strings.HasPrefix(e.Message, c.text) {
			t.Errorf("%s %s: got %v, want %s %s", c.tool, c.args, err, c.code, c.text)
		}
	}
}

// TestCrystalLimit: a host with little memory is asked for no more than it has.
func TestCrystalLimit(t *testing.T) {
	ctx := contract.WithAtomLimit(t.Context(), 50)
	for tool, args := range map[string]string{
		"bulk_crystal": `{"repeat":[3,3,3]}`, "surface_slab": `{"layers":13}`, "nanotube": `{}`,
		"nanoparticle": `{"atoms":100,"facets":[{"miller":[1,1,1],"energy":1}]}`,
	} {
		_, err := Registry().Lookup(tool).Run(ctx, json.RawMessage(args), nil)
		var e *contract.Error
		if !errors.As(err, &e) || e.Code != contract.TooManyAtoms || !strings.Contains(e.Message, "50") {
			t.Errorf("%s: got %v", tool, err)
		}
	}
}

// TestAdsorb puts ethanol and water on Cu(111).
func TestAdsorb(t *testing.T) {
	slab := mustCall(t, "surface_slab", `{"repeat":[2,2],"layers":3}`).Result
	document := string(contract.AppendStructure(nil, &slab.Structure))
	out := mustCall(t, "adsorb", `{"document":`+document+`,"molecule":{"name":"ethanol","smiles":"CCO"},"seed":1,"height":3.5}`)
	s := &out.Result.Structure
	if len(s.Elements) != 9 || len(s.Bonds) != 8 || s.Cell != nil || !strings.HasPrefix(out.Text, "Adsorbed 1 ethanol on top of Cu, on 1 of 16 such sites; closest contact ") || strings.Contains(out.Text, "kind") {
		t.Errorf("%d atoms, %s", len(s.Elements), out.Text)
	}
	// The centroid is 3.5 Å above the highest atoms.
	top := 0.0
	for i := 2; i < len(slab.Structure.Positions); i += 3 {
		top = max(top, slab.Structure.Positions[i])
	}
	mean := 0.0
	for i := 2; i < len(s.Positions); i += 3 {
		mean += s.Positions[i] / float64(len(s.Elements))
	}
	if math.Abs(mean-top-3.5) > 1e-3 {
		t.Errorf("the centroid is %.4f Å above the surface", mean-top)
	}
	four := mustCall(t, "adsorb", `{"document":`+document+`,"molecule":{"name":"water","smiles":"O"},"seed":1,"site":"hollow","kind":1,"count":4,"anchor":"atom","atom":0,"height":2.5}`)
	if n := len(four.Result.Structure.Elements); n != 12 || !strings.HasPrefix(four.Text, "Adsorbed 4 water between 3 atoms with an atom 4.2 Å below, on 4 of 16 such sites, 5.11 Å apart; closest contact ") ||
		!strings.Contains(four.Text, " Å. The surface has 2 kinds of hollow sites: kind 0 between 3 atoms with an atom 2.1 Å below (16 sites); kind 1 between 3 atoms with an atom 4.2 Å below (16 sites).") {
		t.Errorf("%d atoms, %s", n, four.Text)
	}
	// A quarter of the hollows of one kind: the p(2×2) grid.
	quarter := mustCall(t, "adsorb", `{"document":`+document+`,"molecule":{"name":"water","smiles":"O"},"seed":1,"site":"hollow","kind":0,"amount":"coverage","coverage":0.25,"height":2.5}`)
	if n := len(quarter.Result.Structure.Elements); n != 12 || !strings.Contains(quarter.Text, "on 4 of 16 such sites (coverage 0.25), 5.11 Å apart") {
		t.Errorf("%d atoms, %s", n, quarter.Text)
	}
	p := Registry().Lookup("adsorb").Preview(json.RawMessage(`{"site":"hollow","kind":1,"amount":"coverage","coverage":0.25}`), &slab.Structure)
	if got := p.Facts; len(got) != 3 || got[0].Value != "kind 0 between 3 atoms with an atom 2.1 Å below (16 sites); kind 1 between 3 atoms with an atom 4.2 Å below (16 sites)" || got[1].Value != "4" || got[2].Value != "5.11 Å" {
		t.Errorf("preview: got %+v", p)
	}
	// A document without a cell is refused before Run.
	bare := &contract.Structure{Elements: []uint8{8}, Positions: make([]float64, 3)}
	if p = Registry().Lookup("adsorb").Preview(json.RawMessage(`{}`), bare); len(p.Problems) != 1 || !strings.Contains(p.Problems[0].Message, "has no cell; Structure › Set cell…") {
		t.Errorf("without a cell: got %+v", p)
	}
	if p = Registry().Lookup("adsorb").Preview(json.RawMessage(`{"kind":2}`), &slab.Structure); len(p.Problems) != 1 || p.Problems[0].Message != "the surface has 1 kind of top sites, from 0" {
		t.Errorf("preview of kind 2: got %+v", p)
	}
	for _, c := range []struct{ args, text string }{
		{`"kind":1`, "There is no kind 1 of top sites: the surface has kind 0 on top of Cu (16 sites)."},
		{`"height":0.1`, "Atom 1 of the adsorbate would be"},
		{`"count":17`, "There are 16 sites of that kind: give a count of 1 to 16."},
	} {
		_, err := Registry().Lookup("adsorb").Run(context.Background(), json.RawMessage(`{"document":`+document+`,"molecule":{"name":"water","smiles":"O"},"seed":1,`+c.args+`}`), nil)
		var e *contract.Error
		if !errors.As(err, &e) || !(strings.HasPrefix(e.Message, c.text) || c.args == `"height":0.1` && strings.Contains(e.Message, "of the adsorbate would be")) {
			t.Errorf("%s: got %v, want %s", c.args, err, c.text)
		}
	}
	bulk := mustCall(t, "bulk_crystal", `{}`).Result
	_, err := Registry().Lookup("adsorb").Run(context.Background(), json.RawMessage(`{"document":`+string(contract.AppendStructure(nil, &bulk.Structure))+`,"molecule":{"name":"water","smiles":"O"},"seed":1}`), nil)
	if err == nil || !strings.Contains(err.Error(), "a surface needs 3 Å of vacuum") {
		t.Error(err)
	}
}
