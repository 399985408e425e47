package crystal

import (
	"math"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
)

// sites finds the atom of an element at a place of a periodic cell, within a tolerance.
type sites struct {
	cell      *cell.Cell
	elements  []uint8
	at        []cell.Fractional // in [0, 1)
	tolerance float64
	bins      [3]int
	reach     [3]float64 // the tolerance in units of the vectors
	start     []int32    // of each bin in order
	order     []int32

	failures [4]failure // of mapped, the last ones
	fail     int        // how many there were
	left     *int       // how many places mapped may still look at
}

func newSites(c *cell.Cell, elements []uint8, at []cell.Fractional, tolerance float64) *sites {
	s := &sites{cell: c, elements: elements, at: make([]cell.Fractional, len(at)), tolerance: tolerance}
	heights := c.Heights()
	// About one atom to a bin; bins are wider than the tolerance.
	edge := max(geom.Pow(c.Volume()/float64(max(1, len(at))), 1./3), 2*tolerance, 0.5)
	for k := range 3 {
		s.bins[k] = int(max(1, min(64, heights[k]/edge)))
		s.reach[k] = tolerance / heights[k]
	}
	count := make([]int32, s.bins[0]*s.bins[1]*s.bins[2]+1)
	bin := make([]int32, len(at))
	for i, f := range at {
		s.at[i] = wrapped(f)
		bin[i] = int32(s.bin(s.at[i].A, 0)*s.bins[1]*s.bins[2] + s.bin(s.at[i].B, 1)*s.bins[2] + s.bin(s.at[i].C, 2))
		count[bin[i]+1]++
	}
	for k := 1; k < len(count); k++ {
		count[k] += count[k-1]
	}
	s.start = append([]int32(nil), count...)
	s.order = make([]int32, len(at))
	for i := range at {
		s.order[count[bin[i]]] = int32(i)
		count[bin[i]]++
	}
	return s
}

// inside brings a coordinate into [0, 1).
func inside(x float64) float64 {
	if x -= math.Floor(x); x >= 1 {
		return 0
	}
	return x
}

func (s *sites) bin(x float64, axis int) int {
	return min(int(x*float64(s.bins[axis])), s.bins[axis]-1)
}

// find returns the atom of an element nearest to f within the tolerance and the step
// from f to its image there; −1 when there is none.
func (s *sites) find(f cell.Fractional, element uint8) (atom int, step cell.Fractional) {
	atom, best := -1, s.tolerance*s.tolerance
	f, ranges := s.window(f)
	for i := ranges[0][0]; i <= ranges[0][1]; i++ {
		for j := ranges[1][0]; j <= ranges[1][1]; j++ {
			for k := ranges[2][0]; k <= ranges[2][1]; k++ {
				b := (around(i, s.bins[0])*s.bins[1]+around(j, s.bins[1]))*s.bins[2] + around(k, s.bins[2])
				for _, n := range s.order[s.start[b]:s.start[b+1]] {
					if s.elements[n] != element {
						continue
					}
					d := nearestStep(f, s.at[n])
					if math.Abs(d.A) > s.reach[0] || math.Abs(d.B) > s.reach[1] || math.Abs(d.C) > s.reach[2] {
						continue // a distance is at least its part along the normal of a face
					}
					if v := s.cell.Cartesian(d); v.Norm2() <= best {
						atom, best, step = int(n), v.Norm2(), d
					}
				}
			}
		}
	}
	return atom, step
}

// window returns f in the cell and the bins with what is within the tolerance of it.
func (s *sites) window(f cell.Fractional) (_ cell.Fractional, ranges [3][2]int) {
	f = wrapped(f)
	x := [3]float64{f.A, f.B, f.C}
	for k := range 3 {
		ranges[k][0] = int(math.Floor((x[k] - s.reach[k]) * float64(s.bins[k])))
		ranges[k][1] = int(math.Floor((x[k] + s.reach[k]) * float64(s.bins[k])))
		if n := s.bins[k]; ranges[k][1]-ranges[k][0] >= n {
			ranges[k] = [2]int{0, n - 1}
		}
	}
	return f, ranges
}

// all returns the atoms of an element that may be within the tolerance of f, in order.
func (s *sites) all(f cell.Fractional, element uint8) (list []int32) {
	_, ranges := s.window(f)
	for i := ranges[0][0]; i <= ranges[0][1]; i++ {
		for j := ranges[1][0]; j <= ranges[1][1]; j++ {
			for k := ranges[2][0]; k <= ranges[2][1]; k++ {
				b := (around(i, s.bins[0])*s.bins[1]+around(j, s.bins[1]))*s.bins[2] + around(k, s.bins[2])
				for _, n := range s.order[s.start[b]:s.start[b+1]] {
					if s.elements[n] == element {
						list = append(list, n)
					}
				}
			}
		}
	}
	return inOrder(list)
}

func around(i, n int) int {
	switch {
	case i < 0:
		return i + n
	case i >= n:
		return i - n
	}
	return i
}

// from returns the step from a to b.
func from(a, b cell.Fractional) cell.Fractional {
	return cell.Fractional{A: b.A - a.A, B: b.B - a.B, C: b.C - a.C}
}

// nearestStep returns the step from a to b, both in the cell, or to an image of it.
func nearestStep(a, b cell.Fractional) cell.Fractional {
	return cell.Fractional{A: nearest(b.A - a.A), B: nearest(b.B - a.B), C: nearest(b.C - a.C)}
}

// wrapped returns a place in the cell.
func wrapped(f cell.Fractional) cell.Fractional {
	return cell.Fractional{A: inside(f.A), B: inside(f.B), C: inside(f.C)}
}

// nearest brings a difference of coordinates in [0, 1) into [−½, ½].
func nearest(x float64) float64 {
	switch {
	case x > 0.5:
		return x - 1
	case x < -0.5:
		return x + 1
	}
	return x
}
