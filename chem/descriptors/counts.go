package descriptors

import (
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
)

// HeavyAtoms returns the number of atoms that are not hydrogen; wildcards count not.
func HeavyAtoms(p *perceive.Molecule) int {
	n := 0
	for i := range p.Mol.Atoms {
		if p.Mol.Atoms[i].Element > 1 {
			n++
		}
	}
	return n
}

// AromaticAtoms returns the number of aromatic atoms.
func AromaticAtoms(p *perceive.Molecule) int {
	n := 0
	for i := range p.Mol.Atoms {
		if p.Mol.Atoms[i].Aromatic {
			n++
		}
	}
	return n
}

// Fsp3 returns the part of the carbons of p that have four neighbors, 0 to 1; 0
// without carbon (Lovering et al., J. Med. Chem. 2009, 52, 6752).
func Fsp3(p *perceive.Molecule) float64 { return newGraph(p).fsp3() }

func (g *graph) fsp3() float64 {
	carbons, saturated := 0, 0
	for i := range g.atoms {
		if g.atoms[i].Element == 6 {
			carbons++
			if g.connections(i) == 4 {
				saturated++
			}
		}
	}
	if carbons == 0 {
		return 0
	}
	return float64(saturated) / float64(carbons)
}

// Lipinski returns the counts of the rule of five as its paper defines them: donors
// are the hydrogens on nitrogen and oxygen, acceptors the nitrogens and oxygens
// (Lipinski et al., Adv. Drug Deliv. Rev. 1997, 23, 3).
func Lipinski(p *perceive.Molecule) (donors, acceptors int) { return newGraph(p).lipinski() }

func (g *graph) lipinski() (donors, acceptors int) {
	for i := range g.atoms {
		if z := g.atoms[i].Element; z == 7 || z == 8 {
			acceptors++
			donors += g.hydrogens(i)
		}
	}
	return donors, acceptors
}

// HBD returns the number of atoms that donate hydrogen bonds, RDKit's CalcNumHBD:
//
//	[$([N;!H0;v3,v4&+1]),$([O,S;H1;+0]),n&H1&+0]
func HBD(p *perceive.Molecule) int { return newGraph(p).hbd() }

func (g *graph) hbd() int {
	n := 0
	for i := range g.atoms {
		if g.donates(i) {
			n++
		}
	}
	return n
}

func (g *graph) donates(i int) bool {
	a := &g.atoms[i]
	switch {
	case a.Element == 7 && a.Aromatic:
		return a.Charge == 0 && g.hydrogens(i) == 1
	case a.Element == 7:
		v := g.p.Valence[i]
		return (v == 3 || v == 4 && a.Charge == 1) && g.hydrogens(i) > 0
	case a.Element == 8 || a.Element == 16:
		return !a.Aromatic && a.Charge == 0 && g.hydrogens(i) == 1
	}
	return false
}

// HBA returns the number of atoms that accept hydrogen bonds, RDKit's
// CalcNumHBA in its form of 2026, in which aromatic nitrogen with three neighbors
// accepts none:
//
//	[$([O,S;H1;v2]-[!$(*=[O,N,P,S])]),$([O,S;H0;v2]),$([O,S;-]),
//	 $([N;v3;!$(N-*=!@[O,N,P,S])]),$([nH0X2,o,s;+0])]
func HBA(p *perceive.Molecule) int { return newGraph(p).hba() }

func (g *graph) hba() int {
	any, chain := g.doublesToHetero()
	n := 0
	for i := range g.atoms {
		if g.accepts(i, any, chain) {
			n++
		}
	}
	return n
}

func (g *graph) accepts(i int, any, chain []bool) bool {
	a := &g.atoms[i]
	switch a.Element {
	case 7:
		if a.Aromatic {
			return a.Charge == 0 && g.connections(i) == 2 && g.hydrogens(i) == 0
		}
		return g.p.Valence[i] == 3 && !g.besideOne(i, chain)
	case 8, 16:
		if a.Aromatic {
			return a.Charge == 0
		}
		if a.Charge == -1 {
			return true
		}
		if g.p.Valence[i] != 2 {
			return false
		}
		switch g.hydrogens(i) {
		case 0:
			return true
		case 1:
			return g.adjacency.Degree(i) > 0 && !g.besideOne(i, any)
		}
	}
	return false
}

// besideOne says whether a single bond leads from atom i to a marked one.
func (g *graph) besideOne(i int, marked []bool) bool {
	for _, next := range g.of(i) {
		if marked[next.Atom] && g.order(next.Bond) == mol.Single {
			return true
		}
	}
	return false
}

// doublesToHetero marks the atoms with a double bond to N, O, P or S that are not
// aromatic: any such bond, and one outside rings.
func (g *graph) doublesToHetero() (any, chain []bool) {
	any, chain = make([]bool, len(g.atoms)), make([]bool, len(g.atoms))
	for k, b := range g.p.Mol.Bonds {
		if g.order(k) != mol.Double {
			continue
		}
		for _, end := range [2]int{b.A, b.B} {
			other := &g.atoms[b.Other(end)]
			if other.Aromatic {
				continue
			}
			switch other.Element {
			case 7, 8, 15, 16:
				any[end] = true
				chain[end] = chain[end] || !g.p.Rings.BondInRing(k)
			}
		}
	}
	return any, chain
}
