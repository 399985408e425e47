package embed

import "github.com/molsmith/molsmith/chem/mol"

// Error says why a molecule has no coordinates.
type Error struct {
	Atoms []int // the atoms at fault, 0-based
	Msg   string

	before, after string // what Msg has around the names of the atoms
}

func (e *Error) Error() string { return e.Msg }

// fault makes an error that names its atoms.
func fault(m *mol.Mol, atoms []int, before, after string) *Error {
	return &Error{atoms, before + m.Label(atoms...) + after, before, after}
}

// Within returns the error in terms of the molecule m, of which the embedded one is a
// part: its atom i is atom at[i] of m.
func (e *Error) Within(m *mol.Mol, at []int) *Error {
	if len(e.Atoms) == 0 {
		return e
	}
	atoms := make([]int, len(e.Atoms))
	for k, i := range e.Atoms {
		atoms[k] = at[i]
	}
	return fault(m, atoms, e.before, e.after)
}
