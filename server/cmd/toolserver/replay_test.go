package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/edit"
	contractjson "github.com/molsmith/molsmith/chem/formats/json"
	"github.com/molsmith/molsmith/chem/tools"
	"github.com/molsmith/molsmith/contract"
	"github.com/molsmith/molsmith/contract/mcp"
)

// made calls a tool as the page does and returns its result with the record of it.
// document is the argument "document", nil for none.
func made(t *testing.T, tool, args string, document *edit.Document) (*contract.BuilderResult, *edit.Provenance) {
	t.Helper()
	members := map[string]json.RawMessage{}
	if err := json.Unmarshal([]byte(args), &members); err != nil {
		t.Fatal(err)
	}
	recorded := map[string]json.RawMessage{}
	for name, value := range members {
		recorded[name] = value
	}
	if document != nil {
		payload := contract.RoundPayload(contractjson.ToContract(document.Structure()))
		members["document"] = contract.AppendStructure(nil, &payload)
		recorded["document"], _ = json.Marshal(map[string]any{"atoms": len(payload.Elements), "sha256": contract.CanonicalHash(&payload)})
	}
	p := realProgram()
	sent, _ := json.Marshal(members)
	outcome, err := mcp.Run(t.Context(), p.lookup(newConfig(), tool), sent, nil)
	if err != nil {
		t.Fatal(err)
	}
	text, _ := json.Marshal(recorded)
	return outcome.Result, &edit.Provenance{
		Server: edit.Server{ID: "page", Name: "molsmith", Version: tools.Version}, Tool: tool, Contract: 1,
		Arguments: text, Provenance: json.RawMessage(`{"molsmith":"` + tools.Version + `"}`), Atoms: len(outcome.Result.Structure.Elements),
	}
}

// savedDocument is a project file: a box of a tool, an atom taken out of it, and what
// another tool put in.
func savedDocument(t *testing.T) []byte {
	t.Helper()
	box, record := made(t, "liquid_box", `{"components":[{"molecule":{"name":"methanol","smiles":"CO"},"count":20}],"density":0.4,"seed":7}`, nil)
	d, err := edit.New("Methanol", edit.Source{Kind: "tool", Label: "Liquid box · seed 7", Provenance: record}, *contractjson.FromContract(&box.Structure))
	if err != nil {
		t.Fatal(err)
	}
	methanol, err := d.Refs([]int{0, 1, 2, 3, 4, 5})
	if err != nil {
		t.Fatal(err)
	}
	water, record := made(t, "solvate", `{"solvent":{"name":"water","smiles":"O"},"amount":"count","count":5,"seed":3}`, d)
	for _, step := range []edit.Step{
		{Label: "Solvate · seed 3", Author: edit.Tool, Provenance: record, Ops: []edit.Op{
			&edit.AddFragment{Name: water.Name, Atoms: *contractjson.FromContract(&water.Structure)},
		}},
		{Ops: []edit.Op{&edit.DeleteAtoms{Atoms: methanol}}},
		{Ops: []edit.Op{&edit.SetCell{}}},
	} {
		if _, err := d.Apply(step); err != nil {
			t.Fatal(err)
		}
	}
	d.Undo() // to be redone
	text, err := d.HashedProject()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestReplay(t *testing.T) {
	text := savedDocument(t)
	d, _, err := edit.ReadProject(text)
	if err != nil {
		t.Fatal(err)
	}
	path := write(t, "methanol.molsmith.json", string(text))
	for _, args := range [][]string{{"inspect", path}, {"inspect", path, "--json"}, {"convert", path, filepath.Join(t.TempDir(), "a.xyz")}} {
		const want = `: a Molsmith project, not a structure file; "toolserver replay" shows its steps, and with -o OUT writes its structure`
		if code, out, errs := runFiles(t, "", args...); code != exitFailed || out != "" || !strings.Contains(errs, want) || strings.Count(errs, "\n") != 1 {
			t.Errorf("%q: got %d %q %q", args, code, out, errs)
		}
	}
	for _, test := range []struct {
		name       string
		from, to   string // a change of the file
		args       []string
		code       int
		want       string // what is printed
		wantStates string // of source and steps
	}{
		{"as it is", "", "", nil, exitOK, "sha256 " + d.Hash() + ", as saved\n", "- - -"},
		{"another structure", `"sha256":"` + d.Hash(), `"sha256":"00`, nil, exitFailed, ", saved 00\n", "- - -"},
		{"a file without a hash", `,"sha256":"` + d.Hash() + `"`, ``, nil, exitOK, "sha256 " + d.Hash() + "\n", "- - -"},
		{"undone steps", "", "", nil, exitOK, "and 1 undone\n", "- - -"},
		{"again", "", "", []string{"--rerun"}, exitOK, "same result\n", "same same -"},
		{"another seed", `"seed":3`, `"seed":4`, []string{"--rerun"}, exitFailed, "different result: ", "same different -"},
		{"another seed of an older version", `"version":"` + tools.Version + `"},"tool":"liquid_box","contract":1,"arguments":{"components":[{"molecule":{"name":"methanol","smiles":"CO"},"count":20}],"density":0.4,"seed":7}`,
			`"version":"0.0.1"},"tool":"liquid_box","contract":1,"arguments":{"components":[{"molecule":{"name":"methanol","smiles":"CO"},"count":20}],"density":0.4,"seed":8}`,
			[]string{"--rerun"}, exitFailed, "by version 0.0.1; this is " + tools.Version, "different same -"},
		{"another server", `"name":"molsmith","version":"` + tools.Version + `"},"tool":"solvate"`, `"name":"lab","version":"2","url":"https://lab.example/mcp"},"tool":"solvate"`,
			[]string{"--rerun"}, exitFailed, "solvate is a tool of the server lab 2 at https://lab.example/mcp, which is not here", "same missing -"},
		{"a tool of the past", `"tool":"solvate"`, `"tool":"soak"`, []string{"--rerun"}, exitFailed, "had a tool soak; this one has none", "same missing -"},
		{"arguments that are refused", `"count":5`, `"count":-5`, []string{"--rerun"}, exitFailed, "the tool refuses: ", "same refused -"},
		{"another document", `"sha256":"`, `"sha256":"0`, []string{"--rerun"}, exitFailed, "it was called with another document (120 atoms, 0", "same document -"},
		{"a broken step", `"op":"delete_atoms"`, `"op":"melt_atoms"`, nil, exitFailed, `broken: there is no op "melt_atoms"`, "- - broken"},
		{"a broken step of a tool", `"op":"add_fragment"`, `"op":"melt"`, []string{"--rerun"}, exitFailed, `broken: there is no op "melt"`, "same broken -"},
		{"a label that clears the screen", `Solvate · seed 3`, `\u001b[2Jx`, nil, exitOK, "s1       [2Jx", "- - -"},
	} {
		t.Run(test.name, func(t *testing.T) {
			changed := strings.Replace(string(text), test.from, test.to, 1)
			if changed == string(text) && test.from != "" {
				t.Fatalf("%s does not occur in %.2000s", test.from, text)
			}
			file := write(t, "a.molsmith.json", changed)
			p := realProgram()
			p.Version = tools.Version
			code, out, errs := run(t, p, "", append([]string{"replay", file}, test.args...)...)
			if code != test.code || !strings.Contains(out, test.want) || errs != "" || strings.ContainsRune(out, '\x1b') {
				t.Errorf("got %d, %s%s, want %d, %s", code, out, errs, test.code, test.want)
			}
			code, out, errs = run(t, p, "", append([]string{"replay", file, "--json"}, test.args...)...)
			var facts replayed
			if err := json.Unmarshal([]byte(out), &facts); err != nil || code != test.code || errs != "" {
				t.Fatalf("got %d, %v, %s%s", code, err, out, errs)
			}
			var states []string
			for _, step := range append([]replayedStep{facts.Source}, facts.Steps...) {
				switch {
				case step.Broken != "":
					states = append(states, "broken")
				case step.Rerun != nil:
					states = append(states, step.Rerun.State)
				default:
					states = append(states, "-")
				}
			}
			if got := strings.Join(states, " "); got != test.wantStates {
				t.Errorf("got %s, want %s: %s", got, test.wantStates, out)
			}
			if len(facts.Hash) != 64 || facts.Redo != 1 || facts.Name != "Methanol" {
				t.Errorf("got %+v", facts)
			}
			if broken := strings.Contains(test.wantStates, "broken"); broken == (facts.Hash == d.Hash()) || (facts.Saved != "" && facts.Saved != facts.Hash) != (len(facts.Warnings) > 0) {
				t.Errorf("got hash %s with the states %s and %q, the document has %s", facts.Hash, test.wantStates, facts.Warnings, d.Hash())
			}
		})
	}
	t.Run("output", func(t *testing.T) {
		folder := t.TempDir()
		for _, name := range []string{"a.xyz", "b.json", "c.molsmith.json", "d.gro"} {
			code, out, errs := run(t, realProgram(), "", "replay", path, "-o", filepath.Join(folder, name))
			if written, err := os.ReadFile(filepath.Join(folder, name)); code != exitOK || err != nil || len(written) < 1000 || !strings.Contains(out, d.Hash()) {
				t.Errorf("%s: got %d, %v, %d bytes, %s%s", name, code, err, len(written), out, errs)
			}
			if (name == "a.xyz" || name == "d.gro") != strings.Contains(errs, "lost: ") {
				t.Errorf("%s: got %q, want what is lost", name, errs)
			}
		}
		again, err := os.ReadFile(filepath.Join(folder, "c.molsmith.json"))
		if err != nil || !bytes.Equal(again, text) {
			t.Errorf("the document written again has %d bytes, want the %d it had (%v)", len(again), len(text), err)
		}
		code, out, errs := run(t, realProgram(), "", "replay", path, "-o", "-")
		if r, _, err := contract.DecodeResult([]byte(out)); code != exitOK || err != nil || contract.CanonicalHash(&r.Structure) != d.Hash() || !strings.Contains(errs, d.Hash()) {
			t.Errorf("standard output: got %d, %v, %.200s, %s", code, err, out, errs)
		}
		code, out, _ = run(t, realProgram(), string(text), "replay", "-")
		if code != exitOK || !strings.Contains(out, d.Hash()) {
			t.Errorf("standard input: got %d, %s", code, out)
		}
	})
	for name, args := range map[string][]string{
		"no file":      {},
		"no format":    {path, "-o", "out.exe"},
		"not writable": {path, "-o", "out.smi"},
		"both":         {path, "-o", "-", "--json"},
		"unknown":      {path, "-x"},
	} {
		if code, out, errs := run(t, realProgram(), "", append([]string{"replay"}, args...)...); code != exitUsage || out != "" || strings.Count(errs, "\n") != 1 {
			t.Errorf("%s: got %d, %q, %q, want one line", name, code, out, errs)
		}
	}
	for name, text := range map[string]string{"no project": "{}", "no JSON": "x", "later": `{"format":"molsmith-project","version":9}`} {
		if code, out, errs := run(t, realProgram(), text, "replay", "-"); code != exitFailed || out != "" || strings.Count(errs, "\n") != 1 {
			t.Errorf("%s: got %d, %q, %q, want one line", name, code, out, errs)
		}
	}
}
