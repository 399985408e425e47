package cip

import (
	"github.com/molsmith/molsmith/chem/elem"
)

// rule is a sequence rule that compares single nodes, in the order of application.
type rule uint8

const (
	byNumber    rule = iota // 1a
	byDuplicate             // 1b
	byMass                  // 2
	byGeometry              // 3
	byKind                  // 4a
	byPseudo                // 4c
	byReference             // 6
	likeR                   // within 4b and 5: R before S
	likeS                   // within 4b and 5: S before R
)

// value is what a rule sees of a node; higher ranks first.
func (w *work) value(rule rule, i int32) float64 {
	n := &w.nodes[i]
	switch rule {
	case byNumber:
		return n.key
	case byDuplicate:
		if n.kind == ringDuplicate {
			return float64(1<<30 - n.sphere) // the nearer to the origin the higher
		}
	case byMass:
		if n.kind == realAtom {
			return w.excess(n.atom)
		}
	case byGeometry:
		switch n.aux {
		case labelZ:
			return 2
		case labelE:
			return 1
		}
	case byKind:
		switch n.aux {
		case labelR, labelS, seqTrans, seqCis:
			return 2
		case pseudoR, pseudoS, labelE, labelZ:
			return 1
		}
	case byPseudo:
		switch n.aux {
		case pseudoR:
			return 2
		case pseudoS:
			return 1
		}
	case byReference:
		if n.atom == w.reference {
			return 1
		}
	case likeR, likeS:
		if n.aux.side() == labelR+descriptor(rule-likeR) {
			return 1
		}
	}
	return 0
}

// excess is the mass by which a labeled isotope is heavier than the element with its
// natural isotopes, in u; 0 for the latter. An unknown isotope weighs its mass number.
func (w *work) excess(atom int32) float64 {
	a := &w.m.Atoms[atom]
	if a.Isotope == 0 || a.Element == 0 {
		return 0
	}
	mass := elem.IsotopeMass(a.Element, int(a.Isotope))
	if mass == 0 {
		mass = float64(a.Isotope)
	}
	return mass - elem.Weight(a.Element)
}

// before is the end of the rules that order a set before rule does. Rules 4b and 5
// see nothing in a set, so rule 6 and the order by like descriptors follow 4c.
func (rule rule) before() rule {
	return min(rule, byReference)
}

// compareSets compares the branches of two entries by a rule, given that all rules
// before it call the entries equal: first as sets, ordered by what the rules see of
// the nodes alone, then in the order of the branches.
func (r *ranking) compareSets(rule rule, a, b int32) int {
	ea, eb := &r.entries[a], &r.entries[b]
	n := min(ea.count, eb.count)
	if rule == byNumber {
		for i := range n {
			ka := r.work.nodes[r.entries[r.order[ea.first+i]].node].key
			kb := r.work.nodes[r.entries[r.order[eb.first+i]].node].key
			if ka != kb {
				return compare(ka, kb)
			}
		}
		return int(ea.count - eb.count)
	}
	if !r.relevant(rule, ea) && !r.relevant(rule, eb) {
		return 0
	}
	r.setA, r.setB = r.sorted(rule, ea, r.setA), r.sorted(rule, eb, r.setB)
	for i := range n {
		if c := compare(r.work.value(rule, r.setA[i]), r.work.value(rule, r.setB[i])); c != 0 {
			return c
		}
	}
	for i := range n {
		va := r.work.value(rule, r.entries[r.order[ea.first+i]].node)
		vb := r.work.value(rule, r.entries[r.order[eb.first+i]].node)
		if c := compare(va, vb); c != 0 {
			return c
		}
	}
	return int(ea.count - eb.count)
}

// relevant says whether the rule sees anything in the branches of e.
func (r *ranking) relevant(rule rule, e *entry) bool {
	for i := range e.count {
		if r.work.value(rule, r.entries[r.order[e.first+i]].node) != 0 {
			return true
		}
	}
	return false
}

// sorted puts the nodes of the branches of e into set, ordered by the rules up to
// rule as far as they see the nodes alone.
func (r *ranking) sorted(rule rule, e *entry, set []int32) []int32 {
	set = set[:0]
	for i := range e.count {
		node := r.entries[r.order[e.first+i]].node
		set = append(set, node)
		k := len(set) - 1
		for ; k > 0 && r.compareNodes(rule, set[k-1], node) < 0; k-- {
			set[k] = set[k-1]
		}
		set[k] = node
	}
	return set
}

func (r *ranking) compareNodes(last rule, a, b int32) int {
	for rule := byNumber; rule < last.before(); rule++ {
		if c := compare(r.work.value(rule, a), r.work.value(rule, b)); c != 0 {
			return c
		}
	}
	return compare(r.work.value(last, a), r.work.value(last, b))
}

func compare(a, b float64) int {
	switch {
	case a > b:
		return 1
	case a < b:
		return -1
	}
	return 0
}
