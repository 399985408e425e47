//go:build document || !part

package core

import (
	"strconv"

	"github.com/molsmith/molsmith/chem/edit"
)

// hydrogensAnswer is HydrogensChange of the protocol.
type hydrogensAnswer struct {
	changeAnswer
	Hydrogens int      `json:"hydrogens"`
	Removed   int      `json:"removed"`
	Atoms     int      `json:"atoms"`
	Notes     []string `json:"notes"`
}

type hydrogensRequest struct {
	Remove     bool     `json:"remove"`
	Adjust     bool     `json:"adjust"`
	Ops        []editOp `json:"ops"` // done first; then the hydrogens of their atoms are adjusted
	IfRevision *int     `json:"ifRevision"`
}

// editHydrogens adds, removes or adjusts the hydrogens of the document, or of the atoms
// in bufs.atoms, as one step; no step when there is none.
func editHydrogens(c *Core, r *request, q hydrogensRequest) (response, error) {
	d, err := c.current(q.IfRevision)
	if err != nil {
		return response{}, err
	}
	atoms, err := chosenAtoms(r.bufs)
	if err != nil {
		return response{}, err
	}
	ops, report, err := hydrogenOps(d, r, &q, atoms)
	if err != nil {
		return response{}, err
	}
	change := unchanged(d)
	if len(ops) > 0 {
		label := "" // what the ops say
		if len(q.Ops) == 0 {
			label = hydrogensLabel(report, q.Remove)
		}
		if change, err = d.Apply(edit.Step{Label: label, Ops: ops}); err != nil {
			return response{}, err
		}
	}
	answer := changed(d, change, false)
	answer.value = hydrogensAnswer{answer.value.(changeAnswer), report.Hydrogens, report.Removed, report.Atoms, listed(report.Notes)}
	return answer, nil
}

// hydrogenOps returns the ops of a request about hydrogens, none when there is nothing
// to do.
func hydrogenOps(d *edit.Document, r *request, q *hydrogensRequest, atoms []int) ([]edit.Op, edit.HydrogenReport, error) {
	switch {
	case len(q.Ops) > 0:
		ops, err := readOps(d, r, &applyRequest{Ops: q.Ops})
		if err != nil {
			return nil, edit.HydrogenReport{}, err
		}
		return d.Balanced(ops)
	case q.Adjust:
		return d.AdjustHydrogens(atoms)
	case q.Remove:
		op, report, err := d.SpareHydrogens(atoms)
		if op == nil {
			return nil, report, err
		}
		return []edit.Op{op}, report, err
	}
	op, report, err := d.MissingHydrogens(atoms)
	if op == nil {
		return nil, report, err
	}
	return []edit.Op{op}, report, err
}

// hydrogensLabel is what the history says: "Add 2 and remove 1 hydrogen".
func hydrogensLabel(report edit.HydrogenReport, remove bool) string {
	text, last := "Add "+strconv.Itoa(report.Hydrogens), report.Hydrogens
	switch {
	case remove:
		text = "Remove " + strconv.Itoa(report.Hydrogens)
	case report.Removed > 0 && report.Hydrogens > 0:
		text, last = text+" and remove "+strconv.Itoa(report.Removed), report.Removed
	case report.Removed > 0:
		text, last = "Remove "+strconv.Itoa(report.Removed), report.Removed
	}
	if last == 1 {
		return text + " hydrogen"
	}
	return text + " hydrogens"
}

// current returns the open document when it has the revision that is asked for.
func (c *Core) current(revision *int) (*edit.Document, error) {
	d, err := c.open()
	if err != nil {
		return nil, err
	}
	if revision != nil && *revision != d.Revision() {
		return nil, Failure{Code: "STALE", Message: "the document has changed in the meantime"}
	}
	return d, nil
}
