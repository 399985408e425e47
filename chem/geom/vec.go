// Package geom holds the small geometry that everything in three dimensions
// rests on: vectors, 3×3 matrices, unit quaternions, angles, and elementary
// functions that give the same bits on every platform.
//
// Lengths are in whatever unit the caller uses (Å throughout this module),
// angles are in radians. All types are plain values; no function keeps a
// reference to its arguments.
//
// Go's math.Exp, math.Log, math.Pow and math.Hypot have assembly versions on
// some platforms whose last bit differs from the portable one, so results that
// must agree between native and WebAssembly builds use Exp, Log and Pow of this
// package and lengths from math.Sqrt.
package geom

import "math"

// Vec3 is a Cartesian vector or point.
type Vec3 struct{ X, Y, Z float64 }

// Add returns v + w.
func (v Vec3) Add(w Vec3) Vec3 { return Vec3{v.X + w.X, v.Y + w.Y, v.Z + w.Z} }

// Sub returns v − w.
func (v Vec3) Sub(w Vec3) Vec3 { return Vec3{v.X - w.X, v.Y - w.Y, v.Z - w.Z} }

// Scale returns s·v.
func (v Vec3) Scale(s float64) Vec3 { return Vec3{s * v.X, s * v.Y, s * v.Z} }

// AddScaled returns v + s·w.
func (v Vec3) AddScaled(s float64, w Vec3) Vec3 {
	return Vec3{v.X + s*w.X, v.Y + s*w.Y, v.Z + s*w.Z}
}

// Neg returns −v.
func (v Vec3) Neg() Vec3 { return Vec3{-v.X, -v.Y, -v.Z} }

// Dot returns the scalar product v·w.
func (v Vec3) Dot(w Vec3) float64 { return v.X*w.X + v.Y*w.Y + v.Z*w.Z }

// Cross returns the vector product v×w.
func (v Vec3) Cross(w Vec3) Vec3 {
	return Vec3{v.Y*w.Z - v.Z*w.Y, v.Z*w.X - v.X*w.Z, v.X*w.Y - v.Y*w.X}
}

// Norm2 returns |v|².
func (v Vec3) Norm2() float64 { return v.X*v.X + v.Y*v.Y + v.Z*v.Z }

// Norm returns |v|.
func (v Vec3) Norm() float64 { return math.Sqrt(v.Norm2()) }

// Unit returns v/|v|, and the zero vector for a zero vector.
func (v Vec3) Unit() Vec3 {
	n := v.Norm()
	if n == 0 {
		return Vec3{}
	}
	return v.Scale(1 / n)
}

// Perpendicular returns a unit vector at right angles to the unit vector v.
func (v Vec3) Perpendicular() Vec3 {
	axis := Vec3{X: 1}
	if math.Abs(v.X) > 0.7 {
		axis = Vec3{Y: 1}
	}
	return v.Cross(axis).Unit()
}

// Spread returns direction k of n that lie evenly over the sphere: along a spiral with
// the golden angle between neighbors (Vogel, Math. Biosci. 1979, 44, 179, on the sphere).
func Spread(k, n int) Vec3 {
	golden := math.Pi * (3 - math.Sqrt(5))
	z := 1 - (2*float64(k)+1)/float64(n)
	ring := math.Sqrt(1 - z*z)
	sin, cos := math.Sincos(golden * float64(k))
	return Vec3{ring * cos, ring * sin, z}
}

// At returns the point i of a flat array of x y z triples.
func At(positions []float64, i int) Vec3 {
	p := positions[3*i : 3*i+3 : 3*i+3]
	return Vec3{p[0], p[1], p[2]}
}

// Put stores v as point i of a flat array of x y z triples.
func Put(positions []float64, i int, v Vec3) {
	p := positions[3*i : 3*i+3 : 3*i+3]
	p[0], p[1], p[2] = v.X, v.Y, v.Z
}

// Centroid returns the mean of a flat array of x y z triples; the zero vector
// for an empty one.
func Centroid(positions []float64) Vec3 {
	var sum Vec3
	n := len(positions) / 3
	if n == 0 {
		return sum
	}
	for i := range n {
		sum = sum.Add(At(positions, i))
	}
	return sum.Scale(1 / float64(n))
}

// Angle returns the angle a–b–c at b, 0 to π; 0 when a or c coincides with b.
func Angle(a, b, c Vec3) float64 {
	u, v := a.Sub(b), c.Sub(b)
	return math.Atan2(u.Cross(v).Norm(), u.Dot(v))
}

// Dihedral returns the torsion angle a–b–c–d about the axis b–c, −π to π,
// positive when, seen along b→c, d is clockwise of a (IUPAC). It is 0 when
// three neighbors are collinear.
func Dihedral(a, b, c, d Vec3) float64 {
	b1, b2, b3 := b.Sub(a), c.Sub(b), d.Sub(c)
	n1, n2 := b1.Cross(b2), b2.Cross(b3)
	return math.Atan2(n1.Cross(n2).Dot(b2.Unit()), n1.Dot(n2))
}
