package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/rng"
	"github.com/molsmith/molsmith/contract"
)

// TestSolvateSchema holds the contract's worked example §12.3.
func TestSolvateSchema(t *testing.T) {
	var s struct {
		Properties map[string]map[string]any `json:"properties"`
		Required   []string                  `json:"required"`
	}
	tool := Registry().Lookup("solvate")
	if err := json.Unmarshal(tool.Input, &s); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]map[string]any{
		"document":  {"$ref": "#/$defs/Structure", "x-megane-widget": "document"},
		"solvent":   {"$ref": "#/$defs/Molecule", "x-megane-widget": "molecule", "title": "Solvent"},
		"seed":      {"type": "integer", "minimum": 0.0, "x-megane-widget": "seed", "title": "Seed"},
		"density":   {"type": "number", "exclusiveMinimum": 0.0, "maximum": 5.0, "default": 1.0, "title": "Density", "x-megane-unit": "g/cm3"},
		"tolerance": {"type": "number", "minimum": 1.0, "maximum": 4.0, "default": 2.0, "title": "Minimum distance", "x-megane-unit": "angstrom"},
	} {
		for key, value := range want {
			if got := s.Properties[name][key]; got != value {
				t.Errorf("%s.%s: got %v, want %v", name, key, got, value)
			}
		}
	}
	if got := fmt.Sprint(s.Required); got != "[document solvent seed]" {
		t.Errorf("required: got %s, want [document solvent seed]", got)
	}
	want := contract.Marker{Contract: 1, Category: contract.Solvation, Apply: contract.Insert, Document: contract.DocumentRequired, Stochastic: true, ExpectedSeconds: 30}
	if *tool.Marker != want {
		t.Errorf("marker: got %+v, want %+v", *tool.Marker, want)
	}
	if m := Registry().Lookup("ions").Marker; m.Category != contract.Solvation || m.Apply != contract.Insert || m.Document != contract.DocumentRequired || !m.Stochastic {
		t.Errorf("marker of ions: got %+v", *m)
	}
}

// TestSolvateFilledForm: a form that another Builder fills, every field of it, gives the
// bytes of the contract's arguments alone.
func TestSolvateFilledForm(t *testing.T) {
	document := documentOf(t, "toluene", geom.Vec3{X: 3, Y: 4, Z: 5}, cubic(18))
	given := map[string]any{"solvent": map[string]any{"name": "Ethanol", "smiles": "CCO"}, "density": 0.7, "tolerance": 1.8, "seed": 77}
	filled := filledForm(t, "solvate", given)
	for _, field := range []string{"amount", "count", "mixture", "further", "ions", "cation", "anion", "concentration", "cations", "region", "shell", "slab", "sphere", "residue"} {
		if !strings.Contains(filled, `"`+field+`":`) {
			t.Fatalf("the form %s has no %s", filled, field)
		}
	}
	alone, err := json.Marshal(given)
	if err != nil {
		t.Fatal(err)
	}
	got := mustOn(t, "solvate", document, strings.Trim(filled, "{}"))
	want := mustOn(t, "solvate", document, strings.Trim(string(alone), "{}"))
	if string(got.Structured()) != string(want.Structured()) || got.Text != want.Text {
		t.Error("the filled form and the contract's arguments alone give different results")
	}
}

func TestSolvateRefusals(t *testing.T) {
	solute := func(box *[9]float64) *contract.Structure {
		return documentOf(t, "methane", geom.Vec3{X: 5, Y: 5, Z: 5}, box)
	}
	crowd := empty(cubic(30))
	for i := range 2000 {
		crowd.Elements = append(crowd.Elements, 6)
		crowd.Positions = append(crowd.Positions, 1e-4*float64(i), 2, 3)
	}
	far := solute(cubic(20))
	far.Positions[4] = 1e9
	many := empty(cubic(171))
	last := solute(cubic(20))
	last.ResidueIDs = []int32{1, 1, 1, 1, math.MaxInt32}
	for _, c := range []struct {
		name     string
		document *contract.Structure
		rest     string
		code     contract.Code
		says     string
	}{
		{"no cell", solute(nil), "", contract.NoCell, "Structure › Set cell…"},
		{"a left-handed cell", solute(&[9]float64{0, 20, 0, 20, 0, 0, 0, 0, 20}), "", contract.InvalidArguments, "swap two vectors"},
		{"a flat cell", solute(&[9]float64{20, 0, 0, 0, 20, 0, 20, 20, 0}), "", contract.InvalidArguments, "do not span a volume"},
		{"a cell of zeros", solute(&[9]float64{}), "", contract.InvalidArguments, "is zero"},
		{"a full cell", &contract.Structure{Elements: []uint8{6}, Positions: []float64{0, 0, 0}, Bonds: [][2]uint32{}, Cell: cubic(2.5)}, "", contract.NoRoom, "less than one molecule"},
		{"a thin cell", empty(&[9]float64{3.9, 0, 0, 0, 40, 0, 0, 0, 40}), "", contract.BoxTooSmall, "3.9 Å thin"},
		{"a very thin cell", solute(&[9]float64{0.01, 0, 0, 0, 400, 0, 0, 0, 400}), "", contract.BoxTooSmall, "thin"},
		{"atoms far away", far, "", contract.InvalidArguments, "Atom 2"},
		{"atoms on top of each other", crowd, "", contract.InvalidArguments, "2000 atoms within 1 Å"},
		{"too many atoms", many, "", contract.TooManyAtoms, "501447"},
		{"far too many", empty(cubic(1e6)), "", contract.TooManyAtoms, "may not exceed 500000"},
		{"residues at their end", last, "", contract.InvalidArguments, "residue number 2147483647"},
		{"beyond matter", solute(cubic(20)), `,"density":5`, contract.ImpossibleDensity, "lower the density"},
		{"too wide a distance", solute(cubic(20)), `,"tolerance":4`, contract.ImpossibleDensity, "tolerance"},
		{"a large count", solute(cubic(20)), `,"amount":"count","count":500000`, contract.TooManyAtoms, "1500005"},
		{"a count that cannot fit", solute(cubic(20)), `,"amount":"count","count":5000`, contract.ImpossibleDensity, "cannot fit"},
		{"a thin shell", solute(cubic(20)), `,"region":"shell","shell":0.5`, contract.NoRoom, "no room"},
		{"a shell around nothing", empty(cubic(20)), `,"region":"shell"`, contract.InvalidArguments, "no atoms"},
		{"a slab upside down", solute(cubic(20)), `,"region":"slab","slab":{"from":0.5,"to":0.2}`, contract.InvalidArguments, "above its lower one"},
		{"a small sphere", solute(cubic(20)), `,"region":"sphere","sphere":{"radius":1}`, contract.NoRoom, "no room"},
		{"a neutral cation", solute(cubic(20)), `,"ions":"count","cation":{"name":"Argon","smiles":"[Ar]"}`, contract.InvalidArguments, `"Argon" is no cation`},
		{"an anion of the wrong sign", solute(cubic(20)), `,"ions":"count","anion":{"name":"Sodium","smiles":"[Na+]"}`, contract.InvalidArguments, `"Sodium" is no anion`},
		{"a salt that leaves no room", solute(cubic(20)), `,"ions":"count","cations":500,"anions":500`, contract.NoRoom, "no room"},
		{"a further solvent that is none", solute(cubic(20)), `,"mixture":"mixed","further":[{"molecule":{"name":"x","smiles":"C(C"}}]`, contract.InvalidMolecule, "x"},
		{"an unknown region", solute(cubic(20)), `,"region":"torus"`, contract.InvalidArguments, "cell"},
		{"an unknown argument", solute(cubic(20)), `,"padding":10`, contract.InvalidArguments, "padding"},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, err := runOn(t, "solvate", c.document, water+c.rest)
			var e *contract.Error
			if !errors.As(err, &e) {
				t.Fatalf("got %v and %v, want a tool error", out, err)
			}
			if e.Code != c.code || !strings.Contains(e.Message, c.says) || strings.ContainsAny(e.Message, "\n\r") {
				t.Errorf("got %s %q, want %s with %q in one line", e.Code, e.Message, c.code, c.says)
			}
			// The form says the same before a run, but for what only packing can know.
			p := Registry().Lookup("solvate").Preview(json.RawMessage("{"+water+c.rest+"}"), c.document)
			if len(p.Problems) == 0 && c.name != "residues at their end" && !strings.HasPrefix(c.name, "an unknown") {
				t.Errorf("the preview %+v says nothing", p)
			}
		})
	}
}

func TestSolvatePreview(t *testing.T) {
	preview := Registry().Lookup("solvate").Preview
	fact := func(p contract.Preview, label string) string {
		for _, f := range p.Facts {
			if f.Label == label {
				return f.Value
			}
		}
		return ""
	}
	document := documentOf(t, "methane", geom.Vec3{X: 5, Y: 5, Z: 5}, cubic(20))
	p := preview(json.RawMessage("{"+water+`,"ions":"concentration","concentration":0.5}`), document)
	r := mustOn(t, "solvate", document, water+`,"ions":"concentration","concentration":0.5`).Result
	n := r.Structure.Molecules[len(r.Structure.Molecules)-1] + 1 - 4
	for label, want := range map[string]string{
		"Adds":                      fmt.Sprintf("%d Water, 2 Sodium ion, 2 Chloride", n),
		"Free volume":               "7\u202f972 Å³ (99.6 % of the cell)",
		"Atoms after":               fmt.Sprint(5 + len(r.Structure.Elements)),
		"Density of the whole cell": "1.000 g/cm³",
	} {
		if got := fact(p, label); got != want {
			t.Errorf("%s: got %q, want %q", label, got, want)
		}
	}
	if len(p.Problems) != 0 || len(p.Proposals) != 1 || string(p.Proposals[0].Value) != "0.997" {
		t.Errorf("got %+v", p)
	}
	p = preview(json.RawMessage(`{"solvent":{"name":"Ethanol","smiles":"CCO"},"mixture":"mixed","further":[{"molecule":{"name":"Water","smiles":"O"},"ratio":1}]}`), document)
	if len(p.Proposals) != 1 || p.Proposals[0].Reason != "Proposed from the mixture" {
		t.Errorf("a mixture: got %+v", p)
	}
	p = preview(json.RawMessage("{"+water+`,"region":"slab","slab":{"from":0.5,"to":0.2}}`), document)
	if len(p.Problems) != 1 || p.Problems[0].Path != "/slab/to" {
		t.Errorf("a slab upside down: got %+v", p)
	}
	if p := preview(json.RawMessage("{"+water+"}"), nil); len(p.Facts)+len(p.Problems) != 0 {
		t.Errorf("no document: got %+v", p)
	}
	for _, half := range []string{``, `{}`, `[`, `{"solvent":{}}`, `{"solvent":{"name":"w"},"density":null}`, `{"solvent":{"name":"w","smiles":"O"},"density":"x","slab":3,"sphere":{"center":[1]},"further":[{}],"mixture":"mixed"}`} {
		preview(json.RawMessage(half), document) // says less, never panics
		Registry().Lookup("ions").Preview(json.RawMessage(half), document)
	}
}

// TestSolvatePreviewIsRemembered: a document is measured once. Another document at the
// same place in memory is another one.
func TestSolvatePreviewIsRemembered(t *testing.T) {
	document := empty(cubic(79))
	r := rng.New(1)
	for range 50_000 {
		document.Elements = append(document.Elements, 6)
		document.Positions = append(document.Positions, 79*r.Float64(), 79*r.Float64(), 79*r.Float64())
	}
	preview := Registry().Lookup("solvate").Preview
	first := preview(json.RawMessage("{"+water+"}"), document)
	least := time.Hour
	for k := range 5 {
		args := json.RawMessage(fmt.Sprintf(`{%s,"density":%g}`, water, 0.9+0.01*float64(k)))
		begin := time.Now()
		preview(args, document)
		least = min(least, time.Since(begin))
	}
	if least > 10*time.Millisecond && everything() {
		t.Errorf("a second preview took %v, want at most 10 ms", least)
	}
	for i := range document.Positions {
		document.Positions[i] /= 2
	}
	if second := preview(json.RawMessage("{"+water+"}"), document); second.Facts[0] == first.Facts[0] {
		t.Errorf("after the atoms moved: still %v", second.Facts)
	}
}

// TestSolvateResidues: a name is another's when its atoms are.
func TestSolvateResidues(t *testing.T) {
	at := geom.Vec3{X: 5, Y: 5, Z: 5}
	for _, c := range []struct {
		id, residue string
		want        string
	}{
		{"water", "WATE", "WATE"},     // the same water
		{"methane", "WATE", "WAT2"},   // something else by that name
		{"methane", "METH", "WATE"},   // no conflict
		{"hydroxide", "WATE", "WAT2"}, // part of the same elements
	} {
		document := documentOf(t, c.id, at, cubic(15))
		for i := range document.ResidueNames {
			document.ResidueNames[i] = c.residue
		}
		s := mustOn(t, "solvate", document, water).Result.Structure
		if s.ResidueNames[0] != c.want {
			t.Errorf("%s called %s: water is called %s, want %s", c.id, c.residue, s.ResidueNames[0], c.want)
		}
		if s = mustOn(t, "solvate", document, water+`,"residue":"SOL"`).Result.Structure; s.ResidueNames[0] != "SOL" {
			t.Errorf("a given name became %s", s.ResidueNames[0])
		}
	}
}

func TestSolvateCancelAndProgress(t *testing.T) {
	document := documentOf(t, "toluene", geom.Vec3{X: 3, Y: 4, Z: 5}, cubic(40))
	tool := Registry().Lookup("solvate")
	last, calls := 0.0, 0
	_, err := tool.RunOn(t.Context(), json.RawMessage("{"+water+"}"), document, func(f float64, message string) {
		calls++
		if f < last || f > 1 || message == "" {
			t.Errorf("progress went from %g to %g, %q", last, f, message)
		}
		last = f
	})
	if err != nil || calls < 3 || last != 1 {
		t.Errorf("got %v, %d calls, last %g", err, calls, last)
	}
	for name, args := range map[string]string{"solvate": "{" + water + "}", "ions": `{"seed":1}`} {
		ctx, cancel := context.WithCancel(t.Context())
		_, err = Registry().Lookup(name).RunOn(ctx, json.RawMessage(args), document, func(float64, string) { cancel() })
		var e *contract.Error
		if !errors.As(err, &e) || e.Code != contract.Cancelled {
			t.Errorf("%s, cancelled: got %v", name, err)
		}
	}
}

// TestGoldenSolvate holds the bytes: see TestGoldenBox.
func TestGoldenSolvate(t *testing.T) {
	solute := documentOf(t, "aspirin", geom.Vec3{X: 30, Y: -7, Z: 5}, parameters(t, 18, 19, 20, 70, 100, 115))
	for _, c := range []struct{ tool, rest, want string }{
		{"solvate", water, goldenSolvate},
		{"solvate", `"solvent":{"name":"Ethanol","smiles":"CCO"},"density":0.78,"seed":9007199254740991,"mixture":"mixed","further":[{"molecule":{"name":"Benzene","smiles":"c1ccccc1"},"ratio":0.3}],"ions":"concentration","concentration":1,"region":"shell","shell":6`, goldenShell},
		{"ions", `"seed":3,"concentration":2`, goldenIons},
	} {
		out := mustOn(t, c.tool, solute, c.rest)
		if got := contract.CanonicalHash(&out.Result.Structure); got != c.want {
			t.Errorf("%s: hash %s, want %s", c.rest, got, c.want)
		}
	}
}

// TestSolvateStrange: documents and arguments at random, most of them absurd, end in an
// answer or in an error that a user can act on.
func TestSolvateStrange(t *testing.T) {
	runs := 60
	if everything() {
		runs = 1000
	}
	pick := func(r *rng.Rand, list ...string) string { return list[r.Intn(len(list))] }
	for seed := range runs {
		r := rng.New(uint64(seed))
		var box [9]float64
		for k := range box {
			box[k] = 30 * (r.Float64() - 0.3)
			if r.Intn(3) == 0 {
				box[k] = 0
			}
		}
		for k := 0; k < 9; k += 4 {
			box[k] = math.Abs(box[k]) + 12*r.Float64()
		}
		document := empty(&box)
		scale := []float64{1e-3, 1, 20, 20, 1e4}[r.Intn(5)]
		for range r.Intn(300) {
			document.Elements = append(document.Elements, uint8(1+r.Intn(118)))
			document.Positions = append(document.Positions, scale*r.Float64(), scale*r.Float64(), -scale*r.Float64())
		}
		for range min(len(document.Elements)/2, r.Intn(300)) {
			a, b := r.Intn(len(document.Elements)), r.Intn(len(document.Elements))
			if a != b {
				document.Bonds = append(document.Bonds, [2]uint32{uint32(a), uint32(b)})
			}
		}
		rest := pick(&r, `"solvent":{"name":"w","smiles":"O"}`, `"solvent":{"name":"argon","smiles":"[Ar]"}`, `"solvent":{"name":"benzene","smiles":"c1ccccc1"}`) +
			pick(&r, ``, `,"density":0.0001`, `,"amount":"count","count":20`, `,"tolerance":1`, `,"tolerance":4,"density":0.1`) +
			pick(&r, ``, ``, `,"region":"shell","shell":30`, `,"region":"shell"`, `,"region":"sphere","sphere":{"center":[1e6,-1e7,3],"radius":100}`,
				`,"region":"sphere","sphere":{"radius":4}`, `,"region":"slab","slab":{"axis":"a","from":-100000,"to":99999.5}`, `,"region":"slab","slab":{"axis":"b","unit":"angstrom","from":3,"to":8}`) +
			pick(&r, ``, `,"ions":"neutralize"`, `,"ions":"neutral_concentration","concentration":20`, `,"mixture":"mixed","further":[{"molecule":{"name":"x","smiles":"[Xe]"},"ratio":1000000}]`) +
			fmt.Sprintf(`,"seed":%d`, seed)
		out, err := runOn(t, "solvate", document, rest)
		var e *contract.Error
		if err != nil {
			if !errors.As(err, &e) || e.Message == "" {
				t.Errorf("seed %d, %s: internal error %v", seed, rest, err)
			}
			continue
		}
		tolerance := 2.0
		if strings.Contains(rest, "tolerance") {
			tolerance = 1
		}
		if len(out.Result.Warnings) == 0 {
			checkAround(t, document, &out.Result.Structure, tolerance)
		}
		Registry().Lookup("solvate").Preview(json.RawMessage("{"+rest+"}"), document)
	}
}
