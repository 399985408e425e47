package peer

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"

	"github.com/molsmith/molsmith/contract/conform"
)

// idPattern finds the id of a message that is no JSON, so that whoever waits for it
// learns so at once.
var idPattern = regexp.MustCompile(`"id"\s*:\s*([0-9]{1,15})\b`)

// maxScan is how much of a broken message is searched for its id.
const maxScan = 64 << 10

// receive takes one message. only, when not 0, is the request that it may answer, as
// over HTTP. It reports whether the message was an answer.
func (p *Peer) receive(message []byte, only int64) (answered bool) {
	p.trace(false, message)
	if err := conform.Valid(message); err != nil || len(message) == 0 || message[0] != '{' {
		id := only
		for _, part := range [][]byte{message[:min(len(message), maxScan)], message[max(0, len(message)-maxScan):]} {
			if found := idPattern.FindSubmatch(part); found != nil && id == 0 {
				id, _ = strconv.ParseInt(string(found[1]), 10, 64) // at most 15 digits
			}
		}
		reason := "no JSON object"
		if err != nil {
			reason = err.Error()
		}
		if id == 0 || !p.settle(id, reply{err: malformed("the answer of the server is %s", oneLine(reason, 200))}) {
			p.log("a message that cannot be read, %s: %s", oneLine(reason, 200), oneLine(string(message[:min(len(message), 200)]), 100))
		}
		return id != 0
	}
	id, method := conform.Member(message, "id"), conform.Member(message, "method")
	if method != nil {
		var name string
		_ = json.Unmarshal(method, &name)
		if id == nil {
			p.hear(name, conform.Member(message, "params"))
			return false
		}
		// What a server asks of a client that offers nothing.
		answer := fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"this client offers nothing"}}`, id)
		if name == "ping" {
			answer = fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":{}}`, id)
		}
		if _, queues := p.wire.(*stdioWire); queues {
			_ = p.wire.send(context.Background(), &outgoing{body: answer})
			return false
		}
		select {
		case p.replies <- struct{}{}:
			go func() {
				_ = p.wire.send(context.Background(), &outgoing{body: answer})
				<-p.replies
			}()
		default: // a flood: each is a request over HTTP, which the server may leave open
		}
		return false
	}
	n, err := strconv.ParseInt(string(id), 10, 64)
	if err != nil || only != 0 && n != only {
		if only == 0 {
			p.log("an answer to no request of this client: %s", oneLine(string(message[:min(len(message), 200)]), 100))
			return false
		}
		problem := conform.Member(message, "error")
		if problem != nil && (id == nil || string(id) == "null") {
			p.settle(only, reply{err: &RPCError{problem}}) // the server could not read the id
		} else {
			p.settle(only, reply{err: malformed("the answer of the server is for another request")})
		}
		return true
	}
	result, problem := conform.Member(message, "result"), conform.Member(message, "error")
	switch {
	case problem != nil:
		p.settle(n, reply{err: &RPCError{problem}})
	case result == nil:
		p.settle(n, reply{err: malformed("the answer of the server has neither a result nor an error")})
	default:
		p.settle(n, reply{result: result})
	}
	return true
}

// hear takes a notification.
func (p *Peer) hear(method string, params json.RawMessage) {
	switch method {
	case "notifications/progress":
		var said struct {
			Token    json.RawMessage `json:"progressToken"`
			Progress float64         `json:"progress"`
			Total    *float64        `json:"total"`
			Message  string          `json:"message"`
		}
		if json.Unmarshal(params, &said) != nil {
			return
		}
		id, err := strconv.ParseInt(string(said.Token), 10, 64)
		p.mu.Lock()
		e := p.pending[id]
		p.mu.Unlock()
		if err == nil && e != nil && e.progress != nil {
			e.progress(Progress{said.Progress, said.Total, oneLine(said.Message, 500)})
		}
	case "notifications/tools/list_changed":
		if p.options.Changed != nil {
			p.options.Changed()
		}
	case "notifications/message":
		data := conform.Member(params, "data")
		text := textOf(params, "data")
		if text == "" {
			text = string(data[:min(len(data), 2000)])
		}
		p.log("%s: %s", oneLine(textOf(params, "level"), 20), oneLine(text, 1000))
	}
}
