package mcs

import "github.com/molsmith/molsmith/chem/perceive"

// ringTable holds the rings of one molecule as bonds. CompleteRingsOnly means what it
// means in RDKit's FMCS: see closed.
type ringTable struct {
	rings     [][]int32 // bonds of each ring
	of        [][]int32 // rings of each bond
	truncated bool      // some rings are missing
	fused     []bool    // per ring: it shares a bond with another
	mark      []bool    // scratch of closed and prune, per bond
	inside    []bool    // scratch of closed and prune, per ring
}

func newRingTable(p *perceive.Molecule) *ringTable {
	m := p.Mol
	t := &ringTable{truncated: p.Rings.Truncated, of: make([][]int32, len(m.Bonds)), mark: make([]bool, len(m.Bonds))}
	adjacency := m.Neighbors()
	for r, atoms := range p.Rings.Relevant {
		ring := make([]int32, 0, len(atoms))
		for i, a := range atoms {
			b := atoms[(i+1)%len(atoms)]
			for _, n := range adjacency.Of(a) {
				if n.Atom == b {
					ring = append(ring, int32(n.Bond))
					t.of[n.Bond] = append(t.of[n.Bond], int32(r))
				}
			}
		}
		t.rings = append(t.rings, ring)
	}
	t.inside = make([]bool, len(t.rings))
	t.fused = make([]bool, len(t.rings))
	for _, of := range t.of {
		if len(of) > 1 {
			for _, r := range of {
				t.fused[r] = true
			}
		}
	}
	return t
}

// compatible says whether ring bonds e and f can be in one common ring: they have
// rings of one size, or the smaller one is fused, so that it can be a part of a
// larger cycle.
func (t *ringTable) compatible(e int32, u *ringTable, f int32) bool {
	for _, r := range t.of[e] {
		for _, s := range u.of[f] {
			m, n := len(t.rings[r]), len(u.rings[s])
			if m == n || t.fused[r] && n > m || u.fused[s] && m > n {
				return true
			}
		}
	}
	return false
}

// prune takes bonds of incomplete rings out of a set until none is left and says
// whether it took any. A ring counts as entered when the set has a bond of it that is
// in no other ring. An entered ring must be whole, but for bonds that it shares with
// another entered ring: the outline of two fused rings is a cycle by itself. What is
// taken out could be in no larger or smaller valid part of the set.
func (t *ringTable) prune(set []bool) (taken bool) {
	for again := true; again; {
		again = false
		t.enter(set)
		for r, ring := range t.rings {
			if !t.inside[r] || t.whole(r, set) {
				continue
			}
			for _, e := range ring {
				if set[e] && len(t.of[e]) == 1 {
					set[e] = false
					again, taken = true, true
				}
			}
			t.inside[r] = false
		}
	}
	return taken
}

// enter marks the rings that a set of bonds enters.
func (t *ringTable) enter(set []bool) (any bool) {
	clear(t.inside)
	for e, in := range set {
		if in && len(t.of[e]) == 1 {
			t.inside[t.of[e][0]] = true
			any = true
		}
	}
	return any
}

// whole says whether the set has what it must have of entered ring r.
func (t *ringTable) whole(r int, set []bool) bool {
bonds:
	for _, e := range t.rings[r] {
		if set[e] {
			continue
		}
		for _, other := range t.of[e] {
			if int(other) != r && t.inside[other] {
				continue bonds
			}
		}
		return false
	}
	return true
}

// closed says whether a set of bonds that prune leaves as it is may be a result: when
// it enters no ring, but has bonds that are in several, one of their rings must be
// whole.
func (t *ringTable) closed(set []bool) bool {
	if t.enter(set) {
		return true
	}
	shared := false
	for e, in := range set {
		if !in || len(t.of[e]) < 2 {
			continue
		}
		shared = true
	rings:
		for _, r := range t.of[e] {
			for _, f := range t.rings[r] {
				if !set[f] {
					continue rings
				}
			}
			return true
		}
	}
	return !shared
}
