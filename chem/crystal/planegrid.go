package crystal

import (
	"math"

	"github.com/molsmith/molsmith/chem/internal/sorting"
)

// planeGrid finds points of the plane of a surface by place. The points are periodic, sorted into
// bins that divide the surface cell by its shortest vectors.
type planeGrid struct {
	f       *surface
	bins    [2]int
	heights [2]float64 // Å, of the cell over its two vectors
	head    []int32    // of each bin the last point that was put there; −1: none
	next    []int32    // of each point the one that was put there before
	at      [][2]float64
	found   []int32
}

// Widths of bins in Å, where points are neither dense nor sparse.
const (
	narrowBin = 1.0
	wideBin   = 3.0
)

// maxPlaneWork bounds how many points are looked at: even surfaces of a million atoms need less.
const maxPlaneWork = 500_000_000

// grid returns an empty grid for about n points.
func (f *surface) grid(n int) *planeGrid {
	g := &planeGrid{f: f}
	area := math.Abs(f.p[0]*f.q[1] - f.p[1]*f.q[0])
	g.heights = [2]float64{area / math.Sqrt(length2(f.q)), area / math.Sqrt(length2(f.p))}
	edge := min(max(math.Sqrt(area/float64(n+1)), narrowBin), wideBin)
	edge = max(edge, math.Sqrt(area/float64(8*n+64))) // not more bins than that
	for k := range 2 {
		g.bins[k] = int(max(1, min(g.heights[k]/edge, float64(8*n+64))))
	}
	g.head = make([]int32, g.bins[0]*g.bins[1])
	for i := range g.head {
		g.head[i] = -1
	}
	return g
}

// fractions returns the coordinates of p in the shortest vectors, in [0, 1).
func (g *planeGrid) fractions(p [2]float64) [2]float64 {
	f := g.f
	det := f.p[0]*f.q[1] - f.p[1]*f.q[0]
	return [2]float64{inside((p[0]*f.q[1] - p[1]*f.q[0]) / det), inside((f.p[0]*p[1] - f.p[1]*p[0]) / det)}
}

// put adds the next point.
func (g *planeGrid) put(p [2]float64) {
	x := g.fractions(p)
	b := min(int(x[0]*float64(g.bins[0])), g.bins[0]-1)*g.bins[1] + min(int(x[1]*float64(g.bins[1])), g.bins[1]-1)
	g.next = append(g.next, g.head[b])
	g.head[b] = int32(len(g.at))
	g.at = append(g.at, x)
}

// near returns, in no order, the points of which an image may lie within reach of p; all that
// do are among them. The list is valid until the next call.
func (g *planeGrid) near(p [2]float64, reach float64) []int32 {
	f := g.f
	x := g.fractions(p)
	reach += 1e-6 // rounding errors
	var low, high [2]int
	whole := false
	for k := range 2 {
		n := float64(g.bins[k])
		r := reach / g.heights[k]
		if 2*r*n+2 >= n {
			low[k], high[k], whole = 0, g.bins[k]-1, true
			continue
		}
		low[k], high[k] = int(math.Floor((x[k]-r)*n)), int(math.Floor((x[k]+r)*n))
	}
	g.found = g.found[:0]
	for i := low[0]; i <= high[0]; i++ {
		for j := low[1]; j <= high[1]; j++ {
			for m := g.head[around(i, g.bins[0])*g.bins[1]+around(j, g.bins[1])]; m >= 0; m = g.next[m] {
				f.work++
				if !whole { // then one image alone may be near
					u, v := g.at[m][0]-x[0], g.at[m][1]-x[1]
					if i < 0 || i >= g.bins[0] {
						u = nearest(u)
					}
					if j < 0 || j >= g.bins[1] {
						v = nearest(v)
					}
					dx, dy := u*f.p[0]+v*f.q[0], u*f.p[1]+v*f.q[1]
					if dx*dx+dy*dy > reach*reach {
						continue
					}
				}
				g.found = append(g.found, m)
			}
		}
	}
	return g.found
}

// inOrder sorts the points that near found, few as a rule.
func inOrder(list []int32) []int32 {
	if len(list) > 64 {
		sorting.By(list, func(a, b int32) int { return int(a - b) })
		return list
	}
	for i, v := range list {
		k := i
		for ; k > 0 && list[k-1] > v; k-- {
			list[k] = list[k-1]
		}
		list[k] = v
	}
	return list
}

// tooUneven refuses a surface whose search takes more steps than an even one of the largest size.
func (f *surface) tooUneven() error {
	if f.work > f.limit {
		return &refusal{ErrTooManyAtoms, "the atoms of the surface lie too unevenly to find their sites: give a smaller depth or a smaller cell"}
	}
	return nil
}
