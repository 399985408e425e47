package limits

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// lane hands out slots, and takes them back.
//
// It is a multilevel feedback queue (Corbató and others 1962): a call computes for a turn;
// when others wait by then it is paused and waits too, one level down, where turns are
// twice as long. So a call that needs little is over soon, however many are there that
// need much. Before the level comes what its client computed of late, in doublings: a
// client that keeps the server busy waits for those that do not.
//
// A paused call holds memory. When more than held are paused, the one that loses least is
// stopped and begun anew later, with the longer turn that it has by then: results depend
// on the arguments alone.
type lane struct {
	slots, long int           // calls that compute at once, and how many of them may be long
	inside      int           // calls that compute or wait, at most
	turn        time.Duration // the first one; 0: no call is paused
	held        int           // calls paused at once, at most

	mu      sync.Mutex
	running []*call
	waiting []*call
	orders  uint64
	used    map[string]usage
}

// call is one call of a tool.
type call struct {
	client string
	long   bool

	granted chan struct{} // of capacity 1: look at the state
	gate    atomic.Pointer[chan struct{}]

	// Guarded by lane.mu.
	state   state
	level   int
	order   uint64 // of calls that are alike, the least is next
	begun   bool   // its tool runs; when it waits, it is paused
	turns   int    // begun
	expired bool   // its turn is over, and nobody came before it then
	since   time.Time
	spent   time.Duration // computed since it was begun
	rested  time.Duration // paused since it was begun
	timer   *time.Timer
	stop    context.CancelCauseFunc // of the tool
	why     error                   // it was stopped: errAgain, errDropped
	class   int                     // of its client, when last looked at
}

type state int

const (
	waits state = iota
	runs
	left
)

// Why a call was stopped.
var (
	errAgain   = errors.New("the call is begun anew")
	errDropped = errors.New("the call made room for one of another client")
	errFull    = errors.New("too many calls run or wait")
)

// usage is how long a client's calls computed, fading by half every usageLife.
type usage struct {
	seconds float64
	at      time.Time
}

const (
	usageLife  = time.Minute
	modest     = 2.0    // seconds of usage up to which all clients are alike
	maxLevel   = 5      // turns are doubled so often
	maxClients = 50_000 // remembered; the least of them are forgotten together
)

func newLane(slots, long, inside int) *lane {
	return &lane{slots: slots, long: long, inside: inside, used: make(map[string]usage)}
}

// enter takes a place among the calls that compute or wait; leave must follow. When there
// is none, another client with more calls than this one has gives up its last.
func (l *lane) enter(client string, long bool) (*call, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.running)+len(l.waiting) >= l.inside {
		victim := l.crowding(client)
		if victim == nil {
			return nil, errFull
		}
		l.drop(victim)
	}
	c := &call{client: client, long: long, granted: make(chan struct{}, 1), order: l.next()}
	l.waiting = append(l.waiting, c)
	l.balance(time.Now())
	return c, nil
}

func (l *lane) next() uint64 {
	l.orders++
	return l.orders
}

// crowding is the last waiting call of the client with most calls, if that has two or more,
// and more than the one named.
func (l *lane) crowding(client string) *call {
	calls := make(map[string]int)
	for _, c := range slices.Concat(l.running, l.waiting) {
		calls[c.client]++
	}
	var worst *call
	for _, c := range l.waiting {
		if n := calls[c.client]; c.client != client && n >= max(2, calls[client]+1) && (worst == nil || n > calls[worst.client] || n == calls[worst.client] && c.order > worst.order) {
			worst = c
		}
	}
	return worst
}

// begin waits until c may compute and takes note of what stops its tool.
func (l *lane) begin(ctx context.Context, c *call, stop context.CancelCauseFunc) error {
	for {
		select {
		case <-c.granted:
		case <-ctx.Done():
			return ctx.Err()
		}
		l.mu.Lock()
		why, runs := c.why, c.state == runs
		if runs {
			c.begun, c.stop = true, stop
		}
		l.mu.Unlock()
		if runs || why != nil {
			return why
		}
		// Its turn was over before it began.
	}
}

// stopped says why the tool of c was stopped, nil when it was not. After errAgain c may
// begin once more.
func (l *lane) stopped(c *call) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	why := c.why // what its context says may be older
	if why == errAgain {
		c.why = nil
	}
	return why
}

// leave gives back what c has.
func (l *lane) leave(c *call) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	if c.state == runs {
		l.charge(c, now)
	}
	l.remove(c)
	l.balance(now)
}

// remove takes c out of the lists, and lets its tool go on to its end.
func (l *lane) remove(c *call) {
	same := func(other *call) bool { return other == c }
	l.running, l.waiting = slices.DeleteFunc(l.running, same), slices.DeleteFunc(l.waiting, same)
	c.state = left
	c.unpause()
	if c.timer != nil {
		c.timer.Stop()
	}
}

// drop ends a waiting call.
func (l *lane) drop(c *call) {
	l.remove(c)
	c.why = errDropped
	if c.begun {
		c.stop(errDropped)
	}
	c.wake()
}

// wake makes begin look at the state.
func (c *call) wake() {
	select {
	case c.granted <- struct{}{}:
	default: // it will
	}
}

// charge takes note of what c computed since it was last charged.
func (l *lane) charge(c *call, now time.Time) {
	d := now.Sub(c.since)
	c.since = now
	c.spent += d
	if c.client == "" {
		return
	}
	if len(l.used) >= maxClients {
		l.forget(now)
	}
	l.used[c.client] = usage{seconds: l.used[c.client].now(now) + d.Seconds(), at: now}
}

func (u usage) now(now time.Time) float64 {
	return u.seconds * math.Exp2(-float64(now.Sub(u.at))/float64(usageLife))
}

// expire is the end of a turn, and a while after it each time that nobody came before c.
func (l *lane) expire(c *call, turn int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if c.state != runs || c.turns != turn {
		return
	}
	if !c.expired {
		c.expired, c.level, c.order = true, min(c.level+1, maxLevel), l.next()
	}
	l.balance(time.Now())
	if c.state == runs && c.turns == turn {
		c.timer.Reset(l.turn << c.level) // its client will have computed more by then
	}
}

// balance gives free slots to those that wait, and those of calls whose turn is over to
// waiting ones that come before them.
func (l *lane) balance(now time.Time) {
	if len(l.waiting) == 0 {
		return
	}
	for _, c := range l.waiting {
		c.class = l.class(c.client, now)
	}
	for _, c := range l.running {
		if c.expired {
			l.charge(c, now)
			c.class = l.class(c.client, now)
		}
	}
	for l.step(now) {
	}
}

// step makes one waiting call compute, the first that can.
func (l *lane) step(now time.Time) bool {
	longs := 0
	for _, c := range l.running {
		if c.long {
			longs++
		}
	}
	var next [2]*call // the first of those that are not long, and of those that are
	for _, c := range l.waiting {
		if first := &next[kind(c)]; *first == nil || before(c, *first) {
			*first = c
		}
	}
	if next[0] == nil || next[1] != nil && before(next[1], next[0]) {
		next[0], next[1] = next[1], next[0]
	}
	for _, c := range next {
		if c == nil {
			continue
		}
		full := c.long && longs >= l.long
		if len(l.running) >= l.slots || full {
			var last *call
			for _, r := range l.running {
				if r.expired && (r.long || !full) && (last == nil || before(last, r)) {
					last = r
				}
			}
			if last == nil || !before(c, last) {
				continue
			}
			l.pause(last, now)
		}
		l.grant(c, now)
		return true
	}
	return false
}

func kind(c *call) int {
	if c.long {
		return 1
	}
	return 0
}

// before reports whether a comes before b.
func before(a, b *call) bool {
	switch {
	case a.class != b.class:
		return a.class < b.class
	case a.level != b.level:
		return a.level < b.level
	}
	return a.order < b.order
}

// class is how often a client's usage doubled what is modest.
func (l *lane) class(client string, now time.Time) int {
	n := 0
	for u := l.used[client].now(now); u >= modest; u /= 2 {
		n++
	}
	return n
}

// grant makes c compute.
func (l *lane) grant(c *call, now time.Time) {
	l.waiting = slices.DeleteFunc(l.waiting, func(other *call) bool { return other == c })
	l.running = append(l.running, c)
	c.state, c.expired = runs, false
	if c.begun {
		c.rested += now.Sub(c.since)
	}
	c.since = now
	c.unpause()
	c.wake()
	c.turns++
	if turn := c.turns; l.turn > 0 {
		c.timer = time.AfterFunc(l.turn<<c.level, func() { l.expire(c, turn) })
	}
}

// pause makes c wait. Its tool notices when it looks at its context.
func (l *lane) pause(c *call, now time.Time) {
	l.running = slices.DeleteFunc(l.running, func(other *call) bool { return other == c })
	l.waiting = append(l.waiting, c)
	c.state, c.expired, c.since = waits, false, now
	if !c.begun {
		return
	}
	gate := make(chan struct{})
	c.gate.Store(&gate)
	paused := 0
	least := c
	for _, other := range l.waiting {
		if other.begun {
			paused++
			if other.spent < least.spent {
				least = other
			}
		}
	}
	if paused > l.held {
		least.begun, least.spent, least.rested, least.why = false, 0, 0, errAgain
		least.stop(errAgain)
		least.unpause()
	}
}

// unpause lets the tool of c go on.
func (c *call) unpause() {
	if gate := c.gate.Swap(nil); gate != nil {
		close(*gate)
	}
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
