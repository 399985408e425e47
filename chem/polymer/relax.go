package polymer

import (
	"context"
	"math"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/minimize"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/ring"
)

// Limits of the relaxation.
const (
	pushIterations  = 150
	fieldIterations = 80
	mendIterations  = 100
	mendStiff       = 5
	fieldCutoff     = 7      // Å
	maxField        = 60_000 // atoms
	soundHeavy      = 2.45   // Å, of heavy atoms four or more bonds apart
	badAngle        = 0.3    // Å, of the distance over an angle: some 25° at a carbon
)

// ensemble is what is relaxed: the chains of a grower.
type ensemble struct {
	g        *grower
	strands  []*strand
	rows     []*layout
	crowd    *crowd
	graphs   []*graph
	periodic *cell.Cell
	push     *push
	x        []float64
	space    minimize.Workspace
}

// newEnsemble takes the positions of whole strands.
func (g *grower) newEnsemble(ctx context.Context, strands []*strand, periodic *cell.Cell, workers int) (*ensemble, error) {
	e := &ensemble{g: g, strands: strands, periodic: periodic}
	base := 0
	for _, s := range strands {
		row := make([]*piece, s.n)
		for k := range row {
			row[k] = g.levels[s.base+k].piece
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		l := newLayout(row, base)
		e.rows = append(e.rows, l)
		base = l.start[s.n]
	}
	e.x = make([]float64, 3*base)
	for m, s := range strands {
		l := e.rows[m]
		for k := range s.n {
			p := g.levels[s.base+k].point
			for i := l.start[k]; i < l.start[k+1]; i++ {
				geom.Put(e.x, i, g.space.point[p+i-l.start[k]])
			}
		}
	}
	var err error
	if e.crowd, e.graphs, err = newCrowd(ctx, e.rows, periodic); err != nil {
		return nil, err
	}
	e.crowd.workers = workers
	e.push, err = g.newPush(ctx, strands, e.rows, e.x, periodic)
	return e, err
}

// separate takes apart what is nearer than scale times the distances to keep. force is the
// force constant of contacts.
func (e *ensemble) separate(ctx context.Context, scale, force float64, iterations int, progress func(float64, string)) error {
	e.push.scale, e.push.contact = scale, force
	_, err := minimize.Run(ctx, e.push, e.x, minimize.Options{MaxIterations: iterations, Gradient: 0.5, MaxStep: 0.3, Memory: e.memory(), Workspace: &e.space, Progress: progress})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// memory is the number of steps the minimizer remembers: few when each is large.
func (e *ensemble) memory() int {
	if len(e.x) > 300_000 {
		return 4
	}
	return 0
}

// mend brings bonds back to their lengths without letting contacts come close again.
func (e *ensemble) mend(ctx context.Context, progress func(float64, string)) error {
	e.push.stiff = mendStiff
	defer func() { e.push.stiff = 1 }()
	return e.separate(ctx, 1.02, 320, mendIterations, progress)
}

// fault is how far a geometry is from sound: 0 when bonds have their lengths, no angle is
// bent out of shape, centers have their configuration, no ring is pierced and no contact is
// too close.
func (e *ensemble) fault(ctx context.Context, x []float64) (fault float64, near contacts, pierced []piercing, err error) {
	for k := range e.push.springs {
		t := &e.push.springs[k]
		most := 0.0
		switch t.force {
		case bondForce:
			most = badLength
		case angleForce:
			most = badAngle
		default:
			continue
		}
		off := math.Abs(geom.At(x, int(t.i)).Sub(geom.At(x, int(t.j))).Norm() - t.length)
		fault += max(0, off-most)
	}
	for k := range e.push.hands {
		t := &e.push.hands[k]
		if was, is := t.product*t.inverse, e.hand(x, t); math.Abs(was) > flatVolume && was*is <= 0 && !e.crowd.inverts(int(t.center)) {
			fault += 10
		}
	}
	near, pierced, err = e.crowd.measure(ctx, x)
	fault += 10*float64(len(pierced)) + max(0, soundHeavy-near.heavy) + max(0, 1.6-near.closest)
	return fault, near, pierced, err
}

// hand is the triple product of the term in the geometry x.
func (e *ensemble) hand(x []float64, t *handTerm) float64 {
	center := geom.At(x, int(t.center))
	var v [3]geom.Vec3
	for m, i := range t.to {
		v[m] = geom.At(x, int(i)).Sub(center)
	}
	return v[0].Dot(v[1].Cross(v[2]))
}

// optimize lets the force field relax the geometry, with bonds held near their lengths, and
// keeps the result when it is as sound as before.
func (e *ensemble) optimize(ctx context.Context, iterations int, progress func(float64, string)) (bool, error) {
	if len(e.x)/3 > maxField {
		return false, nil
	}
	// Perception and the typing of a long chain take some 50 ms each.
	p := e.molecule()
	if err := ctx.Err(); err != nil {
		return false, err
	}
	field, _ := newModel(p, fieldCutoff, e.periodic)
	if field == nil {
		return false, nil
	}
	if err := ctx.Err(); err != nil {
		return false, err
	}
	field.Until(ctx)
	x := append([]float64(nil), e.x...)
	o := minimize.Options{MaxIterations: iterations, Gradient: 0.5, MaxStep: 0.2, Memory: e.memory(), Workspace: &e.space, Progress: progress}
	if _, err := minimize.Run(ctx, &guarded{field, e.push}, x, o); err != nil {
		return false, ctx.Err()
	}
	before, _, _, err := e.fault(ctx, e.x)
	if err != nil {
		return false, err
	}
	after, _, _, err := e.fault(ctx, x)
	if err != nil {
		return false, err
	}
	was := e.x
	e.x = x
	if after > 0 {
		// Where the field was not done, bonds and contacts come first.
		if err := e.mend(ctx, progress); err != nil {
			return false, err
		}
		if after, _, _, err = e.fault(ctx, e.x); err != nil {
			return false, err
		}
	}
	if after > before {
		e.x = was
		return false, nil
	}
	return true, nil
}

// molecule is all chains as one perceived molecule.
func (e *ensemble) molecule() *perceive.Molecule {
	m := &mol.Mol{Atoms: e.crowd.atoms, Bonds: e.crowd.bonds}
	p := &perceive.Molecule{Mol: m, Rings: ring.Find(m)}
	for _, g := range e.graphs {
		p.AromaticBonds = append(p.AromaticBonds, g.p.AromaticBonds...)
		p.Valence = append(p.Valence, g.p.Valence...)
		p.Radicals = append(p.Radicals, g.p.Radicals...)
	}
	for i := range m.Atoms {
		p.Origin = append(p.Origin, i)
	}
	return p
}
