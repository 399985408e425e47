package descriptors

import (
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/smarts"
)

// Druglikeness returns what QED is computed from, for the molecule of these properties.
// The error is that of CountForQED.
func (v *Properties) Druglikeness(p *perceive.Molecule, t *smarts.Target) (Druglikeness, error) {
	d := Druglikeness{Weight: v.Weight, LogP: v.LogP, Donors: v.HBD, TPSA: v.TPSA, Rotatable: v.RotatableBonds}
	err := d.CountForQED(p, t)
	return d, err
}
