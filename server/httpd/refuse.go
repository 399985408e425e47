package httpd

import (
	"context"
	"log"
	"math"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/molsmith/molsmith/contract"
	"github.com/molsmith/molsmith/server/clients"
	"github.com/molsmith/molsmith/server/guard"
	"github.com/molsmith/molsmith/server/limits"
)

// A refusal is logged with its reason, so that whoever runs the server can tell a
// page from another origin from a wrong token. A flood of them is counted instead.
const (
	refusalsLogged = 20 // in each refusalSpan
	refusalSpan    = 10 * time.Second
)

// Refused is a request that was refused, or how many More were that are not told of.
type Refused struct {
	Method, Path, From string
	Status             int
	Reason             string
	More               int
}

// refusalLog writes refusals. It never writes a header or the query of an address.
type refusalLog struct {
	log     *log.Logger
	refused func(Refused) // in place of log
	now     func() time.Time

	mu      sync.Mutex
	since   time.Time
	written int
	left    int
}

func (l *refusalLog) write(r *http.Request, status int, reason string) {
	if l.log == nil && l.refused == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if now := l.now(); now.Sub(l.since) >= refusalSpan {
		if l.left > 0 {
			l.tell(Refused{More: l.left})
		}
		l.since, l.written, l.left = now, 0, 0
	}
	if l.written == refusalsLogged {
		l.left++
		return
	}
	l.written++
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = "?"
	}
	l.tell(Refused{Method: short(r.Method), Path: short(r.URL.Path), From: host, Status: status, Reason: reason})
}

func (l *refusalLog) tell(r Refused) {
	switch {
	case l.refused != nil:
		l.refused(r)
	case r.More > 0:
		l.log.Printf("refused %d more requests", r.More)
	default:
		l.log.Printf("refused %s %s from %s: %d, %s", r.Method, r.Path, r.From, r.Status, r.Reason)
	}
}

// short is text of a request as a log line shows it.
func short(text string) string {
	const most = 60
	if len(text) > most {
		text = text[:most] + "…"
	}
	for i := range len(text) {
		if text[i] <= ' ' || text[i] > '~' {
			return strconv.QuoteToASCII(text)
		}
	}
	return text
}

// refuse answers a request that is not served, and logs why.
func (s *Server) refuse(w http.ResponseWriter, r *http.Request, refusal *guard.Refusal) {
	s.refusals.write(r, refusal.Status, refusal.Message)
	if refusal.Header[0] != "" {
		w.Header().Set(refusal.Header[0], refusal.Header[1])
	}
	writeText(w, refusal.Status, refusal.Message)
}

// tooMany answers a request for which there is no room now.
func (s *Server) tooMany(w http.ResponseWriter, r *http.Request, why string) {
	s.refuse(w, r, &guard.Refusal{
		Status: http.StatusServiceUnavailable, Message: why + " Try again in a second.", Header: [2]string{"Retry-After", "1"},
	})
}

// whose is the client of a request, "" where they are not told apart.
func (s *Server) whose(r *http.Request) string {
	if s.options.Clients == nil {
		return ""
	}
	return s.options.Clients.Network(r)
}

const crowded = "Too many requests are served at once, most of them of this client."

// errDisplaced is why a request ends that made room for one of another client, and the
// error of its call where the answer has begun.
var errDisplaced error = &contract.Error{Code: contract.Busy, Message: crowded + " Try again in a second."}

type servedKey struct{}

// roomTime is how long a request waits for the place of one that ends.
const roomTime = 5 * time.Second

// enter takes a place among the requests that a client, and all of them, are served at
// once; without one, the request is answered. leave gives it back. The request that is
// returned ends early when another client needs its place.
func (s *Server) enter(w http.ResponseWriter, r *http.Request) (entered *http.Request, leave func(), ok bool) {
	out := func() {}
	if c := s.options.Clients; c != nil {
		ctx, cancel := context.WithCancelCause(r.Context())
		control := http.NewResponseController(w)
		served, refusal := c.Enter(r, time.Now(), func() {
			cancel(errDisplaced)
			_ = control.SetReadDeadline(time.Unix(1, 0)) // it may be reading a body
		})
		if refusal != nil {
			cancel(nil)
			seconds := int(math.Ceil(refusal.Retry.Seconds()))
			s.refuse(w, r, &guard.Refusal{
				Status:  http.StatusTooManyRequests,
				Message: refusal.Reason + " Try again in " + strconv.Itoa(seconds) + " s.",
				Header:  [2]string{"Retry-After", strconv.Itoa(seconds)},
			})
			return nil, nil, false
		}
		out = func() {
			served.Leave()
			cancel(nil)
		}
		r = r.WithContext(context.WithValue(limits.WithClient(ctx, s.whose(r)), servedKey{}, served))
	}
	if !s.place(r) {
		out()
		s.tooMany(w, r, "Too many requests are served at once.")
		return nil, nil, false
	}
	return r, func() {
		<-s.posts
		out()
	}, true
}

// place takes one of the places there are for all.
func (s *Server) place(r *http.Request) bool {
	select {
	case s.posts <- struct{}{}:
		return true
	default:
	}
	if s.options.Clients == nil || !s.options.Clients.MakeRoom(r, time.Now()) {
		return false
	}
	timer := time.NewTimer(roomTime)
	defer timer.Stop()
	select {
	case s.posts <- struct{}{}:
		return true
	case <-timer.C:
	case <-r.Context().Done():
	}
	return false
}

// displaced answers a request that ended because another client needed its place. It
// reports whether r is one.
func (s *Server) displaced(w http.ResponseWriter, r *http.Request) bool {
	if context.Cause(r.Context()) != errDisplaced {
		return false
	}
	w.Header().Set("Connection", "close")
	s.tooMany(w, r, crowded)
	return true
}

// hasBody takes note that the body of r is there.
func hasBody(r *http.Request) {
	if served, ok := r.Context().Value(servedKey{}).(*clients.Served); ok {
		served.Read()
	}
}
