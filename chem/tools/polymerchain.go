package tools

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/polymer"
	"github.com/molsmith/molsmith/chem/rng"
	"github.com/molsmith/molsmith/contract"
)

// chainArguments are the arguments of polymer_chain: those of contract §12.2, then ours,
// each of which changes nothing until a choice says so.
type chainArguments struct {
	unitArguments
	Seed   contract.Seed `json:"seed" schema:"title=Seed" doc:"The same arguments and the same seed give the same chain."`
	Length int           `json:"length" schema:"title=Repeat units;minimum=1;maximum=5000;default=10;unit=count" doc:"Number of units. A written sequence has its own."`
	orderArguments

	Start      string             `json:"start" schema:"title=Start group;enum=hydrogen|molecule;default=hydrogen" doc:"What the first unit carries at its head."`
	StartGroup *contract.Molecule `json:"start_group" schema:"title=Start molecule;when=start:molecule" doc:"A complete molecule that gives up a hydrogen, or a SMILES with one link point such as *O."`
	StartAtom  contract.AtomIndex `json:"start_atom" schema:"title=Start atom;of=start_group;default=0;when=start:molecule" doc:"The atom of the start molecule that bonds to the chain."`
	End        string             `json:"end" schema:"title=End group;enum=hydrogen|molecule;default=hydrogen" doc:"What the last unit carries at its tail."`
	EndGroup   *contract.Molecule `json:"end_group" schema:"title=End molecule;when=end:molecule" doc:"A complete molecule that gives up a hydrogen, or a SMILES with one link point such as *O."`
	EndAtom    contract.AtomIndex `json:"end_atom" schema:"title=End atom;of=end_group;default=0;when=end:molecule" doc:"The atom of the end molecule that bonds to the chain."`

	Residue string `json:"residue" schema:"title=Residue name;maxLength=4;optional" doc:"Of the first monomer: up to four letters or digits; empty: from its name."`
}

func (a *chainArguments) request() *chainRequest {
	r := newChainRequest(&a.unitArguments, &a.orderArguments, a.Length, a.Residue, a.Seed)
	r.ends = [2]endGroup{{a.Start, a.StartGroup, a.StartAtom, "start"}, {a.End, a.EndGroup, a.EndAtom, "end"}}
	return r
}

func polymerChain() *contract.Tool {
	return must(contract.Define(contract.Definition[chainArguments]{
		Name:            "polymer_chain",
		Title:           "Polymer chain",
		Description:     "Build a linear polymer chain of up to 5,000 repeat units. The head and tail atoms are the ones that bond to the neighboring units; each gives up one hydrogen at every junction, so the chain ends keep theirs. Every unit keeps the monomer's configuration unless a tacticity is chosen; several monomers can follow each other in blocks, alternating, at random or in a written sequence, and the ends can be groups of their own. The chain avoids itself, and the answer reports what its 3D geometry has: meso and racemo dyads, R and S, end-to-end distance, radius of gyration and the smallest contact. Networks and ladder polymers are refused.",
		Category:        contract.Polymer,
		Apply:           contract.NewDocument,
		ExpectedSeconds: 60,
		Provenance:      contract.Provenance{{Key: "molsmith", Value: Version}},
		Summary:         chainSummary,
		Preview:         chainPreview,
		Explain:         explainMolecule,
	}, runPolymerChain))
}

func runPolymerChain(ctx context.Context, args chainArguments, call *contract.Call) (*contract.BuilderResult, error) {
	r := args.request()
	k, err := r.readKinds(ctx, relaxed, readAnyPart)
	if err != nil {
		return nil, err
	}
	d, err := r.design(k, 0)
	if err != nil {
		return nil, err
	}
	if err := withinLimit(ctx, k.atoms(d.order)); err != nil {
		return nil, err
	}
	g := single(d)
	if len(d.order) > 1 || k.ends != [2]*part{} {
		call.Progress(0.02, fmt.Sprintf("growing %d units", len(d.order)))
		c, err := polymer.Grow(ctx, d.request, polymer.Options{Seed: growthSeed(args.Seed)}, func(f float64, message string) {
			call.Progress(0.02+0.93*f, message)
		})
		if err != nil {
			return nil, polymerFailure(err)
		}
		g = grownChain(d, c)
	}
	for i, v := range g.positions {
		g.positions[i] = rounded(v, 4)
	}
	call.Progress(0.96, "measuring the chain")
	report := g.measure()
	if err := report.label(ctx, g); err != nil {
		return nil, err
	}
	if !g.kept() {
		return nil, failure(contract.NotConverged, "A center of the chain lost its configuration while the chain was relaxed: use another seed.")
	}
	result := &contract.BuilderResult{Name: k.name(), Structure: chains([]*grown{g})}
	result.Warnings = append(r.warnings(k, d.tactic, d.charge()), contactWarnings(&g.report, "")...)
	result.Warnings = append(result.Warnings, strainWarnings(&g.report.Strain, result.Structure.Elements, 0, "")...)
	report.record(&result.Provenance, g)
	return result, nil
}

// growthSeed is the seed of the growth, apart from those of the order and the tacticity.
func growthSeed(seed contract.Seed) uint64 {
	g := rng.Stream(uint64(seed), 1<<32)
	return g.Uint64()
}

// polymerFailure gives a refusal of the growth its code. Other errors, those of a context
// among them, stay as they are.
func polymerFailure(err error) error {
	for _, refusal := range [...]struct {
		reason error
		code   contract.Code
	}{
		{polymer.ErrRequest, contract.InvalidArguments},
		{polymer.ErrTooManyAtoms, contract.TooManyAtoms},
		{polymer.ErrTooThin, contract.BoxTooSmall},
		{polymer.ErrTooDense, contract.ImpossibleDensity},
		{polymer.ErrStuck, contract.NoRoom},
	} {
		if errors.Is(err, refusal.reason) {
			return failure(refusal.code, "%s.", upperFirst(err.Error()))
		}
	}
	return err
}

// Distances in Å below which a chain is not as it should be: of any atoms in units that
// are not neighbors (contract §12.2), and of heavy atoms four or more bonds apart.
const (
	overlapping = 1.0
	tooNear     = 2.4
)

// Changes of a bond length, Å, and of an angle, degrees, from those of the unit, above which
// a chain is strained: crowded units such as isobutylene have 20°.
const (
	strainedBond  = 0.04
	strainedAngle = 25
)

// strainWarnings says which bond and which angle of a chain are bent out of shape. elements are
// those of the result, first is the first atom of the chain in it; of is as for contactWarnings.
func strainWarnings(s *polymer.Strain, elements []uint8, first int, of string) []string {
	label := func(i int) string { return fmt.Sprintf("%s%d", elem.Symbol(elements[first+i]), first+i) }
	var warnings []string
	if s.Angle > strainedAngle {
		warnings = append(warnings, fmt.Sprintf("The angle %s–%s–%s%s is %.0f°, %.0f° away from that in its unit: the unit is strained between its neighbors. Another seed, or another configuration of the unit, may avoid it.",
			label(s.AngleAt[0]), label(s.AngleAt[1]), label(s.AngleAt[2]), of, s.Turned, s.Angle))
	}
	if s.Bond > strainedBond {
		warnings = append(warnings, fmt.Sprintf("The length of the bond %s–%s%s is %.2f Å away from that in its unit; another seed may avoid it.", label(s.BondAt[0]), label(s.BondAt[1]), of, s.Bond))
	}
	return warnings
}

// contactWarnings says what touches. of is "" for one chain, else says whose.
func contactWarnings(r *polymer.Report, of string) []string {
	var warnings []string
	if r.Closest < overlapping {
		warnings = append(warnings, fmt.Sprintf("Atoms of units%s that are not neighbors are %.2f Å apart, closer than %.1f Å; another seed may avoid it.", of, r.Closest, overlapping))
	}
	if r.Heavy < tooNear {
		warnings = append(warnings, fmt.Sprintf("The closest heavy atoms%s four or more bonds apart are %.2f Å apart, closer than %.1f Å; another seed may avoid it.", of, r.Heavy, tooNear))
	}
	if r.Pierced > 0 {
		warnings = append(warnings, fmt.Sprintf("A bond of the chain passes through %d %s; another seed may avoid it.", r.Pierced, plural(r.Pierced, "ring")))
	}
	return warnings
}

// Keys of the report in the provenance of a chain.
const (
	chainUnits       = "units"
	chainDyads       = "dyads"
	chainMeso        = "mesoFraction"
	chainCenters     = "configurations"
	chainEndToEnd    = "endToEndDistance"
	chainGyration    = "radiusOfGyration"
	chainHeavy       = "closestHeavyContact"
	chainClosest     = "closestContact"
	chainAngle       = "largestAngleChange"
	chainBond        = "largestBondChange"
	chainForce       = "forceField"
	chainDyadText    = "dyadSequence"
	chainDescriptors = "unitDescriptors"
)

// record writes the report into the provenance of a result.
func (r *chainReport) record(to *contract.Provenance, g *grown) {
	to.Set(chainUnits, g.unitCounts())
	if fraction, ok := r.mesoFraction(); ok {
		to.Set(chainDyads, r.dyadCounts())
		to.Set(chainMeso, round4(fraction))
	}
	if r.centers() > 0 {
		to.Set(chainCenters, r.configuration())
	}
	if len(g.order) <= maxWrittenUnits {
		if r.dyads != "" {
			to.Set(chainDyadText, r.dyads)
		}
		if r.centers() > 0 {
			to.Set(chainDescriptors, r.descriptor)
		}
	}
	to.Set(chainEndToEnd, round4(r.endToEnd))
	to.Set(chainGyration, round4(r.gyration))
	recordContacts(to, &g.report)
}

func recordContacts(to *contract.Provenance, r *polymer.Report) {
	if !math.IsInf(r.Heavy, 1) {
		to.Set(chainHeavy, round4(r.Heavy))
	}
	if !math.IsInf(r.Closest, 1) {
		to.Set(chainClosest, round4(r.Closest))
	}
	to.Set(chainAngle, rounded(r.Strain.Angle, 1))
	to.Set(chainBond, rounded(r.Strain.Bond, 3))
	to.Set(provenPierced, int64(r.Pierced))
	if r.Force != "" {
		to.Set(chainForce, r.Force)
	}
}

// unitCounts writes how many units there are of each monomer: "10 ethylene, 5 styrene".
func (d *design) unitCounts() string {
	counts := make([]int, len(d.kinds.monomers))
	for _, m := range d.order {
		counts[m]++
	}
	return d.kinds.unitCounts(counts)
}

func (k *kinds) unitCounts(counts []int) string {
	parts := make([]string, len(counts))
	for i, n := range counts {
		parts[i] = fmt.Sprintf("%d %s", n, shortName(k.monomers[i].name))
	}
	return strings.Join(parts, ", ")
}

// shortName keeps a name of a molecule from filling a line.
func shortName(name string) string {
	const shown = 24
	if r := []rune(name); len(r) > shown {
		return string(r[:shown]) + "…"
	}
	return name
}

func chainSummary(args chainArguments, r *contract.BuilderResult) string {
	text := func(key string) string {
		v, _ := r.Provenance.Get(key)
		s, _ := v.(string)
		return s
	}
	parts := []string{"Polymer chain: " + text(chainUnits) + " units", fmt.Sprintf("%d atoms", len(r.Structure.Elements))}
	if dyads := text(chainDyads); dyads != "" {
		parts = append(parts, "dyads "+dyads)
	}
	if centers := text(chainCenters); centers != "" {
		parts = append(parts, "centers "+centers)
	}
	for _, length := range []struct{ key, words string }{
		{chainEndToEnd, "end to end %.1f Å"},
		{chainGyration, "radius of gyration %.1f Å"},
		{chainHeavy, "closest heavy contact %.2f Å"},
	} {
		if v, ok := r.Provenance.Get(length.key); ok {
			parts = append(parts, fmt.Sprintf(length.words, v))
		}
	}
	pierced, _ := r.Provenance.Get(provenPierced)
	return strings.Join(parts, "; ") + fmt.Sprintf("; %v pierced rings.", pierced)
}
