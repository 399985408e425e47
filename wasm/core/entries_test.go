package core

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/library"
	"github.com/molsmith/molsmith/chem/molfile"
)

// editorBlock is what a sketcher writes: no dimension code, wedges, no hydrogens.
const editorBlock = `
Actelion Java MolfileCreator 1.0

  5  4  0  0  1  0  0  0  0  0999 V2000
    0.0000   -0.0000   -0.0000 C   0  0  0  0  0  0  0  0  0  0  0  0
    1.2990    0.7500   -0.0000 C   0  0  0  0  0  0  0  0  0  0  0  0
    2.5981   -0.0000   -0.0000 O   0  0  0  0  0  0  0  0  0  0  0  0
    1.2990    2.2500   -0.0000 N   0  0  0  0  0  0  0  0  0  0  0  0
    2.5981    3.0000   -0.0000 C   0  0  0  0  0  0  0  0  0  0  0  0
  1  2  1  0  0  0  0
  2  3  1  0  0  0  0
  2  4  1  1  0  0  0
  4  5  1  0  0  0  0
M  END
`

func TestSketchOfADrawing(t *testing.T) {
	c := New(Options{})
	var got sketchAnswer
	do(t, c, "molecule.sketch", text(t, map[string]any{"molblock": editorBlock, "width": 200, "height": 100}), nil, &got)
	if got.Sketch == nil || got.Sketch.SMILES != "CN[C@@H](C)O" && got.Sketch.SMILES != "CN[C@H](C)O" {
		t.Fatalf("got %+v, want the SMILES with its wedge", got)
	}
	up := got.Sketch.SMILES
	if g := got.Sketch.Given; g == nil || !g.Flat || g.Missing != 9 || g.Formula != "C3H9NO" {
		t.Errorf("the block itself: got %+v", g)
	}
	down := strings.Replace(editorBlock, "  2  4  1  1", "  2  4  1  6", 1)
	do(t, c, "molecule.sketch", text(t, map[string]any{"molblock": down}), nil, &got)
	if got.Sketch.SMILES == up {
		t.Errorf("the wedge turned to the back is the same molecule, %s", up)
	}

	for _, tc := range []struct{ name, block, marked, message string }{
		{"nothing drawn", "\n\n\n  0  0  0  0  0  0            999 V2000\nM  END\n", "", "there are no atoms"},
		{"five bonds", strings.Replace(editorBlock, "  1  2  1  0", "  1  2  4  0", 1), "", ""},
		{"a line that is none", strings.Replace(editorBlock, "  2  3  1  0", "  2  9  1  0", 1), "  2  9  1  0  0  0  0", ""},
	} {
		var got sketchAnswer
		do(t, c, "molecule.sketch", text(t, map[string]any{"molblock": tc.block}), nil, &got)
		if got.Problem == nil || !strings.Contains(got.Problem.Message, tc.message) {
			t.Errorf("%s: got %+v, want a problem with %q", tc.name, got, tc.message)
			continue
		}
		if p := got.Problem; tc.marked != "" && tc.block[p.Offset:p.Offset+p.Length] != tc.marked {
			t.Errorf("%s: got %q marked, want %q", tc.name, tc.block[p.Offset:p.Offset+p.Length], tc.marked)
		}
	}
}

// TestDrawForAnEditor: what is drawn reads as the molecule it was drawn of.
func TestDrawForAnEditor(t *testing.T) {
	c := New(Options{})
	for _, smiles := range []string{
		"CCO", "CN1CCC[C@H]1c1cccnc1", "C/C=C/C", "C/C=C\\C", "CC=CC", "[NH4+].[Cl-]", "C[C@H](N)C(=O)O",
		"CC(C)Cc1ccc(cc1)[C@@H](C)C(=O)O", "[2H]C([2H])([2H])O", "C1CC2CCC1C2", "CC=C=[C@]C", "[O-][N+](=O)c1ccccc1",
	} {
		var drawn struct {
			Molblock string
			Atoms    []atomRow
		}
		do(t, c, "molecule.draw", text(t, map[string]string{"smiles": smiles}), nil, &drawn)
		var first, second sketchAnswer
		do(t, c, "molecule.sketch", text(t, map[string]string{"smiles": smiles}), nil, &first)
		do(t, c, "molecule.sketch", text(t, map[string]string{"molblock": drawn.Molblock}), nil, &second)
		if second.Sketch == nil || second.Sketch.SMILES != first.Sketch.SMILES {
			t.Errorf("%s: got %+v from the drawing, want %s\n%s", smiles, second, first.Sketch.SMILES, drawn.Molblock)
		}
		if second.Sketch != nil && !second.Sketch.Given.Flat {
			t.Errorf("%s: the drawing is no drawing", smiles)
		}
	}
	var drawn struct{ Atoms []atomRow }
	do(t, c, "molecule.draw", `{"smiles":"C/C=C/[C@H](O)[NH3+]"}`, nil, &drawn)
	a := drawn.Atoms
	if len(a) != 6 || a[0].Hydrogens != 3 || a[5].Symbol != "N" || a[5].Charge != 1 || a[3].Label == "" || a[1].Bonds[1] != (bondRow{2, 2, "E"}) {
		t.Errorf("table of atoms: got %+v", a)
	}
	var open struct {
		Molblock string
		Atoms    []atomRow
	}
	do(t, c, "molecule.draw", `{"smiles":"*C"}`, nil, &open)
	if open.Molblock != "" || len(open.Atoms) != 2 || open.Atoms[0].Symbol != "*" {
		t.Errorf("an atom without an element: got %+v", open)
	}
	if f := fails(t, c, "molecule.draw", `{"smiles":"C1CC"}`, nil); f.Code != "INVALID_MOLECULE" {
		t.Errorf("no SMILES: got %+v", f)
	}
}

// TestLibraryRoundTrip: a library that was written and read again has lost nothing.
func TestLibraryRoundTrip(t *testing.T) {
	c := New(Options{})
	water, _ := library.ByID("water")
	aspirin, _ := library.ByID("aspirin")
	entries := []exported{
		{Name: "Wässer, “my” own", SMILES: "O", Molblock: water.Molblock(), Origin: "selection", Created: "2026-02-03T04:05:06.789Z"},
		{Name: "aspirin", SMILES: "OC(=O)c1ccccc1OC(C)=O", Molblock: aspirin.Molblock(), Origin: "sketch", Created: "2026-02-03T04:05:06.789Z", Sketch: editorBlock},
	}
	data := do(t, c, "library.export", text(t, map[string]any{"entries": entries}), nil, nil)["data"].([]uint8)
	if n := molfile.Records(data); n != 2 {
		t.Fatalf("got %d records, want 2:\n%s", n, data)
	}
	var got struct {
		Molecules []imported
		Problems  []unread
	}
	do(t, c, "library.import", `{"name":"library.sdf"}`, Bufs{"data": slices.Clone(data)}, &got)
	if len(got.Problems) != 0 || len(got.Molecules) != 2 {
		t.Fatalf("got %+v", got)
	}
	for i, m := range got.Molecules {
		e := entries[i]
		back := exported{m.Name, m.SMILES, e.Molblock, m.Origin, m.Created, m.Sketch}
		if back != e {
			t.Errorf("entry %d: got %+v, want %+v", i, back, e)
		}
		if m.Flat || m.Missing != 0 {
			t.Errorf("entry %d: got flat %v, %d hydrogens missing", i, m.Flat, m.Missing)
		}
	}
	again := do(t, c, "library.export", text(t, map[string]any{"entries": []exported{
		{got.Molecules[0].Name, got.Molecules[0].SMILES, got.Molecules[0].Molblock, "selection", entries[0].Created, ""},
		{got.Molecules[1].Name, got.Molecules[1].SMILES, got.Molecules[1].Molblock, "sketch", entries[1].Created, got.Molecules[1].Sketch},
	}}), nil, nil)["data"].([]uint8)
	if string(again) != string(data) {
		t.Errorf("the second file differs:\n%s\nfrom\n%s", again, data)
	}
	if f := fails(t, c, "library.export", `{"entries":[{"name":"bad","molblock":"no"}]}`, nil); !strings.Contains(f.Message, `entry 1 ("bad")`) {
		t.Errorf("no mol block: got %+v", f)
	}
}

func TestLibraryImport(t *testing.T) {
	c := New(Options{})
	read := func(name, file string) (got struct {
		Molecules []imported
		Problems  []unread
	}) {
		t.Helper()
		do(t, c, "library.import", text(t, map[string]string{"name": name}), Bufs{"data": []uint8(file)}, &got)
		return got
	}
	benzene, _ := library.ByID("benzene")
	plain := strings.Replace(benzene.Molblock(), "3D", "  ", 1) // planar, no dimension code
	got := read("x.sdf", plain+"$$$$\n"+editorBlock+"$$$$\nrubbish\n$$$$\n"+editorBlock+">  <SMILES>\nCCCC\n\n$$$$\n")
	if len(got.Molecules) != 3 || len(got.Problems) != 1 || got.Problems[0].Record != 3 {
		t.Fatalf("got %d molecules, problems %+v", len(got.Molecules), got.Problems)
	}
	if m := got.Molecules[0]; m.Flat || m.SMILES != "c1ccccc1" {
		t.Errorf("planar benzene with its hydrogens: got flat %v, %s", m.Flat, m.SMILES)
	}
	if m := got.Molecules[1]; !m.Flat || !strings.Contains(m.Molblock, "2D") {
		t.Errorf("a drawing: got flat %v\n%s", m.Flat, m.Molblock)
	}
	if rec, err := molfile.Read([]byte(got.Molecules[1].Molblock)); err != nil || math.Abs(rec.Mol.Atoms[0].Pos.Sub(rec.Mol.Atoms[1].Pos).Norm()-1.52) > 0.06 {
		t.Errorf("a drawing is scaled to the length of bonds: got %v, %v", rec.Mol.Atoms[:2], err)
	}
	if m := got.Molecules[2]; m.SMILES == "CCCC" {
		t.Error("a SMILES of another molecule is believed")
	}
	got = read("x.xyz", "3\nwater\nO 0 0 0\nH 0.96 0 0\nH -0.24 0.93 0\n")
	if len(got.Molecules) != 1 || got.Molecules[0].Flat || got.Molecules[0].Atoms != 3 || got.Molecules[0].Formula != "H2O" {
		t.Errorf("an XYZ file: got %+v", got)
	}
	if f := fails(t, c, "library.import", `{"name":"x.xyz"}`, Bufs{"data": []uint8("no")}); f.Code != "UNREADABLE" {
		t.Errorf("no XYZ file: got %+v", f)
	}
}

func TestPartOfTheDocument(t *testing.T) {
	c := New(Options{})
	if f := fails(t, c, "molecule.part", `{}`, nil); f.Code != "NO_DOCUMENT" {
		t.Errorf("nothing open: got %+v", f)
	}
	openBox(t, c)
	var b block
	do(t, c, "molecule.part", `{}`, Bufs{"atoms": []uint32{3, 5, 4}}, &b)
	if b.SMILES != "O" || b.Formula != "H2O" || b.Atoms != 3 || b.Flat || b.Missing != 0 {
		t.Errorf("a water: got %+v", b)
	}
	do(t, c, "molecule.part", `{}`, Bufs{"atoms": []uint32{3, 5}}, &b)
	if b.SMILES != "" || b.Formula != "HO" || b.Missing != 1 {
		t.Errorf("a part of a water: got %+v, want no SMILES", b)
	}
	do(t, c, "molecule.part", `{}`, nil, &b)
	if b.Atoms != 300 {
		t.Errorf("everything: got %d atoms, want 300", b.Atoms)
	}
	if f := fails(t, c, "molecule.part", `{}`, Bufs{"atoms": []uint32{300}}); !strings.Contains(f.Message, "atom 300 is not in the document") {
		t.Errorf("an atom that is not there: got %+v", f)
	}
	var run runAnswer
	arrays := do(t, c, "tool.run", strings.Replace(water300, `"count":100`, `"count":400`, 1), nil, &run)
	do(t, c, "edit.open", text(t, map[string]any{"name": "box", "source": map[string]string{"kind": "tool"}, "structure": run.Result.Structure}), arrays, nil)
	if f := fails(t, c, "molecule.part", `{}`, nil); f.Code != "INVALID_MOLECULE" || !strings.Contains(f.Message, "these are 1200 atoms") {
		t.Errorf("a whole box: got %+v", f)
	}
	if f := fails(t, c, "molecule.place", `{"molblock":"no","name":"x"}`, nil); f.Code != "INVALID_MOLECULE" {
		t.Errorf("no mol block: got %+v", f)
	}
}

func TestPlace(t *testing.T) {
	c := New(Options{})
	water, _ := library.ByID("water")
	place := func() (Bufs, string) {
		t.Helper()
		var got struct{ Name string }
		bufs := do(t, c, "molecule.place", text(t, map[string]string{"molblock": water.Molblock(), "name": "Heavy water"}), nil, &got)
		return bufs, got.Name
	}
	bufs, name := place()
	positions := bufs["positions"].([]float64)
	if name != "heavy-water" || len(positions) != 9 || positions[0] < -1 || positions[0] > 1 {
		t.Errorf("nothing open: got %s at %v, want the origin", name, positions)
	}
	openBox(t, c)
	bufs, _ = place()
	for _, x := range []float64{bufs["positions"].([]float64)[0], bufs["positions"].([]float64)[3]} {
		if x < 15 {
			t.Errorf("beside a box of 14.4 Å: got x = %v", x)
		}
	}
}

// TestSolid: what the page does with the tool's geometry.
func TestSolid(t *testing.T) {
	c := New(Options{})
	generate := func(args string) string {
		t.Helper()
		var run struct {
			Value struct{ Molblock string }
		}
		do(t, c, "tool.run", `{"name":"generate_3d","args":`+args+`}`, nil, &run)
		return run.Value.Molblock
	}
	var b block
	do(t, c, "molecule.solid", text(t, map[string]string{"molblock": generate(`{"smiles":"OC"}`), "name": "wood alcohol"}), nil, &b)
	if b.SMILES != "CO" || b.Formula != "CH4O" || b.Atoms != 6 || b.Flat || b.Missing != 0 || b.Name != "wood alcohol" {
		t.Errorf("got %+v", b)
	}
	rec, err := molfile.Read([]byte(b.Molblock))
	if err != nil || rec.Dimension != "3D" || rec.Mol.Name != "wood alcohol" || rec.Mol.Atoms[0].Element != 8 || len(rec.Mol.Bonds) != 5 {
		t.Errorf("got %v, %+v", err, rec)
	}
	do(t, c, "molecule.solid", text(t, map[string]string{"molblock": generate(`{"smiles":"CO","hydrogens":false}`)}), nil, &b)
	if b.SMILES != "CO" || b.Atoms != 2 || b.Missing != 4 {
		t.Errorf("heavy atoms: got %+v", b)
	}
	heavy := b.Molblock
	do(t, c, "molecule.complete", text(t, map[string]string{"molblock": heavy}), nil, &b)
	if b.Atoms != 6 || b.Missing != 0 || b.SMILES != "CO" {
		t.Errorf("completed: got %+v", b)
	}
	for _, smiles := range []string{"C[C@H](F)Cl", "C/C=C\\C", "[Na+].[Cl-]", "[NH4+]"} {
		do(t, c, "molecule.solid", text(t, map[string]string{"molblock": generate(text(t, map[string]string{"smiles": smiles}))}), nil, &b)
		var want sketchAnswer
		do(t, c, "molecule.sketch", text(t, map[string]string{"smiles": smiles}), nil, &want)
		if b.SMILES != want.Sketch.SMILES || b.Formula != want.Sketch.Formula {
			t.Errorf("%s: got %s, %s; want %s, %s", smiles, b.SMILES, b.Formula, want.Sketch.SMILES, want.Sketch.Formula)
		}
	}
	if f := fails(t, c, "molecule.solid", `{"molblock":"no"}`, nil); f.Code != "INVALID_MOLECULE" {
		t.Errorf("no mol block: got %+v", f)
	}
	if f := fails(t, c, "molecule.complete", text(t, map[string]string{"molblock": strings.Replace(heavy, "3D", "2D", 1)}), nil); !strings.Contains(f.Message, "flat") {
		t.Errorf("a drawing: got %+v", f)
	}
}
