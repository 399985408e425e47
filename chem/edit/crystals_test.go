package edit

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/internal/oracle"
	"github.com/molsmith/molsmith/chem/structure"
)

// TestCrystalsOracle: the rows of crystals.jsonl that wrap atoms into their cell or center
// them, as ASE 3.22.1 does.
func TestCrystalsOracle(t *testing.T) {
	rows := map[string]int{}
	oracle.Each(t, "crystals.jsonl.gz", 60, func(text json.RawMessage) {
		var head struct{ ID, Op string }
		if err := json.Unmarshal(text, &head); err != nil {
			t.Fatal(err)
		}
		if head.Op != "wrap" && head.Op != "center" {
			return
		}
		rows[head.Op]++
		var r struct {
			Input struct {
				Structure struct {
					Cell      [3][3]float64
					Symbols   []string
					Positions [][3]float64
				}
				Vacuum *float64
				Axes   []int
			}
			Expected struct {
				Cell      [3][3]float64
				Positions [][3]float64 `json:"positions_in_input_order"`
			}
		}
		if err := json.Unmarshal(text, &r); err != nil {
			t.Fatal(err)
		}
		vectors := func(c [3][3]float64) *[9]float64 {
			return &[9]float64{c[0][0], c[0][1], c[0][2], c[1][0], c[1][1], c[1][2], c[2][0], c[2][1], c[2][2]}
		}
		s := structure.Structure{Cell: vectors(r.Input.Structure.Cell)}
		for i, p := range r.Input.Structure.Positions {
			z, ok := elem.Number(r.Input.Structure.Symbols[i])
			if !ok {
				t.Fatal(r.Input.Structure.Symbols[i])
			}
			s.Elements = append(s.Elements, z)
			s.Positions = append(s.Positions, p[:]...)
		}
		d := open(t, s)
		if head.Op == "wrap" {
			apply(t, d, &Wrap{})
		} else {
			axes := ""
			for _, k := range r.Input.Axes {
				axes += "abc"[k : k+1]
			}
			apply(t, d, &Center{Axes: axes, Vacuum: r.Input.Vacuum})
		}
		got := d.Structure()
		for i, want := range vectors(r.Expected.Cell) {
			if math.Abs(got.Cell[i]-want) > 1e-6 {
				t.Errorf("%s: got cell %v, want %v", head.ID, *got.Cell, r.Expected.Cell)
				return
			}
		}
		for i, want := range r.Expected.Positions {
			for k := range 3 {
				if math.Abs(got.Positions[3*i+k]-want[k]) > 1e-6 {
					t.Errorf("%s: atom %d is at %v, want %v", head.ID, i+1, got.Positions[3*i:3*i+3], want)
					return
				}
			}
		}
	})
	if rows["wrap"] < 2 || rows["center"] < 2 {
		t.Errorf("rows: %v", rows)
	}
}
