package conformance

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"sync"
	"time"

	"github.com/molsmith/molsmith/contract/conform"
)

// maxMessage bounds one message of a server in bytes: a result of 500,000 atoms with
// everything fits.
const maxMessage = 256 << 20

// conn carries JSON-RPC messages to a server and brings its answers, unread.
type conn interface {
	// start sends a request. id is its id, which answers are found by.
	start(ctx context.Context, id int, method, tool string, message []byte) *exchange
	// notify sends a message that nobody answers.
	notify(ctx context.Context, message []byte) error
	// abandon gives a request up: over HTTP it closes the request.
	abandon(e *exchange)
	// cancels says how a request is cancelled: by a notification, or by abandon.
	notifies() bool
	faults() []fault
	// close ends the connection. It reports whether the server ended by itself in
	// time; over HTTP there is nothing to end.
	close(wait time.Duration) (ended bool)
}

// fault is something wrong with messages as such.
type fault struct{ check, message string }

// exchange is a request under way.
type exchange struct {
	id     int
	answer chan reply // of capacity 1
	stop   context.CancelFunc
}

// reply is what came back: a JSON-RPC response, or an error of the transport.
type reply struct {
	body json.RawMessage
	err  error
}

// errTimeout says that no answer came in time; errMalformed, that one came which is no
// answer, and that a fault says so.
var (
	errTimeout   = errors.New("no answer came in time")
	errMalformed = errors.New("the answer is malformed")
)

// wait waits for the answer.
func (e *exchange) wait(ctx context.Context, limit time.Duration) (json.RawMessage, error) {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case r := <-e.answer:
		return r.body, r.err
	case <-timer.C:
		return nil, errTimeout
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// rpcError is a JSON-RPC error.
type rpcError struct{ raw json.RawMessage }

func (e *rpcError) Error() string { return conform.Problem(e.raw) }

func isRPC(err error) bool {
	var e *rpcError
	return errors.As(err, &e)
}

// envelope is a JSON-RPC message with its parts unread.
type envelope struct {
	Version json.RawMessage `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  json.RawMessage `json:"method"`
	Params  json.RawMessage `json:"params"`
	Result  json.RawMessage `json:"result"`
	Error   json.RawMessage `json:"error"`
}

// router hands the messages of a server to those who wait for them. It is safe for
// use by many goroutines.
type router struct {
	mu      sync.Mutex
	pending map[int]*exchange
	notes   func(method string, params json.RawMessage)
	ask     func(answer []byte) // sends the answer to a request of the server
	found   []fault
	counts  map[string]int // faults of each check, those beyond maxFaults too
}

// maxFaults is how many faults of a check are kept: a server that writes a log to
// standard output would fill the report, and the memory, with its lines.
const maxFaults = 20

func (r *router) fault(check, format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.counts == nil {
		r.counts = make(map[string]int)
	}
	if r.counts[check]++; r.counts[check] <= maxFaults {
		r.found = append(r.found, fault{check, fmt.Sprintf(format, args...)})
	}
}

// faults returns what was wrong with messages, of each check the first ones and how
// many more there were.
func (r *router) faults() []fault {
	r.mu.Lock()
	defer r.mu.Unlock()
	list := append([]fault(nil), r.found...)
	for _, f := range r.found {
		if more := r.counts[f.check] - maxFaults; more > 0 {
			last := fault{f.check, fmt.Sprintf("%d more of this kind", more)}
			if !slices.Contains(list, last) {
				list = append(list, last)
			}
		}
	}
	return list
}

func (r *router) expect(e *exchange) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.pending == nil {
		r.pending = make(map[int]*exchange)
	}
	r.pending[e.id] = e
}

// settle hands an answer over; the first one counts. It reports whether the request
// is known.
func (r *router) settle(id int, answer reply) bool {
	r.mu.Lock()
	e := r.pending[id]
	r.mu.Unlock()
	if e == nil {
		return false
	}
	select {
	case e.answer <- answer:
	default:
	}
	return true
}

// fail ends all requests that wait.
func (r *router) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, e := range r.pending {
		select {
		case e.answer <- reply{err: err}:
		default:
		}
	}
}

var idPattern = regexp.MustCompile(`"id"\s*:\s*([0-9]{1,9})\b`)

// receive takes one message and reports whether it is an answer. only, when not 0, is
// the one request that it may answer, as over HTTP.
func (r *router) receive(message []byte, only int) (answered bool) {
	var m envelope
	err := conform.Valid(message)
	if err == nil {
		err = json.Unmarshal(message, &m)
	}
	if err != nil {
		r.fault("protocol", "a message that is no JSON object: %v: %s", err, cut(message))
		// Whoever waits for it learns it now and not when the time is over.
		id := only
		if found := idPattern.FindSubmatch(message); found != nil && id == 0 {
			fmt.Sscan(string(found[1]), &id)
		}
		r.settle(id, reply{err: errMalformed})
		return true
	}
	if string(m.Version) != `"2.0"` {
		r.fault("protocol", "a message without \"jsonrpc\": \"2.0\": %s", cut(message))
	}
	var method string
	if m.Method != nil && json.Unmarshal(m.Method, &method) == nil {
		if m.ID == nil {
			if r.notes != nil {
				r.notes(method, m.Params)
			}
			return false
		}
		r.ask(serverRequest(method, m.ID))
		return false
	}
	var id int
	if json.Unmarshal(m.ID, &id) != nil {
		if string(m.ID) == "null" && m.Error != nil {
			return false // the answer to a message whose id could not be read
		}
		r.fault("protocol", "an answer with the id %s, which no request had: %s", cut(m.ID), cut(message))
		r.settle(only, reply{err: errMalformed})
		return true
	}
	if only != 0 && id != only {
		r.fault("protocol", "an answer with the id %d to the request with the id %d", id, only)
		r.settle(only, reply{err: errMalformed})
		return true
	}
	if (m.Result == nil) == (m.Error == nil) {
		r.fault("protocol", "an answer has either a result or an error: %s", cut(message))
		r.settle(id, reply{err: errMalformed})
		return true
	}
	answer := reply{body: m.Result}
	if m.Error != nil {
		answer = reply{err: &rpcError{m.Error}}
	}
	if !r.settle(id, answer) {
		r.fault("protocol", "an answer with the id %d, which no request had", id)
	}
	return true
}

// serverRequest answers what a server may ask a client that offers nothing.
func serverRequest(method string, id json.RawMessage) []byte {
	if method == "ping" {
		return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":{}}`, id)
	}
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"this client offers nothing"}}`, id)
}
