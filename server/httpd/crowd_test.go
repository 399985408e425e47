package httpd

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/molsmith/molsmith/contract"
	"github.com/molsmith/molsmith/contract/mcp"
	"github.com/molsmith/molsmith/server/clients"
	"github.com/molsmith/molsmith/server/limits"
)

// located is a connection from an address.
type located struct {
	net.Conn
	from net.TCPAddr
}

func (c *located) RemoteAddr() net.Addr { return &c.from }

// dialFrom connects to l from an address.
func dialFrom(l *pipeListener, address string) net.Conn {
	client, server := net.Pipe()
	l.conns <- &located{server, net.TCPAddr{IP: net.ParseIP(address), Port: 1234}}
	return client
}

func clientFrom(l *pipeListener, address string) *http.Client {
	return &http.Client{Transport: &http.Transport{
		DisableKeepAlives: true,
		DialContext:       func(context.Context, string, string) (net.Conn, error) { return dialFrom(l, address), nil },
	}}
}

// TestCrowdMakesRoom: where every place is taken, a client with many requests gives up its
// last for one that has none: a body that does not come, a call with either kind of answer.
func TestCrowdMakesRoom(t *testing.T) {
	for name, last := range map[string]func(l *pipeListener) (status int, body string){
		"JSON": func(l *pipeListener) (int, string) {
			return do(t, clientFrom(l, "192.0.2.1"), post(legacyCall("wait", `{"seconds":50}`), "Accept: application/json"))
		},
		"a stream that has not begun": func(l *pipeListener) (int, string) {
			return do(t, clientFrom(l, "192.0.2.1"), post(modernCall("wait", `{"seconds":50}`), modernFields("tools/call", "wait")...))
		},
		"a body that does not come": func(l *pipeListener) (int, string) {
			conn := dialFrom(l, "192.0.2.1")
			defer conn.Close()
			fmt.Fprintf(conn, "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{")
			response, err := http.ReadResponse(bufio.NewReader(conn), nil)
			if err != nil {
				t.Error(err)
				return 0, ""
			}
			text, _ := io.ReadAll(response.Body)
			return response.StatusCode, string(text)
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ended := make(chan error, 8)
				l, stop, served := serve(t, Options{
					Dispatcher: testDispatcher(t, ended), MaxPosts: 3, Clients: clients.New(clients.Options{AtOnce: 8}),
				})
				for range 2 {
					go do(t, clientFrom(l, "192.0.2.1"), post(legacyCall("wait", `{"seconds":5}`)))
					synctest.Wait()
				}
				type answer struct {
					status int
					body   string
				}
				answered := make(chan answer, 1)
				go func() {
					status, body := last(l)
					answered <- answer{status, body}
				}()
				time.Sleep(100 * time.Millisecond)
				synctest.Wait()
				if status, body := do(t, clientFrom(l, "192.0.2.1"), post(pingBody)); status != http.StatusServiceUnavailable {
					t.Errorf("one more of the crowd: got %d %s, want 503", status, body)
				}
				start := time.Now()
				if status, body := do(t, clientFrom(l, "198.51.100.1"), post(pingBody)); status != http.StatusOK || time.Since(start) != 0 {
					t.Errorf("another client: got %d %s after %v, want 200 at once", status, body, time.Since(start))
				}
				if a := <-answered; a.status != http.StatusServiceUnavailable || !strings.Contains(a.body, "most of them of this client") || time.Since(start) != 0 {
					t.Errorf("the last of the crowd: got %d %s after %v, want 503 at once", a.status, a.body, time.Since(start))
				}
				time.Sleep(6 * time.Second)
				stop()
				<-served
			})
		})
	}
}

// TestDisplacedCalls: a call that makes room when its stream has begun ends with BUSY,
// whether it computes or waits for a slot, and is no failure of the server.
func TestDisplacedCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tool := &contract.Tool{Name: "wait", Input: json.RawMessage(`{"type":"object"}`), Run: func(ctx context.Context, _ json.RawMessage, _ contract.Progress) (*contract.Outcome, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}}
		bounds := limits.New(limits.Options{Concurrency: 2, Waiting: 8, Timeout: time.Minute})
		d, err := mcp.New(mcp.Options{Name: "test", Version: "1", Tools: bounds.WrapAll([]*contract.Tool{tool}), Failure: func(_ string, err error) {
			t.Errorf("a failure of the server: %v", err)
		}})
		if err != nil {
			t.Fatal(err)
		}
		l, stop, served := serve(t, Options{Dispatcher: d, MaxPosts: 3, Clients: clients.New(clients.Options{AtOnce: 8})})
		answers := make(chan string, 3)
		for range 3 {
			go func() {
				status, body := do(t, clientFrom(l, "192.0.2.1"), post(modernCall("wait", `{}`), modernFields("tools/call", "wait")...))
				answers <- fmt.Sprint(status, " ", body)
			}()
			synctest.Wait()
		}
		time.Sleep(2 * quietTime)
		for _, from := range []string{"198.51.100.1", "198.51.100.2"} {
			go do(t, clientFrom(l, from), post(modernCall("wait", `{}`), modernFields("tools/call", "wait")...))
			synctest.Wait()
		}
		for range 2 {
			if answer := <-answers; !strings.HasPrefix(answer, "200 ") || !strings.Contains(answer, `"code":"BUSY"`) || !strings.Contains(answer, crowded) {
				t.Errorf("got %s, want BUSY on the stream that has begun", answer)
			}
		}
		time.Sleep(2 * time.Minute)
		<-answers
		stop()
		<-served
	})
}

// TestStreamsOfAClient: one client has a share of the streams of the old transport, and
// makes room when those are all taken.
func TestStreamsOfAClient(t *testing.T) {
	streams := legacyStreams{byID: make(map[string]*legacyStream)}
	var ended []string
	open := func(whose string, k int) string {
		id := fmt.Sprintf("%s/%d", whose, k)
		return streams.add(id, &legacyStream{whose: whose, leave: func() { ended = append(ended, id) }})
	}
	for n := range maxStreams / streamShare {
		for k := range streamShare {
			if full := open(fmt.Sprint("crowd ", n), k); full != "" {
				t.Fatal(full)
			}
		}
	}
	if full := open("crowd 0", streamShare); full != "Too many streams of this client are open." {
		t.Errorf("one more of a client: got %q", full)
	}
	for k := range 2 {
		if full := open("one", k); full != "" {
			t.Errorf("stream %d of another client: %s", k, full)
		}
	}
	if len(streams.byID) != maxStreams || len(ended) != 2 || !strings.HasSuffix(ended[0], fmt.Sprint("/", streamShare-1)) {
		t.Errorf("%d streams, %v ended", len(streams.byID), ended)
	}
	// Without addresses to tell clients apart there is no share.
	streams = legacyStreams{byID: make(map[string]*legacyStream)}
	for k := range maxStreams {
		if full := open("", k); full != "" {
			t.Fatal(full)
		}
	}
	if full := open("", maxStreams); full != "Too many streams are open." {
		t.Errorf("got %q", full)
	}
}

// TestSessionsOfAClient: who begins session after session loses its own.
func TestSessionsOfAClient(t *testing.T) {
	s := newSessions()
	now := time.Unix(0, 0)
	s.now = func() time.Time { now = now.Add(time.Millisecond); return now }
	d := testDispatcher(t, nil)
	begin := func(whose string) string {
		id, ok := s.begin(httptest.NewRequest(http.MethodPost, "/mcp", nil), whose, d.Connect(mcp.Revision20251125))
		if !ok {
			t.Fatal("no session")
		}
		return id
	}
	visitor := begin("visitor")
	for range 3 * maxSessions {
		begin("crowd")
	}
	if s.byID[visitor] == nil || len(s.byID) != maxSessions {
		t.Errorf("%d sessions, that of the visitor is there: %v", len(s.byID), s.byID[visitor] != nil)
	}
}
