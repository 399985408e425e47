package edit

import "github.com/molsmith/molsmith/chem/structure"

// links lists the bonds of each atom of a structure.
type links struct {
	s            *structure.Structure
	starts, ends []int32
}

func linksOf(s *structure.Structure) *links {
	l := &links{s: s, starts: make([]int32, s.Len()+1), ends: make([]int32, 2*len(s.Bonds))}
	for _, b := range s.Bonds {
		l.starts[b[0]+1]++
		l.starts[b[1]+1]++
	}
	for i := range s.Len() {
		l.starts[i+1] += l.starts[i]
	}
	next := append([]int32(nil), l.starts...)
	for k, b := range s.Bonds {
		for _, i := range b {
			l.ends[next[i]] = int32(k)
			next[i]++
		}
	}
	return l
}

// of returns the bonds of an atom, in their order.
func (l *links) of(atom int) []int32 { return l.ends[l.starts[atom]:l.starts[atom+1]] }

// across returns the other atom of a bond.
func (l *links) across(bond int32, atom int) int {
	b := l.s.Bonds[bond]
	if int(b[0]) == atom {
		return int(b[1])
	}
	return int(b[0])
}

// holder returns the atom that a hydrogen is bonded to, −1 when there is none or several.
func (l *links) holder(h int) int {
	if bonds := l.of(h); len(bonds) == 1 {
		return l.across(bonds[0], h)
	}
	return -1
}

// hydrogens returns the hydrogens that only this atom holds.
func (l *links) hydrogens(atom int) []int {
	var list []int
	for _, k := range l.of(atom) {
		if h := l.across(k, atom); l.s.Elements[h] == 1 && l.holder(h) >= 0 {
			list = append(list, h)
		}
	}
	return list
}
