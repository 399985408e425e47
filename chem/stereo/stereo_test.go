package stereo_test

import (
	"fmt"
	"testing"

	"github.com/molsmith/molsmith/chem/internal/oracle"
	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/chem/stereo"
)

func find(t testing.TB, text string) *stereo.Set {
	t.Helper()
	p, err := smiles.Perceive(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return stereo.Find(p)
}

// TestFind: what is kept of the stated configurations, and what is left open.
func TestFind(t *testing.T) {
	for _, c := range []struct {
		smiles, why                        string
		centers, bonds, coupled, open, gap int // gap: double bonds left open
	}{
		{"N[C@@H](C)C(=O)O", "four ligands", 1, 0, 0, 0, 0},
		{"NC(C)C(=O)O", "nothing stated", 0, 0, 0, 1, 0},
		{"C[C@H](C)O", "two methyls", 0, 0, 0, 0, 0},
		{"C[C@H](O)[C@H](O)[C@H](C)O", "the middle is the same both ways", 2, 0, 0, 0, 0},
		{"C[C@H](O)[C@H](O)[C@@H](C)O", "pseudoasymmetric", 3, 0, 0, 0, 0},
		{"C[C@H]1CC[C@@H](C)CC1", "cis and trans", 2, 0, 2, 0, 0},
		{"C[C@H]1CCC(C)CC1", "one of two that count only together", 0, 0, 0, 0, 0},
		{"OC1[C@H](O)[C@@H](O)C(O)[C@H](O)[C@@H]1O", "an inositol, in part", 4, 0, 4, 0, 0},
		{"C/C=C/C", "trans", 0, 1, 0, 0, 0},
		{"CC=CC", "nothing stated", 0, 0, 0, 0, 1},
		{"C/C=C(/C)C", "two methyls at one end", 0, 0, 0, 0, 0},
		{"C/C=CC", "a mark at one end only", 0, 0, 0, 0, 1},
		{"C1CC/C=C/CC1", "a ring of seven is cis", 0, 0, 0, 0, 0},
		{"C1CCC/C=C/CC1", "a ring of eight is not", 0, 1, 0, 0, 0},
		{"F/C=C/C=C/C=C/F", "two are stated by shared marks, and the third", 0, 3, 0, 0, 0},
		{"C[C@H]1CC/C(=C/C)CC1", "a double bond outside the ring, with a center", 1, 1, 1, 0, 0},
		{"C[S@](=O)CC", "a sulfoxide", 1, 0, 0, 0, 0},
		{"C[N@](CC)CCC", "an amine turns inside out", 0, 0, 0, 0, 0},
		{"C[N@+](CC)(CCC)CCCC", "an ammonium does not", 1, 0, 0, 0, 0},
		{"C[P@](CC)CCC", "a phosphane does not", 1, 0, 0, 0, 0},
		{"C/C=[P@](/C)=C/F", "a planar phosphorus", 0, 2, 0, 1, 0},
		{"C[S@+](F)=CC", "a sulfonium with a double bond", 0, 0, 0, 1, 1},
		{"C[S@+](F)Cl", "a sulfonium", 1, 0, 0, 0, 0},
		{"C[N@]1C[C@H]1C", "an aziridine", 1, 0, 0, 1, 0},
		{"CC1C[N@]2CC[C@H]1CC2", "a nitrogen between three rings", 2, 0, 2, 1, 0},
		{"C[C@@H]1C[N@]2CC[C@H]1C2", "in two, between all three bonds", 3, 0, 0, 0, 0},
		{"CC1C[N@]2CC[C@H]1C2=O", "flat in a lactam", 1, 0, 0, 1, 0},
		{"C1CC[N@]2[C@H](C1)C1CC2CC1", "one of its rings shares only one bond", 1, 0, 0, 2, 0},
		{"C[N@]1(CC)->[Pt]CCC1", "a donor, whose metal does not count", 0, 0, 0, 0, 0},
		{"N->[Zn@](Cl)(Br)I", "a metal, whose donors do", 1, 0, 0, 0, 0},
		{"CC=[C@]=CC", "an allene", 1, 0, 0, 0, 0},
		{"FC=[C@]=CCl", "an allene with hydrogens at both ends", 1, 0, 0, 0, 0},
		{"CC=[C@]=C(C)C", "with two methyls", 0, 0, 0, 0, 0},
		{"FC=[C@]=C[H]", "with two hydrogens", 0, 0, 0, 0, 0},
		{"F[C@AL1](Cl)(Br)I", "the class of allenes elsewhere", 0, 0, 0, 1, 0},
		{"[C@H](F)(Cl)[2H]", "an isotope", 1, 0, 0, 0, 0},
		{"F[C@](Cl)(CC1CN->[Pd]<-N1)CC1CN->[Pd]<-N1", "two equal chelate rings", 0, 0, 0, 2, 0},
	} {
		s := find(t, c.smiles)
		got := [5]int{len(s.Centers), len(s.Bonds), len(s.Coupled), len(s.OpenCenters), len(s.OpenBonds)}
		if want := [5]int{c.centers, c.bonds, c.coupled, c.open, c.gap}; got != want {
			t.Errorf("%s (%s): centers, bonds, coupled, open centers, open bonds: got %v, want %v", c.smiles, c.why, got, want)
		}
	}
}

// beyond are the molecules where RDKit's count of centers is another, and why.
var beyond = map[string]string{
	"D2933": "an octahedral center at platinum counts here",
}

func TestCentersOracle(t *testing.T) {
	oracle.Molecules(t, func(row oracle.Molecule) {
		s := find(t, row.Smi)
		if got := len(s.Centers) - len(s.Coupled) + len(s.OpenCenters); got != row.StereoCenters && beyond[row.ID] == "" {
			t.Errorf("%s %s: got %d centers, want %d", row.ID, row.Smi, got, row.StereoCenters)
		}
	})
}

func ExampleFind() {
	p, err := smiles.Perceive("C[C@H](O)/C=C/C(C)Cl")
	if err != nil {
		panic(err)
	}
	s := stereo.Find(p)
	fmt.Println(len(s.Centers), len(s.Bonds), s.OpenCenters)
	// Output: 1 1 [5]
}
