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
	heights := c.Heights()
	f = settle(group, c, &heights, f)
	first := len(images)
	for k := range group {
		image := wrap(group[k].Apply(f))
		known := false
		for i := first; i < len(images) && !known; i++ {
			_, known = coincide(c, &heights, images[i], image)
		}
		if !known {
			images = append(images, image)
		}
	}
	return images
}

// settle returns the mean of f and its images at the same place. A site in a general
// position comes back bit for bit.
func settle(group []Operation, c *cell.Cell, heights *[3]float64, f cell.Fractional) cell.Fractional {
	var sum cell.Fractional
	n := 0
	for k := range group {
		step, here := coincide(c, heights, f, group[k].Apply(f))
		if !here {
			continue
		}
		n++
		sum.A, sum.B, sum.C = sum.A+step.A, sum.B+step.B, sum.C+step.C
	}
	if n < 2 {
		return f
	}
	m := float64(n)
	return cell.Fractional{A: f.A + sum.A/m, B: f.B + sum.B/m, C: f.C + sum.C/m}
}

// coincide says whether the nearest image of q lies within Tolerance of p, and the step
// from p to it.
func coincide(c *cell.Cell, heights *[3]float64, p, q cell.Fractional) (step cell.Fractional, ok bool) {
	step = cell.Fractional{A: nearest(q.A - p.A), B: nearest(q.B - p.B), C: nearest(q.C - p.C)}
	// A distance is at least its part along the normal of a face.
	if math.Abs(step.A)*heights[0] > Tolerance || math.Abs(step.B)*heights[1] > Tolerance || math.Abs(step.C)*heights[2] > Tolerance {
		return step, false
	}
	v := c.Cartesian(step)
	return step, v.Dot(v) <= Tolerance*Tolerance
}

func nearest(x float64) float64 { return x - math.Round(x) }

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
