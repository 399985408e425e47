package descriptors

import (
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
)

// RotatableBonds returns the number of bonds that turn, by RDKit's strict definition:
// single bonds outside rings between atoms with further neighbors, except those beside
// a triple bond, to methyl, tert-butyl and trihalomethyl groups, and of amides, esters
// and their like (C(=N,O,S)–N, –O, –S).
func RotatableBonds(p *perceive.Molecule) int { return newGraph(p).rotatable() }

func (g *graph) rotatable() int {
	// Each atom is asked once, so that one with very many neighbors does no harm.
	turns, free := make([]bool, len(g.atoms)), make([]bool, len(g.atoms))
	for i := range g.atoms {
		turns[i] = g.turns(i)
		free[i] = turns[i] && !g.amideLike(i)
	}
	n := 0
	for k, b := range g.p.Mol.Bonds {
		// The rule about amides is asked of either end; one that passes is enough.
		if turns[b.A] && turns[b.B] && (free[b.A] || free[b.B]) && g.singleOrAromatic(k) && !g.p.Rings.BondInRing(k) {
			n++
		}
	}
	return n
}

// turns says whether a bond to atom i can count.
func (g *graph) turns(i int) bool {
	if g.adjacency.Degree(i) == 1 {
		return false
	}
	for _, next := range g.of(i) {
		if g.order(next.Bond) == mol.Triple {
			return false
		}
	}
	// A methyl group has further neighbors where its hydrogens are isotopes.
	return !g.plain(i, 6) || g.hydrogens(i) != 3 && !g.threeAlike(i)
}

// threeAlike says whether atom i has three neighbors F, Cl, Br or CH3 of one kind.
func (g *graph) threeAlike(i int) bool {
	var fluorine, chlorine, bromine, methyl int
	for _, next := range g.of(i) {
		if !g.singleOrAromatic(next.Bond) {
			continue
		}
		switch g.atoms[next.Atom].Element {
		case 9:
			fluorine++
		case 17:
			chlorine++
		case 35:
			bromine++
		case 6:
			if !g.atoms[next.Atom].Aromatic && g.hydrogens(next.Atom) == 3 {
				methyl++
			}
		}
	}
	return max(fluorine, chlorine, bromine, methyl) >= 3
}

func (g *graph) singleOrAromatic(k int) bool {
	order := g.order(k)
	return order == mol.Single || order == mol.Aromatic
}

// amideLike says whether atom i is one end of a chain bond C(=X)–Y of an amide, ester,
// thioamide, amidinium and the like: C has three neighbors; Y is N, O or S; X is N, O
// or S, and a charged X needs a Y that is N.
func (g *graph) amideLike(i int) bool {
	acyl, acylium := g.acyl(i)
	hetero, nitrogen := g.leaving(i)
	for _, next := range g.of(i) {
		if g.order(next.Bond) != mol.Single || g.p.Rings.BondInRing(next.Bond) {
			continue
		}
		otherHetero, otherNitrogen := g.leaving(next.Atom)
		if acyl && otherHetero || acylium && otherNitrogen {
			return true
		}
		otherAcyl, otherAcylium := g.acyl(next.Atom)
		if hetero && otherAcyl || nitrogen && otherAcylium {
			return true
		}
	}
	return false
}

// acyl says whether atom i is a carbon with three neighbors and a double bond to N, O
// or S that are not aromatic, and whether it has one to N+.
func (g *graph) acyl(i int) (any, charged bool) {
	if !g.plain(i, 6) || g.adjacency.Degree(i) != 3 {
		return false, false
	}
	for _, next := range g.of(i) {
		other := &g.atoms[next.Atom]
		if g.order(next.Bond) != mol.Double || other.Aromatic {
			continue
		}
		switch other.Element {
		case 7:
			any = true
			charged = charged || other.Charge == 1
		case 8, 16:
			any = true
		}
	}
	return any, charged
}

// leaving says whether atom i is the Y of an amide or ester: any nitrogen, oxygen that
// is not aromatic, or sulfur that is not and has further neighbors; nitrogen says whether it
// is nitrogen with further neighbors.
func (g *graph) leaving(i int) (hetero, nitrogen bool) {
	a := &g.atoms[i]
	further := g.adjacency.Degree(i) != 1
	switch a.Element {
	case 7:
		return true, further
	case 8:
		return !a.Aromatic, false
	case 16:
		return !a.Aromatic && further, false
	}
	return false, false
}
