package edit

import "github.com/molsmith/molsmith/chem/structure"

// Summary is what the page shows of a document as it is now.
type Summary struct {
	Atoms, Bonds int
	Cell         *[9]float64 // row-major, Å; nil: none
	Formula      string      // of all atoms, Hill order
	Kinds        []structure.MoleculeKind
	Mass         float64 // u
	Charge       int     // e
	Density      float64 // g/cm³
	HasDensity   bool
}

// Summary counts the document. What depends on atoms and bonds alone is counted
// again only after a step that changed them.
func (d *Document) Summary() Summary {
	s := &d.current
	if d.counted == nil || d.countedAt != d.composition {
		counts := s.Counts()
		d.counted = &Summary{Formula: counts.Formula(), Kinds: s.Tally(), Mass: counts.Mass(), Charge: s.Charge()}
		d.countedAt = d.composition
	}
	out := *d.counted
	out.Atoms, out.Bonds, out.Cell = s.Len(), len(s.Bonds), s.Cell
	if s.Cell != nil {
		out.Density, out.HasDensity = structure.DensityIn(s.Cell, out.Mass)
	}
	return out
}

// recount notes that a's ops changed which atoms or bonds there are.
func (d *Document) recount(s *Step) {
	for _, op := range s.Ops {
		switch op.(type) {
		case *SetCell, *Wrap, *Unwrap, *Center, *ReplacePositions, *SetOrders, *MoveAtoms, *RotateAtoms, *SetLabels:
		default:
			d.composition++
			return
		}
	}
}
