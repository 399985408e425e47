package httpd

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/molsmith/molsmith/server/guard"
)

// openSSE opens a stream of the transport of 2024-11-05 and returns the address for
// messages, the events that follow, each as "NAME DATA", and what closes it. Events are read as
// they come: a client that does not read holds the server up.
func openSSE(t *testing.T, l *pipeListener, fields ...string) (endpoint string, events <-chan string, leave context.CancelFunc) {
	t.Helper()
	ctx, leave := context.WithCancel(t.Context())
	r := as(post("", fields...), http.MethodGet).WithContext(ctx)
	r.URL.Path, r.RequestURI = "/sse", ""
	response, err := l.client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if got := response.Header.Get("Content-Type"); response.StatusCode != 200 || got != "text/event-stream" {
		t.Fatalf("got %d %s, want a stream", response.StatusCode, got)
	}
	read := make(chan string, 100)
	go func() {
		defer response.Body.Close()
		lines, name := bufio.NewScanner(response.Body), ""
		for lines.Scan() {
			if event, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
				name = event
			}
			if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				read <- name + " " + data
			}
		}
	}()
	return next(t, read, "endpoint"), read, leave
}

// next returns the data of the next event.
func next(t *testing.T, events <-chan string, want string) string {
	t.Helper()
	name, data, _ := strings.Cut(<-events, " ")
	if name != want {
		t.Fatalf("got event %s, want %s", name, want)
	}
	return data
}

// send posts a message to the endpoint of a stream.
func send(t *testing.T, l *pipeListener, endpoint, body string, fields ...string) (status int, text string) {
	t.Helper()
	r := post(body, fields...)
	path, query, _ := strings.Cut(endpoint, "?")
	r.URL.Path, r.URL.RawQuery = path, query
	return do(t, l.client(), r)
}

func TestLegacySSE(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ended := make(chan error, 1)
		l, stop, served := serve(t, Options{Dispatcher: testDispatcher(t, ended), LegacySSE: true})
		endpoint, events, leave := openSSE(t, l)
		if !strings.HasPrefix(endpoint, "/messages?sessionId=") {
			t.Fatalf("got endpoint %s", endpoint)
		}
		if status, body := send(t, l, endpoint, strings.Replace(initialize, "2025-11-25", "2024-11-05", 1)); status != 202 || body != "" {
			t.Errorf("got %d %q, want 202 and nothing", status, body)
		}
		if got := next(t, events, "message"); !strings.Contains(got, `"protocolVersion":"2024-11-05"`) {
			t.Errorf("got %s", got)
		}
		send(t, l, endpoint, `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
		send(t, l, endpoint, `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"wait","arguments":{"seconds":40,"tell":true},"_meta":{"progressToken":2}}}`)
		if got := next(t, events, "message"); !strings.Contains(got, `"progressToken":2,"progress":0.5`) {
			t.Errorf("got %s, want progress", got)
		}
		send(t, l, endpoint, pingBody) // is answered while the call runs
		if got := next(t, events, "message"); got != pong {
			t.Errorf("got %s, want the answer of ping", got)
		}
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if got := next(t, events, "message"); !strings.Contains(got, `"id":2,"result"`) {
			t.Errorf("got %s, want the answer of the call", got)
		}

		// A call is cancelled by notification, and by leaving.
		send(t, l, endpoint, legacyCall("wait", `{"seconds":600}`))
		send(t, l, endpoint, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`)
		if err := <-ended; err == nil {
			t.Error("a cancelled call went on")
		}
		send(t, l, endpoint, legacyCall("wait", `{"seconds":600}`))
		leave()
		if err := <-ended; err == nil {
			t.Error("a call went on after its client left")
		}
		time.Sleep(time.Second)
		if status, body := send(t, l, endpoint, pingBody); status != 404 || !strings.Contains(body, "no such stream") {
			t.Errorf("after leaving: got %d %q, want 404", status, body)
		}
		stop()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
}

func TestLegacySSERefuses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, stop, served := serve(t, Options{
			Dispatcher: testDispatcher(t, nil), LegacySSE: true,
			Policy: &guard.Policy{Token: "t", MaxBody: 1 << 10, Origins: []string{"https://page.example"}},
		})
		endpoint, _, leave := openSSE(t, l, bearer)
		at := func(method, path string, r *http.Request) *http.Request {
			path, query, _ := strings.Cut(path, "?")
			r.URL.Path, r.URL.RawQuery = path, query
			return as(r, method)
		}
		for name, c := range map[string]struct {
			r      *http.Request
			status int
			body   string
		}{
			"stream without the token":  {at("GET", "/sse", post("")), 401, "token"},
			"stream of another page":    {at("GET", "/sse", post("", bearer, "Origin: https://evil.example")), 403, "origin"},
			"stream by POST":            {at("POST", "/sse", post("{}", bearer)), 405, "GET"},
			"message without the token": {at("POST", endpoint, post(pingBody)), 401, "token"},
			"message by GET":            {at("GET", endpoint, post("", bearer)), 405, "POST"},
			"message of another page":   {at("POST", endpoint, post(pingBody, bearer, "Origin: https://page.example")), 404, "stream"},
			"message to nobody":         {at("POST", "/messages?sessionId=x", post(pingBody, bearer)), 404, "stream"},
			"message of another type":   {at("POST", endpoint, post(pingBody, bearer, "Content-Type: text/plain")), 415, "application/json"},
			"compressed message":        {at("POST", endpoint, post(pingBody, bearer, "Content-Encoding: gzip")), 415, "Content-Encoding"},
			"message that is none":      {at("POST", endpoint, post("{", bearer)), 400, "-32700"},
			"large message":             {at("POST", endpoint, post(strings.Repeat(" ", 2<<10), bearer)), 413, "1024 bytes"},
		} {
			if status, body := do(t, l.client(), c.r); status != c.status || !strings.Contains(body, c.body) {
				t.Errorf("%s: got %d %q, want %d with %q", name, status, body, c.status, c.body)
			}
		}
		leave()
		stop()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
}

// TestLegacySSEIsOffByDefault: and its paths are nothing special then.
func TestLegacySSEIsOffByDefault(t *testing.T) {
	for _, path := range []string{"/sse", "/messages"} {
		r := as(post("", bearer), http.MethodGet)
		r.URL.Path = path
		if w := ask(sessionServer(t, OfferSessions, nil), r); w.Code != 404 {
			t.Errorf("%s: got %d, want 404", path, w.Code)
		}
	}
}

func TestStreamsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, stop, served := serve(t, Options{Dispatcher: testDispatcher(t, nil), LegacySSE: true})
		for range maxStreams {
			_, _, leave := openSSE(t, l)
			defer leave()
		}
		r := as(post(""), http.MethodGet)
		r.URL.Path = "/sse"
		if status, body := do(t, l.client(), r); status != 503 || !strings.Contains(body, "streams") {
			t.Errorf("got %d %q, want 503", status, body)
		}
		stop()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
}

// TestCallsOfAStreamAreBounded: they outlive their POSTs. What ends one is always heard.
func TestCallsOfAStreamAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ended := make(chan error, maxStreamCalls+1)
		l, stop, served := serve(t, Options{Dispatcher: testDispatcher(t, ended), LegacySSE: true})
		endpoint, events, leave := openSSE(t, l)
		call := func(id int) (int, string) {
			return send(t, l, endpoint, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"wait","arguments":{"seconds":600}}}`, id))
		}
		send(t, l, endpoint, `{"jsonrpc":"2.0","id":-1,"method":"tools/call","params":{"name":"nothing"}}`) // refused, and no longer counted
		if got := next(t, events, "message"); !strings.Contains(got, "Unknown tool") {
			t.Errorf("got %s", got)
		}
		for id := range maxStreamCalls {
			if status, body := call(id); status != 202 {
				t.Fatalf("call %d: got %d %s", id, status, body)
			}
		}
		if status, body := call(maxStreamCalls); status != 503 || !strings.Contains(body, "not answered") {
			t.Errorf("one more: got %d %q, want 503", status, body)
		}
		if status, _ := send(t, l, endpoint, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`); status != 202 {
			t.Errorf("a cancellation: got %d, want 202", status)
		}
		<-ended
		synctest.Wait()
		if status, body := call(maxStreamCalls); status != 202 {
			t.Errorf("after it: got %d %s", status, body)
		}
		leave()
		for range maxStreamCalls {
			<-ended
		}
		stop()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
}
