package tools

import (
	"context"
	"fmt"
	"strings"

	"github.com/molsmith/molsmith/chem/crystal"
	"github.com/molsmith/molsmith/contract"
)

// surfaceArguments are the arguments of surface_slab.
type surfaceArguments struct {
	crystalArguments
	Miller      [3]int  `json:"miller" schema:"title=Miller indices h k l;minimum=-20;maximum=20;default=[1,1,1]" doc:"Of the surface, in the conventional cell; not all 0."`
	Layers      int     `json:"layers" schema:"title=Layers;minimum=1;maximum=1000;default=4" doc:"Repeats of the crystal along the normal."`
	Vacuum      float64 `json:"vacuum" schema:"title=Vacuum;minimum=0;maximum=1000;default=10;unit=angstrom" doc:"On both sides; 0 keeps the crystal periodic."`
	Termination int     `json:"termination" schema:"title=Termination;minimum=0;maximum=1000;default=0" doc:"Which of the different cuts, from 0; the answer lists them."`
	Symmetric   bool    `json:"symmetric" schema:"title=Equal surfaces;default=false" doc:"Add planes until both surfaces are equal; the answer says when the composition is no longer the crystal's."`
	Rectangular bool    `json:"rectangular" schema:"title=Rectangular cell;default=false" doc:"The smallest surface cell with a right angle."`
	Repeat      [2]int  `json:"repeat" schema:"title=Repeat sideways;minimum=1;maximum=1000;default=[1,1]"`
}

func surfaceSlab() *contract.Tool {
	return must(contract.Define(contract.Definition[surfaceArguments]{
		Name:            "surface_slab",
		Title:           "Surface slab",
		Description:     "Cut a slab of a crystal with a surface of given Miller indices, its normal along z and vacuum on both sides. The answer lists the different terminations of the surface: the planes that each cut parts, told apart by the symmetry of the crystal. A slab of whole layers has the crystal's composition; with equal surfaces on both sides it may not, and the answer says so. A rectangular cell is found where the surface has one.",
		Category:        contract.Surface,
		Apply:           contract.NewDocument,
		ExpectedSeconds: 2,
		Provenance:      contract.Provenance{{Key: "molsmith", Value: Version}},
		Summary:         func(_ surfaceArguments, r *contract.BuilderResult) string { return crystalWords("Slab", r) },
		Preview:         surfacePreview,
	}, runSurfaceSlab))
}

func runSurfaceSlab(ctx context.Context, args surfaceArguments, _ *contract.Call) (*contract.BuilderResult, error) {
	bulk, name, facts, err := args.build(crystal.Conventional)
	if err != nil {
		return nil, err
	}
	list, err := crystal.Terminations(ctx, bulk, args.Miller, 0, 0)
	if err != nil {
		return nil, crystalFailure(err)
	}
	if args.Termination >= len(list) {
		return nil, failure(contract.InvalidArguments, "There is no termination %d: the surface has %d, from 0 to %d (%s).", args.Termination, len(list), len(list)-1, terminationWords(list))
	}
	o := crystal.Slab{Miller: args.Miller, Layers: args.Layers, Vacuum: args.Vacuum, Shift: list[args.Termination].Shift, Lateral: [4]int{1, 0, 0, 1}}
	if args.Rectangular {
		if o.Lateral, err = o.Rectangle(bulk); err != nil {
			return nil, crystalFailure(err)
		}
	}
	for i := range o.Lateral {
		o.Lateral[i] *= args.Repeat[i/2]
	}
	m, err := o.Measure(bulk)
	if err != nil {
		return nil, crystalFailure(err)
	}
	if err := withinLimit(ctx, m.Atoms); err != nil {
		return nil, err
	}
	var built *crystal.Built
	var warnings []string
	if args.Symmetric {
		slab, err := o.Symmetric(ctx, bulk, 0)
		if err != nil {
			return nil, crystalFailure(err)
		}
		built = slab.Built
		if !slab.Stoichiometric {
			warnings = append(warnings, fmt.Sprintf("With equal surfaces the slab is %s, which is not the composition of the crystal (%s).", slab.Formula, bulk.Formula()))
		}
	} else if built, err = o.Cut(bulk); err != nil {
		return nil, crystalFailure(err)
	}
	miller := millerWords(args.Miller)
	facts = append(facts, "("+miller+") of "+name, terminationFact(args.Termination, list))
	r, err := crystalResult(name+"-"+strings.ReplaceAll(miller, " ", ""), built.Structure, facts)
	if r != nil {
		r.Warnings = warnings
	}
	return r, err
}

// terminationFact says which cut was made, and what the others are.
func terminationFact(chosen int, list []crystal.Termination) string {
	if len(list) == 1 {
		return fmt.Sprintf("the only termination, %s above, %s below", list[0].Top, list[0].Bottom)
	}
	return fmt.Sprintf("termination %d (there are %s)", chosen, terminationWords(list))
}

// terminationWords lists the cuts: "0: O2Ti above, OSr below; 1: …".
func terminationWords(list []crystal.Termination) string {
	const shown = 6
	var words []string
	for i, t := range list {
		if i == shown {
			words = append(words, fmt.Sprintf("and %d more", len(list)-shown))
			break
		}
		words = append(words, fmt.Sprintf("%d: %s above, %s below", i, t.Top, t.Bottom))
	}
	return strings.Join(words, "; ")
}
