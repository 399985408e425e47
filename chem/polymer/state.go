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
	n := min(fewStates*(1+l.failures), s.tries(l))
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
	if m := g.recall(g.levels[s.base+k-1].kind, l.kind); len(m.angles) < maxRecalled {
		m.angles = append(m.angles, l.angles)
	}
}

// A piece of more than manyRotors rotors has its angles drawn one by one, each again when its
// atoms have no room: at once they would hardly ever fit.
const (
	manyRotors = 6
	drawsEach  = 8
)

// shape writes the geometry of a level in a state into x: where the junction before puts it,
// then turned by its rotors. The angles, of the rotors and of the junction, are left in
// g.angles.
func (g *grower) shape(s *strand, k int, st state, x []geom.Vec3) {
	const around = 12 * math.Pi / 180 // of remembered angles
	l := &g.levels[s.base+k]
	c, r := l.piece, st.random
	g.angles = g.angles[:0]
	var m motion
	var like []float64
	turns, ahead := g.turnsAt(s, k), g.ahead(s, k)
	bin, at := none, 0 // the angle of the turn before, the turn
	if k > 0 {
		bin = g.levels[s.base+k-1].bin
	}
	switch {
	case l.first && l.last: // a molecule by itself stays as it was given
		m = s.start(&r)
		for i := range x {
			x[i] = m.apply(c.given[i])
		}
		return
	case l.first:
		m = s.start(&r)
		g.angles = append(g.angles, 0)
	default:
		before := &g.levels[s.base+k-1]
		j := g.kit.junction(int(before.kind), int(l.kind))
		torsion := 0.0
		if st.like == none {
			torsion = j.turns[0].draw(bin, &ahead[0], r.Float64(), r.Float64(), st.heat)
		} else {
			like = g.recall(before.kind, l.kind).angles[st.like]
			torsion = like[0] + around*(r.Float64()-r.Float64())
		}
		bin, at = binOf(torsion), 1
		g.angles = append(g.angles, torsion)
		m = attach(before.tail, jointOf(c.x, c.head), j.length, torsion)
	}
	for i := range x {
		x[i] = m.apply(c.x[i])
	}
	draws := 1
	if len(c.rotors) > manyRotors {
		draws = drawsEach
	}
	for i := range c.rotors {
		turned := 0.0
		for range draws {
			angle := 0.0
			onBackbone := at < len(turns) && turns[at].rotor == i
			switch {
			case like != nil:
				angle = like[1+i] + around*(r.Float64()-r.Float64())
			case onBackbone:
				angle = turns[at].draw(bin, &ahead[at], r.Float64(), r.Float64(), st.heat)
			default:
				angle = c.rotors[i].draw(r.Float64(), r.Float64(), st.heat)
			}
			c.rotors[i].turn(x, angle-turned)
			turned = angle
			if draws == 1 || !g.crowded(s, k, i, x) {
				break
			}
		}
		g.angles = append(g.angles, turned)
		if at < len(turns) && turns[at].rotor == i {
			bin = binOf(turned)
			at++
		}
	}
}

// turnsAt are the turns of level k.
func (g *grower) turnsAt(s *strand, k int) turns {
	l := &g.levels[s.base+k]
	if l.first {
		return g.kit.starts[l.kind]
	}
	return g.kit.junction(int(g.levels[s.base+k-1].kind), int(l.kind)).turns
}
