package crystal

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/structure"
)

// TestSlabBonds: bonds keep their length, atoms inside the slab all of them, and only
// the surfaces lose some.
func TestSlabBonds(t *testing.T) {
	quartz := aseRows(t, "structure")[12].structure()
	bonded(t, quartz, 1.8)
	for _, o := range []Slab{
		{Miller: [3]int{0, 0, 1}, Layers: 3, Vacuum: 6},
		{Miller: [3]int{1, 0, 1}, Layers: 4, Vacuum: 0.5, Shift: 0.3},
		{Miller: [3]int{2, -1, 1}, Layers: 2, Vacuum: 6, Lateral: [4]int{2, 1, 0, 2}},
		{Miller: [3]int{1, 1, 0}, Layers: 2, Lateral: [4]int{1, 0, -1, 2}},
	} {
		b, err := o.Cut(quartz)
		if err != nil {
			t.Fatal(err)
		}
		checkBuilt(t, quartz, b)
		s := b.Structure
		c := mustCell(t, s)
		degree := make([]int, s.Len())
		for _, bond := range s.Bonds {
			// Along z nothing is periodic when there is vacuum.
			d := geom.At(s.Positions, int(bond[1])).Sub(geom.At(s.Positions, int(bond[0])))
			length := c.MinImage(d).Norm()
			if o.Vacuum > 0 && o.Vacuum < 1 {
				z := d.Z
				d.Z = 0
				d = c.MinImage(d)
				d.Z = z
				length = d.Norm()
			}
			if math.Abs(length-1.61) > 0.03 {
				t.Fatalf("%+v: a bond of %.3f Å", o, length)
			}
			degree[bond[0]]++
			degree[bond[1]]++
		}
		missing, inner := 0, 0
		low, high := math.Inf(1), math.Inf(-1)
		for i := range s.Len() {
			low, high = min(low, s.Positions[3*i+2]), max(high, s.Positions[3*i+2])
		}
		for i, n := range degree {
			want := map[uint8]int{8: 2, 14: 4}[s.Elements[i]]
			missing += want - n
			if z := s.Positions[3*i+2]; n != want && z > low+1.7 && z < high-1.7 {
				inner++
			}
		}
		if inner > 0 || (missing == 0) != (o.Vacuum == 0) {
			t.Errorf("%+v: %d bonds missing, at %d atoms inside", o, missing, inner)
		}
	}
}

// planes are twenty surfaces of low and of higher indices.
var planes = [][3]int{
	{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 0}, {1, 0, 1}, {0, 1, -1}, {1, 1, 1}, {1, -1, 1}, {2, 1, 0}, {0, 1, -2},
	{2, 1, 1}, {2, -1, 0}, {2, 2, 1}, {3, 1, 0}, {3, 1, 1}, {-1, 2, 3}, {3, 2, 1}, {-2, 0, 3}, {3, 3, 1}, {-1, -1, 4},
}

// TestSlabProperties: volume, composition, coordination and thickness of slabs of 200 pairs
// of surface and structure type, with terminations and lateral cells in turn.
func TestSlabProperties(t *testing.T) {
	cases := 0
	for _, name := range []string{"fcc", "bcc", "hcp", "diamond", "rocksalt", "cesiumchloride", "fluorite", "wurtzite", "perovskite", "rutile"} {
		s := prototype(t, name, Conventional)
		bulk := mustCell(t, s)
		shell := firstShell(t, s)
		for k, miller := range planes {
			for _, shift := range []float64{0, 0.37}[k%2 : k%2+1] {
				for _, lateral := range [][4]int{{1, 0, 0, 1}, {2, 1, -1, 1}}[k/2%2 : k/2%2+1] {
					cases++
					o := Slab{Miller: miller, Layers: 2, Vacuum: 9, Shift: shift, Lateral: lateral}
					b, err := o.Cut(s)
					if err != nil {
						t.Fatal(err)
					}
					m, err := o.Measure(s)
					if err != nil {
						t.Fatal(err)
					}
					what := fmt.Sprintf("%s %v shift %g lateral %v", name, miller, shift, lateral)
					det := lateral[0]*lateral[3] - lateral[1]*lateral[2]
					if got, want := b.Structure.Len(), 2*det*s.Len(); got != want || m.Atoms != want {
						t.Errorf("%s: %d atoms, measured %d, want %d", what, got, m.Atoms, want)
					}
					if got, want := m.Area*m.Repeat, float64(det)*bulk.Volume(); math.Abs(got/want-1) > 1e-9 {
						t.Errorf("%s: a layer of %g Å³, want %g", what, got, want)
					}
					c := mustCell(t, b.Structure)
					if math.Abs(b.Structure.Cell[8]-m.Thickness-18) > 1e-9 || math.Abs(c.Volume()-m.Area*b.Structure.Cell[8]) > 1e-6 {
						t.Errorf("%s: cell %v, thickness %g", what, *b.Structure.Cell, m.Thickness)
					}
					was, is := s.Counts(), b.Structure.Counts()
					for z := range was {
						if was[z]*b.Structure.Len() != is[z]*s.Len() {
							t.Errorf("%s: %s from %s", what, b.Structure.Formula(), s.Formula())
							break
						}
					}
					for i := range b.Structure.Len() {
						z := b.Structure.Positions[3*i+2]
						if z < 9-1e-9 || z > b.Structure.Cell[8]-9+1e-9 {
							t.Fatalf("%s: atom %d at z = %g", what, i, z)
						}
						n := 0
						for j := range b.Structure.Len() {
							n += neighbors(c.Vectors(), geom.At(b.Structure.Positions, i), geom.At(b.Structure.Positions, j), shell.radius)
						}
						want := shell.coordination[b.Origin[i]]
						inside := z > 9+shell.radius && z < 9+m.Thickness-shell.radius
						if n > want || inside && n != want {
							t.Fatalf("%s: atom %d has %d neighbors, in the crystal %d", what, i, n, want)
						}
					}
				}
			}
		}
	}
	if cases < 200 {
		t.Errorf("%d cases", cases)
	}
}

type shell struct {
	radius       float64
	coordination []int
}

// firstShell is a radius between the first and the next neighbors and how many lie within.
func firstShell(t *testing.T, s *structure.Structure) shell {
	c := mustCell(t, s)
	_, _, d := nearestPair(c, s.Positions, 4)
	if s.Len() == 1 || d == 0 {
		d = c.ShortestVector()
	}
	out := shell{radius: 1.1 * d}
	for i := range s.Len() {
		n := 0
		for j := range s.Len() {
			n += neighbors(c.Vectors(), geom.At(s.Positions, i), geom.At(s.Positions, j), out.radius)
		}
		out.coordination = append(out.coordination, n)
	}
	return out
}

// neighbors counts the images of q within a radius of p, p itself left out.
func neighbors(v [9]float64, p, q geom.Vec3, radius float64) int {
	n := 0
	for i := -3.0; i <= 3; i++ {
		for j := -3.0; j <= 3; j++ {
			for k := -3.0; k <= 3; k++ {
				d := geom.Vec3{X: q.X - p.X + i*v[0] + j*v[3] + k*v[6], Y: q.Y - p.Y + i*v[1] + j*v[4] + k*v[7], Z: q.Z - p.Z + i*v[2] + j*v[5] + k*v[8]}
				if r := d.Norm(); r > 1e-6 && r < radius {
					n++
				}
			}
		}
	}
	return n
}

func TestTerminations(t *testing.T) {
	for _, c := range []struct {
		prototype string
		miller    [3]int
		want      string // top/bottom gap, mirror of each
	}{
		{"fcc", [3]int{1, 1, 1}, "Cu4/Cu4 2.08 mirror 0"},
		{"fcc", [3]int{1, 0, 0}, "Cu2/Cu2 1.80 mirror 0"},
		{"rocksalt", [3]int{1, 0, 0}, "Cl2Na2/Cl2Na2 2.82 mirror 0"},
		{"rocksalt", [3]int{1, 1, 1}, "Cl4/Na4 1.63 mirror 1; Na4/Cl4 1.63 mirror 0"},
		{"perovskite", [3]int{0, 0, 1}, "O2Ti/OSr 1.95 mirror 1; OSr/O2Ti 1.95 mirror 0"},
		{"perovskite", [3]int{1, 1, 1}, "Ti/O3Sr 1.13 mirror 1; O3Sr/Ti 1.13 mirror 0"},
		{"diamond", [3]int{1, 1, 1}, "Si4/Si4 0.78 mirror 0; Si4/Si4 2.35 mirror 1"},
		{"wurtzite", [3]int{0, 0, 1}, "O/Zn 1.95 mirror -1; Zn/O 0.65 mirror -1"},
		{"fluorite", [3]int{1, 1, 1}, "F4/Ca4 0.79 mirror 1; Ca4/F4 0.79 mirror 0; F4/F4 1.58 mirror 2"},
	} {
		s := prototype(t, c.prototype, Conventional)
		list, err := Terminations(context.Background(), s, c.miller, 0, 0)
		if err != nil {
			t.Errorf("%s: %v", c.prototype, err)
			continue
		}
		var words []string
		for _, x := range list {
			words = append(words, fmt.Sprintf("%s/%s %.2f mirror %d", x.Top, x.Bottom, x.Gap, x.Mirror))
		}
		if got := strings.Join(words, "; "); got != c.want {
			t.Errorf("%s %v: got %s, want %s", c.prototype, c.miller, got, c.want)
		}
		// The slab has those planes.
		for _, x := range list {
			o := Slab{Miller: c.miller, Layers: 2, Vacuum: 8, Shift: x.Shift}
			b, err := o.Cut(s)
			if err != nil {
				t.Fatal(err)
			}
			top, bottom := faces(b.Structure)
			if top != x.Top || bottom != x.Bottom {
				t.Errorf("%s %v, shift %g: the slab ends in %s and %s, want %s and %s", c.prototype, c.miller, x.Shift, top, bottom, x.Top, x.Bottom)
			}
		}
	}
}

// faces returns the formulas of the highest and the lowest plane.
func faces(s *structure.Structure) (top, bottom string) {
	low, high := math.Inf(1), math.Inf(-1)
	for i := range s.Len() {
		low, high = min(low, s.Positions[3*i+2]), max(high, s.Positions[3*i+2])
	}
	at := func(z float64) string {
		counts := (&structure.Structure{}).Counts()
		for i := range s.Len() {
			if math.Abs(s.Positions[3*i+2]-z) < 0.1 {
				counts[s.Elements[i]]++
			}
		}
		return counts.Formula()
	}
	return at(high), at(low)
}

func TestSymmetricSlab(t *testing.T) {
	for _, c := range []struct {
		prototype string
		o         Slab
		formula   string
		whole     bool
	}{
		{"fcc", Slab{Miller: [3]int{1, 1, 1}, Layers: 3, Vacuum: 8}, "Cu12", true},
		{"perovskite", Slab{Miller: [3]int{0, 0, 1}, Layers: 2, Vacuum: 8}, "O7Sr3Ti2", false},
		{"perovskite", Slab{Miller: [3]int{0, 0, 1}, Layers: 2, Vacuum: 8, Shift: 0.75}, "O8Sr2Ti3", false},
		{"rocksalt", Slab{Miller: [3]int{1, 1, 1}, Layers: 2, Vacuum: 8}, "Cl8Na12", false},
		{"diamond", Slab{Miller: [3]int{1, 1, 1}, Layers: 2, Vacuum: 8}, "Si16", true},
	} {
		s := prototype(t, c.prototype, Conventional)
		got, err := c.o.Symmetric(context.Background(), s, 0)
		if err != nil {
			t.Errorf("%s: %v", c.prototype, err)
			continue
		}
		top, bottom := faces(got.Structure)
		if got.Formula != c.formula || got.Stoichiometric != c.whole || top != bottom {
			t.Errorf("%s %v: got %s (%g layers, stoichiometric %v) with %s above and %s below, want %s", c.prototype, c.o.Miller, got.Formula, got.Layers, got.Stoichiometric, top, bottom, c.formula)
		}
		checkBuilt(t, s, got.Built)
		// The distances to both surfaces are the same.
		y, err := FindSymmetry(context.Background(), got.Structure, 0.01)
		if err != nil {
			t.Fatal(err)
		}
		turned := false
		for _, op := range y.Operations {
			turned = turned || op.Rotation[8] == -1
		}
		if !turned {
			t.Errorf("%s: no operation of the slab turns it over", c.prototype)
		}
	}
	polar := Slab{Miller: [3]int{0, 0, 1}, Layers: 2, Vacuum: 8}
	if _, err := polar.Symmetric(context.Background(), prototype(t, "wurtzite", Conventional), 0); !errors.Is(err, ErrNotFound) || err.Error() != "no symmetric slab: no operation of P63mc turns the plane over" {
		t.Error(err)
	}
	polar.Vacuum = 0
	if _, err := polar.Symmetric(context.Background(), prototype(t, "fcc", Conventional), 0); err == nil || !strings.Contains(err.Error(), "needs vacuum") {
		t.Error(err)
	}
}

func TestRectangle(t *testing.T) {
	for _, c := range []struct {
		prototype string
		miller    [3]int
		sides     [2]float64
	}{
		{"fcc", [3]int{1, 1, 1}, [2]float64{3.61 * math.Sqrt2 / 2 * 2, 3.61 * math.Sqrt2 / 2 * math.Sqrt(3) * 2}},
		{"hcp", [3]int{0, 0, 1}, [2]float64{3.21, 3.21 * math.Sqrt(3)}},
		{"fcc", [3]int{1, 0, 0}, [2]float64{3.61, 3.61}},
	} {
		s := prototype(t, c.prototype, Conventional)
		o := Slab{Miller: c.miller, Layers: 2, Vacuum: 6}
		matrix, err := o.Rectangle(s)
		if err != nil {
			t.Errorf("%s: %v", c.prototype, err)
			continue
		}
		o.Lateral = matrix
		b, err := o.Cut(s)
		if err != nil {
			t.Fatal(err)
		}
		l, a := mustCell(t, b.Structure).Parameters()
		short, long := min(l[0], l[1]), max(l[0], l[1])
		if math.Abs(a[2]-90) > 1e-3 || math.Abs(short-c.sides[0]) > 1e-3 || math.Abs(long-c.sides[1]) > 1e-3 {
			t.Errorf("%s %v: matrix %v, sides %v, angle %v; want %v", c.prototype, c.miller, matrix, l, a, c.sides)
		}
	}
	skew := aseRows(t, "structure")[15].structure()
	o := Slab{Miller: [3]int{1, 2, 3}, Layers: 1, Vacuum: 6}
	if _, err := o.Rectangle(skew); !errors.Is(err, ErrNotFound) {
		t.Error(err)
	}
}

func TestSlabRefusals(t *testing.T) {
	s := prototype(t, "fcc", Conventional)
	for _, c := range []struct {
		o    Slab
		want string
	}{
		{Slab{Layers: 1}, "the Miller indices are 0 0 0: one must not be 0"},
		{Slab{Miller: [3]int{1, 1, 21}, Layers: 1}, "the Miller index 21 is beyond ±20"},
		{Slab{Miller: [3]int{1, 1, 1}}, "0 layers: give 1 to 1000"},
		{Slab{Miller: [3]int{1, 1, 1}, Layers: 1, Vacuum: -1}, "the vacuum is -1 Å: give 0, or 0.001 to 1000"},
		{Slab{Miller: [3]int{1, 1, 1}, Layers: 2, Vacuum: 1e-12, Top: 0.5}, "the vacuum is 1e-12 Å"}, // of no cell above one plane
		{Slab{Miller: [3]int{1, 1, 1}, Layers: 1, Shift: 1}, "the shift is 1: give 0 to below 1"},
		{Slab{Miller: [3]int{1, 1, 1}, Layers: 1, Lateral: [4]int{1, 1, 1, 1}}, "invalid matrix: it is singular"},
		{Slab{Miller: [3]int{1, 1, 1}, Layers: 1, Lateral: [4]int{0, 1, 1, 0}}, "invalid lateral matrix: swap its rows"},
		{Slab{Miller: [3]int{1, 1, 1}, Layers: 1, Lateral: [4]int{1 << 62, 0, 0, 3}}, "invalid matrix: its numbers must lie between"},
		{Slab{Miller: [3]int{1, 1, 1}, Layers: 1000, Lateral: [4]int{100, 0, 0, 100}}, "40000000 atoms are more than 1000000"},
	} {
		if _, err := c.o.Cut(s); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%+v: got %v, want %s", c.o, err, c.want)
		}
	}
	o := Slab{Miller: [3]int{1, 1, 1}, Layers: 1}
	if _, err := o.Cut(&structure.Structure{Elements: []uint8{1}, Positions: []float64{0, 0, 0}}); !errors.Is(err, ErrNoCell) {
		t.Error(err)
	}
	// A multiple is the same plane.
	a, _ := (&Slab{Miller: [3]int{2, 2, 2}, Layers: 1, Vacuum: 5}).Cut(s)
	b, _ := (&Slab{Miller: [3]int{1, 1, 1}, Layers: 1, Vacuum: 5}).Cut(s)
	if *a.Structure.Cell != *b.Structure.Cell {
		t.Error("2 2 2 is not 1 1 1")
	}
}

func ExampleSlab() {
	copper := Bulk{Prototype: "fcc", Elements: []uint8{29}, A: 3.61}
	s, _ := copper.Build()
	o := Slab{Miller: [3]int{1, 1, 1}, Layers: 3, Vacuum: 10}
	slab, err := o.Cut(s)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d atoms, a = %.3f Å, c = %.3f Å\n", slab.Structure.Len(), slab.Structure.Cell[0], slab.Structure.Cell[8])
	// Output: 12 atoms, a = 5.105 Å, c = 24.168 Å
}

func vec(positions []float64, i uint32) geom.Vec3 { return geom.At(positions, int(i)) }
