package core

import (
	"context"
	"testing"
	"time"
)

// TestTimerWithoutScheduler: a run that never waits still sees the end of its time.
func TestTimerWithoutScheduler(t *testing.T) {
	ctx, cancel := timer(t.Context(), 20)
	defer cancel()
	if err := ctx.Err(); err != nil {
		t.Fatalf("at the start: got %v", err)
	}
	asked := &polled{context.WithoutCancel(t.Context()), time.Now().Add(5 * time.Millisecond)}
	begin := time.Now()
	for asked.Err() == nil && time.Since(begin) < 5*time.Second {
	}
	if asked.Err() != context.DeadlineExceeded {
		t.Errorf("got %v, want the deadline", asked.Err())
	}
	ended, cancel := timer(t.Context(), 60_000)
	cancel()
	if ended.Err() != context.Canceled {
		t.Errorf("got %v, want canceled", ended.Err())
	}
}
