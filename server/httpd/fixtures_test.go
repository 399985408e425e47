package httpd

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/molsmith/molsmith/contract"
	"github.com/molsmith/molsmith/contract/mcp"
	"github.com/molsmith/molsmith/server/guard"
)

// The tools of these tests: echo answers at once; wait takes args.seconds, tells
// its progress once when args.tell is set, and reports how it ended.
func testDispatcher(t testing.TB, ended chan<- error) *mcp.Dispatcher {
	t.Helper()
	schema := json.RawMessage(`{"type":"object"}`)
	d, err := mcp.New(mcp.Options{Name: "test", Version: "1", Tools: []*contract.Tool{
		{Name: "echo", Input: schema, Run: func(_ context.Context, args json.RawMessage, _ contract.Progress) (*contract.Outcome, error) {
			return &contract.Outcome{Value: args}, nil
		}},
		{Name: "refuse", Input: schema, Run: func(_ context.Context, _ json.RawMessage, _ contract.Progress) (*contract.Outcome, error) {
			return nil, &contract.Error{Code: contract.InvalidArguments, Message: "no", Problems: []contract.Problem{{Path: "/a", Rule: "type", Message: "no"}}}
		}},
		{Name: "wait", Input: schema, Run: func(ctx context.Context, args json.RawMessage, progress contract.Progress) (*contract.Outcome, error) {
			var a struct {
				Seconds float64
				Tell    bool
			}
			if err := json.Unmarshal(args, &a); err != nil {
				return nil, err
			}
			if a.Tell {
				progress(0.5, "half")
			}
			var err error
			select {
			case <-time.After(time.Duration(a.Seconds * float64(time.Second))):
			case <-ctx.Done():
				err = ctx.Err()
			}
			if ended != nil {
				ended <- err
			}
			return &contract.Outcome{Value: json.RawMessage(`{"done":true}`)}, err
		}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func testServer(t testing.TB, p guard.Policy) *Server {
	t.Helper()
	if p.MaxBody == 0 {
		p.MaxBody = 64 << 10
	}
	return New(Options{Dispatcher: testDispatcher(t, nil), Policy: &p, Path: "/mcp", MaxPosts: 4})
}

const (
	pingBody = `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	pong     = `{"jsonrpc":"2.0","id":1,"result":{}}`
)

// legacyCall and modernCall are bodies that call a tool.
func legacyCall(tool, args string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s,"_meta":{"progressToken":"p"}}}`, tool, args)
}

func modernBody(method, params string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":{%s"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",`+
		`"io.modelcontextprotocol/clientCapabilities":{},"progressToken":"p"}}}`, method, params)
}

func modernCall(tool, args string) string {
	return modernBody("tools/call", fmt.Sprintf(`"name":%q,"arguments":%s,`, tool, args))
}

// post makes a request as a client sends it; fields are "Name: value" and replace
// what it has, "Name:" takes it away.
func post(body string, fields ...string) *http.Request {
	r, err := http.NewRequest(http.MethodPost, "http://127.0.0.1:8765/mcp", strings.NewReader(body))
	if err != nil {
		panic(err)
	}
	r.RequestURI = "/mcp"
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	for _, field := range fields {
		name, value, _ := strings.Cut(field, ":")
		if value = strings.TrimSpace(value); value == "" {
			r.Header.Del(name)
		} else {
			r.Header.Set(name, value)
		}
	}
	return r
}

func modernFields(method, name string) []string {
	fields := []string{"MCP-Protocol-Version: 2026-07-28", "Mcp-Method: " + method}
	if name != "" {
		fields = append(fields, "Mcp-Name: "+name)
	}
	return fields
}

// pipeListener is a listener in memory, whose connections keep the time of the
// test.
type pipeListener struct {
	conns  chan net.Conn
	closed chan struct{}
}

func newPipeListener() *pipeListener {
	return &pipeListener{make(chan net.Conn), make(chan struct{})}
}

func (l *pipeListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *pipeListener) Close() error {
	select {
	case <-l.closed:
	default:
		close(l.closed)
	}
	return nil
}

func (l *pipeListener) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8765} }

func (l *pipeListener) dial() (net.Conn, error) {
	client, server := net.Pipe()
	select {
	case l.conns <- server:
		return client, nil
	case <-l.closed:
		return nil, io.ErrClosedPipe
	}
}

// client returns an HTTP client of l that keeps no connections.
func (l *pipeListener) client() *http.Client {
	return &http.Client{Transport: &http.Transport{
		DisableKeepAlives: true,
		DialContext:       func(context.Context, string, string) (net.Conn, error) { return l.dial() },
	}}
}
