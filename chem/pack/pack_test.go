package pack

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/library"
	"github.com/molsmith/molsmith/chem/molfile"
	"github.com/molsmith/molsmith/chem/rng"
)

// molecules returns a species of the library, or of a mol file in testdata, with
// its bonds, and the mass of one molecule in u.
func molecules(t testing.TB, id string, count int) (Species, float64) {
	t.Helper()
	block, err := os.ReadFile("testdata/" + id + ".mol")
	if entry, ok := library.ByID(id); ok {
		block, err = []byte(entry.Molblock()), nil
	}
	if err != nil {
		t.Fatal(err)
	}
	record, err := molfile.Read(block)
	if err != nil {
		t.Fatal(err)
	}
	s := Species{Count: count}
	for _, a := range record.Mol.Atoms {
		s.Positions = append(s.Positions, a.Pos.X, a.Pos.Y, a.Pos.Z)
	}
	for _, b := range record.Mol.Bonds {
		s.Bonds = append(s.Bonds, [2]int{b.A, b.B})
	}
	return s, record.Mol.Weight()
}

// part is a number of molecules of one kind.
type part struct {
	id    string
	count int
}

// mixture returns the species and the volume in Å³ that they have at a density
// in g/cm³.
func mixture(t testing.TB, density float64, parts ...part) (species []Species, volume float64) {
	t.Helper()
	mass := 0.0
	for _, p := range parts {
		s, m := molecules(t, p.id, p.count)
		species = append(species, s)
		mass += m * float64(p.count)
	}
	return species, mass / density / 0.602214076
}

func cube(t testing.TB, volume float64) cell.Cell {
	t.Helper()
	edge := math.Cbrt(volume)
	c, err := cell.New([9]float64{edge, 0, 0, 0, edge, 0, 0, 0, edge})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func mustPack(t testing.TB, c cell.Cell, species []Species, opt Options) *Result {
	t.Helper()
	r, err := Box(context.Background(), c, species, opt, nil)
	if err != nil {
		t.Fatalf("Box: got error %v", err)
	}
	return r
}

// bruteClosest is the smallest distance between atoms of different molecules
// over all images within ±reach cells, and of images of one molecule.
func bruteClosest(c *cell.Cell, positions []float64, owner []int, reach int) float64 {
	var shifts []geom.Vec3
	for i := -reach; i <= reach; i++ {
		for j := -reach; j <= reach; j++ {
			for k := -reach; k <= reach; k++ {
				shifts = append(shifts, c.Shift(i, j, k))
			}
		}
	}
	best := math.Inf(1)
	for i := range owner {
		for j := i; j < len(owner); j++ {
			d := geom.At(positions, j).Sub(geom.At(positions, i))
			same := owner[i] == owner[j]
			for _, s := range shifts {
				if same && (s == geom.Vec3{} || owner[i] < 0) {
					continue
				}
				best = min(best, d.Add(s).Norm2())
			}
		}
	}
	return math.Sqrt(best)
}

// owners lists the molecule of each atom of a result.
func owners(species []Species) []int {
	var owner []int
	molecule := 0
	for _, s := range species {
		for range s.Count {
			for range len(s.Positions) / 3 {
				owner = append(owner, molecule)
			}
			molecule++
		}
	}
	return owner
}

// checkResult proves what every result must be: all atoms, rigid whole
// molecules in the cell with their handedness, four decimals, and the distances,
// against a search over all pairs and images.
func checkResult(t *testing.T, c *cell.Cell, species []Species, opt Options, r *Result, reach int) {
	t.Helper()
	owner := owners(species)
	if got, want := len(r.Positions), 3*len(owner); got != want {
		t.Fatalf("coordinates: got %d, want %d", got, want)
	}
	for i, x := range r.Positions {
		if x != math.Round(x*1e4)/1e4 || math.Signbit(x) && x == 0 {
			t.Fatalf("coordinate %d: got %v, want a multiple of 1e-4", i, x)
		}
	}
	at := 0
	for k, s := range species {
		n := len(s.Positions) / 3
		for copies := range s.Count {
			own := r.Positions[3*at : 3*(at+n)]
			f := c.Fractional(geom.Centroid(own))
			for _, x := range [3]float64{f.A, f.B, f.C} {
				if x < -1e-5 || x > 1+1e-5 {
					t.Fatalf("species %d, copy %d: got center at fractional %v, want it in the cell", k, copies, f)
				}
			}
			for i := range n {
				for j := range i {
					got := geom.At(own, i).Sub(geom.At(own, j)).Norm()
					want := geom.At(s.Positions, i).Sub(geom.At(s.Positions, j)).Norm()
					if math.Abs(got-want) > 2e-4 {
						t.Fatalf("species %d, copy %d: got %v Å from atom %d to %d, want %v", k, copies, got, i, j, want)
					}
				}
			}
			if n > 3 {
				got, want := handedness(own), handedness(s.Positions)
				if math.Abs(got-want) > 1e-2 {
					t.Fatalf("species %d, copy %d: got triple product %v, want %v: mirrored", k, copies, got, want)
				}
			}
			at += n
		}
	}
	all := append(slices.Clone(r.Positions), opt.Fixed...)
	for range len(opt.Fixed) / 3 {
		owner = append(owner, -1)
	}
	closest := bruteClosest(c, all, owner, reach)
	if math.Abs(closest-r.Closest) > 1e-9 {
		t.Errorf("Closest: got %v, want %v by brute force", r.Closest, closest)
	}
	if r.Converged != (closest >= opt.Tolerance) {
		t.Errorf("Converged: got %v at closest distance %v and tolerance %v", r.Converged, closest, opt.Tolerance)
	}
}

// handedness is the triple product of three atoms about the first.
func handedness(p []float64) float64 {
	o := geom.At(p, 0)
	n := len(p) / 3
	return geom.At(p, 1).Sub(o).Cross(geom.At(p, n/2).Sub(o)).Dot(geom.At(p, n-1).Sub(o))
}

func TestBoxes(t *testing.T) {
	for _, c := range []struct {
		name      string
		density   float64
		tolerance float64
		parts     []part
	}{
		{"water", 1.0, 2.0, []part{{"water", 120}}},
		{"water, wide tolerance", 0.3, 3.5, []part{{"water", 60}}},
		{"water, close", 1.0, 1.0, []part{{"water", 120}}},
		{"smallest water box", 1.0, 2.0, []part{{"water", 3}}},
		{"argon", 1.4, 3.0, []part{{"argon", 150}}},
		{"nitrogen", 0.8, 2.2, []part{{"nitrogen", 100}}},
		{"ethanol and water", 0.9, 2.0, []part{{"ethanol", 15}, {"water", 60}}},
		{"benzene and hexane", 0.7, 2.0, []part{{"benzene", 12}, {"hexane", 12}}},
		{"fullerenes", 1.3, 2.0, []part{{"c60", 6}}},
		{"brine", 1.1, 2.0, []part{{"sodium-ion", 8}, {"chloride", 8}, {"water", 80}}},
		{"ionic liquid", 1.08, 2.0, []part{{"bmim", 10}, {"tetrafluoroborate", 10}}},
		{"one ibuprofen in water", 1.0, 2.0, []part{{"ibuprofen", 1}, {"water", 90}}},
		{"gas", 0.001, 2.0, []part{{"carbon-dioxide", 20}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			species, volume := mixture(t, c.density, c.parts...)
			box := cube(t, volume)
			opt := Options{Tolerance: c.tolerance, Seed: 11}
			r := mustPack(t, box, species, opt)
			checkResult(t, &box, species, opt, r, 1)
			if !r.Converged {
				t.Errorf("got closest distance %v, want at least %v", r.Closest, c.tolerance)
			}
		})
	}
}

// TestTriclinicCells packs 100 random cells with angles of 60–120° and a volume
// of at least 0.3·abc.
func TestTriclinicCells(t *testing.T) {
	r := rng.New(2026)
	species, volume := mixture(t, 0.95, part{"water", 24}, part{"methanol", 6})
	for trial := 0; trial < 100; {
		angle := func() float64 { return 60 + 60*r.Float64() }
		a, b, d := 1+r.Float64(), 1+r.Float64(), 1+r.Float64()
		alpha, beta, gamma := angle(), angle(), angle()
		c, err := cell.FromParameters(a, b, d, alpha, beta, gamma)
		if err != nil || c.Volume() < 0.3*a*b*d {
			continue
		}
		s := math.Cbrt(volume / c.Volume())
		c, err = cell.FromParameters(s*a, s*b, s*d, alpha, beta, gamma)
		if err != nil {
			t.Fatal(err)
		}
		trial++
		opt := Options{Tolerance: 2, Seed: uint64(trial)}
		result := mustPack(t, c, species, opt)
		checkResult(t, &c, species, opt, result, 2)
		if !result.Converged {
			t.Errorf("cell %v: got closest distance %v, want at least 2", c.Vectors(), result.Closest)
		}
		if t.Failed() {
			return
		}
	}
}

// TestSkewedCell describes one lattice by two cells; both are packed.
func TestSkewedCell(t *testing.T) {
	species, _ := mixture(t, 1, part{"water", 40})
	for _, v := range [][9]float64{
		{11, 0, 0, 0, 11, 0, 0, 0, 11},
		{11, 0, 0, 33, 11, 0, -22, 44, 11},
	} {
		c, err := cell.New(v)
		if err != nil {
			t.Fatal(err)
		}
		opt := Options{Tolerance: 2, Seed: 5}
		r := mustPack(t, c, species, opt)
		checkResult(t, &c, species, opt, r, 6)
		if !r.Converged {
			t.Errorf("cell %v: got closest distance %v, want at least 2", v, r.Closest)
		}
	}
}

// TestOwnImages packs molecules that see themselves across the faces.
func TestOwnImages(t *testing.T) {
	hexane, _ := molecules(t, "hexane", 1)
	water, _ := molecules(t, "water", 1)
	for _, c := range []struct {
		name    string
		species Species
		v       [9]float64
	}{
		{"one water in the smallest box", water, [9]float64{4, 0, 0, 0, 4, 0, 0, 0, 4}},
		{"one hexane, shorter box", hexane, [9]float64{7, 0, 0, 0, 7, 0, 0, 0, 7}},
		{"one hexane, oblique box", hexane, [9]float64{8, 0, 0, 3, 6.5, 0, 0, 2, 7}},
		{"one hexane, long box", hexane, [9]float64{6, 0, 0, 0, 6, 0, 0, 0, 14}},
	} {
		t.Run(c.name, func(t *testing.T) {
			box, err := cell.New(c.v)
			if err != nil {
				t.Fatal(err)
			}
			for seed := range uint64(10) {
				opt := Options{Tolerance: 2, Seed: seed}
				r := mustPack(t, box, []Species{c.species}, opt)
				checkResult(t, &box, []Species{c.species}, opt, r, 4)
				if !r.Converged {
					t.Errorf("seed %d: got closest distance %v, want at least 2", seed, r.Closest)
				}
				if r.WorstA != 0 || r.WorstB != 0 {
					t.Errorf("seed %d: got worst pair %d and %d, want molecule 0 and its image", seed, r.WorstA, r.WorstB)
				}
			}
		})
	}
}

// TestFixedAtoms packs water around a solute that does not move, which reaches
// out of the cell.
func TestFixedAtoms(t *testing.T) {
	solute, _ := molecules(t, "ibuprofen", 1)
	species, _ := mixture(t, 1, part{"water", 150})
	c, err := cell.New([9]float64{18, 0, 0, 2, 17, 0, 0, -3, 18})
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(5) {
		opt := Options{Tolerance: 2, Seed: seed, Fixed: slices.Clone(solute.Positions)}
		before := slices.Clone(opt.Fixed)
		r := mustPack(t, c, species, opt)
		checkResult(t, &c, species, opt, r, 1)
		if !r.Converged {
			t.Errorf("seed %d: got closest distance %v, want at least 2", seed, r.Closest)
		}
		if !slices.Equal(before, opt.Fixed) {
			t.Errorf("seed %d: the fixed atoms were modified", seed)
		}
	}
}

// TestCagesStayEmpty mixes fullerenes with atoms that would fit into them.
func TestCagesStayEmpty(t *testing.T) {
	species, volume := mixture(t, 1.2, part{"c60", 5}, part{"argon", 120})
	c := cube(t, volume)
	for seed := range uint64(5) {
		r := mustPack(t, c, species, Options{Tolerance: 2.2, Seed: seed})
		if !r.Converged {
			t.Errorf("seed %d: got closest distance %v, want at least 2.2", seed, r.Closest)
		}
		for k := range 5 {
			center := geom.Centroid(r.Positions[180*k : 180*(k+1)])
			for i := 300; i < len(r.Positions)/3; i++ {
				if d := c.Distance(center, geom.At(r.Positions, i)); d < 3.5 {
					t.Errorf("seed %d: got an argon atom %.2f Å from the center of fullerene %d", seed, d, k)
				}
			}
		}
	}
}

func digest(positions []float64) string {
	h := fnv.New64a()
	for _, x := range positions {
		fmt.Fprintf(h, "%.4f ", x)
	}
	return fmt.Sprintf("%016x", h.Sum64())
}

// TestSameBytes pins results: every platform and every number of workers must
// give these.
func TestSameBytes(t *testing.T) {
	oblique, err := cell.FromParameters(20, 22, 24, 75, 100, 110)
	if err != nil {
		t.Fatal(err)
	}
	water, waterVolume := mixture(t, 1, part{"water", 1500})
	mixed, _ := mixture(t, 1, part{"ethanol", 40}, part{"water", 120})
	dense, denseVolume := mixture(t, 1.25, part{"glycerol", 150})
	for _, c := range []struct {
		name    string
		cell    cell.Cell
		species []Species
		seed    uint64
		want    string
	}{
		{"water", cube(t, waterVolume), water, 1, "4b76107904c05d76"},
		{"water, another seed", cube(t, waterVolume), water, 1<<53 - 1, "580219b8df8340a6"},
		{"mixture in an oblique cell", oblique, mixed, 7, "e5e83574988322b2"},
		{"dense glycerol", cube(t, denseVolume), dense, 3, "5b805130b009adf7"},
	} {
		for _, workers := range []int{1, 2, 3} {
			r := mustPack(t, c.cell, c.species, Options{Tolerance: 2, Seed: c.seed, Workers: workers})
			if got := digest(r.Positions); got != c.want || !r.Converged {
				t.Errorf("%s, %d workers: got digest %s (converged %v), want %s", c.name, workers, got, r.Converged, c.want)
			}
		}
	}
}
