package edit

import (
	"encoding/json"
	"slices"
)

// Author says who made a step.
type Author string

const (
	Person Author = "person"
	Tool   Author = "tool"
	File   Author = "file"
)

// Step is one line of the history: ops that are applied, undone and redone
// together.
type Step struct {
	ID         string // "s1", "s2", … in the order the steps were made
	Label      string // what was done, "Delete 2 atoms"
	Detail     string // what it came to, "−2"; filled by Apply
	Author     Author
	Ops        []Op
	Provenance *Provenance // of tool results
	Broken     string      // why a step of a project file changes nothing; "" for all others
}

// Provenance is the record of contract §7. The document argument stands in
// Arguments as its atom count and the SHA-256 of its payload.
type Provenance struct {
	Server     Server          `json:"server"`
	Tool       string          `json:"tool"`
	Contract   int             `json:"contract"`
	Arguments  json.RawMessage `json:"arguments"`
	Provenance json.RawMessage `json:"provenance"`
	Atoms      int             `json:"atoms"`
}

// Server names the program a result came from.
type Server struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Version string `json:"version"`
	URL     string `json:"url,omitempty"`
}

// Op is one change: a pointer to one of the types that the package comment lists. An op
// belongs to its step once applied and must not be changed any more.
type Op interface {
	// apply changes the document, or returns an error and leaves it as it was.
	apply(d *Document) (inverse, error)
}

// Change says what an edit touched. Rows before AtomsFrom and BondsFrom are as
// they were.
type Change struct {
	AtomsFrom int
	BondsFrom int
	// The atoms a step added: rows AddedFrom to AddedTo, which is not included.
	AddedFrom, AddedTo int
}

// Apply does one step and clears what redo had. Label, Author, Ops and
// Provenance of s are the caller's, the rest is filled. When an op cannot be
// applied the whole step is refused with an *contract.Error, and nothing has
// changed.
func (d *Document) Apply(s Step) (Change, error) {
	if len(s.Ops) == 0 {
		return Change{}, invalid("the step holds no change")
	}
	if err := d.editable(); err != nil {
		return Change{}, err
	}
	if s.Author == "" {
		s.Author = Person
	}
	frags := d.lastFrag
	change, a, err := d.perform(&s)
	if err != nil {
		d.lastFrag = frags
		return Change{}, err
	}
	d.steps++
	s.ID = stepID(d.steps)
	s.Detail = d.detail(&s, a.delta)
	if s.Label == "" {
		s.Label = d.label(&s)
	}
	d.done = append(d.done, a)
	d.recount(&s)
	clear(d.undone)
	d.undone = d.undone[:0]
	d.revision++
	return change, nil
}

// perform applies the ops of s, all or none.
func (d *Document) perform(s *Step) (Change, applied, error) {
	before := len(d.refs)
	d.adding = d.adding[:0]
	a := applied{step: s, undo: make([]inverse, 0, len(s.Ops))}
	for _, op := range s.Ops {
		undo, err := op.apply(d)
		if err != nil {
			for _, u := range slices.Backward(a.undo) {
				u.revert(d)
			}
			return Change{}, applied{}, err
		}
		a.undo = append(a.undo, undo)
	}
	a.delta = len(d.refs) - before
	change := d.touched(a)
	change.AddedFrom, change.AddedTo = len(d.refs), len(d.refs)
	if len(d.adding) > 0 { // ops that make new atoms of all add none
		change.AddedFrom, _ = slices.BinarySearchFunc(d.refs, Ref{Fragment: d.adding[0]}, compareRefs)
	}
	return change, a, nil
}

// touched returns the first rows that the ops of a touched, within the current
// structure.
func (d *Document) touched(a applied) Change {
	change := Change{AtomsFrom: len(d.current.Elements), BondsFrom: len(d.current.Bonds)}
	for _, u := range a.undo {
		atoms, bonds := u.changed()
		change.AtomsFrom = min(change.AtomsFrom, atoms)
		change.BondsFrom = min(change.BondsFrom, bonds)
	}
	return change
}

// Undo takes the last step back. It reports false when there is none, and while the
// source is shown.
func (d *Document) Undo() (Change, bool) {
	if len(d.done) == 0 || d.parked != nil {
		return Change{}, false
	}
	a := d.done[len(d.done)-1]
	for _, u := range slices.Backward(a.undo) {
		u.revert(d)
	}
	truncate(&d.done, len(d.done)-1)
	d.undone = append(d.undone, a.step)
	d.recount(a.step)
	d.revision++
	return d.touched(a), true
}

// Redo does the step again that was taken back last. It reports false when there
// is none, and while the source is shown.
func (d *Document) Redo() (Change, bool) {
	if len(d.undone) == 0 || d.parked != nil {
		return Change{}, false
	}
	s := d.undone[len(d.undone)-1]
	change, a, err := d.perform(s)
	if err != nil {
		// The step was applied to exactly this structure before.
		panic("edit: redo of " + s.ID + ": " + err.Error())
	}
	truncate(&d.undone, len(d.undone)-1)
	d.done = append(d.done, a)
	d.recount(s)
	d.revision++
	return change, true
}

// Jump undoes or redoes until n steps are done; 0 is the source. n beyond the
// steps there are is an *contract.Error.
func (d *Document) Jump(n int) (Change, error) {
	if err := d.editable(); err != nil {
		return Change{}, err
	}
	if all := len(d.done) + len(d.undone); n < 0 || n > all {
		return Change{}, invalid("there is no step %d; the document has %d", n, all)
	}
	atoms, bonds := len(d.current.Elements), len(d.current.Bonds)
	for len(d.done) != n {
		var c Change
		if len(d.done) > n {
			c, _ = d.Undo()
		} else {
			c, _ = d.Redo()
		}
		atoms, bonds = min(atoms, c.AtomsFrom), min(bonds, c.BondsFrom)
	}
	return Change{
		AtomsFrom: min(atoms, len(d.current.Elements)),
		BondsFrom: min(bonds, len(d.current.Bonds)),
	}, nil
}
