package tools

import (
	"fmt"
	"strings"
	"testing"
)

// tacticMonomers are units as SMILES with link points, and as text from which chains of a
// tacticity are written: % is the mark of the center, the last unit ends with a hydrogen.
var tacticMonomers = []struct{ name, unit, inner, last string }{
	{"propylene", "*CC(*)C", "C[C%H](C)", "CCC"},
	{"styrene", "*CC(*)c1ccccc1", "C[C%H](c1ccccc1)", "CCc1ccccc1"},
	{"vinyl chloride", "*CC(*)Cl", "C[C%H](Cl)", "CCCl"},
	{"acrylonitrile", "*CC(*)C#N", "C[C%H](C#N)", "CCC#N"},
	{"vinyl acetate", "*CC(*)OC(C)=O", "C[C%H](OC(C)=O)", "CCOC(C)=O"},
	{"methyl acrylate", "*CC(*)C(=O)OC", "C[C%H](C(=O)OC)", "CCC(=O)OC"},
	{"methyl methacrylate", "*CC(*)(C)C(=O)OC", "C[C%](C)(C(=O)OC)", "C[C%H](C)(C(=O)OC)"},
	{"L-lactic acid", "*O[C@@H](C)C(=O)*", "O[C%H](C)C(=O)", "O[C%H](C)C=O"},
	{"propylene oxide", "*C[C@H](C)O*", "C[C%H](C)O", "C[C%H](C)O"},
	{"4-methyl-1-hexene, S", "*CC(*)C[C@@H](C)CC", "C[C%H](C[C@@H](C)CC)", "CCC[C@@H](C)CC"},
}

// The report equals the request, and so does the molecule that the positions show: its
// canonical SMILES is that of the tacticity written out, or of its mirror image.
func TestChainTacticity(t *testing.T) {
	const length = 6
	for _, m := range tacticMonomers {
		centers := length
		if !strings.Contains(m.last, "%") {
			centers--
		}
		dyads := centers - 1
		for _, c := range []struct {
			tacticity, rest string
			meso            int
		}{
			{"isotactic", "", dyads},
			{"syndiotactic", "", 0},
			{"atactic", `,"meso":0.4`, int(0.4*float64(dyads) + 0.5)},
			{"monomer", "", dyads},
		} {
			r := mustCall(t, "polymer_chain", chainOf(m.unit, length, fmt.Sprintf(`"tacticity":%q%s`, c.tacticity, c.rest))).Result
			if got, want := said(r, "dyads"), fmt.Sprintf("m %d, r %d", c.meso, dyads-c.meso); got != want {
				t.Errorf("%s, %s: got dyads %q, want %q", m.name, c.tacticity, got, want)
			}
			if len(r.Warnings) > 0 {
				t.Errorf("%s, %s: warnings %q", m.name, c.tacticity, r.Warnings)
			}
			got := shownSMILES(t, &r.Structure)
			word := said(r, "dyadSequence")
			first, second := writeChain(m.inner, m.last, length, word, 0), writeChain(m.inner, m.last, length, word, 1)
			if first, second = canonicalOfText(t, first), canonicalOfText(t, second); got != first && got != second {
				t.Errorf("%s, %s: the positions show\n%s, want\n%s or\n%s", m.name, c.tacticity, got, first, second)
			}
		}
	}
}

// writeChain writes a chain whose dyads are given; hand is that of the first unit.
func writeChain(inner, last string, length int, dyads string, hand int) string {
	var text strings.Builder
	for k := range length {
		unit := inner
		if k == length-1 {
			unit = last
		}
		if k > 0 && k-1 < len(dyads) && dyads[k-1] == 'r' {
			hand = 1 - hand
		}
		text.WriteString(strings.Replace(unit, "%", []string{"@", "@@"}[hand], 1))
	}
	return text.String()
}

// Descriptors: isotactic poly(L-lactic acid) is S throughout, isotactic polystyrene
// changes in the middle, where the other end of the chain becomes the near one.
func TestChainDescriptors(t *testing.T) {
	r := mustCall(t, "polymer_chain", chainOf("*O[C@@H](C)C(=O)*", 12, `"tacticity":"isotactic"`)).Result
	if got, want := said(r, "unitDescriptors"), strings.Repeat("S", 12); got != want || said(r, "configurations") != "S 12" {
		t.Errorf("poly(L-lactic acid): got %s (%s), want %s", got, said(r, "configurations"), want)
	}
	r = mustCall(t, "polymer_chain", chainOf("*O[C@@H](C)C(=O)*", 12, `"tacticity":"syndiotactic"`)).Result
	if got, want := said(r, "unitDescriptors"), strings.Repeat("SR", 6); got != want {
		t.Errorf("syndiotactic poly(lactic acid): got %s, want %s", got, want)
	}
	r = mustCall(t, "polymer_chain", chainOf("*CC*", 12, `"tacticity":"isotactic"`)).Result
	if len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0], "Tacticity has no meaning") || said(r, "dyads") != "" {
		t.Errorf("polyethylene: warnings %q, dyads %q", r.Warnings, said(r, "dyads"))
	}
}

// TestChainOfAVinylMonomer: styrene in place of its repeat unit keeps every double bond,
// and says so; the unit itself and one given by link points say nothing.
func TestChainOfAVinylMonomer(t *testing.T) {
	for smiles, warned := range map[string]bool{"C=Cc1ccccc1": true, "CCc1ccccc1": false, "*C=C*": false} {
		r := mustCall(t, "polymer_chain", chainOf(smiles, 3, "")).Result
		if got := len(r.Warnings) == 1 && strings.Contains(r.Warnings[0], "keeps the double bond"); got != warned {
			t.Errorf("%s: got %q, want warned %v", smiles, r.Warnings, warned)
		}
	}
}
