package edit

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/contract"
)

func saved(t testing.TB, d *Document) []byte {
	t.Helper()
	data, err := d.Project()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func loaded(t testing.TB, data []byte) (*Document, []string) {
	t.Helper()
	d, warnings, err := ReadProject(data)
	if err != nil {
		t.Fatal(err)
	}
	return d, warnings
}

// edited is a document with a step of every op, two of them undone.
func edited(t testing.TB) *Document {
	vacuum, id := 0.0, int32(7)
	d := open(t, waters(3))
	apply(t, d, &AddFragment{Name: "Water", Atoms: waters(1)})
	apply(t, d, &DeleteAtoms{Atoms: refs(t, d, 1, 10)})
	apply(t, d, &SetCell{Cell: &[9]float64{9.123456789012345, 0, 0, 0.1, 8, 0, 0, 0, 7}})
	apply(t, d, &SetCell{Cell: &[9]float64{10, 0, 0, 0, 8, 0, 0, 0, 7}, ScaleAtoms: true})
	apply(t, d, &AddAtoms{Name: "tail", Elements: []uint8{6, 1}, Positions: []float64{1, 2, 3, 4, 5, 6.25}, Charges: []int32{-1, 0}, Parents: refs(t, d, 8, 0), Orders: []uint8{2, 1}},
		&AddBonds{Bonds: [][2]Ref{{Added(0, 0), Added(0, 1)}}, Orders: []uint8{4}},
		&SetElements{Atoms: []Ref{Added(0, 1)}, Elements: []uint8{9}})
	apply(t, d, &ReplacePositions{Atoms: refs(t, d, 3, 0), Positions: []float64{0.1, 0.2, 0.3, math.Copysign(0, -1), 1e-300, 7}})
	apply(t, d, &SetOrders{Bonds: [][2]Ref{{refs(t, d, 3)[0], refs(t, d, 2)[0]}}, Orders: []uint8{3}})
	apply(t, d, &SetCharges{Atoms: refs(t, d, 3, 4), Charges: []int32{1, -2}})
	apply(t, d, &DeleteBonds{Bonds: [][2]Ref{{refs(t, d, 3)[0], refs(t, d, 2)[0]}}},
		&Wrap{}, &Unwrap{}, &Wrap{Molecules: true}, &Center{Axes: "ac", Vacuum: &vacuum}, &Center{Axes: "b"},
		&MoveAtoms{Atoms: refs(t, d, 2), By: geom.Vec3{Y: 0.1}}, &RotateAtoms{Atoms: refs(t, d, 1, 4), Axis: geom.Vec3{X: 1, Z: 1}, Origin: geom.Vec3{Y: 2}, Angle: -30},
		&SetLabels{Atoms: refs(t, d, 0, 5), Name: text("Q1"), ResidueName: text(""), ResidueID: &id, ChainID: text("Z")}, &SetLabels{Atoms: refs(t, d, 1), ResidueName: text("ABCD")})
	if _, err := d.Apply(Step{Label: "From a tool", Author: Tool, Provenance: &Provenance{Tool: "solvate", Arguments: json.RawMessage(`{"seed":1}`), Provenance: json.RawMessage(`{}`)},
		Ops: []Op{&AddFragment{Name: "", Atoms: argon()}}}); err != nil {
		t.Fatal(err)
	}
	d.Undo()
	d.Undo()
	return d
}

func TestProject(t *testing.T) {
	d := edited(t)
	data := saved(t, d)
	got, warnings := loaded(t, data)
	if len(warnings) != 0 {
		t.Errorf("warnings: %q", warnings)
	}
	if got.Hash() != d.Hash() || got.Dirty() || got.Name() != d.Name() || got.About().Label != "test" {
		t.Errorf("got %q of %q, dirty %v, hash %s; want %s", got.Name(), got.About().Label, got.Dirty(), got.Hash(), d.Hash())
	}
	if again := saved(t, got); string(again) != string(data) {
		t.Errorf("written again:\n%s\nwant\n%s", again, data)
	}
	// The history is there: every state has the hash it had, forth and back.
	for at := range len(d.Steps()) + len(d.RedoSteps()) + 1 {
		if _, err := got.Jump(at); err != nil {
			t.Fatal(err)
		}
		if _, err := d.Jump(at); err != nil {
			t.Fatal(err)
		}
		if got.Hash() != d.Hash() {
			t.Errorf("after %d steps the hash is another one", at)
		}
	}
	steps := got.Steps()
	if last := steps[len(steps)-1]; last.Author != Tool || last.Provenance.Tool != "solvate" || last.ID != "s10" {
		t.Errorf("the last step: got %+v", last)
	}
	// Editing goes on with ids that nothing has.
	apply(t, got, &AddAtoms{Name: "H", Elements: []uint8{1}, Positions: make([]float64, 3)})
	if id := got.FormatRef(refs(t, got, got.Structure().Len()-1)[0]); id != "h-4:0" {
		t.Errorf("the next id: got %s, want h-4:0", id)
	}
	if id := got.Steps()[len(got.Steps())-1].ID; id != "s11" {
		t.Errorf("the next step: got %s, want s11", id)
	}
}

func TestProjectOfNothing(t *testing.T) {
	d := open(t, structure.Structure{Elements: []uint8{}, Positions: []float64{}, Cell: &[9]float64{10, 0, 0, 0, 10, 0, 0, 0, 10}})
	got, _ := loaded(t, saved(t, d))
	if got.Hash() != d.Hash() {
		t.Error("an empty cell comes back as another document")
	}
}

// TestProjectBroken: a step that cannot be done is skipped whole and kept in the file.
func TestProjectBroken(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"unknown atom", `"op":"delete_atoms","atoms":[1,`, `"op":"delete_atoms","atoms":[77,`, "atom 77 is not in the document"},
		{"unknown id", `"atoms":[1,"water-1:1"]`, `"atoms":[1,"wader-1:1"]`, `no step before adds "wader-1"`},
		{"unknown op", `"op":"delete_atoms"`, `"op":"explode"`, `there is no op "explode"`},
		{"no ops", `"ops":[{"op":"delete_atoms","atoms":[1,"water-1:1"]}]`, `"ops":[]`, "no change"},
		{"bad structure", `"elements":[8,1,1],`, `"elements":[8,1,"x"],`, "elements"},
		{"id without number", `"id":"water-1"`, `"id":"water"`, "is no id of added atoms"},
		{"id that falls", `"id":"tail-2"`, `"id":"tail-1"`, "their numbers rise"},
		{"order 9", `"orders":[4]`, `"orders":[9]`, "no bond order 9"},
	} {
		t.Run(c.name, func(t *testing.T) {
			data := string(saved(t, edited(t)))
			if !strings.Contains(data, c.old) {
				t.Fatalf("%s has no %s", data, c.old)
			}
			bad := strings.Replace(data, c.old, c.new, 1)
			d, warnings := loaded(t, []byte(bad))
			if len(warnings) == 0 || !strings.Contains(warnings[0], c.want) || strings.Contains(warnings[0], "\n") {
				t.Fatalf("warnings: got %q, want one line with %q", warnings, c.want)
			}
			if err := d.Structure().Validate(); err != nil {
				t.Fatal(err)
			}
			broken := slices.IndexFunc(d.Steps(), func(s *Step) bool { return s.Broken != "" })
			if broken < 0 || d.Steps()[broken].Detail != "left out" || len(d.Steps()) != 8 || len(d.RedoSteps()) != 2 {
				t.Fatalf("got %d steps and %d to redo, the first broken one is %d", len(d.Steps()), len(d.RedoSteps()), broken)
			}
			hash := d.Hash()
			if _, err := d.Jump(0); err != nil {
				t.Fatal(err)
			}
			if _, err := d.Jump(8); err != nil || d.Hash() != hash {
				t.Error("undone and redone it is another document")
			}
			if c.name != "bad structure" && c.name != "no ops" && !strings.Contains(string(saved(t, d)), c.new) {
				t.Error("the broken step is not kept in the file")
			}
		})
	}
}

// TestProjectHash: a file that says its hash is checked by it.
func TestProjectHash(t *testing.T) {
	d := edited(t)
	data, err := d.HashedProject()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(data), `"sha256":"`+d.Hash()+`"`) {
		t.Error("the hash is not in the file")
	}
	if _, warnings := loaded(t, data); len(warnings) != 0 {
		t.Errorf("warnings: %q", warnings)
	}
	other := strings.Replace(string(data), `5,6.25]`, `5,6.5]`, 1)
	if _, warnings := loaded(t, []byte(other)); len(warnings) != 1 || !strings.Contains(warnings[0], "another structure") {
		t.Errorf("changed by hand: got warnings %q", warnings)
	}
}

// TestProjectDoc: the page of the docs lists every op, and its example is a project.
func TestProjectDoc(t *testing.T) {
	page, err := os.ReadFile("../../docs/project-file.md")
	if err != nil {
		t.Fatal(err)
	}
	_, example, _ := strings.Cut(string(page), "```json\n")
	example, _, _ = strings.Cut(example, "```")
	d, warnings := loaded(t, []byte(example))
	if s := d.Structure(); len(warnings) != 0 || s.Formula() != "CHO" || s.Charge() != -1 || len(d.Steps()) != 2 {
		t.Errorf("the example: got %s of charge %d, warnings %q", s.Formula(), s.Charge(), warnings)
	}
	source, err := os.ReadFile("projectread.go")
	if err != nil {
		t.Fatal(err)
	}
	ops := regexp.MustCompile("(?m)^\tcase \"([a-z_]+)\":").FindAllStringSubmatch(string(source), -1)
	for _, m := range ops {
		if !strings.Contains(string(page), "| `"+m[1]+"` |") {
			t.Errorf("the page does not list the op %s", m[1])
		}
	}
	if len(ops) < 18 {
		t.Errorf("%d ops are read, want all", len(ops))
	}
}

func TestProjectRefused(t *testing.T) {
	good := string(saved(t, open(t, argon())))
	for _, c := range []struct{ name, data, want string }{
		{"no JSON", "ATOM", "no project"},
		{"another file", `{"elements":[1]}`, `"format" is not "molsmith-project"`},
		{"later version", strings.Replace(good, `"version":1`, `"version":2`, 1), "version 2"},
		{"no source", `{"format":"molsmith-project","version":1,"source":{"structure":null}}`, "source"},
		{"bad source", strings.Replace(good, `"elements":[18]`, `"elements":[0]`, 1), ""},
		{"bad atom", strings.Replace(good, `"steps":[]`, `"steps":[{"ops":[{"op":"delete_atoms","atoms":[-1]}]}]`, 1), "an atom is named"},
	} {
		_, _, err := ReadProject([]byte(c.data))
		var e *contract.Error
		if !errors.As(err, &e) || !strings.Contains(e.Message, c.want) || strings.Contains(e.Message, "\n") {
			t.Errorf("%s: got %v, want one line with %q", c.name, err, c.want)
		}
	}
}

func TestProjectWalks(t *testing.T) {
	for seed := range uint64(20) {
		d := open(t, waters(3))
		r := rand.New(rand.NewPCG(seed, 7))
		for range 20 {
			_, _ = d.Apply(Step{Ops: randomStep(r, d)}) // some cannot be applied
			if r.IntN(4) == 0 {
				d.Undo()
			}
		}
		for range r.IntN(4) {
			d.Undo()
		}
		got, warnings := loaded(t, saved(t, d))
		if got.Hash() != d.Hash() || len(warnings) != 0 {
			t.Fatalf("seed %d: another document (%q)", seed, warnings)
		}
		for range d.RedoSteps() {
			got.Redo()
			d.Redo()
		}
		if got.Hash() != d.Hash() {
			t.Fatalf("seed %d: redo gives another document", seed)
		}
	}
}

func FuzzReadProject(f *testing.F) {
	f.Add(saved(f, edited(f)))
	f.Add(saved(f, open(f, argon())))
	f.Add([]byte(`{"format":"molsmith-project","version":1,"name":"","source":{"structure":{"elements":[],"positions":[],"cell":null,"bonds":[]}},"steps":[{"ops":[{"op":"add_atom","id":"-1","elements":[1],"positions":[0,0,0]}]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		d, _, err := ReadProject(data)
		if err != nil {
			return
		}
		if err := d.Structure().Validate(); err != nil {
			t.Fatal(err)
		}
		// What was read can be written, and is the same document then.
		again, warnings := loaded(t, saved(t, d))
		if again.Hash() != d.Hash() {
			t.Fatalf("another document (%q)", warnings)
		}
		if _, err := d.Jump(0); err != nil {
			t.Fatal(err)
		}
	})
}

// TestProjectNumbers: whole numbers are written so that they are read again.
func TestProjectNumbers(t *testing.T) {
	for _, id := range []int32{0, -1, 1_000_000, math.MaxInt32, math.MinInt32} {
		d := open(t, waters(1))
		apply(t, d, &SetLabels{Atoms: refs(t, d, 0), ResidueID: &id})
		got, warnings := loaded(t, saved(t, d))
		if len(warnings) != 0 || got.Structure().ResidueIDs[0] != id {
			t.Errorf("%d: got %v, warnings %q", id, got.Structure().ResidueIDs, warnings)
		}
	}
}
