package mmff

import (
	"math"

	"github.com/molsmith/molsmith/chem/geom"
)

// bondTerm is a bond between atoms a and b.
type bondTerm struct {
	a, b int32
	r0   float64 // Å
	k    float64 // kcal/mol/Å²
}

// angleTerm is an angle between two edges from one atom, with its coupling to the
// lengths of their bonds.
type angleTerm struct {
	e1, e2 int32
	theta0 float64 // radians
	k      float64 // kcal/mol/rad²
	s1, s2 float64 // kcal/mol/Å/rad
}

// linearTerm is an angle about an atom of a linear type.
type linearTerm struct {
	e1, e2 int32
	k      float64 // kcal/mol
}

// planeTerm are the three angles between an edge from an atom with three neighbors and
// the plane of the other two.
type planeTerm struct {
	e [3]int32
	k float64 // kcal/mol/rad²
}

// axisTerm is a bond about which parts of the molecule turn. Its ends are
// ends[first:middle], edges from the start of the axis, and ends[middle:last], edges
// from its tip. The next twists terms of Field.twists belong to it.
type axisTerm struct {
	edge                int32
	first, middle, last int32
	twists              int32
}

// twistTerm is a torsion between two ends of an axis, counted from its first: the energy is
// a polynomial of the cosine.
type twistTerm struct {
	start, tip     uint16
	c0, c1, c2, c3 float64 // kcal/mol
}

// endWork is what is known of an end of an axis during Evaluate.
type endWork struct {
	normal  geom.Vec3 // the end without its part along the axis, of length 1
	slope   geom.Vec3 // derivative of the energy with respect to normal
	cosine  float64   // between the end and the axis
	inverse float64   // 1/sine
}

// stretchBonds sets lengths and unit vectors and adds the bond terms,
// k/2·Δ²·(1 − 2Δ + 7/3·Δ²).
func (f *Field) stretchBonds(e *energies) {
	const cubic, quartic = -2.0, 7.0 / 12 * 4
	unit := f.unit
	lengths := f.length[:len(f.bonds)]
	sum := 0.0
	for i := range f.bonds {
		b := &f.bonds[i]
		p, q := &f.position[b.a], &f.position[b.b]
		x, y, z := q.X-p.X, q.Y-p.Y, q.Z-p.Z
		r := math.Sqrt(x*x + y*y + z*z + tiny)
		inverse := 1 / r
		x, y, z = x*inverse, y*inverse, z*inverse
		u, v := &unit[2*i], &unit[2*i+1]
		u.X, u.Y, u.Z = x, y, z
		v.X, v.Y, v.Z = -x, -y, -z
		s := r - b.r0
		sum += 0.5 * b.k * s * s * (1 + s*(cubic+quartic*s))
		lengths[i] = length{s, inverse, b.k * s * (1 + s*(1.5*cubic+2*quartic*s))}
	}
	e.bond = sum
}

// bendAngles adds the angle terms, k/2·Δθ²·(1 − 0.4·Δθ), their couplings to the bonds,
// Δθ·(s1·Δr1 + s2·Δr2), and the terms of linear angles, k·(1 + cos θ).
func (f *Field) bendAngles(e *energies, gradient bool) {
	const cubic = -0.006981317 / degree
	unit, slope, lengths := f.unit, f.slope, f.length
	slope = slope[:len(unit)]
	sum, coupled := 0.0, 0.0
	for i := range f.angles {
		t := &f.angles[i]
		u1, u2 := &unit[t.e1], &unit[t.e2]
		l1, l2 := &lengths[t.e1>>1], &lengths[t.e2>>1]
		var theta, sine float64
		if c := u1.X*u2.X + u1.Y*u2.Y + u1.Z*u2.Z; c <= small && c >= -small {
			theta, sine = math.Pi/2-arcsinSmall(c), math.Sqrt(1-c*c)
		} else {
			theta, sine = wideAngle(u1, u2)
		}
		d := theta - t.theta0
		coupling := t.s1*l1.stretched + t.s2*l2.stretched
		kd := t.k * d
		sum += 0.5 * kd * d * (1 + cubic*d)
		coupled += coupling * d
		if gradient {
			l1.slope += t.s1 * d
			l2.slope += t.s2 * d
			byCosine := -(kd*(1+1.5*cubic*d) + coupling) / sine
			add(&slope[t.e1], byCosine, u2)
			add(&slope[t.e2], byCosine, u1)
		}
	}
	for i := range f.linear {
		t := &f.linear[i]
		u1, u2 := &unit[t.e1], &unit[t.e2]
		sum += t.k * (1 + u1.Dot(*u2))
		if gradient {
			add(&slope[t.e1], t.k, u2)
			add(&slope[t.e2], t.k, u1)
		}
	}
	e.angle, e.stretchBend = sum, coupled
}

// add adds s·v to the vector at to.
func add(to *geom.Vec3, s float64, v *geom.Vec3) {
	to.X += s * v.X
	to.Y += s * v.Y
	to.Z += s * v.Z
}

// bendPlanes adds the out-of-plane terms, k/2·χ² for the three Wilson angles χ of a
// center: sin χ is the triple product of the unit vectors over the sine of the angle
// that spans the plane.
func (f *Field) bendPlanes(e *energies, gradient bool) {
	sum := 0.0
	for i := range f.planes {
		t := &f.planes[i]
		u := [3]*geom.Vec3{&f.unit[t.e[0]], &f.unit[t.e[1]], &f.unit[t.e[2]]}
		h := [3]*geom.Vec3{&f.slope[t.e[0]], &f.slope[t.e[1]], &f.slope[t.e[2]]}
		var cross [3]geom.Vec3
		byTriple := 0.0
		for m := range cross {
			v, w := u[next[m]], u[next[m+1]]
			c := &cross[m]
			c.X, c.Y, c.Z = v.Y*w.Z-v.Z*w.Y, v.Z*w.X-v.X*w.Z, v.X*w.Y-v.Y*w.X
		}
		triple := u[0].X*cross[0].X + u[0].Y*cross[0].Y + u[0].Z*cross[0].Z
		for m := range cross {
			v, w, c := u[next[m]], u[next[m+1]], &cross[m]
			inverse := 1 / math.Sqrt(c.X*c.X+c.Y*c.Y+c.Z*c.Z+tinySine)
			s := triple * inverse
			chi, cosine := arcsin(s)
			sum += 0.5 * t.k * chi * chi
			if gradient {
				bySine := t.k * chi / cosine * inverse
				byTriple += bySine
				byCosine := bySine * s * inverse * (v.X*w.X + v.Y*w.Y + v.Z*w.Z)
				add(h[next[m]], byCosine, w)
				add(h[next[m+1]], byCosine, v)
			}
		}
		if gradient {
			for m := range h {
				add(h[m], byTriple, &cross[m])
			}
		}
	}
	e.outOfPlane = sum
}

// next[m] and next[m+1] are the two that follow m in a circle of three.
var next = [4]int{1, 2, 0, 1}

// tinySine added to a squared sine keeps terms of atoms in a line finite.
const tinySine = 1e-20

// twistAxes adds the torsion terms, V1/2·(1 + cos φ) + V2/2·(1 − cos 2φ) + V3/2·(1 + cos 3φ).
// The cosine is that between the parts of two ends that are perpendicular to the axis, so
// that each end is projected once for all its torsions.
func (f *Field) twistAxes(e *energies, gradient bool) {
	unit, slope, twists := f.unit, f.slope, f.twists
	slope = slope[:len(unit)]
	sum := 0.0
	for i := range f.axes {
		t := &f.axes[i]
		axis := &unit[t.edge]
		ends := f.ends[t.first:t.last]
		work := f.work[:len(ends)]
		for m, end := range ends {
			u, w := &unit[end], &work[m]
			c := u.X*axis.X + u.Y*axis.Y + u.Z*axis.Z
			x, y, z := u.X-c*axis.X, u.Y-c*axis.Y, u.Z-c*axis.Z
			inverse := 1 / math.Sqrt(x*x+y*y+z*z+tinySine)
			w.cosine, w.inverse = c, inverse
			w.normal.X, w.normal.Y, w.normal.Z = x*inverse, y*inverse, z*inverse
			w.slope.X, w.slope.Y, w.slope.Z = 0, 0, 0
		}
		for k := range twists[:t.twists] {
			w := &twists[k]
			p, q := &work[w.start], &work[w.tip]
			c := p.normal.X*q.normal.X + p.normal.Y*q.normal.Y + p.normal.Z*q.normal.Z
			sum += w.c0 + c*(w.c1+c*(w.c2+c*w.c3))
			byCosine := w.c1 + c*(2*w.c2+3*c*w.c3)
			add(&p.slope, byCosine, &q.normal)
			add(&q.slope, byCosine, &p.normal)
		}
		twists = twists[t.twists:]
		if !gradient {
			continue
		}
		var x, y, z float64 // derivative with respect to the axis
		for m, end := range ends {
			w := &work[m]
			h, n := &w.slope, &w.normal
			hn := h.X*n.X + h.Y*n.Y + h.Z*n.Z
			qx, qy, qz := (h.X-hn*n.X)*w.inverse, (h.Y-hn*n.Y)*w.inverse, (h.Z-hn*n.Z)*w.inverse
			to := &slope[end]
			to.X += qx
			to.Y += qy
			to.Z += qz
			x -= w.cosine * qx
			y -= w.cosine * qy
			z -= w.cosine * qz
		}
		to := &slope[t.edge]
		to.X += x
		to.Y += y
		to.Z += z
	}
	e.torsion = sum
}

// gatherBonds turns the derivatives with respect to lengths and unit vectors into forces.
func (f *Field) gatherBonds() {
	// maxInverse bounds 1/r, Å⁻¹, where bonded atoms nearly coincide.
	const maxInverse = 1e3
	for i := range f.bonds {
		b, l := &f.bonds[i], &f.length[i]
		u := &f.unit[2*i]
		h, back := &f.slope[2*i], &f.slope[2*i+1]
		x, y, z := h.X-back.X, h.Y-back.Y, h.Z-back.Z
		inverse := l.inverse
		if inverse > maxInverse {
			inverse = maxInverse
		}
		along := l.slope - (x*u.X+y*u.Y+z*u.Z)*inverse
		x, y, z = x*inverse+along*u.X, y*inverse+along*u.Y, z*inverse+along*u.Z
		from, to := &f.force[b.a], &f.force[b.b]
		from.X -= x
		from.Y -= y
		from.Z -= z
		to.X += x
		to.Y += y
		to.Z += z
	}
}
