package edit

import (
	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/hydrogen"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/species"
	"github.com/molsmith/molsmith/chem/structure"
)

// minImage returns what shortens a vector between atoms of s by lattice vectors.
func minImage(s *structure.Structure) func(geom.Vec3) geom.Vec3 {
	if s.Cell != nil {
		if c, err := cell.NewEitherHand(*s.Cell); err == nil {
			return c.MinImage
		}
	}
	return func(v geom.Vec3) geom.Vec3 { return v }
}

// hydrogenPositions returns where the missing hydrogens of each atom go, in the order
// of the atoms, Å. Each is beside its atom, also where a face of the cell cuts the
// molecule.
func hydrogenPositions(s *structure.Structure, missing []int) []float64 {
	m := s.Mol()
	if s.Cell != nil {
		all := make([]int, s.Len())
		for i := range all {
			all[i] = i
		}
		m = species.Part(s, all)
	}
	positions := hydrogen.Place(m, missing)
	image := minImage(s)
	adjacency := m.Neighbors()
	at := 0
	for i, n := range missing {
		if n == 0 {
			continue
		}
		shift := geom.At(s.Positions, i).Sub(m.Atoms[i].Pos)
		if s.Cell != nil && torn(m, &adjacency, i, image) {
			// The bonds run through the cell without end: nothing is whole there but
			// what is around the atom.
			local := around(m, &adjacency, i, image)
			lacks := make([]int, len(local.Atoms))
			lacks[0] = n
			copy(positions[3*at:3*(at+n)], hydrogen.Place(local, lacks))
		}
		for k := at; k < at+n; k++ {
			geom.Put(positions, k, geom.At(positions, k).Add(shift))
		}
		at += n
	}
	return positions
}

// torn says whether a bond of atom i or of a neighbor leads through a face.
func torn(m *mol.Mol, adjacency *mol.Adjacency, i int, image func(geom.Vec3) geom.Vec3) bool {
	leads := func(a, b int) bool {
		v := m.Atoms[b].Pos.Sub(m.Atoms[a].Pos)
		return image(v).Sub(v).Norm() > 0.1
	}
	for _, next := range adjacency.Of(i) {
		if leads(i, next.Atom) {
			return true
		}
		for _, far := range adjacency.Of(next.Atom) {
			if leads(next.Atom, far.Atom) {
				return true
			}
		}
	}
	return false
}

// around returns the atoms up to two bonds from atom i, each beside the one it is
// bonded to; atom i is the first.
func around(m *mol.Mol, adjacency *mol.Adjacency, i int, image func(geom.Vec3) geom.Vec3) *mol.Mol {
	local := &mol.Mol{Atoms: []mol.Atom{m.Atoms[i]}}
	add := func(parent, at, bond, a int) int {
		atom := m.Atoms[a]
		atom.Pos = local.Atoms[at].Pos.Add(image(atom.Pos.Sub(m.Atoms[parent].Pos)))
		local.Atoms = append(local.Atoms, atom)
		local.Bonds = append(local.Bonds, mol.Bond{A: at, B: len(local.Atoms) - 1, Order: m.Bonds[bond].Order})
		return len(local.Atoms) - 1
	}
	for _, next := range adjacency.Of(i) {
		at := add(i, 0, next.Bond, next.Atom)
		for _, far := range adjacency.Of(next.Atom) {
			if far.Bond != next.Bond {
				add(next.Atom, at, far.Bond, far.Atom)
			}
		}
	}
	return local
}
