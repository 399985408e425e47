package httpd

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/molsmith/molsmith/server/guard"
)

const testIndex = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta
      http-equiv="Content-Security-Policy"
      content="default-src 'none'; script-src &#39;self&#39;; base-uri 'none'"
    />
  </head>
  <body></body>
</html>
`

func testPage(t *testing.T) *Page {
	t.Helper()
	page, err := NewPage(fstest.MapFS{
		"index.html":                    {Data: []byte(testIndex)},
		"index.html.br":                 {Data: []byte("never sent: it has no host mark")},
		"sw.js":                         {Data: []byte("worker")},
		"icon.svg":                      {Data: []byte("<svg/>")},
		"assets/main-B1a2C3d4.js":       {Data: []byte("plain")},
		"assets/main-B1a2C3d4.js.br":    {Data: []byte("brotli")},
		"assets/main-B1a2C3d4.js.gz":    {Data: []byte("gzipped")},
		"assets/molsmith-abcdefgh.wasm": {Data: []byte("\x00asm")},
		"assets/inter-abcdefgh.woff2":   {Data: []byte("font")},
		"assets/table-abcdefgh.bin":     {Data: []byte("table")},
		"assets/unknown-abcdefgh.exe":   {Data: []byte("no")},
	}, false)
	if err != nil {
		t.Fatal(err)
	}
	return page
}

func TestPage(t *testing.T) {
	const policy = "default-src 'none'; script-src 'self'; base-uri 'none'; frame-ancestors 'none'"
	const forever = "public, max-age=31536000, immutable"
	tests := []struct {
		name, method, path, encodings string
		status                        int
		body, mediaType, cache, coded string
	}{
		{"start", "GET", "/", "", 200, `<head>` + hostMark, "text/html; charset=utf-8", "no-cache", ""},
		{"start by name", "GET", "/index.html", "br", 200, hostMark, "text/html; charset=utf-8", "no-cache", ""},
		{"HEAD", "HEAD", "/", "", 200, "", "text/html; charset=utf-8", "no-cache", ""},
		{"hashed", "GET", "/assets/main-B1a2C3d4.js", "", 200, "plain", "text/javascript; charset=utf-8", forever, ""},
		{"Brotli", "GET", "/assets/main-B1a2C3d4.js", "gzip, deflate, br", 200, "brotli", "text/javascript; charset=utf-8", forever, "br"},
		{"gzip", "GET", "/assets/main-B1a2C3d4.js", "gzip;q=0.5, br;q=0", 200, "gzipped", "text/javascript; charset=utf-8", forever, "gzip"},
		{"no encoding", "GET", "/assets/main-B1a2C3d4.js", "gzip;q=0, br; q=0.0", 200, "plain", "text/javascript; charset=utf-8", forever, ""},
		{"not compressed", "GET", "/assets/molsmith-abcdefgh.wasm", "br", 200, "\x00asm", "application/wasm", forever, ""},
		{"table", "GET", "/assets/table-abcdefgh.bin", "gzip, br", 200, "table", "application/octet-stream", forever, ""},
		{"font", "GET", "/assets/inter-abcdefgh.woff2", "", 200, "font", "font/woff2", forever, ""},
		{"not hashed", "GET", "/icon.svg", "", 200, "<svg/>", "image/svg+xml", "no-cache", ""},
		{"missing", "GET", "/nothing.js", "", 404, "no such file", "text/plain; charset=utf-8", "no-store", ""},
		{"folder", "GET", "/assets", "", 404, "no such file", "text/plain; charset=utf-8", "no-store", ""},
		{"outside", "GET", "/../page.go", "", 404, "no such file", "text/plain; charset=utf-8", "no-store", ""},
		{"kind without a type", "GET", "/assets/unknown-abcdefgh.exe", "", 404, "no such file", "text/plain; charset=utf-8", "no-store", ""},
		{"encoded file by name", "GET", "/assets/main-B1a2C3d4.js.br", "", 404, "no such file", "text/plain; charset=utf-8", "no-store", ""},
		{"POST", "POST", "/", "", 405, "GET", "text/plain; charset=utf-8", "no-store", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := httptest.NewRequest(test.method, "/", nil)
			r.URL.Path = test.path
			r.Header.Set("Accept-Encoding", test.encodings)
			w := httptest.NewRecorder()
			testPage(t).ServeHTTP(w, r)
			if w.Code != test.status || !strings.Contains(w.Body.String(), test.body) {
				t.Errorf("got %d %q, want %d %q", w.Code, w.Body, test.status, test.body)
			}
			if test.method == http.MethodHead && w.Body.Len() > 0 {
				t.Errorf("got %q for HEAD, want nothing", w.Body)
			}
			for name, want := range map[string]string{
				"Content-Type": test.mediaType, "Cache-Control": test.cache, "Content-Encoding": test.coded,
				"Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
			} {
				if got := w.Header().Get(name); got != want {
					t.Errorf("got %s: %q, want %q", name, got, want)
				}
			}
		})
	}
}

func TestPageIsAskedForOnce(t *testing.T) {
	page := testPage(t)
	get := func(encoding, known string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("GET", "/assets/main-B1a2C3d4.js", nil)
		r.Header.Set("Accept-Encoding", encoding)
		r.Header.Set("If-None-Match", known)
		w := httptest.NewRecorder()
		page.ServeHTTP(w, r)
		return w
	}
	plain, brotli := get("", "").Header().Get("ETag"), get("br", "").Header().Get("ETag")
	if plain == "" || brotli == "" || plain == brotli {
		t.Fatalf("got ETags %q and %q, want two", plain, brotli)
	}
	for _, known := range []string{plain, "W/" + plain, `"x", ` + plain} {
		if w := get("", known); w.Code != http.StatusNotModified || w.Body.Len() > 0 || w.Header().Get("ETag") != plain {
			t.Errorf("%s: got %d %q, want 304", known, w.Code, w.Body)
		}
	}
	if w := get("br", plain); w.Code != http.StatusOK {
		t.Errorf("got %d for the ETag of another encoding, want 200", w.Code)
	}
}

func TestNewPageRefuses(t *testing.T) {
	for name, files := range map[string]fstest.MapFS{
		"no index":  {},
		"no policy": {"index.html": {Data: []byte("<html><head></head></html>")}},
		"no head":   {"index.html": {Data: []byte(`<meta http-equiv="Content-Security-Policy" content="x">`)}},
	} {
		if _, err := NewPage(files, true); err == nil {
			t.Errorf("%s: got no error", name)
		}
	}
}

// TestPageBesideMCP: files need no token, but a name of this server; the MCP
// endpoint and health stay what they are.
func TestPageBesideMCP(t *testing.T) {
	s := testServer(t, guard.Policy{Token: "t"})
	s.options.Page = testPage(t)
	tests := []struct {
		name, method, host, path string
		status                   int
	}{
		{"page", "GET", "localhost:8765", "/", 200},
		{"page under a foreign name", "GET", "evil.example", "/", 403},
		{"MCP without a token", "POST", "localhost", "/mcp", 401},
		{"health", "GET", "evil.example", "/health", 200},
		{"missing file", "GET", "localhost", "/mcp/", 404},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := httptest.NewRequest(test.method, test.path, nil)
			r.Host = test.host
			w := httptest.NewRecorder()
			s.Handler().ServeHTTP(w, r)
			if w.Code != test.status {
				t.Errorf("got %d %s, want %d", w.Code, w.Body, test.status)
			}
		})
	}
}
