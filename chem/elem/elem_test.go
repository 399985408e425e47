package elem

import (
	"fmt"
	"testing"
)

func TestTable(t *testing.T) {
	tests := []struct {
		z                     uint8
		symbol, name          string
		weight, covalent, vdw float64
		isotope               int
	}{
		{1, "H", "Hydrogen", 1.008, 0.31, 1.2, 1},
		{6, "C", "Carbon", 12.011, 0.76, 1.7, 12},
		{8, "O", "Oxygen", 15.999, 0.66, 1.55, 16},
		{17, "Cl", "Chlorine", 35.453, 1.02, 1.8, 35},
		{35, "Br", "Bromine", 79.904, 1.20, 1.9, 79},
		{92, "U", "Uranium", 238.029, 1.96, 2.3, 238},
		{118, "Og", "Oganesson", 294, 1.57, 2, 294},
		{0, "", "", 0, 0, 0, 0},
		{119, "", "", 0, 0, 0, 0},
		{255, "", "", 0, 0, 0, 0},
	}
	for _, c := range tests {
		got := fmt.Sprint(Symbol(c.z), Name(c.z), Weight(c.z), CovalentRadius(c.z), VdwRadius(c.z), CommonIsotope(c.z))
		want := fmt.Sprint(c.symbol, c.name, c.weight, c.covalent, c.vdw, c.isotope)
		if got != want {
			t.Errorf("element %d: got %s, want %s", c.z, got, want)
		}
	}
}

func TestTableIsComplete(t *testing.T) {
	for z := uint8(1); z <= Max; z++ {
		if back, ok := Number(Symbol(z)); !ok || back != z {
			t.Errorf("Number(%q): got %d, want %d", Symbol(z), back, z)
		}
		if Name(z) == "" || Weight(z) < 1 || CovalentRadius(z) < 0.2 || VdwRadius(z) < 1 {
			t.Errorf("element %d: a field is missing in %+v", z, elements[z])
		}
		if d := Weight(z) - float64(CommonIsotope(z)); d < -6.1 || d > 6.1 {
			t.Errorf("element %d: isotope %d is far from the weight %g", z, CommonIsotope(z), Weight(z))
		}
	}
}

func TestNumber(t *testing.T) {
	for _, text := range []string{"", "D", "T", "c", "CL", "cl", "C1", "Xx", "Cl ", " C", "*", "C\x00", "Q", "Å", "A~", "Uut"} {
		if z, ok := Number(text); ok || z != 0 {
			t.Errorf("Number(%q): got %d, want none", text, z)
		}
	}
}

func TestParse(t *testing.T) {
	tests := []struct {
		text    string
		z       uint8
		isotope int
		exact   bool
		ok      bool
	}{
		{"C", 6, 0, true, true},
		{"Cl", 17, 0, true, true},
		{"D", 1, 2, true, true},
		{"T", 1, 3, true, true},
		{"CL", 17, 0, false, true},
		{"br", 35, 0, false, true},
		{"c", 6, 0, false, true},
		{"d", 0, 0, false, false},
		{"17", 17, 0, false, true},
		{"118", 118, 0, false, true},
		{"0", 0, 0, false, false},
		{"119", 0, 0, false, false},
		{"+6", 0, 0, false, false},
		{"-6", 0, 0, false, false},
		{"999999999999999999999", 0, 0, false, false},
		{"Xx", 0, 0, false, false},
		{"C1", 0, 0, false, false},
		{"", 0, 0, false, false},
		{"opls_111", 0, 0, false, false},
	}
	for _, c := range tests {
		z, isotope, exact, ok := Parse(c.text)
		if z != c.z || isotope != c.isotope || exact != c.exact || ok != c.ok {
			t.Errorf("Parse(%q): got %d %d %v %v, want %d %d %v %v", c.text, z, isotope, exact, ok, c.z, c.isotope, c.exact, c.ok)
		}
	}
}

func TestFormula(t *testing.T) {
	count := func(zs ...int) *Counts {
		var c Counts
		for i := 0; i < len(zs); i += 2 {
			c[zs[i]] += zs[i+1]
		}
		return &c
	}
	tests := []struct {
		counts *Counts
		want   string
	}{
		{count(1, 2, 8, 1), "H2O"},
		{count(1, 6, 6, 2, 8, 1), "C2H6O"},
		{count(11, 1, 17, 1), "ClNa"},
		{count(17, 1, 1, 1), "HCl"},
		{count(5, 1, 9, 4), "BF4"},
		{count(6, 60), "C60"},
		{count(6, 1, 8, 2), "CO2"},
		{count(1, 3, 7, 1), "H3N"},
		{count(6, 1, 17, 3, 1, 1), "CHCl3"},
		{count(6, 1, 35, 1, 5, 1, 1, 2), "CH2BBr"},
		{count(), ""},
	}
	for _, c := range tests {
		if got := c.counts.Formula(); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
	if got := count(1, 2, 8, 1).Mass(); got < 18.0149 || got > 18.0151 {
		t.Errorf("mass of water: got %g, want 18.015", got)
	}
}

func ExampleParse() {
	z, isotope, _, _ := Parse("D")
	fmt.Println(Symbol(z), isotope, Weight(z))
	// Output: H 2 1.008
}
