package symm

import (
	"math"

	"github.com/molsmith/molsmith/chem/cell"
)

// Tolerance is the distance in Å below which two images of a site are one: files
// give coordinates of special positions with few decimals.
const Tolerance = 0.05

// Orbit appends to images the different images of a site under a group of
// operations, in the order of the operations that first give them, with coordinates in
// [0, 1). Images within Tolerance are one: the site then lies on a special position and
// is moved onto it.
func Orbit(group []Operation, c *cell.Cell, f cell.Fractional, images []cell.Fractional) []cell.Fractional {
	p := place{c: c, heights: c.Heights()}
	f, general := p.settle(group, f)
	first := len(images)
	for k := range group {
		image := wrap(group[k].Apply(f))
		known := false
		if !general { // else no operation but the identity keeps the site, and all images differ
			for i := first; i < len(images) && !known; i++ {
				_, known = p.coincide(images[i], image)
			}
		}
		if !known {
			images = append(images, image)
		}
	}
	return images
}

// place compares points of a cell.
type place struct {
	c       *cell.Cell
	heights [3]float64
}

// settle returns the mean of f and its images at the same place. general says that there
// are none but f itself, which then comes back bit for bit.
func (p *place) settle(group []Operation, f cell.Fractional) (settled cell.Fractional, general bool) {
	var sum cell.Fractional
	n := 0
	home := wrap(f)
	for k := range group {
		step, here := p.coincide(home, wrap(group[k].Apply(f)))
		if !here {
			continue
		}
		n++
		sum.A, sum.B, sum.C = sum.A+step.A, sum.B+step.B, sum.C+step.C
	}
	if n < 2 {
		return f, true
	}
	m := float64(n)
	return cell.Fractional{A: f.A + sum.A/m, B: f.B + sum.B/m, C: f.C + sum.C/m}, false
}

// coincide says whether the nearest image of b lies within Tolerance of a, and the step
// from a to it. Both have coordinates in [0, 1).
func (p *place) coincide(a, b cell.Fractional) (step cell.Fractional, ok bool) {
	// A distance is at least its part along the normal of a face.
	if step.A = nearest(b.A - a.A); math.Abs(step.A)*p.heights[0] > Tolerance {
		return step, false
	}
	if step.B = nearest(b.B - a.B); math.Abs(step.B)*p.heights[1] > Tolerance {
		return step, false
	}
	if step.C = nearest(b.C - a.C); math.Abs(step.C)*p.heights[2] > Tolerance {
		return step, false
	}
	v := p.c.Cartesian(step)
	return step, v.Dot(v) <= Tolerance*Tolerance
}

// nearest brings a difference of numbers in [0, 1) into [−½, ½].
func nearest(x float64) float64 {
	switch {
	case x > 0.5:
		return x - 1
	case x < -0.5:
		return x + 1
	}
	return x
}

// wrap brings coordinates into [0, 1), and what is a rounding error below 1 to 0.
func wrap(f cell.Fractional) cell.Fractional {
	return cell.Fractional{A: wrapped(f.A), B: wrapped(f.B), C: wrapped(f.C)}
}

func wrapped(x float64) float64 {
	if x -= math.Floor(x); x > 1-1e-9 || x < 1e-12 {
		return 0
	}
	return x
}
