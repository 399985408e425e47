package httpd

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/molsmith/molsmith/contract/mcp"
)

// Sessions says what a server does about the sessions of revisions before 2026-07-28.
type Sessions uint8

const (
	// NoSessions: no id is ever handed out, and one that is sent means nothing.
	NoSessions Sessions = iota
	// OfferSessions: initialize answers with an id. A client that sends it can
	// cancel a call by notification; one that does not is served all the same.
	OfferSessions
	// RequireSessions: after initialize, a request without an id is refused.
	RequireSessions
)

// SessionHeader is the header field with the id of a session.
const SessionHeader = "Mcp-Session-Id"

// Bounds of the sessions kept. When there are too many, the one that was idle longest
// goes, of the client that has most of them; it is told 404 and starts another, as the
// protocol says.
const (
	maxSessions = 256
	sessionAge  = 30 * time.Minute // without a request
)

// codeSession is the JSON-RPC error code of a missing or unknown session.
const codeSession = -32001

// session is what was agreed on with one client.
type session struct {
	id    string
	owner [sha256.Size]byte
	whose string // its client, where they are told apart
	conn  *mcp.Conn

	receiving sync.Mutex // messages of a connection come one after the other
	used      time.Time  // guarded by sessions.mu
}

// receive hands the session's connection a message.
func (s *session) receive(r *http.Request, m *mcp.Message) (mcp.Answer, *mcp.Call) {
	s.receiving.Lock()
	defer s.receiving.Unlock()
	return s.conn.Receive(r.Context(), m)
}

// sessions are those of one server.
type sessions struct {
	mu   sync.Mutex
	byID map[string]*session
	now  func() time.Time
}

func newSessions() *sessions {
	return &sessions{byID: make(map[string]*session), now: time.Now}
}

// ownerOf tells callers apart: a session belongs to the token and the page that
// began it.
func ownerOf(r *http.Request) [sha256.Size]byte {
	return sha256.Sum256([]byte(strings.Join([]string{r.Header.Get("Authorization"), r.Header.Get("Origin")}, "\n")))
}

// begin keeps a connection that was initialized and returns the id of its
// session. whose is the client. ok is false when every session has a call running.
func (s *sessions) begin(r *http.Request, whose string, conn *mcp.Conn) (id string, ok bool) {
	random := make([]byte, 24)
	rand.Read(random) // never fails
	id = base64.RawURLEncoding.EncodeToString(random)
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	var idle []*session
	have := make(map[string]int)
	for _, old := range s.byID {
		if old.conn.Running() == 0 {
			if now.Sub(old.used) >= sessionAge {
				delete(s.byID, old.id)
				continue
			}
			idle = append(idle, old)
		}
		have[old.whose]++
	}
	if len(s.byID) >= maxSessions {
		var idlest *session
		for _, old := range idle {
			if idlest == nil || have[old.whose] > have[idlest.whose] || have[old.whose] == have[idlest.whose] && old.used.Before(idlest.used) {
				idlest = old
			}
		}
		if idlest == nil {
			return "", false
		}
		delete(s.byID, idlest.id)
	}
	s.byID[id] = &session{id: id, owner: ownerOf(r), whose: whose, conn: conn, used: now}
	return id, true
}

// find returns the session a request names, nil when there is none, or none of
// this caller.
func (s *sessions) find(r *http.Request) *session {
	s.mu.Lock()
	defer s.mu.Unlock()
	found := s.byID[r.Header.Get(SessionHeader)]
	now := s.now()
	switch {
	case found == nil || found.owner != ownerOf(r):
		return nil
	case now.Sub(found.used) >= sessionAge && found.conn.Running() == 0:
		delete(s.byID, found.id)
		return nil
	}
	found.used = now
	return found
}

// end forgets a session and cancels its calls. It reports whether there was one.
func (s *sessions) end(r *http.Request) bool {
	found := s.find(r)
	if found == nil {
		return false
	}
	s.mu.Lock()
	delete(s.byID, found.id)
	s.mu.Unlock()
	found.conn.CancelAll()
	return true
}

// receive hands a message of a revision before 2026-07-28 to the connection it
// belongs to. refusal is an answer with an HTTP status of its own.
func (s *Server) receive(w http.ResponseWriter, r *http.Request, m *mcp.Message, assumed mcp.Revision) (answer mcp.Answer, call *mcp.Call, refused bool) {
	if s.options.Sessions == NoSessions || assumed >= mcp.Revision20260728 || m.Method == "server/discover" {
		answer, call = s.options.Dispatcher.Connect(assumed).Receive(r.Context(), m)
		return answer, call, false
	}
	if m.Method == "initialize" && m.Kind == mcp.Request {
		conn := s.options.Dispatcher.Connect(assumed)
		answer, call = conn.Receive(r.Context(), m)
		if answer.Code != 0 {
			return answer, call, false
		}
		if id, ok := s.sessions.begin(r, s.whose(r), conn); ok {
			w.Header().Set(SessionHeader, id)
		} else if s.options.Sessions == RequireSessions {
			w.Header().Set("Retry-After", "1")
			writeJSON(w, http.StatusServiceUnavailable, mcp.Refuse(m.ID, mcp.Errorf(codeSession, "every session the server keeps has a call running; try again later")))
			return mcp.Answer{}, nil, true
		}
		return answer, call, false
	}
	if r.Header.Get(SessionHeader) == "" {
		if s.options.Sessions == RequireSessions {
			writeJSON(w, http.StatusBadRequest, mcp.Refuse(m.ID, mcp.Errorf(codeSession, "the header Mcp-Session-Id is missing: send initialize first, then the id it answers with")))
			return mcp.Answer{}, nil, true
		}
		answer, call = s.options.Dispatcher.Connect(assumed).Receive(r.Context(), m)
		return answer, call, false
	}
	found := s.sessions.find(r)
	if found == nil {
		writeJSON(w, http.StatusNotFound, mcp.Refuse(m.ID, mcp.Errorf(codeSession, "there is no such session (any more): send initialize to begin one")))
		return mcp.Answer{}, nil, true
	}
	answer, call = found.receive(r, m)
	return answer, call, false
}

// endSession answers DELETE.
func (s *Server) endSession(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.Header.Get(SessionHeader) == "":
		writeText(w, http.StatusBadRequest, "The header Mcp-Session-Id is missing: it names the session to end.")
	case s.sessions.end(r):
		w.WriteHeader(http.StatusNoContent)
	default:
		writeText(w, http.StatusNotFound, "There is no such session (any more).")
	}
}
