package forcefield

import (
	"math"
	"slices"
)

// blockCholesky factors symmetric positive definite matrices of 3×3 blocks, one row
// of blocks an atom, with few blocks that are not zero: A = LLᵀ, the atoms in an
// order of least degree, which keeps L sparse (George and Liu, SIAM Rev. 1989, 31,
// 1). Where blocks are is worked out once; factoring again moves numbers only.
type blockCholesky struct {
	order []int32 // atom of each column, in the order of elimination
	place []int32 // column of each atom
	start []int32 // first block of each column, its diagonal; one more at the end
	rows  []int32 // column number of each block's row, ascending within a column
	// target has, for every column and every pair of blocks below its diagonal,
	// the block that their product is taken from.
	target []int32
	blocks [][9]float64 // row-major; of A, then of L
	work   []float64
}

// fillLimit bounds the work of factoring, in products of blocks: about ten times that
// of a sheet of graphene with 999 atoms.
const fillLimit = 4_000_000

// newBlockCholesky prepares for matrices whose blocks couple the atoms of each of
// the groups. Where factoring would take too long, as in nets in which everything hangs
// together, only the blocks on the diagonal are kept.
func newBlockCholesky(atoms int, groups [][]int32) *blockCholesky {
	c := &blockCholesky{place: make([]int32, atoms), start: make([]int32, 1, atoms+1), work: make([]float64, 3*atoms)}
	near := make([][]int32, atoms) // sorted
	for _, g := range groups {
		for _, i := range g {
			for _, j := range g {
				if i != j {
					near[i] = with(near[i], j)
				}
			}
		}
	}
	for i := range c.place {
		c.place[i] = -1
	}
	work := fillLimit
	for _, component := range components(near) {
		if !c.eliminate(near, component, &work) {
			return newBlockCholesky(atoms, nil)
		}
	}
	c.blocks = make([][9]float64, len(c.rows))
	for k := range c.rows {
		c.rows[k] = c.place[c.rows[k]] // atoms until now
	}
	for k := range c.order {
		below := c.rows[c.start[k]+1 : c.start[k+1]]
		slices.Sort(below)
	}
	for k := range c.order {
		below := c.rows[c.start[k]+1 : c.start[k+1]]
		for m, i := range below {
			for _, j := range below[:m+1] {
				c.target = append(c.target, c.find(j, i))
			}
		}
	}
	return c
}

// with adds j to a sorted list.
func with(list []int32, j int32) []int32 {
	at, found := slices.BinarySearch(list, j)
	if found {
		return list
	}
	return slices.Insert(list, at, j)
}

// components are the connected parts of a graph, their atoms ascending.
func components(near [][]int32) [][]int32 {
	var parts [][]int32
	seen := make([]bool, len(near))
	for i := range near {
		if seen[i] {
			continue
		}
		seen[i] = true
		part := []int32{int32(i)}
		for k := 0; k < len(part); k++ {
			for _, j := range near[part[k]] {
				if !seen[j] {
					seen[j] = true
					part = append(part, j)
				}
			}
		}
		slices.Sort(part)
		parts = append(parts, part)
	}
	return parts
}

// eliminate appends the columns of a component, always that of the atom with the
// fewest neighbors left, which become neighbors of each other. It takes the products of
// blocks that the columns cost from work, and returns false when that is used up.
func (c *blockCholesky) eliminate(near [][]int32, component []int32, work *int) bool {
	left := slices.Clone(component)
	for len(left) > 0 {
		best := 0
		for k, i := range left {
			if len(near[i]) < len(near[left[best]]) {
				best = k
			}
		}
		i := left[best]
		d := len(near[i])
		if *work -= d * (d + 1) / 2; *work < 0 {
			return false
		}
		left = slices.Delete(left, best, best+1)
		c.place[i] = int32(len(c.order))
		c.order = append(c.order, i)
		c.rows = append(append(c.rows, i), near[i]...)
		c.start = append(c.start, int32(len(c.rows)))
		for _, j := range near[i] {
			at, _ := slices.BinarySearch(near[j], i)
			near[j] = slices.Delete(near[j], at, at+1)
			for _, k := range near[i] {
				if k != j {
					near[j] = with(near[j], k)
				}
			}
		}
	}
	return true
}

// find is the block of the column and row, −1 if there is none.
func (c *blockCholesky) find(column, row int32) int32 {
	from := c.start[column]
	at, found := slices.BinarySearch(c.rows[from:c.start[column+1]], row)
	if !found {
		return -1
	}
	return from + int32(at)
}

// factor overwrites the blocks of A with those of L. Of diagonal blocks the lower
// half counts. It returns false if A is not positive definite.
func (c *blockCholesky) factor() bool {
	next := 0 // in target
	for k := range c.order {
		d := &c.blocks[c.start[k]]
		if !factorBlock(d) {
			return false
		}
		below := c.blocks[c.start[k]+1 : c.start[k+1]]
		for m := range below {
			b := &below[m]
			// b ← b·D⁻ᵀ, D being the lower triangle in d, whose diagonal is inverse.
			for r := 0; r < 9; r += 3 {
				x := b[r] * d[0]
				y := (b[r+1] - x*d[3]) * d[4]
				b[r], b[r+1], b[r+2] = x, y, (b[r+2]-x*d[6]-y*d[7])*d[8]
			}
			for n := range m + 1 {
				o, t := &below[n], &c.blocks[c.target[next]]
				next++
				for r := 0; r < 9; r += 3 {
					x, y, z := b[r], b[r+1], b[r+2]
					t[r] -= x*o[0] + y*o[1] + z*o[2]
					t[r+1] -= x*o[3] + y*o[4] + z*o[5]
					t[r+2] -= x*o[6] + y*o[7] + z*o[8]
				}
			}
		}
	}
	return true
}

// factorBlock factors a diagonal block in place. The diagonal of its L is stored as
// inverses.
func factorBlock(d *[9]float64) bool {
	if !(d[0] > 0) {
		return false
	}
	d[0] = 1 / math.Sqrt(d[0])
	d[3] *= d[0]
	d[6] *= d[0]
	y := d[4] - d[3]*d[3]
	if !(y > 0) {
		return false
	}
	d[4] = 1 / math.Sqrt(y)
	d[7] = (d[7] - d[6]*d[3]) * d[4]
	z := d[8] - d[6]*d[6] - d[7]*d[7]
	if !(z > 0) {
		return false
	}
	d[8] = 1 / math.Sqrt(z)
	return true
}

// forward overwrites v, three numbers an atom, with L⁻¹v in the order of the
// columns.
func (c *blockCholesky) forward(v []float64) {
	w := c.work
	for k, i := range c.order {
		w[3*k], w[3*k+1], w[3*k+2] = v[3*i], v[3*i+1], v[3*i+2]
	}
	for k := range c.order {
		d := &c.blocks[c.start[k]]
		x := w[3*k] * d[0]
		y := (w[3*k+1] - x*d[3]) * d[4]
		z := (w[3*k+2] - x*d[6] - y*d[7]) * d[8]
		v[3*k], v[3*k+1], v[3*k+2] = x, y, z
		from, to := c.start[k]+1, c.start[k+1]
		rows, blocks := c.rows[from:to], c.blocks[from:to]
		for m, row := range rows {
			b, t := &blocks[m], w[3*row:3*row+3:3*row+3]
			t[0] -= b[0]*x + b[1]*y + b[2]*z
			t[1] -= b[3]*x + b[4]*y + b[5]*z
			t[2] -= b[6]*x + b[7]*y + b[8]*z
		}
	}
}

// backward overwrites v, in the order of the columns, with L⁻ᵀv in that of the
// atoms.
func (c *blockCholesky) backward(v []float64) {
	w := c.work
	for k := len(c.order) - 1; k >= 0; k-- {
		x, y, z := v[3*k], v[3*k+1], v[3*k+2]
		from, to := c.start[k]+1, c.start[k+1]
		rows, blocks := c.rows[from:to], c.blocks[from:to]
		for m, row := range rows {
			b, t := &blocks[m], w[3*row:3*row+3:3*row+3]
			x -= b[0]*t[0] + b[3]*t[1] + b[6]*t[2]
			y -= b[1]*t[0] + b[4]*t[1] + b[7]*t[2]
			z -= b[2]*t[0] + b[5]*t[1] + b[8]*t[2]
		}
		d := &c.blocks[c.start[k]]
		z *= d[8]
		y = (y - d[7]*z) * d[4]
		x = (x - d[3]*y - d[6]*z) * d[0]
		w[3*k], w[3*k+1], w[3*k+2] = x, y, z
	}
	for k, i := range c.order {
		v[3*i], v[3*i+1], v[3*i+2] = w[3*k], w[3*k+1], w[3*k+2]
	}
}
