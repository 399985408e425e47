package main

import (
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

var (
	serverLine = regexp.MustCompile("^With `toolserver (.*)`:$")
	commandRow = regexp.MustCompile("^\\| `(.*)` \\| (.*) \\|$")
	wordOfRow  = regexp.MustCompile("`[^`]*`|\\d+")
)

// TestDocumentedStatuses runs the commands of docs/toolserver.md that show each status and
// limit, against servers started as it says, with a shell and curl.
func TestDocumentedStatuses(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no shell here")
	}
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("curl is not installed")
	}
	text, err := os.ReadFile("../../../docs/toolserver.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, ok := strings.Cut(string(text), "## Each status and limit, shown\n")
	if !ok {
		t.Fatal("the section is missing")
	}
	section, _, _ = strings.Cut(section, "\n## ")
	_, rest, _ := strings.Cut(section, "```sh\n")
	setup, rest, ok := strings.Cut(rest, "```\n")
	if !ok {
		t.Fatal("the setup is missing")
	}

	// The commands find a program called toolserver: this one.
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	script := "#!" + shell + "\nexec '" + program + "' " + asToolserver + " \"$@\"\n"
	if err := os.WriteFile(filepath.Join(bin, "toolserver"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	defer group.Wait()
	base, seen := "", map[string]bool{}
	for line := range strings.Lines(rest) {
		line = strings.TrimSuffix(line, "\n")
		if found := serverLine.FindStringSubmatch(line); found != nil {
			s := start(t, realProgram(), append(strings.Fields(found[1]), "--port", "0")...)
			base = strings.TrimSuffix(s.url, "/mcp")
			continue
		}
		found := commandRow.FindStringSubmatch(line)
		if found == nil {
			continue
		}
		command, shows := strings.ReplaceAll(found[1], `\|`, "|"), found[2]
		words := wordOfRow.FindAllString(strings.TrimSuffix(shows, ", after 30 s"), -1)
		seen[words[len(words)-1]] = true
		if strings.Contains(shows, "after 30 s") && os.Getenv("MOLSMITH_FULL") == "" {
			continue
		}
		here := strings.ReplaceAll(setup, "http://127.0.0.1:8765", base)
		run := exec.Command(shell, "-c", here+command)
		run.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "NO_PROXY=127.0.0.1", "no_proxy=127.0.0.1")
		check := func() {
			out, err := run.CombinedOutput()
			for _, word := range words {
				in := strings.Contains(string(out), strings.Trim(word, "`"))
				if !strings.HasPrefix(word, "`") { // the status, or the exit code, stands last
					in = strings.HasSuffix(string(out), word+"\n")
				}
				if !in {
					t.Errorf("%s: got %.500s (%v), want %s in it", command, out, err, word)
				}
			}
		}
		if strings.Contains(shows, "after 30 s") {
			group.Go(check)
		} else {
			check()
		}
	}
	for _, status := range []string{"200", "202", "400", "401", "403", "404", "405", "406", "408", "411", "413", "415", "431", "503"} {
		if !seen[status] {
			t.Errorf("no command shows status %s", status)
		}
	}
}

// TestIPv6: a server on the IPv6 loopback address answers there, under that name, to
// pages of it, and prints links that lead to it.
func TestIPv6(t *testing.T) {
	if l, err := net.Listen("tcp", "[::1]:0"); err != nil {
		t.Skip("there is no IPv6 here")
	} else {
		l.Close()
	}
	s := start(t, testProgram(), "--transport", "http", "--port", "0", "--host", "::1", "--allow-origin", "https://builder.example")
	if !strings.HasPrefix(s.url, "http://[::1]:") {
		t.Fatalf("got %s", s.url)
	}
	for origin, want := range map[string]int{"": 200, "http://[::1]:5173": 200, "https://builder.example": 200, "http://[::2]": 403, "null": 403} {
		if status, body := postJSON(t, http.DefaultClient, s.url, s.token, origin, pingMessage); status != want {
			t.Errorf("%q: got %d %s, want %d", origin, status, body, want)
		}
	}
	s.stop()
	if !slices.ContainsFunc(s.stderr, func(line string) bool {
		return strings.Contains(line, "#tools="+url.QueryEscape(s.url)+"&token=")
	}) {
		t.Errorf("got %q, want a link with %s", s.stderr, s.url)
	}
}
