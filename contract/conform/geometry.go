package conform

import (
	"math"

	"github.com/molsmith/molsmith/contract"
)

// cutBond finds a bond whose atoms stand at opposite faces of the cell: the nearest
// image is a bond away and the atoms themselves are not. It returns -1 for none.
func cutBond(s *contract.Structure) int {
	if s.Cell == nil {
		return -1
	}
	const longest = 3.5 // Å; no covalent bond is longer
	for i, b := range s.Bonds {
		var d [3]float64
		for k := range d {
			d[k] = s.Positions[3*b[1]+uint32(k)] - s.Positions[3*b[0]+uint32(k)]
		}
		if norm(d) <= longest {
			continue
		}
		for image := range 27 {
			e := d
			for axis, n := range [3]int{image%3 - 1, image/3%3 - 1, image/9 - 1} {
				for k := range e {
					e[k] += float64(n) * s.Cell[3*axis+k]
				}
			}
			if norm(e) < longest {
				return i
			}
		}
	}
	return -1
}

func norm(d [3]float64) float64 { return math.Sqrt(d[0]*d[0] + d[1]*d[1] + d[2]*d[2]) }

// unbonded finds two atoms that stand as close as only bonded ones do, without a
// bond in the list. d is 0 when there are none.
func unbonded(s *contract.Structure) (i, j int, d float64) {
	const touching = 1.2 // Å; the shortest distance over two bonds is 1.5 Å
	bonded := make(map[[2]uint32]bool, len(s.Bonds))
	for _, b := range s.Bonds {
		bonded[[2]uint32{min(b[0], b[1]), max(b[0], b[1])}] = true
	}
	grid := newGrid(s.Positions, touching)
	for i := range s.Elements {
		found := -1
		grid.near(s.Positions, s.Positions[3*i:3*i+3], func(j int, distance float64) bool {
			if j > i && !bonded[[2]uint32{uint32(i), uint32(j)}] {
				found, d = j, distance
			}
			return found < 0
		})
		if found >= 0 {
			return i, found, max(d, math.SmallestNonzeroFloat64)
		}
	}
	return 0, 0, 0
}

// closest finds an atom of a within some distance of an atom of b. d is -1 when
// there is none.
func closest(a, b []float64, within float64) (i, j int, d float64) {
	grid := newGrid(b, within)
	for i := range len(a) / 3 {
		found := -1
		grid.near(b, a[3*i:3*i+3], func(j int, distance float64) bool {
			found, d = j, distance
			return false
		})
		if found >= 0 {
			return i, found, d
		}
	}
	return 0, 0, -1
}

// grid finds the points within one distance of a place.
type grid struct {
	edge  float64
	boxes map[[3]int64][]int32
}

func newGrid(points []float64, edge float64) *grid {
	g := &grid{edge: edge, boxes: make(map[[3]int64][]int32)}
	for i := range len(points) / 3 {
		box := g.box(points[3*i : 3*i+3])
		g.boxes[box] = append(g.boxes[box], int32(i))
	}
	return g
}

func (g *grid) box(p []float64) (box [3]int64) {
	for k := range box {
		box[k] = int64(math.Floor(max(-1e15, min(1e15, p[k]/g.edge))))
	}
	return box
}

// near calls visit for each point within the edge of p, until it returns false.
func (g *grid) near(points, p []float64, visit func(i int, distance float64) bool) {
	at := g.box(p)
	for n := range int64(27) {
		box := [3]int64{at[0] + n%3 - 1, at[1] + n/3%3 - 1, at[2] + n/9 - 1}
		for _, i := range g.boxes[box] {
			q := points[3*i : 3*i+3]
			if d := norm([3]float64{q[0] - p[0], q[1] - p[1], q[2] - p[2]}); d <= g.edge && !visit(int(i), d) {
				return
			}
		}
	}
}
