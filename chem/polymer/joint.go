package polymer

import (
	"math"

	"github.com/molsmith/molsmith/chem/geom"
)

// joint is where a bond leaves a piece: from a point along a unit axis, with a unit
// vector at right angles to it that torsions are counted from.
type joint struct{ point, axis, side geom.Vec3 }

// jointOf returns the joint of an end in the geometry x.
func jointOf(x []geom.Vec3, e end) joint {
	j := joint{point: x[e.atom], axis: x[e.leaves].Sub(x[e.atom]).Unit()}
	if j.axis == (geom.Vec3{}) {
		j.axis = geom.Vec3{X: 1}
	}
	if e.side != none {
		v := x[e.side].Sub(j.point)
		j.side = v.AddScaled(-v.Dot(j.axis), j.axis)
	}
	if j.side.Norm2() < 1e-6 { // in line with the axis, or no neighbor
		j.side = j.axis.Perpendicular()
	}
	j.side = j.side.Unit()
	return j
}

// motion is a rotation followed by a shift.
type motion struct {
	rotation geom.Mat3
	shift    geom.Vec3
}

func (m *motion) apply(p geom.Vec3) geom.Vec3 { return m.rotation.MulVec(p).Add(m.shift) }

// attach returns the motion that puts the piece with the joint head behind the joint tail:
// a bond of the given length along both axes, the sides at the torsion angle.
func attach(tail, head joint, length, torsion float64) motion {
	// Rows of from are the head's own frame, columns of to where it goes.
	axis := head.axis.Neg()
	from := geom.FromRows(axis, head.side, axis.Cross(head.side))
	sin, cos := math.Sin(torsion), math.Cos(torsion)
	other := tail.axis.Cross(tail.side)
	side := tail.side.Scale(cos).AddScaled(sin, other)
	to := geom.FromRows(tail.axis, side, tail.axis.Cross(side))
	back := to.Transpose()
	m := motion{rotation: back.Mul(&from)}
	at := tail.point.AddScaled(length, tail.axis)
	m.shift = at.Sub(m.rotation.MulVec(head.point))
	return m
}
