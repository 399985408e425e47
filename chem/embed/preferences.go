package embed

import "github.com/molsmith/molsmith/chem/smarts"

// largeRing is the size from which torsions of rings are those of chains.
const largeRing = 9

// flatHeight is the term that keeps double bonds and flat rings flat, in kcal/mol.
var flatHeight = [6]float64{0, -100}

// torsionTerms are the preferences of the molecule's torsions: one from experiment at
// every bond that the table knows, then what is flat by its bonds.
func (t *topology) torsionTerms() []torsionTerm {
	m := matching{t: t, done: make([]bool, len(t.p.Mol.Bonds)), smallest: make([]int, t.n)}
	m.run()
	m.addFlatRings()
	m.addDoubleBonds()
	return m.list
}

// matching collects the terms.
type matching struct {
	t        *topology
	list     []torsionTerm
	done     []bool // per bond: it has its term
	left     int    // bonds that could get one
	smallest []int  // per atom: size of its smallest ring, 0 for none
	small    bool   // there are rings of up to eight
	large    bool   // there are larger ones
}

func (m *matching) run() {
	t := m.t
	for _, ring := range t.rings {
		for _, i := range ring {
			if m.smallest[i] == 0 {
				m.smallest[i] = len(ring)
			}
			m.smallest[i] = min(m.smallest[i], len(ring))
		}
		m.small = m.small || len(ring) < largeRing
		m.large = m.large || len(ring) >= largeRing
	}
	for k, b := range t.p.Mol.Bonds {
		if t.degree(b.A) > 1 && t.degree(b.B) > 1 && !t.multiple(k) && t.shape[b.A] < square && t.shape[b.B] < square {
			m.left++
		} else {
			m.done[k] = true
		}
	}
	if m.left == 0 {
		return
	}
	target := smarts.NewTarget(t.p, nil)
	if m.large {
		m.match(target, largeTable())
	} else {
		m.match(target, chainTable())
	}
	if m.small {
		m.leaveCages()
		m.match(target, smallTable())
	}
}

// leaveCages takes the bonds of bridged rings off the list: their torsions follow from
// the bonds, and the rows of the table are for single and fused rings.
func (m *matching) leaveCages() {
	t := m.t
	shared := make([]int, len(t.rings)) // by ring: bonds in common with the ring at hand
	for r := range t.rings {
		clear(shared)
		ring := t.rings[r]
		for x := range ring {
			k := t.bondBetween(ring[x], ring[(x+1)%len(ring)])
			if k < 0 {
				continue
			}
			for _, other := range t.bondRings[k] {
				shared[other]++
			}
		}
		cage := false
		for other, n := range shared {
			cage = cage || other != r && n > 1
		}
		for x := range ring {
			if k := t.bondBetween(ring[x], ring[(x+1)%len(ring)]); cage && k >= 0 && !m.done[k] {
				m.done[k] = true
				m.left--
			}
		}
	}
}

// match gives every bond the term of the first row that matches there.
func (m *matching) match(target *smarts.Target, table []preference) {
	t := m.t
	for k := range table {
		if m.left == 0 {
			return
		}
		p := &table[k]
		if p.large && !m.large {
			continue
		}
		found, err := p.query.Match(target, smarts.Options{All: true})
		if err != nil {
			continue // a pattern too costly on this molecule says nothing
		}
		for _, atoms := range found.Maps {
			a, b, c, d := atoms[p.atom[0]], atoms[p.atom[1]], atoms[p.atom[2]], atoms[p.atom[3]]
			bond := t.bondBetween(b, c)
			if bond < 0 || m.done[bond] || a == d || !m.suits(p, bond, b, c) {
				continue
			}
			m.done[bond] = true
			m.left--
			m.list = append(m.list, newTorsion(a, b, c, d, &p.height))
		}
	}
}

// suits says whether a row holds at a bond that its pattern matches. With large rings in
// the molecule the patterns of the first part do not look where the bond is.
func (m *matching) suits(p *preference, bond, b, c int) bool {
	ring := m.t.ringSize(m.t.commonRing(int32(bond)))
	switch {
	case ring == 0:
		return !p.large
	case !m.large || !p.outside:
		return true
	}
	return ring >= largeRing && m.smallest[b] >= largeRing && (p.anyRing || m.smallest[c] >= largeRing)
}

// addFlatRings keeps rings of up to six sp² atoms flat.
func (m *matching) addFlatRings() {
	t := m.t
	for _, ring := range t.rings {
		n := len(ring)
		if n < 4 || n > 6 || !t.flatRing(ring) {
			continue
		}
		for k := range ring {
			a, b, c, d := ring[k], ring[(k+1)%n], ring[(k+2)%n], ring[(k+3)%n]
			if a != d && t.multiple(t.bondBetween(b, c)) {
				m.list = append(m.list, newTorsion(a, b, c, d, &flatHeight))
			}
		}
	}
}

// flatRing says whether a ring has only sp² atoms.
func (t *topology) flatRing(ring []int) bool {
	for _, i := range ring {
		if t.shape[i] != trigonal {
			return false
		}
	}
	return true
}

// addDoubleBonds keeps the four neighbors of double bonds that are in no flat ring in
// one plane.
func (m *matching) addDoubleBonds() {
	t := m.t
	for k, b := range t.p.Mol.Bonds {
		if !t.multiple(k) || t.shape[b.A] != trigonal || t.shape[b.B] != trigonal || t.bowl(b.A) || t.bowl(b.B) {
			continue
		}
		if r := t.commonRing(int32(k)); r >= 0 && len(t.rings[r]) <= 6 && t.flatRing(t.rings[r]) {
			continue
		}
		if a, d := t.beside(b.A, b.B), t.beside(b.B, b.A); a >= 0 && d >= 0 && a != d {
			m.list = append(m.list, newTorsion(int(a), b.A, b.B, int(d), &flatHeight))
		}
	}
}
