package mmcif

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

const head = "data_x\nloop_\n_atom_site.type_symbol\n_atom_site.label_atom_id\n_atom_site.label_alt_id\n_atom_site.label_comp_id\n_atom_site.label_asym_id\n_atom_site.label_seq_id\n_atom_site.pdbx_PDB_ins_code\n_atom_site.Cartn_x\n_atom_site.Cartn_y\n_atom_site.Cartn_z\n_atom_site.pdbx_formal_charge\n_atom_site.auth_seq_id\n_atom_site.auth_asym_id\n_atom_site.pdbx_PDB_model_num\n"

func TestRead(t *testing.T) {
	tests := []struct{ name, text, want, warnings string }{
		{"plain", head + "N N . GLY A 1 ? 1 2 3 ? 7 B 1\nC CA . GLY A 1 ? 4 5 6.5 1 7 B 1\n", "[7 6] [1 2 3 4 5 6.5] [GLY GLY] [7 7] [N CA] [B B] [0 1]", ""},
		{"label where there is no author's", head + "N N . GLY A 1 ? 1 2 3 ? . ? 1\n", "[7] [1 2 3] [GLY] [1] [N] [A] []", ""},
		{"capitals and quotes", head + "CA \"CA'\" . CA A 1 ? 1 2 3 ? 7 B 1\nBR 'BR 1' . LIG A 2 ? 1 2 3 ? 8 B 1\n", "[20 35] [1 2 3 1 2 3] [CA LIG] [7 8] [CA' BR 1] [B B] []", ""},
		{"alternate locations", head + "N N A GLY A 1 ? 1 2 3 ? 7 B 1\nN N B GLY A 1 ? 4 5 6 ? 7 B 1\n", "[7] [1 2 3] [GLY] [7] [N] [B] []", "1 atom at further alternate locations is left out; the first location in each residue is kept"},
		{"insertion", head + "N N . GLY A 1 C 1 2 3 ? 7 B 1\n", "[7] [1 2 3] [GLY] [7] [N] [B] []", "the insertion codes of 1 atom are not kept; residues that differ only by them have one number"},
		{"long chains", head + "N N . GLY A 1 ? 1 2 3 ? 7 AA 1\nN N . GLY A 1 ? 1 2 3 ? 7 A 1\n", "[7 7] [1 2 3 1 2 3] [GLY GLY] [7 7] [N N] [B A] []", "1 chain with ids of several characters is renamed to single ones"},
		{"models", head + "N N . GLY A 1 ? 1 2 3 ? 7 B 1\nN N . GLY A 1 ? 4 5 6 ? 7 B 2\n", "[7] [1 2 3] [GLY] [7] [N] [B] []", "the file holds 2 frames; the first is read"},
		{"one atom of items", "data_x\n_atom_site.type_symbol ZN\n_atom_site.Cartn_x 1\n_atom_site.Cartn_y 2\n_atom_site.Cartn_z 3\n", "[30] [1 2 3] [] [] [] [] []", ""},
		{"no symbols", "data_x\nloop_\n_atom_site.label_atom_id\n_atom_site.label_comp_id\n_atom_site.Cartn_x\n_atom_site.Cartn_y\n_atom_site.Cartn_z\nCA GLY 1 2 3\nCL CL 1 2 3\n", "[6 17] [1 2 3 1 2 3] [GLY CL] [] [CA CL] [] []", ""},
		{"placeholder cell", "data_x\n_cell.length_a 1\n_cell.length_b 1.0\n_cell.length_c 1\n_cell.angle_alpha 90\n_cell.angle_beta 90\n_cell.angle_gamma 90\n" + head[7:] + "N N . GLY A 1 ? 1 2 3 ? 7 B 1\n", "[7] [1 2 3] [GLY] [7] [N] [B] []", ""},
		{"no atoms", "data_x\n_a b\n", "line 1: the file holds no atom_site rows with Cartesian coordinates", ""},
		{"cut", head + "N N . GLY A 1 ? 1 2 3 ? 7 B 1\nN N . GL", "line 18: the loop of _atom_site.type_symbol ends within a row: 4 of 14 values", ""},
		{"bad coordinate", head + "N N . GLY A 1 ? 1 x 3 ? 7 B 1\n", `line 17: expected the y coordinate, found "x"`, ""},
		{"bad number", head + "N N . GLY A 1 ? 1 2 3 ? 7.5 B 1\n", `line 17: expected a residue number, found "7.5"`, ""},
	}
	for _, c := range tests {
		file, err := Read([]byte(c.text), format.ReadOptions{})
		got, warnings := "", ""
		if err != nil {
			got = err.Error()
		} else {
			s := file.Structure
			got = fmt.Sprint(s.Elements, s.Positions, s.ResidueNames, s.ResidueIDs, s.AtomNames, s.ChainIDs, s.FormalCharges)
			warnings = strings.Join(file.Warnings, "; ")
			if err := file.Validate(false); err != nil || s.Cell != nil {
				t.Errorf("%s: %v, cell %v", c.name, err, s.Cell)
			}
		}
		if got != c.want || warnings != c.warnings {
			t.Errorf("%s: got\n%s with %q, want\n%s with %q", c.name, got, warnings, c.want, c.warnings)
		}
	}
	second, err := Read([]byte(tests[6].text), format.ReadOptions{Frame: 2})
	if err != nil || second.Structure.Positions[0] != 4 {
		t.Errorf("second model: got %+v, %v", second, err)
	}
	if _, err := Read([]byte(tests[6].text), format.ReadOptions{Frame: 3}); err == nil || err.Error() != "line 1: frame 3 is asked for; the file holds 2 frames" {
		t.Errorf("third model: got %v", err)
	}
}

// system has every array filled, with awkward names.
func system() *structure.Structure {
	return &structure.Structure{
		Elements: []uint8{7, 6, 8, 20}, Positions: []float64{0, 0, 0, 1.5, 0, 0, 2.123456, 1, 0, -9, 8, 7},
		Cell:  &[9]float64{12, 0, 0, 3, 11, 0, -2, 1, 10},
		Bonds: [][2]uint32{{0, 1}, {1, 2}}, BondOrders: []uint8{1, 2}, Molecules: []int32{0, 0, 0, 1},
		ResidueNames: []string{"GLY", "GLY", "loop_", "CA"}, ResidueIDs: []int32{-3, -3, 100_000, 7},
		AtomNames: []string{"N", "C'\"", "O 1", "CA"}, ChainIDs: []string{"A", "A", "?", " "}, FormalCharges: []int32{1, 0, -1, 2},
		Scalars: []structure.Channel{{Name: "q", Values: make([]float64, 4)}},
	}
}

func TestReports(t *testing.T) {
	report, err := Check(system(), format.Options{})
	want := []string{"2 bonds and their orders are not stored in mmCIF", "Molecule numbers are not stored in mmCIF", `The values "q" are not stored in mmCIF`}
	if err != nil || !slices.Equal(report.Losses, want) || report.Changes != nil {
		t.Errorf("got %+v, %v", report, err)
	}
	bare := &structure.Structure{Elements: []uint8{6, 6}, Positions: []float64{0, 0, 0, 1.0 / 3, 0, 0}, Cell: &[9]float64{0, 5, 0, 5, 0, 0, 0, 0, 5}}
	report, err = Check(bare, format.Options{})
	changes := []string{
		"The third cell vector is reversed, because the cell is left-handed; the lattice is the same",
		"Cell and atoms are turned together, so that a lies along x and b in the xy plane",
		"There are no residue numbers: every atom is written in residue 1",
		"There are no residue names: MOL is written",
		"Atom names are made from the element and a number that counts within the residue",
	}
	if err != nil || !slices.Equal(report.Losses, []string{"Coordinates are rounded to 0.000001 Å"}) || !slices.Equal(report.Changes, changes) {
		t.Errorf("got %q, %q, %v", report.Losses, report.Changes, err)
	}
	bare.Positions[3] = 1e9
	if _, err := Check(bare, format.Options{}); err == nil || err.Error() != "mmCIF coordinates must lie between -1e8 and 1e8 Å; atom 2 does not" {
		t.Errorf("far: got %v", err)
	}
}

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
	if !slices.Equal(got.Elements, s.Elements) || file.Name != "a name" || file.Frames != 1 || len(file.Warnings) > 0 {
		t.Fatalf("got %v of %q, %d frames, %q, want %v", got.Elements, file.Name, file.Frames, file.Warnings, s.Elements)
	}
	changes := strings.Join(report.Changes, "; ")
	if !strings.Contains(changes, "turned") {
		for k, x := range s.Positions {
			if math.Abs(got.Positions[k]-x) > 5.001e-7 {
				t.Fatalf("atom %d: got %v, want %v", k/3+1, got.Positions[k-k%3:k-k%3+3], s.Positions[k-k%3:k-k%3+3])
			}
		}
	}
	if s.ResidueIDs != nil && !slices.Equal(got.ResidueIDs, s.ResidueIDs) {
		t.Errorf("residue numbers: got %v, want %v", got.ResidueIDs, s.ResidueIDs)
	}
	if s.AtomNames != nil && s.ResidueNames != nil && !strings.Contains(changes, "another meaning") && (!slices.Equal(got.AtomNames, s.AtomNames) || !slices.Equal(got.ResidueNames, s.ResidueNames)) {
		t.Errorf("names: got %q %q, want %q %q", got.AtomNames, got.ResidueNames, s.AtomNames, s.ResidueNames)
	}
	if !slices.Equal(got.ChainIDs, s.ChainIDs) && len(strings.TrimSpace(strings.Join(s.ChainIDs, ""))) > 0 {
		t.Errorf("chains: got %q, want %q", got.ChainIDs, s.ChainIDs)
	}
	if got.Charge() != s.Charge() {
		t.Errorf("charges: got %v, want %v", got.FormalCharges, s.FormalCharges)
	}
}

func TestRoundTrip(t *testing.T) {
	checkRoundTrip(t, system())
	molecules := system()
	molecules.ResidueIDs, molecules.ChainIDs, molecules.AtomNames = nil, nil, nil
	checkRoundTrip(t, molecules)
	oracle.StructureFiles(t, 2, func(f oracle.StructureFile) {
		file, err := Read(f.Data, format.ReadOptions{})
		if err == nil && file.Validate(false) == nil {
			t.Run(f.Name, func(t *testing.T) { checkRoundTrip(t, file.Structure) })
		}
	}, "mmcif")
}

func FuzzRead(f *testing.F) {
	oracle.StructureFiles(f, 2, func(file oracle.StructureFile) {
		if len(file.Data) < 30_000 {
			f.Add(file.Data)
		}
	}, "mmcif")
	f.Add([]byte(head + "N N A GLY A 1 ? 1 2 3 ? 7 BB 1\nD N B GLY A 1 X 4 5 6 -1 7 B 2\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := Read(data, format.ReadOptions{AltLocs: len(data)%2 == 0})
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Errorf("the message has more than one line: %q", err)
			}
			return
		}
		if err := file.Validate(true); err != nil {
			t.Fatalf("the structure is not valid: %v", err)
		}
		if file.Validate(false) == nil {
			checkRoundTrip(t, file.Structure)
		}
	})
}

func BenchmarkRead300k(b *testing.B) {
	s := &structure.Structure{}
	for i := range 300_000 {
		s.Elements = append(s.Elements, []uint8{8, 1, 1}[i%3])
		s.Positions = append(s.Positions, float64(i%1000)/7, float64(i%3), float64(i%977)/8)
		s.ResidueIDs = append(s.ResidueIDs, int32(i/3))
		s.ResidueNames = append(s.ResidueNames, "HOH")
		s.AtomNames = append(s.AtomNames, []string{"O", "H1", "H2"}[i%3])
	}
	text, _, err := Write(s, format.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Read(text, format.ReadOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}

func ExampleWrite() {
	water := &structure.Structure{Elements: []uint8{8}, Positions: []float64{0, 0, 0.5}, ResidueNames: []string{"HOH"}, AtomNames: []string{"O"}, ResidueIDs: []int32{4}}
	text, _, err := Write(water, format.Options{Name: "water"})
	if err != nil {
		fmt.Println(err)
		return
	}
	lines := strings.Split(string(text), "\n")
	fmt.Println(lines[len(lines)-3])
	// Output: HETATM 1 O O . HOH . ? 4 ? 0.000000 0.000000 0.500000 1.00 0.00 ? 4 HOH . O 1
}
