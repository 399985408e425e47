package conform

import (
	"math"

	"github.com/molsmith/molsmith/contract"
)

// cutBond finds a bond whose atoms stand at opposite faces of the cell: the nearest
// image is a bond away and the atoms themselves are not. It returns -1 for none. The
// bonds of a network that repeats with the cell, as in a crystal or a nanotube, have to
// run through it somewhere and do not count.
func cutBond(s *contract.Structure) int {
	if s.Cell == nil {
		return -1
	}
	var cut []int
	parts := newParts(len(s.Elements))
	for i, b := range s.Bonds {
		shift := imageOf(s, b)
		if shift != [3]int32{} {
			cut = append(cut, i)
		}
		parts.join(b[0], b[1], shift)
	}
	for _, i := range cut {
		if root, _ := parts.find(s.Bonds[i][0]); !parts.repeats[root] {
			return i
		}
	}
	return -1
}

// imageOf is the image of the second atom of a bond, in cells, that is bonded to the
// first atom where that is not the atom itself.
func imageOf(s *contract.Structure, b [2]uint32) (shift [3]int32) {
	const longest = 3.5 // Å; no covalent bond is longer
	var d [3]float64
	for k := range d {
		d[k] = s.Positions[3*b[1]+uint32(k)] - s.Positions[3*b[0]+uint32(k)]
	}
	if norm(d) <= longest {
		return shift
	}
	least := longest
	for image := range int32(27) {
		n := [3]int32{image%3 - 1, image/3%3 - 1, image/9 - 1}
		e := d
		for axis := range n {
			for k := range e {
				e[k] += float64(n[axis]) * s.Cell[3*axis+k]
			}
		}
		if r := norm(e); r < least {
			least, shift = r, n
		}
	}
	return shift
}

// parts are atoms joined by bonds, each with the cell it stands in as seen from the root
// of its part (union and find: Tarjan 1975).
type parts struct {
	parent  []uint32
	cell    [][3]int32 // as seen from the parent
	repeats []bool     // of a root: two ways lead to one atom in different cells
}

func newParts(atoms int) *parts {
	p := &parts{parent: make([]uint32, atoms), cell: make([][3]int32, atoms), repeats: make([]bool, atoms)}
	for i := range p.parent {
		p.parent[i] = uint32(i)
	}
	return p
}

// find returns the root of an atom's part and the cell it stands in as seen from there.
func (p *parts) find(atom uint32) (root uint32, cell [3]int32) {
	for root = atom; p.parent[root] != root; root = p.parent[root] {
		for k := range cell {
			cell[k] += p.cell[root][k]
		}
	}
	for at, left := atom, cell; at != root; {
		next, own := p.parent[at], p.cell[at]
		p.parent[at], p.cell[at] = root, left
		for k := range left {
			left[k] -= own[k]
		}
		at = next
	}
	return root, cell
}

// join notes a bond from a to the image of b that is shift cells away.
func (p *parts) join(a, b uint32, shift [3]int32) {
	ra, ca := p.find(a)
	rb, cb := p.find(b)
	var d [3]int32 // the cell of b as seen from ra, less that as seen from rb
	for k := range d {
		d[k] = ca[k] + shift[k] - cb[k]
	}
	if ra == rb {
		p.repeats[ra] = p.repeats[ra] || d != [3]int32{}
		return
	}
	p.parent[rb], p.cell[rb] = ra, d
	p.repeats[ra] = p.repeats[ra] || p.repeats[rb]
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
