package polymer

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/rng"
)

// ErrStuck says that a melt could not be made within the bounds of the search.
var ErrStuck = errors.New("the chains do not fit")

// MaxFraction is the largest part of a cell that the atoms of chains may fill, as spheres of
// their van der Waals radii without what bonded ones have in common. By this measure crystals
// of polyethylene fill 0.84, polymer melts and glasses some 0.7.
const MaxFraction = 0.82

// Limits of growth in a cell, where the push that follows makes room.
const (
	meltPatience = 4
	meltStates   = 96
)

// leastBetween is the distance of atoms of different chains, Å, that a melt must have.
const leastBetween = 1.5

// Fill makes chains in a periodic cell: all grow at once, where there is room, images
// included; then what is too close is pushed apart, bonds are drawn out of rings, and the
// force field relaxes the whole. The result is a start for a simulation, not an equilibrated
// melt. The error is ctx's, noticed within a fraction of a second, ErrRequest,
// ErrTooManyAtoms, ErrTooThin, ErrTooDense before any work, or ErrStuck when chains still
// overlap or go through rings at the end. progress is as for Grow.
func Fill(ctx context.Context, c cell.Cell, chains []Request, o Options, progress func(fraction float64, message string)) (*Melt, error) {
	tell := newProgress(progress)
	if len(chains) == 0 {
		return nil, fmt.Errorf("%w: there are no chains", ErrRequest)
	}
	k, orders, err := newKit(ctx, chains)
	if err != nil {
		return nil, err
	}
	if part := k.bulk(orders).volume / c.Volume(); part > MaxFraction {
		return nil, fmt.Errorf("%w: the atoms of the chains would fill %.0f %% of the cell, and more than %.0f %% is not possible: take a larger cell or fewer units", ErrTooDense, 100*part, 100*MaxFraction)
	}
	for attempt := range attempts {
		var m *Melt
		if m, err = k.fill(ctx, &c, chains, orders, attempt, o, tell); err == nil {
			tell.at(1, "done")
			return m, nil
		}
		if !errors.Is(err, ErrStuck) {
			break
		}
	}
	return nil, err
}

// fill makes a melt once.
func (k *kit) fill(ctx context.Context, c *cell.Cell, chains []Request, orders [][]int, attempt int, o Options, tell *progress) (*Melt, error) {
	g := &grower{kit: k, shared: true}
	var strands []*strand
	for m, order := range orders {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		s := g.addChain(order)
		s.random = newSeed(o.Seed, attempt, m)
		s.patience, s.most, s.steps = meltPatience, meltStates, pushedFirst+pushedEach*s.n
		s.start = func(r *rng.Rand) motion {
			f := cell.Fractional{A: r.Float64(), B: r.Float64(), C: r.Float64()}
			q := r.Rotation()
			return motion{rotation: q.Matrix(), shift: c.Cartesian(f)}
		}
		strands = append(strands, s)
	}
	var err error
	if g.space, err = newSpace(c, len(g.owner), k.table.reach); err != nil {
		return nil, err
	}
	if err := g.growAll(ctx, strands, tell.part(0, 0.35)); err != nil {
		return nil, err
	}
	e, err := g.newEnsemble(ctx, strands, c, o.Workers)
	if err != nil {
		return nil, err
	}
	relaxed, err := e.settle(ctx, tell)
	if err != nil {
		return nil, err
	}
	_, near, pierced, err := e.fault(ctx, e.x)
	if err != nil {
		return nil, err
	}
	if near.between < leastBetween || len(pierced) > 0 {
		return nil, fmt.Errorf("%w: after the relaxation atoms of different chains are %.2f Å from each other at the closest and %d rings have bonds through them; take a lower density or another seed", ErrStuck, near.between, len(pierced))
	}
	m := &Melt{Report: e.report(near, len(pierced), relaxed), Between: near.between, Density: k.bulk(orders).mass / c.Volume() / avogadro}
	if m.Strain, err = e.strain(ctx); err != nil {
		return nil, err
	}
	for i := range chains {
		m.Chains = append(m.Chains, e.chain(i, &chains[i]))
	}
	return m, nil
}

// avogadro turns g/mol/Å³ into g/cm³ as a divisor.
const avogadro = 0.602214076

// bulk is a molar mass in g/mol and a volume in Å³.
type bulk struct{ mass, volume float64 }

// bulk returns those of all chains. The volume is that of spheres of the van der Waals radii
// without the caps that reach into bonded atoms (Bondi, J. Phys. Chem. 1964, 68, 441).
func (k *kit) bulk(orders [][]int) (sum bulk) {
	known := make([][]bulk, len(k.pieces))
	for _, order := range orders {
		for at, kind := range order {
			c := k.pieces[kind]
			if known[kind] == nil {
				known[kind] = c.bulk()
			}
			for i, s := range c.places(at == 0, at == len(order)-1).of {
				if s != none {
					sum.mass += known[kind][i].mass
					sum.volume += known[kind][i].volume
				}
			}
		}
	}
	return sum
}

// bulk returns those of each atom of a piece.
func (c *piece) bulk() []bulk {
	out := make([]bulk, len(c.given))
	for i, v := range atomVolumes(c.p.Mol, &c.adjacency, c.given) {
		out[i] = bulk{elem.Weight(c.p.Mol.Atoms[i].Element), v}
	}
	return out
}

// AtomVolumes returns the volume of each atom of a molecule, Å³, by the measure of MaxFraction.
func AtomVolumes(m *mol.Mol, positions []float64) []float64 {
	x := make([]geom.Vec3, len(m.Atoms))
	for i := range x {
		x[i] = geom.At(positions, i)
	}
	adjacency := m.Neighbors()
	return atomVolumes(m, &adjacency, x)
}

func atomVolumes(m *mol.Mol, adjacency *mol.Adjacency, x []geom.Vec3) []float64 {
	volumes := make([]float64, len(x))
	for i, a := range m.Atoms {
		r := radius(a.Element)
		v := 4.0 / 3 * math.Pi * r * r * r
		for _, b := range adjacency.Of(i) {
			d, other := x[i].Sub(x[b.Atom]).Norm(), radius(m.Atoms[b.Atom].Element)
			if h := r - (r*r+d*d-other*other)/(2*d); h > 0 {
				v -= math.Pi * h * h * (3*r - h) / 3
			}
		}
		volumes[i] = max(v, 0)
	}
	return volumes
}

// growAll grows strands in turn, a unit each, until all are whole.
func (g *grower) growAll(ctx context.Context, strands []*strand, report func(float64, string)) error {
	total, done := 0, 0
	for _, s := range strands {
		total += s.n
	}
	for left := len(strands); left > 0; {
		left, done = 0, 0
		for _, s := range strands {
			if s.next < s.n {
				if err := ctx.Err(); err != nil {
					return err
				}
				g.step(s)
			}
			if s.next < s.n {
				left++
			}
			done += s.next
		}
		report(float64(done)/float64(total), fmt.Sprintf("growing: %d of %d units", done, total))
	}
	return nil
}

// settle takes the chains apart, out of each other's rings, and relaxes them.
func (e *ensemble) settle(ctx context.Context, tell *progress) (relaxed bool, err error) {
	at := 0.35
	for _, stage := range []struct {
		scale, force float64
		iterations   int
		until        float64
	}{{0.6, 40, 30, 0.38}, {0.8, 40, 50, 0.42}, {1, 40, 80, 0.48}, {1, 160, 100, 0.55}, {1.03, 320, 100, 0.62}} {
		if err := e.separate(ctx, stage.scale, stage.force, stage.iterations, tell.text(at, stage.until, "taking chains apart")); err != nil {
			return false, err
		}
		at = stage.until
	}
	if err := e.mend(ctx, tell.text(at, 0.65, "taking chains apart")); err != nil {
		return false, err
	}
	_, found, err := e.crowd.measure(ctx, e.x)
	if err != nil {
		return false, err
	}
	if len(found) > 0 {
		tell.at(0.65, "drawing bonds out of rings")
		if err := e.unthread(ctx, found); err != nil {
			return false, err
		}
		if err := e.mend(ctx, tell.text(0.65, 0.65, "drawing bonds out of rings")); err != nil {
			return false, err
		}
	}
	return e.optimize(ctx, fieldIterations, tell.text(0.65, 0.98, "relaxing"))
}
