package edit

import (
	"math"
	"strings"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/contract"
)

// Center moves all atoms to the middle of the cell along some of its vectors and, with a
// vacuum, gives these vectors the length at which the outermost atoms are that far from
// the faces. Distances count along the normals of the faces, so that they are right for
// cells of any shape. It does what Atoms.center of ASE (Larsen et al. 2017, J. Phys.:
// Condens. Matter 29, 273002) does. A document without a cell gets one with right angles
// when all three vectors are chosen with a vacuum.
type Center struct {
	Axes   string   // the vectors: "c", "ab", "abc"; each once, in this order
	Vacuum *float64 // Å between the outermost atoms and each of the two faces; nil keeps the cell
}

// maxVacuum bounds the vacuum, Å.
const maxVacuum = 1e5

// axes reads which vectors are chosen.
func (op *Center) axes() (chosen [3]bool, err error) {
	last := -1
	for i := range len(op.Axes) {
		k := strings.IndexByte("abc", op.Axes[i])
		if k <= last {
			return chosen, invalid("%.10q are no axes of a cell; name some of a, b and c in this order", op.Axes)
		}
		chosen[k] = true
		last = k
	}
	if last < 0 {
		return chosen, invalid("choose at least one of the axes a, b and c to center along")
	}
	return chosen, nil
}

// plan returns the cell after centering and the step that every atom makes, Å.
func (op *Center) plan(d *Document) (vectors [9]float64, step geom.Vec3, err error) {
	chosen, err := op.axes()
	if err != nil {
		return vectors, step, err
	}
	if v := op.Vacuum; v != nil && !(*v >= 0 && *v <= maxVacuum) {
		return vectors, step, invalid("a vacuum of %g Å is not possible; give 0 to %g Å", *v, maxVacuum)
	}
	s := &d.current
	if s.Len() == 0 {
		return vectors, step, invalid("there are no atoms to center")
	}
	vectors = [9]float64{1, 0, 0, 0, 1, 0, 0, 0, 1}
	switch {
	case s.Cell != nil:
		vectors = *s.Cell
	case op.Vacuum == nil || chosen != [3]bool{true, true, true}:
		return vectors, step, &contract.Error{
			Code: contract.NoCell, Message: "the document has no cell: choose all three axes and a vacuum to get one, or set a cell first",
		}
	}
	c, err := cell.NewEitherHand(vectors)
	if err != nil {
		return vectors, step, invalid("centering needs another cell: %v", err)
	}
	for i := range 3 {
		if !chosen[i] {
			continue
		}
		along := c.Vector(i)
		normal := c.Vector((i + 1) % 3).Cross(c.Vector((i + 2) % 3)).Unit()
		height := normal.Dot(along)
		if height < 0 { // the vectors are left-handed
			normal, height = normal.Neg(), -height
		}
		low, high := math.Inf(1), math.Inf(-1)
		for k := range s.Len() {
			h := normal.Dot(geom.At(s.Positions, k))
			low, high = min(low, h), max(high, h)
		}
		tall := height
		if op.Vacuum != nil {
			tall = high - low + 2**op.Vacuum
			geom.Put(vectors[:], i, along.Scale(tall/height))
		}
		step = step.AddScaled((tall-low-high)/2/height, along)
	}
	if _, err := cell.NewEitherHand(vectors); err != nil {
		return vectors, step, invalid("the atoms are flat along an axis, and the cell would be too: give a larger vacuum")
	}
	return vectors, step, nil
}

func (op *Center) apply(d *Document) (inverse, error) {
	vectors, step, err := op.plan(d)
	if err != nil {
		return nil, err
	}
	undo := &restoreCell{cell: d.current.Cell, atoms: d.current.Len(), bonds: len(d.current.Bonds)}
	s := d.own()
	if step != (geom.Vec3{}) {
		undo.positions = append([]float64(nil), s.Positions...)
		for i := range s.Len() {
			geom.Put(s.Positions, i, geom.At(s.Positions, i).Add(step))
		}
	}
	if op.Vacuum != nil {
		s.Cell = &vectors
	}
	return undo, nil
}
