package polymer

import (
	"math"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/internal/sorting"
	"github.com/molsmith/molsmith/chem/rng"
)

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
