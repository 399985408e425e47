package conformer

import (
	"slices"
	"testing"
)

// TestChosen: what a geometry has and its SMILES does not state.
func TestChosen(t *testing.T) {
	for text, want := range map[string][]Choice{
		"CCO":                    nil,
		"C[C@H](O)CO":            nil,
		"CCN(C)C(C)C":            nil, // inverts
		"CC=C(C)C":               nil,
		"C1CC=CC1":               nil, // cis without a choice
		"C1CC2CCC1C2":            nil, // so the bridgeheads
		"C12C3C4C1C5C2C3C45":     nil,
		"CC(O)CO":                {{Atoms: []int{1}}},
		"C[S](=O)CC":             {{Atoms: []int{1}}},
		"CC=CC":                  {{Atoms: []int{1, 2}}},
		"CC1CCC(C)CC1":           {{Atoms: []int{1}}, {Atoms: []int{4}}},
		"C[C@H](F)C(Cl)C=CC":     {{Atoms: []int{3}}, {Atoms: []int{5, 6}}},
		"C1CCC2CCCCC2C1":         {{Atoms: []int{3}}, {Atoms: []int{8}}},
		"CC(F)Cl.CC(F)Br":        {{Atoms: []int{1}}, {Atoms: []int{5}}},
		"CC1(C)C2CCC1(C)C(=O)C2": {{Atoms: []int{3}}, {Atoms: []int{6}}},
	} {
		p, s := complete(t, text)
		b, err := New(p, s, Auto)
		if err != nil {
			t.Fatal(err)
		}
		c, err := b.Generate(background, 42, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := b.Chosen(c.X)
		if !slices.EqualFunc(got, want, func(a, b Choice) bool { return slices.Equal(a.Atoms, b.Atoms) && a.Label != "" }) {
			t.Errorf("%s: got %v, want %v", text, got, want)
		}
	}
}

// TestOneConfiguration: the conformers of a search are of one diastereomer, that which
// Generate makes, so that energies compare.
func TestOneConfiguration(t *testing.T) {
	for _, text := range []string{"CC1CCC(O)CC1", "CC(O)C(N)C(F)C=CC", "OCC1OC(O)C(O)C(O)C1O"} {
		p, s := complete(t, text)
		b, err := New(p, s, Auto)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(3) {
			c, err := b.Generate(background, seed, nil)
			if err != nil {
				t.Fatal(err)
			}
			want := b.Chosen(c.X)
			e, err := b.Search(background, SearchOptions{N: 8, Seed: seed})
			if err != nil {
				t.Fatal(err)
			}
			for k, c := range e.Conformers {
				got := b.Chosen(c.X)
				if !slices.EqualFunc(got, want, func(a, b Choice) bool { return slices.Equal(a.Atoms, b.Atoms) && a.Label == b.Label }) {
					t.Errorf("%s, seed %d, conformer %d: got %v, want %v", text, seed, k, got, want)
				}
			}
		}
	}
}
