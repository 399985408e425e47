package conformer

import (
	"context"
	"math"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/perceive"
)

// orient moves a geometry, which it changes, to the origin and turns it so that it is
// widest along x and thinnest along z: the axes are the principal ones of the positions,
// x and y point to the side on which they reach farther.
func orient(x []float64) {
	n := len(x) / 3
	center := geom.Centroid(x)
	var s spread
	for i := range n {
		v := geom.At(x, i).Sub(center)
		geom.Put(x, i, v)
		s.add(v)
	}
	a, vectors := s.axes()
	widest, second := 0, 1
	for k := range 3 {
		if a[4*k] > a[4*widest] {
			widest = k
		}
	}
	if widest == 1 {
		second = 0
	}
	for k := range 3 {
		if k != widest && a[4*k] > a[4*second] {
			second = k
		}
	}
	column := func(k int) geom.Vec3 {
		v := geom.Vec3{X: vectors[k], Y: vectors[3+k], Z: vectors[6+k]}
		skew := 0.0
		for i := range n {
			d := v.Dot(geom.At(x, i))
			skew += d * d * d
		}
		if skew < 0 {
			return v.Neg()
		}
		return v
	}
	u, v := column(widest), column(second)
	w := u.Cross(v)
	for i := range n {
		p := geom.At(x, i)
		geom.Put(x, i, geom.Vec3{X: p.Dot(u), Y: p.Dot(v), Z: p.Dot(w)})
	}
}

// spread sums the products of coordinates of points about their center, row by row.
type spread [9]float64

func (s *spread) add(v geom.Vec3) {
	s[0] += v.X * v.X
	s[1] += v.X * v.Y
	s[2] += v.X * v.Z
	s[4] += v.Y * v.Y
	s[5] += v.Y * v.Z
	s[8] += v.Z * v.Z
}

// axes returns the principal axes as the columns of vectors, and on the diagonal of a how
// far the points reach along each.
func (s *spread) axes() (a *spread, vectors []float64) {
	s[3], s[6], s[7] = s[1], s[2], s[5]
	return s, geom.Symmetric(s[:], 3)
}

// approaches is the number of directions from which a component may come.
const approaches = 60

// arrange puts the components of a molecule side by side and returns the positions of all
// atoms around the origin. A component comes to those before it from the direction in
// which opposite charges meet, else from that which brings it closest, until spheres of
// van der Waals radii touch. It changes the geometries.
func arrange(ctx context.Context, p *perceive.Molecule, parts []*part, geometries [][]float64) ([]float64, error) {
	whole := make([]float64, 3*len(p.Mol.Atoms))
	for _, x := range geometries {
		orient(x)
	}
	parts[0].put(whole, geometries[0])
	if len(parts) == 1 {
		return whole, nil
	}
	placed := append([]int(nil), parts[0].atoms...)
	for k := 1; k < len(parts); k++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		x := geometries[k]
		shift := approach(p, placed, whole, parts[k].atoms, x)
		for i := range parts[k].atoms {
			geom.Put(x, i, geom.At(x, i).Add(shift))
		}
		parts[k].put(whole, x)
		placed = append(placed, parts[k].atoms...)
	}
	center := geom.Centroid(whole)
	for i := range p.Mol.Atoms {
		geom.Put(whole, i, geom.At(whole, i).Sub(center))
	}
	return whole, nil
}

// approach returns the shift of a component with positions x that brings it to the atoms
// already placed.
func approach(p *perceive.Molecule, placed []int, whole []float64, atoms []int, x []float64) geom.Vec3 {
	m := p.Mol
	var center geom.Vec3
	for _, i := range placed {
		center = center.Add(geom.At(whole, i))
	}
	center = center.Scale(1 / float64(len(placed)))
	var best geom.Vec3
	least := math.Inf(1)
	for k := range approaches {
		u := geom.Spread(k, approaches)
		// The largest distance from the center at which two spheres touch.
		far := 0.0
		for _, i := range placed {
			at := geom.At(whole, i).Sub(center)
			for j, atom := range atoms {
				d := at.Sub(geom.At(x, j))
				reach := touching(m.Atoms[i].Element, m.Atoms[atom].Element)
				along := d.Dot(u)
				if h := reach*reach - d.Norm2() + along*along; h > 0 {
					far = max(far, along+math.Sqrt(h))
				}
			}
		}
		shift := center.AddScaled(far, u)
		energy := 0.0 // in e²/Å, with a slight pull between all atoms
		for _, i := range placed {
			for j, atom := range atoms {
				d := geom.At(whole, i).Sub(geom.At(x, j).Add(shift)).Norm()
				energy += (float64(m.Atoms[i].Charge)*float64(m.Atoms[atom].Charge) - 1e-3) / d
			}
		}
		if energy < least-1e-9 {
			best, least = shift, energy
		}
	}
	return best
}

// touching is the distance at which two atoms of different components touch, Å.
func touching(a, b uint8) float64 { return elem.VdwRadius(a) + elem.VdwRadius(b) }
