package tools

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/grid"
	"github.com/molsmith/molsmith/chem/polymer"
	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/contract"
)

// meltArguments are the arguments of polymer_melt. Those that it shares with
// polymer_chain mean the same.
type meltArguments struct {
	unitArguments
	Chains int `json:"chains" schema:"title=Chains;minimum=1;maximum=5000;default=10;unit=count" doc:"Number of chains."`
	Length int `json:"length" schema:"title=Repeat units;minimum=1;maximum=5000;default=20;unit=count" doc:"Units of each chain. A written sequence has its own number. All chains together have at most 50,000."`

	SizeBy  string  `json:"size_by" schema:"title=Size from;enum=density|edge;default=density" doc:"What gives the cubic box its size."`
	Density float64 `json:"density" schema:"title=Density;exclusiveMinimum=0;maximum=5;default=0.8;unit=g/cm3;when=size_by:density" doc:"Mass of all chains per volume of the box."`
	Edge    float64 `json:"edge" schema:"title=Edge;exclusiveMinimum=0;maximum=10000;default=50;unit=angstrom;when=size_by:edge" doc:"Edge of the cubic box."`

	Seed contract.Seed `json:"seed" schema:"title=Seed" doc:"The same arguments and the same seed give the same box."`
	orderArguments
	Residue string `json:"residue" schema:"title=Residue name;maxLength=4;optional" doc:"Of the first monomer: up to four letters or digits; empty: from its name."`
}

func (a *meltArguments) request() *chainRequest {
	return newChainRequest(&a.unitArguments, &a.orderArguments, a.Length, a.Residue, a.Seed)
}

// sizeByEdge is the choice that gives a box its edge instead of its density.
const sizeByEdge = "edge"

// notEquilibrated is what a melt is, said wherever one is described.
const notEquilibrated = "a start for a simulation, not an equilibrated melt"

func polymerMelt() *contract.Tool {
	return must(contract.Define(contract.Definition[meltArguments]{
		Name:            "polymer_melt",
		Title:           "Polymer melt",
		Description:     "Fill a cubic periodic box with polymer chains at a given density. The chains grow in the box with a look at what is ahead, so that they avoid each other and their images, and are relaxed; no ring is pierced. Each chain is whole, with its center in the box: parts that reach out of it stand for their images inside. The result is " + notEquilibrated + ": conformations are those of growth, and long chains need a run of their own before anything is measured. Monomers, tacticity and composition are those of polymer_chain.",
		Category:        contract.Polymer,
		Apply:           contract.NewDocument,
		ExpectedSeconds: 60,
		Provenance:      contract.Provenance{{Key: "molsmith", Value: Version}},
		Summary:         meltSummary,
		Preview:         meltPreview,
		Explain:         explainMolecule,
	}, runPolymerMelt))
}

// melt is a box of chains before they grow.
type melt struct {
	designs []*design
	mass    float64 // u
	edge    float64 // Å
}

// maxMeltUnits is the largest number of units of all chains of a melt.
const maxMeltUnits = 50_000

// limits refuses more than can be built of chains like d.
func (a *meltArguments) limits(d *design) error {
	n := a.Chains
	if units := n * len(d.order); units > maxMeltUnits {
		return invalidArgument("/chains", "units", maxMeltUnits, "%d chains of %d units are %d units, more than the limit of %d: use fewer or shorter chains.", n, len(d.order), units, maxMeltUnits)
	}
	if atoms := n * d.kinds.atoms(d.order); atoms > contract.MaxAtoms {
		return failure(contract.TooManyAtoms, "The box would hold %d atoms, more than the limit of %d: use fewer or shorter chains.", atoms, contract.MaxAtoms)
	}
	return nil
}

// edgeFor is the edge of the box in Å for a mass in u.
func (a *meltArguments) edgeFor(mass float64) float64 {
	if a.SizeBy == sizeByEdge {
		return a.Edge
	}
	return math.Cbrt(mass / avogadro / a.Density * 1e24)
}

// plan designs the chains and gives the box its size. Chains differ in order, not in what
// they hold.
func (a *meltArguments) plan(ctx context.Context, r *chainRequest, k *kinds) (*melt, error) {
	m := &melt{}
	for i := range a.Chains {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		d, err := r.design(k, uint64(i))
		if err != nil {
			return nil, err
		}
		if i == 0 {
			if err := a.limits(d); err != nil {
				return nil, err
			}
		}
		m.designs = append(m.designs, d)
		m.mass += d.mass()
	}
	m.edge = a.edgeFor(m.mass)
	return m, nil
}

func runPolymerMelt(ctx context.Context, args meltArguments, call *contract.Call) (*contract.BuilderResult, error) {
	r := args.request()
	k, err := r.readKinds(ctx, relaxed, readAnyPart)
	if err != nil {
		return nil, err
	}
	m, err := args.plan(ctx, r, k)
	if err != nil {
		return nil, err
	}
	atoms := 0
	for _, d := range m.designs {
		atoms += d.kinds.atoms(d.order)
	}
	if err := withinLimit(ctx, atoms); err != nil {
		return nil, err
	}
	box, err := m.cell()
	if err != nil {
		return nil, err
	}
	requests := make([]polymer.Request, len(m.designs))
	for i, d := range m.designs {
		requests[i] = d.request
	}
	call.Progress(0.02, fmt.Sprintf("growing %d chains", len(requests)))
	made, err := polymer.Fill(ctx, box, requests, polymer.Options{Seed: growthSeed(args.Seed)}, func(f float64, message string) {
		call.Progress(0.02+0.93*f, message)
	})
	if err != nil {
		return nil, polymerFailure(err)
	}
	call.Progress(0.96, "measuring the chains")
	list := make([]*grown, len(made.Chains))
	total := &meltReport{}
	for i, c := range made.Chains {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		g := grownChain(m.designs[i], c)
		intoCell(&box, g.positions)
		for j, v := range g.positions {
			g.positions[j] = rounded(v, 4)
		}
		if !g.kept() {
			return nil, failure(contract.NotConverged, "A center of chain %d lost its configuration while the chains were relaxed: use another seed or a lower density.", i+1)
		}
		list[i] = g
		total.add(g.measure())
	}
	name := k.name() + "-melt"
	result := &contract.BuilderResult{Name: name[:min(len(name), maxResultName)], Structure: chains(list)}
	vectors := box.Vectors()
	result.Structure.Cell = &vectors
	p, err := meltProof(ctx, &box, &result.Structure, made, len(list), len(list[0].order))
	if err != nil {
		return nil, err
	}
	tactic, charge := 0, 0
	for _, d := range m.designs {
		tactic += d.tactic
		charge += d.charge()
	}
	result.Warnings = append(r.warnings(k, tactic, charge), contactWarnings(&made.Report, "")...)
	first := 0
	for _, g := range list[:made.Strain.Chain] {
		first += len(g.unit)
	}
	result.Warnings = append(result.Warnings, strainWarnings(&made.Strain, result.Structure.Elements, first, fmt.Sprintf(" of chain %d", made.Strain.Chain+1))...)
	if p.closest < meltContact {
		result.Warnings = append(result.Warnings, fmt.Sprintf("Atoms of different chains are %.2f Å apart, closer than %.1f Å; another seed or a lower density may avoid it.", p.closest, meltContact))
	}
	result.Provenance.Set("state", upperFirst(notEquilibrated))
	total.record(&result.Provenance, m)
	recordContacts(&result.Provenance, &made.Report)
	p.record(&result.Provenance)
	return result, nil
}

// intoCell moves a chain, which stays whole, to the image whose center lies in the cell, as
// simulation programs expect molecules: they wrap atoms themselves.
func intoCell(box *cell.Cell, x []float64) {
	center := geom.Centroid(x)
	move := box.Wrap(center).Sub(center)
	for i := range len(x) / 3 {
		geom.Put(x, i, geom.At(x, i).Add(move))
	}
}

// meltContact is the distance in Å below which atoms of different chains are too close.
const meltContact = 1.5

// meltProof measures the box on the positions that are returned; the error may be ctx's.
func meltProof(ctx context.Context, box *cell.Cell, s *contract.Structure, made *polymer.Melt, chains, units int) (*proof, error) {
	p := &proof{closest: math.Inf(1), pierced: made.Pierced, density: densityOf((&structure.Structure{Elements: s.Elements}).Mass(), s.Cell)}
	p.counts = []proofCount{{residue: fmt.Sprintf("%s of %d %s", plural(chains, "chain"), units, plural(units, "unit")), count: chains}}
	const reach = 4
	near, err := grid.New(box, s.Positions, reach)
	if err != nil {
		return nil, err
	}
	visit := func(i, j int, d geom.Vec3, d2 float64) {
		if s.Molecules[i] == s.Molecules[j] {
			direct := geom.At(s.Positions, j).Sub(geom.At(s.Positions, i))
			if direct.Sub(d).Norm2() < 1e-6 {
				return // of one chain, not of its image
			}
		}
		if distance := math.Sqrt(d2); distance < p.closest {
			p.closest, p.worstA, p.worstB = distance, int(s.Molecules[i]), int(s.Molecules[j])
		}
	}
	const block = 8192 // atoms between two looks at the context
	for from := 0; from < len(s.Elements); from += block {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		near.PairsOf(from, min(from+block, len(s.Elements)), visit)
	}
	return p, nil
}

// meltReport sums the reports of chains.
type meltReport struct {
	chains                  int
	meso, racemo, irregular int
	endToEnd2, gyration2    float64 // sums of squares, Å²
}

func (t *meltReport) add(r *chainReport) {
	t.chains++
	t.meso += r.meso
	t.racemo += r.racemo
	t.irregular += r.irregular
	t.endToEnd2 += r.endToEnd * r.endToEnd
	t.gyration2 += r.gyration * r.gyration
}

// record writes the report into the provenance of a result; sizes are root mean squares
// over the chains.
func (t *meltReport) record(to *contract.Provenance, m *melt) {
	counts := make([]int, len(m.designs[0].kinds.monomers))
	for _, d := range m.designs {
		for _, kind := range d.order {
			counts[kind]++
		}
	}
	to.Set(chainUnits, m.designs[0].kinds.unitCounts(counts))
	sum := chainReport{meso: t.meso, racemo: t.racemo, irregular: t.irregular}
	if fraction, ok := sum.mesoFraction(); ok {
		to.Set(chainDyads, sum.dyadCounts())
		to.Set(chainMeso, round4(fraction))
	}
	n := float64(t.chains)
	to.Set(chainEndToEnd, round4(math.Sqrt(t.endToEnd2/n)))
	to.Set(chainGyration, round4(math.Sqrt(t.gyration2/n)))
}

func meltSummary(args meltArguments, r *contract.BuilderResult) string {
	text := func(key string) string {
		v, _ := r.Provenance.Get(key)
		s, _ := v.(string)
		return s
	}
	p := recordedProof(&r.Provenance)
	parts := []string{
		fmt.Sprintf("Polymer melt: %s (%s)", text(provenCounts), text(chainUnits)),
		fmt.Sprintf("%.1f Å cubic box", r.Structure.Cell[0]),
		threeDigits(p.density) + " g/cm³",
		fmt.Sprintf("%d atoms", len(r.Structure.Elements)),
	}
	if dyads := text(chainDyads); dyads != "" {
		parts = append(parts, "dyads "+dyads)
	}
	for _, length := range []struct{ key, words string }{
		{chainEndToEnd, "rms end to end %.1f Å"},
		{chainGyration, "rms radius of gyration %.1f Å"},
	} {
		if v, ok := r.Provenance.Get(length.key); ok {
			parts = append(parts, fmt.Sprintf(length.words, v))
		}
	}
	return strings.Join(append(parts, p.summary(), notEquilibrated), "; ") + "."
}
