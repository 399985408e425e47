package perceive

import (
	"slices"

	"github.com/molsmith/molsmith/chem/mol"
)

// Limits of the aromaticity model. The first two are RDKit's and part of the model;
// the last bounds the work on cages of many rings.
const (
	maxFused       = 6       // rings that are tested together
	maxFusedSize   = 24      // atoms of a ring that takes part in fusion
	maxRingSystems = 200_000 // sets of rings tested in one molecule
)

// donation is the number of electrons an atom may give to a ring.
type donation struct {
	low, high int
	candidate bool // the atom may be part of an aromatic ring
}

// aromaticity returns the aromatic atoms and bonds. Orders must be Kekulé's.
func (w *work) aromaticity() (atoms, bonds []bool) {
	atoms, bonds = make([]bool, len(w.m.Atoms)), make([]bool, len(w.m.Bonds))
	gives := make([]donation, len(w.m.Atoms))
	known := make([]bool, len(w.m.Atoms))
	s := &ringSystems{w: w, gives: gives, atoms: atoms, bonds: bonds, budget: maxRingSystems, count: make([]int, len(w.m.Atoms))}
	for _, ring := range w.rings.Relevant {
		fits, element := true, false
		for _, i := range ring {
			if !known[i] {
				known[i] = true
				gives[i] = w.donation(i)
			}
			fits = fits && gives[i].candidate
			element = element || w.m.Atoms[i].Element != 0
		}
		if fits && element {
			s.rings = append(s.rings, ring)
		}
	}
	s.find()
	return atoms, bonds
}

// donation says what atom i gives to a ring it is in.
func (w *work) donation(i int) donation {
	a := &w.m.Atoms[i]
	d := w.electrons(i)
	// Aromatic atoms are of the first three rows, selenium or tellurium, in their
	// usual valence, and radicals only as uncharged carbon.
	if a.Element > 18 && a.Element != 34 && a.Element != 52 {
		d.candidate = false
	}
	if usual := elements[a.Element].valences[0]; usual > 0 {
		like := min(max(int(a.Element)-int(a.Charge), 0), len(elements)-1)
		if w.explicit[i]+w.implicit[i] > elements[like].valences[0] {
			d.candidate = false
		}
	}
	if w.radicals[i] > 0 && (a.Element != 6 || a.Charge != 0) {
		d.candidate = false
	}
	if w.explicit[i]-w.adjacency.Degree(i) > 1 {
		multiple := 0
		for _, next := range w.adjacency.Of(i) {
			if o := w.m.Bonds[next.Bond].Order; o == mol.Double || o == mol.Triple {
				multiple++
			}
		}
		if multiple > 1 {
			d.candidate = false
		}
	}
	return d
}

// electrons is the number of electrons atom i gives, from its free electrons and
// multiple bonds. A multiple bond that leaves the ring to a more electronegative
// atom takes its electron along.
func (w *work) electrons(i int) donation {
	exactly := func(n int) donation { return donation{n, n, true} }
	a := &w.m.Atoms[i]
	inside, outside := false, -1 // a multiple bond in a ring; the end of one that is in none
	for _, next := range w.adjacency.Of(i) {
		if contribution(&w.m.Bonds[next.Bond], i) < 4 {
			continue
		}
		if w.rings.BondInRing(next.Bond) {
			inside = true
		} else if outside < 0 {
			outside = next.Atom
		}
	}
	if a.Element == 0 {
		if inside {
			return exactly(1)
		}
		return donation{0, 2, true}
	}
	taken := outside >= 0 && moreElectronegative(w.m.Atoms[outside].Element, a.Element)
	switch n := w.freeElectrons(i); {
	case n < 0:
		return donation{}
	case n == 0 && outside >= 0:
		return exactly(0)
	case n == 0 && inside:
		return exactly(1)
	case n == 0:
		return donation{}
	case n == 1 && outside >= 0:
		if taken {
			return exactly(0)
		}
		return exactly(1)
	case n == 1:
		if inside || w.unsaturated(i) {
			return exactly(1)
		}
		if a.Charge == 1 {
			return exactly(0) // as in tropylium
		}
		return donation{}
	default:
		if taken {
			n--
		}
		if n%2 == 1 {
			return exactly(1)
		}
		return exactly(2)
	}
}

// unsaturated says whether the valence of atom i, implied hydrogens aside, is not
// its number of bonds.
func (w *work) unsaturated(i int) bool {
	bonds := w.adjacency.Degree(i) + int(w.m.Atoms[i].Hydrogens)
	for _, next := range w.adjacency.Of(i) {
		if contribution(&w.m.Bonds[next.Bond], i) == 0 {
			bonds--
		}
	}
	return w.explicit[i] != bonds
}

// freeElectrons is the number of electrons of atom i outside its single bonds that
// a ring could use; −1 when the atom can be in no aromatic ring.
func (w *work) freeElectrons(i int) int {
	a := &w.m.Atoms[i]
	e := &elements[a.Element]
	usual := e.valences[0]
	if usual <= 1 {
		return -1
	}
	degree := w.adjacency.Degree(i) + int(a.Hydrogens) + w.implicit[i]
	for _, next := range w.adjacency.Of(i) {
		if contribution(&w.m.Bonds[next.Bond], i) == 0 {
			degree--
		}
	}
	if degree > 3 {
		return -1
	}
	lone := max(int(e.outer)-usual-int(a.Charge), 0)
	n := usual - degree + lone - w.radicals[i]
	if n > 1 && w.explicit[i]-w.adjacency.Degree(i) > 1 {
		n = 1
	}
	return n
}

// moreElectronegative compares by outer electrons, then by atomic number.
func moreElectronegative(a, b uint8) bool {
	if ea, eb := elements[a].outer, elements[b].outer; ea != eb {
		return ea > eb
	}
	return a < b
}

// ringSystems tests rings and sets of fused rings.
type ringSystems struct {
	w            *work
	gives        []donation
	rings        [][]int
	ringBonds    [][]int
	neighbors    [][]int // rings that share exactly one bond, both small enough
	atoms, bonds []bool  // results
	budget       int

	count  []int // per atom: in how many rings of the set; zero between tests
	chosen []int
	near   []bool // per ring while sets are grown: chosen, or next to a chosen one
}

func (s *ringSystems) find() {
	s.link()
	s.near = make([]bool, len(s.rings))
	for _, system := range s.systems() {
		total := map[int]bool{}
		for _, r := range system {
			for _, k := range s.ringBonds[r] {
				total[k] = true
			}
		}
		for size := 1; size <= min(len(system), maxFused); size++ {
			done := 0
			for k := range total {
				if s.bonds[k] {
					done++
				}
			}
			if done == len(total) || s.budget <= 0 {
				break
			}
			s.sets(system, size)
		}
	}
}

// link finds the bonds of the rings and which rings are fused.
func (s *ringSystems) link() {
	w := s.w
	s.ringBonds = make([][]int, len(s.rings))
	s.neighbors = make([][]int, len(s.rings))
	of := make(map[int][]int) // rings of a bond
	for r, ring := range s.rings {
		for i, a := range ring {
			b := ring[(i+1)%len(ring)]
			for _, next := range w.adjacency.Of(a) {
				if next.Atom == b {
					s.ringBonds[r] = append(s.ringBonds[r], next.Bond)
					of[next.Bond] = append(of[next.Bond], r)
				}
			}
		}
	}
	shared := map[int]int{}
	for r, bonds := range s.ringBonds {
		if len(bonds) > maxFusedSize {
			continue
		}
		clear(shared)
		for _, k := range bonds {
			for _, q := range of[k] {
				if q != r && len(s.ringBonds[q]) <= maxFusedSize {
					shared[q]++
				}
			}
		}
		for q, n := range shared {
			if n == 1 {
				s.neighbors[r] = append(s.neighbors[r], q)
			}
		}
		slices.Sort(s.neighbors[r])
	}
}

// systems returns the rings that hang together by fusion.
func (s *ringSystems) systems() [][]int {
	seen := make([]bool, len(s.rings))
	var all [][]int
	for r := range s.rings {
		if seen[r] {
			continue
		}
		seen[r] = true
		system := []int{r}
		for i := 0; i < len(system); i++ {
			for _, q := range s.neighbors[system[i]] {
				if !seen[q] {
					seen[q] = true
					system = append(system, q)
				}
			}
		}
		slices.Sort(system)
		all = append(all, system)
	}
	return all
}

// sets tests every connected set of size rings of the system once: sets are grown
// from their first ring by rings after it that no earlier branch has had.
func (s *ringSystems) sets(system []int, size int) {
	for _, first := range system {
		s.near[first] = true
		s.chosen = append(s.chosen[:0], first)
		var reach []int
		for _, q := range s.neighbors[first] {
			if q > first {
				s.near[q] = true
				reach = append(reach, q)
			}
		}
		s.grow(first, reach, size)
		s.near[first] = false
		for _, q := range reach {
			s.near[q] = false
		}
	}
}

func (s *ringSystems) grow(first int, reach []int, size int) {
	if s.budget <= 0 {
		return
	}
	if len(s.chosen) == size {
		s.budget--
		s.test()
		return
	}
	for i, r := range reach {
		var fresh []int
		for _, q := range s.neighbors[r] {
			if q > first && !s.near[q] {
				s.near[q] = true
				fresh = append(fresh, q)
			}
		}
		s.chosen = append(s.chosen, r)
		s.grow(first, append(slices.Clone(reach[i+1:]), fresh...), size)
		s.chosen = s.chosen[:len(s.chosen)-1]
		for _, q := range fresh {
			s.near[q] = false
		}
	}
}

// test applies the 4n+2 rule to the chosen rings. Atoms inside, in three or more of
// the rings, do not count; of the bonds only the outline becomes aromatic.
func (s *ringSystems) test() {
	low, high := 0, 0
	for _, r := range s.chosen {
		for _, i := range s.rings[r] {
			s.count[i]++
		}
	}
	for _, r := range s.chosen {
		for _, i := range s.rings[r] {
			if n := s.count[i]; n == 1 || n == 2 {
				low += s.gives[i].low
				high += s.gives[i].high
			}
			s.count[i] = 0
		}
	}
	if !hückel(low, high) {
		return
	}
	times := map[int]int{}
	for _, r := range s.chosen {
		for _, i := range s.rings[r] {
			s.atoms[i] = true
		}
		for _, k := range s.ringBonds[r] {
			times[k]++
		}
	}
	for k, n := range times {
		if n == 1 {
			s.bonds[k] = true
		}
	}
}

// hückel says whether a number of electrons from low to high is 4n+2.
func hückel(low, high int) bool {
	if high < 6 {
		return high == 2
	}
	for n := low; n <= high; n++ {
		if (n+2)%4 == 0 {
			return true
		}
	}
	return false
}
