package mmff

import (
	"math"

	"github.com/molsmith/molsmith/chem/geom"
)

// neutralPair is an atom that a row's atom meets, one of the two without charge.
type neutralPair struct {
	j int32
	// inverse is 1/R*, Å⁻¹; well is ε·(1.07/1.12)⁷, kcal/mol.
	inverse, well float64
}

// chargedPair is such an atom when both have charges.
type chargedPair struct {
	j             int32
	inverse, well float64
	coulomb       float64 // kcal·Å/mol
}

// rowTerm is an atom i; the next neutral terms of neutral and charged are what it meets.
type rowTerm struct {
	i, neutral, charged int32
}

// pairList are the interactions between atoms that are three and more bonds apart.
type pairList struct {
	rows    []rowTerm
	charged []chargedPair
	neutral []neutralPair
}

// The buffered 14-7 potential of a distance r is, with u = r/R*,
// ε·(1.07/(u + 0.07))⁷·(1.12/(u⁷ + 0.12) − 2). With a = 1.12/(u + 0.07) and
// b = 1.12/(u⁷ + 0.12) it is w·a⁷·(b − 2), and its derivative by u is
// −6.25·w·a⁷·(a·(b − 2) + u⁶·b²). The buffered Coulomb energy is q/(r + 0.05).
const (
	shapeA, shapeB = 0.07, 0.12
	shapeC         = 1.12
	coulombBuffer  = 0.05
)

// forces adds the energies and their gradient.
func (l *pairList) forces(position, force []geom.Vec3, e *energies) {
	force = force[:len(position)]
	neutral, charged := l.neutral, l.charged
	vdw, ele := 0.0, 0.0
	for _, row := range l.rows {
		at := position[row.i]
		var sum geom.Vec3
		for k := range neutral[:row.neutral] {
			p := &neutral[k]
			o := position[p.j]
			dx, dy, dz := o.X-at.X, o.Y-at.Y, o.Z-at.Z
			r := math.Sqrt(dx*dx + dy*dy + dz*dz + tiny)
			u := r * p.inverse
			u2 := u * u
			u6 := u2 * u2 * u2
			ua, ub := u+shapeA, u6*u+shapeB
			scale := shapeC / (ua * ub)
			a, b := ub*scale, ua*scale
			a2 := a * a
			w := p.well * (a2 * a2) * (a2 * a)
			b2 := b - 2
			vdw += w * b2
			s := -6.25 * p.inverse * w * (a*b2 + u6*b*b) / r
			sx, sy, sz := s*dx, s*dy, s*dz
			sum.X += sx
			sum.Y += sy
			sum.Z += sz
			to := &force[p.j]
			to.X += sx
			to.Y += sy
			to.Z += sz
		}
		for k := range charged[:row.charged] {
			p := &charged[k]
			o := position[p.j]
			dx, dy, dz := o.X-at.X, o.Y-at.Y, o.Z-at.Z
			r := math.Sqrt(dx*dx + dy*dy + dz*dz + tiny)
			u := r * p.inverse
			u2 := u * u
			u6 := u2 * u2 * u2
			ua, ub := u+shapeA, u6*u+shapeB
			scale := shapeC / (ua * ub)
			a, b := ub*scale, ua*scale
			a2 := a * a
			w := p.well * (a2 * a2) * (a2 * a)
			b2 := b - 2
			vdw += w * b2
			rc := r + coulombBuffer
			byBoth := 1 / (rc * r)
			c := r * byBoth
			q := p.coulomb * c
			ele += q
			s := -(6.25*p.inverse*w*(a*b2+u6*b*b) + q*c) * (rc * byBoth)
			sx, sy, sz := s*dx, s*dy, s*dz
			sum.X += sx
			sum.Y += sy
			sum.Z += sz
			to := &force[p.j]
			to.X += sx
			to.Y += sy
			to.Z += sz
		}
		neutral, charged = neutral[row.neutral:], charged[row.charged:]
		force[row.i] = force[row.i].Sub(sum)
	}
	e.vanDerWaals, e.electrostatic = vdw, ele
}

// energies is forces without the gradient.
func (l *pairList) energies(position []geom.Vec3, e *energies) {
	neutral, charged := l.neutral, l.charged
	vdw, ele := 0.0, 0.0
	for _, row := range l.rows {
		at := position[row.i]
		for k := range neutral[:row.neutral] {
			p := &neutral[k]
			r := math.Sqrt(position[p.j].Sub(at).Norm2() + tiny)
			vdw += buffered147(r*p.inverse, p.well)
		}
		for k := range charged[:row.charged] {
			p := &charged[k]
			r := math.Sqrt(position[p.j].Sub(at).Norm2() + tiny)
			vdw += buffered147(r*p.inverse, p.well)
			ele += p.coulomb / (r + coulombBuffer)
		}
		neutral, charged = neutral[row.neutral:], charged[row.charged:]
	}
	e.vanDerWaals, e.electrostatic = vdw, ele
}

func buffered147(u, well float64) float64 {
	u2 := u * u
	ua, ub := u+shapeA, u2*u2*u2*u+shapeB
	scale := shapeC / (ua * ub)
	a, b := ub*scale, ua*scale
	a2 := a * a
	return well * (a2 * a2) * (a2 * a) * (b - 2)
}
