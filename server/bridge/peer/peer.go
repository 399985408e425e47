// Package peer speaks MCP to one other server, as its client: over the pipes of a
// process, over Streamable HTTP, over HTTP+SSE of 2024-11-05, or inside this process.
//
// Results and tool declarations are handed on as the bytes that came, so that the
// order of members and every digit stay. A peer is not reconnected: when its
// connection ends, so does it, and the one who holds it makes another. Over HTTP a
// session that the server has forgotten is renewed.
package peer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/molsmith/molsmith/contract/conform"
)

// Revisions of the protocol: the newest with a handshake and the one without.
const (
	legacy = "2025-11-25"
	modern = "2026-07-28"
)

// Limits on what a server says.
const (
	MaxMessage = 256 << 20 // bytes of one message
	maxTools   = 10_000
	maxPages   = 1000 // of tools/list
	maxReplies = 64   // answers to its requests on their way; more requests are passed over
)

// Options describe this side of a connection. The functions may be nil; several
// goroutines call them at once, they must not wait, and keep nothing of their arguments.
type Options struct {
	Version string // of this program
	Changed func() // the list of tools is another now
	Log     func(line string)
	Trace   func(out bool, message []byte) // every message
}

// Peer is a connection to one server. It is safe for use by many goroutines.
type Peer struct {
	options Options
	wire    wire

	last     atomic.Int64 // id
	revision atomic.Value // string, "" before the handshake

	mu           sync.Mutex      // guards the rest
	info         json.RawMessage // serverInfo
	capabilities json.RawMessage
	instructions string
	pending      map[int64]*exchange
	dead         error // why the connection ended
	ended        chan struct{}
	renewal      sync.Mutex
	replies      chan struct{} // one element for each answer to the server on its way
	listen       context.CancelFunc
}

// wire carries messages. What comes back is given to Peer.receive.
type wire interface {
	// send delivers a message, or begins to. ctx ends what it began.
	send(ctx context.Context, m *outgoing) error
	// named reports whether a request is cancelled by a notification that names it;
	// otherwise the end of its ctx is enough.
	named() bool
	// agreed is told the revision after the handshake.
	agreed(revision string)
	// close ends the connection and whatever it started. It may be called twice.
	close()
}

// outgoing is a message to the server.
type outgoing struct {
	id           int64 // 0: a notification or an answer
	method, name string
	body         []byte
}

// exchange is a request under way.
type exchange struct {
	answer   chan reply // of capacity 1
	progress func(Progress)
}

type reply struct {
	result json.RawMessage
	err    error
}

// Progress is what a server says about a call.
type Progress struct {
	Progress float64
	Total    *float64
	Message  string
}

// Facts are what a server says of itself. The raw members are as they came, nil when
// absent.
type Facts struct {
	Name, Version, Title string
	Revision             string
	Info                 json.RawMessage // serverInfo
	Capabilities         json.RawMessage
	Instructions         string
	Tools                json.RawMessage // an array, of all pages
}

func newPeer(o Options) *Peer {
	p := &Peer{options: o, pending: make(map[int64]*exchange), ended: make(chan struct{}), replies: make(chan struct{}, maxReplies)}
	p.revision.Store("")
	return p
}

// Ended is closed once the connection has ended; Err says why.
func (p *Peer) Ended() <-chan struct{} { return p.ended }

// Err is why the connection ended, nil while it has not.
func (p *Peer) Err() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.dead
}

// Close ends the connection and the process behind it, if there is one, and returns
// when both have ended.
func (p *Peer) Close() {
	p.fail(ErrClosed)
	p.mu.Lock()
	stop := p.listen
	p.mu.Unlock()
	if stop != nil {
		stop()
	}
	p.wire.close()
}

// fail ends the connection and every request on it.
func (p *Peer) fail(reason error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.dead != nil {
		return
	}
	p.dead = reason
	close(p.ended)
	for id, e := range p.pending {
		delete(p.pending, id)
		e.answer <- reply{err: reason}
	}
}

// Call calls a tool. arguments is a JSON object. The result is a CallToolResult as it
// came. When ctx ends the server is told, and the error is that of ctx.
func (p *Peer) Call(ctx context.Context, tool string, arguments json.RawMessage, progress func(Progress)) (json.RawMessage, error) {
	members := append([]byte(`"name":`+quoted(tool)+`,"arguments":`), arguments...)
	result, err := p.request(ctx, "tools/call", tool, members, progress)
	var refused *RPCError
	if errors.As(err, &refused) && refused.Code() == codeHeaderMismatch && p.mirrorsChanged(ctx, tool) {
		return p.request(ctx, "tools/call", tool, members, progress)
	}
	return result, err
}

// mirrorsChanged reads the tools again and reports whether the server wants other
// arguments of one in the header now.
func (p *Peer) mirrorsChanged(ctx context.Context, tool string) bool {
	w, ok := p.wire.(*httpWire)
	if !ok {
		return false
	}
	before := w.mirrored(tool)
	if _, err := p.Facts(ctx); err != nil || slices.EqualFunc(before, w.mirrored(tool), mirror.equal) {
		return false
	}
	if p.options.Changed != nil {
		p.options.Changed()
	}
	return true
}

// request sends a request and waits for its result. members are those of params.
func (p *Peer) request(ctx context.Context, method, name string, members []byte, progress func(Progress)) (json.RawMessage, error) {
	result, err := p.once(ctx, method, name, members, progress)
	var gone *sessionGone
	if !errors.As(err, &gone) || method == "initialize" {
		return result, err
	}
	// The server has not looked at the request: it may be sent again.
	if err := p.renew(ctx, gone.session); err != nil {
		return nil, err
	}
	return p.once(ctx, method, name, members, progress)
}

func (p *Peer) once(ctx context.Context, method, name string, members []byte, progress func(Progress)) (json.RawMessage, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	id := p.last.Add(1)
	e := &exchange{answer: make(chan reply, 1), progress: progress}
	p.mu.Lock()
	if p.dead != nil {
		defer p.mu.Unlock()
		return nil, p.dead
	}
	p.pending[id] = e
	p.mu.Unlock()
	sending, stop := context.WithCancel(ctx)
	defer stop()
	if err := p.wire.send(sending, &outgoing{id, method, name, p.compose(id, method, members, progress != nil)}); err != nil {
		p.settle(id, reply{err: err})
	}
	select {
	case r := <-e.answer:
		return r.result, r.err
	case <-ctx.Done():
	}
	p.mu.Lock()
	delete(p.pending, id)
	p.mu.Unlock()
	if p.wire.named() {
		// Not with the ctx that has just ended.
		go p.notify(context.WithoutCancel(ctx), "notifications/cancelled", fmt.Appendf(nil, `"requestId":%d`, id))
	}
	return nil, ctx.Err()
}

// compose writes a request.
func (p *Peer) compose(id int64, method string, members []byte, progress bool) []byte {
	meta := ""
	if progress {
		meta = fmt.Sprintf(`"progressToken":%d`, id)
	}
	if p.revision.Load() == modern || method == "server/discover" {
		if meta != "" {
			meta += ","
		}
		meta += `"io.modelcontextprotocol/protocolVersion":"` + modern + `","io.modelcontextprotocol/clientInfo":` + p.clientInfo() +
			`,"io.modelcontextprotocol/clientCapabilities":{}`
	}
	body := make([]byte, 0, len(members)+len(meta)+128)
	body = fmt.Appendf(body, `{"jsonrpc":"2.0","id":%d,"method":%s,"params":{`, id, quoted(method))
	body = append(body, members...)
	if meta != "" {
		if len(members) > 0 {
			body = append(body, ',')
		}
		body = append(append(body, `"_meta":{`...), meta...)
		body = append(body, '}')
	}
	return append(body, "}}"...)
}

func (p *Peer) clientInfo() string {
	return `{"name":"molsmith","version":` + quoted(p.options.Version) + `}`
}

// notify sends a notification; what becomes of it nobody learns.
func (p *Peer) notify(ctx context.Context, method string, members []byte) {
	body := fmt.Appendf(nil, `{"jsonrpc":"2.0","method":%s`, quoted(method))
	if members != nil {
		body = append(append(append(body, `,"params":{`...), members...), '}')
	}
	_ = p.wire.send(ctx, &outgoing{method: method, body: append(body, '}')})
}

// settle gives a request its answer. It reports whether one waited.
func (p *Peer) settle(id int64, r reply) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	e := p.pending[id]
	if e == nil {
		return false
	}
	delete(p.pending, id)
	e.answer <- r
	return true
}

// waits reports whether a request has no answer yet.
func (p *Peer) waits(id int64) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.pending[id] != nil
}

func (p *Peer) trace(out bool, message []byte) {
	if p.options.Trace != nil {
		p.options.Trace(out, message)
	}
}

// log notes something about the connection where the lines of the server stand.
func (p *Peer) log(format string, args ...any) {
	if p.options.Log != nil {
		p.options.Log(fmt.Sprintf(format, args...))
	}
}

// quoted is text as JSON.
func quoted(text string) string {
	b, _ := json.Marshal(text) // a string always can
	return string(b)
}

// textOf is a member that is a string, "" when it is none.
func textOf(raw json.RawMessage, key string) string {
	var text string
	if json.Unmarshal(conform.Member(raw, key), &text) != nil {
		return ""
	}
	return text
}
