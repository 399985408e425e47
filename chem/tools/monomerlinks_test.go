package tools

import (
	"strings"
	"testing"
)

// Head and tail tell like groups apart: a mark beside the one that goes on is kept, as it is
// beside a link point.
func TestMarksBesideEnds(t *testing.T) {
	cis, trans := "CC(C)=CCC/C(C)=C\\C", "CC(C)=CCC/C(C)=C/C"
	for _, c := range []struct{ monomer, links, want string }{
		{"C/C(C)=C\\C", `"head":0,"tail":4`, cis},
		{"C/C(C)=C/C", `"head":0,"tail":4`, trans},
		{"C/C(C)=C\\C", `"head":2,"tail":4`, trans},
		{"*C/C(C)=C\\C*", `"head":0,"tail":0`, cis},
	} {
		args := `{"monomer":{"name":"u","smiles":"` + strings.ReplaceAll(c.monomer, `\`, `\\`) + `"},` + c.links + `,"seed":1,"length":2}`
		s := &mustCall(t, "polymer_chain", args).Result.Structure
		if got, want := shownSMILES(t, s), canonicalOfText(t, c.want); got != want {
			t.Errorf("%s, %s: got %s, want %s", c.monomer, c.links, got, want)
		}
	}
}
