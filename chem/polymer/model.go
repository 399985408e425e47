package polymer

import (
	"strings"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/forcefield"
	"github.com/molsmith/molsmith/chem/forcefield/mmff"
	"github.com/molsmith/molsmith/chem/forcefield/uff"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/perceive"
)

// Names of force fields in a report.
const (
	nameMMFF = "MMFF94"
	nameUFF  = "UFF"
)

// newModel returns the force field of a molecule, nil when none has parameters. A cut-off
// of 0 is none.
func newModel(p *perceive.Molecule, cutoff float64, periodic *cell.Cell) (forcefield.Model, string) {
	if f, err := mmff.New(p, mmff.Options{Cutoff: cutoff, Periodic: periodic}); err == nil {
		return f, nameMMFF
	}
	if f, err := uff.New(p, uff.Options{Cutoff: cutoff, Periodic: periodic}); err == nil {
		return f, nameUFF
	}
	return nil, ""
}

// turnEnergies returns the energies of a torsion from those of the force field at every
// bin, of which set gives the geometries: its torsion term and a share of its van der Waals
// term, within limits. All else is rigid in these geometries: relaxed, gauche butane lies 0.8
// kcal/mol above trans and not 1.6, and atoms that touch may well have room. The share makes
// up for that; chains of ethylene, oxyethylene and styrene then have the characteristic
// ratios that are measured. The second result is the range of the torsion term.
func turnEnergies(f forcefield.Model, set func(bin int) []float64) (energy [bins]float64, barrier float64) {
	const most, share = 6, 0.35 // kcal/mol, and without unit
	if f == nil {
		return energy, 0
	}
	var torsion, waals [bins]float64
	for k := range energy {
		for _, t := range f.Terms(set(k)) {
			switch {
			case strings.HasPrefix(t.Name, "torsion"):
				torsion[k] = t.Energy
			case t.Name == "van der Waals":
				waals[k] = t.Energy
			}
		}
	}
	low, bottom, top := waals[0], torsion[0], torsion[0]
	for k, e := range waals {
		low, bottom, top = min(low, e), min(bottom, torsion[k]), max(top, torsion[k])
	}
	for k := range energy {
		energy[k] = torsion[k] + share*min(waals[k]-low, most)
	}
	return energy, top - bottom
}

// flat writes points as a flat array into out, which is as long.
func flat(out []float64, x []geom.Vec3) []float64 {
	for i, v := range x {
		geom.Put(out, i, v)
	}
	return out
}
