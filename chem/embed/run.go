package embed

import (
	"context"
	"math"

	"github.com/molsmith/molsmith/chem/minimize"
	"github.com/molsmith/molsmith/chem/rng"
)

// work is the memory of the tries.
type work struct {
	x            []float64 // four coordinates an atom
	flat         []float64 // three coordinates an atom
	metric, mean []float64
	block, image []float64
	lo2, hi2     []float64 // squared bounds
	level        int       // that lo2 and hi2 are of
	space        minimize.Workspace
	first        violation
	second       refinement
}

const (
	firstIterations  = 300
	pressIterations  = 150
	refineIterations = 250
	maxError         = 0.05 // of the first stage per atom, dimensionless (Riniker and Landrum 2015)
)

// tries is the limit for a molecule of n atoms: fewer for larger ones, so that giving up
// takes a bounded amount of work.
func tries(n int) int { return max(4, min(45, 5_000_000/(n*n+1))*ordinary/max(n, ordinary)) }

// ordinary is the number of atoms up to which a stage ends by what a molecule gains as a
// whole. In a larger one that would leave a single pair far outside its bounds, and with
// thousands of pairs every try would fail.
const ordinary = 300

// iterations is the limit of a stage for n atoms.
func iterations(usual, n int) int { return usual * max(n, ordinary) / ordinary }

// gained is what the gain of a step is measured by, at which a stage ends, for n atoms.
func gained(n int) float64 {
	if n > ordinary {
		n = ordinary / 3
	}
	return float64(n)
}

// candidates is the number of sound geometries of which the one with the best torsions is
// returned.
func candidates(n int) int {
	if n <= 120 {
		return 2
	}
	return 1
}

// Embed returns positions, len 3N, x y z per atom in Å, about the centroid. The result
// depends on the molecule, seed and o alone. The error is ctx's or an *Error when no try
// met what is asked.
func (e *Embedder) Embed(ctx context.Context, seed uint64, o Options) ([]float64, error) {
	n := e.t.n
	if n < 2 {
		return make([]float64, 3*n), nil
	}
	e.grow()
	count, wanted := tries(n), candidates(n)
	var worst failure
	var best []float64
	lowest, found := 0.0, 0
	for k := range count {
		// Half of the tries keep to the usual ranges, the last quarter has much room.
		level := 0
		if k >= (count+1)/2 {
			level = 1
		}
		if k >= (3*count+3)/4 {
			level = 2
		}
		random := rng.Stream(seed, uint64(k))
		f, err := e.try(ctx, &random, level, o.RandomStart || k%4 == 3)
		if err != nil {
			return nil, err
		}
		if f.reason == noFailure {
			if energy := e.w.second.Evaluate(e.w.flat, nil); found == 0 || energy < lowest {
				best, lowest = append(best[:0], e.w.flat...), energy
			}
			if found++; found == wanted {
				break
			}
			continue
		}
		if worst.reason <= f.reason {
			worst = f
		}
	}
	if found > 0 {
		return best, nil
	}
	return nil, e.explain(&worst, count)
}

func (e *Embedder) grow() {
	n, w := e.t.n, &e.w
	if len(w.x) == 4*n {
		return
	}
	w.x, w.flat = make([]float64, 4*n), make([]float64, 3*n)
	w.metric, w.mean = make([]float64, n*n), make([]float64, n)
	w.block, w.image = make([]float64, columns*n), make([]float64, columns*n)
	size := n * (n - 1) / 2
	w.lo2, w.hi2 = make([]float64, size), make([]float64, size)
	w.level = -1
	w.first = violation{n: n, lo: w.lo2, hi: w.hi2, volumes: e.t.volumes, flats: e.t.flatGroups(), spare: make([]float64, 4*n)}
}

// take makes the bounds of a level those of the terms.
func (e *Embedder) take(ctx context.Context, level int) (*bounds, error) {
	b := e.levels[level]
	if b == nil {
		b = e.t.newBounds(ctx, level)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		e.levels[level] = b
	}
	if w := &e.w; w.level != level {
		w.level = level
		for k, v := range b.lo {
			w.lo2[k] = v * v
		}
		for k, v := range b.hi {
			w.hi2[k] = v * v
		}
		w.second.take(e.t, b)
	}
	return b, nil
}

// try makes one attempt and leaves its coordinates in w.flat.
func (e *Embedder) try(ctx context.Context, random *rng.Rand, level int, scattered bool) (failure, error) {
	w, n := &e.w, e.t.n
	b, err := e.take(ctx, level)
	if err != nil {
		return failure{}, err
	}
	if len(b.open) > 0 {
		b.decide(b.open, random)
		for k := range b.open {
			at := b.open[k].at
			w.lo2[at], w.hi2[at] = b.lo[at]*b.lo[at], b.hi[at]*b.hi[at]
		}
		w.second.retake(b)
	}
	if scattered || !w.project(b, random) {
		scatter(w.x, n, random)
	}
	w.first.chiral, w.first.fourth, w.first.planar = 1, 0.1, 0
	o := minimize.Options{MaxIterations: iterations(firstIterations, n), Gradient: 1e-2, Energy: 1e-4 * gained(n), Dimension: dimensions, MaxStep: 1, Workspace: &w.space}
	res, err := minimize.Run(ctx, &w.first, w.x, o)
	if err != nil {
		return stopped(ctx)
	}
	if f := e.handed(w.x, dimensions); f.reason != noFailure {
		return f, nil
	}
	if res.Energy > maxError*float64(n) {
		return failure{reason: badDistances, atoms: e.worstPair(w.x, b)}, nil
	}
	w.first.chiral, w.first.fourth, w.first.planar = 0.5, 1, 0.1
	o.MaxIterations = iterations(pressIterations, n)
	if _, err = minimize.Run(ctx, &w.first, w.x, o); err != nil {
		return stopped(ctx)
	}
	for i := range n {
		copy(w.flat[3*i:3*i+3], w.x[4*i:4*i+3])
	}
	o = minimize.Options{MaxIterations: iterations(refineIterations, n), Gradient: 0.5, Energy: 2e-3 * gained(n), Dimension: 3, MaxStep: 0.5, Workspace: &w.space}
	if _, err = minimize.Run(ctx, &w.second, w.flat, o); err != nil {
		return stopped(ctx)
	}
	center(w.flat)
	return e.check(w.flat, b), nil
}

// stopped is what a minimization that gave an error means: the context ended it, or the
// start was not finite, as when two atoms fall on each other.
func stopped(ctx context.Context) (failure, error) {
	return failure{reason: notFinite}, ctx.Err()
}

// center moves the centroid to the origin.
func center(x []float64) {
	var c [3]float64
	n := float64(len(x) / 3)
	for i := 0; i < len(x); i += 3 {
		c[0] += x[i] / n
		c[1] += x[i+1] / n
		c[2] += x[i+2] / n
	}
	for i := range x {
		x[i] -= c[i%3]
	}
}

// worstPair finds the pair farthest outside its bounds.
func (e *Embedder) worstPair(x []float64, b *bounds) []int {
	worst, most := []int{0, 0}, 0.0
	at := 0
	for i := range e.t.n {
		for j := range i {
			s := 0.0
			for k := range dimensions {
				d := x[dimensions*i+k] - x[dimensions*j+k]
				s += d * d
			}
			d := math.Sqrt(s)
			if off := max(d/b.hi[at]-1, 1-d/b.lo[at]); off > most {
				worst, most = []int{j, i}, off
			}
			at++
		}
	}
	return worst
}
