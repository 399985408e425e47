package conformer

import (
	"context"
	"math"

	"github.com/molsmith/molsmith/chem/forcefield"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/minimize"
)

// OptimizeOptions direct a relaxation. The zero value is usable.
type OptimizeOptions struct {
	// Iterations is the limit of the minimization; 0 means Iterations.
	Iterations int
	// Fixed, unless nil, has an entry an atom: true ones stay in place.
	Fixed []bool
	// Restraints pull distances, angles, torsions and atoms into ranges; their energy is a
	// term of its own.
	Restraints []forcefield.Restraint
	// Progress, unless nil, hears at times which part of the work is done.
	Progress func(fraction float64, message string)
}

// Relaxation is a geometry brought to the next minimum of the energy.
type Relaxation struct {
	X             []float64
	Before, After []forcefield.Term // the parts of the energy; components feel each other
	minimize.Result
	// Start is the energy before.
	Start float64
	// Faults are properties of the geometry that are unusual, one sentence each: a
	// configuration that x did not have among them.
	Faults []string
	// Moved is the root mean square distance, Å, that the atoms moved.
	Moved float64
}

// Optimize relaxes the geometry x of the molecule, which it does not change: the conformer
// and the configuration stay what they are. The error is ctx's, a *ForceError when no
// force field has parameters, one of a restraint that cannot be, or one of the minimizer
// when x has no finite energy.
func (b *Builder) Optimize(ctx context.Context, x []float64, o OptimizeOptions) (*Relaxation, error) {
	field, err := b.wholeField(x)
	if err != nil {
		return nil, err
	}
	r := &Relaxation{X: append([]float64(nil), x...)}
	if field == nil { // single atoms
		r.Converged, r.Reason = true, minimize.ReasonGradient
		return r, nil
	}
	if field, err = forcefield.Restrain(field, len(b.p.Mol.Atoms), o.Restraints); err != nil {
		return nil, err
	}
	r.Before = field.Terms(r.X)
	r.Start = field.Evaluate(r.X, nil)
	iterations := o.Iterations
	if iterations <= 0 {
		iterations = Iterations
	}
	fixed := triple(o.Fixed)
	settings := minimize.Options{
		MaxIterations: iterations, Gradient: gradientLimit, Energy: finalLimit, MaxStep: maxStep, Progress: o.Progress, Workspace: &b.space,
		Preconditioner: forcefield.NewStiffness(b.p, o.Fixed),
	}
	if len(fixed) > 0 {
		settings.Fixed = fixed
	}
	r.Result, err = minimize.Run(ctx, field, r.X, settings)
	if err != nil {
		return nil, err
	}
	r.After = field.Terms(r.X)
	for _, part := range b.parts {
		if f := part.check(part.of(r.X)); f != nil {
			r.Faults = append(r.Faults, f.text(b.p, part))
		}
	}
	sum := 0.0
	for i := range len(x) / 3 {
		sum += geom.At(r.X, i).Sub(geom.At(x, i)).Norm2()
	}
	r.Moved = math.Sqrt(sum / float64(max(1, len(x)/3)))
	return r, nil
}
