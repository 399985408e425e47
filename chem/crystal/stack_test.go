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

func TestMatches(t *testing.T) {
	graphene := prototype(t, "graphene", Conventional)
	boron := prototype(t, "h-bn", Conventional)
	copper := slabOf(t, "fcc", Slab{Miller: [3]int{1, 1, 1}, Layers: 2, Vacuum: 8})
	square := slabOf(t, "fcc", Slab{Miller: [3]int{1, 0, 0}, Layers: 2, Vacuum: 8})
	ctx := context.Background()
	same, err := (&Stack{}).Matches(ctx, graphene, graphene)
	if err != nil || len(same) != 1 || same[0].Atoms != 4 || math.Abs(same[0].Strains[0]) > 1e-9 || math.Abs(same[0].Angle) > 1e-9 {
		t.Errorf("graphene on itself: %+v, %v", same, err)
	}
	list, err := (&Stack{Area: 300}).Matches(ctx, boron, graphene)
	if err != nil || len(list) < 2 {
		t.Fatalf("%+v, %v", list, err)
	}
	if m := list[0]; math.Abs(m.Strains[0]-(2.504/2.46-1)) > 1e-9 || m.Atoms != 4 {
		t.Errorf("graphene on boron nitride: %+v", m)
	}
	for i := 1; i < len(list); i++ {
		if list[i].Area <= list[i-1].Area || math.Abs(list[i].Strains[0]) >= math.Abs(list[i-1].Strains[0]) {
			t.Errorf("%+v is no better than %+v", list[i], list[i-1])
		}
	}
	for _, c := range []struct {
		what  string
		upper string
		o     Stack
	}{{"copper(111)", "graphene", Stack{Area: 100, Strain: 0.04}}, {"copper(100)", "graphene", Stack{Area: 150, Strain: 0.05}}} {
		lower := copper
		if c.what == "copper(100)" {
			lower = square
		}
		list, err := c.o.Matches(ctx, lower, graphene)
		if err != nil {
			t.Errorf("%s: %v", c.what, err)
			continue
		}
		for _, m := range list {
			for _, share := range []float64{0, 0.5, 1} {
				b, err := m.Build(lower, graphene, 3.2, 8, share)
				if err != nil {
					t.Fatalf("%s: %v", c.what, err)
				}
				s := b.Structure
				if err := s.Validate(); err != nil {
					t.Fatal(err)
				}
				if s.Len() != m.Atoms {
					t.Fatalf("%s: %d atoms, want %d", c.what, s.Len(), m.Atoms)
				}
				// Neighbor distances within the strain, the gap, the thickness.
				cc := mustCell(t, s)
				limit := math.Abs(m.Strains[0])
				top, bottom := math.Inf(-1), math.Inf(1)
				for i := range s.Len() {
					z := s.Positions[3*i+2]
					if i < b.LowerLen {
						top = max(top, z)
						continue
					}
					bottom = min(bottom, z)
					n := 0
					for j := b.LowerLen; j < s.Len(); j++ {
						d := cc.Distance(geom.At(s.Positions, i), geom.At(s.Positions, j))
						if i != j && d < 1.7 {
							n++
							if math.Abs(d/(2.46/math.Sqrt(3))-1) > limit+1e-6 {
								t.Fatalf("%s: a bond of %.3f Å with a strain of %.3f", c.what, d, limit)
							}
						}
					}
					if n != 3 && len(s.Elements) > 12 {
						t.Fatalf("%s %+v: a carbon with %d neighbors", c.what, m, n)
					}
				}
				if math.Abs(bottom-top-3.2) > 1e-9 {
					t.Fatalf("%s: the gap is %g", c.what, bottom-top)
				}
				if share == 0 && math.Abs(cc.Volume()/s.Cell[8]-m.Area) > 1e-6 {
					t.Fatalf("%s: area %g, want %g", c.what, cc.Volume()/s.Cell[8], m.Area)
				}
				if share == 1 {
					area := math.Sqrt(3) / 2 * 2.46 * 2.46 * float64(m.Upper[0]*m.Upper[3]-m.Upper[1]*m.Upper[2])
					if math.Abs(cc.Volume()/s.Cell[8]-area) > 1e-6 {
						t.Fatalf("%s: area %g, the upper slab has %g", c.what, cc.Volume()/s.Cell[8], area)
					}
				}
			}
		}
	}
	if _, err := (&Stack{Area: 20, Strain: 0.001}).Matches(ctx, square, graphene); !errors.Is(err, ErrNotFound) {
		t.Error(err)
	}
	for want, o := range map[string]Stack{
		"the area is 5000 Å²: give up to 4000":                 {Area: 5000},
		"the strain is 0.5: give up to 0.2":                    {Strain: 0.5},
		"the area is 1 Å²: one cell of the lower slab has 5.2": {Area: 1},
	} {
		if _, err := o.Matches(ctx, graphene, graphene); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// TestStackBonds: bonds of both slabs go along, and one across the boundary of the cell stays in
// its slab.
func TestStackBonds(t *testing.T) {
	quartz := aseRows(t, "structure")[12].structure()
	bonded(t, quartz, 1.8)
	cut := Slab{Miller: [3]int{0, 0, 1}, Layers: 2, Vacuum: 4}
	b, err := cut.Cut(quartz)
	if err != nil {
		t.Fatal(err)
	}
	slab := b.Structure
	c := mustCell(t, slab)
	moved := slab.Clone()
	for i := range moved.Len() {
		p := geom.At(moved.Positions, i)
		p.Z -= 7
		geom.Put(moved.Positions, i, c.Wrap(p))
	}
	m := Match{Lower: [4]int{2, 0, 0, 1}, Upper: [4]int{2, 0, 0, 1}}
	got, err := m.Build(slab, moved, 2.5, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	s := got.Structure
	if len(s.Bonds) != 4*len(slab.Bonds) || len(s.BondOrders) != len(s.Bonds) {
		t.Errorf("%d bonds of %d", len(s.Bonds), len(slab.Bonds))
	}
	frame := mustCell(t, s)
	for _, b := range s.Bonds {
		if d := frame.Distance(vec(s.Positions, b[0]), vec(s.Positions, b[1])); math.Abs(d-1.61) > 0.03 {
			t.Fatalf("a bond of %.3f Å", d)
		}
	}
	for want, x := range map[string][3]float64{
		"the gap is 0 Å: give up to 100":                    {0, 1, 0},
		"the vacuum is -1 Å: give 0 to 1000":                {1, -1, 0},
		"the lower slab takes 2 of the strain: give 0 to 1": {1, 1, 2},
	} {
		if _, err := m.Build(slab, slab, x[0], x[1], x[2]); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func ExampleStack() {
	graphene := Bulk{Prototype: "graphene", Elements: []uint8{6}, A: 2.46}
	boronNitride := Bulk{Prototype: "h-bn", Elements: []uint8{5, 7}, A: 2.504}
	upper, _ := graphene.Build()
	lower, _ := boronNitride.Build()
	list, err := (&Stack{Area: 50}).Matches(context.Background(), lower, upper)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d atoms, strain %.1f %%\n", list[0].Atoms, 100*list[0].Strains[0])
	// Output: 4 atoms, strain 1.8 %
}

// TestStackKeeps: what one of two slabs says of its atoms is kept, and says nothing of the
// other's.
func TestStackKeeps(t *testing.T) {
	lower := slabOf(t, "fcc", Slab{Miller: [3]int{1, 0, 0}, Layers: 1, Vacuum: 4})
	n := lower.Len()
	upper := lower.Clone()
	lower.FormalCharges, lower.Molecules = make([]int32, n), make([]int32, n)
	lower.Scalars = []structure.Channel{{Name: "q", Values: []float64{1, 2, 3, 4}}}
	upper.AtomNames, upper.ChainIDs, upper.ResidueNames = []string{"A", "B", "C", "D"}, []string{"U", "U", "U", "U"}, []string{"TOP", "TOP", "TOP", "TOP"}
	upper.Scalars = []structure.Channel{{Name: "q", Values: []float64{5, 6, 7, 8}}, {Name: "v", Values: []float64{-1, -2, -3, -4}}}
	m := Match{Lower: [4]int{1, 0, 0, 1}, Upper: [4]int{1, 0, 0, 1}}
	b, err := m.Build(lower, upper, 2, 4, 0)
	if err != nil {
		t.Fatal(err)
	}
	s := b.Structure
	if err := s.Validate(); err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprint(s.AtomNames, s.ChainIDs, s.ResidueNames, s.FormalCharges, s.Molecules, s.Scalars)
	want := "[Cu Cu Cu Cu A B C D] [        U U U U] [    TOP TOP TOP TOP] [0 0 0 0 0 0 0 0] [0 0 0 0 1 2 3 4] [{q [1 2 3 4 5 6 7 8]} {v [0 0 0 0 -1 -2 -3 -4]}]"
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
