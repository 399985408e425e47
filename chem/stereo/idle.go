package stereo

import (
	"slices"

	"github.com/molsmith/molsmith/chem/canon"
	"github.com/molsmith/molsmith/chem/mol"
)

// part is a connected component with its configurations, as places in a Set.
type part struct {
	graph          *canon.Graph
	centers, bonds []int
}

// divide tells which configurations of s are in each component of m.
func divide(m *mol.Mol, s *Set, graphs []*canon.Graph) []part {
	parts := make([]part, len(graphs))
	of := func(int) *part { return &parts[0] }
	if len(graphs) > 1 {
		component := make([]int32, len(m.Atoms))
		for n, g := range graphs {
			for _, i := range g.Atoms {
				component[i] = int32(n)
			}
		}
		of = func(i int) *part { return &parts[component[i]] }
	}
	for n, g := range graphs {
		parts[n].graph = g
	}
	for k := range s.Centers {
		c := of(s.Centers[k].Atom)
		c.centers = append(c.centers, k)
	}
	for k := range s.Bonds {
		c := of(m.Bonds[s.Bonds[k].Bond].A)
		c.bonds = append(c.bonds, k)
	}
	return parts
}

// cleanAll removes from s the configurations that make no difference, and notes the
// class of each atom; class nil: they are not asked for.
func (f *finder) cleanAll(graphs []*canon.Graph, s *Set, class []int) {
	parts := divide(f.m, s, graphs)
	left := 0
	for n := range parts {
		c := &parts[n]
		if f.clean(c, s, class) != nil {
			s.Unsettled = true
		}
		left += len(c.centers) + len(c.bonds)
	}
	slices.Sort(s.Coupled)
	if left == len(s.Centers)+len(s.Bonds) {
		return
	}
	centers, bonds := make([]bool, len(s.Centers)), make([]bool, len(s.Bonds)) // to keep
	for _, c := range parts {
		for _, k := range c.centers {
			centers[k] = true
		}
		for _, k := range c.bonds {
			bonds[k] = true
		}
	}
	s.Centers, s.Bonds = only(s.Centers, centers), only(s.Bonds, bonds)
}

// only are the members of all that are to be kept.
func only[T any](all []T, keep []bool) []T {
	kept := all[:0]
	for k, keep := range keep {
		if keep {
			kept = append(kept, all[k])
		}
	}
	return kept
}

// clean takes the configurations that make no difference out of c, notes those that
// are coupled in s, and the class of each atom unless class is nil.
func (f *finder) clean(c *part, s *Set, class []int) error {
	for {
		if class == nil && len(c.centers)+len(c.bonds) == 0 {
			return nil
		}
		c.graph.SetStereo(f.m, pick(s.Centers, c.centers), pick(s.Bonds, c.bonds))
		classes, open := c.graph.Classes()
		if len(open) > 0 && class == nil {
			if f.class == nil {
				f.class = make([]int, len(f.m.Atoms))
			}
			class = f.class
		}
		if class != nil {
			for k, i := range c.graph.Atoms {
				class[i] = classes[k]
			}
		}
		if len(open) == 0 {
			return nil
		}
		free := f.alikeLigands(c, s, open, class)
		var err error
		if len(free) == 0 {
			free, err = c.graph.Idle()
		}
		if err != nil || len(free) == 0 {
			for _, k := range open {
				if k < len(c.centers) {
					s.Coupled = append(s.Coupled, s.Centers[c.centers[k]].Atom)
				}
			}
			return err
		}
		c.remove(free)
	}
}

// remove takes configurations out of c, which are counted as in its graph: centers
// first. They are sorted.
func (c *part) remove(free []int) {
	centers := len(c.centers)
	c.centers = without(c.centers, free, 0)
	c.bonds = without(c.bonds, free, centers)
}

// without keeps the places whose number, counted from the given one on, is not in free.
func without(places, free []int, from int) []int {
	kept := places[:0]
	for n, k := range places {
		if _, gone := slices.BinarySearch(free, n+from); !gone {
			kept = append(kept, k)
		}
	}
	return kept
}

func pick[T any](all []T, places []int) []T {
	some := make([]T, len(places))
	for i, k := range places {
		some[i] = all[k]
	}
	return some
}

// alikeLigands returns the open configurations with two ligands that begin equal
// branches without rings: swapping those changes nothing else.
func (f *finder) alikeLigands(c *part, s *Set, open, class []int) []int {
	mark := make(map[int]bool, len(open)) // atoms of open configurations
	ends := func(k int) mol.Bond { return f.m.Bonds[s.Bonds[c.bonds[k-len(c.centers)]].Bond] }
	for _, k := range open {
		if k < len(c.centers) {
			mark[s.Centers[c.centers[k]].Atom] = true
		} else {
			b := ends(k)
			mark[b.A], mark[b.B] = true, true
		}
	}
	var free []int
	for _, k := range open {
		if k < len(c.centers) {
			center := &s.Centers[c.centers[k]]
			if center.Class == mol.Tetrahedral && f.alike(center.Atom, center.Ligands, mark, class) {
				free = append(free, k)
			}
			continue
		}
		b := ends(k)
		if f.alikeAt(b.A, b.B, mark, class) || f.alikeAt(b.B, b.A, mark, class) {
			free = append(free, k)
		}
	}
	return free
}

// alikeAt is alike for an end of a double bond to another atom.
func (f *finder) alikeAt(end, other int, mark map[int]bool, class []int) bool {
	var ligands []int
	for _, next := range f.adjacency.Of(end) {
		if next.Atom != other {
			ligands = append(ligands, next.Atom)
		}
	}
	return f.alike(end, ligands, mark, class)
}

// alike says whether two ligands of atom i have one class and begin branches without
// rings and without marked atoms.
func (f *finder) alike(i int, ligands []int, mark map[int]bool, class []int) bool {
	for n, a := range ligands {
		for _, b := range ligands[:n] {
			if a < 0 || b < 0 {
				if a == b {
					return true
				}
				continue
			}
			if class[a] == class[b] && f.branch(i, a, mark) && f.branch(i, b, mark) {
				return true
			}
		}
	}
	return false
}

// branch says whether what hangs on atom i at its neighbor a has no marked atoms and
// no rings, those with dative bonds included.
func (f *finder) branch(i, a int, mark map[int]bool) bool {
	type step struct{ atom, from int }
	number := f.search()
	f.seen[i] = number
	todo := []step{{a, i}}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if f.seen[at.atom] == number || f.p.Rings.InRing(at.atom) || mark[at.atom] {
			return false
		}
		f.seen[at.atom] = number
		for _, next := range f.adjacency.Of(at.atom) {
			if next.Atom != at.from {
				todo = append(todo, step{next.Atom, at.atom})
			}
		}
	}
	return true
}
