package polymer

import (
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/ring"
)

// layout says where the atoms of a row of pieces are among all atoms.
type layout struct {
	pieces []*piece
	start  []int     // first atom of each piece, and the end
	slots  [][]int32 // of each piece and atom, its place after start; −1 when it left
}

// newLayout numbers the atoms of pieces in a row from base.
func newLayout(pieces []*piece, base int) *layout {
	l := &layout{pieces: pieces, start: make([]int, 0, len(pieces)+1)}
	for k, c := range pieces {
		slots := c.places(k == 0, k == len(pieces)-1)
		l.start = append(l.start, base)
		l.slots = append(l.slots, slots.of)
		base += slots.n
	}
	l.start = append(l.start, base)
	return l
}

// places are the numbers of the atoms of a piece that stay, −1 for those that leave, and
// how many stay.
type places struct {
	of []int32
	n  int
}

// places returns them for a piece with or without others before and behind.
func (c *piece) places(first, last bool) *places {
	v := 0
	if first {
		v |= 1
	}
	if last {
		v |= 2
	}
	if c.stay[v].of == nil {
		s := places{of: make([]int32, len(c.x))}
		for i := range s.of {
			if !first && i == c.head.leaves || !last && i == c.tail.leaves {
				s.of[i] = none
				continue
			}
			s.of[i] = int32(s.n)
			s.n++
		}
		c.stay[v] = s
	}
	return &c.stay[v]
}

// atom is the place of an atom of a piece that has not left.
func (l *layout) atom(k, i int) int { return l.start[k] + int(l.slots[k][i]) }

// global is the place of atom i of piece k; for one that left, that of the neighbor in its place.
func (l *layout) global(k, i int) int {
	c := l.pieces[k]
	if l.slots[k][i] != none {
		return l.atom(k, i)
	}
	if i == c.head.leaves {
		return l.atom(k-1, l.pieces[k-1].tail.atom)
	}
	return l.atom(k+1, l.pieces[k+1].head.atom)
}

// graph is the molecule of a layout, with atoms counted from 0, with the piece and source of each
// atom.
type graph struct {
	p         *perceive.Molecule
	owner     []int32 // piece of each atom
	source    []int32 // atom in the piece
	junctions []int   // bonds
}

// graph puts the molecules of the pieces together. What is perceived stays: a junction
// takes the place of a single bond on both sides. Rings are left out unless asked for.
func (l *layout) graph(rings bool) *graph {
	base := l.start[0]
	total := l.start[len(l.pieces)] - base
	m := &mol.Mol{Atoms: make([]mol.Atom, 0, total), Bonds: make([]mol.Bond, 0, total+total/8)}
	p := &perceive.Molecule{Mol: m}
	g := &graph{p: p, owner: make([]int32, 0, total), source: make([]int32, 0, total)}
	for k, c := range l.pieces {
		from := c.p
		for i, s := range l.slots[k] {
			if s == none {
				continue
			}
			a := from.Mol.Atoms[i]
			a.Pos.X, a.Pos.Y, a.Pos.Z, a.Map = 0, 0, 0, 0
			m.Atoms = append(m.Atoms, a)
			p.Origin = append(p.Origin, len(p.Origin))
			p.Valence = append(p.Valence, from.Valence[i])
			p.Radicals = append(p.Radicals, from.Radicals[i])
			g.owner, g.source = append(g.owner, int32(k)), append(g.source, int32(i))
		}
		for b, bond := range from.Mol.Bonds {
			if l.slots[k][bond.A] == none || l.slots[k][bond.B] == none {
				continue
			}
			m.Bonds = append(m.Bonds, mol.Bond{A: l.atom(k, bond.A) - base, B: l.atom(k, bond.B) - base, Order: bond.Order})
			p.AromaticBonds = append(p.AromaticBonds, from.AromaticBonds[b])
		}
		if k > 0 {
			g.junctions = append(g.junctions, len(m.Bonds))
			m.Bonds = append(m.Bonds, mol.Bond{A: l.atom(k-1, l.pieces[k-1].tail.atom) - base, B: l.atom(k, c.head.atom) - base, Order: mol.Single})
			p.AromaticBonds = append(p.AromaticBonds, false)
		}
	}
	if rings {
		p.Rings = ring.Find(m)
	}
	return g
}
