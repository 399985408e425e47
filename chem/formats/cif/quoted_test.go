package cif_test

import (
	"slices"
	"testing"

	"github.com/molsmith/molsmith/chem/formats/cif"
	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/structure"
)

// TestQuotedLabels: a label in quotes is one, whatever it says.
func TestQuotedLabels(t *testing.T) {
	names := []string{"?", ".", "A1"}
	s := &structure.Structure{Elements: []uint8{6, 7, 8}, Positions: make([]float64, 9), Cell: &[9]float64{5, 0, 0, 0, 5, 0, 0, 0, 5}, AtomNames: names}
	text, _, err := cif.Write(s, format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	file, err := cif.Read(text, format.ReadOptions{})
	if err != nil || !slices.Equal(file.Structure.AtomNames, names) {
		t.Errorf("got %q, %v, want %q", file.Structure.AtomNames, err, names)
	}
}
