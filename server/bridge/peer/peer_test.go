package peer

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

// answerer is a server of these tests: it answers each method with a text in which %s
// stands for the id; "" is no answer.
type answerer map[string]string

const (
	hello    = `{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"lab","version":"2","title":"Lab"},"instructions":"Ask."}}`
	noMethod = `{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no such method"}}`
	oneTool  = `{"jsonrpc":"2.0","id":%s,"result":{"tools":[{"name":"z","inputSchema":{"type":"object","properties":{"b":{},"a":{}}},"n":1.50}]}}`
)

func (a answerer) answer(line []byte) string {
	var q struct {
		ID     json.RawMessage
		Method string
		Params struct{ Name string }
	}
	if json.Unmarshal(line, &q) != nil || q.ID == nil {
		return ""
	}
	text, ok := a[q.Method+" "+q.Params.Name]
	if !ok {
		if text, ok = a[q.Method]; !ok {
			text = noMethod
		}
	}
	return strings.ReplaceAll(text, "%s", string(q.ID))
}

// serve answers the lines of in on out.
func (a answerer) serve(in io.Reader, out io.Writer, heard func(string)) {
	var buffer bytes.Buffer
	piece := make([]byte, 64<<10)
	for {
		n, err := in.Read(piece)
		buffer.Write(piece[:n])
		for {
			line, rest, ok := bytes.Cut(buffer.Bytes(), []byte("\n"))
			if !ok {
				break
			}
			if heard != nil {
				heard(string(line))
			}
			if text := a.answer(line); text != "" {
				_, _ = io.WriteString(out, text+"\n")
			}
			buffer = *bytes.NewBuffer(bytes.Clone(rest))
		}
		if err != nil {
			return
		}
	}
}

// pipes connects to a in this process.
func (a answerer) pipes(t *testing.T, o Options, heard func(string)) (*Peer, error) {
	t.Helper()
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	go func() {
		a.serve(inRead, outWrite, heard)
		outWrite.Close()
	}()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	p, err := Pipes(ctx, inWrite, outRead, o)
	if err == nil {
		t.Cleanup(p.Close)
	}
	return p, err
}

// TestRawAnswers: what a server declares and returns arrives with its order of members
// and its digits.
func TestRawAnswers(t *testing.T) {
	const result = `{"structuredContent":{"z":1.50,"a":12345678901234567890},"content":[ ]}`
	a := answerer{"initialize": hello, "tools/list": oneTool, "tools/call": `{"jsonrpc":"2.0","id":%s,"result":` + result + `}`}
	var heard []string
	p, err := a.pipes(t, Options{Version: "1"}, func(line string) { heard = append(heard, line) })
	if err != nil {
		t.Fatal(err)
	}
	facts, err := p.Facts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if facts.Name != "lab" || facts.Version != "2" || facts.Title != "Lab" || facts.Revision != "2025-06-18" || facts.Instructions != "Ask." || string(facts.Capabilities) != `{"tools":{}}` {
		t.Errorf("got %+v", facts)
	}
	if want := `[{"name":"z","inputSchema":{"type":"object","properties":{"b":{},"a":{}}},"n":1.50}]`; string(facts.Tools) != want {
		t.Errorf("got %s, want %s", facts.Tools, want)
	}
	got, err := p.Call(t.Context(), `z"`, json.RawMessage(`{"x":1.0}`), func(Progress) {})
	if err != nil || string(got) != result {
		t.Errorf("got %s, %v, want %s", got, err, result)
	}
	want := []string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"molsmith","version":"1"}}}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{}}`,
		`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"z\"","arguments":{"x":1.0},"_meta":{"progressToken":3}}}`,
	}
	if strings.Join(heard, "\n") != strings.Join(want, "\n") {
		t.Errorf("sent %s, want %s", strings.Join(heard, "\n"), strings.Join(want, "\n"))
	}
}

// TestModernServer: one that knows no handshake is spoken to in the newest revision.
func TestModernServer(t *testing.T) {
	a := answerer{
		"server/discover": `{"jsonrpc":"2.0","id":%s,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{"listChanged":true}},"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"new","version":"3"}}}}`,
		"tools/list":      oneTool, "subscriptions/listen": "",
		"tools/call": `{"jsonrpc":"2.0","id":%s,"result":{}}`,
	}
	var mu sync.Mutex
	var heard []string
	listens := make(chan struct{})
	p, err := a.pipes(t, Options{Version: "1"}, func(line string) {
		mu.Lock()
		defer mu.Unlock()
		if heard = append(heard, line); strings.Contains(line, "subscriptions/listen") {
			close(listens)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	<-listens
	if facts, err := p.Facts(t.Context()); err != nil || facts.Name != "new" || facts.Revision != "2026-07-28" {
		t.Errorf("got %+v, %v", facts, err)
	}
	if _, err := p.Call(t.Context(), "z", json.RawMessage(`{}`), nil); err != nil {
		t.Error(err)
	}
	mu.Lock()
	defer mu.Unlock()
	const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"molsmith","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}`
	all := strings.Join(heard, "\n")
	for _, want := range []string{
		`"method":"tools/call","params":{"name":"z","arguments":{},` + meta, `"method":"server/discover","params":{` + meta,
		`"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},` + meta,
	} {
		if !strings.Contains(all, want) {
			t.Errorf("sent %s, want %s in it", all, want)
		}
	}
}

// TestOddAnswers: each is an error of the call, or of the connection, and none hangs.
func TestOddAnswers(t *testing.T) {
	call := func(text string) answerer { return answerer{"initialize": hello, "tools/call": text} }
	for _, test := range []struct {
		name   string
		server answerer
		want   string // of Pipes, or of the call
	}{
		{"NaN", call(`{"jsonrpc":"2.0","id":%s,"result":{"x":NaN}}`), "not JSON"},
		{"cut", call(`{"jsonrpc":"2.0","id":%s,"result":{"x":`), "not JSON"},
		{"neither", call(`{"jsonrpc":"2.0","id":%s}`), "neither a result nor an error"},
		{"an error", call(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32602,"message":"no\nsuch tool"}}`), "no such tool (-32602)"},
		{"an error that is none", call(`{"jsonrpc":"2.0","id":%s,"error":7}`), "an error without a message"},
		{"another revision", answerer{"initialize": strings.Replace(hello, "2025-06-18", "1999-12-31", 1)}, `"1999-12-31", which this client does not`},
		{"no method at all", answerer{}, "no such method (-32601)"},
	} {
		p, err := test.server.pipes(t, Options{}, nil)
		if err == nil {
			_, err = p.Call(t.Context(), "z", json.RawMessage(`{}`), nil)
		}
		if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: got %v, want %s", test.name, err, test.want)
		}
	}
	for _, test := range []struct{ name, list, want string }{
		{"no array", `{"jsonrpc":"2.0","id":%s,"result":{"tools":{}}}`, `no array "tools"`},
		{"the same page", `{"jsonrpc":"2.0","id":%s,"result":{"tools":[],"nextCursor":"a"}}`, "again and again"},
		{"many", `{"jsonrpc":"2.0","id":%s,"result":{"tools":[` + strings.Repeat("0,", maxTools) + `0]}}`, "more than 10000 tools"},
	} {
		p, err := answerer{"initialize": hello, "tools/list": test.list}.pipes(t, Options{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Facts(t.Context()); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %s", test.name, err, test.want)
		}
	}
}

// TestNoise: lines that are no messages, requests of the server and answers that nobody
// waits for are survived and noted, a few of them.
func TestNoise(t *testing.T) {
	noise := strings.Repeat("banner\n", 100) + `{"jsonrpc":"2.0","id":"x","result":{}}` + "\n{broken\n" +
		`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"loading\nthe model"}}` + "\n" +
		`{"jsonrpc":"2.0","id":9,"method":"ping"}` + "\n" + `{"jsonrpc":"2.0","id":10,"method":"roots/list"}` + "\n"
	a := answerer{"initialize": noise + hello, "tools/call": noise + `{"jsonrpc":"2.0","id":%s,"result":{}}`}
	var mu sync.Mutex
	var logged, heard []string
	p, err := a.pipes(t, Options{Log: func(line string) { mu.Lock(); logged = append(logged, line); mu.Unlock() }},
		func(line string) { mu.Lock(); heard = append(heard, line); mu.Unlock() })
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Call(t.Context(), "z", json.RawMessage(`{}`), nil); err != nil {
		t.Error(err)
	}
	for range 500 { // the answers to its requests are on their way
		mu.Lock()
		said := strings.Join(heard, "\n")
		mu.Unlock()
		if strings.Count(said, `"id":10,`) == 2 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	p.Close()
	mu.Lock()
	defer mu.Unlock()
	all := strings.Join(logged, "\n")
	for _, want := range []string{"standard output has a line that is no message: banner", "195 more lines", "info: loading the model", "an answer to no request", "cannot be read"} {
		if !strings.Contains(all, want) {
			t.Errorf("logged %s, want %s in it", all, want)
		}
	}
	if len(logged) > 20 {
		t.Errorf("logged %d lines", len(logged))
	}
	said := strings.Join(heard, "\n")
	for _, want := range []string{`{"jsonrpc":"2.0","id":9,"result":{}}`, `{"jsonrpc":"2.0","id":10,"error":{"code":-32601`} {
		if !strings.Contains(said, want) {
			t.Errorf("sent %s, want %s in it", said, want)
		}
	}
}

// TestCancel: the server is told which request, the caller does not wait for it, and a
// late answer changes nothing.
func TestCancel(t *testing.T) {
	told := make(chan string, 100)
	a := answerer{"initialize": hello, "tools/call slow": "", "tools/call": `{"jsonrpc":"2.0","id":%s,"result":{}}`}
	p, err := a.pipes(t, Options{}, func(line string) { told <- line })
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		_, err := p.Call(ctx, "slow", json.RawMessage(`{}`), nil)
		ended <- err
	}()
	for line := range told {
		if strings.Contains(line, "slow") {
			break
		}
	}
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if line := <-told; line != `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}` {
		t.Errorf("told %s", line)
	}
	p.receive([]byte(`{"jsonrpc":"2.0","id":2,"result":{}}`), 0)
	if _, err := p.Call(t.Context(), "quick", json.RawMessage(`{}`), nil); err != nil {
		t.Error(err)
	}
}

// TestProgress: only what belongs to the call is told, in order.
func TestProgress(t *testing.T) {
	note := func(token, progress string) string {
		return `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":` + token + `,` + progress + `}}` + "\n"
	}
	a := answerer{"initialize": hello, "tools/call": note("%s", `"progress":1,"total":4,"message":"one\n"`) + note(`"x"`, `"progress":9`) + note("77", `"progress":9`) +
		note("%s", `"progress":2.5`) + note("%s", `"progress":"x"`) + `{"jsonrpc":"2.0","id":%s,"result":{}}`}
	p, err := a.pipes(t, Options{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	if _, err := p.Call(t.Context(), "z", json.RawMessage(`{}`), func(s Progress) {
		total := -1.0
		if s.Total != nil {
			total = *s.Total
		}
		said = append(said, fmt.Sprint(s.Progress, total, s.Message))
	}); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(said, "|"); got != "1 4one|2.5 -1" {
		t.Errorf("got %q", got)
	}
}

// silent is a wire that takes everything and says nothing.
type silent struct{}

func (silent) send(context.Context, *outgoing) error { return nil }
func (silent) named() bool                           { return true }
func (silent) agreed(string)                         {}
func (silent) close()                                {}

// FuzzReceive: whatever a server says, the call is answered once or waits, and nothing
// that is no JSON is a result.
func FuzzReceive(f *testing.F) {
	for _, text := range []string{
		`{"jsonrpc":"2.0","id":1,"result":{"a":1}}`, `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"no"}}`, `{"id":1`, `{"id":"1","result":{}}`,
		`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":2,"total":3,"message":"x"}}`,
		`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":{"a":1}}}`, `{"method":"ping","id":null}`, `[]`, ``,
	} {
		f.Add([]byte(text), int64(0))
		f.Add([]byte(text), int64(1))
	}
	f.Fuzz(func(t *testing.T, text []byte, only int64) {
		p := newPeer(Options{Log: func(line string) {
			if strings.Contains(line, "\n") {
				t.Errorf("got %q, want one line", line)
			}
		}})
		p.wire = silent{}
		e := &exchange{answer: make(chan reply, 1), progress: func(Progress) {}}
		p.pending[1] = e
		p.receive(text, only)
		select {
		case r := <-e.answer:
			if r.err == nil && !json.Valid(r.result) {
				t.Errorf("got the result %q", r.result)
			}
			if r.err != nil && strings.Contains(r.err.Error(), "\n") {
				t.Errorf("got %q, want one line", r.err)
			}
		default:
		}
	})
}

// children are what the children of the tests of processes do.
var children = map[string]func(){}

func TestMain(m *testing.M) {
	if run, ok := children[os.Getenv("PEER_TEST_CHILD")]; ok {
		run()
		os.Exit(0)
	}
	os.Exit(m.Run())
}
