package typing

import "github.com/molsmith/molsmith/chem/mol"

// hydrogen returns the type of a hydrogen from that of the atom it is bonded to, 0 for
// those that MMFF94 does not know: on other elements, and without a bond.
func (t *typer) hydrogen(i int) uint8 {
	if t.atoms[i].degree != 1 {
		return 0
	}
	j := t.adjacency.Of(i)[0].Atom
	switch t.atoms[j].element {
	case 6, 14:
		return 5
	case 7:
		switch t.types[j] {
		case 8, 39, 62, 67, 68:
			return 23
		case 34, 54, 55, 56, 58, 81:
			return 36
		case 9:
			return 27
		}
		return 28
	case 8:
		switch t.types[j] {
		case 49:
			return 50
		case 51:
			return 52
		case 70:
			return 31
		case 6:
			return t.hydroxyl(j)
		}
		return 21
	case 15, 16:
		return 71
	}
	return 0
}

// hydroxyl returns the type of the hydrogen on a divalent oxygen.
func (t *typer) hydroxyl(oxygen int) uint8 {
	enol, sulfur := false, false
	for _, b := range t.adjacency.Of(oxygen) {
		switch t.atoms[b.Atom].element {
		case 6:
			for _, c := range t.adjacency.Of(b.Atom) {
				order := t.orders[c.Bond]
				if c.Atom == oxygen || order != mol.Double && order != mol.Aromatic {
					continue
				}
				switch t.atoms[c.Atom].element {
				case 6, 7:
					enol = true
				case 8:
					if order == mol.Double {
						return 24
					}
				}
			}
		case 15:
			return 24
		case 16:
			sulfur = true
		}
	}
	switch {
	case enol:
		return 29
	case sulfur:
		return 33
	}
	return 21
}
