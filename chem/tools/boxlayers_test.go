package tools

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/library"
	"github.com/molsmith/molsmith/contract"
)

// layeredBox writes the arguments of a layered box: id, count and layer of each.
func layeredBox(rest string, components ...any) string {
	var rows []string
	for i := 0; i < len(components); i += 3 {
		entry, ok := library.ByID(components[i].(string))
		if !ok {
			panic(components[i])
		}
		rows = append(rows, fmt.Sprintf(`{"molecule":{"name":%q,"smiles":%q},"count":%d,"layer":%d}`, entry.Name, entry.SMILES, components[i+1], components[i+2]))
	}
	return fmt.Sprintf(`{"layout":"layered","components":[%s],%s}`, strings.Join(rows, ","), rest)
}

// spans returns, for each residue name, the lowest and highest fractional c of its
// atoms, each molecule at the image nearest to the middle of the given range.
func spans(t *testing.T, s *contract.Structure, middle map[string]float64) map[string][2]float64 {
	t.Helper()
	c, err := cell.New(*s.Cell)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][2]float64{}
	for first := 0; first < len(s.Elements); {
		end := first
		for end < len(s.Elements) && s.Molecules[end] == s.Molecules[first] {
			end++
		}
		name := s.ResidueNames[first]
		center := c.Fractional(geom.Centroid(s.Positions[3*first : 3*end])).C
		shift := math.Floor(center - middle[name] + 0.5)
		for i := first; i < end; i++ {
			f := c.Fractional(geom.At(s.Positions, i)).C - shift
			span, ok := found[name]
			if !ok {
				span = [2]float64{f, f}
			}
			found[name] = [2]float64{min(span[0], f), max(span[1], f)}
		}
		first = end
	}
	return found
}

// TestLayered: water below hexane, each at the density of its liquid when the whole
// has that of the mixture, apart from each other and across the periodic boundary.
func TestLayered(t *testing.T) {
	water, hexane := massOf("water", 400), massOf("hexane", 60)
	volume := water/0.602214076/0.997 + hexane/0.602214076/0.655
	density := (water + hexane) / 0.602214076 / volume
	at := water / 0.602214076 / 0.997 / volume // of the interface
	args := layeredBox(fmt.Sprintf(`"density":%v,"shape":"orthorhombic","aspect":[1,1,2],"seed":6`, density), "hexane", 60, 2, "water", 400, 1)
	out := mustCall(t, "liquid_box", args)
	s := &out.Result.Structure
	checkDistances(t, s, 2)
	found := spans(t, s, map[string]float64{"WATE": at / 2, "NHEX": (1 + at) / 2})
	for name, want := range map[string][2]float64{"WATE": {0, at}, "NHEX": {at, 1}} {
		got := found[name]
		if got[0] < want[0]-1e-4 || got[1] > want[1]+1e-4 || got[1]-got[0] < 0.95*(want[1]-want[0]) {
			t.Errorf("%s: got fractional c from %.4f to %.4f, want it to fill %.4f to %.4f", name, got[0], got[1], want[0], want[1])
		}
	}
	for _, part := range []string{"layers along c: Water ", " Å of 0.997 g/cm³; n-Hexane ", " Å of 0.655 g/cm³."} {
		if !strings.Contains(out.Text, part) {
			t.Errorf("summary %q lacks %q", out.Text, part)
		}
	}
	if len(out.Result.Warnings) != 0 {
		t.Errorf("warnings: %q", out.Result.Warnings)
	}
	// The order of the components is kept; layers do not reorder them.
	if s.ResidueNames[0] != "NHEX" {
		t.Errorf("first residue: got %s, want NHEX", s.ResidueNames[0])
	}
}

// TestLayersOfUnknownLiquids share the box by van der Waals volumes, in an oblique
// cell too, with several components in one layer.
func TestLayersOfUnknownLiquids(t *testing.T) {
	args := layeredBox(`"size_by":"cell","cell":[22,0,0,4,22,0,-3,5,48],"seed":2`, "water", 300, 1, "methanol", 30, 1, "ibuprofen", 20, 4, "sodium-ion", 5, 1, "chloride", 5, 1)
	out := mustCall(t, "liquid_box", args)
	checkDistances(t, &out.Result.Structure, 2)
	text, _ := out.Result.Provenance.Get("layers")
	if !strings.Contains(fmt.Sprint(text), "Water, Methanol, ") || !strings.Contains(fmt.Sprint(text), "; Ibuprofen ") {
		t.Errorf("layers: got %v", text)
	}
}

func TestBoxProposals(t *testing.T) {
	row := func(molecule string, count int) string {
		return fmt.Sprintf(`{"molecule":%s,"count":%d}`, molecule, count)
	}
	named := func(name, smiles string) string { return fmt.Sprintf(`{"name":%q,"smiles":%q}`, name, smiles) }
	for _, c := range []struct {
		name   string
		rows   []string
		want   string // "": none
		reason string
	}{
		{"water by another name", []string{row(named("stuff", "O"), 100)}, "0.997", "Proposed from the liquid"},
		{"ethanol in another spelling", []string{row(named("x", "C(O)C"), 100)}, "0.785", "Proposed from the liquid"},
		{"not a preset", []string{row(named("x", "CC(C)CC(C)(C)C"), 100)}, "0.688", "Proposed from the liquid"},
		// 1/ρ = Σ w/ρ, 0.874 and 0.655.
		{"benzene and hexane", []string{row(named("b", "c1ccccc1"), 100), row(named("h", "CCCCCC"), 100)}, "0.744", "Proposed from the mixture"},
		{"an ionic liquid", []string{row(named("cation", "CCCCn1cc[n+](C)c1"), 50), row(named("anion", "F[P-](F)(F)(F)(F)F"), 50)}, "1.37", "Proposed from the mixture"},
		{"an ionic liquid as one", []string{row(named("salt", "CCCCn1cc[n+](C)c1.F[P-](F)(F)(F)(F)F"), 50)}, "1.37", "Proposed from the liquid"},
		{"ions in unequal numbers", []string{row(named("cation", "CCCCn1cc[n+](C)c1"), 50), row(named("anion", "F[P-](F)(F)(F)(F)F"), 49)}, "", ""},
		{"brine", []string{row(named("w", "O"), 1000), row(named("Na", "[Na+]"), 10), row(named("Cl", "[Cl-]"), 10)}, "0.997", "Proposed from the liquids that are known"},
		{"mostly unknown", []string{row(named("w", "O"), 10), row(named("Na", "[Na+]"), 10), row(named("Cl", "[Cl-]"), 10)}, "", ""},
		{"no known liquid", []string{row(named("x", "CC(C)(C)C(=O)NCCOC"), 100)}, "", ""},
		{"denser than the form allows", []string{row(named("mercury", "[Hg]"), 100)}, "", ""},
	} {
		preview := Registry().Lookup("liquid_box").Preview
		args := fmt.Sprintf(`{"components":[%s],"density":0.2,"seed":1`, strings.Join(c.rows, ","))
		p := preview(json.RawMessage(args+"}"), nil)
		got, reason := "", ""
		if len(p.Proposals) == 1 {
			got, reason = string(p.Proposals[0].Value), p.Proposals[0].Reason
		}
		if got != c.want || reason != c.reason {
			t.Errorf("%s: got %q, %q; want %q, %q", c.name, got, reason, c.want, c.reason)
		}
		if p := preview(json.RawMessage(args+`,"size_by":"edge"}`), nil); len(p.Proposals) != 0 {
			t.Errorf("%s: a density was proposed to a form that does not ask for it", c.name)
		}
	}
}

// TestBoxPreviewFollows: the preview says what follows from what was given, and its
// cell and counts are those of the run.
func TestBoxPreviewFollows(t *testing.T) {
	preview := Registry().Lookup("liquid_box").Preview
	fact := func(p contract.Preview, label string) string {
		for _, f := range p.Facts {
			if f.Label == label {
				return f.Value
			}
		}
		return ""
	}
	for _, c := range []struct{ rest, label, want string }{
		{`"density":0.5,"seed":1`, "Edge", "25.09 Å"}, // (200·18.015 + 25·46.069)/0.602214/0.5 = 15791 Å³
		{`"size_by":"edge","edge":25,"seed":1`, "Density", "0.505 g/cm³"},
		{`"size_by":"edge_and_density","edge":30,"density":0.8,"seed":1`, "Count of Water", "547"}, // 27000·0.8·0.602214/4754.7 = 2.7358 times
		{`"size_by":"edge_and_density","edge":30,"density":0.8,"seed":1`, "Count of Ethanol", "68"},
		{`"size_by":"cell","cell":[25,0,0,5,25,0,0,0,30],"seed":1`, "Density", "0.421 g/cm³"},
		{`"size_by":"cell","cell":[25,0,0,5,25,0,0,0,30],"seed":1`, "Angles", "90.0, 90.0, 78.7°"},
		{`"size_by":"gas","pressure":10,"seed":1`, "Edge", "97.48 Å"}, // 225 kT/p = 926,190 Å³
	} {
		args := box(c.rest, "water", 200, "ethanol", 25)
		p := preview(json.RawMessage(args), nil)
		if got := fact(p, c.label); got != c.want || len(p.Problems) != 0 {
			t.Errorf("%s: got %q and problems %v, want %s %q", c.rest, got, p.Problems, c.label, c.want)
		}
		out := mustCall(t, "liquid_box", args)
		if p.Cell == nil || *p.Cell != *out.Result.Structure.Cell {
			t.Errorf("%s: got cell %v, want that of the run, %v", c.rest, p.Cell, *out.Result.Structure.Cell)
		}
		if got, want := fact(p, "Atoms"), format.Grouped(len(out.Result.Structure.Elements)); got != want {
			t.Errorf("%s: got %s atoms, want %s", c.rest, got, want)
		}
	}
	p := preview(json.RawMessage(layeredBox(`"density":0.7,"seed":1`, "hexane", 60, 2, "water", 400, 1)), nil)
	if got := fact(p, "Layer 1 along c"); !strings.HasPrefix(got, "Water ") || fact(p, "Layer 2 along c") == "" || len(p.Problems) != 0 {
		t.Errorf("layers: got %+v", p)
	}
	for rest, path := range map[string]string{
		`"size_by":"edge","edge":5,"seed":1`:                           "/edge",
		`"size_by":"cell","cell":[9,0,0,0,9,0,0,0,9],"seed":1`:         "/cell",
		`"size_by":"gas","pressure":1000,"temperature":1,"seed":1`:     "/pressure",
		`"size_by":"edge_and_density","edge":9000,"seed":1`:            "/edge",
		`"layout":"layered","seed":1`:                                  "/layout",
		`"size_by":"cell","cell":[0,9,0,9,0,0,0,0,9],"seed":1`:         "",
		`"size_by":"cell_and_density","cell":[1,0,0,0,1,0,0,0],"seed"`: "",
	} {
		p := preview(json.RawMessage(box(rest, "water", 200, "ethanol", 25)), nil)
		if path == "" {
			continue // says less, never panics
		}
		if len(p.Problems) != 1 || p.Problems[0].Path != path {
			t.Errorf("%s: got problems %+v, want one at %s", rest, p.Problems, path)
		}
	}
}

// TestLayersOfThePreview: where the liquids are not known, a preview has the layers of the run
// though its geometries are rougher.
func TestLayersOfThePreview(t *testing.T) {
	for seed := range 3 {
		args := fmt.Sprintf(`{"components":[{"molecule":{"name":"A","smiles":"CCCCCCC(CCC)(CCCC)CCNC(=O)CC"},"count":30,"layer":1},
			{"molecule":{"name":"B","smiles":"OCC(O)C(CCC)C(CC)Cc1ccccc1CCF"},"count":25,"layer":2}],"seed":%d,"density":0.8,"layout":"layered"}`, seed)
		p := Registry().Lookup("liquid_box").Preview(json.RawMessage(args), nil)
		layers := said(mustCall(t, "liquid_box", args).Result, provenLayers)
		var promised []string
		for _, f := range p.Facts {
			if strings.HasPrefix(f.Label, "Layer ") {
				promised = append(promised, f.Value)
			}
		}
		if got := strings.Join(promised, "; "); got != layers || got == "" {
			t.Errorf("seed %d: the preview says %q, the run %q", seed, got, layers)
		}
	}
}
