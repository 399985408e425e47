package edit

import (
	"context"
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

var (
	sodium   = Ion{11, 1}
	calcium  = Ion{20, 2}
	chloride = Ion{17, -1}
)

// pool is n waters at random places of a cell, around a solute of five carbon atoms with
// the charge given on the first.
func pool(n int, c *cell.Cell, charge int32, seed uint64) structure.Structure {
	s := waters(n)
	r := rng.New(seed)
	v := c.Vectors()
	s.Cell = &v
	for m := range n {
		by := c.Cartesian(cell.Fractional{A: r.Float64(), B: r.Float64(), C: r.Float64()}).Sub(geom.At(s.Positions, 3*m))
		for i := range 3 {
			geom.Put(s.Positions, 3*m+i, geom.At(s.Positions, 3*m+i).Add(by))
		}
	}
	for i := range 5 {
		p := c.Cartesian(cell.Fractional{A: 0.1, B: 0.1, C: 0.02 + 0.04*float64(i)})
		s.Elements = append(s.Elements, 6)
		s.Positions = append(s.Positions, p.X, p.Y, p.Z)
		s.Molecules = append(s.Molecules, int32(n))
		s.ResidueNames = append(s.ResidueNames, "NA")
		s.ResidueIDs = append(s.ResidueIDs, int32(n)+7)
		s.AtomNames = append(s.AtomNames, "C")
		s.ChainIDs = append(s.ChainIDs, "B")
		s.FormalCharges = append(s.FormalCharges, charge)
		charge = 0
		if i > 0 {
			s.Bonds = append(s.Bonds, [2]uint32{uint32(s.Len()) - 2, uint32(s.Len()) - 1})
			s.BondOrders = append(s.BondOrders, 1)
		}
	}
	s.Scalars[0].Values = make([]float64, s.Len())
	return s
}

func cubic(t testing.TB, edge float64) *cell.Cell {
	t.Helper()
	c, err := cell.New([9]float64{edge, 0, 0, 0, edge, 0, 0, 0, edge})
	if err != nil {
		t.Fatal(err)
	}
	return &c
}

// TestIonCounts: numbers counted by hand. 1 mol/L in (27 Å)³ is 11.85 formula units, and
// 0.5 mol/L of 660 waters 5.96.
func TestIonCounts(t *testing.T) {
	for _, c := range []struct {
		name                   string
		o                      IonOptions
		cations, anions, total int
	}{
		{"by count", IonOptions{Cation: sodium, Anion: chloride, Amount: ByCount, Cations: 3, Anions: 5}, 3, 5, -2 - 2},
		{"by count, neutral", IonOptions{Cation: sodium, Anion: chloride, Amount: ByCount, Cations: 3, Anions: 5, Neutralize: true}, 7, 5, 0},
		{"1 mol/L of the cell", IonOptions{Cation: sodium, Anion: chloride, Amount: PerVolume, Concentration: 1}, 12, 12, -2},
		{"1 mol/L of CaCl2", IonOptions{Cation: calcium, Anion: chloride, Amount: PerVolume, Concentration: 1}, 12, 24, -2},
		{"0.5 mol/L of the water", IonOptions{Cation: sodium, Anion: chloride, Amount: PerWater, Concentration: 0.5}, 6, 6, -2},
		{"with neutralizing", IonOptions{Cation: sodium, Anion: chloride, Amount: PerWater, Concentration: 0.5, Neutralize: true}, 8, 6, 0},
		{"neutralizing alone", IonOptions{Cation: sodium, Anion: chloride, Neutralize: true}, 2, 0, 0},
		{"neutralizing alone, divalent", IonOptions{Cation: calcium, Anion: chloride, Neutralize: true}, 1, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := open(t, pool(660, cubic(t, 27), -2, 1))
			c.o.Charge = d.Summary().Charge
			swap, err := d.IonsForWaters(context.Background(), c.o)
			if err != nil {
				t.Fatal(err)
			}
			if swap.Cations != c.cations || swap.Anions != c.anions || swap.Charge != c.total {
				t.Errorf("got %d cations, %d anions, charge %d; want %d, %d, %d", swap.Cations, swap.Anions, swap.Charge, c.cations, c.anions, c.total)
			}
			apply(t, d, swap.Ops...)
			if got := d.Summary(); got.Charge != c.total || got.Atoms != 660*3+5-2*(c.cations+c.anions) {
				t.Errorf("applied: got %d atoms and charge %d", got.Atoms, got.Charge)
			}
		})
	}
}

// TestIonPlaces: in cells of any shape ions stand where oxygens stood, as far apart and
// from the solute as asked, and nothing else has changed.
func TestIonPlaces(t *testing.T) {
	seeds := 15
	if os.Getenv("MOLSMITH_FULL") != "" {
		seeds = 500
	}
	for seed := range seeds {
		r := rng.New(uint64(seed))
		c := skewed(&r)
		s := pool(400, &c, 3, uint64(seed))
		was := s.Clone()
		d := open(t, s)
		before := d.Hash()
		o := IonOptions{Cation: sodium, Anion: chloride, Amount: ByCount, Cations: 2, Anions: 2, Apart: 3, FromOthers: 3, Seed: uint64(seed)}
		swap, err := d.IonsForWaters(context.Background(), o)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		again, err := d.IonsForWaters(context.Background(), o)
		if err != nil || !slices.Equal(again.Ops[0].(*DeleteAtoms).Atoms, swap.Ops[0].(*DeleteAtoms).Atoms) {
			t.Fatalf("seed %d: the same seed took other waters", seed)
		}
		apply(t, d, swap.Ops...)
		now := d.Structure()
		if err := now.Validate(); err != nil {
			t.Fatal(err)
		}
		first := now.Len() - 4
		closest := math.Inf(1)
		for i := first; i < now.Len(); i++ {
			p := geom.At(now.Positions, i)
			from := -1
			for k, z := range was.Elements {
				if z == 8 && geom.At(was.Positions, k) == p {
					from = k
				}
			}
			if from < 0 {
				t.Fatalf("seed %d: ion %d is at the place of no oxygen", seed, i)
			}
			for j := range now.Len() {
				if j == i {
					continue
				}
				d := c.Distance(p, geom.At(now.Positions, j))
				closest = min(closest, d)
				if z := now.Elements[j]; z != 8 && z != 1 && d < 3 {
					t.Errorf("seed %d: ion %d is %v Å from atom %d", seed, i, d, j)
				}
			}
			if id := now.ResidueIDs[i]; id != 407+int32(i-first)+1 || slices.Index(now.ResidueIDs, id) != i {
				t.Errorf("seed %d: ion %d has residue %d", seed, i, id)
			}
		}
		if math.Abs(closest-swap.Closest) > 1e-9 {
			t.Errorf("seed %d: closest: got %v, want %v", seed, swap.Closest, closest)
		}
		// NA is the solute's already.
		if got := now.ResidueNames[first:]; !slices.Equal(got, []string{"NA2", "NA2", "CL", "CL"}) {
			t.Errorf("seed %d: residues: got %v", seed, got)
		}
		if got := now.FormalCharges[first:]; !slices.Equal(got, []int32{1, 1, -1, -1}) {
			t.Errorf("seed %d: charges: got %v", seed, got)
		}
		// What stays is what was there without the waters.
		rest := open(t, *was)
		apply(t, rest, swap.Ops[0])
		if !slices.Equal(rest.Structure().Positions, now.Positions[:3*first]) || !slices.Equal(rest.Structure().Bonds, now.Bonds) ||
			!slices.Equal(rest.Structure().ResidueIDs, now.ResidueIDs[:first]) || !slices.Equal(rest.Structure().ChainIDs, now.ChainIDs[:first]) {
			t.Errorf("seed %d: other atoms have changed", seed)
		}
		after := d.Hash()
		d.Undo()
		if d.Hash() != before {
			t.Errorf("seed %d: undone: the hash is not what it was", seed)
		}
		d.Redo()
		if d.Hash() != after {
			t.Errorf("seed %d: redone: the hash is not what it was", seed)
		}
		o.Seed++
		other, err := d.IonsForWaters(context.Background(), o)
		if err != nil || slices.Equal(other.Ops[0].(*DeleteAtoms).Atoms, swap.Ops[0].(*DeleteAtoms).Atoms) {
			t.Errorf("seed %d: another seed took the same waters (%v)", seed, err)
		}
	}
}

// TestIonsBeside: more ions of a kind that is there have the name of those.
func TestIonsBeside(t *testing.T) {
	s := pool(50, cubic(t, 20), 0, 1)
	for i := range 150 {
		s.ResidueNames[i] = "CLF"
	}
	d := open(t, s)
	apply(t, d, &AddFragment{Name: "x", Atoms: structure.Structure{Elements: []uint8{17}, Positions: []float64{1, 1, 1}, ResidueNames: []string{"CL"}}})
	swap, err := d.IonsForWaters(context.Background(), IonOptions{Cation: calcium, Anion: chloride, Amount: ByCount, Cations: 1, Anions: 1})
	if err != nil {
		t.Fatal(err)
	}
	apply(t, d, swap.Ops...)
	if got := d.Structure().ResidueNames[d.Structure().Len()-2:]; !slices.Equal(got, []string{"CA", "CL"}) {
		t.Errorf("residues: got %v, want CA and CL", got)
	}
}

// TestWaters: what is water and what is not.
func TestWaters(t *testing.T) {
	s := waters(2)
	s.FormalCharges[3] = -1 // no water with a charge
	hydroxide := structure.Structure{Elements: []uint8{8, 1}, Positions: make([]float64, 6), Bonds: [][2]uint32{{0, 1}}}
	methanol := structure.Structure{Elements: []uint8{6, 8, 1}, Positions: make([]float64, 9), Bonds: [][2]uint32{{0, 1}, {1, 2}}}
	hydronium := structure.Structure{Elements: []uint8{8, 1, 1, 1}, Positions: make([]float64, 12), Bonds: [][2]uint32{{0, 1}, {0, 2}, {0, 3}}}
	bridged := structure.Structure{Elements: []uint8{8, 1, 1, 8}, Positions: make([]float64, 12), Bonds: [][2]uint32{{0, 1}, {0, 2}, {2, 3}}}
	d := open(t, s)
	for _, other := range []structure.Structure{hydroxide, methanol, hydronium, bridged} {
		apply(t, d, &AddFragment{Name: "x", Atoms: other})
	}
	list, mark := watersOf(d.Structure())
	if len(list) != 1 || list[0] != (water{0, 1, 2}) || mark[0] != 0 || mark[2] != 0 || mark[3] != -1 {
		t.Errorf("got %v", list)
	}
}

func TestIonRefusals(t *testing.T) {
	box := cubic(t, 15)
	for _, c := range []struct {
		name string
		s    structure.Structure
		o    IonOptions
		want string
		code contract.Code
	}{
		{"no water", argon(), IonOptions{Amount: ByCount, Cations: 1}, "has no water", InvalidStep},
		{"too many", pool(20, box, 0, 1), IonOptions{Amount: ByCount, Cations: 15, Anions: 15}, "30 ions are asked for, and there are 20 waters", contract.NoRoom},
		{"the solute is everywhere", pool(20, box, 0, 1), IonOptions{Amount: ByCount, Cations: 2, FromOthers: 14}, "0 of 20 waters are at least 14 Å from all other atoms", contract.NoRoom},
		{"too far apart", pool(20, box, 0, 1), IonOptions{Amount: ByCount, Cations: 5, Apart: 14}, "that are 14 Å apart was found", contract.NoRoom},
		{"no cell", waters(5), IonOptions{Amount: PerVolume, Concentration: 1}, "needs a cell", contract.NoCell},
		{"nothing asked", pool(20, box, 0, 1), IonOptions{Amount: PerVolume}, "comes to no ion", InvalidStep},
		{"neutral already", pool(20, box, 0, 1), IonOptions{Neutralize: true}, "neutral already", InvalidStep},
		{"odd charge", pool(20, box, -3, 1), IonOptions{Cation: calcium, Neutralize: true, Charge: -3}, "−3 e cannot be neutralized by ions of +2", InvalidStep},
		{"a negative number", pool(20, box, 0, 1), IonOptions{Amount: ByCount, Cations: -1}, "-1 cations", InvalidStep},
		{"no concentration", pool(20, box, 0, 1), IonOptions{Amount: PerWater, Concentration: math.NaN()}, "NaN mol/L", InvalidStep},
		{"a distance below 0", pool(20, box, 0, 1), IonOptions{Amount: ByCount, Cations: 1, Apart: -1}, "-1 Å", InvalidStep},
		{"an anion as cation", pool(20, box, 0, 1), IonOptions{Cation: chloride, Amount: ByCount, Cations: 1}, "the cation must be", InvalidStep},
	} {
		if c.o.Cation == (Ion{}) {
			c.o.Cation = sodium
		}
		c.o.Anion = chloride
		_, err := open(t, c.s).IonsForWaters(context.Background(), c.o)
		var e *contract.Error
		if !errors.As(err, &e) || e.Code != c.code || !strings.Contains(e.Message, c.want) {
			t.Errorf("%s: got %v, want %s with %q", c.name, err, c.code, c.want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := open(t, pool(20, box, 0, 1)).IonsForWaters(ctx, IonOptions{Cation: sodium, Anion: chloride, Amount: ByCount, Cations: 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: got %v", err)
	}
}

func BenchmarkIonsForWaters(b *testing.B) {
	d, err := New("box", Source{}, bigBox())
	if err != nil {
		b.Fatal(err)
	}
	o := IonOptions{Cation: sodium, Anion: chloride, Amount: PerVolume, Concentration: 0.5, Apart: 5, FromOthers: 5}
	for b.Loop() {
		swap, err := d.IonsForWaters(context.Background(), o)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := d.Apply(Step{Ops: swap.Ops}); err != nil {
			b.Fatal(err)
		}
		d.Undo()
	}
}
