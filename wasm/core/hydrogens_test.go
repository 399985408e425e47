package core

import (
	"slices"
	"testing"

	"github.com/molsmith/molsmith/chem/edit"
)

const ethanolHeavy = "\n  Molsmith            3D\n\n  3  2  0  0  0  0            999 V2000\n" +
	"   -0.8883    0.1670   -0.0273 C   0  0\n    0.4658   -0.5116   -0.0368 C   0  0\n    1.4311    0.3229    0.5867 O   0  0\n" +
	"  1  2  1  0\n  2  3  1  0\nM  END\n"

// openFile opens the text of a file as the document.
func openFile(t testing.TB, c *Core, name, content string) {
	t.Helper()
	var file struct {
		Structure structureHead `json:"structure"`
	}
	arrays := do(t, c, "file.read", text(t, map[string]string{"name": name}), Bufs{"data": []uint8(content)}, &file)
	do(t, c, "edit.open", text(t, map[string]any{"name": name, "source": map[string]string{"kind": "file", "label": name}, "structure": file.Structure}), arrays, nil)
}

func TestHydrogens(t *testing.T) {
	c := New(Options{})
	openFile(t, c, "ethanol.mol", ethanolHeavy)
	var answer hydrogensAnswer
	rows := do(t, c, "edit.hydrogens", `{}`, nil, &answer)
	if answer.Hydrogens != 6 || answer.State.Formula != "C2H6O" || answer.Added == nil || *answer.Added != [2]int{3, 9} || answer.State.Steps[0].Label != "Add 6 hydrogens" {
		t.Fatalf("got %+v", answer)
	}
	if n := len(rows["positions"].([]float64)); n != 18 {
		t.Errorf("got %d coordinates, want those of 6 atoms", n)
	}
	do(t, c, "edit.hydrogens", `{}`, nil, &answer)
	if answer.Hydrogens != 0 || len(answer.State.Steps) != 1 {
		t.Errorf("nothing to add: got %d and %d steps, want no step", answer.Hydrogens, len(answer.State.Steps))
	}
	do(t, c, "edit.hydrogens", `{"remove":true}`, Bufs{"atoms": []uint32{2}}, &answer)
	if answer.Hydrogens != 1 || answer.State.Formula != "C2H5O" || answer.State.Steps[1].Label != "Remove 1 hydrogen" {
		t.Errorf("removed from oxygen: got %+v", answer)
	}
	// Adjusting brings the last one back.
	do(t, c, "edit.hydrogens", `{"adjust":true}`, Bufs{"atoms": []uint32{2, 0}}, &answer)
	if answer.Hydrogens != 1 || answer.Removed != 0 || answer.State.Formula != "C2H6O" || answer.State.Steps[2].Label != "Add 1 hydrogen" {
		t.Errorf("adjusted: got %+v", answer)
	}
	do(t, c, "edit.hydrogens", `{"adjust":true}`, nil, &answer)
	if answer.Hydrogens+answer.Removed != 0 || len(answer.State.Steps) != 3 {
		t.Errorf("nothing to adjust: got %+v", answer)
	}
	// The hydrogen of the oxygen goes with its charge, and comes back.
	out := do(t, c, "edit.hydrogens", `{"ops":[{"op":"set_charge","atoms":[2],"by":-1}]}`, Bufs{"atoms": []uint32{2, 8}, "watch": []uint32{8, 2}}, &answer)
	if answer.Removed != 1 || answer.State.Formula != "C2H5O" || answer.State.Charge != -1 || answer.State.Steps[3].Label != "Set charge of #2 to −1, hydrogens adjusted" {
		t.Errorf("ethoxide: got %+v", answer)
	}
	if got := out["watched"].([]uint32); !slices.Equal(got, []uint32{lost, 2}) {
		t.Errorf("ethoxide: the atoms are at %v, want only #2 there", got)
	}
	do(t, c, "edit.undo", `{}`, nil, &answer.changeAnswer)
	if answer.State.Formula != "C2H6O" || answer.State.Charge != 0 {
		t.Errorf("undone: got %s", answer.State.Formula)
	}
	if f := fails(t, c, "edit.hydrogens", `{"ops":[{"op":"paint"}]}`, nil); f.Code != "INVALID_REQUEST" {
		t.Errorf("got %+v, want INVALID_REQUEST", f)
	}
	if f := fails(t, c, "edit.hydrogens", `{"ifRevision":1}`, nil); f.Code != "STALE" {
		t.Errorf("got %+v, want STALE", f)
	}
	if f := fails(t, c, "edit.hydrogens", `{}`, Bufs{"atoms": []uint32{99}}); f.Code != "INVALID_STEP" {
		t.Errorf("got %+v, want INVALID_STEP", f)
	}
	if f := fails(t, c, "edit.hydrogens", `{}`, Bufs{"atoms": []float64{0}}); f.Code != "INVALID_REQUEST" {
		t.Errorf("got %+v, want INVALID_REQUEST", f)
	}
}

func TestHydrogensLabel(t *testing.T) {
	for _, c := range []struct {
		report edit.HydrogenReport
		remove bool
		want   string
	}{
		{edit.HydrogenReport{Hydrogens: 1}, false, "Add 1 hydrogen"},
		{edit.HydrogenReport{Hydrogens: 2}, true, "Remove 2 hydrogens"},
		{edit.HydrogenReport{Hydrogens: 2, Removed: 1}, false, "Add 2 and remove 1 hydrogen"},
		{edit.HydrogenReport{Hydrogens: 1, Removed: 3}, false, "Add 1 and remove 3 hydrogens"},
		{edit.HydrogenReport{Removed: 1}, false, "Remove 1 hydrogen"},
	} {
		if got := hydrogensLabel(c.report, c.remove); got != c.want {
			t.Errorf("%+v: got %q, want %q", c.report, got, c.want)
		}
	}
}

// TestOps: the ops of the protocol by their names, one step with atoms that it adds.
func TestOps(t *testing.T) {
	c := New(Options{})
	openFile(t, c, "ethanol.mol", ethanolHeavy)
	var answer changeAnswer
	rows := do(t, c, "edit.apply", `{"label":"","author":"person","ops":[
		{"op":"add_atom","elements":[7,6],"positions":[2.6,0,0.6,4,0,0.6],"parents":[2,0]},
		{"op":"add_bond","bonds":[3,4],"orders":[3]},
		{"op":"set_order","bonds":[1,0],"orders":[2]},
		{"op":"delete_bond","bonds":[2,1]},
		{"op":"set_element","atoms":[0],"elements":[14]},
		{"op":"set_charge","atoms":[3],"charges":[1]}
	]}`, nil, &answer)
	if got, want := rows["bonds"].([]uint32), []uint32{0, 1, 2, 3, 0, 4, 3, 4}; !slices.Equal(got, want) {
		t.Errorf("bonds: got %v, want %v", got, want)
	}
	if got, want := rows["bondOrders"].([]uint8), []uint8{2, 1, 1, 3}; !slices.Equal(got, want) {
		t.Errorf("orders: got %v, want %v", got, want)
	}
	if got, want := rows["elements"].([]uint8), []uint8{14, 6, 8, 7, 6}; !slices.Equal(got, want) {
		t.Errorf("elements: got %v, want %v", got, want)
	}
	if answer.State.Charge != 1 || answer.State.Steps[0].Label != "Add 2 atoms + 5 more" {
		t.Errorf("got charge %d, label %q", answer.State.Charge, answer.State.Steps[0].Label)
	}
	do(t, c, "edit.apply", `{"label":"","author":"person","ops":[{"op":"set_charge","atoms":[3,2],"by":-1}]}`, nil, &answer)
	if answer.State.Charge != -1 || answer.State.Steps[1].Label != "Set charge of 2 atoms to other values" {
		t.Errorf("lowered: got charge %d, label %q", answer.State.Charge, answer.State.Steps[1].Label)
	}
	for request, want := range map[string]string{
		`{"ops":[{"op":"add_bond","bonds":[0]}]}`:                     "INVALID_REQUEST",
		`{"ops":[{"op":"add_bond","bonds":[0,5]}]}`:                   "INVALID_STEP",
		`{"ops":[{"op":"set_element","atoms":[0],"elements":[300]}]}`: "INVALID_STEP",
		`{"ops":[{"op":"paint","atoms":[0]}]}`:                        "INVALID_REQUEST",
	} {
		if f := fails(t, c, "edit.apply", request, nil); f.Code != want {
			t.Errorf("%s: got %+v, want %s", request, f, want)
		}
	}
}
