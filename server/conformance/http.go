package conformance

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/molsmith/molsmith/server/lines"
)

// httpConn is a server over Streamable HTTP.
type httpConn struct {
	router
	client   *http.Client
	url      string
	token    string
	origin   string
	mu       sync.Mutex
	revision string // of MCP-Protocol-Version, "" before it is agreed
	session  string // Mcp-Session-Id
}

func (r *runner) dialHTTP() *httpConn {
	c := &httpConn{client: newClient(), url: r.options.URL, token: r.options.Token, origin: r.options.Origin}
	c.ask = func(answer []byte) {
		go func() { // its POST has nothing to do with the one that is being read
			ctx, cancel := context.WithTimeout(context.Background(), r.pace.probe)
			defer cancel()
			_ = c.notify(ctx, answer)
		}()
	}
	return c
}

// newClient makes a client that goes where it is told: a redirect is an answer.
func newClient() *http.Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = 16
	return &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// statusError is an answer that is no message.
type statusError struct {
	status     int
	text       string
	retryAfter string
}

func (e *statusError) Error() string {
	text := strings.TrimSpace(e.text)
	if text == "" {
		return fmt.Sprintf("status %d", e.status)
	}
	return fmt.Sprintf("status %d: %s", e.status, text)
}

func (c *httpConn) request(ctx context.Context, method, tool string, message []byte) (*http.Request, error) {
	q, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(message))
	if err != nil {
		return nil, err
	}
	h := q.Header
	h.Set("Content-Type", "application/json")
	h.Set("Accept", "application/json, text/event-stream")
	if c.token != "" {
		h.Set("Authorization", "Bearer "+c.token)
	}
	if c.origin != "" {
		h.Set("Origin", c.origin)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	revision := c.revision
	if method == "server/discover" {
		revision = modern
	}
	if revision != "" {
		h.Set("Mcp-Protocol-Version", revision)
	}
	if c.session != "" {
		h.Set("Mcp-Session-Id", c.session)
	}
	if revision >= modern && method != "" {
		h.Set("Mcp-Method", method)
		if tool != "" {
			h.Set("Mcp-Name", tool)
		}
	}
	return q, nil
}

func (c *httpConn) start(ctx context.Context, id int, method, tool string, message []byte) *exchange {
	ctx, stop := context.WithCancel(ctx)
	e := &exchange{id: id, answer: make(chan reply, 1), stop: stop}
	c.expect(e)
	go func() {
		defer stop()
		if err := c.post(ctx, id, method, tool, message); err != nil {
			c.settle(id, reply{err: err})
		}
	}()
	return e
}

// post sends one message and reads everything that comes back for it.
func (c *httpConn) post(ctx context.Context, id int, method, tool string, message []byte) error {
	q, err := c.request(ctx, method, tool, message)
	if err != nil {
		return err
	}
	response, err := c.client.Do(q)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if session := response.Header.Get("Mcp-Session-Id"); session != "" && method == "initialize" {
		c.mu.Lock()
		c.session = session
		c.mu.Unlock()
	}
	kind, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	if kind == "text/event-stream" && response.StatusCode == http.StatusOK {
		if err := c.events(response.Body, id); err != nil {
			return err
		}
		return errors.New("the stream ended without an answer") // nobody hears it after one
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, maxMessage+1))
	switch {
	case err != nil:
		return err
	case len(body) > maxMessage:
		return fmt.Errorf("the answer is longer than %d bytes", maxMessage)
	case id == 0:
		if response.StatusCode/100 != 2 {
			return &statusError{response.StatusCode, cut(body), response.Header.Get("Retry-After")}
		}
		return nil
	case kind == "application/json":
		if trimmed := bytes.TrimSpace(body); bytes.Contains(trimmed, []byte(`"jsonrpc"`)) {
			c.receive(trimmed, id)
			return nil
		}
	}
	return &statusError{response.StatusCode, cut(body), response.Header.Get("Retry-After")}
}

// events reads a stream of events (HTML, Server-sent events) until it ends.
func (c *httpConn) events(body io.Reader, id int) error {
	reader := bufio.NewReaderSize(body, 64<<10)
	var data []byte
	for {
		line, err := lines.Read(reader, maxMessage)
		switch {
		case line == nil:
			return fmt.Errorf("an event is longer than %d bytes", maxMessage)
		case len(line) == 0:
			if message := bytes.TrimSpace(data); len(message) > 0 {
				if c.receive(message, id) {
					return nil // some servers keep the stream open
				}
			}
			data = nil
		default:
			if text, ok := bytes.CutPrefix(line, []byte("data:")); ok {
				data = append(append(data, bytes.TrimPrefix(text, []byte(" "))...), '\n')
			}
		}
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
	}
}

func (c *httpConn) notify(ctx context.Context, message []byte) error {
	return c.post(ctx, 0, "", "", message)
}

func (c *httpConn) abandon(e *exchange) {
	if e.stop != nil {
		e.stop()
	}
}

// notifies: a cancellation can name a request only within a session.
func (c *httpConn) notifies() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.session != "" && c.revision < modern
}

func (c *httpConn) agree(revision string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.revision = revision
}

// close ends the session, if there is one.
func (c *httpConn) close(wait time.Duration) (ended bool) {
	defer c.client.CloseIdleConnections()
	ctx, cancel := context.WithTimeout(context.Background(), wait)
	defer cancel()
	q, err := c.request(ctx, "", "", nil)
	if err != nil || q.Header.Get("Mcp-Session-Id") == "" {
		return true
	}
	q.Method, q.Body, q.ContentLength = http.MethodDelete, nil, 0
	q.Header.Del("Content-Type")
	if response, err := c.client.Do(q); err == nil {
		response.Body.Close()
	}
	return true
}
