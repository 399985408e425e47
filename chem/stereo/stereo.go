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
	"slices"

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

func (f *finder) cleanAll(graphs []*canon.Graph, s *Set, class []int) {
	for _, g := range graphs {
		if f.clean(g, s, class) != nil {
			s.Unsettled = true
		}
	}
}

// finder is a molecule whose configurations are looked for.
type finder struct {
	p         *perceive.Molecule
	m         *mol.Mol
	adjacency mol.Adjacency
}

func newFinder(p *perceive.Molecule) *finder {
	return &finder{p: p, m: p.Mol, adjacency: p.Mol.Neighbors()}
}

// clean removes from s the configurations in g that make no difference, and notes the
// class of each atom of g; class nil: they are not asked for.
func (f *finder) clean(g *canon.Graph, s *Set, class []int) error {
	for {
		centers, bonds := members(g, s, f.m)
		if class == nil && len(centers)+len(bonds) == 0 {
			return nil
		}
		g.SetStereo(f.m, pick(s.Centers, centers), pick(s.Bonds, bonds))
		classes, open := g.Classes()
		if len(open) > 0 && class == nil {
			class = make([]int, len(f.m.Atoms))
		}
		if class != nil {
			for k, i := range g.Atoms {
				class[i] = classes[k]
			}
		}
		if len(open) == 0 {
			return nil
		}
		free := f.alikeLigands(s, centers, bonds, open, class)
		var err error
		if len(free) == 0 {
			free, err = g.Idle()
		}
		if err != nil || len(free) == 0 {
			for _, k := range open {
				if k < len(centers) {
					s.Coupled = append(s.Coupled, s.Centers[centers[k]].Atom)
				}
			}
			slices.Sort(s.Coupled)
			return err
		}
		for _, k := range slices.Backward(free) {
			if k < len(centers) {
				s.Centers = slices.Delete(s.Centers, centers[k], centers[k]+1)
			} else {
				at := bonds[k-len(centers)]
				s.Bonds = slices.Delete(s.Bonds, at, at+1)
			}
		}
	}
}

// members are the places in s of the configurations in g.
func members(g *canon.Graph, s *Set, m *mol.Mol) (centers, bonds []int) {
	if len(g.Atoms) == len(m.Atoms) { // the only one
		for k := range s.Centers {
			centers = append(centers, k)
		}
		for k := range s.Bonds {
			bonds = append(bonds, k)
		}
		return centers, bonds
	}
	in := func(i int) bool { _, found := slices.BinarySearch(g.Atoms, i); return found }
	for k := range s.Centers {
		if in(s.Centers[k].Atom) {
			centers = append(centers, k)
		}
	}
	for k := range s.Bonds {
		if in(m.Bonds[s.Bonds[k].Bond].A) {
			bonds = append(bonds, k)
		}
	}
	return centers, bonds
}

func pick[T any](all []T, places []int) []T {
	some := make([]T, len(places))
	for i, k := range places {
		some[i] = all[k]
	}
	return some
}

// alikeLigands returns the open configurations with two ligands that begin equal
// branches without rings: swapping those changes nothing else.
func (f *finder) alikeLigands(s *Set, centers, bonds, open []int, class []int) []int {
	mark := make(map[int]bool, len(open)) // atoms of open configurations
	for _, k := range open {
		if k < len(centers) {
			mark[s.Centers[centers[k]].Atom] = true
		} else {
			b := f.m.Bonds[s.Bonds[bonds[k-len(centers)]].Bond]
			mark[b.A], mark[b.B] = true, true
		}
	}
	var free []int
	for _, k := range open {
		if k < len(centers) {
			c := &s.Centers[centers[k]]
			if c.Class == mol.Tetrahedral && f.alike(c.Atom, c.Atom, c.Ligands, mark, class) {
				free = append(free, k)
			}
			continue
		}
		b := f.m.Bonds[s.Bonds[bonds[k-len(centers)]].Bond]
		for _, end := range [2][2]int{{b.A, b.B}, {b.B, b.A}} {
			var ligands []int
			for _, next := range f.adjacency.Of(end[0]) {
				if next.Atom != end[1] {
					ligands = append(ligands, next.Atom)
				}
			}
			if f.alike(end[0], end[1], ligands, mark, class) {
				free = append(free, k)
				break
			}
		}
	}
	return free
}

// alike says whether two ligands of atom i have one class and begin branches without
// rings and without marked atoms.
func (f *finder) alike(i, from int, ligands []int, mark map[int]bool, class []int) bool {
	for n, a := range ligands {
		for _, b := range ligands[:n] {
			if a < 0 || b < 0 {
				if a == b {
					return true
				}
				continue
			}
			if class[a] == class[b] && f.branch(i, a, mark) && f.branch(i, b, mark) {
				return true
			}
		}
	}
	return false
}

// branch says whether what hangs on atom i at its neighbor a has no rings and no
// marked atoms.
func (f *finder) branch(i, a int, mark map[int]bool) bool {
	type step struct{ atom, from int }
	todo := []step{{a, i}}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if f.p.Rings.InRing(at.atom) || mark[at.atom] {
			return false
		}
		for _, next := range f.adjacency.Of(at.atom) {
			if next.Atom != at.from {
				todo = append(todo, step{next.Atom, at.atom})
			}
		}
	}
	return true
}
