package httpd

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/molsmith/molsmith/contract/mcp"
	"github.com/molsmith/molsmith/server/guard"
)

const initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}`

func sessionServer(t testing.TB, mode Sessions, ended chan<- error) *Server {
	t.Helper()
	return New(Options{
		Dispatcher: testDispatcher(t, ended), Policy: &guard.Policy{Token: "t", MaxBody: 64 << 10, Origins: []string{"https://page.example"}},
		Path: "/mcp", MaxPosts: 4, Sessions: mode,
	})
}

const bearer = "Authorization: Bearer t"

func ask(s *Server, r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	return w
}

// begin begins a session and returns its header field.
func begin(t *testing.T, s *Server, fields ...string) string {
	t.Helper()
	w := ask(s, post(initialize, append([]string{bearer}, fields...)...))
	id := w.Header().Get(SessionHeader)
	if w.Code != 200 || len(id) < 32 {
		t.Fatalf("initialize: got %d and session %q, want 200 and an id", w.Code, id)
	}
	return SessionHeader + ": " + id
}

func as(r *http.Request, method string) *http.Request {
	r.Method = method
	return r
}

func TestSessionStatuses(t *testing.T) {
	const unknown = SessionHeader + ": nothing"
	tests := []struct {
		name   string
		mode   Sessions
		r      func(id string) *http.Request
		status int
		body   string
	}{
		{"known", OfferSessions, func(id string) *http.Request { return post(pingBody, bearer, id) }, 200, pong},
		{"none", OfferSessions, func(string) *http.Request { return post(pingBody, bearer) }, 200, pong},
		{"unknown", OfferSessions, func(string) *http.Request { return post(pingBody, bearer, unknown) }, 404, `"id":1,"error":{"code":-32001`},
		{"a notification", OfferSessions, func(id string) *http.Request {
			return post(`{"jsonrpc":"2.0","method":"notifications/initialized"}`, bearer, id)
		}, 202, ""},
		{"of another page", OfferSessions, func(id string) *http.Request { return post(pingBody, bearer, id, "Origin: https://page.example") }, 404, "-32001"},
		{"without the token", OfferSessions, func(id string) *http.Request { return post(pingBody, id) }, 401, ""},
		{"modern requests have none", OfferSessions, func(string) *http.Request {
			return post(modernBody("tools/list", ""), append(modernFields("tools/list", ""), bearer, unknown)...)
		}, 200, `"resultType"`},
		{"a second initialize begins another", OfferSessions, func(id string) *http.Request { return post(initialize, bearer, id) }, 200, "protocolVersion"},
		{"DELETE", OfferSessions, func(id string) *http.Request { return as(post("", bearer, id), "DELETE") }, 204, ""},
		{"DELETE without an id", OfferSessions, func(string) *http.Request { return as(post("", bearer), "DELETE") }, 400, SessionHeader},
		{"DELETE of another", OfferSessions, func(string) *http.Request { return as(post("", bearer, unknown), "DELETE") }, 404, ""},
		{"DELETE without the token", OfferSessions, func(id string) *http.Request { return as(post("", id), "DELETE") }, 401, ""},
		{"GET", OfferSessions, func(id string) *http.Request { return as(post("", bearer, id), "GET") }, 405, "DELETE"},
		{"required and there", RequireSessions, func(id string) *http.Request { return post(pingBody, bearer, id) }, 200, pong},
		{"required and missing", RequireSessions, func(string) *http.Request { return post(pingBody, bearer) }, 400, `"id":1,"error":{"code":-32001`},
		{"required and unknown", RequireSessions, func(string) *http.Request { return post(pingBody, bearer, unknown) }, 404, "-32001"},
		{"required, modern", RequireSessions, func(string) *http.Request {
			return post(modernBody("tools/list", ""), append(modernFields("tools/list", ""), bearer)...)
		}, 200, `"resultType"`},
		{"required, a probe", RequireSessions, func(string) *http.Request {
			return post(modernBody("server/discover", ""), append(modernFields("server/discover", ""), bearer)...)
		}, 200, `"supportedVersions"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := sessionServer(t, test.mode, nil)
			w := ask(s, test.r(begin(t, s)))
			if w.Code != test.status || !strings.Contains(w.Body.String(), test.body) {
				t.Errorf("got %d %s, want %d with %s", w.Code, w.Body, test.status, test.body)
			}
		})
	}
}

func TestNoSessions(t *testing.T) {
	s := sessionServer(t, NoSessions, nil)
	w := ask(s, post(initialize, bearer))
	if id := w.Header().Get(SessionHeader); w.Code != 200 || id != "" {
		t.Errorf("got %d and session %q, want no id", w.Code, id)
	}
	if w := ask(s, post(pingBody, bearer, SessionHeader+": anything")); w.Code != 200 {
		t.Errorf("got %d, want the id to mean nothing", w.Code)
	}
}

// TestSessionKeepsTheRevision: what initialize agreed on holds for the session.
func TestSessionKeepsTheRevision(t *testing.T) {
	s := sessionServer(t, OfferSessions, nil)
	id := begin(t, s)
	w := ask(s, post(legacyCall("echo", `{"a":1}`), bearer, id)) // no MCP-Protocol-Version
	if !strings.Contains(w.Body.String(), `"structuredContent":{"a":1}`) {
		t.Errorf("got %s, want an answer of 2025-11-25", w.Body)
	}
}

func TestSessionsEnd(t *testing.T) {
	s := sessionServer(t, OfferSessions, nil)
	id := begin(t, s)
	if w := ask(s, as(post("", bearer, id), "DELETE")); w.Code != 204 {
		t.Fatalf("DELETE: got %d", w.Code)
	}
	if w := ask(s, post(pingBody, bearer, id)); w.Code != 404 {
		t.Errorf("after DELETE: got %d, want 404", w.Code)
	}

	now := time.Unix(0, 0)
	s.sessions.now = func() time.Time { return now }
	id = begin(t, s)
	now = now.Add(sessionAge - time.Second)
	if w := ask(s, post(pingBody, bearer, id)); w.Code != 200 {
		t.Errorf("in time: got %d, want 200", w.Code)
	}
	now = now.Add(sessionAge)
	if w := ask(s, post(pingBody, bearer, id)); w.Code != 404 {
		t.Errorf("too late: got %d, want 404", w.Code)
	}
}

func TestSessionsAreBounded(t *testing.T) {
	s := sessionServer(t, OfferSessions, nil)
	now := time.Unix(0, 0)
	s.sessions.now = func() time.Time { now = now.Add(time.Millisecond); return now }
	first, second := begin(t, s), begin(t, s)
	for range maxSessions - 2 {
		begin(t, s)
	}
	ask(s, post(pingBody, bearer, first)) // now second is idle longest
	for range 3 {
		begin(t, s)
	}
	if n := len(s.sessions.byID); n != maxSessions {
		t.Errorf("got %d sessions, want %d", n, maxSessions)
	}
	if w := ask(s, post(pingBody, bearer, first)); w.Code != 200 {
		t.Errorf("the one in use: got %d, want 200", w.Code)
	}
	if w := ask(s, post(pingBody, bearer, second)); w.Code != 404 {
		t.Errorf("the idle one: got %d, want 404", w.Code)
	}
}

// TestSessionsWithCallsStay: a session is not taken from a client whose call runs.
func TestSessionsWithCallsStay(t *testing.T) {
	for _, mode := range []Sessions{OfferSessions, RequireSessions} {
		s := sessionServer(t, mode, nil)
		for k := range maxSessions {
			conn := s.options.Dispatcher.Connect(mcp.Revision20251125)
			m, rpcErr := mcp.Parse([]byte(legacyCall("wait", `{"seconds":0}`)))
			if rpcErr != nil {
				t.Fatal(rpcErr)
			}
			if _, call := conn.Receive(t.Context(), m); call == nil {
				t.Fatal("got no call")
			}
			s.sessions.byID[fmt.Sprint(k)] = &session{id: fmt.Sprint(k), conn: conn}
		}
		w := ask(s, post(initialize, bearer))
		want := map[Sessions]int{OfferSessions: 200, RequireSessions: 503}[mode]
		if w.Code != want || w.Header().Get(SessionHeader) != "" || len(s.sessions.byID) != maxSessions {
			t.Errorf("mode %d: got %d and %v, want %d and no session", mode, w.Code, w.Header(), want)
		}
	}
}

// TestCancellationInASession: the call ends at once, and its POST without an answer.
func TestCancellationInASession(t *testing.T) {
	for name, stop := range map[string]func(id string) *http.Request{
		"by notification": func(id string) *http.Request {
			return post(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`, bearer, id)
		},
		"by ending the session": func(id string) *http.Request { return as(post("", bearer, id), "DELETE") },
	} {
		synctest.Test(t, func(t *testing.T) {
			ended := make(chan error, 1)
			s := sessionServer(t, OfferSessions, ended)
			id := begin(t, s)
			start := time.Now()
			answered := make(chan *httptest.ResponseRecorder, 1)
			go func() { answered <- ask(s, post(legacyCall("wait", `{"seconds":600,"tell":true}`), bearer, id)) }()
			synctest.Wait()
			if w := ask(s, stop(id)); w.Code/100 != 2 {
				t.Errorf("%s: got %d %s", name, w.Code, w.Body)
			}
			if err := <-ended; err == nil || time.Since(start) > 0 {
				t.Errorf("%s: the call ended with %v after %v, want cancelled at once", name, err, time.Since(start))
			}
			if w := <-answered; strings.Contains(w.Body.String(), `"id":1`) {
				t.Errorf("%s: got %s, want no answer to a cancelled call", name, w.Body)
			}
		})
	}
}
