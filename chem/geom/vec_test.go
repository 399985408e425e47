package geom

import (
	"math"
	"testing"
)

func near(a, b, tol float64) bool { return math.Abs(a-b) <= tol }

func nearVec(a, b Vec3, tol float64) bool { return a.Sub(b).Norm() <= tol }

func TestVectorAlgebra(t *testing.T) {
	a, b := Vec3{1, 2, 3}, Vec3{-4, 5, 0.5}
	for _, c := range []struct {
		name      string
		got, want Vec3
	}{
		{"Add", a.Add(b), Vec3{-3, 7, 3.5}},
		{"Sub", a.Sub(b), Vec3{5, -3, 2.5}},
		{"Scale", a.Scale(-2), Vec3{-2, -4, -6}},
		{"AddScaled", a.AddScaled(2, b), Vec3{-7, 12, 4}},
		{"Neg", a.Neg(), Vec3{-1, -2, -3}},
		{"Cross", a.Cross(b), Vec3{-14, -12.5, 13}},
		{"Unit", Vec3{0, 3, 4}.Unit(), Vec3{0, 0.6, 0.8}},
		{"Unit of zero", Vec3{}.Unit(), Vec3{}},
	} {
		if !nearVec(c.got, c.want, 1e-15) {
			t.Errorf("%s: got %v, want %v", c.name, c.got, c.want)
		}
	}
	if got := a.Dot(b); got != 7.5 {
		t.Errorf("Dot: got %v, want 7.5", got)
	}
	if got := (Vec3{2, 3, 6}).Norm(); got != 7 {
		t.Errorf("Norm: got %v, want 7", got)
	}
}

func TestPerpendicular(t *testing.T) {
	for _, v := range []Vec3{{X: 1}, {X: -1}, {Y: 1}, {Z: -1}, Vec3{3, 2, 1}.Unit(), Vec3{-1, 2, 5}.Unit()} {
		w := v.Perpendicular()
		if !near(w.Norm(), 1, 1e-15) || !near(w.Dot(v), 0, 1e-15) {
			t.Errorf("Perpendicular of %v: got %v", v, w)
		}
	}
}

// Each of 400 directions has its nearest neighbor about as far as points of a hexagonal
// lattice of that density have, and they add up to nothing.
func TestSpread(t *testing.T) {
	const n = 400
	var sum Vec3
	for k := range n {
		v := Spread(k, n)
		sum = sum.Add(v)
		if !near(v.Norm(), 1, 1e-15) {
			t.Errorf("Spread(%d): length %g, want 1", k, v.Norm())
		}
		nearest := 2.0
		for other := range n {
			if other != k {
				nearest = min(nearest, v.Sub(Spread(other, n)).Norm())
			}
		}
		if nearest < 0.15 || nearest > 0.20 {
			t.Errorf("Spread(%d): the nearest neighbor is %.3f away, want 0.15 to 0.20", k, nearest)
		}
	}
	if sum.Norm() > 0.1 {
		t.Errorf("the directions add up to %v, want about nothing", sum)
	}
}

func TestFlatArrays(t *testing.T) {
	p := []float64{0, 0, 0, 2, 4, 6}
	Put(p, 0, Vec3{4, 0, -2})
	if got, want := At(p, 0), (Vec3{4, 0, -2}); got != want {
		t.Errorf("At: got %v, want %v", got, want)
	}
	if got, want := Centroid(p), (Vec3{3, 2, 2}); got != want {
		t.Errorf("Centroid: got %v, want %v", got, want)
	}
	if got := Centroid(nil); got != (Vec3{}) {
		t.Errorf("Centroid of nothing: got %v, want zero", got)
	}
}

func TestAngleAndDihedral(t *testing.T) {
	o := Vec3{}
	x, y := Vec3{1, 0, 0}, Vec3{0, 2, 0}
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"right angle", Angle(x, o, y), math.Pi / 2},
		{"straight", Angle(x, o, Vec3{-3, 0, 0}), math.Pi},
		{"same direction", Angle(x, o, x), 0},
		{"tiny angle", Angle(x, o, Vec3{1, 1e-9, 0}), 1e-9},
		{"coincident", Angle(o, o, y), 0},
		{"cis", Dihedral(y, o, Vec3{0, 0, 1}, Vec3{0, 1, 1}), 0},
		{"trans", Dihedral(y, o, Vec3{0, 0, 1}, Vec3{0, -1, 1}), math.Pi},
		// Seen from the first atom of the axis toward the second (+z), x is
		// clockwise of y.
		{"clockwise", Dihedral(Vec3{1, 0, 0}, o, Vec3{0, 0, 1}, Vec3{0, 1, 1}), math.Pi / 2},
		{"counterclockwise", Dihedral(y, o, Vec3{0, 0, 1}, Vec3{1, 0, 1}), -math.Pi / 2},
	} {
		if !near(c.got, c.want, 1e-15) {
			t.Errorf("%s: got %v, want %v", c.name, c.got, c.want)
		}
	}
}

func TestMatrix(t *testing.T) {
	m := Mat3{2, 1, 0, -1, 3, 4, 0.5, 0, 1}
	if got, want := m.Det(), 9.0; got != want {
		t.Errorf("Det: got %v, want %v", got, want)
	}
	inverse, ok := m.Inverse()
	if !ok {
		t.Fatal("Inverse: got singular")
	}
	product := m.Mul(&inverse)
	for i, want := range Identity() {
		if !near(product[i], want, 1e-15) {
			t.Errorf("m·m⁻¹[%d]: got %v, want %v", i, product[i], want)
		}
	}
	transpose := m.Transpose()
	if got, want := transpose.Row(1), (Vec3{1, 3, 0}); got != want {
		t.Errorf("row 1 of mᵀ: got %v, want %v", got, want)
	}
	if got, want := m.MulVec(Vec3{1, 2, 3}), (Vec3{4, 17, 3.5}); got != want {
		t.Errorf("MulVec: got %v, want %v", got, want)
	}
	if FromRows(m.Row(0), m.Row(1), m.Row(2)) != m {
		t.Error("FromRows of the rows: got another matrix")
	}
	for name, bad := range map[string]Mat3{
		"zero":     {},
		"singular": {1, 2, 3, 2, 4, 6, 0, 0, 1},
		"NaN":      {math.NaN(), 0, 0, 0, 1, 0, 0, 0, 1},
		"infinite": {math.Inf(1), 0, 0, 0, 1, 0, 0, 0, 1},
	} {
		if _, ok := bad.Inverse(); ok {
			t.Errorf("Inverse of the %s matrix: got ok", name)
		}
	}
}

func TestQuaternions(t *testing.T) {
	// A quarter turn about z takes x to y.
	q := AxisAngle(Vec3{0, 0, 5}, math.Pi/2)
	m := q.Matrix()
	if got := m.MulVec(Vec3{1, 0, 0}); !nearVec(got, Vec3{0, 1, 0}, 1e-15) {
		t.Errorf("quarter turn of x about z: got %v, want y", got)
	}
	// The product applies the right factor first.
	p := AxisAngle(Vec3{1, 0, 0}, math.Pi/2)
	both, first, second := q.Mul(p).Matrix(), p.Matrix(), q.Matrix()
	v := Vec3{0.3, -0.7, 1.1}
	if got, want := both.MulVec(v), second.MulVec(first.MulVec(v)); !nearVec(got, want, 1e-15) {
		t.Errorf("product of rotations: got %v, want %v", got, want)
	}
	general := Quat{1, -2, 3, 0.5}.Unit().Matrix()
	if d := general.Det(); !near(d, 1, 1e-14) {
		t.Errorf("determinant of a rotation: got %v, want 1", d)
	}
	if got := (Quat{}).Unit(); got != (Quat{W: 1}) {
		t.Errorf("Unit of zero: got %v, want the identity", got)
	}
	if got := AxisAngle(Vec3{}, 2); got != (Quat{W: 1}) {
		t.Errorf("AxisAngle about zero: got %v, want the identity", got)
	}
}
