package hydrogen

import (
	"math"
	"slices"
	"testing"

	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/internal/oracle"
	"github.com/molsmith/molsmith/chem/mol"
)

// minimum is a row of conformers.jsonl.gz, as far as it is the geometry of a molecule
// at its MMFF94 minimum.
type minimum struct {
	Smi   string
	Sym   []string
	Chg   map[int]int
	Bonds [][4]int
	Min   *struct {
		Converged bool
		XYZ       [][3]float64
	}
}

func (row *minimum) mol() *mol.Mol {
	m := &mol.Mol{}
	for i, symbol := range row.Sym {
		z, _ := elem.Number(symbol)
		at := row.Min.XYZ[i]
		m.Atoms = append(m.Atoms, mol.Atom{Element: z, Charge: int8(row.Chg[i]), Pos: geom.Vec3{X: at[0], Y: at[1], Z: at[2]}})
	}
	for _, b := range row.Bonds {
		m.Bonds = append(m.Bonds, mol.Bond{A: b[0], B: b[1], Order: mol.Order(b[2])})
	}
	return m
}

// Hydrogens taken away come back: all at the right distance and none on top of another
// atom, those whose place the other atoms fix within 0.04 Å on average and 0.4 Å at
// most. The exception is a carbon of CC1C2COC12C=O whose four bonds lie on one side.
func TestPlaceMinima(t *testing.T) {
	fixed, far, sum := 0, 0, 0.0
	oracle.Each(t, "conformers.jsonl.gz", 300, func(row minimum) {
		if row.Min == nil || !row.Min.Converged {
			return
		}
		m := row.mol()
		gone := make([]bool, len(m.Atoms))
		for _, h := range Removable(m) {
			gone[h] = true
		}
		adjacency := m.Neighbors()
		bare := without(m, gone)
		var kept []int
		for i := range m.Atoms {
			if !gone[i] {
				kept = append(kept, i)
			}
		}
		full, err := Complete(bare)
		if err != nil {
			t.Errorf("%s: %v", row.Smi, err)
			return
		}
		if len(full.Atoms) != len(m.Atoms) {
			t.Errorf("%s: got %d atoms, want %d", row.Smi, len(full.Atoms), len(m.Atoms))
			return
		}
		for k := len(bare.Bonds); k < len(full.Bonds); k++ {
			b := full.Bonds[k]
			h, parent := full.Atoms[b.B].Pos, kept[b.A]
			nearest, length := math.Inf(1), 0.0
			for _, next := range adjacency.Of(parent) {
				if gone[next.Atom] {
					at := m.Atoms[next.Atom].Pos
					nearest = min(nearest, at.Sub(h).Norm())
					length = at.Sub(m.Atoms[parent].Pos).Norm()
				}
			}
			if got := h.Sub(m.Atoms[parent].Pos).Norm(); math.Abs(got-length) > 0.05 {
				t.Errorf("%s: hydrogen of atom %d %s: got %.3f Å, want %.3f", row.Smi, parent, row.Sym[parent], got, length)
			}
			for i := range full.Atoms {
				if d := full.Atoms[i].Pos.Sub(h).Norm(); i != b.A && i != b.B && d < 1.3 {
					t.Errorf("%s: hydrogen of atom %d %s is %.2f Å from atom %d", row.Smi, parent, row.Sym[parent], d, i)
				}
			}
			if heavy := adjacency.Degree(parent) - countGone(&adjacency, gone, parent); heavy > 2 || heavy == 2 && m.Atoms[parent].Element == 6 {
				fixed++
				sum += nearest
				if nearest > 0.4 {
					far++
				}
			}
		}
	})
	if mean := sum / float64(fixed); fixed < 4000 || !(mean < 0.04) || far > 1 {
		t.Errorf("%d hydrogens in fixed places: got %.3f Å from the minimum on average and %d beyond 0.4 Å; want 0.04 and 1", fixed, mean, far)
	}
}

func countGone(adjacency *mol.Adjacency, gone []bool, i int) int {
	n := 0
	for _, next := range adjacency.Of(i) {
		if gone[next.Atom] {
			n++
		}
	}
	return n
}

func atom(z uint8, x, y, zz float64) mol.Atom {
	return mol.Atom{Element: z, Pos: geom.Vec3{X: x, Y: y, Z: zz}}
}

func charged(a mol.Atom, charge int8) mol.Atom {
	a.Charge = charge
	return a
}

// The angles between the bonds of an atom alone and of one end of a pair of atoms.
func TestPlaceSmall(t *testing.T) {
	bond := func(order mol.Order) []mol.Bond { return []mol.Bond{{A: 0, B: 1, Order: order}} }
	for _, c := range []struct {
		name   string
		atoms  []mol.Atom
		bonds  []mol.Bond
		count  int        // hydrogens
		angles [2]float64 // least and largest angle at atom 0, degrees
		length float64    // of the first hydrogen's bond
	}{
		{"water", []mol.Atom{atom(8, 1, 2, 3)}, nil, 2, [2]float64{104.5, 104.5}, 0.972},
		{"hydrogen sulfide", []mol.Atom{atom(16, 0, 0, 0)}, nil, 2, [2]float64{95, 95}, 1.341},
		{"hydronium", []mol.Atom{charged(atom(8, 0, 0, 0), 1)}, nil, 3, [2]float64{107, 107}, 0.972},
		{"ammonia", []mol.Atom{atom(7, 0, 0, 0)}, nil, 3, [2]float64{107, 107}, 1.019},
		{"phosphine", []mol.Atom{atom(15, 0, 0, 0)}, nil, 3, [2]float64{95, 95}, 1.415},
		{"methane", []mol.Atom{atom(6, 0, 0, 0)}, nil, 4, [2]float64{109.47, 109.47}, 1.093},
		{"ammonium", []mol.Atom{charged(atom(7, 0, 0, 0), 1)}, nil, 4, [2]float64{109.47, 109.47}, 1.019},
		{"borane", []mol.Atom{atom(5, 0, 0, 0)}, nil, 3, [2]float64{120, 120}, 1.19},
		{"silane", []mol.Atom{atom(14, 0, 0, 0)}, nil, 4, [2]float64{109.47, 109.47}, 1.483},
		{"hydrogen chloride", []mol.Atom{atom(17, 0, 0, 0)}, nil, 1, [2]float64{180, 180}, 1.275},
		{"methyl radical", []mol.Atom{{Element: 6, Radical: mol.Doublet}}, nil, 3, [2]float64{120, 120}, 1.093},
		{"ethane", []mol.Atom{atom(6, 0, 0, 0), atom(6, 1.53, 0, 0)}, bond(mol.Single), 6, [2]float64{109.47, 109.47}, 1.093},
		{"ethene", []mol.Atom{atom(6, 0, 0, 0), atom(6, 1.34, 0, 0)}, bond(mol.Double), 4, [2]float64{120, 120}, 1.083},
		{"ethyne", []mol.Atom{atom(6, 0, 0, 0), atom(6, 1.2, 0, 0)}, bond(mol.Triple), 2, [2]float64{180, 180}, 1.083},
		{"methanol", []mol.Atom{atom(8, 0, 0, 0), atom(6, 0, 0, 1.42)}, bond(mol.Single), 4, [2]float64{107, 107}, 0.972},
		{"methanimine", []mol.Atom{atom(7, 0, 0, 0), atom(6, 0, 0, 1.27)}, bond(mol.Double), 3, [2]float64{120, 120}, 1.019},
		{"methylamine", []mol.Atom{atom(7, 0, 0, 0), atom(6, 0, 1.46, 0)}, bond(mol.Single), 5, [2]float64{107, 107}, 1.019},
		{"methylphosphine", []mol.Atom{atom(15, 0, 0, 0), atom(6, 0, 1.85, 0)}, bond(mol.Single), 5, [2]float64{95, 95}, 1.415},
		{"methyl carbanion", []mol.Atom{charged(atom(6, 0, 0, 0), -1), atom(6, 0, 1.5, 0)}, bond(mol.Single), 5, [2]float64{107, 107}, 1.093},
		{"no distance between the atoms", []mol.Atom{atom(6, 0, 0, 0), atom(6, 0, 0, 0)}, bond(mol.Single), 6, [2]float64{80, 180}, 1.093},
	} {
		full, err := Complete(&mol.Mol{Atoms: c.atoms, Bonds: c.bonds})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := len(full.Atoms) - len(c.atoms); got != c.count {
			t.Errorf("%s: got %d hydrogens, want %d", c.name, got, c.count)
			continue
		}
		first := full.Atoms[len(c.atoms)].Pos.Sub(full.Atoms[0].Pos).Norm()
		if math.Abs(first-c.length) > 1e-9 {
			t.Errorf("%s: got bond length %.4f, want %.4f", c.name, first, c.length)
		}
		adjacency := full.Neighbors()
		list := adjacency.Of(0)
		for a := range list {
			for b := range a {
				if c.name[:2] == "no" && (list[a].Atom == 1 || list[b].Atom == 1) {
					continue
				}
				got := geom.Angle(full.Atoms[list[a].Atom].Pos, full.Atoms[0].Pos, full.Atoms[list[b].Atom].Pos) / degree
				if got < c.angles[0]-0.01 || got > c.angles[1]+0.01 {
					t.Errorf("%s: got angle %.2f, want %.2f to %.2f", c.name, got, c.angles[0], c.angles[1])
				}
			}
		}
	}
}

// Torsions of hydrogens that may turn.
func TestPlaceTurned(t *testing.T) {
	for _, c := range []struct {
		name  string
		m     *mol.Mol
		about [3]int // a hydrogen of the first, the first, the second, the third atom
		want  float64
	}{
		{"ethane is staggered", &mol.Mol{
			Atoms: []mol.Atom{atom(6, 0, 0, 0), atom(6, 1.53, 0, 0)}, Bonds: []mol.Bond{{A: 0, B: 1, Order: mol.Single}},
		}, [3]int{1, 0, 2}, 60},
		{"formic acid has its hydrogen beside the oxygen", &mol.Mol{
			Atoms: []mol.Atom{atom(6, 0, 0, 0), atom(8, 1.2, 0, 0), atom(8, -0.7, 1.1, 0)},
			Bonds: []mol.Bond{{A: 0, B: 1, Order: mol.Double}, {A: 0, B: 2, Order: mol.Single}},
		}, [3]int{2, 0, 1}, 0},
		{"formamide is flat", &mol.Mol{
			Atoms: []mol.Atom{atom(6, 0, 0, 0), atom(8, 1.2, 0, 0), atom(7, -0.7, 1.1, 0)},
			Bonds: []mol.Bond{{A: 0, B: 1, Order: mol.Double}, {A: 0, B: 2, Order: mol.Single}},
		}, [3]int{2, 0, 1}, 0},
		{"ethene is flat", &mol.Mol{
			Atoms: []mol.Atom{atom(6, 0, 0, 0), atom(6, 1.34, 0, 0)}, Bonds: []mol.Bond{{A: 0, B: 1, Order: mol.Double}},
		}, [3]int{1, 0, 2}, 0},
	} {
		full, err := Complete(c.m)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		adjacency := full.Neighbors()
		least := 180.0
		for _, next := range adjacency.Of(c.about[0]) {
			if next.Atom >= len(c.m.Atoms) {
				d := geom.Dihedral(full.Atoms[next.Atom].Pos, full.Atoms[c.about[0]].Pos, full.Atoms[c.about[1]].Pos, full.Atoms[c.about[2]].Pos)
				least = min(least, math.Abs(d/degree))
			}
		}
		if math.Abs(least-c.want) > 1 {
			t.Errorf("%s: got a torsion of %.1f°, want %.1f", c.name, least, c.want)
		}
	}
}

// Five hydrogens and those of metals take the widest gaps.
func TestPlaceCrowded(t *testing.T) {
	m := &mol.Mol{Atoms: []mol.Atom{{Element: 15, Hydrogens: 5, NoImplicit: true}, {Element: 26, Hydrogens: 6, NoImplicit: true, Pos: geom.Vec3{X: 9}}}}
	full, err := Complete(m)
	if err != nil {
		t.Fatal(err)
	}
	if len(full.Atoms) != 13 {
		t.Fatalf("got %d atoms, want 13", len(full.Atoms))
	}
	for a := 2; a < 13; a++ {
		for b := a + 1; b < 13; b++ {
			if d := full.Atoms[a].Pos.Sub(full.Atoms[b].Pos).Norm(); d < 1.2 {
				t.Errorf("hydrogens %d and %d are %.2f Å apart", a, b, d)
			}
		}
	}
	if err := full.Check(); err != nil || full.Atoms[0].Hydrogens != 0 {
		t.Errorf("got %v and %d hydrogens that are no atoms", err, full.Atoms[0].Hydrogens)
	}
}

// A configuration that speaks of a hydrogen speaks of the new atom.
func TestCompleteConfiguration(t *testing.T) {
	m := &mol.Mol{
		Atoms:   []mol.Atom{atom(6, 0, 0, 0), atom(9, 1.3, 0, 0.4), atom(17, -0.9, 1.4, 0.4), atom(35, -0.9, -1.4, 0.4)},
		Bonds:   []mol.Bond{{A: 0, B: 1, Order: mol.Single}, {A: 0, B: 2, Order: mol.Single}, {A: 0, B: 3, Order: mol.Single}},
		Centers: []mol.Center{{Atom: 0, Class: mol.Tetrahedral, Permutation: 1, Ligands: []int{1, 2, mol.ImplicitHydrogen, 3}}},
	}
	full, err := Complete(m)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := full.Centers[0].Ligands, []int{1, 2, 4, 3}; !slices.Equal(got, want) {
		t.Errorf("got ligands %v, want %v", got, want)
	}
	if z := full.Atoms[4].Pos.Z; z > -1 {
		t.Errorf("the hydrogen is at z %.2f, want the free side", z)
	}
}

// Hydrogens fit what the other atoms became.
func TestAdjustment(t *testing.T) {
	h := func(m *mol.Mol, of ...int) *mol.Mol {
		for _, i := range of {
			m.Bonds = append(m.Bonds, mol.Bond{A: i, B: len(m.Atoms), Order: mol.Single})
			m.Atoms = append(m.Atoms, mol.Atom{Element: 1})
		}
		return m
	}
	pair := func(a, b uint8, order mol.Order) *mol.Mol {
		return &mol.Mol{Atoms: []mol.Atom{{Element: a}, {Element: b}}, Bonds: []mol.Bond{{A: 0, B: 1, Order: order}}}
	}
	ring := func(hetero uint8) *mol.Mol {
		m := &mol.Mol{}
		for i := range 5 {
			z := uint8(6)
			if i == 0 {
				z = hetero
			}
			m.Atoms = append(m.Atoms, mol.Atom{Element: z})
			m.Bonds = append(m.Bonds, mol.Bond{A: i, B: (i + 1) % 5, Order: mol.Aromatic})
		}
		return m
	}
	oxide := h(pair(6, 8, mol.Single), 0, 0, 0, 1)
	oxide.Atoms[1].Charge = -1
	ammonium := h(pair(6, 7, mol.Single), 0, 0, 0, 1, 1)
	ammonium.Atoms[1].Charge = 1
	radical := h(&mol.Mol{Atoms: []mol.Atom{{Element: 6, Radical: mol.Doublet}}}, 0, 0, 0, 0)
	nitro := &mol.Mol{Atoms: []mol.Atom{{Element: 6}, {Element: 7}, {Element: 8}, {Element: 8}},
		Bonds: []mol.Bond{{A: 0, B: 1, Order: mol.Single}, {A: 1, B: 2, Order: mol.Double}, {A: 1, B: 3, Order: mol.Double}}}
	for _, c := range []struct {
		name    string
		m       *mol.Mol
		missing []int
		surplus []int
	}{
		{"ethane is complete", h(pair(6, 6, mol.Single), 0, 0, 0, 1, 1, 1), []int{0, 0, 0, 0, 0, 0, 0, 0}, nil},
		{"ethane became ethene", h(pair(6, 6, mol.Double), 0, 0, 0, 1, 1, 1), []int{0, 0, 0, 0, 0, 0, 0, 0}, []int{4, 7}},
		{"ethene became ethane", h(pair(6, 6, mol.Single), 0, 0, 1, 1), []int{1, 1, 0, 0, 0, 0}, nil},
		{"methanethiol became thioformaldehyde", h(pair(6, 16, mol.Double), 0, 0, 0, 1), []int{0, 0, 0, 0, 0, 0}, []int{4, 5}},
		{"a hydroxyl got a negative charge", oxide, []int{0, 0, 0, 0, 0, 0}, []int{5}},
		{"an amine got a positive charge", ammonium, []int{0, 1, 0, 0, 0, 0, 0}, nil},
		{"a radical", radical, []int{0, 0, 0, 0, 0}, []int{4}},
		{"bare benzene-like carbon", ring(16), []int{0, 1, 1, 1, 1}, nil},
		{"pyrrole keeps the hydrogen of nitrogen", h(ring(7), 0, 1, 2, 3, 4), []int{0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, nil},
		{"metal hydrides stay", h(&mol.Mol{Atoms: []mol.Atom{{Element: 26}}}, 0, 0), []int{0, 0, 0}, nil},
		{"uncharged spelling of nitromethane", nitro, []int{3, 0, 0, 0}, nil},
	} {
		missing, surplus, err := Adjustment(c.m)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if !slices.Equal(missing, c.missing) || !slices.Equal(surplus, c.surplus) {
			t.Errorf("%s: got %v, %v; want %v, %v", c.name, missing, surplus, c.missing, c.surplus)
		}
	}
	five := h(&mol.Mol{Atoms: []mol.Atom{{Element: 6}, {Element: 6}, {Element: 6}, {Element: 6}}}, 0)
	for i := 1; i < 4; i++ {
		five.Bonds = append(five.Bonds, mol.Bond{A: 0, B: i, Order: mol.Double})
	}
	if _, _, err := Adjustment(five); err == nil {
		t.Error("carbon with three double bonds: got no error")
	}
}
