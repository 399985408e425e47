package typing

import "github.com/molsmith/molsmith/chem/mol"

// bondClasses returns MMFF94's bond type indices.
func (t *typer) bondClasses() []uint8 {
	rows := &tables().properties
	classes := make([]uint8, len(t.orders))
	for k, order := range t.orders {
		if order != mol.Single {
			continue
		}
		b := &t.p.Mol.Bonds[k]
		u, v := &rows[t.types[b.A]], &rows[t.types[b.B]]
		if u.SingleMultiple && v.SingleMultiple || u.Aromatic && v.Aromatic {
			classes[k] = 1
		}
	}
	return classes
}

// charges sets the formal and the partial charges (Halgren 1996, 17, 616, eq. 15): part
// of an atom's formal charge is given to its neighbors, then each bond moves its
// increment.
func (t *typer) charges(r *Result) {
	room := make([]float64, 2*len(t.atoms))
	formal, partial := room[:len(t.atoms):len(t.atoms)], room[len(t.atoms):]
	r.FormalCharges, r.Charges = formal, partial
	t.formalCharges(formal)
	p := tables()
	for i, own := range t.types {
		neighbors := t.adjacency.Of(i)
		q := formal[i]
		adjustment := p.adjustment[own]
		if adjustment == 0 {
			for _, b := range neighbors {
				if f := formal[b.Atom]; f < 0 {
					q += f / float64(2*t.atoms[b.Atom].degree)
				}
			}
		}
		around, increments := 0.0, 0.0
		for _, b := range neighbors {
			f := formal[b.Atom]
			if own == 62 && f > 0 {
				q -= f / 2
			}
			around += f
			increments += p.given(r.classes[b.Bond], t.types[b.Atom], own)
		}
		kept := 1 - float64(float64(p.properties[own].Coordination)*adjustment)
		partial[i] = float64(kept*q) + float64(adjustment*around) + increments
	}
}

// formalCharges writes MMFF94's formal charges.
func (t *typer) formalCharges(formal []float64) {
	var stack []int
	for i, own := range t.types {
		switch own {
		case 32, 72:
			formal[i] = t.terminalCharge(i)
		case 76:
			formal[i] = t.azolideCharge(i)
		case 55, 56, 81:
			if !t.atoms[i].grouped {
				stack = t.shareCharge(i, formal, stack[:0])
			}
		case 61:
			for _, b := range t.adjacency.Of(i) {
				if t.types[b.Atom] == 42 { // diazonium
					formal[i] = 1
				}
			}
		case 34, 49, 51, 54, 58, 92, 93, 94, 97:
			formal[i] = 1
		case 87, 95, 96, 98, 99:
			formal[i] = 2
		case 88:
			formal[i] = 3
		case 35, 62, 89, 90, 91:
			formal[i] = -1
		}
	}
}

// terminalCharge returns the formal charge of a terminal oxygen of type 32 or sulfur of
// type 72: the charge of the group shared evenly by its terminal atoms.
func (t *typer) terminalCharge(i int) float64 {
	j := t.adjacency.Of(i)[0].Atom
	n := &t.atoms[j]
	imino := t.count(j, func(b *atom) bool { return b.element == 7 && b.degree == 2 && !b.aromatic })
	ends := t.terminals(j, 8) + t.terminals(j, 16)
	if n.element == 16 && ends == 2 && imino == 1 {
		imino = 0 // the nitrogen of a sulfonamide anion has the charge itself
	}
	charge := 0 // of the group, beyond its neutral form
	switch {
	case n.element == 6:
		charge = max(ends-1, 1)
	case t.types[j] == 45 && ends == 3:
		charge = 1
	case t.types[j] == 25 || t.types[j] == 73:
		charge = ends - 1
	case t.types[j] == 18:
		charge = imino + ends - 2
	case t.types[j] == 77:
		charge = 1
	}
	if charge == 0 {
		return 0
	}
	return -float64(charge) / float64(ends)
}

// azolideCharge returns the formal charge of a nitrogen of type 76, which shares −1
// with the others of its ring.
func (t *typer) azolideCharge(i int) float64 {
	rings := t.fives[t.first[i]:t.first[i+1]]
	if len(rings) == 0 {
		return 0
	}
	n := 0
	for _, j := range t.p.Rings.Relevant[rings[0]] {
		if t.types[j] == 76 {
			n++
		}
	}
	return -1 / float64(n)
}

// shareCharge shares the charges of the nitrogens of types 55, 56 and 81 that are
// linked with i by carbons of types 57 and 80 evenly among them.
func (t *typer) shareCharge(i int, formal []float64, group []int) []int {
	sum := int(t.atoms[i].charge)
	group = append(group, i)
	t.atoms[i].grouped = true
	for next := 0; next < len(group); next++ {
		for _, b := range t.adjacency.Of(group[next]) {
			if v := t.types[b.Atom]; v != 57 && v != 80 {
				continue
			}
			for _, c := range t.adjacency.Of(b.Atom) {
				if v := t.types[c.Atom]; v != 55 && v != 56 && v != 81 || t.atoms[c.Atom].grouped {
					continue
				}
				t.atoms[c.Atom].grouped = true
				sum += int(t.atoms[c.Atom].charge)
				group = append(group, c.Atom)
			}
		}
	}
	for _, j := range group {
		formal[j] = float64(sum) / float64(len(group))
	}
	return group
}
