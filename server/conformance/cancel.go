package conformance

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/molsmith/molsmith/contract/conform"
)

// checkCancellation looks in each tool for a call that runs long enough to be
// cancelled, and cancels it.
func (r *runner) checkCancellation(ctx context.Context) {
	if r.fastest == nil {
		return
	}
	tried := false
	for _, tool := range r.tools {
		for _, args := range tool.Longer() {
			outcome := r.cancelOne(ctx, tool, args, cancelTries)
			tried = tried || outcome == cancelled
			if outcome != tooMuch {
				break
			}
		}
	}
	if !tried {
		r.add("cancel.untried", "cancellation was not checked: no call ran for %g s", r.pace.begin.Seconds())
	}
}

// What became of a call that should take long.
type cancellation int

const (
	tooMuch   cancellation = iota // refused: ask for less
	tooQuick                      // done before it could be cancelled
	cancelled                     // cancelled while it ran
	hopeless                      // nothing more can be learned from this tool
)

// crossing is how long a result may have been under way already when the call was
// cancelled: over HTTP messages may overtake each other.
const crossing = 50 * time.Millisecond

// cancelTries is how many cancelled calls in a row must come back with their results
// before that is not taken for chance: on a busy machine one may be done just then.
const cancelTries = 3

// cancelOne makes a call that should take long, and cancels it if it does.
func (r *runner) cancelOne(ctx context.Context, tool *conform.Tool, args json.RawMessage, tries int) cancellation {
	e := r.session.beginCall(ctx, tool.Name, args, func(json.RawMessage) {})
	timer := time.NewTimer(r.pace.begin)
	defer timer.Stop()
	select {
	case answer := <-e.answer:
		if answer.err != nil {
			return tooMuch
		}
		if refused, _ := conform.Refused(answer.body); refused {
			tool.Refusal(answer.body)
			return tooMuch
		}
		if tool.TooLarge(answer.body) {
			return hopeless
		}
		return tooQuick
	case <-timer.C:
	case <-ctx.Done():
		return hopeless
	}
	started := time.Now()
	r.session.cancel(ctx, e)
	if r.session.conn.notifies() {
		// A server reads its messages in order: once it answers this one, it has seen the
		// cancellation. A result that comes earlier proves nothing against it.
		after := r.session.begin(ctx, "ping", "", "", nil)
		defer r.session.conn.abandon(after)
		answer, err := e.wait(ctx, r.pace.grace)
		seen := len(after.answer) > 0 && time.Since(started) >= crossing
		switch {
		case err == nil && tool.TooLarge(answer):
			return hopeless
		case err == nil && !isRefusal(answer) && !seen:
			return tooQuick
		case err == nil && !isRefusal(answer) && tries > 1:
			return r.cancelOne(ctx, tool, args, tries-1)
		case err == nil || isRPC(err):
			r.findings.Add("cancel.answer", tool.Name, "a cancelled call was answered all the same; clients drop such an answer")
		}
	}
	r.checkNext(ctx, tool)
	r.session.conn.abandon(e)
	return cancelled
}

func isRefusal(result json.RawMessage) bool {
	refused, _ := conform.Refused(result)
	return refused
}

// checkNext calls again after a cancellation.
func (r *runner) checkNext(ctx context.Context, tool *conform.Tool) {
	limit := r.pace.next + 3*r.fastest.took
	answer, err := r.session.call(ctx, r.fastest.tool.Name, r.fastest.args, limit, nil)
	if err != nil {
		r.findings.Add("cancel.next", tool.Name, "the call after a cancelled one was not served within %.3g s: %v", limit.Seconds(), err)
		return
	}
	if refused, text := conform.Refused(answer); refused {
		r.findings.Add("cancel.next", tool.Name, "the call after a cancelled one was refused: %s", text)
		return
	}
	if r.restless(ctx) {
		r.findings.Add("cancel.stop", tool.Name, "the process still computes although the call was cancelled and nothing else is asked")
	}
}

// restless reports whether the server computes all the time while nothing is asked. A
// collector of garbage may have something left to do, so it is watched for a while; and
// it may stop the one who computes for a moment, so a look in each while may miss it.
func (r *runner) restless(ctx context.Context) bool {
	c, ok := r.session.conn.(*stdioConn)
	if !ok || c.pid() == 0 {
		return false
	}
	const looks = 10
	for range 4 {
		busy := 0
		for range looks {
			if computing, _ := computes(c.pid()); computing {
				busy++
			}
			select {
			case <-time.After(r.pace.watching / looks):
			case <-ctx.Done():
				return false
			}
		}
		if busy < looks-1 {
			return false
		}
	}
	return true
}

// checkRest looks at a server that has nothing to do.
func (r *runner) checkRest(ctx context.Context) {
	c, ok := r.session.conn.(*stdioConn)
	if !ok || c.pid() == 0 {
		return
	}
	if peak, known := peakMemory(c.pid()); known && peak > r.pace.memory {
		r.add("resources", "the process took %.1f GiB of memory", float64(peak)/(1<<30))
	}
	if !r.found("cancel.stop") && r.restless(ctx) {
		r.add("resources", "the process computes all the time although nothing is asked")
	}
}

// found reports whether a check has found anything about any tool.
func (r *runner) found(check string) bool {
	for _, f := range r.findings.List {
		if f.Check == check {
			return true
		}
	}
	return false
}

// checkParallel makes four calls at once.
func (r *runner) checkParallel(ctx context.Context) {
	if r.fastest == nil || r.found("cancel.next") {
		return
	}
	const calls = 4
	var group sync.WaitGroup
	errs := make([]error, calls)
	answers := make([]json.RawMessage, calls)
	limit := r.limit(r.fastest.tool)
	for i := range calls {
		group.Go(func() {
			answers[i], errs[i] = r.session.call(ctx, r.fastest.tool.Name, r.fastest.args, limit, nil)
		})
	}
	group.Wait()
	name := r.fastest.tool.Name
	for i, err := range errs {
		var status *statusError
		switch {
		case err == nil:
			if refused, _ := conform.Refused(answers[i]); refused {
				r.fastest.tool.Refusal(answers[i])
			}
		case isRPC(err):
			r.findings.Add("parallel.busy", name, "one of %d calls at the same time got a JSON-RPC error, where a tool error can be read: %v", calls, err)
		case errors.As(err, &status) && (status.status == http.StatusServiceUnavailable || status.status == http.StatusTooManyRequests):
			if status.retryAfter == "" {
				r.findings.Add("parallel.busy", name, "one of %d calls at the same time got status %d without Retry-After", calls, status.status)
			}
		default:
			r.findings.Add("parallel", name, "one of %d calls at the same time was not answered: %v", calls, err)
		}
	}
}
