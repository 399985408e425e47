package bridge

import (
	"maps"
	"slices"

	"github.com/molsmith/molsmith/server/bridge/peer"
)

// serversFacts is the answer to tools:servers.
type serversFacts struct {
	Config   string        `json:"config"`
	Problems []string      `json:"problems"` // of the configuration
	Servers  []serverFacts `json:"servers"`
}

// serverFacts are what a page may know of an entry: no value of its environment and no
// header, which may be secrets.
type serverFacts struct {
	Server      string     `json:"server"`
	Title       string     `json:"title"`
	Kind        Kind       `json:"kind"`
	Shown       string     `json:"shown"`             // the command line or the address
	Command     string     `json:"command,omitempty"` // of a program: where it was found
	Args        []string   `json:"args,omitempty"`
	Dir         string     `json:"cwd,omitempty"`
	Env         []string   `json:"env,omitempty"`     // names
	Headers     []string   `json:"headers,omitempty"` // names
	Host        string     `json:"host,omitempty"`
	Remote      bool       `json:"remote"`
	Fingerprint string     `json:"fingerprint"`
	State       stateFacts `json:"state"`
	Log         []string   `json:"log,omitempty"`
	Messages    []trace    `json:"messages,omitempty"`
}

// servers lists the entries of the configuration, which is read again if it has changed.
// The server called detailed comes with its log and its last messages.
func (b *Bridge) servers(detailed string) serversFacts {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.reload()
	facts := serversFacts{Config: b.options.Config, Problems: []string{}, Servers: []serverFacts{}}
	for _, fault := range b.faults {
		facts.Problems = append(facts.Problems, fault.String())
	}
	for _, l := range b.links {
		facts.Servers = append(facts.Servers, l.about(l.server.Name == detailed))
	}
	return facts
}

func (l *link) about(detailed bool) serverFacts {
	s := l.server
	host, remote := s.Remote()
	title := s.Title
	if title == "" {
		title = s.Name
	}
	facts := serverFacts{
		Server: s.Name, Title: title, Kind: s.Kind, Shown: s.Shown(), Dir: s.Dir, Host: host, Remote: remote, Fingerprint: l.print,
		Env: slices.Sorted(maps.Keys(s.Env)), Headers: slices.Sorted(maps.Keys(s.Header)),
	}
	if s.Kind == Stdio {
		facts.Command, facts.Args = (&peer.Command{Path: s.Command, Env: environment(s.Env)}).LookUp(), s.Args
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	facts.State = stateFacts{l.state, l.reason, l.attempt, 0}
	if l.attempt > 0 {
		facts.State.Of = len(l.bridge.options.tries)
	}
	if detailed {
		facts.Log, facts.Messages = l.lines.all(), l.traced.all()
	}
	return facts
}
