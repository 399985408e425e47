package crystal

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/formats"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/structure"
)

// checkCIF writes a crystal with its symmetry and reads it back: the cell that its
// operations make holds the atoms of the standard crystal, each once.
func checkCIF(t *testing.T, label string, s *structure.Structure, tolerance float64) string {
	t.Helper()
	ctx := context.Background()
	text, report, y, err := WriteCIF(ctx, s, label, tolerance)
	if err != nil {
		t.Errorf("%s: %v", label, err)
		return ""
	}
	if len(report.Changes) == 0 || !strings.Contains(report.Changes[0], y.Setting.Name) {
		t.Errorf("%s: the report says nothing of the group: %q", label, report.Changes)
	}
	want, err := y.Standardized(false)
	if err != nil {
		t.Fatal(err)
	}
	if i, _, _ := nearestPair(mustCell(t, want.Structure), want.Structure.Positions, closest); i >= 0 {
		return "" // disordered: a reader makes one of sites on one place
	}
	file, err := formats.ReadWith("a.cif", text, formats.ReadOptions{Expand: true})
	if err != nil {
		t.Errorf("%s: %v\n%s", label, err, text)
		return ""
	}
	got := file.Structure
	c := mustCell(t, got)
	if got.Len() != want.Structure.Len() {
		t.Errorf("%s: %d atoms are read, want %d", label, got.Len(), want.Structure.Len())
		return ""
	}
	for i, x := range want.Structure.Cell {
		if math.Abs(x-got.Cell[i]) > 1e-6 {
			t.Errorf("%s: cell %v, want %v", label, *got.Cell, *want.Structure.Cell)
			return ""
		}
	}
	used := make([]bool, got.Len())
	for i := range want.Structure.Len() {
		best, at := math.Inf(1), -1
		for j := range used {
			if d := c.Distance(geom.At(want.Structure.Positions, i), geom.At(got.Positions, j)); !used[j] && d < best && got.Elements[j] == want.Structure.Elements[i] {
				best, at = d, j
			}
		}
		if best > 1e-5 {
			t.Errorf("%s: atom %d is %g Å from any that is read", label, i, best)
			return ""
		}
		used[at] = true
	}
	for _, warning := range file.Warnings {
		if !strings.Contains(warning, "expanded to") {
			t.Errorf("%s: reading warns: %s", label, warning)
		}
	}
	return string(text)
}

// TestWriteCIF: the rows of the oracle data (spglib and Gemmi made them whole) and every
// structure type in each of its cells.
func TestWriteCIF(t *testing.T) {
	rows := 0
	each(t, func(r groupRow) {
		rows++
		text := checkCIF(t, r.ID, r.build(t), 0)
		if !strings.Contains(text, "_space_group_IT_number            ") {
			t.Errorf("%s: no group in\n%s", r.ID, text)
		}
	}, "symmetry_expand")
	for _, p := range Prototypes() {
		for _, shape := range p.Shapes {
			s := prototype(t, p.Name, shape)
			text := checkCIF(t, p.Name, s, 0)
			if s.Len() > 1 && shape == Conventional && strings.Count(text, "\n") > 20+8*192 {
				t.Errorf("%s: %d lines", p.Name, strings.Count(text, "\n"))
			}
		}
	}
	if rows < 10 {
		t.Errorf("got %d rows", rows)
	}
	rocksalt := checkCIF(t, "NaCl", prototype(t, "rocksalt", Primitive), 0)
	for _, want := range []string{"'F m -3 m'", "'-F 4 2 3'", "225\n", "Na1 Na  0.000000000  0.000000000  0.000000000\n", "Cl1 Cl  0.000000000  0.000000000  0.500000000\n", "'-x, -y, z'"} {
		if !strings.Contains(rocksalt, want) {
			t.Errorf("rock salt: no %s in\n%s", want, rocksalt)
		}
	}
	if n := strings.Count(rocksalt, "\n'"); n != 192 {
		t.Errorf("%d operations, want 192", n)
	}
}

// TestWriteCIFReport: what the file does not hold of the structure is said.
func TestWriteCIFReport(t *testing.T) {
	s := prototype(t, "rocksalt", Conventional)
	s.FormalCharges = []int32{1, 1, 1, 0, -1, -1, -1, -1}
	s.Bonds = [][2]uint32{{0, 4}}
	s.ResidueNames = make([]string, 8)
	_, report, _, err := WriteCIF(context.Background(), s, "", 0)
	if err != nil {
		t.Fatal(err)
	}
	lost := strings.Join(report.Losses, "\n")
	for _, want := range []string{"1 bond is not stored in CIF", "The charges of atoms that are equal by symmetry differ: all get that of the first", "Residue names"} {
		if !strings.Contains(lost, want) {
			t.Errorf("no %q in %q", want, report.Losses)
		}
	}
	s.Cell = nil
	if _, _, _, err := WriteCIF(context.Background(), s, "", 0); err == nil || err.Error() != "the structure has no cell: set one first" {
		t.Errorf("no cell: got %v", err)
	}
}
