// Package forcefield holds what force fields share: the interface they are used
// through, frozen atoms, restraints, neighbor lists, the smooth end of a cut-off and
// a preconditioner for minimizers. The fields themselves are its subpackages.
//
// Positions are flat arrays x y z in Å, energies kcal/mol, gradients
// kcal/mol/Å; angles are degrees in arguments. Everything is a plain function of
// the positions with the same bits on every platform.
package forcefield

// Model is an energy as a function of the positions of a fixed set of atoms.
type Model interface {
	// Evaluate returns the energy at the positions x and, unless g is nil,
	// overwrites g with the gradient. It allocates nothing and keeps neither
	// slice. One goroutine at a time may call it.
	Evaluate(x, g []float64) float64
	// Terms returns the parts of the energy, always in the same order; their
	// sum is the energy up to rounding.
	Terms(x []float64) []Term
}

// Term is a part of an energy.
type Term struct {
	Name   string
	Energy float64 // kcal/mol
}

// Fix returns the model m with atoms that feel no force: those for which fixed is
// true have no gradient, so that a minimizer leaves them in place. The energy is
// that of m. fixed has an entry an atom; missing ones are false.
func Fix(m Model, fixed []bool) Model {
	var frozen []int32
	for i, f := range fixed {
		if f {
			frozen = append(frozen, int32(i))
		}
	}
	if len(frozen) == 0 {
		return m
	}
	return &withFixed{m, frozen}
}

// withFixed is a model with fixed atoms.
type withFixed struct {
	Model
	frozen []int32 // indices of the fixed atoms
}

func (f *withFixed) Evaluate(x, g []float64) float64 {
	energy := f.Model.Evaluate(x, g)
	if g != nil {
		for _, i := range f.frozen {
			g[3*i], g[3*i+1], g[3*i+2] = 0, 0, 0
		}
	}
	return energy
}
