package tools

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/molsmith/molsmith/chem/library"
	"github.com/molsmith/molsmith/contract"
)

// explainMolecule improves the refusal of a molecule that has only a name: when the
// name is known, it says the SMILES to send, and else the names that are spelled almost
// so.
func explainMolecule(p contract.Problem, value json.RawMessage) string {
	if p.Rule != "molecule" {
		return ""
	}
	var m contract.Molecule
	if json.Unmarshal(value, &m) != nil || m.Name == "" || m.Molblock != "" || m.SMILES != "" {
		return ""
	}
	known := contract.Molecule{Name: m.Name}
	var near []string
	if entry, ok := library.Named(m.Name); ok {
		known.SMILES = entry.SMILES
	} else {
		known.SMILES, near = moleculeOfName(m.Name)
	}
	if known.SMILES != "" {
		if suggestion, err := json.Marshal(known); err == nil {
			return fmt.Sprintf("%s is only a name: send %s", quoted(m.Name), suggestion)
		}
	}
	hint := ""
	if len(near) > 0 {
		hint = "; did you mean " + strings.Join(near, ", ") + "?"
	}
	return fmt.Sprintf("%s is only a name: give a molblock or a smiles too (name_to_smiles finds the molecule of a name)%s", quoted(m.Name), hint)
}
