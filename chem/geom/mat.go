package geom

import "math"

// Mat3 is a 3×3 matrix in row-major order.
type Mat3 [9]float64

// Identity returns the unit matrix.
func Identity() Mat3 { return Mat3{1, 0, 0, 0, 1, 0, 0, 0, 1} }

// MulVec returns m·v, with v as a column.
func (m *Mat3) MulVec(v Vec3) Vec3 {
	return Vec3{
		m[0]*v.X + m[1]*v.Y + m[2]*v.Z,
		m[3]*v.X + m[4]*v.Y + m[5]*v.Z,
		m[6]*v.X + m[7]*v.Y + m[8]*v.Z,
	}
}

// Mul returns the product m·n.
func (m *Mat3) Mul(n *Mat3) Mat3 {
	var p Mat3
	for r := 0; r < 9; r += 3 {
		for c := range 3 {
			p[r+c] = m[r]*n[c] + m[r+1]*n[3+c] + m[r+2]*n[6+c]
		}
	}
	return p
}

// Transpose returns mᵀ.
func (m *Mat3) Transpose() Mat3 {
	return Mat3{m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]}
}

// Row returns row i as a vector.
func (m *Mat3) Row(i int) Vec3 { return Vec3{m[3*i], m[3*i+1], m[3*i+2]} }

// FromRows returns the matrix with rows a, b, c.
func FromRows(a, b, c Vec3) Mat3 {
	return Mat3{a.X, a.Y, a.Z, b.X, b.Y, b.Z, c.X, c.Y, c.Z}
}

// Det returns the determinant.
func (m *Mat3) Det() float64 {
	return m.Row(0).Dot(m.Row(1).Cross(m.Row(2)))
}

// Inverse returns m⁻¹; ok is false, and the matrix zero, when m is singular or
// not finite.
func (m *Mat3) Inverse() (inverse Mat3, ok bool) {
	a, b, c := m.Row(0), m.Row(1), m.Row(2)
	bc, ca, ab := b.Cross(c), c.Cross(a), a.Cross(b)
	d := 1 / a.Dot(bc)
	if d == 0 || math.IsInf(d, 0) || math.IsNaN(d) {
		return Mat3{}, false
	}
	return Mat3{
		bc.X * d, ca.X * d, ab.X * d,
		bc.Y * d, ca.Y * d, ab.Y * d,
		bc.Z * d, ca.Z * d, ab.Z * d,
	}, true
}

// Quat is a quaternion W + Xi + Yj + Zk. Rotations are unit quaternions.
type Quat struct{ W, X, Y, Z float64 }

// AxisAngle returns the rotation by angle about axis, which need not be a unit
// vector; the identity when axis is zero.
func AxisAngle(axis Vec3, angle float64) Quat {
	s, c := math.Sincos(angle / 2)
	u := axis.Unit()
	if u == (Vec3{}) {
		return Quat{W: 1}
	}
	return Quat{c, s * u.X, s * u.Y, s * u.Z}
}

// Mul returns the product q·p: the rotation p followed by q.
func (q Quat) Mul(p Quat) Quat {
	return Quat{
		q.W*p.W - q.X*p.X - q.Y*p.Y - q.Z*p.Z,
		q.W*p.X + q.X*p.W + q.Y*p.Z - q.Z*p.Y,
		q.W*p.Y - q.X*p.Z + q.Y*p.W + q.Z*p.X,
		q.W*p.Z + q.X*p.Y - q.Y*p.X + q.Z*p.W,
	}
}

// Unit returns q scaled to length 1; the identity when q is zero.
func (q Quat) Unit() Quat {
	n2 := q.W*q.W + q.X*q.X + q.Y*q.Y + q.Z*q.Z
	if n2 == 0 {
		return Quat{W: 1}
	}
	s := 1 / math.Sqrt(n2)
	return Quat{q.W * s, q.X * s, q.Y * s, q.Z * s}
}

// Matrix returns the rotation matrix of the unit quaternion q.
func (q Quat) Matrix() Mat3 {
	xx, yy, zz := q.X*q.X, q.Y*q.Y, q.Z*q.Z
	xy, xz, yz := q.X*q.Y, q.X*q.Z, q.Y*q.Z
	wx, wy, wz := q.W*q.X, q.W*q.Y, q.W*q.Z
	return Mat3{
		1 - 2*(yy+zz), 2 * (xy - wz), 2 * (xz + wy),
		2 * (xy + wz), 1 - 2*(xx+zz), 2 * (yz - wx),
		2 * (xz - wy), 2 * (yz + wx), 1 - 2*(xx+yy),
	}
}
