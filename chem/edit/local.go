package edit

import (
	"math"
	"slices"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/structure"
)

// What valence asks of an edit depends on the molecules that it touches, and where new
// atoms go on what is near. A local document holds just these atoms under their own
// references, so that the cost of an edit does not grow with the document, and the ops
// made for the one are those of the other.

// sight is how far from the atoms of an edit other molecules are looked at, Å.
const sight = 8

// local returns a document of the molecules that hold one of the atoms (by row) and of
// the atoms near these: elements, positions, bonds, charges, molecule numbers and the
// cell. Its rows are other ones; notes name atoms by the rows of d.
func (d *Document) local(atoms []int) *Document {
	s := &d.current
	marks := moleculesOf(s, atoms)
	if len(atoms) <= maxSights {
		for _, a := range atoms {
			markNear(s, a, marks)
		}
	}
	rows := make([]int32, 0, 64)
	to := make([]uint32, len(marks))
	for i, in := range marks {
		if in {
			to[i] = uint32(len(rows))
			rows = append(rows, int32(i))
		}
	}
	part := structure.Structure{
		Elements: pick(s.Elements, rows), Positions: make([]float64, 3*len(rows)), Cell: s.Cell,
		FormalCharges: pick(s.FormalCharges, rows), Molecules: pick(s.Molecules, rows),
	}
	for k, row := range rows {
		geom.Put(part.Positions, k, geom.At(s.Positions, int(row)))
	}
	for k, b := range s.Bonds {
		if !marks[b[0]] || !marks[b[1]] {
			continue
		}
		part.Bonds = append(part.Bonds, [2]uint32{to[b[0]], to[b[1]]})
		if s.BondOrders != nil {
			part.BondOrders = append(part.BondOrders, s.BondOrders[k])
		}
	}
	if s.BondOrders != nil && part.BondOrders == nil {
		part.BondOrders = []uint8{}
	}
	return &Document{
		current: part, owned: true, refs: pick(d.refs, rows), whole: d,
		lastFrag: d.lastFrag, fragments: map[int32]string{},
	}
}

// maxSights bounds the atoms around which others are looked for. Beyond it new atoms keep
// away from their own molecules only.
const maxSights = 16

// markNear marks the atoms within sight of one, to the nearest image.
func markNear(s *structure.Structure, atom int, marks []bool) {
	from := geom.At(s.Positions, atom)
	c, err := cell.Cell{}, error(nil)
	if s.Cell != nil {
		c, err = cell.NewEitherHand(*s.Cell)
	}
	if s.Cell == nil || err != nil {
		p := s.Positions
		for i := range marks {
			if x := p[3*i] - from.X; x < sight && x > -sight && geom.At(p, i).Sub(from).Norm2() < sight*sight {
				marks[i] = true
			}
		}
		return
	}
	// Along the first vector most atoms are too far already.
	heights := c.Heights()
	inverse := geom.Vec3{X: c.Fractional(geom.Vec3{X: 1}).A, Y: c.Fractional(geom.Vec3{Y: 1}).A, Z: c.Fractional(geom.Vec3{Z: 1}).A}
	reach := sight / heights[0]
	p := s.Positions
	for i := range marks {
		x, y, z := p[3*i]-from.X, p[3*i+1]-from.Y, p[3*i+2]-from.Z
		f := inverse.X*x + inverse.Y*y + inverse.Z*z
		if f -= math.Floor(f + 0.5); f > reach || f < -reach {
			continue
		}
		if c.MinImage(geom.Vec3{X: x, Y: y, Z: z}).Norm2() < sight*sight {
			marks[i] = true
		}
	}
}

// pick returns the values of some rows; nil stays nil.
func pick[T any](values []T, rows []int32) []T {
	if values == nil {
		return nil
	}
	list := make([]T, len(rows))
	for k, row := range rows {
		list[k] = values[row]
	}
	return list
}

// passes is how often moleculesOf looks at all bonds before it finds every molecule.
const passes = 8

// moleculesOf marks every atom of the molecules that hold one of the atoms.
func moleculesOf(s *structure.Structure, atoms []int) []bool {
	marks := make([]bool, s.Len())
	for _, a := range atoms {
		marks[a] = true
	}
	// The bonds of a molecule stand together, mostly in the order of a walk through it.
	for range passes {
		grew := false
		for _, b := range s.Bonds {
			if marks[b[0]] != marks[b[1]] {
				marks[b[0]], marks[b[1]], grew = true, true, true
			}
		}
		if !grew {
			return marks
		}
		for k := len(s.Bonds) - 1; k >= 0; k-- {
			b := s.Bonds[k]
			if marks[b[0]] != marks[b[1]] {
				marks[b[0]], marks[b[1]] = true, true
			}
		}
	}
	of, n := s.Components()
	chosen := make([]bool, n)
	for _, a := range atoms {
		chosen[of[a]] = true
	}
	for i, k := range of {
		marks[i] = chosen[k]
	}
	return marks
}

// shown returns the row that people know an atom by: that in the whole document; atoms
// that are not there yet follow its last.
func (d *Document) shown(row int) int {
	if d.whole == nil {
		return row
	}
	at, ok := slices.BinarySearchFunc(d.whole.refs, d.refs[row], compareRefs)
	if !ok {
		return len(d.whole.refs) + int(d.refs[row].Atom)
	}
	return at
}
