package crystal

import "github.com/molsmith/molsmith/chem/structure"

// joined returns the atoms of a, then those of b. Data that one of them lacks is left out, but
// charges and bond orders, which then are 0 and 1.
func joined(a, b *structure.Structure) *structure.Structure {
	n := uint32(a.Len())
	s := &structure.Structure{
		Elements:     append(append([]uint8(nil), a.Elements...), b.Elements...),
		Positions:    append(append([]float64(nil), a.Positions...), b.Positions...),
		ResidueNames: both(a.ResidueNames, b.ResidueNames), ResidueIDs: both(a.ResidueIDs, b.ResidueIDs),
		AtomNames: both(a.AtomNames, b.AtomNames), ChainIDs: both(a.ChainIDs, b.ChainIDs),
	}
	if s.Molecules = both(a.Molecules, b.Molecules); s.Molecules != nil {
		last := int32(-1)
		for _, k := range a.Molecules {
			last = max(last, k)
		}
		for i := range b.Molecules {
			s.Molecules[int(n)+i] += last + 1
		}
	}
	if a.FormalCharges != nil || b.FormalCharges != nil {
		s.FormalCharges = append(filled(a.FormalCharges, a.Len(), 0), filled(b.FormalCharges, b.Len(), 0)...)
	}
	if a.Bonds != nil || b.Bonds != nil {
		s.Bonds = append([][2]uint32{}, a.Bonds...)
		for _, x := range b.Bonds {
			s.Bonds = append(s.Bonds, [2]uint32{x[0] + n, x[1] + n})
		}
	}
	if a.BondOrders != nil || b.BondOrders != nil {
		s.BondOrders = append(filled(a.BondOrders, len(a.Bonds), 1), filled(b.BondOrders, len(b.Bonds), 1)...)
	}
	return s
}

func both[T any](a, b []T) []T {
	if a == nil || b == nil {
		return nil
	}
	return append(append([]T(nil), a...), b...)
}

func filled[T any](values []T, n int, with T) []T {
	out := append([]T(nil), values...)
	for len(out) < n {
		out = append(out, with)
	}
	return out
}
