package mol2

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

const head = "@<TRIPOS>MOLECULE\nwater\n 3 2 0 0 0\nSMALL\nUSER_CHARGES\n\n@<TRIPOS>ATOM\n"

const water = head + "1 OW 0 0 0 O.3 1 HOH -0.8\n2 HW1 0.9 0 0 H 1 HOH 0.4\n3 HW2 -0.3 0.9 0 H 1 HOH 0.4\n@<TRIPOS>BOND\n1 1 2 1\n2 1 3 1\n"

func TestRead(t *testing.T) {
	one := strings.Replace(head, "3 2", "1 0", 1)
	two := strings.Replace(head, "3 2", "2 1", 1)
	tests := []struct{ name, text, want, warnings string }{
		{"water", water, "[8 1 1] [[0 1] [0 2]] [] charge[-0.8 0.4 0.4] HOH1", ""},
		{"CRLF", strings.ReplaceAll(water, "\n", "\r\n"), "[8 1 1] [[0 1] [0 2]] [] charge[-0.8 0.4 0.4] HOH1", ""},
		{"comments and continuation", "# by hand\n" + strings.Replace(one, "water", "a \\\nb", 1) + "# one\n1 C 0 0 \\\n0 C.3\n", "[6] [] []", ""},
		{"no charges", strings.Replace(water, "USER_CHARGES", "NO_CHARGES", 1), "[8 1 1] [[0 1] [0 2]] [] HOH1", ""},
		{"bond types", strings.Replace(head, "3 2", "6 7", 1) + "1 C1 0 0 0 C.2\n2 C2 0 0 0 C.1\n3 N 0 0 0 N.am\n4 C 0 0 0 C.ar\n5 C 0 0 0 Cl\n6 C 0 0 0 Du.C\n@<TRIPOS>BOND\n1 1 2 2\n2 2 3 3\n3 3 4 am\n4 4 5 AR\n5 5 6 un\n6 1 6 du\n7 1 3 nc\n", "C C N C Cl Du [[0 1] [1 2] [2 3] [3 4] [4 5] [0 5]] [2 3 1 4 1 1]", "2 bonds of unknown or dummy type are read as single; 1 bond of type nc (not connected) is left out"},
		{"force field", two + "1 CA 0 0 0 CA\n2 HA 0 0 0 hc\n@<TRIPOS>BOND\n1 1 2 1\n", "Ca hc [[0 1]] []", ""},
		{"deuterium", one + "1 D1 0 0 0 D\n", "[1] [] []", ""},
		{"upper-case chlorine", one + "1 CL 0 0 0 CL\n", "[17] [] []", ""},
		{"formal charges", two + "1 N 0 0 0 N.4\n2 O 0 0 0 O.3\n@<TRIPOS>UNITY_ATOM_ATTR\n1 2\ncharge +1\nother x\n2 1\ncharge -1\n@<TRIPOS>BOND\n1 1 2 1\n", "[7 8] [[0 1]] [] [1 -1]", ""},
		{"crystal", one + "1 C 1 2 3 C.3\n@<TRIPOS>CRYSIN\n10 11 12 90 90 90 1 1\n", "[6] [] [] [10 0 0 0 11 0 0 0 12]", ""},
		{"space group", one + "1 C 1 2 3 C.3\n@<TRIPOS>CRYSIN\n10 11 12 90 90 90 14 1\n", "[6] [] [] [10 0 0 0 11 0 0 0 12]", "the file names space group 14; only the atoms that it lists are read"},
		{"impossible cell", one + "1 C 1 2 3 C.3\n@<TRIPOS>CRYSIN\n10 11 12 0 90 90 1 1\n", "[6] [] []", "CRYSIN is ignored: "},
		{"chains", one + "7 C 1 2 3 C.3 4 ALA4\n@<TRIPOS>SUBSTRUCTURE\n4 ALA4 7 RESIDUE 1 B ALA\n", "[6] [] [] ALA4 4 B", ""},
		{"count off", strings.Replace(water, "3 2", "4 2", 1), "[8 1 1] [[0 1] [0 2]] [] charge[-0.8 0.4 0.4] HOH1", "the header announces 4 atoms; the section ATOM holds 3"},
		{"two molecules", water + water, "[8 1 1] [[0 1] [0 2]] [] charge[-0.8 0.4 0.4] HOH1", "the file holds 2 frames; the first is read"},

		{"empty", "", "line 1: the file ends where @<TRIPOS>MOLECULE is expected", ""},
		{"no count", "@<TRIPOS>MOLECULE\nx\nmany\n", `line 3: expected the number of atoms, found "many"`, ""},
		{"billion", "@<TRIPOS>MOLECULE\nx\n1e9 0\n", "line 3: the file announces 1e+09 atoms and 0 bonds", ""},
		{"no atoms", "@<TRIPOS>MOLECULE\nx\n3 2\nSMALL\nNO_CHARGES\n", "line 5: the molecule has no section ATOM", ""},
		{"empty section", head, "line 7: the section ATOM is empty", ""},
		{"coordinate", one + "1 C 0 x 0 C.3\n", `line 8: atom 1: expected the y coordinate, found "x 0 C.3"`, ""},
		{"no type", one + "1 C 0 0 0\n", "line 8: atom 1: expected the atom type, found the end of the line", ""},
		{"twice", two + "1 C 0 0 0 C.3\n1 C 0 0 0 C.3\n", "line 9: atom number 1 stands twice", ""},
		{"missing atom", two + "1 C 0 0 0 C.3\n2 C 0 0 0 C.3\n@<TRIPOS>BOND\n1 1 3 1\n", "line 11: bond 1 joins atom 3, which the section ATOM does not hold", ""},
		{"itself", two + "1 C 0 0 0 C.3\n2 C 0 0 0 C.3\n@<TRIPOS>BOND\n1 1 1 1\n", "line 11: bond 1 joins an atom to itself", ""},
		{"bond type", two + "1 C 0 0 0 C.3\n2 C 0 0 0 C.3\n@<TRIPOS>BOND\n1 1 2 5\n", `line 11: bond 1: expected a type (1, 2, 3, am, ar, du, un, nc), found "5"`, ""},
		{"short crystal", one + "1 C 1 2 3 C.3\n@<TRIPOS>CRYSIN\n10 11\n", `line 10: CRYSIN: expected three lengths and three angles, found "10 11"`, ""},
	}
	for _, c := range tests {
		got, warnings := "", ""
		file, err := Read([]byte(c.text), format.ReadOptions{})
		if err != nil {
			got = err.Error()
		} else {
			s := file.Structure
			got = fmt.Sprint(s.Elements)
			if file.Labels != nil {
				got = strings.Join(file.Labels, " ")
				for i, label := range file.Labels {
					if label == "" {
						got = strings.Join(slices.Concat(file.Labels[:i], []string{"C C N C Cl"}, file.Labels[5:]), " ")
						got = strings.TrimSpace(got)
						break
					}
				}
			}
			got += fmt.Sprint(" ", s.Bonds, " ", s.BondOrders)
			if s.Cell != nil {
				got += fmt.Sprint(" ", *s.Cell)
			}
			for _, channel := range s.Scalars {
				got += fmt.Sprint(" ", channel.Name, channel.Values)
			}
			if s.FormalCharges != nil {
				got += fmt.Sprint(" ", s.FormalCharges)
			}
			if s.ResidueNames != nil {
				got += " " + s.ResidueNames[0]
				if s.ChainIDs != nil {
					got += " "
				}
				got += fmt.Sprint(s.ResidueIDs[0])
			}
			if s.ChainIDs != nil {
				got += " " + s.ChainIDs[0]
			}
			warnings = strings.Join(file.Warnings, "; ")
		}
		if err == nil && got != c.want || !strings.HasPrefix(got, c.want) || warnings != c.warnings && !(strings.HasSuffix(c.warnings, ": ") && strings.HasPrefix(warnings, c.warnings)) {
			t.Errorf("%s: got %s with %q, want %s with %q", c.name, got, warnings, c.want, c.warnings)
		}
	}
}

func TestFrames(t *testing.T) {
	file, err := Read([]byte(water+strings.Replace(water, "water", "other", 1)), format.ReadOptions{Frame: 2})
	if err != nil || file.Name != "other" || file.Frames != 2 || len(file.Warnings) != 1 {
		t.Errorf("got %+v, %v", file, err)
	}
	if _, err := Read([]byte(water), format.ReadOptions{Frame: 2}); err == nil || err.Error() != "frame 2 is asked for; the file holds 1 frame" {
		t.Errorf("got %v", err)
	}
}

// glycine is zwitterionic glycine in a cell, with everything that the format keeps.
func glycine() *structure.Structure {
	return &structure.Structure{
		Elements:  []uint8{7, 6, 6, 8, 8, 1, 1, 1, 1, 1},
		Positions: []float64{0, 0, 0, 1.47, 0, 0, 2, 1.4, 0, 1.3, 2.4, 1.0 / 3, 3.2, 1.5, 0, -0.3, 0.9, 0, -0.3, -0.5, 0.8, -0.3, -0.5, -0.8, 1.8, -0.5, 0.9, 1.8, -0.5, -0.9},
		Cell:      &[9]float64{20, 0, 0, 0, 30, 0, 0, 0, 25},
		Bonds:     [][2]uint32{{0, 1}, {1, 2}, {2, 3}, {2, 4}, {0, 5}, {0, 6}, {0, 7}, {1, 8}, {1, 9}}, BondOrders: []uint8{1, 1, 2, 1, 1, 1, 1, 1, 1},
		ResidueNames: slices.Repeat([]string{"GLY"}, 10), ResidueIDs: slices.Repeat([]int32{7}, 10), ChainIDs: slices.Repeat([]string{"A"}, 10),
		AtomNames: []string{"N", "CA", "C", "O", "OXT", "H1", "H2", "H3", "HA2", "HA3"}, FormalCharges: []int32{1, 0, 0, 0, -1, 0, 0, 0, 0, 0},
		Scalars: []structure.Channel{{Name: "charge", Values: []float64{-0.3, 0, 0.7, -0.7, -0.7, 0.3, 0.3, 0.3, 0.1, 0}}},
	}
}

func TestRoundTrip(t *testing.T) {
	text, report, err := Write(glycine(), format.Options{Name: "glycine"})
	if err != nil || report.Losses != nil || report.Changes != nil {
		t.Fatalf("got %+v, %v", report, err)
	}
	for _, want := range []string{"1 N 0 0 0 N.4 7 GLY -0.3\n", "4 O 1.3 2.4 0.3333333333333333 O.co2 7 GLY -0.7\n", "3 3 4 2\n", "20 30 25 90 90 90 1 1\n", "7 GLY 1 RESIDUE 1 A ****\n", "5 1\ncharge -1\n"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	file, err := Read(text, format.ReadOptions{})
	if err != nil || file.Name != "glycine" || !reflect.DeepEqual(file.Structure, glycine()) {
		t.Errorf("got %+v, %v", file.Structure, err)
	}
}

func TestTypes(t *testing.T) {
	tests := []struct {
		elements []uint8
		bonds    [][2]uint32
		orders   []uint8
		want     string
	}{
		{[]uint8{6, 8, 7, 1, 6}, [][2]uint32{{0, 1}, {0, 2}, {2, 3}, {0, 4}}, []uint8{2, 1, 1, 1}, "C.2 O.2 N.am H C.3"},
		{[]uint8{6, 7, 6, 6}, [][2]uint32{{0, 1}, {0, 2}, {2, 3}}, []uint8{3, 1, 2}, "C.1 N.1 C.2 C.2"},
		{[]uint8{16, 8, 8, 6, 6}, [][2]uint32{{0, 1}, {0, 2}, {0, 3}, {0, 4}}, []uint8{2, 2, 1, 1}, "S.O2 O.2 O.2 C.3 C.3"},
		{[]uint8{16, 8, 6, 6}, [][2]uint32{{0, 1}, {0, 2}, {0, 3}}, []uint8{2, 1, 1}, "S.O O.2 C.3 C.3"},
		{[]uint8{6, 6, 7}, [][2]uint32{{0, 1}, {0, 2}}, []uint8{4, 1}, "C.ar C.ar N.pl3"},
		{[]uint8{15, 17, 26, 7, 6, 6}, [][2]uint32{{4, 5}, {3, 4}}, []uint8{2, 2}, "P.3 Cl Fe N.2 C.1 C.2"},
	}
	for _, c := range tests {
		s := &structure.Structure{Elements: c.elements, Positions: make([]float64, 3*len(c.elements)), Bonds: c.bonds, BondOrders: c.orders}
		p, err := newPlan(s, format.Options{})
		if err != nil || strings.Join(p.types, " ") != c.want {
			t.Errorf("got %v, %v, want %s", p.types, err, c.want)
		}
	}
}

func TestChanges(t *testing.T) {
	s := glycine()
	s.ResidueIDs[9], s.ChainIDs[9] = 7, "B"
	s.AtomNames[0] = "N 1"
	s.Cell = &[9]float64{0, 20, 0, 0, 0, 30, 25, 0, 0}
	text, report, err := Write(s, format.Options{})
	want := []string{
		"Cell and atoms are turned together, so that a lies along x and b in the xy plane",
		"Residues are numbered from 1, because MOL2 wants another number for each",
		"1 atom name with blanks or nothing in them is written with _",
	}
	if err != nil || !slices.Equal(report.Changes, want) || !strings.Contains(string(text), "\n*****\n") {
		t.Errorf("got %q, %v", report.Changes, err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(water))
	text, _, err := Write(glycine(), format.Options{Name: "x"})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := Read(data, format.ReadOptions{})
		if err != nil || file.Validate(true) != nil || file.Settle(nil) != nil || file.Structure.Len() == 0 {
			return
		}
		text, _, err := Write(file.Structure, format.Options{})
		if err != nil {
			return // a cell that has no parameters
		}
		again, err := Read(text, format.ReadOptions{})
		if err != nil {
			t.Fatalf("what was written does not read: %v\n%s", err, text)
		}
		same := slices.Equal(again.Structure.Bonds, file.Structure.Bonds) && slices.Equal(again.Structure.BondOrders, file.Structure.BondOrders)
		for k, x := range again.Structure.Positions {
			same = same && (x == file.Structure.Positions[k] || math.IsNaN(x))
		}
		if !same {
			t.Fatalf("got %+v, want %+v", again.Structure, file.Structure)
		}
	})
}

func ExampleRead() {
	file, err := Read([]byte(water), format.ReadOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(file.Name, file.Structure.Formula(), file.Structure.Scalars[0].Values)
	// Output: water H2O [-0.8 0.4 0.4]
}
