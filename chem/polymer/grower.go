package polymer

import (
	"context"
	"math"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/internal/sorting"
	"github.com/molsmith/molsmith/chem/rng"
)

// Limits of the search, in steps.
const (
	fewStates  = 12  // states tried of a unit at first
	manyStates = 192 // and after failures
	deepest    = 48  // units that one retreat takes back at most
	patience   = 16  // retreats, see strand
	stepsEach  = 40  // steps for every unit, after which it is always
	leastGive  = 0.75
	giveStep   = 0.05
	giveBack   = 0.001 // for every new unit
	gap        = 8     // numbers of levels between chains, so that near levels are of one chain
)

// grower places the pieces of chains one at a time.
type grower struct {
	kit    *kit
	space  *space
	owner  []int32 // level of each point
	source []int32 // its atom in the piece, or the number of atoms plus that of a ring
	levels []level // of all chains
	shared bool    // several chains grow at once

	memory      map[[2]int32]*recall
	x           []geom.Vec3
	angles      []float64
	forced      int
	backtracked int
}

// level is a piece of a chain and where it is.
type level struct {
	piece    *piece
	kind     int32
	first    bool // no piece before
	last     bool // none behind
	point    int  // its first point: atoms that have not left, then rings
	slots    []int32
	tail     joint
	state    state
	failures int // times none was left
	// states are those left to try, best last.
	states []state
}

// state is a way to place a piece: random numbers that say how, and how good it was.
type state struct {
	random rng.Rand
	heat   float64
	like   int // the remembered angles to stay near, or none
	worth  float64
}

// recall are angles, of the junction before and of the rotors, at which pieces of a kind
// had room behind one of another kind. In crowded chains few do: there new states are drawn
// near these.
type recall struct{ angles [][]float64 }

// maxRecalled bounds what is remembered. It is never forgotten, as states refer to it.
const maxRecalled = 256

func (g *grower) recall(before, kind int32) *recall {
	key := [2]int32{before, kind}
	m := g.memory[key]
	if m == nil {
		if g.memory == nil {
			g.memory = map[[2]int32]*recall{}
		}
		m = &recall{}
		g.memory[key] = m
	}
	return m
}

// strand is a chain in the making.
type strand struct {
	base, n  int // its levels
	next     int // the level to place, from 0
	farthest int
	steps    int     // that are left before every touch is put up with
	patience int     // retreats from one place before less is asked for, or the least bad state taken
	most     int     // states tried of a unit after failures
	give     float64 // part of the least distances that is asked for: less where nothing fits
	random   rng.Rand
	start    func(r *rng.Rand) motion // where the first piece goes
}

// addChain appends the levels of a chain.
func (g *grower) addChain(order []int) *strand {
	s := &strand{base: len(g.levels), n: len(order), steps: 2000 + stepsEach*len(order), give: 1, patience: patience, most: manyStates}
	for k, kind := range order {
		c := g.kit.pieces[kind]
		l := level{piece: c, kind: int32(kind), first: k == 0, last: k == len(order)-1, point: len(g.owner)}
		l.slots = c.places(l.first, l.last).of
		at := int32(len(g.levels))
		for i, slot := range l.slots {
			if slot != none {
				g.owner, g.source = append(g.owner, at), append(g.source, int32(i))
			}
		}
		for r := range c.rings {
			g.owner, g.source = append(g.owner, at), append(g.source, int32(len(c.x)+r))
		}
		g.levels = append(g.levels, l)
	}
	g.levels = append(g.levels, make([]level, gap)...)
	return s
}

// turns draws the angles of a state: of the rotors of level k, then of the junction before.
// The slice is valid until the next call.
func (g *grower) turns(s *strand, k int, st state, r *rng.Rand) []float64 {
	const around = 12 * math.Pi / 180 // of remembered angles
	l := &g.levels[s.base+k]
	g.angles = g.angles[:0]
	var j *junction
	if !l.first {
		j = g.kit.junction(int(g.levels[s.base+k-1].kind), int(l.kind))
	}
	if st.like != none {
		for _, a := range g.recall(g.levels[s.base+k-1].kind, l.kind).angles[st.like] {
			g.angles = append(g.angles, a+around*(r.Float64()-r.Float64()))
		}
		return g.angles
	}
	for i := range l.piece.rotors {
		g.angles = append(g.angles, l.piece.rotors[i].draw(r.Float64(), r.Float64(), st.heat))
	}
	if j != nil {
		g.angles = append(g.angles, j.draw(r.Float64(), r.Float64(), st.heat))
	}
	return g.angles
}

// shape writes the geometry of a level in the state into x: inner turns, then the motion
// behind the level before.
func (g *grower) shape(s *strand, k int, st state, x []geom.Vec3) {
	l := &g.levels[s.base+k]
	c, r := l.piece, st.random
	angles := g.turns(s, k, st, &r)
	if l.first && l.last { // a molecule by itself stays as it was given
		copy(x, c.given)
	} else {
		copy(x, c.x)
		for i := range c.rotors {
			c.rotors[i].turn(x, angles[i])
		}
	}
	var m motion
	if l.first {
		m = s.start(&r)
	} else {
		before := &g.levels[s.base+k-1]
		j := g.kit.junction(int(before.kind), int(l.kind))
		m = attach(before.tail, jointOf(x, c.head), j.length, angles[len(c.rotors)])
	}
	for i := range x {
		x[i] = m.apply(x[i])
	}
}

// refused is the score of a place that growth refuses.
const refused = 1e3

// score says how badly level k touches what is placed, and itself, when its atoms are at x.
// Scores from refused on count the touches that are too close; unless all is true the first
// ends the search.
func (g *grower) score(s *strand, k int, x []geom.Vec3, all bool) float64 {
	l := &g.levels[s.base+k]
	c, table := l.piece, g.kit.table
	sum := 0.0
	touch := func(a, b uint8, d2 float64) {
		keep, least := table.keep[a][b], table.least[a][b]
		if d2 >= keep*keep {
			return
		}
		u := 1 - d2/(keep*keep)
		sum += u * u
		if least *= s.give; d2 < least*least {
			sum += refused * (1 + u)
		}
	}
	for _, p := range c.inner {
		if l.first && l.last {
			break
		}
		touch(c.class[p[0]], c.class[p[1]], x[p[0]].Sub(x[p[1]]).Norm2())
	}
	at := int32(s.base + k)
	site := func(p geom.Vec3, class uint8, source int) {
		if sum >= refused && !all {
			return
		}
		row := table.keep[class]
		g.space.near(p, func(j int32, d geom.Vec3, d2 float64) bool {
			other := &g.levels[g.owner[j]]
			from := int(g.source[j])
			n := len(other.piece.x)
			var with uint8
			if from < n {
				with = other.piece.class[from]
			} else {
				with = other.piece.hole[from-n]
			}
			if keep := row[with]; d2 >= keep*keep {
				return true
			}
			if behind := at - g.owner[j]; behind > 0 && behind < far && g.bonds(at, source, g.owner[j], from) < far {
				if g.space.periodic == nil || g.space.point[j].Sub(p).Sub(d).Norm2() < 1e-6 {
					return true
				}
			}
			touch(class, with, d2)
			return sum < refused || all
		})
	}
	for i, slot := range l.slots {
		if slot != none {
			site(x[i], c.class[i], i)
		}
	}
	for r, atoms := range c.rings {
		site(middle(x, atoms), c.hole[r], len(c.x)+r)
	}
	return sum
}

// bonds counts the bonds between a site of level at and one of a level before it, up to
// far. A ring's middle counts as its nearest atom.
func (g *grower) bonds(at int32, i int, before int32, j int) int {
	b := 1
	for m := before + 1; m < at; m++ {
		b += g.levels[m].piece.span + 1
	}
	return b + g.levels[at].piece.reach(i, false) + g.levels[before].piece.reach(j, true)
}

// reach is the number of bonds of a site from the tail or the head, up to far.
func (c *piece) reach(i int, tail bool) int {
	from := c.fromHead
	if tail {
		from = c.fromTail
	}
	if i < len(from) {
		return int(from[i])
	}
	best := far
	for _, a := range c.rings[i-len(from)] {
		best = min(best, int(from[a]))
	}
	return best
}

// step places the next level of a strand or goes back; it says whether the strand is whole.
func (g *grower) step(s *strand) bool {
	if s.next == s.n {
		return true
	}
	k := s.next
	s.steps--
	l := &g.levels[s.base+k]
	if l.states == nil {
		g.propose(s, k)
	}
	for len(l.states) > 0 {
		n := len(l.states) - 1
		st := l.states[n]
		l.states = l.states[:n]
		if g.shared { // others may be there by now
			x := g.room(len(l.piece.x))
			g.shape(s, k, st, x)
			if g.score(s, k, x, false) >= refused {
				continue
			}
		}
		g.place(s, k, st)
		return s.next == s.n
	}
	l.failures++
	if k == 0 {
		l.states = nil // a new place
	}
	if l.failures > s.patience || s.steps <= 0 {
		if s.give > leastGive && s.steps > 0 {
			s.give -= giveStep
			l.failures = 0
			l.states = nil
			return false
		}
		g.force(s, k)
		return s.next == s.n
	}
	back := min(1+l.failures/3, deepest, k)
	for range back {
		g.retreat(s)
	}
	return false
}

// propose draws states for a level and keeps those with room, best last: each by its score
// and a random number, so that the best are likely and not certain (Gumbel's way to draw by
// weight without replacement).
func (g *grower) propose(s *strand, k int) {
	const strictness = 6
	l := &g.levels[s.base+k]
	n := min(fewStates*(1+l.failures), s.most)
	heat := 1 + float64(l.failures)/16
	l.states = make([]state, 0, 4)
	x := g.room(len(l.piece.x))
	known := 0
	if (k < s.farthest || l.failures > 0) && !l.first {
		known = len(g.recall(g.levels[s.base+k-1].kind, l.kind).angles)
	}
	for try := range n {
		st := state{random: rng.Stream(s.random.Uint64(), uint64(k)), heat: heat, like: none}
		if known > 0 && try%2 == 1 {
			st.like = s.random.Intn(known)
		}
		g.shape(s, k, st, x)
		score := g.score(s, k, x, false)
		if score >= refused {
			continue
		}
		st.worth = -strictness*score - geom.Log(-geom.Log(max(s.random.Float64(), 1e-300)))
		l.states = append(l.states, st)
	}
	sorting.Stable(l.states, func(a, b state) int {
		switch {
		case a.worth < b.worth:
			return -1
		case a.worth > b.worth:
			return 1
		}
		return 0
	})
}

func (g *grower) room(n int) []geom.Vec3 {
	if cap(g.x) < n {
		g.x = make([]geom.Vec3, n)
	}
	return g.x[:n]
}

// place puts level k in a state.
func (g *grower) place(s *strand, k int, st state) {
	l := &g.levels[s.base+k]
	x := g.room(len(l.piece.x))
	g.shape(s, k, st, x)
	p := l.point
	for i, slot := range l.slots {
		if slot != none {
			g.space.put(p, x[i])
			p++
		}
	}
	for _, atoms := range l.piece.rings {
		g.space.put(p, middle(x, atoms))
		p++
	}
	if !l.last {
		l.tail = jointOf(x, l.piece.tail)
	}
	s.next = k + 1
	l.state = st
	if s.next > s.farthest {
		g.remember(s, k-1)
		s.farthest = s.next
		s.give = min(1, s.give+giveBack)
	}
	if k >= 2*deepest {
		g.levels[s.base+k-2*deepest].states = nil
	}
}

// remember keeps the angles of level k, from which the growth could go on.
func (g *grower) remember(s *strand, k int) {
	if k < 1 || g.levels[s.base+k].state.like != none {
		return
	}
	l := &g.levels[s.base+k]
	st := l.state
	if m := g.recall(g.levels[s.base+k-1].kind, l.kind); len(m.angles) < maxRecalled {
		r := st.random
		m.angles = append(m.angles, append([]float64(nil), g.turns(s, k, st, &r)...))
	}
}

// retreat takes the last level of a strand back. Its states that are left stay; those of
// the level behind no longer fit.
func (g *grower) retreat(s *strand) {
	g.levels[s.base+s.next].states = nil
	s.next--
	l := &g.levels[s.base+s.next]
	for p := l.point; p < l.point+l.sites(); p++ {
		g.space.take(p)
	}
	g.backtracked++
}

// sites is the number of points of a level.
func (l *level) sites() int {
	n := len(l.piece.rings)
	for _, slot := range l.slots {
		if slot != none {
			n++
		}
	}
	return n
}

// force places level k in the least bad of many states.
func (g *grower) force(s *strand, k int) {
	l := &g.levels[s.base+k]
	x := g.room(len(l.piece.x))
	best, low := state{}, math.Inf(1)
	for range s.most {
		st := state{random: rng.Stream(s.random.Uint64(), uint64(k)), heat: 2, like: none}
		g.shape(s, k, st, x)
		if score := g.score(s, k, x, true); score < low {
			best, low = st, score
		}
	}
	if low >= refused {
		g.forced++
	}
	g.place(s, k, best)
	l.states, l.failures = nil, 0
}

// grow places a whole strand.
func (g *grower) grow(ctx context.Context, s *strand, report func(done int)) error {
	for steps := 0; !g.step(s); steps++ {
		if steps%8 == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			report(s.next)
		}
	}
	return nil
}
