package mcs

import "slices"

// orbits numbers the bonds of a graph, each in both directions, so that two have the
// same number only when a symmetry of the graph takes one to the other. What has been
// looked at from one bond need not be looked at from another of its orbit. The bond k
// from g.a[k] to g.b[k] is number 2k, the other way 2k+1.
func (g *graph) orbits(b *budget) []int32 {
	orbit := make([]int32, 2*g.bonds)
	if g.rings != nil && g.rings.truncated {
		for d := range orbit { // the rings that are known may be less symmetric
			orbit[d] = int32(d)
		}
		return orbit
	}
	colors := g.colors()
	m := mapping{g: g, colors: colors, to: make([]int32, g.atoms), from: make([]int32, g.atoms)}
	for i := range m.to {
		m.to[i], m.from[i] = -1, -1
	}
	var first []int32 // a bond of each orbit
	for d := range int32(2 * g.bonds) {
		if b.ended {
			break
		}
		u, v := g.ends(d)
		orbit[d] = -1
		for i, other := range first {
			x, y := g.ends(other)
			if colors[u] == colors[x] && colors[v] == colors[y] && m.symmetry(b, u, v, x, y) {
				orbit[d] = int32(i)
				break
			}
		}
		if orbit[d] < 0 {
			orbit[d] = int32(len(first))
			first = append(first, d)
		}
	}
	return orbit
}

// ends are the atoms of a bond in its direction d.
func (g *graph) ends(d int32) (from, to int32) {
	if d&1 == 0 {
		return g.a[d>>1], g.b[d>>1]
	}
	return g.b[d>>1], g.a[d>>1]
}

// colors gives atoms that a symmetry could exchange the same number: their labels, and
// again and again the numbers of their neighbors, mixed without regard to order.
func (g *graph) colors() []uint64 {
	now, next := make([]uint64, g.atoms), make([]uint64, g.atoms)
	for v := range now {
		now[v] = scramble(uint64(g.label[v]) + 1)
	}
	for classes := 0; ; {
		sorted := slices.Clone(now)
		slices.Sort(sorted)
		n := len(slices.Compact(sorted))
		if n == classes {
			return now
		}
		classes = n
		for v := range now {
			sum := now[v] * 3
			for _, h := range g.of(int32(v)) {
				sum += scramble(now[h.atom] ^ uint64(g.order[h.bond])<<56)
			}
			next[v] = scramble(sum)
		}
		now, next = next, now
	}
}

// scramble is the finalizer of splitmix64 (Steele, Lea and Flood 2014).
func scramble(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// mapping is a symmetry of one connected part of a graph on its way.
type mapping struct {
	g        *graph
	colors   []uint64
	to, from []int32
	places   []place
}

// symmetry says whether a symmetry takes u to x and v, bonded to u, to y. It looks for
// no longer than a few steps for each atom; then it says no.
func (m *mapping) symmetry(b *budget, u, v, x, y int32) bool {
	g := m.g
	m.places = append(m.places[:0], place{v: u, parent: -1}, place{v: v, parent: u})
	m.to[u], m.to[v] = -2, -2 // in line
	for i := 0; i < len(m.places); i++ {
		for _, h := range g.of(m.places[i].v) {
			if m.to[h.atom] == -1 {
				m.to[h.atom] = -2
				m.places = append(m.places, place{v: h.atom, parent: m.places[i].v})
			}
		}
	}
	for _, p := range m.places {
		m.to[p.v] = -1
	}
	m.put(u, x)
	found := m.fits(v, y)
	if found {
		m.put(v, y)
		i := 2
		for steps := 20 * len(m.places); i >= 2 && i < len(m.places); steps-- {
			if steps == 0 || !b.tick() {
				break
			}
			if m.advance(&m.places[i]) {
				if i++; i < len(m.places) {
					m.places[i].next = 0
				}
			} else if i--; i >= 2 {
				m.lift(m.places[i].v)
			}
		}
		found = i == len(m.places)
	}
	for _, p := range m.places {
		m.lift(p.v)
	}
	return found
}

func (m *mapping) put(v, w int32) { m.to[v], m.from[w] = w, v }

func (m *mapping) lift(v int32) {
	if w := m.to[v]; w >= 0 {
		m.to[v], m.from[w] = -1, -1
	}
}

func (m *mapping) advance(p *place) bool {
	halves := m.g.of(m.to[p.parent])
	for int(p.next) < len(halves) {
		w := halves[p.next].atom
		p.next++
		if m.fits(p.v, w) {
			m.put(p.v, w)
			return true
		}
	}
	return false
}

// fits says whether v can go to w: they have as many bonds, and those of v to atoms
// that have a place are there.
func (m *mapping) fits(v, w int32) bool {
	g := m.g
	if m.from[w] >= 0 || m.colors[v] != m.colors[w] || g.label[v] != g.label[w] || g.degree(v) != g.degree(w) {
		return false
	}
next:
	for _, h := range g.of(v) {
		x := m.to[h.atom]
		if x < 0 {
			continue
		}
		for _, k := range g.of(w) {
			if k.atom == x && g.order[k.bond] == g.order[h.bond] && g.ring[k.bond] == g.ring[h.bond] {
				continue next
			}
		}
		return false
	}
	return true
}
