package tools

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/pack"
	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/contract"
)

// avogadro is the number of particles in a mole (SI 2019).
const avogadro = 6.02214076e23

// boxComponent is one row of the components table.
type boxComponent struct {
	Molecule contract.Molecule `json:"molecule" schema:"title=Molecule"`
	Count    int               `json:"count" schema:"title=Count;minimum=1;maximum=500000;examples=100;unit=count"`
	Residue  string            `json:"residue" schema:"title=Residue;maxLength=4;default=" doc:"Up to four letters or digits, upper case; empty: made from the name. Each component gets a different one."`
	Layer    int               `json:"layer" schema:"title=Layer;minimum=1;maximum=8;default=1;when=layout:layered" doc:"Of a layered box: layer 1 is at the origin, the next follow along c. Several components may share one."`
}

// boxArguments are the arguments of liquid_box: those of the contract (§12.1), and
// size_by and layout with what they use, whose defaults mean what the contract says.
type boxArguments struct {
	Components  []boxComponent    `json:"components" schema:"title=Components;minItems=1;maxItems=8" doc:"The molecules of the mixture and how many of each. The counts are exact, unless the box is sized by a size and a density: then they are a ratio."`
	SizeBy      string            `json:"size_by" schema:"title=Size by;enum=density|edge|edge_and_density|cell|cell_and_density|gas;default=density" doc:"Of density, size and counts, two fix the third. density: the counts and a density give the size. edge, cell: the counts and a size give the density. edge_and_density, cell_and_density: these give the counts, in the ratio of those in the table. gas: the counts, a temperature and a pressure give the size of an ideal gas."`
	Density     float64           `json:"density" schema:"title=Density;exclusiveMinimum=0;maximum=5;default=1;unit=g/cm3;when=size_by:density|edge_and_density|cell_and_density" doc:"Mass per volume of the whole box; it sets the size of the box."`
	Edge        float64           `json:"edge" schema:"title=Edge;exclusiveMinimum=0;maximum=100000;default=30;unit=angstrom;when=size_by:edge|edge_and_density" doc:"Edge a of the box, when it is sized by edge; the others follow from the aspect ratio."`
	Cell        *contract.CellArg `json:"cell" schema:"title=Cell;when=size_by:cell|cell_and_density" doc:"Vectors of a right-handed cell of any shape, when the box is sized by cell."`
	Temperature float64           `json:"temperature" schema:"title=Temperature;exclusiveMinimum=0;maximum=10000;default=298.15;unit=kelvin;when=size_by:gas" doc:"Of the gas, when the box is sized as one."`
	Pressure    float64           `json:"pressure" schema:"title=Pressure;exclusiveMinimum=0;maximum=1000;default=1;unit=bar;when=size_by:gas" doc:"Of the gas, when the box is sized as one."`
	Shape       string            `json:"shape" schema:"title=Box shape;enum=cubic|orthorhombic;default=cubic;when=size_by:density|edge|edge_and_density|gas" doc:"A cubic box has equal edges; an orthorhombic one has the aspect ratio below."`
	Aspect      [3]float64        `json:"aspect" schema:"title=Aspect ratio a:b:c;exclusiveMinimum=0;default=[1,1,1];when=shape:orthorhombic" doc:"Ratio of the edges of an orthorhombic box. A cubic box ignores it."`
	Layout      string            `json:"layout" schema:"title=Layout;enum=mixed|layered;default=mixed" doc:"mixed: all components anywhere. layered: each component in its layer along c, as two phases; the layers share the box as the volumes of their liquids."`
	Tolerance   float64           `json:"tolerance" schema:"title=Minimum distance;minimum=1;maximum=4;default=2;unit=angstrom" doc:"No two atoms of different molecules are closer than this, across the periodic boundaries too."`
	Seed        contract.Seed     `json:"seed" schema:"title=Seed" doc:"The same arguments and the same seed give the same box."`
}

func liquidBox() *contract.Tool {
	return must(contract.Define(contract.Definition[boxArguments]{
		Name:            "liquid_box",
		Title:           "Liquid box",
		Description:     "Fill a periodic box with molecules at a given density. Give each component and its number of copies: the counts are exact, the box gets the size that makes the density (size_by offers the other ways), molecules stay rigid and whole, and no two atoms of different molecules come closer than the minimum distance, periodic images included. A component is a molecule with a 3D mol block, whose geometry stays, or with a SMILES, which gets its hydrogens and a relaxed geometry.",
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
	box, err := sizeBox(args, list)
	if n := totalAtoms(box.list); n > contract.MaxAtoms {
		return nil, failure(contract.TooManyAtoms, "The box would hold %d atoms, more than the limit of %d: use fewer molecules.", n, contract.MaxAtoms)
	}
	if err != nil {
		return nil, err
	}
	if err := withinLimit(ctx, totalAtoms(box.list)); err != nil {
		return nil, err
	}
	layers, err := box.layers(ctx, args, relaxed)
	if err != nil {
		return nil, err
	}
	packed, err := pack.Box(ctx, box.cell, box.species(layers), pack.Options{Tolerance: args.Tolerance, Seed: uint64(args.Seed)}, call.Progress)
	if err != nil {
		return nil, packFailure(err)
	}
	vectors := box.cell.Vectors()
	result := &contract.BuilderResult{Name: resultName(box.list), Structure: assemble(box.list, packed.Positions)}
	result.Structure.Cell = &vectors
	proven := packedProof(packed, box.list)
	proven.density = densityOf(totalMass(box.list), &vectors)
	proven.record(&result.Provenance)
	if layers != nil {
		result.Provenance.Set(provenLayers, layerWords(layers))
	}
	result.Warnings = slices.Concat(warnings, proven.warnings(args.Tolerance), box.warnings(args, packed))
	return result, nil
}

// provenLayers is the key of the layers in the provenance.
const provenLayers = "layers"

// warnings says what is not as asked, besides the proof.
func (p *plan) warnings(args boxArguments, packed *pack.Result) (warnings []string) {
	if packed.Outside > 0 {
		warnings = append(warnings, fmt.Sprintf("%d %s out of %s: there is no room for them inside.", packed.Outside, pluralVerb(packed.Outside, "molecule reaches", "molecules reach"), pluralVerb(packed.Outside, "its layer", "their layers")))
	}
	if text, ok := p.gasWarning(args); ok {
		warnings = append(warnings, text)
	}
	if charge := totalCharge(p.list); charge != 0 {
		warnings = append(warnings, fmt.Sprintf("The box has a net charge of %+d e.", charge))
	}
	return append(warnings, residueWarnings(p.list, residueNames(p.list))...)
}

// residueWarnings says which residue names were asked for and taken already: residues
// are those that the components of list got.
func residueWarnings(list []copies, residues []string) (warnings []string) {
	for i, c := range list {
		if asked := structure.ResidueName(c.residue); c.residue != "" && asked != residues[i] {
			warnings = append(warnings, fmt.Sprintf("The residue name %s is taken: %s got %s.", asked, quoted(c.name), residues[i]))
		}
	}
	return warnings
}

func pluralVerb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

func round4(x float64) float64 { return math.Round(x*1e4) / 1e4 }

func readComponents(ctx context.Context, args boxArguments) (list []copies, warnings []string, err error) {
	for _, row := range args.Components {
		c, err := readMolecule(ctx, row.Molecule, args.Seed, relaxed)
		if err != nil {
			return nil, nil, err
		}
		warnings = append(warnings, c.warnings...)
		list = append(list, copies{component: c, count: row.Count, residue: row.Residue})
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

// totalCharge is the charge of all copies in e.
func totalCharge(list []copies) int {
	charge := 0
	for _, c := range list {
		charge += c.count * c.charge
	}
	return charge
}

// nameBudget is how many characters of a summary are for names: the proof comes after
// them, and a summary is cut where it is too long.
const nameBudget = 240

func boxSummary(args boxArguments, r *contract.BuilderResult) string {
	proven := recordedProof(&r.Provenance)
	parts := make([]string, len(args.Components))
	for i, c := range args.Components {
		parts[i] = fmt.Sprintf("%d %s", proven.counts[i].count, shortened(c.Molecule.Name, nameBudget/len(args.Components)))
	}
	line := fmt.Sprintf("Liquid box: %s; %s, %s g/cm³, %d atoms, %s",
		strings.Join(parts, ", "), cellWords(r.Structure.Cell), threeDigits(proven.density), len(r.Structure.Elements), proven.summary())
	if v, ok := r.Provenance.Get(provenLayers); ok {
		line += fmt.Sprintf("; layers along c: %v", v)
	}
	return line + "."
}

// cellWords says the edges of a cell, and its angles when they are not all right ones.
func cellWords(v *[9]float64) string {
	c, err := cell.New(*v)
	if err != nil || c.Orthogonal() {
		return fmt.Sprintf("%.1f × %.1f × %.1f Å", v[0], v[4], v[8])
	}
	lengths, angles := c.Parameters()
	return fmt.Sprintf("%.1f × %.1f × %.1f Å, %.1f, %.1f and %.1f°", lengths[0], lengths[1], lengths[2], angles[0], angles[1], angles[2])
}

// threeDigits writes a density with three significant digits, zeros kept.
func threeDigits(x float64) string {
	if x < 1e-6 {
		return strconv.FormatFloat(x, 'e', 2, 64)
	}
	decimals := 2
	for limit := 1.0; x < limit && decimals < 8; limit /= 10 {
		decimals++
	}
	return fmt.Sprintf("%.*f", decimals, x)
}
