package tools

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/pack"
	"github.com/molsmith/molsmith/contract"
)

// avogadro is the number of particles in a mole (SI 2019).
const avogadro = 6.02214076e23

// boxComponent is one row of the components table.
type boxComponent struct {
	Molecule contract.Molecule `json:"molecule" schema:"title=Molecule"`
	Count    int               `json:"count" schema:"title=Count;minimum=1;maximum=500000;examples=100;unit=count"`
}

// boxArguments are the arguments of liquid_box (contract §12.1).
type boxArguments struct {
	Components []boxComponent `json:"components" schema:"title=Components;minItems=1;maxItems=8" doc:"The molecules of the mixture and how many of each. The counts are exact."`
	Density    float64        `json:"density" schema:"title=Density;exclusiveMinimum=0;maximum=5;default=1;unit=g/cm3" doc:"Mass per volume of the whole box; it sets the size of the box."`
	Shape      string         `json:"shape" schema:"title=Box shape;enum=cubic|orthorhombic;default=cubic" doc:"A cubic box has equal edges; an orthorhombic one has the aspect ratio below."`
	Aspect     [3]float64     `json:"aspect" schema:"title=Aspect ratio a:b:c;exclusiveMinimum=0;default=[1,1,1]" doc:"Ratio of the edges of an orthorhombic box. A cubic box ignores it."`
	Tolerance  float64        `json:"tolerance" schema:"title=Minimum distance;minimum=1;maximum=4;default=2;unit=angstrom" doc:"No two atoms of different molecules are closer than this, across the periodic boundaries too."`
	Seed       contract.Seed  `json:"seed" schema:"title=Seed" doc:"The same arguments and the same seed give the same box."`
}

func liquidBox() *contract.Tool {
	return must(contract.Define(contract.Definition[boxArguments]{
		Name:            "liquid_box",
		Title:           "Liquid box",
		Description:     "Fill a periodic box with molecules at a given density. Give each component and its number of copies: the counts are exact, the box gets the size that makes the density, molecules stay rigid and whole, and no two atoms of different molecules come closer than the minimum distance, periodic images included. A component is a molecule with a 3D mol block, whose geometry stays, or with a SMILES, which gets its hydrogens and a relaxed geometry.",
		Category:        contract.Bulk,
		Apply:           contract.NewDocument,
		ExpectedSeconds: 20,
		Provenance:      contract.Provenance{{Key: "molsmith", Value: Version}},
		Summary:         boxSummary,
		Preview:         boxPreview,
		Explain:         explainMolecule,
	}, runLiquidBox))
}

func runLiquidBox(ctx context.Context, args boxArguments, call *contract.Call) (*contract.BuilderResult, error) {
	list, warnings, err := readComponents(ctx, args)
	if err != nil {
		return nil, err
	}
	if n := totalAtoms(list); n > contract.MaxAtoms {
		return nil, failure(contract.TooManyAtoms, "The box would hold %d atoms, more than the limit of %d: use fewer molecules.", n, contract.MaxAtoms)
	}
	box, err := boxCell(args, list)
	if err != nil {
		return nil, err
	}
	packed, err := pack.Box(ctx, box, packSpecies(list), pack.Options{Tolerance: args.Tolerance, Seed: uint64(args.Seed)}, call.Progress)
	if err != nil {
		return nil, packFailure(err)
	}
	vectors := box.Vectors()
	result := &contract.BuilderResult{Name: resultName(list), Structure: assemble(list, packed.Positions)}
	result.Structure.Cell = &vectors
	proven := packedProof(packed, list)
	proven.density = densityOf(totalMass(list), &vectors)
	proven.record(&result.Provenance)
	result.Warnings = append(warnings, proven.warnings(args.Tolerance)...)
	if charge := totalCharge(list); charge != 0 {
		result.Warnings = append(result.Warnings, fmt.Sprintf("The box has a net charge of %+d e.", charge))
	}
	return result, nil
}

func round4(x float64) float64 { return math.Round(x*1e4) / 1e4 }

func readComponents(ctx context.Context, args boxArguments) (list []copies, warnings []string, err error) {
	for _, row := range args.Components {
		c, err := readMolecule(ctx, row.Molecule, args.Seed, relaxed)
		if err != nil {
			return nil, nil, err
		}
		warnings = append(warnings, c.warnings...)
		list = append(list, copies{component: c, count: row.Count})
	}
	return list, warnings, nil
}

func packSpecies(list []copies) []pack.Species {
	species := make([]pack.Species, len(list))
	for i, c := range list {
		bonds := make([][2]int, len(c.atoms.Bonds))
		for k, b := range c.atoms.Bonds {
			bonds[k] = [2]int{int(b[0]), int(b[1])}
		}
		species[i] = pack.Species{Positions: c.atoms.Positions, Count: c.count, Bonds: bonds}
	}
	return species
}

// totalMass is the mass of all copies in u.
func totalMass(list []copies) float64 {
	mass := 0.0
	for _, c := range list {
		mass += float64(c.count) * c.mass
	}
	return mass
}

// boxEdges returns the edges in Å that give the box its density and shape.
func boxEdges(args boxArguments, list []copies) [3]float64 {
	ratio := [3]float64{1, 1, 1}
	if args.Shape == "orthorhombic" {
		ratio = args.Aspect
	}
	volume := totalMass(list) / avogadro / args.Density * 1e24
	scale := math.Cbrt(volume / (ratio[0] * ratio[1] * ratio[2]))
	return [3]float64{ratio[0] * scale, ratio[1] * scale, ratio[2] * scale}
}

// boxCell makes the cell, or refuses one that no arrangement can fill.
func boxCell(args boxArguments, list []copies) (cell.Cell, error) {
	edges := boxEdges(args, list)
	if shortest := min(edges[0], edges[1], edges[2]); !(shortest >= 2*args.Tolerance) {
		return cell.Cell{}, failure(contract.BoxTooSmall,
			"The box is too small: its shortest edge is %.1f Å, less than twice the minimum distance of %g Å. Use more molecules or a lower density.", shortest, args.Tolerance)
	}
	box, err := cell.New([9]float64{edges[0], 0, 0, 0, edges[1], 0, 0, 0, edges[2]})
	if err != nil {
		return cell.Cell{}, failure(contract.InvalidArguments, "The box of %.4g × %.4g × %.4g Å cannot be used: %v.", edges[0], edges[1], edges[2], err)
	}
	return box, nil
}

// totalCharge is the charge of all copies in e.
func totalCharge(list []copies) int {
	charge := 0
	for _, c := range list {
		charge += c.count * c.charge
	}
	return charge
}

func boxSummary(args boxArguments, r *contract.BuilderResult) string {
	parts := make([]string, len(args.Components))
	for i, c := range args.Components {
		parts[i] = fmt.Sprintf("%d %s", c.Count, c.Molecule.Name)
	}
	v := r.Structure.Cell
	line := fmt.Sprintf("Liquid box: %s; %.1f × %.1f × %.1f Å, %s g/cm³, %d atoms",
		strings.Join(parts, ", "), v[0], v[4], v[8], threeDigits(args.Density), len(r.Structure.Elements))
	proven := recordedProof(&r.Provenance)
	return line + ", " + proven.summary() + "."
}

// threeDigits writes a density with three significant digits, zeros kept.
func threeDigits(x float64) string {
	decimals := 2
	for limit := 1.0; x < limit && decimals < 8; limit /= 10 {
		decimals++
	}
	return fmt.Sprintf("%.*f", decimals, x)
}
