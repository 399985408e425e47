package limits

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/molsmith/molsmith/contract"
)

// step is how often the tools of these tests look at their context.
const step = 10 * time.Millisecond

// computing is a tool that computes for as long as its arguments say, in milliseconds.
// begun counts how often it begins.
func computing(title string, begun *atomic.Int64) *contract.Tool {
	return &contract.Tool{
		Name: title, Title: title,
		Run: func(ctx context.Context, args json.RawMessage, progress contract.Progress) (*contract.Outcome, error) {
			begun.Add(1)
			var milliseconds int
			_ = json.Unmarshal(args, &milliseconds)
			steps := milliseconds / int(step/time.Millisecond)
			for k := range steps {
				if err := ctx.Err(); err != nil {
					return nil, err
				}
				progress(float64(k)/float64(steps), "")
				time.Sleep(step)
			}
			return &contract.Outcome{Text: fmt.Sprint(milliseconds)}, ctx.Err()
		},
	}
}

func long(tool *contract.Tool) bool { return tool.Name == "long" }

var public = Options{Concurrency: 2, Waiting: 256, Timeout: 100 * time.Second, Long: long, Turn: 250 * time.Millisecond, Held: 8}

// TestShortCallAmongHostile: 200 clients with calls of 20 s each, and one that comes last
// with calls of 0.2 s and of 10 ms. All of its calls are answered: the first waits for a first
// turn of everybody (50 s), and so does one after all the others have timed out and come
// again; the others hardly wait.
func TestShortCallAmongHostile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var begun atomic.Int64
		l := New(public)
		slow, quick := l.Wrap(computing("long", &begun)), l.Wrap(computing("short", &begun))
		hostile, stop := context.WithCancel(t.Context())
		defer stop()
		done := make(chan struct{}, 200)
		for n := range 200 {
			go func() {
				defer func() { done <- struct{}{} }()
				ctx := WithClient(hostile, fmt.Sprint("hostile ", n))
				for hostile.Err() == nil {
					_, _ = slow.Run(ctx, json.RawMessage(`20000`), func(float64, string) {})
				}
			}()
		}
		synctest.Wait()
		visitor := WithClient(t.Context(), "visitor")
		var times []time.Duration
		for k := range 40 {
			start := time.Now()
			if _, err := slow.Run(visitor, json.RawMessage(`200`), func(float64, string) {}); err != nil {
				t.Fatalf("box %d: %v after %v", k, err, time.Since(start))
			}
			times = append(times, time.Since(start))
			start = time.Now()
			if _, err := quick.Run(visitor, json.RawMessage(`10`), func(float64, string) {}); err != nil {
				t.Fatalf("short call %d: %v", k, err)
			}
			if took := time.Since(start); took > time.Second {
				t.Errorf("short call %d took %v, want 1 s at most", k, took)
			}
			time.Sleep(1500 * time.Millisecond)
		}
		slices.Sort(times)
		if median, most := times[len(times)/2], times[len(times)-1]; median > time.Second || most > 55*time.Second {
			t.Errorf("a box of 0.2 s took %v (median) and %v (most), want 1 s and 55 s at most", median, most)
		}
		stop()
		for range 200 {
			<-done
		}
		synctest.Wait()
		if len(l.lane.running)+len(l.lane.waiting) != 0 {
			t.Errorf("%d run, %d wait", len(l.lane.running), len(l.lane.waiting))
		}
	})
}

// TestPausedCallGoesOn: a call that was paused for another is not begun anew, and says no
// step twice; the clock of a part of it stands still meanwhile.
func TestPausedCallGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := public
		o.Concurrency = 1
		l := New(o)
		var begun atomic.Int64
		tool := computing("long", &begun)
		run := tool.Run
		tool.Run = func(ctx context.Context, args json.RawMessage, progress contract.Progress) (*contract.Outcome, error) {
			part, cancel := contract.Within(ctx, 1200)
			defer cancel()
			if outcome, err := run(part, args, progress); err != nil {
				return outcome, err
			}
			<-part.Done() // the rest of its time
			return &contract.Outcome{Text: part.Err().Error()}, ctx.Err()
		}
		slow, quick := l.Wrap(tool), l.Wrap(computing("short", &begun))
		ended := make(chan string, 1)
		start := time.Now()
		go func() {
			outcome, err := slow.Run(WithClient(t.Context(), "a"), json.RawMessage(`1000`), func(float64, string) {})
			if err != nil {
				t.Error(err)
				outcome = &contract.Outcome{}
			}
			ended <- outcome.Text
		}()
		time.Sleep(260 * time.Millisecond)
		synctest.Wait()
		if _, err := quick.Run(WithClient(t.Context(), "b"), json.RawMessage(`50`), func(float64, string) {}); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(start); took != 310*time.Millisecond {
			t.Errorf("the short call ended after %v, want 310 ms: nobody else's turn was under way", took)
		}
		if text := <-ended; text != context.DeadlineExceeded.Error() {
			t.Errorf("the part ended with %q", text)
		}
		if took := time.Since(start); took < 1240*time.Millisecond || took > 1260*time.Millisecond {
			t.Errorf("a part of 1.2 s that was paused for 50 ms ended after %v", took)
		}
		if n := begun.Load(); n != 2 {
			t.Errorf("tools were begun %d times, want 2", n)
		}
	})
}

// TestTurnsAreLookedAtAgain: a call whose turn ended while the one that waits had computed
// more of late makes room once its own client has caught up.
func TestTurnsAreLookedAtAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := public
		o.Concurrency = 1
		l := New(o)
		var begun atomic.Int64
		slow := l.Wrap(computing("long", &begun))
		busy, fresh := WithClient(t.Context(), "busy"), WithClient(t.Context(), "fresh")
		if _, err := slow.Run(busy, json.RawMessage(`3000`), func(float64, string) {}); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() {
			_, err := slow.Run(fresh, json.RawMessage(`20000`), func(float64, string) {})
			ended <- err
		}()
		synctest.Wait()
		start := time.Now()
		if _, err := slow.Run(busy, json.RawMessage(`100`), func(float64, string) {}); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(start); took < 2*time.Second || took > 3*time.Second {
			t.Errorf("the busy client waited %v, want 2 s, which the other may be ahead, and a turn of it", took)
		}
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

// TestDroppedWhileItEnds: a call that is to be begun anew and has to make room before its
// tool has ended says why.
func TestDroppedWhileItEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := public
		o.Concurrency, o.Waiting, o.Held = 1, 1, 0
		l := New(o)
		slow := l.Wrap(&contract.Tool{Name: "long", Run: func(ctx context.Context, _ json.RawMessage, _ contract.Progress) (*contract.Outcome, error) {
			for range 200 {
				if err := ctx.Err(); err != nil {
					time.Sleep(time.Second)
					return nil, err
				}
				time.Sleep(step)
			}
			return &contract.Outcome{}, nil
		}})
		answers := make(chan error, 3)
		for _, client := range []string{"a", "a", "b"} {
			go func() {
				_, err := slow.Run(WithClient(t.Context(), client), nil, nil)
				answers <- err
			}()
			time.Sleep(300 * time.Millisecond)
		}
		var refusals []contract.Code
		for range 3 {
			if err := <-answers; err != nil {
				refusals = append(refusals, code(err))
			}
		}
		if !slices.Equal(refusals, []contract.Code{contract.Busy}) {
			t.Errorf("got %v, want BUSY for one of the two calls of a client", refusals)
		}
	})
}

// TestTooManyPaused: no more calls hold memory than may; the others are begun anew, and all
// end with what they would have said alone.
func TestTooManyPaused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := public
		o.Held, o.Timeout = 2, time.Hour
		l := New(o)
		var begun, inside, most atomic.Int64
		tool := computing("long", &begun)
		run := tool.Run
		tool.Run = func(ctx context.Context, args json.RawMessage, progress contract.Progress) (*contract.Outcome, error) {
			for now := inside.Add(1); now > most.Load(); now = inside.Load() {
				most.Store(now)
			}
			defer inside.Add(-1)
			return run(ctx, args, progress)
		}
		slow := l.Wrap(tool)
		done := make(chan error)
		for n := range 20 {
			go func() {
				last, ms := -1.0, 1000+10*n
				outcome, err := slow.Run(WithClient(t.Context(), fmt.Sprint(n)), json.RawMessage(fmt.Sprint(ms)), func(fraction float64, _ string) {
					if fraction < last {
						t.Errorf("progress went back from %g to %g", last, fraction)
					}
					last = fraction
				})
				if err == nil && outcome.Text != fmt.Sprint(ms) {
					err = fmt.Errorf("got %q, want %d", outcome.Text, ms)
				}
				done <- err
			}()
		}
		for range 20 {
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
		// One runs, two are paused, and one is on its way out.
		if n := most.Load(); n > 4 {
			t.Errorf("%d calls held memory at once", n)
		}
		if n := begun.Load(); n > 120 {
			t.Errorf("20 calls were begun %d times", n)
		}
	})
}

// TestCancelledWhilePaused: a call whose client leaves ends at once, also one that is paused.
func TestCancelledWhilePaused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := public
		o.Concurrency = 1
		l := New(o)
		var begun atomic.Int64
		slow := l.Wrap(computing("long", &begun))
		leaving, leave := context.WithCancel(WithClient(t.Context(), "a"))
		ended := make(chan error, 1)
		go func() {
			_, err := slow.Run(leaving, json.RawMessage(`60000`), func(float64, string) {})
			ended <- err
		}()
		time.Sleep(time.Second)
		go func() {
			_, err := slow.Run(WithClient(t.Context(), "b"), json.RawMessage(`10000`), func(float64, string) {})
			ended <- err
		}()
		time.Sleep(20 * time.Millisecond)
		synctest.Wait()
		start := time.Now()
		leave()
		if err := <-ended; err != context.Canceled || time.Since(start) != 0 {
			t.Errorf("got %v after %v", err, time.Since(start))
		}
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

// TestTimeoutWhilePaused: the time of a call is that of the clock on the wall.
func TestTimeoutWhilePaused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := public
		o.Concurrency, o.Timeout = 1, 3*time.Second
		l := New(o)
		var begun atomic.Int64
		slow := l.Wrap(computing("long", &begun))
		codes := make(chan contract.Code, 2)
		for n := range 2 {
			go func() {
				_, err := slow.Run(WithClient(t.Context(), fmt.Sprint(n)), json.RawMessage(`60000`), func(float64, string) {})
				codes <- code(err)
			}()
		}
		start := time.Now()
		for range 2 {
			if got := <-codes; got != contract.Timeout {
				t.Errorf("got %v, want TIMEOUT", got)
			}
		}
		if took := time.Since(start); took > 3*time.Second+step {
			t.Errorf("they ended after %v", took)
		}
	})
}

// TestTurnsInParallel holds the queue to its bounds where turns, calls and departures come
// at the same time. The race detector looks on in the long lane.
func TestTurnsInParallel(t *testing.T) {
	o := public
	o.Turn, o.Held, o.Waiting = 50*time.Microsecond, 2, 20
	l := New(o)
	spin := &contract.Tool{Name: "long", Run: func(ctx context.Context, _ json.RawMessage, _ contract.Progress) (*contract.Outcome, error) {
		for range 300 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			runtime.Gosched()
		}
		return &contract.Outcome{}, nil
	}}
	tool := l.Wrap(spin)
	done := make(chan int)
	for hand := range 24 {
		go func() {
			ok := 0
			for k := range 40 {
				ctx, cancel := context.WithTimeout(WithClient(t.Context(), fmt.Sprint(hand%7)), time.Duration(1+k%40)*time.Millisecond)
				if _, err := tool.Run(ctx, nil, nil); err == nil {
					ok++
				}
				cancel()
			}
			done <- ok
		}()
	}
	ok := 0
	for range 24 {
		ok += <-done
	}
	if len(l.lane.running)+len(l.lane.waiting) != 0 || ok == 0 {
		t.Errorf("%d run, %d wait, %d succeeded", len(l.lane.running), len(l.lane.waiting), ok)
	}
}
