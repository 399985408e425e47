package pack

import (
	"context"
	"math"
	"testing"

	"github.com/molsmith/molsmith/chem/cell"
)

// benchmarkWater packs n waters at 1.0 g/cm³ and 2.0 Å into a cube.
func benchmarkWater(b *testing.B, n int) {
	edge := math.Cbrt(float64(n) * 18.015 / 0.602214076)
	c, err := cell.New([9]float64{edge, 0, 0, 0, edge, 0, 0, 0, edge})
	if err != nil {
		b.Fatal(err)
	}
	species := []Species{{Positions: []float64{0, -0.3906, 0, 0.7570, 0.1953, 0, -0.7570, 0.1953, 0}, Count: n}}
	b.ReportAllocs()
	for seed := uint64(1); b.Loop(); seed++ {
		r, err := Box(context.Background(), c, species, Options{Tolerance: 2, Seed: seed}, nil)
		if err != nil || !r.Converged {
			b.Fatalf("seed %d: got error %v, result %+v", seed, err, r)
		}
	}
}

func BenchmarkBox1000(b *testing.B)   { benchmarkWater(b, 1000) }
func BenchmarkBox10000(b *testing.B)  { benchmarkWater(b, 10000) }
func BenchmarkBox166666(b *testing.B) { benchmarkWater(b, 166666) }
