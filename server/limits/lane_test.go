package limits

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// TestLeastUsedIsNext: a crowd of clients that have computed waits for one that has not.
func TestLeastUsedIsNext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLane(1)
		var order []string
		run := func(client string, seconds int) {
			leave, err := l.take(t.Context(), client)
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
		if want := []string{"greedy", "modest", "greedy", "new", "newer", "modest", "greedy", "greedy"}; !slices.Equal(order, want) {
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
		l := newLane(1)
		leave, _ := l.take(t.Context(), "a")
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() {
			_, err := l.take(ctx, "b")
			ended <- err
		}()
		synctest.Wait()
		cancel()
		if err := <-ended; err != context.Canceled {
			t.Errorf("got %v", err)
		}
		leave()
		if l.free != 1 || len(l.waiting) != 0 {
			t.Errorf("%d free, %d waiting", l.free, len(l.waiting))
		}
	})
}

// TestAbandonedAtOnce: no slot is lost where waiters give up at the moment they get one.
func TestAbandonedAtOnce(t *testing.T) {
	l := newLane(2)
	var wait sync.WaitGroup
	for hand := range 32 {
		wait.Go(func() {
			for k := range 500 {
				ctx, cancel := context.WithTimeout(t.Context(), time.Duration(k%50)*time.Microsecond)
				if leave, err := l.take(ctx, fmt.Sprint(hand%9)); err == nil {
					leave()
				}
				cancel()
			}
		})
	}
	wait.Wait()
	if l.free != 2 || len(l.waiting) != 0 {
		t.Errorf("%d free, %d waiting, want 2 and 0", l.free, len(l.waiting))
	}
}

func TestManyClientsAreForgotten(t *testing.T) {
	l := newLane(1)
	for k := range 2 * maxClients {
		leave, err := l.take(t.Context(), fmt.Sprint(k))
		if err != nil {
			t.Fatal(err)
		}
		leave()
	}
	if len(l.used) > maxClients {
		t.Errorf("%d clients are remembered", len(l.used))
	}
}
