package edit

import (
	"slices"

	"github.com/molsmith/molsmith/chem/mol"
)

// AdjustHydrogens returns the ops that make the hydrogens of atoms (by index; nil: all)
// fit their bonds, charges and elements: what is missing is added as MissingHydrogens
// does, what is too many is removed; nil when they fit. A hydrogen that is named stands
// for its atom. Hydrogens stay where valence does not say their number
// (hydrogen.Adjustment). The error is an *contract.Error.
func (d *Document) AdjustHydrogens(atoms []int) ([]Op, HydrogenReport, error) {
	chosen, err := d.chosen(atoms)
	if err != nil {
		return nil, HydrogenReport{}, err
	}
	if err := bondsKnown(&d.current, chosen); err != nil {
		return nil, HydrogenReport{}, err
	}
	if atoms == nil {
		return d.adjust(chosen, nil, false)
	}
	l := d.local(atoms)
	return l.adjust(l.marks(d, atoms), nil, true)
}

// marks returns which rows of a local document are some of the document d.
func (l *Document) marks(d *Document, atoms []int) []bool {
	marks := make([]bool, len(l.refs))
	refs := make([]Ref, len(atoms))
	for i, a := range atoms {
		refs[i] = d.refs[a]
	}
	for _, row := range l.Rows(refs) {
		marks[row] = true
	}
	return marks
}

// Balanced returns ops and behind them those that adjust the hydrogens of the atoms
// whose charge, element or bonds they set, for one step. Atoms whose hydrogens did not
// fit before, such as those of a bare skeleton, and atoms without a bond, such as ions,
// stay as they are. The error is that of an op that cannot be applied, an
// *contract.Error.
func (d *Document) Balanced(ops []Op) ([]Op, HydrogenReport, error) {
	l, err := d.near(ops)
	if err != nil {
		return nil, HydrogenReport{}, err
	}
	before, err := l.set(ops)
	if err != nil {
		return nil, HydrogenReport{}, err
	}
	return l.balanced(ops, l.fitting(before), nil)
}

// balanced returns ops and behind them those that adjust the hydrogens of some atoms,
// and only take away those that are too many of others.
func (d *Document) balanced(ops []Op, adjust, trim []Ref) ([]Op, HydrogenReport, error) {
	all := slices.Clone(ops)
	var report HydrogenReport
	err := d.meanwhile(ops, func() error {
		chosen, trimmed := make([]bool, d.current.Len()), make([]bool, d.current.Len())
		for _, row := range d.rowsNow(adjust) { // an op may have deleted some
			chosen[row] = true
		}
		for _, row := range d.rowsNow(trim) {
			chosen[row], trimmed[row] = true, true
		}
		var more []Op
		var err error
		more, report, err = d.adjust(chosen, trimmed, true)
		all = append(all, more...)
		return err
	})
	if err != nil {
		return nil, HydrogenReport{}, err
	}
	return all, report, nil
}

// rowsNow is Rows for references that may name atoms of the step that is being applied.
func (d *Document) rowsNow(refs []Ref) []uint32 {
	list := slices.Clone(refs)
	for i, r := range list {
		if op := int(-1 - r.Fragment); op >= 0 && op < len(d.adding) {
			list[i].Fragment = d.adding[op]
		}
	}
	return d.Rows(list)
}

// near returns what is enough of the document for ops: a local document, or all of it
// where an op changes the whole.
func (d *Document) near(ops []Op) (*Document, error) {
	var refs []Ref
	for _, op := range ops {
		list, some := atomsOf(op)
		if !some {
			return d, nil
		}
		refs = append(refs, list...)
	}
	refs = slices.DeleteFunc(refs, func(r Ref) bool { return r.Fragment < 0 })
	rows, err := d.rows(refs)
	if err != nil {
		return nil, err
	}
	slices.Sort(rows)
	return d.local(slices.Compact(rows)), nil
}

// atomsOf returns the atoms that an op names; some is false when it changes all.
func atomsOf(op Op) (refs []Ref, some bool) {
	ends := func(bonds [][2]Ref) []Ref {
		for i := range bonds {
			refs = append(refs, bonds[i][:]...)
		}
		return refs
	}
	switch op := op.(type) {
	case *AddFragment:
		return nil, true
	case *AddAtoms:
		return op.Parents, true
	case *DeleteAtoms:
		return op.Atoms, true
	case *SetElements:
		return op.Atoms, true
	case *SetCharges:
		return op.Atoms, true
	case *SetLabels:
		return op.Atoms, true
	case *MoveAtoms:
		return op.Atoms, true
	case *RotateAtoms:
		return op.Atoms, true
	case *ReplacePositions:
		return op.Atoms, op.Atoms != nil
	case *AddBonds:
		return ends(op.Bonds), true
	case *SetOrders:
		return ends(op.Bonds), true
	case *DeleteBonds:
		return ends(op.Bonds), true
	}
	return nil, false
}

// set returns the rows of the atoms, hydrogens left out, that ops set something of.
func (d *Document) set(ops []Op) ([]int, error) {
	var refs []Ref
	for _, op := range ops {
		switch op.(type) {
		case *SetCharges, *SetElements, *AddBonds, *SetOrders, *DeleteBonds, *AddAtoms:
			list, _ := atomsOf(op)
			refs = append(refs, list...)
		}
	}
	// Atoms that the ops add themselves had no hydrogens before.
	refs = slices.DeleteFunc(refs, func(r Ref) bool { return r.Fragment < 0 })
	rows, err := d.rows(refs)
	if err != nil {
		return nil, err
	}
	slices.Sort(rows)
	return slices.DeleteFunc(slices.Compact(rows), func(i int) bool { return d.current.Elements[i] == 1 }), nil
}

// fitting returns those of the atoms that have bonds and neither too few nor too many
// hydrogens.
func (d *Document) fitting(rows []int) []Ref {
	s := &d.current
	c := counter{s: s, missing: make([]int, s.Len()), chosen: make([]bool, s.Len()), named: true, adjusts: true, wrong: make([]bool, s.Len()), shown: d.shown}
	for _, i := range rows {
		c.chosen[i] = true
	}
	c.count()
	bonded := make([]bool, s.Len())
	for _, b := range s.Bonds {
		bonded[b[0]], bonded[b[1]] = true, true
	}
	var fit []Ref
	for _, i := range rows {
		if bonded[i] && c.missing[i] == 0 && !c.wrong[i] {
			fit = append(fit, d.refs[i])
		}
	}
	return fit
}

// spare is a hydrogen that is too many and the atom it is bonded to.
type spare struct{ atom, parent int32 }

// takeSpare takes the surplus of one molecule, whose atoms are those of the structure given.
func (c *counter) takeSpare(m *mol.Mol, surplus []int, atoms []int32) {
	if len(surplus) == 0 {
		return
	}
	adjacency := m.Neighbors()
	for _, h := range surplus {
		parent := atoms[adjacency.Of(h)[0].Atom]
		c.surplus = append(c.surplus, spare{atoms[h], parent})
		if c.wrong != nil {
			c.wrong[parent] = true
		}
	}
}

// completeRingsWithout is completeRings for the molecule without some of its hydrogens.
func (c *counter) completeRingsWithout(m *mol.Mol, gone, missing []int) error {
	kept := &mol.Mol{}
	index := make([]int, len(m.Atoms))
	for _, h := range gone {
		index[h] = -1
	}
	var origin, lacks []int
	for i := range m.Atoms {
		if index[i] < 0 {
			continue
		}
		index[i] = len(origin)
		origin, lacks = append(origin, i), append(lacks, missing[i])
		kept.Atoms = append(kept.Atoms, m.Atoms[i])
	}
	for _, b := range m.Bonds {
		if b.A, b.B = index[b.A], index[b.B]; b.A >= 0 && b.B >= 0 {
			kept.Bonds = append(kept.Bonds, b)
		}
	}
	err := c.completeRings(kept, lacks)
	for i, n := range lacks {
		missing[origin[i]] = n
	}
	return err
}

// meanwhile looks at the document as ops would make it, and leaves it as it was.
func (d *Document) meanwhile(ops []Op, look func() error) error {
	fragments := d.lastFrag
	_, a, err := d.perform(&Step{Ops: ops})
	if err == nil {
		err = look()
		for _, u := range slices.Backward(a.undo) {
			u.revert(d)
		}
	}
	d.forget(fragments, ops)
	return err
}

// forget takes the fragment numbers back that ops were given since the last one was
// last, for ops that are not applied or not yet.
func (d *Document) forget(last int32, ops []Op) {
	for n := last + 1; n <= d.lastFrag; n++ {
		delete(d.fragments, n)
	}
	d.lastFrag = last
	for _, op := range ops {
		switch op := op.(type) {
		case *AddFragment:
			op.number = 0
		case *AddAtoms:
			op.number = 0
		case *ExpandSymmetry:
			op.number = 0
		case *Supercell:
			op.number = 0
		case *Slab:
			op.number = 0
		case *Rebuild:
			op.number = 0
		}
	}
}

// withParents marks the atom of each marked hydrogen too.
func (d *Document) withParents(chosen []bool) []bool {
	s := &d.current
	marks := slices.Clone(chosen)
	for _, b := range s.Bonds {
		for end, a := range b {
			if chosen[a] && s.Elements[a] == 1 {
				marks[b[1-end]] = true
			}
		}
	}
	return marks
}
