package perceive

import "github.com/molsmith/molsmith/chem/mol"

// kekulize replaces aromatic orders by single and double ones. Every atom that has
// room for exactly one more bond order must get a double bond; a wildcard may. The
// search for double bonds runs in the order of the atoms, so that equal input gives
// equal forms.
func (w *work) kekulize() *Error {
	if err := w.checkAromaticInRings(); err != nil {
		return err
	}
	n := len(w.m.Atoms)
	flags := make([]bool, 2*n+len(w.m.Bonds))
	needs, optional, edges := flags[:n], flags[n:2*n], flags[2*n:]
	any := false
	for i := range w.m.Atoms {
		if !w.rings.InRing(i) {
			continue
		}
		if w.m.Atoms[i].Element == 0 {
			optional[i] = w.wildcardTakesDouble(i)
		} else if w.stated[i] && w.needsDouble(i) {
			needs[i], any = true, true
		}
	}
	if any {
		for k := range w.m.Bonds {
			b := &w.m.Bonds[k]
			if !w.rings.BondInRing(k) || !needs[b.A] && !needs[b.B] ||
				!needs[b.A] && !optional[b.A] || !needs[b.B] && !optional[b.B] {
				continue
			}
			edges[k] = w.aromatic[k] || b.Order == mol.Single && (optional[b.A] || optional[b.B])
		}
	}
	for k, aromatic := range w.aromatic {
		if aromatic {
			w.m.Bonds[k].Order = mol.Single
		}
	}
	if !any {
		return nil
	}
	match := newMatching(&w.adjacency, edges, needs)
	for _, i := range match.order() {
		if !match.cover(int(i)) {
			return &Error{Kind: NoKekulé, Atoms: match.component(int(i))}
		}
	}
	for i, bond := range match.bond {
		if bond >= 0 && int(match.mate[i]) > i {
			w.m.Bonds[bond].Order = mol.Double
		}
	}
	return nil
}

// checkAromaticInRings refuses aromatic atoms outside rings, and aromatic bonds
// outside rings that do not join two aromatic atoms; between those they are single.
func (w *work) checkAromaticInRings() *Error {
	for i := range w.m.Atoms {
		if w.m.Atoms[i].Aromatic && !w.rings.InRing(i) {
			return &Error{Kind: AromaticNoRing, Atoms: []int{i}}
		}
	}
	for k := range w.m.Bonds {
		b := &w.m.Bonds[k]
		if w.aromatic[k] && !w.rings.BondInRing(k) && !(w.m.Atoms[b.A].Aromatic && w.m.Atoms[b.B].Aromatic) {
			return &Error{Kind: AromaticNoRing, Atoms: []int{b.A, b.B}}
		}
	}
	return nil
}

// needsDouble says whether an aromatic atom has room for exactly one double bond:
// its orders, aromatic bonds counted as single, and hydrogens fall short of an
// allowed valence by one. An atom whose hydrogens are stated may fall short by two
// and become a radical.
func (w *work) needsDouble(i int) bool {
	a := &w.m.Atoms[i]
	plain, ignored := 0, 0
	for _, next := range w.adjacency.Of(i) {
		b := &w.m.Bonds[next.Bond]
		c := contribution(b, i) / 2
		if c == 0 {
			ignored++
		}
		plain += c // an aromatic bond's 3/2 becomes 1
	}
	plain += int(a.Hydrogens) + w.implicit[i]
	charge := int(a.Charge)
	if early(a.Element) || a.Element == 6 && charge > 0 {
		charge = -charge
	}
	allowed := elements[a.Element].valences
	limit := allowed[0] + charge
	total := w.explicit[i] + w.implicit[i]
	for _, v := range allowed[1:] {
		if total <= limit || v <= 0 {
			break
		}
		limit = v + charge
	}
	radicals := a.Radical.Electrons()
	degree := w.adjacency.Degree(i) + w.implicit[i] - ignored
	if degree+radicals >= limit {
		return false
	}
	return limit == plain+1+radicals || radicals == 0 && a.NoImplicit && limit == plain+2
}

// wildcardTakesDouble says whether wildcard i may get a double bond: a neighbor in
// the ring is aromatic.
func (w *work) wildcardTakesDouble(i int) bool {
	for _, next := range w.adjacency.Of(i) {
		if w.rings.BondInRing(next.Bond) && w.aromaticAtom(next.Atom) {
			return true
		}
	}
	return false
}
