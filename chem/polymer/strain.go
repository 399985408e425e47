package polymer

import (
	"context"
	"math"

	"github.com/molsmith/molsmith/chem/geom"
)

// Strain is how far bonds and angles of a result are from those of the units as they were
// given, in which atoms that left stand for the neighbors in their place. Indices are atoms of the
// chain, in a melt of chain Chain.
type Strain struct {
	Bond   float64 // Å, the largest change of a bond length inside a unit
	BondAt [2]int
	Angle  float64 // degrees, the largest change of an angle at an atom with three or more neighbors
	Turned float64 // degrees, that angle
	// AngleAt are its atoms, the middle one second.
	AngleAt [3]int
	Chain   int
}

// strain measures the geometry of all strands; the error is ctx's.
func (e *ensemble) strain(ctx context.Context) (worst Strain, err error) {
	at := func(i int) geom.Vec3 { return geom.At(e.x, i) }
	for m, l := range e.rows {
		base := l.start[0]
		for k, c := range l.pieces {
			if k%64 == 0 && ctx.Err() != nil {
				return worst, ctx.Err()
			}
			for _, b := range c.p.Mol.Bonds {
				if l.slots[k][b.A] == none || l.slots[k][b.B] == none {
					continue
				}
				i, j := l.atom(k, b.A), l.atom(k, b.B)
				off := math.Abs(at(i).Sub(at(j)).Norm() - c.given[b.A].Sub(c.given[b.B]).Norm())
				if off > worst.Bond {
					worst.Bond, worst.BondAt, worst.Chain = off, [2]int{i - base, j - base}, m
				}
			}
			for i := range c.x {
				if l.slots[k][i] == none {
					continue
				}
				around := c.adjacency.Of(i)
				if len(around) < 3 {
					continue // they bend easily: Si–O–Si is 30° wider than Si–O–H
				}
				for n, u := range around {
					for _, v := range around[:n] {
						p, q, r := l.global(k, u.Atom), l.atom(k, i), l.global(k, v.Atom)
						is, was := angle(at(p), at(q), at(r)), angle(c.given[u.Atom], c.given[i], c.given[v.Atom])
						if off := math.Abs(is - was); off > worst.Angle {
							worst.Angle, worst.Turned, worst.AngleAt, worst.Chain = off, is, [3]int{p - base, q - base, r - base}, m
						}
					}
				}
			}
		}
	}
	return worst, nil
}

// angle is that of three points at the second, degrees.
func angle(a, b, c geom.Vec3) float64 { return geom.Angle(a, b, c) * (180 / math.Pi) }
