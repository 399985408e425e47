package core

import (
	"strconv"

	"github.com/molsmith/molsmith/chem/edit"
)

// hydrogensAnswer is the answer of edit.hydrogens.
type hydrogensAnswer struct {
	changeAnswer
	Hydrogens int      `json:"hydrogens"`
	Atoms     int      `json:"atoms"`
	Notes     []string `json:"notes"`
}

// editHydrogens adds or removes the hydrogens of the document, or of the atoms in
// bufs.atoms, as one step; no step when there is none.
func editHydrogens(c *Core, r *request, q struct {
	Remove     bool `json:"remove"`
	IfRevision *int `json:"ifRevision"`
}) (response, error) {
	d, err := c.current(q.IfRevision)
	if err != nil {
		return response{}, err
	}
	atoms, err := chosenAtoms(r.bufs)
	if err != nil {
		return response{}, err
	}
	op, verb, report := edit.Op(nil), "Add ", edit.HydrogenReport{}
	if q.Remove {
		verb = "Remove "
		var spare *edit.DeleteAtoms
		if spare, report, err = d.SpareHydrogens(atoms); spare != nil {
			op = spare
		}
	} else {
		var missing *edit.AddAtoms
		if missing, report, err = d.MissingHydrogens(atoms); missing != nil {
			op = missing
		}
	}
	if err != nil {
		return response{}, err
	}
	change := unchanged(d)
	if op != nil {
		label := verb + strconv.Itoa(report.Hydrogens) + " hydrogens"
		if report.Hydrogens == 1 {
			label = verb + "1 hydrogen"
		}
		if change, err = d.Apply(edit.Step{Label: label, Ops: []edit.Op{op}}); err != nil {
			return response{}, err
		}
	}
	answer := changed(d, change, false)
	answer.value = hydrogensAnswer{answer.value.(changeAnswer), report.Hydrogens, report.Atoms, listed(report.Notes)}
	return answer, nil
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

// chosenAtoms reads bufs.atoms; nil when it is not there.
func chosenAtoms(bufs Bufs) ([]int, error) {
	buf, ok := bufs["atoms"]
	if !ok {
		return nil, nil
	}
	indices, ok := buf.([]uint32)
	if !ok {
		return nil, BadRequest("bufs.atoms must be a Uint32Array of atom indices")
	}
	atoms := make([]int, len(indices))
	for i, a := range indices {
		atoms[i] = int(a)
	}
	return atoms, nil
}
