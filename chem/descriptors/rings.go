package descriptors

import (
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
)

// Rings counts rings and the atoms that join them. Where several sets of smallest
// rings are possible the rings of all of them count (cubane has six), as RDKit's
// symmetrized set has them.
type Rings struct {
	All        int
	Aromatic   int // those of which every bond is aromatic
	Spiro      int // atoms that are all that two rings share
	Bridgehead int // atoms at the ends of a path of two or more bonds that two rings share
	Largest    int // number of atoms of the largest ring, 0 without rings
}

// maxPairs bounds the pairs of rings at one atom, summed over the atoms, that
// RingCounts compares. Belts of many six-membered rings have exponentially many
// rings; there the atoms that join rings are looked for in one smallest set.
const maxPairs = 20_000_000

// RingCounts returns the counts of p.
func RingCounts(p *perceive.Molecule) Rings { return newGraph(p).ringCounts() }

func (g *graph) ringCounts() Rings {
	rings := g.p.Rings.Relevant
	r := Rings{All: len(rings)}
	if len(rings) == 0 {
		return r
	}
	r.Largest = len(rings[len(rings)-1])
	for _, ring := range rings {
		if g.allAromatic(ring) {
			r.Aromatic++
		}
	}
	at := make([]int, len(g.atoms))
	for _, ring := range rings {
		for _, a := range ring {
			at[a]++
		}
	}
	pairs := 0
	for _, n := range at {
		pairs += n * n
	}
	if pairs > maxPairs {
		rings = g.p.Rings.Basis
	}
	r.Spiro, r.Bridgehead = g.joints(rings)
	return r
}

// bond returns the index of the bond from atom a to its neighbor b.
func (g *graph) bond(a, b int) int {
	for _, next := range g.of(a) {
		if next.Atom == b {
			return next.Bond
		}
	}
	return -1
}

// allAromatic says whether a ring is aromatic all around. The triple bond of an aryne
// stays one, but is no gap between two aromatic atoms.
func (g *graph) allAromatic(ring []int) bool {
	for i, a := range ring {
		b := ring[(i+1)%len(ring)]
		switch g.order(g.bond(a, b)) {
		case mol.Aromatic:
		case mol.Triple:
			if !g.atoms[a].Aromatic || !g.atoms[b].Aromatic {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// joints counts the atoms that join two rings, each once.
func (g *graph) joints(rings [][]int) (spiro, bridgehead int) {
	bonds := make([][]int, len(rings)) // bond i leaves atom i of the ring
	for r, ring := range rings {
		bonds[r] = make([]int, len(ring))
		for i, a := range ring {
			bonds[r][i] = g.bond(a, ring[(i+1)%len(ring)])
		}
	}
	atAtom, onBond := invert(rings, len(g.atoms)), invert(bonds, len(g.p.Mol.Bonds))
	isSpiro, isHead := make([]bool, len(g.atoms)), make([]bool, len(g.atoms))
	shared := newTally(len(rings))
	inOther := make([]bool, len(g.p.Mol.Bonds))
	for r, ring := range rings {
		shared.count(ring, atAtom, r)
		for _, other := range shared.touched {
			if shared.n[other] == 1 {
				isSpiro[shared.last[other]] = true
			}
		}
		shared.count(bonds[r], onBond, r)
		for _, other := range shared.touched {
			if shared.n[other] < 2 {
				continue
			}
			for _, k := range bonds[other] {
				inOther[k] = true
			}
			before := inOther[bonds[r][len(ring)-1]]
			for i, a := range ring {
				after := inOther[bonds[r][i]]
				if before != after {
					isHead[a] = true
				}
				before = after
			}
			for _, k := range bonds[other] {
				inOther[k] = false
			}
		}
	}
	for i := range g.atoms {
		if isSpiro[i] {
			spiro++
		}
		if isHead[i] {
			bridgehead++
		}
	}
	return spiro, bridgehead
}

// invert returns for each of n members the sets it is in, rising.
func invert(sets [][]int, n int) [][]int {
	in := make([][]int, n)
	for s, set := range sets {
		for _, member := range set {
			in[member] = append(in[member], s)
		}
	}
	return in
}

// tally counts what one ring shares with the later ones.
type tally struct {
	n, last []int // per ring: how many members, and one of them
	touched []int // rings with n above 0
}

func newTally(rings int) *tally { return &tally{n: make([]int, rings), last: make([]int, rings)} }

func (t *tally) count(members []int, in [][]int, ring int) {
	for _, other := range t.touched {
		t.n[other] = 0
	}
	t.touched = t.touched[:0]
	for _, member := range members {
		sets := in[member]
		for i := len(sets) - 1; i >= 0 && sets[i] > ring; i-- {
			other := sets[i]
			if t.n[other] == 0 {
				t.touched = append(t.touched, other)
			}
			t.n[other]++
			t.last[other] = member
		}
	}
}
