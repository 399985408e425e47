package crystal

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/rng"
	"github.com/molsmith/molsmith/chem/structure"
)

// bonded joins all atoms of s that are nearer than limit, by nearest images.
func bonded(t testing.TB, s *structure.Structure, limit float64) {
	t.Helper()
	c := mustCell(t, s)
	s.Bonds = [][2]uint32{}
	for i := range s.Len() {
		for j := range i {
			if c.Distance(geom.At(s.Positions, i), geom.At(s.Positions, j)) < limit {
				s.Bonds = append(s.Bonds, [2]uint32{uint32(j), uint32(i)})
				s.BondOrders = append(s.BondOrders, uint8(1+len(s.Bonds)%3))
			}
		}
	}
}

func prototype(t testing.TB, name string, shape Shape) *structure.Structure {
	t.Helper()
	p, ok := ByName(name)
	if !ok {
		t.Fatal(name)
	}
	return example(t, p, 0, shape)
}

// TestSupercellBonds: with random matrices every bond keeps its length and every atom the
// bonds of its origin.
func TestSupercellBonds(t *testing.T) {
	quartz := aseRows(t, "structure")[12].structure()
	bonded(t, quartz, 1.8)
	if len(quartz.Bonds) != 12 {
		t.Fatalf("quartz has %d bonds", len(quartz.Bonds))
	}
	quartz.Molecules = make([]int32, quartz.Len())
	quartz.ResidueIDs = []int32{1, 1, 1, 2, 2, 2, 3, 3, 3}
	quartz.Scalars = []structure.Channel{{Name: "mark", Values: []float64{0, 1, 2, 3, 4, 5, 6, 7, 8}}}
	r := rng.New(1)
	for range 100 {
		var m [9]int
		for i := range m {
			m[i] = r.Intn(9) - 4
		}
		got, err := Supercell(quartz, m)
		if determinant(&m) == 0 {
			if err == nil {
				t.Fatalf("%v is not refused", m)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		s := got.Structure
		if got.Images != abs(determinant(&m)) || s.Len() != 9*got.Images || len(s.Bonds) != 12*got.Images || len(s.BondOrders) != len(s.Bonds) {
			t.Fatalf("%v: %d images, %d atoms, %d bonds", m, got.Images, s.Len(), len(s.Bonds))
		}
		checkBuilt(t, quartz, got)
		c := mustCell(t, s)
		degree := make([]int, s.Len())
		for k, b := range s.Bonds {
			if d := c.Distance(geom.At(s.Positions, int(b[0])), geom.At(s.Positions, int(b[1]))); math.Abs(d-1.61) > 0.03 {
				t.Fatalf("%v: a bond of %.3f Å", m, d)
			}
			if s.BondOrders[k] != quartz.BondOrders[k%12] {
				t.Fatalf("%v: bond %d has another order", m, k)
			}
			degree[b[0]]++
			degree[b[1]]++
		}
		for i, n := range degree {
			if want := map[uint8]int{8: 2, 14: 4}[s.Elements[i]]; n != want {
				t.Fatalf("%v: atom %d has %d bonds, want %d", m, i, n, want)
			}
			k := i / 9
			if s.Molecules[i] != int32(k) || s.ResidueIDs[i] != quartz.ResidueIDs[i%9]+int32(3*k) || s.Scalars[0].Values[i] != float64(i%9) {
				t.Fatalf("%v: atom %d has the labels of another", m, i)
			}
		}
	}
}

func TestSupercellRefusals(t *testing.T) {
	s := prototype(t, "fcc", Conventional)
	for _, c := range []struct {
		matrix [9]int
		want   string
		reason error
	}{
		{[9]int{1, 0, 0, 0, 1, 0, 1, 1, 0}, "invalid matrix: it is singular, its rows do not span a volume", ErrRequest},
		{[9]int{100, 0, 0, 0, 100, 0, 0, 0, 100}, "4000000 atoms are more than 1000000: make it smaller", ErrTooManyAtoms},
		{[9]int{10001, 0, 0, 0, 1, 0, 0, 0, 1}, "invalid matrix: its numbers must lie between −10000 and 10000", ErrRequest},
		{[9]int{10000, 0, 0, 0, 10000, 0, 0, 0, 10000}, "4000000000000 atoms are more", ErrTooManyAtoms},
	} {
		if _, err := Supercell(s, c.matrix); err == nil || !strings.HasPrefix(err.Error(), c.want) || !errors.Is(err, c.reason) {
			t.Errorf("%v: got %v, want %s", c.matrix, err, c.want)
		}
	}
	if _, err := Supercell(&structure.Structure{}, [9]int{1, 0, 0, 0, 1, 0, 0, 0, 1}); !errors.Is(err, ErrNoCell) {
		t.Error(err)
	}
	if b, err := Supercell(s, [9]int{0, 1, 0, 1, 0, 0, 0, 0, 7}); err != nil || b.Images != 7 {
		t.Error("a determinant of -7:", err)
	}
	// A determinant of 1 with large numbers is the same crystal.
	got, err := Supercell(s, [9]int{1, 1000, 0, 0, 1, 0, 0, 0, 1})
	if err != nil || got.Structure.Len() != 4 {
		t.Error(err)
	}
}

func ExampleSupercell() {
	b := Bulk{Prototype: "fcc", Elements: []uint8{29}, A: 3.61, Shape: Primitive}
	copper, _ := b.Build()
	got, err := Supercell(copper, [9]int{-1, 1, 1, 1, -1, 1, 1, 1, -1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(got.Images, "images,", *got.Structure.Cell)
	// Output: 4 images, [3.61 0 0 0 3.61 0 0 0 3.61]
}

func BenchmarkSupercellMillion(b *testing.B) {
	copper := prototype(b, "fcc", Conventional)
	diamond := prototype(b, "diamond", Conventional)
	bonded(b, diamond, 1.7)
	b.Run("copper", func(b *testing.B) {
		for b.Loop() {
			got, err := Supercell(copper, [9]int{62, 1, 0, 0, 63, 0, 0, 0, 64})
			if err != nil || got.Structure.Len() != 999936 {
				b.Fatal(err)
			}
		}
	})
	b.Run("diamond-bonds", func(b *testing.B) {
		for b.Loop() {
			if _, err := Supercell(diamond, [9]int{50, 0, 0, 0, 50, 0, 0, 0, 50}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
