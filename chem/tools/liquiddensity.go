package tools

import (
	"math"
	"slices"
	"strings"

	"github.com/molsmith/molsmith/chem/library"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/smiles"
)

// mostUnknown is the part of the mass of a mixture whose liquid density may be unknown
// for the mixture still to have a proposal: salts and solutes.
const mostUnknown = 0.1

// plainSMILES is the canonical SMILES of a component without configurations, "" when
// it has none: of a molecule that is not understood, or of many atoms, which no table
// of liquids has.
func (c *component) plainSMILES() string {
	if c.atoms.Len() > maxRoughAtoms {
		return ""
	}
	graph := c.atoms.Mol()
	if graph.Check() != nil {
		return ""
	}
	p, err := perceive.Take(graph)
	if err != nil {
		return ""
	}
	text, err := smiles.CanonicalOf(p, nil)
	if err != nil {
		return ""
	}
	return text
}

// liquidVolumes returns the volume in Å³ that all copies of each component have as a
// pure liquid, 0 where that is not known. The two ions of a liquid salt, in equal
// numbers, share its volume by their masses.
func liquidVolumes(list []copies) []float64 {
	volumes := make([]float64, len(list))
	texts := make([]string, len(list))
	for i, c := range list {
		texts[i] = c.plainSMILES()
		if l, ok := library.LiquidOf(texts[i]); ok {
			volumes[i] = volumeOf(float64(c.count)*c.mass, l.Density)
		} else if e, ok := library.Named(c.name); ok && e.Density > 0 && e.Atoms == c.atoms.Len() && math.Abs(e.Record().Mol.Weight()-c.mass) < 0.01 {
			volumes[i] = volumeOf(float64(c.count)*c.mass, e.Density)
		}
	}
	for i, a := range list {
		for j, b := range list[:i] {
			if a.charge*b.charge >= 0 || volumes[i]+volumes[j] > 0 || a.count != b.count {
				continue
			}
			ions := []string{texts[i], texts[j]}
			slices.Sort(ions)
			if l, ok := library.LiquidOf(strings.Join(ions, ".")); ok {
				volumes[i] = volumeOf(float64(a.count)*a.mass, l.Density)
				volumes[j] = volumeOf(float64(b.count)*b.mass, l.Density)
			}
		}
	}
	return volumes
}

// volumeOf returns the volume in Å³ of a mass in u at a density in g/cm³.
func volumeOf(mass, density float64) float64 { return mass / avogadro / density * 1e24 }

// mixtureDensity returns the density in g/cm³ that the components would have as a
// mixture without excess volume, 1/ρ = Σ w/ρ. Components whose liquid is not known
// are left out when they are few by mass; otherwise the density is 0.
func mixtureDensity(list []copies) (density float64, complete bool) {
	mass, volume, unknown := 0.0, 0.0, 0.0
	for i, v := range liquidVolumes(list) {
		m := float64(list[i].count) * list[i].mass
		if v == 0 {
			unknown += m
			continue
		}
		mass += m
		volume += v
	}
	if mass == 0 || unknown > mostUnknown*(mass+unknown) {
		return 0, false
	}
	return mass / avogadro / volume * 1e24, unknown == 0
}
