package crystal

import (
	"encoding/json"
	"math"
	"sort"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/elem"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/internal/oracle"
	"github.com/molsmith/molsmith/chem/structure"
)

// aseRow is a row of testdata/ase.jsonl.gz, what ASE makes; see testdata/README.md.
type aseRow struct {
	Op               string
	Prototype, Shape string
	A, C, U          float64
	Index            int
	Matrix           [9]int
	Miller           [3]int
	Layers           int
	Vacuum           float64
	Same             bool
	Up               int
	Thickness        float64
	Cell             [3][3]float64
	Numbers          []uint8
	Positions        [][3]float64
	Z                []float64
}

func (r *aseRow) vectors() *[9]float64 {
	c := r.Cell
	return &[9]float64{c[0][0], c[0][1], c[0][2], c[1][0], c[1][1], c[1][2], c[2][0], c[2][1], c[2][2]}
}

func (r *aseRow) structure() *structure.Structure {
	s := &structure.Structure{Elements: r.Numbers, Cell: r.vectors()}
	for _, p := range r.Positions {
		s.Positions = append(s.Positions, p[:]...)
	}
	return s
}

func aseRows(t testing.TB, op string) []aseRow {
	t.Helper()
	text, err := oracle.Unpacked("testdata/ase.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	var rows []aseRow
	for line := range strings.Lines(string(text)) {
		var row aseRow
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatal(err)
		}
		if row.Op == op {
			rows = append(rows, row)
		}
	}
	return rows
}

// sameInOrder says how far the atoms of s are from the positions of a row, in the same
// order, by their nearest images.
func sameInOrder(t *testing.T, what string, s *structure.Structure, row *aseRow, within float64) {
	t.Helper()
	if s.Len() != len(row.Positions) {
		t.Errorf("%s: got %d atoms, want %d", what, s.Len(), len(row.Positions))
		return
	}
	for i, x := range row.vectors() {
		if math.Abs(s.Cell[i]-x) > within {
			t.Errorf("%s: got cell %v, want %v", what, *s.Cell, row.Cell)
			return
		}
	}
	c, err := cell.NewEitherHand(*s.Cell)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range row.Positions {
		if d := c.Distance(geom.At(s.Positions, i), geom.Vec3{X: p[0], Y: p[1], Z: p[2]}); d > within {
			t.Errorf("%s: atom %d is %g Å from where ASE puts it", what, i, d)
			return
		}
	}
}

func TestBulkASE(t *testing.T) {
	rows := aseRows(t, "bulk")
	if len(rows) < 20 {
		t.Fatalf("%d rows", len(rows))
	}
	for _, row := range rows {
		p, ok := ByName(row.Prototype)
		if !ok {
			t.Fatal(row.Prototype)
		}
		shape := Conventional
		for _, s := range []Shape{Primitive, Orthorhombic} {
			if s.String() == row.Shape {
				shape = s
			}
		}
		b := Bulk{Prototype: row.Prototype, A: row.A, C: row.C, U: row.U, Shape: shape}
		for _, z := range row.Numbers { // slots in the order of ASE's atoms
			known := false
			for _, e := range b.Elements {
				known = known || e == z
			}
			if !known && len(b.Elements) < len(p.Slots) {
				b.Elements = append(b.Elements, z)
			}
		}
		s, err := b.Build()
		if err != nil {
			t.Errorf("%s %s: %v", row.Prototype, row.Shape, err)
			continue
		}
		what := b.Name() + " " + row.Shape
		sameInOrder(t, what, s, &row, 1e-5)
		for i, z := range row.Numbers {
			if s.Elements[i] != z {
				t.Errorf("%s: atom %d is %s", what, i, elem.Symbol(s.Elements[i]))
			}
			if want := row.Positions[i]; geom.At(s.Positions, i).Sub(geom.Vec3{X: want[0], Y: want[1], Z: want[2]}).Norm() > 1e-4 {
				t.Errorf("%s: atom %d is another image", what, i)
			}
		}
	}
}

func TestSupercellASE(t *testing.T) {
	structures := aseRows(t, "structure")
	for _, row := range aseRows(t, "supercell") {
		s := structures[row.Index].structure()
		got, err := Supercell(s, row.Matrix)
		if err != nil {
			t.Errorf("%v: %v", row.Matrix, err)
			continue
		}
		sameInOrder(t, "supercell", got.Structure, &row, 3e-5)
		checkBuilt(t, s, got)
	}
}

// checkBuilt holds a result to its word: each atom is where Origin, Image, Turn and Shift
// say.
func checkBuilt(t *testing.T, s *structure.Structure, b *Built) {
	t.Helper()
	c, err := cell.NewEitherHand(*s.Cell)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Structure.Validate(); err != nil {
		t.Fatal(err)
	}
	for i, k := range b.Origin {
		m := b.Image[i]
		p := geom.At(s.Positions, int(k)).Add(c.Shift(int(m[0]), int(m[1]), int(m[2]))).Add(b.Shift)
		if d := b.Turn.MulVec(p).Sub(geom.At(b.Structure.Positions, i)).Norm(); d > 1e-6 || s.Elements[k] != b.Structure.Elements[i] {
			t.Fatalf("atom %d is %g Å from its origin's image", i, d)
		}
	}
}

// TestSlabASE cuts 200 pairs of a structure and indices. Where ASE mirrors the crystal or
// turns it over, heights and the shape of the cell are compared.
func TestSlabASE(t *testing.T) {
	structures := aseRows(t, "structure")
	rows := aseRows(t, "surface")
	if len(rows) != 200 {
		t.Fatalf("%d rows", len(rows))
	}
	for _, row := range rows {
		s := structures[row.Index].structure()
		o := Slab{Miller: row.Miller, Layers: row.Layers, Vacuum: row.Vacuum}
		got, err := o.Cut(s)
		if err != nil {
			t.Errorf("%v: %v", row.Miller, err)
			continue
		}
		checkBuilt(t, s, got)
		m, err := o.Measure(s)
		if err != nil || m.Atoms != got.Structure.Len() || row.Up > 0 && math.Abs(m.Thickness-row.Thickness) > 1e-5 {
			t.Errorf("%d %v: measured %+v, %v; want %d atoms and %g Å", row.Index, row.Miller, m, err, got.Structure.Len(), row.Thickness)
		}
		if row.Same {
			sameInOrder(t, "slab", got.Structure, &row, 5e-5)
			continue
		}
		k, err := o.prepare(s)
		if err != nil {
			t.Fatal(err)
		}
		var z []float64
		for layer := range row.Layers {
			for _, h := range k.heights {
				if row.Up < 0 { // turned over, and cut at the same height
					h = one(1 - h + 1e-6)
				}
				z = append(z, (h+float64(layer))*m.Repeat)
			}
		}
		sort.Float64s(z)
		for i := range z {
			if math.Abs(z[i]-z[0]+row.Z[0]-row.Z[i]) > 2e-5 {
				t.Errorf("structure %d, %v: heights %v, want %v", row.Index, row.Miller, z, row.Z)
				break
			}
		}
	}
}
