package mol

import (
	"strconv"

	"github.com/molsmith/molsmith/chem/elem"
)

// Label names atoms as messages do: "atom 3 (C)", "atoms 3 (C) and 4 (N)". Indices count
// from 0; an atom without an element is a *.
func (m *Mol) Label(atoms ...int) string {
	text := "atom "
	if len(atoms) > 1 {
		text = "atoms "
	}
	for k, i := range atoms {
		switch {
		case k == 0:
		case k == len(atoms)-1:
			text += " and "
		default:
			text += ", "
		}
		symbol := elem.Symbol(m.Atoms[i].Element)
		if symbol == "" {
			symbol = "*"
		}
		text += strconv.Itoa(i) + " (" + symbol + ")"
	}
	return text
}
