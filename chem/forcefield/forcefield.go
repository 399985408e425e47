// Package forcefield holds what force fields share: the interface they are used
// through, restraints, neighbor lists, the smooth end of a cut-off and a preconditioner
// for minimizers. The fields themselves are its subpackages; what holds atoms in place is
// the minimizer (minimize.Options.Fixed).
//
// Positions are flat arrays x y z in Å, energies kcal/mol, gradients
// kcal/mol/Å; angles are degrees in arguments. Everything is a plain function of
// the positions with the same bits on every platform.
package forcefield

import "context"

// Model is an energy as a function of the positions of a fixed set of atoms.
type Model interface {
	// Evaluate returns the energy at the positions x and, unless g is nil,
	// overwrites g with the gradient. It allocates nothing and keeps neither
	// slice. One goroutine at a time may call it.
	Evaluate(x, g []float64) float64
	// Terms returns the parts of the energy, always in the same order; their
	// sum is the energy up to rounding.
	Terms(x []float64) []Term
	// Until makes an Evaluate with a cut-off end early, with NaN, once ctx has ended:
	// for 100,000 atoms a list of neighbors takes longer than a person waits after Cancel.
	// What is computed then is of no use; the caller looks at ctx.
	Until(ctx context.Context)
}

// Term is a part of an energy.
type Term struct {
	Name   string
	Energy float64 // kcal/mol
}
