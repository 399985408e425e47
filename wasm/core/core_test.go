package core

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/chem/tools"
	"github.com/molsmith/molsmith/contract"
)

// do calls a command and decodes its answer into out, which may be nil.
func do(t testing.TB, c *Core, cmd, request string, bufs Bufs, out any) Bufs {
	t.Helper()
	answer, arrays, err := c.Call(context.Background(), cmd, []byte(request), bufs, nil)
	if err != nil {
		t.Fatalf("%s: %v", cmd, err)
	}
	if out != nil {
		if err := json.Unmarshal(answer, out); err != nil {
			t.Fatalf("%s answered %s: %v", cmd, answer, err)
		}
	}
	return arrays
}

// fails calls a command that must fail, and returns how.
func fails(t testing.TB, c *Core, cmd, request string, bufs Bufs) Failure {
	t.Helper()
	answer, _, err := c.Call(context.Background(), cmd, []byte(request), bufs, nil)
	if err == nil {
		t.Fatalf("%s: got %s, want a failure", cmd, answer)
	}
	return AsFailure(err)
}

func text(t testing.TB, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestTableIsTheProtocol: the page calls what the protocol declares, by these names.
func TestTableIsTheProtocol(t *testing.T) {
	var declared []string
	for _, about := range []string{"tools", "document", "edits", "files", "molecules", "crystals"} {
		source, err := os.ReadFile("../../web/src/core/protocol/" + about + ".ts")
		if err != nil {
			t.Fatal(err)
		}
		_, commands, _ := strings.Cut(string(source), "Commands {")
		for _, m := range regexp.MustCompile(`(?m)^  "([a-zA-Z.]+)":`).FindAllStringSubmatch(commands, -1) {
			declared = append(declared, m[1])
		}
	}
	slices.Sort(declared)
	if got := Commands(); !slices.Equal(got, declared) {
		t.Errorf("commands: got %v, want those of the protocol %v", got, declared)
	}
}

const water300 = `{"name":"liquid_box","args":{"components":[{"molecule":{"name":"water","smiles":"O"},"count":100}],"density":1,"seed":42}}`

type runAnswer struct {
	Text   string     `json:"text"`
	Result resultTest `json:"result"`
}

type resultTest struct {
	Name       string         `json:"name"`
	Structure  structureHead  `json:"structure"`
	Warnings   []string       `json:"warnings"`
	Provenance map[string]any `json:"provenance"`
}

// openBox runs the tool and opens its result, as the page does.
func openBox(t testing.TB, c *Core) (changeAnswer, Bufs) {
	t.Helper()
	var run runAnswer
	arrays := do(t, c, "tool.run", water300, nil, &run)
	var change changeAnswer
	request := text(t, map[string]any{"name": run.Result.Name, "source": map[string]string{"kind": "tool", "label": "Liquid box"}, "structure": run.Result.Structure})
	rows := do(t, c, "edit.open", request, arrays, &change)
	return change, rows
}

func TestRunOpenEdit(t *testing.T) {
	c := New(Options{})
	var change changeAnswer
	var run runAnswer
	arrays := do(t, c, "tool.run", water300, nil, &run)
	if run.Result.Structure.Atoms != 300 || len(arrays["positions"].([]float64)) != 900 || !strings.Contains(run.Text, "300 atoms") {
		t.Fatalf("tool.run: got %+v", run)
	}
	request := text(t, map[string]any{"name": run.Result.Name, "source": map[string]string{"kind": "tool", "label": "Liquid box"}, "structure": run.Result.Structure})
	do(t, c, "edit.open", request, arrays, &change)
	if !change.Opened || change.State.Name != "water" || change.State.Formula != "H200O100" || len(change.State.Components) != 1 || change.State.Components[0] != (kindInfo{Formula: "H2O", Count: 100}) {
		t.Fatalf("edit.open: got %+v", change)
	}
	if d := change.State.Density; d == nil || *d < 0.9999 || *d > 1.0001 {
		t.Errorf("density: got %v, want 1", d)
	}
	var hash struct{ Hash string }
	do(t, c, "edit.hash", `{}`, nil, &hash)
	first := hash.Hash

	for _, tc := range []struct{ of, want []uint32 }{
		{[]uint32{4}, []uint32{3, 4, 5}},
		{[]uint32{299, 4, 3}, []uint32{3, 4, 5, 297, 298, 299}},
		{[]uint32{}, []uint32{}},
	} {
		arrays = do(t, c, "edit.component", `{}`, Bufs{"atoms": tc.of}, nil)
		if got := arrays["atoms"].([]uint32); !slices.Equal(got, tc.want) {
			t.Errorf("molecules of atoms %v: got %v, want %v", tc.of, got, tc.want)
		}
	}
	if f := fails(t, c, "edit.component", `{}`, Bufs{"atoms": []uint32{300}}); !strings.Contains(f.Message, "atom 300 is not in the document, which has 300 atoms") {
		t.Errorf("molecule of an atom that is not there: got %q", f.Message)
	}
	arrays = do(t, c, "edit.apply", `{"label":"","author":"person","ops":[{"op":"delete_atoms","atoms":[3,4,5]}]}`, nil, &change)
	if change.State.Atoms != 297 || change.AtomsFrom != 3 || change.BondsFrom != 2 || len(arrays["elements"].([]uint8)) != 294 {
		t.Errorf("delete: got %d atoms, rows from %d and %d, %d rows", change.State.Atoms, change.AtomsFrom, change.BondsFrom, len(arrays["elements"].([]uint8)))
	}
	if s := change.State.Steps; len(s) != 1 || s[0].Label != "Delete 3 atoms" || s[0].Detail != "−3" || !change.State.Dirty {
		t.Errorf("history: got %+v, dirty %v", s, change.State.Dirty)
	}
	stale := fails(t, c, "edit.apply", `{"ops":[{"op":"set_cell","cell":null}],"ifRevision":1}`, nil)
	if stale.Code != "STALE" {
		t.Errorf("an old revision: got %s, want STALE", stale.Code)
	}
	do(t, c, "edit.undo", `{}`, nil, &change)
	do(t, c, "edit.hash", `{}`, nil, &hash)
	if hash.Hash != first || len(change.State.Redo) != 1 {
		t.Errorf("undo: got hash %s and %d steps to redo, want %s and 1", hash.Hash, len(change.State.Redo), first)
	}
	do(t, c, "edit.close", `{}`, nil, nil)
	if f := fails(t, c, "edit.hash", `{}`, nil); f.Code != "NO_DOCUMENT" {
		t.Errorf("closed: got %s, want NO_DOCUMENT", f.Code)
	}
}

// TestRevisionNamesOneDocument: a step meant for a document must not reach the one
// that has replaced it, opened over it or after it was closed.
func TestRevisionNamesOneDocument(t *testing.T) {
	c := New(Options{})
	first, _ := openBox(t, c)
	second, _ := openBox(t, c)
	do(t, c, "edit.close", `{}`, nil, nil)
	third, _ := openBox(t, c)
	if a, b, d := first.State.Revision, second.State.Revision, third.State.Revision; a >= b || b >= d {
		t.Errorf("revisions of three documents: got %d, %d, %d; want them to rise", a, b, d)
	}
	request := text(t, map[string]any{"ops": []map[string]any{{"op": "delete_atoms", "atoms": []int{0}}}, "ifRevision": first.State.Revision})
	if f := fails(t, c, "edit.apply", request, nil); f.Code != "STALE" {
		t.Errorf("a step for the first document: got %s, want STALE", f.Code)
	}
}

// TestInsert: one step sets the cell and adds the fragment with all its channels.
func TestInsert(t *testing.T) {
	c := New(Options{})
	openBox(t, c)
	var run runAnswer
	arrays := do(t, c, "tool.run", water300, nil, &run)
	var change changeAnswer
	do(t, c, "edit.apply", text(t, map[string]any{
		"label": "Solvate", "author": "tool", "fragment": run.Result.Structure,
		"ops": []map[string]any{{"op": "set_cell", "cell": []float64{30, 0, 0, 0, 30, 0, 0, 0, 30}}, {"op": "add_fragment", "name": "water"}},
	}), arrays, &change)
	if change.State.Atoms != 600 || len(change.State.Steps) != 1 || change.Added == nil || *change.Added != [2]int{300, 600} || change.State.Cell[0] != 30 {
		t.Errorf("insert: got %+v", change)
	}
	var atom struct {
		AtomName, ResidueName string
		ResidueID             int `json:"residueId"`
		Molecule              int
		Neighbors             []int
	}
	do(t, c, "edit.atom", `{"atom":300}`, nil, &atom)
	if atom.AtomName != "O1" || atom.ResidueName != "WATE" || atom.Molecule != 100 || !slices.Equal(atom.Neighbors, []int{301, 302}) {
		t.Errorf("first added atom: got %+v", atom)
	}
}

// TestReplacePositions: a position goes to the atom at its place in the list.
func TestReplacePositions(t *testing.T) {
	c := New(Options{})
	openBox(t, c)
	var change changeAnswer
	do(t, c, "edit.apply", `{"label":"Move","author":"person","ops":[{"op":"replace_positions","atoms":[9,4]}]}`,
		Bufs{"positions": []float64{9, 9, 9, 4, 4, 4}}, &change)
	if change.AtomsFrom != 4 {
		t.Errorf("rows from %d, want 4", change.AtomsFrom)
	}
	for _, atom := range []float64{4, 9} {
		var got struct{ Position [3]float64 }
		do(t, c, "edit.atom", text(t, map[string]any{"atom": atom}), nil, &got)
		if want := [3]float64{atom, atom, atom}; got.Position != want {
			t.Errorf("atom %g: got %v, want %v", atom, got.Position, want)
		}
	}
}

func TestFiles(t *testing.T) {
	c := New(Options{})
	openBox(t, c)
	var hash, again struct{ Hash string }
	do(t, c, "edit.hash", `{}`, nil, &hash)
	var written struct {
		FileName string
		Report   exportReport
	}
	arrays := do(t, c, "file.write", `{"format":"json"}`, nil, &written)
	if written.FileName != "water.json" || len(written.Report.Losses) != 0 {
		t.Errorf("JSON: got %+v, want water.json without losses", written)
	}
	var read struct {
		Format, Name string
		Structure    structureHead
	}
	arrays = do(t, c, "file.read", `{"name":"x.json"}`, arrays, &read)
	do(t, c, "edit.open", text(t, map[string]any{"name": read.Name, "source": map[string]string{"kind": "file", "label": "x.json"}, "structure": read.Structure}), arrays, nil)
	do(t, c, "edit.hash", `{}`, nil, &again)
	if again != hash {
		t.Errorf("reopened: got hash %s, want %s", again.Hash, hash.Hash)
	}
	var report exportReport
	do(t, c, "file.report", `{"format":"xyz"}`, nil, &report)
	if !slices.ContainsFunc(report.Losses, func(s string) bool { return strings.Contains(s, "200 bonds") }) {
		t.Errorf("XYZ: got losses %q, want the 200 bonds", report.Losses)
	}
	do(t, c, "file.report", `{"format":"lammps","style":"charge"}`, nil, &report)
	arrays = do(t, c, "file.write", `{"format":"lammps","style":"charge"}`, nil, &written)
	if !slices.Contains(report.Losses, "200 bonds are not stored in LAMMPS") || !slices.Equal(written.Report.Losses, report.Losses) || !bytes.Contains(arrays["data"].([]byte), []byte("Atoms # charge")) {
		t.Errorf("LAMMPS: got %+v and %+v", report, written)
	}
	if f := fails(t, c, "file.read", `{"name":"x.xyz"}`, Bufs{"data": []uint8("3\n\nO 0 0 0\n")}); !strings.Contains(f.Message, "line") {
		t.Errorf("a cut file: got %q, want the line", f.Message)
	}
}

func TestForms(t *testing.T) {
	c := New(Options{})
	var list struct {
		Server map[string]string
		Tools  []struct {
			Name        string
			InputSchema json.RawMessage
		}
	}
	do(t, c, "tools.list", `{}`, nil, &list)
	if n := len(tools.Registry().Tools()); list.Server["name"] != "molsmith" || len(list.Tools) != n {
		t.Fatalf("tools.list: got server %v and %d tools, want molsmith and %d", list.Server, len(list.Tools), n)
	}
	var built struct {
		Model struct {
			Fields []struct{ Key, Control string }
		}
	}
	at := slices.IndexFunc(tools.Registry().Tools(), func(tool *contract.Tool) bool { return tool.Name == "liquid_box" })
	schema := list.Tools[at].InputSchema
	request := text(t, map[string]any{"inputSchema": schema, "context": map[string]any{"documentAtoms": nil, "selectionCount": 0, "seed": 5}})
	do(t, c, "form.build", request, nil, &built)
	var keys []string
	for _, f := range built.Model.Fields {
		keys = append(keys, f.Key+":"+f.Control)
	}
	if got, want := strings.Join(keys, " "), "components:table size_by:select density:number edge:number cell:cell temperature:number pressure:number shape:select aspect:vector layout:select tolerance:number seed:seed"; got != want {
		t.Errorf("fields: got %s, want %s", got, want)
	}
	var checked struct{ Problems []contract.Problem }
	do(t, c, "form.check", text(t, map[string]any{"inputSchema": schema, "values": map[string]any{"density": -1, "seed": 1}, "context": map[string]any{"documentAtoms": nil, "selectionCount": 0}}), nil, &checked)
	if len(checked.Problems) != 2 {
		t.Errorf("problems: got %+v, want components and density", checked.Problems)
	}
	f := fails(t, c, "form.build", `{"inputSchema":{"type":"object","properties":{"a":{"oneOf":[]}}},"context":{}}`, nil)
	if f.Code != "FORM_UNSUPPORTED" || !strings.Contains(f.Message, `"a"`) {
		t.Errorf("oneOf: got %s %q", f.Code, f.Message)
	}
}

func TestToolFailures(t *testing.T) {
	c := New(Options{})
	f := fails(t, c, "tool.run", `{"name":"liquid_box","args":{}}`, nil)
	if f.Code != "INVALID_ARGUMENTS" || len(f.Problems) != 2 {
		t.Errorf("no arguments: got %+v", f)
	}
	if f := fails(t, c, "tool.run", `{"name":"nothing"}`, nil); f.Code != "UNKNOWN_TOOL" {
		t.Errorf("unknown tool: got %+v", f)
	}
	if f := fails(t, c, "no.such", `{}`, nil); f.Code != "UNKNOWN_COMMAND" {
		t.Errorf("unknown command: got %+v", f)
	}
	if f := fails(t, c, "edit.open", `[`, nil); f.Code != "INVALID_REQUEST" {
		t.Errorf("broken JSON: got %+v", f)
	}
}

func TestResultCheck(t *testing.T) {
	head := structureHead{Atoms: 2, Bonds: 1}
	arrays := func() Bufs {
		return Bufs{"elements": []uint8{8, 1}, "positions": []float64{0, 0, 0, 1, 0, 0}, "bonds": []uint32{0, 1}}
	}
	c := New(Options{})
	var checked struct{ Result resultTest }
	do(t, c, "result.check", text(t, map[string]any{"result": map[string]any{"contract": 1, "name": " ", "warnings": []any{1, "a"}, "provenance": 3}, "structure": head}), arrays(), &checked)
	if checked.Result.Name != "result" || !slices.Equal(checked.Result.Warnings, []string{"a"}) {
		t.Errorf("got %+v, want the name result and one warning", checked.Result)
	}
	for name, bad := range map[string]func(Bufs) (structureHead, map[string]any){
		"bond to itself":    func(b Bufs) (structureHead, map[string]any) { b["bonds"] = []uint32{1, 1}; return head, nil },
		"bond out of range": func(b Bufs) (structureHead, map[string]any) { b["bonds"] = []uint32{0, 2}; return head, nil },
		"element 0":         func(b Bufs) (structureHead, map[string]any) { b["elements"] = []uint8{0, 1}; return head, nil },
		"array of floats":   func(b Bufs) (structureHead, map[string]any) { b["elements"] = []float64{8, 1}; return head, nil },
		"too few positions": func(b Bufs) (structureHead, map[string]any) { b["positions"] = []float64{0}; return head, nil },
		"name not in table": func(b Bufs) (structureHead, map[string]any) { b["atomNames"] = []uint32{0, 9}; return head, nil },
		"fewer than none": func(b Bufs) (structureHead, map[string]any) {
			delete(b, "bonds")
			return structureHead{Atoms: 2, Bonds: -1}, nil
		},
		"endless bonds":      func(Bufs) (structureHead, map[string]any) { return structureHead{Atoms: 2, Bonds: 1 << 62}, nil },
		"more atoms claimed": func(Bufs) (structureHead, map[string]any) { return structureHead{Atoms: 1 << 40, Bonds: 1}, nil },
		"contract 2":         func(Bufs) (structureHead, map[string]any) { return head, map[string]any{"contract": 2} },
	} {
		b := arrays()
		h, result := bad(b)
		if result == nil {
			result = map[string]any{"contract": 1, "name": "x"}
		}
		f := fails(t, c, "result.check", text(t, map[string]any{"result": result, "structure": h}), b)
		if f.Code != "INVALID_RESULT" || strings.Contains(f.Message, "\n") {
			t.Errorf("%s: got %s %q, want INVALID_RESULT in one line", name, f.Code, f.Message)
		}
	}
}

func TestStructureRoundTrip(t *testing.T) {
	s := &structure.Structure{
		Elements: []uint8{8, 1, 1}, Positions: []float64{0, 0, 0, 1, 0, 0, 0, 1, 0}, Cell: &[9]float64{9, 0, 0, 0, 9, 0, 0, 0, 9},
		Bonds: [][2]uint32{{0, 1}, {0, 2}}, BondOrders: []uint8{1, 2}, Molecules: []int32{0, 0, 0}, ResidueIDs: []int32{-1, 7, 7},
		ResidueNames: []string{"A", "B", "A"}, AtomNames: []string{"O", "H", "H"}, ChainIDs: []string{"X", "X", "Y"}, FormalCharges: []int32{-1, 0, 1},
		Scalars: []structure.Channel{{Name: "q", Values: []float64{1, 2, 3}}},
	}
	bufs := Bufs{}
	back, err := takeStructure(putStructure(s, bufs), bufs)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := text(t, back), text(t, s); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestBufBytes(t *testing.T) {
	for _, buf := range []any{[]float64{1.5, -2}, []float32{1.5, -2}, []uint32{1, 1 << 31}, []int32{-1, 1 << 30}, []uint8{1, 255}} {
		class, n := KindOf(buf)
		back, err := NewBuf(class, n)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := copy(Bytes(back), Bytes(buf)), n*map[string]int{"Float64Array": 8, "Float32Array": 4, "Uint32Array": 4, "Int32Array": 4, "Uint8Array": 1}[class]; got != want {
			t.Errorf("%s: %d bytes, want %d", class, got, want)
		}
		if got, want := text(t, back), text(t, buf); got != want {
			t.Errorf("%s: got %s, want %s", class, got, want)
		}
	}
	// As a Uint8Array sees the memory: little-endian.
	if got, want := Bytes([]uint32{0x01020304}), []byte{4, 3, 2, 1}; !bytes.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := Bytes([]float64(nil)); len(got) != 0 {
		t.Errorf("nothing: got %v", got)
	}
	if _, err := NewBuf("Uint8Array", 1<<40); err == nil {
		t.Error("an array of 2^40 bytes: got no error")
	}
	if _, err := NewBuf("Array", 1); err == nil {
		t.Error("a plain Array: got no error")
	}
}

func TestPanicKeepsTheCore(t *testing.T) {
	var log bytes.Buffer
	c := New(Options{Log: func(s string) { log.WriteString(s) }})
	table["test.panic"] = func(*Core, *request) (response, error) { panic("boom") }
	defer delete(table, "test.panic")
	f := fails(t, c, "test.panic", `{}`, nil)
	if f.Code != "INTERNAL" || strings.Contains(f.Message, "boom") || !strings.Contains(log.String(), "boom") {
		t.Errorf("got %+v and log %.40q; want INTERNAL without the reason, which is logged", f, log.String())
	}
	do(t, c, "tools.list", `{}`, nil, nil)
}

func TestAsFailure(t *testing.T) {
	if f := AsFailure(errors.New("odd")); f.Code != "INTERNAL" {
		t.Errorf("got %+v, want INTERNAL", f)
	}
}

// TestFollow: revisions of a core that replaces another one begin after those of the other.
func TestFollow(t *testing.T) {
	c := New(Options{})
	do(t, c, "edit.follow", `{"revision":41}`, nil, nil)
	do(t, c, "edit.follow", `{"revision":7}`, nil, nil)
	openFile(t, c, "methane.xyz", methane)
	var change changeAnswer
	do(t, c, "edit.rename", `{"name":"m"}`, nil, &change)
	if change.State.Revision != 43 {
		t.Errorf("got revision %d after opening and one change, want 43", change.State.Revision)
	}
}
