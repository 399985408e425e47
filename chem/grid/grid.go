// Package grid finds neighbors: points sorted into the cells of a box of any
// shape, periodic or open (linked cells, Hockney and Eastwood 1981, stored as
// one sorted array).
//
// The cells divide the box in fractional coordinates, so they are skewed when
// the box is. Points near a face are stored again as images on the other side:
// a search never wraps an index, and a box thinner than the cutoff shows
// several images of the same point. Lengths are in Å.
package grid

import (
	"fmt"
	"math"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/parallel"
)

// MaxLayers bounds the layers of images on each side: a periodic box may be
// this many times thinner than the cutoff.
const MaxLayers = 50

// block is the number of points that one worker sorts at a time.
const block = 4096

// Grid holds points sorted by cell. Searches may run in several goroutines at
// once, but not during Update.
type Grid struct {
	frame    cell.Cell // the periodic cell, or a brick around open points
	periodic bool
	origin   geom.Vec3 // of the brick; zero for a periodic cell
	cutoff   float64
	margin   [3]float64 // the cutoff in fractional units

	inner  [3]int // cells that divide the box
	layers [3]int // cells of images on each side, and the reach of a search
	stride [3]int // between cells along each direction
	rows   []int  // from a cell to the first cell of each row that a search reads
	span   int    // cells of a row that a search reads

	homes  []home
	ghosts [][]ghost // per block of points
	start  []int32   // first image of each cell, and the end
	images []Image
	shifts []Shift
}

// Image is a point as a search sees it: an input point moved into the box, or a
// periodic image of that near the box.
type Image struct {
	Position geom.Vec3
	Index    int32 // of the input point
	Shift    int32 // of the image against the point in the box; 0 is the point itself
}

// Shift is a lattice translation.
type Shift struct {
	Cells  [3]int32  // in lattice vectors
	Vector geom.Vec3 // in Å
}

// home is an input point moved into the box.
type home struct {
	position geom.Vec3
	cells    [3]int32 // lattice vectors added to the input point
	cell     int32
	slot     int32
}

// ghost is a periodic image that waits for its slot.
type ghost struct {
	index, shift, cell, slot int32
}

// New sorts points, x y z per point, for searches within cutoff. A nil periodic
// cell means open space. Positions are copied. It refuses coordinates that are
// not finite and boxes far thinner than the cutoff.
func New(periodic *cell.Cell, positions []float64, cutoff float64) (*Grid, error) {
	g := &Grid{cutoff: cutoff, periodic: periodic != nil}
	if !(cutoff > 0) || cutoff > cell.MaxLength {
		return nil, fmt.Errorf("the neighbor cutoff is %g Å: it must be above 0 and at most %g Å", cutoff, cell.MaxLength)
	}
	for i, x := range positions {
		if !(math.Abs(x) <= cell.MaxLength) {
			return nil, fmt.Errorf("point %d has a coordinate of %g Å: it must be finite and at most %g Å", i/3+1, x, cell.MaxLength)
		}
	}
	if periodic != nil {
		g.frame = *periodic
	} else if err := g.enclose(positions); err != nil {
		return nil, err
	}
	if err := g.divide(len(positions) / 3); err != nil {
		return nil, err
	}
	g.Update(positions, 1)
	return g, nil
}

// enclose makes the brick around open points.
func (g *Grid) enclose(positions []float64) error {
	lo, hi := [3]float64{}, [3]float64{}
	for i, x := range positions {
		if k := i % 3; i < 3 {
			lo[k], hi[k] = x, x
		} else {
			lo[k], hi[k] = min(lo[k], x), max(hi[k], x)
		}
	}
	longest := max(hi[0]-lo[0], hi[1]-lo[1], hi[2]-lo[2], g.cutoff)
	var edge [3]float64
	for k := range edge {
		// At least the cutoff, which a search around an outside point reaches by
		// one cell, and a hundredth of the longest edge, so that points on a line
		// or in a plane do not make a degenerate cell, nor points on one place none.
		edge[k] = max(hi[k]-lo[k], g.cutoff, longest/100, 2*cell.MinLength)
	}
	g.origin = geom.Vec3{X: lo[0], Y: lo[1], Z: lo[2]}
	var err error
	g.frame, err = cell.New([9]float64{edge[0], 0, 0, 0, edge[1], 0, 0, 0, edge[2]})
	return err
}

// divide chooses the cells: no thinner than the cutoff where the box allows it,
// and not many more than there are points.
func (g *Grid) divide(points int) error {
	heights := g.frame.Heights()
	for size := g.cutoff; ; size *= 1.25 {
		total := 1.0
		for k, h := range heights {
			g.inner[k] = int(min(max(1, math.Floor(h/size)), 1<<20))
			total *= float64(g.inner[k])
		}
		if total <= float64(2*points+64) {
			break
		}
	}
	for k, h := range heights {
		g.margin[k] = g.cutoff / h
		// The factor keeps a cell of exactly the cutoff at one layer.
		layers := math.Ceil(g.margin[k] * float64(g.inner[k]) * (1 - 1e-12))
		if g.periodic && layers > MaxLayers {
			return fmt.Errorf("the box is %.3g Å thin: a neighbor cutoff of %.3g Å needs at least %.3g Å", h, g.cutoff, g.cutoff/MaxLayers)
		}
		g.layers[k] = 1
		if g.periodic {
			g.layers[k] = int(max(1, layers))
		}
	}
	g.stride[0] = 1
	g.stride[1] = g.inner[0] + 2*g.layers[0]
	g.stride[2] = g.stride[1] * (g.inner[1] + 2*g.layers[1])
	g.span = 2*g.layers[0] + 1
	for z := -g.layers[2]; z <= g.layers[2]; z++ {
		for y := -g.layers[1]; y <= g.layers[1]; y++ {
			g.rows = append(g.rows, z*g.stride[2]+y*g.stride[1]-g.layers[0])
		}
	}
	g.makeShifts()
	return nil
}

// makeShifts tabulates the translations of images, the zero one first.
func (g *Grid) makeShifts() {
	var reach [3]int32
	if g.periodic {
		for k := range reach {
			reach[k] = int32(math.Ceil(g.margin[k] * (1 - 1e-12)))
		}
	}
	g.shifts = []Shift{{}}
	for z := -reach[2]; z <= reach[2]; z++ {
		for y := -reach[1]; y <= reach[1]; y++ {
			for x := -reach[0]; x <= reach[0]; x++ {
				if x != 0 || y != 0 || z != 0 {
					g.shifts = append(g.shifts, Shift{[3]int32{x, y, z}, g.frame.Shift(int(x), int(y), int(z))})
				}
			}
		}
	}
}

// Update sorts moved points, as many as New was given and finite, on up to
// workers goroutines. The result does not depend on the number of workers. Open
// points should stay near where they were: the cells are not chosen anew.
func (g *Grid) Update(positions []float64, workers int) {
	n := len(positions) / 3
	if g.homes == nil {
		g.homes = make([]home, n)
		g.ghosts = make([][]ghost, (n+block-1)/block)
		g.start = make([]int32, g.stride[2]*(g.inner[2]+2*g.layers[2])+1)
	}
	if n != len(g.homes) {
		panic("grid: Update needs as many points as New was given")
	}
	parallel.Do(workers, len(g.ghosts), func(b int) {
		g.ghosts[b] = g.ghosts[b][:0]
		for i := b * block; i < min((b+1)*block, n); i++ {
			g.locate(b, i, geom.At(positions, i))
		}
	})
	total := g.assignSlots()
	if cap(g.images) < total {
		g.images = make([]Image, total+total/16)
	}
	g.images = g.images[:total]
	parallel.Do(workers, len(g.ghosts), func(b int) {
		for i := b * block; i < min((b+1)*block, n); i++ {
			h := &g.homes[i]
			g.images[h.slot] = Image{Position: h.position, Index: int32(i)}
		}
		for _, q := range g.ghosts[b] {
			p := g.homes[q.index].position.Add(g.shifts[q.shift].Vector)
			g.images[q.slot] = Image{Position: p, Index: q.index, Shift: q.shift}
		}
	})
}

// locate moves point i into the box and lists its images.
func (g *Grid) locate(b, i int, p geom.Vec3) {
	h := &g.homes[i]
	p = p.Sub(g.origin)
	f := g.frame.Fractional(p)
	u := [3]float64{f.A, f.B, f.C}
	h.cells = [3]int32{}
	if !g.periodic {
		h.position = p
		h.cell = g.homeCell(&u)
		return
	}
	down := [3]float64{math.Floor(u[0]), math.Floor(u[1]), math.Floor(u[2])}
	if down != [3]float64{} {
		p = p.Sub(g.frame.Cartesian(cell.Fractional{A: down[0], B: down[1], C: down[2]}))
		for k := range u {
			u[k] -= down[k]
			h.cells[k] = int32(-down[k])
		}
	}
	h.position = p
	h.cell = g.homeCell(&u)
	if m := &g.margin; u[0] >= m[0] && u[0] <= 1-m[0] &&
		u[1] >= m[1] && u[1] <= 1-m[1] && u[2] >= m[2] && u[2] <= 1-m[2] {
		return // no image comes near the box
	}
	for s := 1; s < len(g.shifts); s++ {
		v := u
		inside := true
		for k, n := range g.shifts[s].Cells {
			v[k] += float64(n)
			inside = inside && v[k] >= -g.margin[k] && v[k] <= 1+g.margin[k]
		}
		if inside {
			g.ghosts[b] = append(g.ghosts[b], ghost{index: int32(i), shift: int32(s), cell: g.ghostCell(&v)})
		}
	}
}

// homeCell returns the cell of the box at fractional coordinates u, which
// rounding may have put on its far face.
func (g *Grid) homeCell(u *[3]float64) int32 {
	c := 0
	for k, x := range u {
		at := int(math.Floor(x * float64(g.inner[k])))
		c += g.stride[k] * (g.layers[k] + min(max(at, 0), g.inner[k]-1))
	}
	return int32(c)
}

// ghostCell returns the cell at fractional coordinates u, within the margin.
func (g *Grid) ghostCell(u *[3]float64) int32 {
	c := 0
	for k, x := range u {
		at := int(math.Floor(x*float64(g.inner[k]))) + g.layers[k]
		c += g.stride[k] * min(max(at, 0), g.inner[k]+2*g.layers[k]-1)
	}
	return int32(c)
}

// assignSlots sorts by counting: by cell, within a cell by block and input
// order. It returns the number of images.
func (g *Grid) assignSlots() int {
	clear(g.start)
	for i := range g.homes {
		g.start[g.homes[i].cell]++
	}
	for _, ghosts := range g.ghosts {
		for i := range ghosts {
			g.start[ghosts[i].cell]++
		}
	}
	sum := int32(0)
	for c, n := range g.start {
		g.start[c] = sum
		sum += n
	}
	n := len(g.homes)
	for b, ghosts := range g.ghosts {
		for i := b * block; i < min((b+1)*block, n); i++ {
			h := &g.homes[i]
			h.slot = g.start[h.cell]
			g.start[h.cell]++
		}
		for i := range ghosts {
			q := &ghosts[i]
			q.slot = g.start[q.cell]
			g.start[q.cell]++
		}
	}
	// Each start has moved to its cell's end, which is the next cell's start.
	copy(g.start[1:], g.start[:len(g.start)-1])
	g.start[0] = 0
	return int(sum)
}
