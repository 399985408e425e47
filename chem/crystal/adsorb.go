package crystal

import (
	"context"
	"fmt"
	"math"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/grid"
	"github.com/molsmith/molsmith/chem/structure"
)

// Adsorbate is a molecule and how it stands on a surface.
type Adsorbate struct {
	Molecule *structure.Structure
	Anchor   int     // atom that comes to stand above the site; −1: the centroid of all atoms
	Height   float64 // Å of the anchor above the site
	Tilt     float64 // degrees about the first vector of the surface, before the next
	Azimuth  float64 // degrees about the normal, counterclockwise seen from above
}

// Placed is what is put on a surface.
type Placed struct {
	Structure *structure.Structure // the molecules alone, one for each site, without a cell
	Nearest   float64              // Å, the least distance of an atom of them to the slab or to another molecule; 0: none within 5 Å
}

// tooNear is a distance in Å that no two atoms have.
const tooNear = 0.5

// Place puts copies of the molecule on sites of the slab s. The molecule's z becomes the
// normal of the surface, its x the first vector. Atoms that would come within 0.5 Å of others are
// refused. The error may be ctx's.
func (a *Adsorbate) Place(ctx context.Context, s *structure.Structure, sites []AdsorptionSite) (*Placed, error) {
	c, err := source(s)
	if err != nil {
		return nil, err
	}
	m := a.Molecule
	switch {
	case m == nil || m.Len() == 0:
		return nil, refuse("the adsorbate has no atoms")
	case a.Anchor < -1 || a.Anchor >= m.Len():
		return nil, refuse("the anchor is atom %d: the adsorbate has %d, counted from 0", a.Anchor, m.Len())
	case !(math.Abs(a.Height) <= 100):
		return nil, refuse("the height is %g Å: give −100 to 100", a.Height)
	case !(math.Abs(a.Tilt) <= 3600 && math.Abs(a.Azimuth) <= 3600):
		return nil, refuse("tilt and azimuth must be angles in degrees")
	case len(sites) == 0:
		return nil, refuse("give one site or more")
	}
	if n := float64(s.Len()) + float64(len(sites))*float64(m.Len()); n > MaxAtoms {
		return nil, tooMany(n)
	}
	x := c.Vector(0).Unit()
	z := c.Vector(0).Cross(c.Vector(1)).Unit()
	if c.Vector(2).Dot(z) < 0 {
		z = z.Neg()
	}
	frame := geom.FromRows(x, z.Cross(x), z)
	toSurface := frame.Transpose()
	tilt := geom.AxisAngle(geom.Vec3{X: 1}, a.Tilt*math.Pi/180)
	azimuth := geom.AxisAngle(geom.Vec3{Z: 1}, a.Azimuth*math.Pi/180)
	turn := azimuth.Mul(tilt).Matrix()
	turn = toSurface.Mul(&turn)
	anchor := geom.Centroid(m.Positions)
	if a.Anchor >= 0 {
		anchor = geom.At(m.Positions, a.Anchor)
	}
	n := m.Len()
	origin, copies := make([]int32, n*len(sites)), make([]int32, n*len(sites))
	for i := range origin {
		origin[i], copies[i] = int32(i%n), int32(i/n)
	}
	t := gather(m, origin, copies)
	for k, site := range sites {
		at := site.Position.AddScaled(a.Height, z)
		for i := range n {
			geom.Put(t.Positions, k*n+i, at.Add(turn.MulVec(geom.At(m.Positions, i).Sub(anchor))))
		}
		for b, bond := range m.Bonds {
			t.Bonds = append(t.Bonds, [2]uint32{bond[0] + uint32(k*n), bond[1] + uint32(k*n)})
			if m.BondOrders != nil {
				t.BondOrders = append(t.BondOrders, m.BondOrders[b])
			}
		}
	}
	out := &Placed{Structure: t}
	all := append(append([]float64(nil), s.Positions...), t.Positions...)
	g, err := grid.New(&c, all, 5)
	if err != nil {
		return nil, refuse("the adsorbates: %v", err)
	}
	base, best, pair := s.Len(), math.Inf(1), [2]int{}
	for j := base; j < base+t.Len() && best >= tooNear*tooNear; j++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		p := geom.At(all, j)
		g.Near(p, func(i int, d geom.Vec3, d2 float64) bool {
			// Of one molecule only images of it count.
			own := i >= base && (i-base)/n == (j-base)/n && geom.At(all, i).Sub(p).Sub(d).Norm() < 1e-6
			if !own && d2 < best {
				best, pair = d2, [2]int{i, j}
			}
			return best >= tooNear*tooNear
		})
	}
	if !math.IsInf(best, 1) {
		out.Nearest = math.Sqrt(best)
	}
	if best < tooNear*tooNear {
		other := "another adsorbate"
		if pair[0] < base {
			other = fmt.Sprintf("atom %d of the slab", pair[0])
		}
		return nil, refuse("atom %d of the adsorbate would be %.2f Å from %s: place it higher, or fewer of them", (pair[1]-base)%n, out.Nearest, other)
	}
	return out, nil
}
