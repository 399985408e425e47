// Package admet estimates how a drug is absorbed, distributed, metabolized and how it
// may harm, from its descriptors and a few patterns. Each value is a published model or
// a rule of thumb, and Notes says which. All are for sorting long lists, none replaces
// a measurement.
//
// There is no permeability in cm/s: the equations for Caco-2 cells at hand (Hou et al.,
// J. Chem. Inf. Comput. Sci. 2004, 44, 1585) need a measured logD and a conformer.
package admet

import (
	"github.com/molsmith/molsmith/chem/descriptors"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/smarts"
)

// Descriptors is what the models take of a molecule.
type Descriptors struct {
	Weight float64 // average molar mass, g/mol
	LogP   float64 // Wildman–Crippen
	TPSA   float64 // topological polar surface area of N and O, Å²
	// Counts as RDKit defines them.
	HBD, HBA, RotatableBonds  int
	HeavyAtoms, AromaticAtoms int
	AromaticHeterocycles      int // aromatic rings with an atom other than carbon
}

// Describe returns what the models take of p, whose properties are v.
func Describe(p *perceive.Molecule, v *descriptors.Properties) Descriptors {
	return Descriptors{
		Weight: v.Weight, LogP: v.LogP, TPSA: v.TPSA,
		HBD: v.HBD, HBA: v.HBA, RotatableBonds: v.RotatableBonds,
		HeavyAtoms: v.HeavyAtoms, AromaticAtoms: v.AromaticAtoms, AromaticHeterocycles: AromaticHeterocycles(p),
	}
}

// Class is a coarse rate.
type Class string

// The classes of clearance.
const (
	Low    Class = "Low"
	Medium Class = "Medium"
	High   Class = "High"
)

// Profile is the outcome of all models.
type Profile struct {
	LogBB         float64  // log10 of the concentrations in brain and blood
	BrainRule     bool     // within the limits of molecules that reach the brain
	Caco2         float64  // for order only, see Notes
	HERG          float64  // block of the hERG channel, 0 … 0.9
	CYP3A4        float64  // inhibition of cytochrome P450 3A4, 0 … 1
	PKaAcid       *float64 // strongest acid; nil: none
	PKaBase       *float64 // strongest base; nil: none
	LogS          float64  // solubility in water, log10 mol/L
	LogD74        float64  // distribution coefficient octanol–water at pH 7.4
	Ames          float64  // mutagenicity, 0 … 1
	ProteinBound  float64  // share bound to plasma proteins, percent, 1 … 99
	Clearance     Class
	ClearanceSum  float64  // what Clearance is read from, 0 … 1
	Sites         []Site   // what can gain or lose a proton
	AmesAlerts    []string // alerts behind Ames
	AmesUndecided []string // alerts that the step limit left open; not in Ames
}

// Estimate runs all models. t is the molecule with atoms atoms that d describes. The error
// is smarts.ErrSteps when a pKa rule takes too long.
func Estimate(d Descriptors, t *smarts.Target, atoms int) (*Profile, error) {
	sites, err := Sites(t, atoms)
	if err != nil {
		return nil, err
	}
	p := &Profile{Sites: sites}
	if p.AmesAlerts, p.AmesUndecided, err = Mutagenicity(t); err != nil {
		return nil, err
	}
	p.PKaAcid, p.PKaBase = strongest(sites)
	p.Ames = min(float64(len(p.AmesAlerts))/3, 1)
	p.LogBB = 0.139 + 0.152*d.LogP - 0.0148*d.TPSA
	p.BrainRule = d.TPSA < 90 && d.Weight < 400 && d.HBD <= 3
	p.Caco2 = -0.1416*d.TPSA + 0.6585*d.LogP - 0.5046
	p.HERG = herg(&d, p.PKaBase)
	p.CYP3A4 = cyp3A4(&d)
	p.LogS = 0.16 - 0.63*d.LogP - 0.0062*d.Weight + 0.066*float64(d.RotatableBonds) - 0.74*share(d.AromaticAtoms, d.HeavyAtoms)
	p.LogD74 = LogD(d.LogP, 7.4, p.PKaAcid, p.PKaBase)
	p.ProteinBound = min(max(100*sigmoid(1.2*(d.LogP-1)), 1), 99)
	p.ClearanceSum = sigmoid(-0.4*d.LogP + 0.004*d.Weight - 0.8 + 1.5*share(d.HBA+d.HBD, d.HeavyAtoms))
	switch {
	case p.ClearanceSum < 0.35:
		p.Clearance = Low
	case p.ClearanceSum < 0.65:
		p.Clearance = Medium
	default:
		p.Clearance = High
	}
	return p, nil
}

// AromaticHeterocycles returns how many of the smallest rings of p have aromatic bonds
// only and an atom other than carbon.
func AromaticHeterocycles(p *perceive.Molecule) int {
	adjacency := p.Mol.Neighbors()
	n := 0
	for _, ring := range p.Rings.Basis {
		aromatic, hetero := true, false
		previous := ring[len(ring)-1]
		for _, i := range ring {
			hetero = hetero || p.Mol.Atoms[i].Element != 6
			for _, next := range adjacency.Of(i) {
				if next.Atom == previous {
					aromatic = aromatic && p.AromaticBonds[next.Bond]
				}
			}
			previous = i
		}
		if aromatic && hetero {
			n++
		}
	}
	return n
}

func herg(d *Descriptors, base *float64) float64 {
	risk := 0.0
	if base != nil && *base > 7 {
		risk += 0.40
	}
	risk += step(d.LogP, 4, 0.30, 2, 0.15)
	return risk + step(d.Weight, 400, 0.20, 300, 0.10)
}

func cyp3A4(d *Descriptors) float64 {
	risk := step(d.Weight, 500, 0.25, 400, 0.15) + step(d.LogP, 4, 0.25, 3, 0.15)
	risk += step(float64(d.AromaticHeterocycles), 1.5, 0.30, 0.5, 0.15)
	return min(risk+step(float64(d.HBA), 5.5, 0.20, 3.5, 0.10), 1)
}

// step is more for x above much, some for x above little, else 0.
func step(x, much, more, little, some float64) float64 {
	switch {
	case x > much:
		return more
	case x > little:
		return some
	}
	return 0
}

func sigmoid(x float64) float64 { return 1 / (1 + geom.Exp(-x)) }

// share is a/b, 0 for b = 0.
func share(a, b int) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}
