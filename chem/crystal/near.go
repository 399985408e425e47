package crystal

import (
	"math"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/grid"
)

// nearestPair returns the two atoms that are nearest to each other and less than limit
// apart, with their distance; −1 when there are none. Images of one atom do not count.
func nearestPair(c *cell.Cell, positions []float64, limit float64) (i, j int, d float64) {
	i, j = -1, -1
	g, err := grid.New(c, positions, limit)
	if err != nil {
		return i, j, 0
	}
	best := limit * limit
	g.Pairs(func(a, b int, _ geom.Vec3, d2 float64) {
		if a != b && d2 < best {
			i, j, best = a, b, d2
		}
	})
	return i, j, math.Sqrt(best)
}
