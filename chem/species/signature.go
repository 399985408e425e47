package species

import "github.com/molsmith/molsmith/chem/structure"

// signature tells molecules apart by their atoms and bonds in the order of the
// structure. Copies that a packer placed have the same one.
type signature struct {
	atoms int32
	hash  uint64
}

type signed struct {
	signature
	first int32 // atom
}

// sign returns the signature of each of the n components of s, in one pass over atoms
// and one over bonds.
func sign(s *structure.Structure, of []int32, n int) []signed {
	list := make([]signed, n)
	rank := make([]uint32, s.Len()) // of an atom within its molecule
	for i, k := range of {
		m := &list[k]
		if m.atoms == 0 {
			m.first = int32(i)
		}
		rank[i] = uint32(m.atoms)
		m.atoms++
		m.add(uint64(s.Elements[i]))
		if s.FormalCharges != nil {
			m.add(uint64(uint32(s.FormalCharges[i])))
		}
	}
	for k, b := range s.Bonds {
		m := &list[of[b[0]]]
		order := uint64(1)
		if s.BondOrders != nil {
			order = uint64(s.BondOrders[k])
		}
		m.add(uint64(rank[b[0]])<<32 | uint64(rank[b[1]]))
		m.add(order)
	}
	return list
}

// add mixes x into the hash: a multiplication and a fold, as in FNV with more bits
// at once (Steele, Lea and Flood, OOPSLA 2014, 453, for the constants).
func (s *signature) add(x uint64) {
	h := (s.hash ^ x) + 0x9e3779b97f4a7c15
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	s.hash = h ^ h>>31
}
