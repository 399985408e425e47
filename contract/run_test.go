package contract

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"
)

type everything struct {
	Number    float64    `json:"number" schema:"default=1.5"`
	Whole     *int64     `json:"whole"`
	Small     int32      `json:"small" schema:"optional"`
	Text      string     `json:"text" schema:"default=abc"`
	Switch    bool       `json:"switch" schema:"default=true"`
	Vector    [2]int     `json:"vector" schema:"default=[1,2]"`
	Table     []everyRow `json:"table" schema:"default=[{}]"`
	Group     everyRow   `json:"group" schema:"optional"`
	Molecule  Molecule   `json:"molecule" schema:"optional"`
	Atom      AtomIndex  `json:"atom" schema:"of=molecule;default=0"`
	Element   Element    `json:"element" schema:"default=6"`
	Cell      *CellArg   `json:"cell"`
	Document  *Structure `json:"document" schema:"optional"`
	Selection Selection  `json:"selection" schema:"optional"`
	Seed      Seed       `json:"seed" schema:"default=7"`
}

type everyRow struct {
	N    int    `json:"n" schema:"default=3"`
	Name string `json:"name" schema:"optional"`
}

// capture defines a tool that hands its arguments to got.
func capture[A any](t *testing.T, got *A) *Tool {
	t.Helper()
	tool, err := Define(Definition[A]{Name: "capture", Title: "Capture", Description: "Takes arguments.", Category: Other, Apply: NewDocument},
		func(_ context.Context, a A, _ *Call) (*BuilderResult, error) {
			*got = a
			return &BuilderResult{}, nil
		})
	if err != nil {
		t.Fatal(err)
	}
	return tool
}

func TestRunDecodes(t *testing.T) {
	five := int64(5)
	ethane := "ethane\n     mark              3D\n\n  2  1\n"
	for _, c := range []struct {
		name, args string
		want       everything
	}{
		{"defaults", ``, everything{Number: 1.5, Text: "abc", Switch: true, Vector: [2]int{1, 2}, Table: []everyRow{{N: 3}}, Group: everyRow{N: 3}, Element: 6, Seed: 7}},
		{"everything", `{"number":-2e-3,"whole":5.0,"small":-7,"text":"\u00e9","switch":false,"vector":[3e0,4],"table":[{"n":1,"name":"a"},{}],"group":{"n":9},
			"molecule":{"name":"e","smiles":"CC","molblock":` + quote(ethane) + `},"atom":1,"element":8,"cell":[1,0,0,0,1,0,0,0,2.5],
			"document":` + with("", "") + `,"selection":[1,0],"seed":9007199254740991}`,
			everything{Number: -2e-3, Whole: &five, Small: -7, Text: "é", Switch: false, Vector: [2]int{3, 4}, Table: []everyRow{{N: 1, Name: "a"}, {N: 3}}, Group: everyRow{N: 9},
				Molecule: Molecule{"e", ethane, "CC"}, Atom: 1, Element: 8, Cell: &CellArg{1, 0, 0, 0, 1, 0, 0, 0, 2.5},
				Document:  &Structure{Elements: []uint8{1, 1}, Positions: []float64{0, 0, 0, 0.74, 0, 0}, Bonds: [][2]uint32{{0, 1}}},
				Selection: Selection{1, 0}, Seed: 1<<53 - 1}},
		{"an empty table", `{"table":[]}`, everything{Number: 1.5, Text: "abc", Switch: true, Vector: [2]int{1, 2}, Group: everyRow{N: 3}, Element: 6, Seed: 7}},
	} {
		var got everything
		outcome, err := capture(t, &got).Run(t.Context(), json.RawMessage(c.args), nil)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s\ngot  %+v\nwant %+v", c.name, got, c.want)
		}
		if seed, _ := outcome.Result.Provenance.Get("seed"); seed != int64(c.want.Seed) {
			t.Errorf("%s: got the seed %v in the provenance, want %d", c.name, seed, c.want.Seed)
		}
	}
}

func quote(s string) string {
	text, _ := json.Marshal(s)
	return string(text)
}

func TestRunRefusesArguments(t *testing.T) {
	var box liquidBoxArgs
	water := `{"name":"water","smiles":"O"}`
	for _, c := range []struct {
		name, args, want string
		problems         []Problem
	}{
		{"nothing", ``, "Components is required; Seed is required: send a whole number, such as 1", []Problem{
			{Path: "/components", Rule: "required", Message: "Components is required"}, {Path: "/seed", Rule: "required", Message: "Seed is required: send a whole number, such as 1"}}},
		{"in a row", `{"components":[{"molecule":` + water + `,"count":5},{"molecule":` + water + `,"count":0}],"seed":1}`,
			"Components, row 2: Count must be at least 1", []Problem{{Path: "/components/1/count", Rule: "minimum", Limit: 1.0, Message: "Count must be at least 1"}}},
		{"count 10^9", `{"components":[{"molecule":` + water + `,"count":1000000000}],"seed":1}`, "Components, row 1: Count must be at most 500000",
			[]Problem{{Path: "/components/0/count", Rule: "maximum", Limit: 500000.0, Message: "Count must be at most 500000"}}},
		{"density 0", `{"components":[{"molecule":` + water + `,"count":1}],"seed":1,"density":0}`, "Density must be greater than 0",
			[]Problem{{Path: "/density", Rule: "exclusiveMinimum", Limit: 0.0, Message: "Density must be greater than 0"}}},
		{"NaN", `{"density":NaN}`, "The arguments are not valid JSON: byte 11: unexpected N, a value must stand here",
			[]Problem{{Rule: "json", Message: "The arguments are not valid JSON: byte 11: unexpected N, a value must stand here"}}},
		{"no object", `[]`, "The arguments must be an object, not a list", []Problem{{Rule: "type", Limit: "object", Message: "The arguments must be an object, not a list"}}},
		{"unknown argument", `{"components":[{"molecule":` + water + `,"count":1}],"seed":1,"colour":"red"}`,
			`"colour" is not known here; use components, density, shape, aspect, tolerance, seed`,
			[]Problem{{Path: "/colour", Rule: "additionalProperties", Message: `"colour" is not known here; use components, density, shape, aspect, tolerance, seed`}}},
		{"a name of 10,000 characters", `{"components":[{"molecule":{"name":"` + strings.Repeat("x", 10_000) + `","smiles":"O"},"count":1}],"seed":1}`,
			"Components, row 1, Molecule: name must have at most 128 characters (it has 10000)",
			[]Problem{{Path: "/components/0/molecule/name", Rule: "maxLength", Limit: 128, Message: "name must have at most 128 characters (it has 10000)"}}},
		{"a name alone", `{"components":[{"molecule":{"name":"water"},"count":1}],"seed":1}`,
			"Components, row 1: Molecule needs a molblock or a smiles beside its name",
			[]Problem{{Path: "/components/0/molecule", Rule: "molecule", Message: "Molecule needs a molblock or a smiles beside its name"}}},
	} {
		_, err := capture(t, &box).Run(t.Context(), json.RawMessage(c.args), nil)
		var e *Error
		if !errors.As(err, &e) || e.Code != InvalidArguments {
			t.Errorf("%s: got %v", c.name, err)
			continue
		}
		if e.Message != c.want {
			t.Errorf("%s: got %q, want %q", c.name, e.Message, c.want)
		}
		if !reflect.DeepEqual(e.Problems, c.problems) {
			t.Errorf("%s: got %+v, want %+v", c.name, e.Problems, c.problems)
		}
	}
}

func TestExplain(t *testing.T) {
	tool, err := define(func(d *Definition[liquidBoxArgs]) {
		d.Explain = func(p Problem, value json.RawMessage) string {
			if p.Rule != "molecule" {
				return ""
			}
			return "Molecule has only a name; for " + string(value) + " give a smiles"
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	_, err = tool.Run(t.Context(), json.RawMessage(`{"components":[{"molecule":{"name":"water"},"count":0}],"seed":1}`), nil)
	if want := `Components, row 1: Molecule has only a name; for {"name":"water"} give a smiles; Components, row 1: Count must be at least 1`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestRunOnTypedDocument(t *testing.T) {
	type args struct {
		Document  *Structure `json:"document" schema:"title=Document"`
		Selection Selection  `json:"selection" schema:"optional"`
	}
	var got args
	tool := capture(t, &got)
	document := full()
	if _, err := tool.RunOn(t.Context(), json.RawMessage(`{"selection":[3]}`), document, nil); err != nil || got.Document != document {
		t.Errorf("got %v %v", got, err)
	}
	for _, c := range []struct {
		name, args string
		document   *Structure
		want       string
	}{
		{"none", `{}`, nil, "Document is required: send the structure to work on, with elements, positions, cell and bonds"},
		{"beyond the document", `{"selection":[4]}`, document, "selection, value 1 is atom 4; the structure has 4 atoms, counted from 0"},
		{"invalid", `{}`, &Structure{Elements: []uint8{0}}, "The open structure is not valid: /elements/0: atomic number 0 is not allowed (1–118)"},
		{"invalid JSON document", `{"document":` + with("elements", "[0,1]") + `}`, nil, "Document is not a valid structure: /elements/0: atomic number 0 is not allowed (1–118)"},
		{"unknown field", `{"document":` + with("foo", "1") + `}`, nil, `Document is not a valid structure: "foo" is not a field of a structure`},
		{"null", `{"document":null}`, nil, "Document must be an object, not null"},
	} {
		if _, err := tool.RunOn(t.Context(), json.RawMessage(c.args), c.document, nil); err == nil || err.Error() != c.want {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
	}
	outcome, err := tool.Run(t.Context(), json.RawMessage(`{"document":`+with("bonds", "[[0,1],[1,0]]")+`}`), nil)
	if err != nil || !slices.Equal(outcome.Result.Warnings, []string{"Open structure: 1 bond is listed more than once; the first is kept"}) {
		t.Errorf("got %v %v", outcome, err)
	}
}

func TestRunCompletesTheResult(t *testing.T) {
	positions := []float64{0.12344999, -0.00001, 3, 1, 1, 1, 2, 2, 2}
	type args struct {
		Seed Seed `json:"seed"`
	}
	tool, err := Define(Definition[args]{
		Name: "finish", Title: "Finish", Description: "Ends.", Category: Other, Apply: NewDocument,
		Provenance: Provenance{{"molsmith", "0.1.0"}, {"library", "1"}},
	}, func(context.Context, args, *Call) (*BuilderResult, error) {
		return &BuilderResult{
			Name: "a \"box\"",
			Structure: Structure{
				Elements: []uint8{8, 1, 1}, Positions: positions, Cell: &[9]float64{10, 0, 0, 0, 12.345, 0, 3, 0, 4},
				Bonds: [][2]uint32{{0, 1}, {0, 2}}, BondOrders: []uint8{1, 1}, Molecules: []int32{0, 0, 2}, FormalCharges: []int32{0, 0, 0},
			},
			Warnings:   []string{"two\nlines", "b"},
			Provenance: Provenance{{"library", "2"}, {"steps", int64(3)}},
		}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	outcome, err := tool.Run(t.Context(), json.RawMessage(`{"seed":5}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"contract":1,"name":"a \"box\"","structure":{"elements":[8,1,1],"positions":[0.1234,0,3,1,1,1,2,2,2],"cell":[10,0,0,0,12.345,0,3,0,4],"bonds":[[0,1],[0,2]],` +
		`"molecules":[0,0,2]},"warnings":["two lines","b"],"provenance":{"molsmith":"0.1.0","library":"2","seed":5,"steps":3}}`
	if got := string(outcome.Structured()); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if want := `Finish: "a \"box\"", 3 atoms, 2 molecules, cell 10.00 × 12.35 × 5.00 Å. Warnings: two lines; b`; outcome.Text != want {
		t.Errorf("got %s, want %s", outcome.Text, want)
	}
	if positions[0] != 0.12344999 {
		t.Error("the tool's positions were changed")
	}
}

func TestSummary(t *testing.T) {
	tool, err := define(func(d *Definition[struct{}]) {
		d.Summary = func(_ struct{}, r *BuilderResult) string { return "Built\n" + r.Name }
	})
	if err != nil {
		t.Fatal(err)
	}
	outcome, err := tool.Run(t.Context(), nil, nil)
	if err != nil || outcome.Text != "Built empty" {
		t.Errorf("got %v %v", outcome, err)
	}
}

// A tool that breaks the contract is a fault of the program, not of the caller.
func TestRunInvalidResult(t *testing.T) {
	for _, c := range []struct {
		name   string
		result *BuilderResult
		want   string
	}{
		{"none", nil, "bad returned no result"},
		{"NaN", &BuilderResult{Structure: Structure{Elements: []uint8{1}, Positions: []float64{0, math.NaN(), 0}}}, "bad returned an invalid result: /structure/positions/1: the number is not finite"},
		{"bond twice", &BuilderResult{Structure: Structure{Elements: []uint8{1, 1}, Positions: make([]float64, 6), Bonds: [][2]uint32{{0, 1}, {1, 0}}}},
			"bad returned an invalid result: 1 bond is listed more than once; the first is kept"},
	} {
		tool, err := Define(Definition[struct{}]{Name: "bad", Title: "Bad", Description: "Is wrong.", Category: Other, Apply: NewDocument},
			func(context.Context, struct{}, *Call) (*BuilderResult, error) { return c.result, nil })
		if err != nil {
			t.Fatal(err)
		}
		_, err = tool.Run(t.Context(), nil, nil)
		var e *Error
		if err == nil || err.Error() != c.want || errors.As(err, &e) {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
	}
}

func TestRunEndsEarly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tool, err := Define(Definition[struct{}]{Name: "wait", Title: "Wait", Description: "Waits.", Category: Other, Apply: NewDocument},
			func(ctx context.Context, _ struct{}, _ *Call) (*BuilderResult, error) {
				<-ctx.Done()
				return nil, fmt.Errorf("packing: %w", ctx.Err())
			})
		if err != nil {
			t.Fatal(err)
		}
		run := func(ctx context.Context) *Error {
			_, err := tool.Run(ctx, nil, nil)
			var e *Error
			if !errors.As(err, &e) {
				t.Fatalf("got %v, want an *Error", err)
			}
			return e
		}
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		if e := run(ctx); e.Code != Cancelled || e.Message != "Cancelled." {
			t.Errorf("got %+v", e)
		}
		if e := run(ctx); e.Code != Cancelled {
			t.Errorf("cancelled before the start: got %+v", e)
		}
		ctx, cancel = context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if e := run(ctx); e.Code != Timeout || e.Message != "Wait did not finish within its time limit; try a smaller system" {
			t.Errorf("got %+v", e)
		}
		ctx, cancel = context.WithTimeoutCause(t.Context(), time.Minute, TimeoutError("Wait", 0.5))
		defer cancel()
		if e := run(ctx); e.Code != Timeout || e.Message != "Wait did not finish within 0.5 s; try a smaller system" {
			t.Errorf("got %+v", e)
		}
	})
}

func TestErrorsPassThrough(t *testing.T) {
	want := &Error{Code: BoxTooSmall, Message: "The box is too small."}
	tool, err := Define(Definition[struct{}]{Name: "fail", Title: "Fail", Description: "Fails.", Category: Other, Apply: NewDocument},
		func(context.Context, struct{}, *Call) (*BuilderResult, error) { return nil, want })
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tool.Run(t.Context(), nil, nil); err != error(want) {
		t.Errorf("got %v, want %v", err, want)
	}
}

func TestProgress(t *testing.T) {
	tool, err := Define(Definition[struct{}]{Name: "steps", Title: "Steps", Description: "Steps.", Category: Other, Apply: NewDocument},
		func(_ context.Context, _ struct{}, call *Call) (*BuilderResult, error) {
			for _, f := range []float64{-1, 0.5, 0.25, math.NaN(), 2} {
				call.Progress(f, "a\nb")
			}
			return &BuilderResult{}, nil
		})
	if err != nil {
		t.Fatal(err)
	}
	var got []float64
	if _, err := tool.Run(t.Context(), nil, func(f float64, message string) {
		got = append(got, f)
		if message != "a b" {
			t.Errorf("got %q, want one line", message)
		}
	}); err != nil {
		t.Fatal(err)
	}
	if want := []float64{0, 0.5, 0.5, 0.5, 1}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if _, err := tool.Run(t.Context(), nil, nil); err != nil {
		t.Errorf("without a progress function: %v", err)
	}
}

func TestPreview(t *testing.T) {
	tool, err := define(func(d *Definition[liquidBoxArgs]) {
		d.Preview = func(a liquidBoxArgs) Preview {
			return Preview{Facts: []Fact{{"Arguments", fmt.Sprintf("%+v", a)}}}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ args, want string }{
		{``, "{Components:[] Density:1 Shape:cubic Aspect:[1 1 1] Tolerance:2 Seed:0}"},
		{`{"components":[{"count":5},{"molecule":{"name":"water","smiles":"O"},"count":"x"},7],"density":-1,"aspect":[1,0,3],"shape":"round","seed":3}`,
			"{Components:[{Molecule:{Name: Molblock: SMILES:} Count:5} {Molecule:{Name:water Molblock: SMILES:O} Count:0} {Molecule:{Name: Molblock: SMILES:} Count:0}] Density:0 Shape: Aspect:[1 0 3] Tolerance:2 Seed:3}"},
		{`{"density":"","components":"none"}`, "{Components:[] Density:0 Shape:cubic Aspect:[1 1 1] Tolerance:2 Seed:0}"},
		{`[1]`, "{Components:[] Density:0 Shape: Aspect:[0 0 0] Tolerance:0 Seed:0}"},
		{`{"density":`, "{Components:[] Density:0 Shape: Aspect:[0 0 0] Tolerance:0 Seed:0}"},
	} {
		if got := tool.Preview(json.RawMessage(c.args), nil).Facts[0].Value; got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.args, got, c.want)
		}
	}
	refusing, err := define(func(d *Definition[liquidBoxArgs]) {
		d.Preview = func(a liquidBoxArgs) Preview {
			return Preview{Problems: []Problem{{Message: "no such box"}, {Path: "/seed", Message: "no such seed"}}}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]int{
		`{"components":[{"molecule":{"name":"water","smiles":"O"},"count":5}],"seed":3}`:              2,
		`{"components":[{"molecule":{"name":"water","smiles":"O"},"count":5}],"seed":3,"density":-1}`: 1,
	} {
		if got := refusing.Preview(json.RawMessage(args), nil).Problems; len(got) != want || got[want-1].Path != "/seed" {
			t.Errorf("%s: got %v, want %d problems: the whole is not judged while a value is wrong", args, got, want)
		}
	}
	if silent, err := define(func(d *Definition[struct{}]) { d.Preview = func(struct{}) Preview { return Preview{} } }); err != nil || silent.Preview(nil, nil).Facts == nil {
		t.Error("a preview without facts must still have a list of them")
	}
}

func TestRegistry(t *testing.T) {
	one, err := define(func(d *Definition[solvateArgs]) { d.Name, d.Apply, d.ExpectedSeconds = "one", Insert, 30 })
	if err != nil {
		t.Fatal(err)
	}
	two := &Tool{Name: "two", Input: json.RawMessage(`{"type": "object"}`)}
	r, err := NewRegistry(one, two)
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Tools(); len(got) != 2 || got[0] != one || got[1] != two || r.Lookup("two") != two || r.Lookup("three") != nil {
		t.Errorf("got %v", got)
	}
	if _, err := NewRegistry(one, two, one); err == nil || err.Error() != `contract: two tools are named "one"` {
		t.Errorf("got %v", err)
	}
	want := `{"name":"one","title":"Test tool","description":"Does nothing.","inputSchema":` + string(one.Input) + `,"outputSchema":` + string(ResultSchema()) +
		`,"annotations":{"title":"Test tool","readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false}` +
		`,"_meta":{"io.github.megane-labs/builder":{"contract":1,"category":"other","apply":"insert","document":"required","stochastic":true,"expectedSeconds":30}}}`
	if got := string(ToolDefinitionJSON(one, Listing{})); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got, want := string(ToolDefinitionJSON(two, Listing{NoAnnotations: true})), `{"name":"two","inputSchema":{"type": "object"}}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := string(ToolDefinitionJSON(one, Listing{NoTitle: true, NoOutput: true, NoAnnotations: true})); strings.Contains(got, `"title":"Test tool"`) || strings.Contains(got, "outputSchema") || strings.Contains(got, "annotations") {
		t.Errorf("got %s", got)
	}
}

// A document of half a million atoms goes through the check, the decoder and a run.
func BenchmarkRunWithDocument(b *testing.B) {
	s := waters(halfAMillion)
	args := append(AppendStructure([]byte(`{"seed":1,"solvent":{"name":"water","smiles":"O"},"document":`), s), '}')
	tool, err := Define(Definition[solvateArgs]{Name: "solvate", Title: "Solvate", Description: "Adds.", Category: Solvation, Apply: Insert},
		func(_ context.Context, a solvateArgs, _ *Call) (*BuilderResult, error) {
			if len(a.Document.Elements) != len(s.Elements) {
				return nil, errors.New("the document is not complete")
			}
			return &BuilderResult{}, nil
		})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(args)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := tool.Run(b.Context(), args, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// TestSummaryIsShort: a model reads it with every call; what does not fit is in the result.
func TestSummaryIsShort(t *testing.T) {
	long := strings.Repeat("å", 250)
	for name, c := range map[string]struct {
		text     string
		warnings []string
		want     string
	}{
		"none":     {"Built.", nil, "Built."},
		"all":      {"Built.", []string{"a", "b"}, "Built. Warnings: a; b"},
		"some":     {"Built.", []string{long, long, long, "d"}, "Built. Warnings: " + long + "; " + long + "; and 2 more in the result"},
		"none fit": {"Built.", []string{long + long + long, "b"}, "Built. Warnings: 2 in the result."},
		"long":     {long + long + long, nil, strings.Repeat("å", 599) + "…"},
		"too long": {long + long + long, []string{"a"}, strings.Repeat("å", 559) + "… Warnings: 1 in the result."},
	} {
		got := withWarnings(c.text, c.warnings)
		if got != c.want || utf8.RuneCountInString(got) > maxSummary {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

// TestArgumentsErrorIsOneLine: the first problems are told, more are counted.
func TestArgumentsErrorIsOneLine(t *testing.T) {
	long := strings.Repeat("x", 300)
	for _, test := range []struct {
		lines []string
		want  string
	}{
		{[]string{"a"}, "a"},
		{[]string{"a", "b", "c", "d"}, "a; b; c; d"},
		{[]string{"a", "b", "c", "d", "e"}, "a; b; c; d (and 1 more problem)"},
		{[]string{long, "b", long, "d"}, long + "; b (and 2 more problems)"},
	} {
		if got := argumentsError(make([]Problem, len(test.lines)), test.lines...).Message; got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}
