package form_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/contract"
	"github.com/molsmith/molsmith/contract/form"
)

func noRun[A any](context.Context, A, *contract.Call) (*contract.BuilderResult, error) {
	return &contract.BuilderResult{}, nil
}

func messages(problems []contract.Problem) string {
	var list []string
	for _, p := range problems {
		list = append(list, p.Path+" "+p.Rule+": "+p.Message)
	}
	return strings.Join(list, "\n")
}

const everyField = `{"type":"object","required":["doc","pick","mol","head","el","cell","seed","count","density","shape","label","on","aspect","rows"],"properties":{
	"doc":{"$ref":"#/$defs/S","x-megane-widget":"document"},
	"pick":{"type":"array","items":{"type":"integer","minimum":0},"minItems":1,"x-megane-widget":"selection"},
	"mol":{"x-megane-widget":"molecule","title":"Monomer"},
	"head":{"type":"integer","minimum":0,"x-megane-widget":"atom","x-megane-of":"mol","title":"Head"},
	"el":{"type":"integer","x-megane-widget":"element","title":"Element"},
	"cell":{"type":"array","items":{"type":"number"},"minItems":9,"maxItems":9,"x-megane-widget":"cell","title":"Cell"},
	"seed":{"type":"integer","minimum":0,"x-megane-widget":"seed","title":"Seed"},
	"count":{"type":"integer","minimum":1,"maximum":500000,"title":"Count"},
	"density":{"type":"number","minimum":0.001,"exclusiveMinimum":0,"maximum":5,"multipleOf":0.001,"title":"Density"},
	"shape":{"type":"string","enum":["cubic","orthorhombic"],"title":"Shape"},
	"label":{"type":"string","maxLength":8,"title":"Label"},
	"on":{"type":"boolean","title":"On"},
	"aspect":{"type":"array","items":{"type":"number","exclusiveMinimum":0},"minItems":3,"maxItems":3,"title":"Aspect"},
	"rows":{"type":"array","minItems":1,"maxItems":2,"title":"Rows","items":{"type":"object","required":["mol"],"properties":{
		"mol":{"x-megane-widget":"molecule","title":"Molecule"},"at":{"type":"integer","x-megane-widget":"atom","x-megane-of":"mol","title":"Atom"}}}},
	"note":{"type":"string","title":"Note"}
	},"$defs":{"S":{"type":"object"}},"additionalProperties":false}`

func TestCheck(t *testing.T) {
	block := `"e\n\n\n  8  7\n"`
	valid := map[string]string{
		"mol": `{"name":"e","molblock":` + block + `}`, "head": "7", "el": "26", "cell": "[10,0,0,0,10,0,0,0,10]", "seed": "0", "count": "1", "density": "0.998",
		"shape": `"cubic"`, "label": `"Å23456😀8"`, "on": "true", "aspect": "[1,2,3]", "rows": `[{"mol":{"name":"w","smiles":"O"},"at":2}]`,
	}
	open := form.Context{DocumentAtoms: atoms(5), SelectionCount: 2}
	order := []string{"pick", "mol", "head", "el", "cell", "seed", "count", "density", "shape", "label", "on", "aspect", "rows", "note", "extra"}
	for _, c := range []struct {
		name, key, value string
		ctx              form.Context
		want             string
	}{
		{"all is well", "", "", open, ""},
		{"an optional blank", "note", `""`, open, ""},
		{"no document", "", "", form.Context{SelectionCount: 2}, "/doc document: Open a structure first; this tool works on it"},
		{"no selection", "", "", form.Context{DocumentAtoms: atoms(5)}, "/pick minItems: Select at least 1 atom; 0 selected"},
		{"selection given", "pick", "[0,4]", open, ""},
		{"selection of none", "pick", "[]", open, "/pick minItems: Select at least 1 atom; 0 selected"},
		{"selection too far", "pick", "[5]", open, "/pick/0 selection: pick, value 1 is atom 5; the structure has 5 atoms, counted from 0"},
		{"no molecule", "mol", "", open, "/mol required: Choose a molecule"},
		{"molecule without structure", "mol", `{"name":"e"}`, open, "/mol molecule: Monomer needs a molblock or a smiles beside its name"},
		{"atom out of range", "head", "8", open, "/head atom: Head must be from 0 to 7; the molecule has 8 atoms"},
		{"atom of the row's molecule", "rows", `[{"mol":{"name":"w","molblock":"w\n\n\n  3  2\n"},"at":3}]`, open, "/rows/0/at atom: Atom must be from 0 to 2; the molecule has 3 atoms"},
		{"element 119", "el", "119", open, "/el element: Element must be an atomic number from 1 to 118"},
		{"flat cell", "cell", "[10,0,0,0,10,0,10,10,0]", open, "/cell cell: Cell has no volume; the three vectors must span a box"},
		{"left-handed cell", "cell", "[-10,0,0,0,10,0,0,0,10]", open, "/cell cell: Cell is left-handed; swap two vectors"},
		{"seed too large", "seed", "9007199254740992", open, "/seed seed: Seed must be a whole number from 0 to 9007199254740991"},
		{"not a number", "count", `"1e"`, open, "/count type: Count must be a whole number"},
		{"not whole", "count", "1.5", open, "/count type: Count must be a whole number"},
		{"blank number", "count", `" "`, open, "/count required: Count is required"},
		{"missing number", "count", "", open, "/count required: Count is required"},
		{"at least", "count", "0", open, "/count minimum: Count must be at least 1"},
		{"at most", "count", "1000000000", open, "/count maximum: Count must be at most 500000"},
		{"greater than", "density", "-1", open, "/density minimum: Density must be at least 0.001\n/density exclusiveMinimum: Density must be greater than 0"},
		{"multiple", "density", "0.9985", open, "/density multipleOf: Density must be a multiple of 0.001"},
		{"not listed", "shape", `"round"`, open, "/shape enum: Shape must be one of cubic, orthorhombic"},
		{"too long", "label", `"123456789"`, open, "/label maxLength: Label must have at most 8 characters (it has 9)"},
		{"blank text", "label", `"  "`, open, "/label required: Label is required"},
		{"not a switch", "on", `"yes"`, open, "/on type: On must be true or false"},
		{"short vector", "aspect", "[1,2]", open, "/aspect minItems: Aspect needs exactly 3 values, not 2"},
		{"zero in a vector", "aspect", "[1,0,2]", open, "/aspect/1 exclusiveMinimum: Aspect, value 2 must be greater than 0"},
		{"text in a vector", "aspect", `[1,"",2]`, open, "/aspect/1 type: Aspect, value 2 must be a number"},
		{"no rows", "rows", "[]", open, "/rows minItems: Rows needs at least 1 row"},
		{"too many rows", "rows", `[{"mol":{"name":"w","smiles":"O"}},{"mol":{"name":"w","smiles":"O"}},{}]`, open, "/rows maxItems: Rows has 3 rows, at most 2 are allowed"},
		{"a row without molecule", "rows", `[{}]`, open, "/rows/0/mol required: Choose a molecule"},
		{"an unknown value", "extra", "1", open, `/extra additionalProperties: "extra" is not known here; use doc, pick, mol, head, el, cell, seed, count, density, shape, label, on, aspect, rows, note`},
	} {
		var parts []string
		for _, key := range order {
			value := valid[key]
			if key == c.key {
				value = c.value
			}
			if value != "" {
				parts = append(parts, `"`+key+`":`+value)
			}
		}
		got := messages(form.Check(json.RawMessage(everyField), json.RawMessage("{"+strings.Join(parts, ",")+"}"), c.ctx))
		if got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.name, got, c.want)
		}
	}
}

func TestCheckArguments(t *testing.T) {
	const schema = `{"type":"object","required":["document","label"],"properties":{"document":{"x-megane-widget":"document","title":"Document"},"label":{"type":"string"},
		"pick":{"type":"array","items":{"type":"integer"},"x-megane-widget":"selection"}}}`
	const document = `{"elements":[8],"positions":[0,0,0],"cell":null,"bonds":[]}`
	for _, c := range []struct{ arguments, want string }{
		{`{"document":` + document + `,"label":"","pick":[0]}`, ""},
		{`{}`, "/document required: Document is required: send the structure to work on, with elements, positions, cell and bonds\n/label required: label is required"},
		{``, "/document required: Document is required: send the structure to work on, with elements, positions, cell and bonds\n/label required: label is required"},
		{`{"pick":[1],"document":` + document + `,"label":""}`, "/pick/0 selection: pick, value 1 is atom 1; the structure has 1 atom, counted from 0"},
		{`{"document":{"elements":[0],"positions":[0,0,0],"cell":null,"bonds":[]},"label":"a"}`,
			"/document/elements/0 document: Document is not a valid structure: /elements/0: atomic number 0 is not allowed (1–118)"},
		{`{"document":{"atoms":3},"label":"a"}`, `/document document: Document is not a valid structure: "atoms" is not a field of a structure`},
	} {
		if got := messages(form.CheckArguments(json.RawMessage(schema), json.RawMessage(c.arguments))); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.arguments, got, c.want)
		}
	}
	if got, want := messages(form.Check(json.RawMessage(`{"type":1}`), nil, form.Context{})), ` schema: The tool's inputSchema cannot be read: /type: an unknown type ""`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func FuzzFormBuild(f *testing.F) {
	for _, s := range []string{boxSchema, everyField, `{"type":"object","properties":{"a":{"$ref":"#/properties/b"},"b":{"$ref":"#/properties/a"}}}`,
		`{"type":"object","properties":{"a":{"anyOf":[{"type":"null"},{"$ref":"#"}],"x-megane-widget":"cell"}}}`} {
		f.Add([]byte(s))
	}
	n, cell := int64(5), [9]float64{1, 0, 0, 0, 1, 0, 0, 0, 1}
	f.Fuzz(func(t *testing.T, schema []byte) {
		model, err := form.Build(schema, form.Context{Seed: &n, DocumentAtoms: atoms(1), DocumentCell: &cell})
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Fatalf("%q is more than one line", err)
			}
			return
		}
		if _, err := json.Marshal(model); err != nil {
			t.Fatal(err)
		}
	})
}

func FuzzFormCheck(f *testing.F) {
	f.Add([]byte(boxSchema), []byte(`{"components":[{"molecule":{"name":"w","molblock":"w\n\n\n  3  2\n"},"count":1}],"seed":1}`))
	f.Add([]byte(everyField), []byte(`{"cell":[1,0,0,0,1,0,0,0,1],"aspect":[1,2,"x"],"rows":[{"at":1}],"pick":[1.0]}`))
	f.Add([]byte(`{"$ref":"#"}`), []byte(`{}`))
	f.Add([]byte(`{"allOf":[{"$ref":"#"},{"$ref":"#"}],"not":{"$ref":"#"}}`), []byte(`[1]`))
	f.Fuzz(func(t *testing.T, schema, values []byte) {
		problems := append(form.Check(schema, values, form.Context{DocumentAtoms: atoms(3)}), form.CheckArguments(schema, values)...)
		for _, p := range problems {
			if p.Message == "" || strings.ContainsAny(p.Message, "\n\r") || p.Rule == "" {
				t.Fatalf("got %+v", p)
			}
		}
	})
}
