package mcs

import (
	"slices"

	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
)

// graph is a molecule as the search sees it: atoms and bonds with small numbers
// that say what may match what.
type graph struct {
	atoms, bonds int
	label        []int32 // per atom: atoms match when their labels are equal
	a, b         []int32 // ends of each bond
	order        []mol.Order
	ring         []bool // per bond: in a ring; only asked where rings match rings only
	start        []int32
	list         []half // neighbors of atom i at start[i]:start[i+1]
	whole        []int32
	parts        [][]int32  // bonds of each connected part
	rings        *ringTable // nil unless rings must be complete
}

// half is a bond as seen from one of its ends.
type half struct {
	atom, bond int32
	key        int32 // class of the bond and of the far atom; filled in by keys
}

// newGraph numbers the atoms by the classes that labels has seen so far.
func newGraph(p *perceive.Molecule, o *Options, labels *numbering) *graph {
	m := p.Mol
	g := &graph{
		atoms: len(m.Atoms), bonds: len(m.Bonds),
		label: make([]int32, len(m.Atoms)),
		a:     make([]int32, len(m.Bonds)), b: make([]int32, len(m.Bonds)),
		order: make([]mol.Order, len(m.Bonds)),
		ring:  make([]bool, len(m.Bonds)),
		start: make([]int32, len(m.Atoms)+1), list: make([]half, 2*len(m.Bonds)),
		whole: make([]int32, len(m.Bonds)),
	}
	for i := range m.Atoms {
		var class int32
		if o.Atoms == Elements {
			class = 2 * int32(m.Atoms[i].Element)
		}
		if o.RingMatchesRingOnly && p.Rings.InRing(i) {
			class++
		}
		g.label[i] = labels.of(class)
	}
	of, n := m.Components()
	g.parts = make([][]int32, n)
	for k := range m.Bonds {
		g.parts[of[m.Bonds[k].A]] = append(g.parts[of[m.Bonds[k].A]], int32(k))
	}
	adjacency := m.Neighbors()
	at := int32(0)
	for i := range m.Atoms {
		g.start[i] = at
		for _, n := range adjacency.Of(i) {
			g.list[at] = half{atom: int32(n.Atom), bond: int32(n.Bond)}
			at++
		}
	}
	g.start[len(m.Atoms)] = at
	for k := range m.Bonds {
		g.a[k], g.b[k] = int32(m.Bonds[k].A), int32(m.Bonds[k].B)
		g.order[k] = m.Bonds[k].Order
		if p.AromaticBonds[k] {
			g.order[k] = mol.Aromatic
		}
		g.ring[k] = p.Rings.BondInRing(k)
	}
	if o.CompleteRingsOnly {
		g.rings = newRingTable(p)
	}
	return g
}

// of returns the neighbors of atom i.
func (g *graph) of(i int32) []half { return g.list[g.start[i]:g.start[i+1]] }

func (g *graph) degree(i int32) int { return int(g.start[i+1] - g.start[i]) }

// numbering gives small numbers to values in the order of their first appearance.
type numbering struct {
	values []int32
}

func (n *numbering) of(value int32) int32 {
	at := slices.Index(n.values, value)
	if at < 0 {
		at = len(n.values)
		n.values = append(n.values, value)
	}
	return int32(at)
}

// comparison says which bonds match.
type comparison struct {
	o        *Options
	wildcard bool // some bond has no stated order and matches every order
}

// newComparison looks at all graphs for bonds without an order.
func newComparison(o *Options, graphs []*graph) *comparison {
	c := &comparison{o: o}
	for _, g := range graphs {
		c.wildcard = c.wildcard || o.Bonds != AnyBond && slices.Contains(g.order, mol.Any)
	}
	return c
}

// match says whether bond e of g may be bond f of h; the atoms are not asked.
func (c *comparison) match(g *graph, e int32, h *graph, f int32) bool {
	if c.o.Bonds != AnyBond && !sameOrder(g.order[e], h.order[f], c.o.Bonds) {
		return false
	}
	if !c.o.RingMatchesRingOnly && !c.o.CompleteRingsOnly {
		return true
	}
	if g.ring[e] != h.ring[f] {
		return false
	}
	return !c.o.CompleteRingsOnly || !g.ring[e] || g.rings.compatible(e, h.rings, f)
}

func sameOrder(x, y mol.Order, how BondCompare) bool {
	if x == y || x == mol.Any || y == mol.Any {
		return true
	}
	if how == ExactOrder {
		return false
	}
	return x == mol.Single && y == mol.Aromatic || x == mol.Aromatic && y == mol.Single
}

// class is a number that is equal for all bonds that match, and where matching is
// transitive for no others.
func (c *comparison) class(g *graph, e int32) int32 {
	class := int32(0)
	if c.o.Bonds != AnyBond && !c.wildcard {
		class = int32(g.order[e])
		if c.o.Bonds == Order && g.order[e] == mol.Aromatic {
			class = int32(mol.Single)
		}
	}
	if (c.o.RingMatchesRingOnly || c.o.CompleteRingsOnly) && g.ring[e] {
		class += 32
	}
	return class
}

// keys numbers halves and whole bonds by what they can match: a half by the bond and
// its far atom, a whole bond by itself and both atoms. It returns the number of keys of whole bonds.
func (c *comparison) keys(graphs []*graph) (wholes int) {
	var ends, both numbering
	const wide = 1 << 9 // more than labels of one search
	for _, g := range graphs {
		for i := range g.list {
			h := &g.list[i]
			h.key = ends.of(c.class(g, h.bond)*wide + g.label[h.atom])
		}
		for k := range int32(g.bonds) {
			x, y := g.label[g.a[k]], g.label[g.b[k]]
			g.whole[k] = both.of((c.class(g, k)*wide+min(x, y))*wide + max(x, y))
		}
	}
	return len(both.values)
}
