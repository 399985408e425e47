package core

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// cutWater is a water cut by the face at x = 0, and one outside a box of 10 Å.
const cutWater = `{"elements":[8,1,1,8,1,1],"positions":[0.1,5,5,0.857,5.586,5,9.343,5.586,5,25,5,5,25.757,5.586,5,24.243,5.586,5],
"cell":[10,0,0,0,10,0,0,0,10],"bonds":[[0,1],[0,2],[3,4],[3,5]]}`

// endless is a chain of three carbon atoms that goes on through the faces of the cell.
const endless = `{"elements":[6,6,6],"positions":[0,0,0,1.4,0,0,2.8,0,0],"cell":[4.2,0,0,0,20,0,0,0,20],"bonds":[[0,1],[1,2],[2,0]]}`

func TestCellMake(t *testing.T) {
	c := New(Options{})
	var a cellAnswer
	do(t, c, "cell.make", `{"parameters":[10,10,15,90,90,120]}`, nil, &a)
	if a.Problem != "" || a.Cell == nil || math.Abs(a.Volume-1500*math.Sqrt(0.75)) > 1e-9 || a.Heights[2] != 15 || a.Parameters[2] != 15 || a.Parameters[3] != 90 {
		t.Errorf("hexagonal: got %+v", a)
	}
	for _, q := range []struct{ request, want string }{
		{`{"parameters":[10,10,10,30,40,80]}`, "No cell has the angles 30°, 40°, 80°: each must be less than the sum of the other two, and all three together less than 360°."},
		{`{"parameters":[0,10,10,90,90,90]}`, "Cell edge a is 0 Å: it must be above 0"},
		{`{"vectors":[0,1,0,1,0,0,0,0,1]}`, "The cell vectors are left-handed: swap two vectors."},
		{`{"vectors":[1,0,0,2,0,0,0,0,1]}`, "The cell vectors do not span a volume."},
		{`{"parameters":[5,5,9,90,90,90],"like":[0,5,0,5,0,0,0,0,5]}`, "The cell vectors are left-handed: swap two vectors."},
	} {
		a = cellAnswer{}
		if do(t, c, "cell.make", q.request, nil, &a); a.Cell != nil || !strings.HasPrefix(a.Problem, q.want) {
			t.Errorf("%s: got %+v, want %q", q.request, a, q.want)
		}
	}
	a = cellAnswer{}
	do(t, c, "cell.make", `{"vectors":[0,5,0,6,0,0,0,0,7]}`, nil, &a)
	if a.Problem == "" || a.Parameters == nil || *a.Parameters != [6]float64{5, 6, 7, 90, 90, 90} {
		t.Errorf("left-handed: got %+v, want its parameters too", a)
	}
	a = cellAnswer{}
	do(t, c, "cell.make", `{"parameters":[5,5,9,90,90,90],"like":[0,5,0,0,0,5,5,0,0]}`, nil, &a)
	if want := [9]float64{0, 5, 0, 0, 0, 5, 9, 0, 0}; a.Cell == nil || *a.Cell != want {
		t.Errorf("a longer c keeps the directions: got %+v", a)
	}
	if f := fails(t, c, "cell.make", `{}`, nil); f.Code != "INVALID_REQUEST" {
		t.Errorf("got %+v", f)
	}
}

// TestPreviewRows: the rows of a preview are those of the step, though it is taken back.
func TestPreviewRows(t *testing.T) {
	c := New(Options{})
	openFile(t, c, "water.json", cutWater)
	for _, ops := range []string{
		`{"op":"delete_atoms","atoms":[1]}`,
		`{"op":"delete_bond","bonds":[0,1]}`,
		`{"op":"add_bond","bonds":[1,2],"orders":[2]}`,
		`{"op":"set_order","bonds":[3,4],"orders":[2]}`,
		`{"op":"set_element","atoms":[0],"elements":[16]}`,
		`{"op":"move_atoms","atoms":[1],"by":[1,0,0]}`,
		`{"op":"supercell","matrix":[2,0,0,0,1,0,0,0,1]}`,
	} {
		request := `{"label":"","author":"person","ops":[` + ops + `]}`
		var p previewAnswer
		var change changeAnswer
		// As text, for the step writes where the preview did.
		shown := fmt.Sprint(do(t, c, "edit.preview", request, nil, &p))
		done := fmt.Sprint(do(t, c, "edit.apply", request, nil, &change))
		if p.AtomsFrom != change.AtomsFrom || p.BondsFrom != change.BondsFrom || shown != done {
			t.Errorf("%s: shown from %d and %d: %s, done from %d and %d: %s", ops, p.AtomsFrom, p.BondsFrom, shown, change.AtomsFrom, change.BondsFrom, done)
		}
		if strings.Contains(ops, "delete_atoms") && !strings.Contains(shown, "bonds:[0 1 2 3 2 4]") {
			t.Errorf("%s: got %s", ops, shown)
		}
		do(t, c, "edit.undo", `{}`, nil, nil)
	}
}

// TestPreview: the answer is that of the step, and the document stays.
func TestPreview(t *testing.T) {
	c := New(Options{})
	openFile(t, c, "water.json", cutWater)
	var before, after struct{ Hash string }
	do(t, c, "edit.hash", `{}`, nil, &before)
	var p previewAnswer
	rows := do(t, c, "edit.preview", `{"label":"","author":"person","ops":[{"op":"center","axes":"abc","vacuum":2}]}`, nil, &p)
	if len(rows["positions"].([]float64)) != 18 || p.State.Cell == nil || p.State.Cell[8] != 4 || p.State.Density == nil || len(p.State.Steps) != 0 {
		t.Errorf("center: got %+v", p.State)
	}
	if want := []string{"Stretches 1 bond across faces of the cell; unwrap the molecules first to keep them whole."}; !slices.Equal(p.Notes, want) {
		t.Errorf("notes: got %q, want %q", p.Notes, want)
	}
	rows = do(t, c, "edit.preview", `{"label":"","author":"person","ops":[{"op":"set_cell","cell":[20,0,0,0,20,0,0,0,20],"scaleAtoms":true}]}`, nil, &p)
	if len(p.Notes) != 0 || rows["positions"].([]float64)[9] != 50 {
		t.Errorf("moved along: got notes %q, positions %v", p.Notes, rows["positions"])
	}
	do(t, c, "edit.preview", `{"label":"","author":"person","ops":[{"op":"set_cell","cell":null}]}`, nil, &p)
	if p.State.Cell != nil || len(p.Notes) != 1 {
		t.Errorf("no cell: got %v, %q", p.State.Cell, p.Notes)
	}
	do(t, c, "edit.hash", `{}`, nil, &after)
	if before != after {
		t.Error("a preview changed the document")
	}
	if f := fails(t, c, "edit.preview", `{"label":"","author":"person","ops":[{"op":"center","axes":"","vacuum":2}]}`, nil); f.Code != "INVALID_STEP" {
		t.Errorf("got %+v", f)
	}
	var state changeAnswer
	do(t, c, "edit.apply", `{"label":"","author":"person","ops":[{"op":"center","axes":"abc","vacuum":2}]}`, nil, &state)
	if state.State.Cell[8] != 4 || state.State.Steps[0].Label != "Center along a, b, c, 2 Å vacuum" {
		t.Errorf("applied: got %+v", state.State)
	}
}

func TestImages(t *testing.T) {
	c := New(Options{})
	openFile(t, c, "water.json", cutWater)
	var a imagesAnswer
	rows := do(t, c, "edit.images", `{"mode":"unwrap"}`, nil, &a)
	if a.Moved != 1 || a.Molecules != 1 || a.Networks != 0 || a.AtomsFrom != 2 || len(rows["positions"].([]float64)) != 12 || a.State.Steps[0].Label != "Unwrap molecules" {
		t.Errorf("unwrap: got %+v", a)
	}
	do(t, c, "edit.images", `{"mode":"unwrap"}`, nil, &a)
	if a.Moved != 0 || len(a.State.Steps) != 1 {
		t.Errorf("once more: got %+v, want no step", a)
	}
	do(t, c, "edit.images", `{"mode":"molecules"}`, nil, &a)
	if a.Moved != 3 || len(a.State.Steps) != 2 {
		t.Errorf("molecules: got %+v", a)
	}
	do(t, c, "edit.images", `{"mode":"atoms"}`, nil, &a)
	if a.Moved != 1 || len(a.State.Steps) != 3 {
		t.Errorf("atoms: got %+v", a)
	}
	if f := fails(t, c, "edit.images", `{"mode":"both"}`, nil); f.Code != "INVALID_REQUEST" {
		t.Errorf("got %+v", f)
	}
	// An endless chain is named.
	openFile(t, c, "chain.json", endless)
	do(t, c, "edit.images", `{"mode":"unwrap"}`, nil, &a)
	if want := []string{"C3 (3 atoms, from #0) is bonded to its own images and stays as it is."}; a.Networks != 1 || !slices.Equal(a.Notes, want) {
		t.Errorf("chain: got %+v, want %q", a, want)
	}
}

func TestIons(t *testing.T) {
	c := New(Options{})
	openFile(t, c, "water.json", cutWater)
	request := func(rest string) string {
		return `{"cation":"sodium-ion","anion":"chloride","charge":0,"neutralize":true,"apart":0,"fromOthers":0,"seed":1,` + rest + `}`
	}
	var a ionsAnswer
	do(t, c, "edit.ions", request(`"amount":"count","cations":1,"anions":0,"preview":true`), nil, &a)
	if a.Cations != 1 || a.Anions != 1 || a.State.Formula != "ClNa" || len(a.State.Steps) != 0 {
		t.Errorf("preview: got %+v", a)
	}
	do(t, c, "edit.ions", request(`"amount":"count","cations":1,"anions":0`), nil, &a)
	if a.State.Atoms != 2 || a.State.Steps[0].Label != "Replace 2 waters by 1 Na⁺ and 1 Cl⁻" || a.Closest == nil || a.Waters != 2 || a.Cation != "Na⁺" {
		t.Errorf("got %+v", a)
	}
	if f := fails(t, c, "edit.ions", request(`"amount":"volume","concentration":1`), nil); f.Code != "INVALID_STEP" || !strings.Contains(f.Message, "no water") {
		t.Errorf("got %+v", f)
	}
	for _, bad := range []string{`{"cation":"water","anion":"chloride","amount":"none"}`, `{"cation":"sodium-ion","anion":"nitrate","amount":"none"}`, request(`"amount":"all"`)} {
		if f := fails(t, c, "edit.ions", bad, nil); f.Code != "INVALID_REQUEST" {
			t.Errorf("%s: got %+v", bad, f)
		}
	}
}
