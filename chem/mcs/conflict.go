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
	for i := len(bonds) - 1; i > 0; {
		g.trial = append(append(g.trial[:0], bonds[:i]...), bonds[i+1:]...)
		if !g.fill(&g.scratch, g.trial) || o.probe.occurs(&g.scratch, g.budget) {
			i--
			continue
		}
		if g.ended {
			return
		}
		bonds = append(bonds[:i], bonds[i+1:]...)
		// What held on to this bond may go now.
		i = min(i, len(bonds)-1)
	}
	g.conflicts.add(bonds)
}

// near returns bond e and the bonds of the present part, nearest to e first.
func (g *growth) near(e int32) []int32 {
	list := append(g.list[:0], e)
	g.listed[e] = true
	g.queue = append(g.queue[:0], g.q.a[e], g.q.b[e])
	g.seen[g.q.a[e]], g.seen[g.q.b[e]] = true, true
	for i := 0; i < len(g.queue); i++ {
		for _, h := range g.q.of(g.queue[i]) {
			if g.state[h.bond] != in || g.listed[h.bond] {
				continue
			}
			g.listed[h.bond] = true
			list = append(list, h.bond)
			if !g.seen[h.atom] {
				g.seen[h.atom] = true
				g.queue = append(g.queue, h.atom)
			}
		}
	}
	for _, v := range g.queue {
		g.seen[v] = false
	}
	for _, b := range list {
		g.listed[b] = false
	}
	g.list = list
	return list
}

// fill makes p the given bonds and says whether they hang together.
func (g *growth) fill(p *part, bonds []int32) bool {
	clear(p.state)
	for _, e := range bonds {
		p.state[e] = in
	}
	p.bonds = len(bonds)
	first := p.q.a[bonds[0]]
	p.order = append(p.order[:0], first)
	g.seen[first] = true
	ends := 0
	for i := 0; i < len(p.order); i++ {
		for _, h := range p.q.of(p.order[i]) {
			if p.state[h.bond] != in {
				continue
			}
			ends++
			if !g.seen[h.atom] {
				g.seen[h.atom] = true
				p.order = append(p.order, h.atom)
			}
		}
	}
	for _, v := range p.order {
		g.seen[v] = false
	}
	return ends == 2*len(bonds)
}
