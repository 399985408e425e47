package structure

import (
	"math"

	"github.com/molsmith/molsmith/chem/geom"
)

// Orientation says what Standard did to a structure.
type Orientation struct {
	Rotated  bool // cell and atoms were turned together
	Reversed bool // the third vector was reversed, because the cell was left-handed
}

// Standard returns s with its cell in the orientation that PDB, GROMACS and
// LAMMPS files assume: the first vector along +x, the second in the xy plane
// with y > 0, the third with z > 0. Atoms are turned with the cell, so all
// distances stay. A left-handed cell gets its third vector reversed first, which
// is another description of the same lattice. ok is false when there is no cell,
// or one without volume.
//
// The result shares every array with s but the cell, and the positions when
// they were turned. It shares everything when nothing had to be done.
func (s *Structure) Standard() (out *Structure, did Orientation, ok bool) {
	if s.Cell == nil {
		return s, did, false
	}
	v := *s.Cell
	volume := determinant(&v)
	if volume == 0 || !finite(volume) {
		return s, did, false
	}
	if volume < 0 {
		v[6], v[7], v[8] = -v[6], -v[7], -v[8]
		did.Reversed = true
	}
	m := geom.Mat3(v)
	a, b, c := m.Row(0), m.Row(1), m.Row(2)
	normal := a.Cross(b)
	if a.Norm() == 0 || normal.Norm() == 0 {
		return s, did, false
	}
	copied := *s
	copied.Cell = &v
	if v[1] == 0 && v[2] == 0 && v[5] == 0 && v[0] > 0 && v[4] > 0 {
		if !did.Reversed {
			return s, did, true
		}
		dropNegativeZeros(&v)
		return &copied, did, true
	}
	did.Rotated = true
	e1 := a.Unit()
	e3 := normal.Unit()
	e2 := e3.Cross(e1)
	v = [9]float64{
		a.Norm(), 0, 0,
		b.Dot(e1), b.Dot(e2), 0,
		c.Dot(e1), c.Dot(e2), c.Dot(e3),
	}
	dropNegativeZeros(&v)
	copied.Positions = make([]float64, len(s.Positions))
	for i := range s.Len() {
		p := geom.At(s.Positions, i)
		geom.Put(copied.Positions, i, geom.Vec3{X: p.Dot(e1), Y: p.Dot(e2), Z: p.Dot(e3)})
	}
	return &copied, did, true
}

func dropNegativeZeros(v *[9]float64) {
	for k := range v {
		v[k] += 0 // −0 + 0 is 0
	}
}

// ReduceTilts returns the cell of standard orientation v with its second and
// third vectors shortened by whole lattice vectors until no tilt is longer than
// half the edge it leans along, as GROMACS and LAMMPS require. It is another
// description of the same lattice: atoms stay where they are. changed is false
// when nothing had to be done.
func ReduceTilts(v [9]float64) (reduced [9]float64, changed bool) {
	reduce := func(row, along int) {
		tilt, edge := v[3*row+along], v[3*along+along]
		if math.Abs(tilt) <= edge/2*(1+1e-9) {
			return
		}
		n := math.Round(tilt / edge)
		for k := range along + 1 {
			v[3*row+k] -= n * v[3*along+k]
		}
		changed = true
	}
	reduce(1, 0)
	reduce(2, 1)
	reduce(2, 0)
	return v, changed
}
