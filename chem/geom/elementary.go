package geom

import "math"

// ln 2 split so that k·ln2Hi is exact for every binary exponent k (ln2Hi has 33
// significant bits).
const (
	ln2Hi = 0x1.62e42fee00000p-1
	ln2Lo = 0x1.a39ef35793c76p-33
)

// expTaylor holds 1/n! for n = 14 … 2, highest first: the series of
// (eʳ − 1 − r)/r² for |r| ≤ ln2/2, truncated below 2⁻⁵⁸.
var expTaylor = [...]float64{
	1.0 / 87178291200, 1.0 / 6227020800, 1.0 / 479001600, 1.0 / 39916800,
	1.0 / 3628800, 1.0 / 362880, 1.0 / 40320, 1.0 / 5040, 1.0 / 720,
	1.0 / 120, 1.0 / 24, 1.0 / 6, 1.0 / 2,
}

// Exp returns eˣ within 1 ulp of the exact value (2 ulp for subnormal results),
// the same bits on every platform. Exp(NaN) is NaN, Exp(+Inf) is +Inf,
// Exp(−Inf) is 0.
func Exp(x float64) float64 { return expSum(x, 0) }

// expSum returns e^(x+tail) for |tail| far below one unit of x.
func expSum(x, tail float64) float64 {
	switch {
	case math.IsNaN(x):
		return x
	case x > 709.8:
		return math.Inf(1)
	case x < -745.2:
		return 0
	}
	k := math.Floor(x*(1/math.Ln2) + 0.5)
	hi := x - k*ln2Hi // exact: both share the low bits
	lo := tail - k*ln2Lo
	r := hi + lo
	lo -= r - hi
	sum := expTaylor[0]
	for _, c := range expTaylor[1:] {
		sum = sum*r + c
	}
	return math.Ldexp(1+(r+(lo+r*r*sum)), int(k))
}

// Log returns the natural logarithm of x within 1 ulp, the same bits on every
// platform. Log(+Inf) is +Inf, Log(0) is −Inf, Log(x) is NaN for x < 0 and NaN.
func Log(x float64) float64 {
	switch {
	case math.IsNaN(x) || x < 0:
		return math.NaN()
	case x == 0:
		return math.Inf(-1)
	case math.IsInf(x, 1):
		return x
	}
	// ln(1+f) = f − f²/2 + s(f²/2 + R) with s = f/(2+f) and
	// R = 2s²/3 + 2s⁴/5 + …: the large terms are exact or nearly so.
	m, k := mantissa(x)
	f := m - 1
	s := f / (2 + f)
	z := s * s
	sum := artanhTaylor[0]
	for _, c := range artanhTaylor[1:] {
		sum = sum*z + c
	}
	half := 0.5 * f * f
	return k*ln2Hi - ((half - (s*(half+z*sum) + k*ln2Lo)) - f)
}

// artanhTaylor holds 2/n for n = 25, 23 … 3: the series of R in Log for
// s² < 0.0295, truncated below 2⁻⁶⁵.
var artanhTaylor = [...]float64{
	2.0 / 25, 2.0 / 23, 2.0 / 21, 2.0 / 19, 2.0 / 17, 2.0 / 15,
	2.0 / 13, 2.0 / 11, 2.0 / 9, 2.0 / 7, 2.0 / 5, 2.0 / 3,
}

// mantissa returns m and k with x = 2ᵏ·m and √½ ≤ m < √2.
func mantissa(x float64) (m, k float64) {
	m, e := math.Frexp(x)
	if m < math.Sqrt2/2 {
		m *= 2
		e--
	}
	return m, float64(e)
}

// logDouble returns ln x of a positive finite x as an unevaluated sum hi + lo
// with a relative error near 2⁻⁹⁰. With x = 2ᵏ·m and s = (m−1)/(m+1), ln x = k·ln2 + 2·artanh s; the series runs in double-double
// arithmetic (Dekker 1971, Numer. Math. 18, 224).
func logDouble(x float64) (hi, lo float64) {
	m, k := mantissa(x)
	num := m - 1 // exact
	den := double{m + 1, 0}
	den.lo = m - (den.hi - 1)
	s := double{num, 0}.div(den)
	s2 := s.mul(s)
	// s² < 0.0295, so 19 terms leave less than 2⁻⁹⁷.
	sum := double{0, 0}
	for n := 37; n >= 1; n -= 2 {
		sum = sum.mul(s2).add(double{1, 0}.div(double{float64(n), 0}))
	}
	l := sum.mul(s)
	l.hi, l.lo = 2*l.hi, 2*l.lo
	l = double{k * ln2Hi, 0}.add(twoProduct(k, ln2Lo)).add(double{k * ln2Tail, 0}).add(l)
	return l.hi, l.lo
}

// ln2Tail continues ln2Hi + ln2Lo.
const ln2Tail = 0x1.cc01f97b57a08p-87

// Pow returns xʸ within 1 ulp for normal results, the same bits on every
// platform. It is defined for x ≥ 0 and, when y is an integer, for x < 0; other
// arguments give NaN. Pow(x, 0) is 1 for every x, as in math.Pow.
func Pow(x, y float64) float64 {
	switch {
	case y == 0 || x == 1:
		return 1
	case math.IsNaN(x) || math.IsNaN(y):
		return math.NaN()
	case x == 0 || math.IsInf(x, 0) || math.IsInf(y, 0):
		return math.Pow(x, y) // exact limits; no series is evaluated
	case x < 0:
		if y != math.Floor(y) {
			return math.NaN()
		}
		p := Pow(-x, y)
		if math.Mod(y, 2) != 0 {
			p = -p
		}
		return p
	}
	hi, lo := logDouble(x)
	if math.Abs(y) > 1e300 || math.Abs(hi*y) > 800 {
		return expSum(hi*y, 0) // overflows or vanishes whatever the low part is
	}
	p := twoProduct(hi, y)
	return expSum(p.hi, p.lo+lo*y)
}

// double is the unevaluated sum hi + lo of two float64 with |lo| ≤ ulp(hi)/2.
type double struct{ hi, lo float64 }

// twoSum returns a + b exactly (Knuth).
func twoSum(a, b float64) double {
	s := a + b
	bb := s - a
	return double{s, (a - (s - bb)) + (b - bb)}
}

// twoProduct returns a·b exactly, splitting each factor in halves (Dekker).
// |a| and |b| must stay below 2⁹⁹⁵.
func twoProduct(a, b float64) double {
	const splitter = 1<<27 + 1
	t := splitter * a
	ah := t - (t - a)
	al := a - ah
	t = splitter * b
	bh := t - (t - b)
	bl := b - bh
	p := a * b
	return double{p, ((ah*bh - p) + ah*bl + al*bh) + al*bl}
}

func (a double) add(b double) double {
	s := twoSum(a.hi, b.hi)
	return twoSum(s.hi, s.lo+(a.lo+b.lo))
}

func (a double) mul(b double) double {
	p := twoProduct(a.hi, b.hi)
	return twoSum(p.hi, p.lo+(a.hi*b.lo+a.lo*b.hi))
}

func (a double) div(b double) double {
	q := a.hi / b.hi
	p := double{q, 0}.mul(b)
	rest := ((a.hi - p.hi) - p.lo) + a.lo
	return twoSum(q, rest/b.hi)
}
