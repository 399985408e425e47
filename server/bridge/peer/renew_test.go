package peer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

// TestRenewalThatFails: a session that could not be renewed, since the server was starting,
// is renewed with the next call.
func TestRenewalThatFails(t *testing.T) {
	var begun atomic.Int32
	var down atomic.Bool
	a := answerer{"initialize": hello, "tools/call": `{"jsonrpc":"2.0","id":%s,"result":{}}`}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		current := fmt.Sprint("s", begun.Load())
		switch {
		case bytes.Contains(body, []byte(`"server/discover"`)):
			w.WriteHeader(http.StatusBadRequest)
			return
		case bytes.Contains(body, []byte(`"initialize"`)):
			if down.Load() {
				http.Error(w, "starting", http.StatusServiceUnavailable)
				return
			}
			w.Header().Set("Mcp-Session-Id", fmt.Sprint("s", begun.Add(1)))
		case r.Header.Get("Mcp-Session-Id") == "":
			http.Error(w, "no session", http.StatusBadRequest)
			return
		case down.Load() || r.Header.Get("Mcp-Session-Id") != current:
			http.Error(w, "gone", http.StatusNotFound)
			return
		}
		if text := a.answer(body); text != "" {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, text)
		}
	}))
	defer server.Close()
	p, err := Dial(t.Context(), Remote{URL: server.URL}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	call := func() error {
		_, err := p.Call(t.Context(), "z", json.RawMessage(`{}`), nil)
		return err
	}
	down.Store(true)
	for range 2 {
		if err := call(); err == nil || !strings.Contains(err.Error(), "a new one fails: status 503: starting") {
			t.Errorf("while the server starts: got %v", err)
		}
	}
	down.Store(false)
	for range 2 {
		if err := call(); err != nil {
			t.Errorf("when it has started: got %v", err)
		}
	}
	if n := begun.Load(); n != 2 {
		t.Errorf("got %d sessions, want 2", n)
	}
}

// TestFloodOfRequests: a server that asks this client without end, and takes no answer,
// holds a bounded number of them.
func TestFloodOfRequests(t *testing.T) {
	var open, most, taken atomic.Int64
	ended := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if bytes.Contains(body, []byte(`"tools/call"`)) {
			w.Header().Set("Content-Type", "text/event-stream")
			for id := range 5000 {
				fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"ping\"}\n\n", id)
			}
			fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{}}\n\n", idIn(body))
			return
		}
		if bytes.HasSuffix(body, []byte(`"result":{}}`)) { // an answer to a ping
			now := open.Add(1)
			defer open.Add(-1)
			most.Store(max(most.Load(), now))
			taken.Add(1)
			<-ended
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, answerer{"initialize": hello}.answer(body))
	}))
	defer server.Close()
	defer close(ended)
	p, err := Dial(t.Context(), Remote{URL: server.URL}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if _, err := p.Call(t.Context(), "z", json.RawMessage(`{}`), nil); err != nil {
		t.Error(err)
	}
	if n := len(p.replies); n == 0 || n > maxReplies {
		t.Errorf("%d answers are on their way, want 1 to %d", n, maxReplies)
	}
	if most.Load() > maxReplies {
		t.Errorf("%d answers at once, of %d", most.Load(), taken.Load())
	}
}

func idIn(body []byte) string {
	var q struct{ ID json.RawMessage }
	_ = json.Unmarshal(body, &q)
	return string(q.ID)
}
