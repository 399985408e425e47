package polymer

import (
	"fmt"
	"math"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
)

// space holds placed points and finds those near a place. Points are put and taken one at
// a time, each by a number of its own. They lie in small cells of a cube lattice in open
// space, in cells that divide the box in a periodic one.
type space struct {
	reach    float64
	periodic *cell.Cell
	divide   [3]int // cells along each vector of a periodic box

	keys  []uint64 // open space: an open-addressed table from cubes to their first points
	first []int32  // of each cell, or of each entry of the table
	used  int
	shift uint

	point []geom.Vec3 // as given, by number
	image []geom.Vec3 // periodic: moved into the box
	next  []int32     // in the same cell
	in    []int32     // the cell; none when the point is not placed
}

// newSpace makes the space of n points for searches within reach.
func newSpace(periodic *cell.Cell, n int, reach float64) (*space, error) {
	s := &space{reach: reach, periodic: periodic, point: make([]geom.Vec3, n), next: make([]int32, n), in: make([]int32, n)}
	for i := range s.in {
		s.in[i] = none
	}
	if periodic == nil {
		s.resize(12)
		return s, nil
	}
	s.image = make([]geom.Vec3, n)
	total := 1
	for k, h := range periodic.Heights() {
		if h < reach {
			return nil, fmt.Errorf("%w: it is %.2f Å between opposite faces and needs %.2f Å, so that chains do not meet their own images at once; take more or longer chains or a lower density", ErrTooThin, h, reach)
		}
		s.divide[k] = int(min(math.Floor(h/reach), 256))
		total *= s.divide[k]
	}
	s.first = make([]int32, total)
	for i := range s.first {
		s.first[i] = none
	}
	return s, nil
}

// resize makes a table of 2^log entries and moves what is there.
func (s *space) resize(log uint) {
	keys, first := s.keys, s.first
	s.keys, s.first, s.shift, s.used = make([]uint64, 1<<log), make([]int32, 1<<log), 64-log, 0
	for i := range s.first {
		s.first[i] = none
	}
	for k, key := range keys {
		if key == 0 || first[k] == none {
			continue
		}
		e := s.entry(key)
		s.keys[e], s.first[e] = key, first[k]
		s.used++
		for i := first[k]; i != none; i = s.next[i] {
			s.in[i] = e
		}
	}
}

// entry returns the place of a cube in the table: its own, or a free one.
func (s *space) entry(key uint64) int32 {
	mask := uint64(len(s.keys) - 1)
	e := key * 0x9e3779b97f4a7c15 >> s.shift
	for s.keys[e] != 0 && s.keys[e] != key {
		e = (e + 1) & mask
	}
	return int32(e)
}

// cube returns the key of the cube at lattice coordinates, never 0. Coordinates are kept
// modulo 2²¹, which is some thousand times the longest chain.
func cube(x, y, z int) uint64 {
	const m = 1<<21 - 1
	return 1<<63 | uint64(x&m)<<42 | uint64(y&m)<<21 | uint64(z&m)
}

func (s *space) lattice(p geom.Vec3) (x, y, z int) {
	return int(math.Floor(p.X / s.reach)), int(math.Floor(p.Y / s.reach)), int(math.Floor(p.Z / s.reach))
}

// box returns the place of p in a periodic box and the cell it is in.
func (s *space) box(p geom.Vec3) (image geom.Vec3, at [3]int) {
	image = s.periodic.Wrap(p)
	f := s.periodic.Fractional(image)
	for k, u := range [3]float64{f.A, f.B, f.C} {
		at[k] = min(max(int(u*float64(s.divide[k])), 0), s.divide[k]-1)
	}
	return image, at
}

func (s *space) number(at [3]int) int32 {
	return int32((at[2]*s.divide[1]+at[1])*s.divide[0] + at[0])
}

// put places point i.
func (s *space) put(i int, p geom.Vec3) {
	s.point[i] = p
	var e int32
	if s.periodic != nil {
		image, at := s.box(p)
		s.image[i] = image
		e = s.number(at)
	} else {
		if 2*s.used >= len(s.keys) {
			s.resize(64 - s.shift + 1)
		}
		key := cube(s.lattice(p))
		e = s.entry(key)
		if s.keys[e] == 0 {
			s.keys[e] = key
			s.used++
		}
	}
	s.in[i], s.next[i], s.first[e] = e, s.first[e], int32(i)
}

// take removes point i, which is placed.
func (s *space) take(i int) {
	at := &s.first[s.in[i]]
	for *at != int32(i) {
		at = &s.next[*at]
	}
	*at = s.next[i]
	s.in[i] = none
}

// near calls visit for each image of a placed point within reach of p: with its number, the
// vector from p to it and its squared length. It stops when visit returns false.
func (s *space) near(p geom.Vec3, visit func(i int32, d geom.Vec3, d2 float64) bool) {
	limit := s.reach * s.reach
	if s.periodic == nil {
		x, y, z := s.lattice(p)
		for k := range 27 {
			e := s.entry(cube(x+k%3-1, y+k/3%3-1, z+k/9-1))
			if s.keys[e] == 0 {
				continue
			}
			for i := s.first[e]; i != none; i = s.next[i] {
				d := s.point[i].Sub(p)
				if d2 := d.Norm2(); d2 < limit && !visit(i, d, d2) {
					return
				}
			}
		}
		return
	}
	home, at := s.box(p)
	for k := range 27 {
		to := [3]int{at[0] + k%3 - 1, at[1] + k/3%3 - 1, at[2] + k/9 - 1}
		var cross [3]int
		for m := range to {
			switch {
			case to[m] < 0:
				to[m], cross[m] = to[m]+s.divide[m], -1
			case to[m] >= s.divide[m]:
				to[m], cross[m] = to[m]-s.divide[m], 1
			}
		}
		from := home
		if cross != [3]int{} {
			from = home.Sub(s.periodic.Shift(cross[0], cross[1], cross[2]))
		}
		for i := s.first[s.number(to)]; i != none; i = s.next[i] {
			d := s.image[i].Sub(from)
			if d2 := d.Norm2(); d2 < limit && !visit(i, d, d2) {
				return
			}
		}
	}
}
