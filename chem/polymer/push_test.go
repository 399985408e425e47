package polymer

import (
	"context"
	"math"
	"testing"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/conformer"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/hydrogen"
	"github.com/molsmith/molsmith/chem/rng"
	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/chem/stereo"
)

// styrene is a unit with head 0 and tail 1.
func styrene(t *testing.T) Unit {
	t.Helper()
	p, err := smiles.Perceive("CCc1ccccc1")
	if err != nil {
		t.Fatal(err)
	}
	q, s := hydrogen.Add(p, stereo.Find(p))
	b, err := conformer.New(q, s, conformer.Auto)
	if err != nil {
		t.Fatal(err)
	}
	g, err := b.Generate(context.Background(), 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	u := Unit{Molecule: q, Positions: g.X, Head: 0, Tail: 1, HeadLeaves: -1, TailLeaves: -1}
	for i := range q.Mol.Atoms {
		if n := q.Mol.Neighbors(); q.Mol.Atoms[i].Element == 1 {
			switch n.Of(i)[0].Atom {
			case 0:
				u.HeadLeaves = i
			case 1:
				u.TailLeaves = i
			}
		}
	}
	return u
}

// some is an ensemble of two chains of four units in a small cell, as they were grown.
func some(t *testing.T) *ensemble {
	t.Helper()
	u := styrene(t)
	r := Request{Kinds: []Unit{u}, Sequence: make([]int, 4)}
	k, orders, err := newKit(t.Context(), []Request{r, r})
	if err != nil {
		t.Fatal(err)
	}
	c, err := cell.FromParameters(12, 13, 14, 90, 80, 90)
	if err != nil {
		t.Fatal(err)
	}
	g := &grower{kit: k, shared: true}
	var strands []*strand
	for m, order := range orders {
		s := g.addChain(order)
		s.random = newSeed(1, 0, m)
		s.start = func(r *rng.Rand) motion {
			q := r.Rotation()
			return motion{rotation: q.Matrix(), shift: geom.Vec3{X: 5 * r.Float64(), Y: r.Float64()}}
		}
		strands = append(strands, s)
	}
	if g.space, err = newSpace(&c, len(g.owner), k.table.reach); err != nil {
		t.Fatal(err)
	}
	if err := g.growAll(t.Context(), strands, func(float64, string) {}); err != nil {
		t.Fatal(err)
	}
	e, err := g.newEnsemble(t.Context(), strands, &c, 1)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// The gradient of the push is the slope of its energy, pulls out of rings included.
func TestPushGradient(t *testing.T) {
	e := some(t)
	p := e.push
	random := rng.New(3)
	x := append([]float64(nil), e.x...)
	for i := range x {
		x[i] += 0.3 * (random.Float64() - 0.5)
	}
	p.aside = make([]int32, len(p.class))
	ring := e.crowd.rings[0]
	p.pulls = []pull{{ring: ring, bond: [2]int32{40, 41}, direction: random.Direction(), out: 30}}
	g := make([]float64, len(x))
	p.Evaluate(x, g)
	const h = 1e-5
	for i := range x {
		was := x[i]
		x[i] = was + h
		up := p.Evaluate(x, nil)
		x[i] = was - h
		down := p.Evaluate(x, nil)
		x[i] = was
		if want := (up - down) / (2 * h); math.Abs(g[i]-want) > 1e-4*(1+math.Abs(want)) {
			t.Fatalf("coordinate %d: %g, want %g", i, g[i], want)
		}
	}
}

// At the geometry of growth bonds, angles and hands are at rest.
func TestPushAtRest(t *testing.T) {
	e := some(t)
	e.push.scale = 0.01
	// Bonds keep the lengths of the request, angles those of a relaxed unit.
	if energy := e.push.Evaluate(e.x, nil); energy > 0.3*8 {
		t.Errorf("%g kcal/mol without contacts", energy)
	}
}

// An angle that is bent out of shape is a fault, though its bonds have their lengths.
func TestBentAngle(t *testing.T) {
	e := some(t)
	c := e.crowd
	sound, _, _, err := e.fault(t.Context(), e.x)
	if err != nil {
		t.Fatal(err)
	}
	bent := 0
	for i, a := range c.atoms {
		if a.Element != 1 {
			continue
		}
		carbon := c.adjacency.Of(i)[0].Atom
		other := c.adjacency.Of(carbon)[0].Atom
		if c.adjacency.Degree(carbon) != 4 || other == i {
			continue
		}
		center := geom.At(e.x, carbon)
		bond, side := geom.At(e.x, i).Sub(center), geom.At(e.x, other).Sub(center)
		q := geom.AxisAngle(side.Cross(bond), 40*math.Pi/180)
		m := q.Matrix()
		x := append([]float64(nil), e.x...)
		geom.Put(x, i, center.Add(m.MulVec(bond)))
		before, _, err := c.measure(t.Context(), e.x)
		if err != nil {
			t.Fatal(err)
		}
		after, _, err := c.measure(t.Context(), x)
		if err != nil {
			t.Fatal(err)
		}
		if before != after {
			continue // contacts would be a fault of their own
		}
		fault, _, _, err := e.fault(t.Context(), x)
		if err != nil {
			t.Fatal(err)
		}
		if fault <= sound {
			t.Errorf("hydrogen %d is bent by 40°: fault %g, %g before", i, fault, sound)
		}
		bent++
	}
	if bent < 5 {
		t.Errorf("only %d hydrogens could be bent", bent)
	}
}

// A bond that goes through a ring is found and drawn out of it.
func TestUnthread(t *testing.T) {
	e := some(t)
	// The bond between the backbone atoms of a unit of the second chain goes to the middle of
	// a ring of the first, along its axis.
	l := e.rows[1]
	a, b := l.atom(1, 0), l.atom(1, 1)
	ring := e.crowd.rings[1]
	center := e.crowd.center(e.x, 1)
	u, v := geom.At(e.x, int(ring[0])).Sub(center), geom.At(e.x, int(ring[2])).Sub(center)
	axis := u.Cross(v).Unit()
	d := geom.At(e.x, b).Sub(geom.At(e.x, a))
	turn := d.Unit().Cross(axis)
	q := geom.AxisAngle(turn, math.Acos(d.Unit().Dot(axis)))
	m := q.Matrix()
	middle := geom.At(e.x, a).Add(geom.At(e.x, b)).Scale(0.5)
	for i := l.start[0]; i < l.start[len(l.pieces)]; i++ {
		p := m.MulVec(geom.At(e.x, i).Sub(middle)).Add(center).Add(u.Scale(0.3))
		geom.Put(e.x, i, p)
	}
	_, found, err := e.crowd.measure(t.Context(), e.x)
	if err != nil || len(found) == 0 {
		t.Fatalf("found %v: %v", found, err)
	}
	if err := e.unthread(t.Context(), found); err != nil {
		t.Fatal(err)
	}
	if err := e.mend(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	fault, near, left, err := e.fault(t.Context(), e.x)
	if err != nil || len(left) > 0 || fault > 0 {
		t.Errorf("%d rings are left pierced, fault %g, contacts %v: %v", len(left), fault, near, err)
	}
}

// Angles are drawn as often as their Boltzmann factors say.
func TestDraw(t *testing.T) {
	var energy [bins]float64
	for k := range energy {
		energy[k] = 1.5 * (1 + math.Cos(3*float64(k)*2*math.Pi/bins)) // butane without the difference of gauche
	}
	energy[12] -= 0.8 // trans
	var w weights
	w.settle(energy, 3)
	var count [bins]int
	random := rng.New(1)
	const n = 200_000
	for range n {
		a := w.draw(random.Float64(), random.Float64(), 1)
		k := int(math.Round(a/(2*math.Pi/bins)+bins)) % bins
		count[k]++
	}
	sum := 0.0
	for _, e := range energy {
		sum += math.Exp(-e / thermal)
	}
	for k, e := range energy {
		want := n * math.Exp(-e/thermal) / sum
		if d := float64(count[k]) - want; math.Abs(d) > 5*math.Sqrt(want)+5 {
			t.Errorf("bin %d: %d draws, want %.0f", k, count[k], want)
		}
	}
}
