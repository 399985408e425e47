package format

import (
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/structure"
)

func TestPropose(t *testing.T) {
	tests := []struct{ name, residue, want string }{
		{"CA", "ALA", "C"}, {"CA", "CA", "Ca"}, {"NA", "NA", "Na"}, {"NA+", "NA+", "Na"}, {"CL-", "CL", "Cl"}, {"K", "K", "K"},
		{"SOD", "SOD", "Na"}, {"CLA", "ION", "Cl"}, {"Na", "MOL", "Na"}, {"Si1", "", "Si"}, {"SI", "LIG", "Si"}, {"CL1", "LIG", "Cl"},
		{"BR", "LIG", "Br"}, {"FE", "HEM", "Fe"}, {"HG21", "VAL", "H"}, {"1HB", "ALA", "H"}, {"CD1", "LEU", "C"}, {"NE2", "HIS", "N"},
		{"OW", "SOL", "O"}, {"HW1", "SOL", "H"}, {"MW", "SOL", ""}, {"LP1", "WAT", ""}, {"opls_111", "", "O"}, {"C3'", "DA", "C"},
		{"P", "DA", "P"}, {"SG", "CYS", "S"}, {"BB", "ALA", ""}, {"SC1", "PHE", ""}, {"W", "W", "W"}, {"XYZ", "", ""}, {"", "", ""}, {"123", "", ""},
		{"cl", "", "Cl"}, {"c3", "", "C"}, {"hc", "", "H"},
	}
	for _, c := range tests {
		if got := elem.Symbol(Propose(c.name, c.residue)); got != c.want {
			t.Errorf("%s in %s: got %q, want %q", c.name, c.residue, got, c.want)
		}
	}
}

func TestElementOfMass(t *testing.T) {
	tests := []struct {
		mass    float64
		label   string
		want    string
		isotope int
	}{
		{1.008, "", "H", 0}, {1.0, "", "H", 0}, {2.014, "", "H", 2}, {12, "", "C", 0}, {12.0107, "CT", "C", 0}, {15.9994, "", "O", 0},
		{22.98977, "", "Na", 0}, {35.45, "", "Cl", 0}, {39.95, "", "Ar", 0}, {40.078, "", "Ca", 0}, {40.02, "Ca", "Ca", 0}, {58.69, "", "Ni", 0},
		{58.93, "", "Co", 0}, {72, "", "", 0}, {10, "", "", 0}, {0, "", "", 0}, {247, "Bk", "Bk", 0}, {247, "", "Cm", 0}, {12.2, "", "", 0},
	}
	for _, c := range tests {
		if z, isotope := ElementOfMass(c.mass, c.label); elem.Symbol(z) != c.want || isotope != c.isotope {
			t.Errorf("%g %s: got %q %d, want %q %d", c.mass, c.label, elem.Symbol(z), isotope, c.want, c.isotope)
		}
	}
	// The weight of every element finds the element again, by its symbol.
	for z := uint8(1); z <= elem.Max; z++ {
		if got, _ := ElementOfMass(elem.Weight(z), elem.Symbol(z)); got != z {
			t.Errorf("%s: got %s", elem.Symbol(z), elem.Symbol(got))
		}
	}
}

func TestSettle(t *testing.T) {
	f := &File{Structure: &structure.Structure{
		Positions: []float64{0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0}, Bonds: [][2]uint32{{0, 1}, {1, 2}, {2, 3}}, BondOrders: []uint8{2, 1, 3},
		AtomNames: []string{"O", "LP1", "CX", "N"}, Scalars: []structure.Channel{{Name: "q", Values: []float64{1, 2, 3, 4}}},
	}}
	for _, label := range []string{"O", "LP", "type1", "D"} {
		f.AddElement(label)
	}
	if !slices.Equal(f.Labels, []string{"", "LP", "type1", ""}) || !slices.Equal(f.Isotopes, []Isotope{{3, 2}}) {
		t.Fatalf("got %q %v", f.Labels, f.Isotopes)
	}
	if err := f.Settle(map[string]uint8{"type1": 14}); err != nil {
		t.Fatal(err)
	}
	s := f.Structure
	if !slices.Equal(s.Elements, []uint8{8, 14, 1}) || !slices.Equal(s.Positions, []float64{0, 0, 0, 2, 0, 0, 3, 0, 0}) || len(s.Bonds) != 1 || s.Bonds[0] != [2]uint32{1, 2} ||
		!slices.Equal(s.BondOrders, []uint8{3}) || !slices.Equal(s.AtomNames, []string{"O", "CX", "N"}) || !slices.Equal(s.Scalars[0].Values, []float64{1, 3, 4}) || !slices.Equal(f.Isotopes, []Isotope{{2, 2}}) || f.Labels != nil {
		t.Errorf("got %+v %v %v", s, f.Isotopes, f.Labels)
	}
	if want := []string{"1 dummy atom (lone pairs, virtual sites) is left out"}; !slices.Equal(f.Warnings, want) {
		t.Errorf("got %q, want %q", f.Warnings, want)
	}
	f = &File{Structure: &structure.Structure{}}
	f.AddElement("type1")
	f.AddElement("type2")
	if err := f.Settle(nil); err == nil || !strings.HasPrefix(err.Error(), `the file does not state the elements of "type1", "type2"`) {
		t.Errorf("got %v", err)
	}
}

func TestIDs(t *testing.T) {
	ids := NewIDs(3)
	for i, id := range []int64{1, -7, 1 << 40} {
		if !ids.Add(id, i) || ids.Add(id, 9) {
			t.Errorf("%d: a new number is taken, or one is given twice", id)
		}
		if atom, ok := ids.Atom(id); !ok || atom != i {
			t.Errorf("%d: got %d %v, want %d", id, atom, ok, i)
		}
	}
	if _, ok := ids.Atom(2); ok {
		t.Error("2 was never given")
	}
	if _, ok := ids.Atom(1 << 41); ok {
		t.Error("1<<41 was never given")
	}
}

func TestTakeVector(t *testing.T) {
	s := &structure.Structure{Elements: []uint8{1}, Scalars: []structure.Channel{{Name: "q", Values: []float64{7}}}}
	AddVector(s, "v_", &[3][]float64{{1}, {2}, {3}})
	list, rest := TakeVector(s, "v_", nil)
	if list == nil || list[2][0] != 3 || len(rest.Scalars) != 1 || len(s.Scalars) != 4 {
		t.Errorf("got %v, %d and %d scalars", list, len(rest.Scalars), len(s.Scalars))
	}
	if list, rest := TakeVector(s, "v_", func(x float64) bool { return x < 3 }); list != nil || rest != s {
		t.Error("a value that is refused is taken")
	}
	s.Scalars = s.Scalars[:3]
	if list, rest := TakeVector(s, "v_", nil); list != nil || rest != s {
		t.Error("two axes are taken for three")
	}
}

func TestText(t *testing.T) {
	for text, want := range map[string]string{" a b ": "a b", "a\tb\x00": "a b", "Å\xff": "Å\uFFFD", "": "", "\x7f": ""} {
		if got := Text([]byte(text)); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
