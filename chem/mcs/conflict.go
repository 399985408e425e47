package mcs

// conflicts are sets of bonds of the query that do not occur together in some other
// graph, each as small as its finder could make it. A part that has all bonds of one
// but the last can never get that.
type conflicts struct {
	words  int
	sets   []uint64  // words of bits for each set
	of     [][]int32 // sets that hold a bond
	bySize [][]int32 // sets by their number of bonds
}

// maxConflicts bounds the memory of one search.
const maxConflicts = 1 << 16

func newConflicts(bonds int) conflicts {
	words := (bonds + 63) / 64
	return conflicts{words: words, of: make([][]int32, bonds)}
}

// forbid says whether a part, given as bits, has a whole conflict with bond e added.
func (c *conflicts) forbid(part []uint64, e int32) bool {
sets:
	for _, i := range c.of[e] {
		set := c.sets[int(i)*c.words : int(i+1)*c.words]
		for w, x := range set {
			missing := x &^ part[w]
			if w == int(e>>6) {
				missing &^= 1 << (e & 63)
			}
			if missing != 0 {
				continue sets
			}
		}
		return true
	}
	return false
}

// lost returns how many bonds of a set, given as bits, must be left out: one for each of
// some disjoint conflicts in it. It stops counting at enough. The set is changed.
func (c *conflicts) lost(set []uint64, enough int) (n int) {
	for _, sized := range c.bySize {
	sets:
		for _, i := range sized {
			conflict := c.sets[int(i)*c.words : int(i+1)*c.words]
			for w, x := range conflict {
				if x&^set[w] != 0 {
					continue sets
				}
			}
			for w, x := range conflict {
				set[w] &^= x
			}
			if n++; n == enough {
				return n
			}
		}
	}
	return n
}

func (c *conflicts) add(bonds []int32) {
	i := len(c.sets) / max(c.words, 1)
	if i >= maxConflicts {
		return
	}
	c.sets = append(c.sets, make([]uint64, c.words)...)
	for _, e := range bonds {
		c.sets[i*c.words+int(e>>6)] |= 1 << (e & 63)
		c.of[e] = append(c.of[e], int32(i))
	}
	for len(c.bySize) <= len(bonds) {
		c.bySize = append(c.bySize, nil)
	}
	c.bySize[len(bonds)] = append(c.bySize[len(bonds)], int32(i))
}

// learn notes why the present part cannot get bond e: it takes bonds away, the
// farthest from e first, as long as what is left does not occur in graph o.
func (g *growth) learn(o *occurrence, e int32) {
	if o.probe == nil {
		o.probe = o.copy()
	}
	bonds := g.near(e)
	scratch := &g.scratch
	for i := len(bonds) - 1; i > 0; {
		rest := append(append(g.trial[:0], bonds[:i]...), bonds[i+1:]...)
		g.trial = rest
		if !scratch.fill(rest, e) || o.probe.occurs(scratch, g.budget) {
			i--
			continue
		}
		if g.ended {
			return
		}
		bonds = append(bonds[:i], bonds[i+1:]...)
		i = min(i, len(bonds)-1)
	}
	g.conflicts.add(bonds)
}

// near returns bond e and the bonds of the present part, nearest to e first.
func (g *growth) near(e int32) []int32 {
	g.bondList = append(g.bondList[:0], e)
	g.queue = append(g.queue[:0], g.q.a[e], g.q.b[e])
	g.seen[g.q.a[e]], g.seen[g.q.b[e]] = true, true
	for i := 0; i < len(g.queue); i++ {
		v := g.queue[i]
		for _, h := range g.q.of(v) {
			if h.bond == e || g.state[h.bond] != in {
				continue
			}
			if !g.seen[h.atom] {
				g.seen[h.atom] = true
				g.queue = append(g.queue, h.atom)
				g.bondList = append(g.bondList, h.bond)
			} else if g.q.a[h.bond] == v { // closes a ring; both ends are seen in turn
				g.closing = append(g.closing, h.bond)
			}
		}
	}
	for _, v := range g.queue {
		g.seen[v] = false
	}
	for _, b := range g.closing {
		known := false
		for _, x := range g.bondList {
			known = known || x == b
		}
		if !known {
			g.bondList = append(g.bondList, b)
		}
	}
	g.closing = g.closing[:0]
	return g.bondList
}

// fill makes p the given bonds, which must hang together with the first; it returns
// false when they do not.
func (p *part) fill(bonds []int32, first int32) bool {
	clear(p.state)
	p.order = p.order[:0]
	for _, e := range bonds {
		p.state[e] = in
	}
	p.bonds = len(bonds)
	p.order = append(p.order, p.q.a[first])
	reached := 0
	for i := 0; i < len(p.order); i++ {
		for _, h := range p.q.of(p.order[i]) {
			if p.state[h.bond] != in {
				continue
			}
			reached++
			if !earlier(p.order, h.atom) {
				p.order = append(p.order, h.atom)
			}
		}
	}
	return reached == 2*len(bonds)
}
