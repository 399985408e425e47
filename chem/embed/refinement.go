package embed

import "math"

// refinement is the function of the last stage, in three dimensions and kcal/mol: bond
// lengths and angles held within their bounds, contacts kept off, torsions in their
// preferred ranges, sp² atoms and flat rings in their plane, handedness kept.
type refinement struct {
	n        int
	stiff    []limit // bonds
	bent     []limit // angles
	loose    []limit // torsions
	torsions []torsionTerm
	planes   []plane
	lines    []line
	volumes  []volume
	spare    []float64
	pairs    *bounds
}

// limit holds a distance between lo and hi.
type limit struct {
	i, j   int32 // offsets into the coordinates
	lo, hi float64
}

// plane holds a center in the plane of its three neighbors; entries are offsets.
type plane struct{ center, a, b, c int32 }

// line holds a–b–c straight.
type line struct{ a, b, c int32 }

const (
	stiffForce   = 300.0 // kcal/(mol Å²)
	bentForce    = 100.0
	looseForce   = 20.0
	contactForce = 10.0
	planeForce   = 4.0  // kcal/(mol Å⁶), of the squared volume
	anglePart    = 0.2  // part of the range of a 1-3 distance that costs nothing,
	angleWidth   = 0.08 // where it does not lose more than that, Å
	lineForce    = 20.0 // kcal/mol, of the squared sum of unit vectors
	volumeForce  = 30.0 // kcal/mol
)

// take makes the terms from bounds; those that do not depend on them stay.
func (f *refinement) take(t *topology, b *bounds) {
	f.n = t.n
	f.pairs = b
	f.stiff, f.bent, f.loose = f.stiff[:0], f.bent[:0], f.loose[:0]
	at := 0
	for i := range t.n {
		for j := range i {
			l := limit{int32(3 * i), int32(3 * j), b.lo[at], b.hi[at]}
			switch b.kind[at] {
			case bondPair:
				f.stiff = append(f.stiff, l)
			case anglePair:
				mid, half := (l.lo+l.hi)/2, (l.hi-l.lo)/2
				half = max(anglePart*half, half-angleWidth)
				l.lo, l.hi = mid-half, mid+half
				f.bent = append(f.bent, l)
			case torsionPair:
				f.loose = append(f.loose, l)
			}
			at++
		}
	}
	if f.spare == nil {
		f.spare = make([]float64, 3*t.n)
		f.volumes = t.volumes
		f.addPlanes(t)
		f.torsions = t.torsionTerms()
	}
}

// retake takes the bounds of torsions again, which a try may have changed.
func (f *refinement) retake(b *bounds) {
	for k := range f.loose {
		l := &f.loose[k]
		at := pairIndex(int(l.i/3), int(l.j/3))
		l.lo, l.hi = b.lo[at], b.hi[at]
	}
}

func (f *refinement) addPlanes(t *topology) {
	for i := range t.n {
		of := t.of(i)
		switch {
		case t.shape[i] == trigonal && len(of) == 3 && !t.bowl(i):
			f.planes = append(f.planes, plane{int32(3 * i), 3 * of[0], 3 * of[1], 3 * of[2]})
		case t.shape[i] == linear && len(of) == 2 && t.angle[t.angleStart[i]].lo > 3:
			f.lines = append(f.lines, line{3 * of[0], int32(3 * i), 3 * of[1]})
		case len(t.shape[i].corners()) > 0:
			place := t.site[t.start[i]:t.start[i+1]]
			for x := range of {
				for y := range x {
					if t.shape[i].siteAngle(place[x], place[y]) > 3 {
						f.lines = append(f.lines, line{3 * of[x], int32(3 * i), 3 * of[y]})
					}
				}
			}
		}
	}
}

// Evaluate takes three coordinates an atom.
func (f *refinement) Evaluate(x, g []float64) float64 {
	if g == nil {
		g = f.spare
	}
	clear(g)
	energy := f.contacts(x, g)
	energy += limits(f.stiff, stiffForce, x, g)
	energy += limits(f.bent, bentForce, x, g)
	energy += limits(f.loose, looseForce, x, g)
	for k := range f.planes {
		energy += f.planes[k].evaluate(x, g)
	}
	for k := range f.lines {
		energy += f.lines[k].evaluate(x, g)
	}
	for k := range f.volumes {
		energy += f.volumes[k].evaluate(x, g, 3, volumeForce)
	}
	for k := range f.torsions {
		energy += f.torsions[k].evaluate(x, g)
	}
	return energy
}

// limits is the sum of force·(d − bound)² outside the bounds.
func limits(list []limit, force float64, x, g []float64) float64 {
	energy := 0.0
	for k := range list {
		l := &list[k]
		p, q := x[l.i:l.i+3:l.i+3], x[l.j:l.j+3:l.j+3]
		dx, dy, dz := p[0]-q[0], p[1]-q[1], p[2]-q[2]
		d := math.Sqrt(dx*dx + dy*dy + dz*dz)
		off := d - l.hi
		if d < l.lo {
			off = d - l.lo
		} else if off <= 0 {
			continue
		}
		energy += force * off * off
		s := 2 * force * off / max(d, 1e-9)
		dx, dy, dz = s*dx, s*dy, s*dz
		p, q = g[l.i:l.i+3:l.i+3], g[l.j:l.j+3:l.j+3]
		p[0] += dx
		p[1] += dy
		p[2] += dz
		q[0] -= dx
		q[1] -= dy
		q[2] -= dz
	}
	return energy
}

// contacts keeps pairs without a bond, angle or torsion between them apart.
func (f *refinement) contacts(x, g []float64) float64 {
	energy := 0.0
	at := 0
	for i := 1; i < f.n; i++ {
		lo, kind := f.pairs.lo[at:at+i], f.pairs.kind[at:at+i]
		at += i
		kind = kind[:len(lo)]
		xi, yi, zi := x[3*i], x[3*i+1], x[3*i+2]
		others := x[:3*len(lo)]
		for j, l := range lo {
			q := others[:3]
			others = others[3:]
			dx, dy, dz := xi-q[0], yi-q[1], zi-q[2]
			s := dx*dx + dy*dy + dz*dz
			if s >= l*l || kind[j] != farPair {
				continue
			}
			d := math.Sqrt(s)
			off := d - l
			energy += contactForce * off * off
			s = 2 * contactForce * off / max(d, 1e-9)
			dx, dy, dz = s*dx, s*dy, s*dz
			g[3*i] += dx
			g[3*i+1] += dy
			g[3*i+2] += dz
			g[3*j] -= dx
			g[3*j+1] -= dy
			g[3*j+2] -= dz
		}
	}
	return energy
}

// evaluate is planeForce·V², V the volume between the three bonds of the center.
func (p *plane) evaluate(x, g []float64) float64 {
	o := p.center
	ax, ay, az := x[p.a]-x[o], x[p.a+1]-x[o+1], x[p.a+2]-x[o+2]
	bx, by, bz := x[p.b]-x[o], x[p.b+1]-x[o+1], x[p.b+2]-x[o+2]
	cx, cy, cz := x[p.c]-x[o], x[p.c+1]-x[o+1], x[p.c+2]-x[o+2]
	ux, uy, uz := by*cz-bz*cy, bz*cx-bx*cz, bx*cy-by*cx
	volume := ax*ux + ay*uy + az*uz
	s := 2 * planeForce * volume
	vx, vy, vz := cy*az-cz*ay, cz*ax-cx*az, cx*ay-cy*ax
	wx, wy, wz := ay*bz-az*by, az*bx-ax*bz, ax*by-ay*bx
	add3(g, p.a, s*ux, s*uy, s*uz)
	add3(g, p.b, s*vx, s*vy, s*vz)
	add3(g, p.c, s*wx, s*wy, s*wz)
	add3(g, o, -s*(ux+vx+wx), -s*(uy+vy+wy), -s*(uz+vz+wz))
	return planeForce * volume * volume
}

func add3(g []float64, at int32, x, y, z float64) {
	p := g[at : at+3 : at+3]
	p[0] += x
	p[1] += y
	p[2] += z
}

// evaluate is lineForce·|u + v|², u and v the unit vectors from the center to its
// neighbors: twice lineForce times 1 + cos of the angle.
func (l *line) evaluate(x, g []float64) float64 {
	ax, ay, az := x[l.a]-x[l.b], x[l.a+1]-x[l.b+1], x[l.a+2]-x[l.b+2]
	cx, cy, cz := x[l.c]-x[l.b], x[l.c+1]-x[l.b+1], x[l.c+2]-x[l.b+2]
	ra := 1 / math.Sqrt(max(ax*ax+ay*ay+az*az, 1e-12))
	rc := 1 / math.Sqrt(max(cx*cx+cy*cy+cz*cz, 1e-12))
	ax, ay, az = ra*ax, ra*ay, ra*az
	cx, cy, cz = rc*cx, rc*cy, rc*cz
	cos := ax*cx + ay*cy + az*cz
	s := 2 * lineForce
	ux, uy, uz := s*ra*(cx-cos*ax), s*ra*(cy-cos*ay), s*ra*(cz-cos*az)
	vx, vy, vz := s*rc*(ax-cos*cx), s*rc*(ay-cos*cy), s*rc*(az-cos*cz)
	add3(g, l.a, ux, uy, uz)
	add3(g, l.c, vx, vy, vz)
	add3(g, l.b, -ux-vx, -uy-vy, -uz-vz)
	return s * (1 + cos)
}
