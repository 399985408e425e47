package tools

import (
	"context"
	"fmt"
	"strings"

	"github.com/molsmith/molsmith/chem/crystal"
	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/contract"
)

// alloyPart is a row of the elements of an alloy.
type alloyPart struct {
	Element  contract.Element `json:"element" schema:"title=Element;default=79"`
	Fraction float64          `json:"fraction" schema:"title=Fraction;minimum=0;maximum=1;default=0.25" doc:"Of the sites."`
}

// bulkArguments are the arguments of bulk_crystal.
type bulkArguments struct {
	crystalArguments
	Ice     bool             `json:"ice" schema:"title=Ice Ih instead;default=false" doc:"A block of ice with hydrogens by the ice rules."`
	Cell    string           `json:"cell" schema:"title=Cell;enum=conventional|primitive|orthorhombic;default=conventional;when=crystal:prototype" doc:"The cell of a structure type, where it has others than the conventional one."`
	Repeat  [3]int           `json:"repeat" schema:"title=Repeat;minimum=1;maximum=1000;default=[1,1,1]" doc:"Cells along each vector."`
	Variant int              `json:"variant" schema:"title=Variant;minimum=0;maximum=1000000000;default=0" doc:"Which of the random arrangements: of the hydrogens of ice, of an alloy, of vacancies."`
	Change  string           `json:"change" schema:"title=Change atoms;enum=none|alloy|vacancies|interstitials;default=none" doc:"Put other elements on sites at random, take atoms away, or put atoms between the others."`
	Replace contract.Element `json:"replace" schema:"title=Element of the sites;default=29;when=change:alloy|vacancies"`
	Parts   []alloyPart      `json:"parts" schema:"title=Elements of the alloy;minItems=1;maxItems=8;optional;examples=[{\"element\":79,\"fraction\":0.25}];when=change:alloy" doc:"What is left of the sites keeps its element."`
	Shells  int              `json:"shells" schema:"title=Shells;minimum=0;maximum=6;default=0;when=change:alloy" doc:"Neighbor shells whose pairs are made as random as those of an infinite random alloy; larger clusters are not looked at. The answer says what order is left."`
	Guest   contract.Element `json:"guest" schema:"title=Guest;default=1;when=change:interstitials" doc:"Element that goes into the largest voids."`
	Count   int              `json:"count" schema:"title=Count;minimum=1;maximum=100000;default=1;unit=count;when=change:vacancies|interstitials"`
	Apart   float64          `json:"apart" schema:"title=Apart;minimum=0;maximum=1000;default=0;unit=angstrom;when=change:vacancies" doc:"Least distance of two vacancies; 0: any."`
}

func bulkCrystal() *contract.Tool {
	return must(contract.Define(contract.Definition[bulkArguments]{
		Name:            "bulk_crystal",
		Title:           "Bulk crystal",
		Description:     "Build a crystal: one of 18 structure types with its elements and lattice constants, an asymmetric unit in any of the 230 space groups, or ice Ih. Cells, orientation and order of atoms are those of ASE where it has the structure type. It can be made a random alloy with exact counts, or get vacancies or interstitials. A lattice that contradicts the group, and two sites on one place, are refused. Crystals have no bonds, but for ice.",
		Category:        contract.Bulk,
		Apply:           contract.NewDocument,
		ExpectedSeconds: 1,
		Provenance:      contract.Provenance{{Key: "molsmith", Value: Version}},
		Summary:         func(_ bulkArguments, r *contract.BuilderResult) string { return crystalWords("Crystal", r) },
		Preview:         bulkPreview,
	}, runBulkCrystal))
}

// shape is the cell that is asked for, where the crystal has several.
func (a *bulkArguments) shape() crystal.Shape {
	for _, other := range []crystal.Shape{crystal.Primitive, crystal.Orthorhombic} {
		if a.Crystal == "prototype" && other.String() == a.Cell {
			return other
		}
	}
	return crystal.Conventional
}

// crystal returns one cell, its name and what is said of it.
func (a *bulkArguments) crystal() (*structure.Structure, string, []string, error) {
	if a.Ice {
		return a.ice([3]int{1, 1, 1})
	}
	return a.build(a.shape())
}

// ice returns a block of ice Ih of so many cells.
func (a *bulkArguments) ice(repeat [3]int) (s *structure.Structure, name string, facts []string, err error) {
	o := crystal.Ice{Repeat: repeat, Seed: uint64(a.Variant)}
	s, dipole, err := o.Build()
	return s, "ice", []string{fmt.Sprintf("ice Ih, mean dipole %.2f of full order", dipole)}, crystalFailure(err)
}

func runBulkCrystal(ctx context.Context, args bulkArguments, _ *contract.Call) (*contract.BuilderResult, error) {
	s, name, facts, err := args.crystal()
	if err != nil {
		return nil, err
	}
	r := args.Repeat
	if err := withinLimit(ctx, s.Len()*r[0]*r[1]*r[2]); err != nil {
		return nil, err
	}
	switch {
	case args.Ice:
		if s, name, facts, err = args.ice(r); err != nil {
			return nil, err
		}
	case r != [3]int{1, 1, 1}:
		large, err := crystal.Supercell(s, [9]int{r[0], 0, 0, 0, r[1], 0, 0, 0, r[2]})
		if err != nil {
			return nil, crystalFailure(err)
		}
		s = large.Structure
	}
	s, more, err := args.changed(ctx, s)
	if err != nil {
		return nil, crystalFailure(err)
	}
	return crystalResult(name, s, append(facts, more...))
}

// changed is the crystal with other atoms than it had, and what is said of it.
func (a *bulkArguments) changed(ctx context.Context, s *structure.Structure) (*structure.Structure, []string, error) {
	switch a.Change {
	case "alloy":
		return a.alloy(ctx, s)
	case "vacancies":
		o := crystal.Vacancies{Element: uint8(a.Replace), Count: a.Count, Apart: a.Apart, Seed: uint64(a.Variant)}
		b, err := o.Build(ctx, s)
		if err != nil {
			return nil, nil, err
		}
		return b.Structure, []string{fmt.Sprintf("%d %s of %s", a.Count, pluralVerb(a.Count, "vacancy", "vacancies"), elem.Symbol(o.Element))}, nil
	case "interstitials":
		return a.interstitials(ctx, s)
	}
	return s, nil, nil
}

func (a *bulkArguments) alloy(ctx context.Context, s *structure.Structure) (*structure.Structure, []string, error) {
	if len(a.Parts) == 0 {
		return nil, nil, failure(contract.InvalidArguments, "The alloy has no elements: give at least one with its fraction.")
	}
	o := crystal.Alloy{Replace: uint8(a.Replace), Seed: uint64(a.Variant), Shells: a.Shells}
	for _, p := range a.Parts {
		o.Parts = append(o.Parts, crystal.Part{Element: uint8(p.Element), Fraction: p.Fraction})
	}
	m, err := o.Build(ctx, s)
	if err != nil {
		return nil, nil, err
	}
	var counts []string
	for i, n := range m.Counts {
		counts = append(counts, fmt.Sprintf("%d %s", n, elem.Symbol(o.Parts[i].Element)))
	}
	facts := []string{strings.Join(counts, ", ") + " on sites of " + elem.Symbol(o.Replace)}
	for i, h := range m.Shells {
		facts = append(facts, fmt.Sprintf("order of shell %d (%.2f Å): %.3f, at best %.3f", i+1, h.Distance, h.Order, h.Limit))
	}
	return m.Structure, facts, nil
}

func (a *bulkArguments) interstitials(ctx context.Context, s *structure.Structure) (*structure.Structure, []string, error) {
	voids, err := crystal.LargestVoids(ctx, s, a.Count)
	if err != nil {
		return nil, nil, err
	}
	var places []geom.Vec3
	for _, v := range voids {
		places = append(places, v.Position)
	}
	b, err := crystal.Insert(s, uint8(a.Guest), places)
	if err != nil {
		return nil, nil, err
	}
	last := voids[len(voids)-1]
	return b.Structure, []string{fmt.Sprintf("%d %s in voids, the smallest %.2f Å from %d atoms", a.Count, elem.Symbol(uint8(a.Guest)), last.Radius, last.Touching)}, nil
}

func bulkPreview(args bulkArguments) contract.Preview {
	var p contract.Preview
	if !args.Ice && !args.filled() {
		return p
	}
	s, _, _, err := args.crystal()
	if err != nil {
		refusePreview(&p, "", err)
		return p
	}
	n := 1
	vectors := *s.Cell
	for k, times := range args.Repeat {
		times = max(1, times)
		n = min(n*times, 1<<30)
		for c := range 3 {
			vectors[3*k+c] *= float64(times)
		}
	}
	if n == 1 {
		if changed, _, err := args.changed(context.Background(), s); err == nil {
			picture(&p, changed)
		} else {
			refusePreview(&p, "/change", crystalFailure(err))
		}
	}
	density, _ := s.Density()
	previewSize(&p, s.Len()*min(n, 1<<30/max(1, s.Len())), &vectors)
	p.Facts = append(p.Facts, contract.Fact{Label: "Density", Value: threeDigits(density) + " g/cm³"})
	return p
}
