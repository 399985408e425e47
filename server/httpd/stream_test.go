package httpd

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/molsmith/molsmith/contract/mcp"
	"github.com/molsmith/molsmith/server/guard"
)

// run answers one request in the time of the test and returns what was written.
func run(t *testing.T, r *http.Request) *httptest.ResponseRecorder {
	t.Helper()
	w := httptest.NewRecorder()
	testServer(t, guard.Policy{}).Handler().ServeHTTP(w, r)
	return w
}

const (
	beat  = ":\n\n"
	event = "event: message\ndata: "
)

func TestQuickCallsAnswerJSON(t *testing.T) {
	w := run(t, post(modernCall("echo", `{}`), modernFields("tools/call", "echo")...))
	if got := w.Header().Get("Content-Type"); got != "application/json" || w.Header().Get("Content-Length") == "" {
		t.Errorf("got %s, want application/json with a length", got)
	}
}

func TestSilentCallsBeat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := run(t, post(modernCall("wait", `{"seconds":40}`), modernFields("tools/call", "wait")...))
		// At 1, 16 and 31 s.
		body, ok := strings.CutPrefix(w.Body.String(), beat+beat+beat+event)
		if !ok || !strings.Contains(body, `"done":true`) || !strings.HasSuffix(body, "}\n\n") {
			t.Errorf("got %q, want three comments and the answer", w.Body)
		}
		h := w.Header()
		if h.Get("Content-Type") != "text/event-stream" || h.Get("X-Accel-Buffering") != "no" || h.Get("Cache-Control") != "no-store" {
			t.Errorf("got %v, want an unbuffered stream", h)
		}
	})
}

// TestNothingFollowsTheAnswer: a comment that was due when the answer came is not written.
func TestNothingFollowsTheAnswer(t *testing.T) {
	for _, started := range []bool{false, true} {
		w := httptest.NewRecorder()
		s := newEventStream(w, true)
		if started {
			s.send([]byte(`{}`))
		}
		s.end(mcp.Answer{Body: []byte(pong)}, func() bool { return false })
		want := w.Body.String()
		s.beat() // as when its timer ran out while end had the stream
		if got := w.Body.String(); got != want || !strings.HasSuffix(strings.TrimSpace(got), pong) {
			t.Errorf("started %v: got %q, want %q and no more", started, got, want)
		}
	}
}

func TestProgressStreams(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for name, r := range map[string]*http.Request{
			"legacy": post(legacyCall("wait", `{"seconds":20,"tell":true}`), "MCP-Protocol-Version: 2025-11-25"),
			"modern": post(modernCall("wait", `{"seconds":20,"tell":true}`), modernFields("tools/call", "wait")...),
		} {
			w := run(t, r)
			// The event at 0 s moves the comment to 15 s.
			events := strings.SplitAfter(w.Body.String(), "\n\n")
			if len(events) != 4 || !strings.HasPrefix(events[0], event) || !strings.Contains(events[0], `"progressToken":"p","progress":0.5,"total":1,"message":"half"`) ||
				events[1] != beat || !strings.Contains(events[2], `"id":1,"result"`) {
				t.Errorf("%s: got %q, want progress, a comment and the answer", name, events)
			}
		}
	})
}

func TestClientsThatReadNoStreamGetJSON(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := run(t, post(legacyCall("wait", `{"seconds":20,"tell":true}`), "Accept: application/json"))
		if w.Header().Get("Content-Type") != "application/json" || !strings.HasPrefix(w.Body.String(), `{"jsonrpc"`) {
			t.Errorf("got %s %q, want one JSON answer", w.Header().Get("Content-Type"), w.Body)
		}
	})
}

// serve runs a whole server on a listener in memory.
func serve(t *testing.T, o Options) (l *pipeListener, stop context.CancelFunc, served chan error) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	l, served = newPipeListener(), make(chan error, 1)
	if o.Policy == nil {
		o.Policy = &guard.Policy{MaxBody: 1 << 20}
	}
	o.Path, o.Log = "/mcp", log.New(io.Discard, "", 0)
	if o.MaxPosts == 0 {
		o.MaxPosts = 8
	}
	go func() { served <- New(o).Serve(ctx, l) }()
	return l, stop, served
}

// do sends r and returns the answer. What goes wrong fails the test and comes
// back as status 0.
func do(t *testing.T, c *http.Client, r *http.Request) (status int, body string) {
	t.Helper()
	r.RequestURI = ""
	response, err := c.Do(r)
	if err != nil {
		t.Error(err)
		return 0, ""
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Error(err)
		return 0, ""
	}
	return response.StatusCode, string(text)
}

func TestClosingThePOSTCancelsTheCall(t *testing.T) {
	for name, r := range map[string]*http.Request{
		"legacy":       post(legacyCall("wait", `{"seconds":600,"tell":true}`)),
		"modern":       post(modernCall("wait", `{"seconds":600,"tell":true}`), modernFields("tools/call", "wait")...),
		"JSON answer":  post(legacyCall("wait", `{"seconds":600}`), "Accept: application/json"),
		"not yet sent": post(legacyCall("wait", `{"seconds":600}`)),
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ended := make(chan error, 1)
				l, stop, served := serve(t, Options{Dispatcher: testDispatcher(t, ended)})
				ctx, leave := context.WithCancel(t.Context())
				go func() {
					request := r.Clone(ctx)
					request.RequestURI = ""
					if response, err := l.client().Do(request); err == nil {
						io.Copy(io.Discard, response.Body)
						response.Body.Close()
					}
				}()
				synctest.Wait()
				before := time.Now()
				leave()
				if err, took := <-ended, time.Since(before); err != context.Canceled || took > 100*time.Millisecond {
					t.Errorf("got %v after %v, want the call cancelled within 100 ms", err, took)
				}
				stop()
				if err := <-served; err != nil {
					t.Error(err)
				}
			})
		})
	}
}

func TestShutdownLetsCallsFinish(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, stop, served := serve(t, Options{Dispatcher: testDispatcher(t, nil)})
		answered := make(chan string, 1)
		go func() {
			_, body := do(t, l.client(), post(legacyCall("wait", `{"seconds":9}`)))
			answered <- body
		}()
		synctest.Wait()
		stop()
		synctest.Wait()
		if _, err := l.dial(); err == nil {
			t.Error("got a connection after the end, want none")
		}
		if body := <-answered; !strings.Contains(body, `\"done\":true`) {
			t.Errorf("got %s, want the answer", body)
		}
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
}

func TestShutdownCancelsWhatTakesLonger(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ended := make(chan error, 1)
		l, stop, served := serve(t, Options{Dispatcher: testDispatcher(t, ended)})
		answered := make(chan string, 1)
		go func() {
			_, body := do(t, l.client(), post(legacyCall("wait", `{"seconds":600}`)))
			answered <- body
		}()
		synctest.Wait()
		before := time.Now()
		stop()
		if err, took := <-ended, time.Since(before); err != context.Canceled || took != shutdownTime {
			t.Errorf("got %v after %v, want the call cancelled after %v", err, took, shutdownTime)
		}
		if body := <-answered; !strings.Contains(body, "cancelled") {
			t.Errorf("got %s, want to be told", body)
		}
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
}

func TestTooManyPOSTs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, stop, served := serve(t, Options{Dispatcher: testDispatcher(t, nil), MaxPosts: 1})
		go do(t, l.client(), post(legacyCall("wait", `{"seconds":5}`)))
		synctest.Wait()
		r := post(pingBody)
		r.RequestURI = ""
		response, err := l.client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != http.StatusServiceUnavailable || response.Header.Get("Retry-After") != "1" {
			t.Errorf("got %d with Retry-After %q, want 503 with 1", response.StatusCode, response.Header.Get("Retry-After"))
		}
		time.Sleep(6 * time.Second)
		if status, body := do(t, l.client(), post(pingBody)); status != http.StatusOK {
			t.Errorf("got %d %s after the call ended, want 200", status, body)
		}
		stop()
		<-served
	})
}

// raw writes text to a connection and reads the answer.
func raw(t *testing.T, l *pipeListener, text string, keepOpen bool) string {
	t.Helper()
	conn, err := l.dial()
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	go func() {
		conn.Write([]byte(text))
		if !keepOpen {
			conn.Close()
		}
	}()
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return err.Error()
	}
	var body bytes.Buffer
	io.Copy(&body, response.Body)
	return fmt.Sprintf("%d %s close=%v", response.StatusCode, body.String(), response.Close)
}

func TestBodies(t *testing.T) {
	head := func(length string) string {
		return "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" + length + "\r\n\r\n"
	}
	tests := []struct{ name, text, want string }{
		// Nothing of the 2 GiB is sent: the answer comes from the announcement alone.
		{"2 GiB announced", head("Content-Length: 2147483648"), "413"},
		{"2 GiB announced, 100-continue asked", head("Expect: 100-continue\r\nContent-Length: 2147483648"), "413"},
		{"too slow", head("Content-Length: 100") + `{"jsonrpc"`, "408"},
		{"too slow without a length", head("Transfer-Encoding: chunked") + "5\r\n{\"a\":\r\n", "408"},
		{"chunks", head("Transfer-Encoding: chunked") + fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(pingBody), pingBody), "200 " + pong},
		{"broken chunks", head("Transfer-Encoding: chunked") + "zz\r\n", "400"},
		{"no body", head("Content-Length: 0"), "400"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l, stop, served := serve(t, Options{Dispatcher: testDispatcher(t, nil)})
				got := raw(t, l, test.text, true)
				if !strings.HasPrefix(got, test.want) {
					t.Errorf("got %s, want %s", got, test.want)
				}
				if (strings.HasPrefix(test.want, "413") || strings.HasPrefix(test.want, "408")) && !strings.HasSuffix(got, "close=true") {
					t.Errorf("got %s, want the connection closed", got)
				}
				if status, _ := do(t, l.client(), post(pingBody)); status != http.StatusOK {
					t.Errorf("got %d for the next request, want 200", status)
				}
				stop()
				if err := <-served; err != nil {
					t.Error(err)
				}
			})
		})
	}
}

func TestHeaderTooLarge(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, stop, served := serve(t, Options{Dispatcher: testDispatcher(t, nil)})
		text := "POST /mcp HTTP/1.1\r\nHost: localhost\r\nX-Long: " + strings.Repeat("a", 64<<10) + "\r\n\r\n"
		if got := raw(t, l, text, true); !strings.HasPrefix(got, "431") {
			t.Errorf("got %s, want 431", got)
		}
		stop()
		<-served
	})
}

// TestSlowHeader: a connection that sends nothing is closed.
func TestSlowHeader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, stop, served := serve(t, Options{Dispatcher: testDispatcher(t, nil)})
		before := time.Now()
		got := raw(t, l, "POST /mcp HTTP/1.1\r\nHost:", true)
		if took := time.Since(before); took != headerTime {
			t.Errorf("got %s after %v, want the connection closed after %v", got, took, headerTime)
		}
		stop()
		<-served
	})
}

// TestStalledClientIsLeft: an answer nobody reads does not hold the server.
func TestStalledClientIsLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, stop, served := serve(t, Options{Dispatcher: testDispatcher(t, nil)})
		conn, err := l.dial()
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		body := legacyCall("echo", `{"pad":"`+strings.Repeat("x", 500<<10)+`"}`)
		fmt.Fprintf(conn, "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
		time.Sleep(writeTime + time.Second)
		before := time.Now()
		stop()
		if err, took := <-served, time.Since(before); err != nil || took > time.Second {
			t.Errorf("got %v after %v, want an end at once", err, took)
		}
	})
}
