// Package fragment takes parts out of a perceived molecule so that they are molecules
// again: lost bonds become hydrogens or labeled wildcards, charges and hydrogens of the
// atoms that stay are kept, and so is every configuration that still means something.
package fragment

import (
	"slices"

	"github.com/molsmith/molsmith/chem/internal/sorting"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/stereo"
)

// Cut is a bond to take out. Where wildcards mark its ends, the one that stays with the
// bond's A carries LabelA as its isotope, the one with B carries LabelB.
type Cut struct {
	Bond           int
	LabelA, LabelB uint16
}

// Ends says what takes the place of a cut bond.
type Ends uint8

const (
	Hydrogens Ends = iota // as many hydrogens as the bond's order
	Wildcards             // an atom * with a label, bonded as the bond was
)

// Take returns the atoms of p for which keep is true, all when keep is nil, without the
// bonds of cuts. A bond to an atom that goes leaves hydrogens, as many as its order; a
// dative bond leaves none, and metals, hydrogens, noble gases and wildcards get none. The
// result has Kekulé orders, whole hydrogen counts and no aromatic flags, so it is to be
// perceived again; wildcards come after the atoms of p, in the order of cuts. origin is
// the index in p of each atom, -1 for a wildcard.
//
// s may be nil when the configuration does not matter. A hydrogen takes the place of a
// lost ligand at a center; a center with two hydrogens has no configuration, nor has a
// center of a class other than tetrahedral that lost a ligand.
//
// A bond must stand in cuts at most once.
func Take(p *perceive.Molecule, s *stereo.Set, keep []bool, cuts []Cut, ends Ends) (m *mol.Mol, origin []int) {
	t := &taking{p: p, index: make([]int, len(p.Mol.Atoms)), bonds: make([]int, len(p.Mol.Bonds)), m: &mol.Mol{Name: p.Mol.Name}}
	for i := range p.Mol.Atoms {
		t.index[i] = lost
		if keep == nil || keep[i] {
			t.index[i] = t.add(p.Mol.Atoms[i], i)
		}
	}
	t.join(cuts, ends)
	if s != nil {
		t.configure(s)
	}
	return t.m, t.origin
}

// lost is the new index of an atom or bond that is not kept.
const lost = -1

type taking struct {
	p      *perceive.Molecule
	m      *mol.Mol
	origin []int
	index  []int       // new index of each atom
	bonds  []int       // new index of each bond
	stand  []standsFor // wildcards
}

// standsFor is a wildcard, by its new index, that took the place of an atom at another.
type standsFor struct {
	at, instead, wildcard int
}

func (t *taking) add(a mol.Atom, from int) int {
	a.Aromatic = false
	t.m.Atoms = append(t.m.Atoms, a)
	t.origin = append(t.origin, from)
	return len(t.m.Atoms) - 1
}

// join copies the bonds that stay and ends those that do not.
func (t *taking) join(cuts []Cut, ends Ends) {
	cutAt := make([]int, len(t.p.Mol.Bonds)) // 1 + index into cuts
	for i, c := range cuts {
		cutAt[c.Bond] = i + 1
	}
	for k, b := range t.p.Mol.Bonds {
		t.bonds[k] = lost
		a, z := t.index[b.A], t.index[b.B]
		if cutAt[k] == 0 && a != lost && z != lost {
			t.bonds[k] = len(t.m.Bonds)
			t.m.Bonds = append(t.m.Bonds, mol.Bond{A: a, B: z, Order: b.Order})
			continue
		}
		if cutAt[k] != 0 && ends == Wildcards {
			continue
		}
		for _, i := range [2]int{a, z} {
			if i != lost && takesHydrogen(t.m.Atoms[i].Element) {
				t.m.Atoms[i].Hydrogens += hydrogens(b.Order)
			}
		}
	}
	if ends != Wildcards {
		return
	}
	for _, c := range cuts {
		b := t.p.Mol.Bonds[c.Bond]
		t.cap(b.A, b.B, b.Order, c.LabelA)
		t.cap(b.B, b.A, b.Order, c.LabelB)
	}
}

// cap bonds a wildcard to atom at, where instead was.
func (t *taking) cap(at, instead int, order mol.Order, label uint16) {
	if t.index[at] == lost {
		return
	}
	w := t.add(mol.Atom{Isotope: label, NoImplicit: true}, -1)
	t.m.Bonds = append(t.m.Bonds, mol.Bond{A: t.index[at], B: w, Order: order})
	t.stand = append(t.stand, standsFor{at, instead, w})
}

// hydrogens is how many hydrogens take the place of a bond at each of its ends.
func hydrogens(o mol.Order) uint8 {
	switch o {
	case mol.Single, mol.Double, mol.Triple:
		return uint8(o)
	case mol.Quadruple:
		return 4
	}
	return 0
}

// takesHydrogen says whether a lost bond of element z becomes a hydrogen: it is a nonmetal
// that has a valence to fill.
func takesHydrogen(z uint8) bool {
	switch z {
	case 5, 6, 7, 8, 9, 14, 15, 16, 17, 32, 33, 34, 35, 52, 53, 85:
		return true
	}
	return false
}

// configure copies the configurations that still mean something.
func (t *taking) configure(s *stereo.Set) {
	sorting.By(t.stand, func(a, b standsFor) int {
		if a.at != b.at {
			return a.at - b.at
		}
		return a.instead - b.instead
	})
	adjacency := t.p.Mol.Neighbors()
	for _, c := range s.Centers {
		if t.index[c.Atom] == lost {
			continue
		}
		if moved, ok := t.center(&adjacency, c); ok {
			t.m.Centers = append(t.m.Centers, moved)
		}
	}
	for _, c := range s.Bonds {
		if t.bonds[c.Bond] == lost {
			continue
		}
		b := t.p.Mol.Bonds[c.Bond]
		first, turnedA, okA := t.side(&adjacency, b.A, b.B, c.Ligands[0])
		second, turnedB, okB := t.side(&adjacency, b.B, b.A, c.Ligands[1])
		if okA && okB {
			cis := c.Cis != (turnedA != turnedB)
			t.m.CisTrans = append(t.m.CisTrans, mol.CisTrans{Bond: t.bonds[c.Bond], Ligands: [2]int{first, second}, Cis: cis})
		}
	}
}

// center is c with the new indices, ok false when it has no configuration left.
func (t *taking) center(adjacency *mol.Adjacency, c mol.Center) (moved mol.Center, ok bool) {
	moved = mol.Center{Atom: t.index[c.Atom], Class: c.Class, Permutation: c.Permutation, Ligands: slices.Clone(c.Ligands)}
	hydrogens := 0
	for i, a := range c.Ligands {
		if a != mol.ImplicitHydrogen {
			// The ligands of an allene are no neighbors of its center: an end that
			// changed is left without a configuration.
			if c.Class == mol.Allene && !t.untouched(adjacency, a) {
				return moved, false
			}
			moved.Ligands[i] = t.ligand(adjacency, c.Atom, a)
			if moved.Ligands[i] == mol.ImplicitHydrogen && c.Class != mol.Tetrahedral {
				return moved, false
			}
		}
		if moved.Ligands[i] == mol.ImplicitHydrogen {
			hydrogens++
		}
	}
	return moved, hydrogens < 2 || c.Class != mol.Tetrahedral
}

// untouched says whether atom a and all its bonds stay.
func (t *taking) untouched(adjacency *mol.Adjacency, a int) bool {
	if t.index[a] == lost {
		return false
	}
	for _, next := range adjacency.Of(a) {
		if t.bonds[next.Bond] == lost {
			return false
		}
	}
	return true
}

// ligand is what atom at has where it had atom a: a, a wildcard or a hydrogen.
func (t *taking) ligand(adjacency *mol.Adjacency, at, a int) int {
	if w, found := slices.BinarySearchFunc(t.stand, standsFor{at: at, instead: a}, func(x, want standsFor) int {
		if x.at != want.at {
			return x.at - want.at
		}
		return x.instead - want.instead
	}); found {
		return t.stand[w].wildcard
	}
	if t.index[a] == lost {
		return mol.ImplicitHydrogen
	}
	for _, next := range adjacency.Of(at) {
		if next.Atom == a && t.bonds[next.Bond] == lost {
			return mol.ImplicitHydrogen
		}
	}
	return t.index[a]
}

// side is the ligand at end of a double bond to atom over, given as atom a before;
// turned when it is the other one of the two.
func (t *taking) side(adjacency *mol.Adjacency, end, over, a int) (ligand int, turned, ok bool) {
	if a == mol.ImplicitHydrogen {
		return a, false, t.m.Atoms[t.index[end]].Hydrogens == 1
	}
	if ligand = t.ligand(adjacency, end, a); ligand != mol.ImplicitHydrogen {
		return ligand, false, true
	}
	for _, next := range adjacency.Of(end) {
		if next.Atom == over || next.Atom == a {
			continue
		}
		if other := t.ligand(adjacency, end, next.Atom); other != mol.ImplicitHydrogen {
			return other, true, true
		}
	}
	return mol.ImplicitHydrogen, false, t.m.Atoms[t.index[end]].Hydrogens == 1
}
