package form_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/contract"
	"github.com/molsmith/molsmith/contract/form"
)

func seed(n int64) *int64 { return &n }

func atoms(n int) *int { return &n }

// one builds a form with the single property x and returns its field as JSON.
func one(t *testing.T, property string, required bool, ctx form.Context) string {
	t.Helper()
	list := ""
	if required {
		list = `,"required":["x"]`
	}
	model, err := form.Build(json.RawMessage(`{"type":"object","properties":{"x":`+property+`}`+list+`,
		"$defs":{"Len":{"type":"number","minimum":2,"title":"A length","description":"of the type"},"Chain":{"$ref":"#/$defs/Len","maximum":9},
			"Molecule":{"type":"object","title":"Molecule"},"Row":{"type":"object","properties":{"n":{"type":"integer","default":4}},"required":["n"]}}}`), ctx)
	if err != nil {
		t.Fatalf("%s: %v", property, err)
	}
	text, err := json.Marshal(model.Fields[0])
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestBuildFields(t *testing.T) {
	const required = `"path":"/x","key":"x","label":"x","required":true,"optional":false,`
	const optional = `"path":"/x","key":"x","label":"x","required":false,"optional":true,`
	const defaulted = `"path":"/x","key":"x","label":"x","required":false,"optional":false,`
	cell := &[9]float64{12.5, 0, 0, -1.0 / 3, 10, 0, 1, 2, 11}
	for _, c := range []struct {
		name, schema string
		required     bool
		ctx          form.Context
		want         string
	}{
		// Numbers: default, first example, minimum (rounded up), 1 or 0.
		{"default", `{"type":"number","default":1.25,"examples":[3],"minimum":1}`, false, form.Context{}, defaulted + `"control":"number","initial":1.25,"minimum":1`},
		{"first example", `{"type":"number","examples":[3,4],"minimum":1}`, true, form.Context{}, required + `"control":"number","initial":3,"minimum":1`},
		{"minimum", `{"type":"number","minimum":1.5}`, true, form.Context{}, required + `"control":"number","initial":1.5,"minimum":1.5`},
		{"whole minimum", `{"type":"integer","minimum":1.5}`, true, form.Context{}, required + `"control":"integer","initial":2,"minimum":1.5`},
		{"plain number", `{"type":"number"}`, true, form.Context{}, required + `"control":"number","initial":0`},
		{"plain integer", `{"type":"integer"}`, true, form.Context{}, required + `"control":"integer","initial":1`},
		{"all limits", `{"type":"number","minimum":0,"exclusiveMinimum":0,"maximum":5,"exclusiveMaximum":6,"multipleOf":0.5,"x-megane-unit":"g/cm3"}`, true, form.Context{},
			required + `"control":"number","unit":"g/cm3","initial":1,"minimum":0,"maximum":5,"exclusiveMinimum":0,"exclusiveMaximum":6,"multipleOf":0.5`},
		{"between exclusive limits", `{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1}`, true, form.Context{}, required + `"control":"number","initial":0.5,"exclusiveMinimum":0,"exclusiveMaximum":1`},
		{"below a maximum", `{"type":"integer","maximum":-3}`, true, form.Context{}, required + `"control":"integer","initial":-3,"maximum":-3`},
		{"a default of another type", `{"type":"integer","default":"many","examples":[2.5]}`, true, form.Context{}, required + `"control":"integer","initial":1`},
		{"optional is blank", `{"type":"number","minimum":1}`, false, form.Context{}, optional + `"control":"number","minimum":1`},
		{"optional with an example", `{"type":"number","examples":[7]}`, false, form.Context{}, optional + `"control":"number","initial":7`},
		{"default null is none", `{"type":"number","default":null}`, false, form.Context{}, optional + `"control":"number"`},
		{"unknown unit", `{"type":"number","default":1,"x-megane-unit":"mol/L"}`, false, form.Context{}, defaulted + `"control":"number","unit":"mol/L","initial":1`},

		// What shows a field; an annotation written otherwise is none.
		{"shown by a choice", `{"type":"number","default":1,"x-molsmith-when":{"field":"mode","in":["a","b"]}}`, false, form.Context{},
			defaulted + `"control":"number","initial":1,"when":{"field":"mode","in":["a","b"]}`},
		{"shown by nothing", `{"type":"number","default":1,"x-molsmith-when":{"in":["a"]}}`, false, form.Context{}, defaulted + `"control":"number","initial":1`},
		{"shown by text", `{"type":"number","default":1,"x-molsmith-when":"mode"}`, false, form.Context{}, defaulted + `"control":"number","initial":1`},

		// Text, choices and switches.
		{"select with default", `{"type":"string","enum":["a","b"],"default":"b"}`, false, form.Context{}, defaulted + `"control":"select","initial":"b","options":["a","b"]`},
		{"select with example", `{"type":"string","enum":["a","b"],"examples":["b"]}`, true, form.Context{}, required + `"control":"select","initial":"b","options":["a","b"]`},
		{"select with an unlisted default", `{"type":"string","enum":["a","b"],"default":"c"}`, true, form.Context{}, required + `"control":"select","initial":"a","options":["a","b"]`},
		{"optional select", `{"type":"string","enum":["a","b"]}`, false, form.Context{}, optional + `"control":"select","options":["a","b"]`},
		{"text", `{"type":"string","maxLength":64,"minLength":1}`, true, form.Context{}, required + `"control":"text","initial":"","maxLength":64,"minLength":1`},
		{"optional text", `{"type":"string"}`, false, form.Context{}, optional + `"control":"text"`},
		{"text with example", `{"type":"string","examples":["<b>"]}`, true, form.Context{}, required + `"control":"text","initial":"\u003cb\u003e"`},
		{"switch", `{"type":"boolean"}`, true, form.Context{}, required + `"control":"checkbox","initial":false`},
		{"switch that is on", `{"type":"boolean","default":true}`, false, form.Context{}, defaulted + `"control":"checkbox","initial":true`},

		// Vectors.
		{"vector", `{"type":"array","items":{"type":"number","exclusiveMinimum":0},"minItems":3,"maxItems":3,"default":[1,2,3],"x-megane-unit":"angstrom"}`, false, form.Context{},
			defaulted + `"control":"vector","unit":"angstrom","initial":[1,2,3],"exclusiveMinimum":0,"length":3`},
		{"vector of zeros", `{"type":"array","items":{"type":"integer","maximum":5},"minItems":2,"maxItems":2,"default":[1,2,3]}`, true, form.Context{},
			required + `"control":"vector","initial":[0,0],"maximum":5,"length":2,"integer":true`},
		{"vector above 0", `{"type":"array","items":{"type":"number","exclusiveMinimum":0},"minItems":2,"maxItems":2}`, true, form.Context{},
			required + `"control":"vector","initial":[1,1],"exclusiveMinimum":0,"length":2`},
		{"vector of nine", `{"type":"array","items":{"$ref":"#/$defs/Len"},"minItems":9,"maxItems":9}`, false, form.Context{},
			optional + `"control":"vector","minimum":2,"length":9`},

		// Tables.
		{"table", `{"type":"array","minItems":2,"maxItems":8,"items":{"$ref":"#/$defs/Row"}}`, true, form.Context{},
			required + `"control":"table","minItems":2,"maxItems":8,"fields":[{"path":"/n","key":"n","label":"n","required":true,"optional":false,"control":"integer","initial":4}],"initialRows":[{"n":4},{"n":4}]`},
		{"table without minItems", `{"type":"array","items":{"$ref":"#/$defs/Row"}}`, true, form.Context{},
			required + `"control":"table","fields":[{"path":"/n","key":"n","label":"n","required":true,"optional":false,"control":"integer","initial":4}],"initialRows":[{"n":4}]`},
		{"table with minItems 0", `{"type":"array","minItems":0,"items":{"$ref":"#/$defs/Row"}}`, true, form.Context{},
			required + `"control":"table","minItems":0,"fields":[{"path":"/n","key":"n","label":"n","required":true,"optional":false,"control":"integer","initial":4}]`},
		{"table with default rows", `{"type":"array","default":[{"n":1},{}],"items":{"$ref":"#/$defs/Row"}}`, false, form.Context{},
			defaulted + `"control":"table","fields":[{"path":"/n","key":"n","label":"n","required":true,"optional":false,"control":"integer","initial":4}],"initialRows":[{"n":1},{"n":4}]`},
		{"table with example rows", `{"type":"array","examples":[[{"n":2,"other":1}]],"items":{"$ref":"#/$defs/Row"}}`, true, form.Context{},
			required + `"control":"table","fields":[{"path":"/n","key":"n","label":"n","required":true,"optional":false,"control":"integer","initial":4}],"initialRows":[{"n":2}]`},

		// Groups.
		{"group", `{"type":"object","title":"Options","properties":{"a/b":{"type":"number","default":1},"c":{"type":"boolean"}},"default":{"a/b":5}}`, false, form.Context{},
			`"path":"/x","key":"x","label":"Options","required":false,"optional":false,"control":"group","fields":[` +
				`{"path":"/x/a~1b","key":"a/b","label":"a/b","required":false,"optional":false,"control":"number","initial":5},` +
				`{"path":"/x/c","key":"c","label":"c","required":false,"optional":true,"control":"checkbox","initial":false}]`},

		// Widgets.
		{"molecule", `{"$ref":"#/$defs/Molecule","x-megane-widget":"molecule","title":"Monomer","description":"The unit."}`, true, form.Context{},
			`"path":"/x","key":"x","label":"Monomer","help":"The unit.","required":true,"optional":false,"control":"molecule"`},
		{"molecule with example", `{"$ref":"#/$defs/Molecule","x-megane-widget":"molecule","examples":[{"name":"ethylene","smiles":"CC"}]}`, true, form.Context{},
			required + `"control":"molecule","initial":{"name":"ethylene","smiles":"CC"}`},
		{"optional molecule", `{"anyOf":[{"$ref":"#/$defs/Molecule"},{"type":"null"}],"default":null,"x-megane-widget":"molecule"}`, false, form.Context{}, optional + `"control":"molecule"`},
		{"atom", `{"type":"integer","minimum":0,"x-megane-widget":"atom","x-megane-of":"monomer"}`, true, form.Context{}, required + `"control":"atom","initial":0,"minimum":0,"of":"monomer"`},
		{"element", `{"type":"integer","x-megane-widget":"element"}`, true, form.Context{}, required + `"control":"element","initial":1,"minimum":1,"maximum":118`},
		{"element with default", `{"type":"integer","minimum":3,"maximum":200,"default":26,"x-megane-widget":"element"}`, false, form.Context{}, defaulted + `"control":"element","initial":26,"minimum":3,"maximum":118`},
		{"cell without document", `{"type":"array","items":{"type":"number"},"minItems":9,"maxItems":9,"x-megane-widget":"cell"}`, true, form.Context{}, required + `"control":"cell","initial":[20,0,0,0,20,0,0,0,20]`},
		{"cell of the document", `{"x-megane-widget":"cell","default":[1,0,0,0,1,0,0,0,1]}`, true, form.Context{DocumentCell: cell}, required + `"control":"cell","initial":[12.5,0,0,-0.3333333333333333,10,0,1,2,11]`},
		{"optional cell", `{"x-megane-widget":"cell"}`, false, form.Context{DocumentCell: cell}, optional + `"control":"cell"`},
		{"cell that a choice asks for", `{"x-megane-widget":"cell","x-molsmith-when":{"field":"by","in":["cell"]}}`, false, form.Context{DocumentCell: cell},
			optional + `"control":"cell","initial":[12.5,0,0,-0.3333333333333333,10,0,1,2,11],"when":{"field":"by","in":["cell"]}`},
		{"cell with default", `{"x-megane-widget":"cell","default":[1,0,0,0,1,0,0,0,1]}`, false, form.Context{}, defaulted + `"control":"cell","initial":[1,0,0,0,1,0,0,0,1]`},
		{"selection", `{"type":"array","items":{"type":"integer"},"minItems":1,"x-megane-widget":"selection"}`, true, form.Context{SelectionCount: 4}, required + `"control":"selection","minItems":1`},
		{"seed", `{"type":"integer","minimum":0,"x-megane-widget":"seed"}`, true, form.Context{Seed: seed(1<<53 - 1)}, required + `"control":"seed","initial":9007199254740991,"minimum":0,"maximum":9007199254740991`},
		{"seed without a fresh one", `{"type":"integer","minimum":0,"maximum":100,"default":42,"x-megane-widget":"seed"}`, false, form.Context{}, defaulted + `"control":"seed","initial":42,"minimum":0,"maximum":100`},
		{"document", `{"$ref":"#/$defs/Row","x-megane-widget":"document"}`, true, form.Context{}, required + `"control":"document"`},
		{"unknown widget", `{"type":"integer","x-megane-widget":"dial","default":2}`, false, form.Context{}, defaulted + `"control":"integer","initial":2`},
		{"a widget is exempt from the subset", `{"oneOf":[{"type":"string"}],"x-megane-widget":"molecule"}`, true, form.Context{}, required + `"control":"molecule"`},
		{"a widget in the referred type", `{"$ref":"#/properties/x/$defs/W","$defs":{"W":{"type":"integer","x-megane-widget":"seed"}}}`, true, form.Context{Seed: seed(3)}, required + `"control":"seed","initial":3,"minimum":0,"maximum":9007199254740991`},

		// References: the property's own words win, title and help are its own only.
		{"reference", `{"$ref":"#/$defs/Len"}`, true, form.Context{}, required + `"control":"number","initial":2,"minimum":2`},
		{"chain with siblings", `{"$ref":"#/$defs/Chain","title":"Width","description":"Across.","minimum":3}`, true, form.Context{},
			`"path":"/x","key":"x","label":"Width","help":"Across.","required":true,"optional":false,"control":"number","initial":3,"minimum":3,"maximum":9`},
		{"blank title", `{"type":"boolean","title":"  "}`, true, form.Context{}, required + `"control":"checkbox","initial":false`},
	} {
		if got := one(t, c.schema, c.required, c.ctx); got != "{"+c.want+"}" {
			t.Errorf("%s\ngot  %s\nwant {%s}", c.name, got, c.want)
		}
	}
}

func TestBuildModel(t *testing.T) {
	model, err := form.Build(json.RawMessage(`{"type":"object","required":["zeta","doc"],"properties":{
		"zeta":{"type":"number"},"doc":{"$ref":"#/$defs/S","x-megane-widget":"document"},"alpha":{"type":"number"},"10":{"type":"number"},"2":{"type":"number"}},
		"$defs":{"S":{"type":"object"}}}`), form.Context{})
	if err != nil {
		t.Fatal(err)
	}
	var keys []string
	for _, f := range model.Fields {
		keys = append(keys, f.Key)
	}
	if got, want := strings.Join(keys, " "), "zeta doc alpha 10 2"; got != want {
		t.Errorf("got the order %s, want %s", got, want)
	}
	if model.Document == nil || *model.Document != (form.DocumentField{Key: "doc", Required: true}) {
		t.Errorf("got %v", model.Document)
	}

	empty, err := form.Build(json.RawMessage(`{"type":"object"}`), form.Context{})
	if err != nil {
		t.Fatal(err)
	}
	if text, _ := json.Marshal(empty); string(text) != `{"fields":[]}` {
		t.Errorf("got %s", text)
	}
}

func TestBuildRefuses(t *testing.T) {
	row := func(column string) string {
		return `{"rows":{"type":"array","items":{"type":"object","properties":{"c":` + column + `}}}}`
	}
	group := func(field string) string { return `{"g":{"type":"object","properties":{"c":` + field + `}}}` }
	for _, c := range []struct{ properties, want string }{
		{`{"options":{"oneOf":[{"type":"string"}]}}`, `"options" uses oneOf`},
		{`{"options":{"anyOf":[{"type":"string"},{"type":"null"}]}}`, `"options" uses anyOf`},
		{`{"options":{"type":"string","allOf":[]}}`, `"options" uses allOf`},
		{`{"options":{"type":"string","not":{}}}`, `"options" uses not`},
		{`{"options":{"type":"string","if":{},"then":{}}}`, `"options" uses if`},
		{`{"options":{"$ref":"#/$defs/One"}}`, `"options" uses oneOf`},
		{`{"options":{"$ref":"https://example.org/x.json"}}`, `"options" uses a $ref to another document`},
		{`{"options":{"$ref":"#anchor"}}`, `"options" uses a $ref to another document`},
		{`{"options":{"$ref":"#/$defs/Loop"}}`, `"options" refers to itself`},
		{`{"options":{"$ref":"#/properties/options"}}`, `"options" refers to itself`},
		{`{"options":{"$ref":"#/$defs/None"}}`, `/properties/options/$ref: "#/$defs/None" does not exist`},
		{`{"options":{"$ref":"#/$defs/Tree"}}`, `"next" nests an object deeper than one level`},
		{`{"options":{}}`, `"options" has no type`},
		{`{"options":true}`, `"options" has no type`},
		{`{"options":{"enum":["a"]}}`, `"options" has no type`},
		{`{"options":{"type":"null"}}`, `"options" has a type that no control fills`},
		{`{"options":{"type":["number","null"]}}`, `"options" has a type that no control fills`},
		{`{"options":{"type":"string","enum":[1]}}`, `"options" has an enum of something other than text`},
		{`{"options":{"type":"string","enum":[]}}`, `"options" has an enum without values`},
		{`{"options":{"type":"array"}}`, `"options" is an array without items`},
		{`{"options":{"type":"array","items":{"type":"string"}}}`, `"options" is an array of text`},
		{`{"options":{"type":"array","items":{"type":"boolean"}}}`, `"options" is an array of something other than numbers or objects`},
		{`{"options":{"type":"array","items":{"type":"array","items":{"type":"number"}}}}`, `"options" is an array of arrays`},
		{`{"options":{"type":"array","items":{"type":"number"}}}`, `"options" is an array of numbers without a fixed length`},
		{`{"options":{"type":"array","items":{"type":"number"},"minItems":1,"maxItems":3}}`, `"options" is an array of numbers without a fixed length`},
		{`{"options":{"type":"array","items":{"type":"number"},"minItems":10,"maxItems":10}}`, `"options" is an array of 10 numbers; a form shows 1 to 9`},
		{`{"options":{"type":"array","items":{"type":"number"},"minItems":0,"maxItems":0}}`, `"options" is an array of 0 numbers; a form shows 1 to 9`},
		{`{"options":{"type":"array","items":{"oneOf":[]}}}`, `"options" uses oneOf in its items`},
		{`{"options":{"type":"array","prefixItems":[{"type":"number"}]}}`, `"options" uses prefixItems`},
		{`{"options":{"type":"object"}}`, `"options" is an object without properties`},
		{row(`{"type":"array","items":{"type":"object","properties":{}}}`), `"c" nests a table in a table`},
		{row(`{"type":"object","properties":{}}`), `"c" nests an object deeper than one level`},
		{row(`{"type":"string","oneOf":[]}`), `"c" uses oneOf`},
		{row(`{"x-megane-widget":"document"}`), `"c" is a document that is not at the top level`},
		{row(`{"x-megane-widget":"selection"}`), `"c" is a selection that is not at the top level`},
		{group(`{"type":"object","properties":{}}`), `"c" nests an object deeper than one level`},
		{`{"a":{"x-megane-widget":"document"},"b":{"x-megane-widget":"document"}}`, `"b" is a second document beside "a"`},
		{`{"options":{"type":"number","minimum":"1"}}`, `/properties/options/minimum: must be a number`},
		{`{"` + strings.Repeat("k", 10_000) + `":{"type":"null"}}`, `"` + strings.Repeat("k", 60) + `"… has a type that no control fills`},
		{`{"a\nb":{"minimum":"1"}}`, `/properties/a b/minimum: must be a number`},
		{`{"a\u0000\nb":{"type":"null"}}`, `"a\x00\nb" has a type that no control fills`},
	} {
		schema := `{"type":"object","properties":` + c.properties + `,"$defs":{"One":{"oneOf":[]},"Loop":{"$ref":"#/$defs/Loop2"},"Loop2":{"$ref":"#/$defs/Loop"},
			"Tree":{"type":"object","properties":{"next":{"$ref":"#/$defs/Tree"}}}}}`
		_, err := form.Build(json.RawMessage(schema), form.Context{})
		if want := "Builder cannot build a form: " + c.want; err == nil || err.Error() != want {
			t.Errorf("%.100s\ngot  %v\nwant %s", c.properties, err, want)
		}
	}
	for _, c := range [][2]string{
		{``, "the schema is not valid JSON: byte 0: unexpected end, a value is missing"},
		{`[]`, "a schema must be an object, true or false"},
		{`true`, "the schema is not of type object"},
		{`{}`, "the schema is not of type object"},
		{`{"type":"array"}`, "the schema is not of type object"},
		{`{"type":"object","anyOf":[]}`, "the schema itself uses anyOf"},
		{`{"$ref":"#"}`, "the schema refers to itself"},
		{`{"type":"object","properties":{"a":{},"a":{}}}`, `/properties: "a" occurs twice`},
		{strings.Repeat(`{"properties":`, 10_000), "the schema is not valid JSON: byte 896: arrays and objects nest deeper than 64"},
	} {
		_, err := form.Build(json.RawMessage(c[0]), form.Context{})
		if want := "Builder cannot build a form: " + c[1]; err == nil || err.Error() != want {
			t.Errorf("%.60s\ngot  %v\nwant %s", c[0], err, want)
		}
	}
}

// The schemas that Define writes always make a form.
func TestBuildOwnTools(t *testing.T) {
	type row struct {
		Molecule contract.Molecule  `json:"molecule"`
		Atom     contract.AtomIndex `json:"atom" schema:"of=molecule"`
		Count    int                `json:"count" schema:"minimum=1;examples=100"`
	}
	type args struct {
		Rows     []row               `json:"rows" schema:"minItems=1"`
		Document *contract.Structure `json:"document" schema:"optional"`
		Pick     contract.Selection  `json:"pick" schema:"optional"`
		Cell     contract.CellArg    `json:"cell"`
		Seed     contract.Seed       `json:"seed"`
		Vector   [3]float64          `json:"vector" schema:"default=[1,1,1]"`
	}
	tool, err := contract.Define(contract.Definition[args]{Name: "kitchen_sink", Title: "Kitchen sink", Description: "Takes everything.", Category: contract.Other, Apply: contract.Insert}, noRun[args])
	if err != nil {
		t.Fatal(err)
	}
	model, err := form.Build(tool.Input, form.Context{Seed: seed(1)})
	if err != nil {
		t.Fatal(err)
	}
	var controls []string
	for _, f := range model.Fields {
		controls = append(controls, string(f.Control))
	}
	if got, want := strings.Join(controls, " "), "table document selection cell seed vector"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if model.Fields[0].Fields[1].Of != "molecule" || string(model.Fields[0].InitialRows[0]["count"]) != "100" {
		t.Errorf("got %+v", model.Fields[0])
	}
	if model.Document.Required {
		t.Error("the document is not required")
	}
}
