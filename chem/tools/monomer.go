package tools

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/hydrogen"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/molfile"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/polymer"
	"github.com/molsmith/molsmith/chem/polymer/tacticity"
	"github.com/molsmith/molsmith/contract"
)

// linkArguments are a molecule argument and the atoms at which a chain goes on.
type linkArguments struct {
	molecule   contract.Molecule
	head, tail contract.AtomIndex
	residue    string
	// Paths of the fields in the arguments, and their names in messages.
	moleculePath, headPath, tailPath string
	headName, tailName               string
}

// part is a molecule that becomes a repeat unit or an end group of a chain.
type part struct {
	*component
	plain   *mol.Mol           // the atoms of the component with their positions
	full    *perceive.Molecule // the same, perceived
	residue string             // as given, "" for one from the name

	head, tail             int // equal in an end group
	headLeaves, tailLeaves int
	starred                bool // the links are those of the SMILES

	// stated says which centers a person gave a configuration; nil: every one.
	stated  map[int]bool
	centers *tacticity.Unit // nil in an end group
}

func (p *part) unit(positions []float64) polymer.Unit {
	return polymer.Unit{Molecule: p.full, Positions: positions, Head: p.head, Tail: p.tail, HeadLeaves: p.headLeaves, TailLeaves: p.tailLeaves}
}

// readMonomer reads a repeat unit. A SMILES with two link points * gives head and tail
// itself: the atom before the first star and that before the second, or those of [*:1]
// and [*:2]; the arguments head and tail are then ignored.
func readMonomer(ctx context.Context, a *linkArguments, seed contract.Seed, d detail) (*part, error) {
	p, err := readPart(ctx, a, 2, seed, d)
	if err != nil {
		return nil, err
	}
	if !p.starred {
		if err := p.takeLinks(a); err != nil {
			return nil, err
		}
	}
	if p.headLeaves == p.tail || p.tailLeaves == p.head {
		return nil, inField(a.moleculePath, failure(contract.InvalidMolecule, "%s has no atom left between its link points: head and tail would give up each other.", quoted(p.name)))
	}
	if err := p.complete(a); err != nil {
		return nil, err
	}
	p.centers, err = tacticity.Find(p.full, p.atoms.Positions, tacticity.Links{Head: p.head, Tail: p.tail, HeadLeaves: p.headLeaves, TailLeaves: p.tailLeaves})
	if err != nil {
		return nil, moleculeFailure(p.name, failure(contract.InvalidMolecule, "%v.", err))
	}
	return p, nil
}

// readEndGroup reads an end group, of which head is the atom that bonds to the chain, or
// that of the only link point of its SMILES.
func readEndGroup(ctx context.Context, a *linkArguments, seed contract.Seed, d detail) (*part, error) {
	p, err := readPart(ctx, a, 1, seed, d)
	if err != nil {
		return nil, err
	}
	if !p.starred {
		if err := p.checkRange(a.head, a.headPath, a.headName); err != nil {
			return nil, err
		}
		p.head = int(a.head)
		if p.headLeaves, err = p.leaves(p.head, -1, a.headPath, a.headName); err != nil {
			return nil, err
		}
	}
	p.tail, p.tailLeaves = p.head, p.headLeaves
	return p, p.complete(a)
}

// readPart reads the molecule and, in a SMILES, its link points. Atoms of a SMILES are
// numbered as it is written, its hydrogens behind them, so that head and tail can be
// counted in the text; a geometry of the library has another order.
func readPart(ctx context.Context, a *linkArguments, stars int, seed contract.Seed, d detail) (*part, error) {
	m := a.molecule
	m.SMILES = strings.TrimSpace(m.SMILES)
	p := &part{residue: a.residue}
	var record *molfile.Record
	if m.Molblock != "" {
		var err error
		if record, err = moleculeRecord(m); err != nil {
			return nil, inField(a.moleculePath, err)
		}
	}
	if record != nil {
		p.component = newComponent(m.Name, record.Mol)
		for _, w := range record.Warnings {
			p.warn("%s", w)
		}
		p.warnIsotopes(record.Mol)
		return p, nil
	}
	s, marks, err := readLinked(m.SMILES, stars)
	if err != nil {
		return nil, inField(a.moleculePath, moleculeFailure(m.Name, err))
	}
	if marks == nil && stars == 2 {
		s.markEnds(int(a.head), int(a.tail))
	}
	p.stated = make(map[int]bool)
	for _, c := range s.configuration().Centers {
		p.stated[c.Atom] = true
	}
	if p.component, err = embedSubject(ctx, m.Name, s, seed, d); err != nil {
		return nil, inField(a.moleculePath, err)
	}
	if marks != nil {
		p.starred = true
		p.headLeaves = marks[0]
		p.tailLeaves = marks[len(marks)-1]
		p.head, p.tail = p.neighbor(p.headLeaves), p.neighbor(p.tailLeaves)
	}
	return p, nil
}

// inField gives an error of a molecule argument its place in the form.
func inField(path string, err error) error {
	fault := (*contract.Error)(nil)
	if !errors.As(err, &fault) || len(fault.Problems) > 0 {
		return err
	}
	named := *fault
	named.Problems = []contract.Problem{{Path: path, Rule: "molecule", Message: fault.Message}}
	return &named
}

// label names an atom as lists of atoms do, with its number from 0: C0, H8.
func (p *part) label(i int) string {
	return fmt.Sprintf("%s%d", elem.Symbol(p.atoms.Elements[i]), i)
}

// neighbor is the only neighbor of a hydrogen.
func (p *part) neighbor(i int) int {
	for _, b := range p.atoms.Bonds {
		switch i {
		case int(b[0]):
			return int(b[1])
		case int(b[1]):
			return int(b[0])
		}
	}
	return -1
}

// takeLinks checks head and tail in the order of the contract's reference: both in range,
// different, and each with a hydrogen to give up.
func (p *part) takeLinks(a *linkArguments) (err error) {
	if err := p.checkRange(a.head, a.headPath, a.headName); err != nil {
		return err
	}
	if err := p.checkRange(a.tail, a.tailPath, a.tailName); err != nil {
		return err
	}
	p.head, p.tail = int(a.head), int(a.tail)
	if p.head == p.tail {
		return invalidArgument(a.tailPath, "different", nil, "%s and %s are both atom %d of %s: choose two different atoms.", a.headName, a.tailName, p.head, quoted(p.name))
	}
	if p.headLeaves, err = p.leaves(p.head, -1, a.headPath, a.headName); err != nil {
		return err
	}
	p.tailLeaves, err = p.leaves(p.tail, p.headLeaves, a.tailPath, a.tailName)
	return err
}

func (p *part) checkRange(i contract.AtomIndex, path, name string) error {
	if n := p.atoms.Len(); i < 0 || int64(i) >= int64(n) {
		return invalidArgument(path, "maximum", n-1, "%s is atom %d, but %s has %d atoms: choose 0 to %d.", name, i, quoted(p.name), n, n-1)
	}
	return nil
}

// leaves returns the lowest hydrogen that atom i may give up, other than one.
func (p *part) leaves(i, other int, path, name string) (int, error) {
	degree := make([]int, p.atoms.Len())
	for _, b := range p.atoms.Bonds {
		degree[b[0]]++
		degree[b[1]]++
	}
	found := -1
	for k, b := range p.atoms.Bonds {
		h := -1
		switch i {
		case int(b[0]):
			h = int(b[1])
		case int(b[1]):
			h = int(b[0])
		}
		if h < 0 || h == other || p.atoms.Elements[h] != 1 || degree[h] != 1 || p.atoms.BondOrders != nil && p.atoms.BondOrders[k] != 1 {
			continue
		}
		if found < 0 || h < found {
			found = h
		}
	}
	if found < 0 {
		message := fmt.Sprintf("%s: atom %s (number %d of %s) has no hydrogen to give up", name, elem.Symbol(p.atoms.Elements[i]), i, quoted(p.name))
		if n := p.missing(); n > 0 {
			message += fmt.Sprintf("; the molecule lacks %d %s, which have to be atoms: add hydrogens first.", n, plural(n, "hydrogen"))
		} else {
			message += ": choose an atom with one."
		}
		return 0, invalidArgument(path, "hydrogen", nil, "%s", message)
	}
	return found, nil
}

// graph is the molecule with its positions.
func (p *part) graph() *mol.Mol {
	m := p.atoms.Mol()
	for i := range m.Atoms {
		m.Atoms[i].Pos = geom.At(p.atoms.Positions, i)
	}
	return m
}

// missing counts the hydrogens that the molecule implies.
func (p *part) missing() int { return mol.ImplicitHydrogens(p.graph()) }

// Lengths of bonds in Å that a geometry may have; the growth refuses others.
const (
	shortestBond = 0.3
	longestBond  = 5
)

// complete checks that the molecule is one, with all its hydrogens and a geometry, and keeps
// its graph.
func (p *part) complete(a *linkArguments) error {
	m := p.graph()
	if _, n := m.Components(); n > 1 {
		advice := ""
		for i := range m.Atoms {
			if m.Atoms[i].Charge != 0 {
				advice = " Leave counter-ions out of a charged unit, and add them to the chain in a cell with Ions or Solvate, which balance its charge."
				break
			}
		}
		return inField(a.moleculePath, failure(contract.InvalidMolecule, "%s has %d separate parts: a part of a chain is one molecule.%s", quoted(p.name), n, advice))
	}
	lacks := func(n int) error {
		return inField(a.moleculePath, failure(contract.InvalidMolecule, "%s lacks %d %s, which have to be atoms: add hydrogens first.", quoted(p.name), n, plural(n, "hydrogen")))
	}
	if n := mol.ImplicitHydrogens(m); n > 0 {
		return lacks(n)
	}
	full, _, err := hydrogen.FromMol(m)
	if err != nil {
		return inField(a.moleculePath, failure(contract.InvalidMolecule, "%s is not a valid molecule: %v.", quoted(p.name), err))
	}
	if n := len(full.Mol.Atoms) - len(m.Atoms); n > 0 {
		return lacks(n)
	}
	if n := len(m.Atoms); n > polymer.MaxUnitAtoms {
		return inField(a.moleculePath, failure(contract.TooManyAtoms, "%s has %d atoms; a part of a chain may have at most %d.", quoted(p.name), n, polymer.MaxUnitAtoms))
	}
	for _, b := range m.Bonds {
		if d := m.Atoms[b.A].Pos.Sub(m.Atoms[b.B].Pos).Norm(); d < shortestBond || d > longestBond {
			return inField(a.moleculePath, failure(contract.Not3D, "%s has no 3D geometry: atoms %s and %s are bonded and %.2f Å apart. Give it 3D coordinates first.", quoted(p.name), p.label(b.A), p.label(b.B), d))
		}
	}
	if i := flatCarbon(m); i >= 0 {
		return inField(a.moleculePath, failure(contract.Not3D, "%s is a flat drawing: the four neighbors of %s lie in a plane with it. Give it 3D coordinates first.", quoted(p.name), p.label(i)))
	}
	p.plain, p.full = m, full
	return nil
}

// flatCarbon returns a carbon that lies in a plane with its four neighbors, as in drawings
// that call themselves 3D, or -1.
func flatCarbon(m *mol.Mol) int {
	const flat = 0.1 // the triple product of unit vectors, 0.77 in a tetrahedron
	adjacency := m.Neighbors()
	for i := range m.Atoms {
		around := adjacency.Of(i)
		if m.Atoms[i].Element != 6 || len(around) != 4 {
			continue
		}
		most := 0.0
		for left := range around {
			var v []geom.Vec3
			for k, b := range around {
				if k != left {
					v = append(v, m.Atoms[b.Atom].Pos.Sub(m.Atoms[i].Pos).Unit())
				}
			}
			most = max(most, math.Abs(v[0].Dot(v[1].Cross(v[2]))))
		}
		if most < flat {
			return i
		}
	}
	return -1
}
