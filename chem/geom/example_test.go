package geom_test

import (
	"fmt"
	"math"

	"github.com/molsmith/molsmith/chem/geom"
)

// The angle of a water molecule from its coordinates in Å.
func ExampleAngle() {
	o := geom.Vec3{X: 0, Y: -0.3906, Z: 0}
	h1 := geom.Vec3{X: 0.7570, Y: 0.1953, Z: 0}
	h2 := geom.Vec3{X: -0.7570, Y: 0.1953, Z: 0}
	fmt.Printf("%.2f\n", geom.Angle(h1, o, h2)*180/math.Pi)
	// Output: 104.52
}

// Two turns in a row are one product, the first turn on the right.
func ExampleQuat_Mul() {
	aboutZ := geom.AxisAngle(geom.Vec3{Z: 1}, math.Pi/2)
	aboutX := geom.AxisAngle(geom.Vec3{X: 1}, math.Pi/2)
	m := aboutX.Mul(aboutZ).Matrix()
	v := m.MulVec(geom.Vec3{X: 1})
	fmt.Printf("%.0f %.0f %.0f\n", math.Abs(v.X), math.Abs(v.Y), v.Z)
	// Output: 0 0 1
}
