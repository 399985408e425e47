package edit

import (
	"errors"

	"github.com/molsmith/molsmith/chem/crystal"
	"github.com/molsmith/molsmith/chem/formats/format"
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
	return d.replace(b.Structure, &op.number, "supercell")
}

func (op *Slab) apply(d *Document) (inverse, error) {
	b, err := op.Cut(&d.current)
	if err != nil {
		return nil, crystalError(err)
	}
	return d.replace(b.Structure, &op.number, "slab")
}

func (op *Rebuild) apply(d *Document) (inverse, error) {
	if n := op.Atoms.Len(); n > MaxAtoms {
		return nil, tooMany(n)
	}
	if err := op.Atoms.Validate(); err != nil {
		return nil, invalid("the structure cannot be taken: %v", err)
	}
	// The op keeps what a redo needs, whatever the edits after it write.
	return d.replace(op.Atoms.CloneFor(0), &op.number, op.Name)
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

// maxReplaced bounds the atoms that undo holds of structures that were replaced as a whole:
// a few of the largest documents.
const maxReplaced = 8 * MaxAtoms

// replace makes s the document, which owns it from then on, with new references from the
// number of an op, 0 when it is done for the first time.
func (d *Document) replace(s *structure.Structure, number *int32, stem string) (inverse, error) {
	if d.replaced+d.current.Len() > maxReplaced {
		return nil, &contract.Error{Code: contract.TooManyAtoms, Message: "undo holds " + format.Grouped(d.replaced) + " atoms of crystals before this one, and no more: save the document and open the file"}
	}
	undo := d.setAside()
	d.current, d.owned = *s, true
	if *number == 0 {
		*number = d.number(stem)
	}
	d.adding = d.adding[:0] // what the ops before have added is not there any more
	d.refs = make([]Ref, 0, s.Len())
	d.refer(*number, s.Len())
	return undo, nil
}
