package conformance

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"sync"
	"time"

	"github.com/molsmith/molsmith/server/lines"
)

// stdioConn is a server on a pair of pipes, a child process except in tests.
type stdioConn struct {
	router
	in      io.WriteCloser
	writing sync.Mutex
	process *exec.Cmd // nil: in this process
	ended   chan struct{}
}

// dialStdio starts the server of the options.
func (r *runner) dialStdio() (*stdioConn, error) {
	c := &stdioConn{ended: make(chan struct{})}
	c.ask = func(answer []byte) { _ = c.write(answer) }
	var out io.ReadCloser
	if r.options.pipes != nil {
		c.in, out = r.options.pipes()
	} else {
		cmd := exec.Command(r.options.Command[0], r.options.Command[1:]...)
		cmd.Stderr = r.options.Stderr
		var err error
		if c.in, err = cmd.StdinPipe(); err != nil {
			return nil, err
		}
		if out, err = cmd.StdoutPipe(); err != nil {
			return nil, err
		}
		if err := cmd.Start(); err != nil {
			return nil, fmt.Errorf("the command cannot be started: %w", err)
		}
		c.process = cmd
	}
	go c.read(out)
	return c, nil
}

// errEnded says that the server closed its output.
var errEnded = errors.New("the server ended")

func (c *stdioConn) read(out io.Reader) {
	reader := bufio.NewReaderSize(out, 64<<10)
	for {
		line, err := lines.Read(reader, maxMessage)
		switch trimmed := bytes.TrimSpace(line); {
		case line == nil:
			c.fault("protocol", "a message is longer than %d bytes", maxMessage)
		case len(trimmed) == 0:
		case trimmed[0] == '{':
			c.receive(trimmed, 0)
		default:
			c.fault("stdio.output", "standard output has a line that is no message: %s", cut(trimmed))
		}
		if err != nil {
			break
		}
	}
	if c.process != nil {
		_ = c.process.Wait() // how it ended is no matter of the contract
	}
	c.fail(errEnded)
	close(c.ended)
}

func (c *stdioConn) write(message []byte) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	_, err := c.in.Write(append(bytes.Clone(message), '\n'))
	return err
}

func (c *stdioConn) start(_ context.Context, id int, _, _ string, message []byte) *exchange {
	e := &exchange{id: id, answer: make(chan reply, 1)}
	c.expect(e)
	// Writing blocks when the server does not read; the answer is waited for in time.
	go func() {
		if err := c.write(message); err != nil {
			c.settle(id, reply{err: fmt.Errorf("the server does not read: %w", err)})
		}
	}()
	select {
	case <-c.ended:
		c.settle(id, reply{err: errEnded})
	default:
	}
	return e
}

func (c *stdioConn) notify(_ context.Context, message []byte) error { return c.write(message) }

func (c *stdioConn) abandon(*exchange) {}

func (c *stdioConn) notifies() bool { return true }

func (c *stdioConn) close(wait time.Duration) (ended bool) {
	go func() { // a writer that is stuck holds nothing up
		_ = c.in.Close()
	}()
	select {
	case <-c.ended:
		return true
	case <-time.After(wait):
	}
	if c.process != nil {
		_ = c.process.Process.Kill()
		<-c.ended
	}
	return false
}

// pid is the server's process, 0 when it is this one.
func (c *stdioConn) pid() int {
	if c.process == nil {
		return 0
	}
	return c.process.Process.Pid
}
