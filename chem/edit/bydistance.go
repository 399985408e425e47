package edit

import (
	"slices"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/grid"
	"github.com/molsmith/molsmith/chem/internal/sorting"
)

// BondScale is the usual part of the sum of two van der Waals radii up to which atoms
// are taken to be bonded.
const BondScale = 0.6

// Atoms closer than this are at one place rather than bonded, Å.
const closestBond = 0.4

// mostBonds bounds what BondsByDistance finds, as a sum of all atoms: more is a scale
// that bonds everything with everything.
const mostBonds = 8

// mostLooked bounds the pairs that are near enough to be looked at, as a mean of all atoms.
// Crystals have some 30, crowded boxes 100.
const mostLooked = 500

// BondsByDistance returns the ops of one step after which exactly those atoms are bonded
// that are more than 0.4 Å and at most scale (0: BondScale) times the sum of their van
// der Waals radii apart, to the nearest image in the cell. Bonds that are there already
// keep their order, new ones are single. The counts are of bonds that are made and taken
// away. The error is an *contract.Error: a scale out of range, or far too many bonds.
func (d *Document) BondsByDistance(scale float64) (ops []Op, made, gone int, err error) {
	if scale == 0 {
		scale = BondScale
	}
	if !(scale >= 0.3 && scale <= 1) {
		return nil, 0, 0, invalid("a scale of %.3g does not tell bonds; give one from 0.3 to 1", scale)
	}
	pairs, err := d.within(scale)
	if err != nil {
		return nil, 0, 0, err
	}
	s := &d.current
	found := make([]bool, len(pairs))
	cut := &DeleteBonds{}
	for _, b := range s.Bonds {
		pair := ascending(b)
		if at, ok := slices.BinarySearchFunc(pairs, pair, comparePairs); ok {
			found[at] = true
		} else {
			cut.Bonds = append(cut.Bonds, [2]Ref{d.refs[pair[0]], d.refs[pair[1]]})
		}
	}
	add := &AddBonds{ByDistance: true}
	for k, pair := range pairs {
		if !found[k] {
			add.Bonds = append(add.Bonds, [2]Ref{d.refs[pair[0]], d.refs[pair[1]]})
		}
	}
	if cut.Bonds = eachOnce(cut.Bonds); len(cut.Bonds) > 0 {
		ops = append(ops, cut)
	}
	if len(add.Bonds) > 0 {
		ops = append(ops, add)
	}
	return ops, len(add.Bonds), len(cut.Bonds), nil
}

// NoBonds returns the op that takes every bond away, nil when there is none.
func (d *Document) NoBonds() *DeleteBonds {
	op := &DeleteBonds{}
	for _, b := range d.current.Bonds {
		pair := ascending(b)
		op.Bonds = append(op.Bonds, [2]Ref{d.refs[pair[0]], d.refs[pair[1]]})
	}
	if op.Bonds = eachOnce(op.Bonds); len(op.Bonds) == 0 {
		return nil
	}
	return op
}

// eachOnce drops bonds that a structure lists twice. It may change the order.
func eachOnce(bonds [][2]Ref) [][2]Ref {
	seen := make(map[[2]Ref]bool, len(bonds))
	return slices.DeleteFunc(bonds, func(b [2]Ref) bool {
		if seen[b] {
			return true
		}
		seen[b] = true
		return false
	})
}

func comparePairs(a, b [2]uint32) int {
	for k := range a {
		if a[k] != b[k] {
			if a[k] < b[k] {
				return -1
			}
			return 1
		}
	}
	return 0
}

// within returns the pairs of atoms that a scale bonds, ascending, each once.
func (d *Document) within(scale float64) ([][2]uint32, error) {
	s := &d.current
	var radii [elem.Max + 1]float64
	widest := 0.0
	for _, z := range s.Elements {
		radii[z] = scale * elem.VdwRadius(z)
		widest = max(widest, radii[z])
	}
	if widest == 0 {
		return nil, nil
	}
	var periodic *cell.Cell
	if s.Cell != nil {
		c, err := cell.NewEitherHand(*s.Cell)
		if err != nil {
			return nil, invalid("bonds need another cell: %v", err)
		}
		periodic = &c
	}
	near, err := grid.New(periodic, s.Positions, 2*widest)
	if err != nil {
		return nil, invalid("bonds cannot be found: %v", err)
	}
	var pairs [][2]uint32
	looked := 0
	visit := func(i, j int, _ geom.Vec3, d2 float64) {
		looked++
		limit := radii[s.Elements[i]] + radii[s.Elements[j]]
		if i == j || d2 <= closestBond*closestBond || d2 > limit*limit {
			return
		}
		pairs = append(pairs, ascending([2]uint32{uint32(i), uint32(j)}))
	}
	for i := range s.Len() {
		near.PairsOf(i, i+1, visit)
		switch {
		case len(pairs) > 64+mostBonds*s.Len():
			return nil, invalid("the scale %.3g gives more than %d bonds per atom; give a smaller one", scale, mostBonds)
		case looked > mostLooked*(1000+s.Len()):
			return nil, invalid("too many atoms lie at one place, such as %s, to tell which are bonded", d.called(i))
		}
	}
	sorting.By(pairs, comparePairs)
	// In a small cell two atoms may be near in several images.
	return slices.Compact(pairs), nil
}
