package httpd

import (
	"bytes"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/rs/cors"

	"github.com/molsmith/molsmith/server/guard"
)

// net/http refuses some requests before a handler sees them: a header that is too
// long, a Content-Length that is no number, a malformed Host. A page could not read
// its answers, since they carry no CORS headers. So a connection looks at what is
// written, and puts the refusal of this server in the place of one of net/http.

// refusing is a listener whose connections do that.
type refusing struct {
	net.Listener
	server *Server
	share  *cors.Cors
}

func (l *refusing) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &refusingConn{Conn: c, listener: l}, nil
}

// refusingConn is one connection.
type refusingConn struct {
	net.Conn
	listener *refusing

	mu    sync.Mutex // net/http may read while a handler writes
	head  []byte     // of the request that is being read: it says which page asks
	ended bool       // what follows is no part of head
}

// net/http reads maxHeader bytes and a little more. That is far more than package guard
// lets pass, so that the Origin is nearly always among them.
const (
	maxHeader = 8 * guard.MaxHeader
	maxHead   = maxHeader + 4<<10
)

// endOfHead is what a header ends with.
var endOfHead = []byte("\r\n\r\n")

func (c *refusingConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.mu.Lock()
	if !c.ended && n > 0 {
		from := max(len(c.head)-len(endOfHead), 0)
		c.head = append(c.head, p[:min(n, maxHead-len(c.head))]...)
		c.ended = len(c.head) == maxHead || bytes.Contains(c.head[from:], endOfHead)
	}
	c.mu.Unlock()
	// Somebody speaks http to a port of https. net/http says so itself where it sees
	// the connection beneath.
	if wrong := new(tls.RecordHeaderError); err != nil && errors.As(err, wrong) && wrong.Conn != nil && isHTTP(wrong.RecordHeader[:]) {
		_, _ = wrong.Conn.Write([]byte("HTTP/1.0 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nThis port speaks https; the address begins with https://.\n"))
		c.Conn.Close()
	}
	return n, err
}

// isHTTP reports whether the first bytes of a connection are those of a request.
func isHTTP(first []byte) bool {
	for _, method := range []string{"GET /", "HEAD ", "POST ", "PUT /", "OPTIO", "DELET"} {
		if string(first) == method {
			return true
		}
	}
	return false
}

func (c *refusingConn) Write(p []byte) (int, error) {
	c.mu.Lock()
	refusal := refusalOf(p)
	var answer []byte
	if refusal != nil {
		answer = c.refuse(refusal)
	}
	// What is read next begins another request, or is the rest of a body, which is
	// never taken for more than the origin a refusal may be read by.
	if c.ended {
		c.head, c.ended = c.head[:0], false
	}
	c.mu.Unlock()
	if refusal == nil {
		return c.Conn.Write(p)
	}
	if _, err := c.Conn.Write(answer); err != nil {
		return 0, err
	}
	return len(p), nil
}

// CloseWrite lets net/http end what it says before it closes, so that a client which
// is still sending can read it.
func (c *refusingConn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

// What an answer that net/http makes itself looks like: no handler leaves out the Date,
// and no body of this server holds these line breaks.
const (
	own         = "\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n"
	expectation = "HTTP/1.1 417 Expectation Failed\r\nConnection: close\r\nDate: "
)

// refusalOf is what this server says where net/http writes p; nil when p is no refusal
// of net/http.
func refusalOf(p []byte) *guard.Refusal {
	text, isAnswer := bytes.CutPrefix(p, []byte("HTTP/1.1 "))
	if !isAnswer {
		return nil
	}
	if bytes.HasPrefix(p, []byte(expectation)) {
		return &guard.Refusal{Status: http.StatusExpectationFailed, Message: "The Expect header must be 100-continue."}
	}
	line, _, found := bytes.Cut(text[:min(len(text), 1024)], []byte(own))
	if !found || bytes.ContainsAny(line, "\r\n") {
		return nil
	}
	number, reason, _ := strings.Cut(string(line), " ")
	status, err := strconv.Atoi(number)
	if err != nil || status < 400 {
		return nil
	}
	refusal := &guard.Refusal{Status: status}
	switch _, detail, _ := strings.Cut(reason, ": "); {
	case status == http.StatusRequestHeaderFieldsTooLarge:
		refusal.Message = fmt.Sprintf("The header has more than %d bytes.", guard.MaxHeader)
	case status == http.StatusNotImplemented:
		refusal.Message = "The Transfer-Encoding must be chunked, or absent."
	case detail != "":
		refusal.Message = "The request is malformed: " + detail + "."
	default:
		refusal.Message = "The request is malformed: its first line, a header field or its Content-Length cannot be read."
	}
	return refusal
}

// refuse is the answer of this server to a request of which only c.head is known. It
// is logged like every refusal.
func (c *refusingConn) refuse(refusal *guard.Refusal) []byte {
	line, rest, _ := bytes.Cut(c.head, []byte("\r\n"))
	method, target, _ := strings.Cut(string(line), " ")
	target, _, _ = strings.Cut(target, " ")
	path, _, _ := strings.Cut(target, "?")
	r := &http.Request{
		// The method decides about CORS only whether it is a preflight; none is refused here.
		Method: http.MethodPost, URL: &url.URL{Path: path}, Header: http.Header{}, RemoteAddr: c.RemoteAddr().String(),
	}
	for field := range bytes.SplitSeq(rest, []byte("\r\n")) {
		if len(field) == 0 {
			break
		}
		if name, value, ok := bytes.Cut(field, []byte(":")); ok && strings.EqualFold(string(name), "Origin") {
			r.Header.Add("Origin", string(bytes.TrimSpace(value)))
		}
	}
	answer := &unreadAnswer{header: http.Header{}}
	if len(r.Header.Values("Origin")) <= 1 {
		c.listener.share.HandlerFunc(answer, r)
	}
	r.Method = method
	c.listener.server.refuse(answer, r, refusal)
	return answer.bytes()
}

// unreadAnswer collects an answer that is written without net/http.
type unreadAnswer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (a *unreadAnswer) Header() http.Header         { return a.header }
func (a *unreadAnswer) WriteHeader(status int)      { a.status = status }
func (a *unreadAnswer) Write(p []byte) (int, error) { return a.body.Write(p) }

func (a *unreadAnswer) bytes() []byte {
	a.header.Set("Connection", "close")
	a.header.Set("Content-Length", strconv.Itoa(a.body.Len()))
	a.header.Set("Date", time.Now().UTC().Format(http.TimeFormat))
	var b bytes.Buffer
	fmt.Fprintf(&b, "HTTP/1.1 %d %s\r\n", a.status, http.StatusText(a.status))
	_ = a.header.Write(&b) // a buffer takes everything
	b.WriteString("\r\n")
	b.Write(a.body.Bytes())
	return b.Bytes()
}
