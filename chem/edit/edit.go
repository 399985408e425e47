// Package edit is the document: a source that never changes, and the steps done
// to it. A step is a list of ops with an id, a label, an author and, for tools,
// the record of contract §7. Applying a step gives the rows that changed and
// keeps the inverse, so that undo, redo and jumps between steps cost what the
// change costs and give back the same atoms, bit for bit.
//
// Ops: the document is opened by New (new_document); AddFragment, AddAtoms,
// DeleteAtoms, SetElements, SetCharges, SetLabels, AddBonds, SetOrders, DeleteBonds, SetCell,
// Wrap, Unwrap, Center, MoveAtoms, RotateAtoms, ReplacePositions, ExpandSymmetry, Supercell,
// Slab, Rebuild and Clear change it. Atoms are named by Ref, which no other edit disturbs but
// ExpandSymmetry, Supercell, Slab and Rebuild, which make new atoms of all. Step and fragment ids are counters. Nothing here reads a clock or a random source: the same
// source and steps give the same document.
//
// Positions and cells are in Å.
package edit

import (
	"fmt"
	"slices"

	"github.com/molsmith/molsmith/chem/formats/json"
	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/contract"
)

// MaxAtoms is the largest document. Tools take and give at most
// contract.MaxAtoms.
const MaxAtoms = 1_000_000

// InvalidStep is the code of a step that cannot be applied. The document is as
// it was before.
const InvalidStep contract.Code = "INVALID_STEP"

// invalid makes the error of a step that cannot be applied.
func invalid(format string, args ...any) error {
	return &contract.Error{Code: InvalidStep, Message: fmt.Sprintf(format, args...)}
}

// Source says where a document began.
type Source struct {
	Kind       string // "file", "tool" or "new"
	Label      string // one line for the history
	Provenance *Provenance
	Symmetry   *Symmetry // of a crystal whose asymmetric unit the source is; else nil
}

// Document is a source and what was done to it. It is not safe for concurrent
// use. Make one with New.
type Document struct {
	name   string
	about  Source
	source structure.Structure // never written

	// current is the source with the steps applied. It shares the source's
	// arrays until the first edit (owned).
	current structure.Structure
	owned   bool
	refs    []Ref     // of every atom of current, ascending
	whole   *Document // of a local document: the one that it is part of; else nil

	parked *parked // while the source is shown

	done   []applied
	undone []*Step // what redo would bring back; the next one is last

	replaced int // atoms that the undo of done holds of whole structures

	revision  int
	steps     int              // last step id given
	lastFrag  int32            // last fragment number given
	fragments map[int32]string // ids by number
	adding    []int32          // the fragments of the step that is being applied, in its order
	saved     string           // id of the last step when the document was saved

	composition int // counts the steps that changed atoms or bonds
	counted     *Summary
	countedAt   int
}

// applied is a step that is done, with the way back.
type applied struct {
	step  *Step
	undo  []inverse // one per op, in the order of the ops
	delta int       // atoms added minus atoms removed
}

// inverse takes one op back.
type inverse interface {
	revert(d *Document)
	// changed returns the first atom row and the first bond row that the op
	// touched; every row before stayed as it was, on the way there and back.
	changed() (atoms, bonds int)
}

// New opens a document on s, which it owns from then on and never changes. The
// structure must be valid and hold at most MaxAtoms atoms, else New returns an
// *contract.Error.
func New(name string, about Source, s structure.Structure) (*Document, error) {
	if n := s.Len(); n > MaxAtoms {
		return nil, tooMany(n)
	}
	if err := s.Validate(); err != nil {
		return nil, invalid("the structure cannot be opened: %v", err)
	}
	if y := about.Symmetry; y != nil && (s.Cell == nil || y.Occupancies != nil && len(y.Occupancies) != s.Len()) {
		return nil, invalid("symmetry needs a cell, and an occupancy for each atom or none")
	}
	d := &Document{
		name:      name,
		about:     about,
		source:    s,
		current:   s,
		refs:      sourceRefs(s.Len()),
		revision:  1,
		fragments: map[int32]string{},
	}
	return d, nil
}

func tooMany(n int) error {
	return &contract.Error{
		Code:    contract.TooManyAtoms,
		Message: fmt.Sprintf("%d atoms are more than the %d a document may hold", n, MaxAtoms),
	}
}

// own makes the current structure writable and returns it.
func (d *Document) own() *structure.Structure {
	if !d.owned {
		// With room, so that adding a few atoms does not move the others.
		d.current = *d.source.CloneFor(spareRows + d.source.Len()/32)
		d.owned = true
	}
	return &d.current
}

// spareRows is how many atoms find room at the end of a document at least.
const spareRows = 256

// Ready makes the copy of the source that edits change, so that the first edit takes no
// longer than the others.
func (d *Document) Ready() { d.own() }

// Structure returns the document as it is now. It stays the document's: do not
// change it, and do not keep it across the next edit.
func (d *Document) Structure() *structure.Structure { return &d.current }

// Source returns the structure the document was opened with. Do not change it.
func (d *Document) Source() *structure.Structure { return &d.source }

// About says where the document began.
func (d *Document) About() Source { return d.about }

// Name returns the document's name.
func (d *Document) Name() string { return d.name }

// Rename gives the document another name. It is not a step.
func (d *Document) Rename(name string) {
	d.name = name
	d.revision++
}

// Revision counts the changes: equal revisions of one document are equal
// documents.
func (d *Document) Revision() int { return d.revision }

// Follow lets the revisions of d begin after those of another document, so that a
// revision names one state of one document where documents replace each other. Call
// it before the first edit.
func (d *Document) Follow(last int) { d.revision = max(d.revision, last+1) }

// MarkSaved notes that the document was saved as it is now.
func (d *Document) MarkSaved() {
	d.saved = d.lastStep()
	d.revision++
}

// MarkUnsaved notes that no file has the document, not as it is and not as it was.
func (d *Document) MarkUnsaved() {
	d.saved = unsaved
	d.revision++
}

// unsaved is the id of no step.
const unsaved = "?"

// Dirty reports whether the steps differ from those of the last save, or, before
// the first one, from those at opening. Undoing back to that point is clean.
func (d *Document) Dirty() bool { return d.saved != d.lastStep() }

// lastStep returns the id of the last step done; "" is the source.
func (d *Document) lastStep() string {
	if len(d.done) == 0 {
		return ""
	}
	return d.done[len(d.done)-1].step.ID
}

// Hash returns the SHA-256 of the canonical JSON of the current structure, in
// hexadecimal: equal hashes are equal structures.
func (d *Document) Hash() string {
	return contract.CanonicalHash(json.ToContract(&d.current))
}

// Steps returns the steps done, oldest first.
func (d *Document) Steps() []*Step {
	steps := make([]*Step, len(d.done))
	for i, a := range d.done {
		steps[i] = a.step
	}
	return steps
}

// RedoSteps returns the steps redo would bring back, the next one first.
func (d *Document) RedoSteps() []*Step {
	steps := slices.Clone(d.undone)
	slices.Reverse(steps)
	return steps
}
