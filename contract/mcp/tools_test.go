package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/molsmith/molsmith/contract"
)

// The tools the tests of this package serve: one of each kind, and the ways to fail.

const argonInput = `{"type":"object","properties":{"count":{"type":"integer","minimum":1,"maximum":9,"title":"Count"},` +
	`"box":{"type":"array","items":{"type":"number"},"x-megane-widget":"cell"}},"required":["count"],"additionalProperties":false}`

func testTools() []*contract.Tool {
	return []*contract.Tool{argonTool(), sumTool(), wordsTool(), refuseTool(), crashTool(), waitTool()}
}

// argonTool is a Builder tool: atoms on a line.
func argonTool() *contract.Tool {
	return &contract.Tool{
		Name: "argon_row", Title: "Argon row", Description: "Put argon atoms in a row. For tests.",
		Annotations: contract.Annotations{Title: "Argon row", ReadOnlyHint: true, IdempotentHint: true},
		Marker:      &contract.Marker{Contract: contract.Version, Category: contract.Bulk, Apply: contract.NewDocument, Document: contract.DocumentNone},
		Input:       json.RawMessage(argonInput),
		Output:      json.RawMessage(`{"type":"object","properties":{"contract":{},"name":{},"structure":{}}}`),
		Run: func(_ context.Context, args json.RawMessage, progress contract.Progress) (*contract.Outcome, error) {
			var a struct{ Count int }
			if err := json.Unmarshal(args, &a); err != nil || a.Count < 1 || a.Count > 9 {
				return nil, &contract.Error{
					Code: contract.InvalidArguments, Message: "/count: must be an integer from 1 to 9",
					Problems: []contract.Problem{{Path: "/count", Rule: "maximum", Limit: 9, Message: "must be an integer from 1 to 9"}},
				}
			}
			result := &contract.BuilderResult{Contract: contract.Version, Name: "argon", Warnings: []string{}}
			for i := range a.Count {
				result.Structure.Elements = append(result.Structure.Elements, 18)
				result.Structure.Positions = append(result.Structure.Positions, 4*float64(i), 0, 0)
				progress(float64(i+1)/float64(a.Count), "placing atoms")
			}
			return &contract.Outcome{Text: "Argon row: 1 chain.", Result: result}, nil
		},
	}
}

// sumTool is a plain tool whose text is its value.
func sumTool() *contract.Tool {
	return &contract.Tool{
		Name: "sum", Title: "Sum", Description: "Add two numbers.",
		Input:  json.RawMessage(`{"type":"object","properties":{"a":{"type":"number"},"b":{"type":"number"}}}`),
		Output: json.RawMessage(`{"type":"object","properties":{"sum":{"type":"number"}}}`),
		Run: func(_ context.Context, args json.RawMessage, _ contract.Progress) (*contract.Outcome, error) {
			var a struct{ A, B float64 }
			if len(args) > 0 {
				if err := json.Unmarshal(args, &a); err != nil {
					return nil, &contract.Error{Code: contract.InvalidArguments, Message: "a and b must be numbers"}
				}
			}
			value, err := json.Marshal(map[string]float64{"sum": a.A + a.B})
			return &contract.Outcome{Value: value}, err
		},
	}
}

// wordsTool is a plain tool whose value is no object, written over two lines.
func wordsTool() *contract.Tool {
	return &contract.Tool{
		Name: "words", Title: "Words", Description: "Two words.",
		Input: json.RawMessage("{\n  \"type\": \"object\"\n}"), Output: json.RawMessage(`{"type":"array"}`),
		Run: func(context.Context, json.RawMessage, contract.Progress) (*contract.Outcome, error) {
			return &contract.Outcome{Value: json.RawMessage("[\n\"a\",\"b\"]")}, nil
		},
	}
}

func refuseTool() *contract.Tool {
	return &contract.Tool{
		Name: "refuse", Title: "Refuse", Description: "Say no.",
		Marker: &contract.Marker{Contract: contract.Version, Category: contract.Other, Apply: contract.NewDocument, Document: contract.DocumentNone},
		Input:  json.RawMessage(`{"type":"object"}`),
		Run: func(context.Context, json.RawMessage, contract.Progress) (*contract.Outcome, error) {
			return nil, &contract.Error{
				Code: contract.BoxTooSmall, Message: "The box is too small:\nuse at least 4 Å.", Details: map[string]int{"least": 4},
			}
		},
	}
}

func crashTool() *contract.Tool {
	return &contract.Tool{
		Name: "crash", Title: "Crash", Description: "Panic, or fail inside.",
		Input: json.RawMessage(`{"type":"object"}`),
		Run: func(_ context.Context, args json.RawMessage, _ contract.Progress) (*contract.Outcome, error) {
			if len(args) > 2 {
				return nil, errors.New("a file of /secret is missing")
			}
			panic("a secret")
		},
	}
}

// waitTool runs until it is stopped.
func waitTool() *contract.Tool {
	return &contract.Tool{
		Name: "wait", Title: "Wait", Description: "Wait to be cancelled.",
		Marker: &contract.Marker{Contract: contract.Version, Category: contract.Other, Apply: contract.NewDocument, Document: contract.DocumentNone},
		Input:  json.RawMessage(`{"type":"object"}`),
		Run: func(ctx context.Context, _ json.RawMessage, progress contract.Progress) (*contract.Outcome, error) {
			progress(0.25, "waiting")
			<-ctx.Done()
			progress(0.5, "stopping")
			return nil, ctx.Err()
		},
	}
}

// testResources keeps up to 200 bytes a result, under numbers.
type testResources struct{ kept []string }

func (t *testResources) List() []Resource {
	list := []Resource{{URI: "test://bytes", Name: "bytes", Title: "Bytes", MIMEType: "application/octet-stream", Size: 3}}
	for i := range t.kept {
		list = append(list, t.resource(i))
	}
	return list
}

func (t *testResources) resource(i int) Resource {
	return Resource{URI: fmt.Sprintf("test://kept/%d", i+1), Name: "argon", MIMEType: "application/json", Size: len(t.kept[i])}
}

func (t *testResources) Templates() []ResourceTemplate {
	return []ResourceTemplate{{URITemplate: "test://kept/{n}", Name: "kept", Title: "Kept", Description: "What was kept.", MIMEType: "application/json"}}
}

func (t *testResources) Read(uri string) (Contents, bool) {
	if uri == "test://bytes" {
		return Contents{MIMEType: "application/octet-stream", Blob: []byte{1, 2, 255}}, true
	}
	for i, text := range t.kept {
		if t.resource(i).URI == uri {
			return Contents{MIMEType: "application/json", Text: []byte(text)}, true
		}
	}
	return Contents{}, false
}

func (t *testResources) Keep(_ string, result []byte) (Resource, bool) {
	if len(result) > 200 {
		return Resource{}, false
	}
	t.kept = append(t.kept, string(result))
	return t.resource(len(t.kept) - 1), true
}

func testOptions() Options {
	return Options{
		Name: "molsmith", Title: "Molsmith", Version: "0.1.0",
		Instructions: "Builds things. For tests.", Tools: testTools(),
	}
}
