package conformer

import (
	"math"
	"testing"

	"github.com/molsmith/molsmith/chem/geom"
)

// generated makes a conformer of a SMILES.
func generated(t *testing.T, text string) []float64 {
	t.Helper()
	p, s := complete(t, text)
	b, err := New(p, s, Auto)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	c, err := b.Generate(background, 1, nil)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return c.X
}

// TestFigures: which ligands face each other, worked out by hand from the definition of the
// permutation: @SP1 is the shape of a U, SP2 of a 4, SP3 of a Z; @OH1 looks from the first
// ligand to the last, the others counterclockwise in their order. Programs that read the
// geometry may write another number for the same compound where ligands are alike, as
// RDKit does for the rhenium (OH17), platinum (SP2), manganese (OH10) and copper (OH8)
// complexes.
func TestFigures(t *testing.T) {
	for _, c := range []struct {
		smiles  string
		metal   int
		facing  [][2]int
		bonded  int // ligands
		comment string
	}{
		{"F[Pt@SP1](Cl)(Br)I", 1, [][2]int{{0, 3}, {2, 4}}, 4, "neighbors around: F Cl Br I"},
		{"F[Pt@SP2](Cl)(Br)I", 1, [][2]int{{0, 2}, {3, 4}}, 4, "F faces Cl"},
		{"F[Pt@SP3](Cl)(Br)I", 1, [][2]int{{0, 4}, {2, 3}}, 4, "F faces I"},
		{"[Pt@SP1]([P](c1ccccc1)(c2ccccc2)c3ccccc3)([P](c1ccccc1)(c2ccccc2)c3ccccc3)1Oc2ccccc2O1", 0, [][2]int{{1, 46}, {20, 39}}, 4, "the ring closes at atom 46"},
		{"[Re@OH1](Cl)(Cl)(Cl)(Cl)1[N]2=c3c(=CC=C2)ccc4c3[N]1=CC=C4", 0, [][2]int{{1, 5}, {2, 4}, {3, 15}}, 6, "the two nitrogen atoms are side by side, as they must"},
		{"[Mn@OH1](N=[N+]=[N-])(N=[N+]=[N-])1([N]2=c3c(=CC=C2)ccc4c3[N]1=CC=C4)1[N]2=c3c(=CC=C2)ccc4c3[N]1=CC=C4", 0, [][2]int{{1, 21}, {4, 7}, {17, 31}}, 6, "azides side by side"},
		{"[Cu@OH25](OS(=O)(=O)C(F)(F)F)(OS(=O)(=O)C(F)(F)F)1([NH2]CC[NH2]1)1[NH2]CC[NH2]1", 0, [][2]int{{1, 9}, {17, 21}, {20, 24}}, 6, "triflates face each other"},
		{"F[Mg@OH27](Cl)(Br)(I)N", 1, [][2]int{{0, 2}, {3, 4}}, 5, "one site is vacant"},
		{"O[Mg@OH27]O", 1, [][2]int{{0, 2}}, 2, "four sites are vacant; OH27 looks from the first ligand to the second"},
	} {
		x := generated(t, c.smiles)
		p, _ := complete(t, c.smiles)
		adjacency := p.Mol.Neighbors()
		beside := adjacency.Of(c.metal)
		if len(beside) != c.bonded {
			t.Errorf("%s: got %d ligands, want %d", c.smiles, len(beside), c.bonded)
		}
		center := geom.At(x, c.metal)
		for k, a := range beside {
			for _, b := range beside[:k] {
				faces := geom.Angle(geom.At(x, a.Atom), center, geom.At(x, b.Atom)) > 140*math.Pi/180
				want := false
				for _, pair := range c.facing {
					want = want || pair == [2]int{min(a.Atom, b.Atom), max(a.Atom, b.Atom)}
				}
				if faces != want {
					t.Errorf("%s (%s): ligands %d and %d face each other: got %t, want %t", c.smiles, c.comment, a.Atom, b.Atom, faces, want)
				}
			}
		}
	}
}

// TestLonePairs: three-coordinate arsenic, phosphorus and sulfonium keep the configuration
// that is asked for, with the same hand for the same text. Their barriers of inversion are
// above 25 kcal/mol (arsines 42: Baechler, Casey, Cook, Senkler and Mislow, J. Am. Chem.
// Soc. 1972, 94, 2859), so these are compounds of their own; RDKit's reader of geometries
// leaves arsenic out. Amines turn inside out at room temperature, aziridines too (17 to
// 20 kcal/mol; only with chlorine or oxygen on nitrogen invertomers were separated, Brois,
// J. Am. Chem. Soc. 1968, 90, 506): nitrogen with a lone pair has no configuration here,
// and both spellings are one molecule.
func TestLonePairs(t *testing.T) {
	volume := func(text string) float64 {
		x := generated(t, text)
		at := geom.At(x, 1)
		a, b, c := geom.At(x, 0).Sub(at), geom.At(x, 2).Sub(at), geom.At(x, 4).Sub(at)
		return a.Dot(b.Cross(c))
	}
	sulfur := volume("C[S@+](CC)c1ccccc1")
	if math.Abs(sulfur) < 2 {
		t.Fatalf("sulfonium: volume %.2f Å³, want a pyramid", sulfur)
	}
	for text, same := range map[string]bool{
		"C[As@](CC)c1ccccc1": true, "C[As@@](CC)c1ccccc1": false,
		"C[P@](CC)c1ccccc1": true, "C[P@@](CC)c1ccccc1": false, "C[S@@+](CC)c1ccccc1": false,
	} {
		if v := volume(text); math.Abs(v) < 2 || (v*sulfur > 0) != same {
			t.Errorf("%s: volume %.2f Å³, sulfonium of the same text %.2f", text, v, sulfur)
		}
	}
	for _, text := range []string{"C[N@]1C[C@@H]1C", "C[N@@]1C[C@@H]1C", "C[N@](CC)c1ccccc1"} {
		_, s := complete(t, text)
		for _, c := range s.Centers {
			if c.Atom == 1 {
				t.Errorf("%s: nitrogen with a lone pair is a center", text)
			}
		}
	}
}
