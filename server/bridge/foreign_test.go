//go:build unix

package bridge

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/coder/websocket"
)

// TestForeignServer: the reference server of the protocol, over each transport it has:
// its tools, a call, progress, and a cancellation that it hears. MOLSMITH_EVERYTHING is
// the program of @modelcontextprotocol/server-everything, which the conformance step of
// `npm test` installs.
func TestForeignServer(t *testing.T) {
	program := os.Getenv("MOLSMITH_EVERYTHING")
	if program == "" {
		t.Skip("npm test sets MOLSMITH_EVERYTHING")
	}
	// listening starts it with an address.
	listening := func(t *testing.T, transport string) (address string) {
		t.Helper()
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		port := l.Addr().(*net.TCPAddr).Port
		l.Close()
		server := exec.Command("node", program, transport)
		server.Env = append(os.Environ(), fmt.Sprint("PORT=", port))
		said, err := server.StderrPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := server.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			_ = server.Process.Kill()
			_ = server.Wait() // it was killed
		})
		lines := bufio.NewScanner(said)
		for lines.Scan() && !strings.Contains(lines.Text(), fmt.Sprint(port)) {
		}
		go func() {
			for lines.Scan() {
			}
		}()
		return fmt.Sprintf("http://127.0.0.1:%d", port)
	}
	for name, entry := range map[string]func(t *testing.T) string{
		"stdio":      func(*testing.T) string { return fmt.Sprintf(`{"command":"node","args":[%q,"stdio"]}`, program) },
		"streamable": func(t *testing.T) string { return fmt.Sprintf(`{"url":"%s/mcp"}`, listening(t, "streamableHttp")) },
		"sse": func(t *testing.T) string {
			return fmt.Sprintf(`{"type":"sse","command":"%s/sse"}`, listening(t, "sse"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t, `{"all":`+entry(t)+`}`, nil)
			p := b.open()
			m := p.allow("all")
			if !strings.Contains(string(m.Tools), `"name":"echo"`) || !strings.Contains(m.Text, `"protocol":"2025-11-25"`) || !strings.Contains(m.Text, `"instructions":"# Everything Server`) {
				t.Fatalf("got %.1000s", m.Text)
			}
			if m := p.call("all", "echo", `{"message":"ä\u0000<b>"}`); string(m.Result) != `{"content":[{"type":"text","text":"Echo: ä\u0000<b>"}]}` {
				t.Errorf("got %s", m.Text)
			}
			if m := p.call("all", "get-structured-content", `{"location":"Chicago"}`); !strings.Contains(string(m.Result), `"structuredContent":{"temperature":`) {
				t.Errorf("got %s", m.Text)
			}
			if m := p.call("all", "no-such-tool", `{}`); m.Failure.Code != -32602 && !strings.Contains(string(m.Result), `"isError":true`) {
				t.Errorf("got %s", m.Text)
			}
			id := p.send("tools:call", callText("all", "trigger-long-running-operation", `{"duration":1,"steps":4}`))
			p.wait("progress", func(m *message) bool { return m.Type == "tools:progress" && m.ID == id && m.Progress >= 1 })
			if m := p.wait("answer", func(m *message) bool { return m.Type != "tools:progress" && m.ID == id }); m.Type != "tools:done" {
				t.Errorf("got %s", m.Text)
			}
			id = p.send("tools:call", callText("all", "trigger-long-running-operation", `{"duration":60,"steps":300}`))
			p.wait("progress", func(m *message) bool { return m.Type == "tools:progress" && m.ID == id })
			if err := p.conn.Write(t.Context(), websocket.MessageText, fmt.Appendf(nil, `{"type":"tools:cancel","id":%d}`, id)); err != nil {
				t.Fatal(err)
			}
			p.wait("word of the cancellation", func(m *message) bool { return m.ID == id && m.Failure.Kind == "cancelled" })
			if m := p.call("all", "echo", `{"message":"again"}`); m.Type != "tools:done" {
				t.Errorf("after a cancellation: got %s", m.Text)
			}
		})
	}
}
