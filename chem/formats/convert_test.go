package formats

import (
	"fmt"
	"slices"
	"testing"
)

// TestConvertAll: whatever is read, every format says what it loses, or why it cannot.
func TestConvertAll(t *testing.T) {
	const cif = "data_x\n_cell_length_a 4\n_cell_length_b 4\n_cell_length_c 4\n_cell_angle_alpha 90\n_cell_angle_beta 90\n_cell_angle_gamma 90\nloop_\n_symmetry_equiv_pos_as_xyz\n'x,y,z'\n'-x,-y,-z'\nloop_\n_atom_site_label\n_atom_site_type_symbol\n_atom_site_fract_x\n_atom_site_fract_y\n_atom_site_fract_z\n_atom_site_occupancy\nFe1 Fe 0.25 0.25 0.25 0.5\n"
	for _, info := range List() {
		if !info.CanWrite {
			continue
		}
		c, err := Convert("x.cif", []byte(cif), info.ID, ReadOptions{}, Options{})
		if err != nil {
			t.Errorf("%s: %v", info.ID, err)
			continue
		}
		for _, want := range []string{
			"The 2 symmetry operations are not stored: the atoms are the asymmetric unit, not the whole cell (expand the symmetry for that)",
			"The occupancies of 1 atom are not stored",
		} {
			if !slices.Contains(c.Losses, want) {
				t.Errorf("%s: got %q, want %q", info.ID, c.Losses, want)
			}
		}
		c, err = Convert("x.cif", []byte(cif), info.ID, ReadOptions{Expand: true}, Options{})
		if err != nil || c.From.Structure.Len() != 2 {
			t.Errorf("%s, expanded: got %+v, %v", info.ID, c, err)
		}
	}
	if _, err := Convert("x.cif", []byte(cif), "docx", ReadOptions{}, Options{}); err == nil {
		t.Error("docx is written")
	}
}

func ExampleConvert() {
	c, err := Convert("water.xyz", []byte("3\nwater\nO 0 0 0\nH 0.76 0.59 0\nH -0.76 0.59 0\n"), "gro", ReadOptions{}, Options{Name: "water"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(string(c.Text))
	fmt.Println(c.Losses[0])
	// Output:
	// water
	//     3
	//     1MOL      O    1   0.000   0.000   0.000
	//     1MOL      H    2   0.076   0.059   0.000
	//     1MOL      H    3  -0.076   0.059   0.000
	//   0.00000   0.00000   0.00000
	// Elements are not stored in GRO: readers take them from atom names
}
