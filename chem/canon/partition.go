package canon

import (
	"slices"

	"github.com/molsmith/molsmith/chem/internal/sorting"
)

// partition is an ordered partition of the atoms into cells of atoms that are alike so
// far. Splitting keeps a log, so that it can be undone.
type partition struct {
	g       *Graph
	order   []int32 // atoms, those of a cell together
	at      []int32 // place in order, per atom
	cell    []int32 // first place of its cell, per atom
	size    []int32 // of the cell that begins here, per place
	cells   int
	known   []bool  // per configuration: it has split its atoms
	dirty   []int32 // configurations whose ligands may have been told apart
	isDirty []bool
	log     []change
	queue   []int32 // cells that others are to be split by
	queued  []bool  // per place
	count   []uint64
	hit     []int32    // atoms with a count, in their order of discovery
	cut     []int32    // cells with such atoms
	hits    []int32    // how many, per place of a cell
	root    []int32    // of clusters
	group   []int32    // zero between calls of clusters
	weights *[8]uint64 // of bonds in counts, by code
	isHit   uint64     // a bit of counts that keeps sums of hubWeights from being 0; else 0
	work    int
	trace   uint64 // what the splits were, whatever the numbers of the atoms
}

// change is a cell that was cut off another, or a configuration that became known.
type change struct {
	cell, from int32 // from -1: cell is a configuration
}

func newPartition(g *Graph) *partition {
	n := len(g.Atoms)
	ints := make([]int32, 6*n)
	flags := make([]bool, n+2*len(g.elements))
	p := &partition{g: g, order: ints[:n:n], at: ints[n : 2*n : 2*n], cell: ints[2*n : 3*n : 3*n], size: ints[3*n : 4*n : 4*n], hits: ints[4*n : 5*n : 5*n],
		hit: ints[5*n : 5*n], known: flags[:len(g.elements)], isDirty: flags[len(g.elements) : 2*len(g.elements)], queued: flags[2*len(g.elements):], count: make([]uint64, n)}
	copy(p.order, g.order)
	copy(p.cell, g.cell)
	for k, i := range p.order {
		p.at[i] = int32(k)
		if p.size[p.cell[i]]++; p.cell[i] == int32(k) {
			p.cells++
		}
	}
	for k := range g.elements {
		p.touch(int32(k))
	}
	p.weights = &weights
	for i := range g.Atoms {
		if len(g.neighbors(int32(i))) > 0xff {
			p.weights, p.isHit = &hubWeights, 1<<63
		}
	}
	return p
}

// weights give counts one byte for each bond code.
var weights = func() (w [8]uint64) {
	for code := range w {
		w[code] = 1 << (8 * code)
	}
	return w
}()

// hubWeights are for graphs where an atom has more bonds than a byte can count: numbers
// without relation to each other.
var hubWeights = func() (w [8]uint64) {
	for code := range w {
		w[code] = scramble(scramble(uint64(code) + 1))
	}
	return w
}()

// refineAll refines the partition as it is after newPartition.
func (p *partition) refineAll() {
	if len(p.order) > fullRounds {
		for k := 0; k < len(p.order); k += int(p.size[k]) {
			p.push(int32(k))
		}
	}
	p.refine()
}

// touch notes that configuration k is to be looked at.
func (p *partition) touch(k int32) {
	if !p.known[k] && !p.isDirty[k] {
		p.isDirty[k] = true
		p.dirty = append(p.dirty, k)
	}
}

func (p *partition) discrete() bool { return p.cells == len(p.order) }

func (p *partition) push(cell int32) {
	if !p.queued[cell] {
		p.queued[cell] = true
		p.queue = append(p.queue, cell)
	}
}

func (p *partition) note(v uint64) { p.trace = scramble(p.trace ^ v) }

// scramble spreads the bits of v.
func scramble(v uint64) uint64 {
	v *= 0x9e3779b97f4a7c15
	return v ^ v>>29
}

// refine splits cells until atoms of one cell have the same bonds to each cell, and
// the same configuration where the ligands can be told apart.
func (p *partition) refine() {
	for {
		for done := 0; done < len(p.queue); done++ {
			splitter := p.queue[done]
			p.queued[splitter] = false
			if p.discrete() {
				continue
			}
			p.splitBy(splitter)
		}
		p.queue = p.queue[:0]
		if p.discrete() || !p.splitByStereo() {
			return
		}
	}
}

// splitBy splits the cells next to a cell by the bonds to it.
func (p *partition) splitBy(splitter int32) {
	for _, i := range p.order[splitter : splitter+p.size[splitter]] {
		near := p.g.neighbors(i)
		p.work += len(near) + 1
		for _, next := range near {
			c := p.cell[next.atom]
			if p.size[c] == 1 {
				continue
			}
			if p.count[next.atom] == 0 {
				if p.hits[c] == 0 {
					p.cut = append(p.cut, c)
				}
				p.hits[c]++
				p.hit = append(p.hit, next.atom)
			}
			p.count[next.atom] = (p.count[next.atom] + p.weights[next.code]) | p.isHit
		}
	}
	if len(p.cut) == 0 {
		return
	}
	p.note(uint64(splitter))
	p.splitHit()
}

// splitHit splits the cells in cut: atoms that were not hit stay in front, the others
// follow by their count.
func (p *partition) splitHit() {
	if len(p.cut) > 1 {
		slices.Sort(p.cut)
	}
	for _, c := range p.cut {
		p.hits[c] = 0
	}
	for _, i := range p.hit {
		c := p.cell[i]
		p.hits[c]++
		p.swap(p.at[i], c+p.size[c]-p.hits[c])
	}
	for _, c := range p.cut {
		end := c + p.size[c]
		p.splitTail(c, end-p.hits[c], end)
		p.hits[c] = 0
	}
	for _, i := range p.hit {
		p.count[i] = 0
	}
	p.hit, p.cut = p.hit[:0], p.cut[:0]
}

// splitTail sorts the places from first to end of cell c by their count and makes
// cells of equal ones. The largest part need not split others, unless c still has to.
func (p *partition) splitTail(c, first, end int32) {
	tail := p.order[first:end]
	if len(tail) > 1 {
		sorting.By(tail, func(a, b int32) int { return compareCounts(p.count[a], p.count[b]) })
		for k, i := range tail {
			p.at[i] = first + int32(k)
		}
	}
	p.work += 2 * len(tail)
	waiting := p.queued[c]
	largest, from := c, c
	if first > c {
		p.note(uint64(c)<<32 | uint64(first))
		p.cutOff(c, first)
		from = first
		if p.size[first] > p.size[c] {
			largest = first
		}
	}
	p.note(p.count[p.order[from]])
	for k := max(first, c) + 1; k < end; k++ {
		if p.count[p.order[k]] != p.count[p.order[k-1]] {
			p.cutOff(from, k)
			p.note(uint64(k)<<32 | p.count[p.order[k]])
			if p.size[from] > p.size[largest] {
				largest = from
			}
			from = k
		}
	}
	if p.size[from] > p.size[largest] {
		largest = from
	}
	for k := c; k < end; k += p.size[k] {
		if waiting || k != largest {
			p.push(k)
		}
	}
}

func compareCounts(a, b uint64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// cutOff makes the places of a cell from k on a cell.
func (p *partition) cutOff(from, k int32) {
	end := from + p.size[from]
	p.size[from], p.size[k] = k-from, end-k
	for _, i := range p.order[k:end] {
		p.cell[i] = k
		for _, e := range p.g.touching(i) {
			p.touch(e)
		}
	}
	p.cells++
	p.log = append(p.log, change{k, from})
}

func (p *partition) swap(a, b int32) {
	i, k := p.order[a], p.order[b]
	p.order[a], p.order[b] = k, i
	p.at[i], p.at[k] = b, a
}

// splitByStereo splits cells by the configurations whose ligands can be told apart
// now; false: there are none that could not before.
func (p *partition) splitByStereo() bool {
	found := false
	said := uint64(0) // of all that are found, in any order
	for _, k := range p.dirty {
		p.isDirty[k] = false
		e := &p.g.elements[k]
		p.work += 8
		number, ok := p.g.value(e, p.cell)
		if !ok {
			continue
		}
		found = true
		p.known[k] = true
		said += scramble(uint64(min(p.cell[e.atoms[0]], p.cell[e.atoms[1]]))<<8 | uint64(number))
		p.log = append(p.log, change{k, -1})
		for n, i := range e.atoms {
			if n == 1 && i == e.atoms[0] {
				break
			}
			if c := p.cell[i]; p.size[c] > 1 {
				if p.count[i] == 0 {
					if p.hits[c] == 0 {
						p.cut = append(p.cut, c)
					}
					p.hits[c]++
					p.hit = append(p.hit, i)
				}
				p.count[i] += e.weight(number)
			}
		}
	}
	p.dirty = p.dirty[:0]
	if found {
		p.note(said)
	}
	if len(p.cut) > 0 {
		p.splitHit()
	}
	return found
}

// setApart gives the last atom of its cell's order to i and makes it a cell.
func (p *partition) setApart(i int32) {
	c := p.cell[i]
	last := c + p.size[c] - 1
	p.swap(p.at[i], last)
	p.cutOff(c, last)
	p.note(uint64(last))
	p.push(last)
	p.refine()
}

// undo takes back all changes after the first n of the log. The order inside cells is
// not restored; nothing depends on it.
func (p *partition) undo(n int) {
	for len(p.log) > n {
		last := p.log[len(p.log)-1]
		p.log = p.log[:len(p.log)-1]
		if last.from < 0 {
			p.known[last.cell] = false
			continue
		}
		for _, i := range p.order[last.cell : last.cell+p.size[last.cell]] {
			p.cell[i] = last.from
		}
		p.size[last.from] += p.size[last.cell]
		p.cells--
	}
}

// unknown are the configurations that have two ligands in one cell.
func (p *partition) unknown() []int {
	if p.discrete() { // refining ends before it asks them
		return nil
	}
	var list []int
	for k, known := range p.known {
		if !known {
			list = append(list, k)
		}
	}
	return list
}
