package limits

import (
	"context"
	"sync/atomic"
	"time"
)

// pace is the context of a call that may be paused: a tool that looks whether it is to end
// waits there until it may go on. Every long loop looks (chem is tested for it), so nothing
// in the tools knows of turns.
type pace struct {
	context.Context
	call *call
	over *atomic.Bool // the time of a part is up; nil: there is none
}

// Err waits while the call is paused.
func (p *pace) Err() error {
	for gate := p.call.gate.Load(); gate != nil; gate = p.call.gate.Load() {
		select {
		case <-*gate:
			continue
		case <-p.Done():
		}
		break
	}
	if p.over != nil && p.over.Load() {
		return context.DeadlineExceeded
	}
	return p.Context.Err()
}

// within is the clock of tools that limit a part of their work themselves. It stands still
// while the call is paused.
func (l *lane) within(ctx context.Context, c *call, milliseconds int) (context.Context, context.CancelFunc) {
	part, cancel := context.WithCancel(ctx)
	p := &pace{Context: part, call: c, over: new(atomic.Bool)}
	start, rested := time.Now(), l.rest(c)
	limit := time.Duration(milliseconds) * time.Millisecond
	go func() {
		for left := limit; left > 0; left = limit - (time.Since(start) - (l.rest(c) - rested)) {
			timer := time.NewTimer(left)
			select {
			case <-timer.C:
			case <-part.Done():
				timer.Stop()
				return
			}
		}
		p.over.Store(true)
		cancel()
	}()
	return p, cancel
}

// rest is how long c has been paused.
func (l *lane) rest(c *call) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if c.state == waits && c.begun {
		return c.rested + time.Since(c.since)
	}
	return c.rested
}
