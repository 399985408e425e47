package core

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

const methane = "5\nmethane\nC 0 0 0\nH 0.63 0.63 0.63\nH -0.63 -0.63 0.63\nH -0.63 0.63 -0.63\nH 0.63 -0.63 -0.63\n"

// openMethane opens a methane with its bonds.
func openMethane(t testing.TB, c *Core) {
	t.Helper()
	openFile(t, c, "methane.xyz", methane)
	var answer bondsAnswer
	rows := do(t, c, "edit.bondsByDistance", `{"preview":true}`, nil, &answer)
	if answer.Bonds != 4 || answer.State.Bonds != 4 || len(answer.State.Steps) != 0 || !slices.Equal(rows["bonds"].([]uint32), []uint32{0, 1, 0, 2, 0, 3, 0, 4}) {
		t.Fatalf("bonds that would be: got %v, %+v", rows["bonds"], answer)
	}
	do(t, c, "edit.bondsByDistance", `{}`, nil, &answer)
	if answer.Bonds != 4 || answer.State.Bonds != 4 || len(answer.Notes) != 1 || answer.State.Steps[0].Label != "Bonds by distance" {
		t.Fatalf("bonds: got %+v", answer)
	}
	do(t, c, "edit.bondsByDistance", `{"preview":true}`, nil, &answer)
	if answer.Bonds != 0 || answer.State.Bonds != 4 || len(answer.State.Steps) != 1 || len(answer.Notes) != 0 {
		t.Fatalf("bonds that are there already: got %+v", answer)
	}
}

func hashOf(t testing.TB, c *Core) string {
	t.Helper()
	var hash struct{ Hash string }
	do(t, c, "edit.hash", `{}`, nil, &hash)
	return hash.Hash
}

func TestValenceEdits(t *testing.T) {
	c := New(Options{})
	openMethane(t, c)
	start := hashOf(t, c)

	var placed placedAnswer
	do(t, c, "edit.place", `{"element":6,"on":1}`, nil, &placed)
	if placed.State.Formula != "C2H6" || !slices.Equal(placed.Selected, []uint32{1}) || placed.State.Steps[1].Label != "Add C bonded to #0" {
		t.Errorf("place on: got %s, %v, %q", placed.State.Formula, placed.Selected, placed.State.Steps[1].Label)
	}
	do(t, c, "edit.place", `{"element":18,"at":[5,6,7]}`, nil, &placed)
	if placed.State.Atoms != 9 || !slices.Equal(placed.Selected, []uint32{8}) || placed.State.Steps[2].Label != "Add Ar" {
		t.Errorf("place at: got %d atoms, %v", placed.State.Atoms, placed.Selected)
	}
	var change changeAnswer
	do(t, c, "edit.element", `{"atoms":[0],"element":7}`, nil, &change)
	if change.State.Formula != "ArCH5N" && change.State.Formula != "CH5ArN" || change.State.Steps[3].Label != "Set #0 to N, hydrogens adjusted" {
		t.Errorf("element: got %s by %q", change.State.Formula, change.State.Steps[3].Label)
	}
	do(t, c, "edit.bond", `{"a":0,"b":1,"order":2,"rebalance":true}`, nil, &change)
	if !strings.Contains(change.State.Formula, "H3") || len(change.State.Steps) != 5 {
		t.Errorf("bond: got %s in %d steps", change.State.Formula, len(change.State.Steps))
	}
	do(t, c, "edit.bond", `{"a":0,"b":1,"order":2,"rebalance":true}`, nil, &change)
	if len(change.State.Steps) != 5 {
		t.Errorf("the same order again: got %d steps, want none more", len(change.State.Steps))
	}
	do(t, c, "edit.remove", `{"atoms":[],"bonds":[0,1],"fill":true}`, nil, &change)
	if !strings.Contains(change.State.Formula, "H7") {
		t.Errorf("remove: got %s", change.State.Formula)
	}
	do(t, c, "edit.remove", `{"fill":false}`, Bufs{"atoms": []uint32{0}}, &change)
	if strings.Contains(change.State.Formula, "N") {
		t.Errorf("remove an atom: got %s", change.State.Formula)
	}
	do(t, c, "edit.jump", `{"steps":1}`, nil, &change)
	if hashOf(t, c) != start || len(change.State.Redo) != 6 {
		t.Errorf("jump: the first step is not what it was; %d steps to redo", len(change.State.Redo))
	}
	for _, tc := range []struct{ cmd, request, want string }{
		{"edit.place", `{"element":6}`, "either at a position or on an atom"},
		{"edit.place", `{"element":6,"on":1,"at":[0,0,0]}`, "either at a position or on an atom"},
		{"edit.place", `{"element":0,"on":0}`, "element 0"},
		{"edit.place", `{"element":6,"on":77}`, "atom 77 is not in the document"},
		{"edit.element", `{"element":6}`, "name at least one"},
		{"edit.remove", `{}`, "there is nothing to delete"},
		{"edit.remove", `{"bonds":[1]}`, "each bond has two atoms"},
		{"edit.bond", `{"a":1,"b":2,"order":0,"rebalance":true}`, "are not bonded"},
		{"edit.copy", `{}`, "no atom to copy"},
		{"edit.bondsByDistance", `{"scale":9}`, "give one from 0.3 to 1"},
		{"edit.measure", `{"atoms":[1]}`, "a distance has two"},
	} {
		if f := fails(t, c, tc.cmd, tc.request, nil); !strings.Contains(f.Message, tc.want) {
			t.Errorf("%s %s: got %q, want … %s", tc.cmd, tc.request, f.Message, tc.want)
		}
	}
	for _, cmd := range []string{"edit.place", "edit.element", "edit.bond", "edit.remove", "edit.measure", "edit.bondsByDistance"} {
		if f := fails(t, c, cmd, `{"ifRevision":0}`, nil); f.Code != "STALE" {
			t.Errorf("%s of an old revision: got %s", cmd, f.Code)
		}
	}
}

func TestOpsOfThePage(t *testing.T) {
	c := New(Options{})
	openMethane(t, c)
	start := hashOf(t, c)
	var change changeAnswer
	rows := do(t, c, "edit.apply", `{"label":"","author":"person","ops":[{"op":"move_atoms","atoms":[0,1],"by":[1,0,0]},
		{"op":"rotate_atoms","atoms":[2],"axis":[0,0,1],"origin":[0,0,0],"angle":180},
		{"op":"set_label","atoms":[3,4],"name":"HX","residueName":"CH4","residueId":7,"chainId":"B"},
		{"op":"set_charge","atoms":[0],"by":1}]}`, nil, &change)
	p := rows["positions"].([]float64)
	if p[0] != 1 || math.Abs(p[6]-0.63) > 1e-12 || math.Abs(p[7]-0.63) > 1e-12 || change.State.Charge != 1 {
		t.Errorf("got positions %v, charge %d", p, change.State.Charge)
	}
	var atom map[string]any
	do(t, c, "edit.atom", `{"atom":4}`, nil, &atom)
	if atom["atomName"] != "HX" || atom["residueName"] != "CH4" || atom["residueId"] != 7.0 || atom["chainId"] != "B" || atom["fractional"] != nil {
		t.Errorf("labels: got %v", atom)
	}
	do(t, c, "edit.apply", `{"ops":[{"op":"set_cell","cell":[2,0,0,0,4,0,0,0,8]}]}`, nil, &change)
	do(t, c, "edit.atom", `{"atom":0}`, nil, &atom)
	if f, _ := atom["fractional"].([]any); len(f) != 3 || f[0] != 0.5 {
		t.Errorf("fractional coordinates: got %v", atom["fractional"])
	}
	do(t, c, "edit.apply", `{"ops":[{"op":"clear"}]}`, nil, &change)
	if s := change.State; s.Bonds != 0 || s.Steps[3].Label != "Clear all" || change.AtomsFrom != 0 {
		t.Errorf("clear: got %+v", change)
	}
	do(t, c, "edit.jump", `{"steps":1}`, nil, &change)
	if hashOf(t, c) != start {
		t.Error("the first step is not what it was")
	}
	rows = do(t, c, "edit.apply", `{"ops":[{"op":"set_charge","atoms":[4],"charges":[1]},{"op":"move_atoms","by":[0,0,5]}]}`, Bufs{"ops.1.atoms": []uint32{3, 4}}, &change)
	if p := rows["positions"].([]float64); change.AtomsFrom != 3 || math.Abs(p[2]-4.37) > 1e-12 || change.State.Charge != 1 {
		t.Errorf("atoms as an array: got positions %v from %d, charge %d", p, change.AtomsFrom, change.State.Charge)
	}
	if f := fails(t, c, "edit.apply", `{"ops":[{"op":"move_atoms","atoms":[0],"by":"x"}]}`, nil); !strings.Contains(f.Message, "ops/0/by") {
		t.Errorf("a shift that is none: got %+v", f)
	}
	if f := fails(t, c, "edit.apply", `{"ops":[{"op":"expand_symmetry"}]}`, nil); !strings.Contains(f.Message, "no symmetry to expand") {
		t.Errorf("no symmetry: got %q", f.Message)
	}
}

func TestMeasureCommand(t *testing.T) {
	c := New(Options{})
	openMethane(t, c)
	var m struct {
		Value  float64
		Unit   string
		Change *changeAnswer
	}
	do(t, c, "edit.measure", `{"atoms":[1,0,2]}`, nil, &m)
	if math.Abs(m.Value-109.471) > 1e-3 || m.Unit != "°" || m.Change != nil {
		t.Errorf("angle: got %+v", m)
	}
	rows := do(t, c, "edit.measure", `{"atoms":[0,1],"set":2.5}`, nil, &m)
	if math.Abs(m.Value-2.5) > 1e-9 || m.Unit != "Å" || m.Change == nil || m.Change.AtomsFrom != 1 || len(rows["positions"].([]float64)) != 12 {
		t.Errorf("set: got %+v", m)
	}
	if got := m.Change.State.Steps[1].Label; got != "Set distance #0–#1 to 2.5 Å" {
		t.Errorf("label: got %q", got)
	}
}

func TestCopyOriginalProject(t *testing.T) {
	c := New(Options{})
	openMethane(t, c)
	var copied struct{ Structure structureHead }
	arrays := do(t, c, "edit.copy", `{"atoms":[0,2]}`, nil, &copied)
	if copied.Structure.Atoms != 2 || copied.Structure.Bonds != 1 || len(arrays["positions"].([]float64)) != 6 {
		t.Errorf("copy: got %+v", copied)
	}
	var change changeAnswer
	do(t, c, "edit.apply", text(t, map[string]any{"label": "Paste", "author": "person", "ops": []any{map[string]string{"op": "add_fragment", "name": "Copy"}}, "fragment": copied.Structure}), arrays, &change)
	if change.State.Atoms != 7 {
		t.Errorf("paste: got %d atoms, want 7", change.State.Atoms)
	}
	edits := hashOf(t, c)
	rows := do(t, c, "edit.original", `{"on":true}`, nil, &change)
	if !change.State.Original || change.State.Atoms != 5 || change.State.Bonds != 0 || len(rows["elements"].([]uint8)) != 5 {
		t.Errorf("original: got %+v", change)
	}
	if f := fails(t, c, "edit.place", `{"element":6,"on":1}`, nil); f.Code != "SHOWING_ORIGINAL" {
		t.Errorf("an edit of the original: got %+v", f)
	}
	var written struct{ FileName, Mime string }
	file := do(t, c, "file.write", `{"format":"xyz"}`, nil, &written)
	if !strings.HasPrefix(string(file["data"].([]uint8)), "7\n") {
		t.Errorf("while the original is shown the file is %q", file["data"])
	}
	text := do(t, c, "project.save", `{}`, nil, &written)["text"].([]uint8)
	if written.FileName != "methane.xyz.molsmith.json" && written.FileName != "methane.molsmith.json" {
		t.Errorf("file name: got %q", written.FileName)
	}
	do(t, c, "edit.original", `{"on":false}`, nil, &change)
	if change.State.Original || hashOf(t, c) != edits {
		t.Error("the document is not back")
	}
	do(t, c, "edit.undo", `{}`, nil, &change)
	revision := change.State.Revision
	var opened projectAnswer
	do(t, c, "project.open", `{}`, Bufs{"data": text}, &opened)
	if !opened.Opened || len(opened.State.Steps) != 2 || opened.State.Dirty || hashOf(t, c) != edits || len(opened.Warnings) != 0 || opened.State.Revision <= revision {
		t.Errorf("opened: got %+v", opened)
	}
	do(t, c, "project.open", `{"unsaved":true}`, Bufs{"data": text}, &opened)
	if !opened.State.Dirty {
		t.Error("a document that no file has is not dirty")
	}
	// What was written is an older state: the document is in no file.
	old := fmt.Sprintf(`{"ifRevision":%d}`, opened.State.Revision-1)
	if f := fails(t, c, "edit.markSaved", old, nil); f.Code != "STALE" {
		t.Errorf("an older state was saved: got %+v", f)
	}
	do(t, c, "edit.markSaved", fmt.Sprintf(`{"ifRevision":%d}`, opened.State.Revision), nil, &change)
	if change.State.Dirty {
		t.Error("a document that was saved is dirty")
	}
	broken := strings.Replace(string(text), `"add_fragment"`, `"add_magic"`, 1)
	do(t, c, "project.open", `{}`, Bufs{"data": []uint8(broken)}, &opened)
	if len(opened.Warnings) != 1 || opened.State.Steps[1].Broken == "" || opened.State.Atoms != 5 {
		t.Errorf("a broken step: got %+v", opened)
	}
	if f := fails(t, c, "project.open", `{}`, Bufs{"data": []uint8("{}")}); f.Code != "INVALID_PROJECT" {
		t.Errorf("no project: got %+v", f)
	}
}

const saltCIF = "data_salt\n_cell_length_a 5.64\n_cell_length_b 5.64\n_cell_length_c 5.64\n_cell_angle_alpha 90\n_cell_angle_beta 90\n_cell_angle_gamma 90\n" +
	"_symmetry_space_group_name_H-M 'F m -3 m'\nloop_\n_atom_site_label\n_atom_site_fract_x\n_atom_site_fract_y\n_atom_site_fract_z\nNa1 0 0 0\nCl1 0.5 0.5 0.5\n"

// TestOpenCrystal: the source is the asymmetric unit, the cell is the first step.
func TestOpenCrystal(t *testing.T) {
	c := New(Options{})
	var file readAnswer
	arrays := do(t, c, "file.read", `{"name":"salt.cif"}`, Bufs{"data": []uint8(saltCIF)}, &file)
	if file.Structure.Atoms != 2 || file.Symmetry == nil || len(file.Symmetry.Operations) != 192 {
		t.Fatalf("read: got %+v", file)
	}
	var change changeAnswer
	do(t, c, "edit.open", text(t, map[string]any{"name": "salt", "source": map[string]string{"kind": "file", "label": "salt.cif"}, "structure": file.Structure, "symmetry": file.Symmetry}), arrays, &change)
	s := change.State
	if !change.Opened || s.Formula != "Cl4Na4" || s.Dirty || s.Symmetry != nil || len(s.Steps) != 1 || s.Steps[0].Author != "file" ||
		s.Steps[0].Label != "Expand symmetry (F m -3 m, 192 operations)" || s.Steps[0].Detail != "+6" || s.Source.Atoms != 2 {
		t.Errorf("opened: got %+v", s)
	}
	do(t, c, "edit.undo", `{}`, nil, &change)
	if s := change.State; s.Atoms != 2 || s.Symmetry == nil || s.Symmetry.Operations != 192 || s.Symmetry.SpaceGroup != "F m -3 m" {
		t.Errorf("undone: got %+v", s)
	}
	do(t, c, "edit.apply", `{"ops":[{"op":"expand_symmetry"}]}`, nil, &change)
	if change.State.Atoms != 8 || change.State.Steps[0].Author != "person" {
		t.Errorf("expanded: got %+v", change.State)
	}
}

// TestReadAsks: a file that does not state its elements says what it would take them for.
func TestReadAsks(t *testing.T) {
	c := New(Options{})
	poscar := "no names\n1.0\n5 0 0\n0 5 0\n0 0 5\n1 2\nDirect\n0 0 0\n0.5 0.5 0.5\n0.25 0.25 0.25\n"
	var file readAnswer
	do(t, c, "file.read", `{"name":"POSCAR","ask":true}`, Bufs{"data": []uint8(poscar)}, &file)
	if len(file.Labels) != 2 || file.Labels[1].Atoms != 2 || file.Labels[1].Element != 0 || file.Structure.Atoms != 0 {
		t.Fatalf("asked: got %+v", file)
	}
	request := text(t, map[string]any{"name": "POSCAR", "ask": false, "elements": map[string]int{file.Labels[0].Label: 22, file.Labels[1].Label: 8}})
	arrays := do(t, c, "file.read", request, Bufs{"data": []uint8(poscar)}, &file)
	if got := arrays["elements"].([]uint8); !slices.Equal(got, []uint8{22, 8, 8}) {
		t.Errorf("answered: got elements %v", got)
	}
	if f := fails(t, c, "file.read", `{"name":"POSCAR"}`, Bufs{"data": []uint8(poscar)}); !strings.Contains(f.Message, "does not state the elements") {
		t.Errorf("not asked: got %q", f.Message)
	}
	disordered := strings.Replace(saltCIF, "_atom_site_fract_z\nNa1 0 0 0\n", "_atom_site_fract_z\n_atom_site_occupancy\nNa1 0 0 0 0.7\nK1 0 0 0 0.3\n", 1)
	disordered = strings.Replace(disordered, "0.5 0.5 0.5", "0.5 0.5 0.5 1", 1)
	for _, tc := range []struct {
		ordered    bool
		atoms      int
		disordered bool
	}{{false, 3, true}, {true, 2, false}} {
		var file readAnswer
		do(t, c, "file.read", text(t, map[string]any{"name": "salt.cif", "ordered": tc.ordered}), Bufs{"data": []uint8(disordered)}, &file)
		if file.Structure.Atoms != tc.atoms || file.Disordered != tc.disordered || file.Symmetry == nil {
			t.Errorf("ordered %v: got %+v", tc.ordered, file)
		}
	}
	do(t, c, "file.read", `{"name":"x.molsmith.json"}`, Bufs{"data": []uint8(`{"format":"molsmith-project","version":1}`)}, &file)
	if !file.Project {
		t.Errorf("a project: got %+v", file)
	}
}

// TestInferredBonds: the state, the rows and the export report say which bonds nobody stated.
func TestInferredBonds(t *testing.T) {
	c := New(Options{})
	openFile(t, c, "methane.xyz", methane)
	var answer struct{ Bonds int }
	if bufs := do(t, c, "edit.inferred", `{}`, nil, &answer); answer.Bonds != 0 || len(bufs) != 0 {
		t.Errorf("no bonds: got %d, %v", answer.Bonds, bufs)
	}
	var change changeAnswer
	do(t, c, "edit.bondsByDistance", `{}`, nil, &change)
	if !change.State.Inferred || change.State.Steps[0].Detail != "+4 bonds" {
		t.Errorf("got inferred %v, detail %q", change.State.Inferred, change.State.Steps[0].Detail)
	}
	do(t, c, "edit.bond", `{"a":0,"b":1,"order":2,"rebalance":false}`, nil, &change)
	bufs := do(t, c, "edit.inferred", `{}`, nil, &answer)
	if rows := bufs["inferred"].([]uint8); answer.Bonds != 3 || len(rows) != 4 || slices.Contains(rows[1:], 0) {
		t.Errorf("after one was set: got %d, %v", answer.Bonds, rows)
	}
	for format, want := range map[string]string{
		"mol": "3 of 4 bonds were found by distance, without orders; the file does not say so",
		"xyz": "", // it stores no bonds
	} {
		var report exportReport
		do(t, c, "file.report", `{"format":"`+format+`"}`, nil, &report)
		got := ""
		for _, line := range report.Changes {
			if strings.Contains(line, "by distance") {
				got = line
			}
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", format, got, want)
		}
	}
}
