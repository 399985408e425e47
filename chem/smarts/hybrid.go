package smarts

import (
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
)

// The values of propHybrid; those from 0 to 5 are the numbers of ^. Square planar
// arrangements and the wildcard have none.
const (
	hybridNone = iota - 1
	hybridS
	hybridSP
	hybridSP2
	hybridSP3
	hybridSP3D
	hybridSP3D2
)

// hybridize sets the hybridization of all atoms by RDKit's rules: the number of
// neighbors and lone pairs counts orbitals unless a stated configuration says how many
// there are, and an atom with four orbitals beside a conjugated bond has one of them in the
// conjugated system.
func (t *Target) hybridize() {
	m := t.p.Mol
	conjugated := t.conjugatedAtoms()
	class := make([]mol.Class, len(m.Atoms))
	for _, c := range m.Centers {
		class[c.Atom] = c.Class
	}
	for i := range m.Atoms {
		v := &t.props[i]
		v[propHybrid] = t.hybridOf(i, class[i], conjugated[i])
	}
}

func (t *Target) hybridOf(i int, class mol.Class, conjugated bool) int32 {
	connections := t.props[i][propConnections]
	z := t.p.Mol.Atoms[i].Element
	if z == 0 {
		return hybridNone
	}
	switch {
	case class == mol.Tetrahedral && connections == 4:
		return hybridSP3
	case class == mol.SquarePlanar && connections >= 2 && connections <= 4:
		return hybridNone
	case class == mol.TrigonalBipyramidal && connections >= 2 && connections <= 5:
		return hybridSP3D
	case class == mol.Octahedral && connections >= 2 && connections <= 6:
		return hybridSP3D2
	}
	orbitals := connections
	if z < 89 {
		orbitals = t.orbitals(i)
	}
	switch orbitals {
	case 0, 1:
		return hybridS
	case 2:
		return hybridSP
	case 3:
		return hybridSP2
	case 4:
		if connections <= 3 && conjugated {
			return hybridSP2
		}
		return hybridSP3
	case 5:
		return hybridSP3D
	case 6:
		return hybridSP3D2
	}
	return hybridNone
}

// orbitals is the number of neighbors and lone pairs of atom i; a pair that it gives to
// an acceptor counts as a lone pair, an unpaired electron as one.
func (t *Target) orbitals(i int) int32 {
	a := &t.p.Mol.Atoms[i]
	n := t.props[i][propConnections]
	for _, e := range t.edges[t.start[i]:t.start[i+1]] {
		if e.kind&^inRing == toAcceptor {
			n--
		}
	}
	if a.Element <= 1 {
		return n
	}
	outer, valence, charge := int32(perceive.OuterElectrons(a.Element)), t.props[i][propValence], int32(a.Charge)
	free := outer - valence - charge
	if valence+outer-charge < 8 { // less than an octet
		radicals := int32(t.p.Radicals[i])
		return n + (free-radicals)/2 + radicals
	}
	return n + free/2
}

// conjugatedAtoms says which atoms have a conjugated bond: an aromatic one, or one in a
// row multiple, single (or multiple) bond whose atoms can all take part.
func (t *Target) conjugatedAtoms() []bool {
	m := t.p.Mol
	able := make([]bool, len(m.Atoms))
	for i := range able {
		able[i] = t.canConjugate(i)
	}
	in := make([]bool, len(m.Atoms))
	for k, b := range m.Bonds {
		if t.p.AromaticBonds[k] {
			in[b.A], in[b.B] = true, true
		}
	}
	for i := range m.Atoms {
		if c := t.props[i][propConnections]; !able[i] || c < 2 || c > 3 {
			continue
		}
		around := t.edges[t.start[i]:t.start[i+1]]
		for _, first := range around {
			if !multiple(first.kind) || !able[first.to] {
				continue
			}
			for _, second := range around {
				if second.bond != first.bond && able[second.to] && t.props[second.to][propConnections] <= 3 {
					in[i], in[first.to], in[second.to] = true, true, true
				}
			}
		}
	}
	return in
}

// multiple says whether a bond of that kind counts more than one.
func multiple(kind uint8) bool {
	switch kind &^ inRing {
	case double, triple, quadruple, aromatic:
		return true
	}
	return false
}

// canConjugate says whether atom i may take part in conjugation: not beyond its usual
// valence when uncharged, below the second row not with a lone pair to offer unless it
// ends a chain, and only with electrons for a pi system.
func (t *Target) canConjugate(i int) bool {
	a := &t.p.Mol.Atoms[i]
	usual, ok := perceive.UsualValence(a.Element)
	if a.Charge == 0 && ok && int(t.props[i][propValence]) > usual {
		return false
	}
	outer := perceive.OuterElectrons(a.Element)
	return (a.Element <= 10 || outer != 5 && outer != 6 || outer == 6 && t.props[i][propConnections] < 2) && t.donates(i)
}

// donates says whether atom i has electrons for a pi system. Univalent elements and
// those without a usual valence have none.
func (t *Target) donates(i int) bool {
	a := &t.p.Mol.Atoms[i]
	usual, ok := perceive.UsualValence(a.Element)
	if !ok || usual <= 1 {
		return false
	}
	bonds := int(t.props[i][propConnections])
	for _, e := range t.edges[t.start[i]:t.start[i+1]] {
		if k := e.kind &^ inRing; k == toAcceptor || k == otherBond {
			bonds--
		}
	}
	pairs := max(perceive.OuterElectrons(a.Element)-usual-int(a.Charge), 0)
	return bonds <= 3 && usual-bonds+pairs-t.p.Radicals[i] > 0
}
