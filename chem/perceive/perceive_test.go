package perceive

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/rng"
)

// aromaticRing makes a ring of aromatic atoms with the given atomic numbers.
func aromaticRing(elements ...uint8) *mol.Mol {
	m := &mol.Mol{}
	for i, z := range elements {
		m.Atoms = append(m.Atoms, mol.Atom{Element: z, Aromatic: z > 0})
		m.Bonds = append(m.Bonds, mol.Bond{A: i, B: (i + 1) % len(elements), Order: mol.Aromatic})
	}
	return m
}

func TestSanitizeLeavesItsInput(t *testing.T) {
	m := aromaticRing(6, 6, 6, 6, 6, 7)
	before := fmt.Sprint(*m)
	p, err := Sanitize(m)
	if err != nil {
		t.Fatal(err)
	}
	if after := fmt.Sprint(*m); after != before {
		t.Errorf("input: got %s, want %s", after, before)
	}
	double := 0
	for k, b := range p.Mol.Bonds {
		if b.Order == mol.Double {
			double++
		}
		if !p.AromaticBonds[k] {
			t.Errorf("bond %d: got not aromatic, want aromatic", k)
		}
	}
	if double != 3 || p.Formula() != "C5H5N" {
		t.Errorf("pyridine: got %d double bonds and %s, want 3 and C5H5N", double, p.Formula())
	}
	if want := []int{4, 4, 4, 4, 4, 3}; !slices.Equal(p.Valence, want) {
		t.Errorf("valence: got %v, want %v", p.Valence, want)
	}
}

func TestNoKekuléForm(t *testing.T) {
	m := aromaticRing(6, 6, 6, 6, 7)
	_, err := Sanitize(m)
	fault := (*Error)(nil)
	if !errors.As(err, &fault) || fault.Kind != NoKekulé || !slices.Equal(fault.Atoms, []int{0, 1, 2, 3, 4}) {
		t.Fatalf("got %+v, want NoKekulé with atoms 0 to 4", err)
	}
	m.Atoms[4].Hydrogens, m.Atoms[4].NoImplicit = 1, true
	if p, err := Sanitize(m); err != nil || p.Formula() != "C4H5N" {
		t.Errorf("with its hydrogen: got %v, want pyrrole", err)
	}
}

func TestRadicals(t *testing.T) {
	tests := []struct {
		name string
		atom mol.Atom
		want int
	}{
		{"methyl", mol.Atom{Element: 6, Hydrogens: 3, NoImplicit: true}, 1},
		{"methylene", mol.Atom{Element: 6, Hydrogens: 2, NoImplicit: true}, 2},
		{"methane", mol.Atom{Element: 6}, 0},
		{"hydroxyl", mol.Atom{Element: 8, Hydrogens: 1, NoImplicit: true}, 1},
		{"hydroxide", mol.Atom{Element: 8, Hydrogens: 1, Charge: -1, NoImplicit: true}, 0},
		{"boron", mol.Atom{Element: 5, NoImplicit: true}, 3},
		{"sodium", mol.Atom{Element: 11, NoImplicit: true}, 1},
		{"sodium ion", mol.Atom{Element: 11, Charge: 1, NoImplicit: true}, 0},
		{"iron(III)", mol.Atom{Element: 26, Charge: 3, NoImplicit: true}, 1},
		{"proton", mol.Atom{Element: 1, Charge: 1, NoImplicit: true}, 0},
		{"hydrogen atom", mol.Atom{Element: 1, NoImplicit: true}, 1},
		{"helium", mol.Atom{Element: 2, NoImplicit: true}, 0},
		{"stated doublet", mol.Atom{Element: 6, Radical: mol.Doublet}, 1},
	}
	for _, c := range tests {
		p, err := Sanitize(&mol.Mol{Atoms: []mol.Atom{c.atom}})
		if err != nil || p.Radicals[0] != c.want {
			t.Errorf("%s: got %v, %v; want %d", c.name, p, err, c.want)
		}
	}
}

func TestRemoveHydrogens(t *testing.T) {
	// F–CH(H)–[2H] with a center, and a hydrogen molecule.
	m := &mol.Mol{
		Atoms:   []mol.Atom{{Element: 9}, {Element: 6}, {Element: 1}, {Element: 1, Isotope: 2}, {Element: 17}, {Element: 1}, {Element: 1}},
		Bonds:   []mol.Bond{{A: 0, B: 1, Order: 1}, {A: 2, B: 1, Order: 1}, {A: 1, B: 3, Order: 1}, {A: 1, B: 4, Order: 1}, {A: 5, B: 6, Order: 1}},
		Centers: []mol.Center{{Atom: 1, Class: mol.Tetrahedral, Permutation: 1, Ligands: []int{0, 2, 3, 4}}},
	}
	got, origin := RemoveHydrogens(m)
	if want := []int{0, 1, 3, 4, 5, 6}; !slices.Equal(origin, want) {
		t.Errorf("origin: got %v, want %v", origin, want)
	}
	if got.Atoms[1].Hydrogens != 1 || got.Bonds[1] != (mol.Bond{A: 1, B: 2, Order: 1}) {
		t.Errorf("got %+v", got)
	}
	if want := []int{0, mol.ImplicitHydrogen, 2, 3}; !slices.Equal(got.Centers[0].Ligands, want) {
		t.Errorf("ligands: got %v, want %v", got.Centers[0].Ligands, want)
	}
	if m.Centers[0].Ligands[1] != 2 || len(m.Atoms) != 7 {
		t.Error("the molecule that was read has changed")
	}
}

// TestManyHydrogens: no count passes the largest one that can be written.
func TestManyHydrogens(t *testing.T) {
	m := &mol.Mol{Atoms: []mol.Atom{{Element: 26, Hydrogens: 1}}}
	for i := 1; i <= 300; i++ {
		m.Atoms = append(m.Atoms, mol.Atom{Element: 1})
		m.Bonds = append(m.Bonds, mol.Bond{A: 0, B: i, Order: mol.Single})
	}
	got, origin := RemoveHydrogens(m)
	if got.Atoms[0].Hydrogens != 99 || len(origin) != 1+300-98 {
		t.Errorf("got %d hydrogens and %d atoms, want 99 and 203", got.Atoms[0].Hydrogens, len(origin))
	}
}

// TestMatchingCoversWhatCanBe compares with all ways of pairing small graphs.
func TestMatchingCoversWhatCanBe(t *testing.T) {
	random := rng.New(7)
	for range 20_000 {
		n := 2 + random.Intn(9)
		graph := &mol.Mol{Atoms: make([]mol.Atom, n)}
		needs := make([]bool, n)
		for i := range n {
			needs[i] = random.Intn(4) > 0
		}
		for i := range n {
			for j := range i {
				if random.Intn(100) < 30 && (needs[i] || needs[j]) {
					graph.Bonds = append(graph.Bonds, mol.Bond{A: i, B: j, Order: mol.Single})
				}
			}
		}
		edges := graph.Neighbors()
		m := newMatching(&edges, slices.Repeat([]bool{true}, len(graph.Bonds)), needs)
		covered := true
		for _, i := range m.order() {
			covered = covered && m.cover(int(i))
		}
		if want := canCover(&edges, needs, make([]bool, n), 0); covered != want {
			t.Fatalf("bonds %v needs %v: got %v, want %v", graph.Bonds, needs, covered, want)
		}
		for i, j := range m.mate {
			if j >= 0 && (int(m.mate[j]) != i || m.bond[i] != m.bond[j] ||
				!slices.Contains(edges.Of(i), mol.Neighbor{Atom: int(j), Bond: int(m.bond[i])})) {
				t.Fatalf("bonds %v: atom %d has mate %d, which has %d", graph.Bonds, i, j, m.mate[j])
			}
			if covered && needs[i] && j < 0 {
				t.Fatalf("bonds %v needs %v: atom %d has no mate", graph.Bonds, needs, i)
			}
		}
	}
}

func canCover(edges *mol.Adjacency, needs, used []bool, i int) bool {
	for i < len(needs) && (used[i] || !needs[i]) {
		i++
	}
	if i == len(needs) {
		return true
	}
	used[i] = true
	defer func() { used[i] = false }()
	for _, next := range edges.Of(i) {
		if !used[next.Atom] {
			used[next.Atom] = true
			ok := canCover(edges, needs, used, i+1)
			used[next.Atom] = false
			if ok {
				return true
			}
		}
	}
	return false
}

func ExampleSanitize() {
	nitromethane := &mol.Mol{
		Atoms: []mol.Atom{{Element: 6}, {Element: 7}, {Element: 8}, {Element: 8}},
		Bonds: []mol.Bond{{A: 0, B: 1, Order: mol.Single}, {A: 1, B: 2, Order: mol.Double}, {A: 1, B: 3, Order: mol.Double}},
	}
	p, err := Sanitize(nitromethane)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Formula(), p.Mol.Atoms[1].Charge, p.Mol.Atoms[2].Charge, p.Mol.Atoms[0].Hydrogens)
	// Output: CH3NO2 1 -1 3
}
