package depict

import (
	"math"
	"slices"

	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/ring"
)

// coordinate sets the graph that is laid out. Bonds from a metal to a π system are left
// out but one, so that the ring keeps its shape. Where dative bonds close chelates, or
// bonds were left out, rings are found anew. A metal with three or more ligands in one
// ring system that holds together without it closes none, it stands amid them; of
// several such systems each keeps one bond. It returns the new index of every bond, −1
// for those left out; nil when all are kept.
func (l *plan) coordinate() (kept []int) {
	l.adjacency = l.m.Neighbors()
	dative, metals := false, []int(nil)
	for k := range l.m.Bonds {
		dative = dative || l.m.Bonds[k].Order == mol.Dative
	}
	for i := range l.m.Atoms {
		if metallic(l.m.Atoms[i].Element) && l.adjacency.Degree(i) > 2 {
			metals = append(metals, i)
		}
	}
	if !dative && len(metals) == 0 {
		return nil
	}
	whole := len(l.m.Bonds)
	out := make([]bool, whole)
	for _, a := range metals {
		for _, group := range haptic(l.m, &l.adjacency, a) {
			for _, k := range group[1:] {
				out[k] = true
			}
		}
	}
	kept = l.reduce(out)
	amid := l.amid(metals)
	out = make([]bool, len(l.m.Bonds))
	for _, a := range metals {
		if len(amid[a]) < 2 {
			continue
		}
		for _, group := range amid[a] {
			for _, k := range group[1:] {
				out[k] = true
			}
		}
	}
	again := l.reduce(out)
	for i, k := range kept {
		if k >= 0 {
			kept[i] = again[k]
		}
	}
	plain := l.plain(func(b *mol.Bond) bool { return len(amid[b.A]) == 1 || len(amid[b.B]) == 1 })
	if rings := ring.Find(plain); !rings.GivenUp {
		l.rings = rings
	}
	if len(l.m.Bonds) == whole {
		return nil
	}
	return kept
}

// reduce leaves bonds out of the graph and returns the new index of each, −1 for those.
func (l *plan) reduce(out []bool) (kept []int) {
	kept = make([]int, len(out))
	reduced := &mol.Mol{Atoms: l.m.Atoms}
	for k, b := range l.m.Bonds {
		kept[k] = -1
		if !out[k] {
			kept[k] = len(reduced.Bonds)
			reduced.Bonds = append(reduced.Bonds, b)
		}
	}
	l.m = reduced
	l.adjacency = reduced.Neighbors()
	return kept
}

// plain returns the graph for the search of rings, which passes by dative bonds: those
// for which open is true, and no others, are dative in it.
func (l *plan) plain(open func(b *mol.Bond) bool) *mol.Mol {
	plain := &mol.Mol{Atoms: l.m.Atoms, Bonds: slices.Clone(l.m.Bonds)}
	for k := range plain.Bonds {
		b := &plain.Bonds[k]
		switch {
		case open(b):
			b.Order = mol.Dative
		case b.Order == mol.Dative:
			b.Order = mol.Single
		}
	}
	return plain
}

// haptic returns the bonds of metal a to atoms that are bonded among themselves, in
// groups of three or more.
func haptic(m *mol.Mol, adjacency *mol.Adjacency, a int) [][]int {
	next := adjacency.Of(a)
	if len(next) < 3 {
		return nil
	}
	bond := make(map[int]int, len(next)) // of each ligand; only looked up
	for _, x := range next {
		bond[x.Atom] = x.Bond
	}
	var groups [][]int
	seen := make(map[int]bool, len(next))
	for _, x := range next {
		if seen[x.Atom] {
			continue
		}
		seen[x.Atom] = true
		queue := []int{x.Atom}
		var group []int
		for head := 0; head < len(queue); head++ {
			group = append(group, bond[queue[head]])
			for _, y := range adjacency.Of(queue[head]) {
				if _, ligand := bond[y.Atom]; ligand && !seen[y.Atom] && !metallic(m.Atoms[y.Atom].Element) {
					seen[y.Atom] = true
					queue = append(queue, y.Atom)
				}
			}
		}
		if len(group) > 2 {
			groups = append(groups, group)
		}
	}
	return groups
}

// amid returns, per atom, the bonds of a metal to each ring system that is there without
// any metal and holds three or more of its ligands.
func (l *plan) amid(metals []int) [][][]int {
	amid := make([][][]int, len(l.m.Atoms))
	if len(metals) == 0 {
		return amid
	}
	metal := make([]bool, len(l.m.Atoms))
	for _, a := range metals {
		metal[a] = true
	}
	rings := ring.Find(l.plain(func(b *mol.Bond) bool { return metal[b.A] || metal[b.B] }))
	if rings.GivenUp {
		return amid
	}
	keep := l.rings
	l.rings = rings
	l.findBlocks()
	for _, a := range metals {
		amid[a] = l.holders(a)
	}
	l.rings, l.blocks = keep, nil
	return amid
}

// holders returns the bonds of atom a to each block, of which a is no part, that holds
// three of its ligands or more.
func (l *plan) holders(a int) (groups [][]int) {
	var seen []int
	for _, x := range l.adjacency.Of(a) {
		for _, block := range l.blocksAt[x.Atom] {
			if slices.Contains(seen, block) {
				continue
			}
			seen = append(seen, block)
			var group []int
			for _, y := range l.adjacency.Of(a) {
				if slices.Contains(l.blocksAt[y.Atom], block) {
					group = append(group, y.Bond)
				}
			}
			if len(group) > 2 {
				groups = append(groups, group)
			}
		}
	}
	return groups
}

// makeRoom moves metals out of the chelate rings of a block, so far that all ligands find
// a place around them: as many equal angles as there are ligands, and narrower ones for
// crowded ligands whose own substituents point to the next.
func (l *plan) makeRoom(b *block) {
	for j, a := range b.atoms {
		if !metallic(l.m.Atoms[a].Element) || len(b.next[j]) != 2 || l.adjacency.Degree(a) < 4 {
			continue
		}
		angle := math.Pi / float64(l.adjacency.Degree(a)) // half of it
		p, q := b.next[j][0], b.next[j][1]
		if l.adjacency.Degree(a) > 5 && (len(b.next[p])+b.outer[p] > 2 || len(b.next[q])+b.outer[q] > 2) {
			angle *= 0.85
		}
		middle := b.pos[p].mid(b.pos[q])
		height := b.pos[p].distance(b.pos[q]) / 2 / math.Tan(angle)
		if at := b.pos[j].sub(middle); at.norm() < height {
			b.pos[j] = middle.add(at.unit().scale(height))
		}
	}
}

// adopt notes the metals that stand amid a block.
func (l *plan) adopt() {
	l.held = make([][]int, len(l.blocks))
	for i := range l.m.Atoms {
		if !metallic(l.m.Atoms[i].Element) || len(l.blocksAt[i]) > 0 || l.adjacency.Degree(i) < 3 {
			continue
		}
		if groups := l.holders(i); len(groups) == 1 {
			ligand := l.m.Bonds[groups[0][0]].Other(i)
			for _, block := range l.blocksAt[ligand] {
				if l.holds(block, groups[0], i) {
					l.held[block] = append(l.held[block], i)
					break
				}
			}
		}
	}
}

// holds says whether the other ends of the bonds of atom a are all in the block.
func (l *plan) holds(block int, bonds []int, a int) bool {
	for _, k := range bonds {
		if !slices.Contains(l.blocksAt[l.m.Bonds[k].Other(a)], block) {
			return false
		}
	}
	return true
}

// settleHeld places the metals amid a block that was just placed, in the middle of their
// ligands.
func (l *plan) settleHeld(block int, queue []int) []int {
	for _, a := range l.held[block] {
		if l.placed[a] {
			continue
		}
		var ligands []Point
		for _, x := range l.adjacency.Of(a) {
			if slices.Contains(l.blocksAt[x.Atom], block) {
				ligands = append(ligands, l.pos[x.Atom])
			}
		}
		l.settle(a, centroid(ligands), -1)
		queue = append(queue, a)
	}
	return queue
}
