package fragment

import (
	"slices"

	"github.com/molsmith/molsmith/chem/mol"
)

// Split returns the components of m, which are not bonded to each other, in the order
// of their first atoms; atoms and bonds keep their order. It takes linear time.
func Split(m *mol.Mol) []*mol.Mol {
	of, n := m.Components()
	parts := make([]*mol.Mol, n)
	for i := range parts {
		parts[i] = &mol.Mol{}
	}
	index := make([]int, len(m.Atoms))
	for i, part := range of {
		index[i] = len(parts[part].Atoms)
		parts[part].Atoms = append(parts[part].Atoms, m.Atoms[i])
	}
	bonds := make([]int, len(m.Bonds))
	for k, b := range m.Bonds {
		part := parts[of[b.A]]
		bonds[k] = len(part.Bonds)
		b.A, b.B = index[b.A], index[b.B]
		part.Bonds = append(part.Bonds, b)
	}
	move := func(a int) int {
		if a == mol.ImplicitHydrogen {
			return a
		}
		return index[a]
	}
	for _, c := range m.Centers {
		part := parts[of[c.Atom]]
		c.Atom, c.Ligands = index[c.Atom], slices.Clone(c.Ligands)
		for i, a := range c.Ligands {
			c.Ligands[i] = move(a)
		}
		part.Centers = append(part.Centers, c)
	}
	for _, c := range m.CisTrans {
		part := parts[of[m.Bonds[c.Bond].A]]
		c.Bond, c.Ligands = bonds[c.Bond], [2]int{move(c.Ligands[0]), move(c.Ligands[1])}
		part.CisTrans = append(part.CisTrans, c)
	}
	return parts
}
