package depict

import (
	"math"
	"slices"

	"github.com/molsmith/molsmith/chem/internal/sorting"
	"github.com/molsmith/molsmith/chem/mol"
)

// near is the distance, in bond lengths, below which two atoms that are not bonded are
// too close.
const near = 0.85

// untangleWork bounds the search for a picture without overlaps in one molecule, in
// pairs of atoms looked at.
const untangleWork = 10_000_000

// tangle is the search for a component without overlaps.
type tangle struct {
	l      *plan
	atoms  []int
	bonds  []int
	moved  []bool // per atom of the molecule: in the branch at hand
	left   []bool // per atom: left out of the cost
	saved  []Point
	budget int
	branch []int
	mine   []int // scratch of cost: bonds of the branch, and bonds of the rest near it
	rest   []int
}

// move is one way to change the picture: the atoms beyond bond a–b, seen from a, are
// mirrored in the bond, turned about a, or pushed along the bond.
type move struct {
	a, b  int
	kind  kind
	angle float64
	price float64
}

type kind uint8

const (
	flip kind = iota
	bendAt
	stretch
	swapWith // branch b and branch int(angle) at a change places
)

// untangle mirrors, turns and pushes branches until nothing overlaps or nothing helps.
func (l *plan) untangle(part *part) {
	n := len(part.atoms)
	if n < 5 || n > 2*MaxDrawnAtoms || l.untangling < n*n {
		return
	}
	t := &tangle{l: l, atoms: part.atoms, budget: l.untangling, moved: make([]bool, len(l.m.Atoms)), left: make([]bool, len(l.m.Atoms)), saved: make([]Point, 0, n)}
	for _, a := range part.atoms {
		for _, next := range l.adjacency.Of(a) {
			if next.Atom > a {
				t.bonds = append(t.bonds, next.Bond)
			}
		}
	}
	for range 60 {
		worst := t.conflicts()
		if len(worst) == 0 || t.budget < 0 || !t.improve(worst) {
			break
		}
	}
	l.untangling = t.budget
}

// conflicts returns pairs of atoms whose surroundings overlap: too close, or ends of
// bonds that cross. At most 24, so that one round stays short.
func (t *tangle) conflicts() [][2]int {
	var list [][2]int
	pos := t.l.pos
	t.budget -= len(t.atoms) * len(t.atoms) / 2
	for i, a := range t.atoms {
		for _, b := range t.atoms[i+1:] {
			if pos[a].distance2(pos[b]) < near*near && t.l.bondBetween(a, b) < 0 {
				list = append(list, [2]int{a, b})
			}
		}
	}
	t.budget -= len(t.bonds) * len(t.bonds) / 2
	for i, k := range t.bonds {
		p := &t.l.m.Bonds[k]
		for _, o := range t.bonds[i+1:] {
			q := &t.l.m.Bonds[o]
			if p.A == q.A || p.A == q.B || p.B == q.A || p.B == q.B {
				continue
			}
			if crosses(pos[p.A], pos[p.B], pos[q.A], pos[q.B]) && !(t.l.blockOf[k] >= 0 && t.l.blockOf[k] == t.l.blockOf[o]) {
				list = append(list, [2]int{p.A, q.A})
			}
		}
	}
	if len(list) > 24 {
		list = list[:24]
	}
	return list
}

// improve makes the best change on the ways between the atoms of the conflicts.
func (t *tangle) improve(conflicts [][2]int) bool {
	var moves []move
	for _, c := range conflicts {
		if c[0] < 0 {
			continue
		}
		path := t.path(c[0], c[1])
		for i := 1; i < len(path); i++ {
			moves = t.movesAt(moves, path[i-1], path[i])
			moves = t.movesAt(moves, path[i], path[i-1])
		}
	}
	sorting.By(moves, func(x, y move) int {
		switch {
		case x.a != y.a:
			return x.a - y.a
		case x.b != y.b:
			return x.b - y.b
		case x.kind != y.kind:
			return int(x.kind) - int(y.kind)
		case x.angle < y.angle:
			return -1
		case x.angle > y.angle:
			return 1
		}
		return 0
	})
	moves = slices.Compact(moves)
	best, gain := move{}, 1e-3
	for _, m := range moves {
		if t.budget < 0 {
			break
		}
		if g := t.try(m); g > gain {
			best, gain = m, g
		}
	}
	if gain <= 1e-3 {
		return t.pair(moves)
	}
	t.apply(best)
	return true
}

// pair makes the best two flips when no single change helps.
func (t *tangle) pair(moves []move) bool {
	var flips []move
	for _, m := range moves {
		if m.kind == flip {
			flips = append(flips, m)
		}
	}
	var first, second move
	gain := 1e-3
	for _, m := range flips {
		g := t.try(m)
		t.apply(m)
		for _, o := range flips {
			if t.budget < 0 || o == m {
				continue
			}
			if sum := g + t.try(o); sum > gain {
				first, second, gain = m, o, sum
			}
		}
		t.apply(m) // a flip undoes itself
	}
	if gain <= 1e-3 {
		return false
	}
	t.apply(first)
	t.apply(second)
	return true
}

// path returns the atoms on a shortest way from a to b.
func (t *tangle) path(a, b int) []int {
	l := t.l
	before := make([]int, len(l.m.Atoms))
	for i := range before {
		before[i] = -1
	}
	before[a] = a
	queue := []int{a}
	for head := 0; head < len(queue) && before[b] < 0; head++ {
		for _, next := range l.adjacency.Of(queue[head]) {
			if before[next.Atom] < 0 {
				before[next.Atom] = queue[head]
				queue = append(queue, next.Atom)
			}
		}
	}
	path := []int{b}
	for b != a {
		b = before[b]
		path = append(path, b)
	}
	return path
}

// movesAt adds the moves of the branch beyond a–b.
func (t *tangle) movesAt(moves []move, a, b int) []move {
	l := t.l
	k := l.bondBetween(a, b)
	if k < 0 || l.blockOf[k] >= 0 {
		return moves
	}
	whole := t.mark(a, b)
	t.unmark()
	if !whole || 2*len(t.branch) > len(t.atoms) {
		return moves // the other side is the smaller one
	}
	fixed := l.stated(k) != 0
	if l.adjacency.Degree(b) > 1 && !fixed && (l.m.Bonds[k].Order == mol.Single || l.m.Bonds[k].Order == mol.Dative || l.adjacency.Degree(a) > 1) {
		moves = append(moves, move{a: a, b: b, kind: flip, price: 0.05})
	}
	_, held := l.squares[a] // as a stated double bond at a fixes the sides of its branches
	for _, next := range l.adjacency.Of(a) {
		held = held || l.stated(next.Bond) != 0
	}
	if !held && l.blocksAt[a] == nil {
		for _, next := range l.adjacency.Of(a) {
			leaves := l.adjacency.Degree(b) == 1 && l.adjacency.Degree(next.Atom) == 1
			if next.Atom != b && !leaves {
				moves = append(moves, move{a: a, b: b, kind: swapWith, angle: float64(next.Atom), price: 0.1})
			}
		}
	}
	for _, degrees := range [...]float64{-30, -15, 15, 30} {
		moves = append(moves, move{a: a, b: b, kind: bendAt, angle: degrees * math.Pi / 180, price: 0.3 + math.Abs(degrees)/60})
	}
	for _, length := range [...]float64{0.2, 0.4} {
		if l.pos[a].distance(l.pos[b]) > 1.05 {
			break // once is enough
		}
		moves = append(moves, move{a: a, b: b, kind: stretch, angle: length, price: 0.7 + 2*length})
	}
	return moves
}

// mark collects the atoms beyond a–b into branch; false when they hold a again, which
// happens where a dative bond closes no ring.
func (t *tangle) mark(a, b int) bool {
	l := t.l
	t.branch = append(t.branch[:0], b)
	t.moved[b] = true
	whole := true
	for head := 0; head < len(t.branch); head++ {
		for _, next := range l.adjacency.Of(t.branch[head]) {
			if t.branch[head] == b && next.Atom == a || t.moved[next.Atom] {
				continue
			}
			if next.Atom == a {
				whole = false
				continue
			}
			t.moved[next.Atom] = true
			t.branch = append(t.branch, next.Atom)
		}
	}
	return whole
}

func (t *tangle) unmark() {
	for _, a := range t.branch {
		t.moved[a] = false
	}
}

// try returns by how much a move improves the picture, its price taken off, and leaves
// the picture as it was.
func (t *tangle) try(m move) float64 {
	if !t.possible(m) {
		return 0
	}
	before := t.costOf(m)
	branch := t.saved[:0]
	for _, a := range t.atoms {
		branch = append(branch, t.l.pos[a])
	}
	t.saved = branch
	t.apply(m)
	after := t.costOf(m)
	for i, a := range t.atoms {
		t.l.pos[a] = t.saved[i]
	}
	return before - after - m.price
}

// costOf is the cost of the branches that a move moves.
func (t *tangle) costOf(m move) float64 {
	t.mark(m.a, m.b)
	sum := t.cost(t.branch)
	t.unmark()
	if m.kind == swapWith { // the other one against the rest without the first
		first := slices.Clone(t.branch)
		for _, a := range first {
			t.left[a] = true
		}
		t.mark(m.a, int(m.angle))
		sum += t.cost(t.branch)
		t.unmark()
		for _, a := range first {
			t.left[a] = false
		}
	}
	return sum
}

// possible says whether the branch of the move hangs on a by one bond.
func (t *tangle) possible(m move) bool {
	whole := t.mark(m.a, m.b)
	t.unmark()
	if whole && m.kind == swapWith {
		other := int(m.angle)
		k := t.l.bondBetween(m.a, other)
		if t.l.blockOf[k] >= 0 {
			return false
		}
		whole = t.mark(m.a, other)
		t.unmark()
		whole = whole && 2*len(t.branch) <= len(t.atoms)
	}
	return whole
}

// apply makes a move.
func (t *tangle) apply(m move) {
	if !t.possible(m) {
		return
	}
	pos := t.l.pos
	t.mark(m.a, m.b)
	origin := pos[m.a]
	axis := origin.toward(pos[m.b])
	switch m.kind {
	case flip:
		for _, x := range t.branch {
			pos[x] = pos[x].mirror(origin, axis)
		}
	case bendAt:
		c, s := math.Cos(m.angle), math.Sin(m.angle)
		for _, x := range t.branch {
			pos[x] = origin.add(pos[x].sub(origin).turn(c, s))
		}
	case stretch:
		for _, x := range t.branch {
			pos[x] = pos[x].add(axis.scale(m.angle))
		}
	case swapWith:
		to := origin.toward(pos[int(m.angle)])
		c, s := axis.dot(to), axis.cross(to)
		for _, x := range t.branch {
			pos[x] = origin.add(pos[x].sub(origin).turn(c, s))
		}
		t.unmark()
		t.mark(m.a, int(m.angle))
		for _, x := range t.branch {
			pos[x] = origin.add(pos[x].sub(origin).turn(c, -s))
		}
	}
	t.unmark()
}

// cost is what is wrong between the marked branch and the rest, and around the atom
// that it hangs on.
func (t *tangle) cost(branch []int) float64 {
	l := t.l
	pos := l.pos
	sum := 0.0
	low, high := pos[branch[0]], pos[branch[0]]
	for _, a := range branch {
		p := pos[a]
		low = Point{min(low.X, p.X), min(low.Y, p.Y)}
		high = Point{max(high.X, p.X), max(high.Y, p.Y)}
	}
	t.budget -= len(t.atoms)
	const reach = 1.2
	for _, b := range t.atoms {
		if t.moved[b] || t.left[b] {
			continue
		}
		q := pos[b]
		if q.X < low.X-reach || q.X > high.X+reach || q.Y < low.Y-reach || q.Y > high.Y+reach {
			continue
		}
		t.budget -= len(branch)
		for _, a := range branch {
			if d := pos[a].distance2(q); d < reach*reach && l.bondBetween(a, b) < 0 {
				limit := near
				if l.m.Atoms[a].Element != 6 && l.m.Atoms[b].Element != 6 {
					limit = 1.1
				}
				if d < limit*limit {
					f := 1 - math.Sqrt(d)/limit
					sum += 2 + 8*f*f
				}
			}
		}
	}
	t.mine, t.rest = t.mine[:0], t.rest[:0]
	for _, k := range t.bonds {
		p := &l.m.Bonds[k]
		if t.left[p.A] || t.left[p.B] {
			continue
		}
		if t.moved[p.A] || t.moved[p.B] {
			t.mine = append(t.mine, k)
			continue
		}
		a, b := pos[p.A], pos[p.B]
		if max(a.X, b.X) > low.X-1 && min(a.X, b.X) < high.X+1 && max(a.Y, b.Y) > low.Y-1 && min(a.Y, b.Y) < high.Y+1 {
			t.rest = append(t.rest, k)
		}
	}
	t.budget -= 4 * len(t.mine) * len(t.rest)
	for _, k := range t.mine {
		p := &l.m.Bonds[k]
		a, b := pos[p.A], pos[p.B]
		for _, o := range t.rest {
			q := &l.m.Bonds[o]
			if p.A == q.A || p.A == q.B || p.B == q.A || p.B == q.B {
				continue
			}
			c, d := pos[q.A], pos[q.B]
			if max(a.X, b.X) < min(c.X, d.X)-0.3 || max(c.X, d.X) < min(a.X, b.X)-0.3 ||
				max(a.Y, b.Y) < min(c.Y, d.Y)-0.3 || max(c.Y, d.Y) < min(a.Y, b.Y)-0.3 {
				continue
			}
			switch {
			case crosses(a, b, c, d):
				sum += 4
			case a.toSegment(c, d, 0.3) < 0.3 || b.toSegment(c, d, 0.3) < 0.3 || c.toSegment(a, b, 0.3) < 0.3 || d.toSegment(a, b, 0.3) < 0.3:
				sum += 2
			}
		}
	}
	return sum + t.strain(branch)
}

// strain counts narrow angles at the atoms that hold the branch.
func (t *tangle) strain(branch []int) float64 {
	l := t.l
	sum := 0.0
	for _, x := range branch {
		for _, hold := range l.adjacency.Of(x) {
			if t.moved[hold.Atom] {
				continue
			}
			at := l.pos[hold.Atom]
			u := at.toward(l.pos[x])
			for _, next := range l.adjacency.Of(hold.Atom) {
				if next.Atom != x {
					if c := u.dot(at.toward(l.pos[next.Atom])); c > 0.71 {
						sum += 6 * (c - 0.71)
					}
				}
			}
		}
	}
	return sum
}
