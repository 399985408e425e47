package contract

import (
	"context"
	"testing"
	"time"
)

func TestWithin(t *testing.T) {
	alone, cancel := Within(t.Context(), 1)
	if alone.Err() != nil {
		t.Errorf("without a timer: got %v, want a context that goes on", alone.Err())
	}
	cancel()
	if alone.Err() == nil {
		t.Error("without a timer: cancel does nothing")
	}
	asked := 0
	timed := WithTimer(t.Context(), func(ctx context.Context, milliseconds int) (context.Context, context.CancelFunc) {
		asked = milliseconds
		return context.WithDeadline(ctx, time.Time{})
	})
	part, cancel := Within(timed, 250)
	defer cancel()
	if asked != 250 || part.Err() != context.DeadlineExceeded || timed.Err() != nil {
		t.Errorf("got %d ms, %v, %v; want 250, an ended part and a run that goes on", asked, part.Err(), timed.Err())
	}
}
