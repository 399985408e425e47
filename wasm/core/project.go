//go:build document || !part

package core

import "github.com/molsmith/molsmith/chem/edit"

// projectEnding is what the name of a project file ends with.
const projectEnding = ".molsmith.json"

func projectSave(c *Core, _ *request, q struct {
	Hash bool `json:"hash"`
}) (response, error) {
	d, err := c.open()
	if err != nil {
		return response{}, err
	}
	write := d.Project
	if q.Hash {
		write = d.HashedProject
	}
	text, err := write()
	if err != nil {
		return response{}, err
	}
	return response{
		value: map[string]string{"fileName": d.Name() + projectEnding, "mime": "application/json"},
		bufs:  Bufs{"text": text},
	}, nil
}

// projectAnswer is the answer of project.open.
type projectAnswer struct {
	changeAnswer
	Warnings []string `json:"warnings"`
}

func projectOpen(c *Core, r *request, q struct {
	Unsaved bool `json:"unsaved"`
}) (response, error) {
	data, ok := r.bufs["data"].([]uint8)
	if !ok {
		return response{}, BadRequest("bufs.data is missing")
	}
	d, warnings, err := edit.ReadProject(data)
	if err != nil {
		return response{}, err
	}
	if q.Unsaved {
		d.MarkUnsaved()
	}
	d.Follow(c.lastRevision())
	c.document = d
	answer := changed(d, edit.Change{}, true)
	answer.value = projectAnswer{answer.value.(changeAnswer), listed(warnings)}
	return answer, nil
}
