package bridge

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/molsmith/molsmith/server/bridge/peer"
)

// state is where the connection to a server stands.
type state string

const (
	idle       state = "idle"       // nobody has asked for it
	connecting state = "connecting" // for the first time
	connected  state = "connected"
	waiting    state = "waiting" // to connect again
	ending     state = "ending"  // the last tab has left
	failed     state = "failed"  // until somebody connects again
)

// Times of a connection.
const (
	startTime = 10 * time.Minute // of a process: the first start may download it
	dialTime  = time.Minute      // of everything else
	listTime  = 2 * time.Minute  // for the tools again
	calmTime  = time.Minute      // a connection that held so long has all its tries again
)

// link is a server of the configuration with its one connection, which all tabs share.
type link struct {
	bridge *Bridge
	server *Server
	print  string

	mu      sync.Mutex
	state   state
	reason  string // why it is waiting or failed
	attempt int    // of connecting again, from 1
	users   map[*tab]bool
	peer    *peer.Peer
	facts   *peer.Facts
	settled chan struct{}      // closed when the try under way has ended
	stop    context.CancelFunc // ends the connection; nil when there is none
	done    chan struct{}      // closed when the connection and its process have ended
	linger  *time.Timer
	lines   ring[string]
	traced  ring[trace]
	gone    string // why it is not to be connected any more; "": it may be
}

// closedReason is why a connection ended that was ended here.
const closedReason = "the connection was closed"

func newLink(b *Bridge, s *Server, print string) *link {
	return &link{
		bridge: b, server: s, print: print, state: idle, users: make(map[*tab]bool),
		lines: ring[string]{most: keptLines}, traced: ring[trace]{most: keptTraces},
	}
}

// connect connects t to the server and returns what it says of itself. When it is
// connected already, the tools are asked for again.
func (l *link) connect(ctx context.Context, t *tab) (*peer.Facts, error) {
	l.mu.Lock()
	if l.linger != nil {
		l.linger.Stop()
		l.linger = nil
	}
	l.users[t] = true
	for l.state == ending {
		done := l.done
		l.mu.Unlock()
		select {
		case <-done:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		l.mu.Lock()
	}
	if l.gone != "" { // another entry may have its name, which nobody has allowed
		defer l.mu.Unlock()
		delete(l.users, t)
		return nil, errors.New(l.gone)
	}
	switch l.state {
	case connected:
		p := l.peer
		l.mu.Unlock()
		return l.list(ctx, p)
	case idle, failed:
		l.begin()
	}
	settled := l.settled
	l.mu.Unlock()
	select {
	case <-settled:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.state != connected {
		return nil, errors.New(cmp.Or(l.reason, closedReason))
	}
	return l.facts, nil
}

// begin starts the connection. l.mu is held.
func (l *link) begin() {
	ctx, stop := context.WithCancel(context.Background())
	l.state, l.reason, l.attempt = connecting, "", 0
	l.settled, l.stop, l.done = make(chan struct{}), stop, make(chan struct{})
	go l.hold(ctx, l.done)
}

// hold keeps the server connected until ctx ends or it has failed too often.
func (l *link) hold(ctx context.Context, done chan struct{}) {
	defer close(done)
	tries := l.bridge.options.tries
	for attempt := 0; ; {
		changed := make(chan struct{}, 1)
		p, facts, err := l.open(ctx, changed)
		if err != nil {
			if ctx.Err() != nil {
				l.become(idle, closedReason, 0, nil, nil)
				return
			}
			if attempt == 0 || attempt == len(tries) {
				if attempt > 0 {
					err = fmt.Errorf("%w; %d tries to connect again failed", err, attempt)
				}
				l.become(failed, err.Error(), 0, nil, nil)
				return
			}
		} else {
			since := time.Now()
			l.become(connected, "", 0, p, facts)
			if err = l.follow(ctx, p, changed); err == nil {
				p.Close()
				l.become(idle, "", 0, nil, nil)
				return
			}
			p.Close()
			if time.Since(since) >= calmTime {
				attempt = 0
			}
			if attempt == len(tries) {
				l.become(failed, fmt.Sprintf("%v; it was connected again %d times", err, attempt), 0, nil, nil)
				return
			}
		}
		attempt++
		l.become(waiting, err.Error(), attempt, nil, nil)
		timer := time.NewTimer(tries[attempt-1])
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			l.become(idle, closedReason, 0, nil, nil)
			return
		}
	}
}

// open connects once.
func (l *link) open(ctx context.Context, changed chan<- struct{}) (*peer.Peer, *peer.Facts, error) {
	limit := dialTime
	if l.server.Kind == Stdio {
		limit = startTime
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	p, err := l.bridge.dial(ctx, l.server, peer.Options{
		Version: l.bridge.options.Version,
		Changed: func() {
			select {
			case changed <- struct{}{}:
			default:
			}
		},
		Log:   l.log,
		Trace: l.trace,
	})
	if err != nil {
		if errors.Is(err, context.DeadlineExceeded) {
			err = fmt.Errorf("the server did not answer in %g s", limit.Seconds())
		}
		return nil, nil, err
	}
	facts, err := p.Facts(ctx)
	if err != nil {
		p.Close()
		return nil, nil, fmt.Errorf("the tools cannot be listed: %w", err)
	}
	return p, facts, nil
}

// follow waits for the end of a connection, and reads the tools again when they change.
// The error is why the server ended it; nil when ctx has ended.
func (l *link) follow(ctx context.Context, p *peer.Peer, changed <-chan struct{}) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-p.Ended():
			return p.Err()
		case <-changed:
			if _, err := l.list(ctx, p); err != nil && ctx.Err() == nil && p.Err() == nil {
				l.log("the tools have changed and cannot be listed: " + err.Error())
			}
		}
	}
}

// list asks for the tools again and tells all tabs when they are others.
func (l *link) list(ctx context.Context, p *peer.Peer) (*peer.Facts, error) {
	ctx, cancel := context.WithTimeout(ctx, listTime)
	defer cancel()
	facts, err := p.Facts(ctx)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.peer == p {
		others := l.facts == nil || string(l.facts.Tools) != string(facts.Tools)
		if l.facts = facts; others {
			l.tellAll(frame{kind: "tools:changed", server: l.server.Name, rawName: "tools", raw: facts.Tools})
		}
	}
	return facts, nil
}

// become notes a state and tells all tabs.
func (l *link) become(s state, reason string, attempt int, p *peer.Peer, facts *peer.Facts) {
	l.mu.Lock()
	defer l.mu.Unlock()
	again := l.state == waiting && s == connected
	l.state, l.reason, l.attempt, l.peer, l.facts = s, reason, attempt, p, facts
	if s == failed || s == idle {
		l.stop = nil
	}
	switch s {
	case waiting:
		select {
		case <-l.settled: // those who come now wait for the next try
			l.settled = make(chan struct{})
		default:
		}
	default:
		select {
		case <-l.settled:
		default:
			close(l.settled)
		}
	}
	l.tellAll(frame{kind: "tools:state", server: l.server.Name, value: stateFacts{s, reason, attempt, len(l.bridge.options.tries)}})
	if again {
		l.tellAll(frame{kind: "tools:changed", server: l.server.Name, rawName: "tools", raw: facts.Tools})
	}
}

// stateFacts are a state as a page sees it.
type stateFacts struct {
	State   state  `json:"state"`
	Reason  string `json:"reason,omitempty"`
	Attempt int    `json:"attempt,omitempty"`
	Of      int    `json:"of,omitempty"`
}

// tellAll tells every tab. What does not fit into the queue of one is lost to it. l.mu is
// held.
func (l *link) tellAll(f frame) {
	for t := range l.users {
		t.offer(f)
	}
}

// call calls a tool. While the server is connected again it waits.
func (l *link) call(ctx context.Context, tool string, arguments json.RawMessage, progress func(peer.Progress)) (json.RawMessage, error) {
	l.mu.Lock()
	for l.state == connecting || l.state == waiting || l.state == connected && l.peer.Err() != nil {
		if l.state == connected { // hold has not noticed the end yet
			select {
			case <-l.settled:
				l.settled = make(chan struct{})
			default:
			}
		}
		settled := l.settled
		l.mu.Unlock()
		select {
		case <-settled:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		l.mu.Lock()
	}
	p, reason := l.peer, l.reason
	l.mu.Unlock()
	if p == nil {
		if reason == "" {
			reason = "the server is not connected"
		}
		return nil, &peer.EndedError{Text: reason}
	}
	return p.Call(ctx, tool, arguments, progress)
}

// leave takes t away. The server is ended some time after the last one left.
func (l *link) leave(t *tab) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.users[t] {
		return
	}
	delete(l.users, t)
	if len(l.users) > 0 || l.stop == nil {
		return
	}
	l.linger = time.AfterFunc(l.bridge.options.linger, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if len(l.users) == 0 && l.stop != nil {
			l.state = ending
			l.stop()
		}
	})
}

// end ends the connection for good, tells the tabs why, and returns when the process has
// ended. A tab that has just found the link begins nothing any more.
func (l *link) end(reason string) {
	l.mu.Lock()
	l.gone = reason
	stop, done := l.stop, l.done
	l.tellAll(frame{kind: "tools:state", server: l.server.Name, value: stateFacts{State: failed, Reason: reason}})
	clear(l.users)
	l.mu.Unlock()
	if stop != nil {
		stop()
	}
	if done != nil {
		<-done
	}
}

// isGone reports whether the link has ended for good.
func (l *link) isGone() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.gone != ""
}

// log takes a line of the server's standard error, or about it.
func (l *link) log(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines.add(line)
	l.tellAll(frame{kind: "tools:log", server: l.server.Name, value: logFacts{[]string{line}}})
}

type logFacts struct {
	Lines []string `json:"lines"`
}
