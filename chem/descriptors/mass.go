package descriptors

import (
	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/perceive"
)

// Weight returns the average molar mass of p in g/mol: standard atomic weights, for
// atoms with an isotope label the mass of that isotope.
func Weight(p *perceive.Molecule) float64 { return mass(p, elem.Weight) }

// electronMass is the mass of an electron in u (CODATA 2018).
const electronMass = 5.48579909065e-4

// ExactMass returns the monoisotopic mass of p in u: every atom is the commonest
// isotope of its element unless it has a label, and ions lack electrons or have more.
func ExactMass(p *perceive.Molecule) float64 {
	return mass(p, elem.MonoisotopicMass) - float64(p.Mol.Charge())*electronMass
}

// mass sums a mass per element over the atoms without a label, and the masses of
// isotopes over those with one. An isotope that is not known has its mass number.
func mass(p *perceive.Molecule, of func(z uint8) float64) float64 {
	hydrogen, sum := of(1), 0.0
	for i := range p.Mol.Atoms {
		a := &p.Mol.Atoms[i]
		switch {
		case a.Isotope == 0:
			sum += of(a.Element)
		default:
			m := elem.IsotopeMass(a.Element, int(a.Isotope))
			if m == 0 && a.Element != 0 {
				m = float64(a.Isotope)
			}
			sum += m
		}
		sum += float64(a.Hydrogens) * hydrogen
	}
	return sum
}
