package edit

import (
	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/contract"
)

// ShowingOriginal is the code of an edit that is refused while the source is shown.
const ShowingOriginal contract.Code = "SHOWING_ORIGINAL"

// parked is the document while its source is shown.
type parked struct {
	structure structure.Structure
	owned     bool
	refs      []Ref
}

// ShowOriginal lets the document answer Structure, Summary and Hash for its source, and
// refuse every edit, or goes back; steps and redo stay. It is not a step. Doing it twice
// does nothing.
func (d *Document) ShowOriginal(on bool) {
	if on == d.Original() {
		return
	}
	if on {
		d.parked = &parked{d.current, d.owned, d.refs}
		d.current, d.owned, d.refs = d.source, false, sourceRefs(d.source.Len())
	} else {
		d.current, d.owned, d.refs = d.parked.structure, d.parked.owned, d.parked.refs
		d.parked = nil
	}
	d.composition++
	d.revision++
}

// Original says whether the source is shown.
func (d *Document) Original() bool { return d.parked != nil }

// Edited returns the document as its steps make it, also while the source is shown. It
// is as that of Structure.
func (d *Document) Edited() *structure.Structure {
	if d.parked != nil {
		return &d.parked.structure
	}
	return &d.current
}

// editable refuses edits while the source is shown.
func (d *Document) editable() error {
	if d.parked == nil {
		return nil
	}
	return &contract.Error{Code: ShowingOriginal, Message: "the original is shown; go back to the document to edit it"}
}
