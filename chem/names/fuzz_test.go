package names

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/molsmith/molsmith/chem/smiles"
)

// FuzzRead holds what is true of every text: an answer is a molecule in canonical form,
// an error is one line at a place of the text, and both come after bounded work.
func FuzzRead(f *testing.F) {
	for _, s := range []string{
		"2,2,4-trimethylpentane", "N,N-dimethylformamide", "ethyl 2-methylpropanoate", "(2R,3S)-2,3-dibromobutane", "bis(2-ethylhexyl) phthalate",
		"1,2,3,4-tetrahydroisoquinoline", "pyrimidine-2,4(1H,3H)-dione", "sodium hydrogen carbonate", "cis-1,4-dimethylcyclohexane", "2,2'-bipyridine",
		"acetic propionic anhydride", "4-dimethylaminobenzaldehyde", "dichlorobenzene", "bicyclo[2.2.1]heptane", "((((((((", "1-1-1-1-", "methylmethylmethylmethyl",
		"tetratetratetradecyl", "perfluoroperfluoro", "o-o-o-benzene", "α,α,α-trifluorotoluene", "ＥＴＨＡＮＯＬ", "cyclohectane", "\xff\xfe",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, read := range []func(string) (Result, error){ReadRules, Read} {
			r, err := read(text)
			if err == nil {
				p, err := smiles.Perceive(r.SMILES)
				if err != nil {
					t.Fatalf("%q: %s: %v", text, r.SMILES, err)
				}
				if s, err := smiles.Canonical(p); err != nil || s != r.SMILES {
					t.Fatalf("%q: %s is not canonical: %s (%v)", text, r.SMILES, s, err)
				}
				continue
			}
			var e *Error
			if !errors.As(err, &e) {
				t.Fatalf("%q: %v is no *Error", text, err)
			}
			if e.Offset < 0 || e.Offset > len(text) || e.Msg == "" || strings.Contains(e.Msg, "\n") || utf8.ValidString(text) && !utf8.ValidString(e.Msg) {
				t.Fatalf("%q: %q at %d", text, e.Msg, e.Offset)
			}
			if e.Ambiguous && len(e.Suggestions) < 2 {
				t.Fatalf("%q: one choice is none: %v", text, e.Suggestions)
			}
		}
	})
}
