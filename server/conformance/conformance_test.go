package conformance

import (
	"context"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/molsmith/molsmith/contract/conform"
)

// quick is a pace for servers that answer at once. What only bounds a wait is long: a
// busy machine is no fault of a server.
var quick = pace{
	start: 30 * time.Second, probe: 20 * time.Second, call: 30 * time.Second, begin: 300 * time.Millisecond,
	grace: 150 * time.Millisecond, next: 20 * time.Second, end: 10 * time.Second, silent: 10 * time.Second,
	watching: 100 * time.Millisecond, memory: 1 << 40,
}

// overPipes returns the options that check a fixture in this process.
func (f *fixture) overPipes() Options {
	return Options{pace: quick, pipes: func() (io.WriteCloser, io.ReadCloser) {
		inRead, inWrite := io.Pipe()
		outRead, outWrite := io.Pipe()
		go func() {
			f.serve(inRead, outWrite)
			inRead.Close()
			outWrite.Close()
		}()
		return inWrite, outRead
	}}
}

func check(t *testing.T, o Options) *Report {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	report, err := Run(ctx, o)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// text is a report for a failure.
func text(report *Report) string {
	var b strings.Builder
	_ = report.Write(&b)
	return b.String()
}

// TestGoodServer: nothing is found about a server that does everything right, over
// each transport and in each era.
func TestGoodServer(t *testing.T) {
	for name, start := range map[string]func(t *testing.T) Options{
		"stdio": func(*testing.T) Options { return goodFixture().overPipes() },
		"stdio without handshake": func(*testing.T) Options {
			f := goodFixture()
			f.modern = true
			return f.overPipes()
		},
		"HTTP with a session": func(t *testing.T) Options { return goodFixture().start(t) },
		"HTTP without a session": func(t *testing.T) Options {
			f := goodFixture()
			f.sessions = false
			return f.start(t)
		},
		"HTTP without handshake": func(t *testing.T) Options {
			f := goodFixture()
			f.modern = true
			return f.start(t)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			report := check(t, start(t))
			if !report.OK || len(report.Findings) > 0 {
				t.Errorf("got %s, want nothing found", text(report))
			}
			if report.Server != "fixture" || report.Version != "1.0" || !slices.Equal(report.BuilderTools, []string{"row", "beside"}) {
				t.Errorf("got server %s %s with %q", report.Server, report.Version, report.BuilderTools)
			}
		})
	}
}

func TestOptions(t *testing.T) {
	for name, o := range map[string]Options{
		"nothing":   {},
		"both":      {URL: "http://127.0.0.1:1/mcp", Command: []string{"x"}},
		"no URL":    {URL: "127.0.0.1:1/mcp"},
		"file":      {URL: "file:///mcp"},
		"relative":  {URL: "/mcp"},
		"malformed": {URL: "http://[::1/mcp"},
	} {
		if report, err := Run(t.Context(), o); err == nil {
			t.Errorf("%s: got %+v, want an error about the options", name, report)
		}
	}
}

// TestChoice: --tool and --no-call leave out what was not asked for.
func TestChoice(t *testing.T) {
	f := goodFixture()
	f.result = func(string, string) string { return "null" }
	o := f.overPipes()
	o.NoCall = true
	if report := check(t, o); !report.OK || len(report.Findings) > 0 {
		t.Errorf("without calls: got %s, want nothing found", text(report))
	}
	f = goodFixture()
	f.row = strings.Replace(f.row, `"category":"other"`, `"category":"liquid"`, 1)
	o = f.overPipes()
	o.Tools = []string{"beside"}
	report := check(t, o)
	if !report.OK || !slices.Equal(report.BuilderTools, []string{"beside"}) {
		t.Errorf("one tool: got %s, want beside alone and no error", text(report))
	}
}

func TestCommandThatIsNone(t *testing.T) {
	report := check(t, Options{Command: []string{"/nonexistent/server"}, pace: quick})
	if report.OK || len(report.Findings) != 1 || report.Findings[0].Check != "connect" {
		t.Errorf("got %s, want that it cannot be started", text(report))
	}
}

func TestReport(t *testing.T) {
	report := &Report{Server: "lab", Version: "2", Protocol: "2025-11-25", BuilderTools: []string{"box"}, Findings: []conform.Finding{
		{Level: conform.Error, Tool: "box", Message: "it is wrong", Check: "call"},
		{Level: conform.Warning, Message: "it is odd", Check: "http.get"},
	}}
	want := "Server: lab 2, protocol 2025-11-25\nBuilder tools: box\nerror    box: it is wrong [call]\nwarning  it is odd [http.get]\nResult: FAIL (1 error, 1 warning)\n"
	if got := text(report); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	report.Server, report.Findings[0].Message = "lab\x1b[2J", "it\nclears"
	if got := text(report); strings.ContainsRune(got, '\x1b') || strings.Count(got, "\n") != strings.Count(want, "\n") {
		t.Errorf("got %q, want nothing that a terminal acts on", got)
	}
}
