//go:build !part

package tools

import (
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/library"
)

// TestNameAlone: a molecule that has only a name is refused with what to send.
func TestNameAlone(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"ethanol", `send {"name":"ethanol","smiles":"CCO"}`},
		{"2-bromo-5-chloro-N-methylbenzamide", `"smiles":"CNC(=O)c1cc(Cl)ccc1Br"}`},
		{"acetonitrle", "did you mean acetonitrile?"},
		{"ibuprofin", "did you mean ibuprofen?"},
		{"dichlorobenzene", "did you mean 1,2-dichlorobenzene, "},
		{"unobtainium", `"unobtainium" is only a name: give a molblock or a smiles too (name_to_smiles finds the molecule of a name)`},
		{"polystyrene", `"polystyrene" is only a name: give a molblock or a smiles too`},
	} {
		_, err := call(t, "liquid_box", `{"components":[{"molecule":{"name":"`+c.name+`"},"count":1}],"seed":1}`)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s:\n got %v\nwant …%s…", c.name, err, c.want)
		}
	}
}

// TestMoleculeOfAnotherForm: what is meant by a text in the place of a molecule, or by a
// molecule without a name, is said as what to send.
func TestMoleculeOfAnotherForm(t *testing.T) {
	for molecule, want := range map[string]string{
		`"water"`:         `"water" is only text: send {"name":"water","smiles":"O"}`,
		`"CCO"`:           `"CCO" is only text: send {"name":"CCO","smiles":"CCO"}`,
		`"a polymer"`:     `Molecule must be an object with a name and a molblock or a smiles`,
		`{"smiles":"CO"}`: `Molecule needs a name: send {"name":"CO","smiles":"CO"}`,
		`{}`:              `Molecule needs a name`,
		`7`:               `Molecule must be an object`,
	} {
		_, err := call(t, "liquid_box", `{"components":[{"molecule":`+molecule+`,"count":1}],"seed":1}`)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s:\n got %v\nwant …%s…", molecule, err, want)
		}
	}
	if _, err := call(t, "parse_smiles", `{"smiles":"aspirin"}`); err == nil || !strings.HasSuffix(err.Error(), "; as a name it is the molecule CC(=O)Oc1ccccc1C(=O)O") {
		t.Errorf("got %v, want the SMILES of aspirin", err)
	}
}

// TestLibraryNames: a name of the library that is misspelled suggests one, or
// is read as the molecule.
func TestLibraryNames(t *testing.T) {
	for _, e := range library.All() {
		name := e.Name
		if len(name) < 6 || strings.Contains(name, " unit") {
			continue // short ones are near to others; a repeat unit is no molecule
		}
		if smiles, near := moleculeOfName(name[:len(name)-2] + name[len(name)-1:]); smiles == "" && len(near) == 0 {
			t.Errorf("%s without its last letter but one: no suggestion", name)
		}
	}
}
