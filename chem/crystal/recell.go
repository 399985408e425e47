package crystal

import (
	"math"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/internal/sorting"
	"github.com/molsmith/molsmith/chem/structure"
)

// Niggli returns s in the Niggli cell of its lattice: as many atoms, the vectors as short as
// the lattice allows.
func Niggli(s *structure.Structure) (*Built, error) {
	c, err := source(s)
	if err != nil {
		return nil, err
	}
	_, m := c.Niggli()
	return supercell(s, &c, m, offsets(s, &c))
}

// Primitive returns the structure in the primitive cell, whose vectors are the Niggli cell of
// all translations: one of the atoms that a translation makes equal, where it was. Bonds go
// along; one to an image of the same atom has no place in a Structure and is dropped.
func (y *Symmetry) Primitive() (*Built, error) {
	return y.recell(y.lattice.cell, [9]int{1, 0, 0, 0, 1, 0, 0, 0, 1})
}

// Conventional returns the structure in the conventional cell of the standard setting, where it
// was: neither turned nor made ideal.
func (y *Symmetry) Conventional() (*Built, error) {
	v := y.lattice.cell.Vectors()
	c, err := cell.New(multiply(&y.conventional, &v))
	if err != nil {
		return nil, refuse("the conventional cell: %v", err)
	}
	return y.recell(c, y.conventional)
}

// recell returns the atoms in the cell c, whose vectors are the rows of p in those of the
// primitive cell: the atoms of the source that lie where the primitive ones repeat.
func (y *Symmetry) recell(c cell.Cell, p [9]int) (*Built, error) {
	l, s := y.lattice, y.source
	points, err := newSublattice(p, MaxAtoms)
	if err != nil {
		return nil, err
	}
	if n := float64(len(l.at)) * float64(points.det); n > MaxAtoms {
		return nil, tooMany(n)
	}
	fractions := make([]cell.Fractional, s.Len())
	for i := range fractions {
		fractions[i] = y.cell.Fractional(geom.At(s.Positions, i))
	}
	find := newSites(&y.cell, s.Elements, fractions, 4*y.Tolerance)
	out := &Built{Images: points.det, Turn: geom.Identity()}
	var copies []int32
	var positions []geom.Vec3
	for n, point := range points.points {
		for _, first := range l.first {
			at := geom.At(s.Positions, int(first)).Add(l.cell.Shift(int(point[0]), int(point[1]), int(point[2])))
			f := c.Fractional(at)
			at = at.Sub(c.Shift(int(math.Floor(f.A+wrapEdge)), int(math.Floor(f.B+wrapEdge)), int(math.Floor(f.C+wrapEdge))))
			f = y.cell.Fractional(at)
			k, _ := find.find(f, s.Elements[first])
			if k < 0 {
				return nil, &refusal{ErrNotFound, "the cell does not repeat within the tolerance: give a smaller one"}
			}
			g := fractions[k]
			image := [3]int32{int32(math.Round(f.A - g.A)), int32(math.Round(f.B - g.B)), int32(math.Round(f.C - g.C))}
			out.Origin = append(out.Origin, int32(k))
			out.Image = append(out.Image, image)
			copies = append(copies, int32(n))
			positions = append(positions, geom.At(s.Positions, k).Add(y.cell.Shift(int(image[0]), int(image[1]), int(image[2]))))
		}
	}
	built := gather(s, out.Origin, copies)
	vectors := c.Vectors()
	built.Cell = &vectors
	for i, at := range positions {
		geom.Put(built.Positions, i, at)
	}
	out.Structure = built
	y.rebond(out, &c)
	return out, nil
}

// rebond joins the atoms of a cell as their origins are joined.
func (y *Symmetry) rebond(out *Built, c *cell.Cell) {
	s, built := y.source, out.Structure
	if len(s.Bonds) == 0 {
		return
	}
	fractions := make([]cell.Fractional, built.Len())
	for i := range fractions {
		fractions[i] = c.Fractional(geom.At(built.Positions, i))
	}
	find := newSites(c, built.Elements, fractions, 4*y.Tolerance)
	type end struct {
		bond  int32
		step  geom.Vec3
		other uint8
	}
	ends := make([][]end, s.Len())
	for k, b := range s.Bonds {
		d := y.cell.MinImage(geom.At(s.Positions, int(b[1])).Sub(geom.At(s.Positions, int(b[0]))))
		ends[b[0]] = append(ends[b[0]], end{int32(k), d, s.Elements[b[1]]})
		ends[b[1]] = append(ends[b[1]], end{int32(k), d.Neg(), s.Elements[b[0]]})
	}
	type joined struct {
		a, b uint32
		bond int32
	}
	var list []joined
	for i, origin := range out.Origin {
		for _, e := range ends[origin] {
			j, _ := find.find(c.Fractional(geom.At(built.Positions, i).Add(e.step)), e.other)
			if j >= 0 && j != i {
				list = append(list, joined{uint32(min(i, j)), uint32(max(i, j)), e.bond})
			}
		}
	}
	sorting.By(list, func(p, q joined) int {
		switch {
		case p.a != q.a:
			return int(p.a) - int(q.a)
		case p.b != q.b:
			return int(p.b) - int(q.b)
		}
		return int(p.bond) - int(q.bond)
	})
	built.Bonds = [][2]uint32{}
	for k, b := range list {
		if k > 0 && list[k-1].a == b.a && list[k-1].b == b.b {
			continue
		}
		built.Bonds = append(built.Bonds, [2]uint32{b.a, b.b})
		if s.BondOrders != nil {
			built.BondOrders = append(built.BondOrders, s.BondOrders[b.bond])
		}
	}
}
