package mmff

import (
	"math"

	"github.com/molsmith/molsmith/chem/geom"
)

// neutralPair is an atom j that a row's atom meets, one of the two without charge; kind is
// the place of their contact.
type neutralPair struct{ j, kind int32 }

// chargedPair is such an atom when both have charges.
type chargedPair struct {
	j, kind int32
	coulomb float64 // kcal·Å/mol
}

// rowTerm is an atom i; the next neutral pairs and the next charged ones of a list are its.
type rowTerm struct {
	i, neutral, charged int32
}

// pairList are the interactions between atoms three and more bonds apart, without a
// cut-off.
type pairList struct {
	rows     []rowTerm
	neutral  []neutralPair
	charged  []chargedPair
	contacts []contact
}

// The buffered 14-7 energy at a distance r is, with u = r/R*,
// ε·(1.07/(u + 0.07))⁷·(1.12/(u⁷ + 0.12) − 2). With a = 1.12/(u + 0.07) and
// b = 1.12/(u⁷ + 0.12) that is w·a⁷·(b − 2), w = ε·(1.07/1.12)⁷, and its derivative by u is
// −6.25·w·a⁷·(a·(b − 2) + u⁶·b²). The buffered Coulomb energy is q/(r + 0.05).
const (
	bufferA, bufferB = 0.07, 0.12
	shape            = 1.12
	coulombBuffer    = 0.05
)

// contact are the van der Waals parameters of two atom types.
type contact struct {
	inverse, inverse2 float64 // 1/R*, Å⁻¹, and its square
	well              float64 // w, kcal/mol
	slope             float64 // −6.25·w/R*
}

// evaluate adds the energies and their gradient. Sums over square roots and divisions
// are ordered so that long operations of one pair overlap with those of the next.
func (l *pairList) evaluate(position, force []geom.Vec3, e *energies) {
	force = force[:len(position)]
	neutral, charged, contacts := l.neutral, l.charged, l.contacts
	vdw, ele := 0.0, 0.0
	for _, row := range l.rows {
		at := position[row.i]
		var sum geom.Vec3
		for k := range neutral[:row.neutral] {
			p := &neutral[k]
			o, c := &position[p.j], &contacts[p.kind]
			dx, dy, dz := o.X-at.X, o.Y-at.Y, o.Z-at.Z
			r2 := (dx*dx + tiny) + (dy*dy + dz*dz)
			r := math.Sqrt(r2)
			u := r * c.inverse
			u2 := r2 * c.inverse2
			u6 := u2 * u2 * u2
			a, b := shape/(u+bufferA), shape/(u6*u+bufferB)
			a2 := a * a
			a7 := (a2 * a2) * (a2 * a)
			b2 := b - 2
			vdw += c.well * a7 * b2
			s := c.slope * a7 * (a*b2 + u6*(b*b)) / r
			x, y, z := s*dx, s*dy, s*dz
			sum.X += x
			sum.Y += y
			sum.Z += z
			to := &force[p.j]
			to.X += x
			to.Y += y
			to.Z += z
		}
		for k := range charged[:row.charged] {
			p := &charged[k]
			o, c := &position[p.j], &contacts[p.kind]
			dx, dy, dz := o.X-at.X, o.Y-at.Y, o.Z-at.Z
			r2 := (dx*dx + tiny) + (dy*dy + dz*dz)
			r := math.Sqrt(r2)
			u := r * c.inverse
			u2 := r2 * c.inverse2
			u6 := u2 * u2 * u2
			a, b := shape/(u+bufferA), shape/(u6*u+bufferB)
			a2 := a * a
			a7 := (a2 * a2) * (a2 * a)
			b2 := b - 2
			vdw += c.well * a7 * b2
			inverse := 1 / (r + coulombBuffer)
			q := p.coulomb * inverse
			ele += q
			s := (c.slope*a7*(a*b2+u6*(b*b)) - q*inverse) / r
			x, y, z := s*dx, s*dy, s*dz
			sum.X += x
			sum.Y += y
			sum.Z += z
			to := &force[p.j]
			to.X += x
			to.Y += y
			to.Z += z
		}
		neutral, charged = neutral[row.neutral:], charged[row.charged:]
		from := &force[row.i]
		from.X -= sum.X
		from.Y -= sum.Y
		from.Z -= sum.Z
	}
	e.vanDerWaals, e.electrostatic = vdw, ele
}

// energies adds the energies alone.
func (l *pairList) energies(position []geom.Vec3, e *energies) {
	neutral, charged, contacts := l.neutral, l.charged, l.contacts
	vdw, ele := 0.0, 0.0
	for _, row := range l.rows {
		at := position[row.i]
		for k := range neutral[:row.neutral] {
			p := &neutral[k]
			o := &position[p.j]
			dx, dy, dz := o.X-at.X, o.Y-at.Y, o.Z-at.Z
			r2 := (dx*dx + tiny) + (dy*dy + dz*dz)
			vdw += contacts[p.kind].energy(math.Sqrt(r2), r2)
		}
		for k := range charged[:row.charged] {
			p := &charged[k]
			o := &position[p.j]
			dx, dy, dz := o.X-at.X, o.Y-at.Y, o.Z-at.Z
			r2 := (dx*dx + tiny) + (dy*dy + dz*dz)
			r := math.Sqrt(r2)
			vdw += contacts[p.kind].energy(r, r2)
			ele += p.coulomb / (r + coulombBuffer)
		}
		neutral, charged = neutral[row.neutral:], charged[row.charged:]
	}
	e.vanDerWaals, e.electrostatic = vdw, ele
}

// energy returns the van der Waals energy at the distance r.
func (c *contact) energy(r, r2 float64) float64 {
	u2 := r2 * c.inverse2
	a, b := shape/(r*c.inverse+bufferA), shape/(u2*u2*u2*r*c.inverse+bufferB)
	a2 := a * a
	return c.well * ((a2 * a2) * (a2 * a)) * (b - 2)
}
