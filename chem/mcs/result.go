package mcs

import (
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
)

// common is a common part in the form that results are made of.
type common struct {
	mols  []*perceive.Molecule
	query int                         // the molecule whose atoms and bonds stand for all
	atoms [][]int                     // per molecule, atoms in one order
	bonds []int                       // of the query
	rings struct{ atoms, bonds bool } // what was compared by its being in a ring
}

// walk is a way through the part that writes each atom once: a tree and the bonds that
// close rings.
type walk struct {
	order    []int // atoms of the part in the order of writing
	parent   []int // per atom of the part: bond that leads to it; -1: the first
	children [][]int
	closures [][]int // per atom: bonds that close a ring there, opening ones first
}

// halves lists, for each atom of the part, the bonds of the part and their far atoms.
func (c *common) halves() [][]half {
	at := make(map[int]int32, len(c.atoms[c.query]))
	for i, a := range c.atoms[c.query] {
		at[a] = int32(i)
	}
	halves := make([][]half, len(at))
	for k, bond := range c.bonds {
		b := &c.mols[c.query].Mol.Bonds[bond]
		i, j := at[b.A], at[b.B]
		halves[i] = append(halves[i], half{atom: j, bond: int32(k)})
		halves[j] = append(halves[j], half{atom: i, bond: int32(k)})
	}
	return halves
}

// newWalk goes depth first from the first atom.
func newWalk(halves [][]half) *walk {
	n := len(halves)
	w := &walk{parent: make([]int, n), children: make([][]int, n), closures: make([][]int, n)}
	at := make([]int, n) // next half to look at
	place := make([]int, n)
	for i := range place {
		place[i], w.parent[i] = -1, -1
	}
	path := []int{0}
	place[0] = 0
	w.order = append(w.order, 0)
	for len(path) > 0 {
		i := path[len(path)-1]
		if at[i] == len(halves[i]) {
			path = path[:len(path)-1]
			continue
		}
		h := halves[i][at[i]]
		at[i]++
		j := int(h.atom)
		switch {
		case place[j] < 0:
			place[j] = len(w.order)
			w.order = append(w.order, j)
			w.parent[j] = int(h.bond)
			w.children[i] = append(w.children[i], j)
			path = append(path, j)
		case place[j] < place[i] && int(h.bond) != w.parent[i]:
			w.closures[j] = append(w.closures[j], int(h.bond))
			w.closures[i] = append(w.closures[i], int(h.bond))
		}
	}
	return w
}

// result makes the result: atoms and bonds in the order in which the SMARTS names them.
func (c *common) result() Result {
	w := newWalk(c.halves())
	for m := range c.atoms {
		ordered := make([]int, len(w.order))
		for k, i := range w.order {
			ordered[k] = c.atoms[m][i]
		}
		c.atoms[m] = ordered
	}
	w = newWalk(c.halves())
	return Result{Atoms: c.atoms, Bonds: len(c.bonds), SMARTS: c.smarts(w), Mol: c.fragment()}
}

// orders returns the orders of bond k of the part in all molecules: that of the query
// first, then others as they come.
func (c *common) orders(k int) []mol.Order {
	query := c.mols[c.query]
	bond := c.bonds[k]
	found := []mol.Order{order(query, bond)}
	i, j := -1, -1
	for n, a := range c.atoms[c.query] {
		if a == query.Mol.Bonds[bond].A {
			i = n
		}
		if a == query.Mol.Bonds[bond].B {
			j = n
		}
	}
	for m, p := range c.mols {
		if m == c.query {
			continue
		}
		x, y := c.atoms[m][i], c.atoms[m][j]
		for b := range p.Mol.Bonds {
			if e := &p.Mol.Bonds[b]; e.A == x && e.B == y || e.A == y && e.B == x {
				found = add(found, order(p, b))
			}
		}
	}
	return found
}

func add(orders []mol.Order, o mol.Order) []mol.Order {
	for _, known := range orders {
		if known == o {
			return orders
		}
	}
	return append(orders, o)
}

// order is the order of a bond with aromatic as an order of its own.
func order(p *perceive.Molecule, bond int) mol.Order {
	if p.AromaticBonds[bond] {
		return mol.Aromatic
	}
	return p.Mol.Bonds[bond].Order
}
