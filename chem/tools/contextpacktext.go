//go:build !part

package tools

import (
	"fmt"
	"strconv"
	"strings"
)

// decimal is the shortest decimal form of a value that was rounded.
func decimal(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// markdown writes the pack as a text with headings.
func (a *packAnswer) markdown() string {
	id, v, d := &a.Identifiers, &a.Properties, &a.DrugLikeness
	var b strings.Builder
	fmt.Fprintf(&b, "## Molecule\n- SMILES: `%s`\n- MW: %s Da\n- ExactMass: %s\n\n", id.SMILES, decimal(id.Weight), decimal(id.ExactMass))
	fmt.Fprintf(&b, "## Properties\n- LogP: %s, TPSA: %s Å², HBD: %d, HBA: %d\n", decimal(v.LogP), decimal(v.TPSA), v.HBD, v.HBA)
	fmt.Fprintf(&b, "- RotBonds: %d, HAC: %d, QED: %s, SA: %s\n\n", v.RotatableBonds, v.HeavyAtoms, decimal(v.QED), decimal(v.Synthetic))
	fmt.Fprintf(&b, "## Drug-Likeness\n- Lipinski: %t, PAINS: %t, Brenk: %t\n- Alerts: %s\n\n", d.Lipinski, d.Pains, d.Brenk, d.alerts())
	fmt.Fprintf(&b, "## ADMET\n- BBB passes: %t, Caco-2: %s, CYP3A4 risk: %s\n\n",
		a.Admet.BrainRule, decimal(rounded(a.Admet.Caco2, 2)), decimal(rounded(a.Admet.CYP3A4, 2)))
	fmt.Fprintf(&b, "## MolJSON\n```json\n%s\n```\n", strings.TrimRight(a.Representations.MolJSON, "\n"))
	return b.String()
}

// alerts names what was found: "PAINS: a, b; Brenk: c".
func (d *packDrugLikeness) alerts() string {
	var parts []string
	if len(d.PainsAlerts) > 0 {
		parts = append(parts, "PAINS: "+strings.Join(d.PainsAlerts, ", "))
	}
	if len(d.BrenkAlerts) > 0 {
		parts = append(parts, "Brenk: "+strings.Join(d.BrenkAlerts, ", "))
	}
	if parts == nil {
		return "none"
	}
	return strings.Join(parts, "; ")
}

// prompt writes the pack as one line.
func (a *packAnswer) prompt() string {
	v := &a.Properties
	rule := "Lipinski✗"
	if a.DrugLikeness.Lipinski {
		rule = "Lipinski✓"
	}
	return strings.Join([]string{
		a.Identifiers.SMILES,
		"MW=" + decimal(a.Identifiers.Weight),
		"LogP=" + decimal(v.LogP),
		"TPSA=" + decimal(v.TPSA),
		fmt.Sprintf("HBD=%d HBA=%d", v.HBD, v.HBA),
		"QED=" + decimal(v.QED),
		rule,
	}, " | ")
}
