package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/contract"
)

func newDispatcher(t testing.TB, o Options) *Dispatcher {
	t.Helper()
	d, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestNewRefuses(t *testing.T) {
	run := func(context.Context, json.RawMessage, contract.Progress) (*contract.Outcome, error) { return nil, nil }
	object := json.RawMessage(`{"type":"object"}`)
	tests := []struct {
		name  string
		tools []*contract.Tool
		want  string
	}{
		{"no name", []*contract.Tool{{Input: object, Run: run}}, "no name"},
		{"no run function", []*contract.Tool{{Name: "a", Input: object}}, "no run function"},
		{"one name twice", []*contract.Tool{{Name: "a", Input: object, Run: run}, {Name: "a", Input: object, Run: run}}, `two tools are called "a"`},
		{"no inputSchema", []*contract.Tool{{Name: "a", Run: run}}, "inputSchema"},
		{"inputSchema no object", []*contract.Tool{{Name: "a", Input: json.RawMessage(`true`), Run: run}}, "must be a JSON object"},
		{"outputSchema cut", []*contract.Tool{{Name: "a", Input: object, Output: json.RawMessage("{\n"), Run: run}}, "outputSchema"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := New(Options{Tools: test.tools})
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want an error with %q", err, test.want)
			}
		})
	}
}

// TestSchemasAreSentAsTheyAre: property order and unknown keywords matter to
// clients that build forms.
func TestSchemasAreSentAsTheyAre(t *testing.T) {
	d := newDispatcher(t, testOptions())
	for _, r := range revisions {
		list := string(d.Tools(r))
		if !strings.Contains(list, `"inputSchema":`+argonInput+`,`) {
			t.Errorf("%s: got %s, want the inputSchema byte for byte", r, list)
		}
		if strings.Contains(list, "null") {
			t.Errorf("%s: got %s, want no null", r, list)
		}
	}
}

func TestFailureHookGetsWhatTheClientDoesNot(t *testing.T) {
	var told []string
	var last error
	options := testOptions()
	options.Failure = func(tool string, err error) { told, last = append(told, tool), err }
	conn := newDispatcher(t, options).Connect(Revision20251125)
	answer := conn.Handle(t.Context(), []byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"crash"}}`), nil)
	if answer.Code != CodeInternalError || strings.Contains(string(answer.Body), "secret") {
		t.Errorf("got %s, want an internal error that tells nothing", answer.Body)
	}
	var panicked *PanicError
	if !errors.As(last, &panicked) || panicked.Value != "a secret" || !strings.Contains(string(panicked.Stack), "tools_test.go") {
		t.Errorf("got %v, want the panic with its stack", last)
	}
	conn.Handle(t.Context(), []byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"crash","arguments":{"a":1}}}`), nil)
	if len(told) != 2 || last.Error() != "a file of /secret is missing" {
		t.Errorf("got %v and %v, want both failures told", told, last)
	}
}

func TestToolError(t *testing.T) {
	own := &contract.Error{Code: contract.NoRoom, Message: "no room"}
	tests := []struct {
		name string
		err  error
		want contract.Code
	}{
		{"the tool's own", own, contract.NoRoom},
		{"wrapped", errors.Join(errors.New("packing"), own), contract.NoRoom},
		{"cancelled", context.Canceled, contract.Cancelled},
		{"timeout", context.DeadlineExceeded, contract.Timeout},
		{"internal", errors.New("x"), ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got contract.Code
			if e := ToolError(test.err); e != nil {
				got = e.Code
			}
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// TestProgressIsSpaced: about ten notifications a second, always the last one,
// and only rising values.
func TestProgressIsSpaced(t *testing.T) {
	var clock int64
	options := testOptions()
	options.Now = func() int64 { return clock }
	options.Tools = []*contract.Tool{{
		Name: "steps", Input: json.RawMessage(`{"type":"object"}`),
		Run: func(_ context.Context, _ json.RawMessage, progress contract.Progress) (*contract.Outcome, error) {
			for i := range 1000 { // two seconds
				progress(float64(i)/1000, "step")
				clock += 2e6
			}
			progress(0.5, "back")
			progress(2, "beyond")
			progress(1, "again")
			return &contract.Outcome{Text: "done"}, nil
		},
	}}
	d := newDispatcher(t, options)
	text := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"steps","_meta":{"progressToken":3}}}`
	var values []float64
	var words []string
	d.Connect(Revision20251125).Handle(t.Context(), []byte(text), func(n []byte) {
		var got struct {
			Params struct {
				Progress, Total float64
				ProgressToken   int
				Message         string
			}
		}
		if err := json.Unmarshal(n, &got); err != nil || got.Params.ProgressToken != 3 || got.Params.Total != 1 {
			t.Fatalf("got %s (%v)", n, err)
		}
		values, words = append(values, got.Params.Progress), append(words, got.Params.Message)
	})
	if len(values) < 20 || len(values) > 22 {
		t.Errorf("got %d notifications in two seconds, want 20 to 22", len(values))
	}
	for i := 1; i < len(values); i++ {
		if values[i] <= values[i-1] {
			t.Errorf("got %v after %v, want rising values", values[i], values[i-1])
		}
	}
	if n := len(values); n == 0 || values[n-1] != 1 || words[n-1] == "back" {
		t.Errorf("got the last value of %v with %v, want 1", values, words)
	}
	sent := 0
	plain := strings.Replace(text, `,"_meta":{"progressToken":3}`, "", 1)
	d.Connect(Revision20251125).Handle(t.Context(), []byte(plain), func([]byte) { sent++ })
	if sent != 0 {
		t.Errorf("got %d notifications without a token, want none", sent)
	}
}

func TestEndedContextStopsTheCall(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	conn := newDispatcher(t, testOptions()).Connect(Revision20260728)
	answer := conn.Handle(ctx, []byte(call2026(`"name":"wait"`)), nil)
	if !strings.Contains(string(answer.Body), `"code":"CANCELLED"`) {
		t.Errorf("got %s, want CANCELLED", answer.Body)
	}
}

func call2026(params string) string {
	return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{` + params +
		`,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`
}

func TestLargeResultIsTheEncodersText(t *testing.T) {
	const atoms = 50_000
	result := &contract.BuilderResult{Contract: contract.Version, Name: "big", Warnings: []string{}}
	result.Structure.Elements = make([]uint8, atoms)
	result.Structure.Positions = make([]float64, 3*atoms)
	for i := range result.Structure.Elements {
		result.Structure.Elements[i] = 8
		result.Structure.Positions[3*i] = float64(i) / 7
	}
	options := testOptions()
	options.Tools = []*contract.Tool{{
		Name: "big", Input: json.RawMessage(`{"type":"object"}`),
		Run: func(context.Context, json.RawMessage, contract.Progress) (*contract.Outcome, error) {
			return &contract.Outcome{Text: "big", Result: result}, nil
		},
	}}
	conn := newDispatcher(t, options).Connect(Revision20251125)
	answer := conn.Handle(t.Context(), []byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"big"}}`), nil)
	want := `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"big"}],"structuredContent":` +
		string(contract.AppendResult(nil, result)) + `}}`
	if string(answer.Body) != want {
		t.Error("structuredContent is not what contract.AppendResult writes")
	}
}

func BenchmarkPing(b *testing.B) {
	conn := newDispatcher(b, testOptions()).Connect(Revision20251125)
	text := []byte(`{"jsonrpc":"2.0","id":1,"method":"ping"}`)
	for b.Loop() {
		conn.Handle(b.Context(), text, nil)
	}
}

func BenchmarkCall(b *testing.B) {
	conn := newDispatcher(b, testOptions()).Connect(Revision20251125)
	text := []byte(call2026(`"name":"sum","arguments":{"a":1,"b":2}`))
	for b.Loop() {
		conn.Handle(b.Context(), text, nil)
	}
}
