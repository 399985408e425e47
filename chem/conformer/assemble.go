package conformer

import (
	"context"
	"math"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/rng"
)

// Large molecules are put together: a matrix of distances is a poor guide where thousands
// of them are nearly free and a few hundred rigid pieces leave no room for errors.
const (
	// assembledAtoms is the number of atoms from which a component is put together, when
	// bonds that turn cut it into pieces of at most pieceAtoms.
	assembledAtoms = 300
	pieceAtoms     = 150

	assemblyTries = 4
	turnsTried    = 12   // per bond, evenly spread
	takenBack     = 40   // pieces that are placed anew, for each that there is
	repairSteps   = 1500 // turns of bonds

	roomy       = 0.9  // of the sum of van der Waals radii: closer costs
	outward     = 0.1  // what an Å away from the middle saves: chains that coil up collide
	noRoom      = 5.0  // what a piece costs with an atom that is too close
	crowded     = 0.62 // too close
	overlapping = 0.5  // so close that the force field cannot part them
	hopeless    = 40   // pairs too close after the repair: no room at all
)

// assembly is a component that is being put together.
type assembly struct {
	part   *part
	pieces []fragment
	of     []int     // the piece of each atom
	parent []int     // of a piece, -1 for the first
	entry  []int     // of a piece: which of its open ends leads to its parent
	order  []int     // pieces, parents first
	x      []float64 // of the atoms
	ends   [][]geom.Vec3
	placed []int // atoms

	radii []float64
	close [][]int32 // atoms up to three bonds away
	stamp []int32
	mark  int32
}

// assemble puts a large component together of pieces that are embedded by themselves, bond
// by bond with the turn that leaves most room, then turns bonds until no atoms are on top
// of each other. nil when it has no such pieces or finds no room; the error is ctx's.
func (b *Builder) assemble(ctx context.Context, part *part, seed uint64) ([]float64, error) {
	if len(part.atoms) < assembledAtoms {
		return nil, nil
	}
	pieces, of := fragments(part.p, cutBonds(part.p))
	for k := range pieces {
		if len(pieces[k].atoms) > pieceAtoms {
			return nil, nil
		}
	}
	a := newAssembly(part, pieces, of)
	index := make([]int, len(part.atoms))
	for k := range pieces {
		if err := pieces[k].embed(ctx, part.p, part.s, of, index, seed+uint64(k)); err != nil {
			return nil, ctx.Err()
		}
	}
	for try := range uint64(assemblyTries) {
		random := rng.Stream(seed, try)
		if err := a.grow(ctx, &random); err != nil {
			return nil, err
		}
		tight, err := a.repair(ctx, &random)
		switch {
		case err != nil:
			return nil, err
		case tight > hopeless:
			return nil, nil
		case len(a.tight(overlapping)) == 0:
			return a.x, nil
		}
	}
	return nil, nil
}

func newAssembly(part *part, pieces []fragment, of []int) *assembly {
	n := len(part.atoms)
	a := &assembly{
		part: part, pieces: pieces, of: of, x: make([]float64, 3*n), ends: make([][]geom.Vec3, len(pieces)),
		radii: make([]float64, n), close: make([][]int32, n), stamp: make([]int32, n),
	}
	for i := range n {
		a.radii[i] = elem.VdwRadius(part.p.Mol.Atoms[i].Element)
	}
	if part.checks == nil {
		part.checks = newChecks(part.p)
	}
	for i, list := range part.checks.near {
		for _, j := range list {
			a.close[i], a.close[j] = append(a.close[i], j), append(a.close[j], int32(i))
		}
	}
	if len(pieces) > 0 {
		a.walk(a.middle(a.walk(0)))
	}
	return a
}

// walk orders the pieces from the one given outward and returns the last.
func (a *assembly) walk(from int) int {
	n := len(a.pieces)
	a.parent, a.entry, a.order = make([]int, n), make([]int, n), append(a.order[:0], from)
	for k := range a.parent {
		a.parent[k] = -2
	}
	a.parent[from] = -1
	for k := 0; k < len(a.order); k++ {
		at := a.order[k]
		for _, e := range a.pieces[at].caps {
			if a.parent[e.to] != -2 {
				continue
			}
			a.parent[e.to] = at
			for back, other := range a.pieces[e.to].caps {
				if other.bond == e.bond {
					a.entry[e.to] = back
				}
			}
			a.order = append(a.order, e.to)
		}
	}
	return a.order[n-1]
}

// middle returns the piece halfway to the one that is farthest from piece last.
func (a *assembly) middle(last int) int {
	at := a.walk(last)
	steps := 0
	for k := at; a.parent[k] >= 0; k = a.parent[k] {
		steps++
	}
	for range steps / 2 {
		at = a.parent[at]
	}
	return at
}

// grow places all pieces. Where one has no room the last ones are taken back, more of them
// each time, and placed otherwise.
func (a *assembly) grow(ctx context.Context, random *rng.Rand) error {
	a.placed = a.placed[:0]
	until := make([]int, len(a.order)) // atoms that are placed before each step
	budget := takenBack * len(a.order)
	farthest, failures := 0, 0
	for step := 0; step < len(a.order); step++ {
		if step%16 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		k := a.order[step]
		f := &a.pieces[k]
		until[step] = len(a.placed)
		if step == 0 {
			a.put(k, f.x)
			continue
		}
		if step > farthest {
			farthest, failures = step, 0
		}
		u, axis := a.start(k)
		var best []float64
		least, cost := math.Inf(1), 0.0
		phase := random.Float64()
		for turn := range turnsTried {
			y := f.turned(a.entry[k], u, axis, (float64(turn)+phase)*2*math.Pi/turnsTried)
			c := a.cost(k, y)
			saved := outward * geom.At(y, len(f.atoms)-1).Sub(a.middleAt()).Norm()
			if chance := c - saved + 0.3*float64(1+min(failures, 6))*random.Float64(); chance < least {
				least, best, cost = chance, y, c
			}
		}
		if cost > noRoom && budget > 0 && a.tightAt(k, best) {
			failures++
			back := min(step-1, 1<<min(failures, 6))
			budget -= back + 1
			step -= back
			a.placed = a.placed[:until[step]]
			step--
			continue
		}
		a.put(k, best)
	}
	return nil
}

// middleAt is where the first piece is.
func (a *assembly) middleAt() geom.Vec3 { return geom.At(a.x, a.pieces[a.order[0]].atoms[0]) }

// tightAt says whether piece k would have an atom too close to one that is placed.
func (a *assembly) tightAt(k int, y []float64) bool {
	for at, i := range a.pieces[k].atoms {
		a.mark++
		for _, j := range a.close[i] {
			a.stamp[j] = a.mark
		}
		p := geom.At(y, at)
		for _, j := range a.placed {
			limit := crowded * (a.radii[i] + a.radii[j])
			if a.stamp[j] != a.mark && geom.At(a.x, j).Sub(p).Norm2() < limit*limit {
				return true
			}
		}
	}
	return false
}

// start returns where the first atom of piece k goes and the direction of the bond that
// leads there.
func (a *assembly) start(k int) (place, axis geom.Vec3) {
	f := &a.pieces[k]
	entry := f.caps[a.entry[k]]
	parent := &a.pieces[a.parent[k]]
	for e, end := range parent.caps {
		if end.bond != entry.bond {
			continue
		}
		from := parent.atoms[end.atom]
		origin := geom.At(a.x, from)
		axis = a.ends[a.parent[k]][e].Sub(origin).Unit()
		m := a.part.p.Mol
		length := elem.CovalentRadius(m.Atoms[from].Element) + elem.CovalentRadius(m.Atoms[f.atoms[entry.atom]].Element)
		return origin.AddScaled(length, axis), axis
	}
	return place, axis
}

// turned returns the positions of the fragment and its ends with the atom of one end at a
// place and the end itself against the axis, turned about it.
func (f *fragment) turned(end int, place, axis geom.Vec3, angle float64) []float64 {
	origin := geom.At(f.x, f.caps[end].atom)
	e1 := origin.Sub(geom.At(f.x, len(f.atoms)+end)).Unit() // along the bond, inward
	e2 := e1.Perpendicular().Unit()
	e3 := e1.Cross(e2)
	p := axis.Perpendicular().Unit()
	q := axis.Cross(p)
	sin, cos := math.Sincos(angle)
	t2 := p.Scale(cos).AddScaled(sin, q)
	t3 := axis.Cross(t2)
	y := make([]float64, len(f.x))
	for i := range len(f.x) / 3 {
		d := geom.At(f.x, i).Sub(origin)
		geom.Put(y, i, place.AddScaled(d.Dot(e1), axis).AddScaled(d.Dot(e2), t2).AddScaled(d.Dot(e3), t3))
	}
	return y
}

// put takes the positions of piece k.
func (a *assembly) put(k int, y []float64) {
	f := &a.pieces[k]
	for at, i := range f.atoms {
		geom.Put(a.x, i, geom.At(y, at))
	}
	a.ends[k] = a.ends[k][:0]
	for e := range f.caps {
		a.ends[k] = append(a.ends[k], geom.At(y, len(f.atoms)+e))
	}
	a.placed = append(a.placed, f.atoms...)
}

// cost says how little room piece k has at positions y beside those that are placed. Its
// open ends count as the atoms that come there.
func (a *assembly) cost(k int, y []float64) float64 {
	f := &a.pieces[k]
	m := a.part.p.Mol
	sum := 0.0
	for at := range len(y) / 3 {
		i := 0
		switch e := at - len(f.atoms); {
		case e < 0:
			i = f.atoms[at]
		case e == a.entry[k]:
			continue
		default:
			b := m.Bonds[f.caps[e].bond]
			i = b.A + b.B - f.atoms[f.caps[e].atom]
		}
		sum += a.crowding(i, geom.At(y, at), a.placed)
	}
	return sum
}

// crowding is what atom i costs at a place beside others. Atoms three bonds away cost
// less, and make bonds staggered.
func (a *assembly) crowding(i int, at geom.Vec3, others []int) float64 {
	a.mark++
	for _, j := range a.close[i] {
		a.stamp[j] = a.mark
	}
	a.stamp[i] = a.mark
	sum := 0.0
	for _, j := range others {
		d2 := geom.At(a.x, j).Sub(at).Norm2()
		r := a.radii[i] + a.radii[j]
		if d2 >= 1.21*r*r {
			continue
		}
		q := math.Sqrt(d2) / r
		switch {
		case a.stamp[j] == a.mark:
			sum += 10 * (1.1 - q) * (1.1 - q)
		case q < roomy:
			sum += 100 * (roomy - q) * (roomy - q)
		}
	}
	return sum
}
