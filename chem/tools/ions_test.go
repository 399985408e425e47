package tools

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/cell"
	"github.com/molsmith/molsmith/chem/geom"
	"github.com/molsmith/molsmith/contract"
)

// ionsOf is a number of ions as the record of counts has it.
func ionsOf(cations, anions int) string {
	switch {
	case cations == 0:
		return fmt.Sprintf("%d CL", anions)
	case anions == 0:
		return fmt.Sprintf("%d NA", cations)
	}
	return fmt.Sprintf("%d NA, %d CL", cations, anions)
}

func TestIons(t *testing.T) {
	at := geom.Vec3{X: 50, Y: -20, Z: 7}
	box := parameters(t, 40, 42, 44, 70, 95, 110)
	c, err := cell.New(*box)
	if err != nil {
		t.Fatal(err)
	}
	perMolar := c.Volume() * 1e-27 * avogadro
	acetate, neutral := documentOf(t, "acetate", at, box), documentOf(t, "toluene", at, box)
	for _, k := range []struct {
		document *contract.Structure
		rest     string
		want     string
		warns    string
	}{
		{neutral, `"amount":"concentration","concentration":0.5`, ionsOf(int(math.Round(0.5*perMolar)), int(math.Round(0.5*perMolar))), ""},
		{neutral, `"concentration":0.5`, ionsOf(int(math.Round(0.5*perMolar)), int(math.Round(0.5*perMolar))), "states no formal charges"},
		{acetate, ``, ionsOf(int(math.Round(0.15*perMolar))+1, int(math.Round(0.15*perMolar))), ""},
		{acetate, `"amount":"neutralize"`, "1 NA", ""},
		{acetate, `"amount":"count","cations":5,"anions":3`, "5 NA, 3 CL", "net charge of +1 e"},
		{acetate, `"amount":"count","cations":0,"anions":2,"anion":{"name":"Perchlorate","smiles":"[O-]Cl(=O)(=O)=O"}`, "2 PERC", "net charge of -3 e"},
	} {
		rest := strings.TrimPrefix(k.rest+`,"seed":5`, ",")
		r := mustOn(t, "ions", k.document, rest).Result
		if got := countsOfResult(r); got != k.want {
			t.Errorf("%s: got %s, want %s", k.rest, got, k.want)
		}
		if warned := strings.Join(r.Warnings, "; "); (warned == "") != (k.warns == "") || !strings.Contains(warned, k.warns) {
			t.Errorf("%s: warnings %q, want %q", k.rest, warned, k.warns)
		}
		// Spread evenly they keep far more than the least distance.
		if least := checkAround(t, k.document, &r.Structure, 2.5); least < 3 && k.want != "2 PERC" {
			t.Errorf("%s: two ions are only %.2f Å apart", k.rest, least)
		}
	}
}

// TestIonsSpread: 40 ions in an empty cell stand nearly as far from each other as they
// can: a cubic lattice of them has 0.79 times the spacing that is compared with.
func TestIonsSpread(t *testing.T) {
	box := parameters(t, 40, 42, 44, 70, 95, 110)
	c, err := cell.New(*box)
	if err != nil {
		t.Fatal(err)
	}
	spacing := math.Cbrt(math.Sqrt2 * c.Volume() / 40)
	r := mustOn(t, "ions", empty(box), `"amount":"count","cations":20,"anions":20,"seed":3`).Result
	closest, _ := r.Provenance.Get(provenClosest)
	if got := closest.(float64) / spacing; got < 0.4 {
		t.Errorf("closest pair: %.2f of the spacing of a close packing, want at least 0.4", got)
	}
}

func TestIonsRefusals(t *testing.T) {
	solute := documentOf(t, "methane", geom.Vec3{X: 5, Y: 5, Z: 5}, cubic(20))
	full := mustOn(t, "solvate", solute, water).Result.Structure
	full.Elements = append(full.Elements, solute.Elements...)
	full.Positions = append(full.Positions, solute.Positions...)
	full = contract.Structure{Elements: full.Elements, Positions: full.Positions, Bonds: full.Bonds, Cell: full.Cell}
	for _, c := range []struct {
		name     string
		document *contract.Structure
		rest     string
		code     contract.Code
		says     string
	}{
		{"no cell", documentOf(t, "methane", geom.Vec3{}, nil), ``, contract.NoCell, "Set cell…"},
		{"a left-handed cell", empty(&[9]float64{0, 20, 0, 20, 0, 0, 0, 0, 20}), ``, contract.InvalidArguments, "swap two vectors"},
		{"full of water", &full, `,"amount":"count","cations":50,"anions":50`, contract.NoRoom, "Replace waters by ions…"},
		{"too many", solute, `,"amount":"count","cations":5000,"anions":0`, contract.ImpossibleDensity, "cannot fit"},
		{"far too many", solute, `,"amount":"count","cations":500000,"anions":500000`, contract.TooManyAtoms, "500000"},
		{"none", solute, `,"amount":"count","cations":0,"anions":0`, contract.InvalidArguments, "Both counts are 0"},
		{"nothing to balance", solute, `,"amount":"neutralize"`, contract.InvalidArguments, "no charge to balance"},
		{"too dilute", solute, `,"concentration":0.01`, contract.NoRoom, "0.01 mol/L"},
		{"too concentrated", empty(cubic(1e5)), `,"concentration":20`, contract.TooManyAtoms, "more than the limit"},
		{"no cation", solute, `,"cation":{"name":"Chloride","smiles":"[Cl-]"}`, contract.InvalidArguments, "is no cation"},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, err := runOn(t, "ions", c.document, `"seed":1`+c.rest)
			var e *contract.Error
			if !errors.As(err, &e) {
				t.Fatalf("got %v and %v, want a tool error", out, err)
			}
			if e.Code != c.code || !strings.Contains(e.Message, c.says) || strings.ContainsAny(e.Message, "\n\r") {
				t.Errorf("got %s %q, want %s with %q in one line", e.Code, e.Message, c.code, c.says)
			}
			p := Registry().Lookup("ions").Preview(json.RawMessage(`{"seed":1`+c.rest+"}"), c.document)
			if len(p.Problems) == 0 && c.name != "full of water" {
				t.Errorf("the preview %+v says nothing", p)
			}
		})
	}
}

func TestIonsPreview(t *testing.T) {
	document := documentOf(t, "acetate", geom.Vec3{X: 5, Y: 5, Z: 5}, cubic(30))
	p := Registry().Lookup("ions").Preview(json.RawMessage(`{"seed":1}`), document)
	if len(p.Problems) != 0 || len(p.Facts) == 0 || p.Facts[0].Value != "3 Sodium ion, 2 Chloride" {
		t.Errorf("got %+v", p) // 27 nm³ of 0.15 mol/L are 2.4 units
	}
}
