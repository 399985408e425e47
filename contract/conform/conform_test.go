package conform_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/contract"
	"github.com/molsmith/molsmith/contract/conform"
)

const declaration = `{"name":"box","title":"Box","description":"Fill a box. It is periodic.","inputSchema":{"type":"object","properties":{
	"document":{"type":"object","x-megane-widget":"document","properties":{"elements":{},"positions":{},"cell":{},"bonds":{}}},
	"rows":{"type":"array","minItems":2,"maxItems":4,"items":{"type":"object","properties":{
		"molecule":{"$ref":"#/$defs/Molecule","x-megane-widget":"molecule"},
		"count":{"type":"integer","minimum":1,"maximum":900,"examples":[7],"x-megane-unit":"count"}},"required":["molecule","count"]}},
	"group":{"type":"object","properties":{"low":{"type":"number","minimum":2},"flag":{"type":"boolean"}},"required":["low","flag"]},
	"vector":{"type":"array","items":{"type":"number","exclusiveMinimum":0},"minItems":3,"maxItems":3},
	"shape":{"type":"string","enum":["cube","slab"]},
	"cell":{"type":"array","items":{"type":"number"},"minItems":9,"maxItems":9,"x-megane-widget":"cell"},
	"narrow":{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":0.5},
	"picked":{"type":"array","items":{"type":"integer"},"minItems":2,"x-megane-widget":"selection"},
	"length":{"type":"integer","default":10,"maximum":200,"x-megane-unit":"count"},
	"hint":{"type":"string"},
	"seed":{"type":"integer","minimum":0,"x-megane-widget":"seed"}},
	"required":["document","rows","group","vector","shape","cell","narrow","picked","seed"],
	"$defs":{"Molecule":{"type":"object","properties":{"name":{"type":"string"},"molblock":{"type":"string"}}}}},
	"outputSchema":{"type":"object","properties":{"contract":{},"name":{},"structure":{}}},
	"_meta":{"io.github.megane-labs/builder":{"contract":1,"category":"bulk","apply":"insert","document":"required","stochastic":true}}}`

func read(t *testing.T, declaration string) (*conform.Tool, *conform.Findings) {
	t.Helper()
	findings := new(conform.Findings)
	tool := conform.ReadTool(json.RawMessage(declaration), findings)
	if tool == nil {
		t.Fatalf("got no tool: %v", findings.List)
	}
	return tool, findings
}

// TestSample: each kind of property gets a value of its own.
func TestSample(t *testing.T) {
	tool, findings := read(t, declaration)
	var args struct {
		Document struct{ Elements []int }
		Rows     []struct {
			Molecule struct{ Name, Molblock string }
			Count    int
		}
		Group struct {
			Low  float64
			Flag *bool
		}
		Vector []float64
		Shape  string
		Cell   []float64
		Narrow float64
		Picked []int
		Length *int
		Hint   *string
		Seed   *int
	}
	sample := tool.Sample()
	if err := json.Unmarshal(sample, &args); err != nil {
		t.Fatalf("%v: %s (%v)", err, sample, findings.List)
	}
	got := fmt.Sprintln(len(args.Document.Elements), len(args.Rows), args.Rows[0].Count, args.Rows[1].Molecule.Name, args.Group.Low, *args.Group.Flag,
		args.Vector, args.Shape, len(args.Cell), args.Narrow, args.Picked, args.Length == nil, args.Hint == nil, *args.Seed)
	if want := "3 2 7 water 3 false [1 1 1] cube 9 0.25 [0 0] true true 1\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if want := []string{"schema.example low", "schema.example vector", "schema.example narrow"}; len(findings.List) != len(want) {
		t.Errorf("got %v, want %q", findings.List, want)
	}
}

// TestLonger: counts are raised inside rows too, and never above their maximum.
func TestLonger(t *testing.T) {
	tool, _ := read(t, declaration)
	list := tool.Longer()
	var counts []string
	for _, args := range list {
		var a struct {
			Document struct{ Cell []float64 }
			Rows     []struct{ Count int }
			Length   int
		}
		if err := json.Unmarshal(args, &a); err != nil {
			t.Fatal(err)
		}
		counts = append(counts, fmt.Sprint(a.Rows[0].Count, a.Length, a.Document.Cell[0]))
	}
	if got, want := strings.Join(counts, "; "), "900 200 100; 900 200 60; 500 200 60"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestNumbers: the same arguments with their numbers written otherwise.
func TestNumbers(t *testing.T) {
	tool, _ := read(t, declaration)
	sample := json.RawMessage(`{"shape":"cube","narrow":0.25,"seed":1}`)
	for _, test := range []struct{ name, got, want string }{
		{"point", string(tool.WithPoint(sample)), `{"shape":"cube","narrow":0.25,"seed":1.0}`},
		{"infinite", string(tool.Infinite(sample)), `{"shape":"cube","narrow":1e999,"seed":1}`},
		{"NaN", string(tool.NaN(sample)), `{"shape":"cube","narrow":NaN,"seed":1}`},
		{"no number", string(tool.NaN(json.RawMessage(`{"shape":"cube"}`))), ``},
	} {
		if test.got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, test.got, test.want)
		}
	}
}

// TestNumbersThatCount: whole numbers with a point are whole, in results as in markers.
func TestNumbersThatCount(t *testing.T) {
	tool, findings := read(t, strings.Replace(declaration, `"contract":1,`, `"contract":1.0,`, 1))
	before := len(findings.List)
	s := tool.Result(json.RawMessage(`{"seed":3}`), json.RawMessage(`{"content":[{"type":"text","text":"Done."}],"structuredContent":{"contract":1.0,"name":"x",
		"structure":{"elements":[6.0,1e0],"positions":[0,0,0,0,0,1.09],"cell":null,"bonds":[[0.0,1]]},"warnings":[],"provenance":{"seed":3.0}}}`))
	if s == nil || len(s.Elements) != 2 || len(findings.List) != before {
		t.Errorf("got %v and %v, want two atoms and nothing found", s, findings.List[before:])
	}
}

// Every tool that contract.Define makes is in order.
func ExampleReadTool() {
	type Args struct {
		Count int           `json:"count" schema:"title=Atoms;minimum=1;maximum=10;examples=3;unit=count"`
		Seed  contract.Seed `json:"seed" schema:"title=Seed"`
	}
	tool, err := contract.Define(contract.Definition[Args]{
		Name: "row", Title: "Row", Description: "Place atoms.", Category: contract.Other, Apply: contract.NewDocument,
	}, func(context.Context, Args, *contract.Call) (*contract.BuilderResult, error) { return nil, nil })
	if err != nil {
		panic(err)
	}
	var findings conform.Findings
	read := conform.ReadTool(contract.ToolDefinitionJSON(tool, contract.Listing{}), &findings)
	fmt.Println(string(read.Sample()), len(findings.List))

	conform.ReadTool(json.RawMessage(`{"name":"row","_meta":{"io.github.megane-labs/builder":{"contract":2}}}`), &findings)
	fmt.Println(findings.List[0].Level, findings.List[0].Message)
	// Output:
	// {"count":3,"seed":1} 0
	// error contract must be 1, not 2
}

func FuzzReadTool(f *testing.F) {
	f.Add(declaration, `{"content":[],"structuredContent":{}}`)
	f.Add(`{"_meta":{"io.github.megane-labs/builder":{"contract":1}},"inputSchema":{"type":"object","properties":{"a":{"$ref":"#"}}}}`, `{"isError":true}`)
	f.Add(`{"_meta":{"io.github.megane-labs/builder":{"contract":1}},"inputSchema":{"type":"object","properties":{"a":{"type":"array","minItems":99999999,"items":{"$ref":"#/properties/a"}}},"required":["a"]}}`, `[]`)
	f.Fuzz(func(t *testing.T, declaration, result string) {
		var findings conform.Findings
		tool := conform.ReadTool(json.RawMessage(declaration), &findings)
		if tool == nil {
			return
		}
		args := tool.Sample()
		if args != nil && !json.Valid(args) {
			t.Errorf("the sample %s is no JSON", args)
		}
		for _, longer := range tool.Longer() {
			if !json.Valid(longer) {
				t.Errorf("the arguments %s are no JSON", longer)
			}
		}
		tool.Result(args, json.RawMessage(result))
		for _, found := range findings.List {
			if strings.Contains(found.Message, "\n") {
				t.Errorf("got %q, want one line", found.Message)
			}
		}
	})
}
