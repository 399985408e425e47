// Package canon numbers the atoms of a molecule in a way that depends on the molecule
// alone, not on the order in which its atoms were given, configurations included.
//
// Atoms are sorted by their own properties in the order RDKit uses (Schneider, Sahnoun
// and Landrum, J. Chem. Inf. Model. 2015, 55, 2111) and by their neighbors until
// nothing changes. Atoms that are still alike are set apart one at a time, and all
// choices that symmetry does not make equal are compared (McKay, Congressus Numerantium
// 1981, 30, 45). Configurations take part as soon as the ligands of their atom are told
// apart, so stereoisomers that differ only by coupled centers are distinguished as well.
package canon

import (
	"cmp"
	"errors"
	"slices"

	"github.com/molsmith/molsmith/chem/internal/sorting"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
)

// ErrTooSymmetric says that a molecule is so large and so symmetric that the search for
// its numbering was ended.
var ErrTooSymmetric = errors.New("the structure is too symmetric to be numbered within the limit")

// maxWork bounds the searches in one molecule, in steps of some nanoseconds.
const maxWork = 90_000_000

// Graph is one connected component of a molecule. Its atoms are numbered from 0; Atoms
// gives their numbers in the molecule. Make them with Components.
type Graph struct {
	Atoms []int

	start []int32 // len atoms+1, into near
	near  []neighbor
	color []uint64 // properties of each atom that do not depend on its neighbors
	label []uint64 // atom map number, and isotopes that color has no room for
	order []int32  // atoms by color, label and neighbors
	cell  []int32  // first place in order of the atoms alike, per atom

	elements []element
	touch    []int32 // configurations by the atoms that take part in them
	touchAt  []int32 // len atoms+2, into touch; nil: there are none
	spent    *int    // work of all searches in the molecule
}

type neighbor struct {
	atom int32
	code uint8
}

// Bond codes in ascending significance; a dative bond looks different from its two
// ends.
const (
	codeAny = iota
	codeSingle
	codeDouble
	codeTriple
	codeQuadruple
	codeAromatic
	codeAccepts
	codeDonates
)

// Components returns the connected components of p in the order of their first atoms.
// They share no memory with p.
func Components(p *perceive.Molecule) []*Graph {
	m := p.Mol
	adjacency := m.Neighbors()
	ints := make([]int32, 3*len(m.Atoms))
	local, component, queue := ints[:len(m.Atoms)], ints[len(m.Atoms):2*len(m.Atoms)], ints[2*len(m.Atoms):][:0]
	var found []*Graph
	spent := new(int)
	for i := range m.Atoms {
		if component[i] > 0 {
			continue
		}
		found = append(found, &Graph{spent: spent})
		n := int32(len(found))
		component[i] = n
		ends := 0
		queue = append(queue[:0], int32(i))
		for k := 0; k < len(queue); k++ {
			for _, next := range adjacency.Of(int(queue[k])) {
				if ends++; component[next.Atom] == 0 {
					component[next.Atom] = n
					queue = append(queue, int32(next.Atom))
				}
			}
		}
		found[n-1].Atoms = make([]int, 0, len(queue))
		found[n-1].near = make([]neighbor, 0, ends)
	}
	for i := range m.Atoms {
		g := found[component[i]-1]
		local[i] = int32(len(g.Atoms))
		g.Atoms = append(g.Atoms, i)
	}
	for _, g := range found {
		g.build(p, &adjacency, local)
	}
	return found
}

func (g *Graph) build(p *perceive.Molecule, adjacency *mol.Adjacency, local []int32) {
	n := len(g.Atoms)
	g.start = make([]int32, n+1)
	words := make([]uint64, 2*n)
	g.color, g.label = words[:n:n], words[n:]
	ints := make([]int32, 2*n)
	g.order, g.cell = ints[:n:n], ints[n:]
	for k, i := range g.Atoms {
		a := &p.Mol.Atoms[i]
		for _, next := range adjacency.Of(i) {
			g.near = append(g.near, neighbor{local[next.Atom], bondCode(p, next.Bond, i)})
		}
		g.start[k+1] = int32(len(g.near))
		degree := min(adjacency.Degree(i), 0xffff)
		g.color[k] = uint64(degree)<<48 | uint64(a.Element)<<40 | uint64(a.Isotope&0xfff)<<28 | uint64(a.Hydrogens)<<20 |
			uint64(uint8(a.Charge))<<12 | uint64(min(p.Radicals[i], 15))<<8
		if a.Aromatic {
			g.color[k] |= 1
		}
		g.label[k] = uint64(a.Map) | uint64(a.Isotope>>12)<<32
		g.order[k] = int32(k)
	}
	g.sort()
}

// sort sets the order of the atoms and their cells by their properties, and for small
// graphs by their neighbors.
func (g *Graph) sort() {
	sorting.Stable(g.order, func(a, b int32) int {
		return cmp.Or(cmp.Compare(g.label[a], g.label[b]), cmp.Compare(g.color[a], g.color[b]))
	})
	for k, i := range g.order {
		g.cell[i] = int32(k)
		if k > 0 {
			if before := g.order[k-1]; g.color[before] == g.color[i] && g.label[before] == g.label[i] {
				g.cell[i] = g.cell[before]
			}
		}
	}
	if len(g.Atoms) <= fullRounds {
		g.rounds()
	}
}

// bondCode is the code of bond k seen from atom i.
func bondCode(p *perceive.Molecule, k, i int) uint8 {
	if p.AromaticBonds[k] {
		return codeAromatic
	}
	b := &p.Mol.Bonds[k]
	switch b.Order {
	case mol.Single:
		return codeSingle
	case mol.Double:
		return codeDouble
	case mol.Triple:
		return codeTriple
	case mol.Quadruple:
		return codeQuadruple
	case mol.Dative:
		if b.A == i {
			return codeDonates
		}
		return codeAccepts
	}
	return codeAny
}

func (g *Graph) neighbors(i int32) []neighbor { return g.near[g.start[i]:g.start[i+1]] }

// fullRounds is the size up to which atoms are first sorted by whole lists of
// neighbors, as RDKit does, so that the numbering of small molecules resembles its own.
const fullRounds = 256

// rounds sorts atoms that are alike by their neighbors, those with the highest bond
// and the highest place first, until nothing changes.
func (g *Graph) rounds() {
	keys := make([]uint32, len(g.near))
	next := make([]int32, len(g.Atoms))
	for round := 0; ; round++ {
		for i := range g.Atoms {
			list := keys[g.start[i]:g.start[i+1]]
			for k, near := range g.neighbors(int32(i)) {
				list[k] = uint32(near.code) << 16
				if round > 0 { // the bonds alone come first
					list[k] |= uint32(g.cell[near.atom])
				}
			}
			descending(list)
		}
		compare := func(a, b int32) int {
			return slices.Compare(keys[g.start[a]:g.start[a+1]], keys[g.start[b]:g.start[b+1]])
		}
		changed := false
		for from := 0; from < len(g.order); {
			to := from + 1
			for to < len(g.order) && g.cell[g.order[to]] == int32(from) {
				to++
			}
			if group := g.order[from:to]; len(group) == 1 {
				next[group[0]] = int32(from)
			} else {
				sorting.Stable(group, compare)
				next[group[0]] = int32(from)
				for k := 1; k < len(group); k++ {
					next[group[k]] = next[group[k-1]]
					if compare(group[k-1], group[k]) != 0 {
						next[group[k]] = int32(from + k)
						changed = true
					}
				}
			}
			from = to
		}
		if !changed && round > 0 {
			return
		}
		copy(g.cell, next)
	}
}

// descending sorts a short list.
func descending(list []uint32) {
	for i := 1; i < len(list); i++ {
		for k := i; k > 0 && list[k] > list[k-1]; k-- {
			list[k], list[k-1] = list[k-1], list[k]
		}
	}
}
