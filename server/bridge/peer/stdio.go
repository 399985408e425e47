package peer

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/molsmith/molsmith/server/lines"
)

// Times of a process that is stopped: after the end of its input, after SIGTERM.
const (
	inputTime     = 2 * time.Second
	terminateTime = 2 * time.Second
)

// maxStray is how many lines of standard output that are no messages are noted; the
// rest are only counted.
const maxStray = 5

// Start starts a process and agrees with it. When that fails, nothing of the process is
// left.
func Start(ctx context.Context, c Command, o Options) (*Peer, error) {
	p := newPeer(o)
	process, err := start(c, func(line string) { p.log("%s", line) })
	if err != nil {
		return nil, err
	}
	w := &stdioWire{peer: p, in: process.in, out: process.out, process: process, wake: make(chan struct{}, 1), done: make(chan struct{})}
	return open(ctx, p, w, false)
}

// Pipes agrees with a server in this process that reads in and writes out.
func Pipes(ctx context.Context, in io.WriteCloser, out io.ReadCloser, o Options) (*Peer, error) {
	p := newPeer(o)
	w := &stdioWire{peer: p, in: in, out: out, wake: make(chan struct{}, 1), done: make(chan struct{})}
	return open(ctx, p, w, false)
}

// open makes the handshake.
func open(ctx context.Context, p *Peer, w wire, newestFirst bool) (*Peer, error) {
	p.wire = w
	if s, ok := w.(*stdioWire); ok {
		go s.read()
		go s.write()
	}
	if err := p.handshake(ctx, newestFirst); err != nil {
		if ended := p.Err(); ended != nil {
			err = ended // which says more than a request that was not answered
		}
		p.Close()
		return nil, err
	}
	p.follow()
	return p, nil
}

// stdioWire is a pair of pipes, a line for each message.
type stdioWire struct {
	peer    *Peer
	in      io.WriteCloser
	out     io.ReadCloser
	process *process      // nil: in this process
	done    chan struct{} // closed once out has ended and the process with it

	// Messages that wait to be written. A server that does not read holds up nothing
	// but these.
	mu     sync.Mutex
	queue  [][]byte
	queued int // bytes
	wake   chan struct{}
	closed bool
}

// maxQueued bounds what waits for a server that does not read.
const maxQueued = 2 * MaxMessage

func (w *stdioWire) send(_ context.Context, m *outgoing) error {
	w.peer.trace(true, m.body)
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return ErrClosed
	}
	if w.queued+len(m.body) > maxQueued {
		return errors.New("the server does not read what it is sent")
	}
	w.queue, w.queued = append(w.queue, append(m.body, '\n')), w.queued+len(m.body)
	w.signal()
	return nil
}

func (w *stdioWire) signal() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// write writes what is queued until the connection is closed. A Write to a server that
// does not read ends when its process does.
func (w *stdioWire) write() {
	defer w.in.Close()
	for {
		w.mu.Lock()
		for len(w.queue) > 0 {
			message := w.queue[0]
			w.queue = w.queue[1:]
			w.mu.Unlock()
			_, err := w.in.Write(message)
			w.mu.Lock()
			w.queued -= len(message) - 1
			if err != nil {
				w.closed = true
			}
			if w.closed {
				break
			}
		}
		closed := w.closed
		w.mu.Unlock()
		if closed {
			return
		}
		<-w.wake
	}
}

// read takes what the server writes, to its end.
func (w *stdioWire) read() {
	defer close(w.done)
	reader := bufio.NewReaderSize(w.out, 64<<10)
	stray := 0
	for {
		line, err := lines.Read(reader, MaxMessage)
		switch trimmed := bytes.TrimSpace(line); {
		case line == nil:
			// Which request it answers is not known: the others are not to wait for ever.
			w.peer.fail(&EndedError{fmt.Sprintf("the server wrote a message of more than %d MiB", MaxMessage>>20)})
		case len(trimmed) == 0:
		case trimmed[0] == '{':
			w.peer.receive(trimmed, 0)
		default:
			if stray++; stray <= maxStray {
				w.peer.log("standard output has a line that is no message: %s", oneLine(string(trimmed[:min(len(trimmed), 500)]), 100))
			}
		}
		if err != nil {
			break
		}
	}
	if stray > maxStray {
		w.peer.log("%d more lines on standard output that are no messages", stray-maxStray)
	}
	ended := "the server ended"
	if w.process != nil {
		ended = w.process.wait()
	}
	w.peer.fail(&EndedError{ended})
}

func (w *stdioWire) named() bool { return true }

func (w *stdioWire) agreed(string) {}

func (w *stdioWire) close() {
	w.mu.Lock()
	w.closed = true
	w.signal()
	w.mu.Unlock()
	if w.process == nil {
		w.in.Close()
		w.out.Close()
		<-w.done
		return
	}
	w.process.stop(w.done)
}
