package mcp

import (
	"strconv"

	"github.com/molsmith/molsmith/contract/internal/jsontext"
)

// progressSpacing is the least time between two progress notifications of one
// call, in nanoseconds.
const progressSpacing = 100e6

// reporter turns the progress of one call into notifications. The value of each
// is larger than the one before (MCP, Progress), so a report that only has new
// words waits for the next step.
type reporter struct {
	call   *Call
	notify func([]byte)

	sent    float64 // the last fraction sent, -1 before the first
	sentAt  int64
	pending bool // a report is held back
	latest  float64
	message string
}

func (c *Call) reporter(notify func([]byte)) *reporter {
	return &reporter{call: c, notify: notify, sent: -1}
}

// report is the contract.Progress of the call.
func (r *reporter) report(fraction float64, message string) {
	if r.notify == nil || r.call.token == nil || fraction != fraction {
		return
	}
	fraction = min(max(fraction, 0), 1)
	if fraction <= r.sent || r.pending && fraction < r.latest {
		return
	}
	r.latest, r.message, r.pending = fraction, message, true
	now := r.call.conn.dispatcher.options.Now
	if now == nil {
		r.flush()
		return
	}
	if t := now(); r.sent < 0 || t-r.sentAt >= progressSpacing {
		r.sentAt = t
		r.flush()
	}
}

// flush sends the report that was held back, if there is one.
func (r *reporter) flush() {
	if !r.pending || r.call.ctx.Err() != nil {
		return
	}
	r.pending, r.sent = false, r.latest
	text := append([]byte(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":`), r.call.token...)
	text = strconv.AppendFloat(append(text, `,"progress":`...), r.latest, 'f', -1, 64)
	text = append(text, `,"total":1`...)
	if r.message != "" && r.call.revision.progressMessage() {
		text = jsontext.AppendString(append(text, `,"message":`...), oneLine(r.message))
	}
	r.notify(append(text, "}}"...))
}
