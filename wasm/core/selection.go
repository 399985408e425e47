//go:build document || !part

package core

import (
	"errors"

	"github.com/molsmith/molsmith/chem/selection"
)

func init() { table["edit.select"] = on(editSelect) }

// selectProblem is SelectProblem of the protocol.
type selectProblem struct {
	textProblem
	Suggestion string `json:"suggestion,omitempty"`
}

// editSelect finds the atoms that an expression means. Text that cannot be read is an
// answer, not a failure: somebody is typing.
func editSelect(c *Core, r *request, q struct {
	Query string `json:"query"`
}) (response, error) {
	d, err := c.open()
	if err != nil {
		return response{}, err
	}
	selected, err := chosenAtoms(r.bufs)
	if err != nil {
		return response{}, err
	}
	query, err := selection.Parse(q.Query)
	var result selection.Result
	if err == nil {
		result, err = query.Select(d.Structure(), selected)
	}
	var e *selection.ParseError
	if errors.As(err, &e) {
		at, end := min(e.Offset, len(q.Query)), min(e.Offset+e.Length, len(q.Query))
		return response{value: map[string]any{"problem": selectProblem{
			textProblem{utf16Length(q.Query[:at]), utf16Length(q.Query[at:end]), e.Msg}, e.Suggestion,
		}}}, nil
	}
	if err != nil {
		return response{}, err
	}
	atoms := make([]uint32, len(result.Atoms))
	for i, a := range result.Atoms {
		atoms[i] = uint32(a)
	}
	return response{
		value: map[string]any{"readAs": query.String(), "notes": listed(result.Notes)},
		bufs:  Bufs{"atoms": atoms},
	}, nil
}
