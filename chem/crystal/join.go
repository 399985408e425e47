package crystal

import (
	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/structure"
)

// joined returns the atoms of a, then those of b. Data that one of them lacks is what says
// nothing: charge 0, bond order 1, the symbol as atom name, blank residues and chains, 0 for
// values of the atoms, and molecules as the bonds make them.
func joined(a, b *structure.Structure) *structure.Structure {
	n, m := a.Len(), b.Len()
	s := &structure.Structure{
		Elements:      append(append([]uint8(nil), a.Elements...), b.Elements...),
		Positions:     append(append([]float64(nil), a.Positions...), b.Positions...),
		BondOrders:    either(a.BondOrders, len(a.Bonds), b.BondOrders, len(b.Bonds), 1),
		ResidueNames:  either(a.ResidueNames, n, b.ResidueNames, m, ""),
		ResidueIDs:    either(a.ResidueIDs, n, b.ResidueIDs, m, 0),
		ChainIDs:      either(a.ChainIDs, n, b.ChainIDs, m, " "),
		FormalCharges: either(a.FormalCharges, n, b.FormalCharges, m, 0),
	}
	if a.AtomNames != nil || b.AtomNames != nil {
		s.AtomNames = append(names(a), names(b)...)
	}
	if a.Molecules != nil || b.Molecules != nil {
		s.Molecules = append(molecules(a), molecules(b)...)
		last := int32(-1)
		for _, k := range s.Molecules[:n] {
			last = max(last, k)
		}
		for i := range m {
			s.Molecules[n+i] += last + 1
		}
	}
	if a.Bonds != nil || b.Bonds != nil {
		s.Bonds = append([][2]uint32{}, a.Bonds...)
		for _, x := range b.Bonds {
			s.Bonds = append(s.Bonds, [2]uint32{x[0] + uint32(n), x[1] + uint32(n)})
		}
	}
	for _, c := range a.Scalars {
		s.Scalars = append(s.Scalars, structure.Channel{Name: c.Name, Values: either(c.Values, n, channel(b, c.Name), m, 0)})
	}
	for _, c := range b.Scalars {
		if channel(a, c.Name) == nil {
			s.Scalars = append(s.Scalars, structure.Channel{Name: c.Name, Values: either(nil, n, c.Values, m, 0)})
		}
	}
	return s
}

// either returns the n values of a, then the m of b, with one value for all of a side that
// is nil; nil when both are.
func either[T any](a []T, n int, b []T, m int, value T) []T {
	if a == nil && b == nil {
		return nil
	}
	return append(filled(a, n, value), filled(b, m, value)...)
}

func filled[T any](values []T, n int, with T) []T {
	out := append(make([]T, 0, n), values...)
	for len(out) < n {
		out = append(out, with)
	}
	return out
}

func names(s *structure.Structure) []string {
	out := append([]string(nil), s.AtomNames...)
	for _, z := range s.Elements[len(out):] {
		out = append(out, elem.Symbol(z))
	}
	return out
}

func molecules(s *structure.Structure) []int32 {
	if s.Molecules != nil {
		return append([]int32(nil), s.Molecules...)
	}
	of, _ := s.Components()
	return of
}

// channel returns the values of a name, nil when there are none.
func channel(s *structure.Structure, name string) []float64 {
	for _, c := range s.Scalars {
		if c.Name == name {
			return c.Values
		}
	}
	return nil
}
