package crystal

import (
	"math"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/structure"
)

// wrapEdge is how far below 0 in units of a cell vector an atom counts as inside, as
// ASE has it.
const wrapEdge = 1e-5

// Supercell returns s in the cell whose vectors are the rows of matrix in the vectors
// of s, with one image of every atom for each lattice point of s inside: all atoms of the
// first point, then those of the next, in the order of ASE's make_supercell. Bonds follow
// minimum-image vectors and so join the images that are neighbors.
//
// Atoms without bonds are wrapped into the cell. With bonds each image keeps its place
// beside the others, so that molecules stay whole.
func Supercell(s *structure.Structure, matrix [9]int) (*Built, error) {
	c, err := source(s)
	if err != nil {
		return nil, err
	}
	return supercell(s, &c, matrix, offsets(s, &c))
}

func supercell(s *structure.Structure, c *cell.Cell, matrix [9]int, bonds [][3]int32) (*Built, error) {
	n := s.Len()
	l, err := newSublattice(matrix, MaxAtoms)
	if err != nil {
		return nil, err
	}
	if total := float64(n) * float64(l.det); total > MaxAtoms {
		return nil, tooMany(total)
	}
	vectors := multiply(&matrix, s.Cell)
	large, err := cell.NewEitherHand(vectors)
	if err != nil {
		return nil, refuse("the supercell: %v", err)
	}
	out := &Built{Images: l.det, Turn: geom.Identity(), Origin: make([]int32, n*l.det), Image: make([][3]int32, n*l.det)}
	copies := make([]int32, n*l.det)
	for k := range l.points {
		for i := range n {
			out.Origin[k*n+i] = int32(i)
			copies[k*n+i] = int32(k)
		}
	}
	built := gather(s, out.Origin, copies)
	built.Cell = &vectors
	out.Structure = built
	for k, p := range l.points {
		shift := c.Shift(int(p[0]), int(p[1]), int(p[2]))
		for i := range n {
			at, image := geom.At(s.Positions, i).Add(shift), p
			if len(s.Bonds) == 0 {
				f := large.Fractional(at)
				w := [3]float64{math.Floor(f.A + wrapEdge), math.Floor(f.B + wrapEdge), math.Floor(f.C + wrapEdge)}
				if w != ([3]float64{}) {
					at = at.Sub(large.Cartesian(cell.Fractional{A: w[0], B: w[1], C: w[2]}))
					for a := range 3 {
						image[a] -= int32(w[0])*int32(matrix[a]) + int32(w[1])*int32(matrix[3+a]) + int32(w[2])*int32(matrix[6+a])
					}
				}
			}
			geom.Put(built.Positions, k*n+i, at)
			out.Image[k*n+i] = image
		}
	}
	if len(s.Bonds) == 0 {
		return out, nil
	}
	built.Bonds = make([][2]uint32, 0, len(s.Bonds)*l.det)
	if s.BondOrders != nil {
		built.BondOrders = make([]uint8, 0, len(s.Bonds)*l.det)
	}
	for k, p := range l.points {
		for b, bond := range s.Bonds {
			o := &bonds[b]
			other := l.find([3]int{int(p[0] + o[0]), int(p[1] + o[1]), int(p[2] + o[2])})
			built.Bonds = append(built.Bonds, [2]uint32{uint32(k*n) + bond[0], uint32(other*n) + bond[1]})
		}
		built.BondOrders = append(built.BondOrders, s.BondOrders...)
	}
	return out, nil
}

// offsets returns for each bond of s the lattice vector, in units of the cell vectors, that
// brings its second atom to the image nearest to the first.
func offsets(s *structure.Structure, c *cell.Cell) [][3]int32 {
	out := make([][3]int32, len(s.Bonds))
	for k, b := range s.Bonds {
		d := geom.At(s.Positions, int(b[1])).Sub(geom.At(s.Positions, int(b[0])))
		f := c.Fractional(c.MinImage(d).Sub(d))
		out[k] = [3]int32{int32(math.Round(f.A)), int32(math.Round(f.B)), int32(math.Round(f.C))}
	}
	return out
}

// multiply returns the vectors that an integer matrix makes of the rows of v.
func multiply(matrix *[9]int, v *[9]float64) (out [9]float64) {
	for i := range 3 {
		for j := range 3 {
			out[3*i+j] = float64(matrix[3*i])*v[j] + float64(matrix[3*i+1])*v[3+j] + float64(matrix[3*i+2])*v[6+j]
		}
	}
	return out
}
