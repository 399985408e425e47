package main

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestStartupRefusals(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "empty")
	if err := os.WriteFile(empty, []byte("\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	long := filepath.Join(t.TempDir(), "long")
	if err := os.WriteFile(long, make([]byte, maxTokenFile+1), 0o600); err != nil {
		t.Fatal(err)
	}
	http := func(args ...string) []string { return append([]string{"--transport", "http", "--port", "0"}, args...) }
	tests := []struct {
		name string
		args []string
		env  []string
		want string
	}{
		{"public with token", http("--public", "--token", "t", "--allow-origin", "https://a.example"), nil, "--public serves without a token"},
		{"public without origin", http("--public"), nil, "--public needs at least one --allow-origin"},
		{"public from the environment", http(), []string{"MOLSMITH_PUBLIC=1"}, "--public needs at least one --allow-origin"},
		{"other machines without token", http("--host", "0.0.0.0"), nil, "--host 0.0.0.0 can be reached from other machines"},
		{"a name without token", http("--host", "tools.lab"), nil, "can be reached from other machines"},
		{"IPv6 without token", http("--host", "::"), nil, "can be reached from other machines"},
		{"token and file", http("--token", "t", "--token-file", empty), nil, "cannot be given together"},
		{"no file", http("--token-file", empty+"x"), nil, "--token-file: open"},
		{"empty file", http("--token-file", empty), nil, "holds no token"},
		{"endless file", http("--token-file", long), nil, "more than 4096 bytes"},
		{"token with space", http("--token", "a b"), nil, "visible ASCII"},
		{"token with line break", http(), []string{"MOLSMITH_TOKEN=a\nb"}, "visible ASCII"},
		{"any origin", http("--allow-origin", "*"), nil, "list each origin"},
		{"null origin", http("--allow-origin", "null"), nil, `"null" is not accepted`},
		{"origin with path", http("--allow-origin", "https://a.example/b"), nil, "is not an origin"},
		{"bad host", http("--allowed-host", "a b"), nil, "--allowed-host"},
		{"bad page", http("--page-url", "ftp://a"), nil, "--page-url"},
		{"page with fragment", http("--page-url", "https://a.example/#b"), nil, "--page-url"},
		{"certificate alone", http("--tls-cert", "c.pem"), nil, "must be given together"},
		{"certificate missing", http("--tls-cert", empty+"x", "--tls-key", empty+"x"), nil, "--tls-cert, --tls-key"},
		{"mount path", http("--mount-path", "mcp"), nil, "--mount-path"},
		{"mount path in use", http("--mount-path", "/health"), nil, "--mount-path"},
		{"mount path upwards", http("--mount-path", "/a/../b"), nil, "--mount-path"},
		{"port", http("--port", "70000"), nil, `--port: "70000" is not an integer from 0 to 65535`},
		{"port from the environment", []string{"--transport", "http"}, []string{"PORT=http"}, "PORT: "},
		{"timeout 0", http("--call-timeout", "0"), nil, "--call-timeout"},
		{"timeout NaN", http("--call-timeout", "NaN"), nil, "--call-timeout"},
		{"timeout without end", http("--call-timeout", "inf"), nil, "--call-timeout"},
		{"no slots", http("--max-concurrency", "0"), nil, "--max-concurrency"},
		{"counters for all", http("--metrics", "0.0.0.0:9090"), nil, "--metrics"},
		{"counters for a private network", http("--metrics", "10.0.0.1:9090"), nil, "--metrics-remote"},
		{"counters for nobody", http("--metrics-remote"), nil, "--metrics-remote has no meaning"},
		{"counters nowhere", http("--metrics", "9090"), nil, "--metrics"},
		{"proxy", http("--trusted-proxy", "10.0.0.0/40"), nil, "--trusted-proxy"},
		{"rate", http("--rate-limit", "-1"), nil, "--rate-limit"},
		{"no connections", http("--max-connections", "-1"), nil, "--max-connections"},
		{"tiny body", http("--max-body", "10"), nil, "--max-body"},
		{"huge body", http("--max-body", "99GiB"), nil, "--max-body"},
		{"transport", []string{"--transport", "sse"}, nil, `"sse" is not one of stdio|http`},
		{"protocol", http("--protocol", "2025-11-25"), nil, "all|2026-07-28"},
		{"unknown tool", http("--tools", "argon,gold"), nil, `there is no tool or group "gold"`},
		{"option of control characters", http("--a\n\x1b[31mb"), nil, `unknown option "--a\n\x1b[31mb"`},
		{"option of 10,000 characters", http("--" + strings.Repeat("n", 10000)), nil, "n…\""},
		{"tool of 10,000 characters", http("--tools", strings.Repeat("n", 10000)), nil, "n…\""},
		{"unknown option", http("--legacy"), nil, "unknown option --legacy"},
		{"sessions both ways", http("--stateful", "--stateless"), nil, "cannot be given together"},
		{"sessions in the strict lane", http("--stateful", "--protocol", "2026-07-28"), nil, "has neither sessions"},
		{"old transport in the strict lane", http("--legacy-sse", "--protocol", "2026-07-28"), nil, "has neither sessions"},
		{"sessions over stdio", []string{"--stateful"}, nil, "--stateful has no meaning over stdio"},
		{"mount path of the old transport", http("--mount-path", "/sse"), nil, "--mount-path"},
		{"value missing", []string{"--transport"}, nil, "--transport needs a value"},
		{"switch with nonsense", http("--public=maybe"), nil, "neither true nor false"},
		{"argument", http("extra"), nil, `unexpected argument "extra"`},
		{"HTTP option over stdio", []string{"--token", "t"}, nil, "--token has no meaning over stdio"},
		{"unknown command", []string{"fly"}, nil, `there is no command "fly"`},
		{"call without tool", []string{"call"}, nil, "the name of one tool"},
		{"call of no tool", []string{"call", "gold"}, nil, `there is no tool "gold"`},
		{"batch with args", []string{"call", "echo", "--batch", "--args", "{}"}, nil, "leave out --args"},
		{"args file", []string{"call", "echo", "--args", "@" + empty + "x"}, nil, "--args: open"},
		{"public page", []string{"serve", "--public", "--allow-origin", "https://a.example"}, nil, "--public"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			code, stdout, stderr := run(t, withEnv(testProgram(), test.env...), "", test.args...)
			if code != exitUsage || stdout != "" {
				t.Errorf("got code %d and %q on stdout, want %d and nothing", code, stdout, exitUsage)
			}
			if !strings.HasPrefix(stderr, "toolserver: ") || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, test.want) {
				t.Errorf("got %q, want one line with %q", stderr, test.want)
			}
		})
	}
}

func TestPortInUse(t *testing.T) {
	s := start(t, testProgram(), "--transport", "http", "--port", "0")
	port := s.url[strings.LastIndex(s.url, ":")+1 : strings.LastIndex(s.url, "/")]
	code, _, stderr := run(t, testProgram(), "", "--transport", "http", "--port", port)
	if code != exitUsage || !strings.Contains(stderr, "port "+port+" is in use; --port 0 takes a free one") {
		t.Errorf("got %d %s, want the port named", code, stderr)
	}
	next := start(t, withPage(testProgram()), "serve", "--port", port, "--next-port")
	if next.url == s.url {
		t.Errorf("got %s twice, want another port", s.url)
	}
	if code := next.stop(); code != exitOK {
		t.Errorf("got code %d, want 0", code)
	}
	if code := s.stop(); code != exitOK {
		t.Errorf("got code %d, want 0", code)
	}
}

// parsed reads args and env as the server does.
func parsed(t *testing.T, args []string, env ...string) (*config, error) {
	t.Helper()
	c := newConfig()
	o := &optionSet{lookupEnv: withEnv(testProgram(), env...).LookupEnv}
	c.declare(o)
	c.transport = "http"
	rest, _, err := o.parse(args)
	if err == nil && len(rest) > 0 {
		err = fmt.Errorf("left over: %q", rest)
	}
	if err == nil {
		err = c.check()
	}
	return c, err
}

func TestOptions(t *testing.T) {
	tests := []struct {
		name string
		args []string
		env  []string
		got  func(*config) any
		want any
	}{
		{"default address", nil, nil, func(c *config) any { return c.baseURL(c.port) + c.mountPath }, "http://127.0.0.1:8765/mcp"},
		{"PORT", nil, []string{"PORT=9000"}, func(c *config) any { return c.port }, 9000},
		{"MOLSMITH_PORT before PORT", nil, []string{"PORT=9000", "MOLSMITH_PORT=9001"}, func(c *config) any { return c.port }, 9001},
		{"command line before both", []string{"--port=9002"}, []string{"PORT=9000", "MOLSMITH_PORT=9001"}, func(c *config) any { return c.port }, 9002},
		{"empty variable", nil, []string{"MOLSMITH_PORT="}, func(c *config) any { return c.port }, 8765},
		{"one dash", []string{"-port", "9003"}, nil, func(c *config) any { return c.port }, 9003},
		{"lists add", []string{"--allow-origin", "https://c.example", "--allow-origin", "https://d.example"},
			[]string{"MOLSMITH_ALLOW_ORIGIN=https://a.example, https://b.example/,"},
			func(c *config) any { return c.origins },
			[]string{"https://a.example", "https://b.example", "https://c.example", "https://d.example"}},
		{"switch off", []string{"--public=false"}, []string{"MOLSMITH_PUBLIC=yes"}, func(c *config) any { return c.public }, false},
		{"body", nil, nil, func(c *config) any { return c.maxBody }, 64 << 20},
		{"body, public", []string{"--public", "--allow-origin", "https://a.example"}, nil, func(c *config) any { return c.maxBody }, 1 << 20},
		{"body given, public", []string{"--public", "--allow-origin", "https://a.example", "--max-body", "2MiB"}, nil, func(c *config) any { return c.maxBody }, 2 << 20},
		{"timeout", nil, nil, func(c *config) any { return c.callTimeout }, 600 * time.Second},
		{"timeout, public", []string{"--public", "--allow-origin", "https://a.example"}, nil, func(c *config) any { return c.callTimeout }, 100 * time.Second},
		{"timeout given", []string{"--call-timeout", "2.5"}, nil, func(c *config) any { return c.callTimeout }, 2500 * time.Millisecond},
		{"other machines with a token", []string{"--host", "0.0.0.0", "--token", "t"}, nil, func(c *config) any { return c.baseURL(1) }, "http://127.0.0.1:1"},
		{"IPv6", []string{"--host", "[::1]"}, nil, func(c *config) any { return c.baseURL(1) }, "http://[::1]:1"},
		{"any host", []string{"--allowed-host", "*"}, nil, func(c *config) any { return c.policy().AnyHost }, true},
		{"hosts", nil, []string{"MOLSMITH_ALLOWED_HOST=a.example:443,b.example"}, func(c *config) any { return c.policy().Hosts }, []string{"a.example:443", "b.example"}},
		{"links of origins", []string{"--token", "t", "--allow-origin", "https://a.example"}, nil,
			func(c *config) any { return c.links("http://127.0.0.1:1/mcp") }, []string{"https://a.example/#tools=http%3A%2F%2F127.0.0.1%3A1%2Fmcp"}},
		{"links of pages", []string{"--public", "--allow-origin", "https://a.example", "--page-url", "https://a.example/builder/"}, nil,
			func(c *config) any { return c.links("https://t.example/mcp") }, []string{"https://a.example/builder/#tools=https%3A%2F%2Ft.example%2Fmcp"}},
		{"tokens differ", nil, nil, func(c *config) any { return len(c.token) == 43 && c.token != newToken() }, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c, err := parsed(t, test.args, test.env...)
			if err != nil {
				t.Fatal(err)
			}
			if got := test.got(c); !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

func TestTokenFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(file, []byte("from-file\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := parsed(t, []string{"--token-file", file})
	if err != nil || c.token != "from-file" || c.generated {
		t.Errorf("got %q, %v, %v; want the token of the file", c.token, c.generated, err)
	}
}

func TestSelectTools(t *testing.T) {
	c := &config{toolNames: []string{"wait, argon", "echo"}}
	tools, err := c.selectTools(testTools())
	var names []string
	for _, tool := range tools {
		names = append(names, tool.Name)
	}
	if want := []string{"argon", "echo", "wait"}; err != nil || !reflect.DeepEqual(names, want) {
		t.Errorf("got %v, %v; want %v in the registry's order", names, err, want)
	}
}

// TestHelpNamesEveryOption: help shows each option with its variable, and the
// documentation names them too.
func TestHelpNamesEveryOption(t *testing.T) {
	docs, err := os.ReadFile("../../../docs/toolserver.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range commands() {
		args := []string{"help"}
		if c.name != "" {
			args = append(args, c.name)
		}
		code, help, stderr := run(t, testProgram(), "", args...)
		if code != exitOK || stderr != "" || !strings.HasPrefix(help, "Usage: toolserver") {
			t.Errorf("%v: got %d %q", args, code, stderr)
		}
		if _, same, _ := run(t, testProgram(), "", append(args[1:], "--help")...); same != help {
			t.Errorf("%v: --help prints something else than help", args)
		}
		if strings.Contains(help, "()") {
			t.Errorf("%v: an option without default and variable has empty parentheses", args)
		}
		o := &optionSet{}
		c.prepare(testProgram(), o)
		for _, opt := range o.options {
			if !strings.Contains(help, "  --"+opt.name) {
				t.Errorf("%v: help does not name --%s", args, opt.name)
			}
			if !strings.Contains(string(docs), "`--"+opt.name) {
				t.Errorf("docs/toolserver.md does not name --%s", opt.name)
			}
			for _, env := range opt.envs {
				if !strings.Contains(help, env) {
					t.Errorf("%v: help does not name %s", args, env)
				}
			}
		}
		for i, line := range strings.Split(help, "\n") {
			if len([]rune(line)) > 100 {
				t.Errorf("%v, line %d has %d characters, want at most 100", args, i+1, len(line))
			}
		}
	}
}
