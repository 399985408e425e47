package core

import (
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/library"
)

type sketchAnswer struct {
	Sketch  *sketch
	Problem *textProblem
}

func TestSketch(t *testing.T) {
	c := New(Options{})
	for _, tc := range []struct{ smiles, canonical, formula, title, preset string }{
		{"OC(=O)c1ccccc1OC(C)=O", "CC(=O)Oc1ccccc1C(=O)O", "C9H8O4", "", "aspirin"},
		{" CCO  spirit of wine", "CCO", "C2H6O", "spirit of wine", "ethanol"},
		{"C[NH3+]", "C[NH3+]", "CH6N+", "", ""},
		{"[H][H]", "[H][H]", "H2", "", "hydrogen"},
		{"[HH]", "[HH]", "H2", "", "hydrogen"},
	} {
		var got sketchAnswer
		do(t, c, "molecule.sketch", text(t, map[string]any{"smiles": tc.smiles, "width": 280, "height": 160, "dark": true}), nil, &got)
		if got.Sketch == nil {
			t.Errorf("%s: got %+v", tc.smiles, got.Problem)
			continue
		}
		s, preset := got.Sketch, ""
		if s.Preset != nil {
			preset = s.Preset.ID
		}
		if s.SMILES != tc.canonical || s.Formula != tc.formula || s.Title != tc.title || preset != tc.preset {
			t.Errorf("%s: got %+v and preset %q, want %+v", tc.smiles, *s, preset, tc)
		}
		if !strings.HasPrefix(s.Picture, "<svg ") || !strings.Contains(s.Picture, `width="280" height="160"`) || s.Undrawn != "" {
			t.Errorf("%s: the picture is %.80s… (%s)", tc.smiles, s.Picture, s.Undrawn)
		}
	}
	large := text(t, map[string]any{"smiles": strings.Repeat("C", 1001)})
	var got sketchAnswer
	do(t, c, "molecule.sketch", large, nil, &got)
	want := textProblem{0, 1001, "the molecule has 1001 atoms; the page draws and describes up to 1000"}
	if got.Problem == nil || *got.Problem != want {
		t.Errorf("1,001 atoms: got %+v, want %+v", got, want)
	}
	if f := fails(t, c, "molecule.properties", large, nil); f.Message != want.Message {
		t.Errorf("properties of 1,001 atoms: got %+v", f)
	}
}

// TestPresets: each preset is found by its SMILES, or the one before it that is the
// same molecule.
func TestPresets(t *testing.T) {
	c := New(Options{})
	for _, e := range library.All() {
		first, _ := library.BySMILES(e.SMILES)
		var got sketchAnswer
		do(t, c, "molecule.sketch", text(t, map[string]any{"smiles": e.SMILES}), nil, &got)
		if got.Sketch == nil || got.Sketch.Preset == nil || got.Sketch.Preset.ID != first.ID {
			t.Errorf("%s (%s): got %+v, want %s", e.ID, e.SMILES, got, first.ID)
		}
	}
}

// TestSketchProblems: the mark covers what is wrong, in the units of the page.
func TestSketchProblems(t *testing.T) {
	c := New(Options{})
	for _, tc := range []struct{ smiles, marked, message string }{
		{"CCX", "X", "'X' is no atom"},
		{"CC(=O", "(", "this branch is not closed"},
		{"C1CC", "1", "ring 1 is not closed"},
		{"C%12CC", "%12", "ring 12 is not closed"},
		{"CC(C)(C)(C)C", "C", "valence 5"},
		{"CCl(C)C", "Cl", "valence"},
		{"C[NH5]", "[NH5]", "valence 6"},
		{"C[C@H", "[", "this bracket is not closed"},
		{"C[C[N]", "[", ""},
		{"CC>>C", ">", "reactions"},
		{"CC=", "", "expected an atom"},
		{" CCO\r\nCCN name\n", "CCN name", "this is a second line"},
		{"", "", "the text is empty"},
		{"C\u00e9", "\u00e9", "is not an ASCII character"},
		{"C\U0001f9ea(", "\U0001f9ea", "is not an ASCII character"},
	} {
		var got sketchAnswer
		do(t, c, "molecule.sketch", text(t, map[string]any{"smiles": tc.smiles}), nil, &got)
		if got.Problem == nil {
			t.Errorf("%q: got %+v, want a problem", tc.smiles, got.Sketch)
			continue
		}
		units := utf16(tc.smiles)
		p := got.Problem
		if p.Offset < 0 || p.Offset+p.Length > len(units) {
			t.Errorf("%q: the mark %d+%d is outside of the text", tc.smiles, p.Offset, p.Length)
			continue
		}
		if marked := units[p.Offset : p.Offset+p.Length]; !slices.Equal(marked, utf16(tc.marked)) || !strings.Contains(p.Message, tc.message) {
			t.Errorf("%q: got %+v, want %q marked and %q said", tc.smiles, p, tc.marked, tc.message)
		}
	}
}

// utf16 is the text as JavaScript has it.
func utf16(text string) []rune {
	var units []rune
	for _, r := range text {
		if r > 0xffff {
			units = append(units, 0xd800, 0xdc00) // lone halves stand for the pair
			continue
		}
		units = append(units, r)
	}
	return units
}

func TestProperties(t *testing.T) {
	c := New(Options{})
	var got properties
	if runtime.GOOS == "js" {
		do(t, c, "molecule.properties", `{"smiles":"CCO"}`, nil, &got)
		if got.Synthetic != nil {
			t.Errorf("before the table is there the score is %v, want none", *got.Synthetic)
		}
	}
	data := unpacked(t, "../../chem/descriptors/data/sa_fragments.bin.gz")
	var loaded struct{ Fragments int }
	do(t, c, "molecule.fragments", `{}`, Bufs{"data": data}, &loaded)
	if loaded.Fragments != 705_292 {
		t.Errorf("got %d fragments, want 705,292", loaded.Fragments)
	}
	if f := fails(t, c, "molecule.fragments", `{}`, Bufs{"data": []uint8("<html>")}); f.Code != "UNREADABLE" {
		t.Errorf("a table that is none: got %+v", f)
	}

	// Aspirin by RDKit 2026.09.1.
	do(t, c, "molecule.properties", `{"smiles":"CC(=O)Oc1ccccc1C(=O)O"}`, nil, &got)
	near := func(what string, got, want, by float64) {
		if math.Abs(got-want) > by {
			t.Errorf("%s: got %v, want %v", what, got, want)
		}
	}
	near("mass", got.Mass, 180.159, 1e-3)
	near("exact mass", got.ExactMass, 180.042259, 1e-5)
	near("logP", got.LogP, 1.3101, 1e-4)
	near("TPSA", got.TPSA, 63.6, 1e-4)
	near("QED", got.QED, 0.5501, 1e-3)
	if got.Synthetic == nil {
		t.Fatal("no synthetic accessibility with the table loaded")
	}
	near("synthetic accessibility", *got.Synthetic, 1.58, 0.01)
	if got.Formula != "C9H8O4" || got.Charge != 0 || got.HeavyAtoms != 13 || got.Donors != 1 || got.Rings != 1 || got.AromaticRings != 1 {
		t.Errorf("got %+v", got)
	}
	if len(got.Pains) != 0 || !slices.Contains(got.Brenk, "phenol_ester") || got.Preset == nil || got.Preset.ID != "aspirin" {
		t.Errorf("alerts and name: got %v, %v, %v", got.Pains, got.Brenk, got.Preset)
	}
	if f := fails(t, c, "molecule.properties", `{"smiles":"CCX"}`, nil); f.Code != "INVALID_MOLECULE" {
		t.Errorf("no SMILES: got %+v", f)
	}
}

func TestDocumentMolecules(t *testing.T) {
	c := New(Options{})
	if f := fails(t, c, "molecule.kinds", `{}`, nil); f.Code != "NO_DOCUMENT" {
		t.Errorf("nothing open: got %+v", f)
	}
	openBox(t, c)
	var got struct {
		Kinds  []molKind
		Others int
		Reason string
	}
	do(t, c, "molecule.kinds", `{}`, nil, &got)
	if k := got.Kinds; len(k) != 1 || k[0].Preset == nil || k[0].Preset.ID != "water" || k[0].First != 0 || k[0].Count != 100 || k[0].Formula != "H2O" || got.Others != 0 || got.Reason != "" {
		t.Errorf("kinds: got %+v", got)
	}
	var at struct {
		Molecule *struct {
			SMILES, Formula     string
			Atoms, First, Added int
			Preset              *presetRef
		}
		Reason string
	}
	do(t, c, "molecule.at", `{"atom":151}`, nil, &at)
	if m := at.Molecule; m == nil || m.SMILES != "O" || m.First != 150 || m.Atoms != 3 || m.Added != 0 || m.Preset == nil || m.Preset.Name != "Water" {
		t.Errorf("molecule of atom 151: got %+v", at)
	}
	if f := fails(t, c, "molecule.at", `{"atom":300}`, nil); !strings.Contains(f.Message, "atom 300 is not in the document") {
		t.Errorf("atom 300: got %+v", f)
	}
	do(t, c, "edit.open", `{"name":"loose","source":{"kind":"file","label":"loose.xyz"},"structure":{"atoms":2,"bonds":0,"cell":null}}`,
		Bufs{"elements": []uint8{8, 1}, "positions": make([]float64, 6)}, nil)
	do(t, c, "molecule.kinds", `{}`, nil, &got)
	if len(got.Kinds) != 0 || !strings.Contains(got.Reason, "no bonds") {
		t.Errorf("without bonds: got %+v", got)
	}
	at.Molecule = nil
	do(t, c, "molecule.at", `{"atom":0}`, nil, &at)
	if at.Molecule != nil || !strings.Contains(at.Reason, "no bonds") {
		t.Errorf("atom without bonds: got %+v", at)
	}
}
