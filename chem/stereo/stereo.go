// Package stereo says what a perceived molecule states of its configuration: at
// tetrahedral and other centers and at double bonds, in one form whatever it was
// read from.
//
// A configuration is kept only where it makes a difference. The marks beside double
// bonds are those of OpenSMILES 3.9.3, the classes of centers those of 3.9.4 and 3.9.6.
package stereo

import (
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
)

// Set is the configuration of a perceived molecule. Its indices are those of the
// molecule's Mol.
type Set struct {
	// Centers are the stated configurations of atoms, sorted by Atom, at most one each.
	Centers []mol.Center
	// Bonds are the stated configurations of double bonds, sorted by Bond, at most
	// one each. A ligand is an atom wherever the end has one.
	Bonds []mol.CisTrans
}

// Find returns what p states: its Mol.Centers, Mol.CisTrans and the marks beside its
// double bonds. Marks that contradict each other, or that stand beside a double bond
// at one end only, say nothing.
func Find(p *perceive.Molecule) *Set {
	return stated(p)
}
