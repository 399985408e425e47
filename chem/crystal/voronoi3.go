package crystal

import (
	"math"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/grid"
	"github.com/molsmith/molsmith/chem/internal/sorting"
)

// onPlane is how far from a plane in Å a corner counts as on it: crystals have many corners
// that more than three planes meet in.
const onPlane = 1e-7

// voronoiCell is the part of space that is nearer to an atom than to any other, relative to
// the atom: its faces as loops of corners. Its memory is used again from atom to atom.
type voronoiCell struct {
	faces, next [][]geom.Vec3
	rim         []geom.Vec3
	neighbors   []neighbor3
	list        []geom.Vec3
}

// neighbor3 is an atom near another one, images included.
type neighbor3 struct {
	from geom.Vec3 // the other one to this
	d2   float64
}

// build makes the cell of the atom at a place; corners farther than reach may be wrong. The
// grid has to reach twice as far.
func (z *voronoiCell) build(g *grid.Grid, at geom.Vec3, reach float64) {
	z.neighbors = z.neighbors[:0]
	g.Near(at, func(_ int, d geom.Vec3, d2 float64) bool {
		if d2 > 1e-8 {
			z.neighbors = append(z.neighbors, neighbor3{d, d2})
		}
		return true
	})
	sorting.Stable(z.neighbors, func(a, b neighbor3) int {
		switch {
		case a.d2 < b.d2:
			return -1
		case a.d2 > b.d2:
			return 1
		}
		return 0
	})
	z.cube(reach)
	for _, n := range z.neighbors {
		if n.d2 > 4*z.farthest2() {
			break
		}
		z.cut(n.from)
	}
}

// cube begins with a cube of twice the size.
func (z *voronoiCell) cube(half float64) {
	z.faces = z.faces[:0]
	for axis := range 3 {
		for _, side := range [2]float64{-half, half} {
			var face []geom.Vec3
			for _, corner := range [4][2]float64{{-half, -half}, {half, -half}, {half, half}, {-half, half}} {
				var v [3]float64
				v[axis], v[(axis+1)%3], v[(axis+2)%3] = side, corner[0], corner[1]
				face = append(face, geom.Vec3{X: v[0], Y: v[1], Z: v[2]})
			}
			z.faces = append(z.faces, face)
		}
	}
}

func (z *voronoiCell) farthest2() float64 {
	far := 0.0
	for _, face := range z.faces {
		for _, v := range face {
			far = max(far, v.Norm2())
		}
	}
	return far
}

// cut takes away what is nearer to n than to the origin. Each face is clipped by the plane
// (Sutherland and Hodgman, Commun. ACM 1974, 17, 32); the corners on the plane are a new one.
func (z *voronoiCell) cut(n geom.Vec3) {
	u, half := n.Unit(), n.Norm()/2
	outside := false
	for _, face := range z.faces {
		for _, v := range face {
			outside = outside || u.Dot(v)-half > onPlane
		}
	}
	if !outside {
		return
	}
	z.next, z.rim = z.next[:0], z.rim[:0]
	for _, face := range z.faces {
		var kept []geom.Vec3
		for k, v := range face {
			w := face[(k+1)%len(face)]
			h, next := u.Dot(v)-half, u.Dot(w)-half
			if h <= onPlane {
				kept = append(kept, v)
				if h >= -onPlane {
					z.addToRim(v)
				}
			}
			if (h > onPlane && next < -onPlane) || (h < -onPlane && next > onPlane) {
				x := v.AddScaled(h/(h-next), w.Sub(v))
				kept = append(kept, x)
				z.addToRim(x)
			}
		}
		if len(kept) >= 3 {
			z.next = append(z.next, kept)
		}
	}
	if len(z.rim) >= 3 {
		z.next = append(z.next, z.loop(u))
	}
	z.faces, z.next = z.next, z.faces
}

func (z *voronoiCell) addToRim(v geom.Vec3) {
	for _, w := range z.rim {
		if v.Sub(w).Norm2() < 100*onPlane*onPlane {
			return
		}
	}
	z.rim = append(z.rim, v)
}

// loop returns the corners of the rim in their order around a direction.
func (z *voronoiCell) loop(u geom.Vec3) []geom.Vec3 {
	var middle geom.Vec3
	for _, v := range z.rim {
		middle = middle.AddScaled(1/float64(len(z.rim)), v)
	}
	e1 := z.rim[0].Sub(middle).Unit()
	e2 := u.Cross(e1)
	face := append([]geom.Vec3(nil), z.rim...)
	turn := func(v geom.Vec3) float64 { // grows with the angle, from −2 to 2
		x, y := v.Sub(middle).Dot(e1), v.Sub(middle).Dot(e2)
		c := x / math.Sqrt(x*x+y*y)
		if y < 0 {
			return c - 1
		}
		return 1 - c
	}
	sorting.Stable(face, func(a, b geom.Vec3) int {
		switch p, q := turn(a), turn(b); {
		case p < q:
			return -1
		case p > q:
			return 1
		}
		return 0
	})
	return face
}

// corners returns those of the cell between two distances, each once. They are good until
// the next call.
func (z *voronoiCell) corners(least, most float64) []geom.Vec3 {
	z.list = z.list[:0]
	for _, face := range z.faces {
		for _, v := range face {
			if d2 := v.Norm2(); d2 < least*least || d2 >= most*most {
				continue
			}
			known := false
			for _, w := range z.list {
				known = known || v.Sub(w).Norm2() < 1e-10
			}
			if !known {
				z.list = append(z.list, v)
			}
		}
	}
	return z.list
}

// touching returns the directions from a corner to the atoms at its distance from the origin.
func (z *voronoiCell) touching(v geom.Vec3) []geom.Vec3 {
	toward := []geom.Vec3{v.Neg().Unit()}
	far := v.Norm() + touching
	for _, n := range z.neighbors {
		if n.d2 > 4*far*far {
			break
		}
		if d := n.from.Sub(v); d.Norm2() < far*far {
			toward = append(toward, d.Unit())
		}
	}
	return toward
}
