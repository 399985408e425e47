package tools

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/molsmith/molsmith/chem/crystal"
	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/contract"
)

// maxPreviewAtoms bounds the picture of a preview, and the crystals whose terminations it
// looks for while a form is filled.
const maxPreviewAtoms = 500

// filled says whether a half-filled form says enough of its crystal.
func (a *crystalArguments) filled() bool {
	if a.Crystal == "space_group" {
		return len(a.Sites) > 0 && a.Group != ""
	}
	return a.A > 0 && a.ElementA > 0
}

// previewSize is what every preview of a crystal tool says.
func previewSize(p *contract.Preview, atoms int, vectors *[9]float64) {
	p.Facts = append(p.Facts, contract.Fact{Label: "Atoms", Value: format.Grouped(atoms)})
	if vectors != nil {
		p.Facts = append(p.Facts, contract.Fact{Label: "Cell", Value: cellWords(vectors)})
		p.Cell = vectors
	}
	if atoms > contract.MaxAtoms {
		p.Problems = append(p.Problems, contract.Problem{Rule: "atoms", Limit: contract.MaxAtoms,
			Message: fmt.Sprintf("%s atoms are more than the limit of %s", format.Grouped(atoms), format.Grouped(contract.MaxAtoms))})
	}
}

// picture adds a small result to a preview.
func picture(p *contract.Preview, s *structure.Structure) {
	if s.Len() > maxPreviewAtoms {
		return
	}
	if wire, err := wireStructure(s); err == nil {
		p.Structure = &wire
	}
}

func surfacePreview(args surfaceArguments) contract.Preview {
	var p contract.Preview
	if !args.filled() || args.Layers < 1 || args.Miller == [3]int{} {
		return p
	}
	s, _, _, err := args.build(crystal.Conventional)
	if err != nil {
		refusePreview(&p, "", err)
		return p
	}
	o := crystal.Slab{Miller: args.Miller, Layers: args.Layers, Vacuum: args.Vacuum, Lateral: [4]int{1, 0, 0, 1}}
	if args.Rectangular {
		if o.Lateral, err = o.Rectangle(s); err != nil {
			refusePreview(&p, "/rectangular", crystalFailure(err))
			return p
		}
	}
	for i := range o.Lateral {
		o.Lateral[i] *= max(1, args.Repeat[i/2])
	}
	m, err := o.Measure(s)
	if err != nil {
		refusePreview(&p, "", crystalFailure(err))
		return p
	}
	previewSize(&p, m.Atoms, nil)
	p.Facts = append(p.Facts,
		contract.Fact{Label: "Thickness", Value: fmt.Sprintf("%.2f Å", m.Thickness)},
		contract.Fact{Label: "Area", Value: fmt.Sprintf("%.1f Å²", m.Area)})
	if s.Len() > maxPreviewAtoms {
		return p
	}
	list, err := crystal.Terminations(context.Background(), s, args.Miller, 0, 0)
	if err != nil {
		refusePreview(&p, "/miller", crystalFailure(err))
		return p
	}
	p.Facts = append(p.Facts, contract.Fact{Label: "Terminations", Value: terminationWords(list)})
	if args.Termination >= len(list) {
		p.Problems = append(p.Problems, contract.Problem{Path: "/termination", Rule: "maximum", Limit: len(list) - 1,
			Message: fmt.Sprintf("the surface has %d %s, from 0", len(list), plural(len(list), "termination"))})
		return p
	}
	if m.Atoms <= maxPreviewAtoms {
		o.Shift = list[args.Termination].Shift
		if b, err := o.Cut(s); err == nil {
			p.Cell = b.Structure.Cell
			picture(&p, b.Structure)
		}
	}
	return p
}

func tubePreview(args tubeArguments) contract.Preview {
	var p contract.Preview
	one := args
	one.Length = 1
	s, fact, err := one.build()
	if err != nil {
		refusePreview(&p, "", crystalFailure(err))
		return p
	}
	vectors := *s.Cell
	vectors[8] *= float64(max(1, args.Length))
	previewSize(&p, s.Len()*max(1, args.Length), &vectors)
	p.Facts = append(p.Facts, fact)
	if args.Length == 1 {
		picture(&p, s)
	}
	return p
}

// maxPreviewSlab bounds the slabs whose sites are looked for while a form is filled.
const maxPreviewSlab = 40_000

// previewSlabWork bounds that search where atoms of the surface lie unevenly.
const previewSlabWork = 20_000_000

func adsorbPreview(args adsorbArguments) contract.Preview {
	var p contract.Preview
	if args.Document != nil && args.Document.Cell == nil {
		_, err := readHost(args.Document)
		refusePreview(&p, "/document", err)
		return p
	}
	if args.Document == nil || len(args.Document.Elements) > maxPreviewSlab || !(args.Depth > 0) {
		return p
	}
	slab := openStructure(args.Document)
	sites, alike, err := (&crystal.Sites{Depth: args.Depth, Work: previewSlabWork}).Find(context.Background(), slab)
	if errors.Is(err, crystal.ErrTooManyAtoms) { // a run may look longer
		p.Facts = append(p.Facts, contract.Fact{Label: "Sites", Value: "not listed before a run: the atoms of the surface lie too unevenly"})
		return p
	}
	if err != nil {
		refusePreview(&p, "/document", crystalFailure(err))
		return p
	}
	kinds := siteKinds(slab, sites, args.Site)
	p.Facts = append(p.Facts, contract.Fact{Label: "Sites", Value: siteWords(kinds) + likenessWords(alike)})
	if args.Kind >= len(kinds) {
		p.Problems = append(p.Problems, contract.Problem{Path: "/kind", Rule: "maximum", Limit: len(kinds) - 1,
			Message: fmt.Sprintf("the surface has %d %s of %s sites, from 0", len(kinds), plural(len(kinds), "kind"), args.Site)})
		return p
	}
	args.settle(len(kinds[args.Kind].sites))
	p.Facts = append(p.Facts, contract.Fact{Label: "Molecules", Value: format.Grouped(args.Count)})
	_, apart, err := crystal.Spread(context.Background(), slab, sites, kinds[args.Kind].sites, args.Count)
	switch {
	case err != nil:
		refusePreview(&p, "/count", crystalFailure(err))
	case args.Count > 1:
		p.Facts = append(p.Facts, contract.Fact{Label: "Apart", Value: fmt.Sprintf("%.2f Å", apart)})
	}
	return p
}

// maxPreviewParticle bounds the particles that are built while a form is filled.
const maxPreviewParticle = 20_000

func particlePreview(args particleArguments) contract.Preview {
	var p contract.Preview
	if !args.filled() || len(args.Facets) == 0 || args.Atoms > maxPreviewParticle {
		return p
	}
	got, _, _, err := args.particle(context.Background())
	if err != nil {
		refusePreview(&p, "/facets", crystalFailure(err))
		return p
	}
	previewSize(&p, got.Structure.Len(), got.Structure.Cell)
	p.Facts = append(p.Facts, contract.Fact{Label: "Diameter", Value: fmt.Sprintf("%.1f Å", got.Diameter)})
	for _, f := range got.Faces {
		p.Facts = append(p.Facts, contract.Fact{Label: "{" + millerWords(f.Miller) + "}", Value: fmt.Sprintf("%d facets, %.0f %% of the surface", f.Count, 100*f.Part)})
	}
	picture(&p, got.Structure)
	return p
}

func millerWords(miller [3]int) string { return strings.Trim(fmt.Sprint(miller), "[]") }
