package cell

import (
	"math"

	"github.com/molsmith/molsmith/chem/geom"
)

// MinImage returns the shortest vector that differs from d by a lattice vector:
// from an atom to the nearest image of another. It is right for cells of any
// shape, however skewed. Of several equally short images it returns one, always
// the same.
func (c *Cell) MinImage(d geom.Vec3) geom.Vec3 {
	if c.orthogonal {
		m := &c.vectors
		return geom.Vec3{
			X: d.X - m[0]*math.Floor(d.X*c.inverse[0]+0.5),
			Y: d.Y - m[4]*math.Floor(d.Y*c.inverse[4]+0.5),
			Z: d.Z - m[8]*math.Floor(d.Z*c.inverse[8]+0.5),
		}
	}
	best := d.Norm2()
	if best <= c.innerLimit {
		return d
	}
	r, m := &c.reduced, &c.toReduced
	na := math.Floor(d.X*m[0] + d.Y*m[3] + d.Z*m[6] + 0.5)
	nb := math.Floor(d.X*m[1] + d.Y*m[4] + d.Z*m[7] + 0.5)
	nc := math.Floor(d.X*m[2] + d.Y*m[5] + d.Z*m[8] + 0.5)
	d.X -= na*r[0] + nb*r[3] + nc*r[6]
	d.Y -= na*r[1] + nb*r[4] + nc*r[7]
	d.Z -= na*r[2] + nb*r[5] + nc*r[8]
	best = d.Norm2()
	if best <= c.innerLimit {
		return d
	}
	// In a Minkowski-reduced basis the Voronoi-relevant vectors have
	// coefficients −1, 0 and 1: a vector that none of them shortens is the
	// shortest of its class. Each pass shortens d, so the passes end.
	for shorter := true; shorter && best > c.innerLimit; {
		shorter = false
		start := d
		for i := range c.shifts {
			s := c.shifts[i]
			for range 2 {
				if e := start.Add(s); e.Norm2() < best {
					d, best, shorter = e, e.Norm2(), true
				}
				s = s.Neg()
			}
		}
	}
	return d
}

// Distance returns the distance between a and the nearest image of b.
func (c *Cell) Distance(a, b geom.Vec3) float64 { return c.MinImage(b.Sub(a)).Norm() }

// ShortestVector returns the length of the shortest lattice vector: the
// distance of every atom to its own nearest image.
func (c *Cell) ShortestVector() float64 { return 2 * math.Sqrt(c.innerLimit) }

// Reduced returns the right-handed cell of the same lattice with the shortest
// vectors (Minkowski-reduced). Its shape is as near to a brick as the lattice
// allows, whatever vectors describe it.
func (c *Cell) Reduced() Cell {
	m := c.reduced
	if m.Det() < 0 {
		for i, x := range m {
			m[i] = 0 - x
		}
	}
	r, err := NewEitherHand(m)
	if err != nil {
		return *c // cannot be: a shorter basis of an accepted cell
	}
	return r
}

// reduce fills the Minkowski-reduced basis and what MinImage needs of it. The
// reduction is the greedy algorithm of Semaev (2001, LNCS 2146, 181) for three
// dimensions: reduce the two shorter vectors as Gauss did, subtract from the
// longest the lattice vector of their plane that is nearest to it, repeat while
// it gets shorter.
func (c *Cell) reduce() {
	v := [3]geom.Vec3{c.vectors.Row(0), c.vectors.Row(1), c.vectors.Row(2)}
	// Each round shortens a vector by a finite part; cells within MinShape need
	// a few dozen at most. The bound only guards against rounding cycles.
	for range 200 {
		sortByLength(&v)
		gauss(&v[0], &v[1])
		n := v[2].Sub(nearestInPlane(v[0], v[1], v[2]))
		if n.Norm2() >= v[2].Norm2()*(1-1e-14) {
			break
		}
		v[2] = n
	}
	sortByLength(&v)
	c.reduced = geom.FromRows(v[0], v[1], v[2])
	c.toReduced, _ = c.reduced.Inverse() // the lattice spans a volume
	n := 0
	for i := -1; i <= 1; i++ {
		for j := -1; j <= 1; j++ {
			for k := -1; k <= 1; k++ {
				if (i*3+j)*3+k > 0 { // one of each pair ±s
					c.shifts[n] = v[0].Scale(float64(i)).AddScaled(float64(j), v[1]).AddScaled(float64(k), v[2])
					n++
				}
			}
		}
	}
	c.innerLimit = v[0].Norm2() / 4
}

func sortByLength(v *[3]geom.Vec3) {
	if v[1].Norm2() < v[0].Norm2() {
		v[0], v[1] = v[1], v[0]
	}
	if v[2].Norm2() < v[1].Norm2() {
		v[1], v[2] = v[2], v[1]
		if v[1].Norm2() < v[0].Norm2() {
			v[0], v[1] = v[1], v[0]
		}
	}
}

// gauss reduces the plane basis a, b so that |a| ≤ |b| and |a·b| ≤ |a|²/2.
func gauss(a, b *geom.Vec3) {
	for range 200 {
		n := math.Floor(a.Dot(*b)/a.Norm2() + 0.5)
		r := b.AddScaled(-n, *a)
		if r.Norm2() >= a.Norm2() {
			*b = r
			return
		}
		*a, *b = r, *a
	}
}

// nearestInPlane returns the vector of the lattice of a and b, reduced by
// gauss, that is nearest to p.
func nearestInPlane(a, b, p geom.Vec3) geom.Vec3 {
	aa, ab, bb := a.Norm2(), a.Dot(b), b.Norm2()
	pa, pb := p.Dot(a), p.Dot(b)
	det := aa*bb - ab*ab
	x := math.Floor((pa*bb-pb*ab)/det + 0.5)
	y := math.Floor((pb*aa-pa*ab)/det + 0.5)
	var nearest geom.Vec3
	best := math.Inf(1)
	for i := -1.0; i <= 1; i++ {
		for j := -1.0; j <= 1; j++ {
			q := a.Scale(x+i).AddScaled(y+j, b)
			if d := p.Sub(q).Norm2(); d < best {
				nearest, best = q, d
			}
		}
	}
	return nearest
}
