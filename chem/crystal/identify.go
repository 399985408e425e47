package crystal

import (
	"math"
	"strings"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/symm"
)

// offGrid is how far a translation, in units of the primitive vectors, may be from what a
// group of the tables asks for. Those of different groups differ by a twelfth or more.
const offGrid = 0.04

// identify finds the group of the tables that the motions are.
func (y *Symmetry) identify() error {
	rotations := make([][9]int, len(y.group))
	for i := range y.group {
		rotations[i] = y.group[i].rotation
	}
	k, ok := pointGroup(rotations)
	if !ok {
		return errNotClosed
	}
	y.Point = pointGroups[k].name
	system := family(k)
	var candidates []candidate
	number := 0
	for _, s := range symm.Settings(0) {
		if s.Number != number && symm.System(s.Number) == system { // the first one is the standard
			candidates = append(candidates, candidate{setting: s})
		}
		number = s.Number
	}
	for _, basis := range y.lattice.bases(system, y.group) {
		frame, ok := newFrame(&basis, y.group)
		if !ok {
			continue
		}
		for c := range candidates {
			t := &candidates[c]
			if frame.letter != 0 && strings.IndexByte(strings.TrimPrefix(t.setting.Hall, "-"), frame.letter) != 0 || !t.fits(k) {
				continue
			}
			if shift, ok := frame.match(t.operations, y.group); ok {
				y.Setting, y.standard, y.conventional, y.shift = t.setting, t.operations, basis, shift
				return nil
			}
		}
	}
	return errNotClosed
}

// candidate is a setting with its operations, once they are wanted.
type candidate struct {
	setting    symm.Setting
	operations []symm.Operation
	point      int
}

// fits says whether the setting has a point group.
func (c *candidate) fits(point int) bool {
	if c.operations == nil {
		c.operations = c.setting.Operations()
		c.point = -1
		if k, ok := pointGroup(different(c.operations)); ok {
			c.point = k
		}
	}
	return c.point == point
}

// different returns the rotations of a group, each once.
func different(operations []symm.Operation) [][9]int {
	var list [][9]int
	for i := range operations {
		w := whole(&operations[i].Rotation)
		known := false
		for k := range list {
			known = known || list[k] == w
		}
		if !known {
			list = append(list, w)
		}
	}
	return list
}

func whole(r *[9]int8) (w [9]int) {
	for i, x := range r {
		w[i] = int(x)
	}
	return w
}

// match finds the origin at which the group is that of a table: a shift p so that a point at
// x in the frame is x + p in the setting. Then w − t = (1 − W)·p up to lattice vectors for
// operations (W, t) of the crystal and (W, w) of the table.
func (f *frame) match(operations []symm.Operation, group []motion) (shift [3]float64, ok bool) {
	if len(operations) != len(group)*f.det {
		return shift, false
	}
	// A primitive cell of the tables does not need a letter; others must have the points.
	for i := range operations {
		if o := &operations[i]; o.Rotation == ([9]int8{1, 0, 0, 0, 1, 0, 0, 0, 1}) && !f.centered(o.Translation) {
			return shift, false
		}
	}
	steps := make([][3]float64, len(group))
	for i := range group {
		found := false
		for k := range operations {
			if found = whole(&operations[k].Rotation) == f.rotations[i]; found {
				w := f.toPrimitive(operations[k].Translation)
				t := group[i].move
				steps[i] = [3]float64{w[0] - t[0], w[1] - t[1], w[2] - t[2]}
				break
			}
		}
		if !found {
			return shift, false
		}
	}
	var q [3]float64
	if !solves(group, steps, q) {
		q = origin(group, steps)
		if !solves(group, steps, q) {
			return shift, false
		}
	}
	shift = f.toFrame(q)
	for k := range shift {
		shift[k] -= math.Floor(shift[k] + 1e-9)
	}
	return shift, true
}

func (f *frame) centered(t [3]float64) bool {
	for _, p := range f.centering {
		if far(p[0]-t[0]) < 1e-6 && far(p[1]-t[1]) < 1e-6 && far(p[2]-t[2]) < 1e-6 {
			return true
		}
	}
	return false
}

// solves says whether (1 − W)·q is the step of each motion, up to whole numbers.
func solves(group []motion, steps [][3]float64, q [3]float64) bool {
	for i := range group {
		w := &group[i].rotation
		for r := range 3 {
			x := steps[i][r] - q[r]
			for c := range 3 {
				x += float64(w[3*r+c]) * q[c]
			}
			if far(x) > offGrid {
				return false
			}
		}
	}
	return true
}

// given finds the setting that the cell of the source is itself, and its operations.
func (y *Symmetry) given() {
	inverse := invert(y.lattice.vectors)
	var p [9]int
	for i, x := range inverse {
		p[i] = int(math.Round(x))
	}
	f, ok := newFrame(&p, y.group)
	if !ok {
		return
	}
	if n := len(y.group) * f.det; n <= maxOperations {
		y.Operations = f.operations(y.group)
	}
	nearest := math.Inf(1)
	for _, s := range symm.Settings(y.Setting.Number) {
		shift, ok := f.match(s.Operations(), y.group)
		if !ok {
			continue
		}
		at := cell.Fractional{A: centered(shift[0]), B: centered(shift[1]), C: centered(shift[2])}
		if d := at.A*at.A + at.B*at.B + at.C*at.C; d < nearest-1e-6 {
			nearest = d
			setting := s
			y.Given, y.Origin = &setting, at
		}
	}
}

// maxOperations bounds the list of a cell that is a supercell.
const maxOperations = 4096

// centered brings a coordinate into [−½, ½).
func centered(x float64) float64 { return x - math.Floor(x+0.5) }
