package main

import (
	"io"
	"net/http"
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
