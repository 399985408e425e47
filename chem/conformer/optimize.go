package conformer

import (
	"context"
	"math"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/forcefield"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/minimize"
	"github.com/molsmith/molsmith/chem/perceive"
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
	// Cell, unless nil, repeats the atoms without end: molecules feel each other and the
	// images of all. Molecules that its faces cut are made whole for that; each atom ends
	// beside the image that it was.
	Cell *cell.Cell
	// Cutoff ends the interactions of atoms that are not bonded, smoothly over its last
	// tenth, Å; 0 means 12 in a cell and no end in open space.
	Cutoff float64
	// Gradient is what the largest component of the gradient is below at the end,
	// kcal/mol/Å; 0 means 0.001.
	Gradient float64
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
	whole, err := Whole(o.Cell, b.p.Mol, x)
	if err != nil {
		return nil, err
	}
	field, err := b.wholeField(whole, o)
	if err != nil {
		return nil, err
	}
	r, err := relaxation(ctx, field, b.p, whole, o, &b.space)
	if err != nil || field == nil {
		return r, err
	}
	for _, part := range b.parts {
		if f := part.check(part.of(r.X)); f != nil {
			r.Faults = append(r.Faults, f.text(b.p, part))
		}
	}
	r.beside(whole, x)
	return r, nil
}

// relaxation minimizes the energy of p from x; field is nil when there is none.
func relaxation(ctx context.Context, field forcefield.Model, p *perceive.Molecule, x []float64, o OptimizeOptions, space *minimize.Workspace) (*Relaxation, error) {
	r := &Relaxation{X: append([]float64(nil), x...)}
	if field == nil { // single atoms
		r.Converged, r.Reason = true, minimize.ReasonGradient
		return r, nil
	}
	field, err := forcefield.Restrain(field, len(p.Mol.Atoms), o.Restraints)
	if err != nil {
		return nil, err
	}
	field.Until(ctx)
	r.Before = field.Terms(r.X)
	r.Start = field.Evaluate(r.X, nil)
	settings := minimize.Options{
		MaxIterations: o.Iterations, Gradient: o.Gradient, Energy: finalLimit, MaxStep: maxStep, Progress: o.Progress, Workspace: space,
		Preconditioner: forcefield.NewStiffness(p, o.Fixed), Fixed: triple(o.Fixed),
	}
	if settings.MaxIterations <= 0 {
		settings.MaxIterations = Iterations
	}
	if settings.Gradient == 0 {
		settings.Gradient = gradientLimit
	}
	r.Result, err = minimize.Run(ctx, field, r.X, settings)
	if err != nil {
		return nil, err
	}
	r.After = field.Terms(r.X)
	return r, nil
}

// beside moves the result, which began at the whole molecules, to where the atoms of x
// are, and measures how far they moved.
func (r *Relaxation) beside(whole, x []float64) {
	sum := 0.0
	for i := range len(x) / 3 {
		move := geom.At(r.X, i).Sub(geom.At(whole, i))
		sum += move.Norm2()
		if geom.At(whole, i) != geom.At(x, i) {
			geom.Put(r.X, i, geom.At(x, i).Add(move))
		}
	}
	r.Moved = math.Sqrt(sum / float64(max(1, len(x)/3)))
}
