package crystal

import (
	"math"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
)

// surface is the upper side of a slab: its frame and the atoms that can be seen from above.
type surface struct {
	cell   cell.Cell
	normal geom.Vec3  // away from the slab
	e1, e2 geom.Vec3  // in the plane
	a, b   [2]float64 // the surface cell
	p, q   [2]float64 // the same lattice by its shortest vectors
	atoms  []int32
	at     [][2]float64 // of atoms, in the plane
	height []float64    // of atoms, along the normal
	all    []float64    // heights of all atoms, below the vacuum
	total  float64      // height of the cell
	places *planeGrid   // of at
	work   int          // points looked at
	limit  int          // of work
	// Room for the answers of around and voronoi.
	images, neighbors []seen
	polygons          [2][]corner
}

// flat returns the coordinates of p in the plane.
func (f *surface) flat(p geom.Vec3) [2]float64 { return [2]float64{p.Dot(f.e1), p.Dot(f.e2)} }

// nearestImage returns the shortest vector in the plane that differs from d by whole vectors of
// the surface cell.
func (f *surface) nearestImage(d [2]float64) [2]float64 {
	det := f.p[0]*f.q[1] - f.p[1]*f.q[0]
	x := math.Floor((d[0]*f.q[1]-d[1]*f.q[0])/det + 0.5)
	y := math.Floor((f.p[0]*d[1]-f.p[1]*d[0])/det + 0.5)
	best, least := d, math.Inf(1)
	for i := -1.0; i <= 1; i++ {
		for j := -1.0; j <= 1; j++ {
			e := [2]float64{d[0] - (x+i)*f.p[0] - (y+j)*f.q[0], d[1] - (x+i)*f.p[1] - (y+j)*f.q[1]}
			if n := e[0]*e[0] + e[1]*e[1]; n < least-1e-12 {
				best, least = e, n
			}
		}
	}
	return best
}

// seen is an image of a surface atom around another one.
type seen struct {
	atom int // place in surface.atoms
	at   [2]float64
	d2   float64
}

// around returns the images of surface atoms within reach of a point of the plane, atom by atom.
// The list is valid until the next call.
func (f *surface) around(p [2]float64, reach float64) []seen {
	area := math.Abs(f.p[0]*f.q[1] - f.p[1]*f.q[0])
	na := int(reach*math.Sqrt(length2(f.q))/area) + 1
	nb := int(reach*math.Sqrt(length2(f.p))/area) + 1
	if 2*reach+1e-6 < math.Sqrt(length2(f.p)) {
		na, nb = 0, 0 // the nearest image alone
	}
	list := f.images[:0]
	for _, k := range inOrder(f.places.near(p, reach)) {
		d := f.nearestImage([2]float64{f.at[k][0] - p[0], f.at[k][1] - p[1]})
		f.work += 4*na*nb + 1
		for i := -na; i <= na; i++ {
			for j := -nb; j <= nb; j++ {
				e := [2]float64{d[0] + float64(i)*f.p[0] + float64(j)*f.q[0], d[1] + float64(i)*f.p[1] + float64(j)*f.q[1]}
				if n := length2(e); n <= reach*reach {
					list = append(list, seen{int(k), [2]float64{p[0] + e[0], p[1] + e[1]}, n})
				}
			}
		}
	}
	f.images = list
	return list
}

// corner is a corner of a Voronoi cell with the neighbor whose bisector begins there.
type corner struct {
	at [2]float64
	by int // in the list of neighbors; −1: the first square
}

// voronoi returns the Voronoi cell of surface atom k among the images of all: its corners in
// order. The corners are as far from the atom as from the neighbors on both sides. Both lists
// are valid until the next call.
func (f *surface) voronoi(k int) (corners []corner, neighbors []seen) {
	p := f.at[k]
	area := math.Abs(f.a[0]*f.b[1] - f.a[1]*f.b[0])
	for reach := 3 * math.Sqrt(area/float64(len(f.atoms))); ; reach *= 1.5 {
		neighbors = f.neighbors[:0]
		for _, s := range f.around(p, reach) {
			if s.d2 > 1e-6 {
				neighbors = append(neighbors, s)
			}
		}
		f.neighbors = neighbors
		w := 4 * reach
		corners = append(f.polygons[0][:0], corner{[2]float64{p[0] + w, p[1] + w}, -1}, corner{[2]float64{p[0] - w, p[1] + w}, -1}, corner{[2]float64{p[0] - w, p[1] - w}, -1}, corner{[2]float64{p[0] + w, p[1] - w}, -1})
		other := f.polygons[1]
		for i, s := range neighbors {
			if cut := clip(other[:0], corners, p, s.at, i); cut != nil {
				corners, other = cut, corners
			}
		}
		f.polygons = [2][]corner{corners, other}
		f.work += len(neighbors) * len(corners)
		far := 0.0
		for _, c := range corners {
			far = max(far, math.Sqrt((c.at[0]-p[0])*(c.at[0]-p[0])+(c.at[1]-p[1])*(c.at[1]-p[1])))
		}
		if 2*far < reach || f.work > f.limit {
			return corners, neighbors
		}
	}
}

// clip cuts a polygon to the side of p of the bisector of p and q and appends the corners to
// out; nil when nothing is cut off.
func clip(out, polygon []corner, p, q [2]float64, by int) []corner {
	n := [2]float64{q[0] - p[0], q[1] - p[1]}
	limit := (q[0]*q[0] + q[1]*q[1] - p[0]*p[0] - p[1]*p[1]) / 2
	side := func(c *corner) float64 { return n[0]*c.at[0] + n[1]*c.at[1] - limit }
	touch := 1e-9 * (n[0]*n[0] + n[1]*n[1]) // a bisector through a corner cuts nothing
	whole := true
	for i := range polygon {
		whole = whole && side(&polygon[i]) <= touch
	}
	if whole {
		return nil
	}
	for i := range polygon {
		a, b := &polygon[i], &polygon[(i+1)%len(polygon)]
		da, db := side(a), side(b)
		if da <= touch {
			out = append(out, *a)
		}
		if (da <= touch) != (db <= touch) {
			t := da / (da - db)
			c := corner{[2]float64{a.at[0] + t*(b.at[0]-a.at[0]), a.at[1] + t*(b.at[1]-a.at[1])}, a.by}
			if da <= touch { // leaving: the bisector begins here
				c.by = by
			}
			out = append(out, c)
		}
	}
	if out == nil { // an empty polygon is not the same as a whole one
		out = []corner{}
	}
	return out
}
