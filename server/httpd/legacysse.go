package httpd

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/base64"
	"net/http"
	"sync"
	"time"

	"github.com/molsmith/molsmith/contract/mcp"
	"github.com/molsmith/molsmith/server/limits"
)

// Paths of the transport of 2024-11-05, which this server speaks on request only:
// a stream of events on which everything is answered, and the address that
// messages are posted to.
const (
	ssePath      = "/sse"
	messagesPath = "/messages"
)

// maxStreams bounds the streams open at once: each holds a connection as long as
// its client likes. Where clients are told apart, one may have streamShare of them, and
// the last of who has most makes room for a client that has two less.
const (
	maxStreams  = 64
	streamShare = 8
)

// maxStreamCalls bounds the calls of one stream that were begun and not answered: their
// POSTs are over, so nothing else counts them.
const maxStreamCalls = 256

// legacyStream is the connection of one client: what it posts is answered on its
// stream.
type legacyStream struct {
	owner [32]byte
	whose string // its client, where they are told apart
	order uint64
	conn  *mcp.Conn
	ctx   context.Context // ends with the stream
	leave context.CancelFunc
	calls chan struct{} // one element for each call

	receiving sync.Mutex

	writing sync.Mutex // guards the rest
	w       http.ResponseWriter
	control *http.ResponseController
	timer   *time.Timer
	ended   bool
}

// legacyStreams are those of one server.
type legacyStreams struct {
	mu     sync.Mutex
	byID   map[string]*legacyStream
	orders uint64
}

// add takes a stream in. It returns why there is no room for it.
func (l *legacyStreams) add(id string, stream *legacyStream) (full string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	have := make(map[string]int)
	for _, other := range l.byID {
		have[other.whose]++
	}
	mine := have[stream.whose]
	if stream.whose != "" && mine >= streamShare {
		return "Too many streams of this client are open."
	}
	if len(l.byID) >= maxStreams {
		last := ""
		for id, other := range l.byID {
			if n := have[other.whose]; n >= mine+2 && (last == "" || n > have[l.byID[last].whose] || n == have[l.byID[last].whose] && other.order > l.byID[last].order) {
				last = id
			}
		}
		if last == "" {
			return "Too many streams are open."
		}
		l.byID[last].leave()
		delete(l.byID, last)
	}
	l.orders++
	stream.order = l.orders
	l.byID[id] = stream
	return ""
}

// isLegacy reports whether a path belongs to the transport of 2024-11-05.
func (s *Server) isLegacy(path string) bool {
	return s.options.LegacySSE && (path == ssePath || path == messagesPath)
}

// serveLegacy serves a request to one of the two paths.
func (s *Server) serveLegacy(w http.ResponseWriter, r *http.Request) {
	p := s.options.Policy
	if refusal := cmp.Or(p.Host(r.Host, localAddr(r)), p.Origin(r.Header.Values("Origin"))); refusal != nil {
		s.refuse(w, r, refusal)
		return
	}
	if !s.authorize(w, r) {
		return
	}
	switch {
	case r.URL.Path == ssePath && r.Method == http.MethodGet:
		s.openStream(w, r)
	case r.URL.Path == messagesPath && r.Method == http.MethodPost:
		s.takeMessage(w, r)
	case r.URL.Path == ssePath:
		w.Header().Set("Allow", http.MethodGet)
		writeText(w, http.StatusMethodNotAllowed, "The stream is opened by GET.")
	default:
		w.Header().Set("Allow", http.MethodPost)
		writeText(w, http.StatusMethodNotAllowed, "Messages are sent by POST.")
	}
}

// openStream opens a stream and keeps it until its client leaves.
func (s *Server) openStream(w http.ResponseWriter, r *http.Request) {
	random := make([]byte, 24)
	rand.Read(random) // never fails
	id := base64.RawURLEncoding.EncodeToString(random)
	ctx, leave := context.WithCancel(r.Context())
	defer leave()
	whose := s.whose(r)
	if whose != "" {
		ctx = limits.WithClient(ctx, whose)
	}
	stream := &legacyStream{
		owner: ownerOf(r), whose: whose, conn: s.options.Dispatcher.Connect(mcp.Revision20241105), ctx: ctx, leave: leave,
		calls: make(chan struct{}, maxStreamCalls),
		w:     w, control: http.NewResponseController(w),
	}
	_ = stream.control.SetReadDeadline(time.Time{}) // the stream may be silent for long
	if full := s.streams.add(id, stream); full != "" {
		s.tooMany(w, r, full)
		return
	}
	defer func() {
		s.streams.mu.Lock()
		delete(s.streams.byID, id)
		s.streams.mu.Unlock()
		stream.end()
	}()
	startEvents(w)
	stream.send("endpoint", []byte(messagesPath+"?sessionId="+id))
	<-ctx.Done()
}

// takeMessage takes one message for a stream.
func (s *Server) takeMessage(w http.ResponseWriter, r *http.Request) {
	r, leave, ok := s.enter(w, r)
	if !ok {
		return
	}
	defer leave()
	p := s.options.Policy
	_, refusal := p.MediaTypes(r.Header.Values("Content-Type"), nil)
	if refusal = cmp.Or(refusal, p.Encoding(r.Header.Values("Content-Encoding")), p.Length(r.ContentLength)); refusal != nil {
		s.refuse(w, r, refusal)
		return
	}
	s.streams.mu.Lock()
	stream := s.streams.byID[r.URL.Query().Get("sessionId")]
	s.streams.mu.Unlock()
	if stream == nil || stream.owner != ownerOf(r) {
		writeText(w, http.StatusNotFound, "There is no such stream (any more): open one by GET "+ssePath+".")
		return
	}
	body, refusal := readBody(w, r, p)
	hasBody(r)
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(writeTime))
	if refusal != nil {
		if !s.displaced(w, r) {
			s.refuse(w, r, refusal)
		}
		return
	}
	m, rpcErr := mcp.Parse(body)
	if rpcErr != nil {
		writeJSON(w, http.StatusBadRequest, mcp.Refuse(m.ID, rpcErr))
		return
	}
	calls := m.Kind == mcp.Request && m.Method == "tools/call"
	if calls {
		select {
		case stream.calls <- struct{}{}:
		default:
			s.tooMany(w, r, "Too many calls of this stream are not answered yet.")
			return
		}
	}
	w.WriteHeader(http.StatusAccepted)
	stream.receiving.Lock()
	answer, call := stream.conn.Receive(stream.ctx, m)
	stream.receiving.Unlock()
	if call == nil {
		stream.message(answer.Body)
		if calls { // it was refused
			<-stream.calls
		}
		return
	}
	go func() {
		stream.message(call.Run(stream.message).Body)
		<-stream.calls
	}()
}

// message sends a message; nil is none.
func (l *legacyStream) message(text []byte) {
	if text != nil {
		l.send("message", text)
	}
}

// send writes one event and puts off the next sign of life.
func (l *legacyStream) send(event string, data []byte) {
	l.writing.Lock()
	defer l.writing.Unlock()
	if l.ended {
		return
	}
	writeEvent(l.w, l.control, event, data)
	if l.timer == nil {
		l.timer = time.AfterFunc(heartbeat, l.beat)
		return
	}
	l.timer.Reset(heartbeat)
}

// beat shows that the stream is alive.
func (l *legacyStream) beat() {
	l.writing.Lock()
	defer l.writing.Unlock()
	if l.ended {
		return
	}
	writeComment(l.w, l.control)
	l.timer.Reset(heartbeat)
}

// end stops the calls of the stream. Nothing is written after it.
func (l *legacyStream) end() {
	l.conn.CancelAll()
	l.writing.Lock()
	defer l.writing.Unlock()
	l.ended = true
	if l.timer != nil {
		l.timer.Stop()
	}
}
