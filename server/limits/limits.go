// Package limits bounds the tool calls of one process: how many compute at once,
// how many wait, and how long a call may take.
//
// It wraps tools, so that every transport and the command line share one set of
// slots. Of clients that are told apart, who has computed least of late is next. A call
// that finds no slot in time, or too many waiting before it, ends with BUSY; one that takes
// too long ends with TIMEOUT. Both are errors of the tool, not of the transport: a model can
// read them and try something smaller.
package limits

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/molsmith/molsmith/contract"
)

// Options are the limits of a process.
type Options struct {
	Concurrency int           // calls computed at once, at least 1
	Waiting     int           // calls that may wait for a slot; 0: none
	Timeout     time.Duration // of one call, waiting included; 0: no limit
	Atoms       int           // a call takes or gives; 0: contract.MaxAtoms

	// Long says which tools may compute for seconds. One slot of two or more is kept for
	// the others, so that a crowd of long calls does not hold up the short ones. Nil: all
	// are alike.
	Long func(tool *contract.Tool) bool

	// Turn is how long a call computes before it makes room for others that wait, at
	// first: each time the turn is twice as long. 0: a call computes to its end.
	Turn time.Duration
	Held int // calls paused at once, each with its memory; with more, some are begun anew
}

// Limits hands out the slots. It is safe for use by many goroutines.
type Limits struct {
	options Options
	lane    *lane
}

// New makes Limits with all slots free.
func New(o Options) *Limits {
	long := o.Concurrency
	if o.Long != nil {
		long = max(1, o.Concurrency-1)
	}
	l := newLane(o.Concurrency, long, o.Concurrency+o.Waiting)
	l.turn, l.held = o.Turn, o.Held
	return &Limits{options: o, lane: l}
}

// Wrap returns tool with a Run that takes a slot first and ends in time. tool
// itself is not changed.
func (l *Limits) Wrap(tool *contract.Tool) *contract.Tool {
	limited := *tool
	limited.Run = func(ctx context.Context, args json.RawMessage, progress contract.Progress) (*contract.Outcome, error) {
		return l.run(ctx, tool, args, progress)
	}
	return &limited
}

// WrapAll wraps each of tools.
func (l *Limits) WrapAll(tools []*contract.Tool) []*contract.Tool {
	limited := make([]*contract.Tool, len(tools))
	for i, tool := range tools {
		limited[i] = l.Wrap(tool)
	}
	return limited
}

func (l *Limits) run(ctx context.Context, tool *contract.Tool, args json.RawMessage, progress contract.Progress) (*contract.Outcome, error) {
	client, _ := ctx.Value(clientKey{}).(string)
	c, err := l.lane.enter(client, l.options.Long != nil && l.options.Long(tool))
	if err != nil {
		return nil, &contract.Error{
			Code:    contract.Busy,
			Message: fmt.Sprintf("The server is busy: %d calls run or wait already. Try again later.", l.lane.inside),
		}
	}
	defer l.lane.leave(c)
	if l.options.Atoms > 0 {
		ctx = contract.WithAtomLimit(ctx, l.options.Atoms)
	}
	if l.options.Timeout > 0 {
		title := tool.Title
		if title == "" {
			title = tool.Name
		}
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, l.options.Timeout, contract.TimeoutError(title, l.options.Timeout.Seconds()))
		defer cancel()
	}
	progress = forward(progress)
	for began := false; ; began = true {
		outcome, again, err := l.turns(ctx, c, tool, args, progress, began)
		if !again {
			return outcome, err
		}
	}
}

// turns runs a call to its end, or until it is to be begun anew. began says that it was
// begun before.
func (l *Limits) turns(ctx context.Context, c *call, tool *contract.Tool, args json.RawMessage, progress contract.Progress, began bool) (outcome *contract.Outcome, again bool, err error) {
	run, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	err = l.lane.begin(ctx, c, stop)
	switch {
	case errors.Is(err, errDropped):
		return nil, false, dropped()
	case errors.Is(err, context.DeadlineExceeded) && began:
		return nil, false, context.Cause(ctx)
	case errors.Is(err, context.DeadlineExceeded):
		return nil, false, &contract.Error{
			Code: contract.Busy,
			Message: "The server is busy: no slot was free within " +
				strconv.FormatFloat(l.options.Timeout.Seconds(), 'g', -1, 64) + " s. Try again later.",
		}
	case err != nil:
		return nil, false, context.Cause(ctx)
	}
	run = contract.WithTimer(&pace{Context: run, call: c}, func(part context.Context, milliseconds int) (context.Context, context.CancelFunc) {
		return l.lane.within(part, c, milliseconds)
	})
	outcome, err = tool.Run(run, args, progress)
	if err == nil {
		return outcome, false, nil
	}
	if ctx.Err() != nil {
		// Whatever the tool made of the end of its context, this is why it ended.
		if cause := context.Cause(ctx); cause != nil {
			err = cause
		}
		return nil, false, err
	}
	switch l.lane.stopped(c) {
	case errAgain:
		return nil, true, nil
	case errDropped:
		return nil, false, dropped()
	}
	return outcome, false, err
}

func dropped() error {
	return &contract.Error{
		Code:    contract.Busy,
		Message: "The server is busy: too many calls run or wait, most of them of this client. Try again later.",
	}
}

// forward leaves out what a call that was begun anew has said before.
func forward(progress contract.Progress) contract.Progress {
	if progress == nil {
		return nil
	}
	var mu sync.Mutex
	last := -1.0
	return func(fraction float64, message string) {
		mu.Lock()
		defer mu.Unlock()
		if fraction >= last {
			last = fraction
			progress(fraction, message)
		}
	}
}

type clientKey struct{}

// WithClient returns a context whose calls are those of one client, by any name. Calls
// without one are all of the same client.
func WithClient(ctx context.Context, name string) context.Context {
	return context.WithValue(ctx, clientKey{}, name)
}
