package ring

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/molsmith/molsmith/chem/mol"
)

// graphOf makes a molecule of carbons from pairs of atoms.
func graphOf(atoms int, pairs ...[2]int) *mol.Mol {
	m := &mol.Mol{Atoms: make([]mol.Atom, atoms)}
	for i := range m.Atoms {
		m.Atoms[i].Element = 6
	}
	for _, p := range pairs {
		m.Bonds = append(m.Bonds, mol.Bond{A: p[0], B: p[1], Order: mol.Single})
	}
	return m
}

func cycle(atoms ...int) [][2]int {
	var pairs [][2]int
	for i, a := range atoms {
		pairs = append(pairs, [2]int{a, atoms[(i+1)%len(atoms)]})
	}
	return pairs
}

func sizes(rings [][]int) []int {
	var n []int
	for _, r := range rings {
		n = append(n, len(r))
	}
	return n
}

func repeat(size, times int) []int { return slices.Repeat([]int{size}, times) }

func TestFind(t *testing.T) {
	// The ring counts are those of the molecules' literature: cubane has 12−8+1 = 5
	// independent rings and 6 faces, C60 has 12 pentagons and 20 hexagons with one
	// face dependent on the others.
	cubane := append(append(cycle(0, 1, 2, 3), cycle(4, 5, 6, 7)...), [2]int{0, 4}, [2]int{1, 5}, [2]int{2, 6}, [2]int{3, 7})
	adamantane := [][2]int{{0, 4}, {0, 5}, {0, 6}, {1, 4}, {1, 7}, {1, 8}, {2, 5}, {2, 7}, {2, 9}, {3, 6}, {3, 8}, {3, 9}}
	for _, c := range []struct {
		name            string
		atoms           int
		pairs           [][2]int
		basis, relevant []int
	}{
		{"no bond", 2, nil, nil, nil},
		{"chain", 4, [][2]int{{0, 1}, {1, 2}, {2, 3}}, nil, nil},
		{"cyclopropane", 3, cycle(0, 1, 2), repeat(3, 1), repeat(3, 1)},
		{"benzene with a tail", 8, append(cycle(0, 1, 2, 3, 4, 5), [2]int{5, 6}, [2]int{6, 7}), repeat(6, 1), repeat(6, 1)},
		{"naphthalene", 10, append(cycle(0, 1, 2, 3, 4, 5), [2]int{5, 6}, [2]int{6, 7}, [2]int{7, 8}, [2]int{8, 9}, [2]int{9, 0}), repeat(6, 2), repeat(6, 2)},
		{"norbornane", 7, append(cycle(0, 1, 2, 3, 4, 5), [2]int{0, 6}, [2]int{6, 3}), repeat(5, 2), repeat(5, 2)},
		{"bicyclo[2.2.2]octane", 8, append(cycle(0, 1, 2, 3, 4, 5), [2]int{0, 6}, [2]int{6, 7}, [2]int{7, 3}), repeat(6, 2), repeat(6, 3)},
		{"spiro[2.2]pentane", 5, append(cycle(0, 1, 2), cycle(2, 3, 4)...), repeat(3, 2), repeat(3, 2)},
		{"cubane", 8, cubane, repeat(4, 5), repeat(4, 6)},
		{"adamantane", 10, adamantane, repeat(6, 3), repeat(6, 4)},
		{"tetrahedrane", 4, [][2]int{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}, repeat(3, 3), repeat(3, 4)},
		{"prismane", 6, append(append(cycle(0, 1, 2), cycle(3, 4, 5)...), [2]int{0, 3}, [2]int{1, 4}, [2]int{2, 5}), []int{3, 3, 4, 4}, []int{3, 3, 4, 4, 4}},
		{"two molecules", 6, append(cycle(0, 1, 2), cycle(3, 4, 5)...), repeat(3, 2), repeat(3, 2)},
		{"large ring", 40, cycle(numbers(40)...), repeat(40, 1), repeat(40, 1)},
		{"large ring with a bridge", 40, append(cycle(numbers(40)...), [2]int{0, 10}), []int{11, 31}, []int{11, 31}},
	} {
		m := graphOf(c.atoms, c.pairs...)
		s := Find(m)
		if got := sizes(s.Basis); !slices.Equal(got, c.basis) {
			t.Errorf("%s: basis: got sizes %v, want %v", c.name, got, c.basis)
		}
		if got := sizes(s.Relevant); !slices.Equal(got, c.relevant) {
			t.Errorf("%s: relevant: got sizes %v, want %v", c.name, got, c.relevant)
		}
		checkRings(t, c.name, m, s)
	}
}

func numbers(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// checkRings verifies that every ring is a closed walk of bonds without repetition
// and that the flags say the same as the rings.
func checkRings(t *testing.T, name string, m *mol.Mol, s *Set) {
	t.Helper()
	bond := map[[2]int]int{}
	for k, b := range m.Bonds {
		bond[[2]int{b.A, b.B}], bond[[2]int{b.B, b.A}] = k, k
	}
	inRing := make([]bool, len(m.Atoms))
	bondInRing := make([]bool, len(m.Bonds))
	for _, ring := range s.Relevant {
		seen := map[int]bool{}
		for i, a := range ring {
			k, ok := bond[[2]int{a, ring[(i+1)%len(ring)]}]
			if !ok || seen[a] {
				t.Fatalf("%s: %v is not a ring", name, ring)
			}
			seen[a], inRing[a], bondInRing[k] = true, true, true
		}
	}
	for i, want := range inRing {
		if s.InRing(i) != want {
			t.Errorf("%s: atom %d in a ring: got %v, want %v", name, i, s.InRing(i), want)
		}
	}
	for k, want := range bondInRing {
		if s.BondInRing(k) != want {
			t.Errorf("%s: bond %d in a ring: got %v, want %v", name, k, s.BondInRing(k), want)
		}
	}
}

// TestNumbering renumbers random graphs: the sizes of both sets must stay.
func TestNumbering(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		n := 4 + random.IntN(12)
		seen := map[[2]int]bool{}
		var pairs [][2]int
		for range n + random.IntN(n) {
			a, b := random.IntN(n), random.IntN(n)
			if a == b || seen[[2]int{min(a, b), max(a, b)}] {
				continue
			}
			seen[[2]int{min(a, b), max(a, b)}] = true
			pairs = append(pairs, [2]int{a, b})
		}
		m := graphOf(n, pairs...)
		s := Find(m)
		checkRings(t, "random", m, s)
		_, parts := m.Components()
		if got, want := len(s.Basis), len(m.Bonds)-n+parts; got != want {
			t.Fatalf("%v: got %d rings in the basis, want %d", pairs, got, want)
		}
		perm := random.Perm(n)
		moved := slices.Clone(pairs)
		random.Shuffle(len(moved), func(i, j int) { moved[i], moved[j] = moved[j], moved[i] })
		for i, p := range moved {
			moved[i] = [2]int{perm[p[0]], perm[p[1]]}
		}
		again := Find(graphOf(n, moved...))
		if got, want := sizes(again.Basis), sizes(s.Basis); !slices.Equal(got, want) {
			t.Errorf("%v renumbered: basis: got %v, want %v", pairs, got, want)
		}
		if got, want := sizes(again.Relevant), sizes(s.Relevant); !slices.Equal(got, want) {
			t.Errorf("%v renumbered: relevant: got %v, want %v", pairs, got, want)
		}
	}
}

// sheet is a square lattice of side × side atoms, all rings of four.
func sheet(side int) *mol.Mol {
	var pairs [][2]int
	for i := range side * side {
		if i%side < side-1 {
			pairs = append(pairs, [2]int{i, i + 1})
		}
		if i+side < side*side {
			pairs = append(pairs, [2]int{i, i + side})
		}
	}
	return graphOf(side*side, pairs...)
}

func TestSheet(t *testing.T) {
	s := Find(sheet(60))
	if got, want := len(s.Relevant), 59*59; got != want {
		t.Errorf("rings of a sheet: got %d, want %d", got, want)
	}
}

// TestManyEqualRings has 2^16 rings of the same size: the basis alone is given.
func TestManyEqualRings(t *testing.T) {
	var pairs [][2]int
	const links = 16
	for i := range links {
		a, b := 3*i, 3*((i+1)%links)
		pairs = append(pairs, [2]int{a, 3*i + 1}, [2]int{a, 3*i + 2}, [2]int{3*i + 1, b}, [2]int{3*i + 2, b})
	}
	s := Find(graphOf(3*links, pairs...))
	if !s.Truncated || len(s.Relevant) != links+1 {
		t.Errorf("got truncated %v and %d rings, want true and %d", s.Truncated, len(s.Relevant), links+1)
	}
}

func BenchmarkFind(b *testing.B) {
	for _, side := range []int{5, 20, 60} {
		m := sheet(side)
		b.Run(strconv.Itoa(side*side), func(b *testing.B) {
			for b.Loop() {
				Find(m)
			}
		})
	}
}
