package canon

import "slices"

// cluster is a set of atoms that are tied, alike with others so far, and that
// symmetries move apart from all others: whole cells, with their tied neighbors and the
// tied ligands of open configurations.
type cluster struct {
	atoms       []int32
	cells, ends []int32 // the places of its cells, ascending
	open        []int32 // configurations that its cells do not tell, in any order
}

// clusters divides the tied atoms among the given ones, which are whole clusters of the
// partition before the last choice, in the order of their places.
func (p *partition) clusters(atoms []int32) []*cluster {
	if p.discrete() {
		return nil
	}
	if p.root == nil {
		p.root, p.group = make([]int32, len(p.order)), make([]int32, len(p.order))
	}
	tied := func(i int32) bool { return p.size[p.cell[i]] > 1 }
	var cells []int32
	for _, i := range atoms {
		if tied(i) {
			p.root[i] = i
			if p.order[p.cell[i]] == i {
				cells = append(cells, p.cell[i])
			}
		}
	}
	p.work += 8 * len(atoms)
	slices.Sort(cells)
	for _, c := range cells {
		first := p.order[c]
		for _, i := range p.order[c : c+p.size[c]] {
			join(p.root, first, i)
			for _, near := range p.g.neighbors(i) {
				if tied(near.atom) {
					join(p.root, i, near.atom)
				}
			}
			p.work += 2 * len(p.g.neighbors(i))
			for _, k := range p.g.touching(i) {
				if p.known[k] {
					continue
				}
				p.g.elements[k].each(func(other int32) {
					if tied(other) {
						join(p.root, i, other)
					}
				})
			}
		}
	}
	var list []*cluster
	for _, c := range cells {
		root := find(p.root, p.order[c])
		if p.group[root] == 0 {
			list = append(list, &cluster{})
			p.group[root] = int32(len(list))
		}
		k := list[p.group[root]-1]
		end := c + p.size[c]
		k.cells, k.ends = append(k.cells, c), append(k.ends, end)
		k.atoms = append(k.atoms, p.order[c:end]...)
		for _, i := range p.order[c:end] {
			for _, n := range p.g.touching(i) {
				if p.untold(n) {
					k.open = append(k.open, n)
				}
			}
		}
	}
	for _, c := range cells {
		p.group[find(p.root, p.order[c])] = 0
	}
	for _, k := range list {
		slices.Sort(k.open)
		k.open = slices.Compact(k.open)
	}
	return list
}

// tied is all tied atoms as if they were one cluster; nil: there are none.
func (p *partition) tied() *cluster {
	if p.discrete() {
		return nil
	}
	all := &cluster{}
	for at := int32(0); at < int32(len(p.order)); at += p.size[at] {
		if p.size[at] > 1 {
			all.cells, all.ends = append(all.cells, at), append(all.ends, at+p.size[at])
			all.atoms = append(all.atoms, p.order[at:at+p.size[at]]...)
		}
	}
	for k := range p.g.elements {
		if p.untold(int32(k)) {
			all.open = append(all.open, int32(k))
		}
	}
	return all
}

// untold says whether the cells do not tell configuration k: two ligands are alike, or
// two double bonds meet, of which the cells do not tell which is which.
func (p *partition) untold(k int32) bool { return !p.known[k] || p.g.elements[k].shared }

// breakTies sets all atoms of a settled cluster apart and returns the choices.
func (p *partition) breakTies(c *cluster) []choice {
	var chosen []choice
	for k := range c.cells {
		for at := c.cells[k]; at < c.ends[k]; at += p.size[at] {
			for p.size[at] > 1 {
				i := p.order[at+p.size[at]-1]
				p.setApart(i)
				chosen = append(chosen, choice{i, at, p.trace})
			}
		}
	}
	return chosen
}

// settled says whether any way of setting the atoms of a cluster apart leads to the
// same numbering but for a symmetry: when no configuration is open and the atoms form a
// forest, of which equal refinement means equal structure.
func (p *partition) settled(c *cluster) bool {
	if len(c.open) > 0 {
		return false
	}
	// A graph is a forest when leaves can be taken off until nothing is left.
	degree := p.hits // zero between splits
	var leaves []int32
	left := len(c.atoms)
	for _, i := range c.atoms {
		for _, near := range p.g.neighbors(i) {
			if p.size[p.cell[near.atom]] > 1 {
				degree[i]++
			}
		}
		if degree[i] <= 1 {
			leaves = append(leaves, i)
		}
	}
	p.work += 4 * len(c.atoms)
	for len(leaves) > 0 {
		i := leaves[len(leaves)-1]
		leaves = leaves[:len(leaves)-1]
		left--
		degree[i] = -1
		for _, near := range p.g.neighbors(i) {
			if k := near.atom; p.size[p.cell[k]] > 1 && degree[k] > 0 {
				if degree[k]--; degree[k] == 1 {
					leaves = append(leaves, k)
				}
			}
		}
	}
	for _, i := range c.atoms {
		degree[i] = 0
	}
	return left == 0
}
