package crystal

import (
	"math"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/symm"
)

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
