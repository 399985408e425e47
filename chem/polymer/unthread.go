package polymer

import (
	"context"
	"math"

	"github.com/molsmith/molsmith/chem/geom"
)

// pull draws a bond out of a ring: its middle is to be as far from the ring's along a
// direction as out says.
type pull struct {
	ring      []int32
	bond      [2]int32
	shift     geom.Vec3 // of the bond to its image in the ring
	direction geom.Vec3
	out       float64 // Å
}

const (
	pullForce    = 60 // kcal/mol/Å²
	pullOut      = 3.4
	maxUnthreads = 12 // rounds
)

func (p *push) ofPulls() (energy float64) {
	for k := range p.pulls {
		t := &p.pulls[k]
		d := geom.At(p.sites, int(t.bond[0])).Add(geom.At(p.sites, int(t.bond[1]))).Scale(0.5).Add(t.shift)
		share := 1 / float64(len(t.ring))
		for _, i := range t.ring {
			d = d.AddScaled(-share, geom.At(p.sites, int(i)))
		}
		off := t.out - d.Dot(t.direction)
		if off <= 0 {
			continue
		}
		energy += pullForce / 2.0 * off * off
		s := -pullForce * off
		for _, i := range t.bond {
			p.force[i] = p.force[i].AddScaled(s/2, t.direction)
		}
		for _, i := range t.ring {
			p.force[i] = p.force[i].AddScaled(-s*share, t.direction)
		}
	}
	return energy
}

// unthread takes bonds out of rings, over the side of the ring that is nearest, and pushes
// what is then too close apart, a bounded number of times.
func (e *ensemble) unthread(ctx context.Context, found []piercing) error {
	p := e.push
	for range maxUnthreads {
		if len(found) == 0 {
			return nil
		}
		if p.aside == nil {
			p.aside = make([]int32, len(p.class))
		}
		clear(p.aside)
		p.pulls = p.pulls[:0]
		for k, f := range found {
			e.pullOut(f, int32(k+1))
		}
		if err := e.separate(ctx, 0.7, 40, 60, nil); err != nil {
			return err
		}
		p.pulls = p.pulls[:0]
		for _, stage := range [][2]float64{{0.7, 40}, {0.85, 40}, {1, 40}, {1, 320}} {
			if err := e.separate(ctx, stage[0], stage[1], 60, nil); err != nil {
				return err
			}
		}
		_, left, err := e.crowd.measure(ctx, e.x)
		if err != nil {
			return err
		}
		found = left
	}
	return nil
}

// pullOut adds the pull for a piercing and lets the ring and the atoms near the bond pass
// through each other.
func (e *ensemble) pullOut(f piercing, number int32) {
	p, c := e.push, e.crowd
	ring := c.rings[f.ring]
	center := c.center(e.x, f.ring)
	a := geom.At(e.x, int(f.atoms[0])).Add(f.shift).Sub(center)
	b := geom.At(e.x, int(f.atoms[1])).Add(f.shift).Sub(center)
	var normal geom.Vec3
	for k, i := range ring {
		j := ring[(k+1)%len(ring)]
		normal = normal.Add(geom.At(e.x, int(i)).Sub(center).Cross(geom.At(e.x, int(j)).Sub(center)))
	}
	normal = normal.Unit()
	// Where the bond meets the plane of the ring, seen from the middle of the nearest side.
	u, v := a.Dot(normal), b.Dot(normal)
	at := a.Add(b).Scale(0.5)
	if math.Abs(u-v) > 1e-6 {
		at = a.AddScaled(u/(u-v), b.Sub(a))
	}
	best, low := geom.Vec3{X: 1}, math.Inf(1)
	for k, i := range ring {
		j := ring[(k+1)%len(ring)]
		side := geom.At(e.x, int(i)).Add(geom.At(e.x, int(j))).Scale(0.5).Sub(center)
		if d := side.Sub(at).Norm2(); d < low {
			best, low = side, d
		}
	}
	p.pulls = append(p.pulls, pull{ring, f.atoms, f.shift, best.Unit(), pullOut})
	for _, i := range ring {
		p.aside[i] = number
	}
	p.aside[p.n+f.ring] = number
	for _, i := range f.atoms {
		p.aside[i] = -number
		for _, n := range c.adjacency.Of(int(i)) {
			if !in(ring, n.Atom) {
				p.aside[n.Atom] = -number
			}
		}
	}
}
