package tools

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/library"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/molfile"
	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/contract"
)

// component is a molecule argument that has been read: what tools that place
// copies of it need.
type component struct {
	name     string
	atoms    *structure.Structure // one copy, at the positions the user chose
	names    []string             // atom names of one copy
	mass     float64              // u
	charge   int                  // e
	warnings []string
}

// readMolecule reads a molecule argument (contract §4.2). A mol block wins over a
// SMILES, and its geometry is used exactly as it stands. The error is a
// *contract.Error that names the molecule.
func readMolecule(m contract.Molecule) (*component, error) {
	record, err := moleculeRecord(m)
	if err != nil {
		return nil, err
	}
	graph := record.Mol
	c := &component{name: m.Name, charge: graph.Charge()}
	for _, w := range record.Warnings {
		c.warnings = append(c.warnings, fmt.Sprintf("%s: %s", quoted(m.Name), w))
	}
	if n := mol.ImplicitHydrogens(graph); n > 0 {
		c.warnings = append(c.warnings, fmt.Sprintf("%s lacks %d implicit %s; none were added.", quoted(m.Name), n, plural(n, "hydrogen")))
	}
	for i := range graph.Atoms {
		if graph.Atoms[i].Isotope != 0 {
			c.warnings = append(c.warnings, fmt.Sprintf("Isotope labels of %s are not kept: masses are those of the natural elements.", quoted(m.Name)))
			break
		}
	}
	c.atoms = structure.FromMol(graph)
	c.mass = c.atoms.Mass() // of the atoms that are there; hydrogens that are only stated do not count
	c.names = atomNames(c.atoms.Elements)
	return c, nil
}

func moleculeRecord(m contract.Molecule) (*molfile.Record, error) {
	if m.Molblock == "" {
		entry, ok := library.BySMILES(strings.TrimSpace(m.SMILES))
		if !ok {
			return nil, failure(contract.InvalidMolecule,
				"%s is given as the SMILES %s, which is not one of the built-in library: give a mol block with 3D coordinates, or a SMILES that molecule_library lists.", quoted(m.Name), quoted(m.SMILES))
		}
		return entry.Record(), nil
	}
	record, err := molfile.Read([]byte(m.Molblock))
	if err != nil {
		return nil, failure(contract.InvalidMolecule, "The mol block of %s cannot be read: %v.", quoted(m.Name), err)
	}
	if record.Truncated {
		return nil, failure(contract.InvalidMolecule, "The mol block of %s cannot be read: it ends without M  END and may be cut.", quoted(m.Name))
	}
	graph := record.Mol
	if len(graph.Atoms) == 0 {
		return nil, failure(contract.InvalidMolecule, "The mol block of %s holds no atoms.", quoted(m.Name))
	}
	if record.Dimension == "2D" {
		return nil, failure(contract.Not3D, "%s is a flat drawing (its mol block says 2D): give it 3D coordinates first.", quoted(m.Name))
	}
	for i := range graph.Atoms {
		if graph.Atoms[i].Element == 0 {
			return nil, failure(contract.InvalidMolecule, "Atom %d of %s has no element: replace it by a real atom.", i+1, quoted(m.Name))
		}
	}
	if err := mol.CheckValence(graph); err != nil {
		return nil, failure(contract.InvalidMolecule, "%s is not a valid molecule: %v.", quoted(m.Name), err)
	}
	return record, nil
}

// explainMolecule improves the refusal of a molecule that has only a name: when the
// library knows the name, it says the SMILES to send.
func explainMolecule(p contract.Problem, value json.RawMessage) string {
	if p.Rule != "molecule" {
		return ""
	}
	var m contract.Molecule
	if json.Unmarshal(value, &m) != nil || m.Name == "" || m.Molblock != "" || m.SMILES != "" {
		return ""
	}
	entry, ok := library.Named(m.Name)
	if !ok {
		return fmt.Sprintf("%s is only a name: give a molblock or a smiles too (molecule_library lists the molecules known by name)", quoted(m.Name))
	}
	suggestion, err := json.Marshal(contract.Molecule{Name: m.Name, SMILES: entry.SMILES})
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%s is only a name: send %s", quoted(m.Name), suggestion)
}

// longestAtomName is what the atom-name column of PDB and GRO files holds well.
const longestAtomName = 4

// atomNames numbers the atoms of a molecule by element: C1, C2, H1. From 100 on a
// two-letter element continues with a letter (SiA0), so that names stay within four
// characters and differ.
func atomNames(elements []uint8) []string {
	var counts [elem.Max + 1]int
	names := make([]string, len(elements))
	for i, z := range elements {
		counts[z]++
		symbol, n := elem.Symbol(z), counts[z]
		name := symbol + strconv.Itoa(n)
		if over := n - 100; len(name) > longestAtomName && over < 26*36 {
			name = symbol + string(rune('A'+over/36)) + strings.ToUpper(strconv.FormatInt(int64(over%36), 36))
		}
		names[i] = name
	}
	return names
}

// quoted shows a text from outside within a line, shortened when it is long.
func quoted(s string) string {
	const shown = 60
	if r := []rune(s); len(r) > shown {
		s = string(r[:shown]) + "…"
	}
	return strconv.Quote(s)
}

func plural(n int, word string) string {
	if n == 1 {
		return word
	}
	return word + "s"
}
