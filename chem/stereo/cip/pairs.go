package cip

import "slices"

// pairing is what rules 4b and 5 know of one ligand.
type pairing struct {
	ligand     int32
	references []descriptor // R, S or both: the more frequent among the highest-ranked
	// like says of each descriptor in the ligand, from the highest-ranked on, whether
	// it is like R (index 0) or like S (index 1), in the order that prefers those.
	like [2][]bool
}

// memory is the state of a ranking that a trial may disturb.
type memory struct {
	order   []int32
	entries []entry
}

// pairs applies rule 4b or 5 to tied ligands: descriptors are compared in pairs with
// a reference, like pairs before unlike ones. In rule 4b the reference is that of each
// ligand; in rule 5 it is R for both, and the decision is that of a pseudoasymmetric
// center when S for both gives another one. It returns the number of such decisions
// between neighbors in the order.
func (r *ranking) pairs(rule5 bool) (pseudo int) {
	ligands := r.ligands()
	first := r.entries[0].first
	for lo := 0; lo < len(ligands); {
		hi := lo + 1
		for hi < len(ligands) && r.entries[ligands[hi]].class == first+int32(lo) {
			hi++
		}
		if hi-lo > 1 {
			pseudo += r.pairClass(lo, hi, rule5)
		}
		lo = hi
	}
	return pseudo
}

// pairClass does so for the tied ligands lo to hi.
func (r *ranking) pairClass(lo, hi int, rule5 bool) (pseudo int) {
	known := memory{slices.Clone(r.order), slices.Clone(r.entries)}
	first := r.entries[0].first
	sorted := make([]pairing, 0, hi-lo)
	decide := func(a, b *pairing) (cmp int, pseudo bool) {
		if rule5 {
			return compareChiral(a, b)
		}
		return compareLike(a, b), false
	}
	for _, ligand := range r.ligands()[lo:hi] {
		p := pairing{ligand: ligand}
		p.references = r.references(ligand)
		for side := range p.like {
			if d := labelR + descriptor(side); rule5 || slices.Contains(p.references, d) {
				p.like[side] = r.likes(ligand, d, &known)
			}
		}
		k := len(sorted)
		sorted = append(sorted, p)
		for ; k > 0; k-- {
			if cmp, _ := decide(&sorted[k-1], &p); cmp >= 0 {
				break
			}
			sorted[k] = sorted[k-1]
		}
		sorted[k] = p
	}
	start := first + int32(lo)
	for i := range sorted {
		at := first + int32(lo+i)
		if i > 0 {
			cmp, other := decide(&sorted[i-1], &sorted[i])
			if cmp != 0 {
				start = at
			}
			if other {
				pseudo++
			}
		}
		r.order[at] = sorted[i].ligand
		r.entries[sorted[i].ligand].class = start
	}
	r.mark(first+int32(lo), first+int32(hi))
	return pseudo
}

// references finds the reference descriptors of a ligand: in the first set of equally
// ranked nodes with descriptors of a side, the side that has more, or both.
func (r *ranking) references(ligand int32) []descriptor {
	sets := [][]int32{{ligand}}
	for len(sets) > 0 && !r.work.over {
		for _, set := range sets {
			right, left := 0, 0
			for _, e := range set {
				switch r.work.nodes[r.entries[e].node].aux.side() {
				case labelR:
					right++
				case labelS:
					left++
				}
			}
			switch {
			case right > left:
				return []descriptor{labelR}
			case right < left:
				return []descriptor{labelS}
			case right > 0:
				return []descriptor{labelR, labelS}
			}
		}
		sets = r.setsBelow(sets)
	}
	return nil
}

// setsBelow are the sets of the next sphere: branches of the same rank below nodes of
// one set. Such nodes have the same ranks below them.
func (r *ranking) setsBelow(sets [][]int32) (below [][]int32) {
	for _, set := range sets {
		from := len(below)
		for _, e := range set {
			at, n := &r.entries[e], from-1
			for i := at.first; i < at.first+at.count; i++ {
				x := r.order[i]
				if r.entries[x].class == i {
					n++ // a class begins
					if n == len(below) {
						below = append(below, nil)
					}
				}
				if n >= 0 && n < len(below) {
					below[n] = append(below[n], x)
				}
			}
			r.work.spend(int(at.count))
		}
	}
	return below
}

// likes lists the descriptors of a ligand by rank, branches with like descriptors
// first where nothing else tells them apart.
func (r *ranking) likes(ligand int32, reference descriptor, known *memory) (like []bool) {
	r.sphere = append(r.sphere[:0], ligand)
	r.descend(likeR+rule(reference-labelR), false)
	queue := []int32{ligand}
	for at := 0; at < len(queue); at++ {
		e := &r.entries[queue[at]]
		if side := r.work.nodes[e.node].aux.side(); side != none {
			like = append(like, side == reference)
		}
		if e.first >= 0 {
			queue = append(queue, r.order[e.first:e.first+e.count]...)
		}
	}
	r.work.spend(len(queue) + len(known.entries)/4)
	copy(r.order, known.order)
	copy(r.entries, known.entries)
	return like
}

// compareLists gives the first list that has a like descriptor where the other has
// not the higher rank.
func compareLists(a, b []bool) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			if a[i] {
				return 1
			}
			return -1
		}
	}
	return 0
}

// compareLike is rule 4b. A ligand with two references has a list for each; the
// better ones are compared first.
func compareLike(a, b *pairing) int {
	la, lb := a.lists(), b.lists()
	for i := range min(len(la), len(lb)) {
		if c := compareLists(la[i], lb[i]); c != 0 {
			return c
		}
	}
	return 0
}

// lists are the pairs with each reference of the ligand, the better first.
func (p *pairing) lists() (lists [][]bool) {
	for _, d := range p.references {
		lists = append(lists, p.like[d-labelR])
	}
	if len(lists) == 2 && compareLists(lists[0], lists[1]) < 0 {
		lists[0], lists[1] = lists[1], lists[0]
	}
	return lists
}

// compareChiral is rule 5: R before S. Pseudo says that the mirror image would be
// decided the same way.
func compareChiral(a, b *pairing) (cmp int, pseudo bool) {
	cmp = compareLists(a.like[0], b.like[0])
	return cmp, cmp != 0 && cmp != compareLists(a.like[1], b.like[1])
}
