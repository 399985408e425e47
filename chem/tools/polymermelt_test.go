package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/polymer"
	"github.com/molsmith/molsmith/chem/structure"
	"github.com/molsmith/molsmith/contract"
)

func TestMelt(t *testing.T) {
	out := mustCall(t, "polymer_melt", `{"monomer":{"name":"lactide","smiles":"*O[C@@H](C)C(=O)*"},"head":0,"tail":0,"seed":3,"chains":5,"length":8,"density":0.7,"tacticity":"syndiotactic"}`)
	r, s := out.Result, &out.Result.Structure
	if got, want := len(s.Elements), 5*(8*11-14); got != want {
		t.Fatalf("got %d atoms, want %d", got, want)
	}
	mass := (&structure.Structure{Elements: s.Elements}).Mass()
	if got := densityOf(mass, s.Cell); math.Abs(got/0.7-1) > 1e-6 || math.Abs(number(t, r, "density")/0.7-1) > 1e-6 {
		t.Errorf("density: got %.9f in the cell and %v in the provenance, want 0.7", got, number(t, r, "density"))
	}
	last := len(s.Elements) - 1
	if s.Molecules[last] != 4 || s.ResidueIDs[last] != 40 || s.ResidueNames[last] != "LACT" || r.Name != "poly-lactide-melt" {
		t.Errorf("got molecule %d, residue %s %d, name %s", s.Molecules[last], s.ResidueNames[last], s.ResidueIDs[last], r.Name)
	}
	if got, want := said(r, "dyads"), "m 0, r 35"; got != want {
		t.Errorf("dyads: got %q, want %q", got, want)
	}
	if got, want := said(r, "counts"), "5 chains of 8 units"; got != want {
		t.Errorf("counts: got %q, want %q", got, want)
	}
	for _, text := range []string{said(r, "state"), out.Text, Registry().Lookup("polymer_melt").Description} {
		if !strings.Contains(text, "not an equilibrated melt") {
			t.Errorf("%q does not say what a melt is", text)
		}
	}
	if len([]rune(out.Text)) > 600 {
		t.Errorf("the summary has %d characters", len([]rune(out.Text)))
	}
	checkDistances(t, s, number(t, r, "closestDistance")-1e-4)
	if number(t, r, "piercedRings") != 0 || len(r.Warnings) > 0 {
		t.Errorf("pierced %v, warnings %q", number(t, r, "piercedRings"), r.Warnings)
	}
}

// The edge sets the density when it is chosen, and each chain of a random order is another.
func TestMeltChoices(t *testing.T) {
	r := mustCall(t, "polymer_melt", `{"monomer":{"name":"a","smiles":"CC"},"head":0,"tail":1,"seed":3,"chains":4,"length":6,"size_by":"edge","edge":25,"density":4,
		"composition":"random","monomers":[{"molecule":{"name":"b","smiles":"*CO*"},"head":0,"tail":0}]}`).Result
	if r.Structure.Cell[0] != 25 || said(r, "units") != "12 a, 12 b" {
		t.Errorf("got the cell %v and units %q", r.Structure.Cell, said(r, "units"))
	}
	orders := map[string]bool{}
	word := map[int32]string{}
	for i, m := range r.Structure.Molecules {
		if i == 0 || r.Structure.ResidueIDs[i] != r.Structure.ResidueIDs[i-1] {
			word[m] += r.Structure.ResidueNames[i]
		}
	}
	for _, w := range word {
		orders[w] = true
	}
	if len(orders) < 2 {
		t.Errorf("four random chains have the orders %v", orders)
	}
}

func TestMeltRefusals(t *testing.T) {
	ethane := func(rest string) string {
		return `{"monomer":{"name":"e","smiles":"CC"},"head":0,"tail":1,"seed":1,` + rest + `}`
	}
	for _, c := range []struct {
		name, args string
		code       contract.Code
		says       string
	}{
		{"head is tail", `{"monomer":{"name":"e","smiles":"CC"},"head":1,"tail":1,"seed":1}`, contract.InvalidArguments, "both atom 1"},
		{"no chains", ethane(`"chains":0`), contract.InvalidArguments, "at least 1"},
		{"too many units", ethane(`"chains":5000,"length":11`), contract.InvalidArguments, "more than the limit of 50000"},
		{"too many atoms", `{"monomer":{"name":"e","smiles":"` + strings.Repeat("C", 30) + `"},"head":0,"tail":1,"seed":1,"chains":100,"length":100}`, contract.TooManyAtoms, "more than the limit of 500000"},
		{"density 5", ethane(`"density":5`), contract.ImpossibleDensity, "Density not possible"},
		{"no density", ethane(`"density":0`), contract.InvalidArguments, "greater than 0"},
		{"a thin box", ethane(`"chains":1,"length":1,"size_by":"edge","edge":2`), contract.ImpossibleDensity, "Density not possible"},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, err := call(t, "polymer_melt", c.args)
			var e *contract.Error
			if !errors.As(err, &e) {
				t.Fatalf("got %v and error %v, want a tool error", out, err)
			}
			if e.Code != c.code || !strings.Contains(e.Message, c.says) || strings.ContainsAny(e.Message, "\n\r") {
				t.Errorf("got %s %q, want %s with %q in one line", e.Code, e.Message, c.code, c.says)
			}
		})
	}
}

func TestMeltPreview(t *testing.T) {
	preview := func(args string) contract.Preview {
		return Registry().Lookup("polymer_melt").Preview(json.RawMessage(args), nil)
	}
	p := preview(`{"monomer":{"name":"e","smiles":"CC"},"head":0,"tail":1,"seed":1,"chains":10,"length":20,"density":0.8}`)
	if p.Cell == nil || p.Structure == nil || fact(p, "Chains") != "10" || fact(p, "Atoms") != "1\u202f220" || fact(p, "Edge") != "22.69 Å" || fact(p, "Density") != "0.800 g/cm³" || len(p.Problems) > 0 {
		t.Errorf("got %+v, cell %v", p.Facts, p.Cell)
	}
	p = preview(`{"monomer":{"name":"e","smiles":"CC"},"head":0,"tail":1,"seed":1,"chains":10,"length":20,"density":4}`)
	if len(p.Problems) != 1 || p.Problems[0].Path != "/density" {
		t.Errorf("density 4: got %+v", p.Problems)
	}
	// A run refuses the same density, and takes the one below.
	for density, problems := range map[string]int{"0.97": 0, "1.0": 1} {
		args := `{"monomer":{"name":"e","smiles":"CC"},"head":0,"tail":1,"seed":1,"chains":10,"length":20,"density":` + density + `}`
		if p = preview(args); len(p.Problems) != problems {
			t.Errorf("density %s: got the problems %+v", density, p.Problems)
		}
		_, err := call(t, "polymer_melt", args)
		if e := (*contract.Error)(nil); errors.As(err, &e) != (problems > 0) || e != nil && e.Code != contract.ImpossibleDensity {
			t.Errorf("density %s: the run says %v", density, err)
		}
	}
	p = preview(`{"monomer":{"name":"e","smiles":"CC"},"head":0,"tail":1,"seed":1,"chains":5000,"length":5000}`)
	if len(p.Problems) != 1 || p.Problems[0].Path != "/chains" || p.Cell != nil {
		t.Errorf("too many units: got %+v, cell %v", p.Problems, p.Cell)
	}
}

func TestMeltFilledForm(t *testing.T) {
	given := map[string]any{
		"monomer": contract.Molecule{Name: "unit", Molblock: libraryBlock(t, "unit-ethylene")},
		"head":    0, "tail": 1, "seed": 5, "chains": 3, "length": 5,
	}
	alone, err := json.Marshal(given)
	if err != nil {
		t.Fatal(err)
	}
	a := mustCall(t, "polymer_melt", string(alone))
	b := mustCall(t, "polymer_melt", filledForm(t, "polymer_melt", given))
	if string(a.Structured()) != string(b.Structured()) {
		t.Error("a filled form gives another melt than the arguments that are required")
	}
}

func TestMeltCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	_, err := Registry().Lookup("polymer_melt").Run(ctx, json.RawMessage(`{"monomer":{"name":"e","smiles":"CC"},"head":0,"tail":1,"seed":1,"chains":50,"length":100}`), func(f float64, _ string) {
		if f > 0.1 {
			cancel()
		}
	})
	var e *contract.Error
	if !errors.As(err, &e) || e.Code != contract.Cancelled {
		t.Errorf("got %v, want CANCELLED", err)
	}
}

// A melt whose chains found no room is a refusal of its own, not a fault of the server.
func TestStuckMelt(t *testing.T) {
	var e *contract.Error
	if err := polymerFailure(fmt.Errorf("%w: 3 rings", polymer.ErrStuck)); !errors.As(err, &e) || e.Code != contract.NoRoom || e.Message != "The chains do not fit: 3 rings." {
		t.Errorf("got %v, want NO_ROOM", err)
	}
}

// Chains are whole, each with its center in the box.
func TestMeltChainsAreWholeInTheBox(t *testing.T) {
	s := mustCall(t, "polymer_melt", `{"monomer":{"name":"ethylene","smiles":"CC"},"head":0,"tail":1,"seed":5,"chains":6,"length":30,"density":0.7}`).Result.Structure
	box, err := cell.New(*s.Cell)
	if err != nil {
		t.Fatal(err)
	}
	var sums [6]geom.Vec3
	var counts [6]float64
	for i, m := range s.Molecules {
		sums[m] = sums[m].Add(geom.At(s.Positions, i))
		counts[m]++
	}
	for m := range sums {
		f := box.Fractional(sums[m].Scale(1 / counts[m]))
		for _, u := range [3]float64{f.A, f.B, f.C} {
			if u < -1e-5 || u > 1+1e-5 {
				t.Errorf("chain %d has its center at %v", m, f)
			}
		}
	}
	for _, b := range s.Bonds {
		if d := geom.At(s.Positions, int(b[0])).Sub(geom.At(s.Positions, int(b[1]))).Norm(); d > 2 {
			t.Fatalf("the bond of atoms %d and %d is %.1f Å long", b[0], b[1], d)
		}
	}
}
