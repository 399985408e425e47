package pack

import (
	"math"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
)

// binsPerTolerance is the resolution at which an origin is sought.
const binsPerTolerance = 8

// origin returns the translation of all molecules after which the faces of the
// cell cut through layers of ordinary density. In a periodic liquid every origin
// is as good as another, but thin layers differ in density by chance; programs
// that look at a box without its images take a sparse layer at a face for a gap.
func (s *system) origin(c *cell.Cell) geom.Vec3 {
	move := geom.Vec3{}
	for axis, height := range c.Heights() {
		if axis == 2 && s.walled() {
			continue // the walls stay where they are
		}
		bins := max(1, int(min(height/s.tolerance*binsPerTolerance, 1<<16)))
		atoms := make([]float64, bins)
		centers := make([]float64, bins)
		for i := range s.molecules {
			m := &s.molecules[i]
			centers[binOf(c, m.center, axis, bins)]++
			for a := range m.shape.sites {
				k := int(m.first) + a
				atoms[binOf(c, geom.At(s.now, k), axis, bins)]++
			}
		}
		best, least := 0, math.Inf(1)
		da, dc := newLayers(atoms), newLayers(centers)
		for b := range bins {
			if d := da.deviation(b) + dc.deviation(b); d < least {
				best, least = b, d
			}
		}
		move = move.AddScaled(-float64(best)/float64(bins), c.Vector(axis))
	}
	return move
}

// binOf returns the layer of p between two opposite faces.
func binOf(c *cell.Cell, p geom.Vec3, axis, bins int) int {
	f := c.Fractional(p)
	u := [3]float64{f.A, f.B, f.C}[axis]
	return min(int((u-math.Floor(u))*float64(bins)), bins-1)
}

// layers answers how much a periodic histogram holds in a window.
type layers struct {
	sum  []float64 // before each bin, over the bins and one tolerance more
	mean float64   // of a window
}

func newLayers(count []float64) layers {
	n := len(count)
	sum := make([]float64, n+2*binsPerTolerance+1)
	for k := range len(sum) - 1 {
		sum[k+1] = sum[k] + count[(k+n-binsPerTolerance%n)%n]
	}
	return layers{sum, (sum[n] - sum[0]) * binsPerTolerance / float64(n)}
}

// deviation returns how far the layers one tolerance thick on both sides of the
// lower edge of bin b are from the mean, relative to it.
func (l layers) deviation(b int) float64 {
	below := l.sum[b+binsPerTolerance] - l.sum[b]
	above := l.sum[b+2*binsPerTolerance] - l.sum[b+binsPerTolerance]
	return (math.Abs(below-l.mean) + math.Abs(above-l.mean)) / l.mean
}
