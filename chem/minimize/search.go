package minimize

import "math"

// Constants of the line search, the usual ones of quasi-Newton methods.
const (
	armijo      = 1e-4  // part of the linear decrease a step has to bring
	wolfe       = 0.9   // part of the slope that may be left
	rounding    = 1e-12 // relative error of a value, for the approximate conditions
	maxTrials   = 25    // points tried along one direction
	backOff     = 0.2   // what is left of a step into a region without values
	extendMost  = 4.0   // growth of a step that still goes downhill steeply
	extendReach = 10.0  // limit on a step without MaxStep, in units of the direction
)

// point is a place on the line: the step length, the value and the slope there.
type point struct{ at, value, slope float64 }

// search looks along d for a point that satisfies the strong Wolfe conditions or
// their approximate form, moves x and g there and learns the step. It returns
// false, with x and g as they were, if it finds no point with a lower value.
func (r *run) search(slope float64) bool {
	origin := point{0, r.result.Energy, slope}
	low := origin                  // the best point so far with enough decrease
	high := point{at: math.Inf(1)} // the other end of the bracket
	known := false                 // high has a value
	limit := extendReach           // the longest step
	if r.o.MaxStep > 0 {
		limit = max(1, r.o.MaxStep/r.reach())
	}
	slack := rounding * math.Abs(origin.value)
	alpha := 1.0
	for range maxTrials {
		if r.result.Evaluations >= r.o.MaxEvaluations {
			break
		}
		t := r.try(alpha)
		switch {
		case !finite(t.value) || !finite(t.slope):
			high, known = point{at: alpha}, false
			alpha = low.at + backOff*(alpha-low.at)
			continue
		case t.value <= origin.value+slack && t.slope >= wolfe*origin.slope && t.slope <= (2*armijo-1)*origin.slope,
			t.value <= origin.value+armijo*alpha*origin.slope && math.Abs(t.slope) <= -wolfe*origin.slope:
			r.accept(t)
			return true
		case t.value > origin.value+armijo*alpha*origin.slope || low.at > 0 && t.value >= low.value:
			high, known = t, true
		default:
			// The value is the lowest so far; which side the minimum is on
			// the slope says.
			if t.slope*(high.at-t.at) >= 0 {
				high, known = low, true
			}
			low = t
			copy(r.low, r.gt)
			if t.at >= limit {
				r.accept(t)
				return true
			}
		}
		if math.IsInf(high.at, 1) {
			alpha = r.extend(origin, low, limit)
			continue
		}
		next := between(low, high, known)
		if math.Abs(high.at-low.at) < 1e-12*max(low.at, high.at) || next == low.at || next == alpha {
			break
		}
		alpha = next
	}
	if low.at == 0 || !(low.value < origin.value) {
		return false
	}
	copy(r.gt, r.low)
	r.accept(low)
	return true
}

// try evaluates the point at alpha along d.
func (r *run) try(alpha float64) point {
	for i, d := range r.d {
		r.trial[i] = r.x[i] + alpha*d
	}
	value := r.evaluate(r.trial, r.gt)
	return point{alpha, value, dot(r.gt, r.d)}
}

// accept moves to a point of the line whose gradient is in gt.
func (r *run) accept(t point) {
	r.learn(t.at)
	add(r.x, t.at, r.d)
	r.g, r.gt = r.gt, r.g
	r.result.Energy = t.value
}

// extend is the next step length when the function still falls at low.
func (r *run) extend(origin, low point, limit float64) float64 {
	longest := min(extendMost*low.at, limit)
	// The secant of the slopes says where a parabola would turn.
	if bend := low.slope - origin.slope; bend > 0 {
		return max(min(low.at-low.slope*low.at/bend, longest), min(1.2*low.at, limit))
	}
	return longest
}

// between is a point inside the bracket: the minimum of the cubic through the
// two values and slopes, kept away from the ends.
func between(low, high point, known bool) float64 {
	width := high.at - low.at
	middle := low.at + width/2
	if !known {
		return low.at + backOff*width
	}
	d1 := low.slope + high.slope - 3*(high.value-low.value)/width
	root := d1*d1 - low.slope*high.slope
	if !(root >= 0) {
		return middle
	}
	d2 := math.Copysign(math.Sqrt(root), width)
	t := (high.slope + d2 - d1) / (high.slope - low.slope + 2*d2) // distance from high in widths
	if !(t > 0 && t < 1) {
		return middle
	}
	return low.at + width*max(0.1, min(1-t, 0.9))
}
