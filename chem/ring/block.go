package ring

import (
	"slices"

	"github.com/molsmith/molsmith/chem/internal/sorting"
	"github.com/molsmith/molsmith/chem/mol"
)

// blocks finds the bonds of every two-connected part with a ring, in the order of
// its first bond (Hopcroft and Tarjan 1973, without recursion).
func (f *finder) blocks() {
	m, n := f.m, len(f.m.Atoms)
	room := make([]int32, 6*n+3*len(m.Bonds))
	cut := func(n int) []int32 {
		s := room[:n:n]
		room = room[n:]
		return s
	}
	depth := cut(n) // 0: not seen
	low := cut(n)
	via := cut(n) // bond that led here; -1 at a root
	at := cut(n)  // next neighbor to look at
	path := cut(n)[:0]
	f.local = cut(n)
	open := cut(len(m.Bonds))[:0] // bonds of parts that are not finished
	f.bonds = cut(len(m.Bonds))[:0]
	f.part = cut(len(m.Bonds))
	for root := range n {
		if depth[root] != 0 {
			continue
		}
		depth[root], low[root], via[root] = 1, 1, -1
		path = append(path[:0], int32(root))
		for len(path) > 0 {
			a := path[len(path)-1]
			if next := f.adjacency.Of(int(a)); int(at[a]) < len(next) {
				step := next[at[a]]
				at[a]++
				b := step.Atom
				switch {
				case int32(step.Bond) == via[a] || m.Bonds[step.Bond].Order == mol.Dative:
				case depth[b] == 0:
					depth[b] = depth[a] + 1
					low[b] = depth[b]
					via[b] = int32(step.Bond)
					open = append(open, int32(step.Bond))
					path = append(path, int32(b))
				case depth[b] < depth[a]:
					open = append(open, int32(step.Bond))
					low[a] = min(low[a], depth[b])
				}
				continue
			}
			path = path[:len(path)-1]
			if len(path) == 0 {
				break
			}
			parent := path[len(path)-1]
			low[parent] = min(low[parent], low[a])
			if low[a] >= depth[parent] {
				from := len(open) - 1 // the part is what came after its first bond
				for open[from] != via[a] {
					from--
				}
				if len(open)-from > 2 {
					p := part{from: len(f.bonds)}
					f.bonds = append(f.bonds, open[from:]...)
					p.to = len(f.bonds)
					slices.Sort(f.bonds[p.from:])
					f.parts = append(f.parts, p)
				}
				open = open[:from]
			}
		}
	}
	sorting.By(f.parts, func(a, b part) int { return int(f.bonds[a.from] - f.bonds[b.from]) })
	for i, p := range f.parts {
		for _, k := range f.bonds[p.from:p.to] {
			f.part[k] = int32(i + 1)
		}
	}
}

// graph is one two-connected part with its own numbering of atoms and edges.
type graph struct {
	atoms []int32 // index in the molecule, rising
	start []int32 // len atoms+1, into list
	list  []edge
	rank  int // independent rings
}

// edge is a step to another atom. The edges of a spanning tree have number −1: a ring
// is known by the others, of which there are rank. They are numbered by their later
// atom, then by the earlier one, so that those of a small ring have near numbers.
type edge struct{ to, id int32 }

// next returns the neighbors of atom a by rising number.
func (g *graph) next(a int32) []edge { return g.list[g.start[a]:g.start[a+1]] }

func (g *graph) degree(a int32) int { return int(g.start[a+1] - g.start[a]) }

// newGraph numbers the atoms of part i.
func (f *finder) newGraph(i int) *graph {
	p := &f.parts[i]
	bonds := f.bonds[p.from:p.to]
	n := len(bonds) - p.rank + 1
	room := make([]int32, 2*n+1)
	g := &graph{atoms: room[:0:n], start: room[n:], list: make([]edge, 2*len(bonds)), rank: p.rank}
	for _, k := range bonds {
		f.local[f.m.Bonds[k].A], f.local[f.m.Bonds[k].B] = -1, -1
	}
	for _, k := range bonds {
		for _, a := range [2]int{f.m.Bonds[k].A, f.m.Bonds[k].B} {
			if f.local[a] < 0 {
				f.local[a] = 0
				g.atoms = append(g.atoms, int32(a))
			}
		}
	}
	slices.Sort(g.atoms)
	for i, a := range g.atoms {
		f.local[a] = int32(i)
	}
	for _, k := range bonds {
		g.start[f.local[f.m.Bonds[k].A]+1]++
		g.start[f.local[f.m.Bonds[k].B]+1]++
	}
	for a := range n {
		g.start[a+1] += g.start[a]
	}
	fill := make([]int32, n)
	copy(fill, g.start)
	for b, atom := range g.atoms {
		// The neighbors before b get b as their next neighbor and b gets them, in
		// rising order, since their lists are filled in that order.
		from := fill[b]
		for _, next := range f.adjacency.Of(int(atom)) {
			if f.part[next.Bond] != int32(i+1) {
				continue
			}
			if a := f.local[next.Atom]; int(a) < b {
				g.list[fill[b]] = edge{to: a}
				fill[b]++
			}
		}
		earlier := g.list[from:fill[b]]
		sorting.By(earlier, func(x, y edge) int { return int(x.to - y.to) })
		for _, e := range earlier {
			g.list[fill[e.to]] = edge{to: int32(b)}
			fill[e.to]++
		}
	}
	g.number(fill)
	return g
}

// number numbers the edges outside a tree of shortest paths from the first atom.
// before is room for the atom before each in the tree.
func (g *graph) number(before []int32) {
	n := len(g.atoms)
	room := make([]int32, 2*n)
	queue, fill := room[:1:n], room[n:]
	for a := range before {
		before[a] = -1
	}
	before[0] = 0
	for i := 0; i < len(queue); i++ {
		a := queue[i]
		for _, e := range g.next(a) {
			if before[e.to] < 0 {
				before[e.to] = a
				queue = append(queue, e.to)
			}
		}
	}
	id := int32(0)
	for b := range int32(n) {
		// The later atom of an edge stands in the list of the earlier one at fill.
		at := g.start[b]
		for ; at < g.start[b+1] && g.list[at].to < b; at++ {
			a := g.list[at].to
			g.list[at].id = -1
			if before[a] != b && before[b] != a {
				g.list[at].id = id
				id++
			}
			g.list[fill[a]].id = g.list[at].id
			fill[a]++
		}
		fill[b] = at
	}
}

// between returns the number of the edge from a to b, −1 in the tree.
func (g *graph) between(a, b int32) int32 {
	for _, e := range g.next(a) {
		if e.to == b {
			return e.id
		}
	}
	panic("ring: no edge")
}

// inMolecule gives the atoms of a ring their numbers in the molecule.
func (f *finder) inMolecule(g *graph, ring []int32) []int {
	out := f.take(len(ring))
	for i, a := range ring {
		out[i] = int(g.atoms[a])
	}
	return out
}
