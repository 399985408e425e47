package main

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

// TestLogJSON: with --log-json each line is an object, and a refused request has its parts;
// what a caller writes stays text, and no line has the token that was sent.
func TestLogJSON(t *testing.T) {
	s := start(t, testProgram(), "--transport", "http", "--port", "0", "--log-json")
	postJSON(t, http.DefaultClient, s.url, "secret\\\"", "", pingMessage)
	s.stop()
	found := 0
	for _, line := range s.stderr {
		var object map[string]any
		if err := json.Unmarshal([]byte(line), &object); err != nil || object["time"] == nil || object["msg"] == nil || object["level"] == nil {
			t.Errorf("%v: %s", err, line)
		}
		if object["msg"] == "refused" {
			found++
			if object["level"] != "WARN" || object["method"] != "POST" || object["path"] != "/mcp" || object["from"] != "127.0.0.1" || object["status"] != 401.0 || object["reason"] == "" {
				t.Errorf("got %s", line)
			}
		}
		if strings.Contains(line, "secret") {
			t.Errorf("a token is logged: %s", line)
		}
	}
	if found != 1 || len(s.stderr) < 3 {
		t.Errorf("got %d refusals in %q", found, s.stderr)
	}
	w := &strings.Builder{}
	const lines = "toolserver: internal error in \"a\"\n\nb\n"
	if n, err := newJSONLog(w).Write([]byte(lines)); n != len(lines) || err != nil {
		t.Errorf("got %d, %v", n, err)
	}
	if got := strings.Split(strings.TrimSpace(w.String()), "\n"); len(got) != 2 || !strings.Contains(got[0], `"level":"ERROR","msg":"internal error in \"a\""`) || !strings.Contains(got[1], `"level":"INFO","msg":"b"`) {
		t.Errorf("got %q", got)
	}
}
