package edit

import (
	"errors"

	"github.com/molsmith/molsmith/chem/crystal"
	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/contract"
)

// Supercell repeats the document in the cell whose vectors are the rows of an integer
// matrix in its own, as crystal.Supercell does: every channel and the bonds go along, also
// across faces. Every atom gets a new reference, as by ExpandSymmetry.
type Supercell struct {
	Matrix [9]int // row-major, not singular

	number int32 // as that of AddFragment
}

// Slab cuts a slab out of the document, a crystal, as crystal.Slab does. Every atom gets a
// new reference.
type Slab struct {
	crystal.Slab

	number int32
}

// Rebuild makes the document another structure, cell included: the answer of something
// that was computed from it, such as its primitive cell. Every atom gets a new reference.
type Rebuild struct {
	Name  string // stem of the id of the atoms
	Atoms structure.Structure

	number int32
}

func (op *Supercell) apply(d *Document) (inverse, error) {
	b, err := crystal.Supercell(&d.current, op.Matrix)
	if err != nil {
		return nil, crystalError(err)
	}
	return d.replace(b.Structure, &op.number, "supercell"), nil
}

func (op *Slab) apply(d *Document) (inverse, error) {
	b, err := op.Cut(&d.current)
	if err != nil {
		return nil, crystalError(err)
	}
	return d.replace(b.Structure, &op.number, "slab"), nil
}

func (op *Rebuild) apply(d *Document) (inverse, error) {
	if n := op.Atoms.Len(); n > MaxAtoms {
		return nil, tooMany(n)
	}
	if err := op.Atoms.Validate(); err != nil {
		return nil, invalid("the structure cannot be taken: %v", err)
	}
	// The op keeps what a redo needs, whatever the edits after it write.
	return d.replace(op.Atoms.CloneFor(0), &op.number, op.Name), nil
}

// crystalError gives a refusal of chem/crystal the code of a step.
func crystalError(err error) error {
	code := InvalidStep
	switch {
	case errors.Is(err, crystal.ErrNoCell):
		code = contract.NoCell
	case errors.Is(err, crystal.ErrTooManyAtoms):
		code = contract.TooManyAtoms
	}
	return &contract.Error{Code: code, Message: err.Error()}
}

// replace makes s the document, which owns it from then on, with new references from the
// number of an op, 0 when it is done for the first time.
func (d *Document) replace(s *structure.Structure, number *int32, stem string) inverse {
	undo := &restoreAll{d.current, d.owned, d.refs}
	d.current, d.owned = *s, true
	if *number == 0 {
		*number = d.number(stem)
	}
	d.refs = make([]Ref, 0, s.Len())
	d.refer(*number, s.Len())
	return undo
}
