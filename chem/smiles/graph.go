package smiles

import (
	"slices"

	"github.com/molsmith/molsmith/chem/mol"
)

// graph is the sink that builds a molecule. Its slices get their size from the text
// before it is read, so that building takes a few allocations in all.
type graph struct {
	m   mol.Mol
	add int // atoms of the whole text, at most

	last     int  // the atom the next one is joined to; -1: none
	next     bond // how
	branches []int

	rings  []opening  // some of them closed again
	number []int32    // 1 + the place in rings of each ring number that is open
	open   int        // ring numbers that are open
	closed []mol.Bond // ring bonds, appended at the end
	joined map[[2]int]bool

	center  []int32 // 1 + the place in Centers of each atom; nil: there is none yet
	ligands []int   // room for the ligands of centers
	digits  []digit // ring numbers in the order of the text; kept when there are centers

	room struct { // what small molecules need
		branches [16]int
		rings    [8]opening
		closed   [8]mol.Bond
		number   [10]int32
	}
}

// opening is the first of the two places of a ring number.
type opening struct {
	number, atom, at int
	bond             bond
	ligand           int // place in the center of the atom; -1: no center
	closed           bool
}

// fewBonds is up to how many ring bonds are searched one by one for a pair of atoms.
const fewBonds = 16

var _ sink = (*graph)(nil)

func newGraph(text string) *graph {
	n := estimate(text)
	g := &graph{add: n.atoms, last: -1}
	g.m.Atoms = make([]mol.Atom, 0, n.atoms)
	if n.atoms > 1 {
		g.m.Bonds = make([]mol.Bond, 0, n.atoms-1+n.digits/2)
	}
	if n.centers > 0 {
		g.m.Centers = make([]mol.Center, 0, n.centers)
		g.ligands = make([]int, 4*n.centers)
	}
	g.branches, g.rings, g.closed, g.number = g.room.branches[:0], g.room.rings[:0], g.room.closed[:0], g.room.number[:]
	return g
}

// size bounds from above what a text holds.
type size struct{ atoms, digits, centers int }

// estimate counts without checking the grammar.
func estimate(text string) size {
	var n size
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
			if !(c == 'l' || c == 'r') {
				n.atoms++
			}
		case c >= '0' && c <= '9':
			n.digits++
		case c == '*':
			n.atoms++
		case c == '[':
			n.atoms++
			for i++; i < len(text) && text[i] != ']'; i++ {
				if text[i] == '@' && text[i-1] != '@' {
					n.centers++
				}
			}
		case isBlank(c) && n.atoms > 0:
			return n
		}
	}
	return n
}

func (g *graph) atom(a *atom) {
	i := len(g.m.Atoms)
	g.m.Atoms = append(g.m.Atoms, a.Atom)
	if a.class != 0 {
		g.startCenter(i, a)
	}
	if g.last >= 0 {
		g.m.Bonds = append(g.m.Bonds, g.join(g.last, i, g.next))
		if g.center != nil {
			g.ligand(g.last, i)
			g.ligand(i, g.last)
		}
	}
	if a.class != 0 {
		for range a.Hydrogens {
			g.ligand(i, mol.ImplicitHydrogen)
		}
	}
	g.last, g.next = i, bond{}
}

// startCenter makes atom i a center without ligands.
func (g *graph) startCenter(i int, a *atom) {
	if g.center == nil {
		g.center = make([]int32, g.add)
	}
	class := a.class
	if a.plain {
		class = 0 // told by the number of ligands, at the end
	}
	c := mol.Center{Atom: i, Class: class, Permutation: a.permutation}
	if len(g.ligands) >= 4 {
		c.Ligands, g.ligands = g.ligands[0:0:4], g.ligands[4:]
	}
	g.m.Centers = append(g.m.Centers, c)
	g.center[i] = int32(len(g.m.Centers))
}

// ligand adds a neighbor to the center at atom i, if there is one, and returns its
// place there, else -1.
func (g *graph) ligand(i, neighbor int) int {
	if g.center == nil || g.center[i] == 0 {
		return -1
	}
	c := &g.m.Centers[g.center[i]-1]
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
	if number >= len(g.number) {
		g.number = append(g.number, make([]int32, number+1-len(g.number))...)
	}
	if cap(g.m.Centers) > 0 {
		g.digits = append(g.digits, digit{number, g.last, len(g.m.Atoms)})
	}
	if g.number[number] == 0 {
		g.rings = append(g.rings, opening{number: number, atom: g.last, at: at, bond: b, ligand: g.ligand(g.last, 0)})
		g.number[number] = int32(len(g.rings))
		g.open++
		return nil
	}
	first := &g.rings[g.number[number]-1]
	first.closed = true
	g.number[number] = 0
	g.open--
	if first.atom == g.last {
		return fail(at, "ring %d closes at the atom where it opens", number)
	}
	if g.bonded(first.atom, g.last) {
		return fail(at, "ring %d is a second bond between two atoms", number)
	}
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
	g.addClosed(how)
	if first.ligand >= 0 {
		g.m.Centers[g.center[first.atom]-1].Ligands[first.ligand] = g.last
	}
	g.ligand(g.last, first.atom)
	for len(g.rings) > 0 && g.rings[len(g.rings)-1].closed {
		g.rings = g.rings[:len(g.rings)-1]
	}
	return nil
}

// addClosed adds a ring bond.
func (g *graph) addClosed(b mol.Bond) {
	g.closed = append(g.closed, b)
	if len(g.closed) <= fewBonds {
		return
	}
	from := g.closed[len(g.closed)-1:]
	if g.joined == nil {
		g.joined, from = map[[2]int]bool{}, g.closed
	}
	for _, b := range from {
		g.joined[pair(b.A, b.B)] = true
	}
}

func pair(a, b int) [2]int { return [2]int{min(a, b), max(a, b)} }

// bonded says whether atoms a and b are joined already: by a chain bond, which is
// the first bond of the later atom, or by a ring bond.
func (g *graph) bonded(a, b int) bool {
	if g.parent(max(a, b)) == min(a, b) {
		return true
	}
	if g.joined != nil {
		return g.joined[pair(a, b)]
	}
	for _, c := range g.closed {
		if pair(c.A, c.B) == pair(a, b) {
			return true
		}
	}
	return false
}

// agree says whether the symbols at the two ends of a ring bond state one order.
// Directions are free: both ends may carry one.
func agree(a, b bond) bool {
	if a.order == mol.Dative && b.order == mol.Dative {
		return a.backward != b.backward
	}
	return a.order == b.order
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

func (g *graph) branch() { g.branches = append(g.branches, g.last) }

func (g *graph) back() {
	g.last = g.branches[len(g.branches)-1]
	g.branches = g.branches[:len(g.branches)-1]
}

func (g *graph) dot() { g.last = -1 }

func (g *graph) name(name string) { g.m.Name = name }

func (g *graph) end() *ParseError {
	if g.open > 0 {
		for i := range g.rings { // in the order of the text
			if first := &g.rings[i]; !first.closed {
				return fail(first.at, "ring %d is not closed; expected the number a second time", first.number)
			}
		}
	}
	g.m.Bonds = append(g.m.Bonds, g.closed...)
	if len(g.m.Bonds) == 0 {
		g.m.Bonds = nil
	}
	var x *axes
	var pairs *lonePairs
	for k := range g.m.Centers {
		c := &g.m.Centers[k]
		if c.Class == 0 {
			c.Class = plainClass(len(c.Ligands))
		}
		if threeLigands(c) {
			if pairs == nil {
				pairs = newLonePairs(g)
			}
			if pairs.later(c) {
				c.Permutation = 3 - c.Permutation
			}
		}
		if c.Class == mol.Allene && len(c.Ligands) == 2 {
			if x == nil {
				x = newAxes(g)
			}
			x.widen(c)
		}
	}
	g.m.Centers = slices.DeleteFunc(g.m.Centers, saysNothing)
	if len(g.m.Centers) == 0 {
		g.m.Centers = nil
	}
	return nil
}

// saysNothing is true for a center with more ligands than its class has sites, or with
// too few to be one; such marks are passed over, as in RDKit.
func saysNothing(c mol.Center) bool {
	n := len(c.Ligands)
	switch c.Class {
	case mol.Tetrahedral:
		return n != 3 && n != 4
	case mol.Allene:
		return n != 4
	}
	return n > c.Class.Sites()
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

// places is the sink that looks for the byte at which an atom stands.
type places struct {
	left int // atoms before the one that is looked for
	at   int
}

var _ sink = (*places)(nil)

func (p *places) atom(a *atom) {
	if p.left == 0 {
		p.at = a.at
	}
	p.left--
}

func (p *places) ring(int, bond, int) *ParseError { return nil }
func (p *places) branch()                         {}
func (p *places) back()                           {}
func (p *places) dot()                            {}
func (p *places) end() *ParseError                { return nil }
func (p *places) bond(bond)                       {}
func (p *places) name(string)                     {}
