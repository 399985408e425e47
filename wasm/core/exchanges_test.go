//go:build !document

package core

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/tools"
	"github.com/molsmith/molsmith/contract/mcp"
	"github.com/molsmith/molsmith/contract/mcp/mcptest"
)

// TestExchanges: over the page's port a message is answered with the bytes that HTTP and
// standard output have; server/cmd/toolserver holds those against the same table. Text
// that is no JSON cannot be sent through a port.
func TestExchanges(t *testing.T) {
	d, err := mcp.New(mcp.Options{Name: "x", Version: "1", Tools: tools.Registry().Tools()})
	if err != nil {
		t.Fatal(err)
	}
	all, err := mcptest.Exchanges(mcptest.Server{
		Version: Version, Capabilities: `{"tools":{}}`, Tools: func(r mcp.Revision) string { return string(d.Tools(r)) },
	})
	if err != nil {
		t.Fatal(err)
	}
	ask := func(c *Core, message string) string {
		t.Helper()
		answer, _, err := c.Call(t.Context(), "mcp.message", []byte(`{"message":`+message+`}`), nil, nil)
		if err != nil {
			t.Fatalf("%s: %v", message, err)
		}
		text := strings.TrimSuffix(strings.TrimPrefix(string(answer), `{"answer":`), "}")
		if text == "null" {
			return ""
		}
		return text
	}
	unsaid := 0
	for _, e := range all {
		if !json.Valid([]byte(e.Request)) {
			unsaid++
			continue
		}
		c := New(Options{})
		if hello := e.Handshake(); hello != "" {
			ask(c, strings.TrimSuffix(hello, "\n"))
		}
		if got := ask(c, e.Request); got != e.Answer {
			t.Errorf("%s %s: got\n%s\nwant\n%s", e.Revision, e.Name, got, e.Answer)
		}
	}
	if unsaid != 2 {
		t.Errorf("got %d messages that are no JSON, want 2", unsaid)
	}
}
