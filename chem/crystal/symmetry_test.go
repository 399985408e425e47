package crystal

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/rng"
	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/chem/symm"
)

// TestOracleSymmetry compares with spglib.
func TestOracleSymmetry(t *testing.T) {
	rows := 0
	each(t, func(r groupRow) {
		rows++
		s := r.build(t)
		y, err := FindSymmetry(context.Background(), s, 1e-4)
		if err != nil {
			t.Errorf("%s: %v", r.ID, err)
			return
		}
		want := &r.Expected
		if y.Setting.Number != want.Number || y.Setting.Hall != want.Hall || y.Point != want.PointGroup || len(y.Operations) != want.Operations {
			t.Errorf("%s: got %d %s %s, %d operations, want %d %s %s, %d", r.ID, y.Setting.Number, y.Setting.Hall, y.Point, len(y.Operations), want.Number, want.Hall, want.PointGroup, want.Operations)
		}
		if y.PrimitiveAtoms != want.Primitive || y.ConventionalAtoms != want.Conventional {
			t.Errorf("%s: got %d and %d atoms, want %d and %d", r.ID, y.PrimitiveAtoms, y.ConventionalAtoms, want.Primitive, want.Conventional)
		}
		l, a := y.lattice.cell.Parameters()
		for k := range 3 {
			if math.Abs(l[k]-want.Niggli[k]) > 1e-3 || math.Abs(a[k]-want.Niggli[3+k]) > 1e-2 {
				t.Errorf("%s: got %v %v, want %v", r.ID, l, a, want.Niggli)
				break
			}
		}
	}, "symmetry_expand")
	if rows < 10 {
		t.Errorf("got %d rows", rows)
	}
}

// TestEverySetting builds a crystal of two sites in each of the 530 settings and finds the
// group, and the setting itself, again.
func TestEverySetting(t *testing.T) {
	wrong, missing := 0, 0
	for _, s := range symm.Settings(0) {
		c := fitting(t, &s)
		got, err := FromGroup(&s, &c, generic())
		if err != nil {
			t.Fatal(err)
		}
		y, err := FindSymmetry(context.Background(), got.Structure, 0.005)
		if err != nil {
			t.Errorf("%s %s: %v", s.Name, s.Hall, err)
			continue
		}
		if y.Setting.Number != s.Number {
			wrong++
			t.Errorf("%s %s (%d): found %s (%d)", s.Name, s.Hall, s.Number, y.Setting.Name, y.Setting.Number)
		}
		if y.Given == nil || y.Given.Hall != s.Hall {
			missing++
			t.Errorf("%s %s (%d): given %+v", s.Name, s.Hall, s.Number, y.Given)
		}
	}
}

// TestReducedBonds: a supercell of quartz with bonds goes back to one cell with all of them.
func TestReducedBonds(t *testing.T) {
	quartz := aseRows(t, "structure")[12].structure()
	bonded(t, quartz, 1.8)
	large, err := Supercell(quartz, [9]int{2, 1, 0, 0, 1, 0, 0, 1, 2})
	if err != nil {
		t.Fatal(err)
	}
	y, err := FindSymmetry(context.Background(), large.Structure, 0.001)
	if err != nil {
		t.Fatal(err)
	}
	if y.Setting.Number != 152 || y.PrimitiveAtoms != 9 {
		t.Errorf("got %+v, %d atoms", y.Setting, y.PrimitiveAtoms)
	}
	for name, make := range map[string]func() (*Built, error){
		"primitive": y.Primitive, "conventional": y.Conventional, "standard": func() (*Built, error) { return y.Standardized(false) },
		"niggli": func() (*Built, error) { return Niggli(quartz) },
	} {
		b, err := make()
		if err != nil {
			t.Fatal(err)
		}
		c := mustCell(t, b.Structure)
		degree := [9]int{}
		for _, bond := range b.Structure.Bonds {
			if d := c.Distance(geom.At(b.Structure.Positions, int(bond[0])), geom.At(b.Structure.Positions, int(bond[1]))); math.Abs(d-1.61) > 0.03 {
				t.Errorf("%s: a bond of %.3f Å", name, d)
			}
			degree[bond[0]]++
			degree[bond[1]]++
		}
		for i, n := range degree {
			if want := map[uint8]int{8: 2, 14: 4}[b.Structure.Elements[i]]; n != want {
				t.Errorf("%s: atom %d has %d bonds, want %d", name, i, n, want)
			}
		}
	}
}

func TestSymmetryNoise(t *testing.T) {
	// A tolerance far above the noise, and one that is too large for it, find the same.
	rutile := prototype(t, "rutile", Conventional)
	large, err := Supercell(rutile, [9]int{2, 0, 0, 0, 2, 0, 0, 0, 3})
	if err != nil {
		t.Fatal(err)
	}
	r := rng.New(3)
	s := large.Structure
	for i := range s.Positions {
		s.Positions[i] += 0.02 * (r.Float64() - 0.5)
	}
	for _, tolerance := range []float64{0.04, 0.1, 0.2, 0.3} {
		y, err := FindSymmetry(context.Background(), s, tolerance)
		if err != nil {
			t.Errorf("tolerance %g: %v", tolerance, err)
			continue
		}
		if y.Setting.Number != 136 || y.PrimitiveAtoms != 6 {
			t.Errorf("tolerance %g: %s with %d atoms", tolerance, y.Setting.Name, y.PrimitiveAtoms)
		}
		checkStandard(t, "noisy rutile", y)
	}
	y, err := FindSymmetry(context.Background(), s, 0.001)
	if err != nil || y.Setting.Number != 1 {
		t.Errorf("%+v, %v", y, err)
	}
}

func TestSymmetryRefusals(t *testing.T) {
	copper := prototype(t, "fcc", Conventional)
	large, err := Supercell(copper, [9]int{30, 0, 0, 0, 30, 0, 0, 0, 30})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		s         *structure.Structure
		tolerance float64
		want      string
	}{
		{&structure.Structure{}, 0, "the structure has no cell: set one first"},
		{&structure.Structure{Cell: copper.Cell}, 0, "there are no atoms"},
		{copper, 0.6, "the tolerance is 0.6 Å: give 1e-06 to 0.5"},
		{copper, math.NaN(), "the tolerance is NaN Å: give 1e-06 to 0.5"},
		{large.Structure, 0, "108000 atoms are more than the 100000 whose symmetry is searched"},
		{&structure.Structure{Cell: copper.Cell, Elements: []uint8{29, 29}, Positions: []float64{0, 0, 0, 0, 0, 0.1}}, 0.06, "atoms 0 and 1 are 0.1 Å apart, less than twice the tolerance (atoms counted from 0): give a smaller one"},
		{&structure.Structure{Cell: &[9]float64{1, 0, 0, 0, 1, 0, 1, 1, 0}, Elements: []uint8{29}, Positions: []float64{0, 0, 0}}, 0, "the cell vectors do not span a volume"},
	} {
		if _, err := FindSymmetry(context.Background(), c.s, c.tolerance); err == nil || err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := FindSymmetry(ctx, copper, 0); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func ExampleFindSymmetry() {
	b := Bulk{Prototype: "diamond", Elements: []uint8{14}, A: 5.43}
	silicon, _ := b.Build()
	y, err := FindSymmetry(context.Background(), silicon, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(y.Setting.Name, y.Setting.Number, y.Point, y.PrimitiveAtoms, "of", y.ConventionalAtoms, "atoms")
	primitive, _ := y.Standardized(true)
	c, _ := cell.New(*primitive.Structure.Cell)
	lengths, angles := c.Parameters()
	fmt.Printf("%.3f %.0f\n", lengths, angles)
	// Output:
	// Fd-3m 227 m-3m 2 of 8 atoms
	// [3.840 3.840 3.840] [60 60 60]
}

func BenchmarkSymmetry(b *testing.B) {
	silicon, err := Supercell(prototype(b, "diamond", Conventional), [9]int{4, 0, 0, 0, 4, 0, 0, 0, 4})
	if err != nil {
		b.Fatal(err)
	}
	random := &structure.Structure{Cell: &[9]float64{20, 0, 0, 0, 20, 0, 0, 0, 20}}
	r := rng.New(1)
	for range 500 {
		random.Elements = append(random.Elements, 6)
		random.Positions = append(random.Positions, 20*r.Float64(), 20*r.Float64(), 20*r.Float64())
	}
	broken := silicon.Structure.Clone()
	broken.Elements[7] = 32
	for name, s := range map[string]*structure.Structure{"silicon512": silicon.Structure, "random500": random, "impurity512": broken} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := FindSymmetry(context.Background(), s, 1e-3); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
