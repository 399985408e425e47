package tools

import (
	"encoding/json"
	"testing"

	"github.com/molsmith/molsmith/contract"
)

// A form that fills every field gives what the contract's arguments alone give.
func TestChainFilledForm(t *testing.T) {
	for _, c := range []struct {
		id         string
		head, tail int
	}{{"unit-ethylene", 0, 1}, {"unit-lactic-acid", 0, 3}, {"unit-styrene", 0, 1}} {
		given := map[string]any{
			"monomer": contract.Molecule{Name: "unit", Molblock: libraryBlock(t, c.id)},
			"head":    c.head, "tail": c.tail, "seed": 5, "length": 8,
		}
		alone, err := json.Marshal(given)
		if err != nil {
			t.Fatal(err)
		}
		a := mustCall(t, "polymer_chain", string(alone))
		b := mustCall(t, "polymer_chain", filledForm(t, "polymer_chain", given))
		if string(a.Structured()) != string(b.Structured()) {
			t.Errorf("%s: a filled form gives another chain than the contract's arguments", c.id)
		}
	}
}
