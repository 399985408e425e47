// Package retro finds the bonds at which a molecule is taken apart into building blocks
// by the BRICS rules (Degen, Wegscheid-Gerlach, Zaliani and Rarey, ChemMedChem 2008, 3,
// 1503) in RDKit's form: acyclic bonds between pairs of atom environments.
//
// The rules are about the target only. They do not say that a reaction joins the pieces,
// nor that these can be bought.
package retro

import (
	"fmt"
	"slices"

	"github.com/molsmith/molsmith/chem/descriptors/fragment"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/smarts"
	"github.com/molsmith/molsmith/chem/stereo"
)

// Bond is a bond that the rules cut.
type Bond struct {
	Bond           int // index into Mol.Bonds
	A, B           int // its atoms; A has the environment LabelA
	LabelA, LabelB uint8
}

// Rule names the rule that cuts b, as in "L1-L3".
func (b Bond) Rule() string { return fmt.Sprintf("L%d-L%d", b.LabelA, b.LabelB) }

// Bonds returns the bonds of p that the rules cut, in the order of Mol.Bonds. t must be
// made from p. The error is smarts.ErrSteps when a pattern takes too long.
func Bonds(p *perceive.Molecule, t *smarts.Target) ([]Bond, error) {
	labels, err := environmentsOf(p, t)
	if err != nil {
		return nil, err
	}
	return choose(p, labels, pairs[:]), nil
}

// PieceBonds is Bonds with the labels that RDKit writes on pieces: where a bond fits
// several pairs, those of the last and not of the first.
func PieceBonds(p *perceive.Molecule, t *smarts.Target) ([]Bond, error) {
	labels, err := environmentsOf(p, t)
	if err != nil {
		return nil, err
	}
	reversed := pairs
	slices.Reverse(reversed[:])
	return choose(p, labels, reversed[:]), nil
}

// choose returns the bonds that some pair cuts, each with the first pair that does. Where
// a pair fits both ways, the atom with the smaller index is A.
func choose(p *perceive.Molecule, labels []uint32, pairs [][2]uint8) []Bond {
	var found []Bond
	for k, b := range p.Mol.Bonds {
		if p.Rings.BondInRing(k) || p.AromaticBonds[k] {
			continue
		}
		low, high := min(b.A, b.B), max(b.A, b.B)
		for _, pair := range pairs {
			if b.Order != orderOf(pair) {
				continue
			}
			a, z := low, high
			if !fits(labels, pair, a, z) {
				a, z = high, low
			}
			if fits(labels, pair, a, z) {
				found = append(found, Bond{Bond: k, A: a, B: z, LabelA: pair[0], LabelB: pair[1]})
				break
			}
		}
	}
	return found
}

func fits(labels []uint32, pair [2]uint8, a, z int) bool {
	return labels[a]>>pair[0]&1 == 1 && labels[z]>>pair[1]&1 == 1
}

// orderOf is the order of the bonds that a pair cuts.
func orderOf(pair [2]uint8) mol.Order {
	if pair[0] == 7 {
		return mol.Double
	}
	return mol.Single
}

// environmentsOf returns for each atom the set of its environments, bit n for label n.
func environmentsOf(p *perceive.Molecule, t *smarts.Target) ([]uint32, error) {
	labels := make([]uint32, len(p.Mol.Atoms))
	first := make([]bool, len(p.Mol.Atoms))
	for i, q := range queries() {
		clear(first)
		if err := q.First(t, first); err != nil {
			return nil, fmt.Errorf("BRICS environment %d: %w", environments[i].label, err)
		}
		for a, fit := range first {
			if fit {
				labels[a] |= 1 << environments[i].label
			}
		}
	}
	return labels, nil
}

// Fragments takes p apart at all of bonds at once. The ends are marked by wildcards whose
// isotope is the label of the atom they are bonded to, as in [16*]c1ccccc1. The pieces
// come in the order of their first atoms. s says the configuration of p; nil: none is kept.
func Fragments(p *perceive.Molecule, s *stereo.Set, bonds []Bond) ([]*perceive.Molecule, error) {
	cuts := make([]fragment.Cut, len(bonds))
	for i, b := range bonds {
		cuts[i] = cutOf(p, b)
	}
	m, _ := fragment.Take(p, s, nil, cuts, fragment.Wildcards)
	return perceived(m)
}

// Disconnect takes p apart at one bond and fills the open valences with hydrogens. For a
// molecule in one piece the result is two molecules, that with A first. Charges and the hydrogens
// of [nH] and of charged atoms stay, and so do centers that still are some.
func Disconnect(p *perceive.Molecule, s *stereo.Set, b Bond) ([]*perceive.Molecule, error) {
	m, _ := fragment.Take(p, s, nil, []fragment.Cut{cutOf(p, b)}, fragment.Hydrogens)
	parts, err := perceived(m)
	if err != nil || len(parts) != 2 {
		return parts, err
	}
	if of, _ := m.Components(); of[b.A] == 1 {
		parts[0], parts[1] = parts[1], parts[0]
	}
	return parts, nil
}

func cutOf(p *perceive.Molecule, b Bond) fragment.Cut {
	c := fragment.Cut{Bond: b.Bond, LabelA: uint16(b.LabelA), LabelB: uint16(b.LabelB)}
	if p.Mol.Bonds[b.Bond].A != b.A {
		c.LabelA, c.LabelB = c.LabelB, c.LabelA
	}
	return c
}

// perceived returns the components of m as molecules.
func perceived(m *mol.Mol) ([]*perceive.Molecule, error) {
	parts := fragment.Split(m)
	molecules := make([]*perceive.Molecule, len(parts))
	for i, part := range parts {
		p, err := perceive.Sanitize(part)
		if err != nil {
			return nil, fmt.Errorf("piece %d of the cut molecule: %w", i+1, err)
		}
		molecules[i] = p
	}
	return molecules, nil
}
