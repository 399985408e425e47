// Package rng is the seeded random generator of the module: xoshiro256**
// (Blackman and Vigna 2021, ACM Trans. Math. Softw. 47, 36), passed as a value.
// The same seed gives the same numbers on every platform and in every version
// of the toolchain; nothing here reads a clock or a shared state.
//
// Work that is cut into pieces takes one Stream per piece, so that results do
// not depend on how many workers share the pieces.
package rng

import (
	"math"
	"math/bits"

	"github.com/molsmith/molsmith/chem/geom"
)

// Rand is a generator. Copying it copies its state: the copy repeats the same
// numbers. The zero value is not a generator; use New or Stream.
type Rand struct{ s0, s1, s2, s3 uint64 }

// New returns the generator of a seed. Different seeds give different streams.
func New(seed uint64) Rand { return Stream(seed, 0) }

// Stream returns generator number index of a seed. All pairs (seed, index) have
// different states: the pair passes through a bijection of 128 bits that fills
// the first half of the state, and the second half is a mix of the first.
func Stream(seed, index uint64) Rand {
	x, y := seed, index
	x ^= mix(y + 0x9e3779b97f4a7c15)
	y ^= mix(x + 0x3c6ef372fe94f82a)
	x ^= mix(y + 0xdaa66d2c7ddf743f)
	y ^= mix(x + 0x78dde6e5fd29f054)
	// The state must not be all zero; when x and y are, the other two are not.
	return Rand{x, y, mix(x + 0x1715609d7b2f0c69), mix(y + 0xb54cda56f879887e)}
}

// mix is the finalizer of splitmix64 (Steele, Lea and Flood 2014), a bijection.
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Uint64 returns 64 random bits.
func (r *Rand) Uint64() uint64 {
	out := bits.RotateLeft64(r.s1*5, 7) * 9
	t := r.s1 << 17
	r.s2 ^= r.s0
	r.s3 ^= r.s1
	r.s1 ^= r.s2
	r.s0 ^= r.s3
	r.s2 ^= t
	r.s3 = bits.RotateLeft64(r.s3, 45)
	return out
}

// Float64 returns a number uniform in [0, 1), a multiple of 2⁻⁵³.
func (r *Rand) Float64() float64 { return float64(r.Uint64()>>11) * 0x1p-53 }

// Intn returns an integer uniform in [0, n), without bias (Lemire 2019, ACM
// Trans. Model. Comput. Simul. 29, 3). It panics when n < 1.
func (r *Rand) Intn(n int) int {
	if n < 1 {
		panic("rng: Intn needs n > 0")
	}
	bound := uint64(n)
	hi, lo := bits.Mul64(r.Uint64(), bound)
	if lo < bound {
		for floor := -bound % bound; lo < floor; {
			hi, lo = bits.Mul64(r.Uint64(), bound)
		}
	}
	return int(hi)
}

// Rotation returns a rotation uniform over all orientations (Marsaglia 1972,
// Ann. Math. Stat. 43, 645): two points in the unit disk make one on the unit
// sphere in four dimensions.
func (r *Rand) Rotation() geom.Quat {
	x, y, a := r.disk()
	z, w, b := r.disk()
	s := math.Sqrt((1 - a) / b)
	return geom.Quat{W: w * s, X: x, Y: y, Z: z * s}.Unit()
}

// disk returns a point uniform in the unit disk without its center, and its
// squared distance from it.
func (r *Rand) disk() (x, y, d2 float64) {
	for {
		x, y = 2*r.Float64()-1, 2*r.Float64()-1
		if d2 = x*x + y*y; d2 < 1 && d2 > 0 {
			return x, y, d2
		}
	}
}

// Direction returns a unit vector uniform on the sphere.
func (r *Rand) Direction() geom.Vec3 {
	x, y, d2 := r.disk()
	s := 2 * math.Sqrt(1-d2)
	return geom.Vec3{X: x * s, Y: y * s, Z: 1 - 2*d2}
}

// Shuffle puts n things in random order by calling swap(i, j).
func (r *Rand) Shuffle(n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		swap(i, r.Intn(i+1))
	}
}
