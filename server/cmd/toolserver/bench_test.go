package main

import (
	"bufio"
	"bytes"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const initializeMessage = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}` + "\n"

// process is a toolserver of its own.
type process struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

func build(b *testing.B) string {
	b.Helper()
	file := filepath.Join(b.TempDir(), "toolserver")
	if out, err := exec.Command("go", "build", "-o", file, ".").CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	return file
}

// launch starts a process and waits for the answer to its first message.
func launch(b *testing.B, file string) *process {
	b.Helper()
	p := &process{cmd: exec.Command(file)}
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		b.Fatal(err)
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	p.out = bufio.NewReader(out)
	if err := p.cmd.Start(); err != nil {
		b.Fatal(err)
	}
	p.ask(b, initializeMessage)
	return p
}

func (p *process) ask(b *testing.B, line string) {
	if _, err := io.WriteString(p.in, line); err != nil {
		b.Fatal(err)
	}
	if _, err := p.out.ReadSlice('\n'); err != nil {
		b.Fatal(err)
	}
}

func (p *process) end(b *testing.B) {
	p.in.Close()
	if err := p.cmd.Wait(); err != nil {
		b.Fatal(err)
	}
}

// residentMB returns the resident memory of the process, 0 where it is not known.
func (p *process) residentMB() float64 {
	status, err := os.ReadFile("/proc/" + strconv.Itoa(p.cmd.Process.Pid) + "/status")
	if err != nil {
		return 0
	}
	_, after, _ := bytes.Cut(status, []byte("VmRSS:"))
	kB, err := strconv.ParseFloat(strings.Fields(string(after))[0], 64)
	if err != nil {
		return 0
	}
	return kB / 1024
}

// BenchmarkStart measures from the start of a process to its first answer, and
// what it then takes of memory.
func BenchmarkStart(b *testing.B) {
	file := build(b)
	var resident float64
	for b.Loop() {
		p := launch(b, file)
		b.StopTimer()
		resident = max(resident, p.residentMB())
		p.end(b)
		b.StartTimer()
	}
	b.ReportMetric(resident, "idle-MB")
}

// BenchmarkStdioPing measures one request after the other through a process.
func BenchmarkStdioPing(b *testing.B) {
	p := launch(b, build(b))
	for b.Loop() {
		p.ask(b, pingMessage+"\n")
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "requests/s")
	p.end(b)
}

// BenchmarkStdioPingPipelined measures requests that do not wait for each other.
func BenchmarkStdioPingPipelined(b *testing.B) {
	p := launch(b, build(b))
	sent := make(chan error, 1)
	go func() {
		w := bufio.NewWriterSize(p.in, 64<<10)
		for range b.N {
			w.WriteString(pingMessage + "\n")
		}
		sent <- w.Flush()
	}()
	b.ResetTimer()
	for range b.N {
		if _, err := p.out.ReadSlice('\n'); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "requests/s")
	if err := <-sent; err != nil {
		b.Fatal(err)
	}
	p.end(b)
}

// BenchmarkHTTPPing measures one request after the other on one connection,
// client and server in one process.
func BenchmarkHTTPPing(b *testing.B) {
	s := start(b, testProgram(), "--transport", "http", "--port", "0")
	for b.Loop() {
		r, err := http.NewRequest(http.MethodPost, s.url, strings.NewReader(pingMessage))
		if err != nil {
			b.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer "+s.token)
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, response.Body); err != nil || response.StatusCode != http.StatusOK {
			b.Fatal(err, response.StatusCode)
		}
		response.Body.Close()
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "requests/s")
	s.stop()
}
