package polymer

import (
	"context"
	"math"

	"github.com/molsmith/molsmith/chem/forcefield"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/minimize"
	"github.com/molsmith/molsmith/chem/rng"
)

// Limits of the work on one piece.
const (
	refineDraws      = 48  // arrangements of its neighbors that are looked at
	refineIterations = 300 // of the minimization
	maxRefined       = 400 // atoms, with the neighbors
)

// Bond lengths inside units stay those of the request: within holdLength while the force
// field acts, and a geometry in which one is off by more than badLength is not used. Å.
const (
	holdLength = 0.012
	badLength  = 0.025
	holdForce  = 3000 // kcal/mol/Å²
)

// refine gives a piece the bond angles it has inside a chain, where hydrogens that left
// have made room for larger atoms: the force field relaxes it between its neighbors, from
// the best of several arrangements. It stays as it is when no force field has parameters
// or when the result is not sound.
func (k *kit) refine(ctx context.Context, kind int, around [2]int) error {
	c := k.pieces[kind]
	row, at := k.between(kind, around)
	l := newLayout(row, 0)
	g := l.graph(true)
	if len(g.owner) > maxRefined {
		return nil
	}
	field, _ := newModel(g.p, 0, nil)
	if field == nil {
		return nil
	}
	x := k.arrange(row, l, field, uint64(kind))
	var restraints []forcefield.Restraint
	for _, b := range g.p.Mol.Bonds {
		if int(g.owner[b.A]) == at && int(g.owner[b.B]) == at {
			length := c.given[g.source[b.A]].Sub(c.given[g.source[b.B]]).Norm()
			restraints = append(restraints, forcefield.Distance(b.A, b.B, length-holdLength, length+holdLength, holdForce))
		}
	}
	held, err := forcefield.Restrain(field, len(g.owner), restraints)
	if err != nil {
		return nil
	}
	_, err = minimize.Run(ctx, held, x, minimize.Options{MaxIterations: refineIterations, Gradient: 0.05, MaxStep: 0.2, Preconditioner: forcefield.NewStiffness(g.p, nil)})
	if err != nil {
		return ctx.Err()
	}
	shape := make([]geom.Vec3, len(c.x))
	for i, s := range l.slots[at] {
		if s != none {
			shape[i] = geom.At(x, l.start[at]+int(s))
		}
	}
	aim := func(e end, neighbor int) {
		if l.slots[at][e.leaves] == none {
			length := c.given[e.leaves].Sub(c.given[e.atom]).Norm()
			shape[e.leaves] = shape[e.atom].AddScaled(length, geom.At(x, neighbor).Sub(shape[e.atom]).Unit())
		}
	}
	if c.head.open() {
		aim(c.head, l.atom(at-1, row[at-1].tail.atom))
	}
	if c.tail.open() {
		aim(c.tail, l.atom(at+1, row[at+1].head.atom))
	}
	if c.sound(shape) {
		c.x = shape
	}
	return nil
}

// between is the row of a piece between its neighbors and its place there. Methyl groups
// stand for neighbors that are not known and for what follows them.
func (k *kit) between(kind int, around [2]int) (row []*piece, at int) {
	c := k.pieces[kind]
	if c.head.open() {
		before := k.methyl
		if around[0] != none {
			before = k.pieces[around[0]]
			if before.head.open() {
				row = append(row, k.methyl)
			}
		}
		row = append(row, before)
	}
	at = len(row)
	row = append(row, c)
	if c.tail.open() {
		behind := k.methyl
		if around[1] != none {
			behind = k.pieces[around[1]]
		}
		row = append(row, behind)
		if behind != k.methyl && behind.tail.open() {
			row = append(row, k.methyl)
		}
	}
	return row, at
}

// arrange returns the best of some random arrangements of a row.
func (k *kit) arrange(row []*piece, l *layout, field forcefield.Model, stream uint64) []float64 {
	random := rng.Stream(0x706f6c796d6572, stream)
	length, torsion := make([]float64, len(row)), make([]float64, len(row))
	shapes := make([][]geom.Vec3, len(row))
	var best, x []float64
	low := math.Inf(1)
	for range refineDraws {
		for m, c := range row {
			shapes[m] = append(shapes[m][:0], c.x...)
			for i := range c.rotors {
				c.rotors[i].turn(shapes[m], c.rotors[i].draw(random.Float64(), 0.5, 2))
			}
			if m == 0 {
				continue
			}
			length[m], torsion[m] = 1.5, math.Pi
			if j := k.joined(row[m-1], c); j != nil {
				length[m], torsion[m] = j.length, j.draw(random.Float64(), 0.5, 2)
			}
		}
		laid := lay(l, shapes, length, torsion)
		if x == nil {
			x, best = make([]float64, 3*len(laid)), make([]float64, 3*len(laid))
		}
		if e := field.Evaluate(flat(x, laid), nil); e < low {
			low = e
			copy(best, x)
		}
	}
	return best
}

// joined is the junction of two pieces, nil when it is not one of the chains'.
func (k *kit) joined(a, b *piece) *junction {
	for pair, j := range k.junctions {
		if k.pieces[pair[0]] == a && k.pieces[pair[1]] == b {
			return j
		}
	}
	return nil
}

// sound says whether a geometry of the piece has the configuration and the bond lengths of
// the one that was given.
func (c *piece) sound(x []geom.Vec3) bool {
	for _, b := range c.p.Mol.Bonds {
		d := x[b.A].Sub(x[b.B]).Norm() - c.given[b.A].Sub(c.given[b.B]).Norm()
		if !(math.Abs(d) <= badLength) {
			return false
		}
	}
	for i := range x {
		was, is := c.handedness(c.given, i), c.handedness(x, i)
		if inverts := c.p.Mol.Atoms[i].Element == 7 && c.adjacency.Degree(i) == 3; math.Abs(was) > flatVolume && was*is <= 0 && !inverts {
			return false
		}
	}
	return true
}

// flatVolume is the triple product of unit vectors to three neighbors, at an ideal
// tetrahedron 0.77, below which an atom counts as flat: it has no hand.
const flatVolume = 0.25

// handedness is the triple product of the unit vectors from atom i to its first three
// neighbors, 0 for atoms with fewer.
func (c *piece) handedness(x []geom.Vec3, i int) float64 {
	around := c.adjacency.Of(i)
	if len(around) < 3 {
		return 0
	}
	var v [3]geom.Vec3
	for k := range v {
		v[k] = x[around[k].Atom].Sub(x[i]).Unit()
	}
	return v[0].Dot(v[1].Cross(v[2]))
}
