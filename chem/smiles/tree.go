package smiles

import (
	"cmp"

	"github.com/molsmith/molsmith/chem/internal/sorting"
	"github.com/molsmith/molsmith/chem/mol"
)

// tree is the spanning forest along which a molecule is written.
type tree struct {
	order    []int // atoms in the order of the text
	rank     []int // its inverse
	parent   []int // bond to the atom before; -1: a component starts
	children [][]int
	rings    [][]int // ring bonds of each atom in the order of their numbers
}

// newTree keeps the order of the atoms where a SMILES can: when every atom but the
// first of its component has an earlier neighbor and branches nest. Otherwise it
// walks depth first from the first atom of each component.
func newTree(m *mol.Mol) *tree {
	adjacency := m.Neighbors()
	t := inOrder(m, &adjacency)
	if t == nil {
		t = depthFirst(m, &adjacency)
	}
	t.number(m)
	// Rings that close here come first, in bond order; then those that open, in the
	// order in which they close.
	for i, ring := range t.rings {
		sorting.Stable(ring, func(a, b int) int {
			return max(0, t.rank[m.Bonds[a].Other(i)]-t.rank[i]) - max(0, t.rank[m.Bonds[b].Other(i)]-t.rank[i])
		})
	}
	return t
}

// number fills rank and rings from the rest.
func (t *tree) number(m *mol.Mol) {
	t.rank = make([]int, len(m.Atoms))
	for r, i := range t.order {
		t.rank[i] = r
	}
	t.rings = make([][]int, len(m.Atoms))
	for k, b := range m.Bonds {
		if t.parent[b.A] != k && t.parent[b.B] != k {
			t.rings[b.A] = append(t.rings[b.A], k)
			t.rings[b.B] = append(t.rings[b.B], k)
		}
	}
}

// inOrder is the forest whose walk is the order of the atoms; nil: there is none.
func inOrder(m *mol.Mol, adjacency *mol.Adjacency) *tree {
	n := len(m.Atoms)
	t := &tree{order: make([]int, n), parent: make([]int, n), children: make([][]int, n)}
	component, _ := m.Components()
	seen := -1
	var path []int // atoms that may still have children
	for i := range n {
		t.order[i], t.parent[i] = i, -1
		for _, next := range adjacency.Of(i) {
			if next.Atom < i {
				t.parent[i] = next.Bond
				break
			}
		}
		if t.parent[i] < 0 {
			if component[i] <= seen {
				return nil
			}
			seen = component[i]
			path = append(path[:0], i)
			continue
		}
		up := m.Bonds[t.parent[i]].Other(i)
		for len(path) > 0 && path[len(path)-1] != up {
			path = path[:len(path)-1]
		}
		if len(path) == 0 {
			return nil
		}
		path = append(path, i)
		t.children[up] = append(t.children[up], i)
	}
	return t
}

// fewNeighbors is up to how many neighbors are sorted by insertion.
const fewNeighbors = 16

// ranked is the forest of a walk that starts at the roots and goes on to the lowest
// priority first. The ring numbers that close at an atom come in the order of closing.
func ranked(m *mol.Mol, roots []int, priority, closing func(next mol.Neighbor) int) *tree {
	adjacency := m.Neighbors()
	n := len(m.Atoms)
	ints := make([]int, 5*n+1+2*len(m.Bonds))
	room := func(k int) []int {
		part := ints[:k:k]
		ints = ints[k:]
		return part
	}
	t := &tree{order: room(n)[:0], parent: room(n), children: make([][]int, n)}
	seen := make([]bool, n)
	near := make([]mol.Neighbor, 2*len(m.Bonds))
	start, at, path, below := room(n+1), room(n), room(n)[:0], room(2*len(m.Bonds))
	for i := range n {
		start[i+1] = start[i] + copy(near[start[i]:], adjacency.Of(i))
		t.children[i] = below[start[i]:start[i]:start[i+1]]
	}
	keys := make([]int, 0, 8)
	enter := func(i int) {
		seen[i] = true
		t.order = append(t.order, i)
		path = append(path, i)
		list := near[start[i]:start[i+1]]
		if len(list) > fewNeighbors {
			sorting.By(list, func(a, b mol.Neighbor) int { return priority(a) - priority(b) })
			return
		}
		keys = keys[:0]
		for _, next := range list {
			keys = append(keys, priority(next))
		}
		for a := 1; a < len(list); a++ {
			for b := a; b > 0 && keys[b] < keys[b-1]; b-- {
				keys[b], keys[b-1] = keys[b-1], keys[b]
				list[b], list[b-1] = list[b-1], list[b]
			}
		}
	}
	for _, root := range roots {
		t.parent[root] = -1
		enter(root)
		for len(path) > 0 {
			i := path[len(path)-1]
			if start[i]+at[i] == start[i+1] {
				path = path[:len(path)-1]
				continue
			}
			next := near[start[i]+at[i]]
			at[i]++
			if !seen[next.Atom] {
				t.parent[next.Atom] = next.Bond
				t.children[i] = append(t.children[i], next.Atom)
				enter(next.Atom)
			}
		}
	}
	t.number(m)
	// Rings that close here come first, then those that open, in the order in which
	// they close.
	for i, ring := range t.rings {
		if len(ring) < 2 {
			continue
		}
		place := func(k int) (opens, at int) {
			other := m.Bonds[k].Other(i)
			if t.rank[other] > t.rank[i] {
				return 1, t.rank[other]
			}
			return 0, closing(mol.Neighbor{Atom: other, Bond: k})
		}
		sorting.By(ring, func(a, b int) int {
			oa, ca := place(a)
			ob, cb := place(b)
			return cmp.Or(oa-ob, ca-cb)
		})
	}
	return t
}

func depthFirst(m *mol.Mol, adjacency *mol.Adjacency) *tree {
	n := len(m.Atoms)
	t := &tree{parent: make([]int, n), children: make([][]int, n)}
	seen := make([]bool, n)
	at := make([]int, n)
	var path []int
	for root := range n {
		if seen[root] {
			continue
		}
		seen[root], t.parent[root] = true, -1
		t.order = append(t.order, root)
		path = append(path[:0], root)
		for len(path) > 0 {
			i := path[len(path)-1]
			if at[i] == adjacency.Degree(i) {
				path = path[:len(path)-1]
				continue
			}
			next := adjacency.Of(i)[at[i]]
			at[i]++
			if seen[next.Atom] {
				continue
			}
			seen[next.Atom], t.parent[next.Atom] = true, next.Bond
			t.order = append(t.order, next.Atom)
			t.children[i] = append(t.children[i], next.Atom)
			path = append(path, next.Atom)
		}
	}
	return t
}
