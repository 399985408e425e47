package cif

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/internal/oracle"
	"github.com/molsmith/molsmith/chem/structure"
)

const (
	cube  = "_cell_length_a 4\n_cell_length_b 4\n_cell_length_c 4\n_cell_angle_alpha 90\n_cell_angle_beta 90\n_cell_angle_gamma 90\n"
	tags  = "loop_\n_atom_site_label\n_atom_site_fract_x\n_atom_site_fract_y\n_atom_site_fract_z\n"
	p1    = "_symmetry_equiv_pos_as_xyz x,y,z\n"
	plain = "data_a\n" + cube + p1 + tags
)

func TestRead(t *testing.T) {
	tests := []struct{ name, text, want, warnings string }{
		{"plain", plain + "Cs1 0 0 0\nCl1 .5 0.5 5e-1\n", "[55 17] [0 0 0 2 2 2] [Cs1 Cl1] [] 1", ""},
		{"CR", strings.ReplaceAll(plain+"Cs1 0 0 0\n", "\n", "\r"), "[55] [0 0 0] [Cs1] [] 1", ""},
		{"uncertainties", plain + "C1 0.25(1) -0.5(12) 1.5(3)e-1\n", "[6] [1 -2 0.6] [C1] [] 1", ""},
		{"capitals", strings.ToUpper("data_a\n"+cube) + p1 + "LOOP_\n" + strings.ToUpper(tags[6:]) + "C1 0 0 0\n", "[6] [0 0 0] [C1] [] 1", ""},
		{"dots", "data_a\n" + strings.ReplaceAll(cube, "_cell_", "_cell.") + "_space_group_symop.operation_xyz x,y,z\n" + strings.ReplaceAll(tags, "_atom_site_", "_atom_site.") + "C1 0 0 0\n", "[6] [0 0 0] [C1] [] 1", ""},
		{"one site without a loop", "data_a\n" + cube + p1 + "_atom_site_label Po1\n_atom_site_fract_x 0\n_atom_site_fract_y 0.5\n_atom_site_fract_z .\n", "[84] [0 2 0] [Po1] [] 1", ""},
		{"default and unknown", plain + "C1 . . .\nO1 ? ? ?\n", "[6] [0 0 0] [C1] [] 1", "1 site without coordinates is left out"},
		{"comments and text fields", "# x\ndata_a # y\n_title\n;\n_cell_length_a 9\n;\n" + cube + p1 + tags + "C1 0 0 0 # z\n# end", "[6] [0 0 0] [C1] [] 1", ""},
		{"quotes", plain + "\"C1'\" 0 0 0\n'O1' 0 0 0.5\nN'a 0 0 0\n'C a'b' 0 0 0\n", "[6 8 7 6] [0 0 0 0 0 2 0 0 0 0 0 0] [C1' O1 N'a C a'b] [] 1", ""},
		{"open quote", "data_a\n_title 'never closed\n" + plain[7:] + "C1 0 0 0\n", "[6] [0 0 0] [C1] [] 1", "a quote is not closed in its line; the text is read to the end of the line"},
		{"no value", "data_a\n_title\n" + plain[7:] + "C1 0 0 0\n", "[6] [0 0 0] [C1] [] 1", "the data name _title has no value"},
		{"no data line", plain[7:] + "C1 0 0 0\n", "[6] [0 0 0] [C1] [] 1", "the file has no data_ line before its first item"},
		{"CIF 2", "#\\#CIF_2.0\ndata_a\n_x [1 2 [3]]\n_y {'k':'}'}\n_z '''it's'''\n" + plain[7:] + "C1 0 0 0\n", "[6] [0 0 0] [C1] [] 1", ""},
		{"Cartesian", "data_a\nloop_\n_atom_site_label\n_atom_site_Cartn_x\n_atom_site_Cartn_y\n_atom_site_Cartn_z\nO1 1 2 3\n", "[8] [1 2 3] [O1] [] 1", ""},
		{"right angles by default", "data_a\n_cell_length_a 4\n_cell_length_b 4\n_cell_length_c 4\n_cell_angle_beta 90\n_cell_angle_gamma 90\n" + p1 + tags + "C1 0 0 0\n", "[6] [0 0 0] [C1] [] 1", "_cell_angle_alpha is missing; 90° is assumed"},
		{"occupancy", "data_a\n" + cube + p1 + tags + "_atom_site_occupancy\nC1 0 0 0 1\nO1 0 0 0.5 0.5\n", "[6 8] [0 0 0 0 0 2] [C1 O1] [] 1", "1 site is partly occupied (disorder); all are kept and may overlap"},
		{"disorder", "data_a\n" + cube + p1 + tags + "_atom_site_disorder_group\nC1 0 0 0 .\nO1 0 0 0.5 2\n", "[6 8] [0 0 0 0 0 2] [C1 O1] [] 1", "1 site is in disorder groups; all are kept and may overlap"},
		{"charges", "data_a\n" + cube + p1 + tags + "_atom_site_type_symbol\nA 0 0 0 Fe3+\nB 0 0 0 O2-\nC 0 0 0 Cl-1\nD 0 0 0 Na+\nE 0 0 0 C0+\n", "[26 8 17 11 6] [0 0 0 0 0 0 0 0 0 0 0 0 0 0 0] [A B C D E] [3 -2 -1 1 0] 1", ""},
		{"broken charge", "data_a\n" + cube + p1 + tags + "_atom_site_type_symbol\nA 0 0 0 Fe2.5+\n", "[26] [0 0 0] [A] [] 1", "the charges of 1 site, no whole numbers, are not kept"},
		{"two values", "data_a\n_cell_length_a 4\n" + strings.Replace(cube, "a 4", "a 5", 1) + p1 + tags + "C1 0.5 0 0\n", "[6] [2 0 0] [C1] [] 1", "_cell_length_a has two values; the first counts"},
		{"two blocks", plain + "C1 0 0 0\ndata_b\n" + plain[7:] + "N1 0 0 0\n", "[6] [0 0 0] [C1] [] 2", "the file holds 2 blocks with atom sites; the first is read"},
		{"no symmetry", "data_a\n" + cube + tags + "C1 0 0 0\n", "[6] [0 0 0] [C1] [] 1", "the file says nothing of symmetry; P 1 is assumed"},
		{"unknown group", "data_a\n" + cube + "_symmetry_space_group_name_H-M 'Q 7/z'\n" + tags + "C1 0 0 0\n", "[6] [0 0 0] [C1] [] 1", `the space group "Q 7/z" is not known and no symmetry operations are listed; P 1 is assumed`},
		{"operations that the name does not have", "data_a\n" + cube + "_symmetry_space_group_name_H-M 'P -1'\n" + p1 + tags + "C1 0 0 0\n", "[6] [0 0 0] [C1] [] 1", "the file lists 1 symmetry operation, space group P-1 has 2; those of the file count"},
		{"two origins", "data_a\n" + cube + "_symmetry_Int_Tables_number 227\n" + tags + "C1 0 0 0\n", "[6] [0 0 0] [C1] [] 1", "the file lists no symmetry operations, and its space group has several settings; Fd-3m, number 227, Hall symbol F 4d 2 3 -1d is assumed"},

		{"empty", "", "line 1: the file ends where data_ and the name of a block are expected", ""},
		{"HTML", "\n<html>", `line 2: expected data_ and the name of a block, found "<html>"`, ""},
		{"no sites", "data_a\n" + cube, "no block of the file holds atom sites with coordinates", ""},
		{"only unknown", plain + "C1 ? ? ?\n", "the sites of the file have no coordinates", ""},
		{"no length", "data_a\n_cell_length_a 4\n" + tags + "C1 0 0 0\n", "line 1: _cell_length_b is missing; the sites cannot be placed without the cell", ""},
		{"no cell", "data_a\n" + tags + "C1 0 0 0\n", "line 1: _cell_length_a is missing; the sites cannot be placed without the cell", ""},
		{"length of text", "data_a\n_cell_length_a four\n" + tags + "C1 0 0 0\n", `line 2: _cell_length_a: expected a number, found "four"`, ""},
		{"impossible angles", "data_a\n" + strings.Replace(cube, "alpha 90\n_cell_angle_beta 90", "alpha 10\n_cell_angle_beta 10", 1) + p1 + tags + "C1 0 0 0\n", "line 2: ", ""},
		{"short row", plain + "C1 0 0 0\nC2 0 0\n", "line 15: the loop of _atom_site_label ends within a row: 3 of 4 values", ""},
		{"bad coordinate", plain + "C1 0 x 0\n", `line 14: site "C1": expected the y coordinate, found "x"`, ""},
		{"NaN", plain + "C1 0 nan 0\n", `line 14: site "C1": expected the y coordinate, found "nan"`, ""},
		{"bad uncertainty", plain + "C1 0 1(x) 0\n", `line 14: site "C1": expected the y coordinate, found "1(x)"`, ""},
		{"bad operation", "data_a\n" + cube + "_symmetry_equiv_pos_as_xyz x,y\n" + tags + "C1 0 0 0\n", `line 8: expected three coordinates such as "-x, y+1/2, -z", found "x,y"`, ""},
		{"half an operation", "data_a\n" + cube + "_symmetry_equiv_pos_as_xyz x,y,\n" + tags + "C1 0 0 0\n", `line 8: the last symmetry operation ends with a comma: "x,y,"`, ""},
		{"loop without names", "data_a\nloop_\nC1\n", "line 3: expected a data name after loop_", ""},
		{"stray value", "data_a\n_x 1 2\n", `line 2: expected a data name, found the value "2"`, ""},
		{"open text field", "data_a\n_x\n;text\n", "line 3: the text that begins here with ; is not closed", ""},
		{"open list", "#\\#CIF_2.0\ndata_a\n_x [1 2\n", "line 3: the list that begins here is not closed", ""},
	}
	for _, c := range tests {
		file, err := Read([]byte(c.text), format.ReadOptions{})
		got, warnings := "", ""
		if err != nil {
			got = err.Error()
		} else {
			s := file.Structure
			got = fmt.Sprint(s.Elements, rounded(s.Positions), s.AtomNames, s.FormalCharges, file.Frames)
			warnings = strings.Join(file.Warnings, "; ")
			if err := file.Validate(false); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
		}
		if err == nil && got != c.want || err != nil && !strings.HasPrefix(got, c.want) || c.want == "" || warnings != c.warnings {
			t.Errorf("%s: got\n%s with %q, want\n%s with %q", c.name, got, warnings, c.want, c.warnings)
		}
	}
}

func rounded(list []float64) []float64 {
	out := slices.Clone(list)
	for i := range out {
		out[i] = math.Round(out[i]*1e9)/1e9 + 0
	}
	return out
}

// TestSymmetry: where the operations come from, and what they make of two sites of
// rock salt.
func TestSymmetry(t *testing.T) {
	operations := func() string {
		return "loop_\n_symmetry_equiv_pos_site_id\n_symmetry_equiv_pos_as_xyz\n1 'x,y,z'\n2 '-x,-y,-z'\n"
	}
	tests := []struct {
		text, source string
		atoms        int
	}{
		{"_symmetry_space_group_name_H-M 'F m -3 m'\n", "space group Fm-3m", 8},
		{"_space_group_name_H-M_alt 'F m 3 m'\n", "space group Fm-3m", 8},
		{"_symmetry_space_group_name_Hall '-F 4 2 3'\n_symmetry_space_group_name_H-M 'P 1'\n", "Hall symbol -F 4 2 3", 8},
		{"_space_group_IT_number 225\n", "space group Fm-3m", 8},
		{"loop_\n_symmetry_equiv_pos_as_xyz\nx, y, z\n-x, -y, -z\n_symmetry_space_group_name_H-M 'P -1'\n", "the list of the file", 2},
		{operations() + "_symmetry_space_group_name_H-M 'P -1'\n", "the list of the file", 2},
	}
	for _, c := range tests {
		file, err := Read([]byte("data_a\n"+cube+c.text+tags+"Na1 0 0 0\nCl1 0.5 0.5 0.5\n"), format.ReadOptions{})
		if err != nil || file.Symmetry == nil || file.Symmetry.Source != c.source {
			t.Errorf("%s: got %+v, %v", c.text, file.Symmetry, err)
			continue
		}
		if err := file.Expand(); err != nil || file.Structure.Len() != c.atoms || file.Symmetry != nil || len(file.Structure.AtomNames) != c.atoms {
			t.Errorf("%s: got %d atoms, %v, want %d", c.text, file.Structure.Len(), err, c.atoms)
		}
	}
}

// TestExpand: a file that lists the whole cell and the operations is not doubled, and
// two partial occupants of a site stay.
func TestExpand(t *testing.T) {
	file, err := Read([]byte("data_a\n"+cube+"_symmetry_space_group_name_H-M 'P -1'\n"+tags+"_atom_site_occupancy\nC1 0.1 0.2 0.3 1\nC2 0.9 0.8 0.7 1\nD1 0 0 0 0.5\nN1 0 0 0 0.5\n"), format.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := file.Expand(); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(file.Structure.Elements, file.Occupancies, file.Isotopes); got != "[6 6 1 7] [1 1 0.5 0.5] [{2 2}]" {
		t.Errorf("got %s", got)
	}
	want := []string{
		"2 sites are partly occupied (disorder); all are kept and may overlap",
		"4 atoms of the asymmetric unit are expanded to 4 atoms by 2 symmetry operations (space group P-1) and wrapped into the cell",
		"2 images are left out, because an atom of the same element is there",
	}
	if !slices.Equal(file.Warnings, want) {
		t.Errorf("got %q", file.Warnings)
	}
}

// TestOrdered: of two groups and of two occupants of one place the more occupied stay.
func TestOrdered(t *testing.T) {
	text := "data_a\n" + cube + p1 + tags + "_atom_site_occupancy\n_atom_site_disorder_assembly\n_atom_site_disorder_group\n" +
		"C1 0 0 0 1 . .\nO1 0.2 0 0 0.4 A 1\nO2 0.25 0.1 0 0.6 A 2\nN1 0.2 0.5 0 0.5 B 1\nN2 0.3 0.5 0 0.5 B 2\nGe1 0.5 0.5 0.5 0.3 . .\nSb1 0.5 0.5 -0.49 0.7 . .\nF1 0.8 0.8 0.8 0.5 . .\n"
	for ordered, want := range map[bool]string{
		false: "[C1 O1 O2 N1 N2 Ge1 Sb1 F1] [7 sites are partly occupied (disorder); all are kept and may overlap]",
		true:  "[C1 O2 N1 Sb1 F1] [3 sites of minor disorder are left out 4 sites are partly occupied (disorder); all are kept and may overlap]",
	} {
		file, err := Read([]byte(text), format.ReadOptions{Ordered: ordered})
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(file.Structure.AtomNames, file.Warnings); got != want {
			t.Errorf("ordered %v: got %s, want %s", ordered, got, want)
		}
	}
}

func TestElements(t *testing.T) {
	tests := []struct {
		symbol, label, formula string
		z                      uint8
	}{
		{"?", "C1", "", 6}, {"?", "Al(1)", "", 13}, {"?", "O-H(1)", "Al2 P O8 H5", 8}, {"?", "Wat", "Al2 P O8 H5", 0}, {"?", "Wat", "", 0},
		{"?", "MO1", "C3 Mo2", 42}, {"?", "CO1", "C2 O4", 6}, {"?", "CO1", "Co2 O4", 27}, {"?", "HO1", "C H4 O", 1}, {"?", "Ow1", "H2 O", 8},
		{"?", "CAA", "C2 H6", 6}, {"?", "CLA", "H Cl", 17}, {"?", "SI1", "", 14}, {"?", "D2", "", 1}, {"?", "M1", "", 0}, {"?", "X", "", 0}, {"?", "1", "", 0},
		{"Siva", "", "", 14}, {"Co", "C1", "C2 O4", 27}, {"Cval", "", "", 6}, {"FE", "x", "", 26}, {"Fe3+", "x", "", 26}, {"O-2", "x", "", 8}, {".", "N3", "", 7}, {"?", "Ca1", "Ca C O3", 20},
		{"?", "CA1", "CaCO3", 20}, {"?", "ca1", "", 20}, {"?", "W1", "", 74}, {"?", "Tl1", "", 81},
	}
	for _, c := range tests {
		r := &reader{items: map[string]given{"_chemical_formula_sum": {text: c.formula}}}
		if z, _, _, _ := elementOf(c.symbol, c.label, r.statedElements()); z != c.z {
			t.Errorf("%s %s in %q: got %d, want %d", c.symbol, c.label, c.formula, z, c.z)
		}
	}
}

// crystal is what TestWrite writes.
func crystal() *structure.Structure {
	return &structure.Structure{
		Elements: []uint8{11, 17, 8}, Positions: []float64{0, 0, 0, 2.82, 2.82, 2.82, 1, -1, 7},
		Cell:      &[9]float64{5.64, 0, 0, 0, 5.64, 0, -1.41, 0, 5.64},
		AtomNames: []string{"Na1", "Cl a", "O"}, FormalCharges: []int32{1, -1, 0},
	}
}

func TestWrite(t *testing.T) {
	got, report, err := Write(crystal(), format.Options{Name: "Salt's \"name\""})
	const want = `data_salt-s-name
_chemical_name_common             'Salt's "name"'
_cell_length_a                    5.64
_cell_length_b                    5.64
_cell_length_c                    5.813578932
_cell_angle_alpha                 90.0
_cell_angle_beta                  104.036243468
_cell_angle_gamma                 90.0
_space_group_name_H-M_alt         'P 1'
_space_group_IT_number            1
loop_
_space_group_symop_operation_xyz
'x, y, z'
loop_
_atom_site_label
_atom_site_type_symbol
_atom_site_fract_x
_atom_site_fract_y
_atom_site_fract_z
Na1 Na1+  0.000000000  0.000000000  0.000000000
'Cl a' Cl1-  0.625000000  0.500000000  0.500000000
O O  0.487588652 -0.177304965  1.241134752
`
	if err != nil || report.Losses != nil || report.Changes != nil {
		t.Errorf("got %+v, %v", report, err)
	}
	if string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	checkRoundTrip(t, crystal())
}

func TestReports(t *testing.T) {
	turned := crystal()
	turned.Cell = &[9]float64{0, 5, 0, 5, 0, 0, 0, 0, 5}
	turned.AtomNames = []string{"A", "A", "B"}
	turned.Bonds, turned.Scalars = [][2]uint32{{0, 1}}, []structure.Channel{{Name: "q", Values: make([]float64, 3)}}
	report, err := Check(turned, format.Options{})
	losses := []string{"1 bond is not stored in CIF", `The values "q" are not stored in CIF`, "Atom names are replaced by labels of element and number, because labels must differ"}
	changes := []string{"The third cell vector is reversed, because the cell is left-handed; the lattice is the same", "Cell and atoms are turned together, so that a lies along x and b in the xy plane"}
	if err != nil || !slices.Equal(report.Losses, losses) || !slices.Equal(report.Changes, changes) {
		t.Errorf("got %q, %q, %v", report.Losses, report.Changes, err)
	}
	bare := crystal()
	bare.Cell = nil
	if _, err := Check(bare, format.Options{}); err == nil || err.Error() != "CIF files need a cell; this structure has none" {
		t.Errorf("no cell: got %v", err)
	}
	flat := crystal()
	flat.Cell = &[9]float64{1, 0, 0, 2, 0, 0, 0, 0, 1}
	if _, err := Check(flat, format.Options{}); err == nil || err.Error() != "CIF files need a cell with a volume; that of this structure has none" {
		t.Errorf("flat cell: got %v", err)
	}
}

func TestValues(t *testing.T) {
	for _, text := range []string{"a", "O5'", "'a", "a b", "a' b", `a" b' c`, "_x", "#x", ";x", "loop_", "DATA_x", "?", ".", "[a]", "é ü", "x;y"} {
		r := &values{}
		data := append(AppendValue([]byte("data_a\n_x "), text), "\n_y 1\n"...)
		if notes, err := Scan(data, r); err != nil || notes != nil || len(r.list) != 2 || string(r.list[0].Text) != text || !r.list[0].Known() {
			t.Errorf("%q: got %v, %v, %v in\n%s", text, r.list, notes, err, data)
		}
	}
	// What is not ASCII stands inside of quotes, as other readers want it.
	if got := string(AppendValue(nil, "Hé2")); got != "'Hé2'" {
		t.Errorf("got %s, want 'Hé2'", got)
	}
}

// values collects the values of items.
type values struct{ list []Value }

func (v *values) Block(Value) error            { return nil }
func (v *values) Item(_ string, x Value) error { v.list = append(v.list, x); return nil }
func (v *values) Loop([]string) bool           { return false }
func (v *values) Row([]Value) error            { return nil }
func (v *values) End() error                   { return nil }

// checkRoundTrip writes s and reads it back.
func checkRoundTrip(t *testing.T, s *structure.Structure) {
	t.Helper()
	text, report, err := Write(s, format.Options{Name: "a name"})
	if err != nil {
		return // the format cannot hold s
	}
	file, err := Read(text, format.ReadOptions{})
	if err != nil {
		t.Fatalf("%v in\n%.3000s", err, text)
	}
	got := file.Structure
	if !slices.Equal(got.Elements, s.Elements) || file.Name != "a name" || file.Frames != 1 || file.Symmetry != nil || len(file.Warnings) > 0 {
		t.Fatalf("got %v of %q, %d frames, %v, %q, want %v", got.Elements, file.Name, file.Frames, file.Symmetry, file.Warnings, s.Elements)
	}
	losses, changes := strings.Join(report.Losses, "; "), strings.Join(report.Changes, "; ")
	if !strings.Contains(changes, "turned") && !strings.Contains(changes, "reversed") {
		size := 1.0
		for _, x := range s.Cell {
			size = math.Max(size, math.Abs(x))
		}
		for _, x := range s.Positions {
			size = math.Max(size, math.Abs(x))
		}
		for k, x := range s.Positions {
			if math.Abs(got.Positions[k]-x) > 2e-8*size {
				t.Fatalf("atom %d: got %v, want %v", k/3+1, got.Positions[k-k%3:k-k%3+3], s.Positions[k-k%3:k-k%3+3])
			}
		}
	}
	if !strings.Contains(losses, "names") && s.AtomNames != nil && !slices.Equal(got.AtomNames, s.AtomNames) {
		t.Errorf("labels: got %q, want %q", got.AtomNames, s.AtomNames)
	}
	if got.Charge() != s.Charge() && !strings.Contains(losses, "charges") {
		t.Errorf("charges: got %v, want %v", got.FormalCharges, s.FormalCharges)
	}
}

func TestCorpusRoundTrip(t *testing.T) {
	oracle.StructureFiles(t, 25, func(f oracle.StructureFile) {
		file, err := Read(f.Data, format.ReadOptions{})
		if err == nil && file.Validate(false) == nil {
			t.Run(f.Name, func(t *testing.T) { checkRoundTrip(t, file.Structure) })
		}
	}, "cif")
}

func FuzzRead(f *testing.F) {
	oracle.StructureFiles(f, 25, func(file oracle.StructureFile) {
		if len(file.Data) < 3000 {
			f.Add(file.Data)
		}
	}, "cif")
	f.Add([]byte("#\\#CIF_2.0\ndata_a\n_x [1 {2}]\n_y '''a'''\n" + plain[7:] + "Fe3+ 0.1(2) . ?\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := Read(data, format.ReadOptions{})
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Errorf("the message has more than one line: %q", err)
			}
			return
		}
		if err := file.Validate(true); err != nil {
			t.Fatalf("the structure is not valid: %v", err)
		}
		if file.Structure.Len() < 100 {
			if err := file.Expand(); err == nil {
				if err := file.Validate(true); err != nil {
					t.Fatalf("the whole cell is not valid: %v", err)
				}
			}
		}
	})
}

func ExampleRead() {
	file, err := Read([]byte("data_CsCl\n"+cube+"_space_group_name_H-M_alt 'P m -3 m'\n"+tags+"Cs1 0 0 0\nCl1 0.5 0.5 0.5\n"), format.ReadOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(file.Name, file.Structure.Formula(), len(file.Symmetry.Operations))
	// Output: CsCl ClCs 48
}
