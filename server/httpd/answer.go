package httpd

import (
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/molsmith/molsmith/contract/mcp"
	"github.com/molsmith/molsmith/server/guard"
)

// A call that has said nothing for quietTime answers as a stream, so that the
// client and the proxies between see that it is alive; heartbeat is the time
// between comments in a stream without events.
const (
	quietTime = time.Second
	heartbeat = 15 * time.Second
	pieceSize = 256 << 10
)

// answer hands one message to the dispatcher and writes what comes back.
func (s *Server) answer(w http.ResponseWriter, r *http.Request, body []byte, stream bool) {
	m, rpcErr := mcp.Parse(body)
	if rpcErr != nil {
		writeAnswer(w, mcp.Refuse(m.ID, rpcErr), false)
		return
	}
	assumed, rpcErr := guard.Headers(s.options.Dispatcher, r.Header, m)
	if rpcErr != nil {
		writeAnswer(w, mcp.Refuse(m.ID, rpcErr), false)
		return
	}
	stateless := assumed >= mcp.Revision20260728
	answer, call, refused := s.receive(w, r, m, assumed)
	switch {
	case refused:
	case call == nil && answer.Body == nil:
		w.WriteHeader(http.StatusAccepted)
	case call == nil:
		writeAnswer(w, answer, stateless)
	case stream:
		events := newEventStream(w, stateless)
		events.end(call.Run(events.send), func() bool { return s.displaced(w, r) })
	default:
		if answer := call.Run(nil); !s.displaced(w, r) {
			writeAnswer(w, answer, stateless)
		}
	}
}

// status maps the error code of an answer to HTTP. Revisions before 2026-07-28
// keep errors of a well-formed request inside a 200.
func status(code int, stateless bool) int {
	switch code {
	case mcp.CodeParseError, mcp.CodeInvalidRequest, mcp.CodeHeaderMismatch, mcp.CodeUnsupportedRevision:
		return http.StatusBadRequest
	case mcp.CodeInvalidParams:
		if stateless {
			return http.StatusBadRequest
		}
	case mcp.CodeMethodNotFound:
		if stateless {
			return http.StatusNotFound
		}
	}
	return http.StatusOK
}

func writeAnswer(w http.ResponseWriter, a mcp.Answer, stateless bool) {
	writeJSON(w, status(a.Code, stateless), a)
}

func writeJSON(w http.ResponseWriter, status int, a mcp.Answer) {
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Content-Length", strconv.Itoa(len(a.Body)))
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	writePieces(w, http.NewResponseController(w), a.Body)
}

// writePieces writes text, each piece with a deadline of its own: a large result
// may take long, a client that stopped reading may not.
func writePieces(w http.ResponseWriter, control *http.ResponseController, text []byte) {
	for len(text) > 0 {
		n := min(len(text), pieceSize)
		_ = control.SetWriteDeadline(time.Now().Add(writeTime))
		if _, err := w.Write(text[:n]); err != nil {
			return // the client is gone; its context ends the call
		}
		text = text[n:]
	}
}

// eventStream answers one call. As long as the call is quick and silent nothing
// is sent, and the answer is plain JSON with the status that fits; the first
// notification, or quietTime, starts a stream of events.
type eventStream struct {
	w         http.ResponseWriter
	control   *http.ResponseController
	stateless bool
	timer     *time.Timer

	mu      sync.Mutex // beat runs on a goroutine of the timer
	started bool
	ended   bool
}

func newEventStream(w http.ResponseWriter, stateless bool) *eventStream {
	s := &eventStream{w: w, control: http.NewResponseController(w), stateless: stateless}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.timer = time.AfterFunc(quietTime, s.beat)
	return s
}

// send writes a notification.
func (s *eventStream) send(notification []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.start()
	writeEvent(s.w, s.control, "message", notification)
	s.timer.Reset(heartbeat)
}

// beat shows that the call is alive.
func (s *eventStream) beat() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return
	}
	s.start()
	writeComment(s.w, s.control)
	s.timer.Reset(heartbeat)
}

// end writes the answer, unless nothing was sent yet and instead answers. Nothing is
// written after it.
func (s *eventStream) end(a mcp.Answer, instead func() bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = true
	s.timer.Stop()
	switch {
	case !s.started && instead():
	case a.Body == nil:
	case s.started:
		writeEvent(s.w, s.control, "message", a.Body)
	default:
		writeAnswer(s.w, a, s.stateless)
	}
}

func (s *eventStream) start() {
	if s.started {
		return
	}
	s.started = true
	startEvents(s.w)
}

// startEvents begins an answer that is a stream of events.
func startEvents(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(http.StatusOK)
}

// writeEvent writes one event. data has no line breaks, as JSON of the dispatcher
// has none, so it is one line.
func writeEvent(w http.ResponseWriter, control *http.ResponseController, event string, data []byte) {
	writePieces(w, control, []byte("event: "+event+"\ndata: "))
	writePieces(w, control, data)
	writePieces(w, control, []byte("\n\n"))
	_ = control.Flush()
}

// writeComment writes a sign of life into a stream.
func writeComment(w http.ResponseWriter, control *http.ResponseController) {
	writePieces(w, control, []byte(":\n\n"))
	_ = control.Flush()
}

func writeText(w http.ResponseWriter, status int, line string) {
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(line + "\n"))
}
