package crystal

import (
	"context"
	"math"

	"github.com/molsmith/molsmith/chem/cell"
)

// rotations returns the matrices that keep the lengths and angles of the cell within a
// tolerance in Å, in coordinates as columns. The cell is a Niggli cell, in whose vectors all
// rotations have numbers from −1 to 1.
func rotations(c *cell.Cell, tolerance float64) [][9]int {
	type image struct {
		n   [3]int
		len float64
	}
	var images [3][]image // of each vector
	for k := range 3 {
		length := c.Vector(k).Norm()
		for i := -1; i <= 1; i++ {
			for j := -1; j <= 1; j++ {
				for l := -1; l <= 1; l++ {
					v := c.Shift(i, j, l)
					if d := v.Norm(); math.Abs(d-length) <= tolerance {
						images[k] = append(images[k], image{[3]int{i, j, l}, d})
					}
				}
			}
		}
	}
	_, angles := c.Parameters()
	// keeps says whether two images have the angle of the vectors: to within the tolerance
	// at the ends of the vectors.
	keeps := func(p, q image, angle float64) bool {
		v, w := c.Shift(p.n[0], p.n[1], p.n[2]), c.Shift(q.n[0], q.n[1], q.n[2])
		now := math.Atan2(v.Cross(w).Norm(), v.Dot(w))
		return math.Abs(now-angle*math.Pi/180)*(p.len+q.len)/2 <= tolerance
	}
	var found [][9]int
	for _, p := range images[0] {
		for _, q := range images[1] {
			if !keeps(p, q, angles[2]) {
				continue
			}
			for _, r := range images[2] {
				m := [9]int{p.n[0], q.n[0], r.n[0], p.n[1], q.n[1], r.n[1], p.n[2], q.n[2], r.n[2]}
				if d := determinant(&m); d*d == 1 && keeps(p, r, angles[1]) && keeps(q, r, angles[0]) {
					found = append(found, m)
				}
			}
		}
	}
	return found
}

// motions finds the translation that makes each rotation of the lattice one of the crystal,
// looking at no more than left places.
func (l *lattice) motions(ctx context.Context, tolerance float64, left *int) ([]motion, error) {
	find := newSites(&l.cell, l.elements, l.at, tolerance)
	find.left = left
	rare := rarest(l.elements)
	var targets []int
	for i, z := range l.elements {
		if z == rare {
			targets = append(targets, i)
		}
	}
	var group []motion
	to := make([]int32, len(l.at))
	for _, w := range rotations(&l.cell, tolerance) {
		start := rotate(&w, find.at[targets[0]])
		for _, k := range targets {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			t := from(start, find.at[k])
			if !find.mapped(&w, t, to) || !distinct(to) {
				if *left < 0 {
					return nil, errTooSlow
				}
				continue
			}
			// The mean over all atoms has less of their errors than one.
			var sum cell.Fractional
			for i, f := range find.at {
				d := nearestStep(wrapped(moved(&w, t, f)), find.at[to[i]])
				sum.A, sum.B, sum.C = sum.A+d.A, sum.B+d.B, sum.C+d.C
			}
			n := float64(len(find.at))
			group = append(group, motion{
				rotation: w, move: [3]float64{t.A + sum.A/n, t.B + sum.B/n, t.C + sum.C/n}, to: append([]int32(nil), to...),
			})
			break
		}
	}
	if !closed(group) {
		return nil, errNotClosed
	}
	return group, nil
}

func rotate(w *[9]int, f cell.Fractional) cell.Fractional {
	return cell.Fractional{
		A: float64(w[0])*f.A + float64(w[1])*f.B + float64(w[2])*f.C,
		B: float64(w[3])*f.A + float64(w[4])*f.B + float64(w[5])*f.C,
		C: float64(w[6])*f.A + float64(w[7])*f.B + float64(w[8])*f.C,
	}
}

// distinct says whether no atom is the image of two.
func distinct(to []int32) bool {
	seen := make([]bool, len(to))
	for _, k := range to {
		if seen[k] {
			return false
		}
		seen[k] = true
	}
	return true
}

// closed says whether the rotations are a group: products of two are in it.
func closed(group []motion) bool {
	has := map[[9]int]bool{}
	for i := range group {
		has[group[i].rotation] = true
	}
	for i := range group {
		for j := range group {
			if !has[times(&group[i].rotation, &group[j].rotation)] {
				return false
			}
		}
	}
	return len(has) > 0
}
