package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/pack"
	"github.com/molsmith/molsmith/contract"
)

// denseFilling is the van der Waals filling above which boxes are seldom reached:
// water at 1 g/cm³ fills 0.65 with Bondi radii, organic liquids 0.5 to 0.6.
const denseFilling = 0.72

// boxPreview computes what the form shows while it is filled: the box, whichever of
// density, size and counts follows from the others, how full the box is, a density
// the mixture would have, and what a run would refuse. Arguments that are missing or
// wrong are zero here.
func boxPreview(args boxArguments) contract.Preview {
	var p contract.Preview
	var list []copies
	for i, row := range args.Components {
		if row.Count <= 0 || row.Molecule.Name == "" || row.Molecule.Molblock == "" && row.Molecule.SMILES == "" {
			return p
		}
		c, err := readMolecule(context.Background(), row.Molecule, args.Seed, rough)
		if errors.Is(err, errTooSlow) {
			return p
		}
		if err != nil {
			p.Problems = append(p.Problems, contract.Problem{Path: fmt.Sprintf("/components/%d/molecule", i), Rule: "molecule", Message: err.Error()})
			continue
		}
		list = append(list, copies{component: c, count: row.Count, residue: row.Residue})
	}
	if len(p.Problems) > 0 || len(list) == 0 {
		return p
	}
	p.Proposals = proposeDensity(args, list)
	if !args.sized() {
		p.Facts = []contract.Fact{{Label: "Atoms", Value: format.Grouped(totalAtoms(list))}}
		return p
	}
	box, err := sizeBox(args, list)
	atoms := totalAtoms(box.list)
	if atoms > contract.MaxAtoms {
		p.Facts = []contract.Fact{{Label: "Atoms", Value: format.Grouped(atoms)}}
		p.Problems = append(p.Problems, contract.Problem{Path: "/components", Rule: "atoms", Limit: contract.MaxAtoms,
			Message: fmt.Sprintf("%s atoms are more than the limit of %s", format.Grouped(atoms), format.Grouped(contract.MaxAtoms))})
		return p
	}
	if box.cell.Volume() > 0 {
		vectors := box.cell.Vectors()
		p.Cell = &vectors
		p.Facts = box.facts(args)
	}
	var layers []layer
	if err == nil {
		if layers, err = box.layers(context.Background(), args, rough); err != nil {
			box.at = "/layout"
		}
		for k, l := range layers {
			p.Facts = append(p.Facts, contract.Fact{Label: fmt.Sprintf("Layer %d along c", k+1), Value: layerWords(layers[k:k+1]) + pluralVerb(len(l.members), "", " together")})
		}
	}
	if err == nil && args.Tolerance > 0 {
		err = packFailure(pack.Feasible(box.cell, box.species(layers), pack.Options{Tolerance: args.Tolerance}))
	}
	if err != nil {
		p.Problems = append(p.Problems, contract.Problem{Path: box.at, Rule: "feasible", Message: err.Error()})
	} else if filling := box.filling(); filling > denseFilling {
		p.Warnings = append(p.Warnings, fmt.Sprintf("The molecules fill %.0f %% of the box, more than liquids do; the minimum distance may not be reached.", 100*filling))
	} else if text, ok := box.gasWarning(args); ok {
		p.Warnings = append(p.Warnings, text)
	}
	return p
}

// sized reports whether what the way of sizing needs is there.
func (a *boxArguments) sized() bool {
	ratio := aspectOf(*a)
	shaped := ratio[0] > 0 && ratio[1] > 0 && ratio[2] > 0
	switch a.SizeBy {
	case byEdge:
		return shaped && a.Edge > 0
	case byEdgeAndDensity:
		return shaped && a.Edge > 0 && a.Density > 0
	case byCell:
		return a.Cell != nil
	case byCellAndDensity:
		return a.Cell != nil && a.Density > 0
	case byGas:
		return shaped && a.Temperature > 0 && a.Pressure > 0
	}
	return shaped && a.Density > 0
}

// facts says what the box is, first what follows from what was given.
func (p *plan) facts(args boxArguments) (facts []contract.Fact) {
	say := func(label, format string, values ...any) {
		facts = append(facts, contract.Fact{Label: label, Value: fmt.Sprintf(format, values...)})
	}
	volume := p.cell.Volume()
	mass := totalMass(p.list)
	switch args.SizeBy {
	case byEdge, byCell, byGas:
		say("Density", "%s g/cm³", threeDigits(mass/avogadro/volume*1e24))
	case byEdgeAndDensity, byCellAndDensity:
		for _, c := range p.list {
			say("Count of "+c.name, "%s", format.Grouped(c.count))
		}
		say("Density reached", "%s g/cm³", threeDigits(mass/avogadro/volume*1e24))
	}
	if v := p.cell.Vectors(); p.cell.Orthogonal() && v[0] == v[4] && v[4] == v[8] {
		say("Edge", "%.2f Å", v[0])
	} else {
		lengths, angles := p.cell.Parameters()
		say("Edges", "%.2f × %.2f × %.2f Å", lengths[0], lengths[1], lengths[2])
		if !p.cell.Orthogonal() {
			say("Angles", "%.1f, %.1f, %.1f°", angles[0], angles[1], angles[2])
		}
	}
	say("Atoms", "%s", format.Grouped(totalAtoms(p.list)))
	say("Molecules", "%s", format.Grouped(totalMolecules(p.list)))
	say("Number density", "%.3g /nm³", 1000*float64(totalMolecules(p.list))/volume)
	say("Mass", "%s u", format.Grouped(int(math.Round(mass))))
	say("Filling (vdW)", "%.2f", p.filling())
	return facts
}

// proposeDensity proposes the density that the liquids have as a mixture, where the
// density is asked for.
func proposeDensity(args boxArguments, list []copies) []contract.Proposal {
	switch args.SizeBy {
	case byEdge, byCell, byGas:
		return nil
	}
	density, complete := mixtureDensity(list)
	density = rounded(density, 3)
	if !(density > 0 && density <= 5) {
		return nil
	}
	value, err := json.Marshal(density)
	if err != nil {
		return nil
	}
	reason := "Proposed from the liquid"
	switch {
	case !complete:
		reason = "Proposed from the liquids that are known"
	case len(list) > 1:
		reason = "Proposed from the mixture"
	}
	return []contract.Proposal{{Path: "/density", Value: value, Reason: reason}}
}
