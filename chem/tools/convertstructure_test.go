//go:build !part

package tools

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/crystal"
	"github.com/molsmith/molsmith/chem/formats"
	"github.com/molsmith/molsmith/contract"
)

// TestConvertFormats: the schema lists what chem/formats has.
func TestConvertFormats(t *testing.T) {
	var schema struct {
		Properties map[string]struct{ Enum []string }
	}
	if err := json.Unmarshal(convertStructure().Input, &schema); err != nil {
		t.Fatal(err)
	}
	var read, write []string
	for _, f := range formats.List() {
		if f.CanRead {
			read = append(read, f.ID)
		}
		if f.CanWrite {
			write = append(write, f.ID)
		}
	}
	slices.Sort(read)
	slices.Sort(write)
	from, to := schema.Properties["from"].Enum, schema.Properties["to"].Enum
	slices.Sort(from)
	slices.Sort(to)
	if from = slices.DeleteFunc(from, func(s string) bool { return s == "auto" }); !slices.Equal(from, read) || !slices.Equal(to, write) {
		t.Errorf("got %v to %v, want %v to %v", from, to, read, write)
	}
}

func convert(t *testing.T, args map[string]any) (*convertAnswer, error) {
	t.Helper()
	text, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	outcome, err := convertStructure().Run(context.Background(), text, nil)
	if err != nil {
		return nil, err
	}
	answer := new(convertAnswer)
	if err := json.Unmarshal(outcome.Value, answer); err != nil {
		t.Fatal(err)
	}
	return answer, nil
}

func TestConvertStructure(t *testing.T) {
	const frames = "1\n\nO 0 0 0\n2\nLattice=\"4 0 0 0 4 0 0 0 4\" Properties=species:S:1:pos:R:3\nCl 0 0 0\nNa 2 2 2\n"
	got, err := convert(t, map[string]any{"text": frames, "to": "poscar", "frame": 2, "name": "salt"})
	if err != nil {
		t.Fatal(err)
	}
	if got.Text != "salt\n1.0\n4 0 0\n0 4 0\n0 0 4\nCl Na\n1 1\nCartesian\n0 0 0\n2 2 2\n" || got.Format != "xyz" || got.Atoms != 2 || got.Frames != 2 ||
		!slices.Equal(got.Losses, []string{"Of 2 frames, frame 2 is written"}) || len(got.Changes) != 0 || len(got.Warnings) != 1 {
		t.Errorf("got %+v", got)
	}
	got, err = convert(t, map[string]any{"text": "old\n1\n4 0 0\n0 4 0\n0 0 4\n1 1\nDirect\n0 0 0\n.5 .5 .5\n", "elements": "type1=Na, type2=Cl", "to": "lammps", "lammps_style": "atomic"})
	if err != nil || !strings.Contains(got.Text, "Atoms # atomic\n\n1 1 0 0 0\n2 2 2 2 2\n") || got.Format != "poscar" {
		t.Errorf("got %+v, %v", got, err)
	}
	got, err = convert(t, map[string]any{"text": "water\n1\n    1SOL     OW    1   0.100   0.000   0.000\n1 1 1\n", "from": "gro"})
	if err != nil || !strings.Contains(got.Text, "O 1 0 0 OW SOL 1\n") {
		t.Errorf("got %+v, %v", got, err)
	}
}

// TestConvertSymmetry: a CIF with symmetry makes the crystal again when it is expanded.
func TestConvertSymmetry(t *testing.T) {
	const salt = "salt\n1\n5.64 0 0\n0 5.64 0\n0 0 5.64\nNa Cl\n4 4\nDirect\n0 0 0\n0 .5 .5\n.5 0 .5\n.5 .5 0\n.5 .5 .5\n.5 0 0\n0 .5 0\n0 0 .501\n"
	got, err := convert(t, map[string]any{"text": salt, "to": "cif", "cif_symmetry": true})
	if err != nil || !strings.Contains(got.Text, "'F m -3 m'") || !strings.Contains(strings.Join(got.Changes, "\n"), "2 sites in the standard setting of space group Fm-3m (225)") {
		t.Fatalf("got %+v, %v", got, err)
	}
	again, err := convert(t, map[string]any{"text": got.Text, "to": "poscar", "expand_symmetry": true})
	if err != nil || again.Atoms != 8 {
		t.Errorf("expanded: got %+v, %v", again, err)
	}
	got, err = convert(t, map[string]any{"text": salt, "to": "cif", "cif_symmetry": true, "symmetry_tolerance": 0.001})
	if err != nil || strings.Contains(got.Text, "'F m -3 m'") {
		t.Errorf("a closer tolerance: got %+v, %v", got, err)
	}
	plain, err := convert(t, map[string]any{"text": salt, "to": "cif"})
	if err != nil || !strings.Contains(plain.Text, "'P 1'") || strings.Count(plain.Text, "\nNa") != 4 {
		t.Errorf("without: got %+v, %v", plain, err)
	}
}

func TestConvertRefusals(t *testing.T) {
	tests := []struct {
		args map[string]any
		want string
	}{
		{map[string]any{}, "Missing required argument: text"},
		{map[string]any{"text": "hello"}, "The file is none of the formats that can be opened: "},
		{map[string]any{"text": "2\n\nO 0.000 0.000 0.000\n"}, "XYZ file: line 4: the file ends where atom 2 of 2 is expected."},
		{map[string]any{"text": "1\n\nO 0 0 0\n", "to": "poscar"}, "POSCAR files need a cell; this structure has none."},
		{map[string]any{"text": "1\n\nO 0 0 0\n", "frame": 2}, "XYZ file: frame 2 is asked for; the file holds 1 frame."},
		{map[string]any{"text": "1\n\nO 0 0 0\n", "elements": "x"}, "Elements of labels: expected a label and an element symbol, such as 1=Si, found 'x'."},
		{map[string]any{"text": "1\n\nO 0 0 0\n", "cif_symmetry": true}, "Only CIF files hold a symmetry: "},
		{map[string]any{"text": "1\n\nO 0 0 0\n", "to": "cif", "cif_symmetry": true}, "The structure of the file has no cell, and only"},
		{map[string]any{"text": "1\n\nO 0 0 0\n", "to": "docx"}, "Format must be one of "},
	}
	for _, c := range tests {
		if _, err := convert(t, c.args); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%v: got %v, want %s", c.args, err, c.want)
		}
	}
}

// TestConvertSymmetryRefusals: a refusal has the code of its reason and the field it is about.
func TestConvertSymmetryRefusals(t *testing.T) {
	const close = "x\n1\n4 0 0\n0 4 0\n0 0 4\nNa\n2\nCartesian\n0 0 0\n0 0 .5\n"
	tests := []struct {
		text string
		code contract.Code
		path string
		want string
	}{
		{"1\n\nO 0 0 0\n", contract.NoCell, "", "leave CIF with symmetry off"},
		{close, contract.InvalidArguments, "/symmetry_tolerance", "(atoms counted from 0): give a smaller one"},
		{"x\n1\n4 0 0\n0 4 0\n0 0 4\nNa\n" + strconv.Itoa(crystal.MaxSearchAtoms+1) + "\nCartesian\n" + strings.Repeat("0 0 0\n", crystal.MaxSearchAtoms+1), contract.TooManyAtoms, "", " atoms are more than the "},
	}
	for _, c := range tests {
		_, err := convert(t, map[string]any{"text": c.text, "to": "cif", "cif_symmetry": true, "symmetry_tolerance": 0.4})
		var said *contract.Error
		if !errors.As(err, &said) || said.Code != c.code || !strings.Contains(said.Message, c.want) || c.path != "" && (len(said.Problems) != 1 || said.Problems[0].Path != c.path) {
			t.Errorf("got %v, want %s at %s: %s", err, c.code, c.path, c.want)
		}
	}
	// Names are lost where symmetry leaves atoms out, not where all are written.
	const four = "4\nLattice=\"5 0 0 .3 6 0 .4 .2 7\" Properties=species:S:1:pos:R:3:atom_name:S:1\nC 0 0 0 A\nN 1 2 0.5 B\nO 3 1 2 D\nF 2 4 4 E\n"
	got, err := convert(t, map[string]any{"text": four, "to": "cif", "cif_symmetry": true})
	if err != nil || !strings.Contains(got.Text, "\nA C ") || strings.Contains(strings.Join(got.Losses, "\n"), "names") {
		t.Errorf("four atoms: got %+v, %v", got, err)
	}
}
