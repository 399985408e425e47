package perceive

import (
	"slices"

	"github.com/molsmith/molsmith/chem/mol"
)

// mostHydrogens is the largest count that a SMILES can state; further hydrogens stay
// atoms.
const mostHydrogens = 99

// RemoveHydrogens returns a copy of m in which hydrogen atoms that say nothing
// beyond their presence are counts on their neighbors, and the index in m of each
// atom that is left. A hydrogen stays when it has an isotope label, a positive
// charge, not exactly one neighbor, a neighbor that is a wildcard, another hydrogen
// or a center of more than four ligands or of square planar form, or when it alone
// carries the configuration of a double bond, be it by a mark or in m.CisTrans.
func RemoveHydrogens(m *mol.Mol) (*mol.Mol, []int) {
	w := newWork(m.Clone())
	origin := w.removeHydrogens()
	return w.m, origin
}

// removeHydrogens does so in w.m and keeps the neighbors up to date.
func (w *work) removeHydrogens() (origin []int) {
	m := w.m
	hydrogens := false
	for i := range m.Atoms {
		hydrogens = hydrogens || m.Atoms[i].Element == 1
	}
	origin = make([]int, len(m.Atoms))
	for i := range origin {
		origin[i] = i
	}
	if !hydrogens {
		return origin
	}
	flags := make([]bool, 3*len(m.Atoms))
	remove := flags[:len(m.Atoms)]
	keeps := flags[len(m.Atoms):][:len(m.Atoms)] // has a center that keeps hydrogens
	sides := flags[2*len(m.Atoms):]              // is a ligand that CisTrans speaks of
	for _, c := range m.Centers {
		keeps[c.Atom] = c.Class >= mol.SquarePlanar
	}
	for _, c := range m.CisTrans {
		for _, a := range c.Ligands {
			if a >= 0 {
				sides[a] = true
			}
		}
	}
	any := false
	for i := range m.Atoms {
		if m.Atoms[i].Element == 1 && removable(m, &w.adjacency, keeps, sides[i], i) {
			remove[i], any = true, true
		}
	}
	if !any {
		return origin
	}
	for i, gone := range remove {
		if !gone {
			continue
		}
		next := w.adjacency.Of(i)[0]
		if m.Atoms[next.Atom].Hydrogens >= mostHydrogens {
			remove[i] = false
			continue
		}
		m.Atoms[next.Atom].Hydrogens++
		passDirection(m, &w.adjacency, i, next)
	}
	origin = without(m, remove)
	w.adjacency = m.Neighbors()
	return origin
}

// removable says whether hydrogen i may become a count; keeps marks the atoms that
// keep their hydrogens, side says whether i is a ligand of a double bond in CisTrans.
func removable(m *mol.Mol, adjacency *mol.Adjacency, keeps []bool, side bool, i int) bool {
	h := &m.Atoms[i]
	if h.Isotope != 0 || h.Charge > 0 || h.Hydrogens > 0 || h.Radical != mol.NoRadical || adjacency.Degree(i) != 1 {
		return false
	}
	next := adjacency.Of(i)[0]
	bond := &m.Bonds[next.Bond]
	if z := m.Atoms[next.Atom].Element; z <= 1 || bond.Order != mol.Single {
		return false
	}
	if keeps[next.Atom] {
		return false
	}
	if !side && bond.Stereo != mol.Rising && bond.Stereo != mol.Falling || adjacency.Degree(next.Atom) != 2 {
		return true
	}
	for _, b := range adjacency.Of(next.Atom) {
		if m.Bonds[b.Bond].Order == mol.Double {
			return false
		}
	}
	return true
}

// passDirection hands the direction of the bond to hydrogen h, seen from the atom
// it leaves, to that atom's other bond beside the double bond.
func passDirection(m *mol.Mol, adjacency *mol.Adjacency, h int, next mol.Neighbor) {
	up, ok := direction(&m.Bonds[next.Bond], next.Atom)
	if !ok {
		return
	}
	for _, other := range adjacency.Of(next.Atom) {
		b := &m.Bonds[other.Bond]
		if other.Atom == h || b.Order != mol.Single {
			continue
		}
		if _, has := direction(b, next.Atom); !has {
			b.Stereo = mol.Rising
			if up == (b.A == next.Atom) {
				b.Stereo = mol.Falling
			}
		}
		return
	}
}

// direction says whether the other end of b lies above atom i.
func direction(b *mol.Bond, i int) (up, ok bool) {
	switch b.Stereo {
	case mol.Rising:
		return b.A == i, true
	case mol.Falling:
		return b.B == i, true
	}
	return false, false
}

// without takes atoms and their bonds out of m and returns the former indices of
// the others.
func without(m *mol.Mol, remove []bool) []int {
	index := make([]int, len(m.Atoms))
	var origin []int
	for i := range m.Atoms {
		if remove[i] {
			index[i] = mol.ImplicitHydrogen
			continue
		}
		index[i] = len(origin)
		m.Atoms[len(origin)] = m.Atoms[i]
		origin = append(origin, i)
	}
	m.Atoms = m.Atoms[:len(origin)]
	bonds := make([]int, len(m.Bonds))
	kept := m.Bonds[:0]
	for k, b := range m.Bonds {
		if bonds[k] = -1; !remove[b.A] && !remove[b.B] {
			bonds[k] = len(kept)
			kept = append(kept, b)
		}
	}
	m.Bonds = kept
	for k := range m.Bonds {
		b := &m.Bonds[k]
		b.A, b.B = index[b.A], index[b.B]
	}
	m.Centers = slices.DeleteFunc(m.Centers, func(c mol.Center) bool { return remove[c.Atom] })
	for k := range m.Centers {
		c := &m.Centers[k]
		c.Atom = index[c.Atom]
		for i, a := range c.Ligands {
			if a >= 0 {
				c.Ligands[i] = index[a]
			}
		}
	}
	m.CisTrans = slices.DeleteFunc(m.CisTrans, func(c mol.CisTrans) bool { return bonds[c.Bond] < 0 })
	for k := range m.CisTrans {
		c := &m.CisTrans[k]
		c.Bond = bonds[c.Bond]
		for i, a := range c.Ligands {
			if a >= 0 {
				c.Ligands[i] = index[a]
			}
		}
	}
	return origin
}
