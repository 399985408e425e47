package grid

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/rng"
)

// randomPoints returns n points in and around a cell; many lie outside it.
func randomPoints(r *rng.Rand, c *cell.Cell, n int) []float64 {
	p := make([]float64, 3*n)
	for i := range n {
		geom.Put(p, i, c.Cartesian(cell.Fractional{A: 4*r.Float64() - 2, B: 4*r.Float64() - 2, C: 2*r.Float64() - 1}))
	}
	return p
}

// distances returns the sorted "i j distance" of all pairs of images within the
// cutoff, by looking at every image within ±n cells.
func distances(c *cell.Cell, p []float64, cutoff float64, n int) []string {
	var out []string
	points := len(p) / 3
	for i := range points {
		for j := i; j < points; j++ {
			d := c.Wrap(geom.At(p, j)).Sub(c.Wrap(geom.At(p, i)))
			for x := -n; x <= n; x++ {
				for y := -n; y <= n; y++ {
					for z := -n; z <= n; z++ {
						if i == j && (z < 0 || z == 0 && (y < 0 || y == 0 && x <= 0)) {
							continue
						}
						if r := d.Add(c.Shift(x, y, z)).Norm(); r <= cutoff {
							out = append(out, fmt.Sprintf("%d %d %.9f", i, j, r))
						}
					}
				}
			}
		}
	}
	slices.Sort(out)
	return out
}

func pairs(g *Grid) []string {
	var out []string
	g.Pairs(func(i, j int, d geom.Vec3, d2 float64) {
		out = append(out, fmt.Sprintf("%d %d %.9f", i, j, math.Sqrt(d2)))
	})
	slices.Sort(out)
	return out
}

func TestPairsAgainstBruteForce(t *testing.T) {
	r := rng.New(1)
	angle := func() float64 { return 60 + 60*r.Float64() }
	for trial := range 60 {
		c, err := cell.FromParameters(4+12*r.Float64(), 4+12*r.Float64(), 4+12*r.Float64(), angle(), angle(), angle())
		if err != nil {
			continue
		}
		h := c.Heights()
		low := min(h[0], h[1], h[2])
		for _, cutoff := range []float64{1.5, 3.1, low, 1.7 * low} {
			p := randomPoints(&r, &c, 25)
			g, err := New(&c, p, cutoff)
			if err != nil {
				t.Fatal(err)
			}
			reach := int(math.Ceil(cutoff/low)) + 1
			if got, want := pairs(g), distances(&c, p, cutoff, reach); !slices.Equal(got, want) {
				t.Fatalf("trial %d, cell %v, cutoff %v: got %d pairs, want %d", trial, c.Vectors(), cutoff, len(got), len(want))
			}
		}
	}
}

func TestManyCells(t *testing.T) {
	c, err := cell.New([9]float64{31, 0, 0, 7, 28, 0, -5, 4, 25})
	if err != nil {
		t.Fatal(err)
	}
	r := rng.New(2)
	p := randomPoints(&r, &c, 400)
	g, err := New(&c, p, 3)
	if err != nil {
		t.Fatal(err)
	}
	if got := g.inner; got != [3]int{9, 9, 8} {
		t.Errorf("cells: got %v, want [9 9 8]", got)
	}
	if got, want := pairs(g), distances(&c, p, 3, 1); !slices.Equal(got, want) {
		t.Errorf("got %d pairs, want %d", len(got), len(want))
	}
}

func TestOpenSpace(t *testing.T) {
	r := rng.New(3)
	line := make([]float64, 60)
	for i := range 20 {
		line[3*i] = 1.5 * float64(i)
	}
	cloud := make([]float64, 3*300)
	for i := range cloud {
		cloud[i] = 30*r.Float64() - 500
	}
	for name, p := range map[string][]float64{"line": line, "cloud": cloud, "one point": {1, 2, 3}, "none": nil} {
		g, err := New(nil, p, 3.2)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		want := 0
		for i := range len(p) / 3 {
			for j := range i {
				if geom.At(p, i).Sub(geom.At(p, j)).Norm() <= 3.2 {
					want++
				}
			}
		}
		if got := len(pairs(g)); got != want {
			t.Errorf("%s: got %d pairs, want %d", name, got, want)
		}
		for i := range len(p) / 3 {
			home, _ := g.Home(i)
			if back := home.Sub(g.Offset(i)); back.Sub(geom.At(p, i)).Norm() > 1e-12 {
				t.Errorf("%s: point %d: got home − offset %v", name, i, back)
			}
		}
	}
}

func TestNear(t *testing.T) {
	c, err := cell.FromParameters(12, 13, 11, 80, 70, 100)
	if err != nil {
		t.Fatal(err)
	}
	r := rng.New(4)
	p := randomPoints(&r, &c, 120)
	for _, periodic := range []*cell.Cell{&c, nil} {
		g, err := New(periodic, p, 4)
		if err != nil {
			t.Fatal(err)
		}
		for range 200 {
			q := geom.Vec3{X: 60*r.Float64() - 30, Y: 60*r.Float64() - 30, Z: 40*r.Float64() - 20}
			var got, want []string
			g.Near(q, func(i int, d geom.Vec3, d2 float64) bool {
				got = append(got, fmt.Sprintf("%d %.9f", i, d.Norm()))
				return true
			})
			for i := range 120 {
				d := geom.At(p, i).Sub(q)
				if periodic == nil {
					if d.Norm() <= 4 {
						want = append(want, fmt.Sprintf("%d %.9f", i, d.Norm()))
					}
					continue
				}
				d = c.Wrap(geom.At(p, i)).Sub(c.Wrap(q))
				for n := range 27 {
					if e := d.Add(c.Shift(n%3-1, n/3%3-1, n/9-1)); e.Norm() <= 4 {
						want = append(want, fmt.Sprintf("%d %.9f", i, e.Norm()))
					}
				}
			}
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Fatalf("periodic %v, near %v: got %v, want %v", periodic != nil, q, got, want)
			}
		}
		calls := 0
		g.Near(geom.At(p, 0), func(int, geom.Vec3, float64) bool { calls++; return false })
		if calls != 1 {
			t.Errorf("visit that returns false: got %d calls, want 1", calls)
		}
		g.Near(geom.Vec3{X: math.NaN()}, func(int, geom.Vec3, float64) bool { t.Error("near NaN: got a visit"); return false })
		g.Near(geom.Vec3{X: 1e6, Y: -1e6}, func(int, geom.Vec3, float64) bool {
			if periodic == nil {
				t.Error("far outside: got a visit")
			}
			return false
		})
	}
}

// TestNearBesideOpenPoints searches from places outside the brick around few
// points.
func TestNearBesideOpenPoints(t *testing.T) {
	g, err := New(nil, []float64{0, 0, 0, 1, 0, 0}, 2)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		p    geom.Vec3
		want int
	}{
		{geom.Vec3{X: 0.5, Y: 1.5}, 2}, {geom.Vec3{X: -1.5}, 1}, {geom.Vec3{X: 2.5, Y: 1}, 1},
		{geom.Vec3{Z: -1.99}, 1}, {geom.Vec3{Y: 2.01}, 0}, {geom.Vec3{X: -2.01, Z: 0.1}, 0},
	} {
		got := 0
		g.Near(c.p, func(int, geom.Vec3, float64) bool { got++; return true })
		if got != c.want {
			t.Errorf("near %v: got %d points, want %d", c.p, got, c.want)
		}
	}
}

// TestUpdate moves the points and compares with a new grid, for several numbers
// of workers.
func TestUpdate(t *testing.T) {
	c, err := cell.New([9]float64{60, 0, 0, 10, 50, 0, 0, 8, 55})
	if err != nil {
		t.Fatal(err)
	}
	r := rng.New(5)
	p := randomPoints(&r, &c, 3*block+17)
	moved := slices.Clone(p)
	for i := range moved {
		moved[i] += 5 * r.Float64()
	}
	fresh, err := New(&c, moved, 2.5)
	if err != nil {
		t.Fatal(err)
	}
	for _, workers := range []int{1, 2, 3} {
		g, err := New(&c, p, 2.5)
		if err != nil {
			t.Fatal(err)
		}
		g.Update(moved, workers)
		if !slices.Equal(g.images, fresh.images) || !slices.Equal(g.start, fresh.start) {
			t.Errorf("%d workers: got images other than those of a new grid", workers)
		}
	}
}

func TestShiftOf(t *testing.T) {
	c, err := cell.New([9]float64{10, 0, 0, 0, 10, 0, 0, 0, 10})
	if err != nil {
		t.Fatal(err)
	}
	p := []float64{0.5, 5, 5, 29.5, 5, 5}
	g, err := New(&c, p, 2)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for k := range g.Rows() {
		for _, m := range g.Row(g.Cell(0), k) {
			home, cells := g.Home(int(m.Index))
			shift := g.ShiftOf(&m)
			if got, want := m.Position, home.Add(shift.Vector); got != want {
				t.Errorf("image of point %d: got %v, want %v", m.Index, got, want)
			}
			if m.Index == 1 && m.Position.Sub(geom.Vec3{X: -0.5, Y: 5, Z: 5}).Norm() < 1e-12 {
				found++
				if total := cells[0] + shift.Cells[0]; total != -3 {
					t.Errorf("translation of point 1 to x = −0.5: got %d cells, want −3", total)
				}
			}
		}
	}
	if found != 1 {
		t.Errorf("image of point 1 beside point 0: got %d, want 1", found)
	}
}

func TestNewRefuses(t *testing.T) {
	c, err := cell.New([9]float64{10, 0, 0, 0, 10, 0, 0, 0, 10})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		name   string
		p      []float64
		cutoff float64
		want   string
	}{
		{"zero cutoff", []float64{0, 0, 0}, 0, "cutoff is 0 Å"},
		{"NaN cutoff", []float64{0, 0, 0}, math.NaN(), "cutoff is NaN Å"},
		{"NaN point", []float64{0, 0, 0, 0, math.NaN(), 0}, 2, "point 2 has a coordinate of NaN"},
		{"infinite point", []float64{math.Inf(-1), 0, 0}, 2, "point 1 has a coordinate of -Inf"},
		{"thin box", []float64{0, 0, 0}, 1000, "10 Å thin"},
	} {
		if _, err := New(&c, x.p, x.cutoff); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: got error %v, want one with %q", x.name, err, x.want)
		}
	}
}

// TestFewPointsInLargeBox must not allocate a cell per cutoff cube.
func TestFewPointsInLargeBox(t *testing.T) {
	c, err := cell.New([9]float64{1e6, 0, 0, 0, 1e6, 0, 0, 0, 1e6})
	if err != nil {
		t.Fatal(err)
	}
	g, err := New(&c, []float64{1, 1, 1, 999999, 1, 1}, 3)
	if err != nil {
		t.Fatal(err)
	}
	if got := pairs(g); !slices.Equal(got, []string{"0 1 2.000000000"}) {
		t.Errorf("got pairs %v, want one of 2 Å", got)
	}
	if cells := g.inner[0] * g.inner[1] * g.inner[2]; cells > 100 {
		t.Errorf("got %d cells for 2 points, want at most 100", cells)
	}
}

func BenchmarkUpdate(b *testing.B) {
	c, err := cell.New([9]float64{67, 0, 0, 0, 67, 0, 0, 0, 67})
	if err != nil {
		b.Fatal(err)
	}
	r := rng.New(1)
	p := make([]float64, 90000)
	for i := range p {
		p[i] = 67 * r.Float64()
	}
	g, err := New(&c, p, 2.35)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		g.Update(p, 1)
	}
}
