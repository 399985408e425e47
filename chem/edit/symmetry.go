package edit

import (
	"slices"

	"github.com/molsmith/molsmith/chem/formats/format"
	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/chem/symm"
)

// Symmetry is what a crystal file says of the cell when the source of a document is the
// asymmetric unit. Its slices are not changed.
type Symmetry struct {
	Operations  []symm.Operation // the identity first
	Name        string           // of the space group, as the file writes it; "" when it does not
	From        string           // what the operations come from, for people
	Occupancies []float64        // of the sites, one per atom of the source; nil: all are 1
}

// SymmetryRecord is a Symmetry as JSON.
type SymmetryRecord struct {
	Operations  []string  `json:"operations"` // "-x,y+1/2,-z"
	SpaceGroup  string    `json:"spaceGroup,omitempty"`
	From        string    `json:"from,omitempty"`
	Occupancies []float64 `json:"occupancies,omitempty"`
}

// maxOperations bounds the operations of a record; space groups have up to 192.
const maxOperations = 1000

// RecordSymmetry writes y; nil stays nil.
func RecordSymmetry(y *Symmetry) *SymmetryRecord {
	if y == nil {
		return nil
	}
	r := &SymmetryRecord{SpaceGroup: y.Name, From: y.From, Occupancies: y.Occupancies}
	for _, o := range y.Operations {
		r.Operations = append(r.Operations, o.String())
	}
	return r
}

// Read returns what the record says; nil stays nil. The error is an *contract.Error.
func (r *SymmetryRecord) Read() (*Symmetry, error) {
	if r == nil {
		return nil, nil
	}
	if len(r.Operations) > maxOperations {
		return nil, invalid("%d symmetry operations are more than %d", len(r.Operations), maxOperations)
	}
	y := &Symmetry{Name: r.SpaceGroup, From: r.From, Occupancies: r.Occupancies}
	for i, text := range r.Operations {
		o, err := symm.Parse(text)
		if err != nil {
			return nil, invalid("symmetry operation %d cannot be read: %v", i+1, err)
		}
		y.Operations = append(y.Operations, o)
	}
	return y, nil
}

// ExpandSymmetry makes the whole cell out of the asymmetric unit, as File.Expand of
// chem/formats/format does: images in the cell, one for each special position. Bonds and
// molecule numbers are left out. Every atom gets a new reference, atom k of what the op
// adds. It can be done once, as long as the cell is that of the source.
type ExpandSymmetry struct {
	number int32 // as that of AddFragment
}

// Symmetry returns what ExpandSymmetry would expand, nil when there is nothing to
// expand: the source has no operations besides the identity, they are expanded already,
// or the cell is another one.
func (d *Document) Symmetry() *Symmetry {
	y := d.about.Symmetry
	if y == nil || len(y.Operations) < 2 || d.parked != nil || d.current.Cell == nil || *d.current.Cell != *d.source.Cell {
		return nil
	}
	// Atoms of the source are there, unless all were deleted, until an expansion.
	for _, a := range slices.Backward(d.done) {
		for _, op := range slices.Backward(a.step.Ops) {
			switch op.(type) {
			case *Clear:
				return y
			case *ExpandSymmetry, *Supercell, *Slab, *Rebuild:
				return nil
			}
		}
	}
	return y
}

func (op *ExpandSymmetry) apply(d *Document) (inverse, error) {
	y := d.Symmetry()
	if y == nil {
		return nil, invalid("there is no symmetry to expand: the source lists no operations, they are expanded already, or the cell has changed")
	}
	s := d.current // arrays that Expand reads and does not write
	file := format.File{
		Structure: &structure.Structure{
			Elements: s.Elements, Positions: s.Positions, Cell: s.Cell, ResidueNames: s.ResidueNames, ResidueIDs: s.ResidueIDs,
			AtomNames: s.AtomNames, ChainIDs: s.ChainIDs, FormalCharges: s.FormalCharges, Scalars: s.Scalars,
		},
		Symmetry: &format.Symmetry{Operations: y.Operations, Name: y.Name, Source: y.From},
	}
	if y.Occupancies != nil {
		file.Occupancies = d.bySource(y.Occupancies, 1)
	}
	if err := file.Expand(); err != nil {
		return nil, invalid("the symmetry cannot be expanded: %v", err)
	}
	cell := *s.Cell
	file.Structure.Cell = &cell
	return d.replace(file.Structure, &op.number, "symmetry")
}

// bySource returns a value of each atom: that of its atom of the source, or another for
// atoms that the source does not have.
func (d *Document) bySource(values []float64, other float64) []float64 {
	list := make([]float64, len(d.refs))
	for i, r := range d.refs {
		list[i] = other
		if r.Fragment == 0 {
			list[i] = values[r.Atom]
		}
	}
	return list
}
