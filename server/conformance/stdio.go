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
	process *exec.Cmd     // nil: in this process
	ended   chan struct{} // closed once its output has

	// Messages that wait to be written, in order. A server that does not read holds
	// up nothing but these.
	mu     sync.Mutex
	queue  [][]byte
	wake   chan struct{} // of capacity 1
	closed bool
}

// dialStdio starts the server of the options.
func (r *runner) dialStdio() (*stdioConn, error) {
	c := &stdioConn{ended: make(chan struct{}), wake: make(chan struct{}, 1)}
	c.ask = c.write
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
	go c.send()
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

// write queues a message.
func (c *stdioConn) write(message []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.queue = append(c.queue, append(bytes.Clone(message), '\n'))
	c.signal()
}

func (c *stdioConn) signal() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// send writes what is queued until the connection is closed.
func (c *stdioConn) send() {
	defer c.in.Close()
	for range c.wake {
		for {
			c.mu.Lock()
			if len(c.queue) == 0 {
				done := c.closed
				c.mu.Unlock()
				if done {
					return
				}
				break
			}
			message := c.queue[0]
			c.queue = c.queue[1:]
			c.mu.Unlock()
			if _, err := c.in.Write(message); err != nil {
				c.fail(fmt.Errorf("the server does not read: %w", err))
				return
			}
		}
	}
}

func (c *stdioConn) start(_ context.Context, id int, _, _ string, message []byte) *exchange {
	e := &exchange{id: id, answer: make(chan reply, 1)}
	c.expect(e)
	c.write(message)
	select {
	case <-c.ended:
		c.settle(id, reply{err: errEnded})
	default:
	}
	return e
}

func (c *stdioConn) notify(_ context.Context, message []byte) error {
	c.write(message)
	return nil
}

func (c *stdioConn) abandon(*exchange) {}

func (c *stdioConn) notifies() bool { return true }

func (c *stdioConn) close(wait time.Duration) (ended bool) {
	c.mu.Lock()
	c.closed = true
	c.signal()
	c.mu.Unlock()
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
