package contract_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/molsmith/molsmith/contract"
)

// A tool that places atoms on a line.
func ExampleDefine() {
	type Args struct {
		Count   int              `json:"count" schema:"title=Atoms;minimum=1;maximum=1000;examples=3;unit=count"`
		Spacing float64          `json:"spacing" schema:"title=Spacing;exclusiveMinimum=0;default=1.5;unit=angstrom" doc:"Distance between neighbors."`
		Element contract.Element `json:"element" schema:"title=Element;default=6"`
	}
	tool, err := contract.Define(contract.Definition[Args]{
		Name:        "atom_row",
		Title:       "Atom row",
		Description: "Place atoms on a line along x.",
		Category:    contract.Other,
		Apply:       contract.NewDocument,
		Provenance:  contract.Provenance{{Key: "molsmith", Value: "0.1.0"}},
	}, func(_ context.Context, a Args, _ *contract.Call) (*contract.BuilderResult, error) {
		var s contract.Structure
		for i := range a.Count {
			s.Elements = append(s.Elements, uint8(a.Element))
			s.Positions = append(s.Positions, float64(i)*a.Spacing, 0, 0)
		}
		return &contract.BuilderResult{Name: "row", Structure: s}, nil
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(string(tool.Input))

	outcome, err := tool.Run(context.Background(), json.RawMessage(`{"count": 2}`), nil)
	if err != nil {
		panic(err)
	}
	fmt.Println(outcome.Text)
	fmt.Println(string(outcome.Structured()))

	_, err = tool.Run(context.Background(), json.RawMessage(`{"count": 0, "spacing": "wide"}`), nil)
	fmt.Println(err)
	// Output:
	// {"type":"object","properties":{"count":{"type":"integer","minimum":1,"maximum":1000,"title":"Atoms","examples":[3],"x-megane-unit":"count"},"spacing":{"type":"number","exclusiveMinimum":0,"default":1.5,"title":"Spacing","description":"Distance between neighbors.","x-megane-unit":"angstrom"},"element":{"type":"integer","minimum":1,"maximum":118,"default":6,"x-megane-widget":"element","title":"Element"}},"required":["count"],"additionalProperties":false}
	// Atom row: "row", 2 atoms, no cell.
	// {"contract":1,"name":"row","structure":{"elements":[6,6],"positions":[0,0,0,1.5,0,0],"cell":null,"bonds":[]},"warnings":[],"provenance":{"molsmith":"0.1.0"}}
	// Atoms must be at least 1 (argument count); Spacing must be a number, not "wide"
}

// A tool that answers a plain value.
func ExampleDefinePlain() {
	type Args struct {
		Query string `json:"query" schema:"maxLength=100;optional"`
	}
	type Answer struct {
		Names []string `json:"names" doc:"What was found."`
		Total int      `json:"total"`
	}
	tool, err := contract.DefinePlain(contract.Definition[Args]{
		Name:        "find_names",
		Title:       "Find names",
		Description: "Look names up.",
	}, func(_ context.Context, a Args, _ *contract.Call) (Answer, error) {
		return Answer{Names: []string{a.Query}, Total: 1}, nil
	})
	if err != nil {
		panic(err)
	}
	outcome, err := tool.Run(context.Background(), json.RawMessage(`{"query":"water"}`), nil)
	if err != nil {
		panic(err)
	}
	fmt.Println(string(tool.Output))
	fmt.Println(string(outcome.Structured()))
	// Output:
	// {"type":"object","properties":{"names":{"type":"array","items":{"type":"string"},"description":"What was found."},"total":{"type":"integer"}},"required":["names","total"]}
	// {"names":["water"],"total":1}
}

func ExampleDecodeResult() {
	answer := `{"contract": 1, "name": "hydrogen", "structure": {"elements": [1, 1], "positions": [0, 0, 0, 0, 0, 0.74],
		"cell": null, "bonds": [[0, 1]], "velocities": []}, "warnings": [], "provenance": {"seed": 7}}`
	r, notes, err := contract.DecodeResult([]byte(answer))
	if err != nil {
		panic(err)
	}
	fmt.Println(r.Name, len(r.Structure.Elements), notes)

	_, _, err = contract.DecodeResult([]byte(`{"contract": 1, "structure": {"elements": [1, 0], "positions": [0, 0, 0, 0, 0, 1], "cell": null, "bonds": []}}`))
	fmt.Println(err)
	// Output:
	// hydrogen 2 [structure fields that the contract does not know were ignored: "velocities"]
	// /structure/elements/1: atomic number 0 is not allowed (1–118)
}
