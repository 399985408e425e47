package edit

import (
	"math"

	"github.com/molsmith/molsmith/chem/geom"
)

// MoveAtoms shifts atoms by one vector.
type MoveAtoms struct {
	Atoms []Ref // at least one, each once
	By    geom.Vec3
}

// RotateAtoms turns atoms about an axis, right-handed: seen against the axis they go
// counterclockwise.
type RotateAtoms struct {
	Atoms  []Ref     // at least one, each once
	Axis   geom.Vec3 // of any length but 0
	Origin geom.Vec3 // a point of the axis, Å
	Angle  float64   // degrees
}

func (op *MoveAtoms) apply(d *Document) (inverse, error) {
	if !finite(op.By.X, op.By.Y, op.By.Z) {
		return nil, invalid("the shift holds a coordinate that is not a finite number")
	}
	return d.displace(op.Atoms, func(p geom.Vec3) geom.Vec3 { return p.Add(op.By) })
}

func (op *RotateAtoms) apply(d *Document) (inverse, error) {
	if !finite(op.Axis.X, op.Axis.Y, op.Axis.Z, op.Origin.X, op.Origin.Y, op.Origin.Z, op.Angle) {
		return nil, invalid("the rotation holds a value that is not a finite number")
	}
	if op.Axis.Unit() == (geom.Vec3{}) {
		return nil, invalid("the axis of the rotation has no direction; give a vector that is not 0")
	}
	turn := geom.AxisAngle(op.Axis, op.Angle/180*math.Pi).Matrix()
	return d.displace(op.Atoms, func(p geom.Vec3) geom.Vec3 {
		return turn.MulVec(p.Sub(op.Origin)).Add(op.Origin)
	})
}

func finite(values ...float64) bool {
	for _, x := range values {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return false
		}
	}
	return true
}

// displace moves atoms, each by where it is.
func (d *Document) displace(atoms []Ref, to func(geom.Vec3) geom.Vec3) (inverse, error) {
	rows, first, err := d.distinct(atoms, len(atoms))
	if err != nil {
		return nil, err
	}
	s := d.own()
	undo := &restorePositions{rows: rows, first: first, positions: make([]float64, 3*len(rows)), bonds: len(s.Bonds)}
	for i, row := range rows {
		at := s.Positions[3*row : 3*row+3 : 3*row+3]
		before := geom.Vec3{X: at[0], Y: at[1], Z: at[2]}
		geom.Put(undo.positions, i, before)
		p := to(before)
		// One look at the sum of most places: it is finite where they are.
		if sum := p.X + p.Y + p.Z; sum-sum != 0 && !finite(p.X, p.Y, p.Z) {
			undo.rows = rows[:i]
			undo.revert(d)
			return nil, invalid("%s would be moved to no place", d.called(row))
		}
		at[0], at[1], at[2] = p.X, p.Y, p.Z
	}
	return undo, nil
}
