package stereo

import (
	"slices"

	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
)

// smallRing is the largest ring whose double bonds can only be cis.
const smallRing = 7

// stated collects the configurations without asking whether they make a difference.
func stated(p *perceive.Molecule) *Set {
	m := p.Mol
	s := &Set{}
	for _, c := range m.Centers {
		c.Ligands = slices.Clone(c.Ligands)
		s.Centers = append(s.Centers, c)
	}
	slices.SortFunc(s.Centers, func(a, b mol.Center) int { return a.Atom - b.Atom })
	given := make(map[int]mol.CisTrans, len(m.CisTrans))
	for _, c := range m.CisTrans {
		given[c.Bond] = c
	}
	var adjacency mol.Adjacency
	for k, b := range m.Bonds {
		if b.Order != mol.Double || p.AromaticBonds[k] {
			continue
		}
		if adjacency.Empty() {
			adjacency = m.Neighbors()
		}
		if !canTurn(p, &adjacency, k) {
			continue
		}
		if c, ok := given[k]; ok {
			s.Bonds = append(s.Bonds, c)
			continue
		}
		if b.Stereo == mol.CisTransEither {
			continue
		}
		first, up, ok := mark(m, &adjacency, k, b.A)
		if !ok {
			continue
		}
		second, other, ok := mark(m, &adjacency, k, b.B)
		if ok {
			s.Bonds = append(s.Bonds, mol.CisTrans{Bond: k, Ligands: [2]int{first, second}, Cis: up == other})
		}
	}
	return s
}

// canTurn says whether bond k has one or two ligands at each end, all in a plane, and
// is in no small ring.
func canTurn(p *perceive.Molecule, adjacency *mol.Adjacency, k int) bool {
	for _, end := range [2]int{p.Mol.Bonds[k].A, p.Mol.Bonds[k].B} {
		if d := adjacency.Degree(end); d < 2 || d > 3 || d+int(p.Mol.Atoms[end].Hydrogens) > 3 {
			return false
		}
	}
	if !p.Rings.BondInRing(k) {
		return true
	}
	b := p.Mol.Bonds[k]
	for _, ring := range p.Rings.Relevant {
		if len(ring) > smallRing {
			break
		}
		i := slices.Index(ring, b.A)
		if i >= 0 && (ring[(i+1)%len(ring)] == b.B || ring[(i+len(ring)-1)%len(ring)] == b.B) {
			return false
		}
	}
	return true
}

// mark returns a ligand of atom i beside double bond k and whether it is above i as
// its mark says; ok is false without a mark or with two that contradict each other.
func mark(m *mol.Mol, adjacency *mol.Adjacency, k, i int) (ligand int, up, ok bool) {
	for _, next := range adjacency.Of(i) {
		b := &m.Bonds[next.Bond]
		if next.Bond == k || b.Stereo != mol.Rising && b.Stereo != mol.Falling {
			continue
		}
		above := (b.Stereo == mol.Rising) == (b.A == i)
		if ok && above == up {
			return 0, false, false // both ligands on one side
		}
		if !ok {
			ligand, up, ok = next.Atom, above, true
		}
	}
	return ligand, up, ok
}
