package crystal

import (
	"math"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
)

// place turns the crystal and brings its atoms into one repeat of the basis.
func (k *cut) place(shift float64) {
	if !k.cell.RightHanded() {
		k.basis[0], k.basis[1], k.basis[2] = -k.basis[0], -k.basis[1], -k.basis[2]
	}
	k.inverse = adjugateOf(&k.basis)
	if determinant(&k.basis) < 0 {
		for i := range k.inverse {
			k.inverse[i] = -k.inverse[i]
		}
	}
	v := k.cell.Vectors()
	rows := geom.Mat3(multiply(&k.basis, &v))
	x := rows.Row(0).Unit()
	z := rows.Row(0).Cross(rows.Row(1)).Unit()
	k.turn = geom.FromRows(x, z.Cross(x), z)
	k.raised = rows.Row(2).Scale(shift)
	for i := range 3 {
		k.vectors[i] = k.turn.MulVec(rows.Row(i))
	}
	k.vectors[0].Y, k.vectors[0].Z, k.vectors[1].Z = 0, 0, 0 // but for rounding
	n := k.source.Len()
	k.places, k.floors, k.heights = make([]geom.Vec3, n), make([][3]int, n), make([]float64, n)
	for i := range n {
		f := k.cell.Fractional(geom.At(k.source.Positions, i))
		at := [3]float64{f.A, f.B, f.C}
		var s [3]float64
		for c := range 3 {
			for r := range 3 {
				s[c] += at[r] * float64(k.inverse[3*r+c])
			}
		}
		s[2] += shift
		var p geom.Vec3
		edge := [3]float64{faceEdge, faceEdge, min(0.1, cutEdge/k.vectors[2].Z)}
		for c := range 3 {
			low := math.Floor(s[c] + edge[c])
			k.floors[i][c] = int(low)
			s[c] -= low
			p = p.AddScaled(s[c], k.vectors[c])
		}
		k.places[i], k.heights[i] = p, s[2]
	}
}

// span returns the heights in Å of the lowest and the highest atom.
func (k *cut) span() (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, p := range k.places {
		low, high = min(low, p.Z), max(high, p.Z)
	}
	return low, high + float64(k.layers-1)*k.vectors[2].Z
}

// build stacks the layers, cell of the lateral lattice by cell and in each layer by layer.
func (k *cut) build(vacuum float64) (*Built, error) {
	n, points := k.source.Len(), k.lateral.points
	total := n * k.layers * len(points)
	m := &k.lateral.rows
	a := k.vectors[0].Scale(float64(m[0])).AddScaled(float64(m[1]), k.vectors[1])
	b := k.vectors[0].Scale(float64(m[3])).AddScaled(float64(m[4]), k.vectors[1])
	// A lateral matrix turns the first vector away from x: turn all back.
	x := a.Unit()
	back := geom.FromRows(x, geom.Vec3{X: -x.Y, Y: x.X}, geom.Vec3{Z: 1})
	a, b = geom.Vec3{X: a.Norm()}, back.MulVec(b)
	low, high := k.span()
	lift := geom.Vec3{}
	third := back.MulVec(k.vectors[2]).Scale(float64(k.layers))
	if vacuum > 0 {
		lift.Z = vacuum - low
		third = geom.Vec3{Z: high - low + 2*vacuum}
	} else {
		third = upright(a, b, third)
	}
	vectors := [9]float64{a.X, 0, 0, b.X, b.Y, 0, third.X, third.Y, third.Z}
	frame, err := cell.NewEitherHand(vectors)
	if err != nil {
		return nil, refuse("the cell of the slab: %v", err)
	}
	out := &Built{Images: k.layers * len(points), Turn: back.Mul(&k.turn), Origin: make([]int32, total), Image: make([][3]int32, total)}
	unturn := out.Turn.Transpose()
	out.Shift = k.raised.Add(unturn.MulVec(lift))
	copies := make([]int32, total)
	for i := range total {
		out.Origin[i], copies[i] = int32(i%n), int32(i/n)
	}
	s := gather(k.source, out.Origin, copies)
	s.Cell = &vectors
	out.Structure = s
	i := 0
	for _, point := range points {
		for layer := range k.layers {
			for v := range n {
				at := [3]int{int(point[0]), int(point[1]), layer}
				p := k.places[v]
				for c := range 3 {
					p = p.AddScaled(float64(at[c]), k.vectors[c])
				}
				p = back.MulVec(p).Add(lift)
				// Into the cell sideways only.
				f := frame.Fractional(geom.Vec3{X: p.X, Y: p.Y})
				fa, fb := math.Floor(f.A+faceEdge), math.Floor(f.B+faceEdge)
				p = p.AddScaled(-fa, a).AddScaled(-fb, b)
				geom.Put(s.Positions, i, p)
				for c := range 3 {
					at[c] -= k.floors[v][c]
				}
				at[0] -= int(fa)*m[0] + int(fb)*m[3]
				at[1] -= int(fa)*m[1] + int(fb)*m[4]
				for c := range 3 {
					for r := range 3 {
						out.Image[i][c] += int32(at[r] * k.basis[3*r+c])
					}
				}
				i++
			}
		}
	}
	k.bond(out, vacuum == 0)
	return out, nil
}

// bond joins the copies of bonded atoms. Those that would lie above or below the slab are
// not there.
func (k *cut) bond(out *Built, periodic bool) {
	from := k.source
	if len(from.Bonds) == 0 {
		return
	}
	n, s := from.Len(), out.Structure
	s.Bonds = [][2]uint32{}
	off := offsets(from, &k.cell)
	for q, point := range k.lateral.points {
		for layer := range k.layers {
			for b, bond := range from.Bonds {
				u, v := int(bond[0]), int(bond[1])
				at := [3]int{int(point[0]), int(point[1]), layer}
				for c := range 3 {
					at[c] += k.floors[v][c] - k.floors[u][c]
					for r := range 3 {
						at[c] += int(off[b][r]) * k.inverse[3*r+c]
					}
				}
				to := at[2]
				if to < 0 || to >= k.layers {
					if !periodic {
						continue
					}
					to -= floorDiv(to, k.layers) * k.layers
				}
				other := k.lateral.find([3]int{at[0], at[1], 0})
				i, j := (q*k.layers+layer)*n+u, (other*k.layers+to)*n+v
				s.Bonds = append(s.Bonds, [2]uint32{uint32(i), uint32(j)})
				if from.BondOrders != nil {
					s.BondOrders = append(s.BondOrders, from.BondOrders[b])
				}
			}
		}
	}
}

// upright returns the vector nearest to the normal of a and b that differs from third by
// whole a and b.
func upright(a, b, third geom.Vec3) geom.Vec3 {
	y := math.Floor(third.Y/b.Y + 0.5)
	x := math.Floor((third.X-y*b.X)/a.X + 0.5)
	best := third.AddScaled(-x, a).AddScaled(-y, b)
	for i := -1.0; i <= 1; i++ {
		for j := -1.0; j <= 1; j++ {
			if v := third.AddScaled(-x-i, a).AddScaled(-y-j, b); v.Norm2() < best.Norm2()-1e-9 {
				best = v
			}
		}
	}
	return best
}
