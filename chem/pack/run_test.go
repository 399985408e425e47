package pack

import (
	"context"
	"errors"
	"regexp"
	"runtime"
	"testing"
	"time"
)

func TestProgress(t *testing.T) {
	species, volume := mixture(t, 1.2, part{"glycerol", 400})
	c := cube(t, volume)
	last, calls := -1.0, 0
	var clear []string
	_, err := Box(t.Context(), c, species, Options{Tolerance: 2, Seed: 1}, func(fraction float64, message string) {
		if fraction < last || fraction > 1 {
			t.Errorf("call %d: got fraction %v after %v", calls, fraction, last)
		}
		last = fraction
		calls++
		if regexp.MustCompile(`^packing: \d+ of 400 molecules clear$`).MatchString(message) {
			clear = append(clear, message)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if last != 1 || len(clear) < 3 {
		t.Errorf("got %d reports with counts %q ending at %v, want at least 3, ending at 1", calls, clear, last)
	}
}

func TestGrouped(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1 000", 1020: "1 020", 166666: "166 666", 1234567: "1 234 567"} {
		if got := grouped(n); got != want {
			t.Errorf("grouped(%d): got %q, want %q", n, got, want)
		}
	}
}

// TestCancel ends the context at the n-th report, for every n, and checks that
// nothing is returned and no goroutine stays.
func TestCancel(t *testing.T) {
	species, volume := mixture(t, 1, part{"water", 10000})
	c := cube(t, volume)
	before := runtime.NumGoroutine()
	for n := 1; ; n++ {
		ctx, cancel := context.WithCancel(t.Context())
		calls := 0
		r, err := Box(ctx, c, species, Options{Tolerance: 2, Seed: 1, Workers: 3}, func(float64, string) {
			if calls++; calls == n {
				cancel()
			}
		})
		finished := calls < n
		cancel()
		if finished {
			break
		}
		// The last report says that all is done: that result stands.
		if r != nil && err == nil && calls == n {
			break
		}
		if r != nil || !errors.Is(err, context.Canceled) {
			t.Fatalf("ended at report %d: got result %v and error %v, want context.Canceled", n, r != nil, err)
		}
	}
	for range 100 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(time.Millisecond) // workers return just after their last piece
	}
	t.Errorf("goroutines: got %d, want %d as before", runtime.NumGoroutine(), before)
}

func TestContextEndedBefore(t *testing.T) {
	species, volume := mixture(t, 1, part{"water", 100})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r, err := Box(ctx, cube(t, volume), species, Options{Tolerance: 2}, nil); r != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("got result %v, error %v, want context.Canceled", r, err)
	}
}

// TestImpossible asks for more than can be had without Feasible refusing it: the
// run ends in bounded steps with the best it found.
func TestImpossible(t *testing.T) {
	species, volume := mixture(t, 2.1, part{"water", 60})
	c := cube(t, volume)
	opt := Options{Tolerance: 2, Seed: 1}
	r := mustPack(t, c, species, opt)
	checkResult(t, &c, species, opt, r, 2)
	if r.Converged || r.Closest < 1.2 || r.Closest >= 2 {
		t.Errorf("got converged %v at %v Å, want a miss between 1.2 and 2", r.Converged, r.Closest)
	}
	if r.WorstA == r.WorstB || r.WorstA < 0 || r.WorstB >= 60 {
		t.Errorf("got worst pair %d and %d, want two of 60 molecules", r.WorstA, r.WorstB)
	}
	if r.Sweeps > maxSweeps {
		t.Errorf("got %d sweeps, want at most %d", r.Sweeps, maxSweeps)
	}
}
