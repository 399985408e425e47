// Package freevolume measures how much room a periodic cell has between atoms:
// the volume outside the union of their van der Waals spheres, in the whole cell
// or in a part of it.
//
// The cell is sampled along lines parallel to its shortest vector: one line in
// each of a grid of equal tubes, at a place in the tube that is hashed from the
// tube's number, with points at equal distances. A sphere covers an interval of
// each line it meets, which is exact, so that overlaps count once, atoms that
// coincide cost nothing, and the only error is that of the lines. The samples are
// fixed to the first atom: a system that is moved as a whole has the same free
// volume to within rounding.
//
// Lengths are in Å, volumes in Å³. Results do not depend on a seed, the machine
// or the time.
package freevolume

import (
	"context"
	"fmt"
	"math"
	"math/bits"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
)

const (
	// points is the number of samples of a cell, about.
	points = 8_000_000
	// fewest is the number of samples along each vector at least, where the spheres
	// are not so many and wide that it would make too many crossings.
	fewest = 16
	// finest is the distance of samples in Å that is never undercut.
	finest = 0.1
	// crossings bounds the meetings of spheres and lines, and with them the work:
	// crowded atoms and wide spheres are sampled more coarsely.
	crossings = 20_000_000
	// between is the number of crossings after which ctx is looked at.
	between = 1 << 17
)

// Options of a map.
type Options struct {
	// Reach is the largest radius in Å that Within will be asked for; 0: none. It
	// makes the samples of crowded cells coarser.
	Reach float64
}

// Map is a sampled cell. It does not change and may be shared.
type Map struct {
	cell    cell.Cell // as given
	frame   cell.Cell // the same lattice by its shortest vectors
	origin  geom.Vec3
	count   [3]int // samples along the vectors of the frame
	words   int    // of a line
	covered Region
}

// Region is a set of samples of one Map: a part of its cell.
type Region []uint64

// New samples the cell and marks what the spheres cover. positions are x y z per
// atom, any images of them; radii one per atom, at least 0. It does not modify
// either. The errors are numbers out of range, a cell
// far thinner than a sphere, and that of ctx.
func New(ctx context.Context, c cell.Cell, positions, radii []float64, opt Options) (*Map, error) {
	n := len(radii)
	if len(positions) != 3*n {
		return nil, fmt.Errorf("%d coordinates for %d radii: give x, y and z for each", len(positions), n)
	}
	for i, x := range positions {
		if !(math.Abs(x) <= cell.MaxLength) {
			return nil, fmt.Errorf("atom %d has a coordinate of %g Å: it must be finite and at most %g Å", i/3+1, x, cell.MaxLength)
		}
	}
	widest := opt.Reach
	for i, r := range radii {
		if !(r >= 0 && r <= maxRadius) {
			return nil, fmt.Errorf("atom %d has a radius of %g Å: it must be from 0 to %g Å", i+1, r, float64(maxRadius))
		}
		widest = max(widest, r)
	}
	m := &Map{cell: c, frame: c.Reduced()}
	if h := m.frame.Heights(); widest > maxTurns*min(h[0], h[1], h[2]) {
		return nil, fmt.Errorf("the cell is %.3g Å thin: spheres of %.3g Å need at least %.3g Å", min(h[0], h[1], h[2]), widest, widest/maxTurns)
	}
	if n > 0 {
		m.origin = geom.At(positions, 0)
	}
	m.divide(n, widest)
	m.covered = m.empty()
	if err := m.paint(ctx, m.covered, positions, func(i int) float64 { return radii[i] }); err != nil {
		return nil, err
	}
	return m, nil
}

const (
	maxRadius = 100 // Å, of a sphere
	maxTurns  = 50  // times that a sphere may be wider than the cell is thin
)

// divide chooses the samples: as many as points, no closer than finest, and so few
// lines that n spheres of the radius meet no more than crossings.
func (m *Map) divide(n int, radius float64) {
	spacing := max(math.Cbrt(m.frame.Volume()/points), finest)
	spacing = max(spacing, radius*math.Sqrt(math.Pi*float64(n)/crossings))
	heights := m.frame.Heights()
	heights[0] = m.frame.Vector(0).Norm()
	for least := float64(fewest); least >= 1; least /= 2 {
		total, met := 1.0, float64(n)
		for k := 2; k >= 0; k-- {
			// A thin cell takes samples from the long directions.
			most := 2 * points / total
			m.count[k] = int(max(least, min(math.Round(heights[k]/spacing), most)))
			total *= float64(m.count[k])
			if k > 0 {
				met *= 1 + 2*radius*float64(m.count[k])/heights[k]
			}
		}
		if met <= 4*crossings {
			break
		}
	}
	m.words = (m.count[0] + 63) / 64
}

func (m *Map) empty() Region { return make(Region, m.words*m.count[1]*m.count[2]) }

func (m *Map) samples() int { return m.count[0] * m.count[1] * m.count[2] }

// Spacing returns the distance in Å between neighboring lines, about: the
// resolution of the map.
func (m *Map) Spacing() float64 {
	h := m.frame.Heights()
	return math.Sqrt(h[1] / float64(m.count[1]) * (h[2] / float64(m.count[2])))
}

// Free returns the volume in Å³ that no sphere covers.
func (m *Map) Free() float64 { return m.volume(m.samples() - m.covered.len()) }

// FreeIn returns the volume in Å³ of a part of the cell that no sphere covers.
func (m *Map) FreeIn(r Region) float64 {
	n := 0
	for i, w := range r {
		n += bits.OnesCount64(w &^ m.covered[i])
	}
	return m.volume(n)
}

func (m *Map) volume(samples int) float64 {
	return m.cell.Volume() * (float64(samples) / float64(m.samples()))
}

func (r Region) len() int {
	n := 0
	for _, w := range r {
		n += bits.OnesCount64(w)
	}
	return n
}

// line is where the samples of a line lie, in fractional coordinates of the frame.
type line struct{ start, y, z float64 } // start: of the first sample, in samples

// line returns the place of a line in its tube, from 0 to 1 across and along.
func (m *Map) line(j, k int) line {
	h := mix(uint64(k)*uint64(m.count[1]) + uint64(j))
	const part = 1 << 21
	return line{
		start: float64(h&(part-1)) / part,
		y:     float64(h>>21&(part-1)) / part,
		z:     float64(h>>42&(part-1)) / part,
	}
}

// mix scrambles a number (the finalizer of SplitMix64; Steele, Lea and Flood 2014,
// OOPSLA, 453).
func mix(z uint64) uint64 {
	z += 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
