package minimize

import (
	"math"

	"github.com/molsmith/molsmith/chem/geom"
)

// defaultMemory is the number of steps the curvature is learned from.
const defaultMemory = 12

// Workspace is the memory of a minimization. The zero value is ready; a second
// run of the same size or a smaller one allocates nothing.
type Workspace struct {
	store []float64 // one block, cut into the slices below
	g     []float64 // gradient at the current point
	d     []float64 // direction of the step
	trial []float64 // point of the line search
	gt    []float64 // gradient there
	low   []float64 // gradient at the best point of the line search
	h, ht []float64 // L⁻¹ of g, and of the gradient of the next point
	e     []float64 // Lᵀ of d
	s, y  []float64 // the last steps e and changes of h, Memory rows
	rho   []float64 // 1/(s·y) of each row
	alpha []float64 // of the two-loop recursion

	n, rows     int
	count, next int // rows in use, the row to overwrite
	gamma       float64
}

// grow cuts the store for n variables and m rows.
func (w *Workspace) grow(n, m int) {
	size := n*(8+2*m) + 2*m
	if cap(w.store) < size {
		w.store = make([]float64, size)
	}
	rest := w.store[:size]
	cut := func(length int) []float64 {
		part := rest[:length:length]
		rest = rest[length:]
		return part
	}
	w.g, w.d, w.trial, w.gt, w.low = cut(n), cut(n), cut(n), cut(n), cut(n)
	w.h, w.ht, w.e = cut(n), cut(n), cut(n)
	w.s, w.y = cut(n*m), cut(n*m)
	w.rho, w.alpha = cut(m), cut(m)
	w.n, w.rows = n, m
	w.forget()
}

// forget drops the curvature learned so far.
func (w *Workspace) forget() { w.count, w.next, w.gamma = 0, 0, 0 }

// minCurvature is the smallest cosine between a step and the change of the
// gradient that still teaches something: below it the pair is left out, so that
// the approximated second derivatives stay positive definite.
const minCurvature = 1e-10

// prepare tells the preconditioner of the point. When it changes, the curvature
// learned with the old one is of no more use; its scale is.
func (r *run) prepare(iteration int) {
	if r.o.Preconditioner == nil {
		if iteration == 0 {
			copy(r.h, r.g)
		}
		return
	}
	if r.o.Preconditioner.Update(r.x, iteration) || iteration == 0 {
		r.count, r.next = 0, 0
		copy(r.h, r.g)
		r.o.Preconditioner.Forward(r.h)
	}
}

// learn stores the step alpha·d and the change of the gradient from g to gt.
func (r *run) learn(alpha float64) {
	copy(r.ht, r.gt)
	if r.o.Preconditioner != nil {
		r.o.Preconditioner.Forward(r.ht)
	}
	s, y := r.row(r.s, r.next), r.row(r.y, r.next)
	for i := range s {
		s[i] = alpha * r.e[i]
		y[i] = r.ht[i] - r.h[i]
	}
	r.h, r.ht = r.ht, r.h
	sy, ss, yy := dot(s, y), dot(s, s), dot(y, y)
	if !(sy > minCurvature*math.Sqrt(ss)*math.Sqrt(yy)) {
		return
	}
	r.rho[r.next] = 1 / sy
	r.gamma = sy / yy
	r.next = (r.next + 1) % r.rows
	r.count = min(r.count+1, r.rows)
}

func (w *Workspace) row(block []float64, i int) []float64 { return block[i*w.n : (i+1)*w.n] }

// direction makes d the quasi-Newton step from the current point, shortened to
// the longest step allowed, and returns the slope along it.
func (r *run) direction() float64 {
	e := r.e
	for i, h := range r.h {
		e[i] = -h
	}
	for k := range r.count {
		i := (r.next - 1 - k + r.rows) % r.rows
		r.alpha[i] = r.rho[i] * dot(r.row(r.s, i), e)
		add(e, -r.alpha[i], r.row(r.y, i))
	}
	switch {
	case r.gamma > 0:
		scale(e, r.gamma)
	case r.o.Preconditioner == nil:
		// Nothing is known of the scale: move the steepest variable a little.
		scale(e, min(1, firstMove/largest(e)))
	}
	for k := range r.count {
		i := (r.next - r.count + k + r.rows) % r.rows
		beta := r.rho[i] * dot(r.row(r.y, i), e)
		add(e, r.alpha[i]-beta, r.row(r.s, i))
	}
	copy(r.d, e)
	if r.o.Preconditioner != nil {
		r.o.Preconditioner.Backward(r.d)
		r.hold(r.d)
	}
	if !allFinite(r.d) {
		return math.NaN()
	}
	if r.o.MaxStep > 0 {
		if reach := r.reach(); reach > r.o.MaxStep {
			scale(r.d, r.o.MaxStep/reach)
			scale(e, r.o.MaxStep/reach)
		}
	}
	return dot(r.d, r.g)
}

// hold takes the fixed variables out of a gradient or a direction.
func (r *run) hold(d []float64) {
	for i, fixed := range r.o.Fixed {
		if fixed {
			d[i] = 0
		}
	}
}

// reach is how far the step d moves the point that moves farthest.
func (r *run) reach() float64 {
	most := 0.0
	for i := 0; i < len(r.d); i += r.o.Dimension {
		most = max(most, dot(r.d[i:i+r.o.Dimension], r.d[i:i+r.o.Dimension]))
	}
	return math.Sqrt(most)
}

// dot sums in four strands, which processors run side by side; the order is the
// same everywhere.
func dot(a, b []float64) float64 {
	b = b[:len(a)]
	var s0, s1, s2, s3 float64
	i := 0
	for ; i+3 < len(a); i += 4 {
		s0 += a[i] * b[i]
		s1 += a[i+1] * b[i+1]
		s2 += a[i+2] * b[i+2]
		s3 += a[i+3] * b[i+3]
	}
	for ; i < len(a); i++ {
		s0 += a[i] * b[i]
	}
	return s0 + s1 + (s2 + s3)
}

// add is a += f·b.
func add(a []float64, f float64, b []float64) {
	b = b[:len(a)]
	for i := range a {
		a[i] += f * b[i]
	}
}

func scale(a []float64, f float64) {
	for i := range a {
		a[i] *= f
	}
}

// largest is the largest absolute component.
func largest(a []float64) float64 {
	most := 0.0
	for _, v := range a {
		if v < 0 {
			v = -v
		}
		if v > most {
			most = v
		}
	}
	return most
}

func finite(v float64) bool { return v-v == 0 }

func allFinite(a []float64) bool {
	for _, v := range a {
		if v-v != 0 {
			return false
		}
	}
	return true
}

func digits(ratio float64) float64 { return geom.Log(max(ratio, 1)) }
