package names

import (
	"github.com/molsmith/molsmith/chem/mol"
)

// builder makes the graph of a name. One builder makes one molecule; where the name
// leaves a position open, choices says which one is tried.
type builder struct {
	atoms   []atom
	bonds   []mol.Bond
	marks   []placedMark
	racemic bool
	choices *choices
	inserts []insert // what would say in the name what was chosen
}

// atom is an atom under construction. What of its valence is left over becomes hydrogen.
type atom struct {
	element  uint8
	charge   int8
	valence  uint8 // of bonds and hydrogens, when fixed
	fixed    bool  // valence is stated; else it is the usual one
	used     uint8 // sum of the orders of its bonds
	mancude  bool  // takes part in the double bonds of its ring
	dead     bool  // no atom any more
	hidden   bool  // groups without a locant do not come here
	aldehyde bool  // carbonyl of a ketone or aldehyde by suffix
}

// insert is a piece of text that makes a name unambiguous.
type insert struct {
	at   int
	text string
}

// placedMark is a descriptor at its atom or double bond.
type placedMark struct {
	mark
	atom int // -1: where the only center or double bond is, -2: nowhere
	g    *placed
}

// choices enumerates what a name leaves open, like the digits of a counter.
type choices struct {
	digits, sizes []int
	at            int
}

// of returns the next choice among n.
func (c *choices) of(n int) int {
	if n <= 1 {
		return 0
	}
	if c.at == len(c.digits) {
		c.digits, c.sizes = append(c.digits, 0), append(c.sizes, n)
	}
	c.sizes[c.at] = n
	d := min(c.digits[c.at], n-1)
	c.at++
	return d
}

// next moves on to the next combination; false when there is none.
func (c *choices) next() bool {
	c.digits, c.sizes = c.digits[:c.at], c.sizes[:c.at]
	c.at = 0
	for i := len(c.digits) - 1; i >= 0; i-- {
		if c.digits[i]+1 < c.sizes[i] {
			c.digits[i]++
			c.digits, c.sizes = c.digits[:i+1], c.sizes[:i+1]
			return true
		}
	}
	return false
}

// usual valences; those of P, S and the like rise in steps.
func (a *atom) capacity() int {
	if a.fixed {
		return int(a.valence)
	}
	used := int(a.used)
	step := func(v int) int {
		for v < used && v < 6 {
			v += 2
		}
		return v
	}
	charge := int(a.charge)
	switch a.element {
	case 5:
		return 3 - charge
	case 6:
		return 4 - max(charge, -charge)
	case 14, 32, 50, 82, 22:
		return 4
	case 7:
		return 3 + charge
	case 15, 33, 51:
		return step(3)
	case 8:
		return 2 + charge
	case 16, 34, 52:
		return step(2) + min(charge, 0)
	}
	return max(1, used)
}

// free is how many more bonds the atom can have.
func (b *builder) free(i int) int {
	a := &b.atoms[i]
	n := a.capacity() - int(a.used)
	if a.mancude {
		n--
	}
	return n
}

func (b *builder) add(element uint8) int {
	b.atoms = append(b.atoms, atom{element: element})
	return len(b.atoms) - 1
}

func (b *builder) bond(i, j int, order mol.Order) {
	b.bonds = append(b.bonds, mol.Bond{A: i, B: j, Order: order})
	b.atoms[i].used += uint8(order)
	b.atoms[j].used += uint8(order)
}

// between returns the bond of two atoms, -1 when there is none.
func (b *builder) between(i, j int) int {
	for k, o := range b.bonds {
		if o.A == i && o.B == j || o.A == j && o.B == i {
			return k
		}
	}
	return -1
}

// raise makes a bond one of a higher order.
func (b *builder) raise(k int, order mol.Order) {
	by := uint8(order - b.bonds[k].Order)
	b.bonds[k].Order = order
	b.atoms[b.bonds[k].A].used += by
	b.atoms[b.bonds[k].B].used += by
}

// remove takes an atom and its bonds out.
func (b *builder) remove(i int) {
	b.atoms[i].dead = true
	kept := b.bonds[:0]
	for _, o := range b.bonds {
		if o.A == i || o.B == i {
			b.atoms[o.A].used -= uint8(o.Order)
			b.atoms[o.B].used -= uint8(o.Order)
			continue
		}
		kept = append(kept, o)
	}
	b.bonds = kept
	// Marks speak of atoms, their bonds are looked up at the end.
}

// insertTemplate adds the atoms of m and returns the index of the first.
func (b *builder) insertTemplate(m *mol.Mol) int {
	base := len(b.atoms)
	for i := range m.Atoms {
		a := &m.Atoms[i]
		n := atom{element: a.Element, charge: a.Charge}
		if a.Aromatic && (a.Element == 6 || a.Element == 7 || a.Element == 15) {
			n.mancude = true
		}
		if a.NoImplicit && (a.Charge == 0 || a.Hydrogens > 0 || a.Element < 6 || a.Element > 8) {
			n.valence, n.fixed = a.Hydrogens, true
			if n.mancude {
				n.valence++
			}
		}
		b.atoms = append(b.atoms, n)
	}
	for _, o := range m.Bonds {
		order := o.Order
		if order == mol.Aromatic {
			order = mol.Single
		}
		b.bonds = append(b.bonds, mol.Bond{A: base + o.A, B: base + o.B, Order: order, Stereo: o.Stereo})
		b.atoms[base+o.A].used += uint8(order)
		b.atoms[base+o.B].used += uint8(order)
	}
	for i := base; i < len(b.atoms); i++ {
		a := &b.atoms[i]
		if a.fixed {
			a.valence += a.used
		}
		if a.element == 7 && a.charge == 0 && a.used > 2 {
			a.mancude = false // where two rings meet, as in imidazo[1,2-a]pyridine
		}
	}
	return base
}

// neighbors calls f for each neighbor of an atom.
func (b *builder) neighbors(i int, f func(j, bond int)) {
	for k, o := range b.bonds {
		switch i {
		case o.A:
			f(o.B, k)
		case o.B:
			f(o.A, k)
		}
	}
}
