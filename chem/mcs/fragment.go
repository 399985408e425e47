package mcs

import (
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
)

// fragment returns the part as a molecule of its own: a piece of the query with
// hydrogens where bonds were cut, but on metals and wildcards, which have no valence to
// fill. Aromatic rings that are whole in the part stay
// aromatic; when that leaves no Kekulé form, the part has the orders of the query's.
func (c *common) fragment() *mol.Mol {
	m := c.piece(true)
	if _, err := perceive.Sanitize(m); err == nil {
		return m
	}
	return c.piece(false)
}

// piece cuts the part out of the query.
func (c *common) piece(aromatic bool) *mol.Mol {
	p := c.mols[c.query]
	own := c.atoms[c.query]
	at := make(map[int]int, len(own))
	m := &mol.Mol{Atoms: make([]mol.Atom, len(own))}
	for i, a := range own {
		at[a] = i
		atom := &p.Mol.Atoms[a]
		m.Atoms[i] = mol.Atom{Element: atom.Element, Charge: atom.Charge, Radical: atom.Radical, Hydrogens: atom.Hydrogens, NoImplicit: true}
	}
	inside := make([]bool, len(p.Mol.Bonds))
	for _, k := range c.bonds {
		inside[k] = true
	}
	soft := make([]bool, len(p.Mol.Bonds)) // stays aromatic
	if aromatic {
	rings:
		for _, ring := range c.ringBonds() {
			for _, k := range ring {
				if !inside[k] || !p.AromaticBonds[k] {
					continue rings
				}
			}
			for _, k := range ring {
				soft[k] = true
			}
		}
	}
	for k := range p.Mol.Bonds {
		b := p.Mol.Bonds[k]
		if inside[k] {
			bond := mol.Bond{A: at[b.A], B: at[b.B], Order: b.Order}
			if soft[k] {
				bond.Order = mol.Aromatic
				m.Atoms[bond.A].Aromatic, m.Atoms[bond.B].Aromatic = true, true
			}
			m.Bonds = append(m.Bonds, bond)
		}
	}
	for k := range p.Mol.Bonds {
		if inside[k] {
			continue
		}
		b := p.Mol.Bonds[k]
		for _, end := range [2]int{b.A, b.B} {
			i, ok := at[end]
			if !ok {
				continue
			}
			lost := uint8(b.Order)
			switch {
			case b.Order == mol.Dative || b.Order == mol.Any || m.Atoms[i].Element == 0 || perceive.Metal(m.Atoms[i].Element):
				lost = 0
			case b.Order == mol.Quadruple:
				lost = 4
			case m.Atoms[i].Aromatic && b.Order == mol.Double:
				lost = 1 // the ring that stays aromatic takes the other
			}
			m.Atoms[i].Hydrogens += lost
		}
	}
	return m
}

// ringBonds returns the rings of the query as bonds.
func (c *common) ringBonds() [][]int32 { return newRingTable(c.mols[c.query]).rings }
