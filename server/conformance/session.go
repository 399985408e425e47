package conformance

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/molsmith/molsmith/contract/conform"
)

// Protocol revisions the checker speaks: the newest with a handshake, and the one
// without, in which each request says who sends it.
const (
	legacy = "2025-11-25"
	modern = "2026-07-28"
)

const clientInfo = `{"name":"molsmith-check","version":"1"}`

// modernMeta are the members every request of the modern era carries.
const modernMeta = `"io.modelcontextprotocol/protocolVersion":"` + modern + `","io.modelcontextprotocol/clientInfo":` + clientInfo +
	`,"io.modelcontextprotocol/clientCapabilities":{}`

// session is a connection on which a revision was agreed.
type session struct {
	conn          conn
	revision      string
	name, version string
	hasTools      bool

	mu       sync.Mutex
	last     int // id
	progress map[string]func(params json.RawMessage)
}

// connect opens a connection and agrees on a revision: over HTTP as the page does,
// with server/discover first, over stdio with initialize first, which every server
// speaks that is started as a process today.
func (r *runner) connect(ctx context.Context) (*session, error) {
	s := &session{progress: make(map[string]func(json.RawMessage))}
	if r.options.URL != "" {
		c := r.dialHTTP()
		c.notes, s.conn = s.note, c
		first := s.discover(ctx, r.pace.start)
		if first == nil {
			c.agree(s.revision)
			return s, nil
		}
		// A refusal of who asks is final; anything else may be an older server.
		var refused *statusError
		if errors.As(first, &refused) && (refused.status == 401 || refused.status == 403 || refused.status == 421) {
			return nil, fmt.Errorf("the server refuses the checker, %w (give --token or --origin as its pages have them)", first)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err := s.initialize(ctx, r.pace.start, c.agree); err != nil {
			if errors.Is(err, errTimeout) || isRPC(err) || !isRPC(first) {
				return nil, err
			}
			return nil, first
		}
		return s, nil
	}
	c, err := r.dialStdio()
	if err != nil {
		return nil, err
	}
	c.notes, s.conn = s.note, c
	if err = s.initialize(ctx, r.pace.start, nil); isRPC(err) {
		if second := s.discover(ctx, r.pace.probe); second == nil {
			return s, nil
		}
	}
	if err != nil {
		c.close(r.pace.end)
		for _, fault := range c.faults() {
			r.add(fault.check, "%s", fault.message)
		}
		return nil, err
	}
	return s, nil
}

func (s *session) discover(ctx context.Context, limit time.Duration) error {
	s.revision = modern
	answer, err := s.request(ctx, "server/discover", "", limit, nil)
	if err != nil {
		s.revision = ""
		return err
	}
	var result struct {
		SupportedVersions []string
		ServerInfo        struct{ Name, Version string }
		Capabilities      struct{ Tools json.RawMessage }
		Meta              map[string]json.RawMessage `json:"_meta"`
	}
	if err := json.Unmarshal(answer, &result); err != nil {
		s.revision = ""
		return fmt.Errorf("the result of server/discover cannot be read: %w", err)
	}
	if info := result.Meta["io.modelcontextprotocol/serverInfo"]; info != nil && result.ServerInfo.Name == "" {
		_ = json.Unmarshal(info, &result.ServerInfo)
	}
	for _, v := range result.SupportedVersions {
		if v == modern {
			s.name, s.version, s.hasTools = result.ServerInfo.Name, result.ServerInfo.Version, result.Capabilities.Tools != nil
			return nil
		}
	}
	s.revision = ""
	return fmt.Errorf("server/discover lists the revisions %v and not %s", result.SupportedVersions, modern)
}

// initialize makes the handshake. agreed is told the revision before the client
// says that it is ready.
func (s *session) initialize(ctx context.Context, limit time.Duration, agreed func(string)) error {
	s.revision = legacy
	answer, err := s.request(ctx, "initialize", `"protocolVersion":"`+legacy+`","capabilities":{},"clientInfo":`+clientInfo, limit, nil)
	if err != nil {
		return err
	}
	var result struct {
		ProtocolVersion string
		ServerInfo      struct{ Name, Version string }
		Capabilities    struct{ Tools json.RawMessage }
	}
	if err := json.Unmarshal(answer, &result); err != nil {
		return fmt.Errorf("the result of initialize cannot be read: %w", err)
	}
	switch result.ProtocolVersion {
	case "2024-11-05", "2025-03-26", "2025-06-18", legacy:
	default:
		return fmt.Errorf("initialize answers the protocol revision %q, which no client speaks", result.ProtocolVersion)
	}
	if result.ServerInfo.Name == "" {
		return errors.New("initialize names no server: serverInfo.name is missing")
	}
	s.revision, s.name, s.version, s.hasTools = result.ProtocolVersion, result.ServerInfo.Name, result.ServerInfo.Version, result.Capabilities.Tools != nil
	if agreed != nil {
		agreed(s.revision)
	}
	if err := s.conn.notify(ctx, []byte(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)); err != nil {
		return fmt.Errorf("notifications/initialized: %w", err)
	}
	return nil
}

// note takes a notification of the server.
func (s *session) note(method string, params json.RawMessage) {
	if method != "notifications/progress" {
		return
	}
	s.mu.Lock()
	deliver := s.progress[string(conform.Member(params, "progressToken"))]
	other := s.progress[""]
	s.mu.Unlock()
	switch {
	case deliver != nil:
		deliver(params)
	case other != nil:
		other(params)
	}
}

// begin sends a request with the members of its params. progress, when not nil,
// takes the progress notifications.
func (s *session) begin(ctx context.Context, method, tool, members string, progress func(params json.RawMessage)) *exchange {
	s.mu.Lock()
	s.last++
	id := s.last
	var meta string
	if progress != nil {
		token := fmt.Sprintf("call-%d", id)
		s.progress[quoted(token)], s.progress[""] = progress, progress
		meta = `"progressToken":` + quoted(token)
	}
	s.mu.Unlock()
	if s.revision >= modern {
		if meta != "" {
			meta += ","
		}
		meta += modernMeta
	}
	if meta != "" {
		if members != "" {
			members += ","
		}
		members += `"_meta":{` + meta + `}`
	}
	message := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%s,"params":{%s}}`, id, quoted(method), members)
	return s.conn.start(ctx, id, method, tool, []byte(message))
}

// request sends a request and waits for its result.
func (s *session) request(ctx context.Context, method, members string, limit time.Duration, progress func(json.RawMessage)) (json.RawMessage, error) {
	e := s.begin(ctx, method, "", members, progress)
	answer, err := e.wait(ctx, limit)
	if err != nil {
		s.conn.abandon(e)
	}
	return answer, err
}

// beginCall sends a tools/call.
func (s *session) beginCall(ctx context.Context, tool string, args json.RawMessage, progress func(json.RawMessage)) *exchange {
	return s.begin(ctx, "tools/call", tool, `"name":`+quoted(tool)+`,"arguments":`+string(args), progress)
}

// call calls a tool and waits for its result. One that takes too long is cancelled.
func (s *session) call(ctx context.Context, tool string, args json.RawMessage, limit time.Duration, progress func(json.RawMessage)) (json.RawMessage, error) {
	e := s.beginCall(ctx, tool, args, progress)
	answer, err := e.wait(ctx, limit)
	if errors.Is(err, errTimeout) {
		s.cancel(ctx, e)
	}
	return answer, err
}

// cancel gives a call up, the way the transport and the revision want it.
func (s *session) cancel(ctx context.Context, e *exchange) {
	if s.conn.notifies() {
		_ = s.conn.notify(ctx, fmt.Appendf(nil, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d,"reason":"checked"}}`, e.id))
		return
	}
	s.conn.abandon(e)
}
