package ring

import "math/bits"

// vector is a set of edges, one bit each.
type vector []uint64

// lead is the lowest edge of v, -1 when v is empty.
func (v vector) lead() int {
	for i, word := range v {
		if word != 0 {
			return 64*i + bits.TrailingZeros64(word)
		}
	}
	return -1
}

func (v vector) xor(w vector) {
	for i := range v {
		v[i] ^= w[i]
	}
}

// echelon is a basis over GF(2) in the order its vectors came. Row r has a leading
// edge that no row before r has, so that a vector is reduced by one pass over any
// number of first rows.
type echelon struct {
	rows  []vector
	byLed []int // row by leading edge, -1: none
	work  *int  // steps left, counted down; nil: not counted
}

func newEchelon(edges int) *echelon {
	e := &echelon{byLed: make([]int, edges)}
	for i := range e.byLed {
		e.byLed[i] = -1
	}
	return e
}

func (e *echelon) rank() int { return len(e.rows) }

// reduce takes the first n rows out of v, in place.
func (e *echelon) reduce(v vector, n int) {
	steps := 2 * len(v)
	defer func() {
		if e.work != nil {
			*e.work -= steps
		}
	}()
	for i := 0; i < len(v); i++ {
		for rest := v[i]; rest != 0; {
			bit := bits.TrailingZeros64(rest)
			rest &^= 1 << bit
			if r := e.byLed[64*i+bit]; r >= 0 && r < n {
				// The row's lowest edge is this one: lower words and bits stay as they are.
				v.xor(e.rows[r])
				steps += len(v)
				rest = v[i] &^ (1<<(bit+1) - 1)
			}
		}
	}
}

// independent says whether v is no sum of the first n rows. It keeps v.
func (e *echelon) independent(v vector, n int) bool {
	w := append(vector(nil), v...)
	e.reduce(w, n)
	return w.lead() >= 0
}

// add takes v into the basis and says whether it was independent. It keeps v.
func (e *echelon) add(v vector) bool {
	w := append(vector(nil), v...)
	e.reduce(w, len(e.rows))
	lead := w.lead()
	if lead < 0 {
		return false
	}
	e.byLed[lead] = len(e.rows)
	e.rows = append(e.rows, w)
	return true
}
