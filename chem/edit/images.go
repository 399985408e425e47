package edit

import (
	"math"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/contract"
)

// shift is a lattice translation: whole numbers of the vectors a, b and c. Floats hold
// the whole numbers of atoms at any distance.
type shift = cell.Fractional

// lattice is the cell of a structure and what its bonds say of it.
type lattice struct {
	s *structure.Structure
	c cell.Cell

	// across holds for each bond the translation that brings its second atom to the
	// image nearest to the first one.
	across []shift
}

// latticeOf returns the cell of s; what says what needs one.
func latticeOf(s *structure.Structure, what string) (*lattice, error) {
	if s.Cell == nil {
		return nil, &contract.Error{Code: contract.NoCell, Message: what + " needs a cell, and the document has none; set one first"}
	}
	c, err := cell.NewEitherHand(*s.Cell)
	if err != nil {
		return nil, invalid("%s needs another cell: %v", what, err)
	}
	return &lattice{s: s, c: c}, nil
}

// measure fills across.
func (l *lattice) measure() {
	l.across = make([]shift, len(l.s.Bonds))
	for k, b := range l.s.Bonds {
		d := geom.At(l.s.Positions, int(b[1])).Sub(geom.At(l.s.Positions, int(b[0])))
		if m := l.c.MinImage(d); m != d {
			f := l.c.Fractional(m.Sub(d))
			l.across[k] = shift{A: math.Round(f.A), B: math.Round(f.B), C: math.Round(f.C)}
		}
	}
}

// whole is every molecule put together along its bonds.
type whole struct {
	of     []int32 // molecule of each atom
	n      int     // molecules
	shifts []shift // what brings each atom beside the first one of its molecule

	// network says of a molecule that it has bonds to its own images: there is no way
	// to put it together.
	network []bool
}

// assemble walks along the bonds of each molecule from its first atom, which stays
// where it is, to the nearest image of each neighbor.
func (l *lattice) assemble() *whole {
	l.measure()
	w := &whole{shifts: make([]shift, l.s.Len())}
	w.of, w.n = l.s.Components()
	w.network = make([]bool, w.n)
	bonds := linksOf(l.s)
	seen := make([]bool, l.s.Len())
	queue := make([]int32, 0, l.s.Len())
	for first := range seen {
		if seen[first] {
			continue
		}
		seen[first] = true
		queue = append(queue[:0], int32(first))
		for at := 0; at < len(queue); at++ {
			i := queue[at]
			for _, k := range bonds.of(int(i)) {
				j, step := l.step(k, i)
				if !seen[j] {
					seen[j] = true
					w.shifts[j] = add(w.shifts[i], step)
					queue = append(queue, j)
				}
			}
		}
	}
	for k, b := range l.s.Bonds {
		if w.shifts[b[1]] != add(w.shifts[b[0]], l.across[k]) {
			w.network[w.of[b[0]]] = true
		}
	}
	return w
}

// step returns the other atom of bond k of atom i, and the translation to its nearest
// image.
func (l *lattice) step(k, i int32) (int32, shift) {
	b, across := l.s.Bonds[k], l.across[k]
	if b[0] == uint32(i) {
		return int32(b[1]), across
	}
	return int32(b[0]), shift{A: -across.A, B: -across.B, C: -across.C}
}

func add(a, b shift) shift { return shift{A: a.A + b.A, B: a.B + b.B, C: a.C + b.C} }

// Network is a molecule with bonds to its own images in the cell, such as a crystal, a
// surface or an endless chain.
type Network struct {
	Atom    int // its first atom
	Atoms   int
	Formula string
}

// mostNetworks bounds the networks that a report lists: nobody reads more.
const mostNetworks = 5

// networks counts the networks and describes the first of them.
func (w *whole) networks(s *structure.Structure) (list []Network, n int) {
	at := make([]int, w.n)
	for k, is := range w.network {
		at[k] = -1
		if !is {
			continue
		}
		if n < mostNetworks {
			at[k] = n
			list = append(list, Network{})
		}
		n++
	}
	if n == 0 {
		return nil, 0
	}
	counts := make([]elem.Counts, len(list))
	for i, k := range w.of {
		if at[k] < 0 {
			continue
		}
		network := &list[at[k]]
		if network.Atoms == 0 {
			network.Atom = i
		}
		network.Atoms++
		counts[at[k]][s.Elements[i]]++
	}
	for k := range list {
		list[k].Formula = counts[k].Formula()
	}
	return list, n
}

// Crossing counts the bonds of s that lead across faces of its cell where the vector
// a, b or c is marked: these bonds change when the vector does and the atoms stay.
// Without a cell there are none.
func Crossing(s *structure.Structure, vectors [3]bool) int {
	l, err := latticeOf(s, "")
	if err != nil {
		return 0
	}
	l.measure()
	n := 0
	for _, step := range l.across {
		if vectors[0] && step.A != 0 || vectors[1] && step.B != 0 || vectors[2] && step.C != 0 {
			n++
		}
	}
	return n
}
