package embed

import (
	"math"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/rng"
)

const (
	columns = 6  // vectors that are iterated, two more than are taken
	rounds  = 12 // multiplications; starting coordinates need no more precision
)

// principal writes √λ·v of the four largest positive eigenvalues λ of the n×n matrix
// w.metric to w.x, four coordinates an atom, and says whether at least three are positive.
// It iterates a small subspace and diagonalizes the matrix in it (Rayleigh and Ritz).
func (w *work) principal(n int, random *rng.Rand) bool {
	q, p := w.block[:columns*n], w.image[:columns*n]
	k := min(columns, n)
	for i := range q {
		q[i] = random.Float64() - 0.5
	}
	orthonormalize(q, n, k)
	for range rounds {
		multiply(p, w.metric, q, n, k)
		q, p = p, q
		orthonormalize(q, n, k)
	}
	multiply(p, w.metric, q, n, k)
	var small [columns * columns]float64
	for a := range k {
		for b := range k {
			sum := 0.0
			for i := range n {
				sum += q[a*n+i] * p[b*n+i]
			}
			small[a*k+b] = sum
		}
	}
	vectors := geom.Symmetric(small[:k*k], k)
	positive := 0
	for d := range dimensions {
		best := -1
		for a := range k {
			if v := small[a*k+a]; v > 1e-6 && (best < 0 || v > small[best*k+best]) {
				best = a
			}
		}
		if best < 0 {
			for i := range n {
				w.x[4*i+d] = 0.1 * (random.Float64() - 0.5)
			}
			continue
		}
		positive++
		root := math.Sqrt(small[best*k+best])
		for i := range n {
			sum := 0.0
			for b := range k {
				sum += vectors[b*k+best] * q[b*n+i]
			}
			w.x[4*i+d] = root * sum
		}
		small[best*k+best] = 0
	}
	return positive >= 3
}

// multiply makes p the product of the symmetric matrix m with k columns.
func multiply(p, m, q []float64, n, k int) {
	for i := range n {
		row := m[i*n : i*n+n]
		for a := range k {
			col := q[a*n : a*n+n]
			col = col[:len(row)]
			var s0, s1 float64
			j := 0
			for ; j+1 < len(row); j += 2 {
				s0 += row[j] * col[j]
				s1 += row[j+1] * col[j+1]
			}
			if j < len(row) {
				s0 += row[j] * col[j]
			}
			p[a*n+i] = s0 + s1
		}
	}
}

// orthonormalize is the modified Gram–Schmidt process; a column that depends on those
// before it becomes zero.
func orthonormalize(q []float64, n, k int) {
	for a := range k {
		col := q[a*n : a*n+n]
		before := 0.0
		for _, v := range col {
			before += v * v
		}
		for b := range a {
			other := q[b*n : b*n+n]
			sum := 0.0
			for i, v := range other {
				sum += v * col[i]
			}
			for i, v := range other {
				col[i] -= sum * v
			}
		}
		sum := 0.0
		for _, v := range col {
			sum += v * v
		}
		f := 0.0
		if sum > 1e-18*before {
			f = 1 / math.Sqrt(sum)
		}
		for i := range col {
			col[i] *= f
		}
	}
}
