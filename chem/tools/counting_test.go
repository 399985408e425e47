package tools

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
)

// TestCounting: every message that names an atom by its number says where counting begins:
// from 1 about the text of a mol block, from 0 about a geometry, as arguments do.
func TestCounting(t *testing.T) {
	five := strings.Join([]string{"", "  test              3D", "", "  6  5  0  0  0  0            999 V2000",
		"    0.0000    0.0000    0.0000 C   0  0", "    1.0000    0.0000    0.0000 H   0  0", "   -1.0000    0.0000    0.0000 H   0  0",
		"    0.0000    1.0000    0.0000 H   0  0", "    0.0000   -1.0000    0.0000 H   0  0", "    0.0000    0.0000    1.0000 H   0  0",
		"  1  2  1  0", "  1  3  1  0", "  1  4  1  0", "  1  5  1  0", "  1  6  1  0", "M  END", ""}, "\n")
	for _, c := range []struct {
		tool string
		args object
		want string
	}{
		{"liquid_box", object{"components": []object{{"molecule": object{"name": "x", "molblock": five}, "count": 1}}, "seed": 1}, "carbon atom 1 has 5 bonds; it can have at most 4 (atoms counted from 1"},
		{"optimize_3d", object{"molblock": five}, "Carbon atom 1 has valence 5; it can have at most 4 (atoms counted from 1, as in the block)."},
		{"generate_3d", object{"smiles": "C1CC/C=C/C1"}, "(atoms counted from 0)"},
	} {
		raw, err := json.Marshal(c.args)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Registry().Lookup(c.tool).Run(context.Background(), raw, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s:\n got %v\nwant …%s…", c.tool, err, c.want)
		}
	}
	a := answered[generateAnswer](t, "generate_3d", object{"smiles": "[Fe+2].[cH-]1cccc1.[cH-]1cccc1"})
	if len(a.Warnings) != 1 || !strings.HasPrefix(a.Warnings[0], "Atom 0 (Fe) binds rings") || !strings.HasSuffix(a.Warnings[0], "(atoms counted from 0).") {
		t.Errorf("ferrocene: got %q", a.Warnings)
	}
}
