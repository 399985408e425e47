package tacticity_test

import (
	"context"
	"testing"

	"github.com/molsmith/molsmith/chem/conformer"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/hydrogen"
	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/polymer/tacticity"
	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/chem/stereo"
)

// embedded makes the complete molecule of a SMILES and its geometry.
func embedded(t *testing.T, text string) (*perceive.Molecule, []float64) {
	t.Helper()
	p, err := smiles.Perceive(text)
	if err != nil {
		t.Fatal(err)
	}
	full, set := hydrogen.Add(p, stereo.Find(p))
	b, err := conformer.New(full, set, conformer.Auto)
	if err != nil {
		t.Fatal(err)
	}
	c, err := b.Generate(context.Background(), 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	return full, c.X
}

// links takes the first hydrogen of head and tail.
func links(t *testing.T, m *mol.Mol, head, tail int) tacticity.Links {
	t.Helper()
	adjacency := m.Neighbors()
	l := tacticity.Links{Head: head, Tail: tail, HeadLeaves: -1, TailLeaves: -1}
	for _, next := range adjacency.Of(head) {
		if l.HeadLeaves < 0 && m.Atoms[next.Atom].Element == 1 {
			l.HeadLeaves = next.Atom
		}
	}
	for _, next := range adjacency.Of(tail) {
		if l.TailLeaves < 0 && next.Atom != l.HeadLeaves && m.Atoms[next.Atom].Element == 1 {
			l.TailLeaves = next.Atom
		}
	}
	return l
}

func signs(u *tacticity.Unit, x []float64) []int {
	list := make([]int, len(u.Sites))
	for k := range u.Sites {
		list[k] = u.Sites[k].Sign(func(i int) geom.Vec3 { return geom.At(x, i) })
	}
	return list
}

func TestFind(t *testing.T) {
	for _, c := range []struct {
		name, smiles         string
		head, tail           int
		sites                []int
		others               int
		larger               int  // of the first site
		mirrored, invertible bool // how the unit is inverted
	}{
		{"ethylene", "CC", 0, 1, nil, 0, 0, false, false},
		{"propylene", "CCC", 0, 1, []int{1}, 0, 2, false, true},
		{"styrene", "CCc1ccccc1", 0, 1, []int{1}, 0, 2, false, true},
		{"isobutylene", "CC(C)C", 0, 1, nil, 0, 0, false, false},
		{"vinyl chloride, tail first", "ClCC", 1, 2, []int{1}, 0, 0, false, true},
		{"methyl methacrylate", "COC(=O)C(C)C", 6, 4, []int{4}, 0, 2, true, true},
		{"L-lactic acid", "C[C@H](O)C=O", 2, 3, []int{1}, 0, 0, true, true},
		{"propylene oxide", "C[C@@H](C)O", 2, 3, []int{1}, 0, 0, true, true},
		{"2-butylene", "CCCC", 1, 2, []int{1, 2}, 0, 0, false, true},
		{"a side chain with a center", "CCO[C@H](C)CC", 0, 1, []int{1}, 1, 2, false, true},
		{"the same on a quaternary center", "CC(C)C(=O)O[C@H](C)CC", 0, 1, []int{1}, 1, 3, true, false},
		{"1,4-cyclohexylene", "C1CCCCC1", 0, 3, nil, 0, 0, false, false},
		{"1,3-cyclopentylene", "C1CCCC1", 0, 2, []int{0, 2}, 0, 0, false, true},
		{"1,4-isoprene", "C/C=C(C)\\C", 0, 4, nil, 0, 0, false, false},
		{"silane", "C[SiH2]CO", 1, 3, []int{1}, 0, 0, false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, x := embedded(t, c.smiles)
			u, err := tacticity.Find(p, x, links(t, p.Mol, c.head, c.tail))
			if err != nil {
				t.Fatal(err)
			}
			var got []int
			for _, s := range u.Sites {
				got = append(got, s.Atom)
			}
			if len(got) != len(c.sites) || len(u.Others) != c.others {
				t.Fatalf("got the sites %v and others %v, want %v and %d others", got, u.Others, c.sites, c.others)
			}
			for k := range got {
				if got[k] != c.sites[k] {
					t.Errorf("got the sites %v, want %v", got, c.sites)
				}
			}
			if len(got) > 0 && c.larger > 0 && u.Sites[0].Larger != c.larger {
				t.Errorf("larger ligand: got atom %d, want %d", u.Sites[0].Larger, c.larger)
			}
			y, blocking, ok := u.Invert(x, func(int) bool { return true })
			if ok != c.invertible {
				t.Fatalf("got %v, blocked by %d; want %v", ok, blocking, c.invertible)
			}
			if !ok {
				return
			}
			before, after := signs(u, x), signs(u, y)
			for k := range before {
				if before[k] == 0 || after[k] != -before[k] {
					t.Errorf("site %d: handedness %d became %d", k, before[k], after[k])
				}
			}
			moved := 0
			for i := range p.Mol.Atoms {
				if geom.At(x, i) != geom.At(y, i) {
					moved++
				}
			}
			if mirrored := moved > 2*len(got); mirrored != c.mirrored {
				t.Errorf("%d atoms moved: mirrored %v, want %v", moved, mirrored, c.mirrored)
			}
		})
	}
}

// A center that may be inverted does not keep a unit from being mirrored.
func TestInvertUnstated(t *testing.T) {
	p, x := embedded(t, "CC(C)C(=O)OC(C)CC")
	u, err := tacticity.Find(p, x, links(t, p.Mol, 0, 1))
	if err != nil {
		t.Fatal(err)
	}
	if _, blocking, ok := u.Invert(x, func(int) bool { return true }); ok || blocking != 6 {
		t.Errorf("got %v, blocked by atom %d; want to be blocked by atom 6", ok, blocking)
	}
	if _, _, ok := u.Invert(x, func(int) bool { return false }); !ok {
		t.Error("a unit whose side chain states nothing cannot be inverted")
	}
}
