package mol

import (
	"strings"
	"testing"
)

// octahedron lists spellings of one octahedral complex, one for each permutation, as
// RDKit's tests of non-tetrahedral stereo give them: the ligands O, Cl, C, N, F, P.
var octahedron = map[uint8]string{
	1: "O Cl C N F P", 2: "O Cl F N C P", 3: "O Cl C N P F", 4: "O Cl C F N P", 5: "O Cl C F P N", 6: "O Cl C P N F",
	7: "O Cl C P F N", 8: "O Cl N C F P", 9: "O Cl N C P F", 10: "O Cl N F C P", 11: "O Cl N F P C", 12: "O Cl N P C F",
	13: "O Cl N P F C", 14: "O Cl F C N P", 15: "O Cl F C P N", 16: "O Cl F N P C", 17: "O Cl F P C N", 18: "O Cl F P N C",
	19: "O Cl P C N F", 20: "O Cl P C F N", 21: "O Cl P N C F", 22: "O Cl P N F C", 23: "O Cl P F C N", 24: "O Cl P F N C",
	25: "O P Cl C N F", 26: "O P Cl C F N", 27: "O P Cl N C F", 28: "O P Cl N F C", 29: "O P Cl F C N", 30: "O P Cl F N C",
}

// bipyramid is the same for the 20 permutations of OpenSMILES 3.9.4: ligands a to e,
// those of the axis first and last, the others counterclockwise from a.
var bipyramid = map[uint8]string{
	1: "a b c d e", 2: "a d c b e", 3: "a b c e d", 4: "a d c e b", 5: "a b e c d", 6: "a d e c b", 7: "a e b c d", 8: "a e d c b",
	9: "b a c d e", 11: "d a c b e", 10: "b a c e d", 12: "d a c e b", 13: "b a e c d", 14: "d a e c b",
	15: "b c a d e", 20: "d c a b e", 16: "b c a e d", 19: "d c a e b", 17: "b c d a e", 18: "d c b a e",
}

func TestRenumber(t *testing.T) {
	for class, spellings := range map[Class]map[uint8]string{
		Octahedral: octahedron, TrigonalBipyramidal: bipyramid,
		SquarePlanar: {1: "a b c d", 2: "a c b d", 3: "a b d c"},
	} {
		if len(spellings) != class.Permutations() {
			t.Errorf("class %d: got %d spellings, want %d", class, len(spellings), class.Permutations())
		}
		for from, a := range spellings {
			for to, b := range spellings {
				old, fresh := strings.Fields(a), strings.Fields(b)
				order := make([]int, len(fresh))
				for i, ligand := range fresh {
					for k, other := range old {
						if other == ligand {
							order[i] = k
						}
					}
				}
				if got := Renumber(class, from, order); got != to {
					t.Errorf("class %d: %s as %d is for %s: got %d, want %d", class, a, from, b, got, to)
				}
			}
		}
	}
	if got := Renumber(SquarePlanar, 1, []int{0, 2, 1}); got != 2 {
		t.Errorf("a square with a free site, two ligands swapped: got %d, want 2", got)
	}
	if got := Renumber(Tetrahedral, 1, []int{1, 0, 2, 3}); got != 2 {
		t.Errorf("a swap at a tetrahedron: got %d, want 2", got)
	}
	if got := Renumber(Tetrahedral, 1, []int{1, 2, 0}); got != 1 {
		t.Errorf("a turn of three ligands: got %d, want 1", got)
	}
}
