package httpd

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/molsmith/molsmith/server/guard"
)

// FuzzHTTP: whatever bytes a connection brings, the server answers in HTTP or closes it.
// It never fails inside, an answer that is JSON is one JSON-RPC response, and without the
// token there is none.
func FuzzHTTP(f *testing.F) {
	const address = "127.0.0.1:8765"
	auth := "Authorization: Bearer t"
	stream := "Accept: application/json, text/event-stream"
	modern := append(modernFields("tools/call", "echo"), auth, stream)
	for _, seed := range []string{
		request(address, pingBody, auth), request(address, pingBody), request(address, modernCall("echo", `{"a":1}`), modern...),
		request(address, pingBody, auth) + request(address, pingBody, auth, "Connection: close"),
		request(address, legacyCall("wait", `{"seconds":0,"tell":true}`), auth, stream, "Accept-Encoding: gzip"),
		request(address, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}`, auth),
		request(address, pingBody, auth, "Mcp-Session-Id: x"), request(address, pingBody, auth, "Origin: http://[::1]:5173"),
		"POST /mcp HTTP/1.1\r\nHost: localhost\r\n" + auth + "\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n27\r\n" + pingBody + "\r\n0\r\n\r\n",
		"OPTIONS /mcp HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost:1\r\nAccess-Control-Request-Method: POST\r\nAccess-Control-Request-Private-Network: true\r\n\r\n",
		"DELETE /mcp HTTP/1.1\r\nHost: localhost\r\n" + auth + "\r\nMcp-Session-Id: x\r\n\r\n", "GET /health HTTP/1.0\r\n\r\n",
		"POST /messages?sessionId=x HTTP/1.1\r\nHost: localhost\r\n" + auth + "\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n{}",
	} {
		f.Add([]byte(seed))
	}
	listener := newPipeListener()
	var said logged
	server := New(Options{
		Dispatcher: testDispatcher(f, nil), Policy: &guard.Policy{Token: "t", MaxBody: 4 << 10}, Path: "/mcp",
		MaxPosts: 64, Sessions: OfferSessions, LegacySSE: true, Gzip: true, Log: log.New(&said, "", 0),
	})
	ctx, stop := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- server.Serve(ctx, listener) }()
	f.Cleanup(func() {
		stop()
		<-served
	})
	f.Fuzz(func(t *testing.T, sent []byte) {
		c := &scriptedConn{in: bytes.NewReader(sent), closed: make(chan struct{})}
		listener.conns <- c
		<-c.closed
		hasToken := bytes.Contains(bytes.ToLower(sent), []byte("bearer t")) // the scheme is written in any case
		answers := bufio.NewReader(&c.out)
		for {
			response, err := http.ReadResponse(answers, nil)
			if err != nil {
				break
			}
			body, err := io.ReadAll(response.Body)
			switch response.StatusCode {
			case http.StatusNotImplemented, http.StatusServiceUnavailable, http.StatusHTTPVersionNotSupported:
			default:
				if response.StatusCode >= 500 {
					t.Fatalf("got status %d %s", response.StatusCode, body)
				}
			}
			if err != nil || response.Header.Get("Content-Type") != "application/json" || response.Header.Get("Content-Encoding") != "" {
				continue
			}
			var message struct {
				JSONRPC       string
				Result, Error json.RawMessage
			}
			if err := json.Unmarshal(body, &message); err != nil || message.JSONRPC != "2.0" || (message.Result == nil) == (message.Error == nil) {
				t.Fatalf("got %s: %v", body, err)
			}
			if !hasToken {
				t.Fatalf("got %s without the token", body)
			}
		}
		if text := said.String(); strings.Contains(text, "panic") {
			t.Fatal(text)
		}
	})
}

// scriptedConn sends what it is given, waits a moment and is at its end. It keeps what
// the server writes; out is read after closed.
type scriptedConn struct {
	in     *bytes.Reader
	closed chan struct{}
	once   sync.Once

	mu  sync.Mutex
	out bytes.Buffer
}

func (c *scriptedConn) Read(p []byte) (int, error) {
	n, err := c.in.Read(p)
	if err == io.EOF {
		select {
		case <-c.closed:
		case <-time.After(5 * time.Millisecond):
		}
	}
	return n, err
}

func (c *scriptedConn) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	select {
	case <-c.closed:
		return 0, net.ErrClosed
	default:
		return c.out.Write(p)
	}
}

func (c *scriptedConn) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.once.Do(func() { close(c.closed) })
	return nil
}

// CloseWrite is called where the server has said everything and lingers before it closes.
func (c *scriptedConn) CloseWrite() error { return c.Close() }

func (c *scriptedConn) LocalAddr() net.Addr {
	return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8765}
}
func (c *scriptedConn) RemoteAddr() net.Addr {
	return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 9}
}
func (c *scriptedConn) SetDeadline(time.Time) error      { return nil }
func (c *scriptedConn) SetReadDeadline(time.Time) error  { return nil }
func (c *scriptedConn) SetWriteDeadline(time.Time) error { return nil }

// logged is a log that many goroutines write.
type logged struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.text.Len() > 1<<20 {
		l.text.Reset()
	}
	return l.text.Write(p)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}
