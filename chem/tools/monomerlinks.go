package tools

import (
	"strings"

	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/contract"
)

// Marks of link points while a SMILES is read: as isotopes they stay atoms, and the
// configurations beside them keep their meaning.
var linkMarks = [2]uint16{2, 3}

// readLinked reads a SMILES that may have link points *. They become hydrogens, whose
// numbers are returned in the order of the chain, head first: that of the text, or of the
// map numbers where they differ ([*:1] before [*:2]). Without any star links is nil.
func readLinked(text string, want int) (s *subject, links []int, err error) {
	if !strings.Contains(text, "*") || len(text) > maxTextBytes {
		s, err = readSubject("smiles", text)
		return s, nil, err
	}
	m, err := smiles.Parse(text)
	if err != nil {
		s, err = readSubject("smiles", text) // for its message
		return s, nil, err
	}
	if err := checkSize(maxAtoms, m); err != nil {
		return nil, nil, err
	}
	for i := range m.Atoms {
		if m.Atoms[i].Element == 0 {
			links = append(links, i)
		}
	}
	if len(links) == 0 { // a star in the name
		s, err = readSubject("smiles", text)
		return s, nil, err
	}
	if err := checkLinks(m, links, want); err != nil {
		return nil, nil, err
	}
	if want == 2 && m.Atoms[links[1]].Map != 0 && m.Atoms[links[0]].Map > m.Atoms[links[1]].Map {
		links[0], links[1] = links[1], links[0]
	}
	for k, i := range links {
		m.Atoms[i] = mol.Atom{Element: 1, Isotope: linkMarks[k], NoImplicit: true}
	}
	p, err := perceive.Take(m)
	if err != nil {
		return nil, nil, failure(contract.InvalidSMILES, "Invalid SMILES '%s': %v", excerpt(text), err)
	}
	place := make(map[int]int, len(p.Origin))
	for i, origin := range p.Origin {
		place[origin] = i
	}
	s = &subject{Molecule: p}
	s.configuration() // while the marks are there
	for k := range links {
		links[k] = place[links[k]]
		p.Mol.Atoms[links[k]].Isotope = 0
	}
	return s, links, nil
}

// markEnds finds the configurations of a repeat unit with its head and tail told from like
// groups: in C/C(C)=C\C both methyl groups at the double bond are alike, but one of them goes
// on. Numbers that are no atoms are left to the checks that follow.
func (s *subject) markEnds(head, tail int) {
	atoms := s.Mol.Atoms
	if head < 0 || tail < 0 || head >= len(atoms) || tail >= len(atoms) || head == tail {
		return
	}
	was := [2]uint16{atoms[head].Isotope, atoms[tail].Isotope}
	atoms[head].Isotope, atoms[tail].Isotope = linkMarks[0], linkMarks[1]
	s.configuration()
	atoms[head].Isotope, atoms[tail].Isotope = was[0], was[1]
}

// checkLinks refuses link points of which no linear chain can be made.
func checkLinks(m *mol.Mol, links []int, want int) error {
	refuse := func(format string, args ...any) error { return failure(contract.InvalidMolecule, format, args...) }
	switch n := len(links); {
	case want == 1 && n > 1:
		return refuse("its SMILES has %d link points (*); an end group has one.", n)
	case want == 2 && n == 1:
		return refuse("its SMILES has one link point (*); a repeat unit has two, one for each neighbor.")
	case want == 2 && n > 2:
		return refuse("its SMILES has %d link points (*): that makes a ladder or a network. Chains are built of units with two.", n)
	}
	adjacency := m.Neighbors()
	for _, i := range links {
		if adjacency.Degree(i) != 1 {
			return refuse("its link point at atom %d of the SMILES has %d bonds; a link point has one.", i, adjacency.Degree(i))
		}
		next := adjacency.Of(i)[0]
		switch order := m.Bonds[next.Bond].Order; {
		case m.Atoms[next.Atom].Element == 0:
			return refuse("its link points are bonded to each other: there is no unit between them.")
		case order == mol.Double, order == mol.Triple, order == mol.Quadruple:
			return refuse("its link point at atom %d has a multiple bond; units are joined by single bonds.", i)
		case order != mol.Single:
			return refuse("its link point at atom %d needs a single bond (-).", i)
		case m.Atoms[i].Charge != 0 || m.Atoms[i].Hydrogens != 0:
			return refuse("its link point at atom %d has a charge or hydrogens; write it as *.", i)
		}
	}
	return nil
}
