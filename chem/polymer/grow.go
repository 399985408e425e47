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
	err = g.grow(ctx, s, func(done int) {
		if progress != nil {
			progress(0.5*float64(done)/float64(s.n), fmt.Sprintf("growing: unit %d of %d", min(done+1, s.n), s.n))
		}
	})
	if err != nil {
		return nil, err
	}
	c := g.chain(s, &r)
	c.Force, c.Forced, c.Backtracked = k.force, g.forced, g.backtracked
	return c, nil
}

// chain is a strand as a Chain.
func (g *grower) chain(s *strand, r *Request) *Chain {
	row := make([]*piece, s.n)
	for k := range row {
		row[k] = g.levels[s.base+k].piece
	}
	l := newLayout(row, 0)
	gr := l.graph(false)
	c := &Chain{Mol: gr.p.Mol, Aromatic: gr.p.AromaticBonds, Source: gr.source, Unit: gr.owner, Junctions: gr.junctions}
	c.Positions = make([]float64, 3*len(gr.owner))
	for k := range row {
		p := g.levels[s.base+k].point
		for i := l.start[k]; i < l.start[k+1]; i++ {
			geom.Put(c.Positions, i, g.space.point[p+i-l.start[k]])
		}
	}
	caps := 0
	if r.Start != nil {
		caps = 1
		for i := range c.Unit {
			c.Unit[i]--
		}
	}
	for k := range len(r.Sequence) + 1 {
		c.First = append(c.First, l.start[caps+k])
	}
	return c
}
