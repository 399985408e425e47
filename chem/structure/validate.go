package structure

import (
	"fmt"
	"math"
	"unicode/utf8"

	"github.com/molsmith/molsmith/chem/elem"
)

// Validate checks the rules of the type: arrays of the right length, elements
// from 1 to 118, finite numbers, bonds between two distinct atoms of s, orders 1
// to 4, molecule indices from 0, chain ids of one character. The error names the
// first rule that is broken and where, with atoms and bonds counted from 1.
func (s *Structure) Validate() error {
	n := s.Len()
	if len(s.Positions) != 3*n {
		return fmt.Errorf("%d atoms need %d position numbers; there are %d", n, 3*n, len(s.Positions))
	}
	for i, z := range s.Elements {
		if z < 1 || z > elem.Max {
			return fmt.Errorf("atom %d has atomic number %d; it must be from 1 to %d", i+1, z, elem.Max)
		}
	}
	for i, x := range s.Positions {
		if !finite(x) {
			return fmt.Errorf("atom %d has a position that is not a finite number", i/3+1)
		}
	}
	if s.Cell != nil {
		for _, x := range s.Cell {
			if !finite(x) {
				return fmt.Errorf("the cell holds a number that is not finite")
			}
		}
	}
	if err := s.validateBonds(); err != nil {
		return err
	}
	return s.validateChannels()
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

func (s *Structure) validateBonds() error {
	n := uint32(s.Len())
	for k, b := range s.Bonds {
		switch {
		case b[0] >= n || b[1] >= n:
			return fmt.Errorf("bond %d joins atoms %d and %d; there are %d atoms", k+1, uint64(b[0])+1, uint64(b[1])+1, n)
		case b[0] == b[1]:
			return fmt.Errorf("bond %d joins atom %d to itself", k+1, b[0]+1)
		}
	}
	if s.BondOrders != nil && len(s.BondOrders) != len(s.Bonds) {
		return fmt.Errorf("%d bonds need as many bond orders; there are %d", len(s.Bonds), len(s.BondOrders))
	}
	for k, order := range s.BondOrders {
		if order < 1 || order > 4 {
			return fmt.Errorf("bond %d has order %d; orders are 1, 2, 3 and 4 (aromatic)", k+1, order)
		}
	}
	return nil
}

func (s *Structure) validateChannels() error {
	n := s.Len()
	lengths := [...]struct {
		name string
		nil  bool
		len  int
	}{
		{"molecule indices", s.Molecules == nil, len(s.Molecules)},
		{"residue names", s.ResidueNames == nil, len(s.ResidueNames)},
		{"residue numbers", s.ResidueIDs == nil, len(s.ResidueIDs)},
		{"atom names", s.AtomNames == nil, len(s.AtomNames)},
		{"chain ids", s.ChainIDs == nil, len(s.ChainIDs)},
		{"formal charges", s.FormalCharges == nil, len(s.FormalCharges)},
	}
	for _, c := range lengths {
		if !c.nil && c.len != n {
			return fmt.Errorf("%d atoms need as many %s; there are %d", n, c.name, c.len)
		}
	}
	for i, m := range s.Molecules {
		if m < 0 {
			return fmt.Errorf("atom %d has molecule index %d; indices start at 0", i+1, m)
		}
	}
	for i, id := range s.ChainIDs {
		if utf8.RuneCountInString(id) != 1 {
			return fmt.Errorf("atom %d has chain id %q; it must be one character", i+1, id)
		}
	}
	for _, c := range s.Scalars {
		if len(c.Values) != n {
			return fmt.Errorf("%d atoms need as many values of %q; there are %d", n, c.Name, len(c.Values))
		}
		for i, x := range c.Values {
			if !finite(x) {
				return fmt.Errorf("the value of %q of atom %d is not a finite number", c.Name, i+1)
			}
		}
	}
	return nil
}

// Clone returns a copy that shares no memory with s. Absent arrays stay absent.
func (s *Structure) Clone() *Structure { return s.CloneFor(0) }

// CloneFor is Clone with room for more atoms and as many bonds, which append then adds
// without moving the others.
func (s *Structure) CloneFor(more int) *Structure {
	c := &Structure{
		Elements:      clone(s.Elements, more),
		Positions:     clone(s.Positions, 3*more),
		Bonds:         clone(s.Bonds, more),
		BondOrders:    clone(s.BondOrders, more),
		Molecules:     clone(s.Molecules, more),
		ResidueNames:  clone(s.ResidueNames, more),
		ResidueIDs:    clone(s.ResidueIDs, more),
		AtomNames:     clone(s.AtomNames, more),
		ChainIDs:      clone(s.ChainIDs, more),
		FormalCharges: clone(s.FormalCharges, more),
		Scalars:       clone(s.Scalars, 0),
	}
	for i := range c.Scalars {
		c.Scalars[i].Values = clone(c.Scalars[i].Values, more)
	}
	if s.Cell != nil {
		cell := *s.Cell
		c.Cell = &cell
	}
	return c
}

func clone[T any](a []T, more int) []T {
	if a == nil {
		return nil
	}
	return append(make([]T, 0, len(a)+more), a...)
}
