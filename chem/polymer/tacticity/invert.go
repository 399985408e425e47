package tacticity

import (
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/mol"
)

// findSwaps looks for the way of inverting all sites that leaves the rest of the unit
// alone: where a site is a link that has a hydrogen left, that one leaves instead.
func (u *Unit) findSwaps(m *mol.Mol, adjacency *mol.Adjacency) {
	var swaps [][2]int
	for _, s := range u.Sites {
		leaves := -1
		switch s.Atom {
		case u.links.Head:
			leaves = u.links.HeadLeaves
		case u.links.Tail:
			leaves = u.links.TailLeaves
		}
		kept := s.Smaller
		if leaves < 0 || kept < 0 || m.Atoms[kept].Element != 1 || adjacency.Degree(kept) != 1 {
			return
		}
		swaps = append(swaps, [2]int{leaves, kept})
	}
	u.swaps = swaps
}

// Invert returns the positions x with every site inverted. Where the sites are links with
// two hydrogens, the one that stays and the one that leaves exchange places, and nothing
// else changes. Otherwise the unit is mirrored; ok is false when that would invert a
// center of Others for which keep is true, or when there is no site. x is not changed.
func (u *Unit) Invert(x []float64, keep func(atom int) bool) (inverted []float64, blocking int, ok bool) {
	if len(u.Sites) == 0 {
		return nil, -1, false
	}
	y := append([]float64(nil), x...)
	if u.swaps != nil {
		for _, pair := range u.swaps {
			a, b := geom.At(x, pair[0]), geom.At(x, pair[1])
			geom.Put(y, pair[0], b)
			geom.Put(y, pair[1], a)
		}
		return y, -1, true
	}
	for _, i := range u.Others {
		if keep(i) {
			return nil, i, false
		}
	}
	for i := 0; i < len(y); i += 3 {
		y[i] = -y[i] + 0
	}
	return y, -1, true
}

// Sign is the handedness of a site, +1 or −1, at the places of its ligands; 0 when they
// lie in a plane.
func (s *Site) Sign(at func(atom int) geom.Vec3) int {
	origin := s.Smaller
	if origin < 0 {
		origin = s.Atom
	}
	o := at(origin)
	a, b, c := at(s.Before).Sub(o), at(s.After).Sub(o), at(s.Larger).Sub(o)
	const flat = 1e-3 // Å³
	switch v := a.Dot(b.Cross(c)); {
	case v > flat:
		return 1
	case v < -flat:
		return -1
	}
	return 0
}
