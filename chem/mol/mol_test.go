package mol

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/elem"
)

// build makes a Mol from symbols with optional charges ("N+", "Fe+2", "O-") and
// bonds "1-2", "1=2", "1#2", "1:2" (aromatic), atoms counted from 1.
func build(t testing.TB, atoms, bonds string) *Mol {
	t.Helper()
	m := &Mol{}
	for _, text := range strings.Fields(atoms) {
		cut := strings.IndexAny(text, "+-")
		charge := 0
		if cut >= 0 {
			charge = 1
			if n := text[cut+1:]; n != "" {
				charge = int(n[0] - '0')
			}
			if text[cut] == '-' {
				charge = -charge
			}
			text = text[:cut]
		}
		z, ok := elem.Number(text)
		if !ok {
			t.Fatalf("no element %q", text)
		}
		m.Atoms = append(m.Atoms, Atom{Element: z, Charge: int8(charge)})
	}
	for _, text := range strings.Fields(bonds) {
		var b Bond
		var sign byte
		if _, err := fmt.Sscanf(text, "%d%c%d", &b.A, &sign, &b.B); err != nil {
			t.Fatalf("bond %q: %v", text, err)
		}
		b.A--
		b.B--
		b.Order = Order(strings.IndexByte("-=#:", sign) + 1)
		m.Bonds = append(m.Bonds, b)
	}
	if err := m.Check(); err != nil {
		t.Fatal(err)
	}
	return m
}

const benzeneBonds = "1:2 2:3 3:4 4:5 5:6 6:1"

func TestTotals(t *testing.T) {
	m := build(t, "N+ H H H H Cl-", "1-2 1-3 1-4 1-5")
	if got := m.Formula(); got != "H4ClN" {
		t.Errorf("formula: got %s, want H4ClN", got)
	}
	if got := m.Weight(); got < 53.491 || got > 53.493 {
		t.Errorf("weight: got %g, want 53.492", got)
	}
	if got := m.Charge(); got != 0 {
		t.Errorf("charge: got %d, want 0", got)
	}
	m.Atoms[0].Hydrogens = 2
	if got := m.Formula(); got != "H6ClN" {
		t.Errorf("formula with stated hydrogens: got %s, want H6ClN", got)
	}
	m.Atoms[0].Element = 0
	if got := m.Formula(); got != "H6Cl" {
		t.Errorf("formula with a wildcard: got %s, want H6Cl", got)
	}
}

func TestNeighbors(t *testing.T) {
	m := build(t, "C C O H", "1-2 2=3 2-4")
	a := m.Neighbors()
	if got, want := a.Of(1), []Neighbor{{0, 0}, {2, 1}, {3, 2}}; !slices.Equal(got, want) {
		t.Errorf("neighbors of atom 2: got %v, want %v", got, want)
	}
	for i, want := range []int{1, 3, 1, 1} {
		if got := a.Degree(i); got != want {
			t.Errorf("degree of atom %d: got %d, want %d", i+1, got, want)
		}
	}
	empty := (&Mol{}).Neighbors()
	if len(empty.list) != 0 {
		t.Errorf("empty molecule: got %d neighbors", len(empty.list))
	}
	of, n := build(t, "H H O C C", "1-3 2-3 4-5").Components()
	if want := []int{0, 0, 0, 1, 1}; n != 2 || !slices.Equal(of, want) {
		t.Errorf("components: got %v (%d), want %v (2)", of, n, want)
	}
}

func TestCheck(t *testing.T) {
	two := []Atom{{Element: 6}, {Element: 6}}
	tests := []struct {
		name string
		m    Mol
		want string
	}{
		{"good", Mol{Atoms: two, Bonds: []Bond{{A: 0, B: 1, Order: Single}}}, ""},
		{"empty", Mol{}, ""},
		{"element", Mol{Atoms: []Atom{{Element: 119}}}, "atom 1 has atomic number 119"},
		{"range", Mol{Atoms: two, Bonds: []Bond{{A: 0, B: 2, Order: Single}}}, "bond 1 joins atoms 1 and 3; the molecule has 2 atoms"},
		{"negative", Mol{Atoms: two, Bonds: []Bond{{A: -1, B: 1, Order: Single}}}, "bond 1 joins atoms 0 and 2"},
		{"self", Mol{Atoms: two, Bonds: []Bond{{A: 1, B: 1, Order: Single}}}, "bond 1 joins atom 2 to itself"},
		{"no order", Mol{Atoms: two, Bonds: []Bond{{A: 0, B: 1}}}, "bond 1 has order 0"},
		{"order", Mol{Atoms: two, Bonds: []Bond{{A: 0, B: 1, Order: 5}}}, "bond 1 has order 5"},
		{"twice", Mol{Atoms: two, Bonds: []Bond{{A: 0, B: 1, Order: 1}, {A: 1, B: 0, Order: 1}}}, "bonds 1 and 2 both join atoms 1 and 2"},
	}
	for _, c := range tests {
		got := ""
		if err := c.m.Check(); err != nil {
			got = err.Error()
		}
		if (c.want == "") != (got == "") || !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestImplicitHydrogens(t *testing.T) {
	tests := []struct {
		name, atoms, bonds string
		want               int
	}{
		{"methane", "C", "", 4},
		{"water", "O", "", 2},
		{"full water", "O H H", "1-2 1-3", 0},
		{"ethanol", "C C O", "1-2 2-3", 6},
		{"benzene, aromatic", "C C C C C C", benzeneBonds, 6},
		{"pyridine", "C C C C C N", benzeneBonds, 5},
		{"furan", "O C C C C", "1:2 2:3 3:4 4:5 5:1", 4},
		{"thiophene", "S C C C C", "1:2 2:3 3:4 4:5 5:1", 4},
		{"naphthalene", "C C C C C C C C C C", "1:2 2:3 3:4 4:5 5:6 6:1 6:7 7:8 8:9 9:10 10:5", 8},
		{"ammonium", "N+", "", 4},
		{"hydroxide", "O-", "", 1},
		{"oxide", "O-2", "", 0},
		{"chloride", "Cl-", "", 0},
		{"methyl cation", "C+", "", 3},
		{"methyl anion", "C-", "", 3},
		{"hydronium", "O+", "", 3},
		{"borohydride", "B-", "", 4},
		{"borane", "B", "", 3},
		{"carbon monoxide", "C- O+", "1#2", 0},
		{"nitromethane, charged", "C N+ O O-", "1-2 2=3 2-4", 3},
		{"nitromethane, pentavalent", "C N O O", "1-2 2=3 2=4", 3},
		{"sulfoxide", "C S C O", "1-2 2-3 2=4", 6},
		{"sulfone", "C S C O O", "1-2 2-3 2=4 2=5", 6},
		{"phosphoric acid", "P O O O O", "1=2 1-3 1-4 1-5", 3},
		{"hexafluorophosphate", "P- F F F F F F", "1-2 1-3 1-4 1-5 1-6 1-7", 0},
		{"hydrogen atom", "H", "", 0},
		{"sodium", "Na", "", 0},
		{"sodium ion", "Na+", "", 0},
		{"silane", "Si", "", 4},
		{"xenon", "Xe", "", 0},
	}
	for _, c := range tests {
		if got := ImplicitHydrogens(build(t, c.atoms, c.bonds)); got != c.want {
			t.Errorf("%s: got %d, want %d", c.name, got, c.want)
		}
	}
	radical := build(t, "C", "")
	for r, want := range map[Radical]int{NoRadical: 4, Doublet: 3, Triplet: 2, Singlet: 2} {
		radical.Atoms[0].Radical = r
		if got := ImplicitHydrogens(radical); got != want {
			t.Errorf("carbon with radical state %d: got %d, want %d", r, got, want)
		}
	}
	stated := build(t, "C", "")
	stated.Atoms[0].Hydrogens, stated.Atoms[0].NoImplicit = 2, true
	if got := ImplicitHydrogens(stated); got != 2 {
		t.Errorf("stated hydrogens: got %d, want 2", got)
	}
}

func TestCheckValence(t *testing.T) {
	tests := []struct {
		name, atoms, bonds string
		want               string
	}{
		{"methane", "C H H H H", "1-2 1-3 1-4 1-5", ""},
		{"five bonds", "H C H H H H", "2-1 2-3 2-4 2-5 2-6", "carbon atom 2 has 5 bonds; it can have at most 4"},
		{"allene with an extra bond", "C C C H", "1=2 2=3 2-4", "carbon atom 2 has 5 bonds (a double bond counts 2, a triple bond 3); it can have at most 4"},
		{"benzene", "C C C C C C", benzeneBonds, ""},
		{"charged carbon", "C+ H H H H", "1-2 1-3 1-4 1-5", "carbon atom 1 has 4 bonds and charge +1; it can have at most 3"},
		{"ammonium without its charge", "N H H H H", "1-2 1-3 1-4 1-5", "nitrogen atom 1 has 4 bonds; it can have at most 3"},
		{"ammonium", "N+ H H H H", "1-2 1-3 1-4 1-5", ""},
		{"nitro, pentavalent", "C N O O", "1-2 2=3 2=4", ""},
		{"azide, pentavalent", "C N N N", "1-2 2=3 3#4", ""},
		{"indolizine nitrogen", "N C C C C C C C C", "1:2 2:3 3:4 4:5 5:1 1:6 6:7 7:8 8:9 9:5", ""},
		{"water with three hydrogens", "O H H H", "1-2 1-3 1-4", "oxygen atom 1 has 3 bonds; it can have at most 2"},
		{"hydronium", "O+ H H H", "1-2 1-3 1-4", ""},
		{"water on a metal", "O H H Zn", "1-2 1-3 1-4", ""},
		{"hydrogen bridge", "H C C", "1-2 1-3", "hydrogen atom 1 has 2 bonds; it can have at most 1"},
		{"fluorine", "F C C", "1-2 1-3", "fluorine atom 1 has 2 bonds; it can have at most 1"},
		{"perchlorate", "Cl O O O O-", "1=2 1=3 1=4 1-5", ""},
		{"perchlorate, charged", "Cl+3 O- O- O- O-", "1-2 1-3 1-4 1-5", ""},
		{"sulfuric acid", "S O O O O", "1=2 1=3 1-4 1-5", ""},
		{"sulfur hexafluoride", "S F F F F F F", "1-2 1-3 1-4 1-5 1-6 1-7", ""},
		{"hexafluorophosphate", "P- F F F F F F", "1-2 1-3 1-4 1-5 1-6 1-7", ""},
		{"tetrafluoroborate", "B- F F F F", "1-2 1-3 1-4 1-5", ""},
		{"hexafluorosilicate", "Si-2 F F F F F F", "1-2 1-3 1-4 1-5 1-6 1-7", ""},
		{"ferrocyanide carbon", "Fe-4 C N", "1-2 2#3", ""},
		{"periodate", "I O O O O-", "1=2 1=3 1=4 1-5", ""},
		{"xenon tetrafluoride", "Xe F F F F", "1-2 1-3 1-4 1-5", ""},
	}
	for _, c := range tests {
		got := ""
		if err := CheckValence(build(t, c.atoms, c.bonds)); err != nil {
			got = err.Error()
			if e := (*ValenceError)(nil); !errors.As(err, &e) {
				t.Errorf("%s: got a %T, want *ValenceError", c.name, err)
			}
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestCloneIsDeep(t *testing.T) {
	m := build(t, "C O", "1=2")
	c := m.Clone()
	c.Atoms[0].Element = 7
	c.Bonds[0].Order = Single
	if m.Atoms[0].Element != 6 || m.Bonds[0].Order != Double {
		t.Error("a change of the clone changed the original")
	}
}

func Example() {
	m := &Mol{
		Name:  "hydrogen cyanide",
		Atoms: []Atom{{Element: 1}, {Element: 6}, {Element: 7}},
		Bonds: []Bond{{A: 0, B: 1, Order: Single}, {A: 1, B: 2, Order: Triple}},
	}
	fmt.Println(m.Formula(), ImplicitHydrogens(m), CheckValence(m))
	// Output: CHN 0 <nil>
}
