package pack

import (
	"bytes"
	"context"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/parallel"
)

// fewAtoms is the amount of work below which starting goroutines costs more
// than it saves.
const fewAtoms = 500

// outcome sums up a sweep.
type outcome struct {
	hard    int // molecules found closer to others than needed
	moved   int
	visited int // atoms
}

// settled reports that nothing is too close and nothing moved since that was
// established.
func (o outcome) settled() bool { return o.hard == 0 && o.moved == 0 }

// sweep looks once at every molecule that is awake. One in violation takes a
// relaxed Newton step on its own penalty, the others held, over-relaxed by
// omega: Gauss–Seidel within a chunk, Jacobi between chunks.
//
// Afterward these are awake: molecules that moved, since they may now be too
// close to others, and all that a molecule in violation touches, which make
// room for it in the next sweep. A pair that is too close always contains one
// that moved, so no violation is ever overlooked, and the work shrinks with the
// number of violations.
func (s *system) sweep(ctx context.Context, omega float64) (outcome, error) {
	if 2*s.stale > slack {
		s.sort()
	}
	workers := s.workers
	if s.lastVisited < fewAtoms {
		workers = 1
	}
	parallel.Do(workers, len(s.chunks), func(k int) {
		if ctx.Err() == nil {
			s.relax(&s.chunks[k], omega)
		}
	})
	if err := ctx.Err(); err != nil {
		return outcome{}, err
	}
	var o outcome
	for k := range s.chunks {
		ch := &s.chunks[k]
		o.hard += ch.hard
		o.moved += len(ch.moved)
		o.visited += ch.visited
		s.stale = max(s.stale, ch.displacement)
		for _, i := range ch.pushed {
			s.awake[i] = 1
			s.pushed[i] = true
		}
		for _, i := range ch.moved {
			s.awake[i] = 1
		}
	}
	parallel.Do(workers, len(s.chunks), func(k int) {
		for _, i := range s.chunks[k].moved {
			m := &s.molecules[i]
			lo, hi := 3*int(m.first), 3*(int(m.first)+len(m.shape.sites))
			copy(s.before[lo:hi], s.now[lo:hi])
		}
	})
	s.lastVisited = o.visited
	return o, nil
}

// relax does a chunk's part of a sweep.
func (s *system) relax(ch *chunk, omega float64) {
	ch.moved, ch.pushed = ch.moved[:0], ch.pushed[:0]
	ch.hard, ch.visited, ch.displacement = 0, 0, 0
	awake := s.awake[ch.lo:ch.hi]
	for next := 0; ; {
		skip := bytes.IndexByte(awake[next:], 1)
		if skip < 0 {
			return
		}
		next += skip
		i := ch.lo + next
		awake[next] = 0
		makesRoom := s.pushed[i]
		s.pushed[i] = false
		m := &s.molecules[i]
		ch.visited += len(m.shape.sites)

		var c contacts
		pushes := len(ch.pushed)
		if s.gather(ch, i, &c) {
			ch.hard++
			ch.pushed = append(ch.pushed, ch.soft...)
		} else {
			ch.pushed = ch.pushed[:pushes]
			if !makesRoom || c.vector == [6]float64{} {
				continue
			}
		}
		s.step(m, &c, omega)
		ch.moved = append(ch.moved, int32(i))
		ch.displacement = max(ch.displacement, s.displacement(m))
	}
}

// step moves m along the solution of its contacts.
func (s *system) step(m *molecule, c *contacts, omega float64) {
	t, w := c.solve(m.shape.gyr2 * m.scale * m.scale)
	t, w = bounded(t.Scale(omega), 1), bounded(w.Scale(omega), m.shape.radius*m.scale)
	m.center = m.center.Add(t)
	turn := geom.Quat{W: 1, X: w.X / 2, Y: w.Y / 2, Z: w.Z / 2}
	m.rotation = turn.Mul(m.rotation).Unit()
	s.place(m)
}

// bounded shortens v so that v times the arm is at most maxStep.
func bounded(v geom.Vec3, arm float64) geom.Vec3 {
	if path := v.Norm() * arm; path > maxStep {
		return v.Scale(maxStep / path)
	}
	return v
}
