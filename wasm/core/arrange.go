//go:build document || !part

package core

import (
	"encoding/json"

	"github.com/molsmith/molsmith/chem/edit"
	"github.com/molsmith/molsmith/chem/geom"
)

// editArrange does what Arrangement of the protocol says, as one step, none when there is
// nothing to do; with preview it answers as it would.
func editArrange(c *Core, r *request, q struct {
	Kind       string          `json:"kind"`
	Tolerance  float64         `json:"tolerance"`
	AnyElement bool            `json:"anyElement"`
	By         [3]float64      `json:"by"`
	Axis       [3]float64      `json:"axis"`
	Angle      float64         `json:"angle"`
	From       json.RawMessage `json:"from"`
	To         [3]float64      `json:"to"`
	Normal     [3]float64      `json:"normal"`
	Preview    bool            `json:"preview"`
	IfRevision *int            `json:"ifRevision"`
}) (response, error) {
	d, err := c.current(q.IfRevision)
	if err != nil {
		return response{}, err
	}
	atoms, err := chosenAtoms(r.bufs)
	if err != nil {
		return response{}, err
	}
	var a edit.Arranged
	switch q.Kind {
	case "duplicates":
		a, err = d.Duplicates(q.Tolerance, q.AnyElement)
	case "translate":
		a, err = d.Translate(atoms, vector(q.By))
	case "rotate":
		a, err = d.Rotate(atoms, vector(q.Axis), q.Angle)
	case "align":
		var from geom.Vec3
		if from, err = direction(d, q.From); err == nil {
			a, err = d.Align(atoms, from, vector(q.To))
		}
	case "mirror":
		a, err = d.Mirror(atoms, vector(q.Normal))
	default:
		return response{}, BadRequest("there is no arrangement " + quote(q.Kind))
	}
	if err != nil {
		return response{}, err
	}
	var answer response
	if q.Preview && len(a.Ops) > 0 {
		if answer, err = shown(d, a.Ops); err == nil {
			answer.value = previewAnswer{answer.value.(previewAnswer).changeAnswer, listed(a.Notes)}
		}
		return answer, err
	}
	if answer, err = step(d, a.Label, a.Ops); err == nil {
		answer.value = previewAnswer{answer.value.(changeAnswer), listed(a.Notes)}
	}
	return answer, err
}

// direction reads a vector, or two atoms that it leads from and to; absent is 0.
func direction(d *edit.Document, text json.RawMessage) (geom.Vec3, error) {
	if text == nil {
		return geom.Vec3{}, nil
	}
	var v [3]float64
	if json.Unmarshal(text, &v) == nil {
		return vector(v), nil
	}
	var pair struct {
		Atoms [2]int `json:"atoms"`
	}
	if err := json.Unmarshal(text, &pair); err != nil {
		return geom.Vec3{}, BadRequest("from is a vector or two atoms")
	}
	if _, err := d.Refs(pair.Atoms[:]); err != nil {
		return geom.Vec3{}, err
	}
	s := d.Structure()
	return geom.At(s.Positions, pair.Atoms[1]).Sub(geom.At(s.Positions, pair.Atoms[0])), nil
}
