// Package conformance checks a server against the Builder Tool Contract version 1:
// it connects as a client does, reads what the server declares, calls its tools with
// sample arguments, cancels, sends what a server must survive, and over HTTP makes
// the requests of strangers that must be refused. The rules are in contract/conform,
// where every check has its identifier and level.
//
// Messages are written and read here and not by an SDK, because an SDK hides what
// has to be judged: malformed results, wrong ids, statuses and headers. The official
// Go client is the last check, run when nothing else is wrong.
package conformance

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/molsmith/molsmith/contract/conform"
)

// Options say which server is checked and how. Either URL or Command is given.
type Options struct {
	URL    string // MCP endpoint over Streamable HTTP
	Token  string // bearer token, "" for none
	Origin string // of the page that may call, "" for none: sent with every request

	Command []string // a program that speaks MCP on standard input and output
	Stderr  io.Writer

	NoCall bool     // judge the declarations and the connection only
	Tools  []string // only these Builder tools; nil: all

	pace  pace                                          // zero: normal
	pipes func() (in io.WriteCloser, out io.ReadCloser) // of tests: a server in this process
}

// Report is the outcome of a check.
type Report struct {
	OK           bool              `json:"ok"` // no finding is an error
	Server       string            `json:"server"`
	Version      string            `json:"version"`
	Protocol     string            `json:"protocol"`
	BuilderTools []string          `json:"builder_tools"`
	Findings     []conform.Finding `json:"findings"`
}

// pace holds how long a checker waits, and how much memory it grants.
type pace struct {
	start    time.Duration // for the first answer of a server
	probe    time.Duration // for an answer that needs no work
	call     time.Duration // least time of a call (contract §6)
	begin    time.Duration // until a call counts as running
	grace    time.Duration // for the answer to a cancelled call, which must not come
	next     time.Duration // for the call after a cancellation, beyond its usual time
	end      time.Duration // for a process to end
	silent   time.Duration // a call without progress
	watching time.Duration // of the processor time of a process that should rest
	memory   int64         // bytes a process may take
}

var normalPace = pace{
	start: 60 * time.Second, probe: 5 * time.Second, call: 60 * time.Second, begin: 500 * time.Millisecond,
	grace: 1500 * time.Millisecond, next: 10 * time.Second, end: 5 * time.Second, silent: 5 * time.Second,
	watching: 500 * time.Millisecond, memory: 2 << 30,
}

// foreignOrigin is an origin no server allows, foreignHost a name no server has.
const (
	foreignOrigin = "https://checker.invalid"
	foreignHost   = "checker.invalid"
)

// runner is one check of one server.
type runner struct {
	options  Options
	pace     pace
	findings conform.Findings
	report   Report
	session  *session
	tools    []*conform.Tool
	samples  []sample // the calls that succeeded
	fastest  *sample  // the quickest of them; nil: none
}

// sample is a call that is known to succeed.
type sample struct {
	tool *conform.Tool
	args json.RawMessage
	took time.Duration
}

// Run checks a server. Whatever is wrong with the server is a finding; the error is
// about the options, or ctx has ended.
func Run(ctx context.Context, o Options) (*Report, error) {
	if (o.URL == "") == (len(o.Command) == 0 && o.pipes == nil) {
		return nil, fmt.Errorf("give either the URL of a server or the command that starts one")
	}
	if o.URL != "" {
		u, err := url.Parse(o.URL)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
			return nil, fmt.Errorf("%q is not an http or https URL", o.URL)
		}
	}
	r := &runner{options: o, pace: o.pace}
	if r.pace == (pace{}) {
		r.pace = normalPace
	}
	r.run(ctx)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r.report.Findings = r.findings.List
	if r.report.Findings == nil {
		r.report.Findings = []conform.Finding{}
	}
	if r.report.BuilderTools == nil {
		r.report.BuilderTools = []string{}
	}
	r.report.OK = r.findings.Count(conform.Error) == 0
	return &r.report, nil
}

func (r *runner) add(check, format string, args ...any) {
	r.findings.Add(check, "", format, args...)
}

func (r *runner) run(ctx context.Context) {
	session, err := r.connect(ctx)
	if err != nil {
		r.add("connect", "%v", err)
		return
	}
	r.session = session
	closed := false
	defer func() {
		if !closed {
			session.conn.close(r.pace.end)
		}
	}()
	r.report.Server, r.report.Version, r.report.Protocol = session.name, session.version, session.revision
	if !session.hasTools {
		r.add("connect.capability", "the server does not declare the tools capability; some clients then never ask for them")
	}
	r.readTools(ctx)
	if !r.options.NoCall {
		for _, tool := range r.tools {
			r.checkCalls(ctx, tool)
		}
		r.checkCancellation(ctx)
		r.checkParallel(ctx)
	}
	r.checkUnknown(ctx)
	r.checkRest(ctx)
	closed = true
	r.checkEnd(session.conn)
	r.checkGarbage(ctx)
	if r.options.URL != "" {
		r.checkHTTP(ctx)
	}
	for _, fault := range session.conn.faults() {
		r.add(fault.check, "%s", fault.message)
	}
	if r.findings.Count(conform.Error) == 0 && ctx.Err() == nil {
		r.checkOfficialClient(ctx)
	}
}

// maxPages bounds a list that has no end.
const maxPages = 100

// readTools lists the tools and judges their declarations.
func (r *runner) readTools(ctx context.Context) {
	var names []string
	cursors := map[string]bool{}
	cursor := ""
	for page := 0; ; page++ {
		if page == maxPages {
			r.add("list.pages", "tools/list has no end: %d pages were read", page)
			break
		}
		members := ""
		if cursor != "" {
			members = `"cursor":` + quoted(cursor)
		}
		answer, err := r.session.request(ctx, "tools/list", members, r.pace.call, nil)
		if err != nil {
			r.add("list", "tools/list: %v", err)
			return
		}
		var list struct {
			Tools      []json.RawMessage `json:"tools"`
			NextCursor json.RawMessage   `json:"nextCursor"`
		}
		if err := json.Unmarshal(answer, &list); err != nil || list.Tools == nil {
			r.add("list", "the result of tools/list has no array of tools: %s", cut(answer))
			return
		}
		for _, raw := range list.Tools {
			names = r.readTool(raw, names)
		}
		if len(list.NextCursor) == 0 || string(list.NextCursor) == "null" {
			break
		}
		if err := json.Unmarshal(list.NextCursor, &cursor); err != nil {
			r.add("list.pages", "nextCursor must be text, not %s", cut(list.NextCursor))
			break
		}
		if cursor == "" || cursors[cursor] {
			r.add("list.pages", "nextCursor %s comes again: the list never ends", quoted(cursor))
			break
		}
		cursors[cursor] = true
	}
	for _, name := range r.options.Tools {
		if !slices.Contains(r.report.BuilderTools, name) {
			r.add("list.builder", "there is no Builder tool %s", quoted(name))
		}
	}
	if len(r.report.BuilderTools) == 0 && len(r.options.Tools) == 0 {
		r.add("list.builder", "none of %d tools has the marker _meta[%q]: Builder shows no button", len(names), "io.github.megane-labs/builder")
	}
}

// readTool judges one item of the list and returns the names so far.
func (r *runner) readTool(raw json.RawMessage, names []string) []string {
	var declared struct {
		Name  string          `json:"name"`
		Input json.RawMessage `json:"inputSchema"`
		Meta  map[string]any  `json:"_meta"`
	}
	if err := json.Unmarshal(raw, &declared); err != nil || declared.Name == "" {
		r.add("list", "a tool without a name: %s", cut(raw))
		return names
	}
	if slices.Contains(names, declared.Name) {
		r.findings.Add("list.name", declared.Name, "two tools have this name")
		return names
	}
	names = append(names, declared.Name)
	_, marked := declared.Meta["io.github.megane-labs/builder"]
	if !marked && len(declared.Input) == 0 {
		r.findings.Add("list", declared.Name, "the tool has no inputSchema")
		return names
	}
	if !marked || len(r.options.Tools) > 0 && !slices.Contains(r.options.Tools, declared.Name) {
		return names
	}
	r.report.BuilderTools = append(r.report.BuilderTools, declared.Name)
	if tool := conform.ReadTool(raw, &r.findings); tool != nil {
		r.tools = append(r.tools, tool)
	}
	return names
}

// checkUnknown asks for what no server has.
func (r *runner) checkUnknown(ctx context.Context) {
	if _, err := r.session.request(ctx, "checker/unknown", "", r.pace.probe, nil); !isRPC(err) && err == nil {
		r.add("protocol.method", "the unknown method checker/unknown got a result")
	}
	if r.options.NoCall {
		return
	}
	answer, err := r.session.call(ctx, "checker_unknown_tool", json.RawMessage("{}"), r.pace.probe, nil)
	if err == nil {
		if refused, _ := conform.Refused(answer); !refused {
			r.add("call.unknown", "the tool checker_unknown_tool, which does not exist, answered")
		}
	}
}

// loopback reports whether the URL names this machine.
func (r *runner) loopback() bool {
	u, err := url.Parse(r.options.URL)
	if err != nil {
		return false
	}
	host := u.Hostname()
	if strings.EqualFold(host, "localhost") || strings.HasSuffix(strings.ToLower(host), ".localhost") {
		return true
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && net.IP(addr.AsSlice()).IsLoopback()
}

func quoted(text string) string {
	b, err := json.Marshal(text)
	if err != nil {
		return `""`
	}
	return string(b)
}

// cut is the beginning of a message for a finding.
func cut(raw []byte) string {
	const most = 200
	if len(raw) > most {
		return strings.ToValidUTF8(string(raw[:most]), "") + "…"
	}
	return string(raw)
}
