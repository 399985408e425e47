package descriptors

import (
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
)

// graph is a perceived molecule with what the rules of this package ask of it.
type graph struct {
	p         *perceive.Molecule
	atoms     []mol.Atom
	adjacency mol.Adjacency
}

func newGraph(p *perceive.Molecule) *graph {
	return &graph{p: p, atoms: p.Mol.Atoms, adjacency: p.Mol.Neighbors()}
}

func (g *graph) of(i int) []mol.Neighbor { return g.adjacency.Of(i) }

// hydrogens is the number of hydrogens of atom i, those that are atoms included.
func (g *graph) hydrogens(i int) int {
	n := int(g.atoms[i].Hydrogens)
	for _, next := range g.of(i) {
		if g.atoms[next.Atom].Element == 1 {
			n++
		}
	}
	return n
}

// connections is the number of neighbors of atom i, all hydrogens included.
func (g *graph) connections(i int) int { return g.adjacency.Degree(i) + int(g.atoms[i].Hydrogens) }

// order is the order of bond k, Aromatic for aromatic bonds whatever their Kekulé form.
func (g *graph) order(k int) mol.Order {
	if g.p.AromaticBonds[k] {
		return mol.Aromatic
	}
	return g.p.Mol.Bonds[k].Order
}

// plain says whether atom i is of element z and not aromatic.
func (g *graph) plain(i int, z uint8) bool {
	return g.atoms[i].Element == z && !g.atoms[i].Aromatic
}
