package polymer

import "github.com/molsmith/molsmith/chem/geom"

// refused is the score of a place that growth refuses.
const refused = 1e3

// tally sums up how badly sites of a level touch what is placed and each other.
type tally struct {
	g    *grower
	at   int32 // the level
	give float64
	all  bool // go on when the sum is refused
	sum  float64
}

// touch adds a pair of sites at a squared distance.
func (t *tally) touch(a, b uint8, d2 float64) {
	keep, least := t.g.kit.table.keep[a][b], t.g.kit.table.least[a][b]
	if d2 >= keep*keep {
		return
	}
	u := 1 - d2/(keep*keep)
	t.sum += u * u
	if least *= t.give; d2 < least*least {
		t.sum += refused * (1 + u)
	}
}

// meet adds a pair of sites of levels that are so many apart. Near ones count as touching only
// where that is refused, as the energies of turns have all else of them; neighbors may come
// nearer, since small changes of angles make room between them.
func (t *tally) meet(a, b uint8, d2 float64, apart int) {
	const near, between = 3, 0.8
	if apart > near {
		t.touch(a, b, d2)
		return
	}
	give, sum := t.give, t.sum
	if apart <= 1 {
		t.give *= between
	}
	t.touch(a, b, d2)
	if t.give = give; t.sum < sum+refused {
		t.sum = sum
	}
}

// inner adds pairs of atoms of the level, which are at x.
func (t *tally) inner(pairs [][2]int32, x []geom.Vec3) {
	class := t.g.levels[t.at].piece.class
	for _, p := range pairs {
		t.touch(class[p[0]], class[p[1]], x[p[0]].Sub(x[p[1]]).Norm2())
	}
}

// site adds a site of the level at p: atom number source, or a ring by its number behind
// those of the atoms.
func (t *tally) site(p geom.Vec3, class uint8, source int) {
	if t.sum >= refused && !t.all {
		return
	}
	g := t.g
	row := g.kit.table.keep[class]
	g.space.near(p, func(j int32, d geom.Vec3, d2 float64) bool {
		other := g.levels[g.owner[j]].piece
		from := int(g.source[j])
		var with uint8
		if n := len(other.x); from < n {
			with = other.class[from]
		} else {
			with = other.hole[from-n]
		}
		if keep := row[with]; d2 >= keep*keep {
			return true
		}
		if behind := t.at - g.owner[j]; behind > 0 && behind < far && g.bonds(t.at, source, g.owner[j], from) < far {
			if g.space.periodic == nil || g.space.point[j].Sub(p).Sub(d).Norm2() < 1e-6 {
				return true
			}
		}
		t.meet(class, with, d2, int(t.at-g.owner[j]))
		return t.sum < refused || t.all
	})
}

// score says how badly level k touches what is placed, and itself, when its atoms are at x.
// Scores from refused on count the touches that are too close; unless all is true the first
// ends the search.
func (g *grower) score(s *strand, k int, x []geom.Vec3, all bool) float64 {
	l := &g.levels[s.base+k]
	c := l.piece
	t := tally{g: g, at: int32(s.base + k), give: s.give, all: all}
	if !(l.first && l.last) {
		t.inner(c.inner, x)
	}
	for i, slot := range l.slots {
		if slot != none {
			t.site(x[i], c.class[i], i)
		}
	}
	for r, atoms := range c.rings {
		t.site(middle(x, atoms), c.hole[r], len(c.x)+r)
	}
	return t.sum
}

// crowded says whether the atoms that rotor i of level k settles are refused.
func (g *grower) crowded(s *strand, k, i int, x []geom.Vec3) bool {
	l := &g.levels[s.base+k]
	r := &l.piece.rotors[i]
	t := tally{g: g, at: int32(s.base + k), give: s.give}
	t.inner(r.inner, x)
	for _, a := range r.settles {
		if l.slots[a] != none {
			t.site(x[a], l.piece.class[a], a)
		}
	}
	return t.sum >= refused
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
