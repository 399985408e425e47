package pack

import (
	"context"
	"math"

	"github.com/molsmith/molsmith/chem/cell"
)

// A cell of more than trialFrom atoms, filled to more than trialFraction, may take minutes to find
// out that there is no room. So a small cell of the same density is tried first: what does not
// fit there within trialSweeps fits in no large one, which has all such parts at once.
// Liquids at their densities are far from that: water fills 0.3 at 2 Å, and packs up to 0.6.
const (
	trialFrom     = 30_000
	trialFraction = 0.5
	trialAtoms    = 6_000
	trialSweeps   = 1_000
)

// tryCrowded refuses (ErrTooDense) a large cell, or a slab of one, of which a small part has no
// room. free is the volume in Å³ that fixed atoms leave. The error may be ctx's.
func tryCrowded(ctx context.Context, c *cell.Cell, shapes []shape, species []Species, free float64, opt Options) error {
	if opt.Region != nil {
		return nil
	}
	var done []Slab
	for k := range species {
		slab := species[k].Slab
		known := false
		for _, other := range done {
			known = known || other == slab
		}
		if known {
			continue
		}
		done = append(done, slab)
		share := 1.0
		if slab != (Slab{}) {
			share = slab.High - slab.Low
		}
		if err := tryPart(ctx, shapes, species, slab, free*share, opt); err != nil {
			return err
		}
	}
	return nil
}

// tryPart tries the species of a slab in a cube of their density.
func tryPart(ctx context.Context, shapes []shape, species []Species, slab Slab, volume float64, opt Options) error {
	atoms, filled, widest := 0, 0.0, 0.0
	for k := range species {
		if species[k].Slab == slab {
			atoms += species[k].Count * len(shapes[k].sites)
			filled += float64(species[k].Count) * shapes[k].volume
			widest = max(widest, 2*shapes[k].radius)
		}
	}
	if atoms < trialFrom || filled < trialFraction*volume {
		return nil
	}
	scale := trialAtoms / float64(atoms)
	var part []Species
	molecules, taken := 0, 0.0
	for k := range species {
		if s := species[k]; s.Slab == slab {
			s.Count, s.Slab, s.Bonds = int(math.Round(float64(s.Count)*scale)), Slab{}, nil
			if s.Count > 0 {
				part = append(part, s)
				molecules += s.Count
				taken += float64(s.Count) * shapes[k].volume
			}
		}
	}
	edge := math.Cbrt(volume / filled * taken)
	if len(part) == 0 || edge < 2*(widest+opt.Tolerance) {
		return nil // too few wide molecules to say anything
	}
	box, err := cell.New([9]float64{edge, 0, 0, 0, edge, 0, 0, 0, edge})
	if err != nil {
		return nil
	}
	trial := Options{Tolerance: opt.Tolerance, Seed: opt.Seed, Workers: opt.Workers}
	small, _, err := prepare(box, part, trial)
	if err != nil {
		return err
	}
	r := &run{ctx: ctx, seed: opt.Seed, most: trialSweeps}
	if err := r.arrange(&box, small, part, trial); err != nil {
		return err
	}
	if err := r.grow(); err != nil {
		return err
	}
	settled, err := r.relax()
	if settled || err != nil {
		return err
	}
	return refuse(ErrTooDense, "the molecules cannot fit: atoms %g Å apart fill %.0f %% of the room, and of %d molecules at that density, tried first, %d stayed too close to others: lower the density, use fewer molecules or a larger cell, or a smaller minimum distance (tolerance)",
		opt.Tolerance, 100*filled/volume, molecules, r.hard)
}
