package smiles

import "github.com/molsmith/molsmith/chem/mol"

// graph is the sink that builds a molecule.
type graph struct {
	m       *mol.Mol
	offsets []int // byte of each atom

	last     int  // the atom the next one is joined to; -1: none
	next     bond // how
	branches []int
	rings    map[int]opening
	closed   []mol.Bond // ring bonds, appended at the end
	joined   map[[2]int]bool
	centers  map[int]int // place in m.Centers by atom
}

// opening is the first of the two places of a ring number.
type opening struct {
	atom, at int
	bond     bond
	ligand   int // place in the center of the atom; -1: no center
}

var _ sink = (*graph)(nil)

func (g *graph) atom(a atom) {
	i := len(g.m.Atoms)
	if i == 0 {
		g.last = -1
		g.rings = map[int]opening{}
		g.centers = map[int]int{}
	}
	g.m.Atoms = append(g.m.Atoms, a.Atom)
	g.offsets = append(g.offsets, a.at)
	if a.class != 0 {
		g.centers[i] = len(g.m.Centers)
		class := a.class
		if a.plain {
			class = 0 // told by the number of ligands, at the end
		}
		g.m.Centers = append(g.m.Centers, mol.Center{Atom: i, Class: class, Permutation: a.permutation})
	}
	if g.last >= 0 {
		b := g.join(g.last, i, g.next)
		g.m.Bonds = append(g.m.Bonds, b)
		g.ligand(g.last, i)
		g.ligand(i, g.last)
	}
	for range a.Hydrogens {
		g.ligand(i, mol.ImplicitHydrogen)
	}
	g.last, g.next = i, bond{}
}

// ligand adds a neighbor to the center at atom i, if there is one, and returns its
// place there, else -1.
func (g *graph) ligand(i, neighbor int) int {
	at, ok := g.centers[i]
	if !ok {
		return -1
	}
	c := &g.m.Centers[at]
	c.Ligands = append(c.Ligands, neighbor)
	return len(c.Ligands) - 1
}

// join makes the bond from atom a to atom b.
func (g *graph) join(a, b int, how bond) mol.Bond {
	order := how.order
	if order == 0 {
		order = mol.Single
		if g.m.Atoms[a].Aromatic && g.m.Atoms[b].Aromatic {
			order = mol.Aromatic
		}
	}
	if how.backward {
		a, b = b, a
	}
	return mol.Bond{A: a, B: b, Order: order, Stereo: how.direction}
}

func (g *graph) ring(number int, b bond, at int) *ParseError {
	first, ok := g.rings[number]
	if !ok {
		g.rings[number] = opening{g.last, at, b, g.ligand(g.last, 0)}
		return nil
	}
	delete(g.rings, number)
	if first.atom == g.last {
		return fail(at, "ring %d closes at the atom where it opens", number)
	}
	pair := [2]int{first.atom, g.last}
	if g.joined == nil {
		g.joined = map[[2]int]bool{}
	}
	if g.joined[pair] || g.bonded(pair) {
		return fail(at, "ring %d is a second bond between two atoms", number)
	}
	g.joined[pair] = true
	g.joined[[2]int{g.last, first.atom}] = true
	how := mol.Bond{}
	switch {
	case first.bond.order == 0 && (b.direction != 0 || b.order == mol.Dative):
		how = g.join(g.last, first.atom, b)
	case first.bond.order == 0:
		how = g.join(first.atom, g.last, b)
	case b.order != 0 && !agree(first.bond, b):
		return fail(at, "ring %d has one bond order at its start and another here", number)
	default:
		how = g.join(first.atom, g.last, first.bond)
	}
	g.closed = append(g.closed, how)
	if first.ligand >= 0 {
		g.m.Centers[g.centers[first.atom]].Ligands[first.ligand] = g.last
	}
	g.ligand(g.last, first.atom)
	return nil
}

// agree says whether the symbols at the two ends of a ring bond state one order.
// Directions are free: both ends may carry one.
func agree(a, b bond) bool {
	if a.order == mol.Dative && b.order == mol.Dative {
		return a.backward != b.backward
	}
	return a.order == b.order
}

// bonded says whether a chain bond joins the pair; the later atom's first chain
// bond, if any, is the one to an earlier atom.
func (g *graph) bonded(pair [2]int) bool {
	return g.parent(pair[0]) == pair[1] || g.parent(pair[1]) == pair[0]
}

// parent is the atom that atom i was joined to when it was read; -1: none. Chain
// bonds are sorted by their later atom.
func (g *graph) parent(i int) int {
	low, high := 0, len(g.m.Bonds)
	for low < high {
		mid := (low + high) / 2
		if b := g.m.Bonds[mid]; max(b.A, b.B) < i {
			low = mid + 1
		} else {
			high = mid
		}
	}
	if low < len(g.m.Bonds) {
		if b := g.m.Bonds[low]; max(b.A, b.B) == i {
			return min(b.A, b.B)
		}
	}
	return -1
}

func (g *graph) bond(b bond) { g.next = b }

func (g *graph) open() { g.branches = append(g.branches, g.last) }

func (g *graph) close() {
	g.last = g.branches[len(g.branches)-1]
	g.branches = g.branches[:len(g.branches)-1]
}

func (g *graph) dot() { g.last = -1 }

func (g *graph) name(name string) { g.m.Name = name }

func (g *graph) end() *ParseError {
	if len(g.rings) > 0 {
		number, first := -1, opening{}
		for n, o := range g.rings {
			if number < 0 || o.at < first.at {
				number, first = n, o
			}
		}
		return fail(first.at, "ring %d is not closed; expected the number a second time", number)
	}
	g.m.Bonds = append(g.m.Bonds, g.closed...)
	for k := range g.m.Centers {
		if c := &g.m.Centers[k]; c.Class == 0 {
			c.Class = plainClass(len(c.Ligands))
		}
	}
	return nil
}

// plainClass is the class that a plain @ or @@ means at an atom with n ligands.
func plainClass(n int) mol.Class {
	switch n {
	case 2:
		return mol.Allene
	case 5:
		return mol.TrigonalBipyramidal
	case 6:
		return mol.Octahedral
	}
	return mol.Tetrahedral
}
