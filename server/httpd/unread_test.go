package httpd

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/molsmith/molsmith/server/guard"
)

// lockedBuffer is a log that is read while it is written.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

// take returns what was written and forgets it.
func (l *lockedBuffer) take() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer l.b.Reset()
	return l.b.String()
}

// listening starts a server on a real port, for requests written byte by byte.
func listening(t *testing.T, wrap func(net.Listener) net.Listener) (address string, logged *lockedBuffer) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address, logged = l.Addr().String(), new(lockedBuffer)
	if wrap != nil {
		l = wrap(l)
	}
	s := New(Options{
		Dispatcher: testDispatcher(t, nil), Path: "/mcp", MaxPosts: 4, Log: log.New(logged, "", 0),
		Policy: &guard.Policy{Token: "t", Origins: []string{"https://page.example"}, MaxBody: 64 << 10},
	})
	ctx, stop := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- s.Serve(ctx, l) }()
	t.Cleanup(func() {
		stop()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
	return address, logged
}

// TestEveryRefusalOfHTTP: what net/http refuses before a handler sees it is answered,
// logged and readable for a page like every refusal.
func TestEveryRefusalOfHTTP(t *testing.T) {
	const line, host = "POST /mcp?token=s3cret HTTP/1.1\r\n", "Host: 127.0.0.1\r\n"
	long := func(n int) string { return "X-Long: " + strings.Repeat("a", n) + "\r\n" }
	for _, test := range []struct {
		name, head string // with %s where the Origin stands
		status     int
		body, log  string
	}{
		{"a header over the limit", line + host + "%s" + long(33<<10), 431, "at most 32768", "refused POST /mcp"},
		{"a header over the limit, its Origin last", line + host + long(200<<10) + "%s", 431, "at most 32768", "refused POST /mcp"},
		{"a header without end", line + host + "%s" + long(400<<10), 431, "more than 32768 bytes", "refused POST /mcp"},
		{"Content-Length in words", line + host + "%sContent-Length: ten\r\n", 400, "Content-Length", "refused POST /mcp"},
		{"Content-Length below 0", line + host + "%sContent-Length: -1\r\n", 400, "Content-Length", "refused POST /mcp"},
		{"two lengths", line + host + "%sContent-Length: 1\r\nContent-Length: 2\r\n", 400, "Content-Length", "refused POST /mcp"},
		{"no Host", line + "%s", 400, "missing required Host header", "refused POST /mcp"},
		{"two Hosts", line + host + host + "%s", 400, "malformed", "refused POST /mcp"},
		{"a malformed Host", line + "Host: a b/\r\n%s", 400, "malformed Host header", "refused POST /mcp"},
		{"a field name with a space", line + host + "%sX Y: 1\r\n", 400, "malformed", "refused POST /mcp"},
		{"a field value with a bell", line + host + "%sX: \a\r\n", 400, "malformed", "refused POST /mcp"},
		{"no request", "HELLO\r\n" + host + "%s", 400, "first line", "refused HELLO"},
		{"HTTP/3.1", "POST /mcp HTTP/3.1\r\n" + host + "%s", 505, "unsupported protocol version", "refused POST /mcp"},
		{"a transfer coding", line + host + "%sTransfer-Encoding: gzip\r\n", 501, "Transfer-Encoding", "refused POST /mcp"},
		{"an expectation", line + host + "%sExpect: tea\r\nContent-Length: 0\r\n", 417, "100-continue", "refused POST /mcp"},
		{"OPTIONS of the server", "OPTIONS * HTTP/1.1\r\n" + host + "%s", 404, "MCP is at /mcp", ""},
	} {
		address, logged := listening(t, nil) // each with a log of its own, which counts a flood
		for origins, mayRead := range map[string]string{
			"oRigin:  https://page.example \r\n":                               "https://page.example",
			"Origin: http://localhost:5173\r\n":                                "http://localhost:5173",
			"Origin: https://evil.example\r\n":                                 "",
			"Origin: https://page.example\r\nOrigin: https://page.example\r\n": "",
			"": "",
		} {
			// On a connection that was used before, and on a new one.
			for _, before := range []string{"", "GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://localhost:1\r\n\r\n"} {
				what := fmt.Sprintf("%s of %q after %.10q", test.name, origins, before)
				logged.take()
				response, body := say(t, address, before, fmt.Sprintf(test.head, origins)+"\r\n")
				if response == nil {
					t.Fatalf("%s: no answer", what)
				}
				h := response.Header
				if response.StatusCode != test.status || !strings.Contains(body, test.body) || strings.Count(body, "\n") != 1 {
					t.Errorf("%s: got %d %q, want %d %s", what, response.StatusCode, body, test.status, test.body)
				}
				if got := h.Get("Access-Control-Allow-Origin"); got != mayRead {
					t.Errorf("%s: may be read by %q, want %q", what, got, mayRead)
				}
				if mayRead != "" && !strings.Contains(h.Get("Access-Control-Expose-Headers"), "Retry-After") {
					t.Errorf("%s: got %v", what, h)
				}
				if h.Get("Content-Type") != "text/plain; charset=utf-8" || h.Get("Cache-Control") != "no-store" || h.Get("Date") == "" {
					t.Errorf("%s: got %v", what, h)
				}
				if got := logged.take(); !strings.HasPrefix(got, test.log) || strings.Contains(got, "s3cret") || strings.Count(got, "\n") > 1 {
					t.Errorf("%s: logged %q, want one line that begins with %q", what, got, test.log)
				}
			}
		}
	}
}

// say sends a request, after another one if before is not empty, and returns the answer.
func say(t *testing.T, address, before, request string) (*http.Response, string) {
	t.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(20 * time.Second))
	r := bufio.NewReader(c)
	if before != "" {
		if _, err := io.WriteString(c, before); err != nil {
			t.Fatal(err)
		}
		if response, err := http.ReadResponse(r, nil); err != nil {
			t.Fatal(err)
		} else if _, err := io.Copy(io.Discard, response.Body); err != nil {
			t.Fatal(err)
		}
	}
	go io.WriteString(c, request) // the server may close before it has read all
	response, err := http.ReadResponse(r, nil)
	if err != nil {
		t.Error(err)
		return nil, ""
	}
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Error(err)
	}
	return response, string(body)
}

// TestPlainHTTPToTLS: whoever forgets the s is told.
func TestPlainHTTPToTLS(t *testing.T) {
	address, _ := listening(t, func(l net.Listener) net.Listener {
		return tls.NewListener(l, &tls.Config{Certificates: []tls.Certificate{certificate(t)}})
	})
	if response, body := say(t, address, "", "GET /health HTTP/1.1\r\nHost: x\r\n\r\n"); response == nil || response.StatusCode != 400 || !strings.Contains(body, "https://") {
		t.Errorf("got %v %q, want a hint to https", response, body)
	}
	client := http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	defer client.CloseIdleConnections()
	response, err := client.Get("https://" + address + "/health")
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != 200 {
		t.Errorf("got %d over TLS, want 200", response.StatusCode)
	}
}

// certificate is one that nobody trusts.
func certificate(t *testing.T) tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

// TestBodiesAreNotRefusals: an answer that quotes one of net/http passes as it is.
func TestBodiesAreNotRefusals(t *testing.T) {
	for _, text := range []string{
		"HTTP/1.1 400 Bad Request",
		"HTTP/1.1 400 Bad Request\r\nDate: x" + own,
		"HTTP/1.1 200 OK" + own,
		"HTTP/1.1 xxx" + own,
		`{"text":"HTTP/1.1 400 Bad Request` + own,
		"HTTP/1.1 417 Expectation Failed",
		"HTTP/1.1 404 " + strings.Repeat("a", 2000) + own,
	} {
		if got := refusalOf([]byte(text)); got != nil {
			t.Errorf("%.60q is taken for a refusal of net/http: %+v", text, got)
		}
	}
}
