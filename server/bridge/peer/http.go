package peer

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/molsmith/molsmith/contract/conform"
)

// Remote is a server that is reached over HTTP.
type Remote struct {
	URL    string
	Header http.Header // sent with each request
}

// endTime is how long the end of a session may take.
const endTime = 2 * time.Second

// Dial agrees with a server over Streamable HTTP.
func Dial(ctx context.Context, r Remote, o Options) (*Peer, error) {
	p := newPeer(o)
	life, end := context.WithCancel(context.Background())
	w := &httpWire{peer: p, remote: r, client: newClient(), life: life, end: end}
	p, err := open(ctx, p, w, true)
	if err == nil {
		w.listen()
	}
	return p, err
}

// newClient makes a client that goes where it is told: a redirect, which might lead
// a token elsewhere, is an answer.
func newClient() *http.Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = 16
	transport.ResponseHeaderTimeout = 0 // a call may take long
	return &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// httpWire is a POST for each message.
type httpWire struct {
	peer   *Peer
	remote Remote
	client *http.Client
	life   context.Context
	end    context.CancelFunc

	mu       sync.Mutex
	revision string              // of MCP-Protocol-Version, "" before it is agreed
	session  string              // Mcp-Session-Id
	lost     bool                // the server has ended the session, and none has begun since
	mirrors  map[string][]mirror // by the name of a tool
}

func (w *httpWire) send(ctx context.Context, m *outgoing) error {
	w.peer.trace(true, m.body)
	if m.id == 0 {
		ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
		defer cancel()
		return w.post(ctx, m)
	}
	go func() {
		if err := w.post(ctx, m); err != nil {
			w.peer.settle(m.id, reply{err: err})
		}
	}()
	return nil
}

// request makes a request with the header that every one has, and returns the session
// it belongs to.
func (w *httpWire) request(ctx context.Context, method string, body []byte, about *outgoing) (*http.Request, string, error) {
	q, err := http.NewRequestWithContext(ctx, method, w.remote.URL, bytes.NewReader(body))
	if err != nil {
		return nil, "", err
	}
	for name, values := range w.remote.Header {
		q.Header[http.CanonicalHeaderKey(name)] = values
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	revision := w.revision
	if about.method == "server/discover" {
		revision = modern
	}
	if revision != "" && about.method != "initialize" {
		q.Header.Set("Mcp-Protocol-Version", revision)
	}
	if revision == modern && about.method != "" {
		q.Header.Set("Mcp-Method", about.method)
		if about.name != "" {
			q.Header.Set("Mcp-Name", headerValue(about.name))
		}
		if mirrors := w.mirrors[about.name]; mirrors != nil {
			fill(q.Header, mirrors, conform.Member(conform.Member(about.body, "params"), "arguments"))
		}
	}
	if w.lost && about.id != 0 && about.method != "initialize" {
		return nil, "", &sessionGone{}
	}
	if w.session != "" {
		q.Header.Set("Mcp-Session-Id", w.session)
	}
	return q, w.session, nil
}

// post sends one message and reads everything that comes back for it.
func (w *httpWire) post(ctx context.Context, m *outgoing) error {
	q, session, err := w.request(ctx, http.MethodPost, m.body, m)
	if err != nil {
		return err
	}
	q.Header.Set("Content-Type", "application/json")
	q.Header.Set("Accept", "application/json, text/event-stream")
	response, err := w.client.Do(q)
	if err != nil {
		return reached(err)
	}
	defer response.Body.Close()
	if response.StatusCode == http.StatusNotFound && session != "" {
		return &sessionGone{session}
	}
	if id := response.Header.Get("Mcp-Session-Id"); id != "" && m.method == "initialize" {
		w.mu.Lock()
		w.session = id
		w.mu.Unlock()
	}
	kind, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	if kind == "text/event-stream" && response.StatusCode == http.StatusOK {
		return w.stream(ctx, response.Body, m, m.id)
	}
	if response.StatusCode == http.StatusAccepted && m.id != 0 && w.resumes() {
		return w.elsewhere(ctx, m)
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, MaxMessage+1))
	switch trimmed := bytes.TrimSpace(body); {
	case err != nil:
		return reached(err)
	case len(body) > MaxMessage:
		return malformed("the answer of the server is longer than %d MiB", MaxMessage>>20)
	case m.id == 0 && response.StatusCode/100 == 2:
		return nil
	case kind == "application/json" && m.id != 0 && (response.StatusCode/100 == 2 || conform.Member(trimmed, "jsonrpc") != nil):
		w.peer.receive(trimmed, m.id)
		return nil
	}
	return &StatusError{response.StatusCode, oneLine(string(body[:min(len(body), 2000)]), 300)}
}

// reached takes the address out of an error: it may hold a token.
func reached(err error) error {
	var where *url.Error
	if errors.As(err, &where) {
		return where.Err
	}
	return err
}

// mirrored are the arguments of a tool that are sent in the header too.
func (w *httpWire) mirrored(tool string) []mirror {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.mirrors[tool]
}

// named: a cancellation can name a request only within a session.
func (w *httpWire) named() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.session != "" && w.revision != modern
}

func (w *httpWire) agreed(revision string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.revision, w.lost = revision, false
}

// forget forgets a session. It reports false when another took its place already.
func (w *httpWire) forget(session string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.session != session {
		return false
	}
	w.session, w.revision, w.lost = "", "", true
	return true
}

// listen keeps a stream open for what a server with a session says outside of calls.
// A server need not have one.
func (w *httpWire) listen() {
	w.mu.Lock()
	older := w.session != "" && w.revision != modern
	w.mu.Unlock()
	if !older || !w.peer.listensForChanges() {
		return
	}
	go func() {
		at := position{retry: firstRetry}
		for wait := at.retry; w.life.Err() == nil; wait = min(2*wait, time.Minute) {
			response, err := w.resume(w.life, &at)
			if err == nil {
				kind, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
				if response.StatusCode == http.StatusOK && kind == "text/event-stream" {
					_ = events(response.Body, &at, func(_ string, data []byte) (bool, error) { w.peer.receive(data, 0); return false, nil })
					wait = at.retry
				}
				response.Body.Close()
				if response.StatusCode == http.StatusMethodNotAllowed {
					return
				}
			}
			select {
			case <-time.After(wait):
			case <-w.life.Done():
			}
		}
	}()
}

// close ends the session, if there is one.
func (w *httpWire) close() {
	if w.life.Err() != nil {
		return
	}
	w.end()
	defer w.client.CloseIdleConnections()
	ctx, cancel := context.WithTimeout(context.Background(), endTime)
	defer cancel()
	q, session, err := w.request(ctx, http.MethodDelete, nil, &outgoing{})
	if err != nil || session == "" {
		return
	}
	if response, err := w.client.Do(q); err == nil {
		response.Body.Close()
	}
}
