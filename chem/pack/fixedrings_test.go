package pack

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/rng"
)

// graphene returns a sheet of n by m unit cells of four atoms, its cell with 20 Å
// between sheets, and its bonds, periodic ones too.
func graphene(t *testing.T, n, m int) (c cell.Cell, positions []float64, bonds [][2]int) {
	t.Helper()
	const d = 1.42
	a, b := math.Sqrt(3)*d, 3*d
	c, err := cell.New([9]float64{a * float64(n), 0, 0, 0, b * float64(m), 0, 0, 0, 20})
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		for j := range m {
			for _, p := range [4][2]float64{{0, 0}, {a / 2, d / 2}, {a / 2, 1.5 * d}, {0, 2 * d}} {
				positions = append(positions, float64(i)*a+p[0], float64(j)*b+p[1], 0)
			}
		}
	}
	for i := range len(positions) / 3 {
		for j := range i {
			if c.Distance(geom.At(positions, i), geom.At(positions, j)) < 1.1*d {
				bonds = append(bonds, [2]int{j, i})
			}
		}
	}
	return c, positions, bonds
}

func TestFixedTopology(t *testing.T) {
	box := cube(t, 15*15*15)
	for _, c := range []struct {
		id    string
		rings map[int]int // size: how many
	}{
		{"hexane", map[int]int{}},
		{"benzene", map[int]int{6: 1}},
		{"c60", map[int]int{5: 12, 6: 20}},
		{"caffeine", map[int]int{5: 1, 6: 1}},
	} {
		s, _ := molecules(t, c.id, 1)
		// Wrapped atom by atom, as a document may be.
		wrapped := slices.Clone(s.Positions)
		for i := range len(wrapped) / 3 {
			geom.Put(wrapped, i, box.Wrap(geom.At(wrapped, i)))
		}
		got, err := fixedTopology(t.Context(), &box, wrapped, s.Bonds)
		if err != nil {
			t.Fatal(err)
		}
		sizes := map[int]int{}
		for _, r := range got.rings {
			sizes[len(r)]++
			for k, a := range r {
				if !slices.Contains(got.neighbors[a], r[(k+1)%len(r)]) {
					t.Errorf("%s: ring %v has no bond after atom %d", c.id, r, a)
				}
			}
		}
		if len(sizes) != len(c.rings) {
			t.Errorf("%s: got rings by size %v, want %v", c.id, sizes, c.rings)
		}
		for size, n := range c.rings {
			if sizes[size] != n {
				t.Errorf("%s: got rings by size %v, want %v", c.id, sizes, c.rings)
			}
		}
		whole, err := newTopology(newShape(&s, 2).sites, s.Bonds)
		if err != nil || math.Abs(whole.girth-got.girth) > 1e-9 || math.Abs(whole.longest-got.longest) > 1e-9 {
			t.Errorf("%s: got girth %v and longest bond %v, want %v and %v as of the whole molecule", c.id, got.girth, got.longest, whole.girth, whole.longest)
		}
	}
}

// TestFixedNetwork: a periodic sheet has two hexagons in each unit cell of four
// atoms; in one unit cell thick strips, what closes around the cell is no ring.
func TestFixedNetwork(t *testing.T) {
	for _, size := range [][2]int{{4, 3}, {3, 2}} {
		c, positions, bonds := graphene(t, size[0], size[1])
		got, err := fixedTopology(t.Context(), &c, positions, bonds)
		if err != nil {
			t.Fatal(err)
		}
		hexagons := 0
		for _, r := range got.rings {
			if len(r) == 6 {
				hexagons++
			}
		}
		if want := 2 * size[0] * size[1]; hexagons != want || len(got.rings) != want || math.Abs(got.girth-1.42) > 1e-9 {
			t.Errorf("%v unit cells: got %d hexagons of %d rings, girth %v; want %d, 1.42", size, hexagons, len(got.rings), got.girth, want)
		}
	}
	c, positions, bonds := graphene(t, 30, 20)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := fixedTopology(ctx, &c, positions, bonds); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: got error %v", err)
	}
}

// TestFixedMetal: what lies between the bonds of an atom with six is no ring.
func TestFixedMetal(t *testing.T) {
	box := cube(t, 20*20*20)
	positions := []float64{0, 0, 0, 2, 0, 0, -2, 0, 0, 0, 2, 0, 0, -2, 0, 0, 0, 2, 0, 0, -2}
	bonds := [][2]int{{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}, {0, 6}, {1, 3}, {2, 4}}
	got, err := fixedTopology(t.Context(), &box, positions, bonds)
	if err != nil || len(got.rings) != 0 {
		t.Errorf("got rings %v, error %v; want none", got.rings, err)
	}
}

// TestUnthreadFixed starts from a molecule with a bond through a fixed ring, and one
// with a ring around a fixed bond.
func TestUnthreadFixed(t *testing.T) {
	c, err := cell.New([9]float64{9, 0, 0, 0, 9, 0, 0, 0, 9})
	if err != nil {
		t.Fatal(err)
	}
	var ring Species
	for k := range 8 {
		v := geom.AxisAngle(geom.Vec3{Z: 1}, float64(k)*math.Pi/4).Matrix()
		p := v.MulVec(geom.Vec3{X: 1.9})
		ring.Positions = append(ring.Positions, p.X, p.Y, p.Z)
		ring.Bonds = append(ring.Bonds, [2]int{k, (k + 1) % 8})
	}
	stick := Species{Positions: []float64{0, 0, -0.75, 0, 0, 0.75}, Bonds: [][2]int{{0, 1}}}
	center := geom.Vec3{X: 8.5, Y: 4, Z: 4}
	for name, pair := range map[string][2]Species{"ring fixed": {ring, stick}, "bond fixed": {stick, ring}} {
		fixed, moves := pair[0], pair[1]
		moves.Count = 1
		at := slices.Clone(fixed.Positions)
		for i := range len(at) / 3 {
			geom.Put(at, i, c.Wrap(geom.At(at, i).Add(center)))
		}
		shapes, _, err := prepare(c, []Species{moves}, Options{Tolerance: 2})
		if err != nil {
			t.Fatal(err)
		}
		s, err := newSystem(c, 2, 1, shapes, []molecule{{shape: &shapes[0], center: center, rotation: geom.Quat{W: 1}, scale: 1}}, at)
		if err != nil {
			t.Fatal(err)
		}
		if s.around, err = fixedTopology(t.Context(), &c, at, fixed.Bonds); err != nil {
			t.Fatal(err)
		}
		found, err := s.piercings(t.Context())
		want := piercing{fixedOwner, 0}
		if name == "bond fixed" {
			want = piercing{0, fixedOwner}
		}
		if err != nil || len(found) != 1 || found[0] != want {
			t.Errorf("%s: got %v, error %v; want %v", name, found, err, want)
		}
		r := &run{ctx: t.Context(), system: s}
		random := rng.New(1)
		if n, err := r.unthread(true, &random); n != 0 || err != nil || r.reinserted == 0 {
			t.Errorf("%s: got %d pierced, %d reinserted, error %v; want none after reinserting", name, n, r.reinserted, err)
		}
	}
}

// TestNoPiercedFixedRings packs chains around fixed rings at a tolerance at which
// their bonds can pass through them.
func TestNoPiercedFixedRings(t *testing.T) {
	benzene, _ := molecules(t, "benzene", 40)
	hexane, _ := molecules(t, "hexane", 40)
	box := cube(t, 40*(78.11+86.18)/0.75/0.602214076)
	seeds := uint64(4)
	if everySeed {
		seeds = 100
	}
	for seed := range seeds {
		rings := mustPack(t, box, []Species{benzene}, Options{Tolerance: 3, Seed: seed})
		opt := Options{Tolerance: 1.1, Seed: seed, Fixed: rings.Positions}
		for k := range benzene.Count {
			for _, b := range benzene.Bonds {
				opt.FixedBonds = append(opt.FixedBonds, [2]int{12*k + b[0], 12*k + b[1]})
			}
		}
		r := mustPack(t, box, []Species{hexane}, opt)
		checkResult(t, &box, []Species{hexane}, opt, r, 1)
		if !r.Converged || r.Pierced != 0 {
			t.Errorf("seed %d: got converged %v, %d pierced rings, want none", seed, r.Converged, r.Pierced)
		}
	}
}
