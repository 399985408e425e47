package perceive

import (
	"slices"

	"github.com/molsmith/molsmith/chem/mol"
)

// kekulize replaces aromatic orders by single and double ones. Every atom that has
// room for exactly one more bond order must get a double bond; a wildcard may. The
// search for double bonds runs in the order of the atoms, so that equal input gives
// equal forms.
func (w *work) kekulize() *Error {
	if err := w.checkAromaticInRings(); err != nil {
		return err
	}
	needs := make([]bool, len(w.m.Atoms))
	optional := make([]bool, len(w.m.Atoms))
	any := false
	for i := range w.m.Atoms {
		if !w.rings.InRing(i) {
			continue
		}
		if w.m.Atoms[i].Element == 0 {
			optional[i] = w.wildcardTakesDouble(i)
		} else if w.aromaticAtom(i) && w.needsDouble(i) {
			needs[i], any = true, true
		}
	}
	edges := make([][]mol.Neighbor, len(w.m.Atoms))
	if any {
		for k := range w.m.Bonds {
			b := &w.m.Bonds[k]
			if !w.rings.BondInRing(k) || !needs[b.A] && !needs[b.B] ||
				!needs[b.A] && !optional[b.A] || !needs[b.B] && !optional[b.B] {
				continue
			}
			if w.aromatic[k] || b.Order == mol.Single && (optional[b.A] || optional[b.B]) {
				edges[b.A] = append(edges[b.A], mol.Neighbor{Atom: b.B, Bond: k})
				edges[b.B] = append(edges[b.B], mol.Neighbor{Atom: b.A, Bond: k})
			}
		}
	}
	for k, aromatic := range w.aromatic {
		if aromatic {
			w.m.Bonds[k].Order = mol.Single
		}
	}
	if !any {
		return nil
	}
	match := newMatching(edges, needs)
	for _, i := range match.order() {
		if !match.cover(i) {
			return &Error{Kind: NoKekulé, Atoms: match.component(i)}
		}
	}
	for i, bond := range match.bond {
		if bond >= 0 && match.mate[i] > i {
			w.m.Bonds[bond].Order = mol.Double
		}
	}
	return nil
}

// checkAromaticInRings refuses aromatic atoms outside rings, and aromatic bonds
// outside rings that do not join two aromatic atoms; between those they are single.
func (w *work) checkAromaticInRings() *Error {
	for i := range w.m.Atoms {
		if w.m.Atoms[i].Aromatic && !w.rings.InRing(i) {
			return &Error{Kind: AromaticNoRing, Atoms: []int{i}}
		}
	}
	for k := range w.m.Bonds {
		b := &w.m.Bonds[k]
		if w.aromatic[k] && !w.rings.BondInRing(k) && !(w.m.Atoms[b.A].Aromatic && w.m.Atoms[b.B].Aromatic) {
			return &Error{Kind: AromaticNoRing, Atoms: []int{b.A, b.B}}
		}
	}
	return nil
}

// needsDouble says whether an aromatic atom has room for exactly one double bond:
// its orders, aromatic bonds counted as single, and hydrogens fall short of an
// allowed valence by one. An atom whose hydrogens are stated may fall short by two
// and become a radical.
func (w *work) needsDouble(i int) bool {
	a := &w.m.Atoms[i]
	plain, ignored := 0, 0
	for _, next := range w.adjacency.Of(i) {
		b := &w.m.Bonds[next.Bond]
		c := contribution(b, i) / 2
		if c == 0 {
			ignored++
		}
		plain += c // an aromatic bond's 3/2 becomes 1
	}
	plain += int(a.Hydrogens) + w.implicit[i]
	charge := int(a.Charge)
	if early(a.Element) || a.Element == 6 && charge > 0 {
		charge = -charge
	}
	allowed := elements[a.Element].valences
	limit := allowed[0] + charge
	total := w.explicit[i] + w.implicit[i]
	for _, v := range allowed[1:] {
		if total <= limit || v <= 0 {
			break
		}
		limit = v + charge
	}
	radicals := a.Radical.Electrons()
	degree := w.adjacency.Degree(i) + w.implicit[i] - ignored
	if degree+radicals >= limit {
		return false
	}
	return limit == plain+1+radicals || radicals == 0 && a.NoImplicit && limit == plain+2
}

// wildcardTakesDouble says whether wildcard i may get a double bond: a neighbor in
// the ring is aromatic.
func (w *work) wildcardTakesDouble(i int) bool {
	for _, next := range w.adjacency.Of(i) {
		if w.rings.BondInRing(next.Bond) && w.aromaticAtom(next.Atom) {
			return true
		}
	}
	return false
}

// matching is a set of double bonds that share no atom.
type matching struct {
	edges [][]mol.Neighbor
	needs []bool // atoms that must be covered; others are covered where it helps
	mate  []int  // per atom; -1: none
	bond  []int  // per atom: the bond to its mate; -1: none

	// The search of one cover call, kept clean between calls.
	outer   []bool // reached by an even path from the root
	before  []int  // the atom before, on an alternating path; -1: none
	via     []int  // the bond to it
	base    []int  // base of the blossom of the atom
	touched []int
	marked  []bool
}

func newMatching(edges [][]mol.Neighbor, needs []bool) *matching {
	n := len(edges)
	m := &matching{edges: edges, needs: needs, mate: make([]int, n), bond: make([]int, n),
		outer: make([]bool, n), before: make([]int, n), via: make([]int, n), base: make([]int, n), marked: make([]bool, n)}
	for i := range n {
		m.mate[i], m.bond[i], m.before[i], m.base[i] = -1, -1, -1, i
	}
	return m
}

// order pairs atoms greedily, walking breadth first from the first atom of each
// system, and returns the atoms that are left and must be covered.
func (m *matching) order() []int {
	seen := make([]bool, len(m.edges))
	var left, queue []int
	for root := range m.edges {
		if seen[root] || !m.needs[root] {
			continue
		}
		seen[root] = true
		queue = append(queue[:0], root)
		for len(queue) > 0 {
			i := queue[0]
			queue = queue[1:]
			for _, next := range m.edges[i] {
				if m.mate[i] < 0 && m.mate[next.Atom] < 0 {
					m.pair(i, next.Atom, next.Bond)
				}
				if !seen[next.Atom] {
					seen[next.Atom] = true
					queue = append(queue, next.Atom)
				}
			}
			if m.mate[i] < 0 && m.needs[i] {
				left = append(left, i)
			}
		}
	}
	return left
}

func (m *matching) pair(a, b, bond int) {
	m.mate[a], m.mate[b] = b, a
	m.bond[a], m.bond[b] = bond, bond
}

// cover changes the matching along an alternating path so that it covers root and
// all that it covered before, wildcards excepted. It says whether there is a path.
func (m *matching) cover(root int) bool {
	if m.mate[root] >= 0 {
		return true
	}
	defer m.clean()
	m.outer[root] = true
	m.touched = append(m.touched, root)
	queue := []int{root}
	for len(queue) > 0 {
		i := queue[0]
		queue = queue[1:]
		for _, next := range m.edges[i] {
			j := next.Atom
			if m.base[i] == m.base[j] || m.mate[i] == j {
				continue
			}
			if m.outer[j] {
				for _, k := range m.shrink(i, j, next.Bond) {
					if !m.needs[k] {
						m.release(k)
						return true
					}
					queue = append(queue, k)
				}
				continue
			}
			if m.before[j] >= 0 {
				continue
			}
			m.before[j], m.via[j] = i, next.Bond
			m.touched = append(m.touched, j)
			if m.mate[j] < 0 {
				m.flip(j)
				return true
			}
			k := m.mate[j]
			m.outer[k] = true
			m.touched = append(m.touched, k)
			if !m.needs[k] {
				m.release(k)
				return true
			}
			queue = append(queue, k)
		}
	}
	return false
}

// release takes the double bond from wildcard k, which an even path reaches, and
// flips the path to its former mate.
func (m *matching) release(k int) {
	j := m.mate[k]
	m.mate[k], m.bond[k] = -1, -1
	m.flip(j)
}

// flip exchanges bonds along the path that ends at j.
func (m *matching) flip(j int) {
	for j >= 0 {
		i := m.before[j]
		next := m.mate[i]
		m.pair(i, j, m.via[j])
		j = next
	}
}

// shrink joins the odd ring closed by the bond between outer atoms a and b and
// returns the atoms that become outer by it.
func (m *matching) shrink(a, b, bond int) []int {
	top := m.common(a, b)
	var ring []int
	ring = m.markPath(ring, a, top, b, bond)
	ring = m.markPath(ring, b, top, a, bond)
	inside := make(map[int]bool, len(ring))
	for _, i := range ring {
		inside[i] = true
	}
	var fresh []int
	for _, i := range m.touched {
		if !inside[m.base[i]] {
			continue
		}
		m.base[i] = top
		if !m.outer[i] {
			m.outer[i] = true
			fresh = append(fresh, i)
		}
	}
	return fresh
}

// common is the base where the paths from a and b to the root meet.
func (m *matching) common(a, b int) int {
	var path []int
	for i := a; ; i = m.before[m.mate[i]] {
		i = m.base[i]
		m.marked[i] = true
		path = append(path, i)
		if m.mate[i] < 0 {
			break
		}
	}
	i := m.base[b]
	for !m.marked[i] {
		i = m.base[m.before[m.mate[i]]]
	}
	for _, p := range path {
		m.marked[p] = false
	}
	return i
}

// markPath collects the bases from i up to top and turns the pointers of the inner
// atoms towards the bond that closes the ring.
func (m *matching) markPath(ring []int, i, top, child, bond int) []int {
	for m.base[i] != top {
		j := m.mate[i]
		ring = append(ring, m.base[i], m.base[j])
		m.before[i], m.via[i] = child, bond
		child, bond = j, m.via[j]
		i = m.before[j]
	}
	return ring
}

func (m *matching) clean() {
	for _, i := range m.touched {
		m.outer[i], m.before[i], m.base[i] = false, -1, i
	}
	m.touched = m.touched[:0]
}

// component returns the atoms that must be covered and hang together with root, in
// rising order.
func (m *matching) component(root int) []int {
	seen := map[int]bool{root: true}
	all := []int{root}
	for at := 0; at < len(all); at++ {
		for _, next := range m.edges[all[at]] {
			if m.needs[next.Atom] && !seen[next.Atom] {
				seen[next.Atom] = true
				all = append(all, next.Atom)
			}
		}
	}
	slices.Sort(all)
	return all
}
