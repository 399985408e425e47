package edit

import (
	"math"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/grid"
	"github.com/molsmith/molsmith/contract"
)

// Arranged is what is done to all atoms, or to some, at once.
type Arranged struct {
	Ops   []Op
	Label string
	Notes []string
}

// MaxDuplicate bounds the distance in Å within which atoms count as one.
const MaxDuplicate = 2

// Duplicates returns the ops that remove every atom nearer than a tolerance, in Å, to one
// that stays and comes before it, images in the cell included. Only atoms of one element count,
// unless any is on. No ops: there are none.
func (d *Document) Duplicates(tolerance float64, any bool) (Arranged, error) {
	if !(tolerance > 0 && tolerance <= MaxDuplicate) {
		return Arranged{}, invalid("the tolerance is %g Å; give one above 0, up to %d", tolerance, MaxDuplicate)
	}
	s := &d.current
	var periodic *cell.Cell
	if s.Cell != nil {
		c, err := cell.NewEitherHand(*s.Cell)
		if err != nil {
			return Arranged{}, invalid("atoms cannot be compared in this cell: %v", err)
		}
		periodic = &c
	}
	near, err := grid.New(periodic, s.Positions, tolerance)
	if err != nil {
		return Arranged{}, invalid("atoms cannot be compared: %v", err)
	}
	gone := make([]bool, s.Len())
	looked := 0
	op := &DeleteAtoms{}
	for i := range gone {
		if gone[i] {
			continue
		}
		near.Near(geom.At(s.Positions, i), func(j int, _ geom.Vec3, d2 float64) bool {
			looked++
			if j > i && d2 < tolerance*tolerance && (any || s.Elements[i] == s.Elements[j]) {
				gone[j] = true
			}
			return true
		})
		if looked > mostLooked*(1000+s.Len()) {
			return Arranged{}, invalid("too many atoms lie at one place, such as %s; give a smaller tolerance", d.called(i))
		}
	}
	for i, is := range gone {
		if is {
			op.Atoms = append(op.Atoms, d.refs[i])
		}
	}
	if len(op.Atoms) == 0 {
		return Arranged{}, nil
	}
	return Arranged{Ops: []Op{op}, Label: "Delete " + count(len(op.Atoms), "duplicate")}, nil
}

// Translate returns the op that moves atoms, nil for all.
func (d *Document) Translate(atoms []int, by geom.Vec3) (Arranged, error) {
	refs, err := d.all(atoms)
	return Arranged{Ops: []Op{&MoveAtoms{Atoms: refs, By: by}}}, err
}

// Rotate returns the ops that turn atoms, nil for all, about an axis through their center,
// in degrees. All atoms of a document with a cell turn with it, about its origin.
func (d *Document) Rotate(atoms []int, axis geom.Vec3, angle float64) (Arranged, error) {
	refs, err := d.all(atoms)
	if err != nil {
		return Arranged{}, err
	}
	if !finite(axis.X, axis.Y, axis.Z, angle) || axis.Unit() == (geom.Vec3{}) {
		return Arranged{}, invalid("the axis of the rotation has no direction; give a vector that is not 0")
	}
	out := Arranged{}
	op := &RotateAtoms{Atoms: refs, Axis: axis, Angle: angle}
	if s := &d.current; s.Cell != nil && atoms == nil {
		turn := geom.AxisAngle(axis, angle/180*math.Pi).Matrix()
		out.Ops = append(out.Ops, d.turnedCell(&turn, -1))
		out.Notes = append(out.Notes, "The cell is turned too.")
	} else {
		op.Origin = d.middle(atoms)
	}
	out.Ops = append(out.Ops, op)
	return out, nil
}

// Align turns atoms as Rotate does so that one direction becomes another: from the zero
// vector, the direction in which the atoms reach farthest.
func (d *Document) Align(atoms []int, from, to geom.Vec3) (Arranged, error) {
	if from == (geom.Vec3{}) {
		from = d.longest(atoms)
	}
	a, b := from.Unit(), to.Unit()
	if !finite(a.X, a.Y, a.Z, b.X, b.Y, b.Z) || a == (geom.Vec3{}) || b == (geom.Vec3{}) {
		return Arranged{}, invalid("a direction that is to be aligned is 0; give one with a length")
	}
	axis := a.Cross(b)
	sine := axis.Norm()
	angle := math.Atan2(sine, a.Dot(b)) * 180 / math.Pi
	if sine < 1e-9 {
		if a.Dot(b) > 0 {
			return Arranged{}, nil
		}
		axis, angle = across(a), 180 // any axis at right angles
	}
	out, err := d.Rotate(atoms, axis, angle)
	out.Label = "Align " + d.those(atoms)
	return out, err
}

// Mirror returns the ops that reflect atoms, nil for all, through a plane with a normal: one
// through their center; of all atoms in a cell one that the lattice repeats, so that they stay
// in the cell, which turns where the plane is none of its own.
func (d *Document) Mirror(atoms []int, normal geom.Vec3) (Arranged, error) {
	refs, err := d.all(atoms)
	if err != nil {
		return Arranged{}, err
	}
	n := normal.Unit()
	if !finite(n.X, n.Y, n.Z) || n == (geom.Vec3{}) {
		return Arranged{}, invalid("the normal of the plane is 0; give a vector with a length")
	}
	s := &d.current
	out := Arranged{Label: "Mirror " + d.those(atoms), Notes: []string{"Centers of chirality are inverted."}}
	turn := reflection(n)
	from := d.middle(atoms)
	to := from
	if s.Cell != nil && atoms == nil {
		// The vector most along the normal is reversed: the cell keeps its hand.
		most := 0
		for k := range 3 {
			v, best := vectorOf(s.Cell, k).Unit(), vectorOf(s.Cell, most).Unit()
			if math.Abs(v.Dot(n)) > math.Abs(best.Dot(n))+1e-9 {
				most = k
			}
		}
		op := d.turnedCell(&turn, most)
		if !sameCell(op.Cell, s.Cell) {
			out.Ops = append(out.Ops, op)
			out.Notes = append(out.Notes, "The cell is mirrored too.")
		}
		from, to = vectorOf(s.Cell, most), geom.Vec3{} // the reversed vector goes from its other end
	}
	op := &ReplacePositions{Positions: make([]float64, 0, 3*len(refs))}
	if atoms != nil {
		op.Atoms = refs
	}
	for _, i := range d.rowsOr(atoms) {
		p := turn.MulVec(geom.At(s.Positions, i).Sub(from)).Add(to)
		op.Positions = append(op.Positions, p.X, p.Y, p.Z)
	}
	out.Ops = append(out.Ops, op)
	return out, nil
}

// across returns a vector at right angles to a unit vector.
func across(a geom.Vec3) geom.Vec3 {
	if math.Abs(a.X) < 0.6 {
		return a.Cross(geom.Vec3{X: 1})
	}
	return a.Cross(geom.Vec3{Y: 1})
}

func reflection(n geom.Vec3) geom.Mat3 {
	return geom.Mat3{
		1 - 2*n.X*n.X, -2 * n.X * n.Y, -2 * n.X * n.Z,
		-2 * n.Y * n.X, 1 - 2*n.Y*n.Y, -2 * n.Y * n.Z,
		-2 * n.Z * n.X, -2 * n.Z * n.Y, 1 - 2*n.Z*n.Z,
	}
}

func vectorOf(c *[9]float64, k int) geom.Vec3 { return geom.At(c[:], k) }

// turnedCell returns the op that turns the cell, and reverses one vector of it, −1: none.
func (d *Document) turnedCell(turn *geom.Mat3, reversed int) *SetCell {
	var c [9]float64
	for k := range 3 {
		v := turn.MulVec(vectorOf(d.current.Cell, k))
		if k == reversed {
			v = v.Neg()
		}
		geom.Put(c[:], k, v)
	}
	for i, x := range c {
		if math.Abs(x) < 1e-12 {
			c[i] = 0 // of a quarter turn
		}
	}
	return &SetCell{Cell: &c}
}

func sameCell(a, b *[9]float64) bool {
	for i := range a {
		if math.Abs(a[i]-b[i]) > 1e-9 {
			return false
		}
	}
	return true
}

// rowsOr returns the atoms, all for nil.
func (d *Document) rowsOr(atoms []int) []int {
	if atoms != nil {
		return atoms
	}
	rows := make([]int, d.current.Len())
	for i := range rows {
		rows[i] = i
	}
	return rows
}

func (d *Document) all(atoms []int) ([]Ref, error) {
	rows := d.rowsOr(atoms)
	if len(rows) == 0 {
		return nil, &contract.Error{Code: InvalidStep, Message: "the document has no atoms"}
	}
	return d.Refs(rows)
}

func (d *Document) those(atoms []int) string {
	if atoms == nil {
		return "the structure"
	}
	return count(len(atoms), "atom")
}

// middle is the mean position of atoms that are in the document; others do not count.
func (d *Document) middle(atoms []int) geom.Vec3 {
	var sum geom.Vec3
	n := 0.0
	for _, i := range d.rowsOr(atoms) {
		if i >= 0 && i < d.current.Len() {
			sum = sum.Add(geom.At(d.current.Positions, i))
			n++
		}
	}
	return sum.Scale(1 / max(1, n))
}

// longest is the direction in which atoms reach farthest from their center: the first
// principal axis, by power iteration.
func (d *Document) longest(atoms []int) geom.Vec3 {
	middle := d.middle(atoms)
	var m geom.Mat3
	for _, i := range d.rowsOr(atoms) {
		if i < 0 || i >= d.current.Len() {
			continue
		}
		p := geom.At(d.current.Positions, i).Sub(middle)
		v := [3]float64{p.X, p.Y, p.Z}
		for r := range 3 {
			for c := range 3 {
				m[3*r+c] += v[r] * v[c]
			}
		}
	}
	v := m.Row(0)
	for r := 1; r < 3; r++ {
		if row := m.Row(r); row.Norm2() > v.Norm2() {
			v = row
		}
	}
	for range 200 {
		v = m.MulVec(v.Unit())
	}
	return v.Unit()
}
