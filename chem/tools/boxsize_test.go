package tools

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/chem/library"
	"github.com/molsmith/molsmith/chem/rng"
	"github.com/molsmith/molsmith/contract"
)

// massOf is the mass in u of some molecules of the library.
func massOf(components ...any) (mass float64) {
	for i := 0; i < len(components); i += 2 {
		entry, _ := library.ByID(components[i].(string))
		mass += entry.Record().Mol.Weight() * float64(components[i+1].(int))
	}
	return mass
}

// moleculesOf counts the molecules of each residue name.
func moleculesOf(s *contract.Structure) map[string]int {
	counts := map[string]int{}
	for i := range s.Elements {
		if i == 0 || s.Molecules[i] != s.Molecules[i-1] {
			counts[s.ResidueNames[i]]++
		}
	}
	return counts
}

func volumeIn(v *[9]float64) float64 {
	m := geom.Mat3(*v)
	return m.Det()
}

// TestSizeBy: of density, size and counts, any two give the third.
func TestSizeBy(t *testing.T) {
	mass := massOf("water", 380, "ethanol", 20)
	for _, c := range []struct {
		name, rest string
		cell       [9]float64 // zero: a cube, or what density makes
		density    float64    // 0: what edge makes
		water      int
	}{
		{"density", `"density":0.95,"seed":3`, [9]float64{}, 0.95, 380},
		{"edge", `"size_by":"edge","edge":23.5,"density":0.4,"seed":3`, [9]float64{23.5, 0, 0, 0, 23.5, 0, 0, 0, 23.5}, 0, 380},
		{"edge a of a long box", `"size_by":"edge","edge":20,"shape":"orthorhombic","aspect":[2,2,3],"seed":3`, [9]float64{20, 0, 0, 0, 20, 0, 0, 0, 30}, 0, 380},
		{"cell", `"size_by":"cell","cell":[22,0,0,6,23,0,-5,4,26],"seed":3`, [9]float64{22, 0, 0, 6, 23, 0, -5, 4, 26}, 0, 380},
		// 0.9·27000·0.602214/mass = 1.88413 times the given counts.
		{"edge and density", `"size_by":"edge_and_density","edge":30,"density":0.9,"seed":3`, [9]float64{30, 0, 0, 0, 30, 0, 0, 0, 30}, 0, 716},
		{"cell and density", `"size_by":"cell_and_density","cell":[22,0,0,6,23,0,-5,4,26],"density":0.9,"seed":3`, [9]float64{22, 0, 0, 6, 23, 0, -5, 4, 26}, 0, 349},
	} {
		t.Run(c.name, func(t *testing.T) {
			out := mustCall(t, "liquid_box", box(c.rest, "water", 380, "ethanol", 20))
			s := &out.Result.Structure
			if c.cell != ([9]float64{}) && *s.Cell != c.cell {
				t.Errorf("cell: got %v, want %v", *s.Cell, c.cell)
			}
			counts := moleculesOf(s)
			if counts["WATE"] != c.water {
				t.Errorf("counts: got %v, want %d waters", counts, c.water)
			}
			own := mass
			if counts["WATE"] != 380 {
				own = massOf("water", counts["WATE"], "ethanol", counts["ETHA"])
			}
			density := own / 0.602214076 / volumeIn(s.Cell)
			if c.density != 0 && math.Abs(density/c.density-1) > 1e-9 {
				t.Errorf("density: got %.12f, want %v", density, c.density)
			}
			if got, _ := out.Result.Provenance.Get("density"); math.Abs(got.(float64)/density-1) > 1e-9 {
				t.Errorf("density in the provenance: got %v, want %.12f", got, density)
			}
			if want := fmt.Sprintf("%d WATE, %d ETHA", counts["WATE"], counts["ETHA"]); !strings.Contains(fmt.Sprint(out.Result.Provenance), want) {
				t.Errorf("provenance %v lacks %q", out.Result.Provenance, want)
			}
			for _, part := range []string{fmt.Sprintf("%d Water, %d Ethanol; ", counts["WATE"], counts["ETHA"]), threeDigits(density) + " g/cm³", "0 pierced rings"} {
				if !strings.Contains(out.Text, part) {
					t.Errorf("summary %q lacks %q", out.Text, part)
				}
			}
			if len(out.Result.Warnings) > 0 {
				t.Errorf("warnings: %q", out.Result.Warnings)
			}
			checkDistances(t, s, 2)
		})
	}
}

// TestSizesAgree: the edge that a density makes gives this density, and both give the
// counts, to 1e-9.
func TestSizesAgree(t *testing.T) {
	r := rng.New(5)
	for range 20 {
		water, ethanol, density := 50+r.Intn(100), 1+r.Intn(30), 0.3+0.6*r.Float64()
		byDensity := mustCall(t, "liquid_box", box(fmt.Sprintf(`"density":%v,"seed":1`, density), "water", water, "ethanol", ethanol)).Result
		edge := byDensity.Structure.Cell[0]
		byEdge := mustCall(t, "liquid_box", box(fmt.Sprintf(`"size_by":"edge","edge":%v,"seed":1`, edge), "water", water, "ethanol", ethanol)).Result
		if got, _ := byEdge.Provenance.Get("density"); math.Abs(got.(float64)/density-1) > 1e-9 {
			t.Errorf("density of edge %v: got %v, want %v", edge, got, density)
		}
		byBoth := mustCall(t, "liquid_box", box(fmt.Sprintf(`"size_by":"edge_and_density","edge":%v,"density":%v,"seed":1`, edge, density), "water", 10*water, "ethanol", 10*ethanol)).Result
		if got := moleculesOf(&byBoth.Structure); got["WATE"] != water || got["ETHA"] != ethanol {
			t.Errorf("counts at edge %v and density %v: got %v, want %d and %d", edge, density, got, water, ethanol)
		}
		if contract.CanonicalHash(&byEdge.Structure) != contract.CanonicalHash(&byDensity.Structure) {
			t.Error("the same cell and counts give different boxes")
		}
	}
}

// TestScaledIonsStayNeutral: counts that are scaled keep the ratio of the ions.
func TestScaledIonsStayNeutral(t *testing.T) {
	out := mustCall(t, "liquid_box", box(`"size_by":"edge_and_density","edge":31,"density":1.05,"seed":1`, "water", 500, "calcium-ion", 7, "chloride", 14))
	counts := moleculesOf(&out.Result.Structure)
	if len(out.Result.Warnings) != 0 || counts["CALC"] < 7 || 2*counts["CALC"] != counts["CHLO"] {
		t.Errorf("got %v and warnings %q, want twice as many chlorides as calcium ions", counts, out.Result.Warnings)
	}
}

// TestTriclinicBoxes fills 100 cells of angles 60–120° through the tool.
func TestTriclinicBoxes(t *testing.T) {
	r := rng.New(91)
	cells := 12
	if os.Getenv("MOLSMITH_FULL") != "" {
		cells = 100
	}
	mass := massOf("water", 90, "methanol", 15)
	for n := 0; n < cells; {
		angle := func() float64 { return 60 + 60*r.Float64() }
		a, b, d := 1+r.Float64(), 1+r.Float64(), 1+r.Float64()
		alpha, beta, gamma := angle(), angle(), angle()
		c, err := cell.FromParameters(a, b, d, alpha, beta, gamma)
		if err != nil || c.Volume() < 0.3*a*b*d {
			continue
		}
		scale := math.Cbrt(mass / 0.602214076 / 0.93 / c.Volume())
		c, err = cell.FromParameters(scale*a, scale*b, scale*d, alpha, beta, gamma)
		if err != nil {
			t.Fatal(err)
		}
		n++
		v, _ := json.Marshal(c.Vectors())
		out := mustCall(t, "liquid_box", box(fmt.Sprintf(`"size_by":"cell","cell":%s,"seed":%d`, v, n), "water", 90, "methanol", 15))
		if *out.Result.Structure.Cell != c.Vectors() {
			t.Errorf("cell: got %v, want %v: it is never turned", *out.Result.Structure.Cell, c.Vectors())
		}
		if got, _ := out.Result.Provenance.Get("density"); math.Abs(got.(float64)/0.93-1) > 1e-6 {
			t.Errorf("density: got %v, want 0.93", got)
		}
		checkDistances(t, &out.Result.Structure, 2)
	}
}

// TestGas: an ideal gas has the volume NkT/p, and its density is given with digits.
func TestGas(t *testing.T) {
	out := mustCall(t, "liquid_box", box(`"size_by":"gas","seed":1,"pressure":1.01325,"temperature":273.15`, "nitrogen", 400))
	// A mole of an ideal gas takes 22,414 cm³ at 0 °C and 1 atm.
	perMole := volumeIn(out.Result.Structure.Cell) / 400 * 0.602214076
	if math.Abs(perMole-22413.97) > 0.01 {
		t.Errorf("molar volume: got %.3f cm³, want 22413.97", perMole)
	}
	if !strings.Contains(out.Text, "0.00125 g/cm³") || len(out.Result.Warnings) != 0 {
		t.Errorf("got %q", out.Text)
	}
	checkDistances(t, &out.Result.Structure, 2)

	out = mustCall(t, "liquid_box", box(`"density":0.0001,"seed":1`, "carbon-dioxide", 300))
	if !strings.Contains(out.Text, "0.000100 g/cm³") {
		t.Errorf("a thin gas: got %q", out.Text)
	}
	checkDistances(t, &out.Result.Structure, 2)

	out = mustCall(t, "liquid_box", box(`"density":0.00000002,"seed":1`, "carbon-dioxide", 30))
	if !strings.Contains(out.Text, "2.00e-08 g/cm³") {
		t.Errorf("a very thin gas: got %q", out.Text)
	}

	out = mustCall(t, "liquid_box", box(`"size_by":"gas","seed":1,"pressure":1000,"temperature":300`, "carbon-dioxide", 200))
	if w := out.Result.Warnings; len(w) == 0 || !strings.Contains(w[len(w)-1], "hardly an ideal gas") {
		t.Errorf("1000 bar: got warnings %q", w)
	}
}

func TestSizeRefusals(t *testing.T) {
	for _, c := range []struct {
		name, rest string
		code       contract.Code
		says       string
	}{
		{"no cell", `"size_by":"cell","seed":1`, contract.InvalidArguments, "the cell is missing"},
		{"a left-handed cell", `"size_by":"cell","cell":[0,20,0,20,0,0,0,0,20],"seed":1`, contract.InvalidArguments, "swap two"},
		{"a flat cell", `"size_by":"cell","cell":[20,0,0,0,20,0,20,20,0],"seed":1`, contract.InvalidArguments, "Cell"},
		{"a thin oblique cell", `"size_by":"cell","cell":[20,0,0,0,20,0,19,0,3],"seed":1`, contract.BoxTooSmall, "3.2 Å"},
		{"a small cell", `"size_by":"cell","cell":[8,0,0,0,8,0,0,0,8],"seed":1`, contract.ImpossibleDensity, "cannot fit"},
		{"a short edge", `"size_by":"edge","edge":3,"seed":1`, contract.BoxTooSmall, "3.0 Å, less than twice the minimum distance of 2 Å. Use a longer edge."},
		{"a small box", `"size_by":"edge","edge":8,"seed":1`, contract.ImpossibleDensity, "cannot fit"},
		{"edge 0", `"size_by":"edge","edge":0,"seed":1`, contract.InvalidArguments, "greater than 0"},
		{"a large box", `"size_by":"edge_and_density","edge":5000,"seed":1`, contract.TooManyAtoms, "more than 500000"},
		{"the largest box", `"size_by":"edge_and_density","edge":100000,"density":5,"seed":1`, contract.TooManyAtoms, "more than 500000"},
		{"an endless edge", `"size_by":"edge","shape":"orthorhombic","aspect":[1e-300,1e300,1],"seed":1`, contract.InvalidArguments, "cannot be used"},
		{"an edge of nothing", `"size_by":"edge","shape":"orthorhombic","aspect":[1e300,5e-324,1],"seed":1`, contract.BoxTooSmall, "Use a longer edge, or edges that differ less."},
		{"an endless volume", `"size_by":"edge_and_density","shape":"orthorhombic","aspect":[1e-300,1e300,1],"seed":1`, contract.TooManyAtoms, "more than 500000"},
		{"no volume at all", `"size_by":"edge_and_density","shape":"orthorhombic","aspect":[5e-324,1e300,5e-324],"edge":1e-300,"seed":1`, contract.TooManyAtoms, "more than 500000"},
		{"a gas of no warmth", `"size_by":"gas","temperature":5e-324,"seed":1`, contract.BoxTooSmall, "0.0 Å"},
		{"the thinnest gas", `"size_by":"gas","pressure":1e-300,"seed":1`, contract.InvalidArguments, "cannot be used"},
		{"a gas under pressure", `"size_by":"gas","pressure":1000,"temperature":1,"seed":1`, contract.BoxTooSmall, "Use more molecules, a lower pressure or a higher temperature."},
		{"an unknown way", `"size_by":"volume","seed":1`, contract.InvalidArguments, "edge_and_density"},
		{"a long residue name", `"seed":1`, contract.InvalidArguments, "4"},
		{"one layer", `"layout":"layered","seed":1`, contract.InvalidArguments, "at least two layers"},
	} {
		t.Run(c.name, func(t *testing.T) {
			args := box(c.rest, "water", 100)
			if c.name == "a long residue name" {
				args = strings.Replace(args, `"count":100`, `"count":100,"residue":"WATER"`, 1)
			}
			Registry().Lookup("liquid_box").Preview(json.RawMessage(args), nil) // never panics
			_, err := call(t, "liquid_box", args)
			var e *contract.Error
			if !errors.As(err, &e) || e.Code != c.code || !strings.Contains(e.Message, c.says) {
				t.Errorf("got %v, want %s with %q", err, c.code, c.says)
			}
		})
	}
}

// TestFilledBoxForm: another Builder fills every field of the form; the box is the one
// of the contract's arguments alone.
func TestFilledBoxForm(t *testing.T) {
	given := map[string]any{
		"components": []map[string]any{
			{"molecule": map[string]any{"name": "Water", "smiles": "O"}, "count": 150},
			{"molecule": map[string]any{"name": "Ethanol", "smiles": "CCO"}, "count": 12},
		},
		"density": 0.9, "shape": "orthorhombic", "aspect": []float64{1, 1, 1.5}, "seed": 77,
	}
	filled := filledForm(t, "liquid_box", given)
	for _, field := range []string{"size_by", "edge", "cell", "temperature", "pressure", "layout", "residue", "layer"} {
		if !strings.Contains(filled, `"`+field+`":`) {
			t.Fatalf("the form %s has no %s", filled, field)
		}
	}
	alone, err := json.Marshal(given)
	if err != nil {
		t.Fatal(err)
	}
	got, want := mustCall(t, "liquid_box", filled), mustCall(t, "liquid_box", string(alone))
	if string(got.Structured()) != string(want.Structured()) || got.Text != want.Text {
		t.Error("the filled form and the contract's arguments alone give different results")
	}
}

func TestResidueNames(t *testing.T) {
	row := func(name, smiles, residue string) string {
		return fmt.Sprintf(`{"molecule":{"name":%q,"smiles":%q},"count":20,"residue":%q}`, name, smiles, residue)
	}
	for _, c := range []struct {
		rows     []string
		want     string
		warnings int
	}{
		{[]string{row("Water", "O", "SOL"), row("Ethanol", "CCO", "")}, "20 SOL, 20 ETHA", 0},
		{[]string{row("Methane", "C", ""), row("Methanol", "CO", "meth")}, "20 MET2, 20 METH", 0},
		{[]string{row("Water", "O", "W"), row("Ethanol", "CCO", "W")}, "20 W, 20 W2", 1},
		{[]string{row("Water", "O", "h-2o"), row("Ethanol", "CCO", "")}, "20 H2O, 20 ETHA", 0},
	} {
		out := mustCall(t, "liquid_box", fmt.Sprintf(`{"components":[%s],"density":0.3,"seed":1}`, strings.Join(c.rows, ",")))
		if got, _ := out.Result.Provenance.Get("counts"); got != c.want || len(out.Result.Warnings) != c.warnings {
			t.Errorf("%v: got %v and warnings %q, want %s and %d", c.rows, got, out.Result.Warnings, c.want, c.warnings)
		}
	}
}
