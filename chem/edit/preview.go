package edit

// Preview shows the document as it would be after a step of these ops: it does them,
// calls show with what they touch, and takes them back. In show the document answers
// Structure and Summary for the step; its steps, revision and atoms' references are not
// to be relied on. What show keeps must be copied. Ops may be applied later. When one
// cannot be done, the error is that of Apply and show is not called.
func (d *Document) Preview(ops []Op, show func(Change)) error {
	if len(ops) == 0 {
		return invalid("the step holds no change")
	}
	if err := d.editable(); err != nil {
		return err
	}
	s := &Step{Ops: ops}
	fragments := d.lastFrag
	change, a, err := d.perform(s)
	if err == nil {
		d.recount(s)
		show(change)
		for k := len(a.undo) - 1; k >= 0; k-- {
			a.undo[k].revert(d)
		}
		d.recount(s)
	}
	d.forget(fragments, ops)
	return err
}
