package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/chem/tools"
	"github.com/molsmith/molsmith/contract/mcp"
	"github.com/molsmith/molsmith/contract/mcp/mcptest"
)

var update = flag.Bool("update", false, "rewrite the answers in contract/mcp/mcptest/testdata/exchanges.txt")

const exchangesFile = "../../../contract/mcp/mcptest/testdata/exchanges.txt"

// TestExchanges: each message of the shared table is answered over HTTP with its status
// and bytes, as JSON and as the last event of a stream, and over stdio with the same
// bytes. wasm/core holds the page's port against the same table.
func TestExchanges(t *testing.T) {
	p := realProgram()
	d, err := mcp.New(mcp.Options{Name: "x", Version: "1", Tools: tools.Registry().Tools()})
	if err != nil {
		t.Fatal(err)
	}
	words := mcptest.Server{
		Version: tools.Version, Capabilities: `{"resources":{},"tools":{}}`,
		Tools: func(r mcp.Revision) string { return string(d.Tools(r)) },
	}
	all, err := mcptest.Exchanges(words)
	if err != nil {
		t.Fatal(err)
	}
	s := start(t, p, "--transport", "http", "--port", "0")
	defer s.stop()
	for i := range all {
		e := all[i]
		name := fmt.Sprintf("%s %s", e.Revision, e.Name)
		status, answer := exchange(t, s, e, "application/json")
		var sent struct{ Error struct{ Code int } }
		if answer != "" {
			if err := json.Unmarshal([]byte(answer), &sent); err != nil {
				t.Errorf("%s: got %s: %v", name, answer, err)
			}
		}
		if *update {
			e.Status, e.Code, e.Answer = status, sent.Error.Code, answer
			all[i] = e
		}
		if status != e.Status || sent.Error.Code != e.Code || answer != e.Answer {
			t.Errorf("%s, HTTP: got %d %d\n%s\nwant %d %d\n%s", name, status, sent.Error.Code, answer, e.Status, e.Code, e.Answer)
		}
		if status, answer := exchange(t, s, e, "text/event-stream, application/json"); status != e.Status || answer != e.Answer {
			t.Errorf("%s, HTTP that takes a stream: got %d\n%s\nwant %d\n%s", name, status, answer, e.Status, e.Answer)
		}
		_, out, _ := run(t, p, e.Handshake()+e.Request+"\n")
		if e.Handshake() != "" {
			_, out, _ = strings.Cut(out, "\n")
		}
		if got := strings.TrimSuffix(out, "\n"); got != e.Answer {
			t.Errorf("%s, stdio: got\n%s\nwant\n%s", name, got, e.Answer)
		}
	}
	if *update {
		rewrite(t, all, words)
	}
}

// exchange posts the message of e and returns the status and the answer, taken out of its
// event when it comes in a stream.
func exchange(t *testing.T, s *server, e mcptest.Exchange, accept string) (status int, answer string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.url, strings.NewReader(e.Request))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+s.token)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", accept)
	if e.Revision != "" {
		r.Header.Set("MCP-Protocol-Version", string(e.Revision))
	}
	if m, err := mcp.Parse([]byte(e.Request)); err == nil {
		r.Header.Set("Mcp-Method", m.Method)
		if name, ok := m.ToolName(); ok {
			r.Header.Set("Mcp-Name", name)
		}
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	answer = string(body)
	if response.Header.Get("Content-Type") == "text/event-stream" {
		_, answer, _ = strings.Cut(strings.TrimSuffix(answer[strings.LastIndex(answer, "event: message\n"):], "\n\n"), "data: ")
	}
	return response.StatusCode, answer
}

// rewrite puts the statuses, codes and answers of all into the file.
func rewrite(t *testing.T, all []mcptest.Exchange, s mcptest.Server) {
	t.Helper()
	old, err := os.ReadFile(exchangesFile)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	next := -1
	for line := range strings.Lines(string(old)) {
		switch {
		case strings.HasPrefix(line, "="):
			next++
			revision := string(all[next].Revision)
			if revision == "" {
				revision = "-"
			}
			fmt.Fprintf(&out, "= %s %d %d %s\n", revision, all[next].Status, all[next].Code, all[next].Name)
		case strings.HasPrefix(line, "<"):
		case strings.HasPrefix(line, ">"):
			out.WriteString(line)
			answer := all[next].Answer
			if list := s.Tools(all[next].Revision); list != "" {
				answer = strings.ReplaceAll(answer, list, "@tools")
			}
			answer = strings.ReplaceAll(answer, `"version":"`+s.Version+`"`, `"version":"@version"`)
			answer = strings.ReplaceAll(answer, `"molsmith":"`+s.Version+`"`, `"molsmith":"@version"`)
			if answer = strings.ReplaceAll(answer, s.Capabilities, "@capabilities"); answer != "" {
				out.WriteString("< " + answer + "\n")
			}
		default:
			out.WriteString(line)
		}
	}
	if err := os.WriteFile(exchangesFile, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}
