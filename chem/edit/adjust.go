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
	return d.adjust(chosen, atoms != nil)
}

// Balanced returns ops and behind them those that adjust the hydrogens of the atoms
// whose charge, element or bonds they set, for one step. Atoms whose hydrogens did not
// fit before, such as those of a bare skeleton, and atoms without a bond, such as ions,
// stay as they are. The error is that of an op that cannot be applied, an
// *contract.Error.
func (d *Document) Balanced(ops []Op) ([]Op, HydrogenReport, error) {
	before, err := d.set(ops)
	if err != nil {
		return nil, HydrogenReport{}, err
	}
	fit := d.fitting(before)
	all := slices.Clone(ops)
	var report HydrogenReport
	err = d.meanwhile(ops, func() error {
		chosen := make([]bool, d.current.Len())
		for _, r := range fit {
			if rows, err := d.rows([]Ref{r}); err == nil { // an op may have deleted it
				chosen[rows[0]] = true
			}
		}
		var more []Op
		var err error
		more, report, err = d.adjust(chosen, true)
		all = append(all, more...)
		return err
	})
	if err != nil {
		return nil, HydrogenReport{}, err
	}
	return all, report, nil
}

// set returns the rows of the atoms, hydrogens left out, that ops set something of.
func (d *Document) set(ops []Op) ([]int, error) {
	var refs []Ref
	ends := func(bonds [][2]Ref) {
		for i := range bonds {
			refs = append(refs, bonds[i][:]...)
		}
	}
	for _, op := range ops {
		switch op := op.(type) {
		case *SetCharges:
			refs = append(refs, op.Atoms...)
		case *SetElements:
			refs = append(refs, op.Atoms...)
		case *AddBonds:
			ends(op.Bonds)
		case *SetOrders:
			ends(op.Bonds)
		case *DeleteBonds:
			ends(op.Bonds)
		case *AddAtoms:
			refs = append(refs, op.Parents...)
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
	c := counter{s: s, missing: make([]int, s.Len()), chosen: make([]bool, s.Len()), named: true, adjusts: true, wrong: make([]bool, s.Len())}
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

// adjust makes the ops of AdjustHydrogens for marked atoms.
func (d *Document) adjust(chosen []bool, named bool) ([]Op, HydrogenReport, error) {
	s := &d.current
	c := counter{s: s, missing: make([]int, s.Len()), chosen: d.withParents(chosen), named: named, adjusts: true}
	c.count()
	report := c.report()
	var ops []Op
	var gone []Ref
	bereft := make([]bool, s.Len())
	for _, h := range c.surplus {
		if !c.chosen[h.parent] {
			continue
		}
		gone = append(gone, d.refs[h.atom])
		if !bereft[h.parent] {
			bereft[h.parent] = true
			report.Atoms++
		}
	}
	if report.Removed = len(gone); len(gone) > 0 {
		ops = append(ops, &DeleteAtoms{Atoms: gone, hydrogens: true})
	}
	if report.Hydrogens == 0 {
		return ops, report, nil
	}
	parents := make([]Ref, 0, report.Hydrogens)
	for i, n := range c.missing {
		for range n {
			parents = append(parents, d.refs[i])
		}
	}
	// The new ones go where there is room once the others are gone.
	err := d.meanwhile(ops, func() error {
		rows, err := d.rows(parents)
		if err != nil {
			return err
		}
		missing := make([]int, d.current.Len())
		for _, row := range rows {
			missing[row]++
		}
		ops = append(ops, &AddAtoms{
			Name:      "H",
			Elements:  slices.Repeat([]uint8{1}, len(parents)),
			Positions: hydrogenPositions(&d.current, missing),
			Parents:   parents,
			hydrogens: true,
		})
		return nil
	})
	return ops, report, err
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
	if err != nil {
		d.lastFrag = fragments
		return err
	}
	err = look()
	for _, u := range slices.Backward(a.undo) {
		u.revert(d)
	}
	return err
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
