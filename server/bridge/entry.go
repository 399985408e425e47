package bridge

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/molsmith/molsmith/server/bridge/peer"
	"github.com/molsmith/molsmith/server/guard"
)

// entryReader reads one entry.
type entryReader struct {
	entry  string
	at     Places
	faults []Fault
}

func (r *entryReader) fault(key, format string, args ...any) {
	r.faults = append(r.faults, Fault{r.entry, key, fmt.Sprintf(format, args...)})
}

// Keys of an entry. Those of other clients say nothing about the connection.
var (
	ownKeys   = []string{"args", "command", "cwd", "disabled", "enabled", "env", "headers", "name", "oauth", "type", "transport", "url"}
	otherKeys = []string{
		"active", "alwaysAllow", "author", "autoApprove", "autoStart", "auto_approve", "dependencies", "description", "dev", "disabledTools", "enabledTools", "gallery",
		"icon", "id", "inputs", "installed", "link", "sandbox", "sandboxEnabled", "timeout", "title", "tools", "trust", "version",
	}
)

func (r *entryReader) read(text json.RawMessage) *Server {
	if string(text) == "null" {
		return nil // hidden
	}
	list, err := members(text)
	switch {
	case r.entry == "" || len(r.entry) > maxName || strings.ContainsFunc(r.entry, func(c rune) bool { return c < ' ' || c == 0x7f }):
		r.fault("", "a name has 1 to %d characters without control characters", maxName)
		return nil
	case err != nil:
		r.fault("", "an object is expected")
		return nil
	}
	keys := map[string]json.RawMessage{}
	for _, m := range list {
		if _, twice := keys[m.key]; twice {
			r.fault(m.key, "it stands here twice")
		}
		keys[m.key] = m.value
		if !slices.Contains(ownKeys, m.key) && !slices.Contains(otherKeys, m.key) {
			r.fault(m.key, "there is no such key%s", nearest(m.key))
		}
	}
	if r.flag(keys, "disabled", false) || !r.flag(keys, "enabled", true) {
		return nil
	}
	s := &Server{Name: r.entry, Title: r.text(keys, "name"), Command: r.text(keys, "command"), URL: r.text(keys, "url")}
	kind := r.text(keys, "type")
	kindKey := "type"
	if kind == "" {
		kind, kindKey = r.text(keys, "transport"), "transport"
	}
	if kind != "" {
		if s.Kind = kinds[strings.ToLower(kind)]; s.Kind == "" {
			r.fault(kindKey, "%q is none of stdio, sse, streamable, inmemory", kind)
			return nil
		}
	}
	switch {
	case s.Kind == "" && s.Command != "" && s.URL != "":
		r.fault("url", "the entry has a command too; one of them, or a type, says how to connect")
		return nil
	case s.Kind == "" && s.URL != "":
		s.Kind = Streamable
	case s.Kind == "":
		s.Kind = Stdio
	}
	switch s.Kind {
	case Stdio:
		r.stdio(s, keys)
	case Streamable, SSE:
		r.remote(s, keys)
	}
	return s
}

// stdio reads what only a process has.
func (r *entryReader) stdio(s *Server, keys map[string]json.RawMessage) {
	if s.Command == "" && len(r.faults) == 0 {
		r.fault("command", "it is missing; it is the program to start (or \"url\" the address of a server)")
	}
	if raw := keys["args"]; raw != nil {
		var args []any
		if err := json.Unmarshal(raw, &args); err != nil {
			r.fault("args", "an array of texts is expected")
		}
		for i, arg := range args {
			text, ok := arg.(string)
			if !ok {
				r.fault("args", "item %d is no text; write it in quotes", i+1)
				continue
			}
			s.Args = append(s.Args, r.expand("args", text))
		}
	}
	s.Command = r.expand("command", s.Command)
	s.Env = r.texts(keys, "env")
	for name := range s.Env {
		if name == "" || strings.ContainsAny(name, "=\x00") {
			r.fault("env", "%q is no name of a variable", name)
		}
	}
	if s.Dir = r.expand("cwd", r.text(keys, "cwd")); s.Dir != "" {
		if !filepath.IsAbs(s.Dir) {
			s.Dir = filepath.Join(r.at.Workspace, s.Dir)
		}
		if info, err := os.Stat(s.Dir); err != nil || !info.IsDir() {
			r.fault("cwd", "there is no folder %q", s.Dir)
		}
	}
	for _, key := range []string{"headers", "oauth"} {
		if keys[key] != nil && string(keys[key]) != "null" && string(keys[key]) != "{}" {
			r.fault(key, "it has no meaning for a process; its type is stdio")
		}
	}
}

// remote reads what only an address has.
func (r *entryReader) remote(s *Server, keys map[string]json.RawMessage) {
	key := "url"
	if s.URL == "" { // the URL may stand in its place
		s.URL, key = s.Command, "command"
	}
	s.Command = ""
	s.URL = r.expand(key, s.URL)
	u, err := url.Parse(s.URL)
	switch {
	case s.URL == "":
		r.fault("url", "it is missing; it is the address of the server")
		return
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		r.fault(key, "%q is no address such as https://tools.example/mcp", s.URL)
		return
	case u.User != nil:
		r.fault(key, "a name or password does not belong into an address; \"headers\" or \"oauth\" has it")
		return
	case u.Scheme == "http" && !guard.IsLoopbackHost(u.Hostname()):
		r.fault(key, "%s is on another machine and must be reached by https", u.Host)
		return
	}
	s.Header = http.Header{}
	headers := r.texts(keys, "headers")
	for _, name := range slices.Sorted(maps.Keys(headers)) {
		if !peer.IsFieldName(name) || strings.ContainsFunc(headers[name], func(c rune) bool { return c < ' ' || c == 0x7f }) {
			r.fault("headers", "%q is no header, or its value has control characters", name)
			continue
		}
		s.Header.Set(name, headers[name])
	}
	if token := r.oauth(keys["oauth"]); token != "" {
		s.Header.Set("Authorization", "Bearer "+token)
	}
}

// oauth reads the bearer token of an entry.
func (r *entryReader) oauth(raw json.RawMessage) string {
	if raw == nil || string(raw) == "null" {
		return ""
	}
	var token string
	if json.Unmarshal(raw, &token) != nil {
		list, err := members(raw)
		if err != nil {
			r.fault("oauth", "an object with access_token is expected")
			return ""
		}
		for _, m := range list {
			switch m.key {
			case "access_token", "accessToken", "token", "bearer":
				if json.Unmarshal(m.value, &token) != nil {
					r.fault("oauth", "%s is no text", m.key)
				}
			}
		}
		if token == "" {
			r.fault("oauth", "access_token is missing; this program does not ask for one")
			return ""
		}
	}
	token = r.expand("oauth", token)
	if strings.ContainsFunc(token, func(c rune) bool { return c <= ' ' || c > '~' }) {
		r.fault("oauth", "a token consists of visible ASCII characters without spaces")
	}
	return token
}

// text reads a text; "" when absent.
func (r *entryReader) text(keys map[string]json.RawMessage, key string) string {
	var text string
	raw := keys[key]
	if raw == nil || string(raw) == "null" {
		return ""
	}
	if err := json.Unmarshal(raw, &text); err != nil {
		r.fault(key, "a text is expected")
	} else if strings.Contains(text, "\x00") {
		r.fault(key, "it holds a NUL")
	}
	return text
}

func (r *entryReader) flag(keys map[string]json.RawMessage, key string, preset bool) bool {
	value := preset
	if raw := keys[key]; raw != nil && json.Unmarshal(raw, &value) != nil {
		r.fault(key, "true or false is expected")
	}
	return value
}

// texts reads an object of texts.
func (r *entryReader) texts(keys map[string]json.RawMessage, key string) map[string]string {
	raw := keys[key]
	if raw == nil || string(raw) == "null" {
		return nil
	}
	list, err := members(raw)
	if err != nil {
		r.fault(key, "an object of texts is expected")
		return nil
	}
	texts := make(map[string]string, len(list))
	for _, m := range list {
		var text string
		if json.Unmarshal(m.value, &text) != nil || string(m.value) == "null" {
			r.fault(key, "%q is no text; write it in quotes", m.key)
			continue
		}
		if strings.Contains(text, "\x00") {
			r.fault(key, "%q holds a NUL", m.key)
		}
		texts[m.key] = r.expand(key, text)
	}
	return texts
}

// expand puts in what ${workspaceFolder} and ${userHome} stand for.
func (r *entryReader) expand(key, text string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "${")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		name, after, closed := strings.Cut(rest, "}")
		switch {
		case closed && name == "workspaceFolder":
			b.WriteString(r.at.Workspace)
		case closed && name == "userHome":
			b.WriteString(r.at.Home)
		case closed && strings.HasPrefix(name, "env:"):
			value, set := os.LookupEnv(name[len("env:"):])
			if !set { // an empty token would fail later and say less
				r.fault(key, "${%.40s}: this program has no variable of this name", name)
			}
			b.WriteString(value)
		default:
			r.fault(key, "${%.40s} is none of ${workspaceFolder}, ${userHome}, ${env:NAME}", name)
		}
		text = after
	}
}

// nearest names the key that was probably meant.
func nearest(key string) string {
	for _, own := range ownKeys {
		if distance(strings.ToLower(key), own) <= 2 {
			return "; did you mean " + strconv.Quote(own) + "?"
		}
	}
	return ""
}

// distance counts the letters to change, add or take away (Levenshtein 1966).
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := diagonal
			if a[i-1] != b[j-1] {
				cost++
			}
			diagonal = row[j]
			row[j] = min(cost, row[j]+1, row[j-1]+1)
		}
	}
	return row[len(b)]
}
