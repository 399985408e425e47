package contract

import "context"

// Timer makes a context that ends after some milliseconds, or when ctx does. Hosts
// have clocks, tools have none: a host that wants its runs to keep time limits of
// their own gives them one by WithTimer.
type Timer func(ctx context.Context, milliseconds int) (context.Context, context.CancelFunc)

type timerKey struct{}

// WithTimer returns a context whose runs measure time with timer.
func WithTimer(ctx context.Context, timer Timer) context.Context {
	return context.WithValue(ctx, timerKey{}, timer)
}

// Within returns a context for a part of a run that may take some milliseconds and is
// then to give what it has. The end of the run itself ends it too. Without a timer of
// the host only that does: the part needs a limit in steps as well.
func Within(ctx context.Context, milliseconds int) (context.Context, context.CancelFunc) {
	if timer, ok := ctx.Value(timerKey{}).(Timer); ok {
		return timer(ctx, milliseconds)
	}
	return context.WithCancel(ctx)
}
