package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/tools"
)

// runFiles runs toolserver and returns its exit code and what it printed.
func runFiles(t *testing.T, stdin string, args ...string) (code int, out, errs string) {
	t.Helper()
	p := &Program{Tools: tools.Registry().Tools(), Version: "test", LookupEnv: func(string) (string, bool) { return "", false }}
	var stdout, stderr bytes.Buffer
	code = p.Run(context.Background(), args, strings.NewReader(stdin), &stdout, &stderr)
	return code, stdout.String(), stderr.String()
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

const twoFrames = "2\nLattice=\"5 0 0 0 5 0 0 0 5\" Properties=species:S:1:pos:R:3 pbc=\"T T F\"\nO 0 0 0\nD 0 0 1\n1\nsecond\nC 1 2 3\n"

func TestInspect(t *testing.T) {
	path := write(t, "a.xyz", twoFrames)
	code, out, _ := runFiles(t, "", "inspect", path, "--json")
	var got struct {
		Format    string
		Frames    int
		Structure *struct {
			Elements  []int
			Positions []float64
		}
		Warnings []string
		Details  map[string]any
	}
	if err := json.Unmarshal([]byte(out), &got); code != exitOK || err != nil {
		t.Fatalf("got %d, %v\n%s", code, err, out)
	}
	if got.Format != "xyz" || got.Frames != 2 || len(got.Structure.Elements) != 2 || len(got.Warnings) != 3 {
		t.Errorf("got %+v", got)
	}
	text, _ := json.Marshal(got.Details)
	const want = `{"atoms":2,"bonds":null,"cell":[5,0,0,0,5,0,0,0,5],"elements":{"D":1,"O":1},"elements_by_label":null,"first":{"label":"O","xyz":[0,0,0]},"isotopes":[{"atom":1,"mass":2}],"last":{"label":"H","xyz":[0,0,1]},"name":"a","pbc":[true,true,false],`
	if !strings.HasPrefix(string(text), want) {
		t.Errorf("details: got %s, want %s…", text, want)
	}
	if code, out, _ := runFiles(t, "", "inspect", "--frame", "2", path); code != exitOK || !strings.Contains(out, "atoms      1: C\n") || !strings.Contains(out, "cell       none\n") {
		t.Errorf("frame 2: got %d\n%s", code, out)
	}
	if code, _, errs := runFiles(t, "", "inspect", "--frame=3", path); code != exitFailed || !strings.Contains(errs, "frame 3 is asked for; the file holds 2 frames") {
		t.Errorf("frame 3: got %d %s", code, errs)
	}
}

// TestInspectLabels: elements that a file does not state are not made up.
func TestInspectLabels(t *testing.T) {
	const poscar = "old\n1\n5 0 0\n0 5 0\n0 0 5\n1 2\nDirect\n0 0 0\n0 0 0.5\n0.5 0 0\n"
	code, out, _ := runFiles(t, poscar, "inspect", "-", "--json")
	if code != exitOK || !strings.Contains(out, `"structure":null,"warnings":["the file names no elements (VASP 4): its atoms are of 2 kinds"]`) || !strings.Contains(out, `"elements_by_label":{"type1":1,"type2":2}`) {
		t.Errorf("got %d %s", code, out)
	}
	path := write(t, "POSCAR", poscar)
	target := filepath.Join(t.TempDir(), "out.xyz")
	code, _, errs := runFiles(t, "", "convert", path, target)
	if code != exitFailed || !strings.Contains(errs, `the file does not state the elements of "type1", "type2"`) {
		t.Errorf("got %d %s", code, errs)
	}
	if _, err := os.Stat(target); err == nil {
		t.Error("a refused conversion left a file")
	}
	code, out, errs = runFiles(t, "", "convert", path, "-", "--to", "xyz", "--element", "type1=Si", "--element=type2=O")
	if code != exitOK || !strings.Contains(out, "Si 0 0 0\nO 0 0 2.5\nO 2.5 0 0\n") {
		t.Errorf("got %d %s %s", code, out, errs)
	}
}

func TestConvert(t *testing.T) {
	source := write(t, "a.xyz", twoFrames)
	dir := t.TempDir()
	target := filepath.Join(dir, "b.vasp.gz")
	code, out, errs := runFiles(t, "", "convert", source, target, "--json")
	const want = `{"format":"poscar","atoms":2,"losses":["Of 2 frames, frame 1 is written","The mass numbers of 1 atom are not stored","That the cell does not repeat along all of its vectors is not stored"],"changes":[],"order":null,"warnings":[`
	if code != exitOK || !strings.HasPrefix(out, want) {
		t.Errorf("got %d %s %s", code, out, errs)
	}
	packed, err := os.ReadFile(target)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := gzip.NewReader(bytes.NewReader(packed)); err != nil {
		t.Errorf("the file is not packed: %v", err)
	}
	// and back, by its content and its packing
	code, out, errs = runFiles(t, string(packed), "convert", "-", "-", "--to", "xyz")
	if code != exitOK || !strings.Contains(out, "O 0 0 0\nH 0 0 1\n") {
		t.Errorf("got %d %s %s", code, out, errs)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("got %v, %v, want one file", left, err)
	}
}

// TestConvertResult: what a tool printed is a file too.
func TestConvertResult(t *testing.T) {
	code, result, errs := runFiles(t, "", "call", "liquid_box", "--args", `{"components":[{"molecule":{"name":"water","smiles":"O"},"count":5}],"seed":1,"density":0.5}`)
	if code != exitOK {
		t.Fatal(errs)
	}
	target := filepath.Join(t.TempDir(), "box.gro")
	if code, _, errs := runFiles(t, result, "convert", "-", target, "--top"); code != exitOK || !strings.Contains(errs, "lost: 10 bonds are not stored in GRO") {
		t.Errorf("got %d %s", code, errs)
	}
	text, err := os.ReadFile(target)
	if err != nil || strings.Count(string(text), "\n") != 18 {
		t.Errorf("got %v\n%s", err, text)
	}
	top, err := os.ReadFile(strings.TrimSuffix(target, ".gro") + ".top")
	if err != nil || !strings.HasSuffix(string(top), "\n[ molecules ]\nWATE 5\n") {
		t.Errorf("got %v\n%s", err, top)
	}
}

func TestConvertUsage(t *testing.T) {
	source := write(t, "a.xyz", twoFrames)
	tests := []struct {
		args []string
		code int
		want string
	}{
		{[]string{"inspect"}, exitUsage, "inspect takes the name of one file"},
		{[]string{"inspect", "no such file"}, exitFailed, "no such file"},
		{[]string{"inspect", source, "--frame", "0"}, exitUsage, `--frame: "0" is not an integer from 1`},
		{[]string{"inspect", source, "--altlocs", "some"}, exitUsage, `--altlocs: "some" is not one of first|all`},
		{[]string{"inspect", source, "--element", "x"}, exitUsage, "--element x: expected a label and an element symbol, such as type1=Si"},
		{[]string{"convert", source}, exitUsage, "convert takes the names of two files"},
		{[]string{"convert", source, "x.docx"}, exitUsage, "the name x.docx says no format; name one with --to: xyz"},
		{[]string{"convert", source, "x.xyz", "--top"}, exitUsage, "--top goes with a GRO file"},
		{[]string{"convert", source, "x", "--to", "docx"}, exitFailed, `there is no format "docx"`},
		{[]string{"convert", source, "-", "--to", "xyz", "--json"}, exitUsage, "--json writes the report to standard output"},
		{[]string{"convert", source, filepath.Join(t.TempDir(), "no", "x.xyz")}, exitFailed, "no such file or directory"},
		{[]string{"convert", source, filepath.Join(t.TempDir(), "x.data"), "--style", "sphere"}, exitFailed, "the atom style sphere is not written"},
	}
	for _, c := range tests {
		if code, _, errs := runFiles(t, "", c.args...); code != c.code || !strings.Contains(errs, c.want) || strings.Count(errs, "\n") != 1 {
			t.Errorf("%q: got %d %q, want %d %q", c.args, code, errs, c.code, c.want)
		}
	}
}

// TestConvertSymmetry: the cell of rock salt becomes two sites and their group, and back.
func TestConvertSymmetry(t *testing.T) {
	salt := write(t, "salt.vasp", "salt\n5.64\n0 0.5 0.5\n0.5 0 0.5\n0.5 0.5 0\nNa Cl\n1 1\nDirect\n0 0 0\n0.5 0.5 0.5\n")
	file := filepath.Join(t.TempDir(), "salt.cif")
	code, _, errs := runFiles(t, "", "convert", salt, file, "--symmetry")
	const want = "changed: The crystal is written as 2 sites in the standard setting of space group Fm-3m (225), turned to it and ideal within 0.01 Å; its cell holds 8 atoms\n"
	if code != exitOK || !strings.Contains(errs, want) {
		t.Fatalf("got %d: %s", code, errs)
	}
	if code, out, _ := runFiles(t, "", "inspect", file, "--expand-symmetry"); code != exitOK || !strings.Contains(out, "atoms      8: Cl4Na4") {
		t.Errorf("read back: got %d: %s", code, out)
	}
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{salt, "x.xyz", "--symmetry"}, exitUsage, "--symmetry goes with a CIF"},
		{[]string{salt, "x.cif", "--tolerance", "0.1"}, exitUsage, "--tolerance goes with --symmetry"},
		{[]string{salt, "x.cif", "--symmetry", "--tolerance", "far"}, exitUsage, `--tolerance: "far" is no distance in Å`},
		{[]string{salt, "x.cif", "--symmetry", "--tolerance", "9"}, exitFailed, "the tolerance is 9 Å: give 1e-06 to 0.5"},
		{[]string{write(t, "a.xyz", "1\n\nC 0 0 0\n"), "x.cif", "--symmetry"}, exitFailed, "the structure has no cell: set one first"},
	} {
		if code, _, errs := runFiles(t, "", append([]string{"convert"}, c.args...)...); code != c.code || !strings.Contains(errs, c.want) {
			t.Errorf("%v: got %d, %q, want %q", c.args, code, errs, c.want)
		}
	}
}
