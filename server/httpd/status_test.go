package httpd

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/server/guard"
)

func TestStatuses(t *testing.T) {
	token := guard.Policy{Token: "t", Origins: []string{"https://page.example"}, Names: guard.Names{AllowedHost: "--allowed-host", AllowOrigin: "--allow-origin"}}
	public := guard.Policy{Public: true, Origins: []string{"https://page.example"}, AnyHost: true}
	strict := guard.Policy{Token: "t", Strict: true}
	const auth, page = "Authorization: Bearer t", "Origin: https://page.example"
	twoOrigins := post(pingBody, auth, page)
	twoOrigins.Header.Add("Origin", "https://evil.example")
	with := func(r *http.Request, change func(*http.Request)) *http.Request {
		change(r)
		return r
	}
	tests := []struct {
		name   string
		policy guard.Policy
		r      *http.Request
		status int
		body   string // what it contains
		fields string // "Name: value" that must be there, separated by |
	}{
		{"ping", token, post(pingBody, auth), 200, pong, "Content-Type: application/json|Cache-Control: no-store|X-Content-Type-Options: nosniff"},
		{"ping of a page", token, post(pingBody, auth, page), 200, pong, "Access-Control-Allow-Origin: https://page.example|Vary: Origin"},
		{"tool call", token, post(legacyCall("echo", `{"a":1}`), auth), 200, `"text":"{\"a\":1}"`, ""},
		{"legacy header", token, post(legacyCall("echo", `{"a":1}`), auth, "MCP-Protocol-Version: 2025-06-18"), 200, `"structuredContent":{"a":1}`, ""},
		{"modern call", token, post(modernCall("echo", `{"a":1}`), append(modernFields("tools/call", "echo"), auth)...), 200, `"resultType":"complete"`, ""},
		{"discover", token, post(modernBody("server/discover", ""), append(modernFields("server/discover", ""), auth)...), 200, `"supportedVersions"`, ""},
		{"initialize", token, post(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}`, auth), 200, `"protocolVersion":"2025-11-25"`, ""},
		{"notification", token, post(`{"jsonrpc":"2.0","method":"notifications/initialized"}`, auth), 202, "", ""},
		{"cancellation of another POST", token, post(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`, auth), 202, "", ""},
		{"response", token, post(`{"jsonrpc":"2.0","id":1,"result":{}}`, auth), 202, "", ""},

		{"health", token, with(post("", "Host: evil"), func(r *http.Request) { r.URL.Path = "/health" }), 200, "ok\n", ""},
		{"health by DELETE", public, with(post(""), func(r *http.Request) { r.URL.Path, r.Method = "/health", "DELETE" }), 200, "ok\n", ""},
		{"another path", token, with(post(pingBody, auth), func(r *http.Request) { r.URL.Path = "/mcp/x" }), 404, "MCP is at /mcp", ""},

		{"long request line", token, with(post(pingBody, auth), func(r *http.Request) { r.RequestURI = "/mcp?" + strings.Repeat("a", 9000) }), 431, "request line", ""},
		{"host", token, with(post(pingBody, auth), func(r *http.Request) { r.Host = "evil.example" }), 403, "--allowed-host", ""},
		{"origin", token, post(pingBody, auth, "Origin: https://evil.example"), 403, "--allow-origin", "-Access-Control-Allow-Origin"},
		{"origin null", token, post(pingBody, auth, "Origin: null"), 403, "", "-Access-Control-Allow-Origin"},
		{"two origins", token, twoOrigins, 403, "2 Origin headers", "-Access-Control-Allow-Origin"},
		{"bad origin before bad token", token, post(pingBody, "Origin: https://evil.example"), 403, "", ""},
		{"no token", token, post(pingBody), 401, "bearer token", "WWW-Authenticate: Bearer"},
		{"no token, from a page", token, post(pingBody, page), 401, "bearer token", "Access-Control-Allow-Origin: https://page.example|WWW-Authenticate: Bearer"},
		{"wrong token", token, post(pingBody, "Authorization: Bearer x"), 401, "wrong", ""},
		{"token before protocol", token, post("{"), 401, "", ""},
		{"public", public, post(pingBody, page), 200, pong, "Access-Control-Allow-Origin: https://page.example"},
		{"public without origin", public, post(pingBody), 403, "Origin", ""},
		{"public, another origin", public, post(pingBody, "Origin: http://localhost:5173"), 403, "", ""},
		{"GET", token, with(post("", auth), func(r *http.Request) { r.Method = "GET" }), 405, "POST", "Allow: POST"},
		{"DELETE", token, with(post("", auth), func(r *http.Request) { r.Method = "DELETE" }), 405, "", "Allow: POST"},
		{"OPTIONS that is no preflight", token, with(post("", auth), func(r *http.Request) { r.Method = "OPTIONS" }), 405, "", "Allow: POST"},

		{"content type", token, post(pingBody, auth, "Content-Type: text/plain"), 415, "application/json", ""},
		{"compressed", token, post(pingBody, auth, page, "Content-Encoding: gzip"), 415, `The Content-Encoding "gzip" is not read`, "Accept-Encoding: identity|Access-Control-Allow-Origin: https://page.example"},
		{"not compressed", token, post(pingBody, auth, "Content-Encoding: Identity"), 200, pong, ""},
		{"long header", token, post(pingBody, auth, "X-Long: "+strings.Repeat("a", 33<<10)), 431, "at most 32768", ""},
		{"accept", token, post(pingBody, auth, "Accept: text/html"), 406, "application/json", ""},
		{"accept, from a page", token, post(pingBody, auth, page, "Accept: text/html"), 406, "", "Access-Control-Allow-Origin: https://page.example"},
		{"no accept", token, post(pingBody, auth, "Accept:"), 200, pong, ""},
		{"large body", token, post(strings.Repeat(" ", 64<<10+1), auth, page), 413, "65536 bytes", "Connection: close|Access-Control-Allow-Origin: https://page.example"},
		{"large body without length", token, with(post(strings.Repeat(" ", 64<<10+1), auth), func(r *http.Request) { r.ContentLength = -1 }), 413, "65536 bytes", ""},
		{"largest body", token, post(strings.Repeat(" ", 64<<10-len(pingBody))+pingBody, auth), 200, pong, ""},
		{"length missing, strict", strict, with(post(pingBody, auth), func(r *http.Request) { r.ContentLength = -1 }), 411, "", ""},

		{"empty", token, post("", auth), 400, `"id":null,"error":{"code":-32700`, ""},
		{"malformed", token, post(`{"jsonrpc":`, auth), 400, "-32700", "Content-Type: application/json"},
		{"batch", token, post("["+pingBody+"]", auth), 400, "-32600", ""},
		{"deep", token, post(strings.Repeat("[", 10000), auth), 400, "-32600", ""},
		{"no jsonrpc", token, post(`{"id":7,"method":"ping"}`, auth), 400, `"id":7,"error":{"code":-32600`, ""},
		{"unknown revision", token, post(pingBody, auth, "MCP-Protocol-Version: 2030-01-01"), 400, `-32022,"message":"protocol revision \"2030-01-01\" is not supported","data":{"supported":["2026-07-28"`, ""},
		{"header differs", token, post(modernCall("echo", `{}`), append(modernFields("tools/call", "other"), auth)...), 400, "-32020", ""},
		{"_meta missing", token, post(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, append(modernFields("tools/list", ""), auth)...), 400, "-32602", ""},
		{"unknown tool", token, post(modernCall("nothing", `{}`), append(modernFields("tools/call", "nothing"), auth)...), 400, "-32602", ""},
		{"arguments", token, post(modernCall("refuse", `{}`), append(modernFields("tools/call", "refuse"), auth)...), 400, `"data":{"errors":[{"path":"/a"`, ""},
		{"unknown method", token, post(modernBody("resources/list", ""), append(modernFields("resources/list", ""), auth)...), 404, `"id":1,"error":{"code":-32601`, ""},
		{"ping is of the past", token, post(modernBody("ping", ""), append(modernFields("ping", ""), auth)...), 404, "-32601", ""},
		{"unknown method, legacy", token, post(`{"jsonrpc":"2.0","id":1,"method":"resources/list"}`, auth), 200, "-32601", ""},
		{"unknown tool, legacy", token, post(legacyCall("nothing", `{}`), auth), 200, "-32602", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w := httptest.NewRecorder()
			testServer(t, test.policy).Handler().ServeHTTP(w, test.r)
			if w.Code != test.status {
				t.Errorf("got status %d (%s), want %d", w.Code, w.Body, test.status)
			}
			if !strings.Contains(w.Body.String(), test.body) || test.body == "" && test.status == 202 && w.Body.Len() > 0 {
				t.Errorf("got %s, want %s in it", w.Body, test.body)
			}
			for field := range strings.SplitSeq(test.fields, "|") {
				if absent, ok := strings.CutPrefix(field, "-"); ok {
					if got := w.Header().Get(absent); got != "" {
						t.Errorf("got %s: %s, want none", absent, got)
					}
				} else if name, value, ok := strings.Cut(field, ": "); ok && w.Header().Get(name) != value {
					t.Errorf("got %s: %q, want %q", name, w.Header().Get(name), value)
				}
			}
			if w.Header().Get("Mcp-Session-Id") != "" {
				t.Error("got a session id, want none")
			}
		})
	}
}

func TestPreflight(t *testing.T) {
	allHeaders := "accept,authorization,content-encoding,content-type,last-event-id,mcp-method,mcp-name,mcp-protocol-version,mcp-session-id"
	tests := []struct {
		name, origin, method, headers string
		allowed                       bool
	}{
		{"listed page", "https://page.example", "POST", allHeaders, true},
		{"loopback page", "http://localhost:5173", "POST", "content-type", true},
		{"another page", "https://evil.example", "POST", "content-type", false},
		{"null", "null", "POST", "content-type", false},
		{"another header", "https://page.example", "POST", "x-other", false},
		{"another method", "https://page.example", "PATCH", "content-type", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := post("", "Origin: "+test.origin, "Access-Control-Request-Method: "+test.method,
				"Access-Control-Request-Headers: "+test.headers, "Access-Control-Request-Private-Network: true")
			r.Method = http.MethodOptions
			w := httptest.NewRecorder()
			testServer(t, guard.Policy{Token: "t", Origins: []string{"https://page.example"}}).Handler().ServeHTTP(w, r)
			h := w.Header()
			if w.Code != http.StatusNoContent {
				t.Errorf("got status %d, want 204", w.Code)
			}
			if allowed := h.Get("Access-Control-Allow-Headers") == test.headers; allowed != test.allowed {
				t.Errorf("got headers %v, want allowed %v", h, test.allowed)
			}
			if test.allowed && (h.Get("Access-Control-Allow-Origin") != test.origin || h.Get("Access-Control-Allow-Private-Network") != "true" || h.Get("Access-Control-Max-Age") != "600") {
				t.Errorf("got headers %v, want origin, private network and age", h)
			}
			if h.Get("Access-Control-Allow-Credentials") != "" {
				t.Error("got Access-Control-Allow-Credentials, want none")
			}
		})
	}
}

func TestExposedHeaders(t *testing.T) {
	w := httptest.NewRecorder()
	testServer(t, guard.Policy{Token: "t"}).Handler().ServeHTTP(w, post(pingBody, "Origin: http://localhost:1"))
	want := "Mcp-Session-Id, Mcp-Protocol-Version, Www-Authenticate, Retry-After"
	if got := w.Header().Get("Access-Control-Expose-Headers"); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
