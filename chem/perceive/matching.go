package perceive

import (
	"slices"

	"github.com/molsmith/molsmith/chem/internal/sorting"
	"github.com/molsmith/molsmith/chem/mol"
)

// matching is a set of double bonds that share no atom.
type matching struct {
	adjacency *mol.Adjacency
	edges     []bool  // bonds that may become double
	needs     []bool  // atoms that must be covered; others are covered where it helps
	mate      []int32 // per atom; -1: none
	bond      []int32 // per atom: the bond to its mate; -1: none
	queue     []int32

	// The search of one cover call, made by the first one and kept clean between calls.
	outer   []bool  // reached by an even path from the root
	before  []int32 // the atom before, on an alternating path; -1: none
	via     []int32 // the bond to it
	inside  []int32 // an atom of the same blossom that is nearer to its base; see base
	when    []int32 // place in touched
	touched []int32
	marked  []bool
	path    []int32 // bases
}

func newMatching(adjacency *mol.Adjacency, edges, needs []bool) *matching {
	n := len(needs)
	room := make([]int32, 3*n)
	m := &matching{adjacency: adjacency, edges: edges, needs: needs, mate: room[:n:n], bond: room[n : 2*n : 2*n], queue: room[2*n : 2*n]}
	for i := range n {
		m.mate[i], m.bond[i] = -1, -1
	}
	return m
}

// order pairs atoms greedily, walking breadth first from the first atom of each
// system, and returns the atoms that are left and must be covered.
func (m *matching) order() []int32 {
	seen := make([]bool, len(m.needs))
	var left []int32
	for root, needs := range m.needs {
		if seen[root] || !needs {
			continue
		}
		seen[root] = true
		queue := append(m.queue[:0], int32(root))
		for at := 0; at < len(queue); at++ {
			i := queue[at]
			for _, next := range m.adjacency.Of(int(i)) {
				if !m.edges[next.Bond] {
					continue
				}
				j := int32(next.Atom)
				if m.mate[i] < 0 && m.mate[j] < 0 {
					m.pair(i, j, int32(next.Bond))
				}
				if !seen[j] {
					seen[j] = true
					queue = append(queue, j)
				}
			}
			if m.mate[i] < 0 && m.needs[i] {
				left = append(left, i)
			}
		}
	}
	return left
}

func (m *matching) pair(a, b, bond int32) {
	m.mate[a], m.mate[b] = b, a
	m.bond[a], m.bond[b] = bond, bond
}

// prepare makes room for searches.
func (m *matching) prepare() {
	n := len(m.needs)
	flags, room := make([]bool, 2*n), make([]int32, 5*n)
	m.outer, m.marked = flags[:n], flags[n:]
	m.before, m.via, m.inside, m.when, m.touched = room[:n], room[n:2*n], room[2*n:3*n], room[3*n:4*n], room[4*n:4*n]
	for i := range n {
		m.before[i], m.inside[i] = -1, int32(i)
	}
}

func (m *matching) touch(i int32) {
	m.when[i] = int32(len(m.touched))
	m.touched = append(m.touched, i)
}

// base is the base of the blossom of atom i: the atom where the paths into the
// blossom enter. Atoms in none are their own.
func (m *matching) base(i int32) int32 {
	for m.inside[i] != i {
		m.inside[i] = m.inside[m.inside[i]]
		i = m.inside[i]
	}
	return i
}

// cover changes the matching along an alternating path so that it covers root and
// all that it covered before, wildcards excepted. It says whether there is a path.
func (m *matching) cover(root int) bool {
	if m.mate[root] >= 0 {
		return true
	}
	if m.outer == nil {
		m.prepare()
	}
	defer m.clean()
	m.outer[root] = true
	m.touch(int32(root))
	m.queue = append(m.queue[:0], int32(root))
	for at := 0; at < len(m.queue); at++ {
		i := m.queue[at]
		for _, next := range m.adjacency.Of(int(i)) {
			j := int32(next.Atom)
			if !m.edges[next.Bond] || m.mate[i] == j || m.base(i) == m.base(j) {
				continue
			}
			if m.outer[j] {
				if m.shrink(i, j, int32(next.Bond)) {
					return true
				}
				continue
			}
			if m.before[j] >= 0 {
				continue
			}
			m.before[j], m.via[j] = i, int32(next.Bond)
			m.touch(j)
			if m.mate[j] < 0 {
				m.flip(j)
				return true
			}
			k := m.mate[j]
			m.touch(k)
			if m.reach(k) {
				return true
			}
		}
	}
	return false
}

// reach takes note of an even path to atom k. It says whether that ends the search:
// a wildcard can give up its double bond, and the path to its former mate is flipped.
func (m *matching) reach(k int32) bool {
	m.outer[k] = true
	if m.needs[k] {
		m.queue = append(m.queue, k)
		return false
	}
	j := m.mate[k]
	m.mate[k], m.bond[k] = -1, -1
	m.flip(j)
	return true
}

// flip exchanges bonds along the path that ends at j.
func (m *matching) flip(j int32) {
	for j >= 0 {
		i := m.before[j]
		next := m.mate[i]
		m.pair(i, j, m.via[j])
		j = next
	}
}

// shrink joins the odd ring closed by the bond between outer atoms a and b to one
// blossom. The other atoms of the ring are reached by it, in the order in which they
// were met; it says whether that ends the search.
func (m *matching) shrink(a, b, bond int32) bool {
	top := m.common(a, b)
	m.path = m.path[:0]
	var fresh []int32
	fresh = m.markPath(fresh, a, top, b, bond)
	fresh = m.markPath(fresh, b, top, a, bond)
	for _, i := range m.path {
		m.inside[i] = top
	}
	sorting.By(fresh, func(i, j int32) int { return int(m.when[i] - m.when[j]) })
	for _, i := range fresh {
		if m.reach(i) {
			return true
		}
	}
	return false
}

// common is the base where the paths from a and b to the root meet.
func (m *matching) common(a, b int32) int32 {
	m.path = m.path[:0]
	for i := a; ; i = m.before[m.mate[i]] {
		i = m.base(i)
		m.marked[i] = true
		m.path = append(m.path, i)
		if m.mate[i] < 0 {
			break
		}
	}
	i := m.base(b)
	for !m.marked[i] {
		i = m.base(m.before[m.mate[i]])
	}
	for _, p := range m.path {
		m.marked[p] = false
	}
	return i
}

// markPath collects the bases from i up to top and the inner atoms between, and turns
// the pointers of the outer atoms towards the bond that closes the ring.
func (m *matching) markPath(fresh []int32, i, top, child, bond int32) []int32 {
	for m.base(i) != top {
		j := m.mate[i]
		m.path = append(m.path, m.base(i), m.base(j))
		if !m.outer[j] {
			fresh = append(fresh, j)
		}
		m.before[i], m.via[i] = child, bond
		child, bond = j, m.via[j]
		i = m.before[j]
	}
	return fresh
}

func (m *matching) clean() {
	for _, i := range m.touched {
		m.outer[i], m.before[i], m.inside[i] = false, -1, i
	}
	m.touched = m.touched[:0]
}

// component returns the atoms that must be covered and hang together with root, in
// rising order.
func (m *matching) component(root int) []int {
	seen := make([]bool, len(m.needs))
	seen[root] = true
	all := []int{root}
	for at := 0; at < len(all); at++ {
		for _, next := range m.adjacency.Of(all[at]) {
			if m.edges[next.Bond] && m.needs[next.Atom] && !seen[next.Atom] {
				seen[next.Atom] = true
				all = append(all, next.Atom)
			}
		}
	}
	slices.Sort(all)
	return all
}
