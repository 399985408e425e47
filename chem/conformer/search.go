package conformer

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/molsmith/molsmith/chem/embed"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/internal/sorting"
)

// MaxConformers is the largest number of conformers of a search.
const MaxConformers = 100

// SearchOptions direct a search. The zero value is usable.
type SearchOptions struct {
	// N is the number of geometries that are made; 0 means 10.
	N int
	// Seed gives the search its random numbers.
	Seed uint64
	// RMSD is how far, Å, the heavy atoms of two conformers that are both kept differ at
	// least, after superposition and whatever symmetry allows; 0 means 0.5, a negative
	// number keeps all.
	RMSD float64
	// Progress, unless nil, hears at times which part of the work is done.
	Progress func(fraction float64, message string)
}

// Ensemble is the result of a search.
type Ensemble struct {
	// Conformers have the lowest energy first. They are superposed on the first.
	Conformers []Conformer
	Made       int // geometries that were made
	Failed     int // tries that gave none
	Alike      int // geometries left out because they resemble one with lower energy
}

// Search makes several conformers and keeps those that differ. Configurations that the
// molecule does not state are those of Generate with the same seed in all of them:
// diastereomers are no conformers of each other. The error is an *embed.Error when there
// is none at all, or ctx's.
func (b *Builder) Search(ctx context.Context, o SearchOptions) (*Ensemble, error) {
	n := o.N
	if n <= 0 {
		n = 10
	}
	n = min(n, MaxConformers)
	limit := o.RMSD
	if limit == 0 {
		limit = 0.5
	}
	maker, settled := b, false
	e := &Ensemble{}
	var all []*Conformer
	var first error
	for k := range n {
		if o.Progress != nil {
			o.Progress(float64(k)/float64(n), fmt.Sprintf("conformer %d of %d", k+1, n))
		}
		c, err := maker.make(ctx, o.Seed, uint64(k), 1, nil)
		if err == nil && !settled {
			settled = true
			if maker, err = b.settle(ctx, o.Seed, c); err == nil && maker != b {
				c, err = maker.make(ctx, o.Seed, uint64(k), 1, nil)
			}
		}
		if err != nil {
			if fault := (*embed.Error)(nil); !errors.As(err, &fault) {
				return nil, err
			}
			e.Failed++
			if first == nil {
				first = err
			}
			if len(all) == 0 && e.Failed >= 3 {
				return nil, first
			}
			continue
		}
		all = append(all, c)
	}
	if len(all) == 0 {
		return nil, first
	}
	e.Made = len(all)
	sorting.Stable(all, func(a, b *Conformer) int {
		switch {
		case a.Energy < b.Energy:
			return -1
		case a.Energy > b.Energy:
			return 1
		}
		return 0
	})
	comparisons := b.compare()
	var kept []*Conformer
	for k, c := range all {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if o.Progress != nil {
			o.Progress(1, fmt.Sprintf("comparing conformer %d of %d", k+1, len(all)))
		}
		alike := false
		for _, other := range kept {
			if limit > 0 && deviation(comparisons, other.X, c.X, limit) < limit {
				alike = true
				break
			}
		}
		if alike {
			e.Alike++
			continue
		}
		kept = append(kept, c)
	}
	for _, c := range kept {
		layOn(comparisons[0].atoms, kept[0].X, c.X)
		e.Conformers = append(e.Conformers, *c)
	}
	return e, nil
}

// compare returns what comparing geometries needs, worked out once.
func (b *Builder) compare() []*comparison {
	if b.comparisons == nil {
		for _, part := range b.parts {
			b.comparisons = append(b.comparisons, newComparison(part))
		}
	}
	return b.comparisons
}

// comparison is what comparing geometries of a component needs.
type comparison struct {
	atoms []int   // of the whole molecule
	maps  [][]int // ways to lay them on themselves
	a, b  []float64
}

func newComparison(part *part) *comparison {
	atoms := part.whole(heavyAtoms(part.p.Mol))
	return &comparison{atoms: atoms, maps: symmetries(part.p), a: make([]float64, 3*len(atoms)), b: make([]float64, 3*len(atoms))}
}

// deviation returns the root mean square distance of the heavy atoms of two geometries,
// each component superposed by itself in the best of its symmetric ways, Å. It stops
// looking for better ways below enough.
func deviation(comparisons []*comparison, x, y []float64, enough float64) float64 {
	sum, n := 0.0, 0
	for _, c := range comparisons {
		for k, i := range c.atoms {
			geom.Put(c.a, k, geom.At(x, i))
		}
		best := math.Inf(1)
		for _, m := range c.maps {
			for k, at := range m {
				geom.Put(c.b, k, geom.At(y, c.atoms[at]))
			}
			s := geom.Superpose(c.a, c.b)
			if best = min(best, s.RMSD); best < enough/4 {
				break
			}
		}
		sum += best * best * float64(len(c.atoms))
		n += len(c.atoms)
	}
	return math.Sqrt(sum / float64(n))
}

// RMSD returns the root mean square distance, Å, of the heavy atoms of two geometries of
// the molecule after superposition, the least that its symmetry allows. Each component is
// superposed by itself.
func (b *Builder) RMSD(x, y []float64) float64 {
	return deviation(b.compare(), x, y, 0)
}

// layOn moves a geometry y onto x by the heavy atoms of the first component.
func layOn(heavy []int, x, y []float64) {
	a, c := make([]float64, 3*len(heavy)), make([]float64, 3*len(heavy))
	for k, i := range heavy {
		geom.Put(a, k, geom.At(x, i))
		geom.Put(c, k, geom.At(y, i))
	}
	if len(heavy) < 3 {
		return
	}
	motion := geom.Superpose(a, c)
	for i := range len(y) / 3 {
		geom.Put(y, i, motion.Apply(geom.At(y, i)))
	}
}
