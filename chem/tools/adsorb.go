package tools

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/molsmith/molsmith/chem/crystal"
	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/contract"
)

// adsorbArguments are the arguments of adsorb.
type adsorbArguments struct {
	Document *contract.Structure `json:"document"`
	Molecule contract.Molecule   `json:"molecule" schema:"title=Molecule"`
	Site     string              `json:"site" schema:"title=Site;enum=top|bridge|hollow;default=top" doc:"Above an atom, between two neighbors, or between three or more."`
	Kind     int                 `json:"kind" schema:"title=Kind;minimum=0;maximum=1000;default=0" doc:"Which kind of these sites, counted from 0. The preview lists the kinds in its line Sites, the answer in its text."`
	Amount   string              `json:"amount" schema:"title=Amount;enum=count|coverage;default=count"`
	Count    int                 `json:"count" schema:"title=Count;minimum=1;maximum=10000;default=1;unit=count;when=amount:count" doc:"Molecules, on equal sites as far apart as they go."`
	Coverage float64             `json:"coverage" schema:"title=Coverage;exclusiveMinimum=0;maximum=1;default=0.25;when=amount:coverage" doc:"Part of the sites of that kind, in a grid where their number allows one."`
	Height   float64             `json:"height" schema:"title=Height;minimum=-100;maximum=100;default=2;unit=angstrom" doc:"Of the anchor above the site."`
	Anchor   string              `json:"anchor" schema:"title=Anchor;enum=centroid|atom;default=centroid" doc:"What stands above the site."`
	Atom     contract.AtomIndex  `json:"atom" schema:"title=Atom;of=molecule;default=0;when=anchor:atom"`
	Tilt     float64             `json:"tilt" schema:"title=Tilt;minimum=-360;maximum=360;default=0;unit=degree" doc:"About the first vector of the surface."`
	Azimuth  float64             `json:"azimuth" schema:"title=Azimuth;minimum=-360;maximum=360;default=0;unit=degree" doc:"About the normal, after the tilt."`
	Depth    float64             `json:"depth" schema:"title=Depth of the surface;exclusiveMinimum=0;maximum=20;default=1;unit=angstrom" doc:"How far below the highest atom others still belong to the surface."`
	Seed     contract.Seed       `json:"seed" schema:"title=Seed" doc:"Of the geometry of a molecule that is given as SMILES."`
}

func adsorb() *contract.Tool {
	return must(contract.Define(contract.Definition[adsorbArguments]{
		Name:            "adsorb",
		Title:           "Adsorb",
		Description:     "Put molecules on the surface of the open structure, a slab with vacuum above it whose surface is parallel to the first two cell vectors. Sites (top, bridge, hollow) are found from the geometry, in kinds that symmetry makes equal; the molecule is placed by height, tilt and azimuth. Only the molecules are returned. An atom that would come within 0.5 Å of another is refused.",
		Category:        contract.Surface,
		Apply:           contract.Insert,
		ExpectedSeconds: 5,
		Provenance:      contract.Provenance{{Key: "molsmith", Value: Version}},
		Summary:         func(_ adsorbArguments, r *contract.BuilderResult) string { return adsorbSummary(r) },
		Explain:         explainMolecule,
		Preview:         adsorbPreview,
	}, runAdsorb))
}

// provenSites is the key of the kinds of sites there are, where there are several.
const provenSites = "sites"

// closeContact is a distance in Å below which an adsorbate touches something.
const closeContact = 1.2

func runAdsorb(ctx context.Context, args adsorbArguments, _ *contract.Call) (*contract.BuilderResult, error) {
	host, err := readHost(args.Document)
	if err != nil {
		return nil, err
	}
	c, err := readMolecule(ctx, args.Molecule, args.Seed, relaxed)
	if err != nil {
		return nil, err
	}
	if args.Amount == "coverage" {
		args.Count = 1 // until the sites are known
	}
	if err := withinLimit(ctx, len(host.document.Elements)+args.Count*c.atoms.Len()); err != nil {
		return nil, err
	}
	slab := openStructure(host.document)
	sites, why, err := (&crystal.Sites{Depth: args.Depth}).Find(ctx, slab)
	if err != nil {
		return nil, crystalFailure(err)
	}
	kinds := siteKinds(slab, sites, args.Site)
	if args.Kind >= len(kinds) {
		if len(kinds) == 0 {
			return nil, failure(contract.NoRoom, "The surface has no %s sites.", args.Site)
		}
		return nil, failure(contract.InvalidArguments, "There is no kind %d of %s sites: the surface has %s.", args.Kind, args.Site, siteWords(kinds))
	}
	if args.Amount == "coverage" {
		args.settle(len(kinds[args.Kind].sites))
		if err := withinLimit(ctx, len(host.document.Elements)+args.Count*c.atoms.Len()); err != nil {
			return nil, err
		}
	}
	chosen, apart, err := crystal.Spread(ctx, slab, sites, kinds[args.Kind].sites, args.Count)
	if err != nil {
		return nil, crystalFailure(err)
	}
	where := make([]crystal.AdsorptionSite, len(chosen))
	for i, k := range chosen {
		where[i] = sites[k]
	}
	a := crystal.Adsorbate{Molecule: c.atoms, Anchor: -1, Height: args.Height, Tilt: args.Tilt, Azimuth: args.Azimuth}
	if args.Anchor == "atom" {
		a.Anchor = int(args.Atom)
	}
	placed, err := a.Place(ctx, slab, where)
	if err != nil {
		return nil, crystalFailure(err)
	}
	s := placed.Structure
	s.Cell = nil
	list := []copies{{component: c, count: args.Count}}
	wire := assemble(list, s.Positions)
	wire.Cell = nil
	alike := len(kinds[args.Kind].sites)
	facts := []string{
		fmt.Sprintf("%d %s %s", args.Count, c.name, kinds[args.Kind].words),
		fmt.Sprintf("on %d of %d such sites", args.Count, alike),
	}
	if args.Amount == "coverage" {
		facts[1] += fmt.Sprintf(" (coverage %.3g)", float64(args.Count)/float64(alike))
	}
	if args.Count > 1 {
		facts = append(facts, fmt.Sprintf("%.2f Å apart", apart))
	}
	r := &contract.BuilderResult{Name: c.name, Structure: wire, Warnings: c.warnings}
	r.Provenance.Set(provenCrystal, strings.Join(facts, ", "))
	if len(kinds) > 1 {
		r.Provenance.Set(provenSites, fmt.Sprintf("%d kinds of %s sites: %s", len(kinds), args.Site, siteWords(kinds))+likenessWords(why))
	}
	if placed.Nearest > 0 {
		r.Provenance.Set("closestContact", round4(placed.Nearest))
		if placed.Nearest < closeContact {
			r.Warnings = append(r.Warnings, fmt.Sprintf("An atom of an adsorbate is %.2f Å from another atom: place it higher, or turn it.", placed.Nearest))
		}
	}
	return r, nil
}

// settle makes a coverage of so many sites a count.
func (a *adsorbArguments) settle(sites int) {
	if a.Amount == "coverage" {
		a.Count = max(1, int(math.Round(a.Coverage*float64(sites))))
	}
}

// siteKind is a class of sites.
type siteKind struct {
	sites []int
	words string // where they are: "on top of Cu"
}

// siteKinds gathers the sites of a sort by class, in the order of the list.
func siteKinds(slab *structure.Structure, sites []crystal.AdsorptionSite, sort string) []siteKind {
	var kinds []siteKind
	place := map[int]int{}
	for i, x := range sites {
		if x.Kind != sort {
			continue
		}
		k, known := place[x.Class]
		if !known {
			k = len(kinds)
			place[x.Class] = k
			var words string
			if x.Kind == crystal.Top {
				words = "on top of " + elem.Symbol(slab.Elements[x.Atoms[0]])
			} else {
				words = fmt.Sprintf("between %d atoms", len(x.Atoms))
				if x.Below > 0 {
					words += fmt.Sprintf(" with an atom %.1f Å below", x.Below)
				}
			}
			kinds = append(kinds, siteKind{words: words})
		}
		kinds[k].sites = append(kinds[k].sites, i)
	}
	return kinds
}

// likenessWords says how kinds of sites were told apart, where it was not by symmetry.
func likenessWords(why string) string {
	if why == "" {
		return ""
	}
	return " (by the elements around and below alone: " + why + ")"
}

// siteWords lists kinds of sites with their numbers.
func siteWords(kinds []siteKind) string {
	var words []string
	for i, k := range kinds {
		if i == 6 {
			words = append(words, fmt.Sprintf("and %d more", len(kinds)-6))
			break
		}
		words = append(words, fmt.Sprintf("kind %d %s (%d %s)", i, k.words, len(k.sites), plural(len(k.sites), "site")))
	}
	return strings.Join(words, "; ")
}

func adsorbSummary(r *contract.BuilderResult) string {
	facts, _ := r.Provenance.Get(provenCrystal)
	text := fmt.Sprintf("Adsorbed %v", facts)
	if v, ok := r.Provenance.Get("closestContact"); ok {
		text += fmt.Sprintf("; closest contact %v Å", v)
	}
	if v, ok := r.Provenance.Get(provenSites); ok {
		text += fmt.Sprintf(". The surface has %v", v)
	}
	return text + "."
}
