package formats

import (
	"fmt"
	"maps"
	"math"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/internal/oracle"
)

// fileName is a name under which a file of the corpus would be opened: formats that have
// an extension of their own keep it.
func fileName(f oracle.StructureFile) string {
	name := strings.TrimSuffix(f.Name, ".gz")
	return name[strings.Index(name, "__")+2:]
}

// corpus reads every file of some formats and compares it with what it must give.
func corpus(t *testing.T, atLeast int, o ReadOptions, check func(t *testing.T, f oracle.StructureFile, file *File), formats ...string) {
	t.Helper()
	oracle.StructureFiles(t, atLeast, func(f oracle.StructureFile) {
		t.Run(f.Name, func(t *testing.T) {
			file, err := ReadWith(fileName(f), f.Data, o)
			switch {
			case err != nil && (f.Verdict == "refuse" || f.Verdict == "read_with_warning_or_refuse"):
				if strings.ContainsAny(err.Error(), "\r\n") {
					t.Errorf("the message has more than one line: %q", err)
				}
				return
			case err != nil:
				t.Fatalf("%v", err)
			case f.Verdict == "refuse":
				t.Fatalf("it must be refused: got %d atoms", file.Structure.Len())
			case f.Verdict != "read" && len(file.Warnings) == 0:
				t.Error("a warning is missing")
			}
			if f.Expected != nil {
				check(t, f, file)
			}
		})
	}, formats...)
}

// symbols counts the elements of a file as the corpus does: D apart, X for unknown.
func symbols(file *File) map[string]int {
	counts := map[string]int{}
	for _, z := range file.Structure.Elements {
		symbol := "X"
		if z != 0 {
			symbol = elem.Symbol(z)
		}
		counts[symbol]++
	}
	for _, isotope := range file.Isotopes {
		if file.Structure.Elements[isotope.Atom] == 1 && isotope.Mass == 2 {
			counts["H"]--
			counts["D"]++
		}
	}
	if counts["H"] == 0 {
		delete(counts, "H")
	}
	return counts
}

// same compares frames, atoms, elements, cell and the two outer atoms.
func same(t *testing.T, want *oracle.StructureValues, file *File, tolerance float64) {
	t.Helper()
	s := file.Structure
	if file.Frames != want.Frames || s.Len() != want.Atoms {
		t.Fatalf("got %d atoms in %d frames, want %d in %d", s.Len(), file.Frames, want.Atoms, want.Frames)
	}
	if got := symbols(file); want.Elements != nil && !maps.Equal(got, want.Elements) {
		t.Errorf("elements: got %v, want %v", got, want.Elements)
	}
	if (s.Cell == nil) != (want.Cell == nil) {
		t.Errorf("cell: got %v, want %v", s.Cell, want.Cell)
	} else if s.Cell != nil {
		for k, x := range s.Cell {
			if w := want.Cell[k/3][k%3]; math.Abs(x-w) > 1e-4*math.Max(1, math.Abs(w)) {
				t.Errorf("cell: got %v, want %v", *s.Cell, want.Cell)
				break
			}
		}
	}
	at := func(i int, w oracle.AtomAt) {
		p := s.Positions[3*i : 3*i+3]
		for k := range 3 {
			if math.Abs(p[k]-w.XYZ[k]) > tolerance {
				t.Errorf("atom %d: got %v, want %v", i+1, p, w.XYZ)
				break
			}
		}
	}
	at(0, want.First)
	at(s.Len()-1, want.Last)
}

// chains are the chain ids in order of appearance.
func chains(file *File) []string {
	var list []string
	seen := map[string]bool{}
	for _, id := range file.Structure.ChainIDs {
		if !seen[id] {
			seen[id] = true
			list = append(list, id)
		}
	}
	return list
}

func charges(file *File) map[string]int {
	counts := map[string]int{}
	for _, q := range file.Structure.FormalCharges {
		if q != 0 {
			counts[fmt.Sprintf("%+d", q)]++
		}
	}
	return counts
}

func TestCorpusPDB(t *testing.T) {
	all := ReadOptions{AltLocs: true, Unknown: true}
	corpus(t, 20, all, func(t *testing.T, f oracle.StructureFile, file *File) {
		want := f.Expected
		same(t, want, file, 2e-3)
		if (want.Bonds == nil) != (file.Structure.Bonds == nil) {
			t.Errorf("bonds: got %v, want %v", file.Structure.Bonds, want.Bonds)
		} else if want.Bonds != nil && len(file.Structure.Bonds) != *want.Bonds {
			t.Errorf("bonds: got %d, want %d", len(file.Structure.Bonds), *want.Bonds)
		}
		if got := charges(file); !maps.Equal(got, want.FormalCharges) {
			t.Errorf("charges: got %v, want %v", got, want.FormalCharges)
		}
		got := chains(file)
		if got == nil {
			got = []string{" "}
		}
		if fmt.Sprint(got) != fmt.Sprint(want.Chains) {
			t.Errorf("chains: got %q, want %q", got, want.Chains)
		}
		first, err := ReadWith(fileName(f), f.Data, ReadOptions{Unknown: true})
		if err != nil {
			t.Fatal(err)
		}
		if first.Structure.Len() != want.FirstAltlocOnly {
			t.Errorf("first alternate locations: got %d atoms, want %d", first.Structure.Len(), want.FirstAltlocOnly)
		}
		if want.FirstAltlocOnly < want.Atoms && len(first.Warnings) == 0 {
			t.Error("alternate locations are left out in silence")
		}
		for frame := 2; frame <= min(want.Frames, 3); frame++ {
			if _, err := ReadWith(fileName(f), f.Data, ReadOptions{Unknown: true, Frame: frame}); err != nil {
				t.Errorf("frame %d: %v", frame, err)
			}
		}
		if _, err := ReadWith(fileName(f), f.Data, ReadOptions{Frame: want.Frames + 1}); err == nil {
			t.Error("a frame behind the last can be read")
		}
	}, "pdb")
}

func TestCorpusCIF(t *testing.T) {
	corpus(t, 25, ReadOptions{Unknown: true}, func(t *testing.T, f oracle.StructureFile, file *File) {
		want := f.Expected
		same(t, want, file, 1e-4)
		if want.Operations > 1 && (file.Symmetry == nil || len(file.Symmetry.Operations) != want.Operations) {
			t.Errorf("symmetry: got %+v, want %d operations", file.Symmetry, want.Operations)
		}
		whole, err := ReadWith(fileName(f), f.Data, ReadOptions{Unknown: true, Expand: true})
		if err != nil {
			t.Fatal(err)
		}
		if whole.Structure.Len() != *want.ExpandedAtoms {
			t.Errorf("whole cell: got %d atoms, want %d", whole.Structure.Len(), *want.ExpandedAtoms)
		}
		if got := symbols(whole); !maps.Equal(got, want.ExpandedElements) {
			t.Errorf("whole cell: got %v, want %v", got, want.ExpandedElements)
		}
		occupancy := map[string]float64{}
		for i, z := range whole.Structure.Elements {
			x := 1.0
			if whole.Occupancies != nil {
				x = whole.Occupancies[i]
			}
			occupancy[elem.Symbol(z)] += x
		}
		for symbol, x := range want.ExpandedOccupancy {
			if symbol == "X" {
				symbol = ""
			}
			if symbol != "D" && symbol != "H" && math.Abs(occupancy[symbol]-x) > 1e-6*math.Max(1, x) {
				t.Errorf("occupancy of %s: got %g, want %g", symbol, occupancy[symbol], x)
			}
		}
	}, "cif")
}

func TestCorpusMMCIF(t *testing.T) {
	all := ReadOptions{AltLocs: true, Unknown: true}
	corpus(t, 2, all, func(t *testing.T, f oracle.StructureFile, file *File) {
		want := f.Expected
		if file.Format != "mmcif" {
			t.Errorf("it is taken for %s", file.Format)
		}
		same(t, want, file, 1e-4)
		if got := charges(file); !maps.Equal(got, want.FormalCharges) {
			t.Errorf("charges: got %v, want %v", got, want.FormalCharges)
		}
		if got := chains(file); fmt.Sprint(got) != fmt.Sprint(want.Chains) {
			t.Errorf("chains: got %q, want %q", got, want.Chains)
		}
		first, err := ReadWith(fileName(f), f.Data, ReadOptions{Unknown: true})
		if err != nil {
			t.Fatal(err)
		}
		if first.Structure.Len() != want.FirstAltlocOnly {
			t.Errorf("first alternate locations: got %d atoms, want %d", first.Structure.Len(), want.FirstAltlocOnly)
		}
		for frame := 2; frame <= min(want.Frames, 3); frame++ {
			if _, err := ReadWith(fileName(f), f.Data, ReadOptions{Unknown: true, Frame: frame}); err != nil {
				t.Errorf("frame %d: %v", frame, err)
			}
		}
		if _, err := ReadWith(fileName(f), f.Data, ReadOptions{Frame: want.Frames + 1}); err == nil {
			t.Error("a frame behind the last can be read")
		}
	}, "mmcif")
}
