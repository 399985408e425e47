package limits

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/molsmith/molsmith/contract"
)

// sleeper is a tool that takes some seconds, or ends early with its context.
func sleeper(seconds time.Duration) *contract.Tool {
	return &contract.Tool{
		Name: "sleep", Title: "Sleep",
		Run: func(ctx context.Context, _ json.RawMessage, _ contract.Progress) (*contract.Outcome, error) {
			select {
			case <-time.After(seconds * time.Second):
				return &contract.Outcome{Text: "slept"}, nil
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		},
	}
}

func code(err error) contract.Code {
	var e *contract.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

func TestTimeoutNamesToolAndSeconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tool := New(Options{Concurrency: 1, Timeout: 1500 * time.Millisecond}).Wrap(sleeper(60))
		start := time.Now()
		_, err := tool.Run(t.Context(), nil, nil)
		if code(err) != contract.Timeout || !strings.Contains(err.Error(), "Sleep did not finish within 1.5 s") {
			t.Errorf("got %v, want TIMEOUT with the title and 1.5 s", err)
		}
		if took := time.Since(start); took != 1500*time.Millisecond {
			t.Errorf("got an end after %v, want 1.5 s", took)
		}
	})
}

func TestWaitingCounts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(Options{Concurrency: 1, Waiting: 1, Timeout: 3 * time.Second})
		long, short := l.Wrap(sleeper(2)), l.Wrap(sleeper(2))
		first := make(chan error)
		go func() {
			_, err := long.Run(t.Context(), nil, nil)
			first <- err
		}()
		synctest.Wait()
		// The second call gets its slot after 2 s and then has 1 s left.
		start := time.Now()
		done := make(chan error)
		go func() {
			_, err := short.Run(t.Context(), nil, nil)
			done <- err
		}()
		synctest.Wait()
		// A third one would be one too many.
		if _, err := long.Run(t.Context(), nil, nil); code(err) != contract.Busy || !strings.Contains(err.Error(), "2 calls") {
			t.Errorf("third call: got %v, want BUSY", err)
		}
		if err := <-first; err != nil {
			t.Errorf("first call: got %v, want no error", err)
		}
		if err := <-done; code(err) != contract.Timeout {
			t.Errorf("second call: got %v, want TIMEOUT", err)
		}
		if took := time.Since(start); took != 3*time.Second {
			t.Errorf("second call: got an end after %v, want 3 s", took)
		}
	})
}

func TestBusyWhenNoSlotComesFree(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(Options{Concurrency: 1, Waiting: 4, Timeout: 2 * time.Second})
		unlimited := *l
		unlimited.options.Timeout = 0
		go unlimited.Wrap(sleeper(10)).Run(t.Context(), nil, nil)
		synctest.Wait()
		if _, err := l.Wrap(sleeper(1)).Run(t.Context(), nil, nil); code(err) != contract.Busy || !strings.Contains(err.Error(), "2 s") {
			t.Errorf("got %v, want BUSY after 2 s", err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := l.Wrap(sleeper(1)).Run(ctx, nil, nil); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v for a cancelled wait, want context.Canceled", err)
		}
		time.Sleep(10 * time.Second)
		if _, err := l.Wrap(sleeper(1)).Run(t.Context(), nil, nil); err != nil {
			t.Errorf("got %v after the slot came free, want no error", err)
		}
	})
}

func TestOneSlotRunsOneCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(Options{Concurrency: 2, Waiting: 10, Timeout: time.Minute})
		tool := l.Wrap(sleeper(1))
		start := time.Now()
		done := make(chan error, 6)
		for range 6 {
			go func() {
				_, err := tool.Run(t.Context(), nil, nil)
				done <- err
			}()
		}
		for range 6 {
			if err := <-done; err != nil {
				t.Fatal(err)
			}
		}
		if took := time.Since(start); took != 3*time.Second {
			t.Errorf("got %v for six calls of 1 s in two slots, want 3 s", took)
		}
	})
}

// TestToolsHaveAClock: a tool may end a part of its work in time and still answer.
func TestToolsHaveAClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tool := New(Options{Concurrency: 1, Timeout: time.Minute}).Wrap(&contract.Tool{
			Run: func(ctx context.Context, _ json.RawMessage, _ contract.Progress) (*contract.Outcome, error) {
				part, cancel := contract.Within(ctx, 1500)
				defer cancel()
				<-part.Done()
				return &contract.Outcome{Text: part.Err().Error()}, ctx.Err()
			},
		})
		start := time.Now()
		outcome, err := tool.Run(t.Context(), nil, nil)
		if took := time.Since(start); err != nil || took != 1500*time.Millisecond || outcome.Text != context.DeadlineExceeded.Error() {
			t.Errorf("got %+v, %v after %v; want an answer after 1.5 s", outcome, err, took)
		}
	})
}

func TestShortCallsHaveASlot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(Options{Concurrency: 2, Waiting: 8, Timeout: time.Minute, Long: func(tool *contract.Tool) bool { return tool.Title == "Long" }})
		slow := sleeper(10)
		slow.Title = "Long"
		long, short := l.Wrap(slow), l.Wrap(sleeper(1))
		ended := make(chan time.Duration, 3)
		start := time.Now()
		for range 3 {
			go func() {
				if _, err := long.Run(t.Context(), nil, nil); err != nil {
					t.Error(err)
				}
				ended <- time.Since(start)
			}()
		}
		synctest.Wait()
		if _, err := short.Run(t.Context(), nil, nil); err != nil {
			t.Error(err)
		}
		if took := time.Since(start); took != time.Second {
			t.Errorf("a short call beside three long ones took %v, want 1 s", took)
		}
		for k := range 3 {
			if took, want := <-ended, time.Duration(k+1)*10*time.Second; took != want {
				t.Errorf("long call %d ended after %v, want %v", k, took, want)
			}
		}
	})
}

func TestAtomLimit(t *testing.T) {
	asked := 0
	tool := &contract.Tool{Name: "ask", Run: func(ctx context.Context, _ json.RawMessage, _ contract.Progress) (*contract.Outcome, error) {
		asked = contract.AtomLimit(ctx)
		return nil, nil
	}}
	for _, test := range []struct{ atoms, want int }{{0, contract.MaxAtoms}, {30_000, 30_000}, {10 * contract.MaxAtoms, contract.MaxAtoms}} {
		if _, err := New(Options{Concurrency: 1, Atoms: test.atoms}).Wrap(tool).Run(t.Context(), nil, nil); err != nil || asked != test.want {
			t.Errorf("%d: got %d, %v; want %d", test.atoms, asked, err, test.want)
		}
	}
}

func BenchmarkCall(b *testing.B) {
	tool := &contract.Tool{Run: func(context.Context, json.RawMessage, contract.Progress) (*contract.Outcome, error) { return nil, nil }}
	for name, o := range map[string]Options{"private": {Concurrency: 2, Waiting: 256, Timeout: time.Minute}, "public": public} {
		b.Run(name, func(b *testing.B) {
			wrapped := New(o).Wrap(tool)
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					_, _ = wrapped.Run(WithClient(context.Background(), "a"), nil, nil)
				}
			})
		})
	}
}
