package bridge

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var places = Places{Workspace: "/project", Home: "/home/ada"}

func TestConfig(t *testing.T) {
	t.Setenv("LAB_TOKEN", "s3cret")
	folder := t.TempDir()
	for _, test := range []struct{ name, text, want string }{
		{"mcpServers", `{"mcpServers":{"b":{"command":"uvx","args":["--from","a b","lab"],"env":{"K":"v"}},"a":{"url":"https://tools.example/mcp"}}}`,
			`b stdio uvx --from "a b" lab map[K:v] | a streamable https://tools.example/mcp map[]`},
		{"servers, hidden and disabled ones", `{"inputs":[],"servers":{"a":{"type":"http","url":"http://127.0.0.1:1/mcp","headers":{"x-key":"k"}},"b":null,"c":{"command":"x","disabled":true},"d":{"command":"x","enabled":false}}}`,
			`a streamable http://127.0.0.1:1/mcp map[X-Key:[k]]`},
		{"mcp_server.json", `{"s":{"name":"My Server","type":"sse","command":"https://example.com/sse","args":[],"env":{},"tools":[]},"t":{"type":"streamable","command":"https://example.com/mcp","oauth":{"access_token":"${env:LAB_TOKEN}"}},"u":{"type":"inmemory","command":"x"},"v":{"type":"stdio","command":"python3","args":["-m","lab"]}}`,
			`s "My Server" sse https://example.com/sse map[] | t streamable https://example.com/mcp map[Authorization:[Bearer s3cret]] | u inmemory the tools of this program map[] | v stdio python3 -m lab map[]`},
		{"variables", `{"mcpServers":{"a":{"command":"${userHome}/bin/lab","args":["--root=${workspaceFolder}/x"],"cwd":"` + folder + `"}}}`,
			`a stdio /home/ada/bin/lab --root=/project/x ` + folder + ` map[]`},
		{"a byte order mark", "\xef\xbb\xbf{\"mcpServers\":{}}", ``},
		{"nothing", `{}`, ``},
	} {
		servers, faults := ParseConfig([]byte(test.text), places)
		var got []string
		for _, s := range servers {
			words := []string{s.Name}
			if s.Title != "" {
				words = append(words, fmt.Sprintf("%q", s.Title))
			}
			words = append(words, string(s.Kind), s.Shown())
			if s.Dir != "" {
				words = append(words, s.Dir)
			}
			if s.Kind == Stdio {
				words = append(words, fmt.Sprint(s.Env))
			} else {
				words = append(words, fmt.Sprint(s.Header))
			}
			got = append(got, strings.Join(words, " "))
		}
		if text := strings.Join(got, " | "); text != test.want || len(faults) > 0 {
			t.Errorf("%s: got %s, %v, want %s", test.name, text, faults, test.want)
		}
	}
}

// TestConfigFaults: each is one line that names the entry and the key.
func TestConfigFaults(t *testing.T) {
	entry := func(text string) string { return `{"mcpServers":{"lab":` + text + `}}` }
	for _, test := range []struct{ text, want string }{
		{``, `it is not JSON: line 1, column 1: unexpected end of JSON input`},
		{"{\n  \"mcpServers\": {,}\n}", `it is not JSON: line 2, column 18: invalid character ',' `},
		{`[]`, `it is no JSON object`},
		{`{} {}`, `line 1, column 4: invalid character '{' after top-level value`},
		{`{"mcpServers":[]}`, `"mcpServers": an object of servers is expected`},
		{`{"mcpServers":{"lab":{"command":"a"},"lab":{"command":"b"}}}`, `server "lab": there are two entries of this name`},
		{`{"mcpServers":{"":{"command":"a"}}}`, `a name has 1 to 100 characters`},
		{`{"mcpServers":{"a\nb":{"command":"a"}}}`, `server "a\nb": a name has 1 to 100 characters`},
		{entry(`[]`), `server "lab": an object is expected`},
		{entry(`{}`), `server "lab", "command": it is missing`},
		{entry(`{"commnad":"x","command":"x"}`), `server "lab", "commnad": there is no such key; did you mean "command"?`},
		{entry(`{"colour":"x","command":"x"}`), `server "lab", "colour": there is no such key`},
		{entry(`{"command":"x","command":"y"}`), `server "lab", "command": it stands here twice`},
		{entry(`{"command":7}`), `server "lab", "command": a text is expected`},
		{entry(`{"command":"x","args":"--fast"}`), `server "lab", "args": an array of texts is expected`},
		{entry(`{"command":"x","args":["--port",8765]}`), `server "lab", "args": item 2 is no text; write it in quotes`},
		{entry(`{"command":"x","env":["A=1"]}`), `server "lab", "env": an object of texts is expected`},
		{entry(`{"command":"x","env":{"N":1}}`), `server "lab", "env": "N" is no text; write it in quotes`},
		{entry(`{"command":"x","env":{"A=B":"1"}}`), `server "lab", "env": "A=B" is no name of a variable`},
		{entry(`{"command":"x\u0000"}`), `server "lab", "command": it holds a NUL`},
		{entry(`{"command":"x","cwd":"/no/such/folder"}`), `server "lab", "cwd": there is no folder "/no/such/folder"`},
		{entry(`{"command":"x","cwd":"${projectRoot}"}`), `server "lab", "cwd": ${projectRoot} is none of`},
		{entry(`{"command":"x","env":{"TOKEN":"${env:NO_SUCH_VARIABLE}"}}`), `server "lab", "env": ${env:NO_SUCH_VARIABLE}: this program has no variable of this name`},
		{entry(`{"url":"https://a.example","oauth":{"access_token":"${env:NO_SUCH_VARIABLE}"}}`), `server "lab", "oauth": ${env:NO_SUCH_VARIABLE}`},
		{entry(`{"command":"x","cwd":"no/such/folder"}`), `server "lab", "cwd": there is no folder "/project/no/such/folder"`},
		{entry(`{"command":"x","oauth":{"access_token":"a"}}`), `server "lab", "oauth": it has no meaning for a process`},
		{entry(`{"command":"x","name":["Lab"]}`), `server "lab", "name": a text is expected`},
		{entry(`{"transport":"websocket","url":"https://a.example"}`), `server "lab", "transport": "websocket" is none of`},
		{entry(`{"url":["https://a.example"]}`), `server "lab", "url": a text is expected`},
		{entry(`{"url":"https://a.example","headers":["A: b"]}`), `server "lab", "headers": an object of texts is expected`},
		{entry(`{"url":"https://a.example","headers":{"A":1}}`), `server "lab", "headers": "A" is no text; write it in quotes`},
		{entry(`{"url":"https://a.example","enabled":1}`), `server "lab", "enabled": true or false is expected`},
		{entry(`{"command":"x","headers":{"A":"b"}}`), `server "lab", "headers": it has no meaning for a process`},
		{entry(`{"command":"x","url":"https://a.example"}`), `server "lab", "url": the entry has a command too`},
		{entry(`{"type":"pigeon","command":"x"}`), `server "lab", "type": "pigeon" is none of stdio, sse, streamable, inmemory`},
		{entry(`{"type":"sse"}`), `server "lab", "url": it is missing`},
		{entry(`{"url":"tools.example/mcp"}`), `server "lab", "url": "tools.example/mcp" is no address`},
		{entry(`{"url":"file:///mcp"}`), `server "lab", "url": "file:///mcp" is no address`},
		{entry(`{"type":"sse","command":"http://tools.example/sse"}`), `server "lab", "command": tools.example is on another machine and must be reached by https`},
		{entry(`{"url":"http://localhost.evil.example/mcp"}`), `must be reached by https`},
		{entry(`{"url":"https://ada:pw@tools.example/mcp"}`), `server "lab", "url": a name or password does not belong`},
		{entry(`{"url":"https://a.example","headers":{"A B":"c"}}`), `server "lab", "headers": "A B" is no header`},
		{entry(`{"url":"https://a.example","headers":{"A":"b\r\nC: d"}}`), `server "lab", "headers": "A" is no header, or its value has control characters`},
		{entry(`{"url":"https://a.example","oauth":{"client_id":"x"}}`), `server "lab", "oauth": access_token is missing`},
		{entry(`{"url":"https://a.example","oauth":{"access_token":"a b"}}`), `server "lab", "oauth": a token consists of`},
		{entry(`{"url":"https://a.example","oauth":7}`), `server "lab", "oauth": an object with access_token`},
		{entry(`{"command":"x","disabled":"no"}`), `server "lab", "disabled": true or false is expected`},
	} {
		servers, faults := ParseConfig([]byte(test.text), places)
		if len(faults) != 1 || !strings.Contains(faults[0].String(), test.want) || strings.Contains(faults[0].String(), "\n") {
			t.Errorf("%s: got %v, want %s", test.text, faults, test.want)
		}
		if len(servers) > 1 || len(servers) == 1 && !strings.Contains(test.want, "two entries") {
			t.Errorf("%s: got a server all the same", test.text)
		}
	}
	var many []string
	for i := range maxServers + 1 {
		many = append(many, fmt.Sprintf(`"s%d":{"command":"x"}`, i))
	}
	if servers, faults := ParseConfig([]byte("{"+strings.Join(many, ",")+"}"), places); len(servers) != maxServers || len(faults) != 1 {
		t.Errorf("got %d servers, %v", len(servers), faults)
	}
	folder := t.TempDir()
	long := filepath.Join(folder, "long.json")
	if err := os.WriteFile(long, make([]byte, maxConfig+1), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{filepath.Join(folder, "none.json"): "no such file", folder: "cannot be read", long: "more than"} {
		if _, faults := ReadConfig(path, places); len(faults) != 1 || !strings.Contains(faults[0].String(), want) {
			t.Errorf("%s: got %v, want %s", path, faults, want)
		}
	}
}

// TestFingerprint: it changes with everything a person was asked about, and with nothing else.
func TestFingerprint(t *testing.T) {
	read := func(entry string) *Server {
		t.Helper()
		servers, faults := ParseConfig([]byte(`{"lab":`+entry+`}`), places)
		if len(servers) != 1 {
			t.Fatal(entry, faults)
		}
		return servers[0]
	}
	const same = `{"command":"x","args":["a","b"],"env":{"A":"1","B":"2"}}`
	first := read(same).Fingerprint()
	if again := read(`{"env":{"B":"2","A":"1"},"args":["a","b"],"name":"Lab","command":"x"}`).Fingerprint(); again != first || len(first) != 64 {
		t.Errorf("the order of members and the title: got %s and %s", first, again)
	}
	seen := map[string]string{first: same}
	for _, entry := range []string{
		`{"command":"y","args":["a","b"],"env":{"A":"1","B":"2"}}`, `{"command":"x","args":["a b"],"env":{"A":"1","B":"2"}}`,
		`{"command":"x","args":["a","b"],"env":{"A":"1","B":"3"}}`, `{"command":"x","args":["a","b"],"env":{"A":"1"}}`,
		`{"command":"x","args":["a","b"],"env":{"A":"1","B":"2"},"cwd":"/"}`, `{"url":"https://a.example/"}`, `{"type":"sse","url":"https://a.example/"}`,
		`{"url":"https://b.example/"}`, `{"url":"https://a.example/","headers":{"A":"b"}}`, `{"type":"inmemory"}`,
	} {
		print := read(entry).Fingerprint()
		if other, found := seen[print]; found {
			t.Errorf("%s and %s have the same fingerprint", entry, other)
		}
		seen[print] = entry
	}
}

func FuzzParseConfig(f *testing.F) {
	f.Add([]byte(`{"mcpServers":{"lab":{"command":"${userHome}/x","args":["a"],"env":{"A":"b"},"cwd":"/"}}}`))
	f.Add([]byte(`{"lab":{"type":"sse","command":"https://a.example/","headers":{"A":"b"},"oauth":{"token":"t"}}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		servers, faults := ParseConfig(text, places)
		for _, fault := range faults {
			if strings.ContainsAny(fault.String(), "\n\r") {
				t.Errorf("got %q, want one line", fault.String())
			}
		}
		for _, s := range servers {
			if (s.Kind == Stdio) == (s.Command == "") || (s.Kind == Streamable || s.Kind == SSE) == (s.URL == "") && s.Kind != InMemory {
				t.Errorf("got %+v", s)
			}
			s.Fingerprint()
			s.Shown()
		}
	})
}

// TestBackOff: a server is tried five times, each time after twice as long.
func TestBackOff(t *testing.T) {
	b, _ := New(Options{Config: filepath.Join(t.TempDir(), "none.json")})
	tries := b.options.tries
	if len(tries) != 5 || tries[0] != time.Second {
		t.Fatalf("got %v", tries)
	}
	for k := 1; k < len(tries); k++ {
		if tries[k] != 2*tries[k-1] {
			t.Errorf("try %d comes after %v, the one before after %v", k+1, tries[k], tries[k-1])
		}
	}
}
