package tools

import (
	"testing"

	"github.com/molsmith/molsmith/contract"
)

// TestGoldenPolymers holds the bytes of chains and melts, as TestGoldenBox does those of
// boxes.
func TestGoldenPolymers(t *testing.T) {
	for _, c := range []struct{ tool, args, want string }{
		{"polymer_chain", chainOf("CC", 60, ""), goldenChain},
		{"polymer_chain", chainOf("*CC(*)c1ccccc1", 12, `"tacticity":"atactic","composition":"random","monomers":[{"molecule":{"name":"lactide","smiles":"*O[C@@H](C)C(=O)*"},"head":0,"tail":0}],"end":"molecule","end_group":{"name":"water","smiles":"O"}`), goldenCopolymer},
		{"polymer_melt", `{"monomer":{"name":"propylene","smiles":"*CC(*)C"},"head":0,"tail":0,"seed":9007199254740991,"chains":4,"length":10,"density":0.7,"tacticity":"syndiotactic"}`, goldenMelt},
	} {
		out := mustCall(t, c.tool, c.args)
		if got := contract.CanonicalHash(&out.Result.Structure); got != c.want {
			t.Errorf("%s: got %s, want %s", c.tool, got, c.want)
		}
	}
}
