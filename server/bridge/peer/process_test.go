//go:build linux

package peer

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// family are what a child of these tests does, by the variable PEER_TEST_CHILD.
func init() { children = family }

var family = map[string]func(){
	"server": func() { server("") },
	// It starts another process in its group, which ignores everything but SIGKILL.
	"family": func() {
		grandchild := exec.Command(os.Args[0])
		grandchild.Env = append(os.Environ(), "PEER_TEST_CHILD=deaf")
		if err := grandchild.Start(); err != nil {
			panic(err)
		}
		server(strconv.Itoa(grandchild.Process.Pid))
	},
	"deaf": func() { deaf(); time.Sleep(time.Minute) },
	// It ignores the end of its input and SIGTERM.
	"stubborn": func() { deaf(); server(""); time.Sleep(time.Minute) },
	"mute":     func() { os.Stdout.Close(); time.Sleep(time.Minute) },
	"watchman": func() { Watch(os.Stdin) },
	// It starts a family and is killed.
	"owner": func() {
		w, err := StartWatchman("/usr/bin/env", "PEER_TEST_CHILD=watchman", os.Args[0])
		if err != nil {
			panic(err)
		}
		p, err := Start(context.Background(), Command{Path: os.Args[0], Env: append(os.Environ(), "PEER_TEST_CHILD=family"), Watch: w.Tell}, Options{})
		if err != nil {
			panic(err)
		}
		result, err := p.Call(context.Background(), "pids", json.RawMessage(`{}`), nil)
		fmt.Println(string(result), err)
		time.Sleep(time.Minute)
	},
}

func deaf() { signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP) }

// server answers until its input ends: the tool pids with its process and another's,
// die by dying, flood with a lot of noise first, huge with a result of args.mib, endless with a
// line that does not end.
func server(other string) {
	fmt.Fprintln(os.Stderr, "ready\x1b[2J")
	a := answerer{"initialize": hello, "tools/list": oneTool, "tools/call pids": `{"jsonrpc":"2.0","id":%s,"result":[` + strings.Trim(strconv.Itoa(os.Getpid())+","+other, ",") + `]}`}
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	for in.Scan() {
		line := in.Bytes()
		switch {
		case bytes.Contains(line, []byte(`"name":"die"`)):
			fmt.Fprintln(os.Stderr, "Segmentation fault")
			syscall.Kill(os.Getpid(), syscall.SIGKILL)
			time.Sleep(time.Minute)
		case bytes.Contains(line, []byte(`"name":"flood"`)):
			for range 300_000 {
				fmt.Fprintln(out, "noise of a library that prints")
			}
			fmt.Fprintln(out, strings.ReplaceAll(`{"jsonrpc":"2.0","id":%s,"result":{}}`, "%s", idOf(line)))
		case bytes.Contains(line, []byte(`"name":"huge"`)):
			_, size, _ := bytes.Cut(line, []byte(`"mib":`))
			mib, _ := strconv.Atoi(string(size[:bytes.IndexByte(size, '}')]))
			fmt.Fprintf(out, `{"jsonrpc":"2.0","id":%s,"result":"%s"}`+"\n", idOf(line), strings.Repeat("a", mib<<20))
		case bytes.Contains(line, []byte(`"name":"endless"`)):
			piece := strings.Repeat("a", 1<<20)
			for range MaxMessage>>20 + 1 {
				fmt.Fprint(out, "{"+piece)
			}
			fmt.Fprintln(out)
		default:
			if text := a.answer(line); text != "" {
				fmt.Fprintln(out, text)
			}
		}
		out.Flush()
	}
}

func idOf(line []byte) string {
	var q struct{ ID json.RawMessage }
	_ = json.Unmarshal(line, &q)
	return string(q.ID)
}

// child starts one of children.
func child(t *testing.T, name string, o Options) *Peer {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	p, err := Start(ctx, Command{Path: os.Args[0], Env: append(os.Environ(), "PEER_TEST_CHILD="+name)}, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

// pids asks a child for its processes.
func pids(t *testing.T, p *Peer) []int {
	t.Helper()
	result, err := p.Call(t.Context(), "pids", json.RawMessage(`{}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	var list []int
	if err := json.Unmarshal(result, &list); err != nil {
		t.Fatal(err)
	}
	return list
}

// wantGone waits for the end of processes.
func wantGone(t *testing.T, pids []int) {
	t.Helper()
	for _, pid := range pids {
		for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(20 * time.Millisecond) {
			state, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
			if err != nil || bytes.Contains(state, []byte(") Z ")) {
				break
			}
			if time.Now().After(deadline) {
				t.Errorf("process %d is left: %s", pid, state)
				break
			}
		}
	}
}

// TestProcessesEnd: with Close, whatever a process does about it, and with the one who
// holds it when that is killed.
func TestProcessesEnd(t *testing.T) {
	for _, name := range []string{"server", "family", "stubborn"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := child(t, name, Options{})
			list := pids(t, p)
			p.Close()
			if _, err := os.Stat("/proc/" + strconv.Itoa(list[0]) + "/stat"); err == nil {
				t.Errorf("process %d is there after Close", list[0])
			}
			wantGone(t, list)
			p.Close() // again
		})
	}
	t.Run("owner is killed", func(t *testing.T) {
		t.Parallel()
		owner := exec.Command(os.Args[0])
		owner.Env = append(os.Environ(), "PEER_TEST_CHILD=owner")
		out, err := owner.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := owner.Start(); err != nil {
			t.Fatal(err)
		}
		var list []int
		text, err := bufio.NewReader(out).ReadString('\n')
		if err != nil || json.Unmarshal([]byte(strings.TrimSuffix(text, " <nil>\n")), &list) != nil || len(list) != 2 {
			t.Fatalf("got %q, %v", text, err)
		}
		_ = owner.Process.Kill()
		_ = owner.Wait() // it was killed
		wantGone(t, list)
	})
	t.Run("killed itself", func(t *testing.T) {
		t.Parallel()
		p := child(t, "family", Options{})
		list := pids(t, p)
		if err := syscall.Kill(list[0], syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		<-p.Ended()
		wantGone(t, list)
	})
	t.Run("cancelled handshake", func(t *testing.T) {
		t.Parallel()
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		defer cancel()
		if _, err := Start(ctx, Command{Path: "/bin/sleep", Args: []string{"60"}}, Options{}); err == nil {
			t.Error("a process that says nothing was taken for a server")
		}
	})
}

// TestPATH: a program is looked for on the PATH that it gets, then where uv puts it.
func TestPATH(t *testing.T) {
	folder, home := t.TempDir(), t.TempDir()
	local := filepath.Join(home, ".local", "bin")
	if err := os.MkdirAll(local, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{filepath.Join(folder, "cat"), filepath.Join(folder, "lab"), filepath.Join(local, "uvx-lab")} {
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct{ name, path, want string }{
		{"lab", folder, filepath.Join(folder, "lab")},
		{"cat", folder, filepath.Join(folder, "cat")}, // not that of the system
		{"uvx-lab", "/nonexistent", filepath.Join(local, "uvx-lab")},
		{"lab", "/nonexistent", "lab"},
		{"./lab", folder, "./lab"},
		{"/bin/cat", folder, "/bin/cat"},
		{"lab", ".:" + folder, filepath.Join(folder, "lab")},
	} {
		c := Command{Path: test.name, Env: []string{"PATH=/other", "HOME=" + home, "PATH=" + test.path}}
		if got := c.LookUp(); got != test.want {
			t.Errorf("%s on %s: got %s, want %s", test.name, test.path, got, test.want)
		}
	}
}

// TestBrokenChildren: what one does to itself is the error of its calls.
func TestBrokenChildren(t *testing.T) {
	t.Run("dies in a call", func(t *testing.T) {
		t.Parallel()
		var mu sync.Mutex
		var logged []string
		p := child(t, "server", Options{Log: func(line string) { mu.Lock(); logged = append(logged, line); mu.Unlock() }})
		_, err := p.Call(t.Context(), "die", json.RawMessage(`{}`), nil)
		if err == nil || err.Error() != "the server ended (signal: killed); it last said: Segmentation fault" {
			t.Errorf("got %v", err)
		}
		if _, again := p.Call(t.Context(), "pids", json.RawMessage(`{}`), nil); again == nil || again.Error() != err.Error() {
			t.Errorf("the call after it: got %v", again)
		}
		mu.Lock()
		defer mu.Unlock()
		if len(logged) != 2 || logged[1] != "Segmentation fault" {
			t.Errorf("logged %q", logged)
		}
	})
	t.Run("floods", func(t *testing.T) {
		t.Parallel()
		var n atomic.Int32
		p := child(t, "server", Options{Log: func(string) { n.Add(1) }})
		if _, err := p.Call(t.Context(), "flood", json.RawMessage(`{}`), nil); err != nil {
			t.Error(err)
		}
		p.Close()
		if n.Load() > maxStray+3 {
			t.Errorf("logged %d lines", n.Load())
		}
	})
	t.Run("a long result", func(t *testing.T) {
		t.Parallel()
		mib := 20
		if os.Getenv("MOLSMITH_FULL") != "" {
			mib = 200
		}
		p := child(t, "server", Options{})
		if result, err := p.Call(t.Context(), "huge", fmt.Appendf(nil, `{"mib":%d}`, mib), nil); err != nil || len(result) != mib<<20+2 {
			t.Errorf("got %d bytes, %v", len(result), err)
		}
	})
	t.Run("a line over the limit", func(t *testing.T) {
		t.Parallel()
		p := child(t, "server", Options{})
		if _, err := p.Call(t.Context(), "endless", json.RawMessage(`{}`), nil); err == nil || !strings.Contains(err.Error(), "more than 256 MiB") {
			t.Errorf("got %v", err)
		}
	})
	t.Run("closes its output", func(t *testing.T) {
		t.Parallel()
		if _, err := Start(t.Context(), Command{Path: os.Args[0], Env: append(os.Environ(), "PEER_TEST_CHILD=mute")}, Options{}); err == nil || !strings.Contains(err.Error(), "the server ended") {
			t.Errorf("got %v", err)
		}
	})
	for name, c := range map[string]Command{
		`there is no program "/nonexistent/server" on the PATH`: {Path: "/nonexistent/server"},
		`there is no program "no-such-server-here" on the PATH`: {Path: "no-such-server-here"},
		`there is no folder "/nonexistent" to start in`:         {Path: "/bin/cat", Dir: "/nonexistent"},
		`"/etc" may not be run`:                                 {Path: "/etc"},
	} {
		if _, err := Start(t.Context(), c, Options{}); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("got %v, want %s", err, name)
		}
	}
}
