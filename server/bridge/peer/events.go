package peer

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"strconv"
	"time"

	"github.com/molsmith/molsmith/server/lines"
)

// A stream that breaks is resumed after firstRetry, or after what the server asked for, and
// left alone when it broke maxResumes times without a word in between.
const (
	firstRetry = time.Second
	minRetry   = 50 * time.Millisecond
	maxRetry   = time.Minute
	maxResumes = 5
	maxEventID = 1 << 10
)

// position is how far a stream of events was read, and when to ask for the rest.
type position struct {
	id    string // of the last event; "": the stream cannot be resumed
	retry time.Duration
}

// events reads a stream of events (HTML, Server-sent events) until take wants no more
// or the stream ends. data is nobody else's.
func events(body io.Reader, at *position, take func(event string, data []byte) (done bool, err error)) error {
	reader := bufio.NewReaderSize(body, 64<<10)
	var data []byte
	event, id := "", at.id
	for {
		line, err := lines.Read(reader, MaxMessage)
		switch {
		case line == nil || len(data) > MaxMessage:
			return malformed("an event of the server is longer than %d MiB", MaxMessage>>20)
		case len(line) == 0 && (err == nil || errors.Is(err, io.EOF)): // not where the connection broke
			at.id = id
			if message := bytes.TrimSpace(data); len(message) > 0 {
				if done, err := take(event, message); done || err != nil {
					return err // some servers keep the stream open
				}
			}
			data, event = nil, ""
		default:
			if text, ok := bytes.CutPrefix(line, []byte("data:")); ok {
				text = bytes.TrimPrefix(text, []byte(" "))
				if data == nil {
					data = text
				} else {
					data = append(append(data, '\n'), text...)
				}
			} else if text, ok := bytes.CutPrefix(line, []byte("event:")); ok {
				event = string(bytes.TrimSpace(text))
			} else if text, ok := bytes.CutPrefix(line, []byte("id:")); ok {
				if text = bytes.TrimPrefix(text, []byte(" ")); isEventID(text) {
					id = string(text)
				}
			} else if text, ok := bytes.CutPrefix(line, []byte("retry:")); ok {
				if ms, err := strconv.ParseUint(string(bytes.TrimSpace(text)), 10, 32); err == nil {
					at.retry = min(max(time.Duration(ms)*time.Millisecond, minRetry), maxRetry)
				}
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

// isEventID reports whether an id can be sent back in a header.
func isEventID(text []byte) bool {
	for _, c := range text {
		if c < ' ' || c == 0x7f {
			return false
		}
	}
	return len(text) <= maxEventID
}

// stream reads the answer to a request from a stream of events. Before 2026-07-28 a server
// may break the stream off and go on when it is asked for the rest; later revisions have
// no such thing. only is the request that the stream is about, 0 for one about all.
func (w *httpWire) stream(ctx context.Context, body io.Reader, m *outgoing, only int64) error {
	at := position{retry: firstRetry}
	var open io.Closer // what was asked for
	defer func() {
		if open != nil {
			open.Close()
		}
	}()
	for silent := 0; ; {
		answered, said := false, false
		err := events(body, &at, func(_ string, data []byte) (bool, error) {
			said = true
			answered = w.peer.receive(data, only) && !w.peer.waits(m.id)
			return answered, nil
		})
		var broken *MalformedError
		switch {
		case answered || m.id == 0:
			return nil
		case errors.As(err, &broken):
			return err
		case at.id == "" || !w.resumes() || ctx.Err() != nil:
			if err != nil {
				return reached(err)
			}
			return malformed("the stream of the answer ended without one")
		}
		if said {
			silent = 0
		}
		if silent++; silent > maxResumes {
			return malformed("the stream of the answer ended without one, %d times", silent)
		}
		next, err := w.next(ctx, &at)
		if err != nil {
			return err
		}
		if open != nil {
			open.Close()
		}
		body, open = next, next
	}
}

// elsewhere waits for the answer to a request that was merely accepted: some servers of older
// revisions send it on the stream that is opened by GET.
func (w *httpWire) elsewhere(ctx context.Context, m *outgoing) error {
	body, err := w.next(ctx, new(position))
	if err != nil {
		return err
	}
	defer body.Close()
	return w.stream(ctx, body, m, 0)
}

// resumes reports whether the revision has streams that are resumed.
func (w *httpWire) resumes() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.revision != modern
}

// next asks for the rest of a stream, when the server wants to be asked.
func (w *httpWire) next(ctx context.Context, at *position) (io.ReadCloser, error) {
	select {
	case <-time.After(at.retry):
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	response, err := w.resume(ctx, at)
	if err != nil {
		return nil, reached(err)
	}
	kind, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	if response.StatusCode == http.StatusOK && kind == "text/event-stream" {
		return response.Body, nil
	}
	defer response.Body.Close()
	text, _ := io.ReadAll(io.LimitReader(response.Body, 2000)) // what can be read of a refusal
	return nil, &StatusError{response.StatusCode, "the answer is not there, and no stream has it: " + oneLine(string(text), 200)}
}

// resume opens a stream for what a server says, after the last event that was read.
func (w *httpWire) resume(ctx context.Context, at *position) (*http.Response, error) {
	q, _, err := w.request(ctx, http.MethodGet, nil, &outgoing{})
	if err != nil {
		return nil, err
	}
	q.Header.Set("Accept", "text/event-stream")
	if at.id != "" {
		q.Header.Set("Last-Event-Id", at.id)
	}
	return w.client.Do(q)
}
