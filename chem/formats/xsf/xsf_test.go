package xsf

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/structure"
)

const cube = "PRIMVEC\n4 0 0\n0 4 0\n0 0 4\n"

func TestRead(t *testing.T) {
	tests := []struct{ name, text, want, warnings string }{
		{"crystal", "# salt\nCRYSTAL\n" + cube + "CONVVEC\n1 0 0\n0 1 0\n0 0 1\nPRIMCOORD\n2 1\n11 0 0 0\nCl 2 2 2\n", "[11 17] [0 0 0 2 2 2] [4 0 0 0 4 0 0 0 4] [true true true]", ""},
		{"slab", "SLAB\n" + cube + "PRIMCOORD\n1 1\n6 0 0 0\n", "[6] [0 0 0] [4 0 0 0 4 0 0 0 4] [true true false]", "the file is periodic along a and b only; the cell is kept and counts as periodic along all vectors"},
		{"old dimension", "DIM-GROUP\n3 1\n" + cube + "PRIMCOORD\n1 1\n6 0 0 0\n", "[6] [0 0 0] [4 0 0 0 4 0 0 0 4] [true true true]", ""},
		{"molecule", "MOLECULE\nATOMS\n6 0 0 0\n1 0 0 1.1\n", "[6 1] [0 0 0 0 0 1.1] none [false false false]", ""},
		{"atoms alone, forces", " ATOMS\n O 0 0 0 0.1 0.2 0.3\n", "[8] [0 0 0] none [false false false] forces_x[0.1] forces_y[0.2] forces_z[0.3]", ""},
		{"forces of some", "ATOMS\nO 0 0 0 0.1 0.2 0.3\nH 0 0 1\n", "[8 1] [0 0 0 0 0 1] none [false false false]", "forces are not kept: only the first 1 atom have some"},
		{"steps", "ANIMSTEPS 2\nCRYSTAL\n" + cube + "PRIMCOORD 1\n1 1\n6 0 0 0\nPRIMCOORD 2\n1 1\n6 0 0 1\n", "[6] [0 0 0] [4 0 0 0 4 0 0 0 4] [true true true]", "the file holds 2 frames; the first is read"},
		{"steps of a molecule", "ANIMSTEPS 3\nATOMS 1\n6 0 0 0\nATOMS 2\n6 0 0 1\n", "[6] [0 0 0] none [false false false]", "the file announces 3 steps and holds 2; the file holds 2 frames; the first is read"},
		{"data grid", "CRYSTAL\n" + cube + "PRIMCOORD\n1 1\n6 0 0 0\nBEGIN_INFO\nx\nEND_INFO\nBEGIN_BLOCK_DATAGRID_3D\n1 2 3\nEND_BLOCK_DATAGRID_3D\n", "[6] [0 0 0] [4 0 0 0 4 0 0 0 4] [true true true]", "1 block of data grids is not kept"},
		{"dummy", "ATOMS\n0 0 0 0\n6 0 0 1\n", "X [0 0 0 0 0 1] none [false false false]", ""},

		{"empty", "", "line 1: the file ends where PRIMCOORD or ATOMS is expected", ""},
		{"text", "hello\n", `line 1: expected a keyword, found "hello"`, ""},
		{"short vector", "CRYSTAL\nPRIMVEC\n1 0\n", `line 3: vector 1: expected three numbers, found "1 0"`, ""},
		{"flat", "CRYSTAL\nPRIMVEC\n1 0 0\n0 1 0\n1 1 0\n", "line 5: the lattice vectors span no volume", ""},
		{"count", "PRIMCOORD\nx\n", `line 2: expected the number of atoms, found "x"`, ""},
		{"billion", "PRIMCOORD\n1000000000 1\n", "line 2: the file announces 1000000000 atoms; the limit is 1\u202f000\u202f000", ""},
		{"too short", "PRIMCOORD\n1000 1\n", "line 2: the file announces 1\u202f000 atoms and is too short to hold them", ""},
		{"cut", "PRIMCOORD\n2 1\n6 0.0 0.0 0.0\n", "line 4: the file ends where atom 2 of 2 is expected", ""},
		{"bad row", "PRIMCOORD\n1 1\n6 0 0\n", `line 3: atom 1 of 1: expected element, x, y and z, found "6 0 0"`, ""},
		{"bad row of a molecule", "ATOMS\n6 0 0 0\n6 0 x 0\n", `line 3: atom 2: expected element, x, y and z, found "6 0 x 0"`, ""},
		{"element 119", "ATOMS\n119 0 0 0\n", "line 2: atom 1: 119 is not an atomic number", ""},
		{"open block", "ATOMS\n6 0 0 0\nBEGIN_INFO\nx\n", "line 4: the block INFO of line 3 has no end", ""},
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
				got = strings.TrimSpace(strings.Join(file.Labels, " "))
			}
			got += fmt.Sprint(" ", s.Positions)
			if s.Cell != nil {
				got += fmt.Sprint(" ", *s.Cell)
			} else {
				got += " none"
			}
			got += fmt.Sprint(" ", *file.PBC)
			for _, channel := range s.Scalars {
				got += fmt.Sprint(" ", channel.Name, channel.Values)
			}
			warnings = strings.Join(file.Warnings, "; ")
		}
		if err == nil && got != c.want || !strings.HasPrefix(got, c.want) || warnings != c.warnings {
			t.Errorf("%s: got %s with %q, want %s with %q", c.name, got, warnings, c.want, c.warnings)
		}
	}
}

func TestFrames(t *testing.T) {
	const text = "ANIMSTEPS 2\nCRYSTAL\nPRIMVEC 1\n4 0 0\n0 4 0\n0 0 4\nPRIMCOORD 1\n1 1\n6 0 0 0\nPRIMVEC 2\n5 0 0\n0 5 0\n0 0 5\nPRIMCOORD 2\n2 1\n6 0 0 1\n8 0 0 2\n"
	for frame, want := range map[int]string{1: "C 4", 2: "CO 5", 3: "frame 3 is asked for; the file holds 2 frames"} {
		file, err := Read([]byte(text), format.ReadOptions{Frame: frame})
		got := fmt.Sprint(err)
		if err == nil {
			got = fmt.Sprint(file.Structure.Formula(), " ", file.Structure.Cell[0])
		}
		if got != want {
			t.Errorf("frame %d: got %s, want %s", frame, got, want)
		}
	}
}

func crystal() *structure.Structure {
	s := &structure.Structure{Elements: []uint8{57, 17}, Positions: []float64{1.0 / 3, -1e-17, 4, 0, 0, 2}, Cell: &[9]float64{7.6, 0, 0, -3.8, 6.58, 0, 0, 0, 4.375}}
	for k, axis := range []string{"x", "y", "z"} {
		s.Scalars = append(s.Scalars, structure.Channel{Name: "forces_" + axis, Values: []float64{float64(k), 0.25}})
	}
	return s
}

func TestRoundTrip(t *testing.T) {
	molecule := crystal()
	molecule.Cell = nil
	for _, s := range []*structure.Structure{crystal(), molecule} {
		text, report, err := Write(s, format.Options{Name: "a\nname"})
		if err != nil || report.Losses != nil || report.Changes != nil || !strings.HasPrefix(string(text), "# a name\n") {
			t.Fatalf("got %+v, %v\n%s", report, err, text)
		}
		file, err := Read(text, format.ReadOptions{})
		if err != nil || !reflect.DeepEqual(file.Structure, s) {
			t.Errorf("got %+v, %v", file.Structure, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	text, _, err := Write(crystal(), format.Options{Name: "x"})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte("ANIMSTEPS 2\nSLAB\n" + cube + "PRIMCOORD 1\n1 1\n6 0 0 0\nPRIMCOORD 2\n1 1\n6 0 0 1\nBEGIN_INFO\nEND_INFO\n"))
	f.Add([]byte("ATOMS\nO 0 0 0 0.1 0.2 0.3\nH 0 0 1\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := Read(data, format.ReadOptions{})
		if err != nil || file.Validate(true) != nil || file.Settle(nil) != nil || file.Structure.Len() == 0 {
			return
		}
		text, _, err := Write(file.Structure, format.Options{})
		if err != nil {
			t.Fatal(err)
		}
		again, err := Read(text, format.ReadOptions{})
		if err != nil || !slices.Equal(again.Structure.Positions, file.Structure.Positions) || !reflect.DeepEqual(again.Structure.Cell, file.Structure.Cell) {
			t.Fatalf("got %+v, %v, want %+v\n%s", again, err, file.Structure, text)
		}
	})
}

func ExampleRead() {
	file, err := Read([]byte("CRYSTAL\n"+cube+"PRIMCOORD\n1 1\n26 0 0 0\n"), format.ReadOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(file.Structure.Formula(), *file.PBC)
	// Output: Fe [true true true]
}
