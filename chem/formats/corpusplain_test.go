package formats

import (
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/internal/oracle"
	"github.com/molsmith/molsmith/chem/structure"
)

// labels counts what stands for the elements of a file that does not state all of them.
func labels(file *File) map[string]int {
	counts := map[string]int{}
	for i, label := range file.Labels {
		if label == "" {
			label = elem.Symbol(file.Structure.Elements[i])
		}
		counts[label]++
	}
	return counts
}

// TestCorpusPlain reads the formats that hold one structure as it is listed, and writes
// and reads each of them again.
func TestCorpusPlain(t *testing.T) {
	for _, c := range []struct {
		id, format string
		atLeast    int
		tolerance  float64
	}{
		{"xyz", "xyz", 9, 1e-4}, {"xyz", "extxyz", 9, 1e-4}, {"gro", "gro", 8, 2e-3}, {"poscar", "poscar", 15, 1e-4}, {"lammps", "lammps", 10, 1e-4}, {"mol2", "mol2", 12, 1e-4}, {"xsf", "xsf", 4, 1e-4}, {"cml", "cml", 6, 1e-4},
	} {
		corpus(t, c.atLeast, ReadOptions{Unknown: true}, func(t *testing.T, f oracle.StructureFile, file *File) {
			checkPlain(t, f, file, c.tolerance)
			checkAgain(t, c.id, f, file)
		}, c.format)
	}
}

func checkPlain(t *testing.T, f oracle.StructureFile, file *File, tolerance float64) {
	t.Helper()
	want := f.Expected
	if want.Atoms == 0 {
		if file.Structure.Len() != 0 || file.Structure.Cell == nil {
			t.Errorf("got %d atoms, cell %v, want an empty cell", file.Structure.Len(), file.Structure.Cell)
		}
		return
	}
	if n := want.Elements["LP"]; n > 0 { // lone pairs, which are no element
		want.Elements["X"] = n
		delete(want.Elements, "LP")
		want.ElementsByLabel = nil
	}
	same(t, want, file, tolerance)
	if want.Elements == nil && file.Labels == nil {
		t.Error("the elements are not stated; labels are missing")
	}
	if want.Elements != nil && file.Labels != nil && want.Elements["X"] == 0 {
		t.Errorf("the elements are stated; got the labels %v", labels(file))
	}
	if got := labels(file); want.ElementsByLabel != nil && !maps.Equal(got, want.ElementsByLabel) {
		t.Errorf("labels: got %v, want %v", got, want.ElementsByLabel)
	}
	if want.Bonds != nil && len(file.Structure.Bonds) != *want.Bonds {
		t.Errorf("bonds: got %d, want %d", len(file.Structure.Bonds), *want.Bonds)
	}
	if want.PBC != nil && (file.PBC == nil || !slices.Equal(file.PBC[:], want.PBC)) {
		t.Errorf("pbc: got %v, want %v", file.PBC, want.PBC)
	}
	if got := charges(file); want.FormalCharges != nil && !maps.Equal(got, want.FormalCharges) {
		t.Errorf("charges: got %v, want %v", got, want.FormalCharges)
	}
	for frame := 2; frame <= min(want.Frames, 4); frame++ {
		if _, err := ReadWith(fileName(f), f.Data, ReadOptions{Unknown: true, Frame: frame}); err != nil {
			t.Errorf("frame %d: %v", frame, err)
		}
	}
	if _, err := ReadWith(fileName(f), f.Data, ReadOptions{Unknown: true, Frame: want.Frames + 1}); err == nil {
		t.Error("a frame behind the last can be read")
	}
}

// checkAgain writes the structure of a file in a format and reads that: what the format
// keeps is the same.
func checkAgain(t *testing.T, id string, f oracle.StructureFile, file *File) {
	t.Helper()
	settled, err := Read(fileName(f), f.Data)
	if err != nil {
		return // elements that nothing can be proposed for
	}
	s := settled.Structure
	if s.Len() == 0 {
		return
	}
	text, report, err := Write(id, s, Options{Name: "again", Decimals: decimals(id)})
	if err != nil {
		t.Errorf("writing it again: %v", err)
		return
	}
	again, err := Read("again", text)
	if err != nil {
		t.Errorf("reading what was written: %v", err)
		return
	}
	want := s
	if report.Order != nil {
		want = &structure.Structure{Cell: s.Cell}
		for _, i := range report.Order {
			want.Elements = append(want.Elements, s.Elements[i])
			want.Positions = append(want.Positions, s.Positions[3*i:3*i+3]...)
		}
	}
	got := again.Structure
	if !slices.Equal(got.Elements, want.Elements) {
		t.Errorf("elements change when written again")
	}
	turned := false
	for _, change := range report.Changes {
		turned = turned || change == "Cell and atoms are turned together, so that a lies along x and b in the xy plane"
	}
	for k := range want.Positions {
		if !turned && math.Abs(got.Positions[k]-want.Positions[k]) > 2e-4 {
			t.Errorf("atom %d moves when written again: got %v, want %v", k/3+1, got.Positions[k], want.Positions[k])
			break
		}
	}
	if s.Bonds != nil && got.Bonds != nil && !slices.Equal(s.Bonds, got.Bonds) {
		t.Errorf("bonds change when written again")
	}
}

// decimals is a precision beyond that of the files.
func decimals(id string) int {
	if id == "gro" {
		return 6
	}
	return 0
}
