package polymer

import (
	"context"
	"fmt"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/rng"
)

// Grow makes a chain in open space. The error is ctx's, noticed within a few milliseconds,
// ErrRequest or ErrTooManyAtoms with what is wrong and where. progress, unless nil, is called
// from the goroutine of the caller with a fraction from 0 to 1 that never falls and a line
// of text.
func Grow(ctx context.Context, r Request, o Options, progress func(fraction float64, message string)) (*Chain, error) {
	tell := newProgress(progress)
	k, orders, err := newKit(ctx, []Request{r})
	if err != nil {
		return nil, err
	}
	g := &grower{kit: k}
	s := g.addChain(orders[0])
	s.random = newSeed(o.Seed, 0)
	s.start = func(*rng.Rand) motion { return motion{rotation: geom.Identity()} }
	if g.space, err = newSpace(nil, len(g.owner), k.table.reach); err != nil {
		return nil, err
	}
	grown := tell.part(0, 0.4)
	err = g.grow(ctx, s, func(done int) {
		grown(float64(done)/float64(s.n), fmt.Sprintf("growing: unit %d of %d", min(done+1, s.n), s.n))
	})
	if err != nil {
		return nil, err
	}
	e, err := g.newEnsemble(ctx, []*strand{s}, nil)
	if err != nil {
		return nil, err
	}
	relaxed := false
	if s.n > 1 && !o.Rough {
		if err := e.separate(ctx, 1, 160, pushIterations, tell.text(0.4, 0.6, "taking close atoms apart")); err != nil {
			return nil, err
		}
		if relaxed, err = e.optimize(ctx, fieldIterations, tell.text(0.6, 0.98, "relaxing")); err != nil {
			return nil, err
		}
	}
	c, err := e.chain(0, &r)
	if err != nil {
		return nil, err
	}
	if _, near, pierced, err := e.fault(ctx, e.x); err != nil {
		return nil, err
	} else {
		c.Report = e.report(near, len(pierced), relaxed)
	}
	tell.at(1, "done")
	return c, nil
}

// report is that of a geometry.
func (e *ensemble) report(near contacts, pierced int, relaxed bool) Report {
	return Report{Heavy: near.heavy, Closest: near.closest, Pierced: pierced, Force: e.g.kit.force, Relaxed: relaxed, Forced: e.g.forced, Backtracked: e.g.backtracked}
}

// chain is strand m as a Chain without a report.
func (e *ensemble) chain(m int, r *Request) (*Chain, error) {
	l, gr := e.rows[m], e.graphs[m]
	first, end := l.start[0], l.start[len(l.pieces)]
	c := &Chain{Mol: gr.p.Mol, Aromatic: gr.p.AromaticBonds, Source: gr.source, Unit: gr.owner, Junctions: gr.junctions}
	c.Positions = append([]float64(nil), e.x[3*first:3*end]...)
	caps := 0
	if r.Start != nil {
		caps = 1
		c.Unit = append([]int32(nil), c.Unit...)
		for i := range c.Unit {
			c.Unit[i]--
		}
	}
	for k := range len(r.Sequence) + 1 {
		c.First = append(c.First, l.start[caps+k]-first)
	}
	return c, nil
}

// progress tells a listener, if there is one, how far a run is; the fraction never falls.
type progress struct {
	listener func(float64, string)
	last     float64
}

func newProgress(listener func(float64, string)) *progress { return &progress{listener: listener} }

func (p *progress) at(fraction float64, message string) {
	p.last = max(p.last, min(fraction, 1))
	if p.listener != nil {
		p.listener(p.last, message)
	}
}

// part returns a listener for the part of the run between two fractions.
func (p *progress) part(from, to float64) func(float64, string) {
	return func(fraction float64, message string) { p.at(from+(to-from)*fraction, message) }
}

// text is part with a message of its own.
func (p *progress) text(from, to float64, message string) func(float64, string) {
	return func(fraction float64, _ string) { p.at(from+(to-from)*fraction, message) }
}
