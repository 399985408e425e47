package hydrogen

import (
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
)

// Missing returns, for each atom of m, the hydrogens that it has by its valence or by
// statement but that are not atoms. It does not change m, which must pass Check. The
// error is a *perceive.Error.
func Missing(m *mol.Mol) ([]int, error) {
	missing, err := perceive.ImpliedHydrogens(m)
	if err == nil {
		for i := range missing {
			missing[i] += int(m.Atoms[i].Hydrogens)
		}
		return missing, nil
	}
	// Groups with an uncharged spelling pass only as a whole.
	p, err := perceive.Sanitize(m)
	if err != nil {
		return nil, err
	}
	missing = make([]int, len(m.Atoms))
	kept := make([]bool, len(m.Atoms))
	for i, a := range p.Origin {
		kept[a] = true
		missing[a] = int(p.Mol.Atoms[i].Hydrogens)
	}
	for _, b := range m.Bonds { // the hydrogens of m that became counts
		if !kept[b.A] {
			missing[b.B]--
		}
		if !kept[b.B] {
			missing[b.A]--
		}
	}
	return missing, nil
}

// Removable returns the hydrogen atoms of m that say nothing beyond their presence
// (perceive.RemoveHydrogens), in their order.
func Removable(m *mol.Mol) []int {
	_, origin := perceive.RemoveHydrogens(m)
	list := make([]int, 0, len(m.Atoms)-len(origin))
	next := 0
	for i := range m.Atoms {
		if next < len(origin) && origin[next] == i {
			next++
			continue
		}
		list = append(list, i)
	}
	return list
}

// Adjustment returns what makes the hydrogens of m fit the bonds, charges and radicals
// of the other atoms: how many each atom lacks, and the hydrogen atoms that are too
// many, in ascending order. Each atom gets the smallest allowed valence that its other
// bonds leave, so that hydrogens go when an order rises. Hydrogens stay where the
// valence does not say their number: at metals, at atoms with a stated count, and at
// aromatic atoms other than carbon when the bonds are of aromatic order. It does not
// change m, which must pass Check. The error is a *perceive.Error.
func Adjustment(m *mol.Mol) (missing, surplus []int, err error) {
	adjacency := m.Neighbors()
	stripped := make([]bool, len(m.Atoms))
	attached := make([]int, len(m.Atoms)) // stripped hydrogens of each atom
	var candidates []int
	for _, h := range Removable(m) {
		parent := adjacency.Of(h)[0].Atom
		if a := &m.Atoms[parent]; !a.NoImplicit && !perceive.Metal(a.Element) && (a.Element == 6 || !aromatic(m, &adjacency, parent)) {
			stripped[h] = true
			attached[parent]++
			candidates = append(candidates, h)
		}
	}
	if missing, err = Missing(without(m, stripped)); err != nil {
		return nil, nil, err
	}
	all := make([]int, len(m.Atoms))
	next := 0
	for i := range m.Atoms {
		if !stripped[i] {
			all[i] = missing[next]
			next++
		}
	}
	for k := len(candidates) - 1; k >= 0; k-- { // the last ones go first
		h := candidates[k]
		parent := adjacency.Of(h)[0].Atom
		if attached[parent] > all[parent] {
			attached[parent]--
			surplus = append(surplus, h)
		}
	}
	for i, n := range attached {
		all[i] -= n
	}
	for i, k := 0, len(surplus)-1; i < k; i, k = i+1, k-1 {
		surplus[i], surplus[k] = surplus[k], surplus[i]
	}
	return all, surplus, nil
}

// aromatic says whether a bond of atom i has aromatic order.
func aromatic(m *mol.Mol, adjacency *mol.Adjacency, i int) bool {
	for _, next := range adjacency.Of(i) {
		if m.Bonds[next.Bond].Order == mol.Aromatic {
			return true
		}
	}
	return m.Atoms[i].Aromatic
}

// without returns the graph of m without some atoms and without configurations.
func without(m *mol.Mol, gone []bool) *mol.Mol {
	c := &mol.Mol{Name: m.Name, Atoms: make([]mol.Atom, 0, len(m.Atoms)), Bonds: make([]mol.Bond, 0, len(m.Bonds))}
	index := make([]int, len(m.Atoms))
	for i, a := range m.Atoms {
		if !gone[i] {
			index[i] = len(c.Atoms)
			c.Atoms = append(c.Atoms, a)
		}
	}
	for _, b := range m.Bonds {
		if !gone[b.A] && !gone[b.B] {
			b.A, b.B = index[b.A], index[b.B]
			c.Bonds = append(c.Bonds, b)
		}
	}
	return c
}

// Complete returns a copy of m with the hydrogens that it lacks as atoms behind the
// others, in the order of the atoms they are bonded to, at the positions that Place
// gives. Its atoms and bonds are otherwise as m states them. It does not change m,
// which must pass Check. The error is a *perceive.Error.
func Complete(m *mol.Mol) (*mol.Mol, error) {
	missing, err := Missing(m)
	if err != nil {
		return nil, err
	}
	positions := Place(m, missing)
	c := m.Clone()
	first := make([]int, len(m.Atoms))
	at := 0
	for i, n := range missing {
		first[i] = len(c.Atoms)
		for range n {
			c.Bonds = append(c.Bonds, mol.Bond{A: i, B: len(c.Atoms), Order: mol.Single})
			c.Atoms = append(c.Atoms, mol.Atom{Element: 1, NoImplicit: true, Pos: geom.At(positions, at)})
			at++
		}
		if n > 0 {
			c.Atoms[i].Hydrogens = 0
		}
	}
	c.Centers = withAtoms(m, m.Centers, first)
	c.CisTrans = withSides(m.CisTrans, c.Bonds, first)
	return c, nil
}
