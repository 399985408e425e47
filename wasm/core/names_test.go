package core

import (
	"compress/gzip"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
)

// unpacked is a table of the repository as the page hands it over.
func unpacked(t *testing.T, path string) []byte {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	packed, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(packed)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// loadNames gives the core the dictionary of the repository.
func loadNames(t *testing.T, c *Core) {
	t.Helper()
	data := unpacked(t, "../../chem/names/data/names.bin.gz")
	var loaded struct{ Names int }
	do(t, c, "molecule.names", `{}`, Bufs{"data": data}, &loaded)
	if loaded.Names != 19_391 {
		t.Errorf("got %d names, want 19,391", loaded.Names)
	}
}

func TestResolve(t *testing.T) {
	c := New(Options{})
	var got struct {
		Molecule *resolved
		Problem  *nameProblem
	}
	do(t, c, "molecule.resolve", `{"text":"CCCCCCCCO"}`, nil, &got)
	if got.Molecule == nil || got.Molecule.SMILES != "CCCCCCCCO" || got.Molecule.Source != "smiles" {
		t.Errorf("a SMILES before the dictionary is there: got %+v", got)
	}
	if runtime.GOOS == "js" {
		for _, text := range []string{"ethanol", "CO"} {
			if f := fails(t, c, "molecule.resolve", `{"text":"`+text+`"}`, nil); f.Code != "TABLE_NOT_LOADED" {
				t.Errorf("%s before the dictionary is there: got %+v", text, f)
			}
		}
	}
	loadNames(t, c)
	if f := fails(t, c, "molecule.names", `{}`, Bufs{"data": []uint8("<html>")}); f.Code != "UNREADABLE" {
		t.Errorf("a dictionary that is none: got %+v", f)
	}
	for _, tc := range []struct{ text, smiles, source, other string }{
		{"Ibuprofen", "CC(C)Cc1ccc(C(C)C(=O)O)cc1", "dictionary", ""},
		{"OCC", "CCO", "smiles", ""},
		{"CO", "CO", "smiles", "[C-]#[O+]"},
		{"carbon monoxide", "[C-]#[O+]", "dictionary", ""},
		{"THF", "C1CCOC1", "dictionary", ""},
		{"β-Alanine", "NCCC(=O)O", "dictionary", ""},
		{"polystyrene", "*CC(*)c1ccccc1", "dictionary", ""},
	} {
		got.Molecule, got.Problem = nil, nil
		do(t, c, "molecule.resolve", `{"text":"`+tc.text+`"}`, nil, &got)
		m := got.Molecule
		if m == nil || m.SMILES != tc.smiles || m.Source != tc.source || m.RepeatUnit != strings.Contains(tc.smiles, "*") {
			t.Errorf("%s: got %+v, want %s (%s)", tc.text, m, tc.smiles, tc.source)
			continue
		}
		if (tc.other != "") != (len(m.Others) > 0) || tc.other != "" && m.Others[0].SMILES != tc.other {
			t.Errorf("%s: others %+v, want %q", tc.text, m.Others, tc.other)
		}
	}
	for _, tc := range []struct {
		text, message, suggestion string
		offset                    int
		ambiguous                 bool
	}{
		{"ibuprofin", "", "ibuprofen", 0, false},
		{"xylene", "several", "o-xylene", 0, true},
		{"C1CC", "ring", "", 1, false},
		{"CC(=O", "branch", "", 2, false},
	} {
		got.Molecule, got.Problem = nil, nil
		do(t, c, "molecule.resolve", `{"text":"`+tc.text+`"}`, nil, &got)
		p := got.Problem
		if p == nil || p.Ambiguous != tc.ambiguous || !strings.Contains(p.Message, tc.message) || tc.suggestion == "" && p.Offset != tc.offset {
			t.Errorf("%s: got %+v", tc.text, p)
			continue
		}
		found := tc.suggestion == ""
		for _, s := range p.Suggestions {
			found = found || strings.EqualFold(s.Name, tc.suggestion)
		}
		if !found {
			t.Errorf("%s: suggestions %+v, want %s", tc.text, p.Suggestions, tc.suggestion)
		}
	}
}
