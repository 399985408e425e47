package core

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/molsmith/molsmith/chem/tools"
)

// TestChemistryToolsInThePage: tool.run gives what the server gives.
func TestChemistryToolsInThePage(t *testing.T) {
	c := New(Options{})
	for _, call := range [][2]string{
		{"parse_smiles", `{"smiles":"c1ccccc1"}`},
		{"calc_properties", `{"smiles":"CC(=O)Oc1ccccc1C(=O)O"}`},
		{"smiles_to_moljson", `{"smiles":"CCO"}`},
		{"smarts_match", `{"smarts":"[CX3](=O)O","smiles":"CC(=O)Oc1ccccc1C(=O)O"}`},
		{"representation_router", `{"smiles":"CO","task":"editing"}`},
		{"admet_profile", `{"smiles":"CCN"}`},
	} {
		outcome, err := tools.Registry().Lookup(call[0]).Run(t.Context(), json.RawMessage(call[1]), nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, _, err := c.Call(t.Context(), "tool.run", fmt.Appendf(nil, `{"name":%q,"args":%s}`, call[0], call[1]), nil, nil)
		if err != nil {
			t.Errorf("%s: %v", call[0], err)
			continue
		}
		var got struct{ Value json.RawMessage }
		if err := json.Unmarshal(answer, &got); err != nil {
			t.Fatal(err)
		}
		var a, b any
		if json.Unmarshal(got.Value, &a) != nil || json.Unmarshal(outcome.Value, &b) != nil || fmt.Sprint(a) != fmt.Sprint(b) {
			t.Errorf("%s: got %s, want %s", call[0], got.Value, outcome.Value)
		}
	}
	_, _, err := c.Call(t.Context(), "tool.run", []byte(`{"name":"parse_smiles","args":{"smiles":"C1CC"}}`), nil, nil)
	if f := AsFailure(err); f.Code != "INVALID_SMILES" {
		t.Errorf("got %+v, want INVALID_SMILES", f)
	}
}

// TestTimeLimitInThePage: find_mcs ends in time where no timer fires during a run.
func TestTimeLimitInThePage(t *testing.T) {
	const cage = "C12C3C4C5C1C1C6C7C2C2C8C3C3C9C4C4C%10C5C5C1C1C6C6C%11C7C2C2C7C8C3C3C8C9C4C4C9C%10C5C5C1C1C6C6C%11C2C2C7C3C3C8C4C4C9C5C1C1C6C2C3C41"
	request := fmt.Appendf(nil, `{"name":"find_mcs","args":{"smiles_list":[%q,"C1CC2CC1C1C2C2CC1C1CC3CC1C1C3C3CC1CC32"],"timeout_ms":50}}`, cage)
	begin := time.Now()
	answer, _, err := New(Options{}).Call(t.Context(), "tool.run", request, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if took := time.Since(begin); took > 5*time.Second {
		t.Errorf("took %v with a limit of 50 ms: %s", took, answer)
	}
}
