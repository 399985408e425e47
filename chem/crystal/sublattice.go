package crystal

// maxEntry bounds the numbers of a matrix, so that products of three stay exact.
const maxEntry = 10_000

// sublattice is the lattice that the rows of an integer matrix span in the lattice of
// whole numbers, with the points of that lattice inside its cell.
type sublattice struct {
	rows   [9]int
	det    int        // positive
	points [][3]int32 // inside the cell, by first, second, third number
	hnf    [9]int     // the same lattice by an upper triangular matrix
	index  []int32    // of the point that each residue stands for
}

// newSublattice refuses singular matrices and those with more than limit points.
func newSublattice(rows [9]int, limit float64) (*sublattice, error) {
	for _, n := range rows {
		if n < -maxEntry || n > maxEntry {
			return nil, refuse("invalid matrix: its numbers must lie between −%d and %d", maxEntry, maxEntry)
		}
	}
	det := determinant(&rows)
	if det == 0 {
		return nil, refuse("invalid matrix: it is singular, its rows do not span a volume")
	}
	sign := 1
	if det < 0 {
		det, sign = -det, -1
	}
	l := &sublattice{rows: rows, det: det, hnf: triangular(rows)}
	if float64(det) > limit {
		return l, nil // the caller refuses with the number of atoms
	}
	adjugate := adjugateOf(&rows)
	residues := make([][3]int32, 0, det)
	h := &l.hnf
	for i := range h[0] {
		for j := range h[4] {
			for k := range h[8] {
				p := [3]int{i, j, k}
				// p = n·rows with n = p·adjugate / det: what is left of whole n is inside.
				for r := range 3 {
					n := floorDiv(sign*(i*adjugate[r]+j*adjugate[3+r]+k*adjugate[6+r]), det)
					for c := range 3 {
						p[c] -= n * rows[3*r+c]
					}
				}
				residues = append(residues, [3]int32{int32(p[0]), int32(p[1]), int32(p[2])})
			}
		}
	}
	l.sort(residues)
	return l, nil
}

// sort puts the points in order, by counting from the last number to the first, and
// notes where each residue went.
func (l *sublattice) sort(residues [][3]int32) {
	order := make([]int32, len(residues))
	for i := range order {
		order[i] = int32(i)
	}
	next := make([]int32, len(residues))
	for axis := 2; axis >= 0; axis-- {
		low, high := residues[0][axis], residues[0][axis]
		for _, p := range residues {
			low, high = min(low, p[axis]), max(high, p[axis])
		}
		starts := make([]int32, int(high-low)+2)
		for _, p := range residues {
			starts[p[axis]-low+1]++
		}
		for k := 1; k < len(starts); k++ {
			starts[k] += starts[k-1]
		}
		for _, i := range order {
			at := &starts[residues[i][axis]-low]
			next[*at] = i
			*at++
		}
		order, next = next, order
	}
	l.points = make([][3]int32, len(residues))
	l.index = make([]int32, len(residues))
	for at, i := range order {
		l.points[at] = residues[i]
		l.index[i] = int32(at)
	}
}

// find returns the number of the point that differs from p by a vector of the sublattice.
func (l *sublattice) find(p [3]int) int {
	h := &l.hnf
	n := floorDiv(p[0], h[0])
	p[0], p[1], p[2] = p[0]-n*h[0], p[1]-n*h[1], p[2]-n*h[2]
	n = floorDiv(p[1], h[4])
	p[1], p[2] = p[1]-n*h[4], p[2]-n*h[5]
	p[2] -= floorDiv(p[2], h[8]) * h[8]
	return int(l.index[(p[0]*h[4]+p[1])*h[8]+p[2]])
}

// triangular returns the Hermite normal form of a matrix that is not singular: an upper
// triangular one with positive diagonal whose rows span the same lattice.
func triangular(m [9]int) [9]int {
	for column := range 3 {
		// Euclid's algorithm on the rows from this one down.
		for r := column + 1; r < 3; r++ {
			for m[3*r+column] != 0 {
				q := floorDiv(m[3*column+column], m[3*r+column])
				for c := range 3 {
					m[3*column+c], m[3*r+c] = m[3*r+c], m[3*column+c]-q*m[3*r+c]
				}
			}
		}
		if m[4*column] < 0 {
			for c := range 3 {
				m[3*column+c] = -m[3*column+c]
			}
		}
		// Rows above and below stay small when reduced at once.
		for r := range column {
			q := floorDiv(m[3*r+column], m[4*column])
			for c := range 3 {
				m[3*r+c] -= q * m[3*column+c]
			}
		}
	}
	return m
}

func floorDiv(a, b int) int {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func determinant(m *[9]int) int {
	return m[0]*(m[4]*m[8]-m[5]*m[7]) - m[1]*(m[3]*m[8]-m[5]*m[6]) + m[2]*(m[3]*m[7]-m[4]*m[6])
}

// adjugateOf returns det(m)·m⁻¹.
func adjugateOf(m *[9]int) [9]int {
	return [9]int{
		m[4]*m[8] - m[5]*m[7], m[2]*m[7] - m[1]*m[8], m[1]*m[5] - m[2]*m[4],
		m[5]*m[6] - m[3]*m[8], m[0]*m[8] - m[2]*m[6], m[2]*m[3] - m[0]*m[5],
		m[3]*m[7] - m[4]*m[6], m[1]*m[6] - m[0]*m[7], m[0]*m[4] - m[1]*m[3],
	}
}
