package smarts

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"github.com/molsmith/molsmith/chem/mol"
	"github.com/molsmith/molsmith/chem/perceive"
	"github.com/molsmith/molsmith/chem/ring"
	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/chem/stereo"
)

// fuzzTarget is target for a text that need not be a molecule.
func fuzzTarget(smi string) *Target {
	p, err := smiles.Perceive(smi)
	if err != nil {
		return nil
	}
	return NewTarget(p, stereo.Find(p))
}

// TestPrimitives covers primitives and connectors beyond the reference rows: the
// numbers of matches are RDKit's 2026.09.1 where it reads the pattern.
func TestPrimitives(t *testing.T) {
	tests := []struct {
		smarts, smiles string
		want           []int // atoms of the matches of a one-atom pattern
	}{
		{"[!13C]", "C[13CH2]N", []int{0, 2}},
		{"[!2H]", "[2H]C[2H]", []int{0, 1, 2}},
		{"[!13*]", "C[13CH2]N", []int{0, 2}},
		{"[!238U]", "[UH4].[238UH4]", []int{0}},
		{"[13]", "C[13CH2]N", []int{1}},
		{"[0]", "C[13CH2]N", []int{0, 2}},
		{"[d2]", "[2H]C([H])O", []int{1}},
		{"[d1]", "CCO", []int{0, 2}},
		{"[D{2-}]", "CC(C)O", []int{1}},
		{"[H{1-2}]", "CC(C)CO", []int{1, 3, 4}},
		{"[!H{1-2}]", "CC(C)CO", []int{0, 2}},
		{"[h{-2}]", "CC(C)CO", []int{1, 3, 4}},
		{"[+{1-}]", "C[NH3+].[Fe+2].[Cl-]", []int{1, 2}},
		{"[-{1-2}]", "[O-]C.[S-2]", []int{0, 2}},
		{"[+{-0}]", "C[NH3+].[Cl-]", []int{0, 2}},
		{"[+++]", "[Fe+3].[Fe+2]", []int{0}},
		{"[k5]", "C1CC2CCCC2C1", []int{0, 1, 2, 3, 4, 5, 6, 7}},
		{"[k{6-}]", "C1CC2CCCC2CC1", []int{0, 1, 2, 6, 7, 8}},
		{"[k70]", "C1" + repeat("C", 69) + "1", sequence(70)},
		{"[k{64-69}]", "C1" + repeat("C", 69) + "1", nil},
		{"[k{64-}]", "C1" + repeat("C", 69) + "1", sequence(70)},
		{"[r{5-6}]", "C1CC2CCCC2CC1", sequence(9)},
		{"[r0]", "C1CC1C", []int{3}},
		{"[v]", "C.Cl", []int{1}},
		{"[z2]", "COCO", []int{2}},
		{"[Z]", "c1ccsc1O", []int{4}},
		{"[^0]", "[Na+].CC", []int{0}},
		{"[^4]", "P(F)(F)(F)(F)F", []int{0}},
		{"[^3]", "F[Pt@](Cl)(Br)I", sequence(5)},
		{"[^5]", "[Pt@OH1](F)(F)(Cl)(Cl)(Br)Br", []int{0}},
		{"[^5]", "S(F)(F)(F)(F)(F)F", []int{0}},
		{"[te]", "c1cc[te]c1", []int{3}},
		{"[#52]", "c1cc[te]c1", []int{3}},
		{"[Te]", "c1cc[te]c1.[TeH2]", []int{3, 5}},
		{"[#0]", "*C", []int{0}},
		{"[A]", "*c1ccccc1C", []int{0, 7}},
		{"[!a!A]", "CC", nil},
		{"[#200]", "CC", nil},
		{"[C,N;H2,H3]", "CC(N)O", []int{0, 2}},
		{"[C,N&H2]", "CC(N)O", []int{0, 1, 2}},
		{"[!C!N]", "CC(N)O", []int{3}},
		{"[D{3-2}]", "CCC", nil},
		{"[$(CO),$(CN)]", "OCCCN", []int{1, 3}},
		{"[!$(CO);C]", "OCCCN", []int{2, 3}},
		{"[$(C.N)]", "CC.N", []int{0, 1}},
		{"[$((C).(N))]", "CC.N", []int{0, 1}},
		{"[$((C).(C))]", "CC.N", nil},
		{"[C$(*C)$(*O)]", "CCO", []int{1}},
		{"[$(C[$(C[$(CO)])])]", "CCCO", []int{0, 2}},
		{"[@]", "CC", []int{0, 1}},
		{"[C,@]", "CO", []int{0, 1}},
	}
	for _, c := range tests {
		q, err := Parse(c.smarts)
		if err != nil {
			t.Errorf("%s: %v", c.smarts, err)
			continue
		}
		molecule := target(t, c.smiles)
		r, err := q.Match(molecule, Options{})
		if err != nil {
			t.Errorf("%s: %v", c.smarts, err)
			continue
		}
		var got []int
		for _, m := range r.Maps {
			got = append(got, m[0])
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s in %s: got %v, want %v", c.smarts, c.smiles, got, c.want)
		}
		first := make([]bool, len(molecule.words))
		if err := q.First(molecule, first); err != nil {
			t.Errorf("%s: %v", c.smarts, err)
		}
		for i, is := range first {
			if is != slices.Contains(c.want, i) {
				t.Errorf("%s in %s: First of atom %d is %v", c.smarts, c.smiles, i, is)
			}
		}
	}
}

func repeat(s string, n int) string {
	text := ""
	for range n {
		text += s
	}
	return text
}

func sequence(n int) []int {
	var s []int
	for i := range n {
		s = append(s, i)
	}
	return s
}

func TestMatch(t *testing.T) {
	tests := []struct {
		smarts, smiles string
		o              Options
		want           [][]int
	}{
		{"CO", "OCCO", Options{}, [][]int{{1, 0}, {2, 3}}},
		{"C~C", "OCCO", Options{}, [][]int{{1, 2}}},
		{"C~C", "OCCO", Options{All: true}, [][]int{{1, 2}, {2, 1}}},
		{"c1ccccc1", "Cc1ccccc1", Options{}, [][]int{{1, 2, 3, 4, 5, 6}}},
		{"C(=O)O", "OC(=O)C", Options{}, [][]int{{1, 2, 0}}},
		{"[#6]->[#26]", "[CH3-]->[Fe]", Options{}, [][]int{{0, 1}}},
		{"[#26]<-[#6]", "[CH3-]->[Fe]", Options{}, [][]int{{1, 0}}},
		{"[#26]->[#6]", "[CH3-]->[Fe]", Options{}, nil},
		{"*->*", "[CH3-]->[Fe]", Options{}, [][]int{{0, 1}}},
		{"C$C", "[CH0]$[CH0]", Options{}, [][]int{{0, 1}}},
		{"C!@C", "CC1CC1", Options{}, [][]int{{0, 1}}},
		{"C-&@C", "CC1CC1", Options{}, [][]int{{1, 2}, {1, 3}, {2, 3}}},
		{"C=,#C", "C=CC#C", Options{}, [][]int{{0, 1}, {2, 3}}},
		{"C!-;!#C", "C=CC#C", Options{}, [][]int{{0, 1}}},
		{"C-;=C", "C=CC", Options{}, nil},
		{"(C).(C)", "C.CC", Options{}, [][]int{{0, 1}, {0, 2}}},
		{"(C.C)", "C.CC", Options{}, [][]int{{1, 2}}},
		{"(C).C", "C.CC", Options{}, [][]int{{0, 1}, {0, 2}, {1, 2}}},
		{"C(C.O)N", "NCC.O", Options{}, [][]int{{1, 2, 3, 0}}},
		{"[H][H]", "[H][H]", Options{}, [][]int{{0, 1}}},
		{"[2H]C", "[2H]C", Options{}, [][]int{{0, 1}}},
		{"CC", "CCCC", Options{Max: 2}, [][]int{{0, 1}, {1, 2}}},
		{"C", "", Options{}, nil},
	}
	for _, c := range tests {
		q, err := Parse(c.smarts)
		if err != nil {
			t.Errorf("%s: %v", c.smarts, err)
			continue
		}
		molecule := target(t, c.smiles)
		r, err := q.Match(molecule, c.o)
		if err != nil {
			t.Errorf("%s: %v", c.smarts, err)
			continue
		}
		if !reflect.DeepEqual(r.Maps, c.want) {
			t.Errorf("%s in %s (%+v): got %v, want %v", c.smarts, c.smiles, c.o, r.Maps, c.want)
		}
		if want := c.o.Max > 0; r.Truncated != want {
			t.Errorf("%s in %s: got truncated %v, want %v", c.smarts, c.smiles, r.Truncated, want)
		}
		if c.o != (Options{}) {
			continue
		}
		if n, err := q.Count(molecule); err != nil || n != len(c.want) {
			t.Errorf("%s in %s: got count %d (%v), want %d", c.smarts, c.smiles, n, err, len(c.want))
		}
		if has, err := q.Has(molecule); err != nil || has != (len(c.want) > 0) {
			t.Errorf("%s in %s: got has %v (%v)", c.smarts, c.smiles, has, err)
		}
	}
}

// TestChirality compares handedness as RDKit 2026.09.1 does; patterns with ? are
// Daylight's.
func TestChirality(t *testing.T) {
	tests := []struct {
		smarts, smiles string
		want           bool
	}{
		{"N[C@H](C)O", "N[C@H](C)O", true},
		{"N[C@H](C)O", "N[C@@H](C)O", false},
		{"N[C@H](C)O", "NC(C)O", false},
		{"N[C@?H](C)O", "NC(C)O", true},
		{"N[C@?H](C)O", "N[C@H](C)O", true},
		{"N[C@?H](C)O", "N[C@@H](C)O", false},
		{"N[C@TH1H](C)O", "N[C@H](C)O", true},
		{"N[C@TH2H](C)O", "N[C@H](C)O", false},
		{"N[C@](C)O", "N[C@H](C)O", true},
		{"[C@](N)(C)O", "N[C@H](C)O", true},
		{"[C@H](N)(C)O", "N[C@H](C)O", false},
		{"[C@@H](N)(C)O", "N[C@H](C)O", true},
		{"[C@;H1](N)(C)O", "N[C@H](C)O", true}, // only H in a plain conjunction is a ligand
		{"[C@]N", "N[C@H](C)O", true},          // any stated handedness
		{"[C@]N", "N[C@@H](C)O", true},
		{"[C@]N", "NC(C)O", false},
		{"[$([C@H])]", "NC(C)O", false},
		{"[$([C@H])]", "N[C@H](C)O", true},
		{"[$(N[C@H](C)O)]", "N[C@@H](C)O", false},
		{"[$(N[C@H](C)O)]", "N[C@H](C)O", true},
		{"F[C@](Cl)(Br)I", "F[C@](Cl)(Br)I", true},
		{"F[C@](Cl)Br", "F[C@](Cl)(Br)I", true},
		{"F[C@@](Cl)Br", "F[C@](Cl)(Br)I", false},
		{"C[S@](=O)c", "C[S@](=O)c1ccccc1", true},
		{"C[S@](=O)c", "C[S@@](=O)c1ccccc1", false},
		{"[C@@H](N)(C)O", "[H][C@](N)(C)O", false},
		{"[C@H](N)(C)O", "[H][C@](N)(C)O", true},
		{"F[C@]1CCO1", "F[C@]1(Cl)CCO1", true}, // the open ring bond goes with the digit's place
		{"F[C@@]1CCO1", "F[C@]1(Cl)CCO1", false},
		{"C/C=C/C", "C/C=C/C", true},
		{"C/C=C/C", "C/C=C\\C", false},
		{"C/C=C/C", "CC=CC", false},
		{"C/C=C/?C", "CC=CC", true},
		{"C/C=C/?C", "C/C=C\\C", false},
		{"C/C=CC", "CC=CC", true},
		{"F/C=C/Cl", "F/C(C)=C(Cl)/C", false},
		{"F/C=C\\Cl", "F/C(C)=C(Cl)/C", true},
		{"C/C=,#C/C", "C/C=C\\C", false},
		{"C/C=,#C/C", "CC#CC", true},
		{"C/C(\\N)=C/C", "CC(N)=CC", true}, // contradicting marks say nothing
	}
	for _, c := range tests {
		q, err := Parse(c.smarts)
		if err != nil {
			t.Errorf("%s: %v", c.smarts, err)
			continue
		}
		r, err := q.Match(target(t, c.smiles), Options{Chirality: true})
		if err != nil || (len(r.Maps) > 0) != c.want {
			t.Errorf("%s in %s: got %v (%v), want a match: %v", c.smarts, c.smiles, r.Maps, err, c.want)
		}
		p, err := smiles.Perceive(c.smiles)
		if err != nil {
			t.Fatal(err)
		}
		if r, err := q.Match(NewTarget(p, nil), Options{Chirality: true}); err != nil || len(r.Maps) == 0 {
			t.Errorf("%s in %s without configuration: got %v (%v), want a match", c.smarts, c.smiles, r.Maps, err)
		}
	}
}

// TestMerged: the numbers of matches are those of RDKit's MergeQueryHs.
func TestMerged(t *testing.T) {
	tests := []struct {
		smarts, smiles string
		atoms, want    int
	}{
		{"[#6](-[#1])-[#1]", "CC(C)C", 1, 3},
		{"[#6](-[H])-[#1]", "CC(C)C", 1, 3},
		{"[#7]-[#1]", "CN", 1, 1},
		{"[#7]-[#1]", "CN(C)C", 1, 0},
		{"c:1:c:c(:c(:c:c:1)-[#6]=[#7]-[#7])-[#8]-[#1]", "Oc1ccccc1C=NN", 10, 1},
		{"[$([#8]-[#1])]", "CO", 1, 1},
		{"[$([#8]-[#1])]", "COC", 1, 0},
		{"[$([#6]-[$([#8]-[#1])])]", "CO", 1, 1},
		{"[#1][#1]", "[H][H]", 2, 1},
		{"[#1]", "[H][H]", 1, 2},
		{"[2H]C", "[2H]C", 2, 1},
		{"[#1,#9]C", "CF", 2, 1},
		{"[#1]-[#6]", "CF", 1, 1},
		{"[$([#1]-[#6])]", "CF", 1, 1}, // the sub-pattern then starts at the carbon
		{"[H+]-[#6]", "CF", 1, 1},
		{"[C@]([#1])(N)(C)O", "N[C@H](C)O", 4, 1},
	}
	for _, c := range tests {
		q := MustParseMerged(c.smarts)
		if q.Atoms() != c.atoms {
			t.Errorf("%s: got %d atoms, want %d", c.smarts, q.Atoms(), c.atoms)
		}
		if n, err := q.Count(target(t, c.smiles)); err != nil || n != c.want {
			t.Errorf("%s in %s: got %d (%v), want %d", c.smarts, c.smiles, n, err, c.want)
		}
	}
	// A merged hydrogen keeps its place among the ligands of a center.
	for text, want := range map[string]int{"[C@](N)([#1])(C)O": 0, "[C@@](N)([#1])(C)O": 1} {
		r, err := MustParseMerged(text).Match(target(t, "N[C@@H](C)O"), Options{Chirality: true})
		if err != nil || len(r.Maps) != want {
			t.Errorf("%s: got %v (%v), want %d maps", text, r.Maps, err, want)
		}
	}
}

func TestSteps(t *testing.T) {
	q := MustParse("C~C~C~C~C~C")
	molecule := target(t, "C1CC2CCC1CC2CCCC(C)(C)C")
	if _, err := q.Match(molecule, Options{Steps: 50}); !errors.Is(err, ErrSteps) {
		t.Errorf("50 steps: got error %v, want ErrSteps", err)
	}
	r, err := q.Match(molecule, Options{Steps: 300, Max: 3})
	if err != nil || len(r.Maps) != 3 || !r.Truncated {
		t.Errorf("300 steps, 3 maps: got %v (%v)", r, err)
	}
	if r, err := q.Match(molecule, Options{}); err != nil || len(r.Maps) == 0 || r.Truncated {
		t.Errorf("no bounds: got %d maps, truncated %v (%v)", len(r.Maps), r.Truncated, err)
	}
	// What a search leaves behind must not change the next one.
	if has, err := MustParse("(C).(O)").Has(molecule); err != nil || has {
		t.Errorf("two components: got %v (%v)", has, err)
	}
	salt := target(t, "CC.O")
	if has, err := MustParse("(CC).(O)").Has(salt); err != nil || !has {
		t.Errorf("two components: got %v (%v), want a match", has, err)
	}
	if n, err := MustParse("CC").Count(salt); err != nil || n != 1 {
		t.Errorf("after a search with components: got %d (%v), want 1", n, err)
	}
	before, _ := MustParse("[$(CC)]").Count(molecule)
	_, _ = q.Match(molecule, Options{Steps: 40})
	if after, _ := MustParse("[$(CC)]").Count(molecule); after != before {
		t.Errorf("after a search that was ended: got %d matches, before %d", after, before)
	}
}

// TestDeepNesting crosses the levels that are worked out beforehand.
func TestDeepNesting(t *testing.T) {
	for _, depth := range []int{levels - 1, levels, levels + 1, 2*levels - 1, 2 * levels, 5*levels + 3} {
		q := MustParse(repeat("[$(C~", depth) + "[C;D1]" + repeat(")]", depth))
		molecule := target(t, "CCCCCC")
		want := 0
		for i := range 6 { // a walk of depth steps between atom i and an end
			if (i+depth)%2 == 0 && depth >= i || (5-i+depth)%2 == 0 && depth >= 5-i {
				want++
			}
		}
		if n, err := q.Count(molecule); err != nil || n != want {
			t.Errorf("depth %d: got %d (%v), want %d", depth, n, err, want)
		}
	}
}

// TestExplicitHydrogens matches in a graph that keeps its hydrogen atoms.
func TestExplicitHydrogens(t *testing.T) {
	m := &mol.Mol{
		Atoms: []mol.Atom{{Element: 8, NoImplicit: true, Hydrogens: 1}, {Element: 1, NoImplicit: true}},
		Bonds: []mol.Bond{{A: 0, B: 1, Order: mol.Single}},
	}
	water := NewTarget(&perceive.Molecule{
		Mol: m, Origin: []int{0, 1}, AromaticBonds: []bool{false}, Valence: []int{2, 1}, Radicals: []int{0, 0}, Rings: ring.Find(m),
	}, nil)
	for text, want := range map[string]int{
		"[#1]": 1, "[H]": 1, "[OH2]": 1, "[Oh1]": 1, "[OX2]": 1, "[OD1]": 1, "[Od0]": 1, "[#1]O": 1, "[#1][OH2]": 1, "[!H]": 2, "*": 2, "[Oz0]": 1,
	} {
		if n, err := MustParse(text).Count(water); err != nil || n != want {
			t.Errorf("%s: got %d (%v), want %d", text, n, err, want)
		}
	}
	if n, err := MustParseMerged("[#1][O][#1]").Count(water); err != nil || n != 1 {
		t.Errorf("merged: got %d (%v), want 1", n, err)
	}
}
