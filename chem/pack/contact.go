package pack

import (
	"math"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/grid"
)

// damping is added to the diagonal of the normal equations, per unit of
// translation; it bounds the step along directions that no contact resists.
const damping = 0.1

// contacts gathers the least-squares problem of one molecule: find the
// translation t and small rotation w that bring every close atom to its goal
// distance, Σ (xₖ − uₖ·t − (rₖ×uₖ)·w)² → min, where xₖ is what is missing to
// the goal, uₖ the unit vector away from the other atom and rₖ the lever from
// the center. The penalty itself is E = ½ Σ xₖ².
type contacts struct {
	matrix [21]float64 // JᵀJ, lower triangle by rows; translation first
	vector [6]float64  // Jᵀx = −∂E/∂(t, w)
}

// add enters one contact: u the direction, lever×u its moment, x the missing
// distance.
func (c *contacts) add(u, moment geom.Vec3, x float64) {
	v, m := &c.vector, &c.matrix
	v[0] += x * u.X
	v[1] += x * u.Y
	v[2] += x * u.Z
	v[3] += x * moment.X
	v[4] += x * moment.Y
	v[5] += x * moment.Z

	m[0] += u.X * u.X
	m[1] += u.Y * u.X
	m[2] += u.Y * u.Y
	m[3] += u.Z * u.X
	m[4] += u.Z * u.Y
	m[5] += u.Z * u.Z
	m[6] += moment.X * u.X
	m[7] += moment.X * u.Y
	m[8] += moment.X * u.Z
	m[9] += moment.X * moment.X
	m[10] += moment.Y * u.X
	m[11] += moment.Y * u.Y
	m[12] += moment.Y * u.Z
	m[13] += moment.Y * moment.X
	m[14] += moment.Y * moment.Y
	m[15] += moment.Z * u.X
	m[16] += moment.Z * u.Y
	m[17] += moment.Z * u.Z
	m[18] += moment.Z * moment.X
	m[19] += moment.Z * moment.Y
	m[20] += moment.Z * moment.Z
}

// solve returns the damped solution (Levenberg 1944): (JᵀJ + λD)·(t, w) = Jᵀx
// with D = 1 for translations and gyr2 for rotations, so that an atom at the
// radius of gyration is damped as much by either. It destroys c.
func (c *contacts) solve(gyr2 float64) (t, w geom.Vec3) {
	m, v := &c.matrix, &c.vector
	m[0] += damping
	m[2] += damping
	m[5] += damping
	m[9] += damping * gyr2
	m[14] += damping * gyr2
	m[20] += damping * gyr2
	// Cholesky factor in place, and forward substitution on the way. The damping
	// keeps the pivots positive.
	var inverse [6]float64 // of the diagonal
	row := 0
	for i := range 6 {
		y := v[i]
		column := 0
		for j := range i {
			sum := m[row+j]
			for k := range j {
				sum -= m[row+k] * m[column+k]
			}
			sum *= inverse[j]
			m[row+j] = sum
			y -= sum * v[j]
			column += j + 1
		}
		pivot := m[row+i]
		for k := range i {
			pivot -= m[row+k] * m[row+k]
		}
		inverse[i] = 1 / math.Sqrt(pivot)
		v[i] = y * inverse[i]
		row += i + 1
	}
	for i := 5; i >= 0; i-- {
		row -= i + 1
		v[i] *= inverse[i]
		for j := range i {
			v[j] -= m[row+j] * v[i]
		}
	}
	return geom.Vec3{X: v[0], Y: v[1], Z: v[2]}, geom.Vec3{X: v[3], Y: v[4], Z: v[5]}
}

// gather fills c with the contacts of molecule i closer than the goal. It
// returns whether any is closer than needed; ch.pushed then has the partners of
// those, and ch.soft the partners of the others.
func (s *system) gather(ch *chunk, i int, c *contacts) (hard bool) {
	m := &s.molecules[i]
	first := int(m.first)
	size := uint(len(m.shape.sites))
	reach2 := (s.goal + slack) * (s.goal + slack)
	goal2, need2 := s.goal*s.goal, s.need*s.need
	chunkSize := uint(ch.high - ch.loAtom)
	rows := s.grid.Rows()
	ch.soft = ch.soft[:0]
	if w := m.shape.walls; w != nil {
		hard = w.gather(s, m, c)
	}
	hard = s.region.gather(m, c) || hard
	for a := first; a < first+int(size); a++ {
		p := geom.At(s.now, a)
		at := s.grid.Cell(a)
		for k := range rows {
			row := s.grid.Row(at, k)
			for n := range row {
				// Most images are ruled out by where they were when last sorted.
				image := &row[n]
				dx, dy, dz := p.X-image.Position.X, p.Y-image.Position.Y, p.Z-image.Position.Z
				if dx*dx+dy*dy+dz*dz > reach2 {
					continue
				}
				j := int(image.Index)
				own := uint(j-first) < size
				if own && s.sameImage(a, j, image) {
					continue
				}
				current, share := s.before, 0.5 // the other one moves too
				if uint(j-ch.loAtom) < chunkSize {
					current, share = s.now, 1
				}
				d := p.Sub(geom.At(current, j))
				if image.Shift != 0 {
					d = d.Sub(s.grid.ShiftOf(image).Vector)
				}
				d2 := d.Norm2()
				if d2 >= goal2 {
					continue
				}
				length := math.Sqrt(d2)
				u := geom.Vec3{X: 1}
				if length > 1e-9 {
					u = d.Scale(1 / length)
				}
				if j >= s.movable {
					share = 1
				} else if d2 < need2 {
					ch.pushed = append(ch.pushed, s.owner[j])
				} else {
					ch.soft = append(ch.soft, s.owner[j])
				}
				hard = hard || d2 < need2
				arm := p.Sub(s.offset[a]).Sub(m.center)
				if own {
					// Its image moves along and turns too: only the change of the
					// difference of the levers counts. The pair is met from both ends.
					if a < j {
						other := geom.At(current, j).Sub(s.offset[j]).Sub(m.center)
						c.add(geom.Vec3{}, arm.Sub(other).Cross(u), s.goal-length)
					}
					continue
				}
				c.add(u, arm.Cross(u), share*(s.goal-length))
			}
		}
	}
	return hard
}

// sameImage reports whether atom j, in an image of the grid, is the one that
// belongs to the same copy of their molecule as atom a.
func (s *system) sameImage(a, j int, image *grid.Image) bool {
	ca, cj := &s.cells[a], &s.cells[j]
	n := &s.grid.ShiftOf(image).Cells
	return ca[0] == cj[0]+n[0] && ca[1] == cj[1]+n[1] && ca[2] == cj[2]+n[2]
}
