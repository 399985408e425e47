package mol

import "slices"

// Class is the arrangement of the ligands around a stereo center.
type Class uint8

// The classes of OpenSMILES, with their number of ligands.
const (
	Tetrahedral         Class = iota + 1 // 4, or 3 and a lone pair; @TH
	Allene                               // 4, two at each end of the double bonds; @AL
	SquarePlanar                         // 4; @SP
	TrigonalBipyramidal                  // 5; @TB
	Octahedral                           // 6; @OH
)

// Permutations is the number of arrangements of the class.
func (c Class) Permutations() int {
	switch c {
	case Tetrahedral, Allene:
		return 2
	case SquarePlanar:
		return 3
	case TrigonalBipyramidal:
		return 20
	case Octahedral:
		return 30
	}
	return 0
}

// Sites is the number of ligands of the class, the most that a center can have.
func (c Class) Sites() int {
	switch c {
	case TrigonalBipyramidal:
		return 5
	case Octahedral:
		return 6
	}
	return 4
}

// ImplicitHydrogen stands in Center.Ligands for a hydrogen that is not an atom of
// its own.
const ImplicitHydrogen = -1

// Center is the stated configuration of an atom. It does not depend on the order
// of the bonds.
type Center struct {
	Atom  int
	Class Class
	// Permutation counts from 1 as in OpenSMILES: seen from the first ligand, 1
	// means that the others turn counterclockwise (@), 2 clockwise (@@); the
	// numbers of the larger classes are those of @SP, @TB and @OH.
	Permutation uint8
	// Ligands are the neighbors in the order the permutation speaks of.
	Ligands []int
}

// CisTrans is the configuration of a double bond.
type CisTrans struct {
	Bond int // index into Mol.Bonds
	// Ligands are a neighbor of the bond's A and one of its B. ImplicitHydrogen
	// stands for a hydrogen that is not an atom of its own.
	Ligands [2]int
	Cis     bool // the two are on one side
}

// OddPermutation says whether an odd number of swaps turns order a into order b,
// which changes the handedness of a tetrahedral center. Entries that occur more
// than once count as equal from left to right. It panics when b holds other
// entries than a.
func OddPermutation(a, b []int) bool {
	rest := slices.Clone(a)
	odd := false
	for i, want := range b {
		at := slices.Index(rest[i:], want)
		if at < 0 || len(a) != len(b) {
			panic("mol: OddPermutation of two different sets")
		}
		if at > 0 {
			rest[i], rest[i+at] = rest[i+at], rest[i]
			odd = !odd
		}
	}
	return odd
}
