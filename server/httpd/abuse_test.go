package httpd

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/molsmith/molsmith/server/guard"
)

// abused starts a server on a real port, for clients that break the rules of HTTP. quiet
// waits until nothing of them is left.
func abused(t *testing.T, ended chan<- error) (address string, s *Server, quiet func()) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s = New(Options{
		Dispatcher: testDispatcher(t, ended), Policy: &guard.Policy{MaxBody: 64 << 10}, Path: "/mcp",
		MaxPosts: 2000, Sessions: OfferSessions, LegacySSE: true, Log: log.New(io.Discard, "", 0),
	})
	ctx, stop := context.WithCancel(t.Context())
	served := make(chan error, 1)
	before := runtime.NumGoroutine()
	go func() { served <- s.Serve(ctx, listener) }()
	t.Cleanup(func() {
		stop()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
	quiet = func() {
		t.Helper()
		http.DefaultClient.CloseIdleConnections()
		for range 500 {
			if runtime.NumGoroutine() <= before+3 && len(s.posts) == 0 {
				return
			}
			time.Sleep(20 * time.Millisecond)
		}
		t.Errorf("%d goroutines and %d requests are left of %d goroutines", runtime.NumGoroutine(), len(s.posts), before)
	}
	return listener.Addr().String(), s, quiet
}

// request is one as bytes.
func request(address, body string, fields ...string) string {
	return fmt.Sprintf("POST /mcp HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n%s\r\n%s",
		address, len(body), strings.Join(append(fields, ""), "\r\n"), body)
}

// pings reports whether the server still answers.
func pings(t *testing.T, address string) {
	t.Helper()
	response, err := http.Post("http://"+address+"/mcp", "application/json", strings.NewReader(pingBody))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if text, err := io.ReadAll(response.Body); err != nil || string(text) != pong {
		t.Fatalf("got %q, %v after the abuse", text, err)
	}
}

// TestMalformedSessions: 24 ways to say nonsense, in random order and cut anywhere. Each
// is refused or closed, none is answered as if it were right, and nothing is left of them.
func TestMalformedSessions(t *testing.T) {
	times := 25
	if os.Getenv("MOLSMITH_FULL") != "" {
		times = 1000
	}
	address, _, quiet := abused(t, nil)
	good := request(address, pingBody)
	list := `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	nonsense := []string{
		"", "\r\n\r\n", "GET", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
		"POST /mcp HTTP/9.9\r\nHost: " + address + "\r\n\r\n", "POST /mcp HTTP/1.1\r\n\r\n", "POST  /mcp HTTP/1.1\r\nHost: a\r\n\r\n",
		"POST /mcp HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 0\r\n\r\n", "POST /mcp HTTP/1.1\r\nHost: " + address + "\r\nContent-Length: -1\r\n\r\n",
		"POST /mcp HTTP/1.1\r\nHost: " + address + "\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!",
		"POST /mcp HTTP/1.1\r\nHost: " + address + "\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
		"POST /mcp HTTP/1.1\r\nHost: " + address + "\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
		"POST /mcp HTTP/1.1\r\nHost: " + address + "\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n",
		"POST /mcp HTTP/1.1\r\nHost: " + address + "\r\nX: " + strings.Repeat("x", 64<<10) + "\r\n\r\n",
		"POST /mcp HTTP/1.1\r\nHost: " + address + "\r\n" + strings.Repeat("X: y\r\n", 3000) + "\r\n",
		request(address, "{"), request(address, "[]"), request(address, "null"), request(address, strings.Repeat("[", 60000)),
		request(address, `{"jsonrpc":"2.0","id":{},"method":"ping"}`), request(address, list, "MCP-Protocol-Version: \x01"),
		request(address, list, "Mcp-Session-Id: nothing"), request(address, strings.Repeat("a", 70000)),
		request(address, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"`+strings.Repeat("é", 20000)+`"}}`),
	}
	random := rand.New(rand.NewPCG(1, 2))
	type order struct {
		text string
		cut  int
	}
	orders := make(chan order)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for o := range orders {
				c, err := net.Dial("tcp", address)
				if err != nil {
					t.Error(err)
					continue
				}
				c.SetDeadline(time.Now().Add(20 * time.Second))
				io.WriteString(c, o.text[:o.cut])
				if o.cut < len(o.text) || o.text == "" {
					c.Close()
					continue
				}
				c.(*net.TCPConn).CloseWrite()
				answer, _ := io.ReadAll(bufio.NewReader(c))
				if text := string(answer); strings.Contains(text, `"result"`) || strings.HasPrefix(text, "HTTP/1.1 500") {
					t.Errorf("%.80q: got %.200q", o.text, text)
				}
				c.Close()
			}
		})
	}
	heap := func() int64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	var settled int64 // when a fifth of it is over
	for k := range times {
		if k == times/5 {
			settled = heap()
		}
		for _, k := range random.Perm(len(nonsense)) {
			text := nonsense[k]
			orders <- order{text, len(text)}
			if len(text) > 0 {
				orders <- order{text, random.IntN(len(text))}
			}
			orders <- order{good, random.IntN(len(good))}
		}
	}
	close(orders)
	group.Wait()
	pings(t, address)
	quiet()
	if grown := heap() - settled; grown > 2<<20 {
		t.Errorf("%d bytes are left of the last four fifths of the sessions", grown)
	}
}

// TestClientsThatVanish: calls of clients that are gone in the middle of a stream, without
// a word, end.
func TestClientsThatVanish(t *testing.T) {
	ended := make(chan error, 100)
	address, _, quiet := abused(t, ended)
	for range 50 {
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(c, request(address, legacyCall("wait", `{"seconds":600,"tell":true}`), "Accept: application/json, text/event-stream"))
		c.SetReadDeadline(time.Now().Add(20 * time.Second))
		if _, err := bufio.NewReader(c).ReadString('\n'); err != nil {
			t.Fatal(err)
		}
		c.(*net.TCPConn).SetLinger(0) // a reset, as when the process is killed
		c.Close()
	}
	for range 50 {
		select {
		case err := <-ended:
			if err == nil {
				t.Error("a call ended by itself")
			}
		case <-time.After(20 * time.Second):
			t.Fatal("a call went on after its client was gone")
		}
	}
	pings(t, address)
	quiet()
}

// TestManyConnections: a thousand at once, and each is answered.
func TestManyConnections(t *testing.T) {
	address, _, quiet := abused(t, nil)
	var group sync.WaitGroup
	for k := range 1000 {
		group.Go(func() {
			c, err := net.Dial("tcp", address)
			if err != nil {
				t.Error(err)
				return
			}
			defer c.Close()
			c.SetDeadline(time.Now().Add(60 * time.Second))
			body := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"ping"}`, k)
			io.WriteString(c, request(address, body, "Connection: close"))
			answer, err := io.ReadAll(c)
			if err != nil || !strings.HasSuffix(string(answer), fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{}}`, k)) {
				t.Errorf("%d: got %q, %v", k, answer, err)
			}
		})
	}
	group.Wait()
	quiet()
}
