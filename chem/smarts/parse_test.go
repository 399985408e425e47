package smarts

import (
	"errors"
	"strings"
	"testing"
)

func TestParseErrors(t *testing.T) {
	tests := []struct {
		smarts string
		offset int
		want   string
	}{
		{"", 0, "expected an atom, got the end"},
		{"   ", 3, "expected an atom"},
		{"[", 1, "expected ] to close the [ of character 1"},
		{"[]", 1, "expected an atom primitive: the brackets are empty"},
		{"[C", 2, "expected ] to close the [ of character 1"},
		{"C]", 1, "expected an atom, a bond, a ring closure or a branch"},
		{"[C,]", 3, "expected an atom primitive after ','"},
		{"[,C]", 1, "expected an atom primitive before ','"},
		{"[C&&N]", 3, "expected an atom primitive before '&'"},
		{"[C!]", 3, "expected an atom primitive after '!'"},
		{"[C !N]", 2, "expected an atom primitive or ]"},
		{"[Q]", 1, "expected an atom primitive or ]"},
		{"[#]", 2, "expected an atomic number after #"},
		{"[^6]", 2, "expected a hybridization from 0 to 5"},
		{"[C:]", 3, "expected a map number after the colon"},
		{"[C:1;H]", 4, "expected ] after the map number"},
		{"[D{2}]", 4, "expected - in a range"},
		{"[D{-}]", 4, "expected a number in the range"},
		{"[D{2-3]", 6, "expected } after the range"},
		{"[#6{1-2}]", 3, "expected an atom primitive or ]"},
		{"[D99999999999]", 2, "the number is larger than 999999999"},
		{"[H+,C]", 3, "expected ] after the charge of a hydrogen atom"},
		{"[C@SP4]", 5, "expected a number from 1 to 3 after @SP"},
		{"[C@TB21]", 5, "expected a number from 1 to 20 after @TB"},
		{"[$C]", 2, "expected ( after $"},
		{"[$(C]", 4, "expected an atom, a bond, a ring closure or a branch"},
		{"[$(C", 4, "expected ) to close the $( of character 2"},
		{"[$()]", 3, "expected an atom, got )"},
		{"[$(C1)]", 4, "ring closure 1 is never closed"},
		{"[$(C)_]", 6, "expected a number after _"},
		{"C1[$(C1)]", 6, "ring closure 1 is never closed"},
		{"C(C", 3, "expected ) to close the ( of character 2"},
		{"C)", 1, "no ( is open"},
		{"C()C", 2, "expected an atom: the branch is empty"},
		{"C((C))C", 2, "expected an atom or a bond at the start of a branch"},
		{"C-(C)", 2, "expected an atom after the bond; a branch's bond stands inside it"},
		{"C(C)-", 5, "expected an atom after the bond, got the end"},
		{"C(-)C", 3, "expected an atom after the bond, got )"},
		{"C(1CC1)", 2, "a branch cannot start with a ring closure"},
		{"C(=1CC1)", 3, "a branch cannot start with a ring closure"},
		{"C(.C)C", 2, "expected an atom or a bond at the start of a branch"},
		{"C(C.(C))", 4, "expected an atom, got ("},
		{"-C", 0, "expected an atom before the bond"},
		{"C!C", 2, "expected a bond symbol after \"!\""},
		{"C-,C", 3, "expected a bond symbol after \",\""},
		{"C-,;=C", 3, "expected a bond symbol before ';'"},
		{"C,C", 1, "expected a bond symbol before ','"},
		{"C<C", 1, "expected <- for a dative bond"},
		{"C1CC", 1, "ring closure 1 is never closed"},
		{"C%12CC%13CC%13", 1, "ring closure 12 is never closed"},
		{"C11", 2, "ring closure 1 joins the atom to itself"},
		{"C1C1", 3, "ring closure 1 joins two atoms that are bonded already"},
		{"C12CC12", 6, "ring closure 2 joins two atoms that are bonded already"},
		{"C-1CC=1", 5, "ring closure 1 was opened at character 3 with another bond"},
		{"C%1CC%1", 3, "expected two digits after %"},
		{"C%(123456)CC%(123456)", 8, "expected ) after a ring number of up to five digits"},
		{"C%()", 3, "expected a ring number of up to five digits"},
		{"1CC1", 0, "expected an atom before the ring closure"},
		{".C", 0, "expected an atom, got ."},
		{"C.", 2, "expected an atom, got the end"},
		{"C..C", 2, "expected an atom, got ."},
		{"(C", 2, "expected ) to close the ( of character 1"},
		{"()", 1, "expected an atom, got )"},
		{"(C)C", 3, "expected . or the end after a component in parentheses"},
		{"((C))", 1, "expected an atom, got ("},
		{"C>>N", 1, "reaction patterns are not read"},
		{"C |$x$|", 2, "extensions (|...|) are not read"},
		{"[Cé]", 2, "expected an atom primitive or ]"},
		{"C" + strings.Repeat("C", MaxBytes), MaxBytes, "the SMARTS has 100001 bytes; the limit is 100000"},
	}
	for _, c := range tests {
		name := c.smarts[:min(len(c.smarts), 40)]
		_, err := Parse(c.smarts)
		fault, ok := errors.AsType[*ParseError](err)
		if !ok {
			t.Errorf("%s: got error %v, want a *ParseError", name, err)
			continue
		}
		if fault.Offset != c.offset || !strings.Contains(fault.Msg, c.want) {
			t.Errorf("%s: got %d %q, want %d %q", name, fault.Offset, fault.Msg, c.offset, c.want)
		}
	}
}

func TestParseAccepts(t *testing.T) {
	for text, atoms := range map[string]int{
		"C name of a pattern": 1, " C": 1, "C\n": 1, "C.C": 2, "(C).(C.N).O": 4, "C(C.C)C": 4, "C1.C1": 2, "C0CC0": 3, "C%00CC%00": 3,
		"C%(1)CC1": 3, "C(C)1CC1": 4, "C->N": 2, "C<-N": 2, "C!!-C": 2, `C\\C`: 2, "C/?C=C\\?C": 4, "[C@?H](O)(N)C": 4, "[H{1-2}]": 1,
		"[+++]": 1, "[--]": 1, "[Fe+++]": 1, "[$(C)_100]": 1, "[!!C]": 1, "[12]": 1, "[C12]": 1, "[0C]": 1, "[#200]": 1, "[Nh]": 1, "[Og]": 1,
		"[se]": 1, "[Sc]": 1, "[sc]": 1, "[D{3-2}]": 1, "[Pt@SP1H]": 1, "[C@OH]": 1, "[H:1]": 1, "[2H+:1]": 1, "[HH]": 1, "[*H]": 1, "[C:0]": 1,
	} {
		q, err := Parse(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if q.Atoms() != atoms || q.String() != text {
			t.Errorf("%q: got %d atoms, text %q; want %d", text, q.Atoms(), q.String(), atoms)
		}
	}
}

func TestMustParse(t *testing.T) {
	for name, parse := range map[string]func(string) *Query{"MustParse": MustParse, "MustParseMerged": MustParseMerged} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s of no SMARTS did not panic", name)
				}
			}()
			parse("C(")
		}()
	}
}

// FuzzParse reads any text and matches what can be read, in one search of each kind.
func FuzzParse(f *testing.F) {
	for _, text := range usualQueries {
		f.Add(text, "CC(=O)Oc1ccccc1C(=O)O")
	}
	for _, text := range []string{"(C.O).(N)", "[$(C[$(N[$(C=O)])])]", "[C@@H]1[C@H]CCCC1", "F/C=C\\?F", "[!13C,+{1-2};r{-6}]->[^2]", "C%(12345)CC%(12345)", "[H+].[2H:1]"} {
		f.Add(text, "C[C@H](N)C(=O)[O-].[Na+]")
	}
	f.Fuzz(func(t *testing.T, text, smi string) {
		if len(smi) > 300 {
			return
		}
		q, err := Parse(text)
		if err != nil {
			if fault, ok := errors.AsType[*ParseError](err); !ok || fault.Offset < 0 || fault.Offset > len(text) {
				t.Fatalf("%q: got error %#v, want a *ParseError inside the text", text, err)
			}
			return
		}
		molecule := fuzzTarget(smi)
		if molecule == nil {
			return
		}
		merged := MustParseMerged(text)
		all, errAll := q.Match(molecule, Options{All: true, Steps: 20_000})
		unique, errUnique := q.Match(molecule, Options{Steps: 20_000})
		if errAll == nil && errUnique == nil {
			distinct := map[string]bool{}
			for _, s := range sets(all.Maps) {
				distinct[s] = true
			}
			if len(distinct) != len(unique.Maps) {
				t.Errorf("%q in %q: got %d unique matches, want %d", text, smi, len(unique.Maps), len(distinct))
			}
			first := make([]bool, len(molecule.words))
			if err := q.First(molecule, first); err == nil {
				want := make([]bool, len(first))
				for _, m := range all.Maps {
					want[m[0]] = true
				}
				for i := range want {
					if first[i] != want[i] {
						t.Errorf("%q in %q: First of atom %d is %v, want %v", text, smi, i, first[i], want[i])
					}
				}
			}
			if has, err := q.Has(molecule); err == nil && has != (len(all.Maps) > 0) {
				t.Errorf("%q in %q: Has is %v with %d maps", text, smi, has, len(all.Maps))
			}
		}
		if _, err := q.Match(molecule, Options{Chirality: true, Steps: 20_000}); err != nil && !errors.Is(err, ErrSteps) {
			t.Error(err)
		}
		if _, err := merged.Has(molecule); err != nil && !errors.Is(err, ErrSteps) {
			t.Error(err)
		}
	})
}
