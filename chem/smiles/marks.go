package smiles

import (
	"fmt"
	"slices"

	"github.com/molsmith/molsmith/chem/internal/sorting"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/stereo"
)

// marks chooses the directed bonds that state the configurations of double bonds.
type marks struct {
	m         *mol.Mol
	tree      *tree
	adjacency mol.Adjacency
	marked    []bool // per bond
	unstated  []bool // per atom: the end of a double bond that could turn and says nothing
	stated    []bool // per atom: the end of one with a configuration
	// Signs of marked bonds: a union-find where parity says whether a bond rises when
	// its root does. A bond rises when its later atom is above its earlier one.
	root   []int
	parity []bool
}

// setMarks writes the configurations of s to the bonds of m beside its double bonds.
// In each set of double bonds that share bonds the first directed bond rises.
func setMarks(s *stereo.Set, m *mol.Mol, t *tree) error {
	if len(s.Bonds) == 0 {
		return nil
	}
	w := &marks{m: m, tree: t, adjacency: m.Neighbors(), marked: make([]bool, len(m.Bonds)), unstated: make([]bool, len(m.Atoms)), stated: make([]bool, len(m.Atoms)),
		root: make([]int, len(m.Bonds)), parity: make([]bool, len(m.Bonds))}
	for k := range w.root {
		w.root[k] = k
	}
	for _, k := range s.OpenBonds {
		w.unstated[m.Bonds[k].A], w.unstated[m.Bonds[k].B] = true, true
	}
	for _, c := range s.Bonds {
		w.stated[m.Bonds[c.Bond].A], w.stated[m.Bonds[c.Bond].B] = true, true
	}
	bonds := slices.Clone(s.Bonds)
	place := func(k int) int { // in the text
		a, b := t.rank[m.Bonds[k].A], t.rank[m.Bonds[k].B]
		return min(a, b)*len(m.Atoms) + max(a, b)
	}
	sorting.By(bonds, func(a, b mol.CisTrans) int { return place(a.Bond) - place(b.Bond) })
	for _, c := range bonds {
		b := m.Bonds[c.Bond]
		for _, end := range [2]int{b.A, b.B} {
			if !w.choose(c.Bond, end) {
				return fmt.Errorf("the configuration of the double bond between atoms %d and %d cannot be written: atom %d has no single or aromatic bond beside it", b.A+1, b.B+1, end+1)
			}
		}
	}
	for _, c := range bonds {
		if !w.relate(c) {
			b := m.Bonds[c.Bond]
			return fmt.Errorf("the configuration of the double bond between atoms %d and %d cannot be written beside those of its neighbors", b.A+1, b.B+1)
		}
	}
	open := slices.Clone(s.OpenBonds)
	sorting.By(open, func(a, b int) int { return place(a) - place(b) })
	for _, k := range open {
		if !w.silence(k) {
			b := m.Bonds[k]
			return fmt.Errorf("the double bond between atoms %d and %d has no configuration, but those beside it cannot be written without one", b.A+1, b.B+1)
		}
	}
	w.assign()
	return nil
}

// choose marks a bond at one end of double bond k, if none is marked there: one to
// another double bond with a configuration, the one the text comes from, or the next
// one in the text, but not a ring number if there is a choice, or one to a double bond
// without a configuration.
func (w *marks) choose(k, end int) bool {
	best, bestCost := -1, 0
	for _, next := range w.adjacency.Of(end) {
		if order := w.m.Bonds[next.Bond].Order; next.Bond == k || order != mol.Single && order != mol.Aromatic {
			continue
		}
		if w.marked[next.Bond] {
			return true
		}
		cost := w.tree.rank[next.Atom]
		if w.tree.parent[end] != next.Bond && w.tree.parent[next.Atom] != next.Bond {
			cost += len(w.m.Atoms) // a ring number
		}
		switch {
		case w.unstated[next.Atom]:
			cost += 2 * len(w.m.Atoms)
		case w.stated[next.Atom]:
			cost -= 2 * len(w.m.Atoms) // one mark serves both double bonds
		}
		if best < 0 || cost < bestCost {
			best, bestCost = next.Bond, cost
		}
	}
	if best < 0 {
		return false
	}
	w.marked[best] = true
	return true
}

// sign is the root of the signs of bond k and whether k rises when the root does not.
func (w *marks) sign(k int) (root int, odd bool) {
	for w.root[k] != k {
		odd = odd != w.parity[k]
		k = w.root[k]
	}
	return k, odd
}

// tie says that bond a rises when b does, or when it does not; false: it was said
// otherwise before.
func (w *marks) tie(a, b int, differ bool) bool {
	ra, oa := w.sign(a)
	rb, ob := w.sign(b)
	odd := differ != (oa != ob)
	if ra == rb {
		return !odd
	}
	w.root[rb], w.parity[rb] = ra, odd
	return true
}

// falls says whether the other end of bond k is below atom i when k rises.
func (w *marks) falls(k, i int) bool {
	return w.tree.rank[w.m.Bonds[k].Other(i)] < w.tree.rank[i]
}

// relate ties the marked bonds around a double bond.
func (w *marks) relate(c mol.CisTrans) bool {
	b := w.m.Bonds[c.Bond]
	var chosen [2]int
	cis := c.Cis
	for n, end := range [2]int{b.A, b.B} {
		chosen[n] = -1
		for _, next := range w.adjacency.Of(end) {
			if next.Bond == c.Bond || !w.marked[next.Bond] {
				continue
			}
			if first := chosen[n]; first >= 0 {
				// The two ligands of one end are on two sides.
				if !w.tie(first, next.Bond, w.falls(first, end) == w.falls(next.Bond, end)) {
					return false
				}
				continue
			}
			chosen[n] = next.Bond
			if next.Atom != c.Ligands[n] {
				cis = !cis
			}
		}
	}
	return w.tie(chosen[0], chosen[1], cis == (w.falls(chosen[0], b.A) != w.falls(chosen[1], b.B)))
}

// silence keeps the marks around double bond k, which has no configuration, from giving
// it one: where marks of its neighbors stand at both ends, the two at one end are made to
// contradict each other, as RDKit writes and reads it. False: they cannot be.
func (w *marks) silence(k int) bool {
	ends := [2]int{w.m.Bonds[k].A, w.m.Bonds[k].B}
	if w.tree.rank[ends[0]] > w.tree.rank[ends[1]] {
		ends[0], ends[1] = ends[1], ends[0]
	}
	var beside [2][]int // marked bonds at each end
	for n, end := range ends {
		for _, next := range w.adjacency.Of(end) {
			if next.Bond != k && w.marked[next.Bond] {
				beside[n] = append(beside[n], next.Bond)
			}
		}
	}
	if len(beside[0]) == 0 || len(beside[1]) == 0 {
		return true
	}
	for n, end := range ends {
		if two := beside[n]; len(two) == 2 && w.tie(two[0], two[1], w.falls(two[0], end) != w.falls(two[1], end)) {
			return true
		}
	}
	return false
}

// assign gives the marked bonds their direction.
func (w *marks) assign() {
	var list []int
	for k, marked := range w.marked {
		if marked {
			list = append(list, k)
		}
	}
	place := func(k int) int {
		b := w.m.Bonds[k]
		n := len(w.m.Atoms)
		earlier, later := min(w.tree.rank[b.A], w.tree.rank[b.B]), max(w.tree.rank[b.A], w.tree.rank[b.B])
		if parent := w.tree.parent; parent[b.A] == k || parent[b.B] == k {
			return later * n
		}
		return earlier*n + later // the ring number stands at the earlier atom
	}
	sorting.By(list, func(a, b int) int { return place(a) - place(b) })
	rises := make(map[int]bool, len(list)) // by root
	for _, k := range list {
		root, odd := w.sign(k)
		up, known := rises[root]
		if !known {
			up = !odd
			rises[root] = up
		}
		b := &w.m.Bonds[k]
		if w.tree.rank[b.A] > w.tree.rank[b.B] {
			b.A, b.B = b.B, b.A
		}
		b.Stereo = mol.Falling
		if up != odd {
			b.Stereo = mol.Rising
		}
	}
}
