package rng

import (
	"math"
	"testing"

	"github.com/molsmith/molsmith/chem/geom"
)

// TestXoshiro checks the step against the published recurrence: the first
// outputs of xoshiro256** from the state 1, 2, 3, 4.
func TestXoshiro(t *testing.T) {
	r := Rand{1, 2, 3, 4}
	for i, want := range []uint64{11520, 0, 1509978240, 1215971899390074240, 1216172134540287360} {
		if got := r.Uint64(); got != want {
			t.Errorf("output %d: got %d, want %d", i, got, want)
		}
	}
}

func TestStreamsDiffer(t *testing.T) {
	seen := map[Rand]bool{}
	first := map[uint64]bool{}
	seeds := []uint64{0, 1, 2, 3, 1 << 20, 1<<53 - 2, 1<<53 - 1, math.MaxUint64}
	for _, seed := range seeds {
		for index := uint64(0); index < 5000; index++ {
			r := Stream(seed, index)
			if seen[r] {
				t.Fatalf("seed %d, index %d: got a state met before", seed, index)
			}
			seen[r] = true
			first[r.Uint64()] = true
		}
	}
	if got, want := len(first), len(seeds)*5000; got != want {
		t.Errorf("different first outputs: got %d, want %d", got, want)
	}
	if New(7) != Stream(7, 0) {
		t.Error("New(7): got a state other than that of Stream(7, 0)")
	}
}

// TestStreamsUncorrelated counts equal bits between neighboring streams.
func TestStreamsUncorrelated(t *testing.T) {
	for _, pair := range [][4]uint64{{0, 0, 0, 1}, {0, 0, 1, 0}, {5, 9, 5, 10}, {1 << 53, 0, 1<<53 + 1, 0}} {
		a, b := Stream(pair[0], pair[1]), Stream(pair[2], pair[3])
		sum := 0.0
		const n = 20000
		for range n {
			sum += (a.Float64() - 0.5) * (b.Float64() - 0.5)
		}
		// Each product has variance 1/144.
		if z := sum / math.Sqrt(n) * 12; math.Abs(z) > 4.5 {
			t.Errorf("streams %v: got correlation of %.1f standard deviations, want below 4.5", pair, z)
		}
	}
}

func TestFloat64Uniform(t *testing.T) {
	r := New(1)
	const n, bins = 100000, 50
	var count [bins]int
	for range n {
		x := r.Float64()
		if x < 0 || x >= 1 {
			t.Fatalf("got %v, want a number in [0, 1)", x)
		}
		count[int(x*bins)]++
	}
	if chi2 := chiSquare(count[:], n); chi2 > 100 { // 49 degrees of freedom: p < 1e-5
		t.Errorf("chi-square of %d bins: got %.1f, want below 100", bins, chi2)
	}
}

func chiSquare(count []int, n int) float64 {
	sum, mean := 0.0, float64(n)/float64(len(count))
	for _, c := range count {
		d := float64(c) - mean
		sum += d * d / mean
	}
	return sum
}

func TestIntn(t *testing.T) {
	r := New(2)
	for _, n := range []int{1, 2, 3, 7, 1000} {
		count := make([]int, n)
		for range 100 * n {
			count[r.Intn(n)]++
		}
		if n > 1 {
			limit := float64(n) + 6*math.Sqrt(2*float64(n))
			if chi2 := chiSquare(count, 100*n); chi2 > limit {
				t.Errorf("Intn(%d): got chi-square %.1f, want below %.1f", n, chi2, limit)
			}
		}
	}
	// A bound just above 2⁶²·1.5 rejects a quarter of the raw values: without
	// the rejection the lower third would be met twice as often.
	const big = 3 << 61
	low := 0
	for range 3000 {
		if r.Intn(big) < big/3 {
			low++
		}
	}
	if low < 850 || low > 1150 {
		t.Errorf("Intn(3·2^61) in the lower third: got %d of 3000, want about 1000", low)
	}
}

func TestIntnPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("Intn(0): got no panic")
		}
	}()
	r := New(0)
	r.Intn(0)
}

// TestRotationUniform checks that a rotated vector is isotropic and that the
// rotation angle has its density (1 − cos θ)/π, whose mean is π/2 + 2/π.
func TestRotationUniform(t *testing.T) {
	r := New(3)
	const n = 40000
	var mean geom.Vec3
	var xx, yy, zz, angle float64
	for range n {
		q := r.Rotation()
		if l := q.W*q.W + q.X*q.X + q.Y*q.Y + q.Z*q.Z; math.Abs(l-1) > 1e-14 {
			t.Fatalf("|q|²: got %v, want 1", l)
		}
		m := q.Matrix()
		v := m.MulVec(geom.Vec3{X: 0.6, Y: 0, Z: 0.8})
		mean = mean.Add(v.Scale(1.0 / n))
		xx, yy, zz = xx+v.X*v.X/n, yy+v.Y*v.Y/n, zz+v.Z*v.Z/n
		angle += 2 * math.Acos(math.Min(1, math.Abs(q.W))) / n
	}
	if mean.Norm() > 0.015 {
		t.Errorf("mean rotated vector: got %v, want near zero", mean)
	}
	for i, m := range []float64{xx, yy, zz} {
		if math.Abs(m-1.0/3) > 0.008 {
			t.Errorf("mean square of component %d: got %.4f, want 1/3", i, m)
		}
	}
	if want := math.Pi/2 + 2/math.Pi; math.Abs(angle-want) > 0.015 {
		t.Errorf("mean angle: got %.4f, want %.4f", angle, want)
	}
}

func TestDirectionUniform(t *testing.T) {
	r := New(4)
	const n = 40000
	var mean geom.Vec3
	var x4 float64
	for range n {
		v := r.Direction()
		if math.Abs(v.Norm()-1) > 1e-14 {
			t.Fatalf("|v|: got %v, want 1", v.Norm())
		}
		mean = mean.Add(v.Scale(1.0 / n))
		x4 += v.X * v.X * v.X * v.X / n
	}
	if mean.Norm() > 0.015 || math.Abs(x4-0.2) > 0.006 {
		t.Errorf("mean and fourth moment: got %v and %.4f, want zero and 0.2", mean, x4)
	}
}

func TestShuffle(t *testing.T) {
	r := New(5)
	var count [6]int
	for range 6000 {
		p := [3]int{0, 1, 2}
		r.Shuffle(3, func(i, j int) { p[i], p[j] = p[j], p[i] })
		count[p[0]*2+(p[1]-p[2]+2)/3]++
	}
	if chi2 := chiSquare(count[:], 6000); chi2 > 25 {
		t.Errorf("orders of 3: got counts %v (chi-square %.1f), want equal ones", count, chi2)
	}
}
