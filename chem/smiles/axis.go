package smiles

import (
	"slices"

	"github.com/molsmith/molsmith/chem/internal/sorting"
	"github.com/molsmith/molsmith/chem/mol"
)

// digit is a ring number in the text: the atom it stands at and the number of atoms
// before it.
type digit struct{ number, atom, after int }

// lonePairs knows at which atoms the lone pair of a center counts after a ring number:
// at those with three ligands, none of them a hydrogen, of which one is written as a
// ring number, and with single bonds only. Elsewhere it counts as a hydrogen would,
// after the first neighbor. OpenSMILES leaves this open; it is how RDKit reads and
// writes.
type lonePairs struct {
	numbers  []uint8 // ring numbers at each atom, up to 2
	multiple []bool  // per atom: it has a bond of a higher order than single
}

func newLonePairs(g *graph) *lonePairs {
	p := &lonePairs{make([]uint8, len(g.m.Atoms)), make([]bool, len(g.m.Atoms))}
	for _, d := range g.digits {
		p.numbers[d.atom] = min(p.numbers[d.atom]+1, 2)
	}
	for _, b := range g.m.Bonds {
		if above(b.Order) {
			p.multiple[b.A], p.multiple[b.B] = true, true
		}
	}
	return p
}

// above says whether an order is higher than single.
func above(o mol.Order) bool { return o != mol.Single && o != mol.Dative && o != mol.Any }

// later says whether the lone pair of c counts after the ring number.
func (p *lonePairs) later(c *mol.Center) bool { return p.numbers[c.Atom] == 1 && !p.multiple[c.Atom] }

// threeLigands says whether c is a tetrahedral center with three ligands, none of them
// a hydrogen that is no atom.
func threeLigands(c *mol.Center) bool {
	return c.Class == mol.Tetrahedral && len(c.Ligands) == 3 && !slices.Contains(c.Ligands, mol.ImplicitHydrogen)
}

// axes finds the ligands at the ends of cumulated double bonds.
type axes struct {
	m         *mol.Mol
	adjacency mol.Adjacency
	rings     map[int][]mention // of ring numbers, by atom
}

// mention is a neighbor and where the text names it.
type mention struct{ atom, at int }

func newAxes(g *graph) *axes {
	x := &axes{m: &g.m, adjacency: g.m.Neighbors(), rings: map[int][]mention{}}
	open := map[int]digit{}
	for _, d := range g.digits {
		first, ok := open[d.number]
		if !ok {
			open[d.number] = d
			continue
		}
		delete(open, d.number)
		x.rings[first.atom] = append(x.rings[first.atom], mention{d.atom, 2 * first.after})
		x.rings[d.atom] = append(x.rings[d.atom], mention{first.atom, 2 * d.after})
	}
	return x
}

// widen replaces the ligands of a center in the middle of cumulated double bonds, its
// two neighbors, by those at the ends of the double bonds, in the order of the text
// (OpenSMILES 3.9.4). It leaves a center that is no such middle as it is.
func (x *axes) widen(c *mol.Center) {
	for _, n := range x.adjacency.Of(c.Atom) {
		if x.m.Bonds[n.Bond].Order != mol.Double {
			return
		}
	}
	var ligands []int
	for _, end := range c.Ligands {
		from := c.Atom
		for {
			if end < 0 || x.m.Atoms[end].Element == 1 {
				return
			}
			next := -1
			for _, n := range x.adjacency.Of(end) {
				if n.Atom != from && x.m.Bonds[n.Bond].Order == mol.Double {
					next = n.Atom
				}
			}
			if next < 0 || x.adjacency.Degree(end) != 2 {
				break
			}
			if next == c.Atom {
				return // a ring of double bonds
			}
			end, from = next, end
		}
		here := x.mentioned(end, from)
		if len(here) != 2 {
			return
		}
		ligands = append(ligands, here...)
	}
	c.Ligands = ligands
}

// mentioned are the neighbors of atom i but one, in the order of the text. Where there
// is one only, a hydrogen stands after the atom before i.
func (x *axes) mentioned(i, but int) []int {
	list := slices.Clone(x.rings[i])
	for _, n := range x.adjacency.Of(i) {
		if !slices.ContainsFunc(x.rings[i], func(m mention) bool { return m.atom == n.Atom }) {
			list = append(list, mention{n.Atom, 2*n.Atom + 1})
		}
	}
	if x.adjacency.Degree(i) == 2 {
		list = append(list, mention{mol.ImplicitHydrogen, 2*i + 1})
	}
	sorting.By(list, func(a, b mention) int { return a.at - b.at })
	var atoms []int
	for _, m := range list {
		if m.atom != but {
			atoms = append(atoms, m.atom)
		}
	}
	return atoms
}
