package typing

import "github.com/molsmith/molsmith/chem/mol"

// oxygen returns the type of an oxygen that is in no aromatic ring of five.
func (t *typer) oxygen(i int) uint8 {
	a := &t.atoms[i]
	switch a.degree {
	case 3:
		return 49
	case 2:
		if a.valence == 3 {
			return 51
		}
		if t.count(i, func(b *atom) bool { return b.element == 1 }) == 2 {
			return 70 // water
		}
		return 6
	case 1:
		return t.terminalOxygen(i)
	}
	return 0
}

// terminalOxygen returns the type of an oxygen with one neighbor: 32 when it shares a
// charge or a double bond with others or is on N of an oxide, on P, Cl or S of a
// sulfone, 35 for other oxides, 7 for a double bond.
func (t *typer) terminalOxygen(i int) uint8 {
	b := t.adjacency.Of(i)[0]
	j, order := b.Atom, t.orders[b.Bond]
	n := &t.atoms[j]
	oxygens := t.terminals(j, 8)
	switch n.element {
	case 1:
		return 35
	case 6:
		switch {
		case oxygens == 2:
			return 32
		case order == mol.Double:
			return 7
		case order == mol.Single && oxygens == 1:
			return 35
		}
	case 7:
		alone := order == mol.Single && oxygens == 1
		switch {
		case alone && (n.degree == 2 || n.valence == 3):
			return 35
		case oxygens >= 2 || alone && n.valence == 4:
			return 32
		case order == mol.Double:
			return 7
		}
	case 15, 17:
		return 32
	case 16:
		imino := t.count(j, func(c *atom) bool { return c.element == 7 && c.degree == 2 })
		switch {
		case t.terminals(j, 16) == 1, order == mol.Single, order == mol.Double && oxygens+imino > 1:
			return 32
		case order == mol.Double:
			return 7
		}
	}
	return 0
}

// sulfur returns the type of a sulfur that is in no aromatic ring of five.
func (t *typer) sulfur(i int) uint8 {
	switch t.atoms[i].degree {
	case 4:
		return 18
	case 3:
		oxygens := t.count(i, func(b *atom) bool { return b.terminal(8) || b.element == 7 && b.degree == 2 })
		switch {
		case oxygens == 2 && t.hasDouble(i, 6):
			return 18
		case oxygens > 0 && t.terminals(i, 16) > 0, oxygens == 2:
			return 73
		}
		return 17
	case 2:
		if t.hasDouble(i, 8) {
			return 74
		}
		return 15
	case 1:
		if j := t.adjacency.Of(i)[0].Atom; t.hasDouble(i, 6) && t.terminals(j, 16) != 2 {
			return 16
		}
		return 72
	}
	return 0
}

// hasDouble says whether atom i has a double bond to an atom of that element.
func (t *typer) hasDouble(i int, element uint8) bool {
	for _, b := range t.adjacency.Of(i) {
		if t.orders[b.Bond] == mol.Double && t.atoms[b.Atom].element == element {
			return true
		}
	}
	return false
}

// phosphorus returns the type of a phosphorus.
func (t *typer) phosphorus(i int) uint8 {
	switch t.atoms[i].degree {
	case 4:
		return 25
	case 3:
		return 26
	case 2:
		return 75
	}
	return 0
}
