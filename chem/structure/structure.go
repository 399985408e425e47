// Package structure is the molecular system as flat arrays: what file readers
// fill, packers return and the document holds. Positions are in Å.
package structure

// Structure holds N atoms. Optional per-atom arrays are nil when nothing is
// known. The field set and the types equal those of the Builder Tool Contract's
// Structure, so that a conversion shares the slices and copies nothing.
type Structure struct {
	Elements  []uint8     // atomic numbers 1–118, len N
	Positions []float64   // Å, x y z per atom, len 3N
	Cell      *[9]float64 // row-major lattice vectors, Å; nil: not periodic
	Bonds     [][2]uint32 // 0-based pairs of distinct atoms

	BondOrders    []uint8   // 1, 2, 3 or 4 (aromatic), len of Bonds; nil: all single
	Molecules     []int32   // 0-based molecule index, len N
	ResidueNames  []string  // len N
	ResidueIDs    []int32   // len N
	AtomNames     []string  // len N
	ChainIDs      []string  // one character each, len N
	FormalCharges []int32   // e, len N
	Scalars       []Channel // named per-atom values
}

// Channel is one named per-atom channel.
type Channel struct {
	Name   string
	Values []float64 // len N
}

// Len is the number of atoms.
func (s *Structure) Len() int { return len(s.Elements) }
