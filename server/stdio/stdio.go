// Package stdio serves MCP over a pair of pipes: one message per line, UTF-8, on
// standard input and output.
//
// A line that is no message is answered with an error and the next line is read;
// nothing a client writes ends the server but the end of its input. Tool calls
// run beside each other and beside everything else, so a ping is answered and a
// cancellation heard while they compute.
package stdio

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/molsmith/molsmith/contract/mcp"
	"github.com/molsmith/molsmith/server/lines"
)

// Options describe one connection.
type Options struct {
	Dispatcher *mcp.Dispatcher
	In         io.Reader
	Out        io.Writer

	// MaxLine bounds a message in bytes. A longer line is read to its end,
	// thrown away and refused. MaxLineOption is the option of the program that sets
	// it, as the refusal names it; "": none.
	MaxLine       int
	MaxLineOption string

	// Grace is how long calls may go on after the end of the input before they
	// are cancelled: whoever pipes requests in wants their answers, and a client
	// that is gone must not keep a machine busy for long.
	Grace time.Duration

	// Gone reports whether nobody can read Out any more, as when the client was killed:
	// then calls end at once after the end of the input. Nil: that cannot be known.
	Gone func() bool
}

// goneTime is how often Gone is asked.
const goneTime = 100 * time.Millisecond

// cancelTime is how long cancelled calls have to end. One that is stuck in
// writing to a client that does not read never does.
const cancelTime = 2 * time.Second

// maxCalls bounds the calls that were begun and not answered. Computing has limits of its
// own, below this; it is reached when the client does not read, and then no more of what
// it writes is read either.
const maxCalls = 4096

// errWrite wraps a failure to write an answer.
var errWrite = errors.New("writing to the client")

// Serve answers the messages of one connection until its input ends, ctx ends or
// its output fails. A Read that blocks when ctx ends goes on until it returns, and
// so does a Write to a client that does not read. The error is nil at the end of
// the input and of ctx.
func Serve(ctx context.Context, o Options) error {
	calls, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	s := &server{conn: o.Dispatcher.Connect(mcp.Revision20251125), maxLine: o.MaxLine, option: o.MaxLineOption, out: o.Out, stop: stop, idle: make(chan struct{}), calls: make(chan struct{}, maxCalls)}
	ended := make(chan error, 1)
	go func() { ended <- s.read(calls, o.In) }()
	var err error
	select {
	case err = <-ended:
	case <-calls.Done():
	}
	s.finish(calls, o.Grace, o.Gone)
	if cause := context.Cause(calls); errors.Is(cause, errWrite) {
		return cause
	}
	return err
}

type server struct {
	conn    *mcp.Conn
	maxLine int
	option  string // that sets maxLine
	stop    context.CancelCauseFunc
	calls   chan struct{} // one element for each call

	writing sync.Mutex // guards out
	out     io.Writer

	mu      sync.Mutex // guards the rest
	running int        // calls
	closed  bool       // no call starts any more
	idle    chan struct{}
}

// read answers each line of in that is not blank.
func (s *server) read(ctx context.Context, in io.Reader) error {
	reader := bufio.NewReaderSize(in, 64<<10)
	for {
		line, err := lines.Read(reader, s.maxLine)
		if ctx.Err() != nil {
			return nil
		}
		if line == nil || len(bytes.TrimSpace(line)) > 0 {
			s.receive(ctx, line)
		}
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
	}
}

// receive handles one line; nil stands for one that was too long.
func (s *server) receive(ctx context.Context, line []byte) {
	if line == nil {
		message := fmt.Sprintf("the message is longer than %d bytes", s.maxLine)
		if s.option != "" {
			message += ", the limit set by " + s.option
		}
		s.write(mcp.Refuse(nil, mcp.Errorf(mcp.CodeInvalidRequest, "%s", message)).Body)
		return
	}
	m, rpcErr := mcp.Parse(line)
	if rpcErr != nil {
		s.write(mcp.Reject(m, rpcErr).Body)
		return
	}
	answer, call := s.conn.Receive(ctx, m)
	if call == nil {
		s.write(answer.Body)
		return
	}
	select {
	case s.calls <- struct{}{}:
	case <-ctx.Done():
		return
	}
	if s.begin() {
		go func() {
			defer s.end()
			s.write(call.Run(s.write).Body)
		}()
	}
}

// begin reports whether a call may still start.
func (s *server) begin() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	s.running++
	return true
}

func (s *server) end() {
	<-s.calls
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.running--; s.closed && s.running == 0 {
		close(s.idle)
	}
}

// write sends one message; nil is none. A client that cannot be written to is
// gone, and so are its calls.
func (s *server) write(message []byte) {
	if message == nil {
		return
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	if _, err := s.out.Write(append(message, '\n')); err != nil {
		s.stop(fmt.Errorf("%w: %w", errWrite, err))
	}
}

// finish waits for running calls, and cancels them when their time is over or nobody is
// left to take their answers.
func (s *server) finish(ctx context.Context, grace time.Duration, gone func() bool) {
	s.mu.Lock()
	if s.closed = true; s.running == 0 {
		close(s.idle)
	}
	s.mu.Unlock()
	timer := time.NewTimer(grace)
	defer timer.Stop()
	var ask <-chan time.Time
	if gone != nil {
		ticker := time.NewTicker(goneTime)
		defer ticker.Stop()
		ask = ticker.C
	}
	for waiting := true; waiting; {
		select {
		case <-s.idle:
			return
		case <-timer.C:
			waiting = false
		case <-ctx.Done():
			waiting = false
		case <-ask:
			waiting = !gone()
		}
	}
	s.stop(context.Canceled)
	select {
	case <-s.idle:
	case <-time.After(cancelTime):
	}
}
