package polymer

import (
	"context"
	"math"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/forcefield"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/minimize"
)

// Force constants of the push, kcal/mol/Å² (the last, of the triple product, in
// kcal/mol). Bonds are as stiff as in force fields; contacts must not bend them.
const (
	bondForce  = 900
	angleForce = 120 // of the distance over an angle
	twistForce = 40  // of that over a bond that does not turn
	handForce  = 60
)

// stride is how many terms less one are summed between two looks at the context.
const stride = 1<<16 - 1

// mostScale is the largest scale of a push.
const mostScale = 1.05

// push is the potential that takes atoms apart which are too close, and keeps all else as
// it was grown: springs hold bonds, angles and what does not turn, a term holds the hand or
// the flatness of every atom with three neighbors, and sites nearer than they should be
// repel each other softly, even when they coincide (Auhl et al. 2003). It has no torsion
// terms. The middles of rings repel too, so that no bond goes through one.
type push struct {
	n       int // atoms
	springs []springTerm
	hands   []handTerm
	rings   [][]int32 // atoms of each
	class   []uint8   // of atoms and rings
	table   *contactTable
	pairs   *forcefield.Pairs
	scale   float64 // of the distances that are kept
	contact float64 // force constant of the contacts, kcal/mol/Å²
	stiff   float64 // factor of the force constant of bonds
	pulls   []pull
	aside   []int32         // of each site; sites of opposite numbers pass through each other
	ctx     context.Context // ends an evaluation, of which the minimizer then does not ask the result
	sites   []float64
	force   []geom.Vec3 // of the sites
}

// springTerm holds a distance.
type springTerm struct {
	i, j   int32
	length float64
	force  float64
}

// handTerm holds the triple product of the vectors from an atom to three neighbors, in units
// of the product of their lengths.
type handTerm struct {
	center  int32
	to      [3]int32
	product float64 // at rest, Å³
	inverse float64 // of the product of the lengths, Å⁻³
}

var _ minimize.Function = (*push)(nil)

// Evaluate returns the energy at x in kcal/mol and, unless g is nil, writes its gradient.
func (p *push) Evaluate(x, g []float64) float64 {
	if !p.start(x) {
		return math.NaN()
	}
	energy := p.ofSprings() + p.ofHands() + p.ofContacts() + p.ofPulls()
	if p.ctx.Err() != nil {
		return math.NaN()
	}
	if g != nil {
		clear(g)
		p.finish(g)
	}
	return energy
}

// start lays out the sites at x and lists their pairs.
func (p *push) start(x []float64) bool {
	if p.ctx.Err() != nil {
		return false
	}
	copy(p.sites, x)
	for r, atoms := range p.rings {
		var center geom.Vec3
		for _, i := range atoms {
			center = center.Add(geom.At(x, int(i)))
		}
		geom.Put(p.sites, p.n+r, center.Scale(1/float64(len(atoms))))
	}
	clear(p.force)
	return p.pairs.Update(p.sites) == nil
}

// finish adds the gradient of the sites to that of the atoms.
func (p *push) finish(g []float64) {
	for r, atoms := range p.rings {
		share := p.force[p.n+r].Scale(1 / float64(len(atoms)))
		for _, i := range atoms {
			p.force[i] = p.force[i].Add(share)
		}
	}
	for i := range p.n {
		geom.Put(g, i, geom.At(g, i).Add(p.force[i]))
	}
}

// guarded is a force field with the contacts of a push and stiff ends of the room that bonds
// have.
type guarded struct {
	forcefield.Model
	push *push
}

// Evaluate is that of both.
func (m *guarded) Evaluate(x, g []float64) float64 {
	p := m.push
	if p.ctx.Err() != nil {
		return math.NaN()
	}
	energy := m.Model.Evaluate(x, g)
	if !p.start(x) {
		return math.NaN()
	}
	energy += p.ofContacts()
	for k := range p.springs {
		t := &p.springs[k]
		if t.force != bondForce {
			continue
		}
		d := geom.At(p.sites, int(t.j)).Sub(geom.At(p.sites, int(t.i)))
		r := math.Sqrt(d.Norm2() + 1e-12)
		off := r - t.length
		switch {
		case off > holdLength:
			off -= holdLength
		case off < -holdLength:
			off += holdLength
		default:
			continue
		}
		energy += holdForce / 2.0 * off * off
		p.add(t.i, t.j, holdForce*off/r, d)
	}
	if g != nil {
		p.finish(g)
	}
	return energy
}

func (p *push) add(i, j int32, s float64, d geom.Vec3) {
	p.force[j] = p.force[j].AddScaled(s, d)
	p.force[i] = p.force[i].AddScaled(-s, d)
}

func (p *push) ofSprings() (energy float64) {
	for k := range p.springs {
		if k&stride == 0 && p.ctx.Err() != nil {
			break
		}
		t := &p.springs[k]
		d := geom.At(p.sites, int(t.j)).Sub(geom.At(p.sites, int(t.i)))
		r := math.Sqrt(d.Norm2() + 1e-12)
		off := r - t.length
		force := t.force
		if force == bondForce {
			force *= p.stiff
		}
		energy += force / 2 * off * off
		p.add(t.i, t.j, force*off/r, d)
	}
	return energy
}

func (p *push) ofHands() (energy float64) {
	for k := range p.hands {
		if k&stride == 0 && p.ctx.Err() != nil {
			break
		}
		t := &p.hands[k]
		center := geom.At(p.sites, int(t.center))
		a := geom.At(p.sites, int(t.to[0])).Sub(center)
		b := geom.At(p.sites, int(t.to[1])).Sub(center)
		c := geom.At(p.sites, int(t.to[2])).Sub(center)
		bc := b.Cross(c)
		off := (a.Dot(bc) - t.product) * t.inverse
		energy += handForce / 2.0 * off * off
		s := handForce * off * t.inverse
		p.add(t.center, t.to[0], s, bc)
		p.add(t.center, t.to[1], s, c.Cross(a))
		p.add(t.center, t.to[2], s, a.Cross(b))
	}
	return energy
}

// ofContacts sums k·t²/8·(1 − r²/t²)² over pairs nearer than t, near t a spring of the
// force constant k.
func (p *push) ofContacts() (energy float64) {
	list := p.pairs.List()
	for k := range list {
		if k&stride == 0 && p.ctx.Err() != nil {
			break
		}
		q := &list[k]
		keep := p.scale * p.table.keep[p.class[q.I]][p.class[q.J]]
		d := geom.At(p.sites, int(q.J)).Sub(geom.At(p.sites, int(q.I))).Add(p.pairs.Shift(q.Shift))
		t2 := keep * keep
		r2 := d.Norm2()
		if r2 >= t2 || len(p.pulls) > 0 && p.aside[q.I] != 0 && p.aside[q.I] == -p.aside[q.J] {
			continue
		}
		u := 1 - r2/t2
		energy += p.contact / 8 * t2 * u * u
		p.add(q.I, q.J, -p.contact/2*u, d)
	}
	return energy
}

// newPush makes the potential of all strands, whose atoms are at x; bonds that hardly
// turn keep their torsions.
func (g *grower) newPush(ctx context.Context, strands []*strand, rows []*layout, x []float64, periodic *cell.Cell) (*push, error) {
	p := &push{n: len(x) / 3, table: g.kit.table, scale: 1, contact: 40, stiff: 1, ctx: ctx}
	var special []forcefield.Special
	for s, l := range rows {
		b := builder{push: p, g: g, strand: strands[s], l: l, x: x, special: special}
		for k := range l.pieces {
			if k%64 == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			b.piece(k)
		}
		special = b.special
	}
	// The classes of rings follow those of all atoms.
	for s, l := range rows {
		b := builder{push: p, g: g, strand: strands[s], l: l, x: x, special: special}
		for k := range l.pieces {
			if k%64 == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			b.ringsOf(k)
		}
		special = b.special
	}
	n := p.n + len(p.rings)
	p.sites, p.force = make([]float64, 3*n), make([]geom.Vec3, n)
	var err error
	if p.pairs, err = forcefield.NewPairs(n, periodic, mostScale*p.table.reach, 1, special); err != nil {
		return nil, err
	}
	p.pairs.Until(ctx)
	return p, nil
}
