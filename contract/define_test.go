package contract

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/contract/internal/jsontext"
	"github.com/molsmith/molsmith/contract/internal/schema"
)

type component struct {
	Molecule Molecule `json:"molecule" schema:"title=Molecule"`
	Count    int      `json:"count" schema:"title=Count;minimum=1;maximum=500000;examples=100;unit=count"`
}

type liquidBoxArgs struct {
	Components []component `json:"components" schema:"title=Components;minItems=1;maxItems=8"`
	Density    float64     `json:"density" schema:"title=Density;exclusiveMinimum=0;maximum=5;default=1.0;unit=g/cm3"`
	Shape      string      `json:"shape" schema:"title=Box shape;enum=cubic|orthorhombic;default=cubic"`
	Aspect     [3]float64  `json:"aspect" schema:"title=Aspect ratio a:b:c;exclusiveMinimum=0;default=[1, 1, 1]"`
	Tolerance  float64     `json:"tolerance" schema:"title=Minimum distance;minimum=1.0;maximum=4.0;default=2.0;unit=angstrom"`
	Seed       Seed        `json:"seed" schema:"title=Seed"`
}

type polymerArgs struct {
	Monomer Molecule  `json:"monomer" schema:"title=Monomer;examples={\"name\": \"ethylene\", \"smiles\": \"CC\"}"`
	Head    AtomIndex `json:"head" schema:"title=Head atom;of=monomer;examples=0"`
	Tail    AtomIndex `json:"tail" schema:"title=Tail atom;of=monomer;examples=1"`
	Seed    Seed      `json:"seed" schema:"title=Seed"`
	Length  int       `json:"length" schema:"title=Repeat units;minimum=1;maximum=200;default=10;unit=count"`
}

type solvateArgs struct {
	Document *Structure `json:"document"`
	Solvent  Molecule   `json:"solvent" schema:"title=Solvent"`
	Seed     Seed       `json:"seed" schema:"title=Seed"`
	Density  float64    `json:"density" schema:"title=Density;exclusiveMinimum=0;maximum=5;default=1.0;unit=g/cm3"`
}

func define[A any](change func(*Definition[A])) (*Tool, error) {
	d := Definition[A]{Name: "test_tool", Title: "Test tool", Description: "Does nothing.", Category: Other, Apply: NewDocument}
	if change != nil {
		change(&d)
	}
	return Define(d, func(context.Context, A, *Call) (*BuilderResult, error) { return &BuilderResult{Name: "empty"}, nil })
}

// properties returns the members of a schema's properties as compact JSON.
func properties(t *testing.T, input json.RawMessage) string {
	t.Helper()
	members, err := jsontext.Members(input)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range members {
		if m.Key == "properties" {
			return string(m.Value)
		}
	}
	t.Fatal("the schema has no properties")
	return ""
}

// The worked examples of contract §12, property for property in their order.
func TestWorkedExamples(t *testing.T) {
	box, err := define[liquidBoxArgs](nil)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"components":{"type":"array","minItems":1,"maxItems":8,"items":{"type":"object","properties":{` +
		`"molecule":{"$ref":"#/$defs/Molecule","x-megane-widget":"molecule","title":"Molecule"},` +
		`"count":{"type":"integer","minimum":1,"maximum":500000,"title":"Count","examples":[100],"x-megane-unit":"count"}},` +
		`"required":["molecule","count"],"additionalProperties":false},"title":"Components"},` +
		`"density":{"type":"number","exclusiveMinimum":0,"maximum":5,"default":1.0,"title":"Density","x-megane-unit":"g/cm3"},` +
		`"shape":{"type":"string","enum":["cubic","orthorhombic"],"default":"cubic","title":"Box shape"},` +
		`"aspect":{"type":"array","items":{"type":"number","exclusiveMinimum":0},"minItems":3,"maxItems":3,"default":[1, 1, 1],"title":"Aspect ratio a:b:c"},` +
		`"tolerance":{"type":"number","minimum":1.0,"maximum":4.0,"default":2.0,"title":"Minimum distance","x-megane-unit":"angstrom"},` +
		`"seed":{"type":"integer","minimum":0,"maximum":9007199254740991,"x-megane-widget":"seed","title":"Seed"}}`
	if got := properties(t, box.Input); got != want {
		t.Errorf("liquid_box\ngot  %s\nwant %s", got, want)
	}
	if !strings.HasSuffix(string(box.Input), `,"required":["components","seed"],"additionalProperties":false,"$defs":{"Molecule":`+string(MoleculeSchema())+`}}`) {
		t.Errorf("got the end %s", box.Input[len(want):])
	}
	if want := (Marker{Contract: 1, Category: Other, Apply: NewDocument, Document: DocumentNone, Stochastic: true}); *box.Marker != want {
		t.Errorf("got %+v, want %+v", *box.Marker, want)
	}

	chain, err := define[polymerArgs](nil)
	if err != nil {
		t.Fatal(err)
	}
	want = `{"monomer":{"$ref":"#/$defs/Molecule","x-megane-widget":"molecule","title":"Monomer","examples":[{"name": "ethylene", "smiles": "CC"}]},` +
		`"head":{"type":"integer","minimum":0,"x-megane-widget":"atom","x-megane-of":"monomer","title":"Head atom","examples":[0]},` +
		`"tail":{"type":"integer","minimum":0,"x-megane-widget":"atom","x-megane-of":"monomer","title":"Tail atom","examples":[1]},` +
		`"seed":{"type":"integer","minimum":0,"maximum":9007199254740991,"x-megane-widget":"seed","title":"Seed"},` +
		`"length":{"type":"integer","minimum":1,"maximum":200,"default":10,"title":"Repeat units","x-megane-unit":"count"}}`
	if got := properties(t, chain.Input); got != want {
		t.Errorf("polymer_chain\ngot  %s\nwant %s", got, want)
	}

	solvate, err := define[solvateArgs](func(d *Definition[solvateArgs]) { d.Apply, d.ExpectedSeconds = Insert, 30 })
	if err != nil {
		t.Fatal(err)
	}
	if got, want := properties(t, solvate.Input), `{"document":{"$ref":"#/$defs/Structure","x-megane-widget":"document"},"solvent":{`; !strings.HasPrefix(got, want) {
		t.Errorf("solvate\ngot  %s\nwant %s", got, want)
	}
	if want := (Marker{Contract: 1, Category: Other, Apply: Insert, Document: DocumentRequired, Stochastic: true, ExpectedSeconds: 30}); *solvate.Marker != want {
		t.Errorf("got %+v, want %+v", *solvate.Marker, want)
	}
	if want := (Annotations{Title: "Test tool", ReadOnlyHint: true, IdempotentHint: true}); solvate.Annotations != want {
		t.Errorf("got %+v, want %+v", solvate.Annotations, want)
	}
}

// Every kind of argument and how it is written.
func TestInputSchemaKinds(t *testing.T) {
	type row struct {
		N int `json:"n" schema:"default=1"`
	}
	type args struct {
		Number    float64    `json:"number" schema:"title=N;multipleOf=0.5;minimum=-1;exclusiveMaximum=2;examples=1|1.5" doc:"A number; any."`
		Whole     *int64     `json:"whole" schema:"minimum=2"`
		Text      string     `json:"text" schema:"minLength=1;maxLength=64;pattern=^[a-z]*$;optional"`
		Switch    bool       `json:"switch" schema:"default=true"`
		Vector    [2]int     `json:"vector" schema:"minimum=0;default=[1,2];unit=count"`
		Table     []row      `json:"table" schema:"minItems=0;default=[{\"n\":2}]"`
		Group     row        `json:"group" schema:"title=Group"`
		Element   Element    `json:"element" schema:"minimum=3;default=6"`
		Cell      *CellArg   `json:"cell"`
		Document  *Structure `json:"document" schema:"optional"`
		Selection Selection  `json:"selection" schema:"minItems=1"`
		Kind      string     `json:"kind" schema:"enum=plain|graded;default=plain"`
		Steps     int        `json:"steps" schema:"default=3;when=kind:graded"`
		Slope     *float64   `json:"slope" schema:"when=switch:true"`
	}
	tool, err := define[args](nil)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"number":{"type":"number","minimum":-1,"exclusiveMaximum":2,"multipleOf":0.5,"title":"N","description":"A number; any.","examples":[1,1.5]},` +
		`"whole":{"type":"integer","minimum":2},` +
		`"text":{"type":"string","minLength":1,"maxLength":64,"pattern":"^[a-z]*$"},` +
		`"switch":{"type":"boolean","default":true},` +
		`"vector":{"type":"array","items":{"type":"integer","minimum":0},"minItems":2,"maxItems":2,"default":[1,2],"x-megane-unit":"count"},` +
		`"table":{"type":"array","minItems":0,"items":{"type":"object","properties":{"n":{"type":"integer","default":1}},"additionalProperties":false},"default":[{"n":2}]},` +
		`"group":{"type":"object","properties":{"n":{"type":"integer","default":1}},"additionalProperties":false,"title":"Group"},` +
		`"element":{"type":"integer","minimum":3,"maximum":118,"default":6,"x-megane-widget":"element"},` +
		`"cell":{"type":"array","items":{"type":"number"},"minItems":9,"maxItems":9,"x-megane-widget":"cell"},` +
		`"document":{"$ref":"#/$defs/Structure","x-megane-widget":"document"},` +
		`"selection":{"type":"array","items":{"type":"integer","minimum":0},"minItems":1,"x-megane-widget":"selection"},` +
		`"kind":{"type":"string","enum":["plain","graded"],"default":"plain"},` +
		`"steps":{"type":"integer","default":3,"x-molsmith-when":{"field":"kind","in":["graded"]}},` +
		`"slope":{"type":"number","x-molsmith-when":{"field":"switch","in":["true"]}}}`
	if got := properties(t, tool.Input); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if tool.Marker.Document != DocumentOptional || tool.Marker.Stochastic {
		t.Errorf("got %+v", tool.Marker)
	}
}

func TestDefineRefuses(t *testing.T) {
	type none struct{}
	type seedNamed struct {
		S Seed `json:"random"`
	}
	type seedPointer struct {
		S *Seed `json:"seed"`
	}
	type twoDocuments struct {
		A *Structure `json:"a"`
		B *Structure `json:"b"`
	}
	type selectionAlone struct {
		S Selection `json:"s"`
	}
	type noExample struct {
		N int `json:"n"`
	}
	type noExampleText struct {
		T string `json:"t"`
	}
	type noExampleVector struct {
		V [3]float64 `json:"v"`
	}
	type noName struct {
		N int
	}
	type unknownKey struct {
		N int `json:"n" schema:"default=1;min=0"`
	}
	type twiceKey struct {
		N int `json:"n" schema:"default=1;default=2"`
	}
	type wrongKey struct {
		B bool `json:"b" schema:"default=true;minimum=0"`
	}
	type noNumber struct {
		N int `json:"n" schema:"default=1;minimum=one"`
	}
	type noCount struct {
		T string `json:"t" schema:"default=a;maxLength=-1"`
	}
	type badDefault struct {
		N float64 `json:"n" schema:"default=7;maximum=5"`
	}
	type badExample struct {
		N float64 `json:"n" schema:"examples=7;maximum=5"`
	}
	type notJSON struct {
		N float64 `json:"n" schema:"examples=x"`
	}
	type enumDefault struct {
		T string `json:"t" schema:"enum=a|b;default=c"`
	}
	type atomAlone struct {
		A AtomIndex `json:"a" schema:"of=m"`
	}
	type atomOfNothing struct {
		A AtomIndex `json:"a"`
	}
	type longVector struct {
		V [10]float64 `json:"v" schema:"optional"`
	}
	type listOfText struct {
		L []string `json:"l" schema:"optional"`
	}
	type mapType struct {
		M map[string]int `json:"m" schema:"optional"`
	}
	type row struct {
		N int `json:"n" schema:"default=1"`
	}
	type tableInside struct {
		Rows []row `json:"rows"`
	}
	type nestedTable struct {
		Outer []tableInside `json:"outer"`
	}
	type nestedGroup struct {
		Outer tableInside `json:"outer"`
	}
	type seedRow struct {
		S Seed `json:"seed"`
	}
	type seedInside struct {
		Rows []seedRow `json:"rows"`
	}
	for _, c := range []struct {
		name string
		err  error
		want string
	}{
		{"no name", second(define(func(d *Definition[none]) { d.Name = "" })), "the name must be snake_case of at most 64 characters"},
		{"camel case", second(define(func(d *Definition[none]) { d.Name = "liquidBox" })), "the name must be snake_case of at most 64 characters"},
		{"long name", second(define(func(d *Definition[none]) { d.Name = strings.Repeat("a", 65) })), "the name must be snake_case of at most 64 characters"},
		{"no title", second(define(func(d *Definition[none]) { d.Title = " " })), "there is no title"},
		{"no description", second(define(func(d *Definition[none]) { d.Description = "" })), "there is no description"},
		{"category", second(define(func(d *Definition[none]) { d.Category = "gas" })), `unknown category "gas"`},
		{"apply", second(define(func(d *Definition[none]) { d.Apply = "replace" })), `unknown apply mode "replace"`},
		{"insert without document", second(define(func(d *Definition[none]) { d.Apply = Insert })), "an insert tool needs the document argument"},
		{"expectedSeconds", second(define(func(d *Definition[none]) { d.ExpectedSeconds = -1 })), "expectedSeconds is -1"},
		{"output", second(define(func(d *Definition[none]) { d.Output = json.RawMessage("{}") })), "the outputSchema of a Builder tool is the contract's"},
		{"no struct", second(define[int](nil)), "the arguments must be a struct, not int"},
		{"seed name", second(define[seedNamed](nil)), `the seed must be named seed, not "random"`},
		{"seed pointer", second(define[seedPointer](nil)), "the arguments: field S: a contract.Seed must not be a pointer"},
		{"two documents", second(define[twoDocuments](nil)), "there is more than one document argument"},
		{"selection", second(define[selectionAlone](nil)), "a selection needs the document argument"},
		{"no example", second(define[noExample](nil)), `"n" is required and has neither a default nor examples`},
		{"no example text", second(define[noExampleText](nil)), `"t" is required and has neither a default nor examples`},
		{"no example vector", second(define[noExampleVector](nil)), `"v" is required and has neither a default nor examples`},
		{"no JSON name", second(define[noName](nil)), `the arguments: field N: the tag json:"name" is missing`},
		{"unknown key", second(define[unknownKey](nil)), `the arguments: field N: the schema tag says "min", which this type does not take`},
		{"key twice", second(define[twiceKey](nil)), `the arguments: field N: the schema tag says "default" twice`},
		{"key of another type", second(define[wrongKey](nil)), `the arguments: field B: the schema tag says "minimum", which this type does not take`},
		{"no number", second(define[noNumber](nil)), "the arguments: field N: minimum=one is not a number"},
		{"no count", second(define[noCount](nil)), "the arguments: field T: maxLength=-1 is not a count"},
		{"default beyond the limits", second(define[badDefault](nil)), `the default 7 of "n" does not fit its schema: it must be at most 5`},
		{"example beyond the limits", second(define[badExample](nil)), `the example 7 of "n" does not fit its schema: it must be at most 5`},
		{"example that is no JSON", second(define[notJSON](nil)), `the arguments: field N: [x] is not JSON: byte 1: unexpected x, a value must stand here`},
		{"default outside the enum", second(define[enumDefault](nil)), `the default "c" of "t" does not fit its schema: it must be one of a, b`},
		{"atom without molecule", second(define[atomAlone](nil)), `"a" is an atom of "m", which is no molecule argument beside it`},
		{"atom of nothing", second(define[atomOfNothing](nil)), `the arguments: field A: an atom needs the tag schema:"of=…" that names its molecule`},
		{"long vector", second(define[longVector](nil)), "the arguments: field V: an array must hold 1 to 9 numbers"},
		{"list of text", second(define[listOfText](nil)), `"l" is a list of scalars, which forms cannot show`},
		{"map", second(define[mapType](nil)), "the arguments: field M: type map[string]int is not one that arguments may have"},
		{"table in a table", second(define[nestedTable](nil)), `"rows" nests in "outer"; tables and groups do not nest`},
		{"table in a group", second(define[nestedGroup](nil)), `"rows" nests in "outer"; tables and groups do not nest`},
		{"seed in a table", second(define[seedInside](nil)), `"seed" must not stand inside "rows"`},
	} {
		if c.err == nil {
			t.Errorf("%s: got no error, want %s", c.name, c.want)
		} else if _, got, _ := strings.Cut(c.err.Error(), `": `); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
	if _, err := Define(Definition[none]{Name: "x", Title: "x", Description: "x", Category: Bulk, Apply: NewDocument}, nil); err == nil {
		t.Error("a tool without a run function is accepted")
	}
}

// Structs that vet would refuse in source.
func TestReadObjectRefuses(t *testing.T) {
	a := reflect.StructField{Name: "A", Type: reflect.TypeFor[int](), Tag: `json:"a" schema:"default=1"`}
	b := a
	b.Name = "B"
	hidden := reflect.StructField{Name: "n", PkgPath: "test", Type: reflect.TypeFor[int]()}
	for want, typ := range map[string]reflect.Type{
		`the arguments: the name "a" occurs twice`: reflect.StructOf([]reflect.StructField{a, b}),
		"the arguments: field n is not exported":   reflect.StructOf([]reflect.StructField{hidden}),
	} {
		if _, err := readObject(typ, "the arguments"); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func second[T any](_ T, err error) error { return err }

func TestDefinePlain(t *testing.T) {
	type args struct {
		List []string `json:"smiles_list" schema:"minItems=2;maxItems=20;minLength=1;examples=[\"CCO\",\"CCN\"]"`
	}
	type answer struct {
		Count int      `json:"count" doc:"How many."`
		First *string  `json:"first"`
		Note  string   `json:"note,omitempty"`
		All   []string `json:"all"`
	}
	tool, err := DefinePlain(Definition[args]{Name: "count_it", Title: "Count", Description: "Count the list.", OpenWorld: true},
		func(_ context.Context, a args, _ *Call) (answer, error) {
			return answer{Count: len(a.List), First: &a.List[0], All: a.List}, nil
		})
	if err != nil {
		t.Fatal(err)
	}
	if tool.Marker != nil || !tool.Annotations.OpenWorldHint {
		t.Errorf("got %+v", tool)
	}
	want := `{"type":"object","properties":{"count":{"type":"integer","description":"How many."},"first":{"anyOf":[{"type":"string"},{"type":"null"}]},` +
		`"note":{"type":"string"},"all":{"type":"array","items":{"type":"string"}}},"required":["count","first","all"]}`
	if string(tool.Output) != want {
		t.Errorf("got  %s\nwant %s", tool.Output, want)
	}
	outcome, err := tool.Run(t.Context(), json.RawMessage(`{"smiles_list":["C<","N"]}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := string(outcome.Structured()), `{"count":2,"first":"C<","all":["C<","N"]}`; got != want || outcome.Text != want {
		t.Errorf("got %s and %s, want %s", got, outcome.Text, want)
	}
	var e *Error
	if _, err := tool.Run(t.Context(), json.RawMessage(`{"smiles_list":["C"]}`), nil); !errors.As(err, &e) || e.Message != "smiles_list needs at least 2 values" {
		t.Errorf("got %v", err)
	}
	for name, err := range map[string]error{
		"category":  second(DefinePlain(Definition[args]{Name: "x", Title: "x", Description: "x", Category: Bulk}, func(context.Context, args, *Call) (answer, error) { return answer{}, nil })),
		"no schema": second(DefinePlain(Definition[args]{Name: "x", Title: "x", Description: "x"}, func(context.Context, args, *Call) (any, error) { return nil, nil })),
		"no run":    second(DefinePlain[args, answer](Definition[args]{Name: "x", Title: "x", Description: "x"}, nil)),
		"bad output": second(DefinePlain(Definition[args]{Name: "x", Title: "x", Description: "x", Output: json.RawMessage("[")},
			func(context.Context, args, *Call) (any, error) { return nil, nil })),
	} {
		if err == nil {
			t.Errorf("%s: got no error", name)
		}
	}
}

// pair is written as [number, text].
type pair struct {
	n    int
	text string
}

func (p pair) MarshalJSON() ([]byte, error) { return json.Marshal([]any{p.n, p.text}) }

func (pair) AnswerSchema() json.RawMessage {
	return json.RawMessage(`{"type":"array","prefixItems":[{"type":"integer"},{"type":"string"}],"items":false}`)
}

func TestAnswerSchema(t *testing.T) {
	type answer struct {
		Pairs []pair    `json:"pairs" doc:"Some."`
		One   *pair     `json:"one"`
		Class string    `json:"class" schema:"enum=low|high"`
		Bits  string    `json:"bits" schema:"minLength=4;maxLength=4;pattern=^[0-9a-f]*$"`
		Share []float64 `json:"share" schema:"minimum=0;maximum=1;minItems=2"`
	}
	got, err := AnswerSchema[answer]()
	const tuple = `{"type":"array","prefixItems":[{"type":"integer"},{"type":"string"}],"items":false}`
	want := `{"type":"object","properties":{"pairs":{"type":"array","items":` + tuple + `,"description":"Some."},` +
		`"one":{"anyOf":[` + tuple + `,{"type":"null"}]},"class":{"type":"string","enum":["low","high"]},` +
		`"bits":{"type":"string","minLength":4,"maxLength":4,"pattern":"^[0-9a-f]*$"},` +
		`"share":{"type":"array","items":{"type":"number","minimum":0,"maximum":1},"minItems":2}},"required":["pairs","one","class","bits","share"]}`
	if err != nil || string(got) != want {
		t.Errorf("got  %s (%v)\nwant %s", got, err, want)
	}
	for name, err := range map[string]error{
		"no struct": second(AnswerSchema[string]()),
		"a channel": second(AnswerSchema[struct {
			C chan int `json:"c"`
		}]()),
		"no name": second(AnswerSchema[struct{ A int }]()),
	} {
		if err == nil {
			t.Errorf("%s: got no error", name)
		}
	}
}

// The JSON Schemas accept what the encoder writes and are laid out in one order.
func TestSchemas(t *testing.T) {
	compile := func(raw json.RawMessage) *schema.Schema {
		s, err := schema.Parse(raw)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	ctx := schema.Context{DocumentAtoms: -1}
	r := &BuilderResult{Contract: 1, Name: "x", Structure: *full(), Provenance: Provenance{{"seed", int64(1)}, {"v", "1"}}}
	for name, c := range map[string]struct {
		schema json.RawMessage
		value  []byte
	}{
		"structure": {StructureSchema(), AppendStructure(nil, full())},
		"document":  {DocumentSchema(), AppendStructure(nil, waters(2))},
		"result":    {ResultSchema(), AppendResult(nil, r)},
		"molecule":  {MoleculeSchema(), []byte(`{"name":"water","smiles":"O"}`)},
	} {
		if problems := schema.Check(compile(c.schema), c.value, ctx); len(problems) > 0 {
			t.Errorf("%s: got %v", name, problems)
		}
	}
	result := compile(ResultSchema())
	for _, bad := range []string{
		`{"contract":2,"name":"x","structure":` + with("", "") + `,"warnings":[],"provenance":{}}`,
		`{"contract":1,"name":"x","structure":` + with("cell", "") + `,"warnings":[],"provenance":{}}`,
		`{"contract":1,"name":"x","structure":` + with("cell", "[1,2]") + `,"warnings":[],"provenance":{}}`,
		`{"contract":1,"name":"x","structure":` + with("elements", "[0,1]") + `,"warnings":[],"provenance":{}}`,
		`{"contract":1,"name":"x","structure":` + with("bonds", "[[0]]") + `,"warnings":[],"provenance":{}}`,
		`{"contract":1,"name":"x","structure":` + with("chainIds", `["","A"]`) + `,"warnings":[],"provenance":{}}`,
		`{"contract":1,"name":"x","structure":` + with("", "") + `,"warnings":[1],"provenance":{}}`,
		`{"contract":1,"name":"x","structure":` + with("", "") + `,"warnings":[],"provenance":{"a":[]}}`,
	} {
		if problems := schema.Check(result, []byte(bad), ctx); len(problems) == 0 {
			t.Errorf("the schema accepts %s", bad)
		}
	}
	if problems := schema.Check(compile(DocumentSchema()), []byte(with("foo", "1")), ctx); len(problems) != 1 {
		t.Errorf("got %v for an unknown field of a document", problems)
	}
	var names []string
	for _, p := range compile(StructureSchema()).Properties {
		names = append(names, p.Name)
	}
	if got, want := strings.Join(names, " "), "elements positions cell bonds bondOrders molecules residueNames residueIds atomNames chainIds formalCharges scalars"; got != want {
		t.Errorf("got the order %s, want %s", got, want)
	}
	if got := string(StructureSchema()); !strings.Contains(got, fmt.Sprintf(`"maxItems":%d`, MaxAtoms)) || !strings.Contains(got, fmt.Sprintf(`"maxItems":%d`, 3*MaxAtoms)) {
		t.Error("the schema and MaxAtoms disagree")
	}
	ResultSchema()[0] = 'x'
	if ResultSchema()[0] != '{' {
		t.Error("a caller can change the schema")
	}
}

// Arguments that several tools share may be a struct that each embeds: its fields stand in its
// place, and are filled like the others.
func TestEmbeddedArguments(t *testing.T) {
	type shared struct {
		Width int `json:"width" schema:"title=Width;default=3"`
	}
	type arguments struct {
		Name string `json:"name" schema:"title=Name;default=n"`
		shared
		Height int `json:"height" schema:"title=Height;default=4"`
	}
	var got arguments
	tool, err := DefinePlain(Definition[arguments]{Name: "embedding", Title: "Embedding", Description: "A tool."}, func(_ context.Context, a arguments, _ *Call) (*struct {
		N int `json:"n"`
	}, error) {
		got = a
		return &struct {
			N int `json:"n"`
		}{1}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tool.Run(t.Context(), json.RawMessage(`{"width":7}`), nil); err != nil {
		t.Fatal(err)
	}
	if got.Name != "n" || got.Width != 7 || got.Height != 4 {
		t.Errorf("got %+v", got)
	}
}
