// Package depict draws a molecule on paper: positions in the plane, wedges for its
// configuration, and a picture as SVG.
//
// Positions are in bond lengths, x to the right and y up. Rings are regular polygons
// fused edge by edge; cages are embedded in space by stress majorization (Gansner,
// Koren and North, Graph Drawing 2004, LNCS 3383, 239) and looked at from the side
// that shows them best; large rings take a walk of 120° turns as on a honeycomb.
// Chains are zigzags, and what still overlaps is mirrored or turned about single
// bonds (the approach of Helson, Reviews in Computational Chemistry 13, 1999, 313).
// Wedges follow the IUPAC recommendations of 2006 (Pure Appl. Chem. 78, 1897), the
// picture those of 2008 (Pure Appl. Chem. 80, 277).
//
// The same molecule gives the same bytes on every platform.
package depict

import (
	"fmt"
	"math"

	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/ring"
	"github.com/molsmith/molsmith/chem/stereo"
)

// Limits of what is laid out and drawn, in atoms.
const (
	MaxLayoutAtoms = 20_000
	MaxDrawnAtoms  = 1_000
)

// Ring systems and components of more than thorough atoms are placed without the
// searches for the best shape, so that time stays linear; they may hold overlaps.
const thorough = 400

// shapeWork bounds those searches in one molecule, in steps of some nanoseconds.
const shapeWork = 30_000_000

// Coords are the positions of the atoms of a molecule in the plane, in bond lengths.
type Coords []Point

// Layout returns positions for every atom of p.Mol. The configuration of double bonds
// and of square centers in s is kept; s may be nil. The error names the limit that is
// exceeded.
func Layout(p *perceive.Molecule, s *stereo.Set) (Coords, error) {
	n := len(p.Mol.Atoms)
	if n > MaxLayoutAtoms {
		return nil, fmt.Errorf("the molecule has %d atoms; at most %d are laid out", n, MaxLayoutAtoms)
	}
	l := newPlan(p, s)
	for i := range l.blocks {
		l.placeBlock(&l.blocks[i])
		l.makeRoom(&l.blocks[i])
	}
	for i := range l.parts {
		part := &l.parts[i]
		l.grow(part)
		l.untangle(part)
		l.orient(part)
	}
	l.arrange()
	for i := range l.pos {
		l.pos[i] = Point{round(l.pos[i].X), round(l.pos[i].Y)}
	}
	return l.pos, nil
}

// round keeps four decimals, so that the last bits of platforms that fuse a product
// and a sum do not show.
func round(x float64) float64 { return math.Round(x*1e4) / 1e4 }

// plan is a layout in the making.
type plan struct {
	m         *mol.Mol // only with the bonds that shape the layout
	adjacency mol.Adjacency
	rings     *ring.Set
	cis       []int8 // per bond: +1 cis, −1 trans of the ligands below; 0: not stated
	ligands   [][2]int
	pos       Coords
	placed    []bool
	blocks    []block
	blockOf   []int   // per bond: index into blocks, −1 for bonds outside rings
	blocksAt  [][]int // per atom: the blocks it is in
	local     []int   // scratch: index of an atom in the block at hand
	parts     []part
	reach     []int          // per atom: longest walk away from the start
	size      []int          // per atom: atoms at and behind it, seen from the start
	from      []int          // per atom: the atom it was grown from; −1
	held      [][]int        // per block: metals that stand amid its atoms
	squares   map[int]square // by center; only looked up

	current    []int // the atoms of the component at hand
	work       int   // what is left of shapeWork
	untangling int   // what is left of untangleWork
}

// part is a connected component.
type part struct {
	atoms []int
}

func newPlan(p *perceive.Molecule, s *stereo.Set) *plan {
	m := p.Mol
	n := len(m.Atoms)
	l := &plan{
		m: m, rings: p.Rings,
		pos: make(Coords, n), placed: make([]bool, n), work: shapeWork, untangling: untangleWork,
		local: make([]int, n),
		reach: make([]int, n), size: make([]int, n), from: make([]int, n),
	}
	kept := l.coordinate()
	if s != nil {
		l.cis = make([]int8, len(l.m.Bonds))
		l.ligands = make([][2]int, len(l.m.Bonds))
		for _, c := range s.Bonds {
			if kept != nil {
				c.Bond = kept[c.Bond]
			}
			if c.Bond < 0 || c.Ligands[0] < 0 || c.Ligands[1] < 0 {
				continue // no ligand to draw at one end
			}
			l.cis[c.Bond], l.ligands[c.Bond] = -1, c.Ligands
			if c.Cis {
				l.cis[c.Bond] = 1
			}
		}
	}
	if s != nil {
		l.findSquares(s.Centers)
	}
	of, parts := m.Components() // with all bonds
	l.parts = make([]part, parts)
	for i, c := range of {
		l.parts[c].atoms = append(l.parts[c].atoms, i)
	}
	l.findBlocks()
	l.adopt()
	return l
}

// stated returns +1 or −1 when bond k has a stated configuration, else 0.
func (l *plan) stated(k int) int8 {
	if l.cis == nil {
		return 0
	}
	return l.cis[k]
}

// spend takes steps from the work that is left; false when that is not enough.
func (l *plan) spend(steps int) bool {
	if l.work < steps {
		return false
	}
	l.work -= steps
	return true
}

func (l *plan) bondBetween(a, b int) int { return bondBetween(&l.adjacency, a, b) }

// bondBetween returns the bond that joins two atoms; −1: none.
func bondBetween(adjacency *mol.Adjacency, a, b int) int {
	for _, next := range adjacency.Of(a) {
		if next.Atom == b {
			return next.Bond
		}
	}
	return -1
}
