// Package json reads and writes the JSON of the Builder Tool Contract: a
// BuilderResult (contract §5) or a bare Structure (§5.1). It is the only format
// that loses nothing.
package json

import (
	"bytes"
	"fmt"

	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/contract"
)

// Read reads a BuilderResult, or a Structure when the object has no member
// "structure". The warnings of a result are among the warnings of the file. The
// error is a *contract.DecodeError with the JSON pointer of the place.
func Read(data []byte) (*format.File, error) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	file := &format.File{Frames: 1}
	var s *contract.Structure
	if isStructure(data) {
		decoded, warnings, err := contract.DecodeStructure(data, false)
		if err != nil {
			return nil, err
		}
		s, file.Warnings = decoded, warnings
	} else {
		result, warnings, err := contract.DecodeResult(data)
		if err != nil {
			return nil, err
		}
		s = &result.Structure
		file.Name = result.Name
		file.Warnings = append(warnings, result.Warnings...)
	}
	if len(s.Elements) == 0 {
		return nil, &contract.DecodeError{Message: "the structure holds no atoms"}
	}
	file.Structure = FromContract(s)
	return file, nil
}

// isStructure says whether the object's first member belongs to a Structure
// rather than to a BuilderResult.
func isStructure(data []byte) bool {
	rest := bytes.TrimLeft(data, " \t\r\n{")
	for _, member := range []string{
		"elements", "positions", "cell", "bonds", "bondOrders", "molecules", "residueNames", "residueIds", "atomNames", "chainIds", "formalCharges", "scalars",
	} {
		if bytes.HasPrefix(rest, []byte(`"`+member+`"`)) {
			return true
		}
	}
	return false
}

// Check says whether Write can hold s; the contract limits the number of atoms.
func Check(s *structure.Structure) (format.Report, error) {
	if n := s.Len(); n > contract.MaxAtoms {
		return format.Report{}, fmt.Errorf("a contract Structure holds at most %s atoms; this one has %s", format.Grouped(contract.MaxAtoms), format.Grouped(n))
	}
	return format.Report{Format: "json"}, nil
}

// Write returns s as a BuilderResult with the name of the options, as a bare
// Structure when they have none. Numbers have the shortest text that reads back
// as the same float64. s must be valid.
func Write(s *structure.Structure, o format.Options) ([]byte, format.Report, error) {
	report, err := Check(s)
	if err != nil {
		return nil, report, err
	}
	c := ToContract(s)
	b := make([]byte, 0, 256+64*s.Len()+16*len(s.Bonds))
	if o.Name == "" {
		b = contract.AppendStructure(b, c)
	} else {
		b = contract.AppendResult(b, &contract.BuilderResult{Contract: contract.Version, Name: o.Name, Structure: *c})
	}
	return append(b, '\n'), report, nil
}

// ToContract returns s as the contract's type. The arrays are shared.
func ToContract(s *structure.Structure) *contract.Structure {
	c := &contract.Structure{
		Elements: s.Elements, Positions: s.Positions, Cell: s.Cell, Bonds: s.Bonds, BondOrders: s.BondOrders,
		Molecules: s.Molecules, ResidueNames: s.ResidueNames, ResidueIDs: s.ResidueIDs,
		AtomNames: s.AtomNames, ChainIDs: s.ChainIDs, FormalCharges: s.FormalCharges,
	}
	for _, channel := range s.Scalars {
		c.Scalars = append(c.Scalars, contract.Channel(channel))
	}
	return c
}

// FromContract is the inverse of ToContract. The arrays are shared.
func FromContract(c *contract.Structure) *structure.Structure {
	s := &structure.Structure{
		Elements: c.Elements, Positions: c.Positions, Cell: c.Cell, Bonds: c.Bonds, BondOrders: c.BondOrders,
		Molecules: c.Molecules, ResidueNames: c.ResidueNames, ResidueIDs: c.ResidueIDs,
		AtomNames: c.AtomNames, ChainIDs: c.ChainIDs, FormalCharges: c.FormalCharges,
	}
	for _, channel := range c.Scalars {
		s.Scalars = append(s.Scalars, structure.Channel(channel))
	}
	return s
}
