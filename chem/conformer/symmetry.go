package conformer

import (
	"slices"

	"github.com/molsmith/molsmith/chem/internal/sorting"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
)

// Limits of the search for the ways in which a component can be laid on itself.
const (
	maxMaps     = 200
	maxMapSteps = 200_000
)

// heavyAtoms returns the atoms that conformers are compared by: all but hydrogens, or all
// when there are no others.
func heavyAtoms(m *mol.Mol) []int {
	var list []int
	for i := range m.Atoms {
		if m.Atoms[i].Element != 1 {
			list = append(list, i)
		}
	}
	if len(list) == 0 {
		for i := range m.Atoms {
			list = append(list, i)
		}
	}
	return list
}

// skeleton is the graph of the heavy atoms of a molecule, by their places in the list of
// heavyAtoms.
type skeleton struct {
	links   [][]link
	class   []int // equal for atoms that neighbors cannot tell apart
	classes int
}

type link struct{ to, kind int }

// symmetries returns maps of the heavy atoms of p onto themselves that keep elements and
// bonds, as places in the list of heavyAtoms; the first changes nothing. Ends of
// conjugated groups, as the oxygens of a carboxylate, count as equal whatever their bond
// order and charge. There are at most maxMaps.
func symmetries(p *perceive.Molecule) [][]int {
	g := newSkeleton(p)
	n := len(g.links)
	identity := make([]int, n)
	for k := range identity {
		identity[k] = k
	}
	maps := [][]int{identity}
	if n > 0 && g.classes < n {
		s := mapSearch{g: g, maps: maps}
		s.run()
		maps = s.maps
	}
	return maps
}

func newSkeleton(p *perceive.Molecule) *skeleton {
	heavy := heavyAtoms(p.Mol)
	place := make([]int, len(p.Mol.Atoms))
	for i := range place {
		place[i] = -1
	}
	for k, i := range heavy {
		place[i] = k
	}
	g := &skeleton{links: make([][]link, len(heavy)), class: make([]int, len(heavy))}
	ends := conjugatedEnds(p)
	for k, b := range p.Mol.Bonds {
		a, c := place[b.A], place[b.B]
		if a < 0 || c < 0 {
			continue
		}
		kind := int(b.Order)
		if p.AromaticBonds[k] || ends[b.A] || ends[b.B] {
			kind = int(mol.Aromatic)
		}
		g.links[a] = append(g.links[a], link{c, kind})
		g.links[c] = append(g.links[c], link{a, kind})
	}
	keys := make([][]int, len(heavy))
	for k, i := range heavy {
		a := &p.Mol.Atoms[i]
		charge := int(a.Charge)
		if ends[i] {
			charge = 0
		}
		keys[k] = []int{int(a.Element), charge, int(a.Isotope), len(g.links[k])}
	}
	for range len(heavy) + 1 { // each round tells at least one more apart
		found := rank(keys, g.class)
		if found == g.classes {
			break
		}
		g.classes = found
		for k := range keys {
			keys[k] = append(keys[k][:0], g.class[k])
			for _, l := range g.links[k] {
				keys[k] = append(keys[k], 16*g.class[l.to]+l.kind)
			}
			slices.Sort(keys[k][1:])
		}
	}
	return g
}

// rank numbers the different keys from 0 in their order and returns how many there are.
func rank(keys [][]int, class []int) int {
	order := make([]int, len(keys))
	for k := range order {
		order[k] = k
	}
	sorting.By(order, func(a, b int) int { return slices.Compare(keys[a], keys[b]) })
	n := 0
	for at, k := range order {
		if at == 0 || slices.Compare(keys[order[at-1]], keys[k]) != 0 {
			n++
		}
		class[k] = n - 1
	}
	return n
}

// bond returns the kind of the bond between two atoms, 0 for none.
func (g *skeleton) bond(a, b int) int {
	for _, l := range g.links[a] {
		if l.to == b {
			return l.kind
		}
	}
	return 0
}

// walk returns the atoms in an order in which each has a neighbor before it, where there
// is one, and that neighbor or −1.
func (g *skeleton) walk() (order, before []int) {
	n := len(g.links)
	before = make([]int, n)
	used := make([]bool, n)
	for start := range n {
		if used[start] {
			continue
		}
		used[start], before[start] = true, -1
		order = append(order, start)
		for at := len(order) - 1; at < len(order); at++ {
			for _, l := range g.links[order[at]] {
				if !used[l.to] {
					used[l.to], before[l.to] = true, order[at]
					order = append(order, l.to)
				}
			}
		}
	}
	return order, before
}

// mapSearch finds maps of a skeleton onto itself, atom by atom.
type mapSearch struct {
	g             *skeleton
	order, before []int
	image         []int // of each atom; −1: none yet
	taken         []bool
	next          []int // per depth: the candidate to try
	maps          [][]int
}

func (s *mapSearch) run() {
	n := len(s.g.links)
	s.order, s.before = s.g.walk()
	s.image, s.taken, s.next = make([]int, n), make([]bool, n), make([]int, n+1)
	for k := range s.image {
		s.image[k] = -1
	}
	depth := 0
	for steps := 0; depth >= 0 && steps < maxMapSteps && len(s.maps) < maxMaps; steps++ {
		if depth < n && s.place(depth) {
			depth++
			s.next[depth] = 0
			continue
		}
		if depth == n && !slices.Equal(s.image, s.maps[0]) {
			s.maps = append(s.maps, slices.Clone(s.image))
		}
		if depth--; depth >= 0 {
			atom := s.order[depth]
			s.taken[s.image[atom]], s.image[atom] = false, -1
		}
	}
}

// place gives the atom of a depth its next image and says whether there is one.
func (s *mapSearch) place(depth int) bool {
	atom := s.order[depth]
	for {
		k := s.next[depth]
		s.next[depth]++
		if s.before[atom] >= 0 {
			beside := s.g.links[s.image[s.before[atom]]]
			if k >= len(beside) {
				return false
			}
			k = beside[k].to
		} else if k >= len(s.image) {
			return false
		}
		if !s.taken[k] && s.g.class[k] == s.g.class[atom] && s.fits(atom, k) {
			s.image[atom], s.taken[k] = k, true
			return true
		}
	}
}

// fits says whether an image keeps the bonds to atoms that have one.
func (s *mapSearch) fits(atom, image int) bool {
	for _, l := range s.g.links[atom] {
		if to := s.image[l.to]; to >= 0 && s.g.bond(image, to) != l.kind {
			return false
		}
	}
	return true
}

// conjugatedEnds marks the atoms with one heavy neighbor that share a double bond or a
// charge with another such end at the same atom: the oxygens of carboxylates, nitro
// groups, sulfonates and phosphates, the nitrogens of amidinium.
func conjugatedEnds(p *perceive.Molecule) []bool {
	m := p.Mol
	ends := make([]bool, len(m.Atoms))
	adjacency := m.Neighbors()
	terminal := func(i int) (hydrogens int, ok bool) {
		for _, next := range adjacency.Of(i) {
			if m.Atoms[next.Atom].Element == 1 {
				hydrogens++
			}
		}
		return hydrogens, adjacency.Degree(i)-hydrogens == 1
	}
	for i := range m.Atoms {
		var list []int
		double, single := 0, 0
		for _, next := range adjacency.Of(i) {
			z := m.Atoms[next.Atom].Element
			if z != 7 && z != 8 && z != 16 {
				continue
			}
			switch hydrogens, ok := terminal(next.Atom); {
			case !ok:
				continue
			case m.Bonds[next.Bond].Order == mol.Double:
				double++
			case z == 7 && hydrogens == 2, z != 7 && hydrogens == 0:
				single++
			default:
				continue
			}
			list = append(list, next.Atom)
		}
		if double > 0 && single > 0 {
			for _, a := range list {
				ends[a] = true
			}
		}
	}
	return ends
}
