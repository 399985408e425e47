//go:build tools || crystals || !part

package core

import (
	"context"
	"time"

	"github.com/molsmith/molsmith/contract"
)

// withTimer lets the runs of ctx limit a part of their work themselves.
func withTimer(ctx context.Context) context.Context { return contract.WithTimer(ctx, timer) }

// timer is the clock of tools that limit a part of their work themselves.
func timer(ctx context.Context, milliseconds int) (context.Context, context.CancelFunc) {
	limit := time.Duration(milliseconds) * time.Millisecond
	timed, cancel := context.WithTimeout(ctx, limit)
	return &polled{timed, time.Now().Add(limit)}, cancel
}

// polled looks at the clock whenever it is asked: in a page a run has the only thread
// there is, and no timer fires before it ends.
type polled struct {
	context.Context
	end time.Time
}

func (p *polled) Err() error {
	if err := p.Context.Err(); err != nil {
		return err
	}
	if !time.Now().Before(p.end) {
		return context.DeadlineExceeded
	}
	return nil
}
