package main

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
)

// instance starts a public server as a process of its own and returns its address.
func instance(t *testing.T) (address string, process *os.Process) {
	t.Helper()
	command := exec.Command(os.Args[0], asToolserver, "--transport", "http", "--port", "0",
		"--public", "--allow-origin", "https://builder.example", "--allowed-host", "tools.example.org", "--trusted-proxy", "127.0.0.1")
	told, err := command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		command.Process.Kill()
		command.Wait()
	})
	for lines := bufio.NewScanner(told); lines.Scan(); {
		if _, url, found := strings.Cut(lines.Text(), "serving MCP at http://"); found {
			go io.Copy(io.Discard, told)
			return strings.TrimSuffix(url, "/mcp"), command.Process
		}
	}
	t.Fatal("the server ended")
	return "", nil
}

// TestThreeInstances: with three instances behind the documented balancer one is killed and
// one is told to end while requests come; every request is answered, and rightly.
func TestThreeInstances(t *testing.T) {
	var upstream strings.Builder
	var processes []*os.Process
	for range 3 {
		address, process := instance(t)
		fmt.Fprintf(&upstream, "server %s max_fails=1 fail_timeout=5s;\n", address)
		processes = append(processes, process)
	}
	address := freeAddress(t)
	runNginx(t, "nginx-balancer.conf", address,
		[2]string{"server tools:8765 max_fails=1 fail_timeout=5s;", upstream.String()}, [2]string{"listen 80", "listen " + address})

	const requests, hands = 600, 12
	var next, killed, ended atomic.Int64
	var wait sync.WaitGroup
	for range hands {
		wait.Go(func() {
			for {
				n := next.Add(1)
				if n > requests {
					return
				}
				if n > requests/3 && killed.CompareAndSwap(0, 1) {
					processes[0].Kill()
				}
				if n > 2*requests/3 && ended.CompareAndSwap(0, 1) {
					_ = processes[1].Signal(syscall.SIGTERM)
				}
				if status, body := ask(address, n); status != http.StatusOK || !strings.Contains(body, fmt.Sprintf(`"id":%d,`, n)) || !strings.Contains(body, `nCCO`) {
					t.Errorf("request %d: got %d %.300s", n, status, body)
				}
			}
		})
	}
	wait.Wait()
}

// ask calls a tool through the balancer; a status of 0 is a request that got no answer.
func ask(address string, id int64) (status int, body string) {
	message := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"generate_3d","arguments":{"smiles":"CCO","seed":%d}}}`, id, id)
	r, err := http.NewRequest(http.MethodPost, "http://"+address+"/mcp", strings.NewReader(message))
	if err != nil {
		return 0, err.Error()
	}
	r.Host = "tools.example.org"
	r.Header.Set("X-Forwarded-For", fmt.Sprintf("198.51.100.%d", id%200)) // as if a proxy stood before
	for name, value := range map[string]string{
		"Content-Type": "application/json", "Accept": "application/json", "Origin": "https://builder.example", "MCP-Protocol-Version": "2025-06-18",
	} {
		r.Header.Set(name, value)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, err.Error()
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return 0, err.Error()
	}
	return response.StatusCode, string(text)
}
