package crystal

import (
	"math"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/structure"
)

// layerCell is a surface cell with its vectors in the plane, shortened.
type layerCell struct {
	matrix [4]int
	a, b   [2]float64
}

// slabLayer is a slab with its frame.
type slabLayer struct {
	surface
	area   float64
	bottom float64 // height of the lowest atom
	top    float64
}

func newLayer(s *structure.Structure) (*slabLayer, error) {
	c, err := source(s)
	if err != nil {
		return nil, err
	}
	if s.Len() == 0 {
		return nil, refuse("there are no atoms")
	}
	l := &slabLayer{}
	l.cell = c
	l.frame()
	if l.top, err = l.heights(s); err != nil {
		return nil, err
	}
	l.area = l.a[0]*l.b[1] - l.a[1]*l.b[0]
	l.bottom = l.top
	for _, h := range l.all {
		l.bottom = min(l.bottom, h)
	}
	if l.area < 0 {
		return nil, refuse("the cell vectors are left-handed: swap two")
	}
	return l, nil
}

// cells returns the surface cells of 1 to most unit cells: one for every sublattice.
func (l *slabLayer) cells(most int) ([][]layerCell, error) {
	list := make([][]layerCell, most+1)
	total := 0
	for n := 1; n <= most; n++ {
		for i := 1; i <= n; i++ {
			if n%i != 0 {
				continue
			}
			for j := range n / i { // rows (i, j) and (0, n/i)
				c := layerCell{matrix: [4]int{i, j, 0, n / i}}
				for k := range 2 {
					c.a[k] = float64(i)*l.a[k] + float64(j)*l.b[k]
					c.b[k] = float64(n/i) * l.b[k]
				}
				c.shorten()
				list[n] = append(list[n], c)
				if total++; total > maxCells {
					return nil, &refusal{ErrTooManyAtoms, "the slabs have too many cells within the area: give a smaller one"}
				}
			}
		}
	}
	return list, nil
}

// shorten makes the vectors the shortest of their lattice, keeping the hand.
func (c *layerCell) shorten() {
	for range 200 {
		aa := c.a[0]*c.a[0] + c.a[1]*c.a[1]
		n := math.Floor((c.a[0]*c.b[0]+c.a[1]*c.b[1])/aa + 0.5)
		k := int(n)
		c.b = [2]float64{c.b[0] - n*c.a[0], c.b[1] - n*c.a[1]}
		c.matrix[2], c.matrix[3] = c.matrix[2]-k*c.matrix[0], c.matrix[3]-k*c.matrix[1]
		if c.b[0]*c.b[0]+c.b[1]*c.b[1] >= aa*(1-1e-9) {
			return
		}
		// a, b → b, −a
		c.a, c.b = c.b, [2]float64{-c.a[0], -c.a[1]}
		c.matrix = [4]int{c.matrix[2], c.matrix[3], -c.matrix[0], -c.matrix[1]}
	}
}

// cellOf returns the cell of a lateral matrix.
func (l *slabLayer) cellOf(m [4]int) layerCell {
	c := layerCell{matrix: m}
	for k := range 2 {
		c.a[k] = float64(m[0])*l.a[k] + float64(m[1])*l.b[k]
		c.b[k] = float64(m[2])*l.a[k] + float64(m[3])*l.b[k]
	}
	return c
}

// spread repeats a slab sideways, brings its cell onto another and its lowest atom to a height.
func (l *slabLayer) spread(s *structure.Structure, m [4]int, from, to *layerCell, low float64) (*Built, error) {
	inner := s.Clone()
	inner.Bonds, inner.BondOrders = nil, nil
	var off [][3]int32
	for k, o := range offsets(s, &l.cell) {
		// Atoms above the vacuum move down; bonds stay in the slab.
		u, v := s.Bonds[k][0], s.Bonds[k][1]
		rise := l.lowered(s, int(v)) - l.lowered(s, int(u)) + int(o[2])
		if rise != 0 {
			continue
		}
		inner.Bonds = append(inner.Bonds, s.Bonds[k])
		off = append(off, [3]int32{o[0], o[1], 0})
		if s.BondOrders != nil {
			inner.BondOrders = append(inner.BondOrders, s.BondOrders[k])
		}
	}
	for i := range inner.Len() {
		p := geom.At(s.Positions, i).Sub(l.cell.Shift(0, 0, l.lowered(s, i)))
		geom.Put(inner.Positions, i, p)
	}
	if inner.Bonds == nil && s.Bonds != nil {
		inner.Bonds = [][2]uint32{}
	}
	b, err := supercell(inner, &l.cell, [9]int{m[0], m[1], 0, m[2], m[3], 0, 0, 0, 1}, off)
	if err != nil {
		return nil, err
	}
	f := gradient(from, to)
	for i := range b.Structure.Len() {
		p := geom.At(b.Structure.Positions, i)
		h := l.all[b.Origin[i]]
		q := l.flat(p.AddScaled(h-p.Dot(l.normal), l.normal))
		at := geom.Vec3{X: f[0]*q[0] + f[1]*q[1], Y: f[2]*q[0] + f[3]*q[1], Z: h - l.bottom + low}
		// Into the cell sideways; molecules may be cut as bonds follow the nearest images.
		v := math.Floor(at.Y/to.b[1] + faceEdge)
		at.X, at.Y = at.X-v*to.b[0], at.Y-v*to.b[1]
		u := math.Floor((at.X-at.Y*to.b[0]/to.b[1])/to.a[0] + faceEdge)
		at.X -= u * to.a[0]
		geom.Put(b.Structure.Positions, i, at)
	}
	return b, nil
}

// lowered is how many third vectors below its place an atom belongs.
func (l *slabLayer) lowered(s *structure.Structure, i int) int {
	return int(math.Round((geom.At(s.Positions, i).Dot(l.normal) - l.all[i]) / l.total))
}
