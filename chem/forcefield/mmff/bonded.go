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

// endScale is what is known of an end of an axis.
type endScale struct {
	cosine  float64 // between the end and the axis
	inverse float64 // 1/sine
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
		d := f.position[b.b].Sub(f.position[b.a])
		r := math.Sqrt(d.Norm2() + tiny)
		inverse := 1 / r
		u := d.Scale(inverse)
		unit[2*i], unit[2*i+1] = u, u.Neg()
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
	sum, coupled := 0.0, 0.0
	for i := range f.angles {
		t := &f.angles[i]
		u1, u2 := unit[t.e1], unit[t.e2]
		l1, l2 := &lengths[t.e1>>1], &lengths[t.e2>>1]
		theta, sine := angle(u1, u2)
		d := theta - t.theta0
		coupling := t.s1*l1.stretched + t.s2*l2.stretched
		kd := t.k * d
		sum += 0.5 * kd * d * (1 + cubic*d)
		coupled += coupling * d
		if gradient {
			l1.slope += t.s1 * d
			l2.slope += t.s2 * d
			byCosine := -(kd*(1+1.5*cubic*d) + coupling) / sine
			slope[t.e1] = slope[t.e1].AddScaled(byCosine, u2)
			slope[t.e2] = slope[t.e2].AddScaled(byCosine, u1)
		}
	}
	for i := range f.linear {
		t := &f.linear[i]
		u1, u2 := unit[t.e1], unit[t.e2]
		sum += t.k * (1 + u1.Dot(u2))
		if gradient {
			slope[t.e1] = slope[t.e1].AddScaled(t.k, u2)
			slope[t.e2] = slope[t.e2].AddScaled(t.k, u1)
		}
	}
	e.angle, e.stretchBend = sum, coupled
}

// bendPlanes adds the out-of-plane terms, k/2·χ² for the three Wilson angles χ of a
// center: sin χ is the triple product of the unit vectors over the sine of the angle
// that spans the plane.
func (f *Field) bendPlanes(e *energies, gradient bool) {
	unit, slope := f.unit, f.slope
	sum := 0.0
	for i := range f.planes {
		t := &f.planes[i]
		var u, cross, d [3]geom.Vec3
		for m := range u {
			u[m] = unit[t.e[m]]
		}
		cross[0], cross[1], cross[2] = u[1].Cross(u[2]), u[2].Cross(u[0]), u[0].Cross(u[1])
		triple := u[0].Dot(cross[0])
		byTriple := 0.0
		for m := range u {
			a, b := (m+1)%3, (m+2)%3
			inverse := 1 / math.Sqrt(max(cross[m].Norm2(), 1e-16))
			s := clip(triple * inverse)
			chi := arcsin(s)
			sum += 0.5 * t.k * chi * chi
			if gradient {
				bySine := t.k * chi / sine(s)
				byTriple += bySine * inverse
				byCosine := bySine * s * inverse * inverse * u[a].Dot(u[b])
				d[a] = d[a].AddScaled(byCosine, u[b])
				d[b] = d[b].AddScaled(byCosine, u[a])
			}
		}
		if gradient {
			for m := range d {
				slope[t.e[m]] = slope[t.e[m]].Add(d[m]).AddScaled(byTriple, cross[m])
			}
		}
	}
	e.outOfPlane = sum
}

// twistAxes adds the torsion terms, V1/2·(1 + cos φ) + V2/2·(1 − cos 2φ) + V3/2·(1 + cos 3φ).
// The cosine is that between the parts of two ends that are perpendicular to the axis, so
// that each end is projected once for all its torsions.
func (f *Field) twistAxes(e *energies, gradient bool) {
	unit, slope, normal, normalSlope, scale := f.unit, f.slope, f.normal, f.normalSlope, f.normalScale
	twists := f.twists
	sum := 0.0
	for i := range f.axes {
		t := &f.axes[i]
		axis := unit[t.edge]
		ends := f.ends[t.first:t.last]
		for m, end := range ends {
			u := unit[end]
			c := u.Dot(axis)
			n := u.AddScaled(-c, axis)
			inverse := 1 / math.Sqrt(max(n.Norm2(), 1e-16))
			normal[m] = n.Scale(inverse)
			scale[m] = endScale{c, inverse}
			normalSlope[m] = geom.Vec3{}
		}
		for k := range twists[:t.twists] {
			w := &twists[k]
			n1, n2 := normal[w.start], normal[w.tip]
			c := n1.Dot(n2)
			sum += w.c0 + c*(w.c1+c*(w.c2+c*w.c3))
			byCosine := w.c1 + c*(2*w.c2+3*c*w.c3)
			normalSlope[w.start] = normalSlope[w.start].AddScaled(byCosine, n2)
			normalSlope[w.tip] = normalSlope[w.tip].AddScaled(byCosine, n1)
		}
		twists = twists[t.twists:]
		if !gradient {
			continue
		}
		var byAxis geom.Vec3
		for m, end := range ends {
			s := &scale[m]
			h := normalSlope[m]
			q := h.AddScaled(-h.Dot(normal[m]), normal[m]).Scale(s.inverse)
			slope[end] = slope[end].Add(q)
			byAxis = byAxis.AddScaled(-s.cosine, q)
		}
		slope[t.edge] = slope[t.edge].Add(byAxis)
	}
	e.torsion = sum
}

// gatherBonds turns the derivatives with respect to lengths and unit vectors into forces.
func (f *Field) gatherBonds() {
	// maxInverse bounds 1/r, Å⁻¹, where bonded atoms nearly coincide.
	const maxInverse = 1e3
	for i := range f.bonds {
		b, l := &f.bonds[i], &f.length[i]
		u := f.unit[2*i]
		h := f.slope[2*i].Sub(f.slope[2*i+1])
		inverse := min(l.inverse, maxInverse)
		v := h.Scale(inverse).AddScaled(l.slope-h.Dot(u)*inverse, u)
		f.force[b.a] = f.force[b.a].Sub(v)
		f.force[b.b] = f.force[b.b].Add(v)
	}
}
