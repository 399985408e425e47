package pdb

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/internal/oracle"
	"github.com/molsmith/molsmith/chem/structure"
)

const (
	water1 = "HETATM    1  O   HOH A   1       0.000   0.000   0.000  1.00  0.00           O\n"
	water2 = "HETATM    2  H1  HOH A   1       0.757   0.586   0.000  1.00  0.00           H\n"
)

func TestRead(t *testing.T) {
	tests := []struct{ name, text, want, warnings string }{
		{"plain", water1 + water2 + "END\n", "[8 1] [0 0 0 0.757 0.586 0] [HOH HOH] [1 1] [O H1] [A A] [] [] []", ""},
		{"CRLF, no end", strings.ReplaceAll(water1, "\n", "\r\n"), "[8] [0 0 0] [HOH] [1] [O] [A] [] [] []", ""},
		{"fused numbers", "ATOM      1  CA  GLY A   1    -100.123-200.456-300.789  1.00  0.00           C\n", "[6] [-100.123 -200.456 -300.789] [GLY] [1] [CA] [A] [] [] []", ""},
		{"charges", "HETATM    1 MG    MG A   1       0.000   0.000   0.000  1.00  0.00          MG2+\nHETATM    2 CL    CL A   2       3.000   0.000   0.000  1.00  0.00          CL-1\n", "[12 17] [0 0 0 3 0 0] [MG CL] [1 2] [MG CL] [A A] [2 -1] [] []", ""},
		{"no element columns", "ATOM      1  CA  GLY     1       0.000   0.000   0.000\nHETATM    2 CA    CA     2       3.000   0.000   0.000\nATOM      3 HG11 VAL     3       5.000   0.000   0.000\nATOM      4 1HB  ALA     4       6.000   0.000   0.000\nHETATM    5 FE   HEM     5       9.000   0.000   0.000\n",
			"[6 20 1 1 26] [0 0 0 3 0 0 5 0 0 6 0 0 9 0 0] [GLY CA VAL ALA HEM] [1 2 3 4 5] [CA CA HG11 1HB FE] [] [] [] []", "the elements of 5 atoms are not stated and are read from the atom names"},
		{"left-aligned names", "ATOM      1 C1   LIG     1       0.000   0.000   0.000\nATOM      2 CD   LIG     1       1.500   0.000   0.000\nATOM      3 CL1  LIG     1       3.000   0.000   0.000\n",
			"[6 6 17] [0 0 0 1.5 0 0 3 0 0] [LIG LIG LIG] [1 1 1] [C1 CD CL1] [] [] [] []", "the elements of 3 atoms are not stated and are read from the atom names"},
		{"lines numbered in columns 73 to 80", "ATOM      1  N   THR A   1      17.047  14.099   3.625  1.00 13.79      1CRN  70\n", "[7] [17.047 14.099 3.625] [THR] [1] [N] [A] [] [] []", "the elements of 1 atom are not stated and are read from the atom names; the temperature factors are not kept"},
		{"wide numbers", "ATOM  100000 O   HOH A10000      0.000   0.000   0.000  1.00  0.00           O\n", "[8] [0 0 0] [HOH] [10000] [O] [A] [] [] []", ""},
		{"hybrid-36", "ATOM  A0000  O   HOH AA000       0.000   0.000   0.000  1.00  0.00           O\nATOM  a0000  O   HOH Aa000       0.000   0.000   0.000  1.00  0.00           O\n", "[8 8] [0 0 0 0 0 0] [HOH HOH] [10000 1223056] [O O] [A A] [] [] []", ""},
		{"four-letter residue", "HETATM    1  O1  WATE    1       0.000   0.000   0.000  1.00  0.00           O\n", "[8] [0 0 0] [WATE] [1] [O1] [] [] [] []", ""},
		{"alternate locations", "ATOM      1  CA AGLY A   1       0.000   0.000   0.000  0.60  0.00           C\nATOM      2  CA BGLY A   1       1.000   0.000   0.000  0.40  0.00           C\nATOM      3  C   GLY A   1       2.000   0.000   0.000  1.00  0.00           C\nATOM      4  CA BGLY A   2       3.000   0.000   0.000  0.40  0.00           C\n",
			"[6 6 6] [0 0 0 2 0 0 3 0 0] [GLY GLY GLY] [1 1 2] [CA C CA] [A A A] [] [] []", "the occupancies of 2 atoms are not kept; 1 atom at further alternate locations is left out; the first location in each residue is kept"},
		{"insertion codes", "ATOM      1  CA  GLY A   1A      0.000   0.000   0.000  1.00  0.00           C\n", "[6] [0 0 0] [GLY] [1] [CA] [A] [] [] []", "the insertion codes of 1 atom are not kept; residues that differ only by them have one number"},
		{"placeholder cell", "CRYST1    1.000    1.000    1.000  90.00  90.00  90.00 P 1           1\n" + water1, "[8] [0 0 0] [HOH] [1] [O] [A] [] [] []", ""},
		{"space group", "CRYST1   10.000   11.000   12.000  90.00  90.00  90.00 P 21 21 21    4\n" + water1, "[8] [0 0 0] [HOH] [1] [O] [A] [] [] []", "the space group P 21 21 21 is not applied: the atoms are those that the file lists"},
		{"cell in words", "CRYST1 10 11 12 90 90 90\n" + water1, "[8] [0 0 0] [HOH] [1] [O] [A] [] [] []", ""},
		{"bad cell", "CRYST1   10.000   11.000   zwölf\n" + water1, "[8] [0 0 0] [HOH] [1] [O] [A] [] [] []", "line 1: CRYST1 does not hold six numbers and is ignored"},
		{"two models", "MODEL        1\n" + water1 + "ENDMDL\nMODEL        2\n" + water2 + "ENDMDL\nEND\n", "[8] [0 0 0] [HOH] [1] [O] [A] [] [] []", "the file holds 2 frames; the first is read"},
		{"frames by END", water1 + "END\n" + water2 + "END\n", "[8] [0 0 0] [HOH] [1] [O] [A] [] [] []", "the file holds 2 frames; the first is read"},
		{"double bond", water1 + water2 + "CONECT    1    2    2\nCONECT    2    1    1\n", "[8 1] [0 0 0 0.757 0.586 0] [HOH HOH] [1 1] [O H1] [A A] [] [[0 1]] [2]", ""},
		{"bond named once", water1 + water2 + "CONECT    2    1\n", "[8 1] [0 0 0 0.757 0.586 0] [HOH HOH] [1 1] [O H1] [A A] [] [[0 1]] []", ""},
		{"missing partner", water1 + water2 + "CONECT    1    2    7\n", "[8 1] [0 0 0 0.757 0.586 0] [HOH HOH] [1 1] [O H1] [A A] [] [[0 1]] []", "1 partner of CONECT records is left out: no atom has that serial number"},
		{"bad connection", water1 + "CONECT    1  x y\n", "[8] [0 0 0] [HOH] [1] [O] [A] [] [] []", "1 CONECT record is not readable and left out"},
		{"repeated serials", water1 + water1 + "CONECT    1    2\n", "[8 8] [0 0 0 0 0 0] [HOH HOH] [1 1] [O O] [A A] [] [] []", "1 CONECT partner is not read, because atoms share serial numbers"},
		{"no residue number", "HETATM    1  O   HOH A           0.000   0.000   0.000  1.00  0.00           O\n", "[8] [0 0 0] [HOH] [0] [O] [A] [] [] []", "1 atom without a readable residue number is put into residue 0"},

		{"empty", "", "line 1: the file ends where an ATOM or HETATM record is expected", ""},
		{"no atoms", "HEADER\nEND\n", "line 3: the file ends where an ATOM or HETATM record is expected", ""},
		{"cut", water1 + water2[:48], "line 2: the record ends at column 48; the coordinates take columns 31 to 54", ""},
		{"NaN", strings.Replace(water1, "  0.000", "    NaN", 1), `line 1: expected the x coordinate in columns 31 to 38, found "NaN"`, ""},
		{"shifted right", water1[:30] + " " + strings.Replace(water2[30:], "0.757", "10.757", 1), `line 1: expected the y coordinate in columns 39 to 46, found "57   0.5"`, ""},
		{"shifted left", strings.Replace("HETATM    1  O   HOH A   1       0.000   0.000", "1       0.000", "1    9999.000", 1)[:29] + "-123.456-100.000-200.000  1.00\n", `line 1: expected`, ""},
	}
	for _, c := range tests {
		file, err := Read([]byte(c.text), format.ReadOptions{})
		got, warnings := "", ""
		if err != nil {
			got = err.Error()
		} else {
			s := file.Structure
			got = fmt.Sprint(s.Elements, s.Positions, s.ResidueNames, s.ResidueIDs, s.AtomNames, s.ChainIDs, s.FormalCharges, s.Bonds, s.BondOrders)
			warnings = strings.Join(file.Warnings, "; ")
			if err := file.Validate(false); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
		}
		if err == nil && got != c.want || err != nil && !strings.HasPrefix(got, c.want) || warnings != c.warnings {
			t.Errorf("%s: got\n%s with %q, want\n%s with %q", c.name, got, warnings, c.want, c.warnings)
		}
	}
}

// TestModels: CONECT records inside a model are its own, those behind the last model
// hold for each.
func TestModels(t *testing.T) {
	atoms := water1 + water2
	text := "MODEL        1\nCRYST1   10.000   10.000   10.000  90.00  90.00  90.00 P 1           1\n" + atoms + "ENDMDL\n" +
		"MODEL        2\nCRYST1   20.000   20.000   20.000  90.00  90.00  90.00 P 1           1\n" + atoms + "CONECT    1    2    2\nENDMDL\nCONECT    1    2\nEND\n"
	for frame, want := range map[int]string{1: "10 [[0 1]] []", 2: "20 [[0 1]] [3]"} {
		file, err := Read([]byte(text), format.ReadOptions{Frame: frame})
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(file.Structure.Cell[0], file.Structure.Bonds, file.Structure.BondOrders); got != want {
			t.Errorf("frame %d: got %s, want %s", frame, got, want)
		}
	}
	_, err := Read([]byte(text), format.ReadOptions{Frame: 3})
	if err == nil || err.Error() != "line 13: frame 3 is asked for; the file holds 2 frames" {
		t.Errorf("frame 3: got %v", err)
	}
}

func TestTitles(t *testing.T) {
	file, err := Read([]byte("HEADER    DNA                                     03-JAN-97   304D\nTITLE     SIDE-BY-SIDE\nTITLE    2 BINDING\n"+water1), format.ReadOptions{})
	if err != nil || file.Name != "304D" || file.Title != "SIDE-BY-SIDE BINDING" {
		t.Errorf("got %q, %q, %v", file.Name, file.Title, err)
	}
}

// checkRoundTrip writes s and reads it back: what the report does not name is equal.
func checkRoundTrip(t *testing.T, s *structure.Structure) {
	t.Helper()
	text, report, err := Write(s, format.Options{Name: "round trip"})
	if err != nil {
		return // the format cannot hold s
	}
	file, err := Read(text, format.ReadOptions{})
	if err != nil {
		t.Fatalf("%v in\n%.2000s", err, text)
	}
	got := file.Structure
	if !slices.Equal(got.Elements, s.Elements) {
		t.Fatalf("elements: got %v, want %v", got.Elements, s.Elements)
	}
	if file.Name != "round trip" || file.Frames != 1 {
		t.Errorf("got name %q and %d frames", file.Name, file.Frames)
	}
	losses, changes := strings.Join(report.Losses, "; "), strings.Join(report.Changes, "; ")
	if !strings.Contains(changes, "turned") {
		for k, x := range s.Positions {
			if math.Abs(got.Positions[k]-x) > 5.001e-4 {
				t.Fatalf("atom %d: got %v, want %v", k/3+1, got.Positions[k-k%3:k-k%3+3], s.Positions[k-k%3:k-k%3+3])
			}
		}
	}
	if (got.Cell == nil) != (s.Cell == nil || strings.Contains(losses, "no volume")) && !strings.Contains(losses, "placeholder") {
		t.Errorf("cell: got %v, want %v; losses %q", got.Cell, s.Cell, losses)
	}
	orders := map[[2]uint32]uint8{}
	for k, b := range s.Bonds {
		order := uint8(1)
		if s.BondOrders != nil && s.BondOrders[k] < 4 {
			order = s.BondOrders[k]
		}
		orders[[2]uint32{min(b[0], b[1]), max(b[0], b[1])}] += order
	}
	if len(got.Bonds) != len(orders) {
		t.Errorf("got %d bonds, want %d", len(got.Bonds), len(orders))
	}
	for k, b := range got.Bonds {
		order := uint8(1)
		if got.BondOrders != nil {
			order = got.BondOrders[k]
		}
		if orders[b] != order && orders[b] <= 3 {
			t.Errorf("bond %v: got order %d, want %d", b, order, orders[b])
		}
	}
	if changes == "" && s.ResidueIDs != nil && !slices.Equal(got.ResidueIDs, s.ResidueIDs) {
		t.Errorf("residue numbers: got %v, want %v", got.ResidueIDs, s.ResidueIDs)
	}
	if changes == "" && (!slices.Equal(got.ResidueNames, s.ResidueNames) || !slices.Equal(got.AtomNames, s.AtomNames)) {
		t.Errorf("names: got %v %v, want %v %v", got.ResidueNames, got.AtomNames, s.ResidueNames, s.AtomNames)
	}
	if again, _, err := Write(got, format.Options{Name: "round trip"}); err != nil {
		t.Errorf("the file cannot be written again: %v", err)
	} else if second, err := Read(again, format.ReadOptions{}); err != nil || !reflect.DeepEqual(second.Structure, got) {
		t.Errorf("the second round differs: %v", err)
	}
}

func TestRoundTrip(t *testing.T) {
	checkRoundTrip(t, box())
	turned := box()
	turned.Cell = &[9]float64{0, 12, 0, 11, 0, 3, 1, 10, -2}
	checkRoundTrip(t, turned)
	large := &structure.Structure{Cell: &[9]float64{80, 0, 0, 0, 80, 0, 0, 0, 80}}
	for i := range 120_000 {
		large.Elements = append(large.Elements, 6)
		large.Positions = append(large.Positions, float64(i%80), float64(i/80%80), float64(i/6400))
		large.ResidueIDs = append(large.ResidueIDs, int32(i/4-500))
		if i%4 > 0 {
			large.Bonds = append(large.Bonds, [2]uint32{uint32(i - 1), uint32(i)})
			large.BondOrders = append(large.BondOrders, uint8(i%3+1))
		}
	}
	checkRoundTrip(t, large)
}

// TestCorpusRoundTrip writes what real files hold and reads it back.
func TestCorpusRoundTrip(t *testing.T) {
	oracle.StructureFiles(t, 20, func(f oracle.StructureFile) {
		file, err := Read(f.Data, format.ReadOptions{})
		if err == nil && file.Validate(false) == nil {
			t.Run(f.Name, func(t *testing.T) { checkRoundTrip(t, file.Structure) })
		}
	}, "pdb")
}

func FuzzRead(f *testing.F) {
	oracle.StructureFiles(f, 20, func(file oracle.StructureFile) {
		if len(file.Data) < 4000 {
			f.Add(file.Data)
		}
	}, "pdb")
	f.Add([]byte("MODEL 1\n" + water1 + "CONECT    1    1\nENDMDL\n" + water2 + "CONECT    2    1\n"))
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

func BenchmarkRead500k(b *testing.B) {
	s := &structure.Structure{Cell: &[9]float64{170.8, 0, 0, 0, 170.8, 0, 0, 0, 170.8}}
	for i := range 166_666 {
		for k, z := range []uint8{8, 1, 1} {
			s.Elements = append(s.Elements, z)
			s.Positions = append(s.Positions, float64(i%1000)/7, float64(k), float64(i%977)/8)
			s.ResidueIDs = append(s.ResidueIDs, int32(i+1))
			s.ResidueNames = append(s.ResidueNames, "WATE")
			s.AtomNames = append(s.AtomNames, []string{"O1", "H1", "H2"}[k])
		}
		o := uint32(3 * i)
		s.Bonds = append(s.Bonds, [2]uint32{o, o + 1}, [2]uint32{o, o + 2})
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

func ExampleRead() {
	file, err := Read([]byte(water1+water2+"CONECT    1    2\n"), format.ReadOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(file.Structure.Formula(), file.Structure.Bonds)
	// Output: HO [[0 1]]
}
