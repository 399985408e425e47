package format

import (
	"fmt"
	"slices"
	"testing"

	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/chem/symm"
)

// salt is the asymmetric unit of rock salt with a charge, a name and a value each.
func salt(t *testing.T) *File {
	t.Helper()
	group, err := symm.ParseHall("-F 4 2 3")
	if err != nil {
		t.Fatal(err)
	}
	return &File{
		Structure: &structure.Structure{
			Elements: []uint8{11, 17}, Positions: []float64{0, 0, 0, 2.82, 2.82, 2.82}, Cell: &[9]float64{5.64, 0, 0, 0, 5.64, 0, 0, 0, 5.64},
			AtomNames: []string{"Na1", "Cl1"}, FormalCharges: []int32{1, -1}, Scalars: []structure.Channel{{Name: "q", Values: []float64{0.5, -0.5}}},
			Bonds: [][2]uint32{{0, 1}},
		},
		Symmetry: &Symmetry{Operations: group, Name: "F m -3 m", Source: "the list of the file"},
	}
}

func TestExpand(t *testing.T) {
	f := salt(t)
	if err := f.Expand(); err != nil {
		t.Fatal(err)
	}
	s := f.Structure
	if s.Formula() != "Cl4Na4" || s.Charge() != 0 || f.Symmetry != nil || s.Bonds != nil || len(s.Scalars[0].Values) != 8 {
		t.Errorf("got %+v", s)
	}
	if got := fmt.Sprint(s.AtomNames, s.Positions[:12]); got != "[Na1 Na1 Na1 Na1 Cl1 Cl1 Cl1 Cl1] [0 0 0 0 2.82 2.82 2.82 0 2.82 2.82 2.82 0]" {
		t.Errorf("got %s", got)
	}
	want := []string{"2 atoms of the asymmetric unit are expanded to 8 atoms by 192 symmetry operations (the list of the file) and wrapped into the cell"}
	if !slices.Equal(f.Warnings, want) {
		t.Errorf("got %q", f.Warnings)
	}
	if err := f.Validate(false); err != nil {
		t.Error(err)
	}
	if err := f.Expand(); err != nil || f.Structure.Len() != 8 {
		t.Errorf("a second time: got %d atoms, %v", f.Structure.Len(), err)
	}
}

func TestExpandLimit(t *testing.T) {
	f := salt(t)
	n := maxImages/len(f.Symmetry.Operations) + 1
	f.Structure = &structure.Structure{Elements: make([]uint8, n), Positions: make([]float64, 3*n), Cell: f.Structure.Cell}
	if err := f.Expand(); err == nil || err.Error() != "20\u202f834 atom sites under 192 symmetry operations are too many to expand" {
		t.Errorf("got %v", err)
	}
}

func TestValidate(t *testing.T) {
	f := salt(t)
	f.Structure.Elements[1], f.Labels = 0, []string{"", "M1"}
	if err := f.Validate(true); err != nil {
		t.Error(err)
	}
	if err := f.Validate(false); err == nil || err.Error() != `the file does not state the elements of 1 atom; the first is called "M1"` {
		t.Errorf("got %v", err)
	}
	f.Structure.Elements[0] = 0
	if err := f.Validate(true); err == nil {
		t.Error("an atom without element and label is accepted")
	}
}

func TestAltLocs(t *testing.T) {
	type atom struct {
		chain, insertion, letter string
		number                   int32
	}
	atoms := []atom{{"A", "", "B", 1}, {"A", "", "A", 1}, {"A", "", "B", 1}, {"A", "C", "A", 1}, {"B", "", "A", 1}, {"A", "", "A", 2}}
	for all, want := range map[bool]string{false: "[true false true true true true] 1", true: "[true true true true true true] 0"} {
		locs := AltLocs{All: all}
		var kept []bool
		for _, a := range atoms {
			kept = append(kept, locs.Keep(a.chain, a.number, a.insertion, a.letter))
		}
		if got := fmt.Sprint(kept, locs.Skipped()); got != want {
			t.Errorf("all %v: got %s, want %s", all, got, want)
		}
	}
}
