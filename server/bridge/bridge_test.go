//go:build unix

package bridge

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// TestMessages: each message as docs/bridge.md shows it.
func TestMessages(t *testing.T) {
	b := newBench(t, `{"mcpServers":{"lab":`+labEntry("1", `,"args":["--fast","a b"],"cwd":"/","name":"The lab"`)+`,"far":{"url":"https://tools.example/mcp","headers":{"X-Key":"secret"}}}}`, nil)
	p := b.open()
	servers := p.ask("tools:servers", "")
	print := servers.Servers[0].Fingerprint
	if want := `{"id":1,"type":"tools:servers","config":"` + b.config + `","problems":[],"servers":[` +
		`{"server":"lab","title":"The lab","kind":"stdio","shown":"` + os.Args[0] + ` --fast \"a b\"","command":"` + os.Args[0] + `","args":["--fast","a b"],"cwd":"/","env":["BRIDGE_TEST_CHILD"],"remote":false,"fingerprint":"` + print + `","state":{"state":"idle"}},` +
		`{"server":"far","title":"far","kind":"streamable","shown":"https://tools.example/mcp","headers":["X-Key"],"host":"tools.example","remote":true,"fingerprint":"` + servers.Servers[1].Fingerprint + `","state":{"state":"idle"}}]}`; servers.Text != want {
		t.Errorf("got %s\nwant %s", servers.Text, want)
	}
	m := p.ask("tools:connect", `,"server":"lab","fingerprint":"0"`)
	if m.Failure.Kind != "unconfirmed" || !strings.Contains(m.Failure.Message, "--fast") {
		t.Errorf("without the fingerprint: got %s", m.Text)
	}
	m = p.ask("tools:connect", fmt.Sprintf(`,"server":"lab","fingerprint":%q`, print))
	const tools = `[{"name":"b<script>","inputSchema":{"type":"object","properties":{"z":{},"a":{}}}},{"name":"a","n":1.50}]`
	if string(m.Tools) != tools || !strings.Contains(m.Text, `"info":{"name":"lab","version":"2"},"protocol":"2025-11-25","serverInfo":{"name":"lab","version":"2"},"capabilities":{"tools":{"listChanged":true}},"instructions":"\u003cb\u003e"`) {
		t.Errorf("got %s", m.Text)
	}
	p.wait("state", func(m *message) bool { return m.Type == "tools:state" && m.Server == "lab" && m.State == "connected" })
	p.wait("line of the log", func(m *message) bool {
		return m.Type == "tools:log" && m.Server == "lab" && len(m.Lines) == 1 && m.Lines[0] == "the lab is ready"
	})
	if m = p.call("lab", "echo", `{"b":1.0,"a":"ä"}`); string(m.Result) != `{"z":1.0,"content":[],"arguments":{"b":1.0,"a":"ä"}}` || m.Type != "tools:done" {
		t.Errorf("got %s", m.Text)
	}
	id := p.send("tools:call", callText("lab", "wait", "{}"))
	m = p.wait("progress", func(m *message) bool { return m.Type == "tools:progress" })
	if want := fmt.Sprintf(`{"id":%d,"type":"tools:progress","progress":1,"total":4,"message":"\u003ci\u003eone"}`, id); m.Text != want {
		t.Errorf("got %s, want %s", m.Text, want)
	}
	// The message that cancels has the id of the request, and no answer of its own.
	if err := p.conn.Write(t.Context(), websocket.MessageText, fmt.Appendf(nil, `{"type":"tools:cancel","id":%d}`, id)); err != nil {
		t.Fatal(err)
	}
	m = p.wait("answer", func(m *message) bool { return m.ID == id && m.Type == "tools:failed" })
	if want := fmt.Sprintf(`{"id":%d,"type":"tools:failed","failure":{"kind":"cancelled","message":"cancelled"}}`, id); m.Text != want {
		t.Errorf("got %s, want %s", m.Text, want)
	}
	p.wait("word that the cancellation reached the process", func(m *message) bool {
		return m.Type == "tools:log" && len(m.Lines) == 1 && strings.HasPrefix(m.Lines[0], "cancelled ") && strings.TrimPrefix(m.Lines[0], "cancelled ")[:1] == m.Lines[0][len(m.Lines[0])-1:]
	})
	m = p.ask("tools:servers", `,"server":"lab"`)
	if s := m.Servers[0]; s.State.State != connected || len(s.Log) < 2 || len(s.Messages) < 6 || s.Messages[0].Bytes == 0 || !s.Messages[0].Out || s.Messages[1].Out || m.Servers[1].Log != nil {
		t.Errorf("with details: got %s", m.Text)
	}
	if m = p.ask("tools:openSettings", ""); m.Path != b.config || m.Type != "tools:settings" {
		t.Errorf("got %s", m.Text)
	}
	if m = p.ask("tools:disconnect", `,"server":"lab"`); m.Text != fmt.Sprintf(`{"id":%d,"server":"lab","type":"tools:disconnected"}`, m.ID) {
		t.Errorf("got %s", m.Text)
	}
	for more, want := range map[string]string{
		`,"server":"lab","tool":"echo"`:  `the page is not connected to "lab"`,
		`,"server":"none","tool":"echo"`: `the page is not connected to "none"`,
	} {
		if m := p.ask("tools:call", more); m.Failure.Kind != "request" || m.Failure.Message != want {
			t.Errorf("%s: got %s", more, m.Text)
		}
	}
	for kind, more := range map[string]string{"tools:connect": `,"server":"none"`, "tools/call": `,"method":"tools/list"`} {
		if m := p.ask(kind, more); m.Failure.Kind != "request" {
			t.Errorf("%s: got %s", kind, m.Text)
		}
	}
	// What is no message ends the connection.
	if err := p.conn.Write(t.Context(), websocket.MessageText, []byte(`{"jsonrpc"`)); err != nil {
		t.Fatal(err)
	}
	p.wantEnd(websocket.StatusInvalidFramePayloadData)
}

// TestBrokenServers: what a server does wrong is the failure of its call; the bridge and
// the next call are well.
func TestBrokenServers(t *testing.T) {
	b := newBench(t, `{"lab":`+labEntry("1", "")+`}`, nil)
	p := b.open()
	p.allow("lab")
	mib := 4
	if os.Getenv("MOLSMITH_FULL") != "" {
		mib = 200
	}
	for _, test := range []struct {
		tool, arguments string
		kind            string // of the failure; "": done
		want            string // in the message, or the result
	}{
		{"flood", "{}", "", "Done."},
		{"storm", "{}", "", "Done."},
		{"nan", "{}", "invalid", "not JSON"},
		{"html", "{}", "", "<img src=x onerror=alert(1)>"},
		{"bytes", "{}", "invalid", "not UTF-8"},
		{"no", "{}", "", `"isError":true`},
		{"unknown", "{}", "server", "unknown tool (-32602)"},
		{"500001 atoms", "{}", "", `"elements":[18,18,`},
		{"frame", fmt.Sprintf(`{"MiB":%d}`, mib), "", "aaaa"},
		{"echo", "[]", "request", "an object"},
		{"die", "{}", "network", "the server ended (exit status 2); it last said: panic: out of memory"},
		{"echo", "{}", "", "arguments"}, // it was connected again
	} {
		m := p.call("lab", test.tool, test.arguments)
		got := m.Failure.Message
		if test.kind == "" {
			got = string(m.Result)
		}
		if m.Failure.Kind != test.kind || !strings.Contains(got, test.want) {
			t.Errorf("%s: got %.300s, want %s", test.tool, m.Text, test.want)
		}
		if test.kind == "server" && m.Failure.Code != -32602 {
			t.Errorf("%s: got code %d", test.tool, m.Failure.Code)
		}
		if test.tool == "frame" && len(m.Result) < mib<<20 {
			t.Errorf("got %d bytes of %d MiB", len(m.Result), mib)
		}
	}
	p.mu.Lock()
	notes := 0
	for _, m := range p.got {
		if m.Type == "tools:progress" {
			notes++
		}
	}
	p.mu.Unlock()
	if notes > 1000 {
		t.Errorf("got %d notes of progress of a storm", notes)
	}
	p.call("lab", "change", "{}")
	if m := p.wait("change of the tools", func(m *message) bool { return m.Type == "tools:changed" && strings.Contains(m.Text, "new") }); string(m.Tools) != `[{"name":"new"}]` {
		t.Errorf("got %s", m.Text)
	}
}

// TestSharing: tabs share a process, which ends some time after the last has left.
func TestSharing(t *testing.T) {
	b := newBench(t, `{"lab":`+labEntry("1", "")+`}`, func(o *Options) { o.linger = 2 * time.Second })
	first, second := b.open(), b.open()
	first.allow("lab")
	second.allow("lab")
	pid := first.pid("lab")
	if other := second.pid("lab"); other != pid {
		t.Errorf("two processes, %d and %d", pid, other)
	}
	first.conn.CloseNow()
	for tabs := 2; tabs > 1; time.Sleep(time.Millisecond) {
		b.bridge.mu.Lock()
		tabs = len(b.bridge.tabs)
		b.bridge.mu.Unlock()
	}
	if now := second.pid("lab"); now != pid {
		t.Errorf("the process is another after one of two tabs left")
	}
	second.conn.CloseNow()
	third := b.open() // a page that is loaded again
	third.allow("lab")
	if now := third.pid("lab"); now != pid {
		t.Errorf("the process is another after the page was loaded again")
	}
	third.ask("tools:disconnect", `,"server":"lab"`)
	wantGone(t, pid)
	third.allow("lab")
	again := third.pid("lab")
	// A process that does not read its input is ended too, with the call in it.
	id := third.send("tools:call", callText("lab", "sleep", "{}"))
	third.conn.CloseNow()
	_ = id
	wantGone(t, again)
}

// TestReconnect: a server that dies is started again, and given up when it always dies.
func TestReconnect(t *testing.T) {
	t.Run("killed", func(t *testing.T) {
		b := newBench(t, `{"lab":`+labEntry("1", "")+`}`, nil)
		p := b.open()
		p.allow("lab")
		for range 3 {
			pid, before := p.pid("lab"), p.now()
			if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
				t.Fatal(err)
			}
			p.waitFrom(before, "state", func(m *message) bool { return m.State == "waiting" && strings.Contains(m.Reason, "signal: killed") })
			if m := p.call("lab", "echo", "{}"); m.Type == "tools:failed" && m.Failure.Kind != "network" {
				t.Errorf("got %s", m.Text)
			}
			p.waitFrom(before, "tools again", func(m *message) bool { return m.Type == "tools:changed" })
		}
		pid := p.pid("lab")
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		m := p.wait("end", func(m *message) bool { return m.State == "failed" })
		if !strings.Contains(m.Reason, "it was connected again 3 times") {
			t.Errorf("got %s", m.Text)
		}
		if m := p.call("lab", "echo", "{}"); m.Failure.Kind != "network" || !strings.Contains(m.Failure.Message, "3 times") {
			t.Errorf("got %s", m.Text)
		}
		if m := p.allow("lab"); m.Type != "tools:connected" {
			t.Errorf("connected by hand: got %s", m.Text)
		}
	})
	t.Run("never there", func(t *testing.T) {
		b := newBench(t, `{"crash":`+labEntry("crash", "")+`,"none":{"command":"no-such-program"},"far":{"url":"http://127.0.0.1:1/mcp"},"own":{"type":"inmemory"}}`, nil)
		p := b.open()
		for server, want := range map[string]string{
			"crash": "the server ended (exit status 3); it last said: ImportError: no module named lab",
			"none":  `there is no program "no-such-program" on the PATH`,
			"far":   "connection refused",
			"own":   "no tools of its own",
		} {
			if m := p.allow(server); m.Failure.Kind != "network" || !strings.Contains(m.Failure.Message, want) {
				t.Errorf("%s: got %s, want %s", server, m.Text, want)
			}
		}
	})
}

// TestChangedConfiguration: an entry that is another now has to be allowed again, and its
// process ends; what is wrong with the file is said.
func TestChangedConfiguration(t *testing.T) {
	b := newBench(t, `{"lab":`+labEntry("1", "")+`,"other":`+labEntry("2", "")+`}`, nil)
	p := b.open()
	p.allow("lab")
	p.allow("other")
	lab, other := p.pid("lab"), p.pid("other")
	before := p.ask("tools:servers", "").Servers[0].Fingerprint
	b.write(`{"lab":` + labEntry("1", `,"args":["--changed"]`) + `,"other":` + labEntry("2", "") + `,"bad":{"command":7}}`)
	m := p.ask("tools:servers", "")
	if len(m.Servers) != 2 || m.Servers[0].Fingerprint == before || len(m.Problems) != 1 || m.Problems[0] != `server "bad", "command": a text is expected` {
		t.Errorf("got %s", m.Text)
	}
	wantGone(t, lab)
	p.wait("word about it", func(m *message) bool { return m.Server == "lab" && strings.Contains(m.Reason, "was changed") })
	if m := p.ask("tools:connect", fmt.Sprintf(`,"server":"lab","fingerprint":%q`, before)); m.Failure.Kind != "unconfirmed" {
		t.Errorf("got %s", m.Text)
	}
	if now := p.pid("other"); now != other {
		t.Errorf("a server whose entry is the same was ended")
	}
	if m := p.allow("lab"); m.Type != "tools:connected" {
		t.Errorf("got %s", m.Text)
	}
	for range 20 { // not the one that was connected under this name before
		if m := p.call("lab", "echo", "{}"); m.Type != "tools:done" {
			t.Fatalf("a call of the changed server: got %s", m.Text)
		}
	}
}

// TestEnvironment: a process has what this program has, without its token, and what the
// entry says.
func TestEnvironment(t *testing.T) {
	t.Setenv("MOLSMITH_TOKEN", "s3cret")
	t.Setenv("LAB_COLOR", "red")
	t.Setenv("LAB_SHAPE", "round")
	b := newBench(t, `{"lab":`+strings.Replace(labEntry("1", ""), `"env":{`, `"env":{"LAB_COLOR":"blue",`, 1)+`}`, nil)
	p := b.open()
	p.allow("lab")
	text := string(p.call("lab", "environment", "{}").Result)
	if !strings.Contains(text, `"LAB_COLOR=blue"`) || strings.Contains(text, "LAB_COLOR=red") || !strings.Contains(text, `"LAB_SHAPE=round"`) || strings.Contains(text, "s3cret") {
		t.Errorf("got %s", text)
	}
}

// TestLimits: of a page and of all pages, and a page that does not read.
func TestLimits(t *testing.T) {
	b := newBench(t, `{"lab":`+labEntry("1", "")+`}`, nil)
	p := b.open()
	p.allow("lab")
	var ids []int
	for range maxCalls {
		ids = append(ids, p.send("tools:call", callText("lab", "wait", "{}")))
	}
	if m := p.call("lab", "echo", "{}"); m.Failure.Kind != "busy" {
		t.Errorf("one call too many: got %s", m.Text)
	}
	if err := p.conn.Write(t.Context(), websocket.MessageText, fmt.Appendf(nil, `{"type":"tools:call","id":%d%s}`, ids[0], callText("lab", "echo", "{}"))); err != nil {
		t.Fatal(err)
	}
	p.wait("refusal of an id twice", func(m *message) bool { return m.ID == ids[0] && m.Failure.Kind == "request" })

	deaf, _, err := websocket.Dial(t.Context(), b.url, &websocket.DialOptions{Subprotocols: []string{Protocol}})
	if err != nil {
		t.Fatal(err)
	}
	defer deaf.CloseNow()
	print := p.ask("tools:servers", "").Servers[0].Fingerprint
	for i, text := range []string{fmt.Sprintf(`"tools:connect","server":"lab","fingerprint":%q`, print), `"tools:call","server":"lab","tool":"frame","arguments":{"MiB":8}`, `"tools:call","server":"lab","tool":"frame","arguments":{"MiB":8}`} {
		if err := deaf.Write(t.Context(), websocket.MessageText, fmt.Appendf(nil, `{"id":%d,"type":%s}`, i+1, text)); err != nil {
			t.Fatal(err)
		}
		time.Sleep(100 * time.Millisecond)
	}
	other := b.open()
	other.allow("lab")
	if m := other.call("lab", "echo", "{}"); m.Type != "tools:done" {
		t.Errorf("beside a page that does not read: got %s", m.Text)
	}
	// A message over the limit ends the connection of its page.
	_ = other.conn.Write(t.Context(), websocket.MessageText, make([]byte, 1<<20+1)) // the end may come first
	other.wantEnd(websocket.StatusMessageTooBig)
	conn, _, err := websocket.Dial(t.Context(), b.url, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := conn.Read(t.Context()); websocket.CloseStatus(err) != websocket.StatusPolicyViolation {
		t.Errorf("without the subprotocol: got %v", err)
	}
	for tabs := 0; tabs < maxTabs; {
		b.bridge.mu.Lock()
		tabs = len(b.bridge.tabs)
		b.bridge.mu.Unlock()
		conn, _, err := websocket.Dial(t.Context(), b.url, &websocket.DialOptions{Subprotocols: []string{Protocol}})
		if err != nil {
			break
		}
		defer conn.CloseNow()
		time.Sleep(time.Millisecond)
	}
	if _, response, err := websocket.Dial(t.Context(), b.url, &websocket.DialOptions{Subprotocols: []string{Protocol}}); err == nil || response == nil || response.StatusCode != 503 {
		t.Errorf("one page too many: got %v", err)
	}
}

// TestClose: it ends the pages and returns when no process is left.
func TestClose(t *testing.T) {
	b := newBench(t, `{"a":`+labEntry("1", "")+`,"b":`+labEntry("2", "")+`}`, nil)
	p := b.open()
	p.allow("a")
	p.allow("b")
	pids := []int{p.pid("a"), p.pid("b")}
	p.send("tools:call", callText("b", "sleep", "{}"))
	found := b.bridge.find("a")
	b.bridge.Close()
	b.bridge.mu.Lock()
	left := len(b.bridge.tabs)
	b.bridge.mu.Unlock()
	if left > 0 {
		t.Error("a page does not know of the end when Close returns")
	}
	// A page that was about to connect starts nothing any more.
	if _, err := found.connect(t.Context(), newTab(b.bridge, nil)); err == nil || err.Error() != "the server ends" {
		t.Errorf("connecting after Close: got %v", err)
	}
	for _, pid := range pids {
		if err := syscall.Kill(pid, 0); !errors.Is(err, syscall.ESRCH) {
			t.Errorf("process %d is there after Close", pid)
		}
	}
	p.wantEnd(websocket.StatusGoingAway)
	if _, _, err := websocket.Dial(t.Context(), b.url, nil); err == nil {
		t.Error("a page is served after Close")
	}
}
