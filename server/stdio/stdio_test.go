package stdio

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/molsmith/molsmith/contract"
	"github.com/molsmith/molsmith/contract/mcp"
)

// dispatcher serves "echo", which answers at once, and "wait", which ends after
// a minute or with its context.
func dispatcher(t testing.TB) *mcp.Dispatcher {
	t.Helper()
	schema := json.RawMessage(`{"type":"object"}`)
	d, err := mcp.New(mcp.Options{Name: "test", Version: "1", Tools: []*contract.Tool{
		{Name: "echo", Input: schema, Run: func(_ context.Context, args json.RawMessage, _ contract.Progress) (*contract.Outcome, error) {
			return &contract.Outcome{Value: args}, nil
		}},
		{Name: "wait", Input: schema, Run: func(ctx context.Context, _ json.RawMessage, _ contract.Progress) (*contract.Outcome, error) {
			select {
			case <-time.After(time.Minute):
				return &contract.Outcome{Value: json.RawMessage(`{"waited":true}`)}, nil
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

const (
	ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	pong = `{"jsonrpc":"2.0","id":1,"result":{}}`
	wait = `{"jsonrpc":"2.0","id":"w","method":"tools/call","params":{"name":"wait"}}`
)

func TestLines(t *testing.T) {
	long := strings.Repeat("x", 300)
	tests := []struct {
		name, in string
		want     []string // what each answer contains
	}{
		{"LF", ping + "\n" + ping + "\n", []string{pong, pong}},
		{"CRLF", ping + "\r\n" + ping + "\r\n", []string{pong, pong}},
		{"last line without an end", ping, []string{pong}},
		{"blank lines", "\n\r\n  \n\t\r\n" + ping + "\n\n", []string{pong}},
		{"nothing", "", nil},
		{"garbage between", "hello\n" + ping + "\n\x00\xff\n{\n" + ping + "\n", []string{"-32700", pong, "-32700", "-32700", pong}},
		{"batch", "[" + ping + "]\n" + ping + "\n", []string{"-32600", pong}},
		{"too long", long + "\n" + ping + "\n", []string{"longer than 200 bytes", pong}},
		{"too long, then the end", long, []string{"longer than 200 bytes"}},
		{"just short enough", `{"jsonrpc":"2.0","id":1,"method":"ping","pad":"` + strings.Repeat("x", 200-len(`{"jsonrpc":"2.0","id":1,"method":"ping","pad":""}`)) + "\"}\r\n", []string{pong}},
		{"one byte too long", `{"jsonrpc":"2.0","id":1,"method":"ping","pad":"` + strings.Repeat("x", 201-len(`{"jsonrpc":"2.0","id":1,"method":"ping","pad":""}`)) + "\"}\n", []string{"longer than 200 bytes"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var out bytes.Buffer
			if err := Serve(t.Context(), Options{Dispatcher: dispatcher(t), In: strings.NewReader(test.in), Out: &out, MaxLine: 200}); err != nil {
				t.Fatal(err)
			}
			got := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
			if out.Len() == 0 {
				got = nil
			}
			if len(got) != len(test.want) {
				t.Fatalf("got %q, want %d answers", got, len(test.want))
			}
			for i := range got {
				if !strings.Contains(got[i], test.want[i]) {
					t.Errorf("answer %d: got %s, want %s", i, got[i], test.want[i])
				}
			}
		})
	}
}

// client is the other end of a connection.
type client struct {
	in     *io.PipeWriter
	out    *bufio.Scanner
	served chan error
}

func start(t *testing.T, ctx context.Context, grace time.Duration) *client {
	t.Helper()
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	c := &client{in: inWrite, out: bufio.NewScanner(outRead), served: make(chan error, 1)}
	go func() {
		err := Serve(ctx, Options{Dispatcher: dispatcher(t), In: inRead, Out: outWrite, MaxLine: 1 << 20, Grace: grace})
		outWrite.Close()
		inRead.Close()
		c.served <- err
	}()
	return c
}

func (c *client) send(lines ...string) {
	for _, line := range lines {
		fmt.Fprintln(c.in, line)
	}
}

// receive returns the next line, "" at the end.
func (c *client) receive() string {
	c.out.Scan()
	return c.out.Text()
}

func TestAnswersWhileACallRuns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := start(t, t.Context(), 0)
		begin := time.Now()
		c.send(wait, ping)
		if got := c.receive(); got != pong {
			t.Errorf("got %s, want the ping answered", got)
		}
		c.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"w"}}`, ping)
		if got := c.receive(); got != pong {
			t.Errorf("got %s, want no answer to the cancelled call", got)
		}
		if took := time.Since(begin); took != 0 {
			t.Errorf("got an end after %v, want at once", took)
		}
		c.in.Close()
		if got := c.receive(); got != "" {
			t.Errorf("got %s, want nothing more", got)
		}
		if err := <-c.served; err != nil {
			t.Error(err)
		}
	})
}

func TestEndOfInputLetsCallsFinish(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := start(t, t.Context(), 2*time.Minute)
		c.send(wait)
		c.in.Close()
		if got := c.receive(); !strings.Contains(got, `{"waited":true}`) {
			t.Errorf("got %s, want the answer of the call", got)
		}
		if err := <-c.served; err != nil {
			t.Error(err)
		}
	})
}

func TestEndOfInputCancelsAfterTheGrace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := start(t, t.Context(), 10*time.Second)
		begin := time.Now()
		c.send(wait)
		c.in.Close()
		if got := c.receive(); !strings.Contains(got, "cancelled") {
			t.Errorf("got %s, want CANCELLED", got)
		}
		if err, took := <-c.served, time.Since(begin); err != nil || took != 10*time.Second {
			t.Errorf("got %v after %v, want no error after 10 s", err, took)
		}
	})
}

func TestContextEndsTheServer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		c := start(t, ctx, time.Hour)
		c.send(wait)
		synctest.Wait()
		cancel()
		if got := c.receive(); !strings.Contains(got, "cancelled") {
			t.Errorf("got %s, want CANCELLED", got)
		}
		if err := <-c.served; err != nil {
			t.Error(err)
		}
	})
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestFailingOutputEndsTheServer(t *testing.T) {
	inRead, inWrite := io.Pipe()
	defer inWrite.Close()
	served := make(chan error)
	go func() {
		served <- Serve(t.Context(), Options{Dispatcher: dispatcher(t), In: inRead, Out: brokenPipe{}, MaxLine: 1000, Grace: time.Hour})
	}()
	fmt.Fprintln(inWrite, wait)
	fmt.Fprintln(inWrite, ping)
	if err := <-served; !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("got %v, want io.ErrClosedPipe", err)
	}
}

// TestManyCallsAtOnce: answers are whole lines, whatever runs beside.
func TestManyCallsAtOnce(t *testing.T) {
	var in, out bytes.Buffer
	const calls = 500
	for i := range calls {
		fmt.Fprintf(&in, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"echo","arguments":{"i":%d}}}`+"\n", i, i)
	}
	if err := Serve(t.Context(), Options{Dispatcher: dispatcher(t), In: &in, Out: &out, MaxLine: 1000, Grace: time.Minute}); err != nil {
		t.Fatal(err)
	}
	seen := make(map[int]bool)
	for line := range strings.SplitSeq(strings.TrimSpace(out.String()), "\n") {
		var answer struct {
			ID     int
			Result struct{ StructuredContent struct{ I int } }
		}
		if err := json.Unmarshal([]byte(line), &answer); err != nil || answer.ID != answer.Result.StructuredContent.I {
			t.Fatalf("got %s (%v), want the echo of its own call", line, err)
		}
		seen[answer.ID] = true
	}
	if len(seen) != calls {
		t.Errorf("got %d answers, want %d", len(seen), calls)
	}
}

// TestFloodOfAClientThatDoesNotRead: what it writes is not read without end, and all of it
// is answered once it reads.
func TestFloodOfAClientThatDoesNotRead(t *testing.T) {
	const calls = 20_000
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	served := make(chan error, 1)
	before := runtime.NumGoroutine()
	go func() {
		served <- Serve(t.Context(), Options{Dispatcher: dispatcher(t), In: inRead, Out: outWrite, MaxLine: 1 << 20, Grace: time.Minute})
		outWrite.Close()
	}()
	written := make(chan struct{})
	go func() {
		defer close(written)
		for k := range calls {
			fmt.Fprintf(inWrite, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"echo","arguments":{}}}`+"\n", k)
		}
		inWrite.Close()
	}()
	select {
	case <-written:
		t.Error("everything was read from a client that does not read")
	case <-time.After(300 * time.Millisecond):
	}
	if n := runtime.NumGoroutine() - before; n > maxCalls+10 {
		t.Errorf("got %d goroutines, want at most %d", n, maxCalls)
	}
	answers := bufio.NewScanner(outRead)
	n := 0
	for answers.Scan() {
		n++
	}
	if err := <-served; err != nil || n != calls {
		t.Errorf("got %d answers (%v), want %d", n, err, calls)
	}
}

func FuzzServe(f *testing.F) {
	f.Add([]byte(ping + "\n" + wait + "\n"))
	f.Add([]byte("\r\n\x00\n" + strings.Repeat("[", 500) + "\n"))
	d := dispatcher(f)
	f.Fuzz(func(t *testing.T, in []byte) {
		var out bytes.Buffer
		if err := Serve(t.Context(), Options{Dispatcher: d, In: bytes.NewReader(in), Out: &out, MaxLine: 256}); err != nil {
			t.Fatal(err)
		}
		for line := range strings.SplitSeq(strings.TrimSuffix(out.String(), "\n"), "\n") {
			if line != "" && !json.Valid([]byte(line)) {
				t.Fatalf("got %q, want JSON", line)
			}
		}
	})
}

func BenchmarkPing(b *testing.B) {
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	go Serve(b.Context(), Options{Dispatcher: dispatcher(b), In: inRead, Out: outWrite, MaxLine: 1000})
	out := bufio.NewReader(outRead)
	request := []byte(ping + "\n")
	for b.Loop() {
		if _, err := inWrite.Write(request); err != nil {
			b.Fatal(err)
		}
		if _, err := out.ReadSlice('\n'); err != nil {
			b.Fatal(err)
		}
	}
	inWrite.Close()
}
