package cip

import (
	"context"

	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
)

// kind is what a node of the digraph stands for.
type kind uint8

const (
	realAtom      kind = iota
	ringDuplicate      // an atom of the path to the node, where a ring closes
	bondDuplicate      // the second or third end of a multiple bond
	implicit           // a hydrogen that is no atom of the molecule
)

// node of the digraph: a path from the origin without repeated atoms, or a duplicate
// at the end of one.
type node struct {
	key          float64 // atomic number, or an average of several
	atom         int32   // hydrogen for an implicit one
	parent, bond int32   // toward the origin, -1 at it; the bond is -1 for other kinds
	sphere       int32   // of a ring duplicate, that of the atom it duplicates
	first, count int32   // children, one after another; first is -1 until they are made
	kind         kind
	aux          descriptor // in the digraph
}

// work labels the configurations of one molecule.
type work struct {
	m          *mol.Mol
	adjacency  mol.Adjacency
	ringBond   []bool    // the bond may close a ring
	average    []float64 // per atom: the atomic number of its duplicates; 0: that of the atom they duplicate
	isotopes   bool
	all        []configuration
	configured []bool // per atom: focus of a configuration
	byFocus    map[int32][]*configuration

	nodes     []node // node 0 is the origin
	reference int32  // atom of rule 6
	ranking
	steps    int  // left
	over     bool // a limit was reached; what was computed since is void
	tooLarge bool // that of the nodes

	ctx   context.Context
	look  int  // steps until the next look at it
	ended bool // it has ended
}

func newWork(p *perceive.Molecule, all []configuration) *work {
	m := p.Mol
	w := &work{m: m, adjacency: m.Neighbors(), all: all, average: averages(p)}
	w.ranking.work = w
	w.ringBond = make([]bool, len(m.Bonds))
	dative := false
	for k := range m.Bonds {
		w.ringBond[k] = p.Rings.BondInRing(k)
		dative = dative || m.Bonds[k].Order == mol.Dative
	}
	for k := range w.ringBond {
		w.ringBond[k] = w.ringBond[k] || dative // chelate rings are none for p.Rings
	}
	for i := range m.Atoms {
		w.isotopes = w.isotopes || m.Atoms[i].Isotope > 0
	}
	w.configured = make([]bool, len(m.Atoms))
	w.byFocus = make(map[int32][]*configuration, len(all))
	for i := range all {
		w.byFocus[all[i].focus] = append(w.byFocus[all[i].focus], &all[i])
		w.configured[all[i].focus] = true
		if all[i].other >= 0 {
			w.configured[all[i].other] = true
		}
	}
	return w
}

// spend takes n steps.
func (w *work) spend(n int) {
	w.steps -= n
	w.over = w.over || w.steps < 0
	if w.look -= n; w.look <= 0 {
		w.look = lookEach
		if w.ctx.Err() != nil {
			w.over, w.ended = true, true
		}
	}
}

// plant starts a new digraph at an atom.
func (w *work) plant(origin int32) {
	w.nodes = append(w.nodes[:0], node{
		key: float64(w.m.Atoms[origin].Element), atom: origin, parent: -1, bond: -1, sphere: 1, first: -1,
	})
}

// multiplicity is the number of duplicates that the order of a bond asks for.
func multiplicity(o mol.Order) int {
	switch o {
	case mol.Double:
		return 1
	case mol.Triple:
		return 2
	case mol.Quadruple:
		return 3
	}
	return 0
}

// expand makes the children of node i. The origin has no duplicates for its own
// multiple bonds, as they are no ligands.
func (w *work) expand(i int32) {
	n := &w.nodes[i]
	if n.first >= 0 {
		return
	}
	n.first = int32(len(w.nodes))
	if n.kind != realAtom || w.over {
		return
	}
	if len(w.nodes) > maxNodes {
		w.over, w.tooLarge = true, true
		return
	}
	at := *n
	atom := &w.m.Atoms[at.atom]
	charged := atom.Charge < 0 && w.average[at.atom] > 0
	for _, next := range w.adjacency.Of(int(at.atom)) {
		to := int32(next.Atom)
		duplicates := multiplicity(w.m.Bonds[next.Bond].Order)
		if int32(next.Bond) == at.bond {
			if at.parent != 0 {
				w.duplicate(i, to, duplicates)
			}
			continue
		}
		if charged {
			duplicates = 1 // each neighbor has its share of the double bonds
		}
		key := float64(w.m.Atoms[to].Element)
		if w.ringBond[next.Bond] {
			if sphere := w.sphereOnPath(i, to); sphere > 0 {
				w.nodes = append(w.nodes, node{key: key, atom: to, parent: i, bond: -1, sphere: sphere, first: -1, kind: ringDuplicate})
				w.duplicate(i, to, duplicates)
				continue
			}
		}
		w.nodes = append(w.nodes, node{key: key, atom: to, parent: i, bond: int32(next.Bond), sphere: at.sphere + 1, first: -1})
		if i != 0 {
			w.duplicate(i, to, duplicates)
		}
	}
	for range atom.Hydrogens {
		w.nodes = append(w.nodes, node{key: 1, atom: hydrogen, parent: i, bond: -1, sphere: at.sphere + 1, first: -1, kind: implicit})
	}
	made := int32(len(w.nodes)) - w.nodes[i].first
	w.nodes[i].count = made
	w.spend(int(made))
}

// duplicate adds n duplicates of an atom as children of node i.
func (w *work) duplicate(i, of int32, n int) {
	key := w.average[w.nodes[i].atom]
	if key == 0 {
		key = float64(w.m.Atoms[of].Element)
	}
	for range n {
		w.nodes = append(w.nodes, node{key: key, atom: of, parent: i, bond: -1, first: -1, kind: bondDuplicate})
	}
}

// sphereOnPath is the sphere at which the path to node i passes an atom, 0 when it
// does not. All bonds between the two would be in rings.
func (w *work) sphereOnPath(i, atom int32) (sphere int32) {
	steps := 0
	for n := &w.nodes[i]; n.bond >= 0 && w.ringBond[n.bond]; steps++ {
		n = &w.nodes[n.parent]
		if n.atom == atom {
			sphere = n.sphere
			break
		}
	}
	w.spend(steps / 2)
	return sphere
}

// grow makes the whole digraph.
func (w *work) grow() {
	for i := 0; i < len(w.nodes) && !w.over; i++ {
		w.expand(int32(i))
	}
}
