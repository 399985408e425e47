package format

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"testing"

	"github.com/molsmith/molsmith/chem/structure"
)

func TestAppendFixed(t *testing.T) {
	tests := []struct {
		x               float64
		decimals, width int
		want            string
	}{
		{0, 3, 8, "   0.000"},
		{1.2345, 3, 8, "   1.235"},
		{-1.2345, 3, 8, "  -1.235"},
		{-0.0004, 3, 8, "   0.000"},
		{math.Copysign(0, -1), 3, 8, "   0.000"},
		{0.05, 1, 0, "0.1"},
		{9999.9994, 3, 8, "9999.999"},
		{-999.9994, 3, 8, "-999.999"},
		{123456.7, 3, 8, "123456.700"},
		{12.5, 0, 0, "13"},
		{0.000000001, 9, 0, "0.000000001"},
	}
	for _, c := range tests {
		if got := string(AppendFixed(nil, c.x, c.decimals, c.width)); got != c.want {
			t.Errorf("%g with %d decimals: got %q, want %q", c.x, c.decimals, got, c.want)
		}
	}
	// Agreement with strconv away from ties.
	for i := range 2000 {
		x := float64(i-1000)*7.7193 + 0.0001234
		if got, want := string(AppendFixed(nil, x, 3, 0)), strconv.FormatFloat(x, 'f', 3, 64); got != want {
			t.Errorf("%g: got %s, want %s", x, got, want)
		}
	}
}

func TestGrouped(t *testing.T) {
	for n, want := range map[int]string{0: "0", 7: "7", 999: "999", 1000: "1\u202f000", 2640: "2\u202f640", 1234567: "1\u202f234\u202f567", -100: "-100", -1000: "-1\u202f000"} {
		if got := Grouped(n); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if got := Count(1, "bond") + "; " + Count(2640, "bond"); got != "1 bond; 2\u202f640 bonds" {
		t.Errorf("got %q", got)
	}
}

func TestLoseUnkept(t *testing.T) {
	s := &structure.Structure{
		Elements: []uint8{6, 8}, Positions: make([]float64, 6), Cell: new([9]float64),
		Bonds: [][2]uint32{{0, 1}}, BondOrders: []uint8{2}, Molecules: make([]int32, 2),
		ResidueNames: make([]string, 2), ResidueIDs: make([]int32, 2), AtomNames: make([]string, 2),
		ChainIDs: make([]string, 2), FormalCharges: []int32{0, -1}, Scalars: []structure.Channel{{Name: "q"}},
	}
	var r Report
	r.LoseUnkept("X", s, Kept{})
	want := []string{
		"1 bond and its order are not stored in X",
		"The cell is not stored in X",
		"Molecule numbers are not stored in X",
		"Residue names are not stored in X",
		"Residue numbers are not stored in X",
		"Atom names are not stored in X",
		"Chain ids are not stored in X",
		"The formal charges of 1 atom are not stored in X",
		`The values "q" are not stored in X`,
	}
	if !slices.Equal(r.Losses, want) {
		t.Errorf("got %q, want %q", r.Losses, want)
	}
	r = Report{}
	r.LoseUnkept("X", s, Kept{true, true, true, true, true, true, true, true, true, true})
	if len(r.Losses) != 0 {
		t.Errorf("everything kept: got %q", r.Losses)
	}
	r = Report{}
	r.LoseUnkept("X", &structure.Structure{Elements: []uint8{1}, FormalCharges: []int32{0}}, Kept{})
	if len(r.Losses) != 0 {
		t.Errorf("nothing to lose: got %q", r.Losses)
	}
}

func TestRoundedAndFits(t *testing.T) {
	if Rounded([]float64{1.234, -0.1, 1e3}, 1, 3) || !Rounded([]float64{1.2345}, 1, 3) {
		t.Error("rounding to 0.001 Å is misjudged")
	}
	if Rounded([]float64{12.34}, 10, 3) || !Rounded([]float64{12.345}, 10, 3) {
		t.Error("rounding to 0.001 nm is misjudged")
	}
	if atom, ok := Fits([]float64{0, 0, 0, 0, -1000, 0}, 1, -999.999, 9999.999); ok || atom != 1 {
		t.Errorf("got %d %v, want 1 false", atom, ok)
	}
	if _, ok := Fits([]float64{math.NaN(), 0, 0}, 1, -1, 1); ok {
		t.Error("NaN fits")
	}
}

func ExampleCount() {
	fmt.Println(Count(2640, "bond"))
	// Output: 2 640 bonds
}
