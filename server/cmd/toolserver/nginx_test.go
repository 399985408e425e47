package main

import (
	"bufio"
	"context"
	"crypto/tls"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/molsmith/molsmith/contract"
)

// runNginx runs nginx with a configuration of docs/deploy in which some texts are changed,
// until the test ends. It listens at address.
func runNginx(t *testing.T, conf, address string, changes ...[2]string) {
	t.Helper()
	program, err := exec.LookPath("nginx")
	if err != nil {
		if program = "/usr/sbin/nginx"; exec.Command(program, "-v").Run() != nil {
			t.Skip("nginx is not installed; npm test installs it on Debian for root")
		}
	}
	data, err := os.ReadFile("../../../docs/deploy/" + conf)
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	for _, change := range changes {
		if strings.Count(text, change[0]) == 0 {
			t.Fatalf("docs/deploy/%s has no %s", conf, change[0])
		}
		text = strings.ReplaceAll(text, change[0], change[1])
	}
	folder := t.TempDir()
	whole := "daemon off;\nmaster_process off;\npid nginx.pid;\nerror_log error.log;\nevents {}\nhttp {\naccess_log off;\n"
	for _, name := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		whole += name + "_temp_path " + name + ";\n"
	}
	if err := os.WriteFile(filepath.Join(folder, "nginx.conf"), []byte(whole+text+"}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	command := exec.Command(program, "-p", folder, "-c", "nginx.conf", "-e", "error.log")
	var out strings.Builder
	command.Stderr = &out
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		command.Process.Kill()
		command.Wait()
	})
	for range 200 {
		if c, err := net.Dial("tcp", address); err == nil {
			c.Close()
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatalf("nginx does not listen: %s", out.String())
}

// freeAddress is one of this machine that nobody listens at.
func freeAddress(t *testing.T) string {
	t.Helper()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer free.Close()
	return free.Addr().String()
}

// startNginx runs nginx with TLS in front of a server, and returns where it is reached and
// by what client.
func startNginx(t *testing.T, upstream string) (url string, client *http.Client) {
	t.Helper()
	cert, key, pool := certificate(t)
	address := freeAddress(t)
	runNginx(t, "nginx.conf", address,
		[2]string{"127.0.0.1:8765", upstream}, [2]string{"listen 443 ssl", "listen " + address + " ssl"},
		[2]string{"/etc/ssl/molsmith.example.pem", cert}, [2]string{"/etc/ssl/molsmith.example.key", key})
	client = &http.Client{Transport: &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: pool, ServerName: "127.0.0.1"},
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, "tcp", address)
		},
	}}
	t.Cleanup(client.CloseIdleConnections)
	return "https://molsmith.example/mcp", client
}

// TestBehindNginx: with buffering on, as the documented configuration has it, answers,
// refusals, large documents, progress in time and cancellation pass.
func TestBehindNginx(t *testing.T) {
	program := testProgram()
	told, ended := make(chan bool), make(chan error, 1)
	for _, tool := range program.Tools {
		if tool.Name == "wait" {
			run := tool.Run
			tool.Run = func(ctx context.Context, args json.RawMessage, progress contract.Progress) (*contract.Outcome, error) {
				progress(0.1, "begun")
				select {
				case <-told:
					progress(0.9, "told")
					return &contract.Outcome{Value: []byte(`{"done":true}`)}, nil
				case <-ctx.Done():
				}
				outcome, err := run(ctx, args, progress)
				ended <- err
				return outcome, err
			}
		}
	}
	s := start(t, program, "--transport", "http", "--port", "0", "--allowed-host", "molsmith.example", "--allow-origin", "https://builder.example")
	upstream := strings.TrimSuffix(strings.TrimPrefix(s.url, "http://"), "/mcp")
	url, client := startNginx(t, upstream)

	for _, test := range []struct {
		name, token, origin, body string
		status                    int
		want                      string
	}{
		{"ping", s.token, "", pingMessage, 200, pong},
		{"a page", s.token, "https://builder.example", pingMessage, 200, pong},
		{"another page", s.token, "https://evil.example", pingMessage, 403, "--allow-origin"},
		{"no token", "", "", pingMessage, 401, "token"},
		{"a large document", s.token, "", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"a":"` + strings.Repeat("a", 20<<20) + `"}}}`, 200, `"id":1,"result"`},
	} {
		status, body := postJSON(t, client, url, test.token, test.origin, test.body)
		if status != test.status || !strings.Contains(body, test.want) {
			t.Errorf("%s: got %d %.200s, want %d with %s", test.name, status, body, test.status, test.want)
		}
	}

	// Progress comes while the call runs: the test tells the tool to end only after it
	// has read the first event.
	call := func(ctx context.Context) *http.Response {
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, url,
			strings.NewReader(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"wait","_meta":{"progressToken":"p"}}}`))
		if err != nil {
			t.Fatal(err)
		}
		for name, value := range map[string]string{
			"Authorization": "Bearer " + s.token, "Content-Type": "application/json", "Accept": "application/json, text/event-stream",
		} {
			r.Header.Set(name, value)
		}
		response, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		return response
	}
	response := call(t.Context())
	events := bufio.NewReader(response.Body)
	for line := ""; !strings.Contains(line, `"progress":0.1`); {
		var err error
		if line, err = events.ReadString('\n'); err != nil {
			t.Fatal(err)
		}
	}
	told <- true
	rest, err := io.ReadAll(events)
	response.Body.Close()
	if err != nil || !strings.Contains(string(rest), `{\"done\":true}`) {
		t.Errorf("got %q, %v; want the answer", rest, err)
	}

	// Closing the connection to nginx cancels the call behind it.
	ctx, leave := context.WithCancel(t.Context())
	response = call(ctx)
	if _, err := bufio.NewReader(response.Body).ReadString('\n'); err != nil {
		t.Error(err)
	}
	leave()
	response.Body.Close()
	select {
	case err := <-ended:
		if err == nil {
			t.Error("the call ended by itself")
		}
	case <-time.After(20 * time.Second):
		t.Error("the call went on after its client left")
	}
	if code := s.stop(); code != exitOK {
		t.Errorf("got code %d, want 0", code)
	}
}
