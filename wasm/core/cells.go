//go:build document || !part

package core

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/edit"
)

// cellAnswer is MadeCell of the protocol.
type cellAnswer struct {
	Cell       *[9]float64 `json:"cell"`
	Parameters *[6]float64 `json:"parameters"`
	Volume     float64     `json:"volume"`
	Heights    [3]float64  `json:"heights"`
	Problem    string      `json:"problem,omitempty"`
}

// cellMake checks a cell that a person enters, by lengths and angles or by vectors, and
// gives it in both forms. Lengths and angles change the cell of like when there is one.
func cellMake(_ *Core, _ *request, q struct {
	Parameters *[6]float64 `json:"parameters"`
	Vectors    *[9]float64 `json:"vectors"`
	Like       *[9]float64 `json:"like"`
}) (response, error) {
	var c cell.Cell
	var err error
	switch {
	case q.Vectors != nil:
		c, err = cell.New(*q.Vectors)
	case q.Parameters != nil:
		c, err = withParameters(*q.Parameters, q.Like)
	default:
		return response{}, BadRequest("parameters or vectors are needed")
	}
	if err == nil {
		return response{value: describeCell(&c)}, nil
	}
	answer := cellAnswer{Problem: sentence(err.Error())}
	if q.Vectors != nil && errors.Is(err, cell.ErrLeftHanded) {
		// Its lengths and angles are those of the right-handed cell to be entered.
		if c, err := cell.NewEitherHand(*q.Vectors); err == nil {
			answer.Parameters = describeCell(&c).Parameters
		}
	}
	return response{value: answer}, nil
}

func withParameters(p [6]float64, like *[9]float64) (cell.Cell, error) {
	edges, angles := [3]float64(p[:3]), [3]float64(p[3:])
	if like != nil {
		if old, err := cell.NewEitherHand(*like); err == nil {
			return old.WithParameters(edges, angles)
		}
	}
	return cell.FromParameters(p[0], p[1], p[2], p[3], p[4], p[5])
}

func describeCell(c *cell.Cell) cellAnswer {
	vectors := c.Vectors()
	edges, angles := c.Parameters()
	p := [6]float64{edges[0], edges[1], edges[2], angles[0], angles[1], angles[2]}
	return cellAnswer{Cell: &vectors, Parameters: &p, Volume: c.Volume(), Heights: c.Heights()}
}

// sentence makes the text of an error a sentence.
func sentence(text string) string {
	if text == "" {
		return ""
	}
	if c := text[0]; c >= 'a' && c <= 'z' {
		text = string(c-'a'+'A') + text[1:]
	}
	return text + "."
}

// previewAnswer is PreviewChange of the protocol.
type previewAnswer struct {
	changeAnswer
	Notes []string `json:"notes"`
}

// editPreview answers as edit.apply would and leaves the document as it is.
func editPreview(c *Core, r *request, q applyRequest) (response, error) {
	d, err := c.current(q.IfRevision)
	if err != nil {
		return response{}, err
	}
	ops, err := readOps(d, r, &q)
	if err != nil {
		return response{}, err
	}
	return shown(d, ops)
}

// shown is the answer of a preview of ops, with arrays of its own.
func shown(d *edit.Document, ops []edit.Op) (response, error) {
	notes := stretched(d, ops)
	var answer response
	err := d.Preview(ops, func(change edit.Change) {
		answer = changed(d, change, false)
		for name, buf := range answer.bufs {
			answer.bufs[name] = copied(buf)
		}
	})
	if err != nil {
		return response{}, err
	}
	answer.value = previewAnswer{answer.value.(changeAnswer), notes}
	return answer, nil
}

// stretched says how many bonds lead across faces of the cell that ops move away from
// under the atoms.
func stretched(d *edit.Document, ops []edit.Op) []string {
	notes := []string{}
	s := d.Structure()
	for _, op := range ops {
		vectors := [3]bool{true, true, true}
		switch op := op.(type) {
		case *edit.SetCell:
			for i := range 3 {
				vectors[i] = !op.ScaleAtoms && (s.Cell == nil || op.Cell == nil || [3]float64(op.Cell[3*i:]) != [3]float64(s.Cell[3*i:]))
			}
		case *edit.Center:
			for i := range 3 {
				vectors[i] = op.Vacuum != nil && slices.Contains([]byte(op.Axes), "abc"[i])
			}
		default:
			continue
		}
		if n := edit.Crossing(s, vectors); n > 0 {
			notes = append(notes, "Stretches "+plural(n, "bond")+" across faces of the cell; unwrap the molecules first to keep them whole.")
		}
	}
	return notes
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

// imagesAnswer is ImagesChange of the protocol.
type imagesAnswer struct {
	changeAnswer
	Moved     int      `json:"moved"`
	Molecules int      `json:"molecules"`
	Networks  int      `json:"networks"`
	Notes     []string `json:"notes"`
}

// editImages wraps atoms or molecules into the cell, or makes molecules whole, as one
// step; no step when there is nothing to move.
func editImages(c *Core, _ *request, q struct {
	Mode       string `json:"mode"`
	IfRevision *int   `json:"ifRevision"`
}) (response, error) {
	d, err := c.current(q.IfRevision)
	if err != nil {
		return response{}, err
	}
	var op edit.Op
	var report edit.ImageReport
	stay := " stays as it is"
	switch q.Mode {
	case "atoms", "molecules":
		var wrap *edit.Wrap
		if wrap, report, err = d.Wrapping(q.Mode == "molecules"); wrap != nil {
			op = wrap
		}
		stay = " was wrapped atom by atom"
	case "unwrap":
		var unwrap *edit.Unwrap
		if unwrap, report, err = d.Unwrapping(); unwrap != nil {
			op = unwrap
		}
	default:
		return response{}, BadRequest("mode is atoms, molecules or unwrap, not " + quote(q.Mode))
	}
	if err != nil {
		return response{}, err
	}
	change := unchanged(d)
	if op != nil {
		if change, err = d.Apply(edit.Step{Ops: []edit.Op{op}}); err != nil {
			return response{}, err
		}
	}
	answer := changed(d, change, false)
	answer.value = imagesAnswer{answer.value.(changeAnswer), report.Atoms, report.Molecules, report.Networks, networkNotes(&report, stay)}
	return answer, nil
}

// networkNotes names the networks and says what became of them.
func networkNotes(report *edit.ImageReport, became string) []string {
	notes := []string{}
	for _, n := range report.Named {
		notes = append(notes, fmt.Sprintf("%s (%s, from #%d) is bonded to its own images and%s.", n.Formula, plural(n.Atoms, "atom"), n.Atom, became))
	}
	if more := report.Networks - len(report.Named); more > 0 {
		notes = append(notes, "So are "+plural(more, "more network")+".")
	}
	return notes
}
