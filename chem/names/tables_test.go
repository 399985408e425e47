package names

import (
	"strings"
	"testing"
)

// TestTables reads every line of every table by itself.
func TestTables(t *testing.T) {
	for name, table := range map[string]string{"groups": prefixTable, "parents": parentTable, "rings": ringTable, "acids": acidTable, "anions": oxoTable} {
		for line := range strings.Lines(table) {
			line = strings.TrimSuffix(line, "\n")
			func() {
				defer func() {
					if e := recover(); e != nil {
						t.Errorf("%s: %v", name, e)
					}
				}()
				v := &vocabulary{}
				v.entry(&v.parents, line, nil)
				if len(v.templates) == 0 {
					t.Errorf("%s: %q is no entry", name, line)
					return
				}
				tm := v.templates[0]
				seen := map[string]bool{}
				for _, locs := range tm.locs {
					for _, l := range locs {
						if seen[l] {
							t.Errorf("%s: %q has two atoms %s", name, line, l)
						}
						seen[l] = true
					}
				}
			}()
		}
	}
	for i := range suffixTable {
		if s := &suffixTable[i]; s.smiles != "" {
			suffixMol(s)
		}
	}
}
