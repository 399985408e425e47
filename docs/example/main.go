// Command lab-tools offers one Builder tool: atoms in a row.
package main

import (
	"context"
	"log"

	"github.com/molsmith/molsmith/contract"
	"github.com/molsmith/molsmith/server/host"
)

type args struct {
	Count   int              `json:"count" schema:"title=Atoms;minimum=1;maximum=10000;examples=10;unit=count"`
	Spacing float64          `json:"spacing" schema:"title=Spacing;minimum=1.3;maximum=10;default=3.8;unit=angstrom" doc:"Distance between neighbors."`
	Element contract.Element `json:"element" schema:"title=Element;default=18"`
}

func row(_ context.Context, a args, call *contract.Call) (*contract.BuilderResult, error) {
	r := &contract.BuilderResult{Name: "row"}
	for i := range a.Count {
		r.Structure.Elements = append(r.Structure.Elements, uint8(a.Element))
		r.Structure.Positions = append(r.Structure.Positions, float64(i)*a.Spacing, 0, 0)
	}
	call.Progress(1, "placed")
	return r, nil
}

func main() {
	tool, err := contract.Define(contract.Definition[args]{
		Name: "atom_row", Title: "Atom row", Description: "Place atoms in a row along x.",
		Category: contract.Other, Apply: contract.NewDocument,
	}, row)
	if err != nil {
		log.Fatal(err)
	}
	host.Main(host.Server{Name: "lab-tools", Version: "1.0", Tools: []*contract.Tool{tool}})
}
