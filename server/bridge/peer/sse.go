package peer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"time"
)

// sseWire is the transport of 2024-11-05: a stream of events on which everything is
// answered, and an address that messages are posted to.
type sseWire struct {
	peer   *Peer
	remote Remote
	client *http.Client
	post   string // the address
	life   context.Context
	end    context.CancelFunc
	done   chan struct{} // closed when the stream has ended
}

// DialSSE agrees with a server over HTTP+SSE.
func DialSSE(ctx context.Context, r Remote, o Options) (*Peer, error) {
	p := newPeer(o)
	life, end := context.WithCancel(context.Background())
	w := &sseWire{peer: p, remote: r, client: newClient(), life: life, end: end, done: make(chan struct{})}
	p.wire = w
	stop := context.AfterFunc(ctx, end) // until the address is known
	err := w.open()
	stop()
	if err != nil {
		end()
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		return nil, err
	}
	return open(ctx, p, w, false)
}

// open opens the stream and waits for the address.
func (w *sseWire) open() error {
	q, err := w.request(w.life, http.MethodGet, w.remote.URL, nil)
	if err != nil {
		return err
	}
	q.Header.Set("Accept", "text/event-stream")
	response, err := w.client.Do(q)
	if err != nil {
		return reached(err)
	}
	kind, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	if response.StatusCode != http.StatusOK || kind != "text/event-stream" {
		body, _ := io.ReadAll(io.LimitReader(response.Body, 2000)) // what can be read of a refusal
		response.Body.Close()
		return &StatusError{response.StatusCode, oneLine(string(body), 300)}
	}
	found := make(chan error, 1)
	go func() {
		defer close(w.done)
		defer response.Body.Close()
		err := events(response.Body, new(position), func(event string, data []byte) (bool, error) {
			switch event {
			case "endpoint":
				if w.post != "" {
					return false, nil
				}
				at, err := w.resolve(string(data))
				if err != nil {
					return false, err
				}
				w.post = at
				found <- nil
			case "message", "":
				w.peer.receive(data, 0)
			}
			return false, nil
		})
		if err == nil {
			err = errors.New("the server closed the stream")
		}
		ended := &EndedError{"the stream of the server ended: " + oneLine(reached(err).Error(), 200)}
		select {
		case found <- ended:
		default:
		}
		w.peer.fail(ended)
	}()
	return <-found
}

// resolve is the address that an endpoint event names. It must be of the same origin:
// the token goes there.
func (w *sseWire) resolve(reference string) (string, error) {
	base, err := url.Parse(w.remote.URL)
	if err != nil {
		return "", err
	}
	at, err := base.Parse(reference)
	if err != nil || at.Scheme != base.Scheme || at.Host != base.Host {
		return "", malformed("the server sends messages to another address, %s", oneLine(reference, 100))
	}
	return at.String(), nil
}

func (w *sseWire) request(ctx context.Context, method, address string, body []byte) (*http.Request, error) {
	q, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	for name, values := range w.remote.Header {
		q.Header[http.CanonicalHeaderKey(name)] = values
	}
	return q, nil
}

func (w *sseWire) send(_ context.Context, m *outgoing) error {
	w.peer.trace(true, m.body)
	if m.id == 0 { // what follows must not overtake it
		ctx, cancel := context.WithTimeout(w.life, 30*time.Second)
		defer cancel()
		return w.deliver(ctx, m.body)
	}
	go func() { // the stream has the answer, whatever becomes of ctx
		ctx, cancel := context.WithTimeout(w.life, 2*time.Minute)
		defer cancel()
		if err := w.deliver(ctx, m.body); err != nil && m.id != 0 {
			w.peer.settle(m.id, reply{err: err})
		}
	}()
	return nil
}

func (w *sseWire) deliver(ctx context.Context, body []byte) error {
	q, err := w.request(ctx, http.MethodPost, w.post, body)
	if err != nil {
		return err
	}
	q.Header.Set("Content-Type", "application/json")
	response, err := w.client.Do(q)
	if err != nil {
		return reached(err)
	}
	defer response.Body.Close()
	if response.StatusCode/100 != 2 {
		text, _ := io.ReadAll(io.LimitReader(response.Body, 2000)) // what can be read of a refusal
		return &StatusError{response.StatusCode, oneLine(string(text), 300)}
	}
	if _, err := io.Copy(io.Discard, io.LimitReader(response.Body, MaxMessage)); err != nil {
		return fmt.Errorf("posting the message: %w", reached(err))
	}
	return nil
}

func (w *sseWire) named() bool { return true }

func (w *sseWire) agreed(string) {}

func (w *sseWire) close() {
	w.end()
	<-w.done
	w.client.CloseIdleConnections()
}
