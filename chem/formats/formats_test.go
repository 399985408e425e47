package formats

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/structure"
)

// full is a structure with every array filled.
func full() *structure.Structure {
	return &structure.Structure{
		Elements:      []uint8{8, 1, 1, 6, 8, 8},
		Positions:     []float64{0, 0, 0, 0.757, 0.586, 0, -0.757, 0.586, 0, 5, 5, 5, 5, 5, 6.25, 5, 6.1, 4.5},
		Cell:          &[9]float64{12, 0, 0, 3, 11, 0, -2, 1, 10},
		Bonds:         [][2]uint32{{0, 1}, {0, 2}, {3, 4}, {3, 5}},
		BondOrders:    []uint8{1, 1, 2, 1},
		Molecules:     []int32{0, 0, 0, 1, 1, 1},
		ResidueNames:  []string{"WAT", "WAT", "WAT", "FOR", "FOR", "FOR"},
		ResidueIDs:    []int32{7, 7, 7, 3, 3, 3},
		AtomNames:     []string{"O1", "H1", "H2", "C1", "O1", "O2"},
		ChainIDs:      []string{"A", "A", "A", "B", "B", "B"},
		FormalCharges: []int32{0, 0, 0, 0, 0, -1},
		Scalars:       []structure.Channel{{Name: "q", Values: []float64{-0.8, 0.4, 0.4, 0.5, -0.6, -0.9}}},
	}
}

// TestNothingIsLostInSilence writes a full structure in every format that can
// be read and compares field by field: what differs must be among the losses,
// what is equal must not be.
func TestNothingIsLostInSilence(t *testing.T) {
	words := map[string]string{
		"Cell": "cell", "Bonds": "bonds", "BondOrders": "order", "Molecules": "Molecule numbers", "ResidueNames": "Residue names",
		"ResidueIDs": "Residue numbers", "AtomNames": "Atom names", "ChainIDs": "Chain ids", "FormalCharges": "formal charges", "Scalars": `values "q"`,
	}
	for _, info := range List() {
		if !info.CanRead {
			continue
		}
		s := full()
		text, report, err := Write(info.ID, s, Options{Name: "a name"})
		if err != nil {
			t.Fatalf("%s: %v", info.ID, err)
		}
		if !reflect.DeepEqual(s, full()) {
			t.Errorf("%s: Write changed its input", info.ID)
		}
		file, err := Read("file"+info.Extensions[0], text)
		if err != nil {
			t.Fatalf("%s: %v", info.ID, err)
		}
		if file.Format != info.ID || file.Name != "a name" {
			t.Errorf("%s: got format %q and name %q", info.ID, file.Format, file.Name)
		}
		losses := strings.Join(report.Losses, "\n")
		if report.Order != nil {
			var elements []uint8
			var positions []float64
			for _, i := range report.Order {
				elements = append(elements, s.Elements[i])
				positions = append(positions, s.Positions[3*i:3*i+3]...)
			}
			s.Elements, s.Positions = elements, positions
		}
		want, got := reflect.ValueOf(*s), reflect.ValueOf(*file.Structure)
		for i := range want.NumField() {
			field := want.Type().Field(i).Name
			equal := reflect.DeepEqual(want.Field(i).Interface(), got.Field(i).Interface()) || near(want.Field(i), got.Field(i))
			word, named := words[field]
			switch {
			case !named && !equal:
				t.Errorf("%s: %s differ: got %v, want %v", info.ID, field, got.Field(i), want.Field(i))
			case named && equal == strings.Contains(losses, word):
				t.Errorf("%s: %s kept is %v, but the losses are %q", info.ID, field, equal, report.Losses)
			}
		}
	}
}

// near says whether two lists of numbers differ by no more than formats round.
func near(a, b reflect.Value) bool {
	if a.Kind() == reflect.Pointer && !a.IsNil() && !b.IsNil() {
		a, b = a.Elem(), b.Elem()
	}
	if (a.Kind() != reflect.Slice && a.Kind() != reflect.Array) || a.Len() != b.Len() || a.Type().Elem().Kind() != reflect.Float64 {
		return false
	}
	for k := range a.Len() {
		if math.Abs(a.Index(k).Float()-b.Index(k).Float()) > 0.006 {
			return false
		}
	}
	return true
}

// TestReportsAgree: Check says what Write says.
func TestReportsAgree(t *testing.T) {
	turned := full()
	turned.Cell = &[9]float64{0, 12, 0, 12, 0, 0, 0, 0, 12}
	bare := &structure.Structure{Elements: []uint8{6}, Positions: []float64{1, 2, 1.0 / 3}}
	structures := []*structure.Structure{full(), turned, bare}
	for _, info := range List() {
		for i, s := range structures {
			checked, refused := Check(info.ID, s, Options{})
			_, written, err := Write(info.ID, s, Options{})
			if refused != nil && err != nil && refused.Error() == err.Error() && s.Cell == nil {
				continue // formats of crystals need a cell
			}
			if err != nil || refused != nil || !reflect.DeepEqual(checked, written) || checked.Format != info.ID {
				t.Errorf("%s, structure %d: got %+v, %v, want %+v", info.ID, i, written, err, checked)
			}
		}
	}
}

func TestReadMol(t *testing.T) {
	const block = `ethoxide, marked
  Molsmith          2D
a comment
  3  2  0  0  0  0            999 V2000
    0.0000    0.0000    0.0000 C   0  0  0  0  0  0  0  0  0  7  0  0
    1.5000    0.0000    0.0000 C   0  0  0  0  0  0  0  0  0  0  0  0
    2.1000    1.0000    0.0000 O   0  0  0  0  0  0  0  0  0  0  0  0
  1  2  1  1
  2  3  1  0
M  CHG  1   3  -1
M  RAD  1   1   2
M  ISO  1   1  13
M  END
$$$$
second
`
	file, err := Read("x.sdf", []byte(block))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"the file holds 2 records; the first is read as its frame",
		"the coordinates are a 2D drawing, not a 3D geometry",
		"4 implied hydrogens are not among the atoms and not added",
		"1 radical mark is not kept",
		"1 stereo mark is not kept; the coordinates are",
		"1 atom map number is not kept",
		"the mass numbers of 1 atom are not kept: isotopes are read as their elements",
	}
	if !slices.Equal(file.Warnings, want) {
		t.Errorf("warnings: got %q, want %q", file.Warnings, want)
	}
	if file.Frames != 2 || file.Name != "ethoxide, marked" || file.Title != "a comment" || !slices.Equal(file.Isotopes, []format.Isotope{{Atom: 0, Mass: 13}}) {
		t.Errorf("got %+v", file)
	}
	if s := file.Structure; s.Formula() != "C2O" || s.Charge() != -1 || s.BondOrders != nil || len(s.Bonds) != 2 {
		t.Errorf("got %+v", s)
	}
}

// TestLargeMol: what V2000 cannot hold is written as V3000, with a word about it.
func TestLargeMol(t *testing.T) {
	chain := &structure.Structure{}
	for i := range 1500 {
		chain.Elements = append(chain.Elements, 6)
		chain.Positions = append(chain.Positions, 1.5*float64(i), 0, 0)
		if i > 0 {
			chain.Bonds = append(chain.Bonds, [2]uint32{uint32(i - 1), uint32(i)})
		}
	}
	text, report, err := Write("mol", chain, Options{})
	if err != nil || len(report.Changes) != 1 || !strings.HasPrefix(report.Changes[0], "The mol block is V3000") {
		t.Fatalf("got %+v, %v", report, err)
	}
	record, _, err := Write("sdf", chain, Options{})
	if err != nil || string(record) != string(text)+"$$$$\n" {
		t.Errorf("an SD file is not the mol block and its end: %d and %d bytes, %v", len(record), len(text), err)
	}
	file, err := Read("x.sdf", record)
	if err != nil || !reflect.DeepEqual(file.Structure, chain) || file.Frames != 1 {
		t.Errorf("got %+v, %v", file, err)
	}
}

func TestSniff(t *testing.T) {
	const (
		xyzText  = "1\ncomment\nO 0 0 0\n"
		jsonText = ` {"elements":[8],"positions":[0,0,0],"cell":null,"bonds":[]}`
		molText  = "\n\n\n  1  0  0  0  0  0            999 V2000\n    0.0000    0.0000    0.0000 O\nM  END\n"
		groText  = "title\n1\n    1SOL     OW    1   0.000   0.000   0.000\n 1 1 1\n"
	)
	tests := []struct{ name, text, want string }{
		{"a.xyz", xyzText, "xyz"},
		{"a.EXTXYZ", xyzText, "xyz"},
		{"a.txt", xyzText, "xyz"},
		{"", xyzText, "xyz"},
		{"a.json", jsonText, "json"},
		{"a", jsonText, "json"},
		{"a.xyz", jsonText, "json"},
		{"a.mol", molText, "mol"},
		{"a.SDF", molText, "sdf"},
		{"a", molText + "$$$$\n", "sdf"},
		{"a.mol", molText + "$$$$\n", "mol"},
		{"a", molText, "mol"},
		{"a.xyz", molText, "mol"},
		{"a.mol", xyzText, "xyz"},
		{"a.pdb", xyzText, "xyz"},
		{"a", strings.ReplaceAll(molText, "\n", "\r\n"), "mol"},
		{"a", strings.ReplaceAll(molText, "\n", "\r"), "mol"},
		{"a.txt", "# comment\n\ndata_x\n_cell_length_a 3\n_cell_length_b 3\n_cell_length_c 3\n_symmetry_equiv_pos_as_xyz x,y,z\n_atom_site_label C\n_atom_site_fract_x 0\n_atom_site_fract_y 0\n_atom_site_fract_z 0\n", "cif"},
		{"a.cif", "data_x\n_atom_site.label_atom_id C\n_atom_site.type_symbol C\n_atom_site.Cartn_x 0\n_atom_site.Cartn_y 0\n_atom_site.Cartn_z 0\n", "mmcif"},
		{"a", "HETATM    1  O   HOH A   1       0.000   0.000   0.000  1.00  0.00           O\n", "pdb"},
		{"pdb1abc.ent", "REMARK x\nHETATM    1  O   HOH A   1       0.000   0.000   0.000  1.00  0.00           O\n", "pdb"},
		{"a", "1\nProperties=pos:R:3:species:S:1\n0 0 0 O\n", "xyz"},

		{"a.xyz", "", "the file is empty"},
		{"a.xyz", " \n\n", "the file is empty"},
		{"a.xyz.gz", "\x1f\x8b\x08", "the file is compressed with gzip; unpack it first"},
		{"a.zip", "PK\x03\x04", "the file is a ZIP archive; unpack it first"},
		{"a.xyz", "\x00\x01", "the file is binary; structure files are text"},
		{"a.txt", "hello", "the file is none of the formats that can be opened: " + readable()},
		{"a.gro", groText, "gro"},
		{"a.top", "[ system ]\n", "GROMACS topology skeleton files can be saved but not opened; the formats that can be opened are " + readable()},
		{"a.xyz", "hello", `XYZ file: line 1: expected the number of atoms, found "hello"`},
		{"a.mol", "hello", "MOL file: line 2: the mol block ends where the program line is expected"},
		{"a.json", "{", "Contract JSON file: "},
	}
	for _, c := range tests {
		file, err := Read(c.name, []byte(c.text))
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = file.Format
		}
		if got != c.want && !(strings.HasSuffix(c.want, "file: ") && strings.HasPrefix(got, c.want)) {
			t.Errorf("%q with %.20q: got %q, want %q", c.name, c.text, got, c.want)
		}
	}
}

func TestNameOfTheDocument(t *testing.T) {
	for path, want := range map[string]string{
		"water.xyz": "water", "/tmp/a.b.XYZ": "a.b", `C:\data\box.extxyz`: "box", "plain": "plain", "": "",
	} {
		file, err := Read(path, []byte("1\na comment is no name\nO 0 0 0\n"))
		if err != nil || file.Name != want || file.Title != "a comment is no name" {
			t.Errorf("%q: got %q, %v, want %q", path, file.Name, err, want)
		}
	}
}

func TestRefusals(t *testing.T) {
	charged := full()
	charged.FormalCharges[0] = 16
	far := full()
	far.Positions[0] = 1e6
	remote := full()
	remote.Positions[0] = 1e10
	broken := full()
	broken.Elements[1] = 0
	doubled := full()
	doubled.Bonds[1] = [2]uint32{1, 0}
	all := strings.Join(ids(func(*entry) bool { return true }), ", ")
	tests := []struct {
		id   string
		s    *structure.Structure
		want string
	}{
		{"mol", charged, "a mol block holds formal charges from -15 to 15; atom 1 has +16"},
		{"mol", remote, "coordinates of a mol block must lie between -1e9 and 1e9 Å; atom 1 does not"},
		{"mol", doubled, "bonds 1 and 2 both join atoms 1 and 2"},
		{"pdb", far, "PDB coordinates must lie between -999.999 and 9999.999 Å; atom 1 does not"},
		{"gro", far, "GRO coordinates must lie between -999.999 and 9999.999 nm; atom 1 does not"},
		{"xyz", broken, "atom 2 has atomic number 0; it must be from 1 to 118"},
		{"json", &structure.Structure{}, "the structure holds no atoms; there is nothing to save"},
		{"docx", full(), `there is no format "docx"; the formats are ` + all},
	}
	for _, c := range tests {
		text, _, err := Write(c.id, c.s, Options{})
		if text != nil || err == nil || err.Error() != c.want {
			t.Errorf("%s: got %q, %v, want %q", c.id, text, err, c.want)
		}
		if _, err := Check(c.id, c.s, Options{}); err == nil || err.Error() != c.want {
			t.Errorf("%s: Check: got %v, want %q", c.id, err, c.want)
		}
	}
}

func TestList(t *testing.T) {
	var got []string
	for _, info := range List() {
		got = append(got, fmt.Sprintf("%s %v %v %v", info.ID, info.Extensions[0], info.CanRead, info.CanWrite))
		if found, ok := ForName("X" + strings.ToUpper(info.Extensions[0])); !ok || found.ID != info.ID {
			t.Errorf("ForName %s: got %+v", info.Extensions[0], found)
		}
	}
	want := []string{"xyz .xyz true true", "pdb .pdb true true", "gro .gro true true", "top .top false true", "mol .mol true true", "sdf .sdf true true", "mol2 .mol2 true true", "poscar .vasp true true", "lammps .data true true", "cif .cif true true", "mmcif .mmcif true true", "cml .cml true true", "xsf .xsf true true", "json .json true true"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if _, ok := ForName("x.docx"); ok {
		t.Error("there is a format for .docx")
	}
	List()[0].Extensions[0] = "changed"
	if List()[0].Extensions[0] != ".xyz" {
		t.Error("a change of the result changed the registry")
	}
}

func ExampleCheck() {
	water := &structure.Structure{
		Elements:  []uint8{8, 1, 1},
		Positions: []float64{0, 0, 0, 0.7572, 0.5865, 0, -0.7572, 0.5865, 0},
		Bonds:     [][2]uint32{{0, 1}, {0, 2}},
	}
	report, err := Check("xyz", water, Options{})
	fmt.Println(report.Losses, err)
	// Output: [2 bonds are not stored in XYZ] <nil>
}
