package mcs

import "context"

// budget bounds the work of one search.
type budget struct {
	ctx   context.Context
	limit int64
	steps int64
	ended bool // ended before everything was looked at
}

// tick counts a step and says whether to go on.
func (b *budget) tick() bool {
	b.steps++
	if b.steps&127 == 0 && b.ctx.Err() != nil || b.steps >= b.limit {
		b.ended = true
	}
	return !b.ended
}

// spent says whether nothing is left, which a part of the work that had a smaller budget
// does not say.
func (b *budget) spent() bool {
	b.ended = b.ended || b.steps >= b.limit || b.ctx.Err() != nil
	return b.ended
}

// The states of a bond of the query.
const (
	free uint8 = iota
	in         // of the part
	out        // not of it, here and below
)

// part is a connected set of bonds of the query, on its way to being common to all.
type part struct {
	q     *graph
	state []uint8 // per bond
	order []int32 // atoms of the part; every one but the first has a bond to an earlier one
	bonds int
	trail []int32  // what was changed: e for the state of a bond, ^v for an atom
	now   []uint64 // the set of bonds as bits
}

func newPart(q *graph) part {
	return part{q: q, state: make([]uint8, q.bonds), now: make([]uint64, (q.bonds+63)/64)}
}

func (p *part) set(e int32, state uint8) {
	p.state[e] = state
	p.trail = append(p.trail, e)
	if state == in {
		p.bonds++
		p.now[e>>6] ^= 1 << (e & 63)
	}
}

// join adds an atom.
func (p *part) join(v int32) {
	p.order = append(p.order, v)
	p.trail = append(p.trail, ^v)
}

// undo takes changes back until the trail has the given length; left is told each atom
// that leaves.
func (p *part) undo(mark int, left func(v int32)) {
	for len(p.trail) > mark {
		x := p.trail[len(p.trail)-1]
		p.trail = p.trail[:len(p.trail)-1]
		if x < 0 {
			p.order = p.order[:len(p.order)-1]
			left(^x)
			continue
		}
		if p.state[x] == in {
			p.bonds--
			p.now[x>>6] ^= 1 << (x & 63)
		}
		p.state[x] = free
	}
}

// solution is the largest common part so far, as atoms and bonds of the query.
type solution struct {
	atoms, bonds int
	order        []int32
	state        []uint8
	to           [][]int32 // atoms of the other graphs, by atom of the query
}

// smaller says whether a part of other size is larger than the solution.
func (b *solution) smaller(bonds, atoms int) bool {
	return bonds > b.bonds || bonds == b.bonds && atoms > b.atoms
}

func (b *solution) keep(bonds int, order []int32, state []uint8, to ...[]int32) {
	b.bonds, b.atoms = bonds, len(order)
	b.order = append(b.order[:0], order...)
	b.state = append(b.state[:0], state...)
	if b.to == nil {
		b.to = make([][]int32, len(to))
	}
	for i := range to {
		b.to[i] = append(b.to[i][:0], to[i]...)
	}
}

// piece is a connected set of bonds with its atoms.
type piece struct {
	atoms, bonds []int32
}

// pieces splits the bonds of a graph that has says yes to into connected ones.
func pieces(g *graph, has func(e int32) bool) []piece {
	var found []piece
	seen := make([]bool, g.atoms)
	for first := range int32(g.atoms) {
		if seen[first] {
			continue
		}
		seen[first] = true
		p := piece{atoms: []int32{first}}
		for i := 0; i < len(p.atoms); i++ {
			for _, h := range g.of(p.atoms[i]) {
				if !has(h.bond) {
					continue
				}
				if g.a[h.bond] == p.atoms[i] {
					p.bonds = append(p.bonds, h.bond)
				}
				if !seen[h.atom] {
					seen[h.atom] = true
					p.atoms = append(p.atoms, h.atom)
				}
			}
		}
		if len(p.bonds) > 0 {
			found = append(found, p)
		}
	}
	return found
}
