// Package polymer grows polymer chains from repeat units, in open space and into
// periodic cells.
//
// A unit is a complete molecule with a geometry. At a junction the unit before gives up
// an atom of its tail, the unit after one of its head, a hydrogen as a rule, and a single
// bond takes their places: its directions are those of the atoms that left, its length
// that of like bonds of the units, or the one at which the force field is at rest. Torsions
// of junctions and of the rotatable bonds inside units are drawn from the torsion energies
// of MMFF94 (UFF where that has no parameters) as rotational states (Flory, Statistical
// Mechanics of Chain Molecules, 1969). A chain avoids itself and what else is there: states
// are tried, and where none is left the growth goes back by some units, a bounded number
// of times. What still touches is pushed apart with a soft potential (Auhl et al., J. Chem.
// Phys. 2003, 119, 12718), and the force field has the last word where that does not
// spoil the geometry.
//
// The configuration of the centers of a unit never changes: tacticity is a matter of
// which kinds of units a request lists.
//
// Lengths are in Å, energies in kcal/mol. The same request, options and version give the
// same bits on every platform, whatever the number of workers.
package polymer

import (
	"errors"

	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
)

// Limits of a request.
const (
	MaxUnits     = 250_000 // repeat units of all chains
	MaxAtoms     = 500_000 // atoms of all chains
	MaxUnitAtoms = 1000    // atoms of a unit or cap
	MaxKinds     = 64      // kinds of units of a chain
)

// Reasons to refuse a request before any work, or to give a melt up; test with errors.Is.
var (
	ErrRequest      = errors.New("invalid polymer request")
	ErrTooManyAtoms = errors.New("too many atoms")
	ErrTooThin      = errors.New("box too thin")
	ErrTooDense     = errors.New("density not possible")
)

// Unit is a kind of repeat unit: a complete molecule (every hydrogen an atom) with a
// geometry, and where chains go through it. The molecule is not modified and must not
// change during a run; units of several requests that share a molecule and positions are
// prepared once.
type Unit struct {
	Molecule  *perceive.Molecule
	Positions []float64 // Å, x y z of each atom of the molecule
	// Head and Tail are the atoms, 0-based, that are bonded to the units before and
	// after. They may be the same.
	Head, Tail int
	// HeadLeaves and TailLeaves are the atoms they give up for that: each is bonded to
	// nothing else.
	HeadLeaves, TailLeaves int
}

// Cap is an end group: a complete molecule of which Atom gives up Leaves and is bonded
// to the chain.
type Cap struct {
	Molecule     *perceive.Molecule
	Positions    []float64 // Å, x y z of each atom of the molecule
	Atom, Leaves int
}

// Request is a chain. Kinds[Sequence[k]] is repeat unit k, head side first. Without a cap
// the first unit keeps the atom its head would give up, the last the one of its tail.
type Request struct {
	Kinds      []Unit
	Sequence   []int
	Start, End *Cap
}

// Options direct a run. The zero value is usable.
type Options struct {
	// Seed chooses the torsions, and in a cell the places of the chains.
	Seed uint64
	// Workers is the number of goroutines where a step uses several; 0 means one per core.
	// It never changes the result.
	Workers int
	// Rough leaves out the relaxation of a chain in open space: bonds and angles are
	// then exactly those that units and junctions were given.
	Rough bool
}

// Chain is a grown chain. Its atoms are those of the start cap, of the units in order and
// of the end cap, each in the order of its molecule without the atoms that left.
type Chain struct {
	// Mol has the atoms, with charges, and the bonds with Kekulé's orders: bonds of each
	// unit in its order, each junction after the bonds of the later unit. Positions of
	// its atoms are zero.
	Mol       *mol.Mol
	Positions []float64 // Å, x y z per atom; in a cell the chain is whole, not wrapped
	// Aromatic says which bonds of Mol are aromatic.
	Aromatic []bool
	// Unit is the repeat unit of each atom, 0-based; −1 for the start cap and the number
	// of units for the end cap. Source is the index of each atom in the molecule of its
	// unit or cap.
	Unit, Source []int32
	// First is the first atom of each repeat unit, and behind the last unit the number of
	// the atom that follows: an atom of the end cap or none.
	First []int
	// Junctions are the bonds of Mol that join units or caps, in order along the chain.
	Junctions []int
	Report
}

// Report says what a result is like, measured on its positions after all else.
type Report struct {
	// Heavy is the smallest distance, Å, of two atoms other than hydrogen that are four
	// or more bonds apart. Closest is that of any two atoms of units that are not
	// neighbors, of different chains included. Both count periodic images and are +Inf
	// when no such pair is nearer than 4 Å.
	Heavy, Closest float64
	// Pierced is the number of rings of up to eight atoms with a bond through them.
	Pierced int
	// Strain is how far bonds and angles are from those of the units.
	Strain Strain
	// Force is the force field of the torsions and the last relaxation: "MMFF94", "UFF",
	// or "" when neither has parameters.
	Force string
	// Relaxed says that the force field relaxed the result; otherwise its bonds and angles
	// are those of growth, or of the push that took contacts apart.
	Relaxed bool
	// Forced is the number of units that could only be placed too close to others at
	// first.
	Forced int
	// Backtracked is the number of units that were taken back.
	Backtracked int
}

// Melt are chains in a cell.
type Melt struct {
	Chains []*Chain // in the order of the requests, with empty reports of their own
	Report
	// Between is the smallest distance, Å, of atoms of different chains; a chain and its
	// own image count as different. +Inf when none are nearer than 4 Å.
	Between float64
	// Density is in g/cm³, of the chains alone.
	Density float64
}
