package tools

import (
	"context"
	"slices"
	"testing"

	"github.com/molsmith/molsmith/chem/polymer"
	"github.com/molsmith/molsmith/contract"
)

// grownOf grows a chain without relaxing it.
func grownOf(t testing.TB, smiles string, length int, tacticity string) *grown {
	t.Helper()
	args := chainArguments{
		unitArguments:  unitArguments{Monomer: contract.Molecule{Name: "u", SMILES: smiles}},
		orderArguments: orderArguments{Composition: homopolymer, Tacticity: tacticity, Meso: 0.5},
		Length:         length, Seed: 11, Start: "hydrogen", End: "hydrogen",
	}
	r := args.request()
	k, err := r.readKinds(context.Background(), rough, readAnyPart)
	if err != nil {
		t.Fatal(err)
	}
	d, err := r.design(k, 0)
	if err != nil {
		t.Fatal(err)
	}
	c, err := polymer.Grow(context.Background(), d.request, polymer.Options{Seed: 1, Rough: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return grownChain(d, c)
}

// What is extended from the ends equals what the search finds where it can.
func TestExtendedDescriptors(t *testing.T) {
	for _, smiles := range []string{"*CC(*)c1ccccc1", "*CC(*)C", "*C(*)Cl", "*C(C)C(*)C", "*CC(*)(C)C(=O)OC", "*C[C@H](C)O*"} {
		for _, tacticity := range []string{isotactic, atactic} {
			const length = 61
			g := grownOf(t, smiles, length, tacticity)
			r := &chainReport{rs: map[string]int{}}
			if err := r.label(t.Context(), g); err != nil {
				t.Fatal(err)
			}
			if r.open > 0 {
				t.Fatalf("%s: %d of %d units are open", smiles, r.open, length)
			}
			var sites []tacticSite
			text := []rune(r.descriptor)
			for k, at := 0, 0; k < length; k++ {
				several := text[at] == '('
				if several {
					at++
				}
				for _, site := range g.sites[k] {
					sites = append(sites, tacticSite{unit: k, site: site, label: string(text[at])})
					at++
				}
				if several || len(g.sites[k]) == 0 {
					at++
				}
			}
			blank := slices.Clone(sites)
			for i := range blank {
				if s := &blank[i]; s.unit >= 10 && s.unit < length-10 {
					s.label = ""
				}
			}
			g.extend(blank)
			open := 0
			for i := range blank {
				if blank[i].label == "" {
					open++
				} else if blank[i].label != sites[i].label {
					t.Errorf("%s, %s, unit %d: extended to %s, found %s", smiles, tacticity, sites[i].unit, blank[i].label, sites[i].label)
				}
			}
			if open > 2*(nearMiddle+1) {
				t.Errorf("%s, %s: %d centers stay open", smiles, tacticity, open)
			}
		}
	}
}

// In long chains every center has its descriptor.
func TestLongDescriptors(t *testing.T) {
	for _, c := range []struct {
		smiles, tacticity, want string
	}{
		{"*CC(*)c1ccccc1", isotactic, "R 500, S 499"},
		{"*CC(*)c1ccccc1", syndiotactic, "R 499, S 500"},
		{"*O[C@@H](C)C(=O)*", isotactic, "S 1000"},
	} {
		g := grownOf(t, c.smiles, 1000, c.tacticity)
		r := &chainReport{rs: map[string]int{}}
		if err := r.label(t.Context(), g); err != nil {
			t.Fatal(err)
		}
		if got := r.configuration(); got != c.want {
			t.Errorf("%s, %s: got %s, want %s", c.smiles, c.tacticity, got, c.want)
		}
	}
}
