package crystal

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/internal/oracle"
	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/chem/symm"
)

// row is a row of crystals.jsonl.
type row struct {
	ID, Op   string
	Expected expected
}

type expected struct {
	Cell            [][3]float64
	Atoms           int
	Symbols         []string
	Positions       [][3]float64
	Spacing         float64 `json:"interplanar_spacing"`
	Area, Thickness float64
	Number          int       `json:"spglib_number"`
	Name            string    `json:"spglib_international"`
	Hall            string    `json:"spglib_hall"`
	PointGroup      string    `json:"point_group"`
	Operations      int       `json:"operations_in_space_group"`
	Primitive       int       `json:"primitive_atoms"`
	Conventional    int       `json:"conventional_atoms"`
	Niggli          []float64 `json:"niggli_of_primitive"`
	Parameters      []float64 `json:"cell_parameters"`
}

// each calls check with the rows of one operation.
func each[Row any](t *testing.T, check func(Row), op string) {
	t.Helper()
	oracle.Each(t, "crystals.jsonl.gz", 60, func(text json.RawMessage) {
		var head row
		var r Row
		if err := json.Unmarshal(text, &struct{ Op *string }{&head.Op}); err != nil {
			t.Fatal(err)
		}
		if head.Op != op {
			return
		}
		if err := json.Unmarshal(text, &r); err != nil {
			t.Fatal(err)
		}
		check(r)
	})
}

// cellRow is an operation on a structure that the row holds.
type cellRow struct {
	row
	Input struct {
		Structure struct {
			Cell      [3][3]float64
			Symbols   []string
			Positions [][3]float64
		}
		Matrix [3][3]int
		Miller [3]int
		Layers int
		Vacuum *float64
	}
}

func (r *cellRow) structure(t *testing.T) *structure.Structure {
	c := r.Input.Structure.Cell
	s := &structure.Structure{Cell: &[9]float64{c[0][0], c[0][1], c[0][2], c[1][0], c[1][1], c[1][2], c[2][0], c[2][1], c[2][2]}}
	for i, p := range r.Input.Structure.Positions {
		s.Positions = append(s.Positions, p[:]...)
		s.Elements = append(s.Elements, number(t, r.Input.Structure.Symbols[i]))
	}
	return s
}

func number(t *testing.T, symbol string) uint8 {
	z, ok := elem.Number(symbol)
	if !ok {
		t.Fatalf("element %q", symbol)
	}
	return z
}

// sameSet matches every expected atom with one of s: the nearest of its element, by
// nearest images.
func sameSet(t *testing.T, id string, s *structure.Structure, want *expected) {
	t.Helper()
	if s.Len() != want.Atoms {
		t.Errorf("%s: got %d atoms, want %d", id, s.Len(), want.Atoms)
		return
	}
	vectors := *s.Cell
	for i, v := range want.Cell {
		zero := v == [3]float64{} // a slab of ASE without vacuum
		for k := range 3 {
			if !zero && math.Abs(vectors[3*i+k]-v[k]) > 1e-6 {
				t.Errorf("%s: got cell %v, want %v", id, vectors, want.Cell)
				return
			}
		}
	}
	c, err := cell.NewEitherHand(vectors)
	if err != nil {
		t.Fatal(err)
	}
	used := make([]bool, s.Len())
	for k, p := range want.Positions {
		best, at := math.Inf(1), -1
		for i := range s.Len() {
			d := c.Distance(geom.At(s.Positions, i), geom.Vec3{X: p[0], Y: p[1], Z: p[2]})
			if !used[i] && d < best && elem.Symbol(s.Elements[i]) == want.Symbols[k] {
				best, at = d, i
			}
		}
		if best > 1e-5 {
			t.Errorf("%s: no %s at %v, the nearest is %g Å away", id, want.Symbols[k], p, best)
			return
		}
		used[at] = true
	}
}

func TestOracleBulk(t *testing.T) {
	rows := 0
	each(t, func(r struct {
		row
		Input struct {
			Structure           string
			Formula             string
			A, C, U             float64
			Cubic, Orthorhombic bool
		}
	}) {
		rows++
		in := r.Input
		p, ok := ByName(in.Structure)
		if !ok {
			t.Fatalf("%s: %v", r.ID, in.Structure)
		}
		b := Bulk{Prototype: p.Name, A: in.A, C: in.C, U: in.U, Shape: Conventional}
		for rest := in.Formula; rest != ""; {
			n := 1
			if len(rest) > 1 && rest[1] >= 'a' {
				n = 2
			}
			b.Elements = append(b.Elements, number(t, rest[:n]))
			for rest = rest[n:]; rest != "" && rest[0] <= '9'; rest = rest[1:] {
			}
		}
		if in.Orthorhombic {
			b.Shape = Orthorhombic
		} else if len(p.Shapes) > 1 && p.Shapes[1] == Primitive && !in.Cubic {
			b.Shape = Primitive
		}
		if in.C == 0 && p.Name == "hcp" {
			b.C = r.Expected.Cell[2][2] // ASE takes that of the element from a table
		}
		s, err := b.Build()
		if err != nil {
			t.Errorf("%s: %v", r.ID, err)
			return
		}
		sameSet(t, r.ID, s, &r.Expected)
	}, "bulk")
	if rows < 20 {
		t.Errorf("got %d rows", rows)
	}
}

func TestOracleSupercell(t *testing.T) {
	rows := 0
	each(t, func(r cellRow) {
		rows++
		m := r.Input.Matrix
		s := r.structure(t)
		got, err := Supercell(s, [9]int{m[0][0], m[0][1], m[0][2], m[1][0], m[1][1], m[1][2], m[2][0], m[2][1], m[2][2]})
		if err != nil {
			t.Errorf("%s: %v", r.ID, err)
			return
		}
		sameSet(t, r.ID, got.Structure, &r.Expected)
	}, "make_supercell")
	if rows < 5 {
		t.Errorf("got %d rows", rows)
	}
}

func TestOracleSurface(t *testing.T) {
	rows := 0
	each(t, func(r cellRow) {
		rows++
		s := r.structure(t)
		o := Slab{Miller: r.Input.Miller, Layers: r.Input.Layers}
		if r.Input.Vacuum != nil {
			o.Vacuum = *r.Input.Vacuum
		}
		got, err := o.Cut(s)
		if err != nil {
			t.Errorf("%s: %v", r.ID, err)
			return
		}
		sameSet(t, r.ID, got.Structure, &r.Expected)
		m, err := o.Measure(s)
		want := &r.Expected
		if err != nil || m.Atoms != want.Atoms || math.Abs(m.Thickness-want.Thickness) > 1e-5 || math.Abs(m.Area-want.Area) > 1e-4 || math.Abs(m.Repeat-want.Spacing) > 1e-5 {
			t.Errorf("%s: measured %+v, %v", r.ID, m, err)
		}
	}, "surface")
	if rows < 5 {
		t.Errorf("got %d rows", rows)
	}
}

// groupRow is an asymmetric unit.
type groupRow struct {
	row
	Input struct {
		Number     int        `json:"space_group_number"`
		Origin     int        `json:"origin_choice"`
		Cell       [6]float64 `json:"cell_parameters"`
		Asymmetric []struct {
			Element string
			Frac    [3]float64
		} `json:"asymmetric_unit"`
	}
}

func (r *groupRow) build(t *testing.T) *structure.Structure {
	in := r.Input
	c, err := cell.FromParameters(in.Cell[0], in.Cell[1], in.Cell[2], in.Cell[3], in.Cell[4], in.Cell[5])
	if err != nil {
		t.Fatal(err)
	}
	setting := symm.Settings(in.Number)[0]
	if s, ok := symm.WithChoice(in.Number, string(rune('0'+in.Origin))); ok {
		setting = s
	}
	var sites []Site
	for _, a := range in.Asymmetric {
		sites = append(sites, Site{Element: number(t, a.Element), Position: cell.Fractional{A: a.Frac[0], B: a.Frac[1], C: a.Frac[2]}})
	}
	got, err := FromGroup(&setting, &c, sites)
	if err != nil {
		t.Fatalf("%s: %v", r.ID, err)
	}
	return got.Structure
}

func TestOracleGroups(t *testing.T) {
	rows := 0
	each(t, func(r groupRow) {
		rows++
		sameSet(t, r.ID, r.build(t), &r.Expected)
	}, "symmetry_expand")
	if rows < 10 {
		t.Errorf("got %d rows", rows)
	}
}
