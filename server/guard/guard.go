// Package guard decides which HTTP requests reach the dispatcher. Every check is
// a pure function of the request and the Policy: nothing is read from the body,
// written or remembered here.
//
// The order is fixed and is the order of the methods below: Size, Host, Origin,
// Token, Method, MediaTypes, Encoding, Length; and once the body is parsed, Headers. A page
// on a foreign site learns from Host and Origin that it is refused before it can
// try a token, and nobody without the token learns anything about the protocol.
package guard

import (
	"cmp"
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// Limits of a request.
const (
	MaxRequestLine = 8 << 10  // bytes of method and target
	MaxHeader      = 32 << 10 // bytes of all header fields
	MaxFields      = 100      // header fields
)

// Policy says who may call.
type Policy struct {
	// Token is the bearer token every request must carry. Empty: none, which only
	// makes sense with Public.
	Token string

	// Public serves pages of the listed origins without a token: a request must
	// have an Origin, and exactly a listed one.
	Public bool

	// Origins are the origins of pages that may call, as NormalizeOrigin gives
	// them. Without Public, loopback origins may call too.
	Origins []string

	// Hosts are further values of the Host header that are right: a name, or a
	// name with a port. Loopback names and the address of the connection always
	// are. BindHost is the name or address the server was told to listen on.
	Hosts    []string
	BindHost string
	AnyHost  bool // no Host check

	MaxBody int64 // bytes
	Strict  bool  // revision 2026-07-28 only, with its stricter reading of HTTP

	// Names are those of the program and its options, for refusals that say how to
	// change it.
	Names Names
}

// Names are what a program calls itself and the options that change a Policy. An empty
// one is not mentioned: the program has no such option.
type Names struct {
	Program     string // as in toolserver; "": this server
	AllowedHost string // adds to Hosts, as in --allowed-host
	AllowOrigin string // adds to Origins
	MaxBody     string // sets MaxBody
}

func (n Names) program() string { return cmp.Or(n.Program, "this server") }

// Refusal is why a request is not served.
type Refusal struct {
	Status  int
	Message string // one line for people
	Header  [2]string
}

func refuse(status int, format string, args ...any) *Refusal {
	return &Refusal{Status: status, Message: fmt.Sprintf(format, args...)}
}

func (r *Refusal) with(name, value string) *Refusal {
	r.Header = [2]string{name, value}
	return r
}

// Size refuses a request whose line or header is too long.
func (p *Policy) Size(r *http.Request) *Refusal {
	if n := len(r.Method) + len(r.RequestURI) + 2; n > MaxRequestLine {
		return refuse(http.StatusRequestHeaderFieldsTooLarge, "The request line has %d bytes; at most %d are read.", n, MaxRequestLine)
	}
	fields, size := 0, len("Host: \r\n")+len(r.Host)
	for name, values := range r.Header {
		fields += len(values)
		for _, value := range values {
			size += len(name) + len(value) + len(": \r\n")
		}
	}
	if size > MaxHeader {
		return refuse(http.StatusRequestHeaderFieldsTooLarge, "The header has %d bytes; at most %d are read.", size, MaxHeader)
	}
	if fields > MaxFields {
		return refuse(http.StatusRequestHeaderFieldsTooLarge, "The request has %d header fields; at most %d are read.", fields, MaxFields)
	}
	return nil
}

// Host refuses a Host header that does not name this server. A page that makes
// its own name resolve to the loopback address (DNS rebinding) carries that name
// here. local is the address the connection arrived at.
func (p *Policy) Host(host string, local netip.Addr) *Refusal {
	if p.AnyHost {
		return nil
	}
	name, port, ok := splitHost(host)
	if !ok {
		return refuse(http.StatusForbidden, "The Host header is missing or malformed.")
	}
	if isLoopback(name) || name == strings.ToLower(p.BindHost) {
		return nil
	}
	if addr, err := netip.ParseAddr(name); err == nil && addr == local.Unmap().WithZone("") {
		return nil
	}
	if slices.ContainsFunc(p.Hosts, func(allowed string) bool {
		n, wantPort, ok := splitHost(allowed)
		return ok && n == name && (wantPort == "" || wantPort == port)
	}) {
		return nil
	}
	message := "The Host " + quote(host) + " is not served here"
	if option := p.Names.AllowedHost; option != "" {
		message += "; start " + p.Names.program() + " with " + option + " " + quote(name) + " to serve it"
	}
	return refuse(http.StatusForbidden, "%s.", message)
}

// AllowsOrigin reports whether pages of an origin may call. CORS asks the same
// question, so that a page can read exactly the answers it may get.
func (p *Policy) AllowsOrigin(origin string) bool {
	if slices.Contains(p.Origins, origin) {
		return true
	}
	return !p.Public && isLoopbackOrigin(origin)
}

// Origin refuses a page that may not call. origins are the Origin fields of the
// request; programs that are no browser send none.
func (p *Policy) Origin(origins []string) *Refusal {
	switch {
	case len(origins) == 0 && !p.Public:
		return nil
	case len(origins) == 0:
		return refuse(http.StatusForbidden, "This server answers pages of its listed origins only; the request has no Origin header.")
	case len(origins) > 1:
		return refuse(http.StatusForbidden, "The request has %d Origin headers.", len(origins))
	case p.AllowsOrigin(origins[0]):
		return nil
	}
	shown := quote(origins[0])
	if normal, err := NormalizeOrigin(origins[0]); err != nil || normal != origins[0] {
		return refuse(http.StatusForbidden, "The origin %s may not call this server, and is none that could be allowed.", shown)
	}
	message := "The origin " + shown + " may not call this server"
	if option := p.Names.AllowOrigin; option != "" {
		message += "; start " + p.Names.program() + " with " + option + " " + shown + " to let it"
	}
	return refuse(http.StatusForbidden, "%s.", message)
}

// Auth refuses a request without the bearer token. The comparison takes the same
// time whatever the token sent.
func (p *Policy) Auth(authorization []string) *Refusal {
	if p.Token == "" {
		return nil
	}
	if len(authorization) == 1 {
		scheme, token, _ := strings.Cut(authorization[0], " ")
		got, want := sha256.Sum256([]byte(token)), sha256.Sum256([]byte(p.Token))
		same := subtle.ConstantTimeCompare(got[:], want[:]) == 1
		if same && strings.EqualFold(scheme, "Bearer") {
			return nil
		}
	}
	message := "The bearer token is wrong."
	if len(authorization) == 0 {
		message = "A bearer token is required: send the header Authorization: Bearer TOKEN with the token that " + p.Names.program() + " printed or was given."
	}
	return refuse(http.StatusUnauthorized, "%s", message).with("WWW-Authenticate", "Bearer")
}

// Method refuses everything but POST, and DELETE where there are sessions to end.
// There is no stream to GET.
func (p *Policy) Method(method string, sessions bool) *Refusal {
	switch {
	case method == http.MethodPost:
		return nil
	case !sessions:
		return refuse(http.StatusMethodNotAllowed, "Messages are sent by POST.").with("Allow", http.MethodPost)
	case method == http.MethodDelete:
		return nil
	}
	return refuse(http.StatusMethodNotAllowed, "Messages are sent by POST, a session is ended by DELETE.").with("Allow", "POST, DELETE")
}

// MediaTypes refuses a body that is not JSON and a client that does not read
// JSON. stream is true when the answer may be a stream of events. A request
// without Accept takes anything.
func (p *Policy) MediaTypes(contentType, accept []string) (stream bool, refusal *Refusal) {
	if len(contentType) != 1 || !isJSON(contentType[0]) {
		return false, refuse(http.StatusUnsupportedMediaType, "The Content-Type must be application/json.")
	}
	header := strings.Join(accept, ",")
	if strings.TrimSpace(header) == "" {
		header = "*/*"
	}
	if !admits(header, "application/json") {
		return false, refuse(http.StatusNotAcceptable, "The Accept header must admit application/json.")
	}
	stream = admits(header, "text/event-stream") && strings.Contains(strings.ToLower(header), "text/event-stream")
	if p.Strict && !stream {
		return false, refuse(http.StatusNotAcceptable, "The Accept header must admit application/json and text/event-stream.")
	}
	return stream, nil
}

// Encoding refuses a body that is compressed: its length would say nothing about what
// it holds.
func (p *Policy) Encoding(contentEncoding []string) *Refusal {
	coding := strings.TrimSpace(strings.Join(contentEncoding, ","))
	if coding == "" || strings.EqualFold(coding, "identity") {
		return nil
	}
	return refuse(http.StatusUnsupportedMediaType, "The Content-Encoding %s is not read; send the body uncompressed.", quote(coding)).
		with("Accept-Encoding", "identity")
}

// Length refuses a body by the length it announces, before any of it is read.
// length is -1 when there is none.
func (p *Policy) Length(length int64) *Refusal {
	switch {
	case length > p.MaxBody:
		return p.TooLarge()
	case length < 0 && p.Strict:
		return refuse(http.StatusLengthRequired, "A Content-Length is required.")
	}
	return nil
}

// TooLarge is the refusal of a body that is longer than MaxBody.
func (p *Policy) TooLarge() *Refusal {
	message := fmt.Sprintf("The body is larger than %d bytes", p.MaxBody)
	if option := p.Names.MaxBody; option != "" {
		message += ", the limit set by " + option
	}
	return refuse(http.StatusRequestEntityTooLarge, "%s.", message).with("Connection", "close")
}
