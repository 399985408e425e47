package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/molsmith/molsmith/server/bridge"
	"github.com/molsmith/molsmith/server/bridge/peer"
)

// First arguments of this test program when it is to be something else.
const (
	asServe    = "as-serve"
	asFamily   = "as-family"
	asDeaf     = "as-deaf"
	asWatchman = "as-watchman"
)

func init() {
	if len(os.Args) < 2 {
		return
	}
	switch os.Args[1] {
	case asServe:
		ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
		defer stop()
		p := withPage(testProgram())
		p.Watchman = []string{os.Args[0], asWatchman}
		os.Exit(p.Run(ctx, append([]string{"serve", "--port", "0"}, os.Args[2:]...), os.Stdin, os.Stdout, os.Stderr))
	case asWatchman:
		peer.Watch(os.Stdin)
	case asDeaf:
		signal.Ignore(syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT)
		time.Sleep(time.Minute)
	case asFamily:
		family()
	default:
		return
	}
	os.Exit(0)
}

// family is a server that has started another process, as uvx and npx do. Neither cares
// about the end of the input or SIGTERM. Its only tool is called by its two processes.
func family() {
	signal.Ignore(syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT)
	other := exec.Command(os.Args[0], asDeaf)
	if err := other.Start(); err != nil {
		os.Exit(1)
	}
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var q struct {
			ID     json.RawMessage
			Method string
		}
		if json.Unmarshal(lines.Bytes(), &q) != nil || q.ID == nil {
			continue
		}
		result := `{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"family","version":"1"}}`
		if q.Method == "tools/list" {
			result = fmt.Sprintf(`{"tools":[{"name":"%d %d"}]}`, os.Getpid(), other.Process.Pid)
		}
		fmt.Printf(`{"jsonrpc":"2.0","id":%s,"result":%s}`+"\n", q.ID, result)
	}
	time.Sleep(time.Minute)
}

// dialBridge opens the WebSocket of a page.
func dialBridge(t *testing.T, address, token, origin string) (*websocket.Conn, int, error) {
	t.Helper()
	o := &websocket.DialOptions{Subprotocols: []string{bridge.Protocol}, HTTPHeader: http.Header{}}
	if token != "" {
		o.Subprotocols = append(o.Subprotocols, "molsmith.token."+base64.RawURLEncoding.EncodeToString([]byte(token)))
	}
	if origin != "" {
		o.HTTPHeader.Set("Origin", origin)
	}
	conn, response, err := websocket.Dial(t.Context(), address, o)
	status := 0
	if response != nil {
		status = response.StatusCode
	}
	if conn != nil {
		conn.SetReadLimit(64 << 20)
		t.Cleanup(func() { conn.CloseNow() })
	}
	return conn, status, err
}

// answerTo sends a message and returns the first that has its id.
func answerTo(t *testing.T, conn *websocket.Conn, id int, text string) map[string]json.RawMessage {
	t.Helper()
	if err := conn.Write(t.Context(), websocket.MessageText, fmt.Appendf(nil, `{"id":%d,%s}`, id, text)); err != nil {
		t.Fatal(err)
	}
	for {
		ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
		_, got, err := conn.Read(ctx)
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		var m map[string]json.RawMessage
		if err := json.Unmarshal(got, &m); err != nil {
			t.Fatal(err)
		}
		if string(m["id"]) == strconv.Itoa(id) && string(m["type"]) != `"tools:progress"` {
			return m
		}
	}
}

// connectTo connects a page to a server of the configuration and returns its tools.
func connectTo(t *testing.T, conn *websocket.Conn, server string) string {
	t.Helper()
	var list []struct{ Server, Fingerprint string }
	if err := json.Unmarshal(answerTo(t, conn, 1, `"type":"tools:servers"`)["servers"], &list); err != nil {
		t.Fatal(err)
	}
	for _, s := range list {
		if s.Server == server {
			m := answerTo(t, conn, 2, fmt.Sprintf(`"type":"tools:connect","server":%q,"fingerprint":%q`, s.Server, s.Fingerprint))
			if m["tools"] == nil {
				t.Fatalf("got %s", m["failure"])
			}
			return string(m["tools"])
		}
	}
	t.Fatalf("there is no server %s among %v", server, list)
	return ""
}

// TestBridge: the page that serve hosts finds the bridge, and only it may use it.
func TestBridge(t *testing.T) {
	config := write(t, "mcp.json", `{"mcpServers":{"own":{"type":"inmemory"}}}`)
	s := start(t, withPage(testProgram()), "serve", "--port", "0", "--metrics", "127.0.0.1:0", "--mcp-config", config)
	base := strings.TrimSuffix(s.url, "/mcp")
	response, err := http.Get(base + "/")
	if err != nil {
		t.Fatal(err)
	}
	var index bytes.Buffer
	_, _ = index.ReadFrom(response.Body)
	response.Body.Close()
	if !strings.Contains(index.String(), `<meta name="molsmith-bridge" content="/bridge" />`) {
		t.Errorf("got %s, want the place of the bridge", &index)
	}
	address := "ws" + strings.TrimPrefix(base, "http") + "/bridge"
	for _, test := range []struct {
		token, origin string
		status        int
	}{
		{s.token, base, http.StatusSwitchingProtocols},
		{s.token, "", http.StatusSwitchingProtocols},
		{s.token, "https://evil.example", http.StatusForbidden},
		{s.token, "null", http.StatusForbidden},
		{"", base, http.StatusUnauthorized},
		{"wrong", base, http.StatusUnauthorized},
	} {
		if _, status, _ := dialBridge(t, address, test.token, test.origin); status != test.status {
			t.Errorf("%.5s of %s: got %d, want %d", test.token, test.origin, status, test.status)
		}
	}
	if status, body := postJSON(t, http.DefaultClient, base+"/bridge", s.token, base, pingMessage); status != http.StatusUpgradeRequired && status != http.StatusMethodNotAllowed {
		t.Errorf("a POST: got %d %s", status, body)
	}
	conn, _, err := dialBridge(t, address, s.token, base)
	if err != nil {
		t.Fatal(err)
	}
	if tools := connectTo(t, conn, "own"); !strings.HasPrefix(tools, `[{"name":"argon"`) {
		t.Errorf("got %s", tools)
	}
	m := answerTo(t, conn, 3, `"type":"tools:call","server":"own","tool":"argon","arguments":{"x":1}`)
	if !strings.Contains(string(m["result"]), `"positions":[1,0,0]`) {
		t.Errorf("got %s", m["result"])
	}
	if code := s.stop(); code != exitOK {
		t.Errorf("got code %d", code)
	}
	if text := strings.Join(s.stderr, "\n"); strings.Contains(text, base64.RawURLEncoding.EncodeToString([]byte(s.token))) {
		t.Errorf("the token is logged: %s", text)
	}

	without := start(t, withPage(testProgram()), "serve", "--port", "0")
	defer without.stop()
	if _, status, _ := dialBridge(t, "ws"+strings.TrimPrefix(strings.TrimSuffix(without.url, "/mcp"), "http")+"/bridge", without.token, ""); status != http.StatusNotFound {
		t.Errorf("without a configuration: got %d, want 404", status)
	}
}

// TestBridgeFaults: a wrong configuration ends the program with a line for each fault.
func TestBridgeFaults(t *testing.T) {
	config := write(t, "mcp.json", `{"mcpServers":{"lab":{"command":7},"far":{"url":"http://tools.example/mcp"}}}`)
	code, out, errs := run(t, withPage(testProgram()), "", "serve", "--port", "0", "--mcp-config", config)
	want := "toolserver: --mcp-config " + config + `: server "lab", "command": a text is expected` + "\n" +
		"toolserver: --mcp-config " + config + `: server "far", "url": tools.example is on another machine and must be reached by https` + "\n"
	if code != exitUsage || out != "" || errs != want {
		t.Errorf("got %d, %q, %q, want %q", code, out, errs, want)
	}
	if code, _, errs := run(t, withPage(testProgram()), "", "serve", "--port", "0", "--mcp-config", filepath.Join(t.TempDir(), "none.json")); code != exitUsage || !strings.Contains(errs, "no such file") {
		t.Errorf("got %d, %q", code, errs)
	}
}

// TestNoOrphans: however serve ends, no process of its servers is left, nor any that
// these have started.
func TestNoOrphans(t *testing.T) {
	for name, end := range map[string]func(serve *os.Process, family []int, conn *websocket.Conn){
		"SIGTERM":              func(serve *os.Process, _ []int, _ *websocket.Conn) { _ = serve.Signal(syscall.SIGTERM) },
		"SIGKILL":              func(serve *os.Process, _ []int, _ *websocket.Conn) { _ = serve.Kill() },
		"crash":                func(serve *os.Process, _ []int, _ *websocket.Conn) { _ = serve.Signal(syscall.SIGSEGV) },
		"SIGKILL of the child": func(_ *os.Process, family []int, _ *websocket.Conn) { _ = syscall.Kill(family[0], syscall.SIGKILL) },
		"the page crashes":     func(_ *os.Process, _ []int, conn *websocket.Conn) { conn.CloseNow() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			self, _ := json.Marshal(os.Args[0])
			config := write(t, "mcp.json", fmt.Sprintf(`{"family":{"command":%s,"args":[%q]}}`, self, asFamily))
			serve := exec.Command(os.Args[0], asServe, "--mcp-config", config)
			out, err := serve.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := serve.Start(); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() {
				_ = serve.Process.Kill()
				_ = serve.Wait() // it was killed
			})
			link, err := bufio.NewReader(out).ReadString('\n')
			base, fragment, _ := strings.Cut(strings.TrimSpace(link), "/#")
			values, parseErr := url.ParseQuery(fragment)
			if err != nil || parseErr != nil {
				t.Fatal(link, err, parseErr)
			}
			conn, _, err := dialBridge(t, "ws"+strings.TrimPrefix(base, "http")+"/bridge", values.Get("token"), base)
			if err != nil {
				t.Fatal(err)
			}
			var first, second int
			if _, err := fmt.Sscanf(connectTo(t, conn, "family"), `[{"name":"%d %d"}]`, &first, &second); err != nil {
				t.Fatal(err)
			}
			end(serve.Process, []int{first, second}, conn)
			for _, pid := range []int{first, second} {
				gone := false
				for range 3000 {
					if gone = errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) || isZombie(pid); gone {
						break
					}
					time.Sleep(10 * time.Millisecond)
				}
				if !gone {
					t.Errorf("process %d is left", pid)
				}
			}
		})
	}
}

func isZombie(pid int) bool {
	_, running := cpuTime(pid)
	return !running
}
