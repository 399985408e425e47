package mcs

import (
	"context"
	"slices"
	"testing"

	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/rng"
)

// exhaustive finds the size of the largest common part by trying every connected set
// of bonds of the query in every molecule.
func exhaustive(mols []*perceive.Molecule, o Options) (atoms, bonds int) {
	f := newFinder(mols, &o)
	q := f.graphs[f.roles[0]]
	for set := 1; set < 1<<q.bonds; set++ {
		var chosen []int32
		in := make([]bool, q.bonds)
		for e := range q.bonds {
			if set>>e&1 == 1 {
				chosen = append(chosen, int32(e))
				in[e] = true
			}
		}
		ordered, n := connected(q, chosen)
		if n == 0 || len(chosen) < bonds || len(chosen) == bonds && n <= atoms {
			continue
		}
		if o.CompleteRingsOnly && (q.rings.prune(slices.Clone(in)) || !q.rings.closed(in)) {
			continue
		}
		found := true
		for i, g := range f.graphs {
			if i != f.roles[0] {
				to := make([]int32, q.atoms)
				for v := range to {
					to[v] = -1
				}
				found = found && occurs(f.c, q, g, ordered, to, make([]bool, g.atoms))
			}
		}
		if found {
			atoms, bonds = n, len(chosen)
		}
	}
	if bonds == 0 && f.single(&common{atoms: make([][]int, len(mols))}) {
		atoms = 1
	}
	return atoms, bonds
}

// connected orders bonds so that each touches an earlier one and counts their atoms;
// n is 0 when they do not hang together.
func connected(q *graph, bonds []int32) (ordered []int32, n int) {
	seen := make([]bool, q.atoms)
	seen[q.a[bonds[0]]] = true
	n = 1
	rest := slices.Clone(bonds)
	for len(rest) > 0 {
		k := slices.IndexFunc(rest, func(e int32) bool { return seen[q.a[e]] || seen[q.b[e]] })
		if k < 0 {
			return nil, 0
		}
		e := rest[k]
		rest = slices.Delete(rest, k, k+1)
		ordered = append(ordered, e)
		for _, v := range []int32{q.a[e], q.b[e]} {
			if !seen[v] {
				seen[v] = true
				n++
			}
		}
	}
	return ordered, n
}

func occurs(c *comparison, q, g *graph, bonds []int32, to []int32, used []bool) bool {
	if len(bonds) == 0 {
		return true
	}
	e := bonds[0]
	a, b := q.a[e], q.b[e]
	for f := range int32(g.bonds) {
		if !c.match(q, e, g, f) {
			continue
		}
		for _, ends := range [2][2]int32{{g.a[f], g.b[f]}, {g.b[f], g.a[f]}} {
			oldA, oldB := to[a], to[b]
			if oldA >= 0 && oldA != ends[0] || oldB >= 0 && oldB != ends[1] || q.label[a] != g.label[ends[0]] || q.label[b] != g.label[ends[1]] ||
				oldA < 0 && used[ends[0]] || oldB < 0 && used[ends[1]] {
				continue
			}
			to[a], to[b] = ends[0], ends[1]
			used[ends[0]], used[ends[1]] = true, true
			if occurs(c, q, g, bonds[1:], to, used) {
				return true
			}
			to[a], to[b] = oldA, oldB
			used[ends[0]], used[ends[1]] = oldA >= 0, oldB >= 0
		}
	}
	return false
}

// randomMolecule draws a molecule of a few atoms, often with rings.
func randomMolecule(r *rng.Rand, atoms, closures int) *perceive.Molecule {
	valence := map[uint8]int{6: 4, 7: 3, 8: 2}
	m := &mol.Mol{}
	open := func(i int) int {
		left := valence[m.Atoms[i].Element]
		for _, b := range m.Bonds {
			if b.A == i || b.B == i {
				left -= min(int(b.Order), 2)
			}
		}
		return left
	}
	join := func(i, j int) {
		if i == j || open(i) < 1 || open(j) < 1 || slices.ContainsFunc(m.Bonds, func(b mol.Bond) bool { return b.A == i && b.B == j || b.A == j && b.B == i }) {
			return
		}
		b := mol.Bond{A: i, B: j, Order: mol.Single}
		if open(i) > 1 && open(j) > 1 && r.Intn(4) == 0 {
			b.Order = mol.Double
		} else if r.Intn(40) == 0 {
			b.Order = mol.Any
		}
		m.Bonds = append(m.Bonds, b)
	}
	for i := range atoms {
		m.Atoms = append(m.Atoms, mol.Atom{Element: []uint8{6, 6, 6, 6, 6, 7, 8}[r.Intn(7)]})
		if i > 0 {
			join(r.Intn(i), i)
		}
	}
	for range closures {
		join(r.Intn(atoms), r.Intn(atoms))
	}
	p, err := perceive.Sanitize(m)
	if err != nil {
		panic(err)
	}
	return p
}

var allOptions = func() (all []Options) {
	for _, atoms := range []AtomCompare{Elements, AnyAtom} {
		for _, bonds := range []BondCompare{Order, ExactOrder, AnyBond} {
			for rings := range 4 {
				all = append(all, Options{Atoms: atoms, Bonds: bonds, RingMatchesRingOnly: rings&1 > 0, CompleteRingsOnly: rings&2 > 0})
			}
		}
	}
	return all
}()

func checkExhaustive(t *testing.T, r *rng.Rand) {
	t.Helper()
	mols := make([]*perceive.Molecule, 2+r.Intn(3))
	for i := range mols {
		mols[i] = randomMolecule(r, 2+r.Intn(7), r.Intn(5))
	}
	o := allOptions[r.Intn(len(allOptions))]
	got, err := Find(context.Background(), mols, o)
	if err != nil {
		t.Fatal(err)
	}
	checkCommon(t, mols, o, got)
	n := size(got)
	if atoms, bonds := exhaustive(mols, o); n != atoms || got.Bonds != bonds || !got.Completed {
		t.Errorf("%+v: got %d atoms and %d bonds, want %d and %d", o, n, got.Bonds, atoms, bonds)
		for _, p := range mols {
			t.Log(write(t, p.Mol))
		}
	}
}

func TestExhaustive(t *testing.T) {
	r := rng.New(1)
	for range 3000 {
		checkExhaustive(t, &r)
	}
}

func FuzzExhaustive(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := rng.New(seed)
		checkExhaustive(t, &r)
	})
}
