package tools

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/molsmith/molsmith/chem/conformer"
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

// detail says how much work a molecule argument is worth.
type detail bool

const (
	relaxed detail = false // a geometry that is relaxed and checked
	rough   detail = true  // one whose size is right: for previews
)

// readMolecule reads a molecule argument (contract §4.2). A mol block wins over a
// SMILES, and its geometry is used exactly as it stands. A SMILES gets the geometry of
// the library, or one that is made with the seed of the call. The error is a
// *contract.Error that names the molecule, or ctx's.
func readMolecule(ctx context.Context, m contract.Molecule, seed contract.Seed, d detail) (*component, error) {
	var record *molfile.Record
	if m.Molblock == "" {
		entry, ok := library.BySMILES(strings.TrimSpace(m.SMILES))
		if !ok {
			return embedMolecule(ctx, m, seed, d)
		}
		record = entry.Record()
	} else {
		var err error
		if record, err = moleculeRecord(m); err != nil {
			return nil, err
		}
	}
	c := newComponent(m.Name, record.Mol)
	for _, w := range record.Warnings {
		c.warn("%s", w)
	}
	if n := mol.ImplicitHydrogens(record.Mol); n > 0 {
		c.warnings = append(c.warnings, fmt.Sprintf("%s lacks %d implicit %s; none were added.", quoted(m.Name), n, plural(n, "hydrogen")))
	}
	c.warnIsotopes(record.Mol)
	return c, nil
}

// newComponent takes the atoms of a molecule and their positions.
func newComponent(name string, m *mol.Mol) *component {
	c := &component{name: name, charge: m.Charge(), atoms: structure.FromMol(m)}
	c.mass = c.atoms.Mass() // of the atoms that are there; hydrogens that are only stated do not count
	c.names = atomNames(c.atoms.Elements)
	return c
}

func (c *component) warn(format string, args ...any) {
	c.warnings = append(c.warnings, quoted(c.name)+": "+fmt.Sprintf(format, args...))
}

func (c *component) warnIsotopes(m *mol.Mol) {
	for i := range m.Atoms {
		if m.Atoms[i].Isotope != 0 {
			c.warnings = append(c.warnings, fmt.Sprintf("Isotope labels of %s are not kept: masses are those of the natural elements.", quoted(c.name)))
			return
		}
	}
}

// errTooSlow says that a molecule is too large for a preview, which has to be quick.
var errTooSlow = errors.New("no preview")

// embedMolecule makes a geometry for the SMILES of a molecule argument: hydrogens added,
// embedded with the seed, relaxed with MMFF94s, or UFF where MMFF94 has no parameters,
// and rounded to the four decimals of a mol block.
func embedMolecule(ctx context.Context, m contract.Molecule, seed contract.Seed, d detail) (*component, error) {
	s, err := readSubject("smiles", strings.TrimSpace(m.SMILES))
	if err != nil {
		return nil, moleculeFailure(m.Name, err)
	}
	return embedSubject(ctx, m.Name, s, seed, d)
}

// moleculeFailure gives an error of a molecule argument its code and the name of the
// molecule.
func moleculeFailure(name string, err error) error {
	fault := (*contract.Error)(nil)
	if err = geometryFailure(err); !errors.As(err, &fault) {
		return err
	}
	named := *fault
	named.Problems, named.Message = nil, quoted(name)+": "+fault.Message
	switch fault.Code {
	case contract.MoleculeTooLarge:
		named.Code = contract.TooManyAtoms
	case contract.Timeout:
	default:
		named.Code = contract.InvalidMolecule
	}
	return &named
}

// embedSubject is embedMolecule for a SMILES that was read.
func embedSubject(ctx context.Context, name string, s *subject, seed contract.Seed, d detail) (*component, error) {
	fail := func(err error) error { return moleculeFailure(name, err) }
	b, p, err := s.builder(conformer.Auto)
	if err != nil {
		return nil, fail(err)
	}
	if d == rough && len(p.Mol.Atoms) > maxRoughAtoms {
		return nil, errTooSlow
	}
	var made *conformer.Conformer
	err = within(ctx, maxGeometryMillis, "The geometry of a molecule", func(ctx context.Context) (err error) {
		if d == rough {
			made, err = b.Rough(ctx, uint64(seed))
		} else {
			made, err = b.Generate(ctx, uint64(seed), nil)
		}
		return err
	})
	if err != nil {
		return nil, fail(err)
	}
	for i, v := range made.X {
		made.X[i] = rounded(v, 4)
	}
	c := newComponent(name, blockRecord(p, made.X, name, false).Mol)
	if d == relaxed {
		for _, w := range geometryWarnings(b, made) {
			c.warn("%s", w)
		}
	}
	c.warnIsotopes(p.Mol)
	if _, n := p.Mol.Components(); n > 1 {
		c.warn("its SMILES has %d separate parts, which stay together; give them as molecules of their own to place them freely.", n)
	}
	return c, nil
}

// moleculeRecord reads the mol block of a molecule argument.
func moleculeRecord(m contract.Molecule) (*molfile.Record, error) {
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
			return nil, failure(contract.InvalidMolecule, "Atom %d of %s, counted from 1 as in its mol block, has no element: replace it by a real atom.", i+1, quoted(m.Name))
		}
	}
	if err := mol.CheckValence(graph); err != nil {
		return nil, failure(contract.InvalidMolecule, "%s is not a valid molecule: %v (atoms counted from 1, as in its mol block).", quoted(m.Name), err)
	}
	return record, nil
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
	return strconv.Quote(shortened(s, shown))
}

// shortened is a text of at most so many characters, and … when it was longer.
func shortened(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

func plural(n int, word string) string {
	if n == 1 {
		return word
	}
	return word + "s"
}
