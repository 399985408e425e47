package tools

import (
	"context"
	"fmt"

	"github.com/molsmith/molsmith/chem/crystal"
	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/contract"
)

// tubeArguments are the arguments of nanotube.
type tubeArguments struct {
	N        int              `json:"n" schema:"title=n;minimum=0;maximum=100;default=6"`
	M        int              `json:"m" schema:"title=m;minimum=0;maximum=100;default=6"`
	Length   int              `json:"length" schema:"title=Repeats;minimum=1;maximum=10000;default=4" doc:"Periods along the axis."`
	ElementA contract.Element `json:"element_a" schema:"title=Element A;default=6"`
	ElementB contract.Element `json:"element_b" schema:"title=Element B;default=6" doc:"Of the other half of the atoms: B and N make a boron nitride tube."`
	Bond     float64          `json:"bond" schema:"title=Bond length;exclusiveMinimum=0.5;maximum=5;default=1.42;unit=angstrom"`
	Vacuum   float64          `json:"vacuum" schema:"title=Vacuum;exclusiveMinimum=0;maximum=1000;default=10;unit=angstrom" doc:"Beside the tube."`
	Bonds    bool             `json:"bonds" schema:"title=Bonds;default=true" doc:"Join neighbors."`
}

func nanotube() *contract.Tool {
	return must(contract.Define(contract.Definition[tubeArguments]{
		Name:            "nanotube",
		Title:           "Nanotube",
		Description:     "Build a nanotube (n, m) of carbon or of two elements, periodic along z: n, n is an armchair tube, n, 0 a zigzag one. The answer gives its radius.",
		Category:        contract.Bulk,
		Apply:           contract.NewDocument,
		ExpectedSeconds: 1,
		Provenance:      contract.Provenance{{Key: "molsmith", Value: Version}},
		Summary:         func(_ tubeArguments, r *contract.BuilderResult) string { return crystalWords("Nanotube", r) },
		Preview:         tubePreview,
	}, runNanotube))
}

func (a *tubeArguments) tube() crystal.Nanotube {
	return crystal.Nanotube{
		N: a.N, M: a.M, Length: a.Length, Elements: [2]uint8{uint8(a.ElementA), uint8(a.ElementB)},
		Bond: a.Bond, Vacuum: a.Vacuum, Bonds: a.Bonds,
	}
}

func runNanotube(ctx context.Context, args tubeArguments, _ *contract.Call) (*contract.BuilderResult, error) {
	o := args.tube()
	s, err := o.Build()
	if err != nil {
		return nil, crystalFailure(err)
	}
	if err := withinLimit(ctx, s.Len()); err != nil {
		return nil, err
	}
	name := elem.Symbol(uint8(args.ElementA))
	if args.ElementB != args.ElementA {
		name += elem.Symbol(uint8(args.ElementB))
	}
	return crystalResult(fmt.Sprintf("%s-nanotube-%d-%d", name, args.N, args.M), s, []string{fmt.Sprintf("(%d, %d), radius %.2f Å", args.N, args.M, o.Radius())})
}
