package conformance

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

const (
	fixtureToken  = "the-token"
	fixtureOrigin = "https://page.example"
)

// guard says what an HTTP fixture checks and shares; true is right.
type guard struct {
	token, origin, host, media, get        bool
	share, shareRefusals, expose, onlyOurs bool
	preflight                              int
	allowHeaders, allowMethods             string
	busy                                   func() (status int, retryAfter string)
	before                                 func(w http.ResponseWriter, q *http.Request) (done bool)
}

var goodGuard = guard{
	token: true, origin: true, host: true, media: true, get: true,
	share: true, shareRefusals: true, expose: true, onlyOurs: true,
	preflight:    http.StatusNoContent,
	allowHeaders: "Authorization, Content-Type, MCP-Protocol-Version, Mcp-Session-Id, Last-Event-ID, Mcp-Method, Mcp-Name",
	allowMethods: "POST, GET, DELETE",
}

// httpFixture serves a fixture over Streamable HTTP.
type httpFixture struct {
	*fixture
	mu       sync.Mutex
	calls    map[string]context.CancelFunc
	sessions int
}

// start starts the fixture and returns the options that check it.
func (f *fixture) start(t *testing.T) Options {
	t.Helper()
	server := httptest.NewServer(&httpFixture{fixture: f, calls: map[string]context.CancelFunc{}})
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	return Options{URL: server.URL + "/mcp", Token: fixtureToken, Origin: fixtureOrigin, pace: quick}
}

func (f *httpFixture) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	g, h := f.guard, w.Header()
	origin := q.Header.Get("Origin")
	ours := origin == fixtureOrigin
	if origin != "" && g.share && (ours || !g.onlyOurs) {
		h.Set("Access-Control-Allow-Origin", origin)
	}
	if q.Method == http.MethodOptions {
		h.Set("Access-Control-Allow-Headers", g.allowHeaders)
		h.Set("Access-Control-Allow-Methods", g.allowMethods)
		w.WriteHeader(g.preflight)
		return
	}
	if g.expose {
		h.Set("Access-Control-Expose-Headers", "Mcp-Session-Id")
	}
	if g.before != nil && g.before(w, q) {
		return
	}
	host, _, _ := net.SplitHostPort(q.Host)
	kind, _, _ := mime.ParseMediaType(q.Header.Get("Content-Type"))
	status := 0
	switch {
	case g.host && host != "127.0.0.1":
		status = http.StatusMisdirectedRequest
	case g.origin && origin != "" && !ours:
		status = http.StatusForbidden
	case g.token && q.Header.Get("Authorization") != "Bearer "+fixtureToken:
		status = http.StatusUnauthorized
		if !g.shareRefusals {
			h.Del("Access-Control-Allow-Origin")
		}
	case q.Method == http.MethodDelete:
		status = http.StatusOK
	case q.Method == http.MethodGet && g.get:
		status = http.StatusMethodNotAllowed
	case q.Method == http.MethodGet:
		status = http.StatusNotFound
	case g.media && kind != "application/json":
		status = http.StatusUnsupportedMediaType
	}
	if status != 0 {
		http.Error(w, http.StatusText(status), status)
		return
	}
	f.post(w, q)
}

func (f *httpFixture) post(w http.ResponseWriter, q *http.Request) {
	body, _ := io.ReadAll(q.Body)
	var m request
	if json.Unmarshal(body, &m) != nil {
		text, status := `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"not JSON"}}`, http.StatusBadRequest
		if f.garbage != nil {
			text, status = f.garbage(body), http.StatusOK
		}
		respond(w, status, text)
		return
	}
	if m.Method == "notifications/cancelled" {
		f.mu.Lock()
		if cancel := f.calls[q.Header.Get("Mcp-Session-Id")+string(m.Params.RequestID)]; cancel != nil {
			cancel()
		}
		f.mu.Unlock()
	}
	if m.ID == nil {
		w.WriteHeader(http.StatusAccepted)
		return
	}
	if m.Method == "initialize" && f.fixture.sessions && !f.modern {
		f.mu.Lock()
		f.sessions++
		w.Header().Set("Mcp-Session-Id", fmt.Sprintf("session-%d", f.sessions))
		f.mu.Unlock()
	}
	if m.Method == "server/discover" && !f.modern {
		respond(w, http.StatusBadRequest, f.handle(q.Context(), &m, nil))
		return
	}
	if m.Method != "tools/call" {
		respond(w, http.StatusOK, f.handle(q.Context(), &m, nil))
		return
	}
	if f.guard.busy != nil {
		if status, after := f.guard.busy(); status != 0 {
			if after != "" {
				w.Header().Set("Retry-After", after)
			}
			http.Error(w, "busy", status)
			return
		}
	}
	f.stream(w, q, &m)
}

// stream runs a call and answers with events.
func (f *httpFixture) stream(w http.ResponseWriter, q *http.Request, m *request) {
	ctx, cancel := context.WithCancel(q.Context())
	defer cancel()
	if f.ignores {
		ctx = context.WithoutCancel(ctx)
	}
	f.mu.Lock()
	f.calls[q.Header.Get("Mcp-Session-Id")+string(m.ID)] = cancel
	f.mu.Unlock()
	w.Header().Set("Content-Type", "text/event-stream")
	send := func(text string) {
		if text != "" {
			_, _ = fmt.Fprintf(w, "event: message\ndata: %s\n\n", strings.ReplaceAll(text, "\n", " "))
			_ = http.NewResponseController(w).Flush()
		}
	}
	send(f.handle(ctx, m, send))
}

func respond(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, text)
}
