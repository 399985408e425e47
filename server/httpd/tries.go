package httpd

import (
	"net/http"
	"sync"
	"time"
)

// Wrong tokens are answered late, later with each of the last ones, so that
// guessing takes forever while somebody with an old token hardly notices.
const (
	firstDelay = 50 * time.Millisecond
	lastDelay  = 2 * time.Second
	forgetTime = time.Minute // without a wrong token, after which the delay starts anew
	maxDelayed = 32          // answers held back at once; more are refused
)

// tries remembers the wrong tokens of late. It is one for all callers: who guesses
// may do so from many addresses, and who has the token never waits.
type tries struct {
	mu      sync.Mutex
	last    time.Time
	delay   time.Duration
	delayed int
}

// begin takes note of a wrong token and returns how long its answer waits. ok is
// false when too many wait already; otherwise end follows.
func (t *tries) begin(now time.Time) (delay time.Duration, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.delay == 0 || now.Sub(t.last) >= forgetTime {
		t.delay = firstDelay
	} else {
		t.delay = min(2*t.delay, lastDelay)
	}
	t.last = now
	if t.delayed == maxDelayed {
		return 0, false
	}
	t.delayed++
	return t.delay, true
}

func (t *tries) end() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.delayed--
}

// authorize reports whether a request has the token. One that has not is answered:
// at once when it carries none, as a client that does not know yet that it needs one,
// and late when it carries a wrong one.
func (s *Server) authorize(w http.ResponseWriter, r *http.Request) bool {
	refusal := s.options.Policy.Auth(r.Header.Values("Authorization"))
	if refusal == nil {
		return true
	}
	if len(r.Header.Values("Authorization")) > 0 {
		delay, ok := s.tries.begin(time.Now())
		if !ok {
			s.tooMany(w, r, "Too many wrong tokens were sent.")
			return false
		}
		defer s.tries.end()
		timer := time.NewTimer(delay)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-r.Context().Done():
			return false
		}
	}
	s.refuse(w, r, refusal)
	return false
}
