package uff

import "math"

// The terms hold offsets of atoms in the positions: three times their index.

// bond is k/2·(r − length)².
type bond struct {
	a, b      int32
	length, k float64
}

// angle is a polynomial in the cosine of the angle a–b–c, mirrored at the value top
// where the cosine is above barrier.
type angle struct {
	a, b, c      int32
	poly         [5]float64
	barrier, top float64
}

// torsion is half·(1 − sign·cos nφ), n being 2, 3 or 6.
type torsion struct {
	a, b, c, d int32
	n          int32
	half, sign float64
}

// inversion is c0 + c1·s + c2·s², s being the cosine of the angle between the bond
// b–d and the plane a–b–c.
type inversion struct {
	a, b, c, d int32
	c0, c1, c2 float64
}

// none is the squared length below which a vector has no direction.
const none = 1e-16

func (f *Field) ofBonds(x, g []float64) float64 {
	sum := 0.0
	for i := range f.bonds {
		t := &f.bonds[i]
		xa, xb, ga, gb := x[t.a:t.a+3:t.a+3], x[t.b:t.b+3:t.b+3], g[t.a:t.a+3:t.a+3], g[t.b:t.b+3:t.b+3]
		dx, dy, dz := xa[0]-xb[0], xa[1]-xb[1], xa[2]-xb[2]
		r2 := dx*dx + dy*dy + dz*dz
		if r2 < none {
			dx, r2 = 1e-8, none // any way apart
		}
		r := math.Sqrt(r2)
		off := r - t.length
		sum += 0.5 * t.k * off * off
		s := t.k * off / r
		ga[0] += s * dx
		ga[1] += s * dy
		ga[2] += s * dz
		gb[0] -= s * dx
		gb[1] -= s * dy
		gb[2] -= s * dz
	}
	return sum
}

func (f *Field) ofAngles(x, g []float64) float64 {
	sum := 0.0
	for i := range f.angles {
		t := &f.angles[i]
		xa, xb, xc := x[t.a:t.a+3:t.a+3], x[t.b:t.b+3:t.b+3], x[t.c:t.c+3:t.c+3]
		ux, uy, uz := xa[0]-xb[0], xa[1]-xb[1], xa[2]-xb[2]
		vx, vy, vz := xc[0]-xb[0], xc[1]-xb[1], xc[2]-xb[2]
		u2, v2 := ux*ux+uy*uy+uz*uz, vx*vx+vy*vy+vz*vz
		if u2 < none || v2 < none {
			continue
		}
		inverse := 1 / math.Sqrt(u2*v2)
		c := (ux*vx + uy*vy + uz*vz) * inverse
		p := &t.poly
		energy := p[0] + c*(p[1]+c*(p[2]+c*(p[3]+c*p[4])))
		slope := p[1] + c*(2*p[2]+c*(3*p[3]+c*4*p[4]))
		if c > t.barrier {
			energy, slope = 2*t.top-energy, -slope
		}
		sum += energy
		// ∂c/∂u = v/(|u||v|) − c·u/u², and likewise for v.
		s, su, sv := slope*inverse, slope*c/u2, slope*c/v2
		ax, ay, az := s*vx-su*ux, s*vy-su*uy, s*vz-su*uz
		cx, cy, cz := s*ux-sv*vx, s*uy-sv*vy, s*uz-sv*vz
		ga, gb, gc := g[t.a:t.a+3:t.a+3], g[t.b:t.b+3:t.b+3], g[t.c:t.c+3:t.c+3]
		ga[0] += ax
		ga[1] += ay
		ga[2] += az
		gc[0] += cx
		gc[1] += cy
		gc[2] += cz
		gb[0] -= ax + cx
		gb[1] -= ay + cy
		gb[2] -= az + cz
	}
	return sum
}

// ofTorsions works with the cosine alone, as all terms are even in the angle: no
// term is singular where the torsion is 0 or 180°. Where three atoms are in line,
// which has no torsion angle, it counts as 90°.
func (f *Field) ofTorsions(x, g []float64) float64 {
	sum := 0.0
	for i := range f.torsions {
		t := &f.torsions[i]
		xa, xb, xc, xd := x[t.a:t.a+3:t.a+3], x[t.b:t.b+3:t.b+3], x[t.c:t.c+3:t.c+3], x[t.d:t.d+3:t.d+3]
		ux, uy, uz := xa[0]-xb[0], xa[1]-xb[1], xa[2]-xb[2]
		mx, my, mz := xc[0]-xb[0], xc[1]-xb[1], xc[2]-xb[2]
		wx, wy, wz := xd[0]-xc[0], xd[1]-xc[1], xd[2]-xc[2]
		// Normals of the two planes: u×m and w×m.
		px, py, pz := uy*mz-uz*my, uz*mx-ux*mz, ux*my-uy*mx
		qx, qy, qz := wy*mz-wz*my, wz*mx-wx*mz, wx*my-wy*mx
		p2, q2 := px*px+py*py+pz*pz, qx*qx+qy*qy+qz*qz
		if p2 < none || q2 < none {
			if t.n != 3 {
				sum += t.half * (1 + t.sign)
			} else {
				sum += t.half
			}
			continue
		}
		inverse := 1 / math.Sqrt(p2*q2)
		c := (px*qx + py*qy + pz*qz) * inverse
		c2 := c * c
		var cosine, slope float64 // cos nφ and its derivative by cos φ
		switch t.n {
		case 2:
			cosine, slope = 2*c2-1, 4*c
		case 3:
			cosine, slope = c*(4*c2-3), 12*c2-3
		default:
			cosine, slope = c2*(c2*(32*c2-48)+18)-1, c*(c2*(192*c2-192)+36)
		}
		v := t.half * t.sign
		sum += t.half - v*cosine
		slope *= -v
		// Derivatives by the normals, then by the vectors they are products of.
		s, sp, sq := slope*inverse, slope*c/p2, slope*c/q2
		ex, ey, ez := s*qx-sp*px, s*qy-sp*py, s*qz-sp*pz
		hx, hy, hz := s*px-sq*qx, s*py-sq*qy, s*pz-sq*qz
		ax, ay, az := my*ez-mz*ey, mz*ex-mx*ez, mx*ey-my*ex // by u: m×e
		dx, dy, dz := my*hz-mz*hy, mz*hx-mx*hz, mx*hy-my*hx // by w: m×h
		bx := ey*uz - ez*uy + hy*wz - hz*wy                 // by m: e×u + h×w
		by := ez*ux - ex*uz + hz*wx - hx*wz
		bz := ex*uy - ey*ux + hx*wy - hy*wx
		ga, gb, gc, gd := g[t.a:t.a+3:t.a+3], g[t.b:t.b+3:t.b+3], g[t.c:t.c+3:t.c+3], g[t.d:t.d+3:t.d+3]
		ga[0] += ax
		ga[1] += ay
		ga[2] += az
		gb[0] -= ax + bx
		gb[1] -= ay + by
		gb[2] -= az + bz
		gc[0] += bx - dx
		gc[1] += by - dy
		gc[2] += bz - dz
		gd[0] += dx
		gd[1] += dy
		gd[2] += dz
	}
	return sum
}

func (f *Field) ofInversions(x, g []float64) float64 {
	sum := 0.0
	for i := range f.inversions {
		t := &f.inversions[i]
		xa, xb, xc, xd := x[t.a:t.a+3:t.a+3], x[t.b:t.b+3:t.b+3], x[t.c:t.c+3:t.c+3], x[t.d:t.d+3:t.d+3]
		ux, uy, uz := xa[0]-xb[0], xa[1]-xb[1], xa[2]-xb[2]
		vx, vy, vz := xc[0]-xb[0], xc[1]-xb[1], xc[2]-xb[2]
		wx, wy, wz := xd[0]-xb[0], xd[1]-xb[1], xd[2]-xb[2]
		nx, ny, nz := uy*vz-uz*vy, uz*vx-ux*vz, ux*vy-uy*vx
		n2, w2 := nx*nx+ny*ny+nz*nz, wx*wx+wy*wy+wz*wz
		if n2 < none || w2 < none {
			continue
		}
		inverse := 1 / math.Sqrt(n2*w2)
		c := (nx*wx + ny*wy + nz*wz) * inverse // sine of the angle to the plane
		s := math.Sqrt(max(1-c*c, none))
		sum += t.c0 + s*(t.c1+s*t.c2)
		slope := -c * (t.c1/s + 2*t.c2)
		k, kn, kw := slope*inverse, slope*c/n2, slope*c/w2
		ex, ey, ez := k*wx-kn*nx, k*wy-kn*ny, k*wz-kn*nz
		dx, dy, dz := k*nx-kw*wx, k*ny-kw*wy, k*nz-kw*wz
		ax, ay, az := vy*ez-vz*ey, vz*ex-vx*ez, vx*ey-vy*ex // by u: v×e
		cx, cy, cz := ey*uz-ez*uy, ez*ux-ex*uz, ex*uy-ey*ux // by v: e×u
		ga, gb, gc, gd := g[t.a:t.a+3:t.a+3], g[t.b:t.b+3:t.b+3], g[t.c:t.c+3:t.c+3], g[t.d:t.d+3:t.d+3]
		ga[0] += ax
		ga[1] += ay
		ga[2] += az
		gc[0] += cx
		gc[1] += cy
		gc[2] += cz
		gd[0] += dx
		gd[1] += dy
		gd[2] += dz
		gb[0] -= ax + cx + dx
		gb[1] -= ay + cy + dy
		gb[2] -= az + cz + dz
	}
	return sum
}
