package lammps_test

import (
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/formats/lammps"
	"github.com/molsmith/molsmith/chem/structure"
)

// TestReportsAgree: no sentence of a report denies another, and no molecule gets a number that
// LAMMPS cannot read.
func TestReportsAgree(t *testing.T) {
	s := &structure.Structure{
		Elements: []uint8{11, 17}, Positions: []float64{0, 0, 0, 2, 0, 0}, Cell: &[9]float64{1, 0, 0, 2, 0, 0, 0, 0, 1},
		FormalCharges: []int32{1, -1}, Molecules: []int32{2147483647, 0},
	}
	text, report, err := lammps.Write(s, format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	losses, changes := strings.Join(report.Losses, "\n"), strings.Join(report.Changes, "\n")
	if !strings.Contains(losses, "The cell has no volume") || strings.Contains(changes, "There is no cell") || !strings.Contains(changes, "The box is drawn") {
		t.Errorf("cell: got %s and %s", losses, changes)
	}
	if strings.Count(losses+changes, "ormal charges") != 1 || !strings.Contains(losses, "not stored in LAMMPS as such, but as charges of the atoms") {
		t.Errorf("charges: got %s and %s", losses, changes)
	}
	if !strings.Contains(string(text), "\n1 1 1 1 0 0 0\n2 2 2 -1 2 0 0\n") || !strings.Contains(changes, "Molecules are numbered anew") {
		t.Errorf("molecules: got %s, %s", text, changes)
	}
}
