// Package limits bounds the tool calls of one process: how many compute at once,
// how many wait, and how long a call may take.
//
// It wraps tools, so that every transport and the command line share one set of
// slots. A call that finds no slot in time, or too many waiting before it, ends
// with BUSY; one that takes too long ends with TIMEOUT. Both are errors of the
// tool, not of the transport: a model can read them and try something smaller.
package limits

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
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
}

// Limits hands out the slots. It is safe for use by many goroutines.
type Limits struct {
	options Options
	slots   *lane         // of running calls
	long    *lane         // of running long calls
	entered chan struct{} // one element for each call, running or waiting
}

// New makes Limits with all slots free.
func New(o Options) *Limits {
	return &Limits{
		options: o,
		slots:   newLane(o.Concurrency),
		long:    newLane(max(1, o.Concurrency-1)),
		entered: make(chan struct{}, o.Concurrency+o.Waiting),
	}
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
	select {
	case l.entered <- struct{}{}:
		defer func() { <-l.entered }()
	default:
		return nil, &contract.Error{
			Code:    contract.Busy,
			Message: fmt.Sprintf("The server is busy: %d calls run or wait already. Try again later.", cap(l.entered)),
		}
	}
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
	if l.options.Long != nil && l.options.Long(tool) {
		leave, err := l.take(ctx, l.long)
		if err != nil {
			return nil, err
		}
		defer leave()
	}
	leave, err := l.take(ctx, l.slots)
	if err != nil {
		return nil, err
	}
	defer leave()
	outcome, err := tool.Run(contract.WithTimer(ctx, timer), args, progress)
	if err != nil && ctx.Err() != nil {
		// Whatever the tool made of the end of its context, this is why it ended.
		if cause := context.Cause(ctx); cause != nil {
			return nil, cause
		}
	}
	return outcome, err
}

type clientKey struct{}

// WithClient returns a context whose calls are those of one client, by any name. Calls
// without one are all of the same client.
func WithClient(ctx context.Context, name string) context.Context {
	return context.WithValue(ctx, clientKey{}, name)
}

// take waits for a slot of a lane until ctx ends.
func (l *Limits) take(ctx context.Context, slots *lane) (leave func(), err error) {
	client, _ := ctx.Value(clientKey{}).(string)
	leave, err = slots.take(ctx, client)
	if errors.Is(err, context.DeadlineExceeded) {
		err = &contract.Error{
			Code: contract.Busy,
			Message: "The server is busy: no slot was free within " +
				strconv.FormatFloat(l.options.Timeout.Seconds(), 'g', -1, 64) + " s. Try again later.",
		}
	}
	return leave, err
}

// timer is the clock of tools that limit a part of their work themselves.
func timer(ctx context.Context, milliseconds int) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, time.Duration(milliseconds)*time.Millisecond)
}
