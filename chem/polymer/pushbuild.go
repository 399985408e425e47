package polymer

import (
	"slices"

	"github.com/molsmith/molsmith/chem/forcefield"
	"github.com/molsmith/molsmith/chem/geom"
)

// stiffTurn is the torsion energy, kcal/mol, above which a bond counts as one that does not
// turn, such as that of an amide.
const stiffTurn = 8

// builder adds the terms of one chain to a push.
type builder struct {
	*push
	g       *grower
	strand  *strand
	l       *layout
	x       []float64
	special []forcefield.Special
}

// global is that of the layout.
func (b *builder) global(k, i int) int { return b.l.global(k, i) }

// reference is the geometry of piece k at rest: the atoms that left are at the length of
// their junction.
func (b *builder) reference(k int) []geom.Vec3 {
	c := b.l.pieces[k]
	x := append([]geom.Vec3(nil), c.x...)
	aim := func(e end, length float64) {
		x[e.leaves] = x[e.atom].AddScaled(length, x[e.leaves].Sub(x[e.atom]).Unit())
	}
	levels := b.g.levels[b.strand.base:]
	if k > 0 {
		aim(c.head, b.g.kit.junction(int(levels[k-1].kind), int(levels[k].kind)).length)
	}
	if k < len(b.l.pieces)-1 {
		aim(c.tail, b.g.kit.junction(int(levels[k].kind), int(levels[k+1].kind)).length)
	}
	return x
}

func (b *builder) spring(i, j int, length, force float64) {
	b.springs = append(b.springs, springTerm{int32(i), int32(j), length, force})
}

func (b *builder) distance(i, j int) float64 { return geom.At(b.x, i).Sub(geom.At(b.x, j)).Norm() }

func (b *builder) exclude(i, j int) {
	if i != j {
		b.special = append(b.special, forcefield.Special{I: int32(min(i, j)), J: int32(max(i, j)), Class: forcefield.Excluded})
	}
}

// piece adds the terms of piece k: its bonds and the junction behind it, the angles and
// hands of its atoms, what does not turn.
func (b *builder) piece(k int) {
	c := b.l.pieces[k]
	ref := b.reference(k)
	between := func(i, j int) float64 { return ref[i].Sub(ref[j]).Norm() }
	for _, bond := range c.p.Mol.Bonds {
		if k > 0 && (bond.A == c.head.leaves || bond.B == c.head.leaves) {
			continue // the piece before has added it
		}
		i, j := b.global(k, bond.A), b.global(k, bond.B)
		length := between(bond.A, bond.B)
		if b.l.slots[k][bond.A] != none && b.l.slots[k][bond.B] != none {
			length = c.given[bond.A].Sub(c.given[bond.B]).Norm()
		}
		b.spring(i, j, length, bondForce)
		b.exclude(i, j)
	}
	for i := range c.x {
		if b.l.slots[k][i] == none {
			continue
		}
		b.class = append(b.class, c.class[i])
		around := c.adjacency.Of(i)
		for m, u := range around {
			for _, v := range around[:m] {
				s, t := b.global(k, u.Atom), b.global(k, v.Atom)
				b.spring(s, t, between(u.Atom, v.Atom), angleForce)
				b.exclude(s, t)
			}
		}
		if len(around) >= 3 {
			b.hand(k, i, ref)
		}
	}
	b.twists(k, ref)
	b.rigid(k)
}

// hand adds the terms of atom i of piece k: of its first three neighbors, and where there are
// four, of each three of them, as an atom can be turned halfway.
func (b *builder) hand(k, i int, ref []geom.Vec3) {
	around := b.l.pieces[k].adjacency.Of(i)
	triples := [][3]int{{0, 1, 2}}
	if len(around) == 4 {
		triples = [][3]int{{0, 1, 2}, {1, 0, 3}, {0, 2, 3}, {2, 1, 3}}
	}
	for _, triple := range triples {
		t := handTerm{center: int32(b.global(k, i))}
		var v [3]geom.Vec3
		inverse := 1.0
		for m, at := range triple {
			n := around[at].Atom
			t.to[m] = int32(b.global(k, n))
			v[m] = ref[n].Sub(ref[i])
			inverse *= v[m].Norm()
		}
		t.product = v[0].Dot(v[1].Cross(v[2]))
		t.inverse = 1 / max(inverse, 1e-3)
		b.hands = append(b.hands, t)
	}
}

// twists excludes pairs over three bonds from the contacts, inside piece k and over the
// junction behind it, and holds those over bonds that do not turn.
func (b *builder) twists(k int, ref []geom.Vec3) {
	c := b.l.pieces[k]
	turns := map[[2]int]bool{}
	for i := range c.rotors {
		r := &c.rotors[i]
		turns[[2]int{min(r.a, r.b), max(r.a, r.b)}] = !r.stiff()
	}
	over := func(p, q, i, j int, free bool, length float64) {
		if i == j || i == q || j == p {
			return
		}
		b.exclude(i, j)
		if !free {
			b.spring(i, j, length, twistForce)
		}
	}
	for _, bond := range c.p.Mol.Bonds {
		p, q := bond.A, bond.B
		if p == c.head.leaves || q == c.head.leaves || p == c.tail.leaves || q == c.tail.leaves {
			continue
		}
		rotor := turns[[2]int{min(p, q), max(p, q)}] || c.top(p, q) || c.top(q, p)
		_, listed := turns[[2]int{min(p, q), max(p, q)}]
		for _, u := range c.adjacency.Of(p) {
			for _, v := range c.adjacency.Of(q) {
				if u.Atom == q || v.Atom == p || u.Atom == v.Atom {
					continue
				}
				i, j := b.global(k, u.Atom), b.global(k, v.Atom)
				length := ref[u.Atom].Sub(ref[v.Atom]).Norm()
				if listed {
					length = b.distance(i, j)
				}
				over(p, q, i, j, rotor, length)
			}
		}
	}
	if k == len(b.l.pieces)-1 {
		return
	}
	levels := b.g.levels[b.strand.base:]
	j := b.g.kit.junction(int(levels[k].kind), int(levels[k+1].kind))
	behind := b.l.pieces[k+1]
	for _, u := range c.adjacency.Of(c.tail.atom) {
		for _, v := range behind.adjacency.Of(behind.head.atom) {
			if u.Atom == c.tail.leaves || v.Atom == behind.head.leaves {
				continue
			}
			s, t := b.global(k, u.Atom), b.global(k+1, v.Atom)
			if s != t {
				b.exclude(s, t)
				if j.stiff() {
					b.spring(s, t, b.distance(s, t), twistForce)
				}
			}
		}
	}
}

// rigid excludes pairs of piece k that never move against each other.
func (b *builder) rigid(k int) {
	for _, p := range b.l.pieces[k].bodies() {
		i, j := int(p[0]), int(p[1])
		if b.l.slots[k][i] != none && b.l.slots[k][j] != none {
			b.exclude(b.global(k, i), b.global(k, j))
		}
	}
}

// bodies lists the pairs of atoms of a piece four or more bonds apart that no rotor and no
// methyl group moves against each other.
func (c *piece) bodies() [][2]int32 {
	if c.body != nil {
		return c.body
	}
	c.body = [][2]int32{}
	turning := c.turning()
	for i := range c.x {
		d := c.walk(i)
		for j := range i {
			if d[j] >= far && slices.Equal(turning[i], turning[j]) && !c.onTop(i) && !c.onTop(j) {
				c.body = append(c.body, [2]int32{int32(j), int32(i)})
			}
		}
	}
	return c.body
}

// onTop says whether an atom is one of those of a methyl group or the like.
func (c *piece) onTop(i int) bool {
	if c.adjacency.Degree(i) != 1 {
		return false
	}
	center := c.adjacency.Of(i)[0].Atom
	for _, b := range c.adjacency.Of(center) {
		if c.adjacency.Degree(b.Atom) > 1 {
			return c.top(center, b.Atom)
		}
	}
	return false
}

// stiff says whether the bond counts as one that does not turn.
func (w *weights) stiff() bool { return w.barrier > stiffTurn }

// ringsOf adds the middles of the rings of piece k, which leave atoms within two bonds
// alone.
func (b *builder) ringsOf(k int) {
	c := b.l.pieces[k]
	for r, atoms := range c.rings {
		site := b.n + len(b.rings)
		var global []int32
		near := map[int]bool{}
		var list []int
		add := func(i int) {
			if !near[i] {
				near[i] = true
				list = append(list, i)
			}
		}
		for _, a := range atoms {
			global = append(global, int32(b.global(k, a)))
			for _, u := range c.adjacency.Of(a) {
				add(b.global(k, u.Atom))
				for _, v := range c.adjacency.Of(u.Atom) {
					add(b.global(k, v.Atom))
				}
			}
		}
		for _, i := range list {
			b.exclude(i, site)
		}
		// All other atoms of the piece, which cannot get there.
		for i := range c.x {
			if b.l.slots[k][i] != none && !near[b.global(k, i)] {
				b.exclude(b.global(k, i), site)
			}
		}
		b.rings, b.class = append(b.rings, global), append(b.class, c.hole[r])
	}
}
