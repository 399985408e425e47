package ring

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/molsmith/molsmith/chem/mol"
)

// TestSubdivided puts k−1 atoms on every bond of random graphs: all rings become k
// times as large, and the search for large rings must find the same ones.
func TestSubdivided(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		n := 4 + random.IntN(12)
		seen := map[[2]int]bool{}
		var pairs, parts [][2]int
		const k = 6
		at := n
		for range n + random.IntN(n) {
			a, b := random.IntN(n), random.IntN(n)
			if pair := [2]int{min(a, b), max(a, b)}; a != b && !seen[pair] {
				seen[pair] = true
				pairs = append(pairs, pair)
				for range k - 1 {
					parts = append(parts, [2]int{a, at})
					a = at
					at++
				}
				parts = append(parts, [2]int{a, b})
			}
		}
		small, large := Find(graphOf(n, pairs...)), Find(graphOf(at, parts...))
		for _, c := range []struct {
			name        string
			small, want [][]int
		}{{"basis", small.Basis, large.Basis}, {"relevant", small.Relevant, large.Relevant}} {
			got := sizes(c.small)
			for i := range got {
				got[i] *= k
			}
			if want := sizes(c.want); !slices.Equal(got, want) {
				t.Fatalf("%v: %s: sizes with %d atoms a bond: got %v, want %v", pairs, c.name, k, want, got)
			}
		}
	}
}

// belt is two rings of n atoms, joined at every step-th atom.
func belt(n, step int) *mol.Mol {
	pairs := append(cycle(numbers(n)...), cycle(numbers(2 * n)[n:]...)...)
	for i := 0; i < n; i += step {
		pairs = append(pairs, [2]int{i, n + i})
	}
	return graphOf(2*n, pairs...)
}

// TestBelts have one ring more than their small ones, and it can go along either side.
func TestBelts(t *testing.T) {
	for _, n := range []int{14, 100, 1000} {
		squares := belt(n, 1)
		if s := Find(squares); len(s.Basis) != n+1 || len(s.Relevant) != n+2 || len(s.Relevant[n+1]) != n {
			t.Errorf("prism of %d: got %d and %d rings, want %d and %d", n, len(s.Basis), len(s.Relevant), n+1, n+2)
		}
		s := Find(belt(2*n, 2))
		checkRings(t, "belt", belt(2*n, 2), s)
		if len(s.Basis) != n+1 || len(s.Relevant) != n+2 || len(s.Relevant[n+1]) != 2*n {
			t.Errorf("belt of %d hexagons: got %d and %d rings, want %d and %d", n, len(s.Basis), len(s.Relevant), n+1, n+2)
		}
	}
}

// steps is the work of a search.
func steps(t *testing.T, m *mol.Mol) int {
	t.Helper()
	adjacency := m.Neighbors()
	f := finder{m: m, adjacency: &adjacency, work: maxWork, set: &Set{atoms: make([]bool, len(m.Atoms)), bonds: make([]bool, len(m.Bonds))}}
	f.blocks()
	f.rings()
	if f.set.GivenUp {
		t.Errorf("%d atoms: given up", len(m.Atoms))
	}
	return maxWork - f.work
}

// TestWork counts steps: four times the atoms cost about four times the work.
func TestWork(t *testing.T) {
	for _, c := range []struct {
		name string
		make func(n int) *mol.Mol
	}{
		{"strip of squares", func(n int) *mol.Mol {
			var pairs [][2]int
			for i := range n {
				pairs = append(pairs, [2]int{2 * i, 2*i + 1}, [2]int{2 * i, 2*i + 2}, [2]int{2*i + 1, 2*i + 3})
			}
			return graphOf(2*n+2, append(pairs, [2]int{2 * n, 2*n + 1})...)
		}},
		{"prism", func(n int) *mol.Mol { return belt(n, 1) }},
		{"belt of hexagons", func(n int) *mol.Mol { return belt(n, 2) }},
		{"large ring with a bridge", func(n int) *mol.Mol {
			return graphOf(n, append(cycle(numbers(n)...), [2]int{0, n / 3})...)
		}},
	} {
		few, many := steps(t, c.make(2000)), steps(t, c.make(8000))
		if many > 5*few {
			t.Errorf("%s: got %d steps for 2000 and %d for 8000, want at most 5 times as many", c.name, few, many)
		}
	}
	// A sheet's equations grow with its width.
	few, many := steps(t, sheet(40)), steps(t, sheet(80))
	if many > 6*few {
		t.Errorf("sheet: got %d steps for 1600 atoms and %d for 6400, want at most 6 times as many", few, many)
	}
}
