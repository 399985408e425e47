package crystal

import (
	"math"
	"strings"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
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

// frame is a basis of a lattice that contains the primitive one's vectors a whole number
// of times: rows P in the primitive vectors. Coordinates in it are x, in the primitive cell Q·x
// with Q = Pᵀ.
type frame struct {
	q, adjugate [9]int
	det         int
	rotations   [][9]int     // of the group in the frame
	centering   [][3]float64 // lattice points in the frame
	letter      byte         // of the centering; 0: none of P A B C I F R
}

// newFrame turns a group into a basis; ok is false when its rotations are no whole numbers
// there.
func newFrame(p *[9]int, group []motion) (f *frame, ok bool) {
	f = &frame{det: determinant(p), q: [9]int{p[0], p[3], p[6], p[1], p[4], p[7], p[2], p[5], p[8]}}
	if f.det <= 0 {
		return nil, false
	}
	f.adjugate = adjugateOf(&f.q)
	for i := range group {
		w := times(&f.adjugate, &group[i].rotation)
		w = times(&w, &f.q)
		for k := range w {
			if w[k]%f.det != 0 {
				return nil, false
			}
			w[k] /= f.det
		}
		f.rotations = append(f.rotations, w)
	}
	points, err := newSublattice(*p, 1000)
	if err != nil || points.points == nil {
		return nil, false
	}
	for _, n := range points.points {
		f.centering = append(f.centering, f.toFrame([3]float64{float64(n[0]), float64(n[1]), float64(n[2])}))
	}
	f.letter = letterOf(f.centering)
	return f, true
}

// toFrame returns coordinates in the frame of a point of the primitive cell.
func (f *frame) toFrame(x [3]float64) (y [3]float64) {
	for i := range 3 {
		for j := range 3 {
			y[i] += float64(f.adjugate[3*i+j]) * x[j]
		}
		y[i] /= float64(f.det)
	}
	return y
}

// toPrimitive is the reverse of toFrame.
func (f *frame) toPrimitive(x [3]float64) (y [3]float64) {
	for i := range 3 {
		for j := range 3 {
			y[i] += float64(f.q[3*i+j]) * x[j]
		}
	}
	return y
}

// letterOf names the centering that lattice points in a cell make.
func letterOf(points [][3]float64) byte {
	has := func(a, b, c float64) bool {
		for _, p := range points {
			if far(p[0]-a) < 1e-6 && far(p[1]-b) < 1e-6 && far(p[2]-c) < 1e-6 {
				return true
			}
		}
		return false
	}
	switch len(points) {
	case 1:
		return 'P'
	case 2:
		switch {
		case has(0, 0.5, 0.5):
			return 'A'
		case has(0.5, 0, 0.5):
			return 'B'
		case has(0.5, 0.5, 0):
			return 'C'
		case has(0.5, 0.5, 0.5):
			return 'I'
		}
	case 3:
		if has(2*third, third, third) {
			return 'R'
		}
	case 4:
		if has(0, 0.5, 0.5) && has(0.5, 0, 0.5) {
			return 'F'
		}
	}
	return 0
}

// far is the distance of a number from the nearest whole one.
func far(x float64) float64 { return math.Abs(x - math.Floor(x+0.5)) }

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

// origin returns a solution of (1 − W)·q = step, up to whole numbers, for all motions,
// if there is one. The equations of generators are brought to diagonal form by whole row and
// column operations, which keep "up to whole numbers" true (Grosse-Kunstleve, Acta
// Cryst. 1999, A55, 383).
func origin(group []motion, steps [][3]float64) (q [3]float64) {
	var rows [][3]int
	var right []float64
	for _, i := range generators(group) {
		w := &group[i].rotation
		for r := range 3 {
			row := [3]int{-w[3*r], -w[3*r+1], -w[3*r+2]}
			row[r]++
			rows = append(rows, row)
			right = append(right, steps[i][r])
		}
	}
	columns := [9]int{1, 0, 0, 0, 1, 0, 0, 0, 1} // q = columns · y
	for k := 0; k < 3 && k < len(rows); k++ {
		for pivot(rows, right, &columns, k) {
			d := rows[k][k]
			clean := true
			for r := range rows {
				if n := rows[r][k] / d; r != k && rows[r][k] != 0 {
					for c := range 3 {
						rows[r][c] -= n * rows[k][c]
					}
					right[r] -= float64(n) * right[k]
					clean = clean && rows[r][k] == 0
				}
			}
			for c := k + 1; c < 3; c++ {
				if n := rows[k][c] / d; rows[k][c] != 0 {
					for r := range rows {
						rows[r][c] -= n * rows[r][k]
					}
					for r := range 3 {
						columns[3*r+c] -= n * columns[3*r+k]
					}
					clean = clean && rows[k][c] == 0
				}
			}
			if clean {
				break
			}
		}
	}
	var solution [3]float64
	for k := 0; k < 3 && k < len(rows); k++ {
		if d := rows[k][k]; d != 0 {
			x := right[k] - math.Floor(right[k]+0.5)
			solution[k] = x / float64(d)
		}
	}
	for i := range 3 {
		for k := range 3 {
			q[i] += float64(columns[3*i+k]) * solution[k]
		}
	}
	return q
}

// pivot moves the smallest number that is not zero of the rows and columns from k on to (k,
// k); false when all are zero.
func pivot(rows [][3]int, right []float64, columns *[9]int, k int) bool {
	at, best := [2]int{-1, -1}, 0
	for r := k; r < len(rows); r++ {
		for c := k; c < 3; c++ {
			if n := abs(rows[r][c]); n > 0 && (best == 0 || n < best) {
				at, best = [2]int{r, c}, n
			}
		}
	}
	if best == 0 {
		return false
	}
	rows[k], rows[at[0]] = rows[at[0]], rows[k]
	right[k], right[at[0]] = right[at[0]], right[k]
	if c := at[1]; c != k {
		for r := range rows {
			rows[r][k], rows[r][c] = rows[r][c], rows[r][k]
		}
		for r := range 3 {
			columns[3*r+k], columns[3*r+c] = columns[3*r+c], columns[3*r+k]
		}
	}
	return true
}

// generators returns motions whose products are all others.
func generators(group []motion) []int {
	made := [][9]int{{1, 0, 0, 0, 1, 0, 0, 0, 1}}
	has := func(w [9]int) bool {
		for i := range made {
			if made[i] == w {
				return true
			}
		}
		return false
	}
	var chosen []int
	for i := range group {
		if has(group[i].rotation) {
			continue
		}
		chosen = append(chosen, i)
		for n := 0; n < len(made); n++ {
			for _, k := range chosen {
				if w := times(&group[k].rotation, &made[n]); !has(w) {
					made = append(made, w)
				}
			}
		}
	}
	return chosen
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

// operations returns the group in the frame with its lattice points, the identity first.
func (f *frame) operations(group []motion) []symm.Operation {
	var list []symm.Operation
	for i := range group {
		t := f.toFrame(group[i].move)
		for _, p := range f.centering {
			var o symm.Operation
			for k, x := range f.rotations[i] {
				o.Rotation[k] = int8(x)
			}
			for k := range 3 {
				x := t[k] + p[k]
				if n := math.Round(24 * x); math.Abs(24*x-n) < 24e-4 {
					x = n / 24 // the mean of many atoms has rounding errors
				}
				if x -= math.Floor(x); x >= 1 {
					x = 0
				}
				o.Translation[k] = x
			}
			list = append(list, o)
		}
	}
	for i := range list {
		if list[i] == symm.Identity() {
			list[0], list[i] = list[i], list[0]
			break
		}
	}
	return list
}

func invert(v [9]float64) [9]float64 {
	m := geom.Mat3(v)
	inverse, _ := m.Inverse() // of a basis that spans a volume
	return inverse
}
