package canon

import "github.com/molsmith/molsmith/chem/mol"

// element is a configuration: of an atom or of a double bond.
type element struct {
	atoms   [2]int32 // the center twice, or the two ends
	class   mol.Class
	number  uint8    // permutation of the class; of a double bond 1: cis, 2: trans
	ligands []int32  // hydrogen for an implicit hydrogen; of a double bond all neighbors of its ends
	pair    [2]int32 // of a double bond: the two that number speaks of
	shared  bool     // of a double bond: one of its ends is the end of another one
}

const hydrogen = -1

// isBond says whether e is of a double bond.
func (e *element) isBond() bool { return e.class == 0 }

// numbers is how many values number can have.
func (e *element) numbers() int {
	if e.isBond() {
		return 2
	}
	return e.class.Permutations()
}

// SetStereo replaces the configurations of g: centers and double bonds of the
// molecule that g is a part of. Those of other components are passed over. A center has
// one at most, and so has a double bond.
func (g *Graph) SetStereo(m *mol.Mol, centers []mol.Center, bonds []mol.CisTrans) {
	g.elements = g.elements[:0]
	for _, c := range centers {
		i := g.find(c.Atom)
		if i < 0 {
			continue
		}
		ligands := make([]int32, len(c.Ligands))
		for k, a := range c.Ligands {
			if ligands[k] = hydrogen; a >= 0 {
				ligands[k] = g.find(a)
			}
		}
		g.elements = append(g.elements, element{atoms: [2]int32{i, i}, class: c.Class, number: c.Permutation, ligands: ligands})
	}
	for _, c := range bonds {
		b := &m.Bonds[c.Bond]
		a := g.find(b.A)
		if a < 0 {
			continue
		}
		e := element{atoms: [2]int32{a, g.find(b.B)}, number: 2}
		if c.Cis {
			e.number = 1
		}
		for k, ligand := range c.Ligands {
			if e.pair[k] = hydrogen; ligand >= 0 {
				e.pair[k] = g.find(ligand)
			}
		}
		for k, end := range e.atoms {
			for _, near := range g.neighbors(end) {
				if near.atom != e.atoms[1-k] {
					e.ligands = append(e.ligands, near.atom)
				}
			}
		}
		g.elements = append(g.elements, e)
	}
	g.index()
}

// index lists the configurations that each atom takes part in.
func (g *Graph) index() {
	n := len(g.Atoms)
	if len(g.elements) == 0 {
		g.touchAt = nil
		return
	}
	g.touchAt = make([]int32, n+2)
	for k := range g.elements {
		g.elements[k].each(func(i int32) { g.touchAt[i+2]++ })
	}
	for i := 2; i < len(g.touchAt); i++ {
		g.touchAt[i] += g.touchAt[i-1]
	}
	g.touch = make([]int32, g.touchAt[n+1])
	for k := range g.elements {
		g.elements[k].each(func(i int32) {
			g.touch[g.touchAt[i+1]] = int32(k)
			g.touchAt[i+1]++
		})
	}
	for k := range g.elements {
		e := &g.elements[k]
		e.shared = e.isBond() && (g.ends(e.atoms[0]) > 1 || g.ends(e.atoms[1]) > 1)
	}
}

// ends is the number of double bonds with a configuration that end at atom i.
func (g *Graph) ends(i int32) (n int) {
	for _, k := range g.touching(i) {
		if e := &g.elements[k]; e.isBond() && (e.atoms[0] == i || e.atoms[1] == i) {
			n++
		}
	}
	return n
}

// touching are the configurations that atom i takes part in, as center, end or ligand.
func (g *Graph) touching(i int32) []int32 {
	if g.touchAt == nil {
		return nil
	}
	return g.touch[g.touchAt[i]:g.touchAt[i+1]]
}

// key says what e states when atoms have places and its value is number: two
// configurations with one key are equal.
func (e *element) key(place []int32, number uint8) uint64 {
	a, b := place[e.atoms[0]], place[e.atoms[1]]
	return uint64(min(a, b))<<40 | uint64(max(a, b))<<16 | uint64(e.class)<<8 | uint64(number)
}

// weight is what number adds to the count by which the atoms of e are split: a different
// sum for every set of configurations that an atom has.
func (e *element) weight(number uint8) uint64 {
	if e.isBond() {
		return 1 << (8 * number)
	}
	return uint64(number) | uint64(e.class-mol.Tetrahedral)<<24
}

// each calls f for every atom of e.
func (e *element) each(f func(int32)) {
	f(e.atoms[0])
	if e.isBond() {
		f(e.atoms[1])
	}
	for _, i := range e.ligands {
		if i != hydrogen {
			f(i)
		}
	}
}

// find is the number in g of an atom of the molecule; -1: it is in another component.
func (g *Graph) find(atom int) int32 {
	low, high := 0, len(g.Atoms)
	for low < high {
		if mid := (low + high) / 2; g.Atoms[mid] < atom {
			low = mid + 1
		} else {
			high = mid
		}
	}
	if low < len(g.Atoms) && g.Atoms[low] == atom {
		return int32(low)
	}
	return -1
}

// value is what configuration e says when atoms are told apart by cell: a number that
// does not depend on the order in which the ligands were given. ok is false when two
// ligands are alike.
func (g *Graph) value(e *element, cell []int32) (number uint8, ok bool) {
	if e.isBond() {
		return g.bondValue(e, cell)
	}
	if e.class == mol.Allene {
		return axisValue(e, cell)
	}
	if e.class == mol.Tetrahedral {
		odd := false
		for i, a := range e.ligands {
			for _, b := range e.ligands[:i] {
				switch ca, cb := place(cell, a), place(cell, b); {
				case ca == cb:
					return 0, false
				case ca < cb:
					odd = !odd
				}
			}
		}
		if odd {
			return 3 - e.number, true
		}
		return e.number, true
	}
	var sorted [6]int
	order := sorted[:len(e.ligands)]
	for i := range order {
		order[i] = i
		for k := i; k > 0; k-- {
			before, here := place(cell, e.ligands[order[k-1]]), place(cell, e.ligands[order[k]])
			if before == here {
				return 0, false
			}
			if before < here {
				break
			}
			order[k-1], order[k] = order[k], order[k-1]
		}
	}
	return mol.Renumber(e.class, e.number, order), true
}

// axisValue is value for an allene: only the ligands of one end have to be told apart,
// since turning the axis around changes nothing.
func axisValue(e *element, cell []int32) (number uint8, ok bool) {
	number = e.number
	for k := 0; k < 4; k += 2 {
		switch a, b := place(cell, e.ligands[k]), place(cell, e.ligands[k+1]); {
		case a == b:
			return 0, false
		case a > b:
			number = 3 - number
		}
	}
	return number, true
}

func place(cell []int32, ligand int32) int32 {
	if ligand == hydrogen {
		return -1
	}
	return cell[ligand]
}

// bondValue is 1 when the higher ligands of the two ends are on one side, else 2.
func (g *Graph) bondValue(e *element, cell []int32) (number uint8, ok bool) {
	number = e.number
	for k, end := range e.atoms {
		for _, near := range g.neighbors(end) {
			if near.atom == e.atoms[1-k] || near.atom == e.pair[k] {
				continue
			}
			switch other, given := cell[near.atom], place(cell, e.pair[k]); {
			case other == given:
				return 0, false
			case other > given:
				number = 3 - number
			}
		}
	}
	return number, true
}
