package edit

import (
	"unicode/utf8"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/structure"
)

// SetLabels gives atoms the labels that PDB files have; nil leaves one as it is. A
// channel that the document does not have is made, with the values for all other atoms
// that AddFragment gives.
type SetLabels struct {
	Atoms       []Ref   // at least one, each once
	Name        *string // of each atom
	ResidueName *string
	ResidueID   *int32
	ChainID     *string // one character; " " is blank
}

// maxLabel bounds names of atoms and residues, in bytes.
const maxLabel = 64

// restoreLabels is the inverse of SetLabels.
type restoreLabels struct {
	rows         []int
	first, bonds int
	names        restoreChannel[string]
	residueNames restoreChannel[string]
	residueIDs   restoreChannel[int32]
	chains       restoreChannel[string]
}

// restoreChannel is one channel's part of it.
type restoreChannel[T any] struct {
	changed bool
	made    bool // it was nil before
	values  []T  // of the rows
}

func (op *SetLabels) apply(d *Document) (inverse, error) {
	rows, first, err := d.distinct(op.Atoms, len(op.Atoms))
	if err != nil {
		return nil, err
	}
	if err := op.check(); err != nil {
		return nil, err
	}
	s := d.own()
	undo := &restoreLabels{rows: rows, first: first, bonds: len(s.Bonds)}
	label(&s.AtomNames, rows, op.Name, &undo.names, s, func(i int) string { return elem.Symbol(s.Elements[i]) })
	label(&s.ResidueNames, rows, op.ResidueName, &undo.residueNames, s, fixed(""))
	label(&s.ResidueIDs, rows, op.ResidueID, &undo.residueIDs, s, fixed[int32](0))
	label(&s.ChainIDs, rows, op.ChainID, &undo.chains, s, fixed(" "))
	return undo, nil
}

func (op *SetLabels) check() error {
	if op.Name == nil && op.ResidueName == nil && op.ResidueID == nil && op.ChainID == nil {
		return invalid("no label is given; give a name, a residue name, a residue number or a chain")
	}
	for _, text := range []*string{op.Name, op.ResidueName} {
		if text != nil && (len(*text) > maxLabel || !utf8.ValidString(*text)) {
			return invalid("a name is longer than %d bytes or no text", maxLabel)
		}
	}
	if op.ChainID != nil && utf8.RuneCountInString(*op.ChainID) != 1 {
		return invalid("a chain is named by one character, or a space for none, not by %.20q", *op.ChainID)
	}
	return nil
}

// label writes a value, unless nil, into the rows of a channel.
func label[T any](channel *[]T, rows []int, value *T, undo *restoreChannel[T], s *structure.Structure, fill func(i int) T) {
	if value == nil {
		return
	}
	undo.changed, undo.made = true, *channel == nil
	if undo.made {
		*channel = make([]T, s.Len())
		for i := range *channel {
			(*channel)[i] = fill(i)
		}
	}
	for _, row := range rows {
		undo.values = append(undo.values, (*channel)[row])
		(*channel)[row] = *value
	}
}

func (u *restoreChannel[T]) revert(channel *[]T, rows []int) {
	switch {
	case !u.changed:
	case u.made:
		*channel = nil
	default:
		for i, row := range rows {
			(*channel)[row] = u.values[i]
		}
	}
}

func (u *restoreLabels) revert(d *Document) {
	u.names.revert(&d.current.AtomNames, u.rows)
	u.residueNames.revert(&d.current.ResidueNames, u.rows)
	u.residueIDs.revert(&d.current.ResidueIDs, u.rows)
	u.chains.revert(&d.current.ChainIDs, u.rows)
}

func (u *restoreLabels) changed() (atoms, bonds int) { return u.first, u.bonds }
