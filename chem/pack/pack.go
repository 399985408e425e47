// Package pack fills periodic cells of any shape with rigid molecules, so that
// no two atoms of different molecules, images included, are closer than a
// tolerance.
//
// The way there: molecules are scattered evenly, their centers are spread like
// hard spheres, and then violations of the tolerance are relaxed molecule by
// molecule. The penalty of a molecule is half the sum of squares of the missing
// distances (the overlap penalty of Martínez et al. 2009, J. Comput. Chem. 30,
// 2157, in unsquared distances); each visit takes a damped Gauss–Newton step in
// its six degrees of freedom, and only molecules in violation and those they
// touch are visited. Molecules wider than a few Å start shrunken and grow into
// place, which keeps them from interlocking. What stays stuck is taken out and
// grown again in a hole.
//
// Lengths are in Å. The result depends on the request and the seed alone, not
// on the machine, the number of workers or the time.
package pack

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/parallel"
	"github.com/molsmith/molsmith/chem/rng"
)

// Species is a rigid molecule and how many copies of it to pack.
type Species struct {
	Positions []float64 // Å, x y z per atom, about any origin; not modified
	Count     int       // at least 1
	Bonds     [][2]int  // 0-based pairs of atoms; nil: its rings and bonds are not checked for piercing
	Slab      Slab      // where its atoms may be; zero: anywhere
}

// Slab is the part of a cell between two planes parallel to its vectors a and b: the
// fractional coordinates along c from Low to High, 0 ≤ Low < High ≤ 1. The zero Slab
// is the whole cell, without walls.
type Slab struct{ Low, High float64 }

// Options of a run.
type Options struct {
	// Tolerance is the least distance in Å between atoms of different molecules.
	Tolerance float64
	// Seed chooses the arrangement; every value gives another.
	Seed uint64
	// Workers is the number of goroutines; 0 means one per core.
	Workers int
	// Fixed are atoms, x y z each in Å, that are in the cell already and do not
	// move. Molecules keep the tolerance from them; they need not keep it from
	// each other. Not modified.
	Fixed []float64
	// FixedBonds are 0-based pairs of fixed atoms. With them, rings of fixed atoms
	// and bonds between them count for piercing; nil: they do not. The ends of a
	// bond may stand at opposite faces of the cell. Not modified.
	FixedBonds [][2]int
	// FixedVolume is the volume in Å³ of the cell, or the region, within half a
	// tolerance of fixed atoms; 0: it is estimated, which takes a while for many.
	FixedVolume float64
	// Region is where the centers of molecules are; nil: anywhere in the cell. Not
	// with slabs.
	Region *Region
}

// Result is a packed cell.
type Result struct {
	// Positions in Å, x y z per atom: species in order, copies in a row, atoms
	// in the order of the species; without the fixed atoms. Molecules are whole,
	// with their centers in the cell. Every value is a multiple of 1e-4.
	Positions []float64
	// Converged reports whether Closest is at least the tolerance and no molecule
	// outside its slab or the region.
	Converged bool
	// Closest is the smallest distance in Å between atoms of different molecules
	// (a molecule's own images count as different), measured on Positions.
	Closest float64
	// WorstA and WorstB are the molecules, 0-based in the order of Positions,
	// between which Closest is; equal for a molecule and its image, −1 for a
	// fixed atom.
	WorstA, WorstB int
	// Sweeps is the number of passes over the molecules.
	Sweeps int
	// Pierced is the number of rings of up to eight atoms with a bond of another
	// molecule through them, of species with Bonds and of FixedBonds; it is 0 but
	// in the most crowded cells at tolerances so small that it can happen at all.
	// It is counted on Positions.
	Pierced int
	// Outside is the number of molecules with an atom more than 1e-3 Å outside their
	// slab, or their center outside the region; Converged is false when there are any.
	Outside int
	// Reinserted is the number of times a stuck molecule was moved to a hole.
	Reinserted int
}

// Box packs the species into the cell. It returns the refusals of Feasible, and
// the error of ctx, noticed within a few milliseconds, when that ends. An
// arrangement that cannot be reached is not an error: Converged is then false
// and Positions the best that was found, after a bounded number of steps. Of a large and
// crowded cell a small part is tried first, and ErrTooDense says that not even that has room.
//
// progress, if not nil, is called from the goroutine of the caller with a
// fraction from 0 to 1 that never decreases and a line of text.
func Box(ctx context.Context, c cell.Cell, species []Species, opt Options, progress func(fraction float64, message string)) (*Result, error) {
	shapes, free, err := prepare(c, species, opt)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := tryCrowded(ctx, &c, shapes, species, free, opt); err != nil {
		return nil, err
	}
	r := &run{ctx: ctx, progress: progress, seed: opt.Seed}
	r.report(0, "packing: placing the molecules")
	if err := r.arrange(shortestLattice(c), shapes, species, opt); err != nil {
		return nil, err
	}
	if err := r.grow(); err != nil {
		return nil, err
	}
	return r.finish(&c, species, opt)
}

// arrange places all molecules, the wide ones as embryos. Molecules far larger
// than the mean come first and are packed by themselves, so that small ones find
// their places around them: a large one that grew among small ones would have to
// push them all aside.
func (r *run) arrange(frame *cell.Cell, shapes []shape, species []Species, opt Options) error {
	classes := sorted(shapes, species)
	workers := parallel.Workers(opt.Workers)
	fixed, err := fixedTopology(r.ctx, frame, opt.Fixed, opt.FixedBonds)
	if err != nil {
		return err
	}
	var placed []molecule
	occupied := opt.Fixed
	stream := uint64(0)
	for class, layers := range classes {
		if len(layers) == 0 {
			stream++
			continue
		}
		around, err := newObstacle(frame, occupied, opt.Tolerance)
		if err != nil {
			return err
		}
		var molecules []molecule
		for _, layer := range layers {
			if err := r.ctx.Err(); err != nil {
				return err
			}
			if opt.Region != nil {
				layer = opt.Region.scatter(frame, layer, around, opt.Seed, stream)
			} else {
				layer = scatter(layer[0].shape.room, layer, around, opt.Seed, stream)
			}
			molecules = append(molecules, layer...)
			stream++
		}
		r.report(0, "packing: spreading the molecules")
		if err := spread(r.ctx, frame, molecules, occupied, opt, workers); err != nil {
			return err
		}
		placed = append(placed, molecules...)
		r.report(0, "packing: sorting the atoms")
		if r.system, err = newSystem(*frame, opt.Tolerance, workers, shapes, placed, opt.Fixed); err != nil {
			return err
		}
		r.system.around, r.system.region = fixed, opt.Region
		if class == 0 {
			if err := r.packLarge(); err != nil {
				return err
			}
			occupied = append(slices.Clone(opt.Fixed), r.system.now[:3*r.system.movable]...)
		}
	}
	return nil
}

// sorted makes the molecules, in the order of the species: first the large ones, then
// the others, of each those of every slab.
func sorted(shapes []shape, species []Species) (classes [2][][]molecule) {
	var slabs [2][]Slab
	output := int32(0)
	for k := range species {
		class := 1
		if shapes[k].large {
			class = 0
		}
		layer := slices.Index(slabs[class], species[k].Slab)
		if layer < 0 {
			layer = len(slabs[class])
			slabs[class] = append(slabs[class], species[k].Slab)
			classes[class] = append(classes[class], nil)
		}
		classes[class][layer] = slices.Grow(classes[class][layer], species[k].Count)
		for range species[k].Count {
			classes[class][layer] = append(classes[class][layer], molecule{shape: &shapes[k], output: output})
			output++
		}
	}
	return classes
}

// packLarge grows and settles the large molecules alone.
func (r *run) packLarge() error {
	if err := r.grow(); err != nil {
		return err
	}
	random := rng.Stream(r.seed, rescueStream)
	_, err := r.settle(&random)
	return err
}

// finish relaxes, rounds and proves, and relaxes again should rounding have
// brought two atoms too close.
func (r *run) finish(c *cell.Cell, species []Species, opt Options) (*Result, error) {
	const attempts = 3
	random := rng.Stream(r.seed, rescueStream)
	for attempt := 1; ; attempt++ {
		settled, err := r.settle(&random)
		if err != nil {
			return nil, err
		}
		if _, err := r.unthread(settled, &random); err != nil {
			return nil, err
		}
		r.report(0.99, "packing: proving the distances")
		result := &Result{Sweeps: r.sweeps, Reinserted: r.reinserted}
		move := geom.Vec3{}
		if len(opt.Fixed) == 0 && opt.Region == nil {
			move = r.system.origin(c)
		}
		owner := r.system.output(c, move, species, result)
		near := measure(r.ctx, c, append(result.Positions[:len(result.Positions):len(result.Positions)], opt.Fixed...), owner, r.system.goal, r.system.workers)
		if result.Pierced, err = r.system.pierced(r.ctx, result.Positions, opt.Fixed, owner); err != nil {
			return nil, err
		}
		if err := r.ctx.Err(); err != nil {
			return nil, err
		}
		result.Closest = near.distance
		result.WorstA, result.WorstB = int(near.a), int(near.b)
		result.Outside = outside(c, species, result.Positions) + opt.Region.outside(species, result.Positions)
		result.Converged = near.distance >= opt.Tolerance && result.Outside == 0
		if result.Converged || !settled || attempt == attempts {
			r.report(1, fmt.Sprintf("packing: %s of %s molecules clear", grouped(len(r.system.molecules)-r.hard), grouped(len(r.system.molecules))))
			return result, nil
		}
		r.system.wakeAll()
	}
}

// output writes the moved and rounded positions in the order of the result, and
// returns the molecule of each atom, −1 for fixed ones.
func (s *system) output(c *cell.Cell, move geom.Vec3, species []Species, result *Result) (owner []int32) {
	first := make([]int, 0, len(s.molecules)) // atom of each molecule of the result
	atoms := 0
	for k := range species {
		for range species[k].Count {
			first = append(first, atoms)
			atoms += len(species[k].Positions) / 3
		}
	}
	result.Positions = make([]float64, 3*atoms)
	owner = make([]int32, atoms+len(s.offset)-s.movable)
	for i := range owner[atoms:] {
		owner[atoms+i] = -1
	}
	parallel.Do(s.workers, len(s.chunks), func(k int) {
		for i := s.chunks[k].lo; i < s.chunks[k].hi; i++ {
			m := &s.molecules[i]
			turn := m.rotation.Matrix()
			center := c.Wrap(m.center.Add(move))
			for a, site := range m.shape.sites {
				p := center.Add(turn.MulVec(site))
				at := first[m.output] + a
				geom.Put(result.Positions, at, geom.Vec3{X: rounded(p.X), Y: rounded(p.Y), Z: rounded(p.Z)})
				owner[at] = m.output
			}
		}
	})
	return owner
}

// rounded returns the float64 nearest to x with 4 decimals, and no negative
// zero.
func rounded(x float64) float64 { return math.Round(x*1e4)/1e4 + 0 }

// grouped writes n with a space between groups of three digits.
func grouped(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s %03d", grouped(n/1000), n%1000)
}
