package tools

import (
	"fmt"
	"math"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/polymer"
	"github.com/molsmith/molsmith/contract"
)

// meltPreview says how large the box gets, and what a run would refuse.
func meltPreview(args meltArguments) contract.Preview {
	var p contract.Preview
	if args.Chains < 1 || args.SizeBy == sizeByEdge && !(args.Edge > 0) || args.SizeBy != sizeByEdge && !(args.Density > 0) {
		return p
	}
	d := args.request().preview(&p, args.Chains)
	if d == nil {
		return p
	}
	mass := float64(args.Chains) * d.mass()
	edge := args.edgeFor(mass)
	vectors := [9]float64{edge, 0, 0, 0, edge, 0, 0, 0, edge}
	p.Facts = append([]contract.Fact{
		{Label: "Edge", Value: fmt.Sprintf("%.2f Å", edge)},
		{Label: "Density", Value: threeDigits(densityOf(mass, &vectors)) + " g/cm³"},
		{Label: "Chains", Value: format.Grouped(args.Chains)},
		{Label: "Units", Value: format.Grouped(args.Chains * len(d.order))},
		{Label: "Atoms", Value: format.Grouped(args.Chains * d.kinds.atoms(d.order))},
		{Label: "Mass", Value: format.Grouped(int(math.Round(mass))) + " u"},
	}, d.unitFacts()...)
	p.Structure = d.dimer()
	err := args.limits(d)
	if err == nil {
		_, err = (&melt{edge: edge}).cell()
	}
	if err != nil {
		p.Problems = problemsOf(err)
		return p
	}
	p.Cell = &vectors
	size := "/density"
	if args.SizeBy == sizeByEdge {
		size = "/edge"
	}
	filling := float64(args.Chains) * d.fillVolume() / (edge * edge * edge)
	switch {
	case filling > polymer.MaxFraction:
		p.Problems = append(p.Problems, contract.Problem{Path: size, Rule: "feasible", Message: fmt.Sprintf("The chains would fill %.0f %% of the box, and more than %.0f %% is not possible: use a larger one.", 100*filling, 100*polymer.MaxFraction)})
	case filling > denseFilling:
		p.Warnings = append(p.Warnings, fmt.Sprintf("The chains fill %.0f %% of the box, more than melts do; they may not find room.", 100*filling))
	}
	return p
}

// fillVolume is the van der Waals volume of a chain in Å³, by the measure that a run refuses
// boxes by.
func (d *design) fillVolume() float64 {
	inner := make([]float64, len(d.kinds.monomers)) // between two neighbors
	sum := 0.0
	for i, p := range d.kinds.monomers {
		volumes := polymer.AtomVolumes(p.plain, p.atoms.Positions)
		for a, v := range volumes {
			if a != p.headLeaves && a != p.tailLeaves {
				inner[i] += v
			}
		}
		if i == d.order[0] {
			sum += volumes[p.headLeaves]
		}
		if i == d.order[len(d.order)-1] {
			sum += volumes[p.tailLeaves]
		}
	}
	for _, m := range d.order {
		sum += inner[m]
	}
	return sum
}

func (m *melt) cell() (cell.Cell, error) {
	box, err := cell.New([9]float64{m.edge, 0, 0, 0, m.edge, 0, 0, 0, m.edge})
	if err != nil {
		return box, failure(contract.InvalidArguments, "The box with an edge of %.4g Å cannot be used: %v.", m.edge, err)
	}
	return box, nil
}
