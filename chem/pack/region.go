package pack

import (
	"math"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/rng"
)

// Region is a part of the cell, of any shape, that the centers of molecules stay in.
type Region struct {
	// Outside returns how far in Å a point is outside the region, 0 inside, and the
	// unit vector that leads back; any image of the point may be asked for. Nil: the
	// region has no bounds, and is only where molecules start.
	Outside func(p geom.Vec3) (depth float64, inward geom.Vec3)
	// Places are points of the region, x y z each, spread evenly over what is free of
	// Fixed; at least one, several for each molecule are better. Not modified.
	Places []float64
	// Volume of the region in Å³, with what Fixed takes of it.
	Volume float64
	// Even puts each molecule in the middle of its share of the places, not anywhere
	// in it: few molecules then keep away from each other.
	Even bool
}

// outsideAllowed is how far in Å a finished center may be outside its region.
const outsideAllowed = 1e-3

// scatter gives every molecule a place of the region and a rotation. The places are
// cut in two again and again, across their longest extent and in proportion to the
// volumes of the molecules, down to one molecule for each part.
func (g *Region) scatter(frame *cell.Cell, molecules []molecule, around *obstacle, seed, class uint64) []molecule {
	order := rng.Stream(seed, orderStream+class)
	order.Shuffle(len(molecules), func(i, j int) { molecules[i], molecules[j] = molecules[j], molecules[i] })
	s := splitter{frame: frame, heights: frame.Heights(), molecules: molecules, sum: make([]float64, len(molecules)+1), even: g.Even, random: &order}
	for i := range molecules {
		s.sum[i+1] = s.sum[i] + molecules[i].shape.volume
	}
	places := g.uncovered(frame, around)
	if len(places) < len(molecules) {
		places = g.uncovered(frame, nil)
	}
	s.split(0, len(molecules), places)
	for i := range molecules {
		m := &molecules[i]
		r := rng.Stream(seed, moleculeStream*(class+1)+uint64(i))
		m.rotation = r.Rotation()
		m.scale = m.shape.embryo
	}
	return molecules
}

// uncovered returns the places that nothing covers, wrapped, in fractional coordinates.
func (g *Region) uncovered(frame *cell.Cell, around *obstacle) [][3]float64 {
	var free [][3]float64
	for i := range len(g.Places) / 3 {
		p := frame.Wrap(geom.At(g.Places, i))
		if around == nil || !around.covers(p) {
			f := frame.Fractional(p)
			free = append(free, [3]float64{f.A, f.B, f.C})
		}
	}
	return free
}

// random returns one of the places.
func (g *Region) random(r *rng.Rand) geom.Vec3 {
	return geom.At(g.Places, r.Intn(len(g.Places)/3))
}

// splitter deals places to molecules.
type splitter struct {
	frame     *cell.Cell
	heights   [3]float64
	molecules []molecule
	sum       []float64 // of volumes before each
	even      bool
	random    *rng.Rand
}

// split deals the places to the molecules lo … hi−1; it reorders them. When there are
// fewer places than molecules some get the same.
func (s *splitter) split(lo, hi int, places [][3]float64) {
	if hi-lo == 1 || len(places) == 1 {
		for i := lo; i < hi; i++ {
			s.put(i, places)
		}
		return
	}
	n := hi - lo
	mid := lo + n/2
	if spread := n / 4; spread > 0 && !s.even {
		mid += s.random.Intn(2*spread+1) - spread // not in the middle: see divide
	}
	share := (s.sum[mid] - s.sum[lo]) / (s.sum[hi] - s.sum[lo])
	cut := min(max(int(math.Round(share*float64(len(places)))), 1), len(places)-1)
	choose(places, cut, s.longest(places))
	s.split(lo, mid, places[:cut])
	s.split(mid, hi, places[cut:])
}

// longest returns the axis along which the places extend farthest.
func (s *splitter) longest(places [][3]float64) (axis int) {
	low, high := places[0], places[0]
	for _, p := range places {
		for k, x := range p {
			low[k], high[k] = min(low[k], x), max(high[k], x)
		}
	}
	for k := 1; k < 3; k++ {
		if (high[k]-low[k])*s.heights[k] > (high[axis]-low[axis])*s.heights[axis] {
			axis = k
		}
	}
	return axis
}

// put moves molecule i to one of the places.
func (s *splitter) put(i int, places [][3]float64) {
	at := places[s.random.Intn(len(places))]
	if s.even {
		at = s.middle(places)
	}
	s.molecules[i].center = s.frame.Cartesian(cell.Fractional{A: at[0], B: at[1], C: at[2]})
}

// middle returns the place nearest to the mean of the places.
func (s *splitter) middle(places [][3]float64) [3]float64 {
	cartesian := func(p [3]float64) geom.Vec3 {
		return s.frame.Cartesian(cell.Fractional{A: p[0], B: p[1], C: p[2]})
	}
	var mean geom.Vec3
	for _, p := range places {
		mean = mean.AddScaled(1/float64(len(places)), cartesian(p))
	}
	best, least := places[0], math.Inf(1)
	for _, p := range places {
		if d := cartesian(p).Sub(mean).Norm2(); d < least {
			best, least = p, d
		}
	}
	return best
}

// choose reorders the places so that the first n are those with the smallest
// coordinates along the axis (quickselect; Hoare 1961, Commun. ACM 4, 321).
func choose(places [][3]float64, n, axis int) {
	lo, hi := 0, len(places)-1
	for lo < hi {
		pivot := places[lo+(hi-lo)/2][axis]
		i, j := lo, hi
		for i <= j {
			for places[i][axis] < pivot {
				i++
			}
			for places[j][axis] > pivot {
				j--
			}
			if i <= j {
				places[i], places[j] = places[j], places[i]
				i++
				j--
			}
		}
		switch {
		case n-1 <= j:
			hi = j
		case n-1 >= i:
			lo = i
		default:
			return
		}
	}
}

// gather adds to c what pulls the center of m back into the region, and reports whether
// it is outside.
func (g *Region) gather(m *molecule, c *contacts) (hard bool) {
	if g == nil || g.Outside == nil {
		return false
	}
	depth, inward := g.Outside(m.center)
	if depth <= 0 {
		return false
	}
	c.add(inward, geom.Vec3{}, depth+comfort)
	return depth > outsideAllowed/2
}

// within returns p, or where the region is nearest to it.
func (g *Region) within(p geom.Vec3) geom.Vec3 {
	if g == nil || g.Outside == nil {
		return p
	}
	if depth, inward := g.Outside(p); depth > 0 {
		return p.AddScaled(depth, inward)
	}
	return p
}

// outside counts the molecules whose center is outside, on finished positions.
func (g *Region) outside(species []Species, positions []float64) (molecules int) {
	if g == nil || g.Outside == nil {
		return 0
	}
	at := 0
	for k := range species {
		n := len(species[k].Positions)
		for range species[k].Count {
			if depth, _ := g.Outside(geom.Centroid(positions[at : at+n])); depth > outsideAllowed {
				molecules++
			}
			at += n
		}
	}
	return molecules
}
