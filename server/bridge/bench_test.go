//go:build unix

package bridge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// bench is a bridge with one configuration and pages.
type bench struct {
	t      *testing.T
	bridge *Bridge
	url    string
	config string
}

// labEntry is an entry for the child of these tests.
func labEntry(kind string, more string) string {
	self, _ := json.Marshal(os.Args[0])
	return fmt.Sprintf(`{"command":%s,"env":{"BRIDGE_TEST_CHILD":%q}%s}`, self, kind, more)
}

func newBench(t *testing.T, config string, change func(*Options)) *bench {
	t.Helper()
	b := &bench{t: t, config: filepath.Join(t.TempDir(), "mcp.json")}
	b.write(config)
	o := Options{Config: b.config, Version: "1", MaxMessage: 1 << 20, linger: 100 * time.Millisecond, tries: []time.Duration{time.Millisecond, time.Millisecond, time.Millisecond}}
	if change != nil {
		change(&o)
	}
	var faults []Fault
	if b.bridge, faults = New(o); len(faults) > 0 {
		t.Fatal(faults)
	}
	server := httptest.NewServer(b.bridge)
	b.url = "ws" + strings.TrimPrefix(server.URL, "http")
	t.Cleanup(func() {
		b.bridge.Close()
		server.Close()
	})
	return b
}

func (b *bench) write(config string) {
	b.t.Helper()
	if err := os.WriteFile(b.config, []byte(config), 0o600); err != nil {
		b.t.Fatal(err)
	}
}

// page is a page of these tests.
type page struct {
	t    *testing.T
	conn *websocket.Conn
	mu   sync.Mutex
	got  []message
	news chan struct{}
	gone chan struct{}
	end  error // read after gone
	last int
}

// message is what a page gets.
type message struct {
	Type, Server string
	ID           int
	Text         string // all of it
	Failure      struct {
		Kind, Message string
		Code, Status  int
	}
	Servers  []serverFacts
	Problems []string
	Result   json.RawMessage
	Tools    json.RawMessage
	State    string
	Reason   string
	Attempt  int
	Lines    []string
	Progress float64
	Path     string
}

func (b *bench) open() *page {
	b.t.Helper()
	conn, _, err := websocket.Dial(b.t.Context(), b.url, &websocket.DialOptions{Subprotocols: []string{Protocol}})
	if err != nil {
		b.t.Fatal(err)
	}
	conn.SetReadLimit(300 << 20)
	p := &page{t: b.t, conn: conn, news: make(chan struct{}, 1), gone: make(chan struct{})}
	go func() {
		defer close(p.gone)
		for {
			_, text, err := conn.Read(context.Background())
			if err != nil {
				p.end = err
				return
			}
			m := message{Text: string(text)}
			if json.Unmarshal(text, &m) != nil {
				// The members state and name differ by message; what does not fit is not looked at.
				m.Text = string(text)
			}
			p.mu.Lock()
			p.got = append(p.got, m)
			p.mu.Unlock()
			select {
			case p.news <- struct{}{}:
			default:
			}
		}
	}()
	b.t.Cleanup(func() { conn.CloseNow() })
	return p
}

// send sends a request and returns its id.
func (p *page) send(kind, more string) int {
	p.t.Helper()
	p.last++
	text := fmt.Sprintf(`{"type":%q,"id":%d%s}`, kind, p.last, more)
	if err := p.conn.Write(p.t.Context(), websocket.MessageText, []byte(text)); err != nil {
		p.t.Fatal(err)
	}
	return p.last
}

// wait waits for a message that is as wanted.
func (p *page) wait(what string, wanted func(m *message) bool) *message {
	p.t.Helper()
	return p.waitFrom(0, what, wanted)
}

// now is how many messages have come; waitFrom looks at those behind.
func (p *page) now() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.got)
}

func (p *page) waitFrom(seen int, what string, wanted func(m *message) bool) *message {
	p.t.Helper()
	deadline := time.After(60 * time.Second)
	for {
		p.mu.Lock()
		got := p.got
		p.mu.Unlock()
		for ; seen < len(got); seen++ {
			if wanted(&got[seen]) {
				return &got[seen]
			}
		}
		select {
		case <-p.news:
		case <-deadline:
			p.t.Fatalf("no %s came; the last messages are %.2000s", what, fmt.Sprint(got[max(0, len(got)-5):]))
		}
	}
}

// ask sends a request and waits for its answer.
func (p *page) ask(kind, more string) *message {
	p.t.Helper()
	id := p.send(kind, more)
	return p.wait(fmt.Sprintf("answer to %s %s", kind, more), func(m *message) bool { return m.ID == id && m.Type != "tools:progress" })
}

// wantEnd waits for the end of the connection and wants it to say why.
func (p *page) wantEnd(status websocket.StatusCode) {
	p.t.Helper()
	if <-p.gone; websocket.CloseStatus(p.end) != status {
		p.t.Errorf("the connection ended with %v, want %d", p.end, status)
	}
}

// allow connects to a server with the fingerprint that tools:servers has.
func (p *page) allow(server string) *message {
	p.t.Helper()
	for _, s := range p.ask("tools:servers", "").Servers {
		if s.Server == server {
			return p.ask("tools:connect", fmt.Sprintf(`,"server":%q,"fingerprint":%q`, server, s.Fingerprint))
		}
	}
	p.t.Fatalf("there is no server %s", server)
	return nil
}

func (p *page) call(server, tool, arguments string) *message {
	p.t.Helper()
	return p.ask("tools:call", callText(server, tool, arguments))
}

func callText(server, tool, arguments string) string {
	return fmt.Sprintf(`,"server":%q,"tool":%q,"arguments":%s`, server, tool, arguments)
}

// pid is the process of a server.
func (p *page) pid(server string) int {
	p.t.Helper()
	m := p.call(server, "pid", "{}")
	pid, err := strconv.Atoi(string(m.Result))
	if err != nil {
		p.t.Fatal(m.Text)
	}
	return pid
}

// wantGone waits for the end of a process.
func wantGone(t *testing.T, pid int) {
	t.Helper()
	for range 2000 {
		if err := syscall.Kill(pid, 0); errors.Is(err, syscall.ESRCH) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("process %d is left", pid)
}
