package canon

import "slices"

// Idle returns the configurations, counted in the order in which SetStereo added them,
// whose opposite gives the same molecule by a symmetry that leaves the atoms of all
// configurations with ligands that are alike in their place: they make no difference.
// It returns ErrTooSymmetric when the searches in g take more than their limit.
func (g *Graph) Idle() ([]int, error) {
	p := newPartition(g)
	p.refineAll()
	for _, k := range p.unknown() {
		for _, i := range g.elements[k].atoms {
			if p.size[p.cell[i]] > 1 {
				p.setApart(i)
			}
		}
	}
	*g.spent += p.work
	var idle []int
	for _, c := range p.clusters(p.order) {
		if !slices.ContainsFunc(c.open, func(k int32) bool { return !p.known[k] }) {
			continue
		}
		part := p.part(c)
		base, err := part.labeled()
		if err != nil {
			return nil, err
		}
		for n, k := range c.open {
			if p.known[k] {
				continue
			}
			e := &part.elements[n]
			was, same := e.number, true
			for number := uint8(1); int(number) <= e.numbers() && same; number++ {
				if number == was {
					continue
				}
				e.number = number
				other, err := part.labeled()
				if err != nil {
					return nil, err
				}
				same = slices.Equal(base, other)
			}
			if e.number = was; same {
				idle = append(idle, int(k))
			}
		}
	}
	slices.Sort(idle)
	return idle, nil
}

// labeled is the certificate of g when its atoms are numbered.
func (g *Graph) labeled() ([]byte, error) {
	labels, err := g.Label()
	if err != nil {
		return nil, err
	}
	return labels.Certificate(), nil
}

// part is the graph of a cluster and of the other atoms of its open configurations, all
// colored by their cells.
func (p *partition) part(c *cluster) *Graph {
	atoms := slices.Clone(c.atoms)
	for _, k := range c.open {
		p.g.elements[k].each(func(i int32) { atoms = append(atoms, i) })
	}
	slices.Sort(atoms)
	atoms = slices.Compact(atoms)
	n := len(atoms)
	part := &Graph{Atoms: make([]int, n), start: make([]int32, n+1), color: make([]uint64, n), label: make([]uint64, n),
		order: make([]int32, n), cell: make([]int32, n), spent: p.g.spent}
	within := func(i int32) int32 {
		if k, found := slices.BinarySearch(atoms, i); found {
			return int32(k)
		}
		return -1
	}
	for k, i := range atoms {
		part.Atoms[k] = int(i)
		part.color[k], part.order[k] = uint64(p.cell[i]), int32(k)
		for _, near := range p.g.neighbors(i) {
			if other := within(near.atom); other >= 0 {
				part.near = append(part.near, neighbor{other, near.code})
			}
		}
		part.start[k+1] = int32(len(part.near))
	}
	for _, k := range c.open {
		e := p.g.elements[k]
		e.ligands = slices.Clone(e.ligands)
		moved := func(i int32) int32 {
			if i == hydrogen {
				return hydrogen
			}
			return within(i)
		}
		for n := range e.ligands {
			e.ligands[n] = moved(e.ligands[n])
		}
		for n := range e.atoms {
			e.atoms[n], e.pair[n] = moved(e.atoms[n]), moved(e.pair[n])
		}
		part.elements = append(part.elements, e)
	}
	part.index()
	part.sort()
	return part
}
