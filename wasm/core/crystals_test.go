package core

import (
	"context"
	"encoding/json"
	"math"
	"strings"
	"testing"
)

// build makes a crystal in the crystals' worker; its head and arrays are those of a request.
func build(t *testing.T, c *Core, request string) (builtAnswer, Bufs) {
	t.Helper()
	var a builtAnswer
	bufs := do(t, c, "crystal.build", request, nil, &a)
	return a, bufs
}

const copper = `{"prototype":"fcc","elements":["cu"],"a":3.61}`

func TestCrystalBuild(t *testing.T) {
	c := New(Options{})
	a, bufs := build(t, c, copper)
	if a.Name != "Cu-fcc" || a.Structure.Atoms != 4 || a.Structure.Cell[8] != 3.61 || len(bufs["positions"].([]float64)) != 12 {
		t.Errorf("copper: got %+v", a)
	}
	if a, _ = build(t, c, `{"prototype":"hcp","elements":["MG"],"a":3.21,"cell":"orthorhombic"}`); a.Structure.Atoms != 4 {
		t.Errorf("orthorhombic magnesium: got %+v", a)
	}
	a, _ = build(t, c, `{"group":"Fm-3m","parameters":[5.64,5.64,5.64,90,90,90],"sites":[{"element":"Na","at":[0,0,0]},{"element":"cl","at":[0.5,0.5,0.5]}]}`)
	if a.Structure.Atoms != 8 || a.Name != "Cl4Na4-Fm-3m" || a.Facts[2].Value != "4 Na, 4 Cl" {
		t.Errorf("rock salt by its group: got %+v", a)
	}
	for request, want := range map[string]Failure{
		`{"prototype":"rocksalt","elements":["Na","Xx"],"a":5}`:                                                           {Pointer: "/elements/1", Message: `element B: "Xx" is no element`},
		`{"prototype":"fcc","elements":["Cu"],"a":0}`:                                                                     {Pointer: "/a", Message: "the lattice constant a is 0 Å: it must be above 0 and at most 1000 Å"},
		`{"prototype":"foo","elements":["Cu"],"a":1}`:                                                                     {Pointer: "/prototype", Message: `there is no structure type "foo"`},
		`{"group":"231","parameters":[5,5,5,90,90,90],"sites":[]}`:                                                        {Pointer: "/group", Message: `there is no space group "231": give a number from 1 to 230 or a Hermann-Mauguin name`},
		`{"group":"225","parameters":[5,5,6,90,90,90],"sites":[{"element":"Na","at":[0,0,0]}]}`:                           {Message: "the group Fm-3m (225) is cubic and needs"},
		`{"group":"1","parameters":[5,5,5,30,40,80],"sites":[{"element":"Na","at":[0,0,0]}]}`:                             {Pointer: "/parameters", Message: "no cell has the angles"},
		`{"group":"1","parameters":[5,5,5,90,90,90],"sites":[{"element":"Na","at":[0,0,0]},{"element":"","at":[0,0,0]}]}`: {Pointer: "/sites/1/element", Message: `"" is no element`},
	} {
		if f := fails(t, c, "crystal.build", request, nil); f.Code != "INVALID_ARGUMENTS" || f.Pointer != want.Pointer || !strings.HasPrefix(f.Message, want.Message) {
			t.Errorf("%s: got %+v, want %+v", request, f, want)
		}
	}
	var p struct {
		Prototypes []prototypeInfo `json:"prototypes"`
		Groups     []groupInfo     `json:"groups"`
	}
	do(t, c, "crystal.prototypes", `{}`, nil, &p)
	do(t, c, "crystal.groups", `{}`, nil, &p)
	if len(p.Prototypes) != 18 || p.Prototypes[1].Name != "fcc" || p.Prototypes[1].Examples[0].Elements[0] != "Cu" || len(p.Groups) != 530 || p.Groups[529].Number != 230 {
		t.Errorf("%d prototypes, %d settings", len(p.Prototypes), len(p.Groups))
	}
	for _, one := range p.Prototypes { // every example can be built by its own numbers
		for _, e := range one.Examples {
			q := text(t, map[string]any{"prototype": one.Name, "elements": e.Elements, "a": e.A, "c": e.C, "u": e.U})
			if a, _ := build(t, c, q); a.Structure.Atoms == 0 {
				t.Errorf("%s: got %+v", q, a)
			}
		}
	}
}

// openBuilt makes a crystal the document.
func openBuilt(t *testing.T, c *Core, request string) {
	t.Helper()
	a, bufs := build(t, c, request)
	do(t, c, "edit.open", `{"name":`+text(t, a.Name)+`,"source":{"kind":"new","label":"Bulk crystal"},"structure":`+text(t, a.Structure)+`}`, bufs, nil)
}

// given returns the document as a request of the crystals' worker has it.
func given(t *testing.T, c *Core) (head string, bufs Bufs) {
	t.Helper()
	var a struct {
		Structure json.RawMessage `json:"structure"`
	}
	bufs = do(t, c, "edit.structure", `{}`, nil, &a)
	return string(a.Structure), bufs
}

// TestSlab: the acceptance values of the page: copper, its supercell, its (111) slab.
func TestSlab(t *testing.T) {
	c := New(Options{})
	openBuilt(t, c, copper)
	var p previewAnswer
	do(t, c, "edit.preview", `{"label":"","author":"person","ops":[{"op":"supercell","matrix":[2,0,0,0,2,0,0,0,1]}]}`, nil, &p)
	if p.State.Atoms != 16 || p.State.Cell[0] != 7.22 || p.State.Cell[8] != 3.61 || len(p.State.Steps) != 0 {
		t.Errorf("preview: got %+v", p.State)
	}
	var a changeAnswer
	do(t, c, "edit.apply", `{"label":"","author":"person","ops":[{"op":"supercell","matrix":[2,0,0,0,2,0,0,0,1]}]}`, nil, &a)
	if a.State.Atoms != 16 || a.State.Steps[0].Label != "Supercell 2 × 2 × 1" || a.Added != nil {
		t.Errorf("supercell: got %+v", a)
	}
	if f := fails(t, c, "edit.apply", `{"label":"","author":"person","ops":[{"op":"supercell","matrix":[1,0,0,1,0,0,0,0,1]}]}`, nil); !strings.HasPrefix(f.Message, "invalid matrix: it is singular") {
		t.Errorf("singular: got %+v", f)
	}
	if f := fails(t, c, "edit.apply", `{"label":"","author":"person","ops":[{"op":"supercell","matrix":[100,0,0,0,100,0,0,0,10]}]}`, nil); f.Code != "TOO_MANY_ATOMS" || !strings.Contains(f.Message, "1600000") {
		t.Errorf("too many: got %+v", f)
	}
	do(t, c, "edit.undo", `{}`, nil, nil)
	head, bufs := given(t, c)
	var list terminationsAnswer
	do(t, c, "crystal.terminations", `{"structure":`+head+`,"miller":[1,1,1]}`, bufs, &list)
	if len(list.Terminations) != 1 || list.Atoms != 4 || list.Rectangle == nil || len(list.Terminations[0].Picture) != 4 || math.Abs(list.Repeat-3.61/math.Sqrt(3)) > 1e-9 {
		t.Errorf("terminations: got %+v", list)
	}
	head, bufs = given(t, c)
	var plan planAnswer
	do(t, c, "crystal.slab", `{"structure":`+head+`,"cut":{"miller":[1,1,1],"layers":3,"vacuum":10},"symmetric":true}`, bufs, &plan)
	if plan.Atoms != 12 || !plan.Stoichiometric || plan.Formula != "Cu12" {
		t.Errorf("symmetric: got %+v", plan)
	}
	do(t, c, "edit.apply", `{"label":"","author":"person","ops":[{"op":"slab","miller":[1,1,1],"layers":3,"vacuum":10}]}`, nil, &a)
	s := a.State
	if s.Atoms != 12 || math.Abs(s.Cell[0]-3.61*math.Sqrt2) > 1e-9 || s.Cell[8] <= 20 || s.Steps[0].Label != "Cut slab (1 1 1), 3 layers" {
		t.Errorf("slab: got %+v", s)
	}
	if f := fails(t, c, "edit.apply", `{"label":"","author":"person","ops":[{"op":"slab","miller":[0,0,0],"layers":3}]}`, nil); f.Message != "the Miller indices are 0 0 0: one must not be 0" {
		t.Errorf("0 0 0: got %+v", f)
	}
}

// TestSurfacesOfMany: a crystal of many layers that all differ has a picture of each surface,
// which shows the upper planes alone: seven of them lie within 12 Å.
func TestSurfacesOfMany(t *testing.T) {
	c := New(Options{})
	openBuilt(t, c, copper)
	do(t, c, "edit.apply", `{"label":"","author":"person","ops":[{"op":"supercell","matrix":[1,0,0,0,1,0,0,0,40]}]}`, nil, nil)
	do(t, c, "edit.apply", `{"label":"","author":"person","ops":[{"op":"set_element","atoms":[0,8],"elements":[79,47]}]}`, nil, nil)
	head, bufs := given(t, c)
	var list terminationsAnswer
	do(t, c, "crystal.terminations", `{"structure":`+head+`,"miller":[0,0,1]}`, bufs, &list)
	if len(list.Terminations) != 80 || list.Atoms != 160 {
		t.Fatalf("%d surfaces of %d atoms", len(list.Terminations), list.Atoms)
	}
	for k, one := range list.Terminations {
		if len(one.Picture) != 14 {
			t.Errorf("surface %d: %d atoms in the picture, want 14", k, len(one.Picture))
		}
	}
}

// TestSymmetricPlan: the cut that a plan answers with gives the slab that it describes.
func TestSymmetricPlan(t *testing.T) {
	c := New(Options{})
	openBuilt(t, c, `{"prototype":"perovskite","elements":["Sr","Ti","O"],"a":3.905}`)
	head, bufs := given(t, c)
	var plan planAnswer
	do(t, c, "crystal.slab", `{"structure":`+head+`,"cut":{"miller":[0,0,1],"layers":3,"vacuum":8},"symmetric":true}`, bufs, &plan)
	if plan.Stoichiometric || len(plan.Notes) != 1 {
		t.Errorf("plan: got %+v", plan)
	}
	op := strings.Replace(text(t, plan.Cut), "{", `{"op":"slab",`, 1)
	var a changeAnswer
	do(t, c, "edit.apply", `{"label":"","author":"person","ops":[`+op+`]}`, nil, &a)
	if a.State.Atoms != plan.Atoms || a.State.Formula != plan.Formula || math.Abs(a.State.Cell[8]-16-plan.Thickness) > 1e-9 {
		t.Errorf("slab: got %+v, want %+v", a.State, plan)
	}
}

// TestReduce: a supercell of copper finds back to its primitive cell, in one step.
func TestReduce(t *testing.T) {
	c := New(Options{})
	openBuilt(t, c, copper)
	do(t, c, "edit.apply", `{"label":"","author":"person","ops":[{"op":"supercell","matrix":[2,0,0,0,2,0,0,0,3]}]}`, nil, nil)
	head, bufs := given(t, c)
	var y symmetryAnswer
	do(t, c, "crystal.symmetry", `{"structure":`+head+`}`, bufs, &y)
	if y.Group.Number != 225 || y.Point != "m-3m" || y.System != "cubic" || y.Operations != 48 || y.PrimitiveAtoms != 1 || y.ConventionalAtoms != 4 || y.Atoms != 48 || y.Sites != 1 {
		t.Errorf("symmetry: got %+v", y)
	}
	for to, want := range map[string]int{"primitive": 1, "conventional": 4, "standardized": 4, "standardizedPrimitive": 1, "niggli": 48} {
		head, bufs := given(t, c)
		var b builtAnswer
		bufs = do(t, c, "crystal.reduce", `{"structure":`+head+`,"to":"`+to+`"}`, bufs, &b)
		if b.Structure.Atoms != want || len(b.Notes) != 0 {
			t.Errorf("%s: got %+v", to, b)
		}
		var a changeAnswer
		do(t, c, "edit.apply", `{"label":"","author":"person","ops":[{"op":"rebuild","name":`+text(t, b.Name)+`}],"fragment":`+text(t, b.Structure)+`}`, bufs, &a)
		if a.State.Atoms != want || a.State.Steps[1].Label != b.Name || len(a.State.Steps) != 2 {
			t.Errorf("%s: got %+v", to, a.State)
		}
		do(t, c, "edit.undo", `{}`, nil, nil)
	}
	head, bufs = given(t, c)
	var written struct {
		FileName string
		Group    groupInfo
		Report   exportReport
	}
	bufs = do(t, c, "crystal.cif", `{"structure":`+head+`,"name":"Cu-fcc"}`, bufs, &written)
	if cif := string(bufs["data"].([]byte)); written.FileName != "Cu-fcc.cif" || written.Group.Name != "Fm-3m" || len(written.Report.Losses) != 0 || !strings.Contains(cif, "'F m -3 m'") {
		t.Errorf("cif: got %+v\n%s", written, cif)
	}
	openFile(t, c, "water.json", `{"elements":[8],"positions":[0,0,0],"cell":null,"bonds":[]}`)
	head, bufs = given(t, c)
	if f := fails(t, c, "crystal.symmetry", `{"structure":`+head+`}`, bufs); f.Code != "NO_CELL" {
		t.Errorf("no cell: got %+v", f)
	}
}

// TestStack: graphene on copper (111), and the step that takes it.
func TestStack(t *testing.T) {
	c := New(Options{})
	openBuilt(t, c, copper)
	do(t, c, "edit.apply", `{"label":"","author":"person","ops":[{"op":"slab","miller":[1,1,1],"layers":3,"vacuum":10,"lateral":[1,0,1,2]}]}`, nil, nil)
	upper := `"upper":{"crystal":{"prototype":"graphene","elements":["C"],"a":2.46},"cut":{"miller":[0,0,1],"layers":1,"vacuum":5}}`
	head, bufs := given(t, c)
	var found struct{ Matches []matchInfo }
	do(t, c, "crystal.matches", `{"structure":`+head+`,`+upper+`,"area":200}`, bufs, &found)
	if len(found.Matches) == 0 {
		t.Fatal("no common cell")
	}
	for k, m := range found.Matches {
		if math.Abs(m.Strains[0]) > 0.05 || k > 0 && math.Abs(m.Strains[0]) >= math.Abs(found.Matches[k-1].Strains[0]) {
			t.Errorf("match %d: got %+v", k, m)
		}
	}
	head, bufs = given(t, c)
	var b builtAnswer
	bufs = do(t, c, "crystal.stack", `{"structure":`+head+`,`+upper+`,"match":`+text(t, found.Matches[0])+`,"gap":3.2,"vacuum":10}`, bufs, &b)
	if b.Structure.Atoms != found.Matches[0].Atoms {
		t.Errorf("stack: got %+v, want %+v", b, found.Matches[0])
	}
	do(t, c, "edit.apply", `{"label":"","author":"person","ops":[{"op":"rebuild","name":"Stack"}],"fragment":`+text(t, b.Structure)+`}`, bufs, nil)
}

func TestArrange(t *testing.T) {
	c := New(Options{})
	open := func(text string) { openFile(t, c, "a.json", text) }
	at := func() []float64 {
		_, bufs := given(t, c)
		return bufs["positions"].([]float64)
	}
	var p previewAnswer
	// The second oxygen lies across a face, the hydrogen is another element.
	open(`{"elements":[8,8,1,8],"positions":[0.02,1,1,4.99,1,1,0.03,1,1,2,2,2],"cell":[5,0,0,0,5,0,0,0,5],"bonds":[]}`)
	do(t, c, "edit.arrange", `{"kind":"duplicates","tolerance":0.1,"preview":true}`, nil, &p)
	if p.State.Atoms != 3 || len(p.State.Steps) != 0 {
		t.Errorf("preview: got %+v", p.State)
	}
	do(t, c, "edit.arrange", `{"kind":"duplicates","tolerance":0.1,"anyElement":true}`, nil, &p)
	if p.State.Atoms != 2 || p.State.Steps[0].Label != "Delete 2 duplicates" {
		t.Errorf("of any element: got %+v", p.State)
	}
	do(t, c, "edit.arrange", `{"kind":"duplicates","tolerance":0.1}`, nil, &p)
	if len(p.State.Steps) != 1 {
		t.Errorf("nothing to do is no step: got %+v", p.State.Steps)
	}
	// A quarter turn with the cell keeps fractional coordinates.
	open(`{"elements":[8],"positions":[1,2,3],"cell":[4,0,0,0,6,0,0,0,8],"bonds":[]}`)
	do(t, c, "edit.arrange", `{"kind":"rotate","axis":[0,0,2],"angle":90}`, nil, &p)
	near(t, "turned cell", p.State.Cell[:], []float64{0, 4, 0, -6, 0, 0, 0, 0, 8})
	near(t, "turned atom", at(), []float64{-2, 1, 3})
	open(`{"elements":[8],"positions":[1,2,3],"cell":[4,0,0,1,6,0,0,0,8],"bonds":[]}`)
	do(t, c, "edit.arrange", `{"kind":"mirror","normal":[0,0,1]}`, nil, &p)
	near(t, "a cell with that mirror", p.State.Cell[:], []float64{4, 0, 0, 1, 6, 0, 0, 0, 8})
	near(t, "mirrored", at(), []float64{1, 2, 5})
	do(t, c, "edit.arrange", `{"kind":"mirror","normal":[1,0,0]}`, nil, &p)
	near(t, "a cell without", p.State.Cell[:], []float64{4, 0, 0, -1, 6, 0, 0, 0, 8})
	near(t, "mirrored in x", at(), []float64{3, 2, 5})
	// Without a cell about the center.
	open(`{"elements":[6,6,6],"positions":[0,0,0,1,1,0,2,2,0],"cell":null,"bonds":[]}`)
	do(t, c, "edit.arrange", `{"kind":"align","to":[0,0,1]}`, nil, &p)
	if got := at(); math.Abs(math.Abs(got[8]-got[2])-2*math.Sqrt2) > 1e-9 || math.Abs(got[0]-1)+math.Abs(got[1]-1) > 1e-9 {
		t.Errorf("aligned by its longest axis: got %v", got)
	}
	do(t, c, "edit.arrange", `{"kind":"align","from":{"atoms":[0,2]},"to":[0,1,0]}`, nil, &p)
	if got := at(); math.Abs(got[7]-got[1]-2*math.Sqrt2) > 1e-9 {
		t.Errorf("aligned by two atoms: got %v", got)
	}
	do(t, c, "edit.arrange", `{"kind":"translate","by":[1,2,3]}`, Bufs{"atoms": []uint32{1}}, &p)
	near(t, "moved", at()[3:6], []float64{2, 3, 3})
	for request, want := range map[string]string{
		`{"kind":"rotate","axis":[0,0,0],"angle":9}`:           "the axis of the rotation has no direction; give a vector that is not 0",
		`{"kind":"mirror","normal":[0,0,0]}`:                   "the normal of the plane is 0; give a vector with a length",
		`{"kind":"align","from":{"atoms":[0,9]},"to":[0,0,1]}`: "atom 9 is not in the document, which has 3 atoms",
		`{"kind":"duplicates","tolerance":9}`:                  "the tolerance is 9 Å; give one above 0, up to 2",
		`{"kind":"fold"}`:                                      `there is no arrangement "fold"`,
	} {
		if f := fails(t, c, "edit.arrange", request, nil); f.Message != want {
			t.Errorf("%s: got %q, want %q", request, f.Message, want)
		}
	}
}

func near(t *testing.T, what string, got, want []float64) {
	t.Helper()
	for i := range want {
		if len(got) != len(want) || math.Abs(got[i]-want[i]) > 1e-9 {
			t.Errorf("%s: got %v, want %v", what, got, want)
			return
		}
	}
}

// TestCrystalCancelled: a search ends when its call does.
func TestCrystalCancelled(t *testing.T) {
	c := New(Options{})
	openBuilt(t, c, copper)
	head, bufs := given(t, c)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := c.Call(ctx, "crystal.symmetry", []byte(`{"structure":`+head+`}`), bufs, nil); err == nil {
		t.Error("got no error")
	}
}

// TestTooManyForTools: a supercell may be larger than what a tool takes, which is said.
func TestTooManyForTools(t *testing.T) {
	c := New(Options{})
	openBuilt(t, c, copper)
	var a changeAnswer
	do(t, c, "edit.apply", `{"label":"","author":"person","ops":[{"op":"supercell","matrix":[50,0,0,0,50,0,0,0,51]}]}`, nil, &a)
	if a.State.Atoms != 510_000 {
		t.Fatalf("got %d atoms", a.State.Atoms)
	}
	const want = "the document has 510000 atoms, more than the 500000 that a tool takes"
	if f := fails(t, c, "edit.structure", `{"payload":true}`, nil); f.Code != "TOO_MANY_ATOMS" || f.Message != want {
		t.Errorf("got %+v, want %q", f, want)
	}
	do(t, c, "edit.undo", `{}`, nil, &a)
	do(t, c, "edit.structure", `{"payload":true}`, nil, nil)
}
