package core

import (
	"encoding/json"
	"errors"
	"strings"

	contractjson "github.com/molsmith/molsmith/chem/formats/json"
	"github.com/molsmith/molsmith/contract"
	"github.com/molsmith/molsmith/contract/form"
)

func putResult(r *contract.BuilderResult, bufs Bufs) resultHead {
	warnings := r.Warnings
	if warnings == nil {
		warnings = []string{}
	}
	return resultHead{
		Name:       r.Name,
		Structure:  putStructure(contractjson.FromContract(&r.Structure), bufs),
		Warnings:   warnings,
		Provenance: provenance(r.Provenance),
	}
}

func formBuild(_ *Core, _ *request, q struct {
	InputSchema json.RawMessage `json:"inputSchema"`
	Context     form.Context    `json:"context"`
}) (response, error) {
	model, err := form.Build(q.InputSchema, q.Context)
	if err != nil {
		f := Failure{Code: "FORM_UNSUPPORTED", Message: err.Error()}
		var u *form.UnsupportedError
		if errors.As(err, &u) {
			f.Pointer = u.Property
		}
		return response{}, f
	}
	return response{value: map[string]any{"model": model}}, nil
}

func formCheck(_ *Core, _ *request, q struct {
	InputSchema json.RawMessage `json:"inputSchema"`
	Values      json.RawMessage `json:"values"`
	Context     form.Context    `json:"context"`
}) (response, error) {
	problems := form.Check(q.InputSchema, q.Values, q.Context)
	if problems == nil {
		problems = []contract.Problem{}
	}
	return response{value: map[string]any{"problems": problems}}, nil
}

// resultCheck judges a server's result, which comes as a head of JSON and arrays:
// the head has the members of a BuilderResult without the structure.
func resultCheck(_ *Core, r *request, q struct {
	Result    map[string]json.RawMessage `json:"result"`
	Structure structureHead              `json:"structure"`
}) (response, error) {
	s, err := takeStructure(q.Structure, r.bufs)
	if err != nil {
		return response{}, Failure{Code: "INVALID_RESULT", Message: err.Error()}
	}
	// The rules for the members beside the structure are the codec's.
	if q.Result == nil {
		q.Result = map[string]json.RawMessage{}
	}
	q.Result["structure"] = json.RawMessage(`{"elements":[],"positions":[],"cell":null,"bonds":[]}`)
	text, err := json.Marshal(q.Result)
	if err != nil {
		return response{}, err
	}
	result, read, err := contract.DecodeResult(text)
	if err != nil {
		return response{}, invalidResult(err)
	}
	result.Structure = *contractjson.ToContract(s)
	notes, err := contract.ValidateResult(result)
	if err != nil {
		return response{}, invalidResult(err)
	}
	result.Warnings = append(append(result.Warnings, read...), notes...)
	bufs := Bufs{}
	return response{value: map[string]any{"result": putResult(result, bufs)}, bufs: bufs}, nil
}

func invalidResult(err error) Failure {
	f := Failure{Code: "INVALID_RESULT", Message: err.Error()}
	var d *contract.DecodeError
	if errors.As(err, &d) {
		f.Pointer = d.Path
	}
	f.Message = strings.ReplaceAll(f.Message, "\n", " ")
	return f
}
