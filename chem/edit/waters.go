package edit

import (
	"github.com/molsmith/molsmith/chem/structure"
)

// water is a molecule of water by its three atoms.
type water struct{ oxygen, first, second int32 }

// watersOf finds the molecules of water of s, in the order of their oxygens: one oxygen
// bonded to two hydrogens that are bonded to nothing else, without charges. mark says of
// each atom which of them it belongs to, −1 for all others.
func watersOf(s *structure.Structure) (list []water, mark []int32) {
	n := s.Len()
	degree := make([]uint8, n)
	partner := make([][2]int32, n) // of oxygen: its first two neighbors
	for _, b := range s.Bonds {
		for k := range 2 {
			i, j := b[k], b[1-k]
			if d := degree[i]; d < 2 {
				partner[i][d] = int32(j)
			}
			if degree[i] < 3 {
				degree[i]++
			}
		}
	}
	hydrogen := func(i int32) bool { return s.Elements[i] == 1 && degree[i] == 1 && neutral(s, i) }
	mark = make([]int32, n)
	for i := range mark {
		mark[i] = -1
	}
	for i, z := range s.Elements {
		if z != 8 || degree[i] != 2 || !neutral(s, int32(i)) {
			continue
		}
		a, b := partner[i][0], partner[i][1]
		if a == b || !hydrogen(a) || !hydrogen(b) {
			continue
		}
		mark[i], mark[a], mark[b] = int32(len(list)), int32(len(list)), int32(len(list))
		list = append(list, water{int32(i), a, b})
	}
	return list, mark
}

func neutral(s *structure.Structure, i int32) bool {
	return s.FormalCharges == nil || s.FormalCharges[i] == 0
}
