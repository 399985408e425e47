package embed

import "context"

// smooth closes the bounds under the triangle inequality: no upper bound exceeds the
// sum of two others, no lower bound falls below the difference of a lower and an upper
// one. Upper bounds pass through atoms that are not hydrogen only; a way through a
// hydrogen is longer than the one beside it. Lower bounds come from pairs that are kept
// farther apart than contacts.
func (b *bounds) smooth(ctx context.Context, t *topology) {
	n := b.n
	through := make([]float64, n)
	for k := range n {
		if t.degree(k) < 2 {
			continue
		}
		if k%16 == 0 && ctx.Err() != nil {
			return
		}
		b.row(k, through)
		for i := 1; i < n; i++ {
			u := through[i]
			if u >= noUpper {
				continue
			}
			at := i * (i - 1) / 2
			row := b.hi[at : at+i]
			way := through[:len(row)]
			for j, v := range way {
				if s := u + v; s < row[j] {
					row[j] = s
				}
			}
		}
	}
	b.raise(t)
	for k, lo := range b.lo {
		if lo > b.hi[k] {
			// A contact that rings forbid, or ranges that contradict each other.
			if b.kind[k] == farPair {
				b.lo[k] = b.hi[k]
			} else {
				mid := (lo + b.hi[k]) / 2
				b.lo[k], b.hi[k] = mid-0.05, mid+0.05
			}
		}
	}
}

// row copies the upper bounds of atom k to all atoms; to itself it is 0.
func (b *bounds) row(k int, to []float64) {
	at := k * (k - 1) / 2
	copy(to, b.hi[at:at+k])
	to[k] = 0
	for i := k + 1; i < b.n; i++ {
		to[i] = b.hi[i*(i-1)/2+k]
	}
}

// raise carries large lower bounds over to pairs nearby.
func (b *bounds) raise(t *topology) {
	const least = 2.4 // Å; contacts of hydrogens are about that far
	type reach struct {
		atom int32
		hi   float64
	}
	// near lists every atom and its neighbors with the upper bounds of their distances.
	near := make([][]reach, b.n)
	for i := range b.n {
		near[i] = append(near[i], reach{int32(i), 0})
		for _, j := range t.of(i) {
			near[i] = append(near[i], reach{j, b.hi[pairIndex(i, int(j))]})
		}
	}
	raised := append([]float64(nil), b.lo...)
	for i := 1; i < b.n; i++ {
		for j := range i {
			at := i*(i-1)/2 + j
			lo := b.lo[at]
			if b.kind[at] != torsionPair && b.kind[at] != anglePair || lo < least+1 {
				continue
			}
			for _, p := range near[i] {
				for _, q := range near[j] {
					v := lo - p.hi - q.hi
					if v < least || p.atom == q.atom {
						continue
					}
					if k := pairIndex(int(p.atom), int(q.atom)); b.kind[k] == farPair {
						raised[k] = max(raised[k], v)
					}
				}
			}
		}
	}
	copy(b.lo, raised)
}
