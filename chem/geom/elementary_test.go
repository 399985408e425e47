package geom

import (
	"math"
	"math/big"
	"testing"
)

// ulps returns |got − want| in units of the last place of want.
func ulps(got, want float64) float64 {
	if got == want || math.IsNaN(got) && math.IsNaN(want) {
		return 0
	}
	unit := math.Nextafter(math.Abs(want), math.Inf(1)) - math.Abs(want)
	return math.Abs(got-want) / unit
}

// samples calls f with n points spread by a Weyl sequence over [lo, hi).
func samples(n int, lo, hi float64, f func(x float64)) {
	u := 0.5
	for range n {
		u += 0.6180339887498949
		u -= math.Floor(u)
		f(lo + (hi-lo)*u)
	}
}

// exactExp returns eˣ to about 200 bits: a Taylor series of x/2ᵏ, squared k times.
func exactExp(x *big.Float) *big.Float {
	const prec, halvings = 240, 16
	r := new(big.Float).SetPrec(prec).SetMantExp(x, -halvings)
	sum := new(big.Float).SetPrec(prec).SetFloat64(1)
	term := new(big.Float).SetPrec(prec).SetFloat64(1)
	for n := 1; n <= 30; n++ {
		term.Mul(term, r)
		term.Quo(term, big.NewFloat(float64(n)))
		sum.Add(sum, term)
	}
	for range halvings {
		sum.Mul(sum, sum)
	}
	return sum
}

// exactLog returns ln x by two Halley steps on exactExp.
func exactLog(x float64) *big.Float {
	bx := new(big.Float).SetPrec(240).SetFloat64(x)
	y := new(big.Float).SetPrec(240).SetFloat64(math.Log(x))
	for range 2 {
		e := exactExp(y)
		step := new(big.Float).Sub(bx, e)
		step.Quo(step, e.Add(e, bx))
		y.Add(y, step.Mul(step, big.NewFloat(2)))
	}
	return y
}

// errorUlps returns |got − exact| in units of the last place.
func errorUlps(got float64, exact *big.Float) float64 {
	diff, _ := new(big.Float).Sub(new(big.Float).SetPrec(240).SetFloat64(got), exact).Float64()
	want, _ := exact.Float64()
	return math.Abs(diff) / (math.Nextafter(math.Abs(want), math.Inf(1)) - math.Abs(want))
}

func TestExpAccuracy(t *testing.T) {
	for _, span := range [][2]float64{{-1, 1}, {-0.01, 0.01}, {-50, 50}, {-700, 709}} {
		worst, at := 0.0, 0.0
		samples(2000, span[0], span[1], func(x float64) {
			if u := errorUlps(Exp(x), exactExp(big.NewFloat(x))); u > worst {
				worst, at = u, x
			}
		})
		if worst > 0.85 {
			t.Errorf("Exp on %v: got error %.2f ulp at %v, want at most 0.85", span, worst, at)
		}
	}
}

func TestLogAccuracy(t *testing.T) {
	for _, span := range [][2]float64{{0.5, 2}, {0.999, 1.001}, {1e-300, 1e-299}, {0, 1000}, {0, 1e300}} {
		worst, at := 0.0, 0.0
		samples(1000, span[0], span[1], func(x float64) {
			if u := errorUlps(Log(x), exactLog(x)); u > worst {
				worst, at = u, x
			}
		})
		if worst > 0.85 {
			t.Errorf("Log on %v: got error %.2f ulp at %v, want at most 0.85", span, worst, at)
		}
	}
}

// TestLogDouble checks the double-double logarithm through its inverse property
// on exact powers: ln(xⁿ) = n·ln x where xⁿ is representable.
func TestLogDouble(t *testing.T) {
	sum := func(hi, lo float64) *big.Float {
		b := new(big.Float).SetPrec(200).SetFloat64(hi)
		return b.Add(b, new(big.Float).SetFloat64(lo))
	}
	for _, c := range []struct {
		x float64
		n int
	}{{3, 33}, {5, 22}, {7, 18}, {1.5, 30}, {0.75, 20}, {1.0625, 12}, {1023, 5}} {
		power := 1.0
		for range c.n {
			power *= c.x // exact: fits in 53 bits
		}
		left := sum(logDouble(power))
		right := sum(logDouble(c.x))
		right.Mul(right, big.NewFloat(float64(c.n)))
		diff, _ := new(big.Float).Quo(new(big.Float).Sub(left, right), left).Float64()
		if math.Abs(diff) > 0x1p-85 {
			t.Errorf("ln(%v^%d): got relative difference %g from %d·ln %v, want below 2^-85", c.x, c.n, diff, c.n, c.x)
		}
	}
}

// TestPowExact compares with exact integer powers and roots, rounded once.
func TestPowExact(t *testing.T) {
	samples(2000, 0.3, 30, func(x float64) {
		exact := new(big.Float).SetPrec(4000).SetFloat64(1)
		b := new(big.Float).SetPrec(4000).SetFloat64(x)
		for n := 1; n <= 40; n++ {
			exact.Mul(exact, b)
			want, _ := exact.Float64()
			if u := ulps(Pow(x, float64(n)), want); u > 1 {
				t.Fatalf("Pow(%v, %d): got %v ulp off, want at most 1", x, n, u)
			}
		}
		if u := ulps(Pow(x, 0.5), math.Sqrt(x)); u > 1 {
			t.Fatalf("Pow(%v, 0.5): got %v ulp off Sqrt, want at most 1", x, u)
		}
		if u := ulps(Pow(x, 1.0/3), math.Cbrt(x)); u > 2 { // 1/3 is not exact
			t.Fatalf("Pow(%v, 1/3): got %v ulp off Cbrt, want at most 2", x, u)
		}
	})
}

func TestPowAgreesWithMath(t *testing.T) {
	samples(100000, 0, 100, func(x float64) {
		y := 40*Exp(-x/10) - 13
		if u := ulps(Pow(x, y), math.Pow(x, y)); u > 100 { // math.Pow drifts by up to tens of ulp
			t.Fatalf("Pow(%v, %v): got %v ulp from math.Pow", x, y, u)
		}
	})
}

func TestElementarySpecialValues(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	cases := []struct {
		name      string
		got, want float64
	}{
		{"Exp(0)", Exp(0), 1},
		{"Exp(-0)", Exp(math.Copysign(0, -1)), 1},
		{"Exp(710)", Exp(710), inf},
		{"Exp(+Inf)", Exp(inf), inf},
		{"Exp(-Inf)", Exp(-inf), 0},
		{"Exp(-746)", Exp(-746), 0},
		{"Exp(-745)", Exp(-745), 5e-324},
		{"Exp(NaN)", Exp(nan), nan},
		{"Log(1)", Log(1), 0},
		{"Log(0)", Log(0), -inf},
		{"Log(-1)", Log(-1), nan},
		{"Log(+Inf)", Log(inf), inf},
		{"Log(5e-324)", Log(5e-324), -744.4400719213812},
		{"Pow(0,2)", Pow(0, 2), 0},
		{"Pow(0,-1)", Pow(0, -1), inf},
		{"Pow(2,10)", Pow(2, 10), 1024},
		{"Pow(10,3)", Pow(10, 3), 1000},
		{"Pow(2,-1074)", Pow(2, -1074), 5e-324},
		{"Pow(-2,3)", Pow(-2, 3), -8},
		{"Pow(-2,0.5)", Pow(-2, 0.5), nan},
		{"Pow(2,1e308)", Pow(2, 1e308), inf},
		{"Pow(0.5,1e308)", Pow(0.5, 1e308), 0},
		{"Pow(NaN,0)", Pow(nan, 0), 1},
		{"Pow(2,NaN)", Pow(2, nan), nan},
	}
	for _, c := range cases {
		if ulps(c.got, c.want) != 0 {
			t.Errorf("%s: got %v, want %v", c.name, c.got, c.want)
		}
	}
}

// TestElementaryBits pins a digest of many results: a platform whose
// arithmetic differs in one bit fails here first.
func TestElementaryBits(t *testing.T) {
	digest := uint64(14695981039346656037)
	add := func(x float64) { digest = (digest ^ math.Float64bits(x)) * 1099511628211 }
	samples(20000, -30, 30, func(x float64) {
		add(Exp(x))
		add(Log(math.Abs(x)))
		add(Pow(math.Abs(x), x/3))
	})
	if want := uint64(0xfb8a2d9392807560); digest != want {
		t.Errorf("digest of Exp, Log and Pow: got %#x, want %#x", digest, want)
	}
}
