package grid

import (
	"math"

	"github.com/molsmith/molsmith/chem/geom"
)

// Len returns the number of input points.
func (g *Grid) Len() int { return len(g.homes) }

// Home returns input point i moved into the box, and the translation that moved
// it there. For open points it is the position relative to the box corner.
func (g *Grid) Home(i int) (position geom.Vec3, cells [3]int32) {
	h := &g.homes[i]
	return h.position, h.cells
}

// Offset returns the vector from input point i to its place in the box.
func (g *Grid) Offset(i int) geom.Vec3 {
	c := &g.homes[i].cells
	if *c == [3]int32{} {
		return g.origin.Neg()
	}
	return g.frame.Shift(int(c[0]), int(c[1]), int(c[2]))
}

// Cell returns the number of the cell that holds input point i, for Row.
func (g *Grid) Cell(i int) int { return int(g.homes[i].cell) }

// Rows returns the number of rows of cells that a search around a point reads.
func (g *Grid) Rows() int { return len(g.rows) }

// Row returns the images in row k, from 0 to Rows, around a cell of the box:
// together they hold every image within the cutoff of any point in that cell,
// the point itself included, and others up to a few cutoffs away. The slice is
// valid until the next Update. This is the inner loop for callers that measure
// distances themselves; Near and Pairs are simpler.
func (g *Grid) Row(c, k int) []Image {
	first := c + g.rows[k]
	return g.images[g.start[first]:g.start[first+g.span]]
}

// ShiftOf returns the translation of an image.
func (g *Grid) ShiftOf(m *Image) *Shift { return &g.shifts[m.Shift] }

// Near calls visit for every image within the cutoff of p, any finite point:
// with the index of the input point, the vector from p to the image and
// its squared length. A point at p itself is visited too. It stops when visit
// returns false.
func (g *Grid) Near(p geom.Vec3, visit func(index int, d geom.Vec3, d2 float64) bool) {
	p = p.Sub(g.origin)
	if g.periodic {
		p = g.frame.Wrap(p)
	}
	if math.IsNaN(p.Norm2()) {
		return
	}
	f := g.frame.Fractional(p)
	u := [3]float64{f.A, f.B, f.C}
	// An open point may lie far outside the brick: read only rows that exist.
	var lo, hi [3]int
	for k, x := range u {
		at := math.Floor(x * float64(g.inner[k]))
		last := g.inner[k] + 2*g.layers[k] - 1
		lo[k] = int(min(max(at, 0), float64(last+1)))
		hi[k] = int(min(max(at+float64(2*g.layers[k]), -1), float64(last)))
	}
	limit := g.cutoff * g.cutoff
	for z := lo[2]; z <= hi[2]; z++ {
		for y := lo[1]; y <= hi[1]; y++ {
			row := z*g.stride[2] + y*g.stride[1]
			if lo[0] > hi[0] {
				return
			}
			for _, m := range g.images[g.start[row+lo[0]]:g.start[row+hi[0]+1]] {
				d := m.Position.Sub(p)
				if d2 := d.Norm2(); d2 <= limit && !visit(int(m.Index), d, d2) {
					return
				}
			}
		}
	}
}

// Pairs calls visit once for every pair of images within the cutoff of each
// other: input points i ≤ j, the vector from i to the image of j, its squared
// length. A pair that is close in several images is visited once for each; i
// equals j for a point and its own image.
func (g *Grid) Pairs(visit func(i, j int, d geom.Vec3, d2 float64)) {
	g.PairsOf(0, len(g.homes), visit)
}

// PairsOf is Pairs for the pairs of points from to to−1 as i: a part of the work, between
// which a caller can stop.
func (g *Grid) PairsOf(from, to int, visit func(i, j int, d geom.Vec3, d2 float64)) {
	limit := g.cutoff * g.cutoff
	for i := from; i < to; i++ {
		p := g.homes[i].position
		for k := range g.rows {
			row := g.Row(g.Cell(i), k)
			for s := range row {
				m := &row[s]
				if int(m.Index) < i || int(m.Index) == i && !positive(&g.shifts[m.Shift].Cells) {
					continue
				}
				d := m.Position.Sub(p)
				if d2 := d.Norm2(); d2 <= limit {
					visit(i, int(m.Index), d, d2)
				}
			}
		}
	}
}

// positive picks one of each pair of opposite translations, and not zero.
func positive(n *[3]int32) bool {
	switch {
	case n[2] != 0:
		return n[2] > 0
	case n[1] != 0:
		return n[1] > 0
	}
	return n[0] > 0
}
