package tools

import (
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/library"
)

// TestNotStated: a SMILES that leaves a configuration open gets one, and every tool that places
// copies of the molecule says which; one that states it, and the library, say nothing.
func TestNotStated(t *testing.T) {
	document := empty(cubic(24))
	for _, c := range []struct{ tool, args, want string }{
		{"liquid_box", `"components":[{"molecule":{"name":"x","smiles":"CC(F)C(O)CC"},"count":5}],"seed":1`, `"x": 2 stereocenters were not stated; chosen: C1 `},
		{"liquid_box", `"components":[{"molecule":{"name":"x","smiles":"C[C@H](F)[C@H](O)CC"},"count":5}],"seed":1`, ""},
		{"solvate", `"solvent":{"name":"x","smiles":"CC(F)CO"},"seed":1`, `"x": 1 stereocenter was not stated; chosen: C1 `},
		{"solvate", `"solvent":{"name":"x","smiles":"CC=CCCF"},"seed":1`, `"x": 1 double bond was not stated; chosen: C1=C2 `},
		{"ions", `"anion":{"name":"Lactate","smiles":"CC(O)C(=O)[O-]"},"seed":1,"concentration":1`, `"Lactate": 1 stereocenter was not stated; chosen: C1 `},
		{"polymer_chain", strings.Trim(chainOf("*OC(C)C(=O)*", 5, ""), "{}"), `"unit": 1 stereocenter was not stated; chosen: C2 `},
		{"polymer_melt", strings.Trim(chainOf("*OC(C)C(=O)*", 5, `"chains":2`), "{}"), `"unit": 1 stereocenter was not stated; chosen: C2 `},
		{"polymer_chain", strings.Trim(chainOf("*O[C@@H](C)C(=O)*", 5, ""), "{}"), ""},
	} {
		open := document
		if c.tool != "solvate" && c.tool != "ions" {
			open = nil
		}
		warnings := strings.Join(mustOn(t, c.tool, open, c.args).Result.Warnings, " ")
		if c.want == "" && strings.Contains(warnings, "stated") || !strings.Contains(warnings, c.want) {
			t.Errorf("%s %s: warnings %q, want %q", c.tool, c.args, warnings, c.want)
		}
	}
	for _, e := range library.All() {
		s, err := readSubject("smiles", e.SMILES)
		if err != nil {
			continue
		}
		if open := s.configuration(); len(open.OpenCenters)+len(open.OpenBonds) > 0 {
			t.Errorf("%s of the library leaves %v and %v open", e.ID, open.OpenCenters, open.OpenBonds)
		}
	}
}
