package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/molsmith/molsmith/chem/library"
	"github.com/molsmith/molsmith/chem/pack"
	"github.com/molsmith/molsmith/contract"
)

// denseFilling is the van der Waals filling above which boxes are seldom reached:
// water at 1 g/cm³ fills 0.65 with Bondi radii, organic liquids 0.5 to 0.6.
const denseFilling = 0.72

// boxPreview computes what the form shows while it is filled: the size that the
// density makes, how full the box is, a density the mixture would have, and what a
// run would refuse. Arguments that are missing or wrong are zero here.
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
		list = append(list, copies{component: c, count: row.Count})
	}
	if len(p.Problems) > 0 || len(list) == 0 {
		return p
	}
	atoms := totalAtoms(list)
	p.Proposals = proposeDensity(args, list)
	if !(args.Density > 0) {
		p.Facts = []contract.Fact{{Label: "Atoms", Value: grouped(atoms)}}
		return p
	}
	edges := boxEdges(args, list)
	volume := edges[0] * edges[1] * edges[2]
	filling := fillVolume(list) / volume
	p.Facts = []contract.Fact{
		edgeFact(edges),
		{Label: "Atoms", Value: grouped(atoms)},
		{Label: "Molecules", Value: grouped(totalMolecules(list))},
		{Label: "Number density", Value: fmt.Sprintf("%.3g /nm³", 1000*float64(totalMolecules(list))/volume)},
		{Label: "Mass", Value: grouped(int(math.Round(totalMass(list)))) + " u"},
		{Label: "Filling (vdW)", Value: fmt.Sprintf("%.2f", filling)},
	}
	if atoms > contract.MaxAtoms {
		p.Problems = append(p.Problems, contract.Problem{Path: "/components", Rule: "atoms", Limit: contract.MaxAtoms,
			Message: fmt.Sprintf("%s atoms are more than the limit of %s", grouped(atoms), grouped(contract.MaxAtoms))})
		return p
	}
	if !(args.Tolerance > 0) {
		return p
	}
	box, err := boxCell(args, list)
	if err == nil {
		err = packFailure(pack.Feasible(box, packSpecies(list), pack.Options{Tolerance: args.Tolerance}))
	}
	if err != nil {
		p.Problems = append(p.Problems, contract.Problem{Path: "/density", Rule: "feasible", Message: err.Error()})
	} else if filling > denseFilling {
		p.Warnings = append(p.Warnings, fmt.Sprintf("The molecules fill %.0f %% of the box, more than liquids do; the minimum distance may not be reached.", 100*filling))
	}
	return p
}

func edgeFact(edges [3]float64) contract.Fact {
	if edges[0] == edges[1] && edges[1] == edges[2] {
		return contract.Fact{Label: "Edge", Value: fmt.Sprintf("%.2f Å", edges[0])}
	}
	return contract.Fact{Label: "Edges", Value: fmt.Sprintf("%.2f × %.2f × %.2f Å", edges[0], edges[1], edges[2])}
}

// proposeDensity mixes the densities of the liquids by volume without excess:
// 1/ρ = Σ w/ρ. A component whose liquid density the library does not know ends it.
func proposeDensity(args boxArguments, list []copies) []contract.Proposal {
	volume := 0.0
	for i, c := range list {
		entry, ok := library.Named(args.Components[i].Molecule.Name)
		if !ok || entry.Density == 0 || entry.Atoms != c.atoms.Len() || math.Abs(entry.Record().Mol.Weight()-c.mass) > 0.01 {
			return nil
		}
		volume += float64(c.count) * c.mass / entry.Density
	}
	value, err := json.Marshal(math.Round(totalMass(list)/volume*1000) / 1000)
	if err != nil {
		return nil
	}
	reason := "Proposed from the liquid"
	if len(list) > 1 {
		reason = "Proposed from the mixture"
	}
	return []contract.Proposal{{Path: "/density", Value: value, Reason: reason}}
}

// grouped writes a count with thin spaces between groups of three digits.
func grouped(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "\u2009" + text[i:]
	}
	return text
}
