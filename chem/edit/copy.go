package edit

import (
	"slices"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/structure"
)

// Copy returns some atoms, by row and in the order of the document, with the bonds among
// them and every channel, as AddFragment takes them: without a cell, each connected part
// put together across the faces of the cell where it can be. The error is an
// *contract.Error.
func (d *Document) Copy(atoms []int) (*structure.Structure, error) {
	if _, err := d.Refs(atoms); err != nil {
		return nil, err
	}
	if len(atoms) == 0 {
		return nil, invalid("there is no atom to copy; choose at least one")
	}
	s := &d.current
	sorted := slices.Clone(atoms)
	slices.Sort(sorted)
	rows := make([]int32, 0, len(sorted))
	for _, a := range slices.Compact(sorted) {
		rows = append(rows, int32(a))
	}
	to := make([]int32, s.Len())
	part := &structure.Structure{
		Elements: pick(s.Elements, rows), Positions: make([]float64, 3*len(rows)), Molecules: pick(s.Molecules, rows),
		ResidueNames: pick(s.ResidueNames, rows), ResidueIDs: pick(s.ResidueIDs, rows), AtomNames: pick(s.AtomNames, rows),
		ChainIDs: pick(s.ChainIDs, rows), FormalCharges: pick(s.FormalCharges, rows),
	}
	for _, c := range s.Scalars {
		part.Scalars = append(part.Scalars, structure.Channel{Name: c.Name, Values: pick(c.Values, rows)})
	}
	for k, row := range rows {
		to[row] = int32(k) + 1
		geom.Put(part.Positions, k, geom.At(s.Positions, int(row)))
	}
	for k, b := range s.Bonds {
		if i, j := to[b[0]], to[b[1]]; i > 0 && j > 0 {
			part.Bonds = append(part.Bonds, [2]uint32{uint32(i - 1), uint32(j - 1)})
			if s.BondOrders != nil {
				part.BondOrders = append(part.BondOrders, s.BondOrders[k])
			}
		}
	}
	if s.Molecules != nil {
		renumberMolecules(part.Molecules)
	}
	if s.Cell != nil {
		if c, err := cell.NewEitherHand(*s.Cell); err == nil {
			l := lattice{s: part, c: c}
			w := l.assemble()
			for i, by := range w.shifts {
				if !w.network[w.of[i]] && by != (shift{}) {
					geom.Put(part.Positions, i, geom.At(part.Positions, i).Add(c.Cartesian(by)))
				}
			}
		}
	}
	return part, nil
}

// renumberMolecules makes the numbers of molecules 0, 1, … in the order they are met.
func renumberMolecules(numbers []int32) {
	at := map[int32]int32{}
	for i, m := range numbers {
		k, ok := at[m]
		if !ok {
			k = int32(len(at))
			at[m] = k
		}
		numbers[i] = k
	}
}
