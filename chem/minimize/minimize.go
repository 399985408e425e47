package minimize

import (
	"context"
	"errors"
	"math"
	"strconv"
)

// Function is what is minimized. Evaluate returns the value at x and, unless g
// is nil, overwrites g with the gradient. It keeps neither slice, allocates
// nothing and may return NaN or an infinity where the function is undefined: the
// minimizer steps back from there.
type Function interface {
	Evaluate(x, g []float64) float64
}

// Preconditioner approximates the second derivatives of the function by a symmetric
// and positive definite matrix LLᵀ.
type Preconditioner interface {
	// Update is told the starting point, with iteration 0, and the point of
	// each accepted step. It may change the matrix, and says whether it did.
	Update(x []float64, iteration int) bool
	// Forward overwrites v with L⁻¹v.
	Forward(v []float64)
	// Backward overwrites v with L⁻ᵀv.
	Backward(v []float64)
}

// Options direct a minimization. The zero value is usable.
type Options struct {
	// MaxIterations is the limit on accepted steps; 0 means 500.
	MaxIterations int
	// MaxEvaluations is the limit on calls of Evaluate; 0 means four for every
	// iteration.
	MaxEvaluations int
	// Gradient ends the run when no component of the gradient is larger; 0
	// means 1e-3, a negative number switches the test off.
	Gradient float64
	// Energy ends the run when three steps in a row lowered the value by less
	// than this each; 0 switches the test off.
	Energy float64
	// MaxStep is how far a point may move in one step, where Dimension
	// coordinates in a row are one point; 0 means no limit.
	MaxStep float64
	// Dimension is the number of coordinates of a point; 0 means 3, or 1 if the
	// number of variables is no multiple of 3.
	Dimension int
	// Fixed has one entry a variable: true ones keep their value. Missing entries
	// are false.
	Fixed []bool
	// Memory is the number of steps the curvature is learned from; 0 means a
	// number that suits the size.
	Memory int
	// Preconditioner, unless nil, replaces the identity the curvature starts
	// from. It should know of fixed variables.
	Preconditioner Preconditioner
	// Progress, unless nil, hears at times which part of the work is done, as a
	// fraction that never falls, and a line of text.
	Progress func(fraction float64, message string)
	// Workspace, unless nil, lends its memory, so that a run allocates nothing
	// once it has grown. One run at a time may use it.
	Workspace *Workspace
}

// Reasons why a run ended, as Result.Reason has them.
const (
	ReasonGradient    = "the largest component of the gradient is below its limit"
	ReasonEnergy      = "the energy no longer changes"
	ReasonPrecision   = "no lower energy can be told from rounding"
	ReasonIterations  = "the limit on iterations is reached"
	ReasonEvaluations = "the limit on evaluations is reached"
)

// Result says where a run ended.
type Result struct {
	Energy       float64 // the value at the last point
	GradientNorm float64 // length of the gradient of the free variables
	MaxGradient  float64 // its largest component
	Iterations   int
	Evaluations  int
	Converged    bool   // the test on the gradient or the energy was met
	Reason       string // one of the Reason constants
}

const (
	defaultIterations = 500
	defaultGradient   = 1e-3
	smallSteps        = 3    // steps in a row that change little before the energy counts as converged
	firstMove         = 0.05 // largest move of a variable in a first step of unknown scale
	progressEvery     = 16   // iterations
)

// startError says what is not finite at the start.
func startError(g []float64) error {
	for i, v := range g {
		if !finite(v) {
			return errors.New("minimize: at the starting point the derivative by variable " + strconv.Itoa(i) + " is not finite")
		}
	}
	return errors.New("minimize: at the starting point the energy is not finite")
}

// Run moves x downhill until a test of convergence is met or a limit is reached,
// and leaves the best point it found in x. The error is ctx's, or says that the
// function or its gradient is not finite at the start; x is a valid point, no
// worse than the start, in every case.
func Run(ctx context.Context, f Function, x []float64, o Options) (Result, error) {
	w := o.Workspace
	if w == nil {
		w = &Workspace{}
	}
	o.complete(len(x))
	w.grow(len(x), o.Memory)
	r := run{Workspace: w, ctx: ctx, f: f, x: x, o: &o}
	return r.minimize()
}

// complete fills in the defaults for n variables.
func (o *Options) complete(n int) {
	if o.MaxIterations <= 0 {
		o.MaxIterations = defaultIterations
	}
	if o.MaxEvaluations <= 0 {
		o.MaxEvaluations = 4 * o.MaxIterations
	}
	if o.Gradient == 0 {
		o.Gradient = defaultGradient
	}
	if o.Dimension <= 0 || n%o.Dimension != 0 {
		o.Dimension = 1
		if n%3 == 0 {
			o.Dimension = 3
		}
	}
	if o.Memory <= 0 {
		o.Memory = defaultMemory
	}
	o.Fixed = o.Fixed[:min(len(o.Fixed), n)]
}

// run is the state of one minimization.
type run struct {
	*Workspace
	ctx    context.Context
	f      Function
	x      []float64
	o      *Options
	result Result
	shown  float64 // the fraction last told to Progress
	start  float64 // largest component of the first gradient
}

// evaluate is f at x with the gradient of the fixed variables zero, NaN after the end of
// the context: a search asks many times before anything else looks at it.
func (r *run) evaluate(x, g []float64) float64 {
	r.result.Evaluations++
	if r.ctx.Err() != nil {
		return math.NaN()
	}
	value := r.f.Evaluate(x, g)
	r.hold(g)
	return value
}

func (r *run) minimize() (Result, error) {
	res := &r.result
	res.Energy = r.evaluate(r.x, r.g)
	if err := r.ctx.Err(); err != nil {
		return *res, err
	}
	if !finite(res.Energy) || !allFinite(r.g) {
		return *res, startError(r.g)
	}
	r.start = largest(r.g)
	r.measure()
	r.forget()
	small := 0
	r.prepare(0)
	for {
		switch {
		case res.MaxGradient <= r.o.Gradient || res.MaxGradient == 0:
			return r.end(ReasonGradient, true)
		case small >= smallSteps:
			return r.end(ReasonEnergy, true)
		case res.Iterations >= r.o.MaxIterations:
			return r.end(ReasonIterations, false)
		case res.Evaluations >= r.o.MaxEvaluations:
			return r.end(ReasonEvaluations, false)
		}
		before := res.Energy
		lower := r.step()
		if err := r.ctx.Err(); err != nil {
			return *res, err
		}
		if !lower {
			if res.Evaluations >= r.o.MaxEvaluations {
				return r.end(ReasonEvaluations, false)
			}
			return r.end(ReasonPrecision, r.o.Energy > 0)
		}
		res.Iterations++
		r.measure()
		if before-res.Energy < r.o.Energy {
			small++
		} else {
			small = 0
		}
		r.prepare(res.Iterations)
		if r.o.Progress != nil && res.Iterations%progressEvery == 0 {
			r.progress()
		}
	}
}

// step finds a lower point along the direction of the curvature learned so far
// and, if there is none, along the one without it.
func (r *run) step() bool {
	for {
		fresh := r.count == 0
		slope := r.direction()
		if slope < 0 && r.search(slope) {
			return true
		}
		if fresh || r.result.Evaluations >= r.o.MaxEvaluations {
			return false
		}
		r.forget()
	}
}

// measure takes the norms of the gradient.
func (r *run) measure() {
	r.result.GradientNorm = math.Sqrt(dot(r.g, r.g))
	r.result.MaxGradient = largest(r.g)
}

func (r *run) end(reason string, converged bool) (Result, error) {
	r.result.Reason, r.result.Converged = reason, converged
	return r.result, nil
}

// progress tells how far the run is: by iterations of the limit or by how much
// smaller the gradient is, whichever is more.
func (r *run) progress() {
	fraction := float64(r.result.Iterations) / float64(r.o.MaxIterations)
	if r.o.Gradient > 0 && r.start > r.o.Gradient {
		// The gradient falls by about the same factor in every iteration, so
		// its digits measure the way.
		fraction = max(fraction, digits(r.start/r.result.MaxGradient)/digits(r.start/r.o.Gradient))
	}
	r.shown = max(r.shown, min(fraction, 1))
	r.o.Progress(r.shown, "iteration "+strconv.Itoa(r.result.Iterations)+
		", energy "+strconv.FormatFloat(r.result.Energy, 'f', 3, 64)+
		", largest gradient "+strconv.FormatFloat(r.result.MaxGradient, 'g', 3, 64))
}
