package crystal

import (
	"math"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/structure"
)

const (
	// rectangleReach bounds the vectors of a rectangle, in vectors of the surface cell.
	rectangleReach = 12
	// rectangleAngle is how far from 90° an angle may be, in radians: files round.
	rectangleAngle = 2e-4
)

// Rectangle returns the lateral matrix of the smallest surface cell with a right angle; of
// several the one nearest to a square. Not every surface has one: ErrNotFound says so.
func (o *Slab) Rectangle(s *structure.Structure) ([4]int, error) {
	one := *o
	one.Lateral = [4]int{}
	one.Layers = 1
	k, err := one.prepare(s)
	if err != nil {
		return [4]int{}, err
	}
	a, b := k.vectors[0], k.vectors[1]
	matrix, ok := rectangle(a, b)
	if !ok {
		angle := math.Acos(max(-1, min(1, a.Dot(b)/(a.Norm()*b.Norm())))) * 180 / math.Pi
		return matrix, &refusal{ErrNotFound, "no rectangular cell within 12 vectors of the surface, which form " + degrees(angle)}
	}
	return matrix, nil
}

func rectangle(a, b geom.Vec3) (matrix [4]int, ok bool) {
	aa, ab, bb := a.Norm2(), a.Dot(b), b.Norm2()
	area, longest := math.Inf(1), 0.0
	for i := -rectangleReach; i <= rectangleReach; i++ {
		for j := 0; j <= rectangleReach; j++ {
			if gcd(i, j) != 1 || j == 0 && i < 0 {
				continue
			}
			for m := -rectangleReach; m <= rectangleReach; m++ {
				for n := -rectangleReach; n <= rectangleReach; n++ {
					det := float64(i*n - j*m)
					if det <= 0 || det > area || gcd(m, n) != 1 {
						continue
					}
					x, y, u, v := float64(i), float64(j), float64(m), float64(n)
					dot := x*u*aa + (x*v+y*u)*ab + y*v*bb
					p, q := math.Sqrt(x*x*aa+2*x*y*ab+y*y*bb), math.Sqrt(u*u*aa+2*u*v*ab+v*v*bb)
					if math.Abs(dot) > rectangleAngle*p*q {
						continue
					}
					// The same area: shorter sides; the same sides: the first found,
					// with the first vector nearest to a.
					long := max(p, q)
					if det < area || long < longest*(1-1e-9) || long < longest*(1+1e-9) && j == 0 && matrix[1] != 0 {
						area, longest, matrix, ok = det, long, [4]int{i, j, m, n}, true
					}
				}
			}
		}
	}
	return matrix, ok
}
