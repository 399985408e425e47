package perceive

import (
	"errors"
	"math/bits"
	"slices"
	"testing"

	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/rng"
)

// patch fuses n rings of random sizes to a sheet of atoms with at most three bonds, all
// written as aromatic carbon except for some nitrogen, cations and wildcards.
func patch(random *rng.Rand, n int) *mol.Mol {
	m := &mol.Mol{}
	degree := []int{}
	atom := func() int {
		a := mol.Atom{Element: 6, Aromatic: true}
		switch random.Intn(16) {
		case 0:
			a = mol.Atom{Element: 7, Aromatic: true}
		case 1:
			a = mol.Atom{Element: 6, Charge: 1, NoImplicit: true}
		case 2:
			a = mol.Atom{}
		}
		m.Atoms = append(m.Atoms, a)
		degree = append(degree, 0)
		return len(m.Atoms) - 1
	}
	bond := func(a, b int) {
		order := mol.Single
		if m.Atoms[a].Aromatic && m.Atoms[b].Aromatic {
			order = mol.Aromatic
		}
		m.Bonds = append(m.Bonds, mol.Bond{A: a, B: b, Order: order})
		degree[a]++
		degree[b]++
	}
	chain := func(from, to, n int) {
		for range n {
			next := atom()
			bond(from, next)
			from = next
		}
		bond(from, to)
	}
	first := atom()
	chain(first, first, 3+random.Intn(4))
	for tries := 0; n > 1 && tries < 200; tries++ {
		b := m.Bonds[random.Intn(len(m.Bonds))]
		if degree[b.A] == 2 && degree[b.B] == 2 {
			chain(b.A, b.B, 1+random.Intn(5))
			n--
		}
	}
	return m
}

// TestFusedAgainstAllSets compares with every connected set of up to six rings.
func TestFusedAgainstAllSets(t *testing.T) {
	random := rng.New(11)
	molecules, aromatic := 0, 0
	for range 1500 {
		m := patch(&random, 1+random.Intn(10))
		p, err := Sanitize(m)
		if err != nil {
			continue
		}
		molecules++
		want, bonds := allSets(p)
		for i := range p.Mol.Atoms {
			if p.Mol.Atoms[i].Aromatic != want[i] {
				t.Fatalf("%+v: atom %d: got aromatic %v, want %v", m, i, !want[i], want[i])
			}
		}
		if !slices.Equal(p.AromaticBonds, bonds) {
			t.Fatalf("%+v: aromatic bonds: got %v, want %v", m, p.AromaticBonds, bonds)
		}
		if slices.Contains(bonds, true) {
			aromatic++
		}
	}
	if molecules < 300 || aromatic < 100 {
		t.Errorf("got %d molecules, %d of them aromatic: too few", molecules, aromatic)
	}
}

// perceived is the work that led to p, with all hydrogens stated.
func perceived(p *Molecule) *work {
	w := newWork(p.Mol)
	w.rings, w.radicals = p.Rings, p.Radicals
	w.prepare()
	w.sumOrders()
	for i := range p.Mol.Atoms {
		w.explicit[i] = (w.twice[i]+1)/2 + int(p.Mol.Atoms[i].Hydrogens)
	}
	return w
}

// allSets applies the rule of the model to all sets of rings, without leaving any out.
func allSets(p *Molecule) (atoms, bonds []bool) {
	w := perceived(p)
	var rings, ringBonds [][]int
	for _, ring := range p.Rings.Relevant {
		fits, element := true, false
		var in []int
		for i, a := range ring {
			fits = fits && w.donation(a).candidate
			element = element || p.Mol.Atoms[a].Element != 0
			for _, next := range w.adjacency.Of(a) {
				if next.Atom == ring[(i+1)%len(ring)] {
					in = append(in, next.Bond)
				}
			}
		}
		if fits && element {
			rings, ringBonds = append(rings, ring), append(ringBonds, in)
		}
	}
	next := make([]uint, len(rings)) // fused to
	for r, a := range ringBonds {
		for q, b := range ringBonds {
			shared := 0
			for _, k := range a {
				if slices.Contains(b, k) {
					shared++
				}
			}
			if q != r && shared == 1 {
				next[r] |= 1 << q
			}
		}
	}
	atoms, bonds = make([]bool, len(p.Mol.Atoms)), make([]bool, len(p.Mol.Bonds))
	for set := uint(1); set < 1<<len(rings); set++ {
		if bits.OnesCount(set) > maxFused {
			continue
		}
		reached := set & -set
		for before := uint(0); before != reached; {
			before = reached
			for r := range rings {
				if reached>>r&1 == 1 {
					reached |= next[r] & set
				}
			}
		}
		if reached != set {
			continue
		}
		count, times := map[int]int{}, map[int]int{}
		for r := range rings {
			if set>>r&1 == 1 {
				for _, a := range rings[r] {
					count[a]++
				}
				for _, k := range ringBonds[r] {
					times[k]++
				}
			}
		}
		low, high := 0, 0
		for a, n := range count {
			if n < 3 {
				d := w.donation(a)
				low, high = low+int(d.low), high+int(d.high)
			}
		}
		if !hückel(low, high) || high > low+1 {
			continue
		}
		for a := range count {
			atoms[a] = true
		}
		for k, n := range times {
			if n == 1 {
				bonds[k] = true
			}
		}
	}
	for a := range atoms { // those inside need a bond of their own
		atoms[a] = atoms[a] && slices.ContainsFunc(w.adjacency.Of(a), func(n mol.Neighbor) bool { return bonds[n.Bond] })
	}
	return atoms, bonds
}

// cations makes a graph of carbon cations, which give no electrons, so that all sets of
// rings are tested.
func cations(atoms int, pairs [][2]int) *mol.Mol {
	m := &mol.Mol{Atoms: make([]mol.Atom, atoms)}
	for i := range m.Atoms {
		m.Atoms[i] = mol.Atom{Element: 6, Charge: 1}
	}
	for _, p := range pairs {
		m.Bonds = append(m.Bonds, mol.Bond{A: p[0], B: p[1], Order: mol.Single})
	}
	return m
}

// ladder is n squares in a row.
func ladder(n int) (pairs [][2]int) {
	for i := range n + 1 {
		pairs = append(pairs, [2]int{2 * i, 2*i + 1})
		if i > 0 {
			pairs = append(pairs, [2]int{2*i - 2, 2 * i}, [2]int{2*i - 1, 2*i + 1})
		}
	}
	return pairs
}

// TestWorkOfSets counts the sets: of up to six rings in a system of up to 300, of two in
// larger ones, and none where everything is aromatic already.
func TestWorkOfSets(t *testing.T) {
	const n = 100
	sets := func(m *mol.Mol) int {
		p, err := Sanitize(m)
		if err != nil {
			t.Fatal(err)
		}
		w := perceived(p)
		gives := make([]donation, len(p.Mol.Atoms))
		for i := range gives {
			gives[i] = w.donation(i)
		}
		s := newRingSystems(w, gives, p.Rings.Relevant, make([]bool, len(p.Mol.Bonds)))
		if err := s.find(); err != nil {
			t.Fatal(err)
		}
		return maxRingSets - s.left
	}
	// A row of rings grows from its first ring only: size−1 rings for each set.
	want := 0
	for size := 2; size <= maxFused; size++ {
		for first := range n {
			want += min(size-1, n-1-first)
		}
	}
	if got := sets(cations(2*n+2, ladder(n))); got != want {
		t.Errorf("ladder of %d rings: got %d sets, want %d", n, got, want)
	}
	if got, want := sets(cations(2*n*8+2, ladder(8*n))), 8*n-1; got != want {
		t.Errorf("ladder of %d rings: got %d sets, want %d", 8*n, got, want)
	}
	benzenes := aromaticRing(6, 6, 6, 6, 6, 6)
	if got := sets(benzenes); got != 0 {
		t.Errorf("benzene: got %d sets, want 0", got)
	}
}

// TestTooManySets has an error for a system that cannot be tested in full.
func TestTooManySets(t *testing.T) {
	random := rng.New(1)
	n := 300
	var pairs [][2]int
	for i := range n {
		pairs = append(pairs, [2]int{i, (i + 1) % n})
	}
	free := []int{}
	for i := range n {
		free = append(free, i)
	}
	for len(free) > 1 {
		i := 1 + random.Intn(len(free)-1)
		if d := free[i] - free[0]; d > 1 && d < n-1 {
			pairs = append(pairs, [2]int{free[0], free[i]})
			free = slices.Delete(free, i, i+1)[1:]
		} else if len(free) < 4 {
			break
		}
	}
	_, err := Sanitize(cations(n, pairs))
	if fault := (*Error)(nil); !errors.As(err, &fault) || fault.Kind != TooManyRings {
		t.Errorf("got %v, want TooManyRings", err)
	}
}
