package structure

import (
	"slices"

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
	volume := determinant(s.Cell)
	if volume < 0 {
		volume = -volume
	}
	if volume == 0 || !finite(volume) {
		return 0, false
	}
	return s.Mass() * dalton / volume, true
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
	// Atoms sorted by molecule, stably: start[m] … start[m+1].
	start := make([]int32, n+2)
	for _, m := range of {
		start[m+2]++
	}
	for m := 2; m < len(start); m++ {
		start[m] += start[m-1]
	}
	atoms := make([]int32, len(of))
	for i, m := range of {
		atoms[start[m+1]] = int32(i)
		start[m+1]++
	}

	var kinds []MoleculeKind
	index := map[string]int{}
	var key []byte
	for m := range n {
		members := atoms[start[m]:start[m+1]]
		key = key[:0]
		charge := 0
		for _, i := range members {
			key = append(key, s.Elements[i])
			if s.FormalCharges != nil {
				charge += int(s.FormalCharges[i])
			}
		}
		slices.Sort(key)
		key = append(key, byte(charge), byte(charge>>8), byte(charge>>16), byte(charge>>24))
		k, known := index[string(key)]
		if !known {
			var c elem.Counts
			for _, i := range members {
				c[min(s.Elements[i], elem.Max)]++
			}
			k = len(kinds)
			index[string(key)] = k
			kinds = append(kinds, MoleculeKind{Formula: c.Formula(), Charge: charge, Atoms: len(members)})
		}
		kinds[k].Count++
	}
	return kinds
}

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
