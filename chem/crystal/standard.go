package crystal

import (
	"math"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
)

// Standardized returns the ideal crystal: the standard setting of its group with the
// first vector along x and the second in the xy plane, lattice constants that the group allows,
// and atoms exactly where its operations ask for them. With primitive it is the
// primitive cell that International Tables derive from that. Turn and Shift
// tell how it came about; Turn holds the small strain too.
//
// Atoms that moved to their ideal places did so by about the tolerance at most. Bonds are those
// of the conventional or primitive cell.
func (y *Symmetry) Standardized(primitive bool) (*Built, error) {
	f, ok := newFrame(&y.conventional, y.group)
	if !ok {
		return nil, errNotClosed // not reached: identify made this frame
	}
	ideal, err := y.idealCell(f)
	if err != nil {
		return nil, refuse("the standard cell: %v", err)
	}
	at := y.idealSites(f)
	// The cell that the atoms are listed in, rows in the conventional vectors, and what is a
	// whole vector of the primitive cell in it.
	inner := [9]float64{1, 0, 0, 0, 1, 0, 0, 0, 1}
	if primitive {
		inner = primitiveOf(f.letter)
	}
	points := f.centering
	if primitive {
		points = f.centering[:1]
	}
	toInner := invert(inner)
	v := ideal.Vectors()
	small, err := cell.New(combineRows(&inner, &v))
	if err != nil {
		return nil, refuse("the primitive cell: %v", err)
	}
	// Bonds and data come from the same cell in the structure as it was.
	rough, order, err := y.roughly(f, inner, points)
	if err != nil {
		return nil, err
	}
	s := rough.Structure
	vectors := small.Vectors()
	s.Cell = &vectors
	for i, k := range order {
		x := at[k.atom]
		var in [3]float64
		for c := range 3 {
			for r := range 3 {
				in[c] += (x[r] + points[k.point][r]) * toInner[3*r+c]
			}
		}
		for c := range in {
			if in[c] = snap(in[c] - math.Floor(in[c])); in[c] >= 1 {
				in[c] = 0
			}
		}
		geom.Put(s.Positions, i, small.Cartesian(cell.Fractional{A: in[0], B: in[1], C: in[2]}))
	}
	u := y.lattice.cell.Vectors()
	was := geom.Mat3(multiply(&y.conventional, &u))
	back, _ := was.Inverse()
	now := geom.Mat3(v)
	m := back.Mul(&now)
	rough.Turn = m.Transpose()
	rough.Shift = was.Row(0).Scale(y.shift[0]).AddScaled(y.shift[1], was.Row(1)).AddScaled(y.shift[2], was.Row(2))
	return rough, nil
}

// snap makes a coordinate a twenty-fourth that it is within rounding.
func snap(x float64) float64 {
	if n := math.Round(24 * x); math.Abs(24*x-n) < 1e-9 {
		return n / 24
	}
	return x
}

// place is an atom of the primitive cell at one of the lattice points.
type place struct{ atom, point int }

// roughly returns the atoms as they are, in the standard cell or its primitive one.
func (y *Symmetry) roughly(f *frame, inner [9]float64, points [][3]float64) (*Built, []place, error) {
	var p [9]int // rows in the primitive vectors
	for i := range 3 {
		for j := range 3 {
			x := 0.0
			for k := range 3 {
				x += inner[3*i+k] * float64(y.conventional[3*k+j])
			}
			p[3*i+j] = int(math.Round(x))
		}
	}
	u := y.lattice.cell.Vectors()
	c, err := cell.New(multiply(&p, &u))
	if err != nil {
		return nil, nil, refuse("the standard cell: %v", err)
	}
	built, err := y.recell(c, p)
	if err != nil {
		return nil, nil, err
	}
	// recell goes through the points of its sublattice, in an order of its own.
	lattice, err := newSublattice(p, MaxAtoms)
	if err != nil {
		return nil, nil, err
	}
	order := make([]place, 0, built.Structure.Len())
	for _, n := range lattice.points {
		x := f.toFrame([3]float64{float64(n[0]), float64(n[1]), float64(n[2])})
		at := 0
		for k, q := range points {
			if len(points) > 1 && far(x[0]-q[0]) < 1e-6 && far(x[1]-q[1]) < 1e-6 && far(x[2]-q[2]) < 1e-6 {
				at = k
			}
		}
		for k := range y.lattice.first {
			order = append(order, place{k, at})
		}
	}
	return built, order, nil
}

// idealCell is the cell of the frame with the lengths and angles that the group allows, the
// mean over its rotations.
func (y *Symmetry) idealCell(f *frame) (cell.Cell, error) {
	u := y.lattice.cell.Vectors()
	rows := geom.Mat3(multiply(&y.conventional, &u))
	var metric, mean [9]float64
	for i := range 3 {
		for j := range 3 {
			metric[3*i+j] = rows.Row(i).Dot(rows.Row(j))
		}
	}
	for n := range f.rotations {
		w := &f.rotations[n]
		for i := range 3 {
			for j := range 3 {
				for k := range 3 {
					for l := range 3 {
						mean[3*i+j] += float64(w[3*k+i]) * metric[3*k+l] * float64(w[3*l+j])
					}
				}
			}
		}
	}
	var lengths, angles [3]float64
	for i := range 3 {
		lengths[i] = math.Sqrt(mean[4*i] / float64(len(f.rotations)))
	}
	for i := range 3 {
		j, k := (i+1)%3, (i+2)%3
		cos := mean[3*j+k] / float64(len(f.rotations)) / (lengths[j] * lengths[k])
		angles[i] = math.Acos(max(-1, min(1, cos))) * 180 / math.Pi
		if whole := math.Round(angles[i]); math.Abs(angles[i]-whole) < 1e-7 {
			angles[i] = whole
		}
	}
	return cell.FromParameters(lengths[0], lengths[1], lengths[2], angles[0], angles[1], angles[2])
}

// idealSites returns the atoms of the primitive cell in coordinates of the setting: each is
// the mean of what all operations make of the atoms that they bring to it.
func (y *Symmetry) idealSites(f *frame) [][3]float64 {
	l := y.lattice
	at := make([][3]float64, len(l.at))
	for i, x := range l.at {
		at[i] = f.toFrame([3]float64{x.A, x.B, x.C})
		for k := range 3 {
			at[i][k] += y.shift[k]
		}
	}
	sums := make([][3]float64, len(at))
	for n := range y.group {
		w := &f.rotations[n]
		var t [3]float64
		for k := range y.standard {
			if whole(&y.standard[k].Rotation) == *w {
				t = y.standard[k].Translation
				break
			}
		}
		for i, to := range y.group[n].to {
			var d [3]float64
			for r := range 3 {
				d[r] = t[r] - at[to][r]
				for c := range 3 {
					d[r] += float64(w[3*r+c]) * at[i][c]
				}
			}
			d = f.toPrimitive(d)
			for r := range d {
				d[r] = centered(d[r])
			}
			d = f.toFrame(d)
			for r := range d {
				sums[to][r] += d[r]
			}
		}
	}
	for i := range at {
		for k := range 3 {
			at[i][k] += sums[i][k] / float64(len(y.group))
		}
	}
	return at
}

// primitiveOf returns the primitive vectors of a centered cell, rows in its vectors
// (International Tables A, 1.5.1).
func primitiveOf(letter byte) [9]float64 {
	switch letter {
	case 'A':
		return [9]float64{1, 0, 0, 0, 0.5, -0.5, 0, 0.5, 0.5}
	case 'B':
		return [9]float64{0.5, 0, -0.5, 0, 1, 0, 0.5, 0, 0.5}
	case 'C':
		return [9]float64{0.5, -0.5, 0, 0.5, 0.5, 0, 0, 0, 1}
	case 'I':
		return [9]float64{-0.5, 0.5, 0.5, 0.5, -0.5, 0.5, 0.5, 0.5, -0.5}
	case 'F':
		return [9]float64{0, 0.5, 0.5, 0.5, 0, 0.5, 0.5, 0.5, 0}
	case 'R':
		return [9]float64{2. / 3, 1. / 3, 1. / 3, -1. / 3, 1. / 3, 1. / 3, -1. / 3, -2. / 3, 1. / 3}
	}
	return [9]float64{1, 0, 0, 0, 1, 0, 0, 0, 1}
}

// combineRows returns the vectors that the rows of m make of those of v.
func combineRows(m, v *[9]float64) (out [9]float64) {
	for i := range 3 {
		for j := range 3 {
			out[3*i+j] = m[3*i]*v[j] + m[3*i+1]*v[3+j] + m[3*i+2]*v[6+j]
		}
	}
	return out
}
