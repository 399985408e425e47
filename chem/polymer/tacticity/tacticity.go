// Package tacticity finds the centers that make a repeat unit tactic, inverts them, and
// reads the dyads of a chain from its positions.
//
// A tactic center is an atom on the backbone, the shortest way from head to tail, whose
// configuration makes a difference once the chain goes on at both sides (IUPAC 1981,
// Pure Appl. Chem. 53, 733). Two neighboring units make a meso dyad (m) when their
// corresponding centers have the same handedness seen along the chain: ligand before,
// ligand after, and of the two others the larger one and the smaller one. They make a
// racemo dyad (r) when it is opposite. An isotactic chain has m only, a syndiotactic one
// r only. The descriptors R and S are another matter: they may differ within a chain
// that is all meso.
package tacticity

import (
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/hydrogen"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/stereo"
)

// Links say where the chain goes through a unit: the atoms that bond to the neighboring
// units, and the hydrogens that they give up.
type Links struct{ Head, Tail, HeadLeaves, TailLeaves int }

// Site is a tactic center of a unit. The hydrogens that leave stand for the neighboring
// units.
type Site struct {
	Atom          int
	Before, After int // neighbors along the backbone
	Larger        int // of the other ligands
	Smaller       int // -1: a lone pair
}

// Unit is what there is to know about the centers of a repeat unit.
type Unit struct {
	// Backbone are the atoms on the shortest way from head to tail, both included.
	Backbone []int
	Sites    []Site // from head to tail
	// Others are the other atoms with a configuration that is that of one mirror image.
	Others []int
	// Bonds are the atoms of double bonds with a configuration.
	Bonds [][2]int

	links Links
	// swaps are the hydrogens that exchange places to invert the sites; nil where that
	// is not enough.
	swaps [][2]int
}

// marks tell the hydrogens that leave from each other and from those that stay: isotopes
// make a difference to a configuration, and so do the units that follow.
const (
	headMark = 2
	tailMark = 3
)

// Find looks for the centers of a complete molecule (see chem/hydrogen) at positions x,
// x y z per atom in Å. The error is a *perceive.Error.
func Find(p *perceive.Molecule, x []float64, l Links) (*Unit, error) {
	m := p.Mol.Clone()
	for i := range m.Atoms {
		m.Atoms[i].Pos = geom.At(x, i)
	}
	m.Atoms[l.HeadLeaves].Isotope, m.Atoms[l.TailLeaves].Isotope = headMark, tailMark
	stereo.FromGeometry(m)
	_, set, err := hydrogen.FromMol(m)
	if err != nil {
		return nil, err
	}
	coupled := make(map[int]bool, len(set.Coupled))
	for _, i := range set.Coupled {
		coupled[i] = true
	}
	adjacency := m.Neighbors()
	path := backbone(&adjacency, len(m.Atoms), l)
	place := make(map[int]int, len(path))
	for k, i := range path {
		place[i] = k
	}
	u := &Unit{links: l, Backbone: path[min(1, len(path)):max(0, len(path)-1)]}
	at := make([]*Site, len(path))
	for i := range set.Centers {
		c := &set.Centers[i]
		if coupled[c.Atom] {
			continue
		}
		k, on := place[c.Atom]
		if !on || k == 0 || k == len(path)-1 || c.Class != mol.Tetrahedral {
			u.Others = append(u.Others, c.Atom)
			continue
		}
		at[k] = site(p.Mol, &adjacency, path[k-1], path[k], path[k+1])
		if at[k] == nil {
			u.Others = append(u.Others, c.Atom)
		}
	}
	for _, s := range at {
		if s != nil {
			u.Sites = append(u.Sites, *s)
		}
	}
	for _, b := range set.Bonds {
		u.Bonds = append(u.Bonds, [2]int{m.Bonds[b.Bond].A, m.Bonds[b.Bond].B})
	}
	u.findSwaps(p.Mol, &adjacency)
	return u, nil
}

// backbone returns the shortest way from the hydrogen that leaves the head to that of
// the tail.
func backbone(adjacency *mol.Adjacency, atoms int, l Links) []int {
	from := make([]int, atoms)
	for i := range from {
		from[i] = -1
	}
	from[l.TailLeaves] = l.TailLeaves
	queue := []int{l.TailLeaves}
	for n := 0; n < len(queue) && from[l.HeadLeaves] < 0; n++ {
		for _, next := range adjacency.Of(queue[n]) {
			if from[next.Atom] < 0 {
				from[next.Atom] = queue[n]
				queue = append(queue, next.Atom)
			}
		}
	}
	if from[l.HeadLeaves] < 0 {
		return nil
	}
	path := []int{l.HeadLeaves}
	for i := l.HeadLeaves; i != l.TailLeaves; {
		i = from[i]
		path = append(path, i)
	}
	return path
}

// site orders the ligands of a center; nil when it has not one or two beside the backbone.
func site(m *mol.Mol, adjacency *mol.Adjacency, before, center, after int) *Site {
	var sides []int
	for _, next := range adjacency.Of(center) {
		if next.Atom != before && next.Atom != after {
			sides = append(sides, next.Atom)
		}
	}
	s := &Site{Atom: center, Before: before, After: after, Smaller: -1}
	switch len(sides) {
	case 1:
		s.Larger = sides[0]
	case 2:
		s.Larger, s.Smaller = sides[0], sides[1]
		if larger(m, adjacency, center, s.Smaller, s.Larger) {
			s.Larger, s.Smaller = s.Smaller, s.Larger
		}
	default:
		return nil
	}
	return s
}

// larger says whether ligand a of a center is larger than b: at the first distance where
// they differ it has the heavier elements. Of equal ones none is larger, so that the
// order of the atoms decides.
func larger(m *mol.Mol, adjacency *mol.Adjacency, center, a, b int) bool {
	spheres := func(start int) func() []uint8 {
		seen := map[int]bool{center: true, start: true}
		shell := []int{start}
		return func() []uint8 {
			var counts [128]int
			var further []int
			for _, i := range shell {
				counts[m.Atoms[i].Element&127]++
				for _, next := range adjacency.Of(i) {
					if !seen[next.Atom] {
						seen[next.Atom] = true
						further = append(further, next.Atom)
					}
				}
			}
			list := make([]uint8, 0, len(shell))
			for z := len(counts) - 1; z >= 0; z-- {
				for range counts[z] {
					list = append(list, uint8(z))
				}
			}
			shell = further
			return list
		}
	}
	nextA, nextB := spheres(a), spheres(b)
	for {
		x, y := nextA(), nextB()
		for k := range max(len(x), len(y)) {
			switch {
			case k == len(y):
				return true
			case k == len(x) || x[k] < y[k]:
				return false
			case x[k] > y[k]:
				return true
			}
		}
		if len(x) == 0 {
			return false
		}
	}
}
