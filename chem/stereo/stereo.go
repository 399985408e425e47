// Package stereo says what a perceived molecule states of its configuration: at
// tetrahedral and other centers and at double bonds, in one form whatever it was
// read from.
//
// A configuration is kept only where it makes a difference: where the molecule with
// the opposite one is another molecule. That covers centers with four different
// ligands, pseudoasymmetric ones, and centers and double bonds that differ only
// together, as in cis and trans 1,4-dimethylcyclohexane. The marks beside double bonds
// are those of OpenSMILES 3.9.3, the classes of centers those of 3.9.4 and 3.9.6; which
// atoms can be centers follows RDKit.
package stereo

import (
	"github.com/molsmith/molsmith/chem/canon"
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

	// Coupled are the atoms of Centers that are centers only because of others: two of
	// their ligands are alike, as in a ring with another center.
	Coupled []int
	// OpenCenters are the atoms with different ligands that could have a configuration
	// when none is stated, the nitrogen of aziridines included.
	OpenCenters []int
	// OpenBonds are double bonds of that kind.
	OpenBonds []int

	// Unsettled says that a part of the molecule is too large and symmetric to tell
	// which configurations make a difference (canon.ErrTooSymmetric); there all that
	// are stated are kept.
	Unsettled bool
}

// Find returns what p states: its Mol.Centers, Mol.CisTrans and the marks beside its
// double bonds. Marks that contradict each other, or that stand beside a double bond
// at one end only, say nothing.
func Find(p *perceive.Molecule) *Set {
	f := newFinder(p)
	s := f.stated()
	class := make([]int, len(p.Mol.Atoms))
	f.cleanAll(canon.Components(p), s, class)
	f.open(s, class)
	return s
}

// FindIn is Find for a molecule whose components are at hand. It gives them the
// configurations that it returns. It leaves out OpenCenters, and OpenBonds where no
// double bond has a configuration.
func FindIn(p *perceive.Molecule, graphs []*canon.Graph) *Set {
	f := newFinder(p)
	s := f.stated()
	if len(s.Centers)+len(s.Bonds) == 0 {
		return s
	}
	var class []int
	if len(s.Bonds) > 0 {
		class = make([]int, len(p.Mol.Atoms))
	}
	f.cleanAll(graphs, s, class)
	if len(s.Bonds) > 0 {
		f.openBonds(s, class)
	}
	return s
}

// Assign gives the components of a molecule the configurations of s.
func Assign(m *mol.Mol, s *Set, graphs []*canon.Graph) {
	for _, c := range divide(m, s, graphs) {
		c.graph.SetStereo(m, pick(s.Centers, c.centers), pick(s.Bonds, c.bonds))
	}
}

// finder is a molecule whose configurations are looked for.
type finder struct {
	p         *perceive.Molecule
	m         *mol.Mol
	adjacency mol.Adjacency

	ringStart []int32 // len atoms+2, into rings; nil: not asked for yet
	rings     []int32 // the relevant rings of each atom, smaller ones first
	class     []int   // of atoms, where the caller does not ask for it
	seen      []int32 // per atom: the last search that met it
	searches  int32
}

func newFinder(p *perceive.Molecule) *finder {
	return &finder{p: p, m: p.Mol, adjacency: p.Mol.Neighbors()}
}

// ringsOf returns the relevant rings of atom i, as indices, smaller ones first.
func (f *finder) ringsOf(i int) []int32 {
	if f.ringStart == nil {
		f.ringStart = make([]int32, len(f.m.Atoms)+2)
		for _, ring := range f.p.Rings.Relevant {
			for _, a := range ring {
				f.ringStart[a+2]++
			}
		}
		for a := 2; a < len(f.ringStart); a++ {
			f.ringStart[a] += f.ringStart[a-1]
		}
		f.rings = make([]int32, f.ringStart[len(f.m.Atoms)+1])
		for r, ring := range f.p.Rings.Relevant {
			for _, a := range ring {
				f.rings[f.ringStart[a+1]] = int32(r)
				f.ringStart[a+1]++
			}
		}
	}
	return f.rings[f.ringStart[i]:f.ringStart[i+1]]
}

// search begins a search that marks the atoms it meets in f.seen by the number it
// returns.
func (f *finder) search() int32 {
	if f.seen == nil {
		f.seen = make([]int32, len(f.m.Atoms))
	}
	f.searches++
	return f.searches
}
