package polymer

import (
	"context"
	"math"
	"strconv"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/rng"
)

// attempts bounds how often a run starts over when what came out is not sound.
const attempts = 3

// Grow makes a chain in open space. The error is ctx's, noticed within a few milliseconds,
// ErrRequest or ErrTooManyAtoms with what is wrong and where. A chain that stays crowded
// after some starts is no error: its Report says how near its atoms come. progress, unless
// nil, is called from the goroutine of the caller with a fraction from 0 to 1 that never
// falls and a line of text.
func Grow(ctx context.Context, r Request, o Options, progress func(fraction float64, message string)) (*Chain, error) {
	tell := newProgress(progress)
	k, orders, err := newKit(ctx, []Request{r})
	if err != nil {
		return nil, err
	}
	var best *Chain
	least := math.Inf(1)
	for attempt := range attempts {
		c, fault, err := k.grow(ctx, &r, orders[0], attempt, o, tell)
		if err != nil {
			return nil, err
		}
		if fault < least {
			best, least = c, fault
		}
		if least == 0 || o.Rough {
			break
		}
	}
	tell.at(1, "done")
	return best, nil
}

// grow makes a chain once, and says how far it is from sound.
func (k *kit) grow(ctx context.Context, r *Request, order []int, attempt int, o Options, tell *progress) (*Chain, float64, error) {
	g := &grower{kit: k}
	s := g.addChain(order)
	s.random = newSeed(o.Seed, attempt, 0)
	s.start = func(*rng.Rand) motion { return motion{rotation: geom.Identity()} }
	var err error
	if g.space, err = newSpace(nil, len(g.owner), k.table.reach); err != nil {
		return nil, 0, err
	}
	grown := tell.part(0, 0.4)
	err = g.grow(ctx, s, func(done int) {
		grown(float64(done)/float64(s.n), "growing: unit "+strconv.Itoa(done)+" of "+strconv.Itoa(s.n))
	})
	if err != nil {
		return nil, 0, err
	}
	e, err := g.newEnsemble(ctx, []*strand{s}, nil, o.Workers)
	if err != nil {
		return nil, 0, err
	}
	relaxed := false
	if s.n > 1 && !o.Rough {
		if err := e.separate(ctx, 1, 160, pushIterations, tell.text(0.4, 0.6, "taking close atoms apart")); err != nil {
			return nil, 0, err
		}
		if relaxed, err = e.optimize(ctx, fieldIterations, tell.text(0.6, 0.98, "relaxing")); err != nil {
			return nil, 0, err
		}
	}
	fault, near, pierced, err := e.fault(ctx, e.x)
	if err != nil {
		return nil, 0, err
	}
	c := e.chain(0, r)
	c.Report = e.report(near, len(pierced), relaxed)
	c.Strain, err = e.strain(ctx)
	return c, fault, err
}

// report is that of a geometry.
func (e *ensemble) report(near contacts, pierced int, relaxed bool) Report {
	return Report{Heavy: near.heavy, Closest: near.closest, Pierced: pierced, Force: e.g.kit.force, Relaxed: relaxed, Forced: e.g.forced, Backtracked: e.g.backtracked}
}

// chain is strand m as a Chain without a report.
func (e *ensemble) chain(m int, r *Request) *Chain {
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
	return c
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
