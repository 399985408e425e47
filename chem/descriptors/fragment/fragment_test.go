package fragment

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/internal/oracle"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/chem/stereo"
)

func read(t testing.TB, text string) *perceive.Molecule {
	t.Helper()
	p, err := smiles.Perceive(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p
}

func bondOf(t *testing.T, p *perceive.Molecule, a, b int) int {
	t.Helper()
	k := slices.IndexFunc(p.Mol.Bonds, func(x mol.Bond) bool { return x.A == a && x.B == b || x.A == b && x.B == a })
	if k < 0 {
		t.Fatalf("atoms %d and %d are not bonded", a, b)
	}
	return k
}

// describe writes m for a failure's text.
func describe(m *mol.Mol) string {
	text, err := smiles.Write(m)
	if err != nil {
		return err.Error()
	}
	return text
}

func TestTakeCut(t *testing.T) {
	tests := []struct {
		name, smiles string
		a, b         int
		ends         Ends
		want         string // a spelling of the same molecule
	}{
		{"ester", "CC(=O)OC", 1, 3, Hydrogens, "CC=O.OC"},
		{"ester, marked", "CC(=O)OC", 1, 3, Wildcards, "CC(=O)[1*].[3*]OC"},
		{"double bond", "CC=CC", 1, 2, Hydrogens, "CC.CC"},
		{"double bond, marked", "CC=CC", 1, 2, Wildcards, "CC=[1*].[3*]=CC"},
		{"pyrrole N–C", "Cn1cccc1", 0, 1, Hydrogens, "C.[nH]1cccc1"},
		{"pyrrole C–C keeps [nH]", "Cc1ccc[nH]1", 0, 1, Hydrogens, "C.c1ccc[nH]1"},
		{"charge", "C[N+](C)(C)Cc1ccccc1", 4, 5, Hydrogens, "C[N+](C)(C)C.c1ccccc1"},
		{"charge at the cut", "C[N+](C)(C)Cc1ccccc1", 1, 4, Hydrogens, "C[NH+](C)C.Cc1ccccc1"},
		{"metal", "C[Sn](C)(C)C", 0, 1, Hydrogens, "C.[Sn](C)(C)C"},
		{"ring bond", "C1CC1", 0, 1, Hydrogens, "CCC"},
		{"radical", "[CH2]CC", 1, 2, Hydrogens, "[CH2]C.C"},
		{"isotope", "[13CH3]CO", 1, 2, Hydrogens, "[13CH3]C.O"},
		{"dative", "[NH3]->[Cu+2]", 0, 1, Hydrogens, "N.[Cu+2]"},
	}
	for _, c := range tests {
		p := read(t, c.smiles)
		m, origin := Take(p, stereo.Find(p), nil, []Cut{{bondOf(t, p, c.a, c.b), 1, 3}}, c.ends)
		if got, want := composition(t, m), composition(t, read(t, c.want).Mol); got != want {
			t.Errorf("%s: got %s\n%s\nwant %s", c.name, describe(m), got, want)
		}
		for i, from := range origin {
			if wildcard := from < 0; wildcard != (m.Atoms[i].Element == 0) || !wildcard && m.Atoms[i].Element != p.Mol.Atoms[from].Element {
				t.Errorf("%s: origin of atom %d is %d", c.name, i, from)
			}
		}
		if err := m.Check(); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// composition perceives m and lists its components by what their atoms and neighbors are.
func composition(t *testing.T, m *mol.Mol) string {
	t.Helper()
	p, err := perceive.Sanitize(m)
	if err != nil {
		t.Fatalf("%s: %v", describe(m), err)
	}
	var parts []string
	for _, part := range Split(p.Mol) {
		adjacency := part.Neighbors()
		label := func(i int) string {
			a := part.Atoms[i]
			return fmt.Sprintf("%d:%d:%d:%d:%v", a.Element, a.Isotope, a.Charge, a.Hydrogens, a.Aromatic)
		}
		var atoms []string
		for i := range part.Atoms {
			var around []string
			for _, next := range adjacency.Of(i) {
				around = append(around, label(next.Atom))
			}
			slices.Sort(around)
			atoms = append(atoms, label(i)+fmt.Sprint(around))
		}
		slices.Sort(atoms)
		parts = append(parts, strings.Join(atoms, " "))
	}
	slices.Sort(parts)
	return strings.Join(parts, "\n")
}

func TestTakeKeep(t *testing.T) {
	p := read(t, "Cc1ccc(O)cc1")
	keep := make([]bool, len(p.Mol.Atoms))
	for i := range keep {
		keep[i] = p.Rings.InRing(i)
	}
	m, origin := Take(p, nil, keep, nil, Hydrogens)
	if got, want := composition(t, m), composition(t, read(t, "c1ccccc1").Mol); got != want {
		t.Errorf("got %s, want benzene", describe(m))
	}
	if want := []int{1, 2, 3, 4, 6, 7}; !slices.Equal(origin, want) {
		t.Errorf("origin: got %d, want %d", origin, want)
	}
}

// A hydrogen or a wildcard stands where the lost ligand stood.
func TestTakeCenters(t *testing.T) {
	tests := []struct {
		name, smiles string
		a, b         int
		ends         Ends
		want         []mol.Center
	}{
		{"no ligand lost", "F[C@](Cl)(Br)CO", 4, 5, Hydrogens,
			[]mol.Center{{Atom: 1, Class: mol.Tetrahedral, Permutation: 1, Ligands: []int{0, 2, 3, 4}}}},
		{"hydrogen", "F[C@](Cl)(Br)C", 1, 4, Hydrogens,
			[]mol.Center{{Atom: 1, Class: mol.Tetrahedral, Permutation: 1, Ligands: []int{0, 2, 3, -1}}}},
		{"wildcard", "F[C@](Cl)(Br)C", 1, 4, Wildcards,
			[]mol.Center{{Atom: 1, Class: mol.Tetrahedral, Permutation: 1, Ligands: []int{0, 2, 3, 5}}}},
		{"first ligand", "F[C@@](Cl)(Br)C", 0, 1, Hydrogens,
			[]mol.Center{{Atom: 1, Class: mol.Tetrahedral, Permutation: 2, Ligands: []int{-1, 2, 3, 4}}}},
		{"second hydrogen", "F[C@H](Cl)C", 1, 3, Hydrogens, nil},
		{"wildcard beside a hydrogen", "F[C@H](Cl)C", 1, 3, Wildcards,
			[]mol.Center{{Atom: 1, Class: mol.Tetrahedral, Permutation: 1, Ligands: []int{0, -1, 2, 4}}}},
		{"square planar", "F[Pt@SP1](Cl)(Br)I", 0, 1, Hydrogens, nil},
	}
	for _, c := range tests {
		p := read(t, c.smiles)
		m, _ := Take(p, stereo.Find(p), nil, []Cut{{Bond: bondOf(t, p, c.a, c.b)}}, c.ends)
		if fmt.Sprint(m.Centers) != fmt.Sprint(c.want) {
			t.Errorf("%s: got %+v, want %+v", c.name, m.Centers, c.want)
		}
	}
}

func TestTakeDoubleBonds(t *testing.T) {
	tests := []struct {
		name, smiles string
		a, b         int
		ends         Ends
		want         string // ligands and side; empty: no configuration
	}{
		{"no ligand lost", `F/C=C/CO`, 3, 4, Hydrogens, "0 3 trans"},
		{"ligand lost beside hydrogen", `F/C=C/C`, 2, 3, Hydrogens, ""},
		{"wildcard", `F/C=C/C`, 2, 3, Wildcards, "0 4 trans"},
		{"the other ligand", `F/C=C(/C)Cl`, 2, 3, Hydrogens, "0 4 cis"},
		{"the ligand that was not named", `F/C=C(/C)Cl`, 2, 4, Hydrogens, "0 3 trans"},
		{"hydrogen of an imine", `F/C=N/C`, 2, 3, Hydrogens, "0 -1 trans"},
		{"the bond itself", `F/C=C/C`, 1, 2, Wildcards, ""},
	}
	for _, c := range tests {
		p := read(t, c.smiles)
		m, _ := Take(p, stereo.Find(p), nil, []Cut{{Bond: bondOf(t, p, c.a, c.b)}}, c.ends)
		got := ""
		for _, x := range m.CisTrans {
			if b := m.Bonds[x.Bond]; b.A > b.B {
				x.Ligands[0], x.Ligands[1] = x.Ligands[1], x.Ligands[0]
			}
			got += fmt.Sprint(x.Ligands[0], x.Ligands[1], map[bool]string{true: " cis", false: " trans"}[x.Cis])
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// Cutting any bond of any molecule leaves a molecule, and cutting none leaves it as it was.
func TestTakeOracle(t *testing.T) {
	n := 0
	oracle.Molecules(t, func(row oracle.Molecule) {
		if n++; n%5 != 0 {
			return
		}
		p := read(t, row.Smi)
		s := stereo.Find(p)
		whole, _ := Take(p, s, nil, nil, Hydrogens)
		// A hydrogen atom that bears a mark without effect is a count once the mark is gone.
		marked := strings.Contains(row.Smi, "[H]")
		if got, want := composition(t, whole), composition(t, p.Mol); got != want && !marked {
			t.Errorf("%s %s: uncut it is %s", row.ID, row.Smi, describe(whole))
		}
		if len(whole.Centers) != len(s.Centers) || len(whole.CisTrans) != len(s.Bonds) {
			t.Errorf("%s %s: %d centers and %d double bonds, want %d and %d", row.ID, row.Smi, len(whole.Centers), len(whole.CisTrans), len(s.Centers), len(s.Bonds))
		}
		for k := range p.Mol.Bonds {
			if p.Rings.BondInRing(k) {
				continue
			}
			for _, ends := range []Ends{Hydrogens, Wildcards} {
				m, _ := Take(p, s, nil, []Cut{{k, 1, 2}}, ends)
				for _, part := range Split(m) {
					if _, err := perceive.Sanitize(part); err != nil {
						t.Errorf("%s %s, bond %d cut: %s: %v", row.ID, row.Smi, k, describe(part), err)
					}
				}
			}
		}
	})
}

func TestSplit(t *testing.T) {
	p := read(t, `F[C@](Cl)(Br)I.O.C/C=C/C`)
	parts := Split(p.Mol)
	if len(parts) != 3 || len(parts[0].Atoms) != 5 || len(parts[1].Atoms) != 1 || len(parts[2].Bonds) != 3 {
		t.Fatalf("got %d parts: %+v", len(parts), parts)
	}
	whole, _ := Take(p, stereo.Find(p), nil, nil, Hydrogens)
	parts = Split(whole)
	if len(parts[0].Centers) != 1 || len(parts[2].CisTrans) != 1 {
		t.Fatalf("configurations are lost: %+v, %+v", parts[0].Centers, parts[2].CisTrans)
	}
	if c := parts[2].CisTrans[0]; c.Bond != 1 || c.Ligands != [2]int{0, 3} || c.Cis {
		t.Errorf("double bond: got %+v, want bond 1, ligands 0 and 3, trans", c)
	}
	for i, part := range parts {
		if err := part.Check(); err != nil {
			t.Errorf("part %d: %v", i, err)
		}
	}
	if parts := Split(&mol.Mol{}); len(parts) != 0 {
		t.Errorf("no atoms: got %d parts", len(parts))
	}
}

func ExampleTake() {
	p, err := smiles.Perceive("CC(=O)Nc1ccc(O)cc1")
	if err != nil {
		fmt.Println(err)
		return
	}
	m, _ := Take(p, nil, nil, []Cut{{Bond: 2}}, Hydrogens) // the amide bond
	for _, part := range Split(m) {
		fmt.Println(part.Formula())
	}
	// Output:
	// C2H4O
	// C6H7NO
}
