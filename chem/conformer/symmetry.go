package conformer

import (
	"slices"

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

// symmetries returns maps of the heavy atoms of p onto themselves that keep elements and
// bonds, as places in the list of heavyAtoms; the first changes nothing. Ends of
// conjugated groups, as the oxygens of a carboxylate, count as equal whatever their bond
// order and charge. There are at most maxMaps.
func symmetries(p *perceive.Molecule) [][]int {
	heavy := heavyAtoms(p.Mol)
	n := len(heavy)
	place := make([]int, len(p.Mol.Atoms))
	for i := range place {
		place[i] = -1
	}
	for k, i := range heavy {
		place[i] = k
	}
	// Bonds between heavy atoms, with a code for their kind.
	type link struct{ to, kind int }
	links := make([][]link, n)
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
		links[a] = append(links[a], link{c, kind})
		links[c] = append(links[c], link{a, kind})
	}
	// Classes of atoms that neighbors cannot tell apart.
	class := make([]int, n)
	keys := make([][]int, n)
	for k, i := range heavy {
		a := &p.Mol.Atoms[i]
		charge := int(a.Charge)
		if ends[i] {
			charge = 0
		}
		keys[k] = []int{int(a.Element), charge, int(a.Isotope), len(links[k])}
	}
	classes := 0
	for range n + 1 {
		found := rank(keys, class)
		if found == classes {
			break
		}
		classes = found
		for k := range keys {
			keys[k] = append(keys[k][:0], class[k])
			start := len(keys[k])
			for _, l := range links[k] {
				keys[k] = append(keys[k], 16*class[l.to]+l.kind)
			}
			slices.Sort(keys[k][start:])
		}
	}
	bond := func(a, b int) int {
		for _, l := range links[a] {
			if l.to == b {
				return l.kind
			}
		}
		return 0
	}
	// Atoms in an order in which each has a neighbor before it, where there is one.
	order, before := make([]int, 0, n), make([]int, n)
	used := make([]bool, n)
	for k := range before {
		before[k] = -1
	}
	for start := range n {
		if used[start] {
			continue
		}
		used[start] = true
		order = append(order, start)
		for at := len(order) - 1; at < len(order); at++ {
			for _, l := range links[order[at]] {
				if !used[l.to] {
					used[l.to] = true
					before[l.to] = order[at]
					order = append(order, l.to)
				}
			}
		}
	}
	identity := make([]int, n)
	for k := range identity {
		identity[k] = k
	}
	maps := [][]int{identity}
	if n == 0 || classes == n {
		return maps
	}
	// Depth-first search with a stack of choices: next[d] is the candidate to try at
	// depth d.
	image := make([]int, n)
	for k := range image {
		image[k] = -1
	}
	taken := make([]bool, n)
	next := make([]int, n+1)
	depth := 0
	for steps := 0; depth >= 0 && steps < maxMapSteps && len(maps) < maxMaps; steps++ {
		if depth == n {
			if !slices.Equal(image, identity) {
				maps = append(maps, slices.Clone(image))
			}
			depth--
			taken[image[order[depth]]], image[order[depth]] = false, -1
			continue
		}
		atom := order[depth]
		var candidates []link
		if before[atom] >= 0 {
			candidates = links[image[before[atom]]]
		}
		choice := -1
		for choice < 0 {
			candidate := next[depth]
			next[depth]++
			if before[atom] >= 0 {
				if candidate >= len(candidates) {
					break
				}
				candidate = candidates[candidate].to
			} else if candidate >= n {
				break
			}
			if taken[candidate] || class[candidate] != class[atom] {
				continue
			}
			fits := true
			for _, l := range links[atom] {
				if image[l.to] >= 0 && bond(candidate, image[l.to]) != l.kind {
					fits = false
					break
				}
			}
			if fits {
				choice = candidate
			}
		}
		if choice >= 0 {
			image[atom], taken[choice] = choice, true
			depth++
			next[depth] = 0
			continue
		}
		if depth--; depth >= 0 {
			taken[image[order[depth]]], image[order[depth]] = false, -1
		}
	}
	return maps
}

// rank numbers the different keys from 0 in their order and returns how many there are.
func rank(keys [][]int, class []int) int {
	order := make([]int, len(keys))
	for k := range order {
		order[k] = k
	}
	slices.SortFunc(order, func(a, b int) int { return slices.Compare(keys[a], keys[b]) })
	n := 0
	for at, k := range order {
		if at > 0 && slices.Compare(keys[order[at-1]], keys[k]) != 0 {
			n++
		}
		class[k] = n
	}
	if len(keys) == 0 {
		return 0
	}
	return n + 1
}

// conjugatedEnds marks the atoms with one heavy neighbor that share a double bond or a
// charge with another such end at the same atom: the oxygens of carboxylates, nitro
// groups, sulfonates and phosphates, the nitrogens of amidinium.
func conjugatedEnds(p *perceive.Molecule) []bool {
	m := p.Mol
	ends := make([]bool, len(m.Atoms))
	adjacency := m.Neighbors()
	heavy := func(i int) int {
		n := 0
		for _, next := range adjacency.Of(i) {
			if m.Atoms[next.Atom].Element != 1 {
				n++
			}
		}
		return n
	}
	for i := range m.Atoms {
		var list []int
		double, single := 0, 0
		for _, next := range adjacency.Of(i) {
			z := m.Atoms[next.Atom].Element
			if z != 7 && z != 8 && z != 16 || heavy(next.Atom) != 1 {
				continue
			}
			hydrogens := adjacency.Degree(next.Atom) - 1
			switch {
			case m.Bonds[next.Bond].Order == mol.Double:
				double++
			case z == 7 && hydrogens == 2 || z != 7 && hydrogens == 0:
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
