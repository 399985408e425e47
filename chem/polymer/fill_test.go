package polymer_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/polymer"
)

// boxFor is a cell of a shape whose volume gives chains of a unit the density in g/cm³.
func boxFor(t testing.TB, r polymer.Request, chains int, density float64, shape [6]float64) cell.Cell {
	t.Helper()
	mass := 0.0
	for _, k := range r.Sequence {
		mass += r.Kinds[k].Molecule.Mol.Weight() - 2*1.008
	}
	mass = float64(chains) * (mass + 2*1.008)
	c, err := cell.FromParameters(shape[0], shape[1], shape[2], shape[3], shape[4], shape[5])
	if err != nil {
		t.Fatal(err)
	}
	f := math.Cbrt(mass / 0.602214076 / density / c.Volume())
	c, err = cell.FromParameters(f*shape[0], f*shape[1], f*shape[2], shape[3], shape[4], shape[5])
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// between looks at all pairs of atoms of different chains and at all images near the box.
func between(c *cell.Cell, m *polymer.Melt) (closest, heavy float64) {
	closest, heavy = math.Inf(1), math.Inf(1)
	for a := range m.Chains {
		for b := range a {
			for i := range m.Chains[a].Mol.Atoms {
				for j := range m.Chains[b].Mol.Atoms {
					d := c.Distance(geom.At(m.Chains[a].Positions, i), geom.At(m.Chains[b].Positions, j))
					closest = math.Min(closest, d)
					if m.Chains[a].Mol.Atoms[i].Element > 1 && m.Chains[b].Mol.Atoms[j].Element > 1 {
						heavy = math.Min(heavy, d)
					}
				}
			}
		}
	}
	return closest, heavy
}

var (
	cube      = [6]float64{1, 1, 1, 90, 90, 90}
	triclinic = [6]float64{1, 1.2, 0.9, 75, 80, 110}
)

// Melts at the density of the amorphous polymer.
func TestFill(t *testing.T) {
	tests := []struct {
		monomer, chains, length int
		density                 float64
		shape                   [6]float64
	}{
		{0, 8, 20, 0.85, cube}, {0, 8, 20, 0.85, triclinic}, {2, 5, 10, 1.04, cube}, {3, 5, 10, 1.15, triclinic},
		{6, 8, 15, 1.12, cube}, {13, 6, 10, 0.97, cube},
	}
	seeds := 1
	if full {
		seeds = 8
	}
	for _, c := range tests {
		m := monomers[c.monomer]
		r := repeat(unit(t, m), c.length)
		box := boxFor(t, r, c.chains, c.density, c.shape)
		requests := make([]polymer.Request, c.chains)
		for i := range requests {
			requests[i] = r
		}
		for seed := range seeds {
			melt, err := polymer.Fill(background, box, requests, polymer.Options{Seed: uint64(seed)}, nil)
			if err != nil {
				t.Errorf("%s, seed %d: %v", m.name, seed, err)
				continue
			}
			closest, heavy := between(&box, melt)
			// A hydrogen bond may be as short as 1.7 Å.
			if closest < 1.7 || heavy < 2.4 {
				t.Errorf("%s, seed %d: %.2f Å between chains, %.2f Å of heavy atoms", m.name, seed, closest, heavy)
			}
			// A chain's own images may be nearer than other chains.
			if melt.Between > closest+1e-6 {
				t.Errorf("%s: the report has %.4f Å, measured is %.4f", m.name, melt.Between, closest)
			}
			if math.Abs(melt.Density-c.density) > 1e-3*c.density {
				t.Errorf("%s: density %.4f, want %.4f", m.name, melt.Density, c.density)
			}
			if melt.Pierced != 0 {
				t.Errorf("%s: %d pierced rings", m.name, melt.Pierced)
			}
			for k, chain := range melt.Chains {
				checkBonds(t, r, chain)
				checkHands(t, r, chain)
				if h, _, _ := contacts(chain); h < 2.4 || piercedRings(chain) > 0 {
					t.Errorf("%s, chain %d: contact of %.2f Å, %d pierced rings", m.name, k, h, piercedRings(chain))
				}
			}
			if t.Failed() {
				t.Fatalf("%s, seed %d: %+v", m.name, seed, melt.Report)
			}
		}
	}
}

// The same melt comes out of every run.
func TestFillSameBits(t *testing.T) {
	r := repeat(unit(t, monomers[0]), 12)
	box := boxFor(t, r, 4, 0.8, cube)
	requests := []polymer.Request{r, r, r, r}
	var first uint64
	for k, workers := range []int{1, 2, 5} {
		m, err := polymer.Fill(background, box, requests, polymer.Options{Seed: 2, Workers: workers}, nil)
		if err != nil {
			t.Fatal(err)
		}
		h := uint64(0)
		for _, c := range m.Chains {
			h = h*31 + hashOf(c.Positions)
		}
		if k > 0 && h != first {
			t.Fatal("another melt")
		}
		first = h
	}
}

// What cannot be is refused at once, and every run can be ended.
func TestFillRefusals(t *testing.T) {
	r := repeat(unit(t, monomers[0]), 20)
	requests := []polymer.Request{r, r, r, r}
	_, err := polymer.Fill(background, boxFor(t, r, 4, 1.3, cube), requests, polymer.Options{}, nil)
	if !errors.Is(err, polymer.ErrTooDense) {
		t.Errorf("1.3 g/cm³: %v", err)
	}
	_, err = polymer.Fill(background, boxFor(t, r, 4, 0.4, [6]float64{1, 1, 0.02, 90, 90, 90}), requests, polymer.Options{}, nil)
	if !errors.Is(err, polymer.ErrTooThin) {
		t.Errorf("thin: %v", err)
	}
	if _, err = polymer.Fill(background, boxFor(t, r, 4, 0.8, cube), nil, polymer.Options{}, nil); !errors.Is(err, polymer.ErrRequest) {
		t.Errorf("no chains: %v", err)
	}
	for _, at := range []string{"growing", "taking", "relaxing"} {
		ctx, cancel := context.WithCancel(background)
		_, err := polymer.Fill(ctx, boxFor(t, r, 4, 0.8, cube), requests, polymer.Options{}, func(_ float64, m string) {
			if strings.HasPrefix(m, at) {
				cancel()
			}
		})
		cancel()
		if !errors.Is(err, context.Canceled) {
			t.Errorf("canceled while %s: %v", at, err)
		}
	}
}

// ethane is a unit with a geometry that no other package makes.
func ethane(t *testing.T) polymer.Unit {
	t.Helper()
	p, _ := load(t, "CC", 1)
	return polymer.Unit{Molecule: p, Head: 0, HeadLeaves: 2, Tail: 1, TailLeaves: 5, Positions: []float64{
		0, 0, 0, 1.52, 0, 0,
		-0.38, 1.03, 0, -0.38, -0.515, 0.892, -0.38, -0.515, -0.892,
		1.90, -1.03, 0, 1.90, 0.515, 0.892, 1.90, 0.515, -0.892,
	}}
}

// Chains and melts are the same bits on every platform. The numbers are hashes of positions
// and change with the force field, the minimizer and the way chains grow.
func TestSameBytes(t *testing.T) {
	r := repeat(ethane(t), 30)
	c, err := polymer.Grow(background, r, polymer.Options{Seed: 11}, nil)
	if err != nil {
		t.Fatal(err)
	}
	const chain, melt = 0x256589910583bb79, 0x864300523ff54cca
	if h := hashOf(c.Positions); h != chain {
		t.Errorf("chain: got %#x, want %#x", h, uint64(chain))
	}
	m, err := polymer.Fill(background, boxFor(t, r, 3, 0.8, triclinic), []polymer.Request{r, r, r}, polymer.Options{Seed: 11}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if h := hashOf(append(append(m.Chains[0].Positions, m.Chains[1].Positions...), m.Chains[2].Positions...)); h != melt {
		t.Errorf("melt: got %#x, want %#x", h, uint64(melt))
	}
}
