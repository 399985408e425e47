package embed

import (
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/rng"
)

// scatter puts the atoms at random into a box whose size suits their number.
func scatter(x []float64, n int, random *rng.Rand) {
	edge := 2.5 * geom.Pow(float64(n), 1.0/3)
	for i := range x {
		x[i] = edge * (random.Float64() - 0.5)
	}
}

// project draws a distance within the bounds of every pair and puts the atoms where the
// four largest eigenvalues of the metric matrix say. It reports whether three of them
// are positive.
func (w *work) project(b *bounds, random *rng.Rand) bool {
	n := b.n
	m := w.metric[:n*n]
	// Squared distances, then the metric matrix about the centroid.
	mean := w.mean[:n]
	clear(mean)
	at, total := 0, 0.0
	for i := range n {
		row := m[i*n : i*n+i]
		sum := 0.0
		for j := range row {
			d := b.lo[at] + random.Float64()*(b.hi[at]-b.lo[at])
			at++
			d *= d
			row[j] = d
			sum += d
			mean[j] += d
		}
		mean[i] += sum
		total += sum
	}
	// The squared distance of atom i from the centroid (Crippen and Havel 1978).
	total /= float64(n) * float64(n)
	for i := range mean {
		mean[i] = mean[i]/float64(n) - total
	}
	for i := range n {
		for j := range i {
			v := (mean[i] + mean[j] - m[i*n+j]) / 2
			m[i*n+j], m[j*n+i] = v, v
		}
		m[i*n+i] = mean[i]
	}
	return w.principal(n, random)
}
