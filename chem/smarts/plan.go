package smarts

import (
	"container/heap"
	"math/bits"
	"slices"

	"github.com/molsmith/molsmith/chem/internal/sorting"
)

// plan is the order in which a pattern's atoms are placed. Each atom but the first of
// a component follows one that it is bonded to.
type plan struct {
	steps    []step
	position []int32 // per atom: its step
	// symmetric says that steps have conditions that exclude equivalent maps.
	symmetric bool
}

// step places one atom.
type step struct {
	atom     int32
	parent   int32 // step of the atom it is reached from; -1: any target atom
	kinds    kinds // bonds accepted, seen from the parent
	closures []closure
	group    int32
	// above and below are steps whose target atoms must be smaller and larger.
	above, below []int32
}

// closure is a bond to an atom placed before, seen from that one.
type closure struct {
	step  int32
	kinds kinds
}

// usual are rough frequencies of the element bits of a word among the atoms of organic
// molecules, in percent. They only decide where a search starts.
var usual = [aliphaticSlots + aromaticSlots]int{
	2, 1, 40, 9, 15, 3, 1, 1, 2, 2, 1, 1, 1, 2,
	1, 30, 5, 1, 1, 1, 1,
}

// rarity estimates how often an atom matches.
func (a *atom) rarity() int {
	r := 0
	for e := a.element; e != 0; e &= e - 1 {
		r += usual[bits.TrailingZeros64(e)]
	}
	r *= 64
	for _, m := range a.must {
		if fieldOf(m) != elementMask {
			r /= 2
		}
	}
	return r
}

// half is a bond seen from one of its atoms.
type half struct {
	to    int32
	kinds kinds
}

// halves lists the bonds of every atom in the order of bonds.
func (p *pattern) halves() [][]half {
	adjacent := make([][]half, len(p.atoms))
	for _, b := range p.bonds {
		adjacent[b.a] = append(adjacent[b.a], half{b.b, b.kinds})
		adjacent[b.b] = append(adjacent[b.b], half{b.a, b.kinds.turned()})
	}
	return adjacent
}

// frontier is a heap of atoms next to those placed: first those with most bonds to
// placed atoms, then the rarest, then the first written.
type frontier struct {
	atoms  []int32
	bonds  []int32 // per atom: bonds to placed atoms
	rarity []int   // per atom
	place  []int32 // per atom: its place in atoms; -1: none
}

func (f *frontier) Len() int { return len(f.atoms) }
func (f *frontier) Less(i, j int) bool {
	a, b := f.atoms[i], f.atoms[j]
	switch {
	case f.bonds[a] != f.bonds[b]:
		return f.bonds[a] > f.bonds[b]
	case f.rarity[a] != f.rarity[b]:
		return f.rarity[a] < f.rarity[b]
	}
	return a < b
}
func (f *frontier) Swap(i, j int) {
	f.atoms[i], f.atoms[j] = f.atoms[j], f.atoms[i]
	f.place[f.atoms[i]], f.place[f.atoms[j]] = int32(i), int32(j)
}
func (f *frontier) Push(x any) {
	a := x.(int32)
	f.place[a] = int32(len(f.atoms))
	f.atoms = append(f.atoms, a)
}
func (f *frontier) Pop() any {
	a := f.atoms[len(f.atoms)-1]
	f.atoms = f.atoms[:len(f.atoms)-1]
	f.place[a] = -1
	return a
}

// newPlan orders the atoms of p from atom root on, or from the rarest when root is -1.
// What work is left bounds the search for symmetries.
func (p *pattern) newPlan(root int32, work *int) *plan {
	n := len(p.atoms)
	adjacent := p.halves()
	f := &frontier{bonds: make([]int32, n), rarity: make([]int, n), place: make([]int32, n)}
	starts := make([]int32, n)
	for i := range p.atoms {
		f.rarity[i] = p.atoms[i].rarity()
		f.place[i] = -1
		starts[i] = int32(i)
	}
	sorting.Stable(starts, func(a, b int32) int {
		switch {
		case a == root || b == root:
			return btoi(b == root) - btoi(a == root)
		case f.rarity[a] != f.rarity[b]:
			return f.rarity[a] - f.rarity[b]
		}
		return len(adjacent[b]) - len(adjacent[a])
	})
	pl := &plan{steps: make([]step, 0, n), position: make([]int32, n)}
	for i := range pl.position {
		pl.position[i] = -1
	}
	for _, start := range starts {
		if pl.position[start] >= 0 {
			continue
		}
		heap.Push(f, start)
		for f.Len() > 0 {
			pl.place(p, heap.Pop(f).(int32), adjacent, f)
		}
	}
	pl.breakSymmetry(p, adjacent, root, work)
	return pl
}

// place appends atom a and puts its neighbors on the frontier.
func (pl *plan) place(p *pattern, a int32, adjacent [][]half, f *frontier) {
	s := step{atom: a, parent: -1, group: p.atoms[a].group}
	pl.position[a] = int32(len(pl.steps))
	for _, h := range adjacent[a] {
		at := pl.position[h.to]
		if at < 0 {
			f.bonds[h.to]++
			if f.place[h.to] >= 0 {
				heap.Fix(f, int(f.place[h.to]))
			} else {
				heap.Push(f, h.to)
			}
			continue
		}
		if s.parent < 0 {
			s.parent, s.kinds = at, h.kinds.turned()
		} else {
			s.closures = append(s.closures, closure{at, h.kinds.turned()})
		}
	}
	pl.steps = append(pl.steps, s)
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// screen holds conditions that a target must meet before a search is worth while.
type screen struct {
	atoms    int
	masks    []uint64 // of each, some target atom has a bit
	elements []elementNeed
}

// elementNeed asks for a number of atoms of certain elements.
type elementNeed struct {
	mask  uint64
	count int32
}

// maxScreen bounds each list of a screen.
const maxScreen = 24

func newScreen(p *pattern) screen {
	s := screen{atoms: len(p.atoms)}
	for i := range p.atoms {
		a := &p.atoms[i]
		for _, m := range a.must {
			if len(s.masks) < maxScreen && fieldOf(m) != elementMask && !slices.Contains(s.masks, m) {
				s.masks = append(s.masks, m)
			}
		}
		if a.element == elementMask {
			continue
		}
		k := slices.IndexFunc(s.elements, func(n elementNeed) bool { return n.mask == a.element })
		switch {
		case k >= 0:
			s.elements[k].count++
		case len(s.elements) < maxScreen:
			s.elements = append(s.elements, elementNeed{a.element, 1})
		}
	}
	return s
}

// passes says whether t can hold the pattern.
func (s *screen) passes(t *Target) bool {
	if s.atoms > len(t.words) {
		return false
	}
	for _, e := range s.elements {
		have := int32(0)
		for m := e.mask; m != 0; m &= m - 1 {
			have += t.count[bits.TrailingZeros64(m)]
		}
		if have < e.count {
			return false
		}
	}
	for _, m := range s.masks {
		if m&t.union == 0 {
			return false
		}
	}
	return true
}
