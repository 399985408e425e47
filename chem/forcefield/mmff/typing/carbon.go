package typing

import "github.com/molsmith/molsmith/chem/mol"

// carbon returns the type of a carbon that no aromatic ring types.
func (t *typer) carbon(i int) uint8 {
	a := &t.atoms[i]
	switch a.degree {
	case 4:
		switch {
		case a.sizes>>3&1 != 0:
			return 22
		case a.sizes>>4&1 != 0:
			return 20
		}
		return 1
	case 3:
		return t.trigonalCarbon(i)
	case 2:
		return 4
	case 1:
		return 60 // isonitrile
	}
	return 0
}

func (t *typer) trigonalCarbon(i int) uint8 {
	var partner uint8 // the element it has a double bond to
	amino, imino := 0, 0
	for _, b := range t.adjacency.Of(i) {
		n := &t.atoms[b.Atom]
		double := t.orders[b.Bond] == mol.Double
		if double {
			partner = n.element
		}
		if n.element == 7 && n.degree == 3 {
			amino++
		} else if n.element == 7 && n.degree == 2 && double {
			imino++
		}
	}
	switch {
	case amino >= 2 && imino == 0 && partner == 7:
		return 57 // amidinium, guanidinium
	case t.terminals(i, 8) == 2 || t.terminals(i, 16) == 2:
		return 41 // carboxylate
	case t.atoms[i].sizes>>4&1 != 0 && partner == 6:
		return 30
	case partner == 7 || partner == 8 || partner == 15 || partner == 16:
		return 3
	}
	return 2
}
