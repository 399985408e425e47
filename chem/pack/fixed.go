package pack

import (
	"fmt"
	"math"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/grid"
	"github.com/molsmith/molsmith/chem/rng"
)

// obstacle tells which places fixed atoms cover.
type obstacle struct{ grid *grid.Grid }

// newObstacle prepares the test for places within clearance of fixed atoms; it
// returns nil when there are none.
func newObstacle(frame *cell.Cell, fixed []float64, clearance float64) (*obstacle, error) {
	if len(fixed) == 0 {
		return nil, nil
	}
	g, err := grid.New(frame, fixed, clearance)
	if err != nil {
		return nil, fmt.Errorf("fixed atoms: %w", err)
	}
	return &obstacle{g}, nil
}

// covers reports whether a fixed atom is within the clearance of p.
func (o *obstacle) covers(p geom.Vec3) bool {
	covered := false
	o.grid.Near(p, func(int, geom.Vec3, float64) bool {
		covered = true
		return false
	})
	return covered
}

// coveredFraction estimates the part of the room that o covers.
func (o *obstacle) coveredFraction(room *room, r *rng.Rand) float64 {
	const points = 4096
	covered := 0
	for range points {
		if o.covers(room.random(r)) {
			covered++
		}
	}
	return float64(covered) / points
}

// spareSlots returns how many slots more than molecules the room is to have so
// that about as many as there are molecules stay uncovered.
func (o *obstacle) spareSlots(room *room, molecules int, r *rng.Rand) int {
	if o == nil {
		return 0
	}
	covered := min(o.coveredFraction(room, r), 0.95)
	return int(math.Ceil(float64(molecules) * covered / (1 - covered)))
}

// occupyFree moves molecules out of covered slots into free blank ones, chosen
// at random, and drops the blanks. Each molecule takes over the center of its
// new slot, so the order in space stays.
func (o *obstacle) occupyFree(molecules []molecule, blank *shape, r *rng.Rand) []molecule {
	var covered, free []int
	for i := range molecules {
		switch isCovered := o.covers(molecules[i].center); {
		case molecules[i].shape != blank && isCovered:
			covered = append(covered, i)
		case molecules[i].shape == blank && !isCovered:
			free = append(free, i)
		}
	}
	r.Shuffle(len(free), func(i, j int) { free[i], free[j] = free[j], free[i] })
	for k := range min(len(covered), len(free)) {
		from, to := &molecules[covered[k]], &molecules[free[k]]
		from.shape, to.shape = to.shape, from.shape
		from.scale, to.scale = to.scale, from.scale
		from.output, to.output = to.output, from.output
	}
	kept := molecules[:0]
	for _, m := range molecules {
		if m.shape != blank {
			kept = append(kept, m)
		}
	}
	return kept
}
