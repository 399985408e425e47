package mcp

import (
	"context"
	"sync"

	"github.com/molsmith/molsmith/contract/internal/jsontext"
)

// era is the way a connection introduces itself.
type era uint8

const (
	undecided era = iota
	legacy        // initialize once
	modern        // _meta on each request
)

// Conn is one connection: what was agreed on and which calls run. Receive is
// called for one message after the other; calls run on any goroutines.
type Conn struct {
	dispatcher *Dispatcher

	mu          sync.Mutex
	era         era
	initialized bool
	revision    Revision // of requests that name none
	calls       map[string]*Call
}

// Handle answers one message: Parse, Receive and Call.Run in one. It blocks
// until the answer is known. notify receives progress notifications while it
// runs, and may be nil.
func (c *Conn) Handle(ctx context.Context, text []byte, notify func(notification []byte)) Answer {
	m, err := Parse(text)
	if err != nil {
		return Reject(m, err)
	}
	answer, call := c.Receive(ctx, m)
	if call != nil {
		return call.Run(notify)
	}
	return answer
}

// Reject answers a message that Parse found wrong. A notification whose
// parameters are wrong gets no answer, as JSON-RPC asks.
func Reject(m *Message, err *Error) Answer {
	if m.Kind == Notification && m.Method != "" {
		return Answer{}
	}
	return Refuse(m.ID, err)
}

// Receive takes the next message of the connection. Either the answer is known
// at once (an empty Body means that nothing is sent), or the message starts a
// tool call: then the Call is registered, so that a later cancellation finds it,
// and the caller must Run it. ctx ends the call.
func (c *Conn) Receive(ctx context.Context, m *Message) (Answer, *Call) {
	switch m.Kind {
	case Response:
		return Answer{}, nil
	case Notification:
		if m.Method == "notifications/cancelled" {
			c.cancel(m.params.requestID)
		}
		return Answer{}, nil
	}
	revision, err := c.agree(m)
	if err != nil {
		return Refuse(m.ID, err), nil
	}
	if m.Method == "tools/call" {
		call, err := c.startCall(ctx, m, revision)
		if err != nil {
			return Refuse(m.ID, err), nil
		}
		return Answer{}, call
	}
	return c.answer(m, revision), nil
}

// answer answers everything that needs no work. agree has let the method pass.
func (c *Conn) answer(m *Message, r Revision) Answer {
	d := c.dispatcher
	switch m.Method {
	case "initialize":
		info := d.legacyInfo
		if r.titles() {
			info = d.serverInfo
		}
		return result(m.ID, []byte(`{"protocolVersion":"`), []byte(r), []byte(`","capabilities":`+d.capabilities()+`,"serverInfo":`),
			info, d.instructions, []byte{'}'})
	case "server/discover":
		return result(m.ID, d.discovered)
	case "ping":
		return result(m.ID, []byte("{}"))
	case "resources/list", "resources/read", "resources/templates/list":
		return c.answerResources(m, r)
	}
	// tools/list
	if m.params.cursor != nil {
		return Refuse(m.ID, Errorf(CodeInvalidParams, "cursor: all tools are listed at once, no list was continued with a cursor"))
	}
	if r.stateless() {
		return result(m.ID, []byte(`{"resultType":"complete","tools":`), d.lists[r], d.toolHints, d.resultMeta, []byte{'}'})
	}
	return result(m.ID, []byte(`{"tools":`), d.lists[r], []byte{'}'})
}

// agree finds the revision of a request and lets the first one decide the era of
// the connection. A method the revision does not have is an error before its
// parameters are looked at.
func (c *Conn) agree(m *Message) (Revision, *Error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	named := Revision(m.Revision())
	if named != "" && !c.dispatcher.supports(named) {
		return "", c.dispatcher.UnsupportedRevision(string(named))
	}
	if c.era == modern || c.era == undecided && (named.stateless() || m.Method == "server/discover") {
		return c.agreeModern(m, named)
	}
	if named.stateless() {
		return "", Errorf(CodeInvalidRequest, "this connection speaks %s since its first request: open another one for %s", c.revision, named)
	}
	switch m.Method {
	case "initialize":
		if c.initialized {
			return "", Errorf(CodeInvalidRequest, "initialize was answered before on this connection")
		}
		asked := m.params.protocolVersion
		if jsontext.KindOf(asked) != jsontext.String {
			return "", Errorf(CodeInvalidParams, "protocolVersion must be a string")
		}
		c.revision, c.initialized = negotiate(jsontext.Text(asked)), true
	case "ping", "tools/list", "tools/call":
	default:
		if !c.dispatcher.hasResources(m.Method) {
			return "", methodNotFound(m.Method)
		}
	}
	c.era = legacy
	if named != "" {
		return named, nil
	}
	return c.revision, nil
}

func (c *Conn) agreeModern(m *Message, named Revision) (Revision, *Error) {
	switch m.Method {
	case "server/discover":
	case "tools/list", "tools/call":
		c.era = modern
	default:
		if !c.dispatcher.hasResources(m.Method) {
			return "", methodNotFound(m.Method)
		}
		c.era = modern
	}
	switch meta := &m.params.meta; {
	case named == "":
		return "", Errorf(CodeInvalidParams, "params._meta must name the protocol revision in %q", metaProtocolVersion)
	case !named.stateless():
		return "", Errorf(CodeInvalidRequest, "this connection speaks %s since its first request, not %s", Revision20260728, named)
	case jsontext.KindOf(meta.clientCapabilities) != jsontext.Object:
		return "", Errorf(CodeInvalidParams, "params._meta must have the object %q", metaClientCapabilities)
	case meta.clientInfo != nil && !isImplementation(meta.clientInfo):
		return "", Errorf(CodeInvalidParams, "params._meta: %q must be an object with the strings name and version", metaClientInfo)
	}
	return named, nil
}

// isImplementation reports whether value is an object with a name and a version.
func isImplementation(value []byte) bool {
	if jsontext.KindOf(value) != jsontext.Object {
		return false
	}
	var name, version []byte
	err := eachMember(value, map[string]*[]byte{"name": &name, "version": &version})
	return err == nil && jsontext.KindOf(name) == jsontext.String && jsontext.KindOf(version) == jsontext.String
}

func methodNotFound(method string) *Error {
	return Errorf(CodeMethodNotFound, "method not found: %s", jsontext.Quote(method))
}

// cancel stops the call a notifications/cancelled names. One that has ended, or
// never was, is no mistake: the two messages may cross.
func (c *Conn) cancel(id []byte) {
	if id == nil || !validID(id) {
		return
	}
	c.mu.Lock()
	call := c.calls[idKey(id)]
	if call != nil {
		call.cancelled = true
	}
	c.mu.Unlock()
	if call != nil {
		call.stop()
	}
}

// CancelAll stops the calls that run, as when the client has gone.
func (c *Conn) CancelAll() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, call := range c.calls {
		call.cancelled = true
		call.stop()
	}
}

// Running returns the number of calls that have started and not ended.
func (c *Conn) Running() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.calls)
}
