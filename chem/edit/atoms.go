package edit

import (
	"math"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/structure"
)

// AddAtoms appends atoms one by one, each alone or bonded to an atom that is there.
// An atom with a parent belongs to its molecule, residue and chain; an atom without
// one is a molecule of its own, with a blank residue and chain. The symbol of the
// element is the atom name. Scalars of the new atoms are 0.
type AddAtoms struct {
	Name      string    // stem of the atoms' ids
	Elements  []uint8   // 1–118, at least one
	Positions []float64 // Å, three per atom
	Charges   []int32   // formal charges, e; nil: all 0
	Parents   []Ref     // the atom that each one is bonded to; nil: none is bonded
	Orders    []uint8   // of the bonds to the parents, 1–4; nil: all single

	number    int32 // as that of AddFragment
	hydrogens bool  // follows from the ops before it in the step
}

func (op *AddAtoms) apply(d *Document) (inverse, error) {
	more := len(op.Elements)
	if err := op.check(d); err != nil {
		return nil, err
	}
	var parents []int
	if op.Parents != nil {
		var err error
		if parents, err = d.rows(op.Parents); err != nil {
			return nil, err
		}
	}
	op.number = d.fragment(op.number, op.Name)
	s := d.own()
	undo := &dropTail{extentsOf(s, len(d.refs))}
	n, bonds := s.Len(), len(s.Bonds)

	s.Molecules = op.molecules(s, parents)
	s.ResidueNames = inherit(s.ResidueNames, parents, more, "")
	s.ResidueIDs = inherit(s.ResidueIDs, parents, more, 0)
	s.ChainIDs = inherit(s.ChainIDs, parents, more, " ")
	if s.AtomNames != nil {
		for _, z := range op.Elements {
			s.AtomNames = append(s.AtomNames, elem.Symbol(z))
		}
	}
	s.FormalCharges = join(s.FormalCharges, op.Charges, n, more, fixed[int32](0))
	for i := range s.Scalars {
		s.Scalars[i].Values = append(s.Scalars[i].Values, make([]float64, more)...)
	}
	for i, parent := range parents {
		s.Bonds = append(s.Bonds, [2]uint32{uint32(parent), uint32(n + i)})
	}
	if parents != nil {
		s.BondOrders = join(s.BondOrders, op.Orders, bonds, more, fixed[uint8](1))
	}
	s.Elements = append(s.Elements, op.Elements...)
	s.Positions = append(s.Positions, op.Positions...)
	d.refer(op.number, more)
	return undo, nil
}

// check refuses what does not describe atoms.
func (op *AddAtoms) check(d *Document) error {
	more := len(op.Elements)
	if more == 0 {
		return invalid("there is no atom to add; give at least one element")
	}
	if n := d.current.Len() + more; n > MaxAtoms {
		return tooMany(n)
	}
	if len(op.Positions) != 3*more {
		return invalid("%d coordinates for %d atoms; there must be three per atom", len(op.Positions), more)
	}
	if op.Charges != nil && len(op.Charges) != more || op.Parents != nil && len(op.Parents) != more ||
		op.Orders != nil && (op.Parents == nil || len(op.Orders) != more) {
		return invalid("%d charges, %d parents and %d bond orders for %d atoms; there must be one per atom or none",
			len(op.Charges), len(op.Parents), len(op.Orders), more)
	}
	for i, z := range op.Elements {
		if err := checkElement(i, z); err != nil {
			return err
		}
	}
	for i, x := range op.Positions {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return invalid("coordinate %d of new atom %d is not a finite number", i%3+1, i/3)
		}
	}
	for i, q := range op.Charges {
		if err := checkCharge(i, q); err != nil {
			return err
		}
	}
	for _, order := range op.Orders {
		if err := checkOrder(order); err != nil {
			return err
		}
	}
	return nil
}

// molecules returns the molecule numbers of s with those of the new atoms.
func (op *AddAtoms) molecules(s *structure.Structure, parents []int) []int32 {
	if s.Molecules == nil {
		return nil
	}
	list := s.Molecules
	next := int32(0)
	if parents == nil {
		for _, m := range list {
			next = max(next, m+1)
		}
	}
	for i := range op.Elements {
		if parents != nil {
			list = append(list, list[parents[i]])
			continue
		}
		list = append(list, next)
		if next < math.MaxInt32 {
			next++
		}
	}
	return list
}

// inherit appends to a channel the values of the parents, or more times blank. nil
// stays nil.
func inherit[T any](list []T, parents []int, more int, blank T) []T {
	if list == nil {
		return nil
	}
	for i := range more {
		value := blank
		if parents != nil {
			value = list[parents[i]]
		}
		list = append(list, value)
	}
	return list
}

// maxCharge is the largest formal charge of an atom, as in a mol file.
const maxCharge = 15

func checkElement(i int, z uint8) error {
	if z < 1 || z > elem.Max {
		return invalid("element %d of atom %d is not one; there are elements 1 to %d", z, i, elem.Max)
	}
	return nil
}

func checkCharge(i int, q int32) error {
	if q < -maxCharge || q > maxCharge {
		return invalid("the charge %+d of atom %d is out of range; formal charges run from −%d to +%d", q, i, maxCharge, maxCharge)
	}
	return nil
}

func checkOrder(order uint8) error {
	if order < 1 || order > 4 {
		return invalid("there is no bond order %d; use 1, 2, 3 or 4 for aromatic", order)
	}
	return nil
}
