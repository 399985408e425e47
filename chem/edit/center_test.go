package edit

import (
	"encoding/json"
	"errors"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/contract"
)

// hydrogens is atoms at these places.
func hydrogensAt(positions []float64, cell *[9]float64) structure.Structure {
	s := structure.Structure{Positions: positions, Cell: cell}
	for range len(positions) / 3 {
		s.Elements = append(s.Elements, 1)
	}
	return s
}

// TestCenterAsASE: the numbers of testdata/center.json are those of Atoms.center. Both
// compute in double precision in another order, so that last digits may differ.
func TestCenterAsASE(t *testing.T) {
	data, err := os.ReadFile("testdata/center.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Cases []struct {
			Name            string
			Cell            *[9]float64
			Positions, Want []float64
			Axes            string
			Vacuum          *float64
			WantCell        [9]float64
		}
	}
	if err := json.Unmarshal(data, &file); err != nil || len(file.Cases) < 15 {
		t.Fatalf("%d cases: %v", len(file.Cases), err)
	}
	for _, c := range file.Cases {
		t.Run(c.Name, func(t *testing.T) {
			d := open(t, hydrogensAt(c.Positions, c.Cell))
			before := d.Hash()
			apply(t, d, &Center{Axes: c.Axes, Vacuum: c.Vacuum})
			s := d.Structure()
			for i, want := range c.WantCell {
				if math.Abs(s.Cell[i]-want) > 1e-10 {
					t.Fatalf("cell: got %v, want %v", *s.Cell, c.WantCell)
				}
			}
			for i, want := range c.Want {
				if math.Abs(s.Positions[i]-want) > 1e-10 {
					t.Fatalf("positions: got %v, want %v", s.Positions, c.Want)
				}
			}
			after := d.Hash()
			d.Undo()
			if d.Hash() != before {
				t.Error("undone: the hash is not what it was")
			}
			d.Redo()
			if d.Hash() != after {
				t.Error("redone: the hash is not what it was")
			}
		})
	}
}

func TestCenterRefuses(t *testing.T) {
	box := &[9]float64{10, 0, 0, 0, 10, 0, 0, 0, 10}
	vacuum := func(v float64) *float64 { return &v }
	two := []float64{0, 0, 0, 1, 2, 0}
	for _, c := range []struct {
		name string
		s    structure.Structure
		op   Center
		want string
		code contract.Code
	}{
		{"no axis", hydrogensAt(two, box), Center{}, "choose at least one of the axes", InvalidStep},
		{"an unknown axis", hydrogensAt(two, box), Center{Axes: "ax"}, `"ax" are no axes`, InvalidStep},
		{"an axis twice", hydrogensAt(two, box), Center{Axes: "aa"}, `"aa" are no axes`, InvalidStep},
		{"a negative vacuum", hydrogensAt(two, box), Center{Axes: "c", Vacuum: vacuum(-1)}, "vacuum of -1 Å", InvalidStep},
		{"no number", hydrogensAt(two, box), Center{Axes: "c", Vacuum: vacuum(math.NaN())}, "vacuum of NaN Å", InvalidStep},
		{"flat", hydrogensAt(two, box), Center{Axes: "c", Vacuum: vacuum(0)}, "give a larger vacuum", InvalidStep},
		{"no atoms", hydrogensAt(nil, box), Center{Axes: "c", Vacuum: vacuum(1)}, "no atoms", InvalidStep},
		{"no cell, one axis", hydrogensAt(two, nil), Center{Axes: "c", Vacuum: vacuum(1)}, "choose all three axes", contract.NoCell},
		{"no cell, no vacuum", hydrogensAt(two, nil), Center{Axes: "abc"}, "choose all three axes", contract.NoCell},
	} {
		d := open(t, c.s)
		before := d.Hash()
		_, err := d.Apply(Step{Ops: []Op{&c.op}})
		var e *contract.Error
		if !errors.As(err, &e) || e.Code != c.code || !strings.Contains(e.Message, c.want) {
			t.Errorf("%s: got %v, want %s with %q", c.name, err, c.code, c.want)
		}
		if d.Hash() != before {
			t.Errorf("%s: the document has changed", c.name)
		}
	}
}

// TestCenterWords: the history says what was done.
func TestCenterWords(t *testing.T) {
	d := open(t, hydrogensAt([]float64{0, 0, 0, 1, 2, 3}, nil))
	v := 7.5
	apply(t, d, &Center{Axes: "abc", Vacuum: &v})
	apply(t, d, &Center{Axes: "b"})
	if a, b := d.Steps()[0].Label, d.Steps()[1].Label; a != "Center along a, b, c, 7.5 Å vacuum" || b != "Center along b" {
		t.Errorf("got %q and %q", a, b)
	}
	if _, moved := geom.At(d.Structure().Positions, 0), d.Structure().Cell; *moved != [9]float64{16, 0, 0, 0, 17, 0, 0, 0, 18} {
		t.Errorf("cell: got %v", *moved)
	}
}
