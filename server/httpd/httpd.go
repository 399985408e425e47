// Package httpd serves MCP over Streamable HTTP, and on request the Builder page
// beside it.
//
// Every message is a POST of its own, and a client that closes its POST ends the
// tool run behind it: nothing could take the answer any more. From 2026-07-28 every
// POST stands alone. Clients of older revisions are offered a session, in which a
// notifications/cancelled finds the call it names; without one it is accepted and
// has no effect, since nothing tells whose request it means.
//
// Who may call is decided in package guard; what is answered, in contract/mcp.
package httpd

import (
	"cmp"
	"context"
	"errors"
	"log"
	"net"
	"net/http"
	"net/netip"
	"time"

	"github.com/rs/cors"

	"github.com/molsmith/molsmith/contract/mcp"
	"github.com/molsmith/molsmith/server/clients"
	"github.com/molsmith/molsmith/server/guard"
)

// Options describe one HTTP server.
type Options struct {
	Dispatcher *mcp.Dispatcher
	Policy     *guard.Policy
	Path       string           // of the MCP endpoint, "/mcp"
	Page       http.Handler     // everything else; nil: 404
	MaxPosts   int              // POSTs served at once; more get 503
	Clients    *clients.Clients // bounds what each client may ask; nil: nothing does
	Sessions   Sessions         // of revisions before 2026-07-28
	LegacySSE  bool             // also the transport of 2024-11-05, at /sse and /messages
	Gzip       bool             // answers in gzip for clients that take it

	// Count is put around everything; nil: nothing is counted.
	Count func(http.Handler) http.Handler

	// Bridge serves the WebSockets of pages at BridgePath; nil: there are none. Host,
	// Origin and token have been checked before.
	Bridge http.Handler

	// Log takes what goes wrong inside and which requests are refused. It never gets
	// a header, an address with a query or a body.
	Log *log.Logger

	// Refused is told of refused requests in place of Log; nil: Log has them.
	Refused func(Refused)
}

// Times of a connection. The body of a request gets bodyTime and one second more
// for each bodyRate bytes of it.
const (
	headerTime   = 10 * time.Second
	bodyTime     = 30 * time.Second
	bodyRate     = 256 << 10
	idleTime     = 2 * time.Minute
	writeTime    = 30 * time.Second // for each piece of an answer
	pageTime     = 10 * time.Minute // for a file of the page
	shutdownTime = 10 * time.Second // for running calls, then they are cancelled
	cancelTime   = 2 * time.Second  // for cancelled calls to end
)

// Server is one HTTP server. Handler can be used without Serve.
type Server struct {
	options  Options
	posts    chan struct{}
	sessions *sessions
	streams  legacyStreams
	refusals refusalLog
	tries    tries
}

// New makes a Server.
func New(o Options) *Server {
	return &Server{
		options: o, posts: make(chan struct{}, o.MaxPosts), sessions: newSessions(),
		streams: legacyStreams{byID: make(map[string]*legacyStream)}, refusals: refusalLog{log: o.Log, refused: o.Refused, now: time.Now},
	}
}

// share says which pages may read answers, and what they may send.
func (s *Server) share() *cors.Cors {
	return cors.New(cors.Options{
		AllowOriginFunc: s.options.Policy.AllowsOrigin,
		AllowedMethods:  []string{http.MethodPost, http.MethodGet, http.MethodDelete},
		AllowedHeaders: []string{
			"Authorization", "Content-Type", "Content-Encoding", "Accept", "MCP-Protocol-Version", "Mcp-Method", "Mcp-Name",
			"Mcp-Session-Id", "Last-Event-ID",
		},
		ExposedHeaders:      []string{"Mcp-Session-Id", "MCP-Protocol-Version", "WWW-Authenticate", "Retry-After"},
		AllowPrivateNetwork: true,
		MaxAge:              600,
	})
}

// Handler returns the whole server: health, CORS, guard, MCP and the page.
func (s *Server) Handler() http.Handler {
	share := s.share()
	shared := share.Handler(http.HandlerFunc(s.serve))
	whole := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.isPage(r) {
			s.servePage(w, r)
			return
		}
		if len(r.Header.Values("Origin")) > 1 {
			// No browser sends two, and CORS would repeat both. The guard refuses it.
			s.serve(w, r)
			return
		}
		switch r.Method {
		case http.MethodPost, http.MethodGet, http.MethodDelete, http.MethodOptions:
			shared.ServeHTTP(w, r)
		default:
			// No preflight allows it; the refusal can be read like any other.
			asPost := *r
			asPost.Method = http.MethodPost
			share.HandlerFunc(w, &asPost)
			s.serve(w, r)
		}
	})
	if s.options.Count != nil {
		return s.options.Count(whole)
	}
	return whole
}

func (s *Server) isPage(r *http.Request) bool {
	return s.options.Page != nil && r.URL.Path != s.options.Path && r.URL.Path != "/health" && !s.isLegacy(r.URL.Path) && !s.isBridge(r.URL.Path)
}

// servePage serves a file of the page. It needs no token, but it must be asked
// for under a name of this server.
func (s *Server) servePage(w http.ResponseWriter, r *http.Request) {
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(pageTime))
	p := s.options.Policy
	if refusal := cmp.Or(p.Size(r), p.Host(r.Host, localAddr(r))); refusal != nil {
		s.refuse(w, r, refusal)
		return
	}
	s.options.Page.ServeHTTP(w, r)
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	// Deadlines for every answer that comes at once, and for what is left of a
	// body nobody reads; a call sets its own. A writer without deadlines, as in
	// tests, has none to miss.
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Now().Add(bodyTime))
	_ = control.SetWriteDeadline(time.Now().Add(writeTime))
	p := s.options.Policy
	if refusal := p.Size(r); refusal != nil {
		s.refuse(w, r, refusal)
		return
	}
	switch path := r.URL.Path; {
	case path == "/health":
		writeText(w, http.StatusOK, "ok")
		return
	case s.isLegacy(path):
		s.serveLegacy(w, r)
		return
	case s.isBridge(path):
		s.serveBridge(w, r)
		return
	case path != s.options.Path:
		writeText(w, http.StatusNotFound, "Nothing is served at this path; MCP is at "+s.options.Path+".")
		return
	}
	if refusal := cmp.Or(p.Host(r.Host, localAddr(r)), p.Origin(r.Header.Values("Origin"))); refusal != nil {
		s.refuse(w, r, refusal)
		return
	}
	if !s.authorize(w, r) {
		return
	}
	if r.Method == http.MethodDelete && s.options.Sessions != NoSessions {
		s.endSession(w, r)
		return
	}
	if refusal := p.Method(r.Method, s.options.Sessions != NoSessions); refusal != nil {
		s.refuse(w, r, refusal)
		return
	}
	r, leave, ok := s.enter(w, r)
	if !ok {
		return
	}
	defer leave()
	stream, refusal := p.MediaTypes(r.Header.Values("Content-Type"), r.Header.Values("Accept"))
	if refusal = cmp.Or(refusal, p.Encoding(r.Header.Values("Content-Encoding")), p.Length(r.ContentLength)); refusal != nil {
		s.refuse(w, r, refusal)
		return
	}
	body, refusal := readBody(w, r, p)
	hasBody(r)
	_ = control.SetWriteDeadline(time.Now().Add(writeTime))
	if refusal != nil {
		if !s.displaced(w, r) {
			s.refuse(w, r, refusal)
		}
		return
	}
	if s.options.Gzip && guard.AcceptsGzip(r.Header.Values("Accept-Encoding")) {
		zipped := &compressed{ResponseWriter: w}
		defer zipped.close()
		w = zipped
	}
	s.answer(w, r, body, stream)
}

// localAddr is the address of this machine a request arrived at.
func localAddr(r *http.Request) netip.Addr {
	if addr, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr); ok {
		return addr.AddrPort().Addr()
	}
	return netip.Addr{}
}

// Serve answers connections of l until ctx ends, then stops accepting, lets
// running calls finish for a while and cancels the rest. It closes l. The error
// is nil after an orderly end.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	calls, cancelCalls := context.WithCancel(context.WithoutCancel(ctx))
	defer cancelCalls()
	server := &http.Server{
		Handler:           s.Handler(),
		ReadHeaderTimeout: headerTime,
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    maxHeader,
		BaseContext:       func(net.Listener) context.Context { return calls },
		ErrorLog:          s.options.Log,

		DisableGeneralOptionsHandler: true, // OPTIONS * is refused like any other path
	}
	l = &refusing{Listener: l, server: s, share: s.share()}
	served := make(chan error, 1)
	go func() { served <- server.Serve(l) }()
	select {
	case err := <-served:
		return err
	case <-ctx.Done():
	}
	if !shutdown(server, shutdownTime) {
		cancelCalls()
		if !shutdown(server, cancelTime) {
			server.Close()
		}
	}
	if err := <-served; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// shutdown reports whether all requests ended within d.
func shutdown(server *http.Server, d time.Duration) bool {
	ctx, cancel := context.WithTimeout(context.Background(), d)
	defer cancel()
	return server.Shutdown(ctx) == nil
}
