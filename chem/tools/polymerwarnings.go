package tools

import (
	"fmt"

	"github.com/molsmith/molsmith/chem/mol"
)

// keepsDouble reports whether head and tail, as a person gave them, are the two atoms of
// a double bond: what a vinyl monomer looks like before it is polymerized. Link points say
// that the unit is meant.
func (p *part) keepsDouble() bool {
	for _, b := range p.full.Mol.Bonds {
		if !p.starred && b.Order == mol.Double && (b.A == p.head && b.B == p.tail || b.A == p.tail && b.B == p.head) {
			return true
		}
	}
	return false
}

// warnings are those of the molecules, of a charge in e, and, where a tacticity was asked for
// that nothing can have, of that.
func (r *chainRequest) warnings(k *kinds, tactic, charge int) []string {
	var warnings []string
	for _, m := range k.monomers {
		warnings = append(warnings, m.warnings...)
		if m.keepsDouble() {
			warnings = append(warnings, fmt.Sprintf("%s keeps the double bond between its head and tail in every unit; a vinyl polymer needs the saturated unit, as CC for ethylene.", quoted(m.name)))
		}
	}
	for _, p := range k.ends {
		if p != nil {
			warnings = append(warnings, p.warnings...)
		}
	}
	if charge != 0 {
		warnings = append(warnings, fmt.Sprintf("The net charge is %+d e; in a cell, Ions or Solvate balance it with counter-ions.", charge))
	}
	if r.tacticity != asMonomer && tactic == 0 {
		warnings = append(warnings, fmt.Sprintf("Tacticity has no meaning for %s: no unit has a center on its backbone.", k.name()))
	}
	return warnings
}
