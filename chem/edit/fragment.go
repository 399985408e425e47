package edit

import (
	"math"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/structure"
)

// AddFragment appends atoms with their bonds and channels, at the positions they
// have. A cell of the fragment is ignored: SetCell changes the cell.
//
// Molecule numbers of the fragment follow the document's; residues, names, chains,
// charges and scalars stay as given. A channel that only one side has is filled on
// the other with what says nothing new: bond order 1, charge 0, the element symbol
// as atom name, a blank residue name and chain, residue 0, scalar 0; molecules are
// numbered by bonds.
type AddFragment struct {
	Name  string              // stem of the fragment's id
	Atoms structure.Structure // belongs to the op from then on

	number int32 // of the fragment; 0 until the op is applied for the first time
}

// extents are the lengths of every array of a structure; -1: the array is nil.
type extents struct {
	atoms, bonds                            int
	orders, molecules, residues, residueIDs int
	names, chains, charges                  int
	scalars                                 int
	refs                                    int
}

// dropTail is the inverse of AddFragment and AddAtoms.
type dropTail struct{ was extents }

func (op *AddFragment) apply(d *Document) (inverse, error) {
	add := &op.Atoms
	if add.Len() == 0 {
		return nil, invalid("the fragment holds no atoms")
	}
	if n := d.current.Len() + add.Len(); n > MaxAtoms {
		return nil, tooMany(n)
	}
	if err := add.Validate(); err != nil {
		return nil, invalid("the fragment cannot be added: %v", err)
	}
	molecules, err := moleculesAfter(&d.current, add)
	if err != nil {
		return nil, err
	}
	op.number = d.fragment(op.number, op.Name)
	s := d.own()
	undo := &dropTail{extentsOf(s, len(d.refs))}
	n, bonds := s.Len(), len(s.Bonds)
	more := add.Len()

	if molecules != nil {
		if s.Molecules == nil {
			s.Molecules, _ = s.Components()
		}
		s.Molecules = append(s.Molecules, molecules...)
	}
	s.BondOrders = join(s.BondOrders, add.BondOrders, bonds, len(add.Bonds), fixed[uint8](1))
	s.ResidueNames = join(s.ResidueNames, add.ResidueNames, n, more, fixed(""))
	s.ResidueIDs = join(s.ResidueIDs, add.ResidueIDs, n, more, fixed[int32](0))
	s.AtomNames = joinNames(s, add)
	s.ChainIDs = join(s.ChainIDs, add.ChainIDs, n, more, fixed(" "))
	s.FormalCharges = join(s.FormalCharges, add.FormalCharges, n, more, fixed[int32](0))
	joinScalars(s, add)
	for _, bond := range add.Bonds {
		s.Bonds = append(s.Bonds, [2]uint32{bond[0] + uint32(n), bond[1] + uint32(n)})
	}
	s.Elements = append(s.Elements, add.Elements...)
	s.Positions = append(s.Positions, add.Positions...)
	d.refer(op.number, more)
	return undo, nil
}

// fragment returns the number of the fragment that an op adds: the one it has, or
// the next for an op that is applied for the first time (0).
func (d *Document) fragment(number int32, name string) int32 {
	if number == 0 {
		number = d.number(name)
	}
	d.adding = append(d.adding, number)
	return number
}

// number returns the next number of a fragment, whose id has the stem name.
func (d *Document) number(name string) int32 {
	d.lastFrag++
	d.fragments[d.lastFrag] = fragmentID(name, d.lastFrag)
	return d.lastFrag
}

// refer makes the references of the atoms that were appended.
func (d *Document) refer(number int32, atoms int) {
	for i := range atoms {
		d.refs = append(d.refs, Ref{Fragment: number, Atom: int32(i)})
	}
}

// moleculesAfter returns the molecule numbers of add behind those of s, nil when
// neither side knows molecules.
func moleculesAfter(s, add *structure.Structure) ([]int32, error) {
	if s.Molecules == nil && add.Molecules == nil {
		return nil, nil
	}
	numbers := s.Molecules
	if numbers == nil {
		numbers, _ = s.Components()
	}
	next := int64(0)
	for _, m := range numbers {
		next = max(next, int64(m)+1)
	}
	own := add.Molecules
	if own == nil {
		own, _ = add.Components()
	}
	after := make([]int32, len(own))
	for i, m := range own {
		if next+int64(m) > math.MaxInt32 {
			return nil, invalid("molecule %d of the fragment cannot follow molecule %d of the document", m, next-1)
		}
		after[i] = int32(next) + m
	}
	return after, nil
}

func fixed[T any](v T) func(int) T { return func(int) T { return v } }

// join appends more values to the n of s. Where one side is nil its values are
// filled; when both are, the result is nil.
func join[T any](s, add []T, n, more int, fill func(i int) T) []T {
	if s == nil && add == nil {
		return nil
	}
	if s == nil {
		s = make([]T, n, n+more)
		for i := range s {
			s[i] = fill(i)
		}
	}
	if add != nil {
		return append(s, add...)
	}
	for i := range more {
		s = append(s, fill(n+i))
	}
	return s
}

func joinNames(s, add *structure.Structure) []string {
	n := s.Len()
	return join(s.AtomNames, add.AtomNames, n, add.Len(), func(i int) string {
		if i < n {
			return elem.Symbol(s.Elements[i])
		}
		return elem.Symbol(add.Elements[i-n])
	})
}

// joinScalars joins channels by name; channels only the fragment has come last.
func joinScalars(s, add *structure.Structure) {
	n, more := s.Len(), add.Len()
	channel := func(list []structure.Channel, name string) []float64 {
		for _, c := range list {
			if c.Name == name {
				return c.Values
			}
		}
		return nil
	}
	known := len(s.Scalars)
	for i := range s.Scalars {
		c := &s.Scalars[i]
		c.Values = join(c.Values, channel(add.Scalars, c.Name), n, more, fixed(0.0))
	}
	for _, c := range add.Scalars {
		if channel(s.Scalars[:known], c.Name) == nil {
			s.Scalars = append(s.Scalars, structure.Channel{Name: c.Name, Values: join(nil, c.Values, n, more, fixed(0.0))})
		}
	}
}

func extentsOf(s *structure.Structure, refs int) extents {
	return extents{
		atoms: s.Len(), bonds: len(s.Bonds), refs: refs,
		orders: extent(s.BondOrders), molecules: extent(s.Molecules),
		residues: extent(s.ResidueNames), residueIDs: extent(s.ResidueIDs),
		names: extent(s.AtomNames), chains: extent(s.ChainIDs), charges: extent(s.FormalCharges),
		scalars: len(s.Scalars),
	}
}

func extent[T any](list []T) int {
	if list == nil {
		return -1
	}
	return len(list)
}

// shorten takes list back to an extent.
func shorten[T any](list *[]T, extent int) {
	if extent < 0 {
		*list = nil
		return
	}
	truncate(list, extent)
}

func (u *dropTail) revert(d *Document) {
	s := &d.current
	shorten(&s.Elements, u.was.atoms)
	shorten(&s.Positions, 3*u.was.atoms)
	shorten(&s.Bonds, u.was.bonds)
	shorten(&s.BondOrders, u.was.orders)
	shorten(&s.Molecules, u.was.molecules)
	shorten(&s.ResidueNames, u.was.residues)
	shorten(&s.ResidueIDs, u.was.residueIDs)
	shorten(&s.AtomNames, u.was.names)
	shorten(&s.ChainIDs, u.was.chains)
	shorten(&s.FormalCharges, u.was.charges)
	shorten(&s.Scalars, u.was.scalars)
	for i := range s.Scalars {
		shorten(&s.Scalars[i].Values, u.was.atoms)
	}
	shorten(&d.refs, u.was.refs)
}

func (u *dropTail) changed() (atoms, bonds int) { return u.was.atoms, u.was.bonds }
