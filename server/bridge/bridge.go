package bridge

import (
	"context"
	"errors"
	"io"
	"log"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	"github.com/molsmith/molsmith/server/bridge/peer"
)

// Protocol is the WebSocket subprotocol of the messages.
const Protocol = "molsmith.bridge.1"

// Limits of pages.
const (
	maxTabs  = 64
	maxCalls = 64 // of one tab at a time
)

// Options describe a bridge.
type Options struct {
	Config  string // file of the configuration
	Places  Places
	Version string // of this program

	// Own serves the tools of this program on a pair of pipes, until in ends. Nil: an
	// inmemory server has none.
	Own func() (in io.WriteCloser, out io.ReadCloser)

	// Watchman is the command that runs peer.Watch. Empty: nobody ends what is left when
	// this program is killed, but for children on Linux.
	Watchman []string

	MaxMessage int64 // bytes of a message of a page
	Log        *log.Logger

	linger time.Duration   // how long a server is kept for the next tab
	ping   time.Duration   // pingTime
	tries  []time.Duration // before each try to connect again
}

// Bridge is a http.Handler for the WebSockets of pages.
type Bridge struct {
	options Options

	mu       sync.Mutex
	links    []*link
	faults   []Fault
	read     os.FileInfo // the file when it was read
	tabs     map[*tab]bool
	running  sync.WaitGroup // the tabs
	watchman *peer.Watchman
	closed   bool
}

// New reads the configuration. The faults are those of the file; a bridge with faults has
// the servers without.
func New(o Options) (*Bridge, []Fault) {
	if o.linger == 0 {
		o.linger = 5 * time.Second // a page that is loaded again
	}
	if o.ping == 0 {
		o.ping = pingTime
	}
	if o.tries == nil {
		o.tries = []time.Duration{time.Second, 2 * time.Second, 4 * time.Second, 8 * time.Second, 16 * time.Second}
	}
	b := &Bridge{options: o, tabs: make(map[*tab]bool)}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.reload()
	return b, b.faults
}

// reload reads the configuration again if the file is another. Servers whose entries are
// as they were stay connected; the others are ended. b.mu is held.
func (b *Bridge) reload() {
	info, err := os.Stat(b.options.Config)
	if err == nil && b.read != nil && info.ModTime().Equal(b.read.ModTime()) && info.Size() == b.read.Size() {
		return
	}
	b.read = info
	servers, faults := ReadConfig(b.options.Config, b.options.Places)
	b.faults = faults
	old := b.links
	b.links = nil
	for _, s := range servers {
		print := s.Fingerprint()
		at := slices.IndexFunc(old, func(l *link) bool { return l.server.Name == s.Name && l.print == print })
		if at < 0 {
			b.links = append(b.links, newLink(b, s, print))
			continue
		}
		b.links = append(b.links, old[at])
		old = slices.Delete(slices.Clone(old), at, at+1)
	}
	for _, l := range old {
		go l.end("the entry of the server was changed or taken out of the configuration")
	}
}

// find returns a server by its name, nil when there is none.
func (b *Bridge) find(name string) *link {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, l := range b.links {
		if l.server.Name == name {
			return l
		}
	}
	return nil
}

// watch is told of each group of processes.
func (b *Bridge) watch(group int, started bool) {
	b.mu.Lock()
	if b.watchman == nil && len(b.options.Watchman) > 0 {
		w, err := peer.StartWatchman(b.options.Watchman...)
		if err != nil {
			b.log("%v", err)
			w = new(peer.Watchman)
		}
		b.watchman = w
	}
	w := b.watchman
	b.mu.Unlock()
	if w != nil {
		w.Tell(group, started)
	}
}

func (b *Bridge) log(format string, args ...any) {
	if b.options.Log != nil {
		b.options.Log.Printf(format, args...)
	}
}

// ServeHTTP serves the WebSocket of a page. Who may open one was decided before.
func (b *Bridge) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	full := b.closed || len(b.tabs) >= maxTabs
	b.mu.Unlock()
	if full {
		w.Header().Set("Retry-After", "1")
		http.Error(w, "Too many pages use the bridge.", http.StatusServiceUnavailable)
		return
	}
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{
		Subprotocols: []string{Protocol}, InsecureSkipVerify: true, CompressionMode: websocket.CompressionDisabled,
	})
	if err != nil {
		return // it was answered
	}
	defer conn.CloseNow()
	if conn.Subprotocol() != Protocol {
		_ = conn.Close(websocket.StatusPolicyViolation, "the subprotocol must be "+Protocol)
		return
	}
	conn.SetReadLimit(b.options.MaxMessage)
	t := newTab(b, conn)
	b.mu.Lock()
	closed := b.closed
	full = len(b.tabs) >= maxTabs // others may have come meanwhile
	if !closed && !full {
		b.tabs[t] = true
		b.running.Add(1)
	}
	b.mu.Unlock()
	switch {
	case closed:
		_ = conn.Close(websocket.StatusGoingAway, "the server ends")
		return
	case full:
		_ = conn.Close(websocket.StatusTryAgainLater, "too many pages use the bridge")
		return
	}
	defer b.running.Done()
	t.run()
	b.mu.Lock()
	delete(b.tabs, t)
	b.mu.Unlock()
}

// farewellTime is how long Close waits until the pages know why.
const farewellTime = 2 * time.Second

// Close ends all pages and servers, and returns when no process is left.
func (b *Bridge) Close() {
	b.mu.Lock()
	b.closed = true
	links, watchman := slices.Clone(b.links), b.watchman
	for t := range b.tabs {
		t.leave()
	}
	b.mu.Unlock()
	var group sync.WaitGroup
	for _, l := range links {
		group.Go(func() { l.end("the server ends") })
	}
	told := make(chan struct{})
	go func() { b.running.Wait(); close(told) }()
	select {
	case <-told:
	case <-time.After(farewellTime): // a page that does not read
	}
	group.Wait()
	if watchman != nil {
		watchman.Close()
	}
}

// environment is what a process of a server has: that of this program without the token
// of its own clients, and what the entry says.
func environment(more map[string]string) []string {
	without := append(slices.Collect(maps.Keys(more)), "MOLSMITH_TOKEN", "MOLSMITH_TOKEN_FILE")
	env := slices.DeleteFunc(os.Environ(), func(pair string) bool {
		name, _, _ := strings.Cut(pair, "=")
		for _, left := range without {
			if peer.SameVariable(name, left) {
				return true
			}
		}
		return false
	})
	for name, value := range more {
		env = append(env, name+"="+value)
	}
	slices.Sort(env)
	return env
}

// dial connects to a server.
func (b *Bridge) dial(ctx context.Context, s *Server, o peer.Options) (*peer.Peer, error) {
	switch s.Kind {
	case Stdio:
		return peer.Start(ctx, peer.Command{Path: s.Command, Args: s.Args, Dir: s.Dir, Env: environment(s.Env), Watch: b.watch}, o)
	case SSE:
		return peer.DialSSE(ctx, peer.Remote{URL: s.URL, Header: s.Header}, o)
	case InMemory:
		if b.options.Own == nil {
			return nil, errors.New("this program offers no tools of its own")
		}
		in, out := b.options.Own()
		return peer.Pipes(ctx, in, out, o)
	}
	return peer.Dial(ctx, peer.Remote{URL: s.URL, Header: s.Header}, o)
}
