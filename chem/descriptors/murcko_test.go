package descriptors

import (
	"slices"
	"testing"

	"github.com/molsmith/molsmith/chem/internal/oracle"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/chem/stereo"
)

// scaffold returns the scaffold of a SMILES as a molecule, nil when there is none.
func scaffold(t *testing.T, text string) *perceive.Molecule {
	t.Helper()
	p, err := smiles.Perceive(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	m, kept := Scaffold(p, stereo.Find(p))
	if len(kept) != len(m.Atoms) {
		t.Errorf("%s: %d indices for %d atoms", text, len(kept), len(m.Atoms))
	}
	for i, from := range kept {
		if m.Atoms[i].Element != p.Mol.Atoms[from].Element {
			t.Errorf("%s: atom %d of the scaffold is no atom %d", text, i, from)
		}
	}
	if len(m.Atoms) == 0 {
		return nil
	}
	s, err := perceive.Sanitize(m)
	if err != nil {
		t.Fatalf("scaffold of %s: %v", text, err)
	}
	return s
}

// canonical is the same for two spellings of a molecule.
func canonical(t *testing.T, p *perceive.Molecule) string {
	t.Helper()
	text, err := smiles.Canonical(p)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// flat is canonical without configurations.
func flat(t *testing.T, p *perceive.Molecule) string {
	t.Helper()
	text, err := smiles.CanonicalOf(p, &stereo.Set{})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func configurations(p *perceive.Molecule) int {
	s := stereo.Find(p)
	return len(s.Centers) + len(s.Bonds)
}

func TestScaffold(t *testing.T) {
	tests := []struct{ name, smiles, want string }{
		{"aspirin", "CC(=O)Oc1ccccc1C(=O)O", "c1ccccc1"},
		{"chain", "CCCC(=O)O", ""},
		{"linker", "Cc1ccc(CC(C)Nc2ccccc2)cc1", "c1ccc(CCNc2ccccc2)cc1"},
		{"carbonyl at a ring and in a linker", "CC1CCC(=O)C1C(=O)c1ccccc1", "O=C1CCCC1C(=O)c1ccccc1"},
		{"exocyclic methylene loses its methyl", "CC=C1CCCC1", "C=C1CCCC1"},
		{"pyrrole N–C", "Cn1cccc1", "c1cc[nH]c1"},
		{"caffeine", "Cn1cnc2c1c(=O)n(c(=O)n2C)C", "O=c1[nH]c(=O)c2[nH]cnc2[nH]1"},
		{"ammonium", "C[N+]1(C)CCCC1", "C1CC[NH2+]C1"},
		{"exocyclic iminium", "C[N+](C)=C1C=CC=CC1", "[NH2+]=C1C=CC=CC1"},
		{"two parts", "c1ccccc1C.CC.C1CC1", "c1ccccc1.C1CC1"},
		{"chelate without a ring", "[Cu+2]1<-NCCN->1", ""},
	}
	for _, c := range tests {
		got := scaffold(t, c.smiles)
		if got == nil || c.want == "" {
			if got != nil || c.want != "" {
				t.Errorf("%s: got %v, want %q", c.name, got, c.want)
			}
			continue
		}
		want, err := smiles.Perceive(c.want)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := canonical(t, got), canonical(t, want); got != want {
			t.Errorf("%s: got %s, want %s", c.name, got, want)
		}
	}
}

// unlike says why the scaffold that RDKit gives for p is none that we give; empty: it
// should be the same.
func unlike(p, want *perceive.Molecule) string {
	// Hydrogens do not fill an exocyclic charged atom that lost its substituents there.
	if electrons(want) > electrons(p) {
		return "an atom without its hydrogens"
	}
	for i, a := range p.Mol.Atoms {
		if a.Element == 15 && p.Valence[i] == 5 && degree(p, i) > 3 {
			return "a phosphorane that became a phosphine"
		}
	}
	return ""
}

func electrons(p *perceive.Molecule) (n int) {
	for _, r := range p.Radicals {
		n += r
	}
	return n
}

func degree(p *perceive.Molecule, i int) int {
	adjacency := p.Mol.Neighbors()
	return adjacency.Degree(i)
}

// completed drops the centers that RDKit leaves standing without their ligands.
func completed(p *perceive.Molecule) {
	p.Mol.Centers = slices.DeleteFunc(p.Mol.Centers, func(c mol.Center) bool { return c.Class != mol.Tetrahedral && len(c.Ligands) < 4 })
}

// TestScaffoldOracle compares atoms and bonds of all rows. RDKit drops the configuration
// of a double bond when the substituent goes by which it had written it; ours speaks of
// the other one then, so that some scaffolds say more.
func TestScaffoldOracle(t *testing.T) {
	rows, more, others := 0, 0, 0
	oracle.Molecules(t, func(row oracle.Molecule) {
		if row.Murcko == nil {
			return // RDKit 2022 could not read it
		}
		rows++
		got := scaffold(t, row.Smi)
		if *row.Murcko == "" || got == nil {
			if got != nil || *row.Murcko != "" {
				t.Errorf("%s %s: got %v, want %q", row.ID, row.Smi, got, *row.Murcko)
			}
			return
		}
		want, err := smiles.Perceive(*row.Murcko)
		if err != nil {
			t.Errorf("%s: %s: %v", row.ID, *row.Murcko, err)
			return
		}
		completed(want)
		p, err := smiles.Perceive(row.Smi)
		if err != nil {
			t.Fatal(err)
		}
		if flat(t, got) != flat(t, want) {
			if unlike(p, want) == "" {
				t.Errorf("%s %s: got %s, want %s", row.ID, row.Smi, canonical(t, got), *row.Murcko)
			}
			others++
			return
		}
		switch extra := configurations(got) - configurations(want); {
		case extra < 0:
			t.Errorf("%s %s: got %s, want the configurations of %s", row.ID, row.Smi, canonical(t, got), *row.Murcko)
		case extra > 0:
			more++
		case canonical(t, got) != canonical(t, want):
			t.Errorf("%s %s: got %s, want %s", row.ID, row.Smi, canonical(t, got), canonical(t, want))
		}
	})
	if others > 10 {
		t.Errorf("%d scaffolds of RDKit are no molecules, want 10 or fewer", others)
	}
	if more > 40 {
		t.Errorf("%d scaffolds have a configuration that RDKit's lack, want 40 or fewer", more)
	}
	if rows < 3000 {
		t.Errorf("got %d rows with a scaffold, want 3000 or more", rows)
	}
}
