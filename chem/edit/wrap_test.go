package edit

import (
	"errors"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/rng"
	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/contract"
)

// skewed returns a cell of random shape with edges of 8 to 20 Å, turned at random.
func skewed(r *rng.Rand) cell.Cell {
	for {
		p := [6]float64{}
		for i := range 3 {
			p[i], p[3+i] = 8+12*r.Float64(), 60+60*r.Float64()
		}
		c, err := cell.FromParameters(p[0], p[1], p[2], p[3], p[4], p[5])
		if err != nil || c.Volume() < 0.3*p[0]*p[1]*p[2] {
			continue
		}
		turn := r.Rotation().Matrix()
		var v [9]float64
		for i := range 3 {
			geom.Put(v[:], i, turn.MulVec(c.Vector(i)))
		}
		if c, err = cell.New(v); err == nil {
			return c
		}
	}
}

// chains returns molecules that are random walks of up to 40 atoms, some with a ring,
// whole, somewhere near a cell.
func chains(r *rng.Rand, c *cell.Cell) structure.Structure {
	v := c.Vectors()
	s := structure.Structure{Cell: &v}
	for m := range 2 + r.Intn(6) {
		p := c.Cartesian(cell.Fractional{A: 3*r.Float64() - 1, B: 3*r.Float64() - 1, C: 3*r.Float64() - 1})
		n := 1 + r.Intn(40)
		first := uint32(s.Len())
		for i := range n {
			s.Elements = append(s.Elements, 6)
			s.Positions = append(s.Positions, p.X, p.Y, p.Z)
			s.ResidueIDs = append(s.ResidueIDs, int32(m))
			if i > 0 {
				s.Bonds = append(s.Bonds, [2]uint32{first + uint32(i), first + uint32(i) - 1})
			}
			p = p.Add(r.Direction().Scale(1.5))
		}
	}
	return s
}

// TestWrapAndUnwrap: in cells of any shape, wrapped atoms are in the cell; unwrapping
// brings back whole molecules, each where it was but for a lattice translation; whole
// molecules are wrapped by their center; nothing is done twice; undo gives back the
// same bytes.
func TestWrapAndUnwrap(t *testing.T) {
	seeds := 60
	if os.Getenv("MOLSMITH_FULL") != "" {
		seeds = 2000
	}
	for seed := range seeds {
		r := rng.New(uint64(seed))
		c := skewed(&r)
		s := chains(&r, &c)
		was := s.Clone()
		d := open(t, s)
		hashes := []string{d.Hash()}
		check := func(what string, op Op, again ImageReport, err error) {
			t.Helper()
			if err != nil || again.Atoms != 0 || again.Networks != 0 {
				t.Fatalf("seed %d: %s once more: got %+v, %v; want nothing to do", seed, what, again, err)
			}
			for i := range d.Structure().Bonds {
				b := d.Structure().Bonds[i]
				if got, want := bondLength(d.Structure(), b), bondLength(was, b); what != "wrap" && math.Abs(got-want) > 1e-9 {
					t.Fatalf("seed %d: after %s bond %d has %v Å, want %v", seed, what, i, got, want)
				}
			}
			for i := range d.Structure().Len() {
				off := geom.At(d.Structure().Positions, i).Sub(geom.At(was.Positions, i))
				if c.MinImage(off).Norm() > 1e-9 {
					t.Fatalf("seed %d: %s moved atom %d by no lattice vector", seed, what, i)
				}
			}
			hashes = append(hashes, d.Hash())
		}

		apply(t, d, &Wrap{})
		for i := range d.Structure().Len() {
			if f := c.Fractional(geom.At(d.Structure().Positions, i)); !inside(f, 0) {
				t.Fatalf("seed %d: atom %d is at %v", seed, i, f)
			}
		}
		op, report, err := d.Wrapping(false)
		check("wrap", op, report, err)

		apply(t, d, &Unwrap{})
		unwrap, report, err := d.Unwrapping()
		check("unwrap", unwrap, report, err)

		apply(t, d, &Wrap{Molecules: true})
		of, n := d.Structure().Components()
		for k := range n {
			var sum geom.Vec3
			atoms := 0
			for i := range of {
				if of[i] == int32(k) {
					sum = sum.Add(geom.At(d.Structure().Positions, i))
					atoms++
				}
			}
			if f := c.Fractional(sum.Scale(1 / float64(atoms))); !inside(f, 2*insideBy) {
				t.Fatalf("seed %d: the center of molecule %d is at %v", seed, k, f)
			}
		}
		op, report, err = d.Wrapping(true)
		check("wrap molecules", op, report, err)

		for at := range hashes {
			if _, err := d.Jump(at); err != nil || d.Hash() != hashes[at] {
				t.Fatalf("seed %d: state %d has another hash", seed, at)
			}
		}
		got, warnings := loaded(t, saved(t, d))
		if len(warnings) > 0 || got.Hash() != d.Hash() {
			t.Fatalf("seed %d: the project gives another document: %q", seed, warnings)
		}
	}
}

func inside(f cell.Fractional, slack float64) bool {
	for _, x := range [3]float64{f.A, f.B, f.C} {
		if x < -slack || x >= 1 {
			return false
		}
	}
	return true
}

func bondLength(s *structure.Structure, b [2]uint32) float64 {
	return geom.At(s.Positions, int(b[1])).Sub(geom.At(s.Positions, int(b[0]))).Norm()
}

// cutWater is a water molecule cut by the face at x = 0 of a box of 10 Å, and another
// one that is far outside.
func cutWater() structure.Structure {
	s := waters(2)
	s.Cell = &[9]float64{10, 0, 0, 0, 10, 0, 0, 0, 10}
	s.Positions[6] += 10 // the second hydrogen, −0.757 before
	for i := 9; i < 18; i += 3 {
		s.Positions[i] += 30
	}
	return s
}

func TestWrapTables(t *testing.T) {
	for _, c := range []struct {
		name string
		op   Op
		want []float64 // x of each atom
		says string
		from int
	}{
		{"atoms", &Wrap{}, []float64{0, 0.757, 9.243, 3, 3.757, 2.243}, "Wrap atoms into the cell", 3},
		{"molecules", &Wrap{Molecules: true}, []float64{0, 0.757, -0.757, 3, 3.757, 2.243}, "Wrap molecules into the cell", 2},
		{"unwrap", &Unwrap{}, []float64{0, 0.757, -0.757, 33, 33.757, 32.243}, "Unwrap molecules", 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := open(t, cutWater())
			before := d.Hash()
			change := apply(t, d, c.op)
			for i, want := range c.want {
				if got := d.Structure().Positions[3*i]; math.Abs(got-want) > 1e-12 {
					t.Errorf("x of atom %d: got %v, want %v", i, got, want)
				}
			}
			if change.AtomsFrom != c.from || change.BondsFrom != 4 {
				t.Errorf("rows: got %+v, want atoms from %d", change, c.from)
			}
			if got := d.Steps()[0].Label; got != c.says {
				t.Errorf("history: got %q, want %q", got, c.says)
			}
			// Every channel but the positions is as it was.
			got, want := d.Structure().Clone(), cutWater()
			got.Positions = want.Positions
			if now := open(t, *got); now.Hash() != before {
				t.Error("another channel has changed")
			}
			d.Undo()
			if d.Hash() != before {
				t.Error("undone: the hash is not what it was")
			}
		})
	}
}

func TestImageReports(t *testing.T) {
	d := open(t, cutWater())
	_, report, err := d.Wrapping(false)
	if err != nil || report.Atoms != 3 || report.Molecules != 1 {
		t.Errorf("wrap: got %+v (%v), want 3 atoms of 1 molecule", report, err)
	}
	_, report, _ = d.Unwrapping()
	if report.Atoms != 1 || report.Molecules != 1 {
		t.Errorf("unwrap: got %+v, want 1 atom of 1 molecule", report)
	}
	_, report, _ = d.Wrapping(true)
	if report.Atoms != 4 || report.Molecules != 2 {
		t.Errorf("wrap molecules: got %+v, want 4 atoms of 2 molecules", report)
	}
	if got := Crossing(d.Structure(), [3]bool{true, false, false}); got != 1 {
		t.Errorf("bonds across the faces of a: got %d, want 1", got)
	}
	if got := Crossing(d.Structure(), [3]bool{false, true, true}); got != 0 {
		t.Errorf("bonds across the faces of b and c: got %d, want 0", got)
	}
}

// TestNetworks: molecules with bonds to their own images stay and are named, whatever
// else there is; wrapping takes their atoms one by one.
func TestNetworks(t *testing.T) {
	// An endless chain of six carbon atoms along x, and a cut molecule beside it.
	s := structure.Structure{Cell: &[9]float64{9, 0, 0, 0, 20, 0, 0, 0, 20}}
	for i := range 6 {
		s.Elements = append(s.Elements, 6)
		s.Positions = append(s.Positions, 1.5*float64(i)-1, 5, 5)
		s.Bonds = append(s.Bonds, [2]uint32{uint32(i), uint32((i + 1) % 6)})
	}
	s.Elements = append(s.Elements, 7, 7)
	s.Positions = append(s.Positions, 8.5, 15, 15, 0.6, 15, 15)
	s.Bonds = append(s.Bonds, [2]uint32{6, 7})
	d := open(t, s)
	op, report, err := d.Unwrapping()
	want := []Network{{Atom: 0, Atoms: 6, Formula: "C6"}}
	if err != nil || report.Networks != 1 || !slices.Equal(report.Named, want) || report.Atoms != 1 {
		t.Fatalf("unwrap: got %+v (%v), want the network %+v and one atom moved", report, err, want)
	}
	apply(t, d, op)
	if got := d.Structure().Positions[:18]; !slices.Equal(got, s.Positions[:18]) {
		t.Errorf("the network moved: %v", got)
	}
	if got := d.Structure().Positions[21]; math.Abs(got-9.6) > 1e-12 {
		t.Errorf("the molecule: got x %v, want 9.6", got)
	}
	apply(t, d, &Wrap{Molecules: true})
	if got := d.Structure().Positions[0]; got != 8 {
		t.Errorf("wrapped: the first atom of the network is at x %v, want 8", got)
	}
	// A ring that only crosses a face is no network.
	ring := structure.Structure{Cell: &[9]float64{9, 0, 0, 0, 9, 0, 0, 0, 9}, Elements: []uint8{6, 6, 6},
		Positions: []float64{8.5, 1, 1, 0.7, 1, 1, 8.9, 2, 1}, Bonds: [][2]uint32{{0, 1}, {1, 2}, {2, 0}}}
	d = open(t, ring)
	if _, report, _ = d.Unwrapping(); report.Networks != 0 || report.Atoms != 1 {
		t.Errorf("ring: got %+v, want one atom moved and no network", report)
	}
}

func TestImagesNeedACell(t *testing.T) {
	d := open(t, waters(1))
	for _, op := range []Op{&Wrap{}, &Wrap{Molecules: true}, &Unwrap{}} {
		_, err := d.Apply(Step{Ops: []Op{op}})
		var e *contract.Error
		if !errors.As(err, &e) || e.Code != contract.NoCell || !strings.Contains(e.Message, "needs a cell") {
			t.Errorf("%T: got %v, want NO_CELL", op, err)
		}
	}
	s := waters(1)
	s.Cell = &[9]float64{1e-3, 0, 0, 0, 1e-3, 0, 0, 0, 1e-3}
	s.Positions[0] = 1e308
	d = open(t, s)
	if _, err := d.Apply(Step{Ops: []Op{&Wrap{}}}); err == nil || !strings.Contains(err.Error(), "atom 0 lies too far") {
		t.Errorf("an atom at 1e308 Å: got %v", err)
	}
	s = waters(1)
	s.Cell = &[9]float64{1, 0, 0, 2, 0, 0, 0, 0, 1}
	d = open(t, s)
	if _, err := d.Apply(Step{Ops: []Op{&Unwrap{}}}); err == nil || !strings.Contains(err.Error(), "do not span a volume") {
		t.Errorf("a flat cell: got %v", err)
	}
}

// TestSetCellMirrors: fractional coordinates in a cell of the other hand would be the
// mirror image.
func TestSetCellMirrors(t *testing.T) {
	s := waters(1)
	s.Cell = &[9]float64{0, 10, 0, 10, 0, 0, 0, 0, 10}
	d := open(t, s)
	right := &[9]float64{10, 0, 0, 0, 10, 0, 0, 0, 10}
	if _, err := d.Apply(Step{Ops: []Op{&SetCell{Cell: right, ScaleAtoms: true}}}); err == nil || !strings.Contains(err.Error(), "mirror") {
		t.Errorf("got %v", err)
	}
	apply(t, d, &SetCell{Cell: right})
}

// TestPreview: what is shown is what Apply does, and nothing of it stays.
func TestPreview(t *testing.T) {
	d := open(t, cutWater())
	apply(t, d, &AddFragment{Name: "Argon", Atoms: argon()})
	before, summary := d.Hash(), d.Summary()
	v := 3.0
	for _, ops := range [][]Op{
		{&Wrap{}},
		{&Center{Axes: "abc", Vacuum: &v}},
		{&SetCell{Cell: &[9]float64{20, 0, 0, 0, 20, 0, 0, 0, 20}, ScaleAtoms: true}},
		{&SetCell{}},
		{&DeleteAtoms{Atoms: refs(t, d, 0, 1, 2)}, &AddFragment{Name: "Argon", Atoms: argon()}},
	} {
		var shown string
		var change Change
		var density Summary
		revision := d.Revision()
		if err := d.Preview(ops, func(c Change) { shown, change, density = d.Hash(), c, d.Summary() }); err != nil {
			t.Fatal(err)
		}
		if d.Hash() != before || d.Revision() != revision || len(d.Steps()) != 1 {
			t.Fatalf("%T: the preview changed the document", ops[0])
		}
		if now := d.Summary(); now.Formula != summary.Formula || now.Mass != summary.Mass || now.Density != summary.Density {
			t.Errorf("%T: summary after the preview: got %+v, want %+v", ops[0], now, summary)
		}
		if got := apply(t, d, ops...); got != change || d.Hash() != shown {
			t.Errorf("%T: applied: got %+v and hash %s, shown were %+v and %s", ops[0], got, d.Hash(), change, shown)
		}
		if now := d.Summary(); now.Formula != density.Formula || now.Density != density.Density {
			t.Errorf("%T: summary: got %+v, shown was %+v", ops[0], now, density)
		}
		d.Undo()
	}
	called := false
	if err := d.Preview([]Op{&DeleteAtoms{Atoms: refs(t, d, 0)}, &Center{}}, func(Change) { called = true }); err == nil || called || d.Hash() != before {
		t.Errorf("a step that cannot be done: got %v, shown %v", err, called)
	}
	apply(t, d, &AddFragment{Name: "Argon", Atoms: argon()})
	if id := d.FormatRef(refs(t, d, d.Structure().Len()-1)[0]); !strings.HasPrefix(id, "argon-") {
		t.Errorf("the next fragment is %s", id)
	}
}

// bigBox is about 100 000 atoms of water in a skewed cell, half of the molecules cut.
func bigBox() structure.Structure {
	s := waters(33_334)
	r := rng.New(3)
	c, err := cell.FromParameters(105, 108, 110, 80, 95, 70)
	if err != nil {
		panic(err)
	}
	v := c.Vectors()
	s.Cell = &v
	for m := range s.Len() / 3 {
		to := c.Cartesian(cell.Fractional{A: r.Float64(), B: r.Float64(), C: r.Float64()})
		from := geom.At(s.Positions, 3*m)
		for i := range 3 {
			geom.Put(s.Positions, 3*m+i, c.Wrap(geom.At(s.Positions, 3*m+i).Add(to).Sub(from)))
		}
	}
	return s
}

func BenchmarkCells(b *testing.B) {
	d, err := New("box", Source{}, bigBox())
	if err != nil {
		b.Fatal(err)
	}
	v := 10.0
	scaled := *d.Structure().Cell
	for i := range scaled {
		scaled[i] *= 1.1
	}
	for _, c := range []struct {
		name string
		op   Op
	}{
		{"wrap atoms", &Wrap{}}, {"wrap molecules", &Wrap{Molecules: true}}, {"unwrap", &Unwrap{}},
		{"center", &Center{Axes: "abc", Vacuum: &v}}, {"set cell", &SetCell{Cell: &scaled, ScaleAtoms: true}},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := d.Apply(Step{Ops: []Op{c.op}}); err != nil {
					b.Fatal(err)
				}
				d.Undo()
			}
		})
	}
}
