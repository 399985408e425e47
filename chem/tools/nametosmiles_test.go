//go:build !part

package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/smiles"
	"github.com/molsmith/molsmith/contract"
)

// service is a Lookup that answers from memory and counts.
type service struct {
	asked int
	text  string
	err   error
}

func (s *service) Find(context.Context, string) (string, error) {
	s.asked++
	return s.text, s.err
}

func askName(t *testing.T, lookup Lookup, name string) (nameAnswer, *contract.Error) {
	t.Helper()
	args, err := json.Marshal(map[string]string{"name": name})
	if err != nil {
		t.Fatal(err)
	}
	var answer nameAnswer
	o, err := NameToSMILES(lookup).Run(context.Background(), args, nil)
	var e *contract.Error
	if errors.As(err, &e) {
		return answer, e
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(o.Value, &answer); err != nil {
		t.Fatal(err)
	}
	return answer, nil
}

func TestNameToSMILES(t *testing.T) {
	for _, c := range []struct{ name, smiles, source, display, note string }{
		{"aspirin", "CC(=O)OC1=CC=CC=C1C(=O)O", "builtin", "aspirin", ""},
		{"Caffeine", "CN1C=NC2=C1C(=O)N(C(=O)N2C)C", "builtin", "caffeine", ""},
		{"2-propanol", "CC(C)O", "builtin", "2-propanol", ""},
		{"2-bromo-5-chloro-N-methylbenzamide", "CNC(=O)c1cc(Cl)ccc1Br", "rules", "2-bromo-5-chloro-N-methylbenzamide", ""},
		{"polystyrene", "*CC(*)c1ccccc1", "builtin", "polystyrene", "repeat unit"},
		{"DME", "COCCOC", "builtin", "DME", "dimethyl ether"},
		{"butanol", "CCCCO", "builtin", "butanol", "also butan-2-ol"},
	} {
		lookup := &service{text: "C"}
		got, e := askName(t, lookup, c.name)
		if e != nil {
			t.Errorf("%s: %v", c.name, e)
			continue
		}
		want, err := smiles.Perceive(c.smiles)
		if err != nil {
			t.Fatal(err)
		}
		canonical, err := smiles.Canonical(want)
		if err != nil {
			t.Fatal(err)
		}
		if got.Name != c.name || got.SMILES != canonical || got.Source != c.source || got.Display != c.display || !strings.Contains(got.Note, c.note) || c.note == "" && got.Note != "" {
			t.Errorf("%s: got %+v", c.name, got)
		}
		if lookup.asked > 0 {
			t.Errorf("%s: the service was asked about a name that is known here", c.name)
		}
	}
}

func TestNameLookup(t *testing.T) {
	const name = "frobnicatol"
	for _, c := range []struct {
		what, name    string
		lookup        *service
		smiles        string
		message       string
		asked, choose int
	}{
		{"an answer", name, &service{text: "C1=CC=CC=C1"}, "c1ccccc1", "", 1, 0},
		{"no such name", name, &service{err: fmt.Errorf("%w", ErrUnknownName)}, "", "PubChem knows no such name either", 1, 0},
		{"no answer", name, &service{err: errors.New("PubChem did not answer within 10 s")}, "", "PubChem did not answer within 10 s", 1, 0},
		{"no molecule", name, &service{text: "<html>"}, "", "PubChem answered \"<html>\", which is no molecule", 1, 0},
		{"a misspelled name", "ibuprofin", &service{err: ErrUnknownName}, "", "did you mean ibuprofen?", 1, 1},
		{"an ambiguous name", "dichlorobenzene", &service{text: "C"}, "", "say which one: 1,2-dichlorobenzene", 0, 3},
	} {
		got, e := askName(t, c.lookup, c.name)
		if c.lookup.asked != c.asked {
			t.Errorf("%s: asked %d times, want %d", c.what, c.lookup.asked, c.asked)
		}
		if c.smiles != "" {
			if e != nil || got.SMILES != c.smiles || got.Source != "PubChem" || got.Display != "" {
				t.Errorf("%s: got %+v, %v", c.what, got, e)
			}
			continue
		}
		code := contract.PubChemLookupFailed
		if c.choose > 1 {
			code = contract.AmbiguousName
		}
		if e == nil || e.Code != code || !strings.Contains(e.Message, c.message) {
			t.Errorf("%s: got %+v, %v; want %q", c.what, got, e, c.message)
			continue
		}
		if f, ok := e.Details.(nameFault); !ok || len(f.Suggestions) != c.choose || f.Ambiguous != (c.choose > 1) {
			t.Errorf("%s: details %+v", c.what, e.Details)
		}
	}
}

func TestNameRefusals(t *testing.T) {
	for _, c := range []struct {
		name    string
		code    contract.Code
		message string
	}{
		{"", contract.InvalidArguments, "must not be empty"},
		{strings.Repeat("n", 501), contract.InvalidArguments, "500"},
		{"   ", contract.PubChemLookupFailed, "A name is expected"},
		{"xylene", contract.AmbiguousName, "ambiguous, the name of several isomers; say which one: o-xylene, m-xylene, p-xylene"},
		{"propan-7-ol", contract.PubChemLookupFailed, "There is no position 7"},
		{strings.Repeat("é", 500), contract.PubChemLookupFailed, ""},
	} {
		got, e := askName(t, nil, c.name)
		if e == nil || e.Code != c.code || !strings.Contains(e.Message, c.message) {
			t.Errorf("%.20q: got %+v, %v; want %s %q", c.name, got, e, c.code, c.message)
		}
	}
	a := Registry().Lookup("name_to_smiles").Annotations
	if !a.OpenWorldHint || !a.ReadOnlyHint || a.DestructiveHint || !a.IdempotentHint {
		t.Errorf("annotations: %+v", a)
	}
}
