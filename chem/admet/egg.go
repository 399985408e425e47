package admet

import "math"

// Egg is where a molecule lies in the BOILED-Egg (Daina and Zoete, ChemMedChem 2016, 11,
// 1117): two ellipses in the plane of polar surface area and logP. The white holds
// molecules that the gut absorbs passively, the yolk those that reach the brain. The two
// are independent; neither is a measurement.
type Egg struct {
	Absorbed, Penetrant bool    // inside the white, inside the yolk
	White, Yolk         float64 // value of each ellipse's equation: 1 on its edge, less inside
}

// BoiledEgg places a molecule by its Wildman–Crippen logP and its topological polar
// surface area in Å², which here counts sulfur and phosphorus as the authors' own
// program does.
func BoiledEgg(logP, tpsaSP float64) Egg {
	e := Egg{White: white.value(tpsaSP, logP), Yolk: yolk.value(tpsaSP, logP)}
	e.Absorbed, e.Penetrant = e.White <= 1, e.Yolk <= 1
	return e
}

// ellipse is one zone: x is the polar surface area in Å², y logP.
type ellipse struct {
	x, y, width, height float64 // center and full axes
	turn                float64 // rotation, counterclockwise, radians
}

var (
	white = ellipse{71.051, 2.292, 142.081, 8.740, -0.018}
	yolk  = ellipse{38.117, 3.177, 82.061, 5.557, -0.003}
)

func (e *ellipse) value(x, y float64) float64 {
	sin, cos := math.Sincos(e.turn)
	dx, dy := x-e.x, y-e.y
	u := (dx*cos + dy*sin) / (e.width / 2)
	v := (dy*cos - dx*sin) / (e.height / 2)
	return u*u + v*v
}
