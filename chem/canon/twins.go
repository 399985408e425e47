package canon

import (
	"slices"

	"github.com/molsmith/molsmith/chem/internal/sorting"
)

// twins looks for a symmetry of a cluster that takes atom v to atom w, which are alike,
// and moves only atoms that one of the two tells apart from the others when it is set
// apart; all else stays. So it takes a time that does not depend on the size of the
// molecule, as far as the parts that are exchanged are small (Darga, Sakallah and
// Markov, DAC 2008). It notes the symmetry; that it finds none says nothing.
func (s *search) twins(c *cluster, v, w int32) bool {
	if s.over() {
		return false
	}
	p := s.p
	mark, trace := len(p.log), p.trace
	defer s.back(mark, trace)

	// What is told apart by either, so far.
	one, two := &s.one, &s.two
	p.setApart(v)
	p.outcome(mark, one)
	s.back(mark, trace)
	p.setApart(w)
	p.outcome(mark, two)
	moved, ok := differing(one, two)
	if !ok || p.trace != one.trace {
		return false
	}
	s.back(mark, trace)

	// Atoms that move are set apart on the side of v, then the same places on that of w.
	p.setApart(v)
	var steps []choice
	for _, i := range moved {
		if p.size[p.cell[i]] > 1 {
			steps = append(steps, s.choose(i))
		}
	}
	p.outcome(mark, one)
	s.back(mark, trace)
	p.setApart(w)
	for _, x := range steps {
		if !s.follow(x, moved) {
			return false
		}
	}
	p.outcome(mark, two)
	if !slices.Equal(one.cells, two.cells) || !slices.Equal(one.sizes, two.sizes) {
		return false
	}
	s.back(mark, trace)
	var sym symmetry
	for at := 0; at < len(one.atoms); {
		size := int(one.sizes[one.of[at]])
		a, b := one.atoms[at:at+size], two.atoms[at:at+size]
		at += size
		switch {
		case size > 1 && !slices.Equal(a, b):
			return false
		case size == 1 && a[0] != b[0]:
			sym.from, sym.to = append(sym.from, a[0]), append(sym.to, b[0])
		}
	}
	if !s.keeps(sym) {
		return false
	}
	s.found = append(s.found, sym)
	return true
}

// follow sets an atom apart in the cell of a choice so that the partition does the
// same: the atom of the choice if it can, else one of moved.
func (s *search) follow(x choice, moved []int32) bool {
	p := s.p
	if p.size[x.cell] < 2 {
		return false
	}
	mark, trace := len(p.log), p.trace
	if p.cell[x.atom] == x.cell {
		if s.choose(x.atom).trace == x.trace {
			return true
		}
		s.back(mark, trace)
	}
	for _, i := range moved {
		if i == x.atom || p.cell[i] != x.cell {
			continue
		}
		if s.choose(i).trace == x.trace {
			return true
		}
		s.back(mark, trace)
	}
	return false
}

// outcome is what choices have done: the cells that they made or shrank.
type outcome struct {
	cells, sizes []int32
	atoms        []int32 // of each cell, sorted
	of           []int32 // the cell of each of atoms, an index into cells
	trace        uint64
}

// outcome fills o with what was done since the log had the given length.
func (p *partition) outcome(mark int, o *outcome) {
	o.cells, o.sizes, o.atoms, o.of, o.trace = o.cells[:0], o.sizes[:0], o.atoms[:0], o.of[:0], p.trace
	for _, c := range p.log[mark:] {
		if c.from >= 0 {
			o.cells = append(o.cells, c.cell, c.from)
		}
	}
	slices.Sort(o.cells)
	o.cells = slices.Compact(o.cells)
	for n, c := range o.cells {
		size := p.size[c]
		o.sizes = append(o.sizes, size)
		o.atoms = append(o.atoms, p.order[c:c+size]...)
		for range size {
			o.of = append(o.of, int32(n))
		}
		if size > 1 {
			slices.Sort(o.atoms[len(o.atoms)-int(size):])
		}
		p.work += int(size)
	}
	p.work += 8 * len(o.cells)
}

// differing are the atoms that are in different cells of two outcomes, by place; ok is
// false when the cells do not correspond.
func differing(a, b *outcome) (atoms []int32, ok bool) {
	if !slices.Equal(a.cells, b.cells) || !slices.Equal(a.sizes, b.sizes) {
		return nil, false
	}
	for at := 0; at < len(a.atoms); {
		size := int(a.sizes[a.of[at]])
		// Both lists are sorted.
		x, y := a.atoms[at:at+size], b.atoms[at:at+size]
		at += size
		for i, k := 0, 0; i < len(x) || k < len(y); {
			switch {
			case k == len(y) || i < len(x) && x[i] < y[k]:
				atoms = append(atoms, x[i])
				i++
			case i == len(x) || y[k] < x[i]:
				k++
			default:
				i++
				k++
			}
		}
	}
	return atoms, true
}

// keeps says whether a permutation keeps all bonds and configurations.
func (s *search) keeps(sym symmetry) bool {
	g := s.p.g
	image := func(i int32) int32 {
		if k, found := slices.BinarySearch(sym.from, i); found {
			return sym.to[k]
		}
		return i
	}
	sym.sort()
	targets := slices.Clone(sym.to)
	slices.Sort(targets)
	if !slices.Equal(targets, sym.from) {
		return false
	}
	seen := map[int32]bool{}
	for k, i := range sym.from {
		to := sym.to[k]
		if g.color[i] != g.color[to] || g.label[i] != g.label[to] || len(g.neighbors(i)) != len(g.neighbors(to)) {
			return false
		}
		if !sameNeighbors(g.neighbors(i), g.neighbors(to), image) {
			return false
		}
		s.p.work += 8 * len(g.neighbors(i))
		for _, n := range g.touching(i) {
			if !seen[n] && !s.maps(&g.elements[n], image) {
				return false
			}
			seen[n] = true
		}
	}
	return true
}

// sameNeighbors says whether image takes the neighbors a to b.
func sameNeighbors(a, b []neighbor, image func(int32) int32) bool {
	if len(a) <= 8 {
		return !slices.ContainsFunc(a, func(n neighbor) bool { return !slices.Contains(b, neighbor{image(n.atom), n.code}) })
	}
	moved := make([]neighbor, len(a))
	for k, n := range a {
		moved[k] = neighbor{image(n.atom), n.code}
	}
	b = slices.Clone(b)
	byAtom := func(a, b neighbor) int { return int(a.atom - b.atom) }
	sorting.By(moved, byAtom)
	sorting.By(b, byAtom)
	return slices.Equal(moved, b)
}

// sort orders the pairs of sym by the atoms that move.
func (sym *symmetry) sort() {
	order := make([]int, len(sym.from))
	for k := range order {
		order[k] = k
	}
	sorting.By(order, func(a, b int) int { return int(sym.from[a]) - int(sym.from[b]) })
	from, to := slices.Clone(sym.from), slices.Clone(sym.to)
	for n, k := range order {
		sym.from[n], sym.to[n] = from[k], to[k]
	}
}

// maps says whether image takes configuration e to an equal one.
func (s *search) maps(e *element, image func(int32) int32) bool {
	g := s.p.g
	moved := *e
	moved.atoms = [2]int32{image(e.atoms[0]), image(e.atoms[1])}
	turned := [2]int32{moved.atoms[1], moved.atoms[0]}
	touching := g.touching(moved.atoms[0])
	k := slices.IndexFunc(touching, func(k int32) bool {
		other := &g.elements[k]
		return other.class == e.class && (other.atoms == moved.atoms || other.atoms == turned)
	})
	if k < 0 {
		return false
	}
	moved.pair = [2]int32{imageOf(e.pair[0], image), imageOf(e.pair[1], image)}
	moved.ligands = make([]int32, len(e.ligands))
	for n, i := range e.ligands {
		moved.ligands[n] = imageOf(i, image)
	}
	if s.identity == nil {
		s.identity = newOrbit(len(g.Atoms))
	}
	a, _ := g.value(&moved, s.identity)
	b, _ := g.value(&g.elements[touching[k]], s.identity)
	return a == b
}

func imageOf(i int32, image func(int32) int32) int32 {
	if i == hydrogen {
		return hydrogen
	}
	return image(i)
}
