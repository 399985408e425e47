package names

import (
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/smiles"
)

// TestVocabulary reads every line of the vocabulary by itself.
func TestVocabulary(t *testing.T) {
	part := ""
	for line := range strings.Lines(vocabularyFile(t)) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "# ") {
			part = line
			continue
		}
		v, err := readVocabulary("# groups\n" + part + "\n" + line)
		if err != nil {
			t.Errorf("%s: %q: %v", part, line, err)
			continue
		}
		for _, fields := range [][][]string{v.classes, v.ions, v.adducts} {
			for _, f := range fields {
				if _, err := smiles.Perceive(f[len(f)-1]); err != nil {
					t.Errorf("%s: %q: %v", part, line, err)
				}
			}
		}
		if len(v.templates) == 0 {
			continue
		}
		seen := map[string]bool{}
		for _, locs := range v.templates[0].locs {
			for _, l := range locs {
				if seen[l] {
					t.Errorf("%s: %q has two atoms %s", part, line, l)
				}
				seen[l] = true
			}
		}
	}
	for i := range suffixTable {
		if s := &suffixTable[i]; s.smiles != "" {
			suffixMol(s)
		}
	}
}
