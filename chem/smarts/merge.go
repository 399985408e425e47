package smarts

import "math"

// mergeHydrogens turns hydrogen atoms of all patterns into counts.
func (q *Query) mergeHydrogens() {
	for _, p := range q.subs {
		p.mergeHydrogens()
	}
	q.top.mergeHydrogens()
}

// mergeHydrogens drops the hydrogen atoms of p that are bonded to others. A pattern
// whose first atom is one then starts at its neighbor, as in RDKit.
func (p *pattern) mergeHydrogens() {
	adjacent := p.halves()
	light := make([]bool, len(p.atoms)) // is a hydrogen
	for i := range p.atoms {
		light[i] = isHydrogen(p.atoms[i].expr, len(adjacent[i]))
	}
	drop := make([]bool, len(p.atoms))
	for i := range p.atoms {
		if light[i] {
			continue
		}
		n := int32(0)
		for _, h := range adjacent[i] {
			if light[h.to] {
				drop[h.to] = true
				n++
			}
		}
		if n > 0 {
			l := ofRange(propHydrogens, n, math.MaxInt32)
			l.join = joinLow
			p.atoms[i].expr = append(p.atoms[i].expr, l)
		}
	}
	p.remove(drop)
}

// isHydrogen says whether an expression is of a hydrogen that stands for a count:
// without an isotope, not one of several elements.
func isHydrogen(expr []literal, degree int) bool {
	found := false
	for i, l := range expr {
		if l.op == opRange && l.prop == propIsotope && l.hi > 0 {
			return false
		}
		alternative := l.join == joinOr || i+1 < len(expr) && expr[i+1].join == joinOr
		found = found || l.op == opRange && l.prop == propElement && l.lo == 1 && l.hi == 1 && !l.not && !alternative
	}
	return found && (degree <= 1 || len(expr) == 1)
}

// remove takes atoms and their bonds out of p.
func (p *pattern) remove(drop []bool) {
	index := make([]int32, len(p.atoms))
	atoms := p.atoms[:0]
	for i := range p.atoms {
		if drop[i] {
			index[i] = hydrogen
			continue
		}
		index[i] = int32(len(atoms))
		atoms = append(atoms, p.atoms[i])
	}
	p.atoms = atoms
	for i := range p.atoms {
		for k, l := range p.atoms[i].ligands {
			if l >= 0 {
				p.atoms[i].ligands[k] = index[l]
			}
		}
	}
	bonds := p.bonds[:0]
	for _, b := range p.bonds {
		if !drop[b.a] && !drop[b.b] {
			b.a, b.b = index[b.a], index[b.b]
			bonds = append(bonds, b)
		}
	}
	p.bonds = bonds
}
