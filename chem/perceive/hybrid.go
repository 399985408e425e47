package perceive

import "github.com/molsmith/molsmith/chem/mol"

// Hybridization says which orbitals an atom uses for its neighbors and lone pairs.
type Hybridization uint8

// The hybridizations. Unhybridized are wildcards and atoms with more neighbors than
// any of them.
const (
	Unhybridized Hybridization = iota
	S
	SP
	SP2
	SP3
	SP3D
	SP3D2
	SP2D // square planar
)

// Hybridization returns the hybridization of all atoms by RDKit's rules, and which atoms
// have a conjugated bond. The number of neighbors and lone pairs counts orbitals unless
// a stated configuration says how many there are, and an atom with four orbitals beside
// a conjugated bond has one of them in the conjugated system.
func (p *Molecule) Hybridization() (atoms []Hybridization, conjugated []bool) {
	h := hybrids{p: p, adjacency: p.Mol.Neighbors()}
	conjugated = h.conjugated()
	class := make([]mol.Class, len(p.Mol.Atoms))
	for _, c := range p.Mol.Centers {
		class[c.Atom] = c.Class
	}
	atoms = make([]Hybridization, len(p.Mol.Atoms))
	for i := range atoms {
		atoms[i] = h.of(i, class[i], conjugated[i])
	}
	return atoms, conjugated
}

// hybrids is a molecule with its neighbors.
type hybrids struct {
	p         *Molecule
	adjacency mol.Adjacency
}

// connections is the number of neighbors of atom i, hydrogens included.
func (h *hybrids) connections(i int) int {
	return h.adjacency.Degree(i) + int(h.p.Mol.Atoms[i].Hydrogens)
}

func (h *hybrids) of(i int, class mol.Class, conjugated bool) Hybridization {
	connections := h.connections(i)
	z := h.p.Mol.Atoms[i].Element
	if z == 0 {
		return Unhybridized
	}
	switch {
	case class == mol.Tetrahedral && connections == 4:
		return SP3
	case class == mol.SquarePlanar && connections >= 2 && connections <= 4:
		return SP2D
	case class == mol.TrigonalBipyramidal && connections >= 2 && connections <= 5:
		return SP3D
	case class == mol.Octahedral && connections >= 2 && connections <= 6:
		return SP3D2
	}
	orbitals := connections
	if z < 89 {
		orbitals = h.orbitals(i)
	}
	switch orbitals {
	case 0, 1:
		return S
	case 2:
		return SP
	case 3:
		return SP2
	case 4:
		if connections <= 3 && conjugated {
			return SP2
		}
		return SP3
	case 5:
		return SP3D
	case 6:
		return SP3D2
	}
	return Unhybridized
}

// orbitals is the number of neighbors and lone pairs of atom i; a pair that it gives to
// an acceptor counts as a lone pair, an unpaired electron as one.
func (h *hybrids) orbitals(i int) int {
	a := &h.p.Mol.Atoms[i]
	n := h.connections(i)
	for _, next := range h.adjacency.Of(i) {
		if b := &h.p.Mol.Bonds[next.Bond]; b.Order == mol.Dative && b.A == i {
			n--
		}
	}
	if a.Element <= 1 {
		return n
	}
	outer, valence, charge := OuterElectrons(a.Element), h.p.Valence[i], int(a.Charge)
	free := outer - valence - charge
	if valence+outer-charge < 8 { // less than an octet
		radicals := h.p.Radicals[i]
		return n + (free-radicals)/2 + radicals
	}
	return n + free/2
}

// conjugated says which atoms have a conjugated bond: an aromatic one, or one in a row
// multiple, single (or multiple) bond whose atoms can all take part.
func (h *hybrids) conjugated() []bool {
	m := h.p.Mol
	able := make([]bool, len(m.Atoms))
	for i := range able {
		able[i] = h.canConjugate(i)
	}
	in := make([]bool, len(m.Atoms))
	for k := range m.Bonds {
		if h.p.AromaticBonds[k] {
			in[m.Bonds[k].A], in[m.Bonds[k].B] = true, true
		}
	}
	for i := range m.Atoms {
		if c := h.connections(i); !able[i] || c < 2 || c > 3 {
			continue
		}
		around := h.adjacency.Of(i)
		for _, first := range around {
			if !h.multiple(first.Bond) || !able[first.Atom] {
				continue
			}
			for _, second := range around {
				if second.Bond != first.Bond && able[second.Atom] && h.connections(second.Atom) <= 3 {
					in[i], in[first.Atom], in[second.Atom] = true, true, true
				}
			}
		}
	}
	return in
}

// multiple says whether bond k counts more than one.
func (h *hybrids) multiple(k int) bool {
	if h.p.AromaticBonds[k] {
		return true
	}
	switch h.p.Mol.Bonds[k].Order {
	case mol.Double, mol.Triple, mol.Quadruple:
		return true
	}
	return false
}

// canConjugate says whether atom i may take part in conjugation: not beyond its usual
// valence when uncharged, below the second row not with a lone pair to offer unless it
// ends a chain, and only with electrons for a pi system.
func (h *hybrids) canConjugate(i int) bool {
	a := &h.p.Mol.Atoms[i]
	usual, ok := UsualValence(a.Element)
	if a.Charge == 0 && ok && h.p.Valence[i] > usual {
		return false
	}
	outer := OuterElectrons(a.Element)
	return (a.Element <= 10 || outer != 5 && outer != 6 || outer == 6 && h.connections(i) < 2) && h.donates(i)
}

// donates says whether atom i has electrons for a pi system. Univalent elements and
// those without a usual valence have none.
func (h *hybrids) donates(i int) bool {
	a := &h.p.Mol.Atoms[i]
	usual, ok := UsualValence(a.Element)
	if !ok || usual <= 1 {
		return false
	}
	bonds := h.connections(i)
	for _, next := range h.adjacency.Of(i) {
		switch b := &h.p.Mol.Bonds[next.Bond]; {
		case h.p.AromaticBonds[next.Bond]:
		case b.Order == mol.Any, b.Order == mol.Dative && b.A == i:
			bonds--
		}
	}
	pairs := max(OuterElectrons(a.Element)-usual-int(a.Charge), 0)
	return bonds <= 3 && usual-bonds+pairs-h.p.Radicals[i] > 0
}
