package tools

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/contract"
)

// TestSolvatePreviewOfLargeIons: a preview has rougher geometries of molecules than a
// run, whose ions take room from the solvent; both come to the same counts.
func TestSolvatePreviewOfLargeIons(t *testing.T) {
	document := empty(cubic(36))
	for seed := range 3 {
		rest := fmt.Sprintf(`"solvent":{"name":"Water","smiles":"O"},"seed":%d,"ions":"concentration","concentration":2,
			"cation":{"name":"Tetrabutylammonium","smiles":"CCCC[N+](CCCC)(CCCC)CCCC"},
			"anion":{"name":"Tosylate","smiles":"Cc1ccc(cc1)S(=O)(=O)[O-]"}`, seed)
		p := Registry().Lookup("solvate").Preview(json.RawMessage("{"+rest+"}"), document)
		if len(p.Facts) == 0 || p.Facts[0].Label != "Adds" {
			t.Fatalf("got %+v", p)
		}
		promised := regexp.MustCompile(`[^0-9,]+`).ReplaceAllString(p.Facts[0].Value, "")
		counts, _ := mustOn(t, "solvate", document, rest).Result.Provenance.Get(provenCounts)
		added := regexp.MustCompile(`[^0-9,]+`).ReplaceAllString(counts.(string), "")
		if promised != added {
			t.Errorf("seed %d: the preview promises %s, the run adds %s", seed, promised, added)
		}
	}
}

// TestSolvateResiduesAskedTwice: a name that two components ask for is given once, and
// a warning says so.
func TestSolvateResiduesAskedTwice(t *testing.T) {
	out := mustOn(t, "solvate", empty(cubic(16)), water+`,"residue":"SOL","mixture":"mixed",
		"further":[{"molecule":{"name":"Methanol","smiles":"CO"},"residue":"sol"}]`)
	want := `The residue name SOL is taken: "Methanol" got SOL2.`
	if w := out.Result.Warnings; len(w) != 1 || w[0] != want {
		t.Errorf("warnings %q, want %q", w, want)
	}
	for _, rest := range []string{``, `,"residue":"sol"`} {
		if w := mustOn(t, "solvate", empty(cubic(16)), water+rest).Result.Warnings; len(w) != 0 {
			t.Errorf("%q: warnings %q", rest, w)
		}
	}
}

// TestSolvateNoRoomNamesTheRatios: less than a molecule of water fits because of what
// goes with each.
func TestSolvateNoRoomNamesTheRatios(t *testing.T) {
	_, err := runOn(t, "solvate", empty(cubic(20)), water+`,"mixture":"mixed","further":[{"molecule":{"name":"Methanol","smiles":"CO"},"ratio":1000}]`)
	if e, ok := err.(*contract.Error); !ok || e.Code != contract.NoRoom || !strings.Contains(e.Message, "what the ratios add") {
		t.Errorf("got %v", err)
	}
}

// TestBoxSummaryOfLongNames: names do not push the proof out of the summary.
func TestBoxSummaryOfLongNames(t *testing.T) {
	rows := make([]string, 8)
	for i := range rows {
		rows[i] = fmt.Sprintf(`{"molecule":{"name":"%s%d","smiles":"O"},"count":%d}`, strings.Repeat("é", 120), i, 20+i)
	}
	out := mustCall(t, "liquid_box", `{"components":[`+strings.Join(rows, ",")+`],"seed":1}`)
	for _, part := range []string{"27 é", "Å", "1.00 g/cm³", "smallest distance between molecules", "0 pierced rings."} {
		if !strings.Contains(out.Text, part) {
			t.Errorf("summary %q lacks %q", out.Text, part)
		}
	}
}

// TestPreviewsOfNoCell: a document without a cell and one with a cell of nothing but
// zeros are refused each for its own reason, whichever was looked at first.
func TestPreviewsOfNoCell(t *testing.T) {
	for _, c := range []struct {
		cell *[9]float64
		says string
	}{{nil, "no cell"}, {new([9]float64), "cannot be filled"}, {nil, "no cell"}} {
		p := Registry().Lookup("solvate").Preview(json.RawMessage("{"+water+"}"), empty(c.cell))
		if len(p.Problems) != 1 || !strings.Contains(p.Problems[0].Message, c.says) {
			t.Errorf("cell %v: got %+v, want %q", c.cell, p.Problems, c.says)
		}
	}
}

// TestIonsPreviewIsRight: what the preview promises a run adds, and what it refuses a run
// refuses with the same words; where it is not sure it says "up to".
func TestIonsPreviewIsRight(t *testing.T) {
	for _, side := range []float64{10, 16, 26} {
		water := mustOn(t, "solvate", empty(cubic(side)), water+`,"density":0.8`).Result.Structure
		sure, unsure, refused := 0, 0, 0
		for _, ions := range []int{1, 3, 10, 40, 150} {
			for _, tolerance := range []float64{1.5, 2.2, 2.5, 4} {
				rest := fmt.Sprintf(`"seed":1,"amount":"count","cations":%d,"anions":%d,"tolerance":%g`, ions, ions, tolerance)
				p := Registry().Lookup("ions").Preview(json.RawMessage("{"+rest+"}"), &water)
				out, err := runOn(t, "ions", &water, rest)
				what := fmt.Sprintf("%g Å, %d ions, tolerance %g", side, 2*ions, tolerance)
				switch {
				case len(p.Problems) > 0:
					refused++
					if err == nil || err.Error() != p.Problems[0].Message {
						t.Errorf("%s: refused as %q, the run says %v", what, p.Problems[0].Message, err)
					}
				case p.Facts[0].Label == "Adds":
					sure++
					if err != nil || len(out.Result.Structure.Elements) != 2*ions {
						t.Errorf("%s: promised, the run says %v", what, err)
					}
				case p.Facts[0].Label == "Adds up to":
					unsure++
				default:
					t.Errorf("%s: %+v", what, p.Facts)
				}
			}
		}
		t.Logf("%g Å: %d sure, %d unsure, %d refused", side, sure, unsure, refused)
	}
	// An empty cell holds what is promised.
	for _, ions := range []int{1, 20} {
		rest := fmt.Sprintf(`"seed":1,"amount":"count","cations":%d,"anions":%d`, ions, ions)
		p := Registry().Lookup("ions").Preview(json.RawMessage("{"+rest+"}"), empty(cubic(30)))
		if len(p.Facts) == 0 || p.Facts[0].Label != "Adds" {
			t.Errorf("%d ions in an empty cell: %+v", ions, p)
		}
	}
}

// TestSolvatePreviewSeesTheDocument: a cell in which the document's atoms leave too little
// room is refused before the run, as by the run.
func TestSolvatePreviewSeesTheDocument(t *testing.T) {
	document := mustOn(t, "solvate", empty(cubic(18)), water).Result.Structure
	for _, c := range []struct {
		count   int
		refused bool
	}{{5, false}, {400, true}} {
		rest := fmt.Sprintf(`%s,"amount":"count","count":%d,"tolerance":2.4`, water, c.count)
		p := Registry().Lookup("solvate").Preview(json.RawMessage("{"+rest+"}"), &document)
		_, err := runOn(t, "solvate", &document, rest)
		if (len(p.Problems) > 0) != c.refused || (err != nil) != c.refused {
			t.Errorf("%d: preview %v, run %v", c.count, p.Problems, err)
		}
		if c.refused && err != nil && len(p.Problems) > 0 && err.Error() != p.Problems[0].Message {
			t.Errorf("%d: preview %q, run %q", c.count, p.Problems[0].Message, err)
		}
	}
}
