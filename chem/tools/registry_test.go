package tools

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/contract"
)

var update = flag.Bool("update", false, "rewrite the files in testdata")

// golden compares got with a file of testdata, or writes it.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	gotLines, wantLines := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	for i := range max(len(gotLines), len(wantLines)) {
		g, w := "(end)", "(end)"
		if i < len(gotLines) {
			g = gotLines[i]
		}
		if i < len(wantLines) {
			w = wantLines[i]
		}
		if g != w {
			t.Fatalf("%s, line %d:\n got %.300s\nwant %.300s", file, i+1, g, w)
		}
	}
}

// TestList holds what tools/list says, one tool a line: clients keep forms and prompts
// that were made from it.
func TestList(t *testing.T) {
	var list []byte
	for _, tool := range Registry().Tools() {
		list = append(append(list, contract.ToolDefinitionJSON(tool, contract.Listing{})...), '\n')
	}
	golden(t, "list.jsonl", list)
}

func TestOrder(t *testing.T) {
	want := []string{
		"molecule_library",
		"adsorb", "bulk_crystal", "ions", "liquid_box", "nanoparticle", "nanotube", "polymer_chain", "polymer_melt", "solvate", "surface_slab",
		"admet_profile", "boiled_egg", "brenk_check", "calc_properties", "canonical_smiles", "ecfp4", "find_mcs", "generate_3d", "lipinski_check",
		"molecule_context_pack", "moljson_to_smiles", "name_to_smiles", "pains_check", "parse_smiles", "representation_router", "retrosynthesis",
		"sa_score", "smarts_match", "smiles_to_moljson", "tanimoto",
		"conformers", "convert_structure", "molecule_report", "optimize_3d",
	}
	var got []string
	for _, tool := range Registry().Tools() {
		got = append(got, tool.Name)
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// TestModules: the page has every Builder tool, each in one of its modules.
func TestModules(t *testing.T) {
	modules := map[string]int{}
	for _, tool := range append(crystalTools(), moleculeTools()...) {
		modules[tool.Name]++
	}
	for _, tool := range Registry().Tools() {
		if tool.Marker != nil && modules[tool.Name] != 1 {
			t.Errorf("%s is in %d modules, want 1", tool.Name, modules[tool.Name])
		}
	}
}

// TestReadmeNamesTheTools: the tables of README.md have every tool.
func TestReadmeNamesTheTools(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range Registry().Tools() {
		if !strings.Contains(string(text), "`"+tool.Name+"`") {
			t.Errorf("README.md does not name %s", tool.Name)
		}
	}
}

// TestLiquidBoxSchema holds the contract's worked example §12.1: other Builders make
// their forms from it.
func TestLiquidBoxSchema(t *testing.T) {
	var s struct {
		Properties map[string]map[string]any `json:"properties"`
		Required   []string                  `json:"required"`
	}
	if err := json.Unmarshal(Registry().Lookup("liquid_box").Input, &s); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]map[string]any{
		"components": {"type": "array", "title": "Components", "minItems": 1.0, "maxItems": 8.0},
		"density":    {"type": "number", "exclusiveMinimum": 0.0, "maximum": 5.0, "default": 1.0, "title": "Density", "x-megane-unit": "g/cm3"},
		"shape":      {"type": "string", "default": "cubic", "title": "Box shape"},
		"aspect":     {"type": "array", "minItems": 3.0, "maxItems": 3.0, "title": "Aspect ratio a:b:c"},
		"tolerance":  {"type": "number", "minimum": 1.0, "maximum": 4.0, "default": 2.0, "title": "Minimum distance", "x-megane-unit": "angstrom"},
		"seed":       {"type": "integer", "minimum": 0.0, "x-megane-widget": "seed", "title": "Seed"},
	} {
		for key, value := range want {
			if got := s.Properties[name][key]; got != value {
				t.Errorf("%s.%s: got %v, want %v", name, key, got, value)
			}
		}
	}
	if got := fmt.Sprint(s.Required); got != "[components seed]" {
		t.Errorf("required: got %s, want [components seed]", got)
	}
	m := Registry().Lookup("liquid_box").Marker
	want := contract.Marker{Contract: 1, Category: contract.Bulk, Apply: contract.NewDocument, Document: contract.DocumentNone, Stochastic: true, ExpectedSeconds: 20}
	if *m != want {
		t.Errorf("marker: got %+v, want %+v", *m, want)
	}
}

func TestMoleculeLibrary(t *testing.T) {
	for _, c := range []struct {
		args         string
		total, shown int
		first        string
	}{
		{``, 90, 90, "water"},
		{`{}`, 90, 90, "water"},
		{`{"query":"ethanol"}`, 1, 1, "ethanol"},
		{`{"group":"Ions","limit":3}`, 21, 3, "lithium-ion"},
		{`{"query":"nothing like this"}`, 0, 0, ""},
	} {
		var a libraryAnswer
		if err := json.Unmarshal(mustCall(t, "molecule_library", c.args).Structured(), &a); err != nil {
			t.Fatal(err)
		}
		first := ""
		if len(a.Molecules) > 0 {
			first = a.Molecules[0].ID
		}
		if a.Total < c.total || len(a.Molecules) < c.shown || first != c.first {
			t.Errorf("%s: got %d of %d, first %q; want %d of %d, first %q", c.args, len(a.Molecules), a.Total, first, c.shown, c.total, c.first)
		}
	}
	if _, err := call(t, "molecule_library", `{"limit":0}`); err == nil {
		t.Error("limit 0: got no error")
	}
}

func Example() {
	out, err := Registry().Lookup("liquid_box").Run(context.Background(), json.RawMessage(
		`{"components":[{"molecule":{"name":"water","smiles":"O"},"count":100}],"density":1,"seed":42}`), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(out.Result.Name, len(out.Result.Structure.Elements), "atoms")
	// Output: water 300 atoms
}
