package mcs

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/smiles"
)

// checkCommon verifies that a result is a connected part that every molecule has.
func checkCommon(t testing.TB, mols []*perceive.Molecule, o Options, r Result) {
	t.Helper()
	if r.Atoms == nil {
		if r.Bonds != 0 || r.SMARTS != "" || r.Mol != nil {
			t.Errorf("nothing in common, but %d bonds, %q", r.Bonds, r.SMARTS)
		}
		return
	}
	if err := r.Mol.Check(); err != nil {
		t.Fatal(err)
	}
	if _, err := perceive.Sanitize(r.Mol); err != nil {
		t.Errorf("the part is no molecule: %v", err)
	}
	if _, n := r.Mol.Components(); n != 1 || len(r.Mol.Bonds) != r.Bonds || len(r.Mol.Atoms) != len(r.Atoms[0]) {
		t.Errorf("the part has %d pieces, %d atoms and %d bonds; want 1, %d and %d", n, len(r.Mol.Atoms), len(r.Mol.Bonds), len(r.Atoms[0]), r.Bonds)
	}
	var labels numbering
	graphs := make([]*graph, len(mols))
	query := 0
	for i, p := range mols {
		graphs[i] = newGraph(p, &o, &labels)
		if graphs[i].bonds < graphs[query].bonds {
			query = i
		}
		if len(r.Atoms[i]) != len(r.Mol.Atoms) {
			t.Fatalf("molecule %d has %d atoms of the part, want %d", i+1, len(r.Atoms[i]), len(r.Mol.Atoms))
		}
		seen := make([]bool, graphs[i].atoms)
		for k, a := range r.Atoms[i] {
			if seen[a] {
				t.Errorf("molecule %d: atom %d is used twice", i+1, a+1)
			}
			seen[a] = true
			if graphs[i].label[a] != graphs[0].label[r.Atoms[0][k]] {
				t.Errorf("molecule %d: atom %d does not match", i+1, a+1)
			}
		}
	}
	c := newComparison(&o, graphs)
	set := make([]bool, graphs[query].bonds)
	for _, b := range r.Mol.Bonds {
		e := bondOf(mols[query], r.Atoms[query][b.A], r.Atoms[query][b.B])
		if e < 0 {
			t.Fatalf("a bond of the part is not in molecule %d", query+1)
		}
		set[e] = true
		for i, p := range mols {
			f := bondOf(p, r.Atoms[i][b.A], r.Atoms[i][b.B])
			if f < 0 || !c.match(graphs[query], int32(e), graphs[i], int32(f)) {
				t.Errorf("molecule %d has no bond %d-%d that matches", i+1, r.Atoms[i][b.A]+1, r.Atoms[i][b.B]+1)
			}
		}
	}
	if o.CompleteRingsOnly && r.Bonds > 0 {
		rings := graphs[query].rings
		if rings.prune(slices.Clone(set)) || !rings.closed(set) {
			t.Error("a ring is not complete")
		}
	}
}

func bondOf(p *perceive.Molecule, a, b int) int {
	return slices.IndexFunc(p.Mol.Bonds, func(e mol.Bond) bool { return e.A == a && e.B == b || e.A == b && e.B == a })
}

func TestFind(t *testing.T) {
	const (
		aspirin       = "CC(=O)Oc1ccccc1C(=O)O"
		paracetamol   = "CC(=O)Nc1ccc(O)cc1"
		salicylicAcid = "O=C(O)c1ccccc1O"
	)
	tests := []struct {
		name         string
		mols         []string
		o            Options
		atoms, bonds int
		smarts       string
		smi          string
	}{
		{"ring", []string{"c1ccccc1", "Oc1ccccc1"}, Options{}, 6, 6, "[#6]1:[#6]:[#6]:[#6]:[#6]:[#6]:1", "c1ccccc1"},
		{"drugs", []string{aspirin, paracetamol}, Options{}, 7, 7, "[#6]1:[#6]:[#6]:[#6](-[#8]):[#6]:[#6]:1", "c1ccc(O)cc1"},
		{"part of the other", []string{aspirin, salicylicAcid}, Options{}, 10, 10, "", ""},
		{"nothing", []string{"[He]", "CC"}, Options{}, 0, 0, "", ""},
		{"one atom", []string{"[He]", "[He].CC"}, Options{}, 1, 0, "[#2]", "[He]"},
		{"one atom, disconnected", []string{"O.N", "CN"}, Options{}, 1, 0, "[#7]", "N"},
		{"same", []string{aspirin, aspirin, aspirin}, Options{}, 13, 13, "", "CC(=O)Oc1ccccc1C(=O)O"},
		{"aromatic is single", []string{"c1ccccc1", "C1CCCCC1"}, Options{}, 6, 6, "[#6]1:,-[#6]:,-[#6]:,-[#6]:,-[#6]:,-[#6]:,-1", "c1ccccc1"},
		{"aromatic is not single", []string{"c1ccccc1", "C1CCCCC1"}, Options{Bonds: ExactOrder}, 1, 0, "[#6]", "C"},
		{"aromatic is not double", []string{"c1ccccc1", "C=C"}, Options{}, 1, 0, "[#6]", "C"},
		{"any bond", []string{"c1ccccc1", "C=C"}, Options{Bonds: AnyBond}, 2, 1, "[#6]=,:[#6]", "C=C"},
		{"any atom", []string{"CCO", "CNC"}, Options{Atoms: AnyAtom}, 3, 2, "[#6]-[#6,#7]-[#8,#6]", "CCO"},
		{"chain in ring", []string{"CCCCCC", "C1CCCCC1"}, Options{}, 6, 5, "[#6]-[#6]-[#6]-[#6]-[#6]-[#6]", "CCCCCC"},
		{"chain beside ring", []string{"CCCCCC", "C1CCCCC1"}, Options{RingMatchesRingOnly: true}, 0, 0, "", ""},
		{"ring and chain atoms", []string{"C1CCCCC1C", "C1CCCC1C"}, Options{RingMatchesRingOnly: true}, 6, 5, "[#6&R]-&@[#6&R](-&@[#6&R]-&@[#6&R]-&@[#6&R])-&!@[#6&!R]", ""},
		{"whole rings", []string{"C1CCCCC1C", "C1CCCC1C"}, Options{CompleteRingsOnly: true}, 2, 1, "[#6]-&!@[#6]", "CC"},
		{"piece of an aromatic ring", []string{"c1ccccc1C", "n1ccccc1C"}, Options{}, 6, 5, "", ""},
		{"aromatic only with more", []string{"O=c1cccc[nH]1", "S=c1cccc[nH]1"}, Options{}, 6, 6, "[#6]1:[#6]:[#6]:[#6]:[#6]:[#7]:1", "C1C=CC=CN1"},
		{"one ring of two", []string{"Nc1cccc2ccccc12", "Fc1ccc2ncccc2c1"}, Options{RingMatchesRingOnly: true}, 9, 9, "", ""},
		{"pyrrole", []string{"Cn1cccc1", "Fn1cccc1"}, Options{}, 5, 5, "", "[nH]1cccc1"},
		{"more atoms among equal bonds", []string{"Cn1cccc1C", "CCn1cccc1F"}, Options{}, 7, 6, "", "CN(C=CC)CC"},
		{"no hydrogens on a metal", []string{"C[Fe](C)(C)C", "C[Fe](C)(N)O"}, Options{}, 3, 2, "[#6]-[#26]-[#6]", "C[Fe]C"},
		{"dative", []string{"[NH3]->[Pt](Cl)Cl", "C[NH2]->[Pt](Br)Br"}, Options{}, 2, 1, "[#7]->[#78]", ""},
		{"no order", []string{"C~C", "C=C"}, Options{}, 2, 1, "[#6]~,=[#6]", ""},
		{"charges", []string{"C[N+](=O)[O-]", "CC[N+](=O)[O-]"}, Options{}, 4, 3, "[#6]-[#7](=[#8])-[#8]", "C[N+](=O)[O-]"},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			mols := perceiveAll(t, c.mols...)
			got := find(t, mols, c.o)
			checkCommon(t, mols, c.o, got)
			if atoms := size(got); atoms != c.atoms || got.Bonds != c.bonds || !got.Completed {
				t.Errorf("%s: got %d atoms, %d bonds, completed %t; want %d, %d, true", c.mols, atoms, got.Bonds, got.Completed, c.atoms, c.bonds)
			}
			if c.smarts != "" && got.SMARTS != c.smarts {
				t.Errorf("%s: got SMARTS %s, want %s", c.mols, got.SMARTS, c.smarts)
			}
			if c.smi == "" {
				return
			}
			if smi := write(t, got.Mol); smi != c.smi {
				t.Errorf("%s: got SMILES %s, want %s", c.mols, smi, c.smi)
			}
		})
	}
}

// write returns the SMILES of a part as it reads for a person: hydrogens are implied
// where they can be.
func write(t testing.TB, m *mol.Mol) string {
	t.Helper()
	m = m.Clone()
	for i := range m.Atoms {
		a := &m.Atoms[i]
		if a.Charge == 0 && a.Element >= 6 && a.Element <= 8 && !(a.Aromatic && a.Element == 7) {
			a.Hydrogens, a.NoImplicit = 0, false
		}
	}
	text, err := smiles.Write(m)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestLimits(t *testing.T) {
	mols := perceiveAll(t, "CC", strings.Repeat("C", MaxAtoms+1))
	_, err := Find(context.Background(), mols, Options{})
	if err == nil || err.Error() != "molecule 2 has 501 atoms; at most 500 can be compared" {
		t.Errorf("got %v", err)
	}
	_, err = Find(context.Background(), mols[:1], Options{})
	if err == nil || err.Error() != "1 molecules given; 2 to 20 can be compared" {
		t.Errorf("got %v", err)
	}
}

// An ended search says so, quickly, and what it gives is a common part all the same.
// countdown is a context that ends when it was asked some times; a clock would say other
// things on other machines, and nothing in a page, where no timer fires during a search.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.DeadlineExceeded
	}
	return nil
}

func TestEndedEarly(t *testing.T) {
	mols := perceiveAll(t, c60h60, c70h70)
	got, err := Find(&countdown{context.Background(), 6_000}, mols, Options{})
	if err != nil {
		t.Fatal(err)
	}
	checkCommon(t, mols, Options{}, got)
	if got.Completed || got.Bonds < 40 {
		t.Errorf("got %d bonds, completed %t", got.Bonds, got.Completed)
	}
	first := find(t, mols, Options{Steps: 5000})
	second := find(t, mols, Options{Steps: 5000})
	if first.Completed || first.Steps != 5000 || !slices.Equal(first.Atoms[1], second.Atoms[1]) {
		t.Errorf("got %d steps, completed %t, atoms %v and %v", first.Steps, first.Completed, first.Atoms[1], second.Atoms[1])
	}
}
