package polymer

import (
	"context"
	"math"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/rng"
)

// Limits of the search, in steps.
const (
	fewStates  = 12  // states tried of a unit at first
	manyStates = 192 // and after failures
	deepest    = 48  // units that one retreat takes back at most
	patience   = 16  // retreats, see strand
	leastGive  = 0.75
	giveStep   = 0.05
	giveBack   = 0.001 // for every new unit

	// Steps of a chain, to begin with and for every unit, after which every touch is put up
	// with.
	stepsFirst = 2000
	stepsEach  = 40
	// The same where the push that follows makes the room: among other chains, and between long
	// side groups, for which going back finds none.
	pushedFirst = 50
	pushedEach  = 4

	gap = 8 // numbers of levels between chains, so that near levels are of one chain
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
	bin      int       // of the last turn's angle, or none
	angles   []float64 // of the state, while they are remembered
	failures int       // times none was left
	// states are those left to try, best last.
	states []state
}

// strand is a chain in the making.
type strand struct {
	base, n  int // its levels
	next     int // the level to place, from 0
	farthest int
	floor    int     // levels below are not taken back: the one before was forced
	steps    int     // that are left before every touch is put up with
	patience int     // retreats from one place before less is asked for, or the least bad state taken
	most     int     // states tried of a unit after failures
	give     float64 // part of the least distances that is asked for: less where nothing fits
	random   rng.Rand
	start    func(r *rng.Rand) motion // where the first piece goes
}

// addChain appends the levels of a chain.
func (g *grower) addChain(order []int) *strand {
	s := &strand{base: len(g.levels), n: len(order), steps: stepsFirst + stepsEach*len(order), give: 1, patience: patience, most: manyStates}
	for k, kind := range order {
		c := g.kit.pieces[kind]
		if len(c.rotors) > manyRotors {
			s.steps = min(s.steps, pushedFirst+pushedEach*len(order))
		}
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
	if k == s.floor {
		l.states = nil // others, from the same place
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
	back := min(1+l.failures/3, deepest, k-s.floor)
	for range back {
		g.retreat(s)
	}
	return false
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
	l.bin = none
	if last := g.turnsAt(s, k).last(); last != none && last < len(g.angles) { // a chain of one unit has none
		l.bin = binOf(g.angles[last])
	}
	if m := l.first || st.like != none; !m && len(g.recall(g.levels[s.base+k-1].kind, l.kind).angles) < maxRecalled {
		l.angles = append([]float64(nil), g.angles...)
	}
	if s.next > s.farthest {
		g.remember(s, k-1)
		s.farthest = s.next
		s.give = min(1, s.give+giveBack)
	}
	if k >= 2*deepest {
		g.levels[s.base+k-2*deepest].states = nil
	}
}

// tries is the most states tried of a level: fewer of large pieces, which cost more.
func (s *strand) tries(l *level) int {
	const usual = 20 // atoms
	return max(fewStates, s.most*usual/max(usual, len(l.piece.x)))
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
	for range s.tries(l) {
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
	s.floor = k + 1
}

// grow places a whole strand.
func (g *grower) grow(ctx context.Context, s *strand, report func(done int)) error {
	for told := 0; !g.step(s); {
		if err := ctx.Err(); err != nil {
			return err
		}
		if s.farthest > told {
			told = s.farthest
			report(told)
		}
	}
	return nil
}
