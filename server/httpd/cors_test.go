package httpd

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/server/guard"
)

// TestEveryAnswerCanBeRead: a page that may call reads each answer, refusals too, and the
// headers it needs; another page reads none.
func TestEveryAnswerCanBeRead(t *testing.T) {
	const auth = "Authorization: Bearer t"
	by := func(method, path string, fields ...string) *http.Request {
		r := post("", append(fields, auth)...)
		r.Method, r.URL.Path, r.RequestURI = method, path, path
		return r
	}
	crowd := make([]string, 101)
	for i := range crowd {
		crowd[i] = fmt.Sprintf("X-%d: v", i)
	}
	requests := map[int][]*http.Request{
		200: {post(pingBody, auth), by("GET", "/health")},
		202: {post(`{"jsonrpc":"2.0","method":"notifications/initialized"}`, auth)},
		400: {post("{", auth), post(pingBody, auth, "MCP-Protocol-Version: x")},
		401: {post(pingBody), post(pingBody, "Authorization: Bearer x")},
		404: {by("POST", "/other"), post(pingBody, auth, "Mcp-Session-Id: x"), by("DELETE", "/mcp", "Mcp-Session-Id: x"), by("POST", "/messages")},
		405: {by("GET", "/mcp"), by("PUT", "/mcp"), by("HEAD", "/mcp"), by("OPTIONS", "/mcp"), by("DELETE", "/sse"), by("GET", "/messages")},
		406: {post(pingBody, auth, "Accept: text/html")},
		413: {post(strings.Repeat(" ", 64<<10+1), auth)},
		415: {post(pingBody, auth, "Content-Type: text/plain")},
		431: {by("POST", "/mcp", crowd...)},
	}
	policy := func() guard.Policy {
		return guard.Policy{Token: "t", Origins: []string{"https://page.example"}, MaxBody: 64 << 10}
	}
	server := func(posts int) http.Handler {
		p := policy()
		return New(Options{Dispatcher: testDispatcher(t, nil), Policy: &p, Path: "/mcp", MaxPosts: posts, Sessions: OfferSessions, LegacySSE: true}).Handler()
	}
	ask := func(h http.Handler, r *http.Request, status int) {
		t.Helper()
		what := fmt.Sprintf("%s %s %d", r.Method, r.URL.Path, status)
		for _, origin := range []string{"https://page.example", "http://localhost:5173", "https://evil.example"} {
			asked := r.Clone(t.Context())
			asked.Body, _ = r.GetBody() // of a text, which never fails
			asked.Header.Set("Origin", origin)
			w := httptest.NewRecorder()
			h.ServeHTTP(w, asked)
			got := w.Header()
			if origin == "https://evil.example" {
				if got.Get("Access-Control-Allow-Origin") != "" {
					t.Errorf("%s: a page of %s may read %d", what, origin, w.Code)
				}
				continue
			}
			if w.Code != status {
				t.Errorf("%s: got %d %s", what, w.Code, w.Body)
			}
			if got.Get("Access-Control-Allow-Origin") != origin || !strings.Contains(got.Get("Access-Control-Expose-Headers"), "Mcp-Session-Id") {
				t.Errorf("%s: %s may not read it: %v", what, origin, got)
			}
			if !strings.Contains(strings.Join(got.Values("Vary"), ","), "Origin") {
				t.Errorf("%s: a cache may give it to others: %v", what, got)
			}
		}
	}
	for status, list := range requests {
		for _, r := range list {
			ask(server(4), r, status)
		}
	}
	ask(server(0), post(pingBody, auth), http.StatusServiceUnavailable)

	// A session is begun and ended by a page.
	h := server(4)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, post(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}`, auth, "Origin: https://page.example"))
	id := w.Header().Get("Mcp-Session-Id")
	w = httptest.NewRecorder()
	h.ServeHTTP(w, by("DELETE", "/mcp", "Mcp-Session-Id: "+id, "Origin: https://page.example"))
	if id == "" || w.Code != http.StatusNoContent || w.Header().Get("Access-Control-Allow-Origin") != "https://page.example" {
		t.Errorf("DELETE of %q: got %d %v", id, w.Code, w.Header())
	}
}
