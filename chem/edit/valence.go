package edit

import (
	"slices"

	"github.com/molsmith/molsmith/chem/geom"
)

// ChangeElement returns the ops of one step that make atoms (by row, each once) those of
// another element, none when they are. rebalance gives them the hydrogens that it asks
// for where their own fitted before, and takes those that are too many: an atom that
// becomes a hydrogen keeps one bond with a hydrogen at most, and a hydrogen that becomes
// another element moves to the length of its new bond. The error is an *contract.Error.
func (d *Document) ChangeElement(atoms []int, element uint8, rebalance bool) ([]Op, error) {
	if _, err := d.Refs(atoms); err != nil {
		return nil, err
	}
	if err := checkElement(0, element); err != nil {
		return nil, err
	}
	if len(atoms) == 0 {
		return nil, invalid("there is no atom in the change; name at least one")
	}
	atoms = slices.DeleteFunc(slices.Clone(atoms), func(a int) bool { return d.current.Elements[a] == element })
	if len(atoms) == 0 {
		return nil, nil
	}
	refs, _ := d.Refs(atoms)
	set := &SetElements{Atoms: refs, Elements: slices.Repeat([]uint8{element}, len(atoms))}
	if !rebalance {
		return []Op{set}, nil
	}
	l := d.local(atoms)
	rows := l.Rows(refs)
	ops := []Op{set}
	changed := make([]bool, l.current.Len())
	for _, row := range rows {
		changed[row] = true
	}
	bonds := linksOf(&l.current)
	var heavy []int
	var fill, gone []Ref
	for _, row := range rows {
		switch at := int(row); {
		case l.current.Elements[at] == 1:
			if parent := bonds.holder(at); parent >= 0 && !changed[parent] {
				to := l.stretched(at, parent, bondLengthOf(l.current.Elements[parent], element))
				ops = append(ops, &MoveAtoms{Atoms: []Ref{l.refs[at]}, By: to.Sub(geom.At(l.current.Positions, at))})
				fill = append(fill, l.refs[at])
			}
		case element == 1:
			gone = append(gone, l.surplusOf(bonds, at, changed)...)
		default:
			heavy = append(heavy, at)
		}
	}
	fill = append(fill, l.fitting(heavy)...)
	if len(gone) > 0 {
		ops = append(ops, &DeleteAtoms{Atoms: gone, hydrogens: true})
	}
	ops, _, err := l.balanced(ops, fill, nil)
	return ops, err
}

// surplusOf returns the hydrogens of an atom that becomes one: all beside another
// neighbor, else all but the first.
func (d *Document) surplusOf(bonds *links, atom int, changed []bool) []Ref {
	var gone []Ref
	for _, h := range bonds.hydrogens(atom) {
		if !changed[h] {
			gone = append(gone, d.refs[h])
		}
	}
	if len(gone) > 0 && len(gone) == len(bonds.of(atom)) {
		return gone[1:]
	}
	return gone
}

// Bond returns the ops of one step that bond two atoms, by row, with an order 1–4, give
// their bond another order, or with 0 take it away; none when it is so. rebalance lets
// their hydrogens follow where these fitted before. The error is an *contract.Error.
func (d *Document) Bond(a, b int, order uint8, rebalance bool) ([]Op, error) {
	refs, err := d.Refs([]int{a, b})
	if err != nil {
		return nil, err
	}
	pair := [][2]Ref{{refs[0], refs[1]}}
	is, bonded := d.orderOf(a, b)
	var op Op
	switch {
	case order == 0 && !bonded:
		return nil, invalid("%s and %s are not bonded", d.called(a), d.called(b))
	case order == 0:
		op = &DeleteBonds{Bonds: pair}
	case bonded && is == order:
		return nil, checkOrder(order)
	case bonded:
		op = &SetOrders{Bonds: pair, Orders: []uint8{order}}
	default:
		op = &AddBonds{Bonds: pair, Orders: []uint8{order}}
	}
	if !rebalance {
		return []Op{op}, nil
	}
	ops, _, err := d.Balanced([]Op{op})
	return ops, err
}

// orderOf returns the order of the bond of two atoms.
func (d *Document) orderOf(a, b int) (order uint8, bonded bool) {
	pair := ascending([2]uint32{uint32(a), uint32(b)})
	for k, bond := range d.current.Bonds {
		if ascending(bond) == pair {
			if d.current.BondOrders == nil {
				return 1, true
			}
			return d.current.BondOrders[k], true
		}
	}
	return 0, false
}

// Remove returns the ops of one step that take atoms (by row) and bonds (pairs of rows)
// away. fill takes the hydrogens that only these atoms hold with them, and gives the
// atoms that they or the bonds held on to hydrogens instead, where their own fitted
// before; atoms that lose a hydrogen that is named get none. The error is an
// *contract.Error.
func (d *Document) Remove(atoms []int, bonds [][2]int, fill bool) ([]Op, error) {
	refs, err := d.Refs(atoms)
	if err != nil {
		return nil, err
	}
	gone := make([]bool, d.current.Len())
	for _, a := range atoms {
		gone[a] = true
	}
	var ops []Op
	cut := &DeleteBonds{}
	touched := slices.Clone(atoms)
	for _, b := range bonds {
		ends, err := d.Refs(b[:])
		if err != nil {
			return nil, err
		}
		if !gone[b[0]] && !gone[b[1]] {
			cut.Bonds = append(cut.Bonds, [2]Ref{ends[0], ends[1]})
			touched = append(touched, b[0], b[1])
		}
	}
	if len(cut.Bonds) > 0 {
		ops = append(ops, cut)
	}
	if len(refs) > 0 {
		ops = append(ops, &DeleteAtoms{Atoms: refs})
	}
	if len(ops) == 0 {
		return nil, invalid("there is nothing to delete; choose atoms or bonds")
	}
	if !fill {
		return ops, nil
	}
	slices.Sort(touched)
	l := d.local(slices.Compact(touched))
	return l.refilled(ops, refs, cut.Bonds)
}

// refilled adds to the ops of Remove what fill does; d is a local document.
func (d *Document) refilled(ops []Op, gone []Ref, cut [][2]Ref) ([]Op, error) {
	s := &d.current
	rows := d.Rows(gone)
	away := make([]bool, s.Len())
	for _, row := range rows {
		away[row] = true
	}
	bereft, denied := make([]bool, s.Len()), make([]bool, s.Len())
	var with []Ref
	bonds := linksOf(s)
	for _, row := range rows {
		heavy := s.Elements[row] != 1
		for _, k := range bonds.of(int(row)) {
			switch i := bonds.across(k, int(row)); {
			case away[i]:
			case !heavy:
				denied[i] = true
			case s.Elements[i] == 1 && bonds.holder(i) >= 0:
				with = append(with, d.refs[i])
			default:
				bereft[i] = true
			}
		}
	}
	for _, b := range cut {
		for _, row := range d.Rows(b[:]) {
			bereft[row] = true
		}
	}
	var left []int
	for i, is := range bereft {
		if is && !denied[i] && s.Elements[i] != 1 {
			left = append(left, i)
		}
	}
	fit := d.fitting(left)
	if len(with) > 0 {
		ops = append(ops, &DeleteAtoms{Atoms: with, hydrogens: true})
	}
	ops, _, err := d.balanced(ops, fit, nil)
	return ops, err
}
