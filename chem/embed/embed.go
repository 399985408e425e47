// Package embed makes 3D coordinates of a molecule from its graph and its
// configuration: distance geometry with experimental torsions, in Å.
//
// A molecule becomes bounds on all distances between its atoms, closed under the
// triangle inequality. A try draws distances within the bounds, takes coordinates in
// four dimensions from the largest eigenvalues of their metric matrix, moves the atoms
// until bounds and handedness hold, presses the fourth dimension out, refines in three
// dimensions with torsion preferences and flat groups, and checks the result. A try that
// fails is followed by another with other random numbers, a limited number of times.
//
// Sources: Havel, Kuntz and Crippen, Bull. Math. Biol. 1983, 45, 665; Blaney and Dixon,
// Rev. Comput. Chem. 1994, 5, 299 (distance geometry, its error function, chirality as
// volumes); Riniker and Landrum, J. Chem. Inf. Model. 2015, 55, 2562 and Wang, Witek,
// Landrum and Riniker, J. Chem. Inf. Model. 2020, 60, 2044 (experimental torsions, small
// rings and macrocycles); Rappé et al., J. Am. Chem. Soc. 1992, 114, 10024 (bond lengths).
package embed

import (
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/stereo"
)

// MaxAtoms is the largest molecule, hydrogens included.
const MaxAtoms = 999

// Options direct an embedding. The zero value is usable.
type Options struct {
	// RandomStart begins every try with random coordinates and not with those of the
	// metric matrix. Tries late in a row do so anyway.
	RandomStart bool
}

// Embedder is a molecule prepared for embedding. It holds working memory: one goroutine
// at a time may use it.
type Embedder struct {
	t      *topology
	levels [strictness]*bounds // made when first needed
	w      work
}

// New prepares a complete molecule (every hydrogen an atom, see chem/hydrogen) of one
// component with the configuration s; nil means none. It keeps p, which must not change.
// The error is an *Error: the molecule is too large or in pieces, or no geometry can have
// what is asked.
func New(p *perceive.Molecule, s *stereo.Set) (*Embedder, error) {
	t, err := newTopology(p, s)
	if err != nil {
		return nil, err
	}
	return &Embedder{t: t}, nil
}
