package cip

import "slices"

// label decides configuration i within a number of steps and says how many it took;
// ok is false when they were not enough.
func (w *work) label(i, steps int) (d descriptor, used int, ok bool) {
	w.steps, w.over, w.tooLarge = steps, false, false
	c := &w.all[i]
	w.plant(c.focus)
	d, open := w.decide(c, 0, false)
	if open && !w.over {
		w.auxiliary(i)
		d, _ = w.decide(c, 0, true)
	}
	return d, steps - max(w.steps, 0), !w.over
}

// decide labels a configuration as seen from a node of its focus. Without all, rules
// 1 and 2 are applied; open then says that further rules may decide.
func (w *work) decide(c *configuration, at int32, all bool) (d descriptor, open bool) {
	if c.bond < 0 {
		return w.center(c, at, all)
	}
	return w.doubleBond(c, at, all)
}

// center labels a tetrahedral center.
func (w *work) center(c *configuration, at int32, all bool) (d descriptor, open bool) {
	w.start(at, noAtom)
	unique, pseudo := w.rank(all)
	ligands := w.ligands()
	if len(ligands) < 3 {
		return none, false
	}
	if !unique && !all && w.configuredTies() {
		return none, true
	}
	if !unique && len(ligands) == 4 && w.rings {
		pseudo += w.byReference()
		unique = w.unique()
	}
	if !unique || w.over {
		return none, false
	}
	ranked := [4]int32{lonePair, lonePair, lonePair, lonePair}
	n := 0
	for _, e := range w.ligands() {
		if node := &w.nodes[w.entries[e].node]; node.kind != bondDuplicate {
			if n == 4 {
				return none, false
			}
			ranked[n] = node.atom
			n++
		}
	}
	clockwise, ok := odd(c.ligands, ranked)
	switch {
	case !ok:
		return none, false
	case clockwise && pseudo == 1:
		return pseudoR, false
	case clockwise:
		return labelR, false
	case pseudo == 1:
		return pseudoS, false
	}
	return labelS, false
}

// byReference applies rule 6 to four ligands of which all, or two and two, or three
// are tied: one of the tied ones is given the highest rank. Where all four are, the
// choice must not matter. It returns the number of decisions.
func (w *work) byReference() int {
	classes := w.classes()
	switch classes {
	case 1:
		known := memory{slices.Clone(w.order), slices.Clone(w.entries)}
		first := w.refer(0)
		copy(w.order, known.order)
		copy(w.entries, known.entries)
		at := slices.Index(w.ligands(), first[1])
		second := w.refer(at)
		if turned, ok := odd(first, second); !ok || turned {
			copy(w.order, known.order)
			copy(w.entries, known.entries)
		}
	case 2:
		w.refer(1)
	}
	return w.classes() - classes
}

// refer ranks with the given ligand as the reference of rule 6.
func (w *work) refer(ligand int) (ranked [4]int32) {
	w.reference = w.nodes[w.entries[w.ligands()[ligand]].node].atom
	if w.reference >= 0 {
		w.refine(byReference)
	}
	copy(ranked[:], w.ligands())
	return ranked
}

// doubleBond labels a double bond.
func (w *work) doubleBond(c *configuration, at int32, all bool) (d descriptor, open bool) {
	near, far := c.focus, c.other
	ligands := c.ligands
	if w.nodes[at].atom == far {
		near, far = far, near
		ligands[0], ligands[1] = ligands[1], ligands[0]
	}
	end := w.neighbor(at, far)
	if end < 0 {
		return none, false
	}
	cis := c.cis
	pseudo := 0
	for side, from := range [2]int32{at, end} {
		w.start(from, [2]int32{far, near}[side])
		unique, n := w.rank(all)
		if !unique {
			if all || !w.configuredTies() {
				return none, false
			}
			open = true
			continue
		}
		pseudo += min(n, 2) << (2 * side)
		// A single ligand is the one the configuration speaks of.
		if ranked := w.ligands(); len(ranked) > 1 && w.nodes[w.entries[ranked[0]].node].atom != ligands[side] {
			cis = !cis
		}
	}
	if open || w.over {
		return none, open
	}
	asymmetric := (pseudo&3 == 1) != (pseudo>>2 == 1)
	switch {
	case cis && asymmetric:
		return seqCis, false
	case cis:
		return labelZ, false
	case asymmetric:
		return seqTrans, false
	}
	return labelE, false
}

// neighbor is the node of an atom beside node i, -1 without one.
func (w *work) neighbor(i, atom int32) int32 {
	w.expand(i)
	n := &w.nodes[i]
	if n.parent >= 0 && w.nodes[n.parent].atom == atom {
		return n.parent
	}
	for k := n.first; k < n.first+n.count; k++ {
		if c := &w.nodes[k]; c.atom == atom && c.kind == realAtom {
			return k
		}
	}
	return -1
}

// rank orders the ligands of the started ranking by rules 1 and 2, and with all by
// rules 3 to 5 as well. It returns the number of decisions that the mirror image would
// take the same way.
func (r *ranking) rank(all bool) (unique bool, pseudo int) {
	if r.unique() {
		return true, 0
	}
	r.refine(byNumber)
	if !r.unique() && r.rings {
		r.refine(byDuplicate)
	}
	if !r.unique() && r.work.isotopes {
		r.refine(byMass)
	}
	if all && !r.unique() && r.auxiliaryTies() {
		r.refine(byGeometry)
		r.refine(byKind)
		if !r.unique() {
			r.pairs(false)
		}
		if !r.unique() {
			r.refine(byPseudo)
		}
		if !r.unique() {
			pseudo = r.pairs(true)
		}
	}
	return r.unique(), pseudo
}

// ties calls see with every node in the tied ligands until it says true.
func (r *ranking) ties(see func(*node) bool) bool {
	r.next = r.next[:0]
	for _, e := range r.ligands() {
		if r.entries[e].tied {
			r.next = append(r.next, e)
		}
	}
	for i := 0; i < len(r.next); i++ {
		e := &r.entries[r.next[i]]
		if see(&r.work.nodes[e.node]) {
			return true
		}
		if e.first >= 0 {
			r.next = append(r.next, r.order[e.first:e.first+e.count]...)
		}
	}
	return false
}

// configuredTies says whether a configuration lies in tied ligands, so that rules 3
// to 5 may tell them apart.
func (r *ranking) configuredTies() bool {
	return r.ties(func(n *node) bool { return n.kind == realAtom && r.work.configured[n.atom] })
}

// auxiliaryTies says whether an auxiliary descriptor lies in tied ligands.
func (r *ranking) auxiliaryTies() bool {
	return r.ties(func(n *node) bool { return n.aux != none })
}
