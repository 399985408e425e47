package depict

import "github.com/molsmith/molsmith/chem/mol"

// square lists the ligands of a square center in pairs that lie across from each other.
type square [4]int

// findSquares notes the square centers whose ligands are all drawn.
func (l *plan) findSquares(centers []mol.Center) {
	for i := range centers {
		c := &centers[i]
		if c.Class != mol.SquarePlanar || len(c.Ligands) != 4 {
			continue
		}
		// The permutation names the shape of the path through the ligands in their
		// order: U, 4, Z (OpenSMILES 1.0, 3.9.4). Across from the first is the third,
		// the second, the fourth.
		x := c.Ligands
		s := square{x[0], x[2], x[1], x[3]}
		switch c.Permutation {
		case 2:
			s = square{x[0], x[1], x[2], x[3]}
		case 3:
			s = square{x[0], x[3], x[1], x[2]}
		}
		drawn := true
		for _, ligand := range s {
			drawn = drawn && ligand >= 0 && l.bondBetween(c.Atom, ligand) >= 0
		}
		if drawn {
			if l.squares == nil {
				l.squares = map[int]square{}
			}
			l.squares[c.Atom] = s
		}
	}
}

// across returns the ligand across from another at a square center; −1: it has no place
// of its own.
func (l *plan) across(center, ligand int) int {
	if s, ok := l.squares[center]; ok {
		for i, x := range s {
			if x == ligand {
				return s[i^1]
			}
		}
	}
	return -1
}

// squareOrder puts the items at a square center in the order in which headings gives
// them their places: the first across from the neighbor that is there, the others
// around; two beside a chelate counterclockwise from it.
func (l *plan) squareOrder(a int, known []int, items []item) {
	if _, ok := l.squares[a]; !ok {
		return
	}
	bring := func(atom, to int) {
		for i := range items {
			if items[i].atom == atom && atom >= 0 {
				items[i], items[to] = items[to], items[i]
				return
			}
		}
	}
	switch {
	case len(known) == 0 && len(items) == 4:
		bring(l.across(a, items[0].atom), 2)
	case len(known) == 1 && len(items) == 3:
		bring(l.across(a, known[0]), 0)
	case len(known) == 2 && len(items) == 2:
		first, second := known[0], known[1]
		o := l.pos[a]
		if o.toward(l.pos[first]).cross(o.toward(l.pos[second])) > 0 {
			first = second // the gap begins at the one that comes later
		}
		bring(l.across(a, first), 1)
	}
}

// crossed says how far the ligands of a square center a, of which those in a ring system
// would come to lie at place, are from lying across from each other: the sum of cosines.
func (l *plan) crossed(a, block int, place func(j int) Point) float64 {
	sum := 0.0
	for _, next := range l.adjacency.Of(a) {
		if j := l.find(&l.blocks[block], l.across(a, next.Atom)); j >= 0 && l.placed[next.Atom] {
			sum += l.pos[a].toward(l.pos[next.Atom]).dot(l.pos[a].toward(place(j)))
		}
	}
	return sum
}
