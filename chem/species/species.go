// Package species finds the molecules of a structure and makes molecular graphs of
// them: the way from an open document to descriptors and a name.
//
// A molecule is a connected component of the bonds. It is made whole across the faces
// of a periodic cell, and its configuration is read from its positions. Positions are
// in Å.
package species

import (
	"errors"
	"fmt"
	"slices"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/chem/stereo"
	"github.com/molsmith/molsmith/chem/structure"
)

// MaxAtoms is the largest molecule that becomes a graph, hydrogens included.
const MaxAtoms = 1_000

// Kind is a kind of molecule and how often it occurs.
type Kind struct {
	First   int    // the first atom of its first molecule
	Atoms   int    // of one molecule
	Count   int    // molecules
	Formula string // in Hill order, without the charge
	Charge  int    // e, of one molecule
}

// Molecule is one molecule of a structure, perceived.
type Molecule struct {
	*perceive.Molecule
	Stereo *stereo.Set
	// Atoms are its atoms in the structure, rising.
	Atoms []int
	// Added is the number of hydrogens that the structure does not have and that were
	// added by valence: all of them, since a molecule that has some must have all.
	Added int
}

// Set is the division of a structure into molecules.
type Set struct {
	s  *structure.Structure
	of []int32 // molecule of each atom
	n  int
}

// Find divides s, which must be valid and must not change while the Set is in use.
func Find(s *structure.Structure) *Set {
	of, n := s.Components()
	return &Set{s, of, n}
}

// Kinds returns the kinds of molecules in the order of their first atoms, at most
// limit of them, and how many kinds were left out. Molecules are of one kind when they
// have the same atoms and bonds in the same order, or, among those that are returned,
// the same canonical SMILES apart from configurations. The error says why there are
// no molecules, for a person to read.
func (m *Set) Kinds(limit int) (kinds []Kind, others int, err error) {
	if err := unbonded(m.s, -1); err != nil {
		return nil, 0, err
	}
	signatures := sign(m.s, m.of, m.n)
	at := map[signature]int{}
	for k := range signatures {
		sig := signatures[k].signature
		i, known := at[sig]
		if !known {
			i = len(kinds)
			at[sig] = i
			kinds = append(kinds, Kind{First: int(signatures[k].first), Atoms: int(sig.atoms)})
		}
		kinds[i].Count++
	}
	if len(kinds) > limit {
		kinds, others = kinds[:limit], len(kinds)-limit
	}
	for i := range kinds {
		kinds[i].compose(m)
	}
	return m.merge(kinds), others, nil
}

// compose fills in the formula and the charge.
func (k *Kind) compose(m *Set) {
	s, of := m.s, m.of
	var counts elem.Counts
	left := k.Atoms
	for i := k.First; left > 0; i++ {
		if of[i] != of[k.First] {
			continue
		}
		left--
		counts[s.Elements[i]]++
		if s.FormalCharges != nil {
			k.Charge += int(s.FormalCharges[i])
		}
	}
	k.Formula = counts.Formula()
}

// merge joins kinds whose molecules differ only in the order of their atoms.
func (m *Set) merge(kinds []Kind) []Kind {
	names := make([]string, len(kinds))
	name := func(i int) string {
		if names[i] == "" {
			names[i] = m.plainName(kinds[i].First)
		}
		return names[i]
	}
	out := kinds[:0]
	kept := make([]int, 0, len(kinds)) // index in kinds of each of out
next:
	for i, k := range kinds {
		for j := range out {
			o := &out[j]
			if o.Atoms == k.Atoms && o.Charge == k.Charge && o.Formula == k.Formula {
				if a := name(kept[j]); a != "?" && a == name(i) {
					o.Count += k.Count
					continue next
				}
			}
		}
		out = append(out, k)
		kept = append(kept, i)
	}
	return out
}

// plainName returns the canonical SMILES of the molecule of an atom without its
// configuration, "?" when it has none.
func (m *Set) plainName(atom int) string {
	one, err := m.At(atom)
	if err != nil {
		return "?"
	}
	text, err := smiles.CanonicalOf(one.Molecule, &stereo.Set{})
	if err != nil {
		return "?"
	}
	return text
}

// At returns the molecule of an atom, which must be there. The error says why there is
// none, for a person to read: no bonds, a network without end, more than MaxAtoms
// atoms, or bonds that make no molecule.
func (m *Set) At(atom int) (*Molecule, error) {
	if err := unbonded(m.s, atom); err != nil {
		return nil, err
	}
	atoms := members(m.of, atom)
	if len(atoms) > MaxAtoms {
		return nil, fmt.Errorf("the molecule has %d atoms; graphs are made of up to %d", len(atoms), MaxAtoms)
	}
	g := graph(m.s, m.of, atoms)
	if err := g.Check(); err != nil {
		return nil, fmt.Errorf("the bonds make no molecule: %w", err)
	}
	if err := makeWhole(g, m.s.Cell); err != nil {
		return nil, err
	}
	added, err := freeValences(g, atoms)
	if err != nil {
		return nil, err
	}
	stereo.FromGeometry(g)
	p, err := perceive.Take(g)
	if err != nil {
		return nil, notAMolecule(err, atoms)
	}
	return &Molecule{Molecule: p, Stereo: stereo.Find(p), Atoms: atoms, Added: added}, nil
}

func members(of []int32, atom int) []int {
	var atoms []int
	for i, k := range of {
		if k == of[atom] {
			atoms = append(atoms, i)
		}
	}
	return atoms
}

// graph returns the atoms of s, rising, and the bonds among them as a Mol.
func graph(s *structure.Structure, of []int32, atoms []int) *mol.Mol {
	part := &structure.Structure{
		Elements:  make([]uint8, len(atoms)),
		Positions: make([]float64, 0, 3*len(atoms)),
	}
	for i, a := range atoms {
		part.Elements[i] = s.Elements[a]
		part.Positions = append(part.Positions, s.Positions[3*a:3*a+3]...)
		if s.FormalCharges != nil {
			part.FormalCharges = append(part.FormalCharges, s.FormalCharges[a])
		}
	}
	component := of[atoms[0]]
	for k, b := range s.Bonds {
		if of[b[0]] != component {
			continue
		}
		i, _ := slices.BinarySearch(atoms, int(b[0]))
		j, _ := slices.BinarySearch(atoms, int(b[1]))
		part.Bonds = append(part.Bonds, [2]uint32{uint32(i), uint32(j)})
		if s.BondOrders != nil {
			part.BondOrders = append(part.BondOrders, s.BondOrders[k])
		}
	}
	return part.Mol()
}

// unbonded refuses structures that state no bonds where atoms must have some. Atoms
// alone are molecules when the structure says so, or when they are noble gases.
func unbonded(s *structure.Structure, atom int) error {
	if len(s.Bonds) > 0 || s.Len() == 1 {
		return nil
	}
	if s.Len() == 0 {
		return errors.New("there are no atoms")
	}
	sizes := map[int32]int{}
	for _, k := range s.Molecules {
		sizes[k]++
	}
	for i, z := range s.Elements {
		alone := s.Molecules != nil && sizes[s.Molecules[i]] == 1
		if (atom < 0 || atom == i) && !alone && !noble(z) {
			return errors.New("there are no bonds, so it is not known which atoms are a molecule")
		}
	}
	return nil
}

func noble(z uint8) bool {
	switch z {
	case 2, 10, 18, 36, 54, 86:
		return true
	}
	return false
}

// freeValences returns how many hydrogens the atoms of m have by valence beyond those
// that are there. When there are hydrogens, all should be: that some lack says that
// hydrogens or bond orders are missing, and any number would be about another molecule.
func freeValences(m *mol.Mol, atoms []int) (int, error) {
	implied, err := perceive.ImpliedHydrogens(m)
	if err != nil {
		return 0, notAMolecule(err, atoms)
	}
	total, first, hydrogens := 0, -1, false
	for i, n := range implied {
		total += n
		if n > 0 && first < 0 {
			first = i
		}
		hydrogens = hydrogens || m.Atoms[i].Element == 1
	}
	if total > 0 && hydrogens {
		return 0, fmt.Errorf("bond orders or hydrogens are missing: %s #%d has a free valence of %d, and the values would be those of another molecule",
			elem.Symbol(m.Atoms[first].Element), atoms[first], implied[first])
	}
	return total, nil
}

// notAMolecule explains an error of perception by the atom of the structure.
func notAMolecule(err error, atoms []int) error {
	var e *perceive.Error
	if errors.As(err, &e) && len(e.Atoms) > 0 {
		return fmt.Errorf("the bonds make no molecule at atom #%d: %s", atoms[e.Atoms[0]], e.Msg)
	}
	return fmt.Errorf("the bonds make no molecule: %w", err)
}
