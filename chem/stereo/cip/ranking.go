package cip

// entry is a node of the digraph as it is seen from the atom whose ligands are
// ranked. That atom is entry 0 and the only one of level 0; its ligands have level 1.
type entry struct {
	node, up     int32 // up is the entry toward the root
	skip         int32 // an entry above; none between is tied
	level        int32
	first, count int32 // branches: the entries order[first:first+count]; first is -1 until they are made
	class        int32 // index in order of the first sibling this one is tied with
	tied         bool  // its class has more members
}

// ranking orders the ligands of one atom. A rule is applied to all spheres before the
// next one. In each sphere the sets of atoms are compared in the order of the
// branches they belong to, and what is found there orders the branches on the way
// back to the root. So only the spheres that are needed are ever made, and nothing
// recurses.
type ranking struct {
	work    *work
	entries []entry
	order   []int32 // entries; siblings stand together, highest first
	rings   bool    // a ring duplicate was seen

	// What follows is used within one rule.
	sphere, next []int32 // entries of one level in their order, and those below them
	above        []int32 // for each of the sphere, the tied entry above it looked at last
	open         []int32 // levels that may have ties, rising
	blocks       []block // of one class
	moved        []int32 // buffers
	setA, setB   []int32
	keys         []float64
}

// block is the part of a sphere that belongs to one branch.
type block struct {
	branch int32
	lo, hi int
}

// start looks from a node at its neighbors, those with atom without left out.
func (r *ranking) start(root, without int32) {
	r.entries = append(r.entries[:0], entry{node: root, up: -1, skip: -1, first: -1})
	r.order = append(r.order[:0], 0)
	r.rings = false
	r.branch(0, without)
	r.settle(0, byNumber)
}

// ligands are the entries next to the root, highest first.
func (r *ranking) ligands() []int32 {
	root := &r.entries[0]
	return r.order[root.first : root.first+root.count]
}

// unique says whether no two ligands are tied.
func (r *ranking) unique() bool {
	for _, e := range r.ligands() {
		if r.entries[e].tied {
			return false
		}
	}
	return true
}

// classes is the number of ligands that differ.
func (r *ranking) classes() int {
	n := 0
	for i, e := range r.ligands() {
		if r.entries[e].class == r.entries[0].first+int32(i) {
			n++
		}
	}
	return n
}

// branch makes the entries beyond e, all tied.
func (r *ranking) branch(e, without int32) {
	w := r.work
	at := r.entries[e]
	w.expand(at.node)
	from := int32(-1) // the node we come from
	if at.up >= 0 {
		from = r.entries[at.up].node
	}
	n := &w.nodes[at.node]
	first := int32(len(r.entries))
	for i := int32(-1); i < n.count; i++ {
		node := n.parent
		if i >= 0 {
			node = n.first + i
		}
		if node < 0 || node == from || w.nodes[node].atom == without {
			continue
		}
		r.rings = r.rings || w.nodes[node].kind == ringDuplicate
		r.order = append(r.order, int32(len(r.entries)))
		r.entries = append(r.entries, entry{node: node, up: e, skip: e, level: at.level + 1, first: -1, class: first})
	}
	count := int32(len(r.entries)) - first
	r.entries[e].first, r.entries[e].count = first, count
	for i := first; i < first+count; i++ {
		r.entries[i].tied = count > 1
	}
	w.spend(int(count))
}

// settle orders the branches of e that are still tied by the value of the rule at
// their own nodes.
func (r *ranking) settle(e int32, rule rule) {
	lo := r.entries[e].first
	end := lo + r.entries[e].count
	for lo < end {
		hi := lo + 1
		for hi < end && r.entries[r.order[hi]].class == lo {
			hi++
		}
		if hi-lo > 1 {
			r.keys = r.keys[:0]
			for i := lo; i < hi; i++ {
				x := r.order[i]
				key := r.work.value(rule, r.entries[x].node)
				r.keys = append(r.keys, key)
				k := i - lo
				for ; k > 0 && r.keys[k-1] < key; k-- {
					r.keys[k], r.order[lo+k] = r.keys[k-1], r.order[lo+k-1]
				}
				r.keys[k], r.order[lo+k] = key, x
			}
			start := lo
			for i := lo; i < hi; i++ {
				if r.keys[i-lo] != r.keys[start-lo] {
					start = i
				}
				r.entries[r.order[i]].class = start
			}
			r.mark(lo, hi)
		}
		lo = hi
	}
}

// mark sets the ties of the siblings order[lo:hi] from their classes.
func (r *ranking) mark(lo, hi int32) {
	for i := lo; i < hi; i++ {
		e := &r.entries[r.order[i]]
		e.tied = e.class != i || i+1 < hi && r.entries[r.order[i+1]].class == i
	}
}

// refine applies a rule to ligands that are tied, sphere by sphere, until none is or
// everything was seen.
func (r *ranking) refine(rule rule) {
	r.settle(0, rule)
	r.sphere = r.sphere[:0]
	for _, e := range r.ligands() {
		if r.entries[e].tied {
			r.sphere = append(r.sphere, e)
		}
	}
	r.descend(rule, true)
}

// descend compares spheres beginning with the branches of those in r.sphere, which
// must stand in order. With split, only what belongs to tied ligands is followed.
func (r *ranking) descend(rule rule, split bool) {
	r.open = r.open[:0]
	for len(r.sphere) > 0 && !r.work.over {
		ties := false
		for _, e := range r.sphere {
			if r.entries[e].first < 0 {
				r.branch(e, noAtom)
			}
			if r.entries[e].count > 1 {
				r.settle(e, rule)
			}
			ties = ties || r.entries[e].tied
		}
		if ties {
			r.open = append(r.open, r.entries[r.sphere[0]].level)
		}
		r.work.spend(len(r.sphere))
		r.above = append(r.above[:0], r.sphere...)
		r.compareSpheres(rule)
		r.next = r.next[:0]
		for i, e := range r.sphere {
			if split {
				if top := &r.entries[r.above[i]]; top.level != 1 || !top.tied {
					continue
				}
			}
			at := &r.entries[e]
			r.next = append(r.next, r.order[at.first:at.first+at.count]...)
		}
		r.sphere, r.next = r.next, r.sphere
	}
}

// compareSpheres orders tied branches by their parts of the sphere, from the sphere
// up to the ligands. Afterwards r.above has the last entry reached of each.
func (r *ranking) compareSpheres(rule rule) {
	for at := len(r.open) - 1; at >= 0; at-- {
		level := r.open[at]
		live := false
		for i, e := range r.above {
			for r.entries[e].level > level {
				e = r.tiedAbove(e)
			}
			r.above[i] = e
		}
		r.work.spend(len(r.above) / 2)
		for lo := 0; lo < len(r.above); {
			c := &r.entries[r.above[lo]]
			if c.level != level || !c.tied {
				lo++
				continue
			}
			live = true
			r.blocks = r.blocks[:0]
			hi := lo
			for hi < len(r.above) {
				e := r.above[hi]
				if d := &r.entries[e]; d.level != level || d.up != c.up || d.class != c.class {
					break
				}
				b := block{e, hi, hi}
				for b.hi < len(r.above) && r.above[b.hi] == e {
					b.hi++
				}
				r.blocks = append(r.blocks, b)
				hi = b.hi
			}
			if len(r.blocks) > 1 {
				r.sortBlocks(rule, c.class)
			}
			lo = hi
		}
		if !live { // nothing of the sphere belongs to the ties there
			r.open = append(r.open[:at], r.open[at+1:]...)
		}
	}
}

// tiedAbove is the nearest tied entry above e, or the root.
func (r *ranking) tiedAbove(e int32) int32 {
	up := r.entries[e].skip
	for up > 0 && !r.entries[up].tied {
		up = r.entries[up].skip
	}
	r.entries[e].skip = up
	return up
}

// sortBlocks orders the tied siblings of a class by their blocks, which follow each
// other in the sphere.
func (r *ranking) sortBlocks(rule rule, class int32) {
	blocks := r.blocks
	sorted := true
	for i := 1; i < len(blocks); i++ {
		b := blocks[i]
		k := i
		for ; k > 0 && r.compareBlocks(rule, blocks[k-1], b) < 0; k-- {
			blocks[k] = blocks[k-1]
			sorted = false
		}
		blocks[k] = b
	}
	start := class
	for i := range blocks {
		if i > 0 && r.compareBlocks(rule, blocks[i-1], blocks[i]) != 0 {
			start = class + int32(i)
		}
		r.order[class+int32(i)] = blocks[i].branch
		r.entries[blocks[i].branch].class = start
	}
	r.mark(class, class+int32(len(blocks)))
	if sorted {
		return
	}
	lo := blocks[0].lo
	r.moved = r.moved[:0]
	for _, b := range blocks {
		lo = min(lo, b.lo)
		r.moved = append(r.moved, r.sphere[b.lo:b.hi]...)
	}
	copy(r.sphere[lo:], r.moved)
	at := lo
	for _, b := range blocks {
		for range b.hi - b.lo {
			r.above[at] = b.branch
			at++
		}
	}
}

// compareBlocks compares the sets of two branches in this sphere, one by one.
func (r *ranking) compareBlocks(rule rule, a, b block) int {
	n := min(a.hi-a.lo, b.hi-b.lo)
	r.work.spend(1 + n/2)
	for i := range n {
		if c := r.compareSets(rule, r.sphere[a.lo+i], r.sphere[b.lo+i]); c != 0 {
			return c
		}
	}
	return (a.hi - a.lo) - (b.hi - b.lo)
}
