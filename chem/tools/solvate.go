package tools

import (
	"context"
	"fmt"

	"github.com/molsmith/molsmith/chem/pack"
	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/contract"
)

// furtherSolvent is one row of the table of further solvents.
type furtherSolvent struct {
	Molecule contract.Molecule `json:"molecule" schema:"title=Molecule"`
	Ratio    float64           `json:"ratio" schema:"title=Ratio;exclusiveMinimum=0;maximum=1000000;default=1" doc:"Molecules of it for each molecule of the solvent."`
	Residue  string            `json:"residue" schema:"title=Residue;maxLength=4;default=" doc:"Residue name; empty: the first letters of the molecule's name."`
}

// solvateArguments are the arguments of solvate: those of contract §12.3, then ours,
// whose defaults change nothing.
type solvateArguments struct {
	Document  *contract.Structure `json:"document"`
	Solvent   contract.Molecule   `json:"solvent" schema:"title=Solvent"`
	Seed      contract.Seed       `json:"seed" schema:"title=Seed" doc:"The same arguments and the same seed give the same solvent."`
	Density   float64             `json:"density" schema:"title=Density;exclusiveMinimum=0;maximum=5;default=1;unit=g/cm3" doc:"Mass per volume of the solvent in the part of the cell outside the van der Waals spheres of the open structure's atoms."`
	Tolerance float64             `json:"tolerance" schema:"title=Minimum distance;minimum=1;maximum=4;default=2;unit=angstrom" doc:"No atom of the solvent is closer than this to an atom of another molecule, across the periodic boundaries too."`

	Residue       string            `json:"residue" schema:"title=Residue;maxLength=4;default=" doc:"Residue name of the solvent; empty: the first letters of its name."`
	Amount        string            `json:"amount" schema:"title=Amount;enum=density|count;default=density" doc:"Fill to the density, or add a number of molecules."`
	Count         int               `json:"count" schema:"title=Count;minimum=1;maximum=500000;default=100;unit=count;when=amount:count" doc:"Molecules of the solvent, when the amount is a count."`
	Mixture       string            `json:"mixture" schema:"title=Mixture;enum=single|mixed;default=single" doc:"Mixed adds the further solvents below; single ignores them."`
	Further       []furtherSolvent  `json:"further" schema:"title=Further solvents;maxItems=7;optional;when=mixture:mixed"`
	Ions          string            `json:"ions" schema:"title=Ions;enum=none|neutralize|concentration|neutral_concentration|count;default=none" doc:"Ions to add with the solvent: those that balance the charge of the open structure, a salt of a concentration, both, or counts."`
	Cation        contract.Molecule `json:"cation" schema:"title=Cation;default={\"name\":\"Sodium ion\",\"smiles\":\"[Na+]\"};when=ions:neutralize|concentration|neutral_concentration|count"`
	Anion         contract.Molecule `json:"anion" schema:"title=Anion;default={\"name\":\"Chloride\",\"smiles\":\"[Cl-]\"};when=ions:neutralize|concentration|neutral_concentration|count"`
	Concentration float64           `json:"concentration" schema:"title=Concentration;exclusiveMinimum=0;maximum=20;default=0.15;unit=mol/L;when=ions:concentration|neutral_concentration" doc:"Formula units of the salt per volume that is filled: the free volume, not the cell."`
	Cations       int               `json:"cations" schema:"title=Cations;minimum=0;maximum=500000;default=1;unit=count;when=ions:count"`
	Anions        int               `json:"anions" schema:"title=Anions;minimum=0;maximum=500000;default=1;unit=count;when=ions:count"`
	Region        string            `json:"region" schema:"title=Where;enum=cell|shell|slab|sphere;default=cell" doc:"The part of the cell that is filled. Centers of molecules stay in it."`
	Shell         float64           `json:"shell" schema:"title=Thickness;exclusiveMinimum=0;maximum=30;default=5;unit=angstrom;when=region:shell" doc:"Within this distance of the nearest atom of the open structure."`
	Slab          slabArguments     `json:"slab" schema:"title=Slab;optional;when=region:slab"`
	Sphere        sphereArguments   `json:"sphere" schema:"title=Sphere;optional;when=region:sphere"`
}

func solvate() *contract.Tool {
	return must(contract.Define(contract.Definition[solvateArguments]{
		Name:            "solvate",
		Title:           "Solvate",
		Description:     "Fill the empty space of the open structure's cell with solvent molecules. The number of molecules is chosen so that the solvent has the given density (g/cm³) in the part of the cell outside the van der Waals spheres of the atoms that are there, or it is given. Works in any right-handed cell; molecules stay rigid and whole, and no atom of one comes closer to any other molecule than the minimum distance, periodic images included. Only the added molecules are returned; the open structure, its water included, is not changed. Mixtures, ions and a part of the cell are optional.",
		Category:        contract.Solvation,
		Apply:           contract.Insert,
		ExpectedSeconds: 30,
		Provenance:      contract.Provenance{{Key: "molsmith", Value: Version}},
		Summary:         solvateSummary,
		Preview:         solvatePreview,
		Explain:         explainMolecule,
	}, runSolvate))
}

func (a *solvateArguments) place() place {
	return place{kind: a.Region, shell: a.Shell, slab: a.Slab, sphere: a.Sphere}
}

func runSolvate(ctx context.Context, args solvateArguments, call *contract.Call) (*contract.BuilderResult, error) {
	h, err := readHost(args.Document)
	if err != nil {
		return nil, err
	}
	mix, err := args.recipe(ctx, relaxed)
	if err != nil {
		return nil, err
	}
	call.Progress(0.01, "measuring the free volume")
	space, err := h.space(ctx, args.place())
	if err != nil {
		return nil, err
	}
	list, err := mix.counts(h, space.free)
	if err != nil {
		return nil, err
	}
	return h.fill(ctx, filling{
		list: list, space: space, tolerance: args.Tolerance, seed: args.Seed,
		name: structure.Slug(args.Solvent.Name) + "-solvent", warnings: mix.notes(h, list),
	}, call)
}

// filling is what is put into the free space of a document.
type filling struct {
	list      []copies
	space     *space
	tolerance float64
	seed      contract.Seed
	name      string
	warnings  []string
	strict    bool // what does not keep the tolerance is refused
}

// fill packs the molecules around the atoms of the document and makes the result, which
// holds what was added.
func (h *host) fill(ctx context.Context, f filling, call *contract.Call) (*contract.BuilderResult, error) {
	if err := h.checkThin(f.tolerance); err != nil {
		return nil, err
	}
	list := placed(f.list)
	if err := withinLimit(ctx, len(h.document.Elements)+totalAtoms(list)); err != nil {
		return nil, err
	}
	taken, err := h.taken(ctx, f.space, f.tolerance)
	if err != nil {
		return nil, err
	}
	opt := pack.Options{
		Tolerance: f.tolerance, Seed: uint64(f.seed), Fixed: h.document.Positions, FixedVolume: taken,
		Region: f.space.bounds(totalMolecules(list)),
	}
	for _, b := range h.document.Bonds {
		opt.FixedBonds = append(opt.FixedBonds, [2]int{int(b[0]), int(b[1])})
	}
	packed, err := pack.Box(ctx, h.cell, packSpecies(list), opt, call.Progress)
	if err != nil {
		return nil, packFailure(err)
	}
	if f.strict && !packed.Converged {
		return nil, noPlace(totalMolecules(list), f.tolerance)
	}
	result := &contract.BuilderResult{Name: f.name[:min(len(f.name), maxResultName)], Structure: assemble(list, packed.Positions)}
	if err := h.number(&result.Structure); err != nil {
		return nil, err
	}
	vectors := *h.document.Cell
	result.Structure.Cell = &vectors
	proven := packedProof(packed, list)
	proven.density = densityOf(h.mass()+totalMass(list), &vectors)
	proven.record(&result.Provenance)
	result.Provenance.Set("freeVolume", rounded(f.space.free, 2))
	result.Warnings = append(f.warnings, proven.warnings(f.tolerance)...)
	return result, nil
}

func solvateSummary(args solvateArguments, r *contract.BuilderResult) string {
	counts, _ := r.Provenance.Get(provenCounts)
	free, _ := r.Provenance.Get("freeVolume")
	proven := recordedProof(&r.Provenance)
	return fmt.Sprintf("Solvate: added %v (%d atoms) in %v Å³ of free volume; the whole cell has %s g/cm³, %s.",
		counts, len(r.Structure.Elements), free, threeDigits(proven.density), proven.summary())
}
