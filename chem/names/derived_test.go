package names

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// TestDerived has names of the dictionary with a descriptor or a word for water or acid.
func TestDerived(t *testing.T) {
	for _, tc := range []struct{ name, smiles string }{
		{"(S)-ibuprofen", "CC(C)Cc1ccc([C@H](C)C(=O)O)cc1"},
		{"(S)-(+)-Ibuprofen", "CC(C)Cc1ccc([C@H](C)C(=O)O)cc1"},
		{"(R)-nicotine", "CN1CCC[C@@H]1c1cccnc1"},
		{"(S)-limonene", "C=C(C)[C@@H]1CC=C(C)CC1"},
		{"(R)-propylene oxide", "C[C@@H]1CO1"},
		{"(R)-thalidomide", "O=C1CC[C@@H](N2C(=O)c3ccccc3C2=O)C(=O)N1"},
		{"rac-nicotine", "CN1CCCC1c1cccnc1"},
		{"(Z)-resveratrol", "Oc1ccc(/C=C\\c2cc(O)cc(O)c2)cc1"},
		{"glucose monohydrate", "O.OC[C@H]1OC(O)[C@H](O)[C@@H](O)[C@@H]1O"},
		{"choline acetate", "CC(=O)[O-].C[N+](C)(C)CCO"},
		{"1-hexyl-3-methylimidazolium ethyl sulfate", "CCCCCC[n+]1ccn(C)c1.CCOS(=O)(=O)[O-]"},
		{"lithium dodecyl sulfate", "CCCCCCCCCCCCOS(=O)(=O)[O-].[Li+]"},
		{"choline dihydrogen phosphate", "O=P([O-])(O)O.C[N+](C)(C)CCO"},
		{"metformin hydrochloride", "CN(C)C(=N)NC(=N)N.Cl"},
		{"aluminium nitrate nonahydrate", "O.O.O.O.O.O.O.O.O.O=[N+]([O-])[O-].O=[N+]([O-])[O-].O=[N+]([O-])[O-].[Al+3]"},
	} {
		r, err := Read(tc.name)
		if err != nil || r.SMILES != canonical(t, tc.smiles) || r.Source != FromDictionary {
			t.Errorf("%s: got %+v (%v), want %s", tc.name, r, err, tc.smiles)
		}
	}
	for _, tc := range []struct{ name, message, suggestion string }{
		{"(+)-camphor", "sign of rotation", "CC1(C)C2CCC1(C)C(=O)C2"},
		{"(S)-cholesterol", "one center", "C[C@H](CCCC(C)C)[C@H]1CC[C@@H]2[C@@]1(CC[C@H]1[C@H]2CC=C2[C@@]1(CC[C@@H](C2)O)C)C"},
		{"(E)-nicotine", "one double bond", "CN1CCC[C@H]1c1cccnc1"},
		{"(R)-polystyrene", "not understood", ""},
		{"choline sulfate", "", ""},
		{"morphine sulfate", "", ""},
		{"polystyrene hydrochloride", "not understood", ""},
	} {
		_, err := Read(tc.name)
		var e *Error
		if !errors.As(err, &e) || !strings.Contains(e.Msg, tc.message) || tc.suggestion != "" && (len(e.Suggestions) == 0 || e.Suggestions[0].SMILES != canonical(t, tc.suggestion)) {
			t.Errorf("%s: got %v, want %q with %s", tc.name, err, tc.message, tc.suggestion)
		}
	}
}

// TestCapitals has formulas and symbols that differ in upper and lower case only.
func TestCapitals(t *testing.T) {
	for _, tc := range []struct{ name, smiles, note string }{
		{"CoCl2", "[Co+2].[Cl-].[Cl-]", ""},
		{"cocl2", "[Co+2].[Cl-].[Cl-]", "phosgene"},
		{"nacl", "[Na+].[Cl-]", "read as NaCl"},
		{"CO", "[C-]#[O+]", ""},
		{"PO", "CC1CO1", ""},
		{"THF", "C1CCOC1", ""},
		{"Thf", "C1CCOC1", ""},
		{"CH3CH2OH", "CCO", ""},
		{"C6H6", "c1ccccc1", "other hydrocarbons"},
	} {
		r, err := Read(tc.name)
		if err != nil || r.SMILES != canonical(t, tc.smiles) || tc.note == "" != (len(r.Notes) == 0) || !strings.Contains(strings.Join(r.Notes, "; "), tc.note) {
			t.Errorf("%s: got %+v (%v), want %s and %q", tc.name, r, err, tc.smiles, tc.note)
		}
	}
	for _, name := range []string{"COCl2", "Co", "No", "Hf", "Po", "Cs2"} {
		r, err := Read(name)
		var e *Error
		if !errors.As(err, &e) || !strings.Contains(e.Msg, "upper and lower case") || len(e.Suggestions) == 0 {
			t.Errorf("%s: got %+v, %v; want a refusal with what is known", name, r, err)
		}
	}
	_, err := Read("Co")
	var e *Error
	if !errors.As(err, &e) || !slices.Contains(e.Suggestions, Suggestion{"cobalt", "[Co]"}) {
		t.Errorf("Co: got %v, want cobalt among the suggestions", err)
	}
}

func TestForeign(t *testing.T) {
	for _, tc := range []struct{ text, message string }{
		{"64-17-5", "CAS registry number"},
		{" CAS: 7732-18-5", "CAS registry number"},
		{"64-17-6", "not understood"}, // the check digit is another one
		{"InChI=1S/C2H6O/c1-2-3/h3H,2H2,1H3", "InChI"},
		{"LFQSCWFLJHTTHZ-UHFFFAOYSA-N", "InChIKey"},
		{"C6H12O6", "molecular formula"},
		{"c1ccccc1O", "SMILES"},
		{"[Na+].[Cl-]", "SMILES"},
	} {
		_, err := Read(tc.text)
		var e *Error
		if !errors.As(err, &e) || !strings.Contains(e.Msg, tc.message) {
			t.Errorf("%s: got %v, want %q", tc.text, err, tc.message)
		}
	}
}
