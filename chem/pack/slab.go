package pack

import (
	"math"
	"slices"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
)

// wallMargin is what rounding to 4 decimals can move an atom, and a little more.
const wallMargin = 1e-4

// walls are the two planes of a slab, as distances along their normal from the origin
// of the cell. They repeat with the period of the cell.
type walls struct {
	up        geom.Vec3 // unit normal
	low, high float64   // Å
	period    float64   // Å
}

func newWalls(c *cell.Cell, s Slab) *walls {
	up := c.Vector(0).Cross(c.Vector(1)).Unit()
	height := c.Heights()[2]
	return &walls{up: up, low: s.Low * height, high: s.High * height, period: height}
}

// roomOf is the slab as a part of the cell.
func roomOf(c *cell.Cell, s Slab) room {
	return room{c, slot{low: [3]float64{0, 0, s.Low}, edge: [3]float64{1, 1, s.High - s.Low}}}
}

// level returns how high p is above the lower wall of the slab nearest to center.
func (w *walls) level(p, center geom.Vec3) float64 {
	middle := (w.low + w.high) / 2
	periods := math.Floor((center.Dot(w.up)-middle)/w.period + 0.5)
	return p.Dot(w.up) - periods*w.period - w.low
}

// within returns p moved to the slab nearest to it.
func (w *walls) within(p geom.Vec3) geom.Vec3 {
	level := w.level(p, p)
	return p.AddScaled(min(max(level, 0), w.high-w.low)-level, w.up)
}

// gather adds to c what pushes the atoms of m away from the walls, as contacts with
// the planes, and reports whether one is beyond them. Atoms that are beyond seek the
// same comfort as those that are too close to each other.
func (w *walls) gather(s *system, m *molecule, c *contacts) (hard bool) {
	thick := w.high - w.low
	aim := min(wallMargin+comfort, thick/2)
	for a := int(m.first); a < int(m.first)+len(m.shape.sites); a++ {
		p := geom.At(s.now, a).Sub(s.offset[a])
		level := w.level(p, m.center)
		arm := p.Sub(m.center)
		if level < aim {
			c.add(w.up, arm.Cross(w.up), aim-level)
			hard = hard || level < wallMargin
		} else if level > thick-aim {
			down := w.up.Scale(-1)
			c.add(down, arm.Cross(down), level-thick+aim)
			hard = hard || level > thick-wallMargin
		}
	}
	return hard
}

// walled reports whether any molecule has a slab.
func (s *system) walled() bool {
	for i := range s.shapes {
		if s.shapes[i].walls != nil {
			return true
		}
	}
	return false
}

// outside counts the molecules with an atom more than 1e-3 Å outside their slab, on
// finished positions.
func outside(c *cell.Cell, species []Species, positions []float64) (molecules int) {
	const allowed = 1e-3
	height := c.Heights()[2]
	at := 0
	for k := range species {
		n := len(species[k].Positions) / 3
		slab := species[k].Slab
		for range species[k].Count {
			own := positions[3*at : 3*(at+n)]
			at += n
			if slab == (Slab{}) {
				continue
			}
			// The molecule is whole: one lattice translation moves it to its slab.
			middle := (slab.Low + slab.High) / 2
			cells := math.Floor(c.Fractional(geom.Centroid(own)).C - middle + 0.5)
			for i := range n {
				f := c.Fractional(geom.At(own, i)).C - cells
				if (slab.Low-f)*height > allowed || (f-slab.High)*height > allowed {
					molecules++
					break
				}
			}
		}
	}
	return molecules
}

// checkSlab refuses a slab that is not one, or that is thinner than the molecule in
// every direction that is tried.
func (s *shape) checkSlab(species int, slab Slab, tolerance float64) error {
	if !(slab.Low >= 0 && slab.Low < slab.High && slab.High <= 1) {
		return refuse(ErrRequest, "the slab of species %d goes from %g to %g of the cell: it must lie between 0 and 1", species+1, slab.Low, slab.High)
	}
	thick := s.walls.high - s.walls.low
	if thick < 2*tolerance {
		return refuse(ErrTooThin, "a layer is %.1f Å thick, less than twice the minimum distance of %g Å: use more molecules in it or another shape of the box", thick, tolerance)
	}
	const directions = 200
	width := math.Inf(1)
	for k := range directions {
		u := geom.Spread(k, directions)
		low, high := math.Inf(1), math.Inf(-1)
		for _, p := range s.sites {
			low, high = min(low, p.Dot(u)), max(high, p.Dot(u))
		}
		width = min(width, high-low)
	}
	// The directions tried are up to 0.1 rad from the best one.
	if width-0.2*s.radius > thick {
		return refuse(ErrTooThin, "a layer is %.1f Å thick, less than a molecule in it, which needs %.1f Å: use more molecules in it or another shape of the box", thick, width)
	}
	return nil
}

// setCoresBySlab sets the cores of the species of each slab by the part of the free
// volume that the slab has, and refuses slabs that are too full.
func setCoresBySlab(shapes []shape, species []Species, free, volume, tolerance float64) error {
	var done []Slab
	for k := range species {
		slab := species[k].Slab
		if slices.Contains(done, slab) {
			continue
		}
		done = append(done, slab)
		var which []int
		var part []shape
		var those []Species
		filled, share := 0.0, 1.0
		if slab != (Slab{}) {
			share = slab.High - slab.Low
		}
		for j := range species {
			if species[j].Slab == slab {
				which, part, those = append(which, j), append(part, shapes[j]), append(those, species[j])
				filled += float64(species[j].Count) * shapes[j].volume
			}
		}
		if fraction := filled / (volume * share); fraction > MaxFraction {
			return refuse(ErrTooDense, "the molecules of a layer cannot fit: atoms %g Å apart take %.0f Å³ of its %.0f Å³ (%.0f %%, at most %.0f %% is possible): lower the density or the minimum distance (tolerance)",
				tolerance, filled, volume*share, 100*fraction, 100*MaxFraction)
		}
		setCores(part, those, max(free*share, filled), tolerance)
		for i, j := range which {
			shapes[j] = part[i]
		}
	}
	return nil
}
