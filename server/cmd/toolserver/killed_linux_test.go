package main

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"
)

// asClient is the first argument of this test program when it is to be a client that
// will be killed.
const asClient = "as-client"

func init() {
	if len(os.Args) > 1 && os.Args[1] == asClient {
		os.Exit(client(os.Args[2:]))
	}
}

// hugeBox is half a million atoms that take long to pack, and the progress of their packing where token is one.
func hugeBox(token string) string {
	return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"liquid_box",` +
		`"arguments":{"components":[{"molecule":{"name":"octane","smiles":"CCCCCCCC"},"count":19000}],"density":0.8,"seed":7}` + token + `}}`
}

// client calls the server at an address, or starts one, and prints what it gets.
func client(args []string) int {
	token := `,"_meta":{"progressToken":1}`
	if len(args) > 1 {
		token = args[1]
	}
	if url := args[0]; url != "stdio" {
		r, err := http.NewRequest(http.MethodPost, url, strings.NewReader(hugeBox(token)))
		if err != nil {
			return 1
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		r.Header.Set("Authorization", "Bearer t")
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			return 1
		}
		_, _ = io.Copy(os.Stdout, response.Body)
		return 0
	}
	server := exec.Command(os.Args[0], asToolserver)
	in, err := server.StdinPipe()
	if err != nil {
		return 1
	}
	out, err := server.StdoutPipe()
	if err != nil || server.Start() != nil {
		return 1
	}
	fmt.Println("server", server.Process.Pid)
	fmt.Fprintln(in, hugeBox(token))
	_, _ = io.Copy(os.Stdout, out)
	return 0
}

// cpuTime is the processor time of a process, and ok false when it has ended.
func cpuTime(pid int) (spent time.Duration, ok bool) {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0, false
	}
	// After the name, which stands in parentheses: state, and as 12th and 13th the time
	// in user and system mode in ticks of 10 ms (proc(5)).
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * 10 * time.Millisecond, fields[0] != "Z" && fields[0] != "X"
}

// works waits until a process has computed for a while.
func works(t *testing.T, pid int) {
	t.Helper()
	before, _ := cpuTime(pid)
	for range 1200 {
		if now, ok := cpuTime(pid); !ok {
			t.Fatal("the server has ended")
		} else if now-before > 300*time.Millisecond {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("the server does not compute")
}

// wantStopped waits until a process has ended or computes no more, and checks that it
// got there with little more work.
func wantStopped(t *testing.T, pid int) {
	t.Helper()
	start, _ := cpuTime(pid)
	before, last := start, time.Now()
	for {
		time.Sleep(500 * time.Millisecond)
		now, ok := cpuTime(pid)
		if spent := now - start; ok && spent > 2*time.Second {
			t.Fatalf("the server went on for %v", spent)
		} else if !ok || now-before <= 10*time.Millisecond {
			t.Logf("%v of processor time after the end of the client, ended: %v", max(spent, 0), !ok)
			return
		}
		if time.Since(last) > time.Minute {
			t.Fatal("the server does not come to rest")
		}
		before = now
	}
}

// TestKilledClients: a client is killed while half a million atoms are packed for it, and
// the packing stops: over HTTP, and over stdio with and without progress to tell.
func TestKilledClients(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Run("HTTP", func(t *testing.T) {
		server := exec.Command(program, asToolserver, "--transport", "http", "--port", "0", "--token", "t")
		stderr, err := server.StderrPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := server.Start(); err != nil {
			t.Fatal(err)
		}
		defer func() {
			_ = server.Process.Kill()
			_ = server.Wait() // it was killed
		}()
		line, err := bufio.NewReader(stderr).ReadString('\n')
		_, url, found := strings.Cut(strings.TrimSpace(line), "serving MCP at ")
		if err != nil || !found {
			t.Fatal(line, err)
		}
		for range 3 {
			kill(t, exec.Command(program, asClient, url), "event: message")
			wantStopped(t, server.Process.Pid)
		}
		if status, body := postJSON(t, http.DefaultClient, url, "t", "", pingMessage); status != http.StatusOK || body != pong {
			t.Errorf("got %d %s", status, body)
		}
	})
	for name, token := range map[string]string{"stdio": `,"_meta":{"progressToken":1}`, "stdio, silent": " "} {
		t.Run(name, func(t *testing.T) {
			sign := "notifications/progress"
			if token == " " {
				sign = "server "
			}
			kill(t, exec.Command(program, asClient, "stdio", token), sign)
		})
	}
}

// kill starts a client and kills it once it has printed sign and its server works.
func kill(t *testing.T, c *exec.Cmd, sign string) {
	t.Helper()
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	server := 0
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if pid, ok := strings.CutPrefix(lines.Text(), "server "); ok {
			server, _ = strconv.Atoi(pid)
		}
		if strings.Contains(lines.Text(), sign) {
			break
		}
	}
	if server != 0 {
		works(t, server)
	}
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait() // it was killed
	if server != 0 {
		wantStopped(t, server)
		if _, ok := cpuTime(server); ok {
			time.Sleep(3 * time.Second)
			if _, ok := cpuTime(server); ok {
				t.Error("the server is still there")
			}
		}
	}
}
