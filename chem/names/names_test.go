package names

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/smiles"
)

func TestRead(t *testing.T) {
	for _, tc := range []struct {
		name, smiles, display string
		source                Source
	}{
		{"Ibuprofen", "CC(C)Cc1ccc(C(C)C(=O)O)cc1", "ibuprofen", FromDictionary},
		{"  Ethyl\tacetate ", "CCOC(C)=O", "ethyl acetate", FromDictionary},
		{"lipf6", "F[P-](F)(F)(F)(F)F.[Li+]", "LiPF6", FromDictionary},
		{"THF", "C1CCOC1", "THF", FromDictionary},
		{"CO", "[C-]#[O+]", "CO", FromDictionary},
		{"beta-alanine", "NCCC(=O)O", "beta-alanine", FromDictionary},
		{"β-carotene", "CC1=C(/C=C/C(C)=C/C=C/C(C)=C/C=C/C=C(C)/C=C/C=C(C)/C=C/C2=C(C)CCCC2(C)C)C(C)(C)CCC1", "β-carotene", FromDictionary},
		{"tert butanol", "CC(C)(C)O", "tert-butanol", FromDictionary},
		{"2-chloro-5-nitrobenzonitrile", "N#Cc1cc([N+](=O)[O-])ccc1Cl", "2-chloro-5-nitrobenzonitrile", FromRules},
		{"4-Ethyl-3-methyl-octane", "CCCCC(CC)C(C)CC", "4-Ethyl-3-methyl-octane", FromRules},
	} {
		r, err := Read(tc.name)
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		if r.SMILES != canonical(t, tc.smiles) || r.Source != tc.source || r.Display != tc.display {
			t.Errorf("%s: got %+v, want %s, %s, %s", tc.name, r, tc.smiles, tc.display, tc.source)
		}
	}
}

func TestReadNotes(t *testing.T) {
	for _, tc := range []struct{ name, note string }{
		{"DME", "dimethyl ether"},
		{"PC", "polycarbonate"},
		{"polystyrene", "repeat unit"},
		{"butanol", "isomer open"},
		{"2-trifluoromethylpyridine", "2-(trifluoromethyl)pyridine"},
		{"rac-2-chlorobutane", "racemate"},
	} {
		r, err := Read(tc.name)
		if err != nil || !slices.ContainsFunc(r.Notes, func(n string) bool { return strings.Contains(n, tc.note) }) {
			t.Errorf("%s: got %+v (%v), want a note on %q", tc.name, r, err, tc.note)
		}
		if r.RepeatUnit != strings.Contains(r.SMILES, "*") {
			t.Errorf("%s: repeat unit %v, SMILES %s", tc.name, r.RepeatUnit, r.SMILES)
		}
	}
	if r, err := Read("butanol"); err != nil || len(r.Others) != 1 || r.Others[0].SMILES != "CCC(C)O" {
		t.Errorf("butanol: got %+v (%v), want 2-butanol beside it", r, err)
	}
}

func TestReadAsksBack(t *testing.T) {
	for _, tc := range []struct {
		name   string
		smiles []string
	}{
		{"xylene", []string{"Cc1ccccc1C", "Cc1cccc(C)c1", "Cc1ccc(C)cc1"}},
		{"cresol", []string{"Cc1ccccc1O", "Cc1cccc(O)c1", "Cc1ccc(O)cc1"}},
		{"dichlorobenzene", []string{"Clc1ccccc1Cl", "Clc1cccc(Cl)c1", "Clc1ccc(Cl)cc1"}},
		{"chlorobutane", []string{"CCCCCl", "CCC(C)Cl"}},
		{"methyl-1-butene", []string{"CCC(C)=C", "CC(C)C=C"}},
		{"dimethylhexane", []string{"CCCCC(C)(C)C", "CC(C)CCC(C)C"}},
	} {
		_, err := Read(tc.name)
		var e *Error
		if !errors.As(err, &e) || !e.Ambiguous {
			t.Errorf("%s: got %v, want a choice", tc.name, err)
			continue
		}
		for _, want := range tc.smiles {
			if !slices.ContainsFunc(e.Suggestions, func(s Suggestion) bool { return s.SMILES == canonical(t, want) }) {
				t.Errorf("%s: %s is not among %v", tc.name, want, e.Suggestions)
			}
		}
	}
}

func TestReadSuggests(t *testing.T) {
	for _, tc := range []struct{ name, want string }{
		{"ibuprofin", "CC(C)Cc1ccc(C(C)C(=O)O)cc1"},
		{"asprin", "CC(=O)Oc1ccccc1C(=O)O"},
		{"cafeine", "Cn1c(=O)c2c(ncn2C)n(C)c1=O"},
		{"parcetamol", "CC(=O)Nc1ccc(O)cc1"},
		{"tolune", "Cc1ccccc1"},
		{"etahnol", "CCO"},
		{"acetonitrlie", "CC#N"},
		{"xylenes", "Cc1ccccc1C"},
		{"(R)-butanol", "CC[C@@H](C)O"},
	} {
		_, err := Read(tc.name)
		var e *Error
		if !errors.As(err, &e) || len(e.Suggestions) == 0 || e.Suggestions[0].SMILES != canonical(t, tc.want) {
			t.Errorf("%s: got %v, want the suggestion %s", tc.name, err, tc.want)
		}
	}
	for _, name := range []string{"Nafion", "xq", "qwertyuiopasdfghjkl", "a", "k"} {
		_, err := Read(name)
		var e *Error
		if !errors.As(err, &e) || len(e.Suggestions) > 0 {
			t.Errorf("%s: got %v with %v, want no suggestion", name, err, e)
		}
	}
}

// TestSuggestDistance compares with the plain algorithm on every name.
func TestSuggestDistance(t *testing.T) {
	d, err := Current()
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"ibuprofin", "etahnol", "2-methylbutanl", "acetic adic"} {
		m := newMeter(text, 3)
		for i := range d.Len() {
			distance, ok := m.next(d.Name(i), int(d.shared[i]))
			want := alignment(d.Name(i), text)
			if ok != (want <= 3) || ok && distance != want {
				t.Errorf("%q and %q: got %d %v, want %d", text, d.Name(i), distance, ok, want)
			}
		}
	}
}

// alignment is the optimal string alignment distance.
func alignment(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			v := rows[i-1][j-1]
			if a[i-1] != b[j-1] {
				v = min(v, rows[i-1][j], rows[i][j-1]) + 1
				if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
					v = min(v, rows[i-2][j-2]+1)
				}
			}
			rows[i][j] = v
		}
	}
	return rows[len(a)][len(b)]
}

func TestNormalize(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"  Ethyl   Acetate\n", "ethyl acetate"},
		{"2,2′‑bipyridine", "2,2'-bipyridine"},
		{"1,1″", "1,1''"},
		{"Ｅthanol２", "ethanol2"},
		{"H₂O", "h2o"},
		{"µ-ﬂuoro", "μ-fluoro"},
		{"Β-Carotene", "β-carotene"},
		{"a\u200bb\u00adc", "abc"},
		{"Ünder", "ünder"},
		{"", ""},
	} {
		n := normalize(tc.text)
		if n.text != tc.want {
			t.Errorf("%q: got %q, want %q", tc.text, n.text, tc.want)
		}
		if len(n.at) != len(n.text)+1 {
			t.Errorf("%q: %d origins for %d bytes", tc.text, len(n.at), len(n.text))
		}
		for i, at := range n.at {
			if int(at) > len(tc.text) || i > 0 && at < n.at[i-1] {
				t.Errorf("%q: origins %v", tc.text, n.at)
				break
			}
		}
	}
}

// TestDictionary checks what every entry has to be.
func TestDictionary(t *testing.T) {
	d, err := Current()
	if err != nil {
		t.Fatal(err)
	}
	if d.Len() != 19_391 || len(d.structures) != 6_179 {
		t.Errorf("got %d names of %d structures", d.Len(), len(d.structures))
	}
	for _, text := range d.structures {
		p, err := smiles.Perceive(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if s, err := smiles.Canonical(p); err != nil || s != text {
			t.Errorf("%s is not canonical: %s (%v)", text, s, err)
		}
	}
	for i := range d.Len() {
		name := d.Name(i)
		if n := normalize(name).text; n != name {
			t.Errorf("%q is not normalized: %q", name, n)
		}
		j, how, ok := d.find(name)
		if d.Kind(i) == Letter {
			if ok {
				t.Errorf("%q, a one-letter code, is found as a name", name)
			}
		} else if !ok || j != i || how != exact {
			t.Errorf("%q is entry %d, found %d %v", name, i, j, ok)
		}
		if n := normalize(d.Display(i)).text; n != name {
			t.Errorf("%q is shown as %q, which is the name %q", name, d.Display(i), n)
		}
	}
}

func TestReadDictionary(t *testing.T) {
	good := pack([]row{{"ethane", "CC", "Ethane", 17}, {"ethanol", "CCO", "ethanol", 17}}, "# groups\n")
	d, err := ReadDictionary(good)
	if err != nil || d.Len() != 2 || d.Name(1) != "ethanol" || d.SMILES(1) != "CCO" || d.Display(0) != "Ethane" || d.Display(1) != "ethanol" || d.Tier(0) != 1 || d.Kind(0) != Common {
		t.Fatalf("got %+v, %v", d, err)
	}
	for i := range good {
		if _, err := ReadDictionary(good[:i]); err == nil {
			t.Errorf("the first %d bytes of %d are accepted", i, len(good))
		}
	}
	if _, err := ReadDictionary(slices.Insert(slices.Clone(good), len(good)-9, 0)); err == nil {
		t.Error("a byte too many is accepted")
	}
	if err := Load([]byte("<html>")); err == nil {
		t.Error("a page is accepted as a dictionary")
	}
}
