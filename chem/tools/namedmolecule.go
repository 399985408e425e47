package tools

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/molsmith/molsmith/chem/library"
	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/contract"
)

// explainMolecule improves the refusal of a molecule that has only a name, is only a
// text, or has no name: it says what to send. For a name that is not known it says the
// ones that are spelled almost so.
func explainMolecule(p contract.Problem, value json.RawMessage) string {
	if p.Rule != "molecule" {
		return ""
	}
	var text string
	if json.Unmarshal(value, &text) == nil {
		return explainText(strings.TrimSpace(text))
	}
	var m contract.Molecule
	if json.Unmarshal(value, &m) != nil || m.Molblock != "" {
		return ""
	}
	switch {
	case m.Name == "" && m.SMILES != "":
		return p.Message + ": send " + asJSON(namedAfter(m.SMILES))
	case m.Name == "" || m.SMILES != "":
		return ""
	}
	found, near := smilesOf(m.Name)
	if found != "" {
		return fmt.Sprintf("%s is only a name: send %s", quoted(m.Name), asJSON(contract.Molecule{Name: m.Name, SMILES: found}))
	}
	hint := ""
	if len(near) > 0 {
		hint = "; did you mean " + strings.Join(near, ", ") + "?"
	}
	return fmt.Sprintf("%s is only a name: give a molblock or a smiles too (name_to_smiles finds the molecule of a name)%s", quoted(m.Name), hint)
}

// explainText says what to send for a text where a molecule should stand: the molecule
// of that name, or of that SMILES. Text that is neither gets no better words.
func explainText(text string) string {
	if text == "" || len(text) > maxQuotedText {
		return ""
	}
	m := contract.Molecule{Name: text}
	if m.SMILES, _ = smilesOf(text); m.SMILES == "" {
		if _, err := smiles.Parse(text); err != nil {
			return ""
		}
		m = namedAfter(text)
	}
	return fmt.Sprintf("%s is only text: send %s", quoted(text), asJSON(m))
}

// smilesOf returns the SMILES of a name, empty for one that is not known, and then the
// names that may have been meant.
func smilesOf(name string) (found string, near []string) {
	if entry, ok := library.Named(name); ok {
		return entry.SMILES, nil
	}
	return moleculeOfName(name)
}

// namedAfter is the molecule of a SMILES, with the SMILES for its name.
func namedAfter(text string) contract.Molecule {
	const longest = 128 // of a name
	return contract.Molecule{Name: text[:min(len(text), longest)], SMILES: text}
}

func asJSON(m contract.Molecule) string {
	text, err := json.Marshal(m)
	if err != nil { // it is made of text
		return m.SMILES
	}
	return string(text)
}
