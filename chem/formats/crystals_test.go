package formats

import (
	"fmt"
	"math"
	"testing"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/internal/oracle"
	"github.com/molsmith/molsmith/chem/symm"
)

// crystal is a row of crystals.jsonl: an asymmetric unit and the conventional cell that
// spglib makes of it.
type crystal struct {
	ID, Op string
	Input  struct {
		Number     int        `json:"space_group_number"`
		Origin     int        `json:"origin_choice"`
		Cell       [6]float64 `json:"cell_parameters"`
		Asymmetric []struct {
			Element string
			Frac    [3]float64
		} `json:"asymmetric_unit"`
	}
	Expected struct {
		Atoms   int
		Symbols []string
		Frac    [][3]float64
	}
}

// TestCrystals writes asymmetric units as CIF and reads the whole cell.
func TestCrystals(t *testing.T) {
	rows := 0
	oracle.Each(t, "crystals.jsonl.gz", 10, func(row crystal) {
		if row.Op != "symmetry_expand" {
			return
		}
		rows++
		in := row.Input
		c := in.Cell
		shape := symm.Shape{Lengths: [3]float64(c[:3]), Angles: [3]float64(c[3:])}
		setting, sure, ok := symm.ByNumber(in.Number, shape)
		if !ok {
			t.Fatalf("%s: no group %d", row.ID, in.Number)
		}
		name := setting.Name
		if !sure && in.Origin > 0 && (setting.Choice == "1" || setting.Choice == "2") {
			name += fmt.Sprintf(":%d", in.Origin)
		}
		text := fmt.Sprintf("data_x\n_cell_length_a %g\n_cell_length_b %g\n_cell_length_c %g\n_cell_angle_alpha %g\n_cell_angle_beta %g\n_cell_angle_gamma %g\n_space_group_name_H-M_alt '%s'\nloop_\n_atom_site_type_symbol\n_atom_site_fract_x\n_atom_site_fract_y\n_atom_site_fract_z\n", c[0], c[1], c[2], c[3], c[4], c[5], name)
		for _, a := range in.Asymmetric {
			text += fmt.Sprintf("%s %.9f %.9f %.9f\n", a.Element, a.Frac[0], a.Frac[1], a.Frac[2])
		}
		got, err := ReadWith("x.cif", []byte(text), ReadOptions{Expand: true})
		if err != nil {
			t.Fatalf("%s: %v", row.ID, err)
		}
		s := got.Structure
		if s.Len() != row.Expected.Atoms {
			t.Errorf("%s, group %d: got %d atoms, want %d", row.ID, in.Number, s.Len(), row.Expected.Atoms)
			return
		}
		lattice, err := cell.New(*s.Cell)
		if err != nil {
			t.Fatal(err)
		}
		// Each expected atom is one of ours, and none of them twice.
		used := make([]bool, s.Len())
		for k, f := range row.Expected.Frac {
			p := lattice.Cartesian(cell.Fractional{A: f[0], B: f[1], C: f[2]})
			best, at := math.Inf(1), -1
			for i := range s.Len() {
				if d := lattice.Distance(p, geom.At(s.Positions, i)); !used[i] && d < best {
					best, at = d, i
				}
			}
			if best > 1e-4 || elem.Symbol(s.Elements[at]) != row.Expected.Symbols[k] {
				t.Errorf("%s, group %d: %s at %v has no atom; the nearest is %g Å away", row.ID, in.Number, row.Expected.Symbols[k], f, best)
				return
			}
			used[at] = true
		}
	})
	if rows < 10 {
		t.Errorf("got %d rows, want 10 or more", rows)
	}
}
