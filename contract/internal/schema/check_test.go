package schema

import (
	"fmt"
	"strings"
	"testing"
)

// check returns the problems of a property x with the given schema as
// "path rule: message" lines.
func check(t *testing.T, property, value string, ctx Context) string {
	t.Helper()
	s, err := Parse([]byte(`{"type":"object","properties":{"x":` + property + `}}`))
	if err != nil {
		t.Fatalf("%s: %v", property, err)
	}
	return lines(Check(s, []byte(`{"x":`+value+`}`), ctx))
}

func lines(problems []Problem) string {
	var out []string
	for _, p := range problems {
		if p.Where != "" {
			p.Message = p.Where + ": " + p.Message
		}
		out = append(out, fmt.Sprintf("%s %s: %s", p.Path, p.Rule, p.Message))
	}
	return strings.Join(out, "\n")
}

var server = Context{DocumentAtoms: -1}

// read is want where expressions are read, which a page leaves to the server.
func read(want string) string {
	if expression("a") == nil {
		return ""
	}
	return want
}

func TestKeywords(t *testing.T) {
	for _, c := range []struct{ schema, value, want string }{
		{`{}`, `[1,{"a":null}]`, ""},
		{`true`, `1`, ""},
		{`false`, `1`, "/x false: x is not allowed"},

		{`{"type":"number"}`, `1.5`, ""},
		{`{"type":"number"}`, `"1.5"`, `/x type: x must be a number: send 1.5, not "1.5"`},
		{`{"type":"number"}`, `null`, "/x type: x must be a number, not null"},
		{`{"type":"number"}`, `1e999`, "/x type: x is too large"},
		{`{"type":"integer"}`, `6`, ""},
		{`{"type":"integer"}`, `6.0`, ""},
		{`{"type":"integer"}`, `6e0`, ""},
		{`{"type":"integer"}`, `6.5`, `/x type: x must be a whole number, not 6.5`},
		{`{"type":"integer"}`, `1e300`, "/x type: x is too large"},
		{`{"type":"integer","maximum":500000}`, `1000000000`, "/x maximum: x must be at most 500000"},
		{`{"type":"string"}`, `1`, `/x type: x must be text: send "1", not 1`},
		{`{"type":"boolean"}`, `"true"`, `/x type: x must be true or false: send true, not "true"`},
		{`{"type":"boolean"}`, `"False"`, `/x type: x must be true or false: send false, not "False"`},
		{`{"type":"boolean"}`, `1`, "/x type: x must be true or false: send true, not 1"},
		{`{"type":"boolean"}`, `2`, `/x type: x must be true or false, not 2`},
		{`{"type":"integer"}`, `" 12 "`, `/x type: x must be a whole number: send 12, not "12"`},
		{`{"type":"integer"}`, `"1.5"`, `/x type: x must be a whole number, not "1.5"`},
		{`{"type":"number"}`, `"-1.5e3"`, `/x type: x must be a number: send -1.5e3, not "-1.5e3"`},
		{`{"type":"number"}`, `"twelve"`, `/x type: x must be a number, not "twelve"`},
		{`{"type":"number"}`, `""`, `/x type: x must be a number, not ""`},
		{`{"type":"number"}`, `"NaN"`, `/x type: x must be a number, not "NaN"`},
		{`{"type":"array","items":{"type":"number"}}`, `"1"`, `/x type: x must be a list, not "1"`},
		{`{"type":"array"}`, `{}`, `/x type: x must be a list, not an object`},
		{`{"type":"object"}`, `[]`, `/x type: x must be an object, not a list`},
		{`{"type":["number","null"]}`, `null`, ""},
		{`{"type":["string","null"]}`, `3`, "/x type: x must be null or text, not 3"},
		{`{"type":"null"}`, `0`, "/x type: x must be null, not 0"},

		{`{"title":"Density","exclusiveMinimum":0}`, `0`, "/x exclusiveMinimum: Density must be greater than 0"},
		{`{"title":"two\nlines","minimum":1}`, `0`, `/x minimum: "two\nlines" must be at least 1`},
		{`{"title":"  ","minimum":1}`, `0`, "/x minimum: x must be at least 1"},
		{`{"minimum":1}`, `1`, ""},
		{`{"minimum":1}`, `0.999`, "/x minimum: x must be at least 1"},
		{`{"maximum":5}`, `5.0001`, "/x maximum: x must be at most 5"},
		{`{"exclusiveMaximum":5}`, `5`, "/x exclusiveMaximum: x must be less than 5"},
		{`{"minimum":1,"exclusiveMinimum":0}`, `0`, "/x minimum: x must be at least 1\n/x exclusiveMinimum: x must be greater than 0"},
		{`{"multipleOf":0.1}`, `0.3`, ""},
		{`{"multipleOf":0.1}`, `0.35`, "/x multipleOf: x must be a multiple of 0.1"},
		{`{"multipleOf":3}`, `1e300`, ""},
		{`{"multipleOf":1e-300}`, `1e300`, "/x multipleOf: x must be a multiple of 1e-300"},

		{`{"enum":["cubic","orthorhombic"]}`, `"cubic"`, ""},
		{`{"enum":["cubic","orthorhombic"]}`, `"Cubic"`, "/x enum: x must be one of cubic, orthorhombic"},
		{`{"enum":[1,null,{"a":[1,"b"],"c":2}]}`, `{"c":2.0,"a":[1e0,"\u0062"]}`, ""},
		{`{"enum":[1,2]}`, `1.0`, ""},
		{`{"enum":["a\nb"]}`, `3`, `/x enum: x must be one of "a\nb"`},
		{`{"const":"a"}`, `"b"`, "/x const: x must be a"},

		{`{"minLength":2}`, `"é"`, "/x minLength: x must have at least 2 characters"},
		{`{"minLength":1}`, `""`, "/x minLength: x must not be empty"},
		{`{"maxLength":2}`, `"😀😀"`, ""},
		{`{"maxLength":2}`, `"\ud83d\ude00\ud83d\ude00"`, ""},
		{`{"maxLength":2}`, `"abc"`, "/x maxLength: x must have at most 2 characters (it has 3)"},
		{`{"pattern":"^[a-z]+$"}`, `"A"`, read(`/x pattern: x does not have the form "^[a-z]+$"`)},
		{`{"pattern":"(?=no RE2)"}`, `"A"`, ""},

		{`{"minItems":1}`, `[]`, "/x minItems: x needs at least 1 value"},
		{`{"maxItems":2}`, `[1,2,3]`, "/x maxItems: x has 3 values, at most 2 are allowed"},
		{`{"minItems":3,"maxItems":3}`, `[1,2]`, "/x minItems: x needs exactly 3 values, not 2"},
		{`{"minItems":3,"maxItems":3}`, `[1,2,3,4]`, "/x maxItems: x needs exactly 3 values, not 4"},
		{`{"minItems":1,"items":{"type":"object"}}`, `[]`, "/x minItems: x needs at least 1 row"},
		{`{"uniqueItems":true}`, `[1,"1",{"a":1,"b":2}]`, ""},
		{`{"uniqueItems":true}`, `[{"a":1,"b":2},{"b":2.0,"a":1}]`, "/x/1 uniqueItems: x, row 2 is listed twice"},
		{`{"title":"Aspect","items":{"exclusiveMinimum":0}}`, `[1,0,1]`, "/x/1 exclusiveMinimum: Aspect, value 2 must be greater than 0"},
		{`{"prefixItems":[{"type":"number"}],"items":{"type":"string"}}`, `[1,2]`, `/x/1 type: x, value 2 must be text: send "2", not 2`},

		{`{"properties":{"n":{"type":"integer","title":"Count"}},"required":["n"]}`, `{}`, "/x/n required: x: Count is required"},
		{`{"required":["zz"]}`, `{}`, "/x/zz required: x: zz is required"},
		{`{"title":"Rows","items":{"type":"object","properties":{"n":{"type":"integer","title":"Count","minimum":1}}}}`, `[{"n":2},{"n":0}]`,
			"/x/1/n minimum: Rows, row 2: Count must be at least 1"},
		{`{"additionalProperties":false,"properties":{"a":{}}}`, `{"b":1}`, `/x/b additionalProperties: x: "b" is not known here; use a`},
		{`{"additionalProperties":false}`, `{"a/b~":1}`, `/x/a~1b~0 additionalProperties: x: "a/b~" is not known here, nothing is`},
		{`{"additionalProperties":{"type":"number"}}`, `{"b":"1"}`, `/x/b type: x: b must be a number: send 1, not "1"`},
		{`{"patternProperties":{"^s":{"type":"string"}},"additionalProperties":false}`, `{"s1":"a"}`, ""},
		{`{"patternProperties":{"^s":{"type":"string"}}}`, `{"s1":1}`, read(`/x/s1 type: x: s1 must be text: send "1", not 1`)},
		{`{"minProperties":1}`, `{}`, "/x minProperties: x needs at least 1 member"},
		{`{"maxProperties":1}`, `{"a":1,"b":2}`, "/x maxProperties: x may have at most 1 member"},
		{`{}`, `{"a":1,"a":2}`, `/x json: x is not valid: "a" occurs twice`},

		{`{"allOf":[{"minimum":1},{"maximum":2}]}`, `3`, "/x maximum: x must be at most 2"},
		{`{"anyOf":[{"type":"string"},{"minimum":1}]}`, `1`, ""},
		{`{"anyOf":[{"type":"string"},{"minimum":1}]}`, `0`, "/x anyOf: x fits none of the forms it may have"},
		{`{"oneOf":[{"minimum":1},{"minimum":2}]}`, `3`, "/x oneOf: x must fit exactly one of its forms and fits 2"},
		{`{"not":{"type":"string"}}`, `"a"`, "/x not: x has a value that is not allowed"},
		{`{"if":{"type":"string"},"then":{"minLength":2},"else":{"minimum":5}}`, `"a"`, "/x minLength: x must have at least 2 characters"},
		{`{"if":{"type":"string"},"then":{"minLength":2},"else":{"minimum":5}}`, `4`, "/x minimum: x must be at least 5"},
		{`{"$ref":"#/properties/x/$defs/n","$defs":{"n":{"minimum":1}},"maximum":3}`, `0`, "/x minimum: x must be at least 1"},
		{`{"$ref":"#/properties/x/$defs/n","$defs":{"n":{"minimum":1}},"maximum":3}`, `4`, "/x maximum: x must be at most 3"},
		{`{"$ref":"#/properties/x/$defs/n","$defs":{"n":{"type":"number"}},"type":"number"}`, `"a"`, `/x type: x must be a number, not "a"`},
		{`{"$ref":"https://example.org/s.json"}`, `4`, ""},
	} {
		if got := check(t, c.schema, c.value, server); got != c.want {
			t.Errorf("%s with %s\ngot  %s\nwant %s", c.schema, c.value, got, c.want)
		}
	}
}

func TestWidgets(t *testing.T) {
	const molecule = `{"x-megane-widget":"molecule","title":"Monomer"}`
	for _, c := range []struct{ schema, value, want string }{
		{molecule, `{"name":"water","smiles":"O"}`, ""},
		{molecule, `{"name":"water","molblock":"x","smiles":""}`, ""},
		{molecule, `{"name":"water"}`, "/x molecule: Monomer needs a molblock or a smiles beside its name"},
		{molecule, `{"name":"water","molblock":" ","smiles":""}`, "/x molecule: Monomer needs a molblock or a smiles beside its name"},
		{molecule, `{"smiles":"O"}`, "/x molecule: Monomer needs a name"},
		{molecule, `"water"`, "/x molecule: Monomer must be an object with a name and a molblock or a smiles"},
		{molecule, `{"name":"a","name":"b","smiles":"O"}`, `/x json: Monomer is not valid: "name" occurs twice`},
		{`{"x-megane-widget":"molecule","anyOf":[{"type":"object"},{"type":"null"}]}`, `null`, ""},
		{`{"x-megane-widget":"molecule","type":"object"}`, `null`, "/x type: x must be an object, not null"},

		{`{"x-megane-widget":"element"}`, `118`, ""},
		{`{"x-megane-widget":"element"}`, `0`, "/x element: x must be an atomic number from 1 to 118"},
		{`{"x-megane-widget":"element"}`, `119`, "/x element: x must be an atomic number from 1 to 118"},
		{`{"x-megane-widget":"element"}`, `"Fe"`, "/x element: x must be an atomic number from 1 to 118"},
		{`{"x-megane-widget":"seed"}`, `0`, ""},
		{`{"x-megane-widget":"seed"}`, `9007199254740991`, ""},
		{`{"x-megane-widget":"seed"}`, `9007199254740992`, "/x seed: x must be a whole number from 0 to 9007199254740991"},
		{`{"x-megane-widget":"seed"}`, `-1`, "/x seed: x must be a whole number from 0 to 9007199254740991"},
		{`{"x-megane-widget":"seed"}`, `1.5`, "/x seed: x must be a whole number from 0 to 9007199254740991"},

		{`{"x-megane-widget":"cell"}`, `[10,0,0,0,10,0,0,0,10]`, ""},
		{`{"x-megane-widget":"cell"}`, `[10,0,0,-4.9,8.5,0,3,3,9]`, ""},
		{`{"x-megane-widget":"cell"}`, `[10,10,10]`, "/x cell: x must be 9 numbers, the three vectors row by row"},
		{`{"x-megane-widget":"cell"}`, `[10,0,0,0,10,0,0,0,"a"]`, "/x cell: x must be 9 numbers, the three vectors row by row"},
		{`{"x-megane-widget":"cell"}`, `[10,0,0,0,10,0,0,0,1e999]`, "/x cell: x must be 9 numbers, the three vectors row by row"},
		{`{"x-megane-widget":"cell"}`, `null`, ""},
		{`{"x-megane-widget":"cell","title":"Cell"}`, `[0,10,0,10,0,0,0,0,10]`, "/x cell: Cell is left-handed; swap two vectors"},
		{`{"x-megane-widget":"cell"}`, `[10,0,0,20,0,0,0,0,10]`, "/x cell: x has no volume; the three vectors must span a box"},
		{`{"x-megane-widget":"cell"}`, `[0,0,0,0,0,0,0,0,0]`, "/x cell: x has no volume; the three vectors must span a box"},
		{`{"x-megane-widget":"cell"}`, `[1e200,0,0,0,1e200,0,0,0,1e200]`, "/x cell: x has no volume; the three vectors must span a box"},

		{`{"x-megane-widget":"selection","minItems":2}`, `[0,5]`, ""},
		{`{"x-megane-widget":"selection","minItems":2}`, `[0]`, "/x minItems: Select at least 2 atoms; 1 selected"},
		{`{"x-megane-widget":"selection","maxItems":1}`, `[0,1]`, "/x maxItems: Select at most 1 atom; 2 selected"},
		{`{"x-megane-widget":"selection"}`, `[0,-1]`, "/x/1 selection: x, value 2 must be an atom number, counted from 0"},
		{`{"x-megane-widget":"selection"}`, `3`, "/x selection: x must be a list of atom numbers"},

		{`{"x-megane-widget":"colour","type":"integer"}`, `"red"`, `/x type: x must be a whole number, not "red"`},
	} {
		if got := check(t, c.schema, c.value, server); got != c.want {
			t.Errorf("%s with %s\ngot  %s\nwant %s", c.schema, c.value, got, c.want)
		}
	}
}

func TestAtomOfMolecule(t *testing.T) {
	const s = `{"type":"object","properties":{"monomer":{"x-megane-widget":"molecule"},
		"head":{"type":"integer","minimum":0,"x-megane-widget":"atom","x-megane-of":"monomer","title":"Head atom"}}}`
	block := func(counts string) string { return `"ethane\n  x\n\n` + counts + `\n"` }
	for _, c := range []struct{ monomer, head, want string }{
		{`{"name":"e","molblock":` + block("  8  7  0  0") + `}`, `7`, ""},
		{`{"name":"e","molblock":` + block("  8  7  0  0") + `}`, `8`, "/head atom: Head atom must be from 0 to 7; the molecule has 8 atoms"},
		{`{"name":"e","molblock":` + strings.ReplaceAll(block("120 99"), `\n`, `\r\n`) + `}`, `120`, "/head atom: Head atom must be from 0 to 119; the molecule has 120 atoms"},
		{`{"name":"e","molblock":` + block("  0  0  0     0  0            999 V3000") + `}`, `8`, ""},
		{`{"name":"e","molblock":"not a mol block"}`, `8`, ""},
		{`{"name":"e","smiles":"CC"}`, `8`, ""},
		{`{"name":"e","smiles":"CC"}`, `-1`, "/head minimum: Head atom must be at least 0"},
		{`{"name":"e","smiles":"CC"}`, `1.5`, `/head type: Head atom must be a whole number, not 1.5`},
	} {
		compiled, err := Parse([]byte(s))
		if err != nil {
			t.Fatal(err)
		}
		if got := lines(Check(compiled, []byte(`{"monomer":`+c.monomer+`,"head":`+c.head+`}`), server)); got != c.want {
			t.Errorf("%s %s: got %s, want %s", c.monomer, c.head, got, c.want)
		}
	}
}

const documentTool = `{"type":"object","required":["document","atoms","solvent","label","n"],"properties":{
	"atoms":{"type":"array","items":{"type":"integer"},"minItems":1,"x-megane-widget":"selection"},
	"document":{"$ref":"#/$defs/S","x-megane-widget":"document","title":"Document"},
	"solvent":{"x-megane-widget":"molecule"},"label":{"type":"string"},"n":{"type":"integer"},"note":{"type":"string"},"size":{"type":"number","default":1}},
	"$defs":{"S":{"type":"object"}}}`

func TestFormContext(t *testing.T) {
	s, err := Parse([]byte(documentTool))
	if err != nil {
		t.Fatal(err)
	}
	ok := `{"solvent":{"name":"w","smiles":"O"},"label":"a","n":1,"note":"","size":2}`
	for _, c := range []struct {
		name, values string
		ctx          Context
		want         string
	}{
		{"complete", ok, Context{Form: true, HasDocument: true, DocumentAtoms: 3, SelectionCount: 1}, ""},
		{"no document", ok, Context{Form: true, DocumentAtoms: -1, SelectionCount: 1}, "/document document: Open a structure first; this tool works on it"},
		{"nothing selected", ok, Context{Form: true, HasDocument: true, DocumentAtoms: 3}, "/atoms minItems: Select at least 1 atom; 0 selected"},
		{"selection beyond the document", `{"atoms":[0,3],` + ok[1:], Context{Form: true, HasDocument: true, DocumentAtoms: 3},
			"/atoms/1 selection: atoms, value 2 is atom 3; the structure has 3 atoms, counted from 0"},
		{"blank fields", `{"solvent":{"name":"w","smiles":"O"},"label":" ","n":"","size":""}`, Context{Form: true, HasDocument: true, DocumentAtoms: 3, SelectionCount: 1},
			"/label required: label is required\n/n required: n is required\n/size required: size is required"},
		{"text that is no number", `{"solvent":{"name":"w","smiles":"O"},"label":"a","n":"NaN"}`, Context{Form: true, HasDocument: true, DocumentAtoms: 3, SelectionCount: 1},
			"/n type: n must be a whole number"},
		{"no molecule", `{"label":"a","n":1}`, Context{Form: true, HasDocument: true, DocumentAtoms: 3, SelectionCount: 1}, "/solvent required: Choose a molecule"},
		{"a server's view", `{}`, server,
			"/document required: Document is required: send the structure to work on, with elements, positions, cell and bonds\n/atoms required: atoms is required\n/solvent required: solvent is required\n/label required: label is required\n/n required: n is required"},
		{"a server takes empty text", `{"document":{},"atoms":[1],"solvent":{"name":"w","smiles":"O"},"label":"","n":1}`, server, ""},
	} {
		if got := lines(Check(s, []byte(c.values), c.ctx)); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.name, got, c.want)
		}
	}
	// The selection is checked against the document that is an argument, wherever it stands.
	ctx := server
	ctx.Document = func([]byte) (int, string, string) { return 2, "", "" }
	if got, want := lines(Check(s, []byte(`{"atoms":[2],"document":{},`+ok[1:]), ctx)), "/atoms/0 selection: atoms, value 1 is atom 2; the structure has 2 atoms, counted from 0"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	ctx.Document = func([]byte) (int, string, string) {
		return 0, "/elements/5", "atomic number 0 is not allowed (1–118)"
	}
	if got, want := lines(Check(s, []byte(`{"atoms":[2],"document":{},`+ok[1:]), ctx)),
		"/document/elements/5 document: Document is not a valid structure: /elements/5: atomic number 0 is not allowed (1–118)"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestHostileValues(t *testing.T) {
	s, err := Parse([]byte(`{"type":"object","properties":{"name":{"type":"string","maxLength":128},"list":{"type":"array","items":{"type":"integer"},"maxItems":10}},"additionalProperties":false}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, value, want string }{
		{"a long name", `{"name":"` + strings.Repeat("x", 10_000) + `"}`, "/name maxLength: name must have at most 128 characters (it has 10000)"},
		{"a control character", "{\"name\":\"a\x01\"}", " json: The arguments are not valid JSON: byte 10: a control character stands bare in a string"},
		{"10,000 nested arrays", `{"list":` + strings.Repeat("[", 10_000), " json: The arguments are not valid JSON: byte 71: arrays and objects nest deeper than 64"},
		{"no object", `[1]`, ` type: The arguments must be an object, not a list`},
		{"NaN", `{"list":[NaN]}`, " json: The arguments are not valid JSON: byte 9: unexpected N, a value must stand here"},
		{"a long list", `{"list":[` + strings.Repeat("1,", 1_000_000) + `1]}`, "/list maxItems: list has 1000001 values, at most 10 are allowed"},
		{"an unknown long name", `{"` + strings.Repeat("k", 10_000) + `":1}`,
			"/" + strings.Repeat("k", 10_000) + ` additionalProperties: "` + strings.Repeat("k", 60) + `"… is not known here; use name, list`},
	} {
		if got := lines(Check(s, []byte(c.value), server)); got != c.want {
			t.Errorf("%s: got %.300s, want %.300s", c.name, got, c.want)
		}
	}
	if got := len(Check(s, []byte(`{"list":["a","a","a","a","a","a","a","a","a","a"],`+manyKeys(500)+`}`), server)); got != maxProblems {
		t.Errorf("got %d problems, want %d", got, maxProblems)
	}
}

func manyKeys(n int) string {
	var keys []string
	for i := range n {
		keys = append(keys, fmt.Sprintf(`"k%d":1`, i))
	}
	return strings.Join(keys, ",")
}

func TestParseRefuses(t *testing.T) {
	for _, c := range []struct{ schema, want string }{
		{`{`, "the schema is not valid JSON: byte 1: unexpected end inside an object"},
		{`[]`, "a schema must be an object, true or false"},
		{`{"type":"float"}`, `/type: an unknown type "float"`},
		{`{"properties":{"a":{"minimum":"1"}}}`, "/properties/a/minimum: must be a number"},
		{`{"properties":{"a":{"minLength":1.5}}}`, "/properties/a/minLength: must be a whole number of at least 0"},
		{`{"properties":[]}`, "/properties: must be an object"},
		{`{"anyOf":{}}`, "/anyOf: must be an array of schemas"},
		{`{"enum":"a"}`, "/enum: enum must be an array"},
		{`{"multipleOf":0}`, "/multipleOf: multipleOf must be greater than 0"},
		{`{"$ref":"#/$defs/missing"}`, `/$ref: "#/$defs/missing" does not exist`},
		{`{"type":"object","type":"object"}`, `"type" occurs twice`},
		{`{"items":` + strings.Repeat(`{"items":`, 100) + "{}" + strings.Repeat("}", 101), "the schema is not valid JSON: byte 576: arrays and objects nest deeper than 64"},
	} {
		if _, err := Parse([]byte(c.schema)); err == nil || err.Error() != c.want {
			t.Errorf("%.60s: got %v, want %s", c.schema, err, c.want)
		}
	}
}

// A schema that refers to itself checks values of any depth and never hangs.
func TestRecursiveSchemas(t *testing.T) {
	tree, err := Parse([]byte(`{"type":"object","properties":{"next":{"$ref":"#"},"n":{"type":"integer"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := lines(Check(tree, []byte(`{"next":{"next":{"n":"x"}}}`), server)), `/next/next/n type: next, next: n must be a whole number, not "x"`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for _, text := range []string{
		`{"$ref":"#"}`,
		`{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}`,
		`{"allOf":[{"$ref":"#"},{"$ref":"#"}]}`,
		`{"anyOf":[{"$ref":"#"},{"$ref":"#"}]}`,
		`{"not":{"$ref":"#"}}`,
	} {
		s, err := Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		Check(s, []byte(`{"a":[1,2,3]}`), server)
	}
}

// Schemas that would take for ever are refused.
func TestComplexSchemas(t *testing.T) {
	doubling := `{"$defs":{"n0":{"type":"number"}`
	for i := range 40 {
		doubling += fmt.Sprintf(`,"n%d":{"allOf":[{"$ref":"#/$defs/n%d"},{"$ref":"#/$defs/n%d"}]}`, i+1, i, i)
	}
	chained := `{"$defs":{"n0":{"type":"number"}`
	for i := range 300 {
		chained += fmt.Sprintf(`,"n%d":{"$ref":"#/$defs/n%d"}`, i+1, i)
	}
	for _, text := range []string{doubling + `},"$ref":"#/$defs/n40"}`, chained + `},"$ref":"#/$defs/n300"}`} {
		s, err := Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if got, want := lines(Check(s, []byte(`1`), server)), " schema: The arguments or the schema are too large to check"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
