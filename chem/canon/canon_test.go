package canon

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/rng"
)

// graph is a small graph of wildcard atoms, some of them centers, some joined by double
// bonds with a configuration.
type graph struct {
	n        int
	bonds    []mol.Bond
	centers  []mol.Center
	cisTrans []mol.CisTrans
}

func (g *graph) join(a, b int) {
	g.bonds = append(g.bonds, mol.Bond{A: a, B: b, Order: mol.Single})
}

// random makes a connected graph of n atoms with some more bonds than a tree, and
// configurations of all kinds but allenes, also more than one at an atom. Few kinds of each are
// made, so that equal ones are frequent.
func random(r *rng.Rand, n int) graph {
	g := graph{n: n}
	near := make([][]int, n)
	most := []int{4, 4, 5, 6}[r.Intn(4)]
	add := func(a, b int) {
		if !slices.Contains(near[a], b) && a != b && len(near[a]) < most && len(near[b]) < most {
			g.join(a, b)
			near[a], near[b] = append(near[a], b), append(near[b], a)
		}
	}
	for i := 1; i < n; i++ {
		for k := i - 1 - r.Intn(min(i, most-2)); len(near[i]) == 0; k-- {
			add(i, (k+n)%n%i)
		}
	}
	for range r.Intn(4) {
		add(r.Intn(n), r.Intn(n))
	}
	for i := range n {
		classes := map[int][]mol.Class{3: {mol.Tetrahedral}, 4: {mol.Tetrahedral, mol.SquarePlanar},
			5: {mol.TrigonalBipyramidal}, 6: {mol.Octahedral}}[len(near[i])]
		if len(classes) > 0 && r.Intn(3) > 0 {
			class := classes[r.Intn(len(classes))]
			permutation := 1 + r.Intn(min(3, class.Permutations()))
			g.centers = append(g.centers, mol.Center{Atom: i, Class: class, Permutation: uint8(permutation), Ligands: near[i]})
		}
	}
	for k := range g.bonds {
		b := &g.bonds[k]
		if len(near[b.A]) < 2 || len(near[b.A]) > 3 || len(near[b.B]) < 2 || len(near[b.B]) > 3 || r.Intn(2) == 0 {
			continue
		}
		b.Order = mol.Double
		c := mol.CisTrans{Bond: k, Cis: r.Intn(2) == 0, Ligands: [2]int{near[b.A][0], near[b.B][0]}}
		for end, other := range [2]int{b.B, b.A} {
			if c.Ligands[end] == other {
				c.Ligands[end] = near[b.A+b.B-other][1]
			}
		}
		g.cisTrans = append(g.cisTrans, c)
	}
	return g
}

// renumbered is g with atom i called to[i].
func (g graph) renumbered(to []int) graph {
	out := graph{n: g.n}
	for _, b := range g.bonds {
		out.bonds = append(out.bonds, mol.Bond{A: to[b.A], B: to[b.B], Order: b.Order})
	}
	for _, c := range g.centers {
		ligands := make([]int, len(c.Ligands))
		for k, i := range c.Ligands {
			ligands[k] = to[i]
		}
		c.Atom, c.Ligands = to[c.Atom], ligands
		out.centers = append(out.centers, c)
	}
	for _, c := range g.cisTrans {
		c.Ligands = [2]int{to[c.Ligands[0]], to[c.Ligands[1]]}
		out.cisTrans = append(out.cisTrans, c)
	}
	return out
}

// equal says whether two graphs are the same with the same numbers.
func (g graph) equal(other graph) bool {
	if g.n != other.n || len(g.bonds) != len(other.bonds) || len(g.centers) != len(other.centers) || len(g.cisTrans) != len(other.cisTrans) {
		return false
	}
	for _, b := range g.bonds {
		if !slices.Contains(other.bonds, b) && !slices.Contains(other.bonds, mol.Bond{A: b.B, B: b.A, Order: b.Order}) {
			return false
		}
	}
	for _, c := range g.centers {
		k := slices.IndexFunc(other.centers, func(d mol.Center) bool { return d.Atom == c.Atom && d.Class == c.Class })
		if k < 0 || len(other.centers[k].Ligands) != len(c.Ligands) {
			return false
		}
		places := make([]int, len(c.Ligands))
		for n, i := range c.Ligands {
			places[n] = slices.Index(other.centers[k].Ligands, i)
		}
		if mol.Renumber(c.Class, other.centers[k].Permutation, places) != c.Permutation {
			return false
		}
	}
	for _, c := range g.cisTrans {
		same := false
		for _, d := range other.cisTrans {
			cis, ok := other.turned(d, g.bonds[c.Bond], c.Ligands)
			same = same || ok && cis == c.Cis
		}
		if !same {
			return false
		}
	}
	return true
}

// turned is what d says for the ends and ligands of another double bond; ok is false
// when that has other ends.
func (g graph) turned(d mol.CisTrans, b mol.Bond, ligands [2]int) (cis, ok bool) {
	if g.bonds[d.Bond].A == b.B {
		b.A, b.B = b.B, b.A
		ligands[0], ligands[1] = ligands[1], ligands[0]
	}
	if own := g.bonds[d.Bond]; own.A != b.A || own.B != b.B {
		return false, false
	}
	return d.Cis != ((d.Ligands[0] != ligands[0]) != (d.Ligands[1] != ligands[1])), true
}

// isomorphic tries all numberings.
func (g graph) isomorphic(other graph) bool {
	to := make([]int, g.n)
	for i := range to {
		to[i] = i
	}
	var try func(k int) bool
	try = func(k int) bool {
		if k == g.n {
			return g.renumbered(to).equal(other)
		}
		for i := k; i < g.n; i++ {
			to[k], to[i] = to[i], to[k]
			if try(k + 1) {
				return true
			}
			to[k], to[i] = to[i], to[k]
		}
		return false
	}
	return try(0)
}

func (g graph) label(t testing.TB) (*Labeling, string) {
	t.Helper()
	m := &mol.Mol{Atoms: make([]mol.Atom, g.n), Bonds: g.bonds}
	p := &perceive.Molecule{Mol: m, AromaticBonds: make([]bool, len(m.Bonds)), Radicals: make([]int, g.n)}
	parts := Components(p)
	if len(parts) != 1 {
		t.Fatalf("got %d components, want 1", len(parts))
	}
	parts[0].SetStereo(p.Mol, g.centers, g.cisTrans)
	labels, err := parts[0].Label()
	if err != nil {
		t.Fatal(err)
	}
	return labels, string(labels.Certificate())
}

func shuffled(r *rng.Rand, n int) []int {
	to := make([]int, n)
	for i := range to {
		to[i] = i
	}
	r.Shuffle(n, func(i, k int) { to[i], to[k] = to[k], to[i] })
	return to
}

// TestSmallGraphs: two graphs have one certificate exactly when some numbering makes
// them the same, configurations included.
func TestSmallGraphs(t *testing.T) {
	r := rng.New(3)
	equal := 0
	for n := 3; n <= 7; n++ {
		var graphs []graph
		var certificates []string
		for range 40 {
			g := random(&r, n)
			_, certificate := g.label(t)
			for range 4 {
				other := g.renumbered(shuffled(&r, n))
				if _, again := other.label(t); again != certificate {
					t.Fatalf("%d atoms: %v and %v: two certificates of one graph", n, g, other)
				}
			}
			graphs, certificates = append(graphs, g), append(certificates, certificate)
		}
		for i := range graphs {
			for k := range i {
				same := certificates[i] == certificates[k]
				if same != graphs[i].isomorphic(graphs[k]) {
					t.Errorf("%v and %v: one certificate %v, isomorphic %v", graphs[i], graphs[k], same, !same)
				}
				if same {
					equal++
				}
			}
		}
	}
	if equal < 100 {
		t.Errorf("got %d pairs of equal graphs, want 100 or more", equal)
	}
}

// TestRareConfigurations: graphs whose cells do not tell all that was stated.
func TestRareConfigurations(t *testing.T) {
	r := rng.New(4)
	ring := graph{n: 4} // of double bonds: cis, trans, trans, cis
	for k, b := range [][2]int{{1, 0}, {2, 1}, {3, 0}, {3, 2}} {
		ring.bonds = append(ring.bonds, mol.Bond{A: b[0], B: b[1], Order: mol.Double})
		ring.cisTrans = append(ring.cisTrans, mol.CisTrans{Bond: k, Cis: k == 0 || k == 3, Ligands: [][2]int{{2, 3}, {3, 0}, {2, 1}, {0, 1}}[k]})
	}
	classes := graph{n: 7, centers: []mol.Center{
		{Atom: 2, Class: mol.SquarePlanar, Permutation: 2, Ligands: []int{0, 5, 6, 3}},
		{Atom: 3, Class: mol.Tetrahedral, Permutation: 1, Ligands: []int{1, 4, 6, 2}},
	}}
	for _, b := range [][2]int{{1, 0}, {2, 0}, {3, 1}, {4, 3}, {5, 2}, {6, 3}, {6, 2}, {2, 3}} {
		classes.join(b[0], b[1])
	}
	for name, g := range map[string]graph{"a ring of double bonds": ring, "a square and a tetrahedron": classes} {
		_, want := g.label(t)
		for range 50 {
			if _, got := g.renumbered(shuffled(&r, g.n)).label(t); got != want {
				t.Errorf("%s: two certificates of one graph", name)
				break
			}
		}
	}
}

// TestLargeSymmetricGraphs: numbering does not depend on the order of the atoms where
// refinement says little: rings of rings, cages, hubs.
func TestLargeSymmetricGraphs(t *testing.T) {
	r := rng.New(5)
	prism := func(n int) graph {
		g := graph{n: 2 * n}
		for i := range n {
			g.join(i, (i+1)%n)
			g.join(n+i, n+(i+1)%n)
			g.join(i, n+i)
		}
		return g
	}
	ladders := graph{n: 40} // a ring of squares joined at their corners
	for i := range 10 {
		a := 4 * i
		for k := range 4 {
			ladders.join(a+k, a+(k+1)%4)
		}
		ladders.join(a+2, (a+4)%40)
	}
	for name, g := range map[string]graph{"cube": prism(4), "prism": prism(25), "squares": ladders} {
		_, want := g.label(t)
		for range 20 {
			if _, got := g.renumbered(shuffled(&r, g.n)).label(t); got != want {
				t.Errorf("%s: two certificates of one graph", name)
				break
			}
		}
	}
	// Of a prism and a Möbius ladder every atom looks the same.
	other := prism(24)
	other.bonds[3*23].B = 24
	other.bonds[3*23+1].B = 0
	_, a := prism(24).label(t)
	if _, b := other.label(t); a == b {
		t.Error("a prism and a Möbius ladder have one certificate")
	}
}

func TestClasses(t *testing.T) {
	// Isobutane: the three methyls are alike.
	m := &mol.Mol{Atoms: make([]mol.Atom, 4)}
	for _, b := range [][2]int{{0, 1}, {1, 2}, {1, 3}} {
		m.Bonds = append(m.Bonds, mol.Bond{A: b[0], B: b[1], Order: mol.Single})
	}
	p, err := perceive.Sanitize(m)
	if err != nil {
		t.Fatal(err)
	}
	part := Components(p)[0]
	part.SetStereo(p.Mol, []mol.Center{{Atom: 1, Class: mol.Tetrahedral, Permutation: 1, Ligands: []int{0, 2, 3}}}, nil)
	class, open := part.Classes()
	if class[0] != class[2] || class[2] != class[3] || class[0] == class[1] {
		t.Errorf("got classes %v, want three equal ones", class)
	}
	if !slices.Equal(open, []int{0}) {
		t.Errorf("open configurations: got %v, want the only one", open)
	}
	if idle, err := part.Idle(); err != nil || !slices.Equal(idle, []int{0}) {
		t.Errorf("configurations without effect: got %v, %v, want the only one", idle, err)
	}
}

// TestTooSymmetric: a strongly regular graph of atoms that refinement cannot tell apart
// ends in the error when it is large, not in minutes.
func TestTooSymmetric(t *testing.T) {
	const q = 17 // Latin square graph: q² atoms, each joined to those of its row, column and sum
	m := &mol.Mol{Atoms: make([]mol.Atom, q*q)}
	for a := range q * q {
		for b := range a {
			if a/q == b/q || a%q == b%q || (a/q+a%q)%q == (b/q+b%q)%q {
				m.Bonds = append(m.Bonds, mol.Bond{A: a, B: b, Order: mol.Single})
			}
		}
	}
	adjacency := m.Neighbors()
	p := &perceive.Molecule{Mol: m, AromaticBonds: make([]bool, len(m.Bonds)), Radicals: make([]int, len(m.Atoms))}
	if adjacency.Degree(0) != 3*(q-1) {
		t.Fatalf("got degree %d, want %d", adjacency.Degree(0), 3*(q-1))
	}
	if _, err := Components(p)[0].Label(); err != nil && !errors.Is(err, ErrTooSymmetric) {
		t.Errorf("got %v, want a numbering or ErrTooSymmetric", err)
	}
}

func ExampleGraph_Label() {
	m := &mol.Mol{
		Atoms: []mol.Atom{{Element: 8}, {Element: 6}, {Element: 6}},
		Bonds: []mol.Bond{{A: 0, B: 1, Order: mol.Single}, {A: 1, B: 2, Order: mol.Single}},
	}
	p, err := perceive.Sanitize(m)
	if err != nil {
		panic(err)
	}
	labels, err := Components(p)[0].Label()
	if err != nil {
		panic(err)
	}
	fmt.Println(labels.Rank)
	// Output: [1 2 0]
}
