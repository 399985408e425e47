package bridge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"github.com/molsmith/molsmith/server/bridge/peer"
)

// Times of a WebSocket.
const (
	writeTime    = 2 * time.Minute       // for a message, which may be a large result
	pingTime     = 20 * time.Second      // between two, and for the answer
	progressTime = 50 * time.Millisecond // least time between two notes about a call
	queued       = 256                   // messages that wait for a page that does not read
)

// tab is one page with its WebSocket.
type tab struct {
	bridge *Bridge
	conn   *websocket.Conn
	ctx    context.Context
	leave  context.CancelFunc
	out    chan frame
	busy   atomic.Bool // writing a message

	mu    sync.Mutex
	calls map[int64]context.CancelFunc
	links map[*link]bool
}

func newTab(b *Bridge, conn *websocket.Conn) *tab {
	ctx, leave := context.WithCancel(context.Background())
	return &tab{
		bridge: b, conn: conn, ctx: ctx, leave: leave, out: make(chan frame, queued),
		calls: make(map[int64]context.CancelFunc), links: make(map[*link]bool),
	}
}

// request is a message of a page.
type request struct {
	Type        string          `json:"type"`
	ID          int64           `json:"id"`
	Server      string          `json:"server"`
	Fingerprint string          `json:"fingerprint"`
	Tool        string          `json:"tool"`
	Arguments   json.RawMessage `json:"arguments"`
}

// run reads messages until the page leaves.
func (t *tab) run() {
	var group sync.WaitGroup
	group.Go(t.write)
	group.Go(t.ping)
	for {
		// The end of ctx closes the connection in order, which ends this.
		kind, text, err := t.conn.Read(context.Background())
		if err != nil {
			break
		}
		var q request
		if kind != websocket.MessageText || json.Unmarshal(text, &q) != nil {
			_ = t.conn.Close(websocket.StatusInvalidFramePayloadData, "a message is one JSON object")
			break
		}
		t.take(&q)
	}
	t.leave() // ends all calls
	t.mu.Lock()
	links := t.links
	t.links = nil
	t.mu.Unlock()
	for l := range links {
		l.leave(t)
	}
	group.Wait()
}

// write writes what waits.
func (t *tab) write() {
	defer t.leave()
	for {
		select {
		case f := <-t.out:
			if err := t.writeOne(&f); err != nil {
				return
			}
		case <-t.ctx.Done():
			_ = t.conn.Close(websocket.StatusGoingAway, "the server ends") // or the page has left
			return
		}
	}
}

func (t *tab) writeOne(f *frame) error {
	t.busy.Store(true)
	defer t.busy.Store(false)
	// Not with the ctx of the tab: its end would cut the message, and with it the
	// connection, where it is to end in order.
	ctx, cancel := context.WithTimeout(context.Background(), writeTime)
	defer cancel()
	w, err := t.conn.Writer(ctx, websocket.MessageText)
	if err != nil {
		return err
	}
	for _, part := range f.parts() {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	return w.Close()
}

// ping notices a page that is gone without a word. While a message is on its way, which
// may be a large one to a slow page, the time of that message decides.
func (t *tab) ping() {
	between := t.bridge.options.ping
	tick := time.NewTicker(between)
	defer tick.Stop()
	for {
		select {
		case <-t.ctx.Done():
			return
		case <-tick.C:
		}
		ctx, cancel := context.WithTimeout(context.Background(), between)
		err := t.conn.Ping(ctx)
		cancel()
		if err != nil && !t.busy.Load() {
			t.conn.CloseNow() // which ends Read
			return
		}
	}
}

// send queues a message; it waits for room until the page leaves.
func (t *tab) send(f frame) {
	select {
	case t.out <- f:
	case <-t.ctx.Done():
	}
}

// offer queues a message if there is room.
func (t *tab) offer(f frame) {
	select {
	case t.out <- f:
	default:
	}
}

// fault is what went wrong with a request, as docs/bridge.md lists it.
type fault struct {
	Kind    string `json:"kind"`
	Message string `json:"message"`
	Status  int    `json:"status,omitempty"`
	Code    int    `json:"code,omitempty"` // of a JSON-RPC error
}

type failure struct {
	Failure fault `json:"failure"`
}

// refuse answers a request that is not done.
func (t *tab) refuse(id int64, kind, format string, args ...any) {
	t.send(frame{kind: "tools:failed", id: id, value: failure{fault{Kind: kind, Message: fmt.Sprintf(format, args...)}}})
}

// maxID is the largest integer that is one in JavaScript too.
const maxID = 1<<53 - 1

// take begins to do what a page asks for.
func (t *tab) take(q *request) {
	if q.ID < 1 || q.ID > maxID {
		t.refuse(q.ID, "request", "an id is an integer from 1 to %d", maxID)
		return
	}
	switch q.Type {
	case "tools:servers":
		t.send(frame{kind: "tools:servers", id: q.ID, value: t.bridge.servers(q.Server)})
	case "tools:connect":
		t.begin(q, t.connect)
	case "tools:call":
		t.begin(q, t.call)
	case "tools:cancel":
		t.mu.Lock()
		cancel := t.calls[q.ID]
		t.mu.Unlock()
		if cancel != nil {
			cancel() // the request itself is answered
		}
	case "tools:disconnect":
		if l := t.linked(q.Server); l != nil {
			t.mu.Lock()
			delete(t.links, l)
			t.mu.Unlock()
			l.leave(t)
		}
		t.send(frame{kind: "tools:disconnected", id: q.ID, server: q.Server})
	case "tools:openSettings":
		t.send(frame{kind: "tools:settings", id: q.ID, value: settings{t.bridge.options.Config}})
	default:
		t.refuse(q.ID, "request", "there is no message %.40q", q.Type)
	}
}

type settings struct {
	Path string `json:"path"`
}

// begin does what may take long beside everything else.
func (t *tab) begin(q *request, do func(ctx context.Context, q *request) (frame, error)) {
	ctx, cancel := context.WithCancel(t.ctx)
	t.mu.Lock()
	_, taken := t.calls[q.ID]
	busy := len(t.calls) >= maxCalls
	if !taken && !busy {
		t.calls[q.ID] = cancel
	}
	t.mu.Unlock()
	if taken || busy {
		cancel()
		if taken {
			t.refuse(q.ID, "request", "the id %d is in use", q.ID)
		} else {
			t.refuse(q.ID, "busy", "%d requests of this page are under way", maxCalls)
		}
		return
	}
	go func() {
		defer cancel()
		answer, err := do(ctx, q)
		t.mu.Lock()
		delete(t.calls, q.ID)
		t.mu.Unlock()
		if err != nil {
			answer = frame{kind: "tools:failed", value: failure{faultOf(ctx, err)}}
		}
		answer.id = q.ID
		t.send(answer)
	}()
}

// linked is the server of this name that the page has connected to, nil for none. When
// its entry has changed, it may have been connected to as it was and as it is.
func (t *tab) linked(name string) (found *link) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for l := range t.links {
		if l.server.Name == name && (found == nil || found.isGone()) {
			found = l
		}
	}
	return found
}

// requestError is a mistake of the page.
type requestError struct{ kind, text string }

func (e *requestError) Error() string { return e.text }

// faultOf says what an error is for a page.
func faultOf(ctx context.Context, err error) fault {
	var mistake *requestError
	var rpc *peer.RPCError
	var status *peer.StatusError
	var broken *peer.MalformedError
	f := fault{Kind: "network", Message: err.Error()}
	switch {
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		f = fault{Kind: "cancelled", Message: "cancelled"}
	case errors.As(err, &mistake):
		f.Kind = mistake.kind
	case errors.As(err, &rpc):
		f.Kind, f.Code = "server", rpc.Code()
	case errors.As(err, &broken):
		f.Kind = "invalid"
	case errors.As(err, &status):
		f.Status = status.Status
	}
	return f
}

// connected is the answer to tools:connect, without the tools.
type connectedFacts struct {
	Info         infoFacts       `json:"info"`
	Protocol     string          `json:"protocol"`
	ServerInfo   json.RawMessage `json:"serverInfo,omitempty"`
	Capabilities json.RawMessage `json:"capabilities,omitempty"`
	Instructions string          `json:"instructions,omitempty"`
	Milliseconds int64           `json:"ms"`
}

type infoFacts struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	Title   string `json:"title,omitempty"`
}

func (t *tab) connect(ctx context.Context, q *request) (frame, error) {
	l := t.bridge.find(q.Server)
	switch {
	case l == nil:
		return frame{}, &requestError{"request", fmt.Sprintf("there is no server %.100q in the configuration", q.Server)}
	case q.Fingerprint != l.print:
		return frame{}, &requestError{"unconfirmed", "the server has to be allowed first: " + l.server.Shown()}
	}
	t.mu.Lock()
	if t.links != nil {
		t.links[l] = true
	}
	t.mu.Unlock()
	start := time.Now()
	facts, err := l.connect(ctx, t)
	if ctx.Err() != nil { // given up, or the page left before it was among the users
		t.mu.Lock()
		delete(t.links, l)
		t.mu.Unlock()
		l.leave(t)
	}
	if err != nil {
		return frame{}, err
	}
	return frame{kind: "tools:connected", server: q.Server, rawName: "tools", raw: facts.Tools, value: connectedFacts{
		Info: infoFacts{facts.Name, facts.Version, facts.Title}, Protocol: facts.Revision, ServerInfo: facts.Info,
		Capabilities: facts.Capabilities, Instructions: facts.Instructions, Milliseconds: time.Since(start).Milliseconds(),
	}}, nil
}

type progressFacts struct {
	Progress float64  `json:"progress"`
	Total    *float64 `json:"total"`
	Message  string   `json:"message"`
}

type doneFacts struct {
	Milliseconds int64 `json:"ms"`
}

func (t *tab) call(ctx context.Context, q *request) (frame, error) {
	l := t.linked(q.Server)
	switch {
	case l == nil:
		return frame{}, &requestError{"request", fmt.Sprintf("the page is not connected to %.100q", q.Server)}
	case len(q.Arguments) == 0:
		q.Arguments = json.RawMessage("{}")
	case q.Arguments[0] != '{':
		return frame{}, &requestError{"request", "arguments are an object"}
	}
	start := time.Now()
	var told atomic.Int64 // when, since start; over HTTP two streams may bring notes
	told.Store(int64(-progressTime))
	result, err := l.call(ctx, q.Tool, q.Arguments, func(p peer.Progress) {
		now, last := time.Since(start), told.Load()
		if now-time.Duration(last) >= progressTime && told.CompareAndSwap(last, int64(now)) {
			t.offer(frame{kind: "tools:progress", id: q.ID, value: progressFacts(p)})
		}
	})
	if err != nil {
		return frame{}, err
	}
	return frame{kind: "tools:done", server: q.Server, rawName: "result", raw: result, value: doneFacts{time.Since(start).Milliseconds()}}, nil
}
