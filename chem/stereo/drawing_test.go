package stereo

import (
	"math"
	"slices"
	"testing"

	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/mol"
)

const (
	plain = mol.NoStereo
	up    = mol.WedgeUp
	down  = mol.WedgeDown
	wavy  = mol.WedgeEither
)

// star is a carbon with fluorine, chlorine, bromine and iodine at the given angles in
// degrees, as many as there are.
func star(angles []float64, marks []mol.BondStereo) *mol.Mol {
	m := &mol.Mol{Atoms: []mol.Atom{{Element: 6}}}
	for k, angle := range angles {
		r := angle * math.Pi / 180
		m.Atoms = append(m.Atoms, mol.Atom{Element: []uint8{9, 17, 35, 53}[k], Pos: geom.Vec3{X: 1.5 * math.Cos(r), Y: 1.5 * math.Sin(r)}})
		m.Bonds = append(m.Bonds, mol.Bond{A: 0, B: k + 1, Order: mol.Single, Stereo: marks[k]})
	}
	return m
}

func TestWedges(t *testing.T) {
	tests := []struct {
		name   string
		angles []float64
		marks  []mol.BondStereo
		want   uint8 // permutation of the ligands in their order; 0: nothing
	}{
		{"one of four up", []float64{0, 90, 180, 270}, []mol.BondStereo{up, plain, plain, plain}, 1},
		{"one of four down", []float64{0, 90, 180, 270}, []mol.BondStereo{down, plain, plain, plain}, 2},
		{"the second up", []float64{0, 90, 180, 270}, []mol.BondStereo{plain, up, plain, plain}, 2},
		{"clockwise", []float64{0, 270, 180, 90}, []mol.BondStereo{up, plain, plain, plain}, 2},
		{"up and down side by side", []float64{0, 90, 180, 270}, []mol.BondStereo{up, down, plain, plain}, 1},
		{"two up across", []float64{0, 90, 180, 270}, []mol.BondStereo{up, plain, up, plain}, 1},
		{"all four", []float64{0, 90, 180, 270}, []mol.BondStereo{up, down, up, down}, 1},
		{"two up side by side", []float64{0, 90, 180, 270}, []mol.BondStereo{up, up, plain, plain}, 0},
		{"up and down across", []float64{0, 90, 180, 270}, []mol.BondStereo{up, plain, down, plain}, 0},
		{"three on one side", []float64{0, 20, 40, 60}, []mol.BondStereo{up, plain, plain, plain}, 1},
		{"the middle of three on one side", []float64{180, 20, 40, 60}, []mol.BondStereo{plain, plain, up, plain}, 1},
		{"a line", []float64{90, 0, 180, 270}, []mol.BondStereo{up, plain, plain, plain}, 1},
		{"ligands on each other", []float64{0, 90, 90, 270}, []mol.BondStereo{up, plain, plain, plain}, 0},
		{"a wavy bond", []float64{0, 90, 180, 270}, []mol.BondStereo{up, wavy, plain, plain}, 0},
		{"nothing", []float64{0, 90, 180, 270}, []mol.BondStereo{plain, plain, plain, plain}, 0},

		{"three, one up", []float64{0, 120, 240}, []mol.BondStereo{up, plain, plain}, 1},
		{"three, one down", []float64{0, 120, 240}, []mol.BondStereo{down, plain, plain}, 2},
		{"three, the last up", []float64{0, 120, 240}, []mol.BondStereo{plain, plain, up}, 1},
		{"three, two up", []float64{0, 120, 240}, []mol.BondStereo{up, up, plain}, 1},
		{"three, all up", []float64{0, 120, 240}, []mol.BondStereo{up, up, up}, 1},
		{"three, up and down", []float64{0, 120, 240}, []mol.BondStereo{up, down, plain}, 0},
		{"reentrant", []float64{0, 50, 310}, []mol.BondStereo{up, plain, plain}, 2},
		{"reentrant, an outer one", []float64{0, 50, 310}, []mol.BondStereo{plain, up, plain}, 1},
		{"like a T", []float64{90, 0, 180}, []mol.BondStereo{up, plain, plain}, 1},
		{"like a T, an arm", []float64{90, 0, 180}, []mol.BondStereo{plain, up, plain}, 2},
		{"two ligands", []float64{0, 120}, []mol.BondStereo{up, plain}, 0},
	}
	for _, c := range tests {
		for _, scale := range []float64{1, 0.01, 500} {
			m := star(c.angles, c.marks)
			for i := range m.Atoms {
				m.Atoms[i].Pos = m.Atoms[i].Pos.Scale(scale)
			}
			FromCoordinates(m)
			got := uint8(0)
			if len(m.Centers) > 0 {
				got = m.Centers[0].Permutation
				want := []int{1, 2, 3, 4}[:len(c.angles)]
				if len(want) == 3 {
					want = append(slices.Clone(want), mol.ImplicitHydrogen)
				}
				if !slices.Equal(m.Centers[0].Ligands, want) {
					t.Errorf("%s: ligands %v, want %v", c.name, m.Centers[0].Ligands, want)
				}
			}
			if got != c.want {
				t.Errorf("%s, scaled by %g: got permutation %d, want %d", c.name, scale, got, c.want)
			}
		}
	}
}

// TestWedgeEnds: only the narrow end is stated, and what cannot be a center is not.
func TestWedgeEnds(t *testing.T) {
	m := star([]float64{0, 90, 180, 270}, []mol.BondStereo{up, plain, plain, plain})
	m.Bonds[0].A, m.Bonds[0].B = 1, 0
	if FromCoordinates(m); len(m.Centers) != 0 {
		t.Errorf("the wide end: got %v", m.Centers)
	}
	m = star([]float64{0, 120, 240}, []mol.BondStereo{up, plain, plain})
	m.Bonds[1].Order = mol.Double
	if FromCoordinates(m); len(m.Centers) != 0 {
		t.Errorf("a double bond: got %v", m.Centers)
	}
	m = star([]float64{0, 120, 240}, []mol.BondStereo{up, plain, plain})
	m.Atoms[1].Element, m.Atoms[2].Element = 1, 1
	if FromCoordinates(m); len(m.Centers) != 0 {
		t.Errorf("two hydrogens: got %v", m.Centers)
	}
	m = star([]float64{0, 120, 240}, []mol.BondStereo{plain, up, plain})
	m.Atoms[0].Element, m.Bonds[0].Order, m.Atoms[1].Element = 16, mol.Double, 8
	if FromCoordinates(m); len(m.Centers) != 1 || !slices.Equal(m.Centers[0].Ligands, []int{1, 2, 3}) || m.Centers[0].Permutation != 1 {
		t.Errorf("a sulfoxide: got %v", m.Centers)
	}
	// A wedged ligand on the center points straight up.
	m = star([]float64{0, 0, 120, 240}, []mol.BondStereo{up, plain, plain, plain})
	m.Atoms[1].Pos = geom.Vec3{}
	if FromCoordinates(m); len(m.Centers) != 1 || m.Centers[0].Permutation != 1 {
		t.Errorf("a bond towards the reader: got %v", m.Centers)
	}
}

// solid is a center with tetrahedral ligands; the fourth position is left free when only
// three elements are given.
func solid(center uint8, ligands ...uint8) *mol.Mol {
	m := &mol.Mol{Atoms: []mol.Atom{{Element: center}}}
	at := []geom.Vec3{{X: 1, Y: 1, Z: 1}, {X: 1, Y: -1, Z: -1}, {X: -1, Y: 1, Z: -1}, {X: -1, Y: -1, Z: 1}}
	for k, z := range ligands {
		m.Atoms = append(m.Atoms, mol.Atom{Element: z, Pos: at[k].Scale(0.9)})
		m.Bonds = append(m.Bonds, mol.Bond{A: 0, B: k + 1, Order: mol.Single})
	}
	return m
}

func TestSolid(t *testing.T) {
	mirrored := solid(6, 9, 17, 35, 53)
	for i := range mirrored.Atoms {
		mirrored.Atoms[i].Pos.X *= -1
	}
	open := solid(6, 9, 17, 35, 53)
	open.Bonds[2].Stereo = wavy
	marked := solid(6, 9, 17, 35, 53)
	marked.Bonds[0].Stereo = up
	flat := solid(6, 9, 17, 35)
	flat.Atoms[3].Pos = flat.Atoms[1].Pos.Add(flat.Atoms[2].Pos).Neg()
	sulfoxide := solid(16, 8, 6, 7)
	sulfoxide.Bonds[0].Order = mol.Double
	coordinated := solid(7, 6, 9, 17, 26)
	coordinated.Bonds[3].Order = mol.Dative
	tests := []struct {
		name string
		m    *mol.Mol
		want uint8
	}{
		{"four ligands", solid(6, 9, 17, 35, 53), 1},
		{"their mirror image", mirrored, 2},
		{"three and a hydrogen that is no atom", solid(6, 9, 17, 35), 1},
		{"two hydrogens", solid(6, 9, 17, 1, 1), 0},
		{"a hydrogen atom and one that is none", solid(6, 9, 17, 1), 0},
		{"a wavy bond", open, 0},
		{"a wedge says nothing", marked, 1},
		{"flat", flat, 0},
		{"amine", solid(7, 6, 9, 17), 0},
		{"phosphine", solid(15, 6, 9, 17), 0},
		{"sulfoxide", sulfoxide, 1},
		{"amine on a metal", coordinated, 0},
	}
	for _, c := range tests {
		FromCoordinates(c.m)
		got := uint8(0)
		if len(c.m.Centers) > 0 {
			got = c.m.Centers[0].Permutation
		}
		if got != c.want || len(c.m.Centers) > 1 {
			t.Errorf("%s: got %v, want permutation %d", c.name, c.m.Centers, c.want)
		}
	}
}

// TestFlatSolid: a flat molecule is a 3D geometry when its source says so and no wedge
// says otherwise.
func TestFlatSolid(t *testing.T) {
	for _, c := range []struct {
		solid bool
		mark  mol.BondStereo
		want  mol.Class
	}{
		{true, plain, mol.SquarePlanar}, {false, plain, 0}, {true, up, mol.Tetrahedral},
	} {
		m := star([]float64{0, 90, 180, 270}, []mol.BondStereo{c.mark, plain, plain, plain})
		m.Atoms[0].Element = 78
		if c.solid {
			FromGeometry(m)
		} else {
			FromCoordinates(m)
		}
		got := mol.Class(0)
		if len(m.Centers) > 0 {
			got = m.Centers[0].Class
		}
		if got != c.want {
			t.Errorf("solid %v, mark %d: got class %d, want %d", c.solid, c.mark, got, c.want)
		}
	}
}

// TestSides draws F–C=C–Cl with the ligands at the given angles from the bond's axis.
func TestSides(t *testing.T) {
	ethene := func(left, right float64) *mol.Mol {
		at := func(x, angle float64) geom.Vec3 {
			r := angle * math.Pi / 180
			return geom.Vec3{X: x + math.Cos(r), Y: math.Sin(r)}
		}
		return &mol.Mol{
			Atoms: []mol.Atom{{Element: 9, Pos: at(0, left)}, {Element: 6}, {Element: 6, Pos: geom.Vec3{X: 1.3}}, {Element: 17, Pos: at(1.3, right)}},
			Bonds: []mol.Bond{{A: 0, B: 1, Order: mol.Single}, {A: 1, B: 2, Order: mol.Double}, {A: 2, B: 3, Order: mol.Single}},
		}
	}
	with := func(m *mol.Mol, change func(m *mol.Mol)) *mol.Mol {
		change(m)
		return m
	}
	second := func(angle float64) func(m *mol.Mol) {
		return func(m *mol.Mol) {
			r := angle * math.Pi / 180
			m.Atoms = append(m.Atoms, mol.Atom{Element: 6, Pos: geom.Vec3{X: math.Cos(r), Y: math.Sin(r)}})
			m.Bonds = append(m.Bonds, mol.Bond{A: 1, B: 4, Order: mol.Single})
		}
	}
	tests := []struct {
		name string
		m    *mol.Mol
		want string
	}{
		{"cis", ethene(120, 60), "cis"},
		{"trans", ethene(120, 300), "trans"},
		{"nearly straight", ethene(175, 300), "trans"},
		{"straight", ethene(179, 300), ""},
		{"marked as open", with(ethene(120, 60), func(m *mol.Mol) { m.Bonds[1].Stereo = mol.CisTransEither }), ""},
		{"a wavy bond at the fluorine", with(ethene(120, 60), func(m *mol.Mol) { m.Bonds[0].Stereo = wavy }), ""},
		{"two ligands", with(ethene(120, 60), second(240)), "cis"},
		{"one straight, one not", with(ethene(180, 60), second(240)), "trans"},
		{"two ligands on one side", with(ethene(120, 60), second(150)), ""},
		{"out of the plane", with(ethene(120, 60), func(m *mol.Mol) { m.Atoms[3].Pos = geom.Vec3{X: 1.8, Y: 0.5, Z: 0.8} }), "cis"},
		{"a single bond", with(ethene(120, 60), func(m *mol.Mol) { m.Bonds[1].Order = mol.Single }), ""},
		{"a cumulated double bond", with(ethene(120, 60), func(m *mol.Mol) { m.Bonds[0].Order = mol.Double }), ""},
		{"no length", with(ethene(120, 60), func(m *mol.Mol) { m.Atoms[2].Pos = m.Atoms[1].Pos }), ""},
	}
	for _, c := range tests {
		FromCoordinates(c.m)
		got := ""
		if len(c.m.CisTrans) == 1 {
			s := c.m.CisTrans[0]
			got = "trans"
			if s.Cis {
				got = "cis"
			}
			if s.Bond != 1 || s.Ligands[1] != 3 {
				t.Errorf("%s: got %+v", c.name, s)
			}
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// TestPolyhedra puts fluorine, chlorine, bromine, iodine, oxygen and nitrogen on corners.
func TestPolyhedra(t *testing.T) {
	x, y, z := geom.Vec3{X: 2}, geom.Vec3{Y: 2}, geom.Vec3{Z: 2}
	east, west := geom.Vec3{X: -1, Y: 1.73}, geom.Vec3{X: -1, Y: -1.73}
	tests := []struct {
		name    string
		element uint8
		at      []geom.Vec3
		class   mol.Class
		want    []int // ligands

		permutation uint8 // of these; 0: 1
	}{
		{"square", 78, []geom.Vec3{x, y.Neg(), x.Neg(), y.Add(z.Scale(0.1))}, mol.SquarePlanar, []int{1, 2, 3, 4}, 0},
		{"square, crossed", 78, []geom.Vec3{x, x.Neg(), y, y.Neg().Add(z.Scale(0.1))}, mol.SquarePlanar, []int{1, 3, 2, 4}, 0},
		{"bipyramid", 15, []geom.Vec3{z, x, east, west, z.Neg()}, mol.TrigonalBipyramidal, []int{1, 2, 3, 4, 5}, 0},
		{"its mirror image", 15, []geom.Vec3{z, x, west, east, z.Neg()}, mol.TrigonalBipyramidal, []int{1, 3, 2, 4, 5}, 0},
		{"octahedron", 27, []geom.Vec3{z, x, y, x.Neg(), y.Neg(), z.Neg()}, mol.Octahedral, []int{1, 2, 3, 4, 5, 6}, 0},
		{"its mirror image", 27, []geom.Vec3{z, x, y.Neg(), x.Neg(), y, z.Neg()}, mol.Octahedral, []int{1, 2, 5, 4, 3, 6}, 0},
		{"square pyramid", 27, []geom.Vec3{z, x, y, x.Neg(), y.Neg()}, mol.Octahedral, []int{1, 2, 3, 4, 5}, 0},
		{"square pyramid, the top last", 27, []geom.Vec3{x, y, x.Neg(), y.Neg(), z}, mol.Octahedral, []int{5, 1, 2, 3, 4}, 0},
		{"seesaw", 52, []geom.Vec3{z, east, west, z.Neg()}, mol.TrigonalBipyramidal, []int{1, 2, 3, 4}, 3},
		{"steep seesaw", 52, []geom.Vec3{z, x, y, z.Neg()}, mol.Octahedral, []int{1, 2, 3, 4}, 6},
		{"T", 17, []geom.Vec3{x, y.Add(z.Scale(0.1)), x.Neg()}, mol.SquarePlanar, []int{1, 2, 3}, 0},
		{"a light element", 14, []geom.Vec3{z, x, east, west, z.Neg()}, 0, nil, 0},
	}
	for _, c := range tests {
		m := &mol.Mol{Atoms: []mol.Atom{{Element: c.element}}}
		for k, at := range c.at {
			m.Atoms = append(m.Atoms, mol.Atom{Element: []uint8{9, 17, 35, 53, 8, 7}[k], Pos: at})
			m.Bonds = append(m.Bonds, mol.Bond{A: 0, B: k + 1, Order: mol.Single})
		}
		FromCoordinates(m)
		if c.class == 0 {
			if len(m.Centers) > 0 {
				t.Errorf("%s: got %v, want nothing", c.name, m.Centers)
			}
			continue
		}
		if len(m.Centers) != 1 {
			t.Errorf("%s: got %v", c.name, m.Centers)
			continue
		}
		got := m.Centers[0]
		var order []int // old place of each ligand
		for _, a := range c.want {
			order = append(order, slices.Index(got.Ligands, a))
		}
		got.Permutation = mol.Renumber(got.Class, got.Permutation, order)
		want := c.permutation
		if want == 0 {
			want = 1
		}
		if got.Class != c.class || got.Permutation != want {
			t.Errorf("%s: got %v, want permutation %d of %v", c.name, m.Centers[0], want, c.want)
		}
	}
}
