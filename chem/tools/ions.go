package tools

import (
	"context"
	"fmt"
	"math"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/contract"
)

// ionsArguments are the arguments of ions.
type ionsArguments struct {
	Document      *contract.Structure `json:"document"`
	Seed          contract.Seed       `json:"seed" schema:"title=Seed" doc:"The same arguments and the same seed give the same places."`
	Amount        string              `json:"amount" schema:"title=Amount;enum=neutral_concentration|neutralize|concentration|count;default=neutral_concentration" doc:"A salt of a concentration with what balances the charge of the open structure, only what balances it, only the salt, or counts."`
	Cation        contract.Molecule   `json:"cation" schema:"title=Cation;default={\"name\":\"Sodium ion\",\"smiles\":\"[Na+]\"}"`
	Anion         contract.Molecule   `json:"anion" schema:"title=Anion;default={\"name\":\"Chloride\",\"smiles\":\"[Cl-]\"}"`
	Concentration float64             `json:"concentration" schema:"title=Concentration;exclusiveMinimum=0;maximum=20;default=0.15;unit=mol/L;when=amount:neutral_concentration|concentration" doc:"Formula units of the salt per volume."`
	Volume        string              `json:"volume" schema:"title=Per volume of;enum=cell|free;default=cell;when=amount:neutral_concentration|concentration" doc:"The whole cell, or its part outside the van der Waals spheres of the open structure's atoms."`
	Cations       int                 `json:"cations" schema:"title=Cations;minimum=0;maximum=500000;default=1;unit=count;when=amount:count"`
	Anions        int                 `json:"anions" schema:"title=Anions;minimum=0;maximum=500000;default=1;unit=count;when=amount:count"`
	Tolerance     float64             `json:"tolerance" schema:"title=Minimum distance;minimum=1;maximum=6;default=2.5;unit=angstrom" doc:"No atom of an ion is closer than this to any other atom, across the periodic boundaries too."`
}

func ions() *contract.Tool {
	return must(contract.Define(contract.Definition[ionsArguments]{
		Name:            "ions",
		Title:           "Ions",
		Description:     "Add ions to the free space of the open structure's cell, spread evenly. Give a concentration (mol/L of the cell or of its free volume), let them balance the charge that the formal charges of the open structure make, or give counts. Works in any right-handed cell; ions keep the minimum distance from all atoms and from each other, periodic images included. Only the ions are returned; no atom is moved or removed, so a cell that is full of solvent has no room for them.",
		Category:        contract.Solvation,
		Apply:           contract.Insert,
		ExpectedSeconds: 10,
		Provenance:      contract.Provenance{{Key: "molsmith", Value: Version}},
		Summary:         ionsSummary,
		Preview:         ionsPreview,
		Explain:         explainMolecule,
	}, runIons))
}

func runIons(ctx context.Context, args ionsArguments, call *contract.Call) (*contract.BuilderResult, error) {
	h, err := readHost(args.Document)
	if err != nil {
		return nil, err
	}
	salt, err := args.salt(ctx, relaxed)
	if err != nil {
		return nil, err
	}
	call.Progress(0.01, "measuring the free volume")
	space, err := h.space(ctx, place{kind: "cell"})
	if err != nil {
		return nil, err
	}
	list, err := h.ions(&salt, args.volume(h, space))
	if err != nil {
		return nil, err
	}
	if err := h.openPlaces(ctx, space, placed(list), args.Tolerance); err != nil {
		return nil, err
	}
	return h.fill(ctx, filling{
		list: list, space: space, tolerance: args.Tolerance, seed: args.Seed, strict: true,
		name: "ions", warnings: append(salt.warnings(), chargeNotes(h, list, salt.balances())...),
	}, call)
}

func (a *ionsArguments) salt(ctx context.Context, d detail) (salt, error) {
	return readSalt(ctx, ionsWanted{
		mode: a.Amount, cation: a.Cation, anion: a.Anion,
		concentration: a.Concentration, cations: a.Cations, anions: a.Anions,
	}, a.Seed, d)
}

// volume is the one that the concentration is meant in.
func (a *ionsArguments) volume(h *host, s *space) float64 {
	if a.Volume == "free" {
		return s.free
	}
	return h.cell.Volume()
}

// ions fixes how many ions are added, and refuses none and too many.
func (h *host) ions(s *salt, volume float64) ([]copies, error) {
	charge, _ := h.charge()
	list, err := s.counts(charge, volume)
	if err != nil {
		return nil, err
	}
	switch n := totalMolecules(list); {
	case n == 0 && s.mode == "neutralize":
		return nil, failure(contract.InvalidArguments, "The open structure has no charge to balance: its formal charges add up to %d e.", charge)
	case n == 0 && s.mode == "count":
		return nil, failure(contract.InvalidArguments, "Both counts are 0: give at least one ion.")
	case n == 0:
		return nil, failure(contract.NoRoom, "A volume of %.0f Å³ at %g mol/L holds less than one half of a formula unit: use a larger cell or a higher concentration.", volume, s.concentration)
	}
	if n := len(h.document.Elements) + totalAtoms(list); n > contract.MaxAtoms {
		return nil, failure(contract.TooManyAtoms, "The open structure and the ions would have %d atoms, more than the limit of %d: add fewer ions.", n, contract.MaxAtoms)
	}
	h.nameResidues(list)
	return list, nil
}

// openPlaces gives a space the places at which the center of an ion keeps the tolerance
// from every atom, and refuses when there are too few of them.
func (h *host) openPlaces(ctx context.Context, s *space, list []copies, tolerance float64) error {
	radii := make([]float64, len(h.document.Elements))
	for i := range radii {
		radii[i] = tolerance
	}
	m, err := h.around(ctx, radii, 0)
	if err != nil {
		return err
	}
	if m.Free() == 0 {
		return noPlace(totalMolecules(list), tolerance)
	}
	s.samples, s.part, s.even = m, m.Whole(), true
	return nil
}

// noPlace refuses ions that do not fit.
func noPlace(ions int, tolerance float64) error {
	return failure(contract.NoRoom, "There is no room for %d %s that keep %g Å from all atoms: replace solvent molecules by ions instead (Structure › Replace waters by ions…), use fewer ions, or lower the minimum distance.", ions, plural(ions, "ion"), tolerance)
}

func ionsSummary(args ionsArguments, r *contract.BuilderResult) string {
	counts, _ := r.Provenance.Get(provenCounts)
	proven := recordedProof(&r.Provenance)
	charge := 0
	for _, q := range r.Structure.FormalCharges {
		charge += int(q)
	}
	return fmt.Sprintf("Ions: added %v (%+d e); the whole cell has %s g/cm³, %s.", counts, charge, threeDigits(proven.density), proven.summary())
}

// ionsPreview says what a run would add, and what it would refuse.
func ionsPreview(args ionsArguments) contract.Preview {
	var p contract.Preview
	if args.Document == nil || !isGiven(args.Cation) || !isGiven(args.Anion) || !(args.Tolerance > 0) {
		return p
	}
	if (args.Amount == "concentration" || args.Amount == "neutral_concentration") && !(args.Concentration > 0) {
		return p
	}
	h, space, err := seen(args.Document, place{kind: "cell"})
	if err != nil {
		refusePreview(&p, "/document", err)
		return p
	}
	salt, err := args.salt(context.Background(), rough)
	if err != nil {
		refusePreview(&p, "/cation", err)
		return p
	}
	list, err := h.ions(&salt, args.volume(h, space))
	if err == nil {
		p.Warnings = chargeNotes(h, list, salt.balances())
	}
	adds := "Adds"
	if err == nil {
		var sure bool
		if sure, err = h.findsPlaces(space, placed(list), args.Tolerance); !sure {
			adds = "Adds up to"
		}
	}
	h.preview(&p, space, list, args.Tolerance, "/amount", err, adds)
	return p
}

// findsPlaces refuses ions that no place is open for, as a run does, and says whether a run
// is sure to place all: each takes a sphere from the places that the others leave, and the
// spheres of all are less than there is.
func (h *host) findsPlaces(s *space, list []copies, tolerance float64) (sure bool, err error) {
	// The volume of the places that are so far from all atoms.
	open := func(distance float64) (float64, error) {
		return s.known.volume(-distance, func() (float64, error) {
			radii := make([]float64, len(h.document.Elements))
			for i := range radii {
				radii[i] = distance
			}
			m, err := h.around(context.Background(), radii, 0)
			if err != nil {
				return 0, err
			}
			return m.Free(), nil
		})
	}
	volume, err := open(tolerance)
	if err != nil {
		return false, err
	}
	if volume == 0 {
		return false, noPlace(totalMolecules(list), tolerance)
	}
	radius := 0.0 // of the widest ion
	for _, c := range list {
		center := geom.Centroid(c.atoms.Positions)
		for i := range c.atoms.Len() {
			radius = max(radius, geom.At(c.atoms.Positions, i).Sub(center).Norm())
		}
	}
	if volume, err = open(tolerance + radius); err != nil {
		return false, err
	}
	const spare = 2 // the search is not perfect
	each := tolerance + 2*radius
	return spare*float64(totalMolecules(list))*4/3*math.Pi*each*each*each <= volume, nil
}
