package main

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestMetrics: what was served is counted, at an address of its own and nowhere else.
func TestMetrics(t *testing.T) {
	s := start(t, testProgram(), "--transport", "http", "--port", "0", "--metrics", "127.0.0.1:0")
	defer s.stop()
	address := ""
	for _, line := range s.stderr {
		if _, after, found := strings.Cut(line, "counters at "); found {
			address = after
		}
	}
	if address == "" {
		t.Fatalf("no address in %q", s.stderr)
	}
	for _, token := range []string{s.token, "wrong"} {
		postJSON(t, http.DefaultClient, s.url, token, "", pingMessage)
	}
	postJSON(t, http.DefaultClient, s.url, s.token, "", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"a":"b"}}}`)
	response, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{`molsmith_requests_total{status="200"} 3`, `molsmith_requests_total{status="401"} 1`, `molsmith_calls_total{tool="echo",outcome="ok"} 1`} {
		if !strings.Contains(string(text), line) {
			t.Errorf("%s is missing in\n%s", line, text)
		}
	}
	// An address in use is refused before a link is printed.
	taken := strings.TrimSuffix(strings.TrimPrefix(address, "http://"), "/metrics")
	code, out, errs := run(t, withPage(testProgram()), "", "serve", "--port", "0", "--metrics", taken)
	if want := "toolserver: --metrics: cannot listen on " + taken + ": "; code != exitUsage || out != "" || !strings.HasPrefix(errs, want) || strings.Count(errs, "\n") != 1 {
		t.Errorf("got %d, %q, %q, want %s", code, out, errs, want)
	}
	public, err := http.Get(strings.TrimSuffix(s.url, "/mcp") + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	public.Body.Close()
	if public.StatusCode != http.StatusNotFound {
		t.Errorf("the server itself: got %d, want 404", public.StatusCode)
	}
}

// TestReadersOfMetrics: who reads counters, and under what name.
func TestReadersOfMetrics(t *testing.T) {
	for _, test := range []struct {
		address       string
		remote        bool
		from, to, ask string
		status        int
	}{
		{"127.0.0.1:9090", false, "127.0.0.1", "127.0.0.1", "127.0.0.1:9090", 200},
		{"127.0.0.1:9090", false, "127.0.0.1", "127.0.0.1", "localhost:9090", 200},
		{"127.0.0.1:9090", false, "127.0.0.1", "127.0.0.1", "rebound.example:9090", 403},
		{"127.0.0.1:9090", false, "127.0.0.1", "127.0.0.1", "", 403},
		{"localhost:9090", false, "10.0.0.9", "127.0.0.1", "localhost:9090", 403}, // not that it can happen
		{"0.0.0.0:9090", true, "10.0.0.9", "10.0.0.1", "10.0.0.1:9090", 200},
		{"0.0.0.0:9090", true, "10.0.0.9", "10.0.0.1", "metrics.lab:9090", 200},
		{"0.0.0.0:9090", true, "10.0.0.9", "10.0.0.1", "other.lab:9090", 403},
		{"0.0.0.0:9090", true, "198.51.100.7", "203.0.113.1", "203.0.113.1:9090", 403},
		{"[::]:9090", true, "fd00::9", "fd00::1", "[fd00::1]:9090", 200},
		{"[::]:9090", true, "2001:db8::9", "2001:db8::1", "[2001:db8::1]:9090", 403},
	} {
		c := &config{metrics: test.address, metricsRemote: test.remote, hosts: []string{"*", "metrics.lab"}}
		if err := c.checkMetrics(); err != nil {
			t.Errorf("%+v: %v", test, err)
		}
		r := httptest.NewRequest(http.MethodGet, "/metrics", nil)
		r.Host, r.RemoteAddr = test.ask, net.JoinHostPort(test.from, "1234")
		r = r.WithContext(context.WithValue(r.Context(), http.LocalAddrContextKey, &net.TCPAddr{IP: net.ParseIP(test.to), Port: 9090}))
		w := httptest.NewRecorder()
		c.readers(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})).ServeHTTP(w, r)
		if w.Code != test.status {
			t.Errorf("%+v: got %d %s", test, w.Code, w.Body)
		}
	}
}

// TestTrustedProxies: as ranges, and as the addresses of connections are written.
func TestTrustedProxies(t *testing.T) {
	for text, want := range map[string]string{
		"10.1.2.3/8": "10.0.0.0/8", "127.0.0.1": "127.0.0.1/32", "fd00::1": "fd00::1/128", "::ffff:10.1.2.3": "10.1.2.3/32",
		"::ffff:10.1.2.3/104": "10.0.0.0/8", "::ffff:0:0/64": "",
	} {
		got, err := (&config{proxies: []string{text}}).trusted()
		if (err == nil) != (want != "") || err == nil && got[0].String() != want {
			t.Errorf("%s: got %v, %v, want %s", text, got, err, want)
		}
	}
}

// TestTrustInManifests: what docs/deploy starts believes single proxies, never a range in
// which clients may be.
func TestTrustInManifests(t *testing.T) {
	names, err := filepath.Glob("../../../docs/deploy/*")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, trust := range regexp.MustCompile(`(?:--trusted-proxy",? "?|TRUSTED_PROXY[^\n]*\n?\s*(?:value)?: ?"?)([0-9a-fA-F:.,/]+)`).FindAllStringSubmatch(string(text), -1) {
			found++
			list, err := (&config{proxies: strings.Split(trust[1], ",")}).trusted()
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			for _, prefix := range list {
				if !prefix.IsSingleIP() {
					t.Errorf("%s trusts the range %s", filepath.Base(name), prefix)
				}
			}
		}
	}
	if found != 2 {
		t.Errorf("got %d places that trust proxies, want 2: compose.yaml and kubernetes.yaml", found)
	}
}
