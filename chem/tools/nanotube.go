package tools

import (
	"context"
	"fmt"

	"github.com/molsmith/molsmith/chem/crystal"
	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/contract"
)

// tubeArguments are the arguments of nanotube.
type tubeArguments struct {
	Shape    string           `json:"shape" schema:"title=Shape;enum=tube|ribbon;default=tube" doc:"A sheet rolled up, or a strip of it."`
	N        int              `json:"n" schema:"title=n;minimum=0;maximum=100;default=6;when=shape:tube"`
	M        int              `json:"m" schema:"title=m;minimum=0;maximum=100;default=6;when=shape:tube"`
	Edge     string           `json:"edge" schema:"title=Edge;enum=zigzag|armchair;default=zigzag;when=shape:ribbon"`
	Width    int              `json:"width" schema:"title=Width;minimum=1;maximum=1000;default=6;when=shape:ribbon" doc:"Zigzag chains, or dimer lines of armchair edges, as ribbons are named."`
	Hydrogen bool             `json:"hydrogen" schema:"title=Hydrogen at the edges;default=true;when=shape:ribbon"`
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
		Description:     "Build a nanotube (n, m) of carbon or of two elements, periodic along z: n, n is an armchair tube, n, 0 a zigzag one; or a ribbon of the same sheet, with zigzag or armchair edges. The answer gives the radius of a tube.",
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

// build returns the tube or the ribbon, with what is said of it.
func (a *tubeArguments) build() (*structure.Structure, contract.Fact, error) {
	if a.Shape != "ribbon" {
		o := a.tube()
		s, err := o.Build()
		return s, contract.Fact{Label: "Radius", Value: fmt.Sprintf("%.2f Å", o.Radius())}, err
	}
	o := crystal.Ribbon{
		Armchair: a.Edge == "armchair", Width: a.Width, Length: a.Length, Elements: [2]uint8{uint8(a.ElementA), uint8(a.ElementB)},
		Bond: a.Bond, Vacuum: a.Vacuum, Hydrogen: a.Hydrogen, Bonds: a.Bonds,
	}
	s, err := o.Build()
	return s, contract.Fact{Label: "Ribbon", Value: fmt.Sprintf("%d wide, %s edges", a.Width, a.Edge)}, err
}

func runNanotube(ctx context.Context, args tubeArguments, _ *contract.Call) (*contract.BuilderResult, error) {
	s, fact, err := args.build()
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
	if args.Shape == "ribbon" {
		return crystalResult(fmt.Sprintf("%s-ribbon-%d", name, args.Width), s, []string{fact.Value})
	}
	return crystalResult(fmt.Sprintf("%s-nanotube-%d-%d", name, args.N, args.M), s, []string{fmt.Sprintf("(%d, %d), radius %s", args.N, args.M, fact.Value)})
}
