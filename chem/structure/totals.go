package structure

import (
	"github.com/molsmith/molsmith/chem/elem"
)

// dalton is 1 u/Å³ in g/cm³ (CODATA 2018).
const dalton = 1.66053906660

// Counts returns the atoms of s by element.
func (s *Structure) Counts() elem.Counts {
	var c elem.Counts
	for _, z := range s.Elements {
		if z <= elem.Max {
			c[z]++
		}
	}
	c[0] = 0
	return c
}

// Formula returns the molecular formula of all atoms in Hill order.
func (s *Structure) Formula() string {
	c := s.Counts()
	return c.Formula()
}

// Mass returns the sum of the standard atomic weights in u.
func (s *Structure) Mass() float64 {
	c := s.Counts()
	return c.Mass()
}

// Charge returns the sum of the formal charges in e.
func (s *Structure) Charge() int {
	sum := 0
	for _, q := range s.FormalCharges {
		sum += int(q)
	}
	return sum
}

// Density returns the mass density in g/cm³; ok is false without a cell that
// has a volume.
func (s *Structure) Density() (density float64, ok bool) {
	if s.Cell == nil {
		return 0, false
	}
	return DensityIn(s.Cell, s.Mass())
}

// DensityIn returns the density in g/cm³ of a mass in u in a cell; ok is false when the
// cell has no volume.
func DensityIn(cell *[9]float64, mass float64) (density float64, ok bool) {
	volume := determinant(cell)
	if volume < 0 {
		volume = -volume
	}
	if volume == 0 || !finite(volume) {
		return 0, false
	}
	return mass * dalton / volume, true
}

func determinant(v *[9]float64) float64 {
	return v[0]*(v[4]*v[8]-v[5]*v[7]) - v[1]*(v[3]*v[8]-v[5]*v[6]) + v[2]*(v[3]*v[7]-v[4]*v[6])
}

// Components returns the connected component of every atom, numbered from 0 in
// the order of each component's first atom, and their number. Bonds alone
// decide, also those that cross the cell.
func (s *Structure) Components() (of []int32, n int) {
	// Union by smallest index with path halving: the root of a component is its
	// first atom.
	parent := make([]int32, s.Len())
	for i := range parent {
		parent[i] = int32(i)
	}
	root := func(i int32) int32 {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	for _, b := range s.Bonds {
		p, q := root(int32(b[0])), root(int32(b[1]))
		parent[max(p, q)] = min(p, q)
	}
	for i := range parent {
		if r := parent[i]; r == int32(i) {
			parent[i] = int32(n)
			n++
		} else {
			parent[i] = parent[r] // r < i is numbered already
		}
	}
	return parent, n
}

// MoleculeKind is a kind of molecule and how often it occurs.
type MoleculeKind struct {
	Formula string // in Hill order
	Charge  int    // e
	Atoms   int    // per molecule
	Count   int
}

// Tally counts the molecules of s by formula and charge, in the order of their
// first atoms. Molecules are the connected components; without any bond they are
// what Molecules says, and without that s is one.
func (s *Structure) Tally() []MoleculeKind {
	of, n := s.Components()
	if len(s.Bonds) == 0 {
		of, n = s.statedMolecules()
	}
	molecules := make([]composition, n)
	for i, m := range of {
		molecules[m].elements += elementMarks[min(s.Elements[i], elem.Max)]
		molecules[m].atoms++
	}
	if s.FormalCharges != nil {
		for i, m := range of {
			molecules[m].charge += s.FormalCharges[i]
		}
	}
	var kinds []MoleculeKind
	index := map[composition]int{}
	kindOf := make([]int32, n) // of the first molecule of each kind, else -1
	last := 0
	for m, c := range molecules {
		kindOf[m] = -1
		// Copies mostly stand in a row: the kind of the molecule before is the first guess.
		if m == 0 || c != molecules[m-1] {
			k, known := index[c]
			if !known {
				k = len(kinds)
				index[c] = k
				kindOf[m] = int32(k)
				kinds = append(kinds, MoleculeKind{Charge: int(c.charge), Atoms: int(c.atoms)})
			}
			last = k
		}
		kinds[last].Count++
	}
	// Formulas are written from the first molecule of each kind.
	counts := make([]elem.Counts, len(kinds))
	for i, m := range of {
		if k := kindOf[m]; k >= 0 {
			counts[k][min(s.Elements[i], elem.Max)]++
		}
	}
	for k := range kinds {
		kinds[k].Formula = counts[k].Formula()
	}
	return kinds
}

// composition says which kind of molecule a molecule is. Elements is the sum of
// its atoms' marks, which does not depend on their order.
type composition struct {
	elements uint64
	atoms    int32
	charge   int32
}

// elementMarks are numbers without a pattern, one per element: sums of them are
// equal for two different compositions with the chance of 64 random bits.
var elementMarks = func() (marks [elem.Max + 1]uint64) {
	for z := range marks {
		// The finalizer of SplitMix64 (Steele, Lea and Flood 2014).
		x := uint64(z+1) * 0x9e3779b97f4a7c15
		x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
		x = (x ^ x>>27) * 0x94d049bb133111eb
		marks[z] = x ^ x>>31
	}
	return marks
}()

// statedMolecules numbers the values of Molecules from 0 in the order they are
// met; all atoms are molecule 0 when there are none.
func (s *Structure) statedMolecules() (of []int32, n int) {
	of = make([]int32, s.Len())
	if s.Len() == 0 {
		return of, 0
	}
	if s.Molecules == nil {
		return of, 1
	}
	number := map[int32]int32{}
	for i, m := range s.Molecules {
		k, known := number[m]
		if !known {
			k = int32(len(number))
			number[m] = k
		}
		of[i] = k
	}
	return of, len(number)
}
