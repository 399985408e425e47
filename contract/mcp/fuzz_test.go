package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzHandle: whatever the bytes, the server does not panic, and what it sends
// is one line that is a JSON-RPC response with either a result or an error.
func FuzzHandle(f *testing.F) {
	files, _ := filepath.Glob("testdata/conversations/*.txt")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for line := range strings.SplitSeq(string(text), "\n") {
			if message, ok := strings.CutPrefix(line, "> "); ok {
				f.Add([]byte(message), []byte(`{"jsonrpc":"2.0","id":1,"method":"ping"}`))
			}
		}
	}
	options := testOptions()
	tools := options.Tools[:0]
	for _, tool := range options.Tools {
		if tool.Name != "wait" { // it ends by cancellation only
			tools = append(tools, tool)
		}
	}
	options.Tools = tools
	kept := &testResources{}
	options.Resources = kept
	d := newDispatcher(f, options)
	f.Add([]byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"argon","_meta":{"io.github.molsmith/result":"link"}}}`),
		[]byte(`{"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"test://kept/1"}}`))
	f.Fuzz(func(t *testing.T, first, second []byte) {
		kept.kept = kept.kept[:0]
		conn := d.Connect(Revision20251125)
		for _, text := range [][]byte{first, second} {
			answer := conn.Handle(context.Background(), text, func(n []byte) { checkLine(t, n) })
			if answer.Body == nil {
				continue
			}
			checkLine(t, answer.Body)
			var response struct {
				JSONRPC string
				ID      json.RawMessage
				Result  json.RawMessage
				Error   *struct {
					Code    int
					Message string
				}
			}
			if err := json.Unmarshal(answer.Body, &response); err != nil {
				t.Fatalf("got %s: %v", answer.Body, err)
			}
			failed := response.Error != nil
			if response.JSONRPC != "2.0" || len(response.ID) == 0 || failed == (response.Result != nil) {
				t.Fatalf("got %s, want one JSON-RPC response", answer.Body)
			}
			if failed && (response.Error.Code != answer.Code || response.Error.Message == "") || !failed && answer.Code != 0 {
				t.Fatalf("got code %d with %s", answer.Code, answer.Body)
			}
		}
		if n := conn.Running(); n != 0 {
			t.Fatalf("got %d calls left over, want 0", n)
		}
	})
}

func checkLine(t *testing.T, text []byte) {
	t.Helper()
	if !json.Valid(text) || bytes.ContainsAny(text, "\r\n") {
		t.Fatalf("got %q, want one line of JSON", text)
	}
}
