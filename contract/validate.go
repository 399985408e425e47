package contract

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// ValidateStructure checks every rule of contract §5.1 on typed arrays and
// returns the first violation as a *DecodeError, or nil.
func ValidateStructure(s *Structure) error { return validateStructure(s, "") }

// ValidateResult checks every rule of contract §5 and §5.1 on a typed result.
// The error is the first violation, a *DecodeError. It settles what the contract
// lets a client settle and says so in the warnings: a bond that is listed again
// is dropped (in new slices), a blank name becomes "result".
func ValidateResult(r *BuilderResult) (warnings []string, err error) {
	if r.Contract != Version {
		return nil, &DecodeError{"/contract", fmt.Sprintf("contract %d is not supported, only %d is", r.Contract, Version)}
	}
	if err := validateStructure(&r.Structure, "/structure"); err != nil {
		return nil, err
	}
	for _, e := range r.Provenance {
		switch v := e.Value.(type) {
		case string, int64:
		case float64:
			if !finite(v) {
				return nil, &DecodeError{pointer("/provenance", e.Key), "the number is not finite"}
			}
		default:
			return nil, &DecodeError{pointer("/provenance", e.Key), fmt.Sprintf("a value of type %T, want string, int64 or float64", v)}
		}
	}
	if note := dropRepeatedBonds(&r.Structure); note != "" {
		warnings = append(warnings, note)
	}
	if strings.TrimSpace(r.Name) == "" {
		r.Name = "result"
	}
	return warnings, nil
}

func validateStructure(s *Structure, path string) error {
	n := len(s.Elements)
	if n > MaxAtoms {
		return &DecodeError{path + "/elements", fmt.Sprintf("%d atoms, more than the %d a structure may have", n, MaxAtoms)}
	}
	for i, z := range s.Elements {
		if z < 1 || z > 118 {
			return &DecodeError{item(path+"/elements", i), elementRule.complain(int64(z))}
		}
	}
	if len(s.Positions) != 3*n {
		return &DecodeError{path + "/positions", fmt.Sprintf("%d numbers for %d atoms, want %d", len(s.Positions), n, 3*n)}
	}
	if err := validateFloats(s.Positions, path+"/positions"); err != nil {
		return err
	}
	if s.Cell != nil {
		if err := validateFloats(s.Cell[:], path+"/cell"); err != nil {
			return err
		}
	}
	if err := validateBonds(s, path); err != nil {
		return err
	}
	for _, a := range []struct {
		name    string
		present bool
		len     int
	}{
		{"molecules", s.Molecules != nil, len(s.Molecules)},
		{"residueNames", s.ResidueNames != nil, len(s.ResidueNames)},
		{"residueIds", s.ResidueIDs != nil, len(s.ResidueIDs)},
		{"atomNames", s.AtomNames != nil, len(s.AtomNames)},
		{"chainIds", s.ChainIDs != nil, len(s.ChainIDs)},
		{"formalCharges", s.FormalCharges != nil, len(s.FormalCharges)},
	} {
		if a.present && a.len != n {
			return &DecodeError{path + "/" + a.name, fmt.Sprintf("%d items for %d atoms", a.len, n)}
		}
	}
	for i, m := range s.Molecules {
		if m < 0 {
			return &DecodeError{item(path+"/molecules", i), moleculeIndex.complain(int64(m))}
		}
	}
	for i, c := range s.ChainIDs {
		if utf8.RuneCountInString(c) != 1 {
			return &DecodeError{item(path+"/chainIds", i), "a chain id is exactly one character"}
		}
	}
	return validateScalars(s, path+"/scalars")
}

func validateBonds(s *Structure, path string) error {
	n := uint32(len(s.Elements))
	for i, b := range s.Bonds {
		if b[0] >= n || b[1] >= n {
			return &DecodeError{item(path+"/bonds", i), fmt.Sprintf("atom %d does not exist, the structure has %d atoms", max(b[0], b[1]), n)}
		}
		if b[0] == b[1] {
			return &DecodeError{item(path+"/bonds", i), fmt.Sprintf("atom %d is bonded to itself", b[0])}
		}
	}
	if s.BondOrders == nil {
		return nil
	}
	if len(s.BondOrders) != len(s.Bonds) {
		return &DecodeError{path + "/bondOrders", fmt.Sprintf("%d orders for %d bonds", len(s.BondOrders), len(s.Bonds))}
	}
	for i, o := range s.BondOrders {
		if o < 1 || o > 4 {
			return &DecodeError{item(path+"/bondOrders", i), bondOrder.complain(int64(o))}
		}
	}
	return nil
}

func validateScalars(s *Structure, path string) error {
	if len(s.Scalars) > maxChannels {
		return &DecodeError{path, fmt.Sprintf("more than %d channels", maxChannels)}
	}
	seen := make(map[string]bool, len(s.Scalars))
	for _, c := range s.Scalars {
		at := pointer(path, c.Name)
		if seen[c.Name] {
			return &DecodeError{at, "occurs twice"}
		}
		seen[c.Name] = true
		if len(c.Values) != len(s.Elements) {
			return &DecodeError{at, fmt.Sprintf("%d values for %d atoms", len(c.Values), len(s.Elements))}
		}
		if err := validateFloats(c.Values, at); err != nil {
			return err
		}
	}
	return nil
}

func validateFloats(list []float64, path string) error {
	for i, v := range list {
		if !finite(v) {
			return &DecodeError{item(path, i), "the number is not finite"}
		}
	}
	return nil
}

// dropRepeatedBonds keeps the first of bonds that join the same two atoms and
// returns the warning about it, "" when there was none.
func dropRepeatedBonds(s *Structure) string {
	key := func(b [2]uint32) uint64 {
		return uint64(min(b[0], b[1]))<<32 | uint64(max(b[0], b[1]))
	}
	ascending := true
	for i := 1; i < len(s.Bonds) && ascending; i++ {
		ascending = key(s.Bonds[i-1]) < key(s.Bonds[i])
	}
	if ascending {
		return ""
	}
	sorted := make([]uint64, len(s.Bonds))
	for i, b := range s.Bonds {
		sorted[i] = key(b)
	}
	slices.Sort(sorted)
	repeated := 0
	for i := 1; i < len(sorted); i++ {
		if sorted[i] == sorted[i-1] {
			repeated++
		}
	}
	if repeated == 0 {
		return ""
	}
	seen := make(map[uint64]bool, len(s.Bonds)-repeated)
	bonds := make([][2]uint32, 0, len(s.Bonds)-repeated)
	var orders []uint8
	for i, b := range s.Bonds {
		if seen[key(b)] {
			continue
		}
		seen[key(b)] = true
		bonds = append(bonds, b)
		if s.BondOrders != nil {
			orders = append(orders, s.BondOrders[i])
		}
	}
	s.Bonds, s.BondOrders = bonds, orders
	if repeated == 1 {
		return "1 bond is listed more than once; the first is kept"
	}
	return fmt.Sprintf("%d bonds are listed more than once; the first of each is kept", repeated)
}
