package tools

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/molsmith/molsmith/chem/pack"
	"github.com/molsmith/molsmith/contract"
)

// layered is the layout with the components in layers along c.
const layered = "layered"

// layer is a part of the box along c with some of its components.
type layer struct {
	members []int // of the list of components
	slab    pack.Slab
	name    string  // "Water, Ethanol"
	thick   float64 // Å
	density float64 // g/cm³
}

// layers stacks the components along c by their layer numbers, the lowest at the
// origin. Each layer gets the part of the box that its components have of the volume
// as pure liquids; when the liquid of one is not known, of the van der Waals volume
// of all. So the layers are as full as each other, and the whole has the density of
// the box. The error is a *contract.Error, or ctx's. d is how the components were read: their
// volumes are those of the geometries that a preview has, so that a run comes to the same layers.
func (p *plan) layers(ctx context.Context, args boxArguments, d detail) ([]layer, error) {
	if args.Layout != layered {
		return nil, nil
	}
	var numbers []int
	for _, row := range args.Components {
		if !slices.Contains(numbers, row.Layer) {
			numbers = append(numbers, row.Layer)
		}
	}
	if slices.Sort(numbers); len(numbers) < 2 {
		e := failure(contract.InvalidArguments, "Layer: all components are in layer %d: a layered box needs at least two layers.", numbers[0])
		e.Problems = []contract.Problem{{Path: "/components/0/layer", Rule: "layers", Message: e.Message}}
		return nil, e
	}
	volumes := liquidVolumes(p.list)
	if slices.Contains(volumes, 0) {
		for i, c := range p.list {
			v, err := roughVolume(ctx, c.component, args.Components[i].Molecule, args.Seed, d)
			if err != nil {
				return nil, err
			}
			volumes[i] = float64(c.count) * v
		}
	}
	sum, before := 0.0, 0.0
	for _, v := range volumes {
		sum += v
	}
	list := make([]layer, len(numbers))
	for k, number := range numbers {
		l := &list[k]
		l.slab.Low = before / sum
		var names []string
		var inside []copies
		for i, row := range args.Components {
			if row.Layer == number {
				l.members = append(l.members, i)
				names = append(names, p.list[i].name)
				inside = append(inside, p.list[i])
				before += volumes[i]
			}
		}
		if l.slab.High = before / sum; k == len(numbers)-1 {
			l.slab.High = 1
		}
		share := l.slab.High - l.slab.Low
		l.name = strings.Join(names, ", ")
		l.thick = share * p.cell.Heights()[2]
		l.density = totalMass(inside) / avogadro / (share * p.cell.Volume()) * 1e24
	}
	return list, nil
}

// species are the components for the packer, those of each layer in its slab.
func (p *plan) species(layers []layer) []pack.Species {
	species := packSpecies(p.list)
	for _, l := range layers {
		for _, i := range l.members {
			species[i].Slab = l.slab
		}
	}
	return species
}

// layerWords says what the layers are: "Water 20.1 Å of 0.997 g/cm³; Hexane …".
func layerWords(layers []layer) string {
	parts := make([]string, len(layers))
	for k, l := range layers {
		parts[k] = fmt.Sprintf("%s %.1f Å of %s g/cm³", l.name, l.thick, threeDigits(l.density))
	}
	return strings.Join(parts, "; ")
}
