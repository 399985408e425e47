package embed

// dimensions of the space that coordinates are found in before the last is pressed out.
const dimensions = 4

// violation is the error function of the first stage: how far distances are outside
// their bounds and volumes below theirs, plus the extent in the fourth dimension. For a
// squared distance s and squared bounds l and u the terms are (s/u − 1)² and
// (2l/(l + s) − 1)² (Havel; Blaney and Dixon 1994).
type violation struct {
	n       int
	lo, hi  []float64 // squared bounds, packed as in bounds
	volumes []volume
	flats   []flat
	chiral  float64 // weight of volumes
	planar  float64 // weight of flats
	fourth  float64 // weight of the squared fourth coordinates
	spare   []float64
}

// Evaluate takes four coordinates an atom.
func (f *violation) Evaluate(x, g []float64) float64 {
	if g == nil {
		g = f.spare
	}
	clear(g)
	energy := 0.0
	at := 0
	for i := 1; i < f.n; i++ {
		lo, hi := f.lo[at:at+i], f.hi[at:at+i]
		at += i
		hi = hi[:len(lo)]
		own := x[4*i : 4*i+4 : 4*i+4]
		xi, yi, zi, wi := own[0], own[1], own[2], own[3]
		var gx, gy, gz, gw float64
		others, slopes := x[:4*len(lo)], g[:4*len(lo)]
		for j, l := range lo {
			q := others[:4]
			others = others[4:]
			dx, dy, dz, dw := xi-q[0], yi-q[1], zi-q[2], wi-q[3]
			s := dx*dx + dy*dy + dz*dz + dw*dw
			var slope float64
			if u := hi[j]; s > u {
				v := 1 / u
				t := s*v - 1
				energy += t * t
				slope = 4 * t * v
			} else if s < l {
				v := 1 / (l + s)
				t := 2*l*v - 1
				energy += t * t
				slope = -8 * t * l * v * v
			} else {
				continue
			}
			dx, dy, dz, dw = dx*slope, dy*slope, dz*slope, dw*slope
			gx, gy, gz, gw = gx+dx, gy+dy, gz+dz, gw+dw
			p := slopes[4*j : 4*j+4 : 4*j+4]
			p[0] -= dx
			p[1] -= dy
			p[2] -= dz
			p[3] -= dw
		}
		p := g[4*i : 4*i+4 : 4*i+4]
		p[0] += gx
		p[1] += gy
		p[2] += gz
		p[3] += gw
	}
	if f.fourth > 0 {
		for i := 3; i < len(x); i += 4 {
			w := x[i]
			energy += f.fourth * w * w
			g[i] += 2 * f.fourth * w
		}
	}
	for k := range f.volumes {
		energy += f.volumes[k].evaluate(x, g, dimensions, f.chiral)
	}
	if f.planar > 0 {
		for k := range f.flats {
			energy += f.flats[k].evaluate(x, g, dimensions, f.planar)
		}
	}
	return energy
}

// flat asks for four points in a plane; entries are atoms.
type flat struct{ a, b, c, d int32 }

// evaluate adds the gradient of weight·V², V the volume of volume, and returns that value.
func (p *flat) evaluate(x, g []float64, dim int, weight float64) float64 {
	v := volume{a: p.a, b: p.b, c: p.c, d: p.d, sign: 1, min: 1}
	size, slopes := v.derivatives(x, dim)
	s := 2 * weight * size
	for k, i := range [4]int32{p.a, p.b, p.c, p.d} {
		o := dim * int(i)
		g[o] += s * slopes[k][0]
		g[o+1] += s * slopes[k][1]
		g[o+2] += s * slopes[k][2]
	}
	return weight * size * size
}

// derivatives returns V and its derivatives by the positions of a, b, c and d.
func (v *volume) derivatives(x []float64, dim int) (float64, [4][3]float64) {
	a, b, c, d := dim*int(v.a), dim*int(v.b), dim*int(v.c), dim*int(v.d)
	ax, ay, az := x[a]-x[d], x[a+1]-x[d+1], x[a+2]-x[d+2]
	bx, by, bz := x[b]-x[d], x[b+1]-x[d+1], x[b+2]-x[d+2]
	cx, cy, cz := x[c]-x[d], x[c+1]-x[d+1], x[c+2]-x[d+2]
	ux, uy, uz := by*cz-bz*cy, bz*cx-bx*cz, bx*cy-by*cx
	vx, vy, vz := cy*az-cz*ay, cz*ax-cx*az, cx*ay-cy*ax
	wx, wy, wz := ay*bz-az*by, az*bx-ax*bz, ax*by-ay*bx
	return ax*ux + ay*uy + az*uz, [4][3]float64{{ux, uy, uz}, {vx, vy, vz}, {wx, wy, wz}, {-ux - vx - wx, -uy - vy - wy, -uz - vz - wz}}
}

// evaluate adds the gradient of weight·(1 − V/min)² where V is below min, and returns
// that value; the first three of dim coordinates count.
func (v *volume) evaluate(x, g []float64, dim int, weight float64) float64 {
	size, slopes := v.derivatives(x, dim)
	short := 1 - v.sign*size/v.min
	if short <= 0 {
		return 0
	}
	s := -2 * weight * short * v.sign / v.min
	for k, i := range [4]int32{v.a, v.b, v.c, v.d} {
		o := dim * int(i)
		g[o] += s * slopes[k][0]
		g[o+1] += s * slopes[k][1]
		g[o+2] += s * slopes[k][2]
	}
	return weight * short * short
}
