package hydrogen

import (
	"github.com/molsmith/molsmith/chem/internal/sorting"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/ring"
	"github.com/molsmith/molsmith/chem/stereo"
)

// FromMol returns the complete molecule of a graph as a file gives it: the atoms and
// bonds of m keep their places and positions, hydrogens that it implies follow. Its
// configuration is what m states in Centers, CisTrans and marks; call
// stereo.FromCoordinates first when positions state it. It does not change m, which
// must pass Check. The error is a *perceive.Error.
func FromMol(m *mol.Mol) (*perceive.Molecule, *stereo.Set, error) {
	p, err := perceive.Sanitize(m)
	if err != nil {
		return nil, nil, err
	}
	all, set := Add(p, stereo.Find(p))
	if len(p.Mol.Atoms) == len(m.Atoms) {
		return all, set, nil
	}
	full, set := reorder(all, set, places(m, p, all))
	return full, set, nil
}

// places returns the place of each atom of all: that which it has in m, the next free
// one for hydrogens that m implies.
func places(m *mol.Mol, p, all *perceive.Molecule) []int {
	place := make([]int, len(all.Mol.Atoms))
	taken := make([]bool, len(m.Atoms))
	for i, a := range p.Origin {
		place[i], taken[a] = a, true
	}
	// The hydrogens of m that became counts are those of the atoms beside them again.
	adjacency := m.Neighbors()
	next := len(m.Atoms)
	used := make([]int, len(p.Mol.Atoms)) // neighbors of the atom that were looked at
	for i := len(p.Mol.Atoms); i < len(place); i++ {
		parent := all.Mol.Bonds[len(p.Mol.Bonds)+i-len(p.Mol.Atoms)].A
		beside := adjacency.Of(p.Origin[parent])
		for used[parent] < len(beside) && taken[beside[used[parent]].Atom] {
			used[parent]++
		}
		if used[parent] < len(beside) {
			place[i] = beside[used[parent]].Atom
			taken[place[i]] = true
			continue
		}
		place[i] = next
		next++
	}
	for i := len(p.Mol.Atoms); i < len(place); i++ {
		if place[i] < len(m.Atoms) {
			all.Mol.Atoms[i].Pos = m.Atoms[place[i]].Pos
		}
	}
	return place
}

// reorder gives atom i the place place[i].
func reorder(p *perceive.Molecule, s *stereo.Set, place []int) (*perceive.Molecule, *stereo.Set) {
	n := len(place)
	m := &mol.Mol{Name: p.Mol.Name, Atoms: make([]mol.Atom, n), Bonds: make([]mol.Bond, len(p.Mol.Bonds))}
	full := &perceive.Molecule{
		Mol: m, Origin: make([]int, n), AromaticBonds: p.AromaticBonds,
		Valence: make([]int, n), Radicals: make([]int, n),
	}
	for i, to := range place {
		m.Atoms[to] = p.Mol.Atoms[i]
		full.Valence[to], full.Radicals[to] = p.Valence[i], p.Radicals[i]
		full.Origin[to] = to
	}
	for k, b := range p.Mol.Bonds {
		b.A, b.B = place[b.A], place[b.B]
		m.Bonds[k] = b
	}
	m.Centers = moveCenters(p.Mol.Centers, place)
	m.CisTrans = moveSides(p.Mol.CisTrans, place)
	full.Rings = ring.Find(m)
	set := *s
	set.Centers, set.Bonds = moveCenters(s.Centers, place), moveSides(s.Bonds, place)
	set.Coupled, set.OpenCenters = moveAll(s.Coupled, place), moveAll(s.OpenCenters, place)
	return full, &set
}

func moveCenters(centers []mol.Center, place []int) []mol.Center {
	list := make([]mol.Center, len(centers))
	for k, c := range centers {
		c.Atom, c.Ligands = place[c.Atom], moveAll(c.Ligands, place)
		list[k] = c
	}
	sorting.Stable(list, func(a, b mol.Center) int { return a.Atom - b.Atom })
	return list
}

func moveSides(sides []mol.CisTrans, place []int) []mol.CisTrans {
	list := make([]mol.CisTrans, len(sides))
	for k, c := range sides {
		for end, a := range c.Ligands {
			if a >= 0 {
				c.Ligands[end] = place[a]
			}
		}
		list[k] = c
	}
	return list
}

func moveAll(atoms, place []int) []int {
	list := make([]int, len(atoms))
	for k, a := range atoms {
		list[k] = a
		if a >= 0 {
			list[k] = place[a]
		}
	}
	return list
}
