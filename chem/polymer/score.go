package polymer

import "github.com/molsmith/molsmith/chem/geom"

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
