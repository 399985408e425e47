package gro

import (
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/structure"
)

func TestTop(t *testing.T) {
	s := waters(&[9]float64{18, 0, 0, 0, 18, 0, 0, 0, 20})
	text, report, err := WriteTop(s, format.Options{Name: "salt water"})
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "box.top", text)
	want := []string{"The cell is not stored in a topology", "Positions are not stored in a topology: they stand in the GRO file of the same structure"}
	if !slices.Equal(report.Losses, want) || len(report.Changes) != 1 {
		t.Errorf("got %+v, want %q", report, want)
	}
}

// TestTopMolecules: what counts as a molecule, and runs in the order of the GRO file.
func TestTopMolecules(t *testing.T) {
	list := func(s *structure.Structure) string {
		text, _, err := WriteTop(s, format.Options{})
		if err != nil {
			return err.Error()
		}
		_, molecules, _ := strings.Cut(string(text), "[ molecules ]\n")
		return strings.ReplaceAll(strings.TrimSpace(molecules), "\n", ", ")
	}
	s := waters(nil)
	if got := list(s); got != "WATE 2, CL 1" {
		t.Errorf("molecules: got %s", got)
	}
	s.AtomNames[4] = "HX" // the second water is of another kind
	if got := list(s); got != "WATE 1, WATE_2 1, CL 1" {
		t.Errorf("two kinds: got %s", got)
	}
	s = waters(nil)
	s.Molecules = nil
	if got := list(s); got != "WATE 2, CL 1" {
		t.Errorf("by bonds: got %s", got)
	}
	s.Bonds = nil
	if got := list(s); got != "WATE 2, CL 1" {
		t.Errorf("by residues: got %s", got)
	}
	s.ResidueIDs, s.ResidueNames = nil, nil
	if got := list(s); got != "MOL 1" {
		t.Errorf("one: got %s", got)
	}
	s.Molecules = []int32{0, 0, 0, 1, 1, 0, 2}
	if got := list(s); got != "the atoms of one molecule must follow each other in a topology; atom 6 belongs to a molecule that began earlier" {
		t.Errorf("mixed: got %s", got)
	}
	s = waters(nil)
	s.Bonds[0] = [2]uint32{0, 5}
	if got := list(s); got != "bond 1 joins two molecules, which a topology cannot say" {
		t.Errorf("across: got %s", got)
	}
}
