package edit

import (
	"errors"
	"fmt"
	"slices"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/hydrogen"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/structure"
)

// HydrogenReport says what adding or removing hydrogens came to.
type HydrogenReport struct {
	Hydrogens int      // added or removed; added by an adjustment
	Removed   int      // removed by an adjustment
	Atoms     int      // that got or lost some
	Notes     []string // what was left as it was and what is uncertain, one line each
}

// MissingHydrogens returns the op that gives atoms (by index; nil: all) the hydrogens
// that their bonds, charges and elements ask for, at positions by geometry, across the
// faces of the cell too; nil when none is missing. Metals get none, and single halogen
// atoms only when they are named: without a charge they are ions more often than
// acids. Aromatic nitrogen gets one where the ring has no Kekulé form otherwise. The
// error is an *contract.Error.
func (d *Document) MissingHydrogens(atoms []int) (*AddAtoms, HydrogenReport, error) {
	s := &d.current
	chosen, err := d.chosen(atoms)
	if err != nil {
		return nil, HydrogenReport{}, err
	}
	if err := bondsKnown(s, chosen); err != nil {
		return nil, HydrogenReport{}, err
	}
	c := counter{s: s, missing: make([]int, s.Len()), chosen: chosen, named: atoms != nil, shown: d.shown}
	c.count()
	report := c.report()
	if report.Hydrogens == 0 {
		return nil, report, nil
	}
	op := &AddAtoms{
		Name:      "H",
		Elements:  slices.Repeat([]uint8{1}, report.Hydrogens),
		Positions: hydrogenPositions(s, c.missing),
		Parents:   make([]Ref, 0, report.Hydrogens),
	}
	for i, n := range c.missing {
		for range n {
			op.Parents = append(op.Parents, d.refs[i])
		}
	}
	return op, report, nil
}

// SpareHydrogens returns the op that removes the hydrogens of atoms (by index; nil:
// all) that MissingHydrogens would bring back, hydrogens that are named themselves
// included; nil when there is none. Hydrogens at metals, between two atoms and of
// molecular hydrogen stay. The error is an *contract.Error.
func (d *Document) SpareHydrogens(atoms []int) (*DeleteAtoms, HydrogenReport, error) {
	chosen, err := d.chosen(atoms)
	if err != nil {
		return nil, HydrogenReport{}, err
	}
	m := d.current.Mol()
	adjacency := m.Neighbors()
	op := &DeleteAtoms{}
	report := HydrogenReport{}
	lost := make([]bool, len(m.Atoms))
	kept := 0
	for _, h := range hydrogen.Removable(m) {
		parent := adjacency.Of(h)[0].Atom
		if !chosen[h] && !chosen[parent] {
			continue
		}
		if perceive.Metal(m.Atoms[parent].Element) {
			kept++
			continue
		}
		op.Atoms = append(op.Atoms, d.refs[h])
		if !lost[parent] {
			lost[parent] = true
			report.Atoms++
		}
	}
	if kept > 0 {
		report.Notes = append(report.Notes, count(kept, "hydrogen")+" at metals stayed: valence would not bring them back.")
	}
	report.Hydrogens = len(op.Atoms)
	if report.Hydrogens == 0 {
		return nil, report, nil
	}
	return op, report, nil
}

// chosen marks atoms given by index; nil marks all.
func (d *Document) chosen(atoms []int) ([]bool, error) {
	marks := make([]bool, d.current.Len())
	if atoms == nil {
		for i := range marks {
			marks[i] = true
		}
		return marks, nil
	}
	if _, err := d.Refs(atoms); err != nil {
		return nil, err
	}
	for _, a := range atoms {
		marks[a] = true
	}
	return marks, nil
}

// bondsKnown refuses atoms that must have bonds where the structure states none: all
// but metals, noble gases and those that it calls molecules of their own.
func bondsKnown(s *structure.Structure, chosen []bool) error {
	if len(s.Bonds) > 0 || s.Len() == 1 {
		return nil
	}
	sizes := map[int32]int{}
	for _, k := range s.Molecules {
		sizes[k]++
	}
	for i, z := range s.Elements {
		alone := s.Molecules != nil && sizes[s.Molecules[i]] == 1
		if valence, _ := perceive.UsualValence(z); chosen[i] && valence > 0 && !perceive.Metal(z) && !alone {
			return invalid("the structure has no bonds, so it is not known whether %s #%d lacks hydrogens", elem.Symbol(z), i)
		}
	}
	return nil
}

// counter counts the hydrogens that atoms of a structure lack.
type counter struct {
	s       *structure.Structure
	missing []int
	chosen  []bool // the atoms that may get some
	named   bool   // a person chose them
	adjusts bool   // hydrogens that are too many count too
	surplus []spare
	wrong   []bool // atoms that have too many, and those of molecules that are none; nil: not asked

	shown   func(row int) int // the row that people know an atom by
	refused int               // molecules that are none
	reason  string            // why the first of them is none
	ions    int               // single halogen atoms that got none
	shifted int               // aromatic nitrogen atoms that got one for a Kekulé form
}

// count goes through the molecules one by one, so that one that is wrong holds up no
// other.
func (c *counter) count() {
	atoms, bonds := parts(c.s)
	index := make([]int, c.s.Len())
	m := &mol.Mol{}
	for k := range atoms {
		if !slices.ContainsFunc(atoms[k], func(a int32) bool { return c.chosen[a] && c.s.Elements[a] != 1 }) {
			continue
		}
		m.Atoms, m.Bonds = m.Atoms[:0], m.Bonds[:0]
		for i, a := range atoms[k] {
			index[a] = i
			atom := mol.Atom{Element: c.s.Elements[a]}
			if c.s.FormalCharges != nil {
				atom.Charge = int8(max(-127, min(127, c.s.FormalCharges[a])))
			}
			m.Atoms = append(m.Atoms, atom)
		}
		aromatic := false
		for _, b := range bonds[k] {
			order := mol.Single
			if c.s.BondOrders != nil {
				order = mol.Order(c.s.BondOrders[b])
			}
			aromatic = aromatic || order == mol.Aromatic
			pair := c.s.Bonds[b]
			m.Bonds = append(m.Bonds, mol.Bond{A: index[pair[0]], B: index[pair[1]], Order: order})
		}
		c.countIn(m, atoms[k], aromatic)
	}
}

// parts returns the atoms and the bonds of each molecule of s, both rising.
func parts(s *structure.Structure) (atoms, bonds [][]int32) {
	of, n := s.Components()
	atoms, bonds = make([][]int32, n), make([][]int32, n)
	sizes := make([]int, n)
	for _, k := range of {
		sizes[k]++
	}
	all := make([]int32, len(of))
	at := 0
	for k, size := range sizes {
		atoms[k] = all[at : at : at+size]
		at += size
	}
	for i, k := range of {
		atoms[k] = append(atoms[k], int32(i))
	}
	clear(sizes)
	for _, b := range s.Bonds {
		sizes[of[b[0]]]++
	}
	all = make([]int32, len(s.Bonds))
	at = 0
	for k, size := range sizes {
		bonds[k] = all[at : at : at+size]
		at += size
	}
	for i, b := range s.Bonds {
		k := of[b[0]]
		bonds[k] = append(bonds[k], int32(i))
	}
	return atoms, bonds
}

// countIn counts for one molecule, whose atoms are those of the structure given.
func (c *counter) countIn(m *mol.Mol, atoms []int32, aromatic bool) {
	missing, surplus, err := c.lacks(m, aromatic)
	if err != nil {
		c.refuse(err, atoms)
		return
	}
	c.takeSpare(m, surplus, atoms)
	for i, n := range missing {
		a := atoms[i]
		switch z := c.s.Elements[a]; {
		case n <= 0 || !c.chosen[a] || perceive.Metal(z):
		case len(atoms) == 1 && halogen(z) && !c.named:
			c.ions++
		case z == 1: // a proton without a charge
		default:
			c.missing[a] = n
		}
	}
}

// lacks returns how many hydrogens each atom of a molecule lacks and, when they count,
// the hydrogens that are too many.
func (c *counter) lacks(m *mol.Mol, aromatic bool) (missing, surplus []int, err error) {
	if c.adjusts {
		missing, surplus, err = hydrogen.Adjustment(m)
	} else {
		missing, err = hydrogen.Missing(m)
	}
	switch {
	case err != nil || !aromatic:
	case len(surplus) > 0:
		err = c.completeRingsWithout(m, surplus, missing)
	default:
		err = c.completeRings(m, missing)
	}
	return missing, surplus, err
}

func (c *counter) refuse(err error, atoms []int32) {
	if c.wrong != nil {
		for _, a := range atoms {
			c.wrong[a] = true
		}
	}
	c.refused++
	if c.refused > 1 {
		return
	}
	c.reason = err.Error()
	var e *perceive.Error
	if errors.As(err, &e) && len(e.Atoms) > 0 {
		a := atoms[e.Atoms[0]]
		c.reason = fmt.Sprintf("%s #%d: %s", elem.Symbol(c.s.Elements[a]), c.shown(int(a)), e.Msg)
	}
}

func halogen(z uint8) bool { return z == 9 || z == 17 || z == 35 || z == 53 || z == 85 }

// maxForms bounds the places for hydrogens that completeRings tries.
const maxForms = 200

// completeRings finds the aromatic atoms that must have a hydrogen, as in pyrrole and
// the cyclopentadienyl anion, for the rings to have a Kekulé form, and adds those to
// missing. One atom is tried, then two (porphine); of tautomers the one with the lowest
// atoms is taken.
func (c *counter) completeRings(m *mol.Mol, missing []int) error {
	_, err := perceive.Sanitize(m)
	var e *perceive.Error
	if err == nil || !errors.As(err, &e) || e.Kind != perceive.NoKekulé {
		return err
	}
	adjacency := m.Neighbors()
	var places []int
	for i := range m.Atoms {
		a := &m.Atoms[i]
		beside := adjacency.Of(i)
		if donor(a) && missing[i] == 0 && len(beside) == 2 &&
			m.Bonds[beside[0].Bond].Order == mol.Aromatic && m.Bonds[beside[1].Bond].Order == mol.Aromatic {
			places = append(places, i)
		}
	}
	tries := 0
	fits := func(with ...int) bool {
		tries++
		for _, i := range with {
			m.Atoms[i].Hydrogens = 1
		}
		_, err := perceive.Sanitize(m)
		for _, i := range with {
			m.Atoms[i].Hydrogens = 0
			if err == nil {
				missing[i]++
				if m.Atoms[i].Element != 6 {
					c.shifted++
				}
			}
		}
		return err == nil
	}
	for _, i := range places {
		if tries < maxForms && fits(i) {
			return nil
		}
	}
	for k, i := range places {
		for _, j := range places[k+1:] {
			if tries < maxForms && fits(i, j) {
				return nil
			}
		}
	}
	return err
}

// donor says whether an aromatic atom with two bonds may give two electrons to the ring
// when it has a hydrogen.
func donor(a *mol.Atom) bool {
	switch a.Element {
	case 7, 15:
		return a.Charge == 0
	case 6:
		return a.Charge == -1
	}
	return false
}

// report counts what is missing and says what is uncertain.
func (c *counter) report() HydrogenReport {
	var r HydrogenReport
	for _, n := range c.missing {
		if n > 0 {
			r.Atoms++
			r.Hydrogens += n
		}
	}
	if c.refused > 0 {
		r.Notes = append(r.Notes, count(c.refused, "molecule")+" left without: "+c.reason)
	}
	if c.ions > 0 {
		r.Notes = append(r.Notes, count(c.ions, "single halogen atom")+" left as ions; select them to make acids.")
	}
	if c.shifted > 0 {
		r.Notes = append(r.Notes, count(c.shifted, "aromatic nitrogen atom")+" got a hydrogen to complete the ring; it may belong on another one.")
	}
	if short := c.short(); short > 0 {
		r.Notes = append(r.Notes, "The bonds have no orders, and "+count(short, "bond")+
			" of these atoms are as short as double or aromatic ones: there may be too many hydrogens.")
	}
	return r
}

// shorter is how long a bond of stated order 1 is at most, in parts of the sum of the
// covalent radii, to be taken for one of a higher order.
const shorter = 0.935

// short counts the bonds between atoms that get hydrogens that look like multiple ones
// in a structure without orders.
func (c *counter) short() int {
	if c.s.BondOrders != nil {
		return 0
	}
	image := minImage(c.s)
	n := 0
	for _, b := range c.s.Bonds {
		if c.missing[b[0]] == 0 || c.missing[b[1]] == 0 {
			continue
		}
		v := image(geom.At(c.s.Positions, int(b[1])).Sub(geom.At(c.s.Positions, int(b[0]))))
		if v.Norm() < shorter*(elem.CovalentRadius(c.s.Elements[b[0]])+elem.CovalentRadius(c.s.Elements[b[1]])) {
			n++
		}
	}
	return n
}
