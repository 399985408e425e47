//go:build !part

package tools

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/contract"
)

// TestAtomLimitOfAHost: a host with little memory is asked for no more than it has.
func TestAtomLimitOfAHost(t *testing.T) {
	ctx := contract.WithAtomLimit(t.Context(), 100)
	water := `{"name":"water","smiles":"O"}`
	document := `{"elements":[],"positions":[],"bonds":[],"cell":[30,0,0,0,30,0,0,0,30]}`
	for _, test := range []struct{ tool, large, small string }{
		{"liquid_box", `{"components":[{"molecule":` + water + `,"count":40}],"seed":1}`, `{"components":[{"molecule":` + water + `,"count":30}],"seed":1}`},
		{"solvate", `{"document":` + document + `,"solvent":` + water + `,"seed":1}`, `{"document":` + document + `,"solvent":` + water + `,"amount":"count","count":10,"seed":1}`},
		{"polymer_chain", `{"monomer":{"name":"ethylene","smiles":"CC"},"length":20,"head":0,"tail":1,"seed":1}`, `{"monomer":{"name":"ethylene","smiles":"CC"},"length":5,"head":0,"tail":1,"seed":1}`},
		{"polymer_melt", `{"monomer":{"name":"ethylene","smiles":"CC"},"length":10,"chains":3,"density":0.4,"head":0,"tail":1,"seed":1}`, ""},
	} {
		tool := Registry().Lookup(test.tool)
		_, err := tool.Run(ctx, json.RawMessage(test.large), func(float64, string) {})
		var refused *contract.Error
		if !errors.As(err, &refused) || refused.Code != contract.TooManyAtoms || !strings.Contains(refused.Message, "100") {
			t.Errorf("%s: got %v, want TOO_MANY_ATOMS with the limit", test.tool, err)
		}
		if test.small == "" {
			continue
		}
		if _, err := tool.Run(ctx, json.RawMessage(test.small), func(float64, string) {}); err != nil {
			t.Errorf("%s within the limit: %v", test.tool, err)
		}
	}
}

// TestAtomLimitOfStructures: the limit of every host is not called one of this server.
func TestAtomLimitOfStructures(t *testing.T) {
	if err := withinLimit(t.Context(), contract.MaxAtoms); err != nil {
		t.Error(err)
	}
	want := "The result would have 500001 atoms, more than the 500000 that a structure may have: ask for less."
	if err := withinLimit(t.Context(), contract.MaxAtoms+1); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
