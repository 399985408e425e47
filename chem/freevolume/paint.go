package freevolume

import (
	"context"
	"fmt"
	"math"
	"math/bits"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
)

// paint adds to a region the samples within radius(i) of position i, in all images.
func (m *Map) paint(ctx context.Context, r Region, positions []float64, radius func(i int) float64) error {
	work := 0
	for i := range len(positions) / 3 {
		work += m.ball(r, geom.At(positions, i), radius(i))
		if work >= between {
			if err := ctx.Err(); err != nil {
				return err
			}
			if r.len() == m.samples() {
				break // wide spheres fill a small cell soon
			}
			work = 0
		}
	}
	return ctx.Err()
}

// ball adds the samples within radius of p and returns the lines it looked at.
func (m *Map) ball(r Region, p geom.Vec3, radius float64) (lines int) {
	p = m.frame.Wrap(p.Sub(m.origin))
	f := m.frame.Fractional(p)
	heights := m.frame.Heights()
	a, b, c := m.frame.Vector(0), m.frame.Vector(1), m.frame.Vector(2)
	na, nb, nc := m.count[0], m.count[1], m.count[2]
	b, c = b.Scale(1/float64(nb)), c.Scale(1/float64(nc))
	aa := a.Norm2()
	perA := float64(na) / aa
	// A line at the far side of its tube may reach one tube further.
	reachB, reachC := radius/heights[1], radius/heights[2]
	j0, j1 := int(math.Floor((f.B-reachB)*float64(nb)))-1, int(math.Floor((f.B+reachB)*float64(nb)))
	k0, k1 := int(math.Floor((f.C-reachC)*float64(nc)))-1, int(math.Floor((f.C+reachC)*float64(nc)))
	for k := k0; k <= k1; k++ {
		wrappedK := modulo(k, nc)
		for j := j0; j <= j1; j++ {
			wrappedJ := modulo(j, nb)
			l := m.line(wrappedJ, wrappedK)
			w := b.Scale(float64(j)+l.y).AddScaled(float64(k)+l.z, c).Sub(p)
			// |w + x·a|² = radius²
			half := w.Dot(a)
			root := half*half - aa*(w.Norm2()-radius*radius)
			if root < 0 {
				continue
			}
			root = math.Sqrt(root)
			first := int(math.Ceil((-half-root)*perA - l.start))
			last := int(math.Floor((-half+root)*perA - l.start))
			if first <= last {
				at := (wrappedK*nb + wrappedJ) * m.words
				mark(r[at:at+m.words], na, first, last)
			}
		}
	}
	return (j1-j0+1)*(k1-k0+1) + 1
}

// mark sets the bits first … last, modulo n, of a line.
func mark(row Region, n, first, last int) {
	if last-first+1 >= n {
		fill(row, 0, n-1)
		return
	}
	first, last = modulo(first, n), modulo(last, n)
	if first <= last {
		fill(row, first, last)
		return
	}
	fill(row, first, n-1)
	fill(row, 0, last)
}

// fill sets the bits first … last.
func fill(row Region, first, last int) {
	from, to := first>>6, last>>6
	head, tail := ^uint64(0)<<(first&63), ^uint64(0)>>(63-last&63)
	if from == to {
		row[from] |= head & tail
		return
	}
	row[from] |= head
	for i := from + 1; i < to; i++ {
		row[i] = ^uint64(0)
	}
	row[to] |= tail
}

func modulo(a, n int) int {
	if a >= 0 && a < n {
		return a
	}
	if a %= n; a < 0 {
		a += n
	}
	return a
}

// Within returns the part of the cell within a distance in Å, at most the Reach of
// the options, or at most 100 around few positions, of any of the positions. The errors
// are a distance out of range and that of ctx.
func (m *Map) Within(ctx context.Context, positions []float64, distance float64) (Region, error) {
	if !(distance >= 0 && distance <= maxRadius) {
		return nil, fmt.Errorf("a distance of %g Å: it must be from 0 to %g Å", distance, float64(maxRadius))
	}
	r := m.empty()
	return r, m.paint(ctx, r, positions, func(int) float64 { return distance })
}

// Slab returns the part of the cell between two planes parallel to the faces that
// vector axis (0, 1, 2 for a, b, c) leaves: fractional coordinates from … to. It
// wraps around; 1 or more apart it is the whole cell.
func (m *Map) Slab(axis int, from, to float64) Region {
	r := m.empty()
	at := func(p geom.Vec3) float64 { return along(m.cell.Fractional(p), axis) }
	na, nb, nc := m.count[0], m.count[1], m.count[2]
	step := at(m.frame.Vector(0)) / float64(na)
	perB, perC := at(m.frame.Vector(1))/float64(nb), at(m.frame.Vector(2))/float64(nc)
	start := at(m.origin) - from
	for k := range nc {
		for j := range nb {
			l := m.line(j, k)
			u := start + (float64(j)+l.y)*perB + (float64(k)+l.z)*perC + l.start*step
			row := r[(k*nb+j)*m.words:][:m.words]
			for i := range na {
				v := u + float64(i)*step
				if v-math.Floor(v) < to-from {
					row[i>>6] |= 1 << (i & 63)
				}
			}
		}
	}
	return r
}

func along(f cell.Fractional, axis int) float64 {
	switch axis {
	case 0:
		return f.A
	case 1:
		return f.B
	}
	return f.C
}

// Volume returns the volume of a region in Å³, covered or not.
func (m *Map) Volume(r Region) float64 { return m.volume(r.len()) }

// Places returns points of a region that no sphere covers, x y z each: all samples, or
// evenly spread ones, at most about as many as asked for.
func (m *Map) Places(r Region, most int) []float64 {
	open := 0
	for i, w := range r {
		open += bits.OnesCount64(w &^ m.covered[i])
	}
	step := max(open/max(most, 1), 1)
	places := make([]float64, 0, 3*(open/step+1))
	seen := 0
	for k := range m.count[2] {
		for j := range m.count[1] {
			at := (k*m.count[1] + j) * m.words
			for i := range m.words {
				for w := r[at+i] &^ m.covered[at+i]; w != 0; w &= w - 1 {
					if seen++; seen%step == 0 {
						p := m.sample(64*i+bits.TrailingZeros64(w), j, k)
						places = append(places, p.X, p.Y, p.Z)
					}
				}
			}
		}
	}
	return places
}

// sample returns where sample i of a line lies.
func (m *Map) sample(i, j, k int) geom.Vec3 {
	l := m.line(j, k)
	return m.origin.Add(m.frame.Cartesian(cell.Fractional{
		A: (float64(i) + l.start) / float64(m.count[0]),
		B: (float64(j) + l.y) / float64(m.count[1]),
		C: (float64(k) + l.z) / float64(m.count[2]),
	}))
}

// Whole returns the region of the whole cell.
func (m *Map) Whole() Region {
	r := m.empty()
	for at := 0; at < len(r); at += m.words {
		fill(r[at:at+m.words], 0, m.count[0]-1)
	}
	return r
}
