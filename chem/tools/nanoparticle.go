package tools

import (
	"context"
	"fmt"

	"github.com/molsmith/molsmith/chem/crystal"
	"github.com/molsmith/molsmith/contract"
)

// particleFacet is a row of the facets of a nanoparticle.
type particleFacet struct {
	Miller [3]int  `json:"miller" schema:"title=Miller indices h k l;minimum=-20;maximum=20;default=[1,1,1]"`
	Energy float64 `json:"energy" schema:"title=Surface energy;exclusiveMinimum=0;maximum=1000000;default=1" doc:"In any unit, the same for all facets."`
}

// particleArguments are the arguments of nanoparticle.
type particleArguments struct {
	crystalArguments
	Facets []particleFacet `json:"facets" schema:"title=Facets;minItems=1;maxItems=20" doc:"One of each kind; the symmetry of the crystal gives the others."`
	Atoms  int             `json:"atoms" schema:"title=Atoms;minimum=1;maximum=200000;default=200;unit=count" doc:"The particle gets the number nearest to it that whole shells make."`
	Center [3]float64      `json:"center" schema:"title=Center;minimum=-1;maximum=1;default=[0,0,0]" doc:"In the conventional cell, fractional: 0 0 0 is an atom of most structure types."`
	Vacuum float64         `json:"vacuum" schema:"title=Vacuum;exclusiveMinimum=0;maximum=1000;default=10;unit=angstrom" doc:"On all sides."`
}

func nanoparticle() *contract.Tool {
	return must(contract.Define(contract.Definition[particleArguments]{
		Name:            "nanoparticle",
		Title:           "Nanoparticle",
		Description:     "Build a nanoparticle of the shape with the least surface energy (Wulff construction): each kind of facet at a distance in proportion to its energy, repeated by the symmetry of the crystal. The number of atoms is the nearest that complete shells make. The answer says how many facets of each kind the particle has and their part of its surface.",
		Category:        contract.Bulk,
		Apply:           contract.NewDocument,
		ExpectedSeconds: 2,
		Provenance:      contract.Provenance{{Key: "molsmith", Value: Version}},
		Summary:         func(_ particleArguments, r *contract.BuilderResult) string { return crystalWords("Nanoparticle", r) },
		Preview:         particlePreview,
	}, runNanoparticle))
}

// particle returns the particle, the name of its crystal, and what is said of that.
func (a *particleArguments) particle(ctx context.Context) (*crystal.Wulff, string, []string, error) {
	bulk, name, facts, err := a.build(crystal.Conventional)
	if err != nil {
		return nil, "", nil, err
	}
	o := crystal.Particle{Atoms: a.Atoms, Center: a.Center, Vacuum: a.Vacuum}
	for _, f := range a.Facets {
		o.Facets = append(o.Facets, crystal.Facet{Miller: f.Miller, Energy: f.Energy})
	}
	got, err := o.Build(ctx, bulk, 0)
	return got, name, facts, err
}

func runNanoparticle(ctx context.Context, args particleArguments, _ *contract.Call) (*contract.BuilderResult, error) {
	if err := withinLimit(ctx, args.Atoms); err != nil {
		return nil, err
	}
	got, name, facts, err := args.particle(ctx)
	if err != nil {
		return nil, crystalFailure(err)
	}
	for _, f := range got.Faces {
		facts = append(facts, fmt.Sprintf("%d facets {%s}, %.0f %% of the surface", f.Count, millerWords(f.Miller), 100*f.Part))
	}
	facts = append(facts, fmt.Sprintf("diameter %.1f Å", got.Diameter))
	return crystalResult(name+"-particle", got.Structure, facts)
}
