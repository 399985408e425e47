package main

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// postJSON sends one message and returns the status and the body.
func postJSON(t *testing.T, client *http.Client, url, token, origin, body string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	if origin != "" {
		r.Header.Set("Origin", origin)
	}
	response, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(text)
}

const (
	pingMessage = `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	pong        = `{"jsonrpc":"2.0","id":1,"result":{}}`
)

func TestStdioConversation(t *testing.T) {
	in := strings.Join([]string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		`garbage`, strings.Repeat("[", 10000),
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"argon"}}`,
	}, "\n")
	code, stdout, stderr := run(t, testProgram(), in)
	if code != exitOK || stderr != "" {
		t.Errorf("got code %d and %q on stderr, want 0 and nothing", code, stderr)
	}
	got := strings.Split(strings.TrimSuffix(stdout, "\n"), "\n")
	want := []string{`"name":"molsmith"`, `-32700`, `-32600`, `"elements":[18]`}
	if len(got) != len(want) {
		t.Fatalf("got %q, want %d answers", got, len(want))
	}
	for i := range got {
		if !strings.Contains(got[i], want[i]) {
			t.Errorf("answer %d: got %s, want %s", i+1, got[i], want[i])
		}
	}
}

func TestStdioSelectsToolsAndRevision(t *testing.T) {
	_, stdout, _ := run(t, testProgram(), `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, "--tools", "echo")
	if !strings.Contains(stdout, `"echo"`) || strings.Contains(stdout, `"argon"`) {
		t.Errorf("got %s, want echo alone", stdout)
	}
	_, stdout, _ = run(t, testProgram(), `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}`, "--protocol", "2026-07-28")
	if !strings.Contains(stdout, "-32601") {
		t.Errorf("got %s, want no handshake in the strict lane", stdout)
	}
}

func TestToolGroups(t *testing.T) {
	for names, want := range map[string]string{
		"builder":      `["argon"]`,
		"chem":         `["echo","wait","crash"]`,
		"chem,argon":   `["argon","echo","wait","crash"]`,
		"builder,echo": `["argon","echo"]`,
	} {
		_, stdout, _ := run(t, testProgram(), `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, "--tools", names)
		var answer struct {
			Result struct{ Tools []struct{ Name string } }
		}
		if err := json.Unmarshal([]byte(stdout), &answer); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, tool := range answer.Result.Tools {
			got = append(got, tool.Name)
		}
		if text, _ := json.Marshal(got); string(text) != want {
			t.Errorf("--tools %s: got %s, want %s", names, text, want)
		}
	}
}

// TestResults: a result that is kept can be read, but not on a public server, which
// keeps none.
func TestResults(t *testing.T) {
	const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"argon","_meta":{"io.github.molsmith/result":"link"}}}`
	s := start(t, testProgram(), "--transport", "http", "--port", "0")
	_, body := postJSON(t, http.DefaultClient, s.url, s.token, "", call)
	_, rest, _ := strings.Cut(body, `molsmith://results/`)
	if len(rest) < 32 || strings.Contains(body, `"elements":[18]`) {
		t.Fatalf("got %s, want a link and no atoms", body)
	}
	_, body = postJSON(t, http.DefaultClient, s.url, s.token, "",
		`{"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"molsmith://results/`+rest[:32]+`"}}`)
	if !strings.Contains(body, `\"elements\":[18]`) {
		t.Errorf("got %s, want the atoms", body)
	}
	s.stop()
	s = start(t, testProgram(), "--transport", "http", "--port", "0", "--public", "--allow-origin", "https://builder.example")
	if _, body := postJSON(t, http.DefaultClient, s.url, "", "https://builder.example", call); !strings.Contains(body, `\"elements\":[18]`) {
		t.Errorf("public: got %s, want the atoms in the answer", body)
	}
	if _, body := postJSON(t, http.DefaultClient, s.url, "", "https://builder.example", `{"jsonrpc":"2.0","id":1,"method":"resources/list"}`); !strings.Contains(body, "-32601") {
		t.Errorf("public: got %s, want no resources", body)
	}
	s.stop()
}

func TestHTTPServer(t *testing.T) {
	s := start(t, testProgram(), "--transport", "streamable-http", "--port", "0", "--allow-origin", "https://builder.example", "--mount-path", "/tools/mcp")
	if len(s.token) != 43 || !strings.HasSuffix(s.url, "/tools/mcp") {
		t.Fatalf("got %q at %q, want a token of 43 characters at /tools/mcp", s.token, s.url)
	}
	for _, test := range []struct {
		name, token, origin string
		status              int
		body                string
	}{
		{"right", s.token, "", 200, pong},
		{"from the page", s.token, "https://builder.example", 200, pong},
		{"wrong token", "x", "", 401, "token"},
		{"another page", s.token, "https://evil.example", 403, "--allow-origin"},
	} {
		status, body := postJSON(t, http.DefaultClient, s.url, test.token, test.origin, pingMessage)
		if status != test.status || !strings.Contains(body, test.body) {
			t.Errorf("%s: got %d %s, want %d %s", test.name, status, body, test.status, test.body)
		}
	}
	status, body := postJSON(t, http.DefaultClient, s.url, s.token, "", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"crash"}}`)
	if status != 200 || strings.Contains(body, "secret") || !strings.Contains(body, "-32603") {
		t.Errorf("got %d %s, want an internal error", status, body)
	}
	if code := s.stop(); code != exitOK {
		t.Errorf("got code %d, want 0", code)
	}
	stderr := strings.Join(s.stderr, "\n")
	link := "toolserver: open https://builder.example/#tools=" + url.QueryEscape(s.url) + "&token=" + s.token
	if !strings.Contains(stderr, link+"\n") {
		t.Errorf("got %s, want %s", stderr, link)
	}
	if !strings.Contains(stderr, "internal error in crash: panic: a secret") {
		t.Errorf("got %s, want the crash logged", stderr)
	}
}

func TestGivenTokenIsNotRepeated(t *testing.T) {
	s := start(t, withEnv(testProgram(), "MOLSMITH_TOKEN=given-token"), "--transport", "http", "--port", "0", "--allow-origin", "https://builder.example")
	if status, _ := postJSON(t, http.DefaultClient, s.url, "given-token", "", pingMessage); status != 200 {
		t.Errorf("got %d, want 200", status)
	}
	postJSON(t, http.DefaultClient, s.url+"/given-token?x=given-token", "given-token", "", pingMessage)
	s.stop()
	if stderr := strings.Join(s.stderr, "\n"); strings.Contains(stderr, "given-token") || !strings.Contains(stderr, "open https://builder.example/#tools=") {
		t.Errorf("got %s, want a link and no token", stderr)
	}
}

func TestPublicServer(t *testing.T) {
	s := start(t, testProgram(), "--transport", "http", "--port", "0", "--public", "--allow-origin", "https://builder.example")
	if s.token != "" {
		t.Errorf("got a token, want none")
	}
	for origin, want := range map[string]int{"https://builder.example": 200, "https://evil.example": 403, "http://localhost:5173": 403, "": 403} {
		if status, body := postJSON(t, http.DefaultClient, s.url, "", origin, pingMessage); status != want {
			t.Errorf("origin %q: got %d %s, want %d", origin, status, body, want)
		}
	}
	if status, _ := postJSON(t, http.DefaultClient, s.url, "", "https://builder.example", strings.Repeat(" ", 1<<20+1)); status != 413 {
		t.Errorf("got %d for more than 1 MiB, want 413", status)
	}
	if code := s.stop(); code != exitOK {
		t.Errorf("got code %d, want 0", code)
	}
}

func TestCallTimeoutIsAToolError(t *testing.T) {
	s := start(t, testProgram(), "--transport", "http", "--port", "0", "--call-timeout", "0.05", "--max-concurrency", "1")
	status, body := postJSON(t, http.DefaultClient, s.url, s.token, "", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"wait"}}`)
	if status != 200 || !strings.Contains(body, "Wait did not finish within 0.05 s") || !strings.Contains(body, `"isError":true`) {
		t.Errorf("got %d %s, want TIMEOUT with the tool and the seconds", status, body)
	}
	s.stop()
}

func TestServe(t *testing.T) {
	s := start(t, withPage(testProgram()), "serve", "--port", "0")
	base := strings.TrimSuffix(s.url, "/mcp")
	if want := base + "/#tools=" + url.QueryEscape(s.url) + "&token=" + s.token; len(s.stdout) != 1 || s.stdout[0] != want {
		t.Errorf("got %q on stdout, want %s", s.stdout, want)
	}
	// On a terminal, which shows both streams, the link stands between blank lines.
	if len(s.stderr) < 3 || !strings.HasPrefix(s.stderr[0], "toolserver: open this link") || s.stderr[1] != "" || s.stderr[2] != "" {
		t.Errorf("got %q on stderr, want a line about the link and room for it", s.stderr)
	}
	response, err := http.Get(base + "/")
	if err != nil {
		t.Fatal(err)
	}
	text, _ := io.ReadAll(response.Body)
	response.Body.Close()
	if !bytes.Contains(text, []byte(`<meta name="molsmith-host" content="serve" />`)) {
		t.Errorf("got %s, want the host mark", text)
	}
	if got := response.Header.Get("Content-Security-Policy"); got != "default-src 'none'; frame-ancestors 'none'" {
		t.Errorf("got policy %q", got)
	}
	if status, body := postJSON(t, http.DefaultClient, s.url, s.token, base, pingMessage); status != 200 || body != pong {
		t.Errorf("got %d %s from the page itself, want 200", status, body)
	}
	if code := s.stop(); code != exitOK {
		t.Errorf("got code %d, want 0", code)
	}
	code, stdout, stderr := run(t, testProgram(), "", "serve", "--port", "0")
	if code != exitFailed || stdout != "" || !strings.Contains(stderr, "npm run build") {
		t.Errorf("without a page: got %d %q %q, want how to build", code, stdout, stderr)
	}
}

// certificate writes a certificate of 127.0.0.1 and its key.
func certificate(t *testing.T) (cert, key string, pool *x509.CertPool) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	keyDER, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, kind string, der []byte) string {
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	parsed, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool = x509.NewCertPool()
	pool.AddCert(parsed)
	return write("cert.pem", "CERTIFICATE", der), write("key.pem", "PRIVATE KEY", keyDER), pool
}

func TestTLS(t *testing.T) {
	cert, key, pool := certificate(t)
	s := start(t, testProgram(), "--transport", "http", "--port", "0", "--tls-cert", cert, "--tls-key", key)
	if !strings.HasPrefix(s.url, "https://127.0.0.1:") {
		t.Fatalf("got %s, want https", s.url)
	}
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}}}
	defer client.CloseIdleConnections()
	if status, body := postJSON(t, client, s.url, s.token, "", pingMessage); status != 200 || body != pong {
		t.Errorf("got %d %s, want 200", status, body)
	}
	if code := s.stop(); code != exitOK {
		t.Errorf("got code %d, want 0", code)
	}
}

// TestNoGoroutineIsLeft: servers and calls of every kind leave nothing behind.
func TestNoGoroutineIsLeft(t *testing.T) {
	http.DefaultClient.CloseIdleConnections()
	before := runtime.NumGoroutine()
	for range 3 {
		s := start(t, testProgram(), "--transport", "http", "--port", "0")
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url, strings.NewReader(
			`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"wait","_meta":{"progressToken":1}}}`))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		r.Header.Set("Authorization", "Bearer "+s.token)
		if response, err := http.DefaultClient.Do(r); err == nil {
			io.Copy(io.Discard, response.Body)
			response.Body.Close()
		}
		cancel()
		run(t, testProgram(), fmt.Sprintf("%s\n%s\n", pingMessage, `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo"}}`))
		run(t, testProgram(), "{}\n{}\n", "call", "echo", "--batch")
		s.stop()
	}
	http.DefaultClient.CloseIdleConnections()
	for range 100 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	stacks := make([]byte, 1<<16)
	t.Errorf("got %d goroutines, want %d\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
}
