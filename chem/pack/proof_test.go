package pack

import (
	"math"
	"testing"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/rng"
)

// TestMeasure compares the proof with all pairs in all images, for crowded and
// empty cells, molecules larger than the cell and fixed atoms.
func TestMeasure(t *testing.T) {
	r := rng.New(6)
	for trial := range 150 {
		angle := func() float64 { return 60 + 60*r.Float64() }
		edge := func() float64 { return 4 + 26*r.Float64()*r.Float64() }
		c, err := cell.FromParameters(edge(), edge(), edge(), angle(), angle(), angle())
		if err != nil || c.Volume() < 100 {
			continue
		}
		n := 1 + r.Intn(40)
		positions := make([]float64, 3*n)
		owner := make([]int32, n)
		wide := make([]int, n)
		for i := range n {
			geom.Put(positions, i, c.Cartesian(cell.Fractional{A: 3*r.Float64() - 1, B: 3*r.Float64() - 1, C: 3*r.Float64() - 1}))
			owner[i] = int32(i / (1 + trial%4))
			if trial%3 == 0 && i > n/2 {
				owner[i] = -1
			}
			wide[i] = int(owner[i])
		}
		if owner[0] < 0 {
			continue
		}
		want := bruteClosest(&c, positions, wide, 5)
		for _, reach := range []float64{0.5, 2, 5} {
			got := measure(t.Context(), &c, positions, owner, reach, 2)
			if math.Abs(got.distance-want) > 1e-9 {
				t.Fatalf("trial %d, cell %v, %d atoms, reach %v: got %v, want %v", trial, c.Vectors(), n, reach, got.distance, want)
			}
		}
	}
}

func TestMeasureNamesThePair(t *testing.T) {
	c, err := cell.New([9]float64{10, 0, 0, 0, 12, 0, 0, 0, 14})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		name      string
		positions []float64
		owner     []int32
		want      nearest
	}{
		{"across a face", []float64{0.5, 6, 7, 5, 6, 7, 9.5, 6, 7}, []int32{0, 1, 2}, nearest{1, 0, 2}},
		{"own image", []float64{1, 1, 1}, []int32{0}, nearest{10, 0, 0}},
		{"atoms of one molecule do not count", []float64{1, 1, 1, 2, 1, 1}, []int32{0, 0}, nearest{9, 0, 0}},
		{"a fixed atom", []float64{1, 1, 1, 1, 1, 13}, []int32{0, -1}, nearest{2, 0, -1}},
		{"fixed atoms do not count among themselves", []float64{5, 5, 5, 1, 1, 1, 1, 1, 2}, []int32{0, -1, -1}, nearest{math.Sqrt(41), 0, -1}},
	} {
		got := measure(t.Context(), &c, x.positions, x.owner, 2, 1)
		if got.a > got.b && got.b >= 0 || got.a < 0 {
			got.a, got.b = got.b, got.a
		}
		if math.Abs(got.distance-x.want.distance) > 1e-12 || got.a != x.want.a || got.b != x.want.b {
			t.Errorf("%s: got %+v, want %+v", x.name, got, x.want)
		}
	}
}
