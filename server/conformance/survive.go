package conformance

import (
	"context"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/molsmith/molsmith/contract/conform"
)

// checkEnd closes the connection. A process whose input ended has nothing to live for.
func (r *runner) checkEnd(c conn) {
	if !c.close(r.pace.end) {
		r.add("stdio.end", "the process went on for %.3g s after its input ended, and was killed", r.pace.end.Seconds())
	}
}

// garbage is a call whose arguments hold NaN, which JSON does not have: programs that
// read it all the same compute with it.
func (r *runner) garbage() (members string, took time.Duration) {
	for _, s := range r.samples {
		if args := s.tool.NaN(s.args); args != nil {
			return `"name":` + quoted(s.tool.Name) + `,"arguments":` + string(args), s.took
		}
	}
	return `"name":"checker_unknown_tool","arguments":{"x":NaN}`, 0
}

// checkGarbage sends a message that is no JSON on a connection of its own, since a
// server may not survive it.
func (r *runner) checkGarbage(ctx context.Context) {
	s, err := r.connect(ctx)
	if err != nil {
		return
	}
	defer s.conn.close(r.pace.end)
	members, took := r.garbage()
	e := s.begin(ctx, "tools/call", "", members, nil)
	limit := r.pace.probe + 3*took
	// Over stdio the refusal has no id to be found by, so the next request is sent at once.
	var next *exchange
	if r.options.URL == "" {
		next = s.begin(ctx, "tools/list", "", "", nil)
	} else {
		if answer, err := e.wait(ctx, limit); err == nil {
			if refused, _ := conform.Refused(answer); !refused {
				r.add("protocol.garbage", "a call with NaN in its arguments, which is no JSON, got a result")
			}
		}
		next = s.begin(ctx, "tools/list", "", "", nil)
	}
	if _, err := next.wait(ctx, limit); err != nil && !isRPC(err) {
		r.add("protocol.garbage", "after a message with NaN, which is no JSON, tools/list was not answered: %v", err)
		return
	}
	select {
	case answer := <-e.answer:
		if answer.err == nil && r.options.URL == "" {
			if refused, _ := conform.Refused(answer.body); !refused {
				r.add("protocol.garbage", "a call with NaN in its arguments, which is no JSON, got a result")
			}
		}
	default:
	}
}

// plainRequest is what a stranger sends: the message that opens a connection.
type plainRequest struct {
	method      string
	token       string
	origin      string
	host        string
	contentType string
	accept      string
	header      http.Header
	body        string
}

// opening is the message and headers that a connection begins with.
func (r *runner) opening() plainRequest {
	q := plainRequest{
		method: http.MethodPost, token: r.options.Token, origin: r.options.Origin,
		contentType: "application/json", accept: "application/json, text/event-stream", header: http.Header{},
	}
	if r.session.revision >= modern {
		q.body = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{` + modernMeta + `}}}`
		q.header.Set("Mcp-Protocol-Version", modern)
		q.header.Set("Mcp-Method", "tools/list")
		return q
	}
	q.body = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"` + legacy + `","capabilities":{},"clientInfo":` + clientInfo + `}}`
	return q
}

// plain makes one request and returns the answer, its body read and closed.
func (r *runner) plain(ctx context.Context, client *http.Client, p plainRequest) (*http.Response, string, error) {
	ctx, cancel := context.WithTimeout(ctx, r.pace.probe)
	defer cancel()
	var body io.Reader
	if p.body != "" {
		body = strings.NewReader(p.body)
	}
	q, err := http.NewRequestWithContext(ctx, p.method, r.options.URL, body)
	if err != nil {
		return nil, "", err
	}
	for name, values := range p.header {
		q.Header[name] = values
	}
	for name, value := range map[string]string{"Origin": p.origin, "Content-Type": p.contentType, "Accept": p.accept} {
		if value != "" {
			q.Header.Set(name, value)
		}
	}
	if p.token != "" {
		q.Header.Set("Authorization", "Bearer "+p.token)
	}
	q.Host = p.host
	response, err := client.Do(q)
	if err != nil {
		return nil, "", err
	}
	defer response.Body.Close()
	if strings.HasPrefix(response.Header.Get("Content-Type"), "text/event-stream") {
		return response, "", nil
	}
	text, err := io.ReadAll(io.LimitReader(response.Body, 1<<20))
	if err != nil && len(text) == 0 {
		return nil, "", err
	}
	r.endSession(response, client)
	return response, string(text), nil
}

// endSession ends a session that a request for a check has opened.
func (r *runner) endSession(response *http.Response, client *http.Client) {
	id := response.Header.Get("Mcp-Session-Id")
	if id == "" {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	q, err := http.NewRequestWithContext(ctx, http.MethodDelete, r.options.URL, nil)
	if err != nil {
		return
	}
	q.Header.Set("Mcp-Session-Id", id)
	q.Header.Set("Mcp-Protocol-Version", r.session.revision)
	if r.options.Token != "" {
		q.Header.Set("Authorization", "Bearer "+r.options.Token)
	}
	if r.options.Origin != "" {
		q.Header.Set("Origin", r.options.Origin)
	}
	if answer, err := client.Do(q); err == nil {
		answer.Body.Close()
	}
}
