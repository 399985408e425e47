package embed

import (
	"strconv"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/perceive"
)

// Error says why a molecule has no coordinates.
type Error struct {
	Atoms []int // the atoms at fault, 0-based
	Msg   string
}

func (e *Error) Error() string { return e.Msg }

// label names an atom as messages do: "atom 3 (C)".
func label(p *perceive.Molecule, i int) string {
	symbol := elem.Symbol(p.Mol.Atoms[i].Element)
	if symbol == "" {
		symbol = "*"
	}
	return "atom " + strconv.Itoa(i) + " (" + symbol + ")"
}

// labels names several atoms: "atoms 3 (C), 4 (N)".
func labels(p *perceive.Molecule, list []int) string {
	if len(list) == 1 {
		return label(p, list[0])
	}
	text := "atoms "
	for k, i := range list {
		if k > 0 {
			text += ", "
		}
		text += label(p, i)[len("atom "):]
	}
	return text
}
