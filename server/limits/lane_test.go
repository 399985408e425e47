package limits

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// take waits for a slot of a lane whose calls are not paused.
func take(ctx context.Context, l *lane, client string) (leave func(), err error) {
	c, err := l.enter(client, false)
	if err != nil {
		return nil, err
	}
	_, stop := context.WithCancelCause(ctx)
	if err := l.begin(ctx, c, stop); err != nil {
		l.leave(c)
		return nil, err
	}
	return func() { l.leave(c) }, nil
}

// TestLeastUsedIsNext: a crowd of clients that have computed waits for one that has not.
func TestLeastUsedIsNext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLane(1, 1, 100)
		var order []string
		run := func(client string, seconds int) {
			leave, err := take(t.Context(), l, client)
			if err != nil {
				t.Error(err)
				return
			}
			order = append(order, client)
			time.Sleep(time.Duration(seconds) * time.Second)
			leave()
		}
		run("greedy", 10)
		run("modest", 1)
		go run("greedy", 10)
		synctest.Wait()
		for _, client := range []string{"greedy", "modest", "new", "newer", "greedy"} {
			go run(client, 1)
			synctest.Wait()
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if want := []string{"greedy", "modest", "greedy", "modest", "new", "newer", "greedy", "greedy"}; !slices.Equal(order, want) {
			t.Errorf("got %v, want %v", order, want)
		}
		// What was long ago counts little.
		time.Sleep(time.Hour)
		if u := l.used["greedy"].now(time.Now()); u > 1e-9 {
			t.Errorf("after an hour %g s are remembered", u)
		}
	})
}

func TestAbandonedPlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLane(1, 1, 100)
		leave, _ := take(t.Context(), l, "a")
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() {
			_, err := take(ctx, l, "b")
			ended <- err
		}()
		synctest.Wait()
		cancel()
		if err := <-ended; err != context.Canceled {
			t.Errorf("got %v", err)
		}
		leave()
		if len(l.running) != 0 || len(l.waiting) != 0 {
			t.Errorf("%d run, %d wait", len(l.running), len(l.waiting))
		}
	})
}

// TestAbandonedAtOnce: no slot is lost where waiters give up at the moment they get one.
func TestAbandonedAtOnce(t *testing.T) {
	l := newLane(2, 2, 100)
	l.turn, l.held = 20*time.Microsecond, 1
	var wait sync.WaitGroup
	for hand := range 32 {
		wait.Go(func() {
			for k := range 500 {
				ctx, cancel := context.WithTimeout(t.Context(), time.Duration(k%50)*time.Microsecond)
				if leave, err := take(ctx, l, fmt.Sprint(hand%9)); err == nil {
					leave()
				}
				cancel()
			}
		})
	}
	wait.Wait()
	if len(l.running) != 0 || len(l.waiting) != 0 {
		t.Errorf("%d run, %d wait, want none", len(l.running), len(l.waiting))
	}
}

func TestManyClientsAreForgotten(t *testing.T) {
	l := newLane(1, 1, 100)
	for k := range 2 * maxClients {
		leave, err := take(t.Context(), l, fmt.Sprint(k))
		if err != nil {
			t.Fatal(err)
		}
		leave()
	}
	if len(l.used) > maxClients {
		t.Errorf("%d clients are remembered", len(l.used))
	}
}

// TestCrowdMakesRoom: where there is no place, the client with most calls loses its last
// to one that has none, and is not let in itself.
func TestCrowdMakesRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLane(1, 1, 4)
		first, err := l.enter("many", false)
		if err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 3)
		for range 3 {
			go func() {
				leave, err := take(t.Context(), l, "many")
				if err == nil {
					leave()
				}
				ended <- err
			}()
		}
		synctest.Wait()
		if _, err := l.enter("many", false); !errors.Is(err, errFull) {
			t.Errorf("one more of the crowd: got %v, want %v", err, errFull)
		}
		one, err := l.enter("one", false)
		if err != nil {
			t.Fatalf("another client: got %v, want a place", err)
		}
		if err := <-ended; !errors.Is(err, errDropped) {
			t.Errorf("the last of the crowd: got %v, want %v", err, errDropped)
		}
		two, err := l.enter("one", false) // 3 and 1: the crowd has two more
		if err != nil {
			t.Fatalf("its second: got %v, want a place", err)
		}
		if _, err := l.enter("one", false); !errors.Is(err, errFull) {
			t.Errorf("its third: got %v, want %v", err, errFull)
		}
		for _, c := range []*call{first, one, two} {
			l.leave(c)
		}
	})
}
