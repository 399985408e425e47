package typing

import (
	"github.com/molsmith/molsmith/chem/canon"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
)

// settleForm finds the aromatic rings in a Kekulé form that depends on the molecule
// alone. Nearly always any form does: those that a molecule has differ in rings that
// are aromatic. Azulenes and a few others have forms that do not, and no rule of the
// papers chooses among them.
func (t *typer) settleForm() {
	t.findAromatic()
	if t.hasOtherForm() && t.restate() {
		for i := range t.atoms {
			t.atoms[i].aromatic = false
		}
		t.findAromatic()
	}
}

// hasOtherForm says whether double bonds outside aromatic rings can be moved within
// what the usual model calls aromatic. It may say so where they cannot.
func (t *typer) hasOtherForm() bool {
	bonds := t.p.Mol.Bonds
	var mate, seen, queue []int32 // mate: 1 + the atom that shares a double bond
	for k, order := range t.orders {
		if order != mol.Double || !t.p.AromaticBonds[k] {
			continue
		}
		if mate == nil {
			mate, seen = make([]int32, len(t.atoms)), make([]int32, len(t.atoms))
			for k, b := range bonds {
				if b.Order == mol.Double && t.p.AromaticBonds[k] {
					mate[b.A], mate[b.B] = int32(b.B)+1, int32(b.A)+1
				}
			}
		}
		// The double bond can move when its ends are joined by a path on which single and
		// double bonds take turns.
		from, to := bonds[k].A, bonds[k].B
		queue = append(queue[:0], int32(from))
		for at := 0; at < len(queue); at++ {
			for _, b := range t.adjacency.Of(int(queue[at])) {
				if !t.p.AromaticBonds[b.Bond] || bonds[b.Bond].Order == mol.Double || mate[b.Atom] == 0 {
					continue
				}
				if b.Atom == to {
					return true
				}
				if next := mate[b.Atom] - 1; seen[next] != int32(k)+1 {
					seen[next] = int32(k) + 1
					queue = append(queue, next)
				}
			}
		}
	}
	return false
}

// restate replaces the orders by those of the form that the molecule gets when it is
// read in canonical order. It says false, and leaves them, when there is none within
// the limits of the canonical numbering.
func (t *typer) restate() bool {
	source := t.p.Mol
	var order []int // the atoms in canonical order, one component after another
	for _, g := range canon.Components(t.p) {
		l, err := g.Label()
		if err != nil {
			return false
		}
		first := len(order)
		order = append(order, g.Atoms...)
		for i, rank := range l.Rank {
			order[first+rank] = g.Atoms[i]
		}
	}
	place := make([]int, len(order))
	for to, i := range order {
		place[i] = to
	}
	m := &mol.Mol{Atoms: make([]mol.Atom, len(order)), Bonds: make([]mol.Bond, 0, len(source.Bonds))}
	for to, i := range order {
		m.Atoms[to] = source.Atoms[i]
		first := len(m.Bonds)
		for _, b := range t.adjacency.Of(i) {
			if place[b.Atom] < to {
				continue
			}
			bond := mol.Bond{A: to, B: place[b.Atom], Order: source.Bonds[b.Bond].Order}
			if t.p.AromaticBonds[b.Bond] {
				bond.Order = mol.Aromatic
			}
			m.Bonds = append(m.Bonds, bond)
			for k := len(m.Bonds) - 1; k > first && m.Bonds[k].B < m.Bonds[k-1].B; k-- {
				m.Bonds[k], m.Bonds[k-1] = m.Bonds[k-1], m.Bonds[k]
			}
		}
		for k := first; k < len(m.Bonds); k++ {
			if b := &m.Bonds[k]; b.Order == mol.Dative && source.Bonds[t.bond(i, order[b.B])].A != i {
				b.A, b.B = b.B, b.A
			}
		}
	}
	p, err := perceive.Take(m)
	if err != nil {
		return false
	}
	for k := range t.orders {
		t.orders[k] = source.Bonds[k].Order
	}
	for _, b := range p.Mol.Bonds {
		t.orders[t.bond(order[p.Origin[b.A]], order[p.Origin[b.B]])] = b.Order
	}
	return true
}
