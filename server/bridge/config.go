package bridge

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"

	"github.com/molsmith/molsmith/server/guard"
)

// Kind is how a server is spoken to.
type Kind string

// The kinds of servers.
const (
	Stdio      Kind = "stdio"
	Streamable Kind = "streamable"
	SSE        Kind = "sse"
	InMemory   Kind = "inmemory" // the tools of this program
)

// kinds are the kinds by the names that other clients have for them.
var kinds = map[string]Kind{
	"stdio": Stdio, "local": Stdio, "sse": SSE, "inmemory": InMemory,
	"streamable": Streamable, "streamable-http": Streamable, "streamablehttp": Streamable, "streamable_http": Streamable, "http": Streamable, "remote": Streamable,
}

// Limits of a configuration.
const (
	maxConfig  = 1 << 20 // bytes of the file
	maxServers = 64
	maxName    = 100
)

// Server is one entry of a configuration.
type Server struct {
	Name    string // the key of the entry
	Title   string // its member "name"; "": the key
	Kind    Kind
	Command string
	Args    []string
	Env     map[string]string // beside what this program has
	Dir     string
	URL     string
	Header  http.Header
}

// Shown is what a person is asked to allow: the command line or the address.
func (s *Server) Shown() string {
	switch s.Kind {
	case InMemory:
		return "the tools of this program"
	case Stdio:
		words := []string{shellWord(s.Command)}
		for _, arg := range s.Args {
			words = append(words, shellWord(arg))
		}
		return strings.Join(words, " ")
	}
	return s.URL
}

// shellWord is a word of a command line as a shell would need it.
func shellWord(word string) string {
	for _, c := range word {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("-_./:=@%+,", c)) {
			return strconv.Quote(word)
		}
	}
	if word == "" {
		return `""`
	}
	return word
}

// Fingerprint tells an entry from what it was before somebody changed it: SHA-256 of
// command, args, env and cwd, or of the URL and the header.
func (s *Server) Fingerprint() string {
	text, _ := json.Marshal([]any{s.Kind, s.Command, s.Args, s.Env, s.Dir, s.URL, s.Header}) // maps in the order of their keys
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Remote reports whether what is sent to the server leaves this machine, and the host.
func (s *Server) Remote() (host string, remote bool) {
	u, err := url.Parse(s.URL)
	if err != nil || s.URL == "" {
		return "", false
	}
	return u.Host, !guard.IsLoopbackHost(u.Hostname())
}

// Fault is one thing that is wrong with a configuration.
type Fault struct {
	Entry, Key string // "" where it is about the whole
	Text       string
}

func (f Fault) String() string {
	switch {
	case f.Entry == "":
		return f.Text
	case f.Key == "":
		return "server " + strconv.Quote(f.Entry) + ": " + f.Text
	}
	return "server " + strconv.Quote(f.Entry) + ", " + strconv.Quote(f.Key) + ": " + f.Text
}

// Places are what variables in a configuration stand for.
type Places struct{ Workspace, Home string }

// ReadConfig reads the file of a configuration.
func ReadConfig(path string, at Places) (servers []*Server, faults []Fault) {
	file, err := os.Open(path)
	if err != nil {
		return nil, []Fault{{Text: "it cannot be read: " + errors.Unwrap(err).Error()}}
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxConfig+1))
	switch {
	case err != nil:
		return nil, []Fault{{Text: "it cannot be read: " + err.Error()}}
	case len(text) > maxConfig:
		return nil, []Fault{{Text: fmt.Sprintf("it has more than %d bytes", maxConfig)}}
	}
	return ParseConfig(text, at)
}

// ParseConfig reads a configuration in one of the forms that MCP clients share:
// {"mcpServers": {NAME: ENTRY}}, the same with "servers", or {NAME: ENTRY} alone. An
// entry that is null or disabled is left out. The servers come in the order of the file;
// an entry with a fault is not among them.
func ParseConfig(text []byte, at Places) (servers []*Server, faults []Fault) {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	var whole json.RawMessage
	if err := json.Unmarshal(text, &whole); err != nil {
		return nil, []Fault{{Text: jsonFault(text, err)}}
	}
	all, err := members(text)
	if err != nil {
		return nil, []Fault{{Text: err.Error()}}
	}
	for _, m := range all {
		if m.key == "mcpServers" || m.key == "servers" {
			if all, err = members(m.value); err != nil {
				return nil, []Fault{{Text: strconv.Quote(m.key) + ": an object of servers is expected"}}
			}
			break
		}
	}
	seen := map[string]bool{}
	for _, m := range all {
		if seen[m.key] {
			faults = append(faults, Fault{m.key, "", "there are two entries of this name"})
			continue
		}
		seen[m.key] = true
		r := entryReader{entry: m.key, at: at}
		server := r.read(m.value)
		faults = append(faults, r.faults...)
		if server != nil && len(r.faults) == 0 {
			servers = append(servers, server)
		}
	}
	if len(servers) > maxServers {
		faults = append(faults, Fault{Text: fmt.Sprintf("it has %d servers; at most %d are connected", len(servers), maxServers)})
		servers = servers[:maxServers]
	}
	return servers, faults
}

type member struct {
	key   string
	value json.RawMessage
}

// members are those of an object, in order. text is one JSON value.
func members(text []byte) ([]member, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	if first, err := d.Token(); err != nil {
		return nil, err
	} else if first != json.Delim('{') {
		return nil, errors.New("it is no JSON object")
	}
	list := []member{}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, err
		}
		m := member{key: key.(string)} // what stands before a colon
		if err := d.Decode(&m.value); err != nil {
			return nil, err
		}
		list = append(list, m)
	}
	return list, nil
}

// jsonFault says where a file stops being JSON.
func jsonFault(text []byte, err error) string {
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) {
		return "it is not JSON: " + err.Error()
	}
	before := text[:max(0, min(int(syntax.Offset), len(text))-1)]
	line := 1 + bytes.Count(before, []byte("\n"))
	column := len(before) - bytes.LastIndexByte(before, '\n')
	return fmt.Sprintf("it is not JSON: line %d, column %d: %v", line, column, err)
}
