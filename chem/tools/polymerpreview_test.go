package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/contract"
)

// fact reads a fact of a preview, "" when it is absent.
func fact(p contract.Preview, label string) string {
	for _, f := range p.Facts {
		if f.Label == label {
			return f.Value
		}
	}
	return ""
}

func TestChainPreview(t *testing.T) {
	preview := func(args string) contract.Preview {
		return Registry().Lookup("polymer_chain").Preview(json.RawMessage(args), nil)
	}
	p := preview(chainOf("CC", 100, ""))
	for label, want := range map[string]string{"Atoms": "602", "Mass": "2\u202f807 u", "Units": "100 unit", "Leaving": "H2 leaves C0, H5 leaves C1"} {
		if got := fact(p, label); got != want {
			t.Errorf("%s: got %q, want %q", label, got, want)
		}
	}
	if got := fact(p, "Backbone"); !strings.HasPrefix(got, "199 bonds, contour length about 30") {
		t.Errorf("backbone: got %q", got)
	}
	if p.Structure == nil || len(p.Structure.Elements) != 14 || len(p.Problems)+len(p.Warnings) > 0 {
		t.Errorf("got %d atoms in the picture, problems %v, warnings %v", len(p.Structure.Elements), p.Problems, p.Warnings)
	}
	if p = preview(chainOf("CC", 1, "")); p.Structure == nil || len(p.Structure.Elements) != 8 {
		t.Error("the picture of a chain of one is not the monomer")
	}
	if p = preview(chainOf("CC", 10, `"tacticity":"syndiotactic"`)); len(p.Warnings) != 1 || !strings.Contains(p.Warnings[0], "no meaning") {
		t.Errorf("tacticity of polyethylene: warnings %q", p.Warnings)
	}
	// The picture of a syndiotactic chain has both forms of the unit.
	p = preview(chainOf("*O[C@@H](C)C(=O)*", 10, `"tacticity":"syndiotactic"`))
	if got, want := shownSMILES(t, p.Structure), canonicalOfText(t, "O[C@@H](C)C(=O)O[C@H](C)C=O"); got != want {
		t.Errorf("the picture shows %s, want %s", got, want)
	}
	for _, c := range []struct{ args, path, says string }{
		{strings.Replace(chainOf("CC", 10, ""), `"tail":1`, `"tail":0`, 1), "/tail", "both atom 0"},
		{chainOf("CC(F)(F)F", 10, ""), "/tail", "no hydrogen"},
		{chainOf("*CC(*)*", 10, ""), "/monomer", "network"},
		{chainOf("CC", 10, `"composition":"sequence","sequence":"A2B"`), "/sequence", "character 3"},
		{chainOf("CC", 10, `"composition":"block"`), "/monomers", "further monomer"},
		{chainOf(strings.Repeat("C", 40), 5000, ""), "", "more than the limit"},
	} {
		p := preview(c.args)
		if len(p.Problems) != 1 || p.Problems[0].Path != c.path || !strings.Contains(p.Problems[0].Message, c.says) {
			t.Errorf("%s: got the problems %+v, want %q at %q", c.args, p.Problems, c.says, c.path)
		}
	}
	// Half-filled forms say nothing wrong.
	for _, args := range []string{``, `{}`, `null`, `{"monomer":{}}`, `{"monomer":{"name":"x"},"head":0}`, `{"monomer":{"name":"x","smiles":"CC"},"head":"a"}`, `{"length":1e9}`} {
		if p := preview(args); len(p.Facts) > 0 && p.Structure == nil && len(p.Problems) == 0 {
			t.Errorf("%s: got %+v", args, p)
		}
	}
}

// Whatever stands in a field, the answer is a result or one line; a preview says less.
func TestHostilePolymers(t *testing.T) {
	nasty := []string{
		`null`, `""`, `"x"`, `-1`, `0`, `0.5`, `1e308`, `-0.0`, `9007199254740993`, `true`, `[]`, `{}`, `[[]]`, `[{}]`, `[null]`, `"NaN"`,
		`"` + strings.Repeat("(", 2000) + `"`, `"(((A9)9)9)9"`, `"A500"`, `{"name":"x"}`, `{"name":"x","smiles":"*"}`, `{"name":"x","smiles":"*CC*"}`,
		`{"name":"x","smiles":"[2H]C"}`, `{"name":"x","smiles":"[CH2]C"}`, `{"name":"x","smiles":"[Fe]C"}`, `{"name":"x","smiles":"[H][H]"}`, `{"name":"x","molblock":"*"}`,
		`{"name":"x","smiles":"C1CC1*"}`, `{"name":"x","smiles":"*C.C*"}`, `{"name":"x","smiles":"*[H]"}`, `{"name":"x","smiles":"[*H]C*"}`, `{"name":"x","smiles":"*:c1ccccc1*"}`,
		`[{"molecule":{"name":"y","smiles":"*CO*"},"head":0,"tail":0}]`, `[{"molecule":{"name":"y","smiles":"*"},"head":0,"tail":0,"ratio":1e6}]`,
	}
	bases := map[string][]string{
		"polymer_chain": {
			`"monomer":{"name":"u","smiles":"*CC(*)C"},"head":0,"tail":1,"seed":1,"length":3`,
			`"monomer":{"name":"u","smiles":"CC"},"head":0,"tail":1,"seed":1,"length":3,"composition":"sequence","sequence":"A3","tacticity":"atactic","start":"molecule","start_group":{"name":"m","smiles":"*C"},"end":"molecule","end_group":{"name":"m","smiles":"O"}`,
			`"monomer":{"name":"u","smiles":"CC"},"head":0,"tail":1,"seed":1,"length":3,"composition":"random","monomers":[{"molecule":{"name":"y","smiles":"*CO*"},"head":0,"tail":0}]`,
		},
		"polymer_melt": {`"monomer":{"name":"u","smiles":"CC"},"head":0,"tail":1,"seed":1,"chains":2,"length":2,"density":0.3`},
	}
	for _, tool := range slices.Sorted(maps.Keys(bases)) {
		var input struct {
			Properties map[string]json.RawMessage `json:"properties"`
		}
		if err := json.Unmarshal(Registry().Lookup(tool).Input, &input); err != nil {
			t.Fatal(err)
		}
		for _, base := range bases[tool] {
			for i, key := range slices.Sorted(maps.Keys(input.Properties)) {
				for k, v := range nasty {
					if os.Getenv("MOLSMITH_FULL") == "" && (i+k)%3 > 0 {
						continue
					}
					args := replaced(t, "{"+base+"}", key, v)
					Registry().Lookup(tool).Preview(json.RawMessage(args), nil)
					_, err := Registry().Lookup(tool).Run(context.Background(), json.RawMessage(args), nil)
					var e *contract.Error
					if err != nil && (!errors.As(err, &e) || strings.ContainsAny(e.Message, "\n\r") || len(e.Message) > 1000 || e.Code == contract.Internal) {
						t.Errorf("%s, %s = %.60s: %v", tool, key, v, err)
					}
				}
			}
		}
	}
}

// replaced sets a member of a JSON object.
func replaced(t testing.TB, object, key, value string) string {
	t.Helper()
	var members map[string]json.RawMessage
	if err := json.Unmarshal([]byte(object), &members); err != nil {
		t.Fatal(err)
	}
	members[key] = json.RawMessage(value)
	text, err := json.Marshal(members)
	if err != nil {
		t.Fatal(fmt.Errorf("%s: %w", value, err))
	}
	return string(text)
}
