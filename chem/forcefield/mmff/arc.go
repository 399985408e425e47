package mmff

import (
	"math"

	"github.com/molsmith/molsmith/chem/geom"
)

// series is asin(x)/x as a polynomial of x² for x² ≤ 0.4225: interpolation at Chebyshev
// points, relative error 1.1·10⁻¹⁵.
var series = [15]float64{
	1.0000000000000007, 0.16666666666594573, 0.07500000012684749, 0.04464284836705746,
	0.030382261071113005, 0.02236531255878401, 0.01744883889806263, 0.013046938768835503,
	0.01769213668511369, -0.019372121401180633, 0.10633246624863209, -0.22198461516331328,
	0.36493110221105923, -0.335864330566414, 0.16141121453303342,
}

// small bounds the arguments of arcsinSmall.
const small = 0.65

// arcsin returns the angle in radians with sine x, which is bounded to −1 and 1, and its
// cosine, at least 10⁻⁸.
func arcsin(x float64) (angle, cosine float64) {
	if x <= small && x >= -small {
		return arcsinSmall(x), math.Sqrt(1 - x*x)
	}
	// asin x = π/2 − 2·asin √((1 − x)/2)
	square := 0.5 * (1 - math.Abs(x))
	if square < 1e-17 {
		square = 1e-17
	}
	half := math.Sqrt(square)
	return math.Copysign(math.Pi/2-2*arcsinSmall(half), x), 2 * half * math.Sqrt(1-square)
}

// wideAngle returns the angle in radians between two unit vectors whose scalar product c
// is not small, and its sine, at least 10⁻¹². Half the length of their sum or difference has
// the accuracy that c lacks near 0 and 180°.
func wideAngle(u, v *geom.Vec3) (theta, sine float64) {
	straight := u.Dot(*v) < 0
	s := -1.0
	if straight {
		s = 1
	}
	half := 0.5 * u.AddScaled(s, *v).Norm()
	if half < 0.5e-12 {
		half = 0.5e-12
	}
	theta, sine = 2*arcsinSmall(half), 2*half*math.Sqrt(1-half*half)
	if straight {
		theta = math.Pi - theta
	}
	return theta, sine
}

// arcsinSmall is arcsin for |x| ≤ 0.65.
func arcsinSmall(x float64) float64 {
	c := &series
	t := x * x
	t2 := t * t
	t4 := t2 * t2
	low := (c[0] + c[1]*t) + (c[2]+c[3]*t)*t2 + ((c[4]+c[5]*t)+(c[6]+c[7]*t)*t2)*t4
	high := (c[8] + c[9]*t) + (c[10]+c[11]*t)*t2 + ((c[12]+c[13]*t)+c[14]*t2)*t4
	return x * (low + high*t4*t4)
}
