package limits

import (
	"context"
	"math"
	"sync"
	"time"
)

// lane hands out slots. Who has computed least of late is next, and of equals who came
// first: a client that keeps a server busy waits for those that do not.
type lane struct {
	mu      sync.Mutex
	free    int
	waiting []*waiter // in the order they came
	used    map[string]usage
}

type waiter struct {
	client string
	given  chan struct{} // closed when it has a slot
}

// usage is how long a client's calls ran, fading by half every usageLife.
type usage struct {
	seconds float64
	at      time.Time
}

const (
	usageLife  = time.Minute
	maxClients = 50_000 // remembered; the least of them are forgotten together
)

func newLane(slots int) *lane { return &lane{free: slots, used: make(map[string]usage)} }

func (u usage) now(now time.Time) float64 {
	return u.seconds * math.Exp2(-float64(now.Sub(u.at))/float64(usageLife))
}

// take waits for a slot until ctx ends. leave gives it back and takes note of how long it
// was used.
func (l *lane) take(ctx context.Context, client string) (leave func(), err error) {
	l.mu.Lock()
	if l.free == 0 {
		w := &waiter{client: client, given: make(chan struct{})}
		l.waiting = append(l.waiting, w)
		l.mu.Unlock()
		select {
		case <-w.given:
		case <-ctx.Done():
			l.abandon(w)
			return nil, ctx.Err()
		}
	} else {
		l.free--
		l.mu.Unlock()
	}
	start := time.Now()
	return func() { l.leave(client, start) }, nil
}

// abandon takes a waiter out of the queue, or gives back the slot that it just got.
func (l *lane) abandon(w *waiter) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for k, other := range l.waiting {
		if other == w {
			l.waiting = append(l.waiting[:k], l.waiting[k+1:]...)
			return
		}
	}
	l.next(time.Now())
}

func (l *lane) leave(client string, start time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	if client != "" {
		if len(l.used) >= maxClients {
			l.forget(now)
		}
		l.used[client] = usage{seconds: l.used[client].now(now) + now.Sub(start).Seconds(), at: now}
	}
	l.next(now)
}

// next gives a free slot to a waiter.
func (l *lane) next(now time.Time) {
	best, least := -1, math.Inf(1)
	for k, w := range l.waiting {
		if u := l.used[w.client].now(now); u < least {
			best, least = k, u
		}
	}
	if best < 0 {
		l.free++
		return
	}
	close(l.waiting[best].given)
	l.waiting = append(l.waiting[:best], l.waiting[best+1:]...)
}

// forget drops clients that computed next to nothing of late; all of them when that are few.
func (l *lane) forget(now time.Time) {
	for client, u := range l.used {
		if u.now(now) < 0.01 {
			delete(l.used, client)
		}
	}
	if len(l.used) > maxClients*9/10 {
		clear(l.used)
	}
}
