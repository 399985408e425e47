package peer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// TestSessions: over HTTP a session that the server has forgotten is renewed, and the
// call that met it is made again, once.
func TestSessions(t *testing.T) {
	var mu sync.Mutex
	begun, calls, ended := 0, 0, 0
	session := ""
	var seen []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		body, _ := io.ReadAll(r.Body)
		seen = append(seen, r.Header.Get("Authorization"))
		id := r.Header.Get("Mcp-Session-Id")
		switch {
		case r.Method == http.MethodDelete:
			ended++
			return
		case bytes.Contains(body, []byte(`"server/discover"`)):
			w.WriteHeader(http.StatusBadRequest)
			return
		case bytes.Contains(body, []byte(`"initialize"`)):
			begun++
			session = fmt.Sprint("s", begun)
			w.Header().Set("Mcp-Session-Id", session)
		case id != session:
			http.Error(w, "gone", http.StatusNotFound)
			return
		case bytes.Contains(body, []byte(`"tools/call"`)):
			calls++
			if r.Header.Get("Mcp-Protocol-Version") != "2025-06-18" {
				t.Errorf("got %v", r.Header)
			}
		}
		a := answerer{"initialize": hello, "tools/call": `{"jsonrpc":"2.0","id":%s,"result":{"n":` + fmt.Sprint(calls) + `}}`}
		text := a.answer(body)
		if text == "" {
			w.WriteHeader(http.StatusAccepted)
			return
		}
		if calls == 1 {
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprintf(w, ": beat\n\nevent: message\ndata: %s\n\n", text)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, text)
	}))
	defer server.Close()
	p, err := Dial(t.Context(), Remote{URL: server.URL, Header: http.Header{"authorization": {"Bearer x"}}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for want := 1; want <= 3; want++ {
		got, err := p.Call(t.Context(), "z", json.RawMessage(`{}`), nil)
		if err != nil || string(got) != fmt.Sprintf(`{"n":%d}`, want) {
			t.Fatalf("call %d: got %s, %v", want, got, err)
		}
		mu.Lock()
		session = "another"
		mu.Unlock()
	}
	p.Close()
	mu.Lock()
	defer mu.Unlock()
	if begun != 3 || calls != 3 || ended != 1 {
		t.Errorf("got %d sessions, %d calls and %d ends, want 3, 3 and 1", begun, calls, ended)
	}
	for _, token := range seen {
		if token != "Bearer x" {
			t.Errorf("a request had the token %q", token)
		}
	}
}

// TestRefusalsOverHTTP: a status, a redirect, a page of HTML, a stream that breaks off.
func TestRefusalsOverHTTP(t *testing.T) {
	for name, test := range map[string]struct {
		answer func(w http.ResponseWriter, r *http.Request)
		want   string
	}{
		"401": {func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, "a token,\nplease", http.StatusUnauthorized)
		}, "status 401: a token, please"},
		"redirect": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "https://elsewhere.example/", http.StatusFound)
		}, "status 302"},
		"HTML": {func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>") }, "status 200: <html>"},
		"a stream": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprint(w, "data: {\n\n")
		}, "not JSON"},
		"a stream that ends": {func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Content-Type", "text/event-stream") }, "ended without"},
	} {
		server := httptest.NewServer(http.HandlerFunc(test.answer))
		_, err := Dial(t.Context(), Remote{URL: server.URL}, Options{})
		if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), server.URL) {
			t.Errorf("%s: got %v, want %s", name, err, test.want)
		}
		server.Close()
	}
	server := httptest.NewServer(nil)
	server.Close()
	if _, err := Dial(t.Context(), Remote{URL: server.URL + "/?token=secret"}, Options{}); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("nobody there: got %v", err)
	}
}

// TestSSE: the transport of 2024-11-05, and its ends.
func TestSSE(t *testing.T) {
	events := make(chan string, 10)
	leave := make(chan struct{})
	endpoint := "/messages?id=1"
	mux := http.NewServeMux()
	mux.HandleFunc("GET /sse", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprintf(w, "event: endpoint\ndata: %s\n\n", endpoint)
		w.(http.Flusher).Flush()
		for {
			select {
			case text := <-events:
				fmt.Fprintf(w, "event: message\ndata: %s\n\n", text)
				w.(http.Flusher).Flush()
			case <-r.Context().Done():
				return
			case <-leave:
				return
			}
		}
	})
	a := answerer{"initialize": hello, "tools/call": `{"jsonrpc":"2.0","id":%s,"result":{"a":1}}`}
	mux.HandleFunc("POST /messages", func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.WriteHeader(http.StatusAccepted)
		if text := a.answer(body); text != "" {
			events <- text
		}
	})
	server := httptest.NewServer(mux)
	defer server.Close()
	p, err := DialSSE(t.Context(), Remote{URL: server.URL + "/sse"}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := p.Call(t.Context(), "z", json.RawMessage(`{}`), nil); err != nil || string(got) != `{"a":1}` {
		t.Errorf("got %s, %v", got, err)
	}
	close(leave)
	<-p.Ended()
	if err := p.Err(); !strings.Contains(err.Error(), "the stream of the server ended: the server closed the stream") {
		t.Errorf("got %v", err)
	}
	p.Close()
	endpoint = "https://elsewhere.example/messages"
	if _, err := DialSSE(t.Context(), Remote{URL: server.URL + "/sse"}, Options{}); err == nil || !strings.Contains(err.Error(), "another address") {
		t.Errorf("another origin: got %v", err)
	}
	if _, err := DialSSE(t.Context(), Remote{URL: server.URL + "/none"}, Options{}); err == nil || !strings.Contains(err.Error(), "status 404") {
		t.Errorf("no stream: got %v", err)
	}
}
