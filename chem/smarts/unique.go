package smarts

import "slices"

// atomSets is a hash table of sets of atoms of one size.
type atomSets struct {
	table []int32 // 1 and the number of a set; 0: free
	atoms []int32 // the sets one after the other, each sorted
	count int
}

// smallTable is the size a table starts with; larger ones are not cleared but dropped.
const smallTable = 64

func (s *atomSets) reset() {
	if len(s.table) > smallTable {
		s.table = s.table[:smallTable]
	} else if s.table == nil {
		s.table = make([]int32, smallTable)
	}
	clear(s.table)
	s.atoms, s.count = s.atoms[:0], 0
}

// add adds a set and says whether it is new.
func (s *atomSets) add(set []int32) bool {
	n := len(set)
	from := len(s.atoms)
	s.atoms = append(s.atoms, set...)
	added := s.atoms[from:]
	slices.Sort(added)
	at := s.hash(added)
	for s.table[at] != 0 {
		k := int(s.table[at]-1) * n
		if slices.Equal(s.atoms[k:k+n], added) {
			s.atoms = s.atoms[:from]
			return false
		}
		at = (at + 1) & (len(s.table) - 1)
	}
	s.count++
	s.table[at] = int32(s.count)
	if 2*s.count > len(s.table) {
		s.grow(n)
	}
	return true
}

func (s *atomSets) hash(set []int32) int {
	h := uint64(0)
	for _, a := range set {
		h = mix(h + uint64(a))
	}
	return int(h & uint64(len(s.table)-1))
}

func (s *atomSets) grow(n int) {
	s.table = make([]int32, 4*len(s.table))
	for i := range s.count {
		at := s.hash(s.atoms[i*n : (i+1)*n])
		for s.table[at] != 0 {
			at = (at + 1) & (len(s.table) - 1)
		}
		s.table[at] = int32(i + 1)
	}
}
