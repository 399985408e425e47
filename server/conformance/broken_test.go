package conformance

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/molsmith/molsmith/contract/conform"
)

// broken is a server that is wrong in exactly one way.
type broken struct {
	check string // the only one that may find anything
	tool  string // about which tool; "": the server; "*": any
	name  string
	http  bool // over HTTP and not over pipes
	row   [2]string
	side  [2]string
	made  [2]string // in the structuredContent of row
	added [2]string // in the structuredContent of beside
	with  func(f *fixture)
	ask   func(o *Options)
}

// extra declares one more property of row; required adds it to the required ones.
func extra(schema string) [2]string {
	return [2]string{`"properties":{"count"`, `"properties":{"extra":` + schema + `,"count"`}
}

func TestBrokenServers(t *testing.T) {
	seen := map[string]bool{}
	for _, list := range [][]broken{brokenLists, brokenMarkers, brokenSchemas, brokenCalls, brokenResults, brokenLoad, brokenHTTP} {
		for _, b := range list {
			seen[b.check] = true
			t.Run(b.check+"/"+b.name, func(t *testing.T) {
				t.Parallel()
				b.run(t)
			})
		}
	}
	for _, check := range brokenProcesses {
		seen[check.check] = true
	}
	for _, c := range conform.Checks() {
		if !seen[c.ID] {
			t.Errorf("no broken server shows that the check %s finds anything", c.ID)
		}
	}
}

func (b *broken) run(t *testing.T) {
	f := goodFixture()
	replace := func(text string, pair [2]string) string {
		if pair[0] == "" {
			return text
		}
		changed := strings.Replace(text, pair[0], pair[1], 1)
		if changed == text {
			t.Errorf("%q does not occur in %s", pair[0], text)
		}
		return changed
	}
	f.row, f.beside = replace(f.row, b.row), replace(f.beside, b.side)
	if b.made[0] != "" || b.added[0] != "" {
		f.result = func(tool, structured string) string {
			if tool == "row" {
				return replace(structured, b.made)
			}
			return replace(structured, b.added)
		}
	}
	if b.with != nil {
		b.with(f)
	}
	var o Options
	if b.http {
		o = f.start(t)
	} else {
		o = f.overPipes()
	}
	if b.ask != nil {
		b.ask(&o)
	}
	expect(t, check(t, o), b.check, b.tool)
}

// expect wants findings of one check only. What is only worth knowing may be there
// too: a server that is wrong cannot be checked whole.
func expect(t *testing.T, report *Report, check, tool string) {
	t.Helper()
	found := 0
	for _, finding := range report.Findings {
		switch {
		case finding.Check == check && (tool == "*" || finding.Tool == tool):
			found++
			if finding.Message == "" || strings.Contains(finding.Message, "\n") {
				t.Errorf("got %q, want one line", finding.Message)
			}
		case finding.Level != conform.Info:
			t.Errorf("got %s about %q, want nothing but %s", finding.Check, finding.Tool, check)
		}
	}
	if found == 0 || found > 1 && tool != "*" {
		t.Errorf("got %d findings of %s about %q, want one", found, check, tool)
	}
	if t.Failed() {
		t.Log(text(report))
	}
}

var brokenLists = []broken{
	{check: "connect", name: "no server info", with: func(f *fixture) {
		f.hello = func(string) string { return `{"protocolVersion":"2025-11-25","capabilities":{"tools":{}}}` }
	}},
	{check: "connect", name: "a revision of its own", with: func(f *fixture) {
		f.hello = func(r string) string { return strings.Replace(r, "2025-11-25", "1999-12-31", 1) }
	}},
	{check: "connect", name: "a wrong token is given", http: true, ask: func(o *Options) { o.Token = "another" }},
	{check: "connect", name: "an error", with: func(f *fixture) {
		f.message = func(method, message string) string {
			if method == "initialize" {
				return `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"no"}}`
			}
			return message
		}
	}},
	{check: "connect.capability", name: "none", with: func(f *fixture) {
		f.hello = func(r string) string { return strings.Replace(r, `{"tools":{}}`, `{}`, 1) }
	}},
	{check: "list", name: "tools is an object", with: func(f *fixture) {
		f.list = func(string) string { return `{"tools":{}}` }
	}},
	{check: "list", name: "a tool without a name", with: func(f *fixture) {
		f.list = func(string) string { return `{"tools":[{"title":"Nameless"},` + f.row + `,` + f.beside + `]}` }
	}},
	{check: "list", name: "an error", with: func(f *fixture) {
		f.message = func(method, message string) string {
			if method != "tools/list" {
				return message
			}
			var q struct{ ID json.RawMessage }
			_ = json.Unmarshal([]byte(message), &q)
			return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32603,"message":"no list today"}}`, q.ID)
		}
	}},
	{check: "list.name", tool: "row", name: "twice", with: func(f *fixture) {
		f.list = func(string) string { return `{"tools":[` + f.row + `,` + f.beside + `,` + f.row + `]}` }
	}},
	{check: "list.pages", name: "a number", with: func(f *fixture) {
		f.list = func(string) string { return `{"tools":[` + f.row + `,` + f.beside + `],"nextCursor":2}` }
	}},
	{check: "list.pages", name: "the same again", with: func(f *fixture) {
		f.list = func(cursor string) string {
			if cursor != "" {
				return `{"tools":[],"nextCursor":"more"}`
			}
			return `{"tools":[` + f.row + `,` + f.beside + `],"nextCursor":"more"}`
		}
	}},
	{check: "list.builder", name: "no marker", with: func(f *fixture) {
		f.list = func(string) string { return `{"tools":[{"name":"plain","inputSchema":{"type":"object"}}]}` }
	}},
	{check: "list.builder", name: "not the one asked for", ask: func(o *Options) { o.Tools = []string{"row", "column"} }},
	{check: "client", name: "annotations are text", row: [2]string{`"title":"Row"`, `"title":"Row","annotations":"none"`}},
}

var brokenMarkers = []broken{
	{check: "marker", tool: "row", name: "text", row: [2]string{`"contract":1,"category":"other","apply":"new_document","document":"none","stochastic":true,"expectedSeconds":0.1}`, `"x":1},"y":1`},
		with: func(f *fixture) { f.row = strings.Replace(f.row, `:{"x":1},"y":1}`, `:"yes"}`, 1) }},
	{check: "marker", tool: "row", name: "contract 2", row: [2]string{`"contract":1`, `"contract":2`}},
	{check: "marker.category", tool: "row", name: "unknown", row: [2]string{`"category":"other"`, `"category":"liquid"`}},
	{check: "marker.apply", tool: "row", name: "unknown", row: [2]string{`"new_document"`, `"replace"`}},
	{check: "marker.document", tool: "row", name: "unknown", row: [2]string{`"document":"none"`, `"document":"maybe"`}},
	{check: "marker.stochastic", tool: "row", name: "text", row: [2]string{`"stochastic":true`, `"stochastic":"yes"`}},
	{check: "marker.seconds", tool: "row", name: "zero", row: [2]string{`0.1}`, `0}`}},
	{check: "tool.title", tool: "row", name: "none", row: [2]string{`"title":"Row",`, ``}},
	{check: "tool.description", tool: "row", name: "blank", row: [2]string{`"Place atoms in a row. They are carbon."`, `" "`}},
	{check: "tool.sentence", tool: "row", name: "long", row: [2]string{`atoms in a row.`, strings.Repeat("atoms and ", 20) + `more.`}},
	{check: "tool.icon", tool: "row", name: "fetched", row: [2]string{`"title":"Row"`, `"title":"Row","icons":[{"src":"https://example.org/row.png"}]`}},
	{check: "tool.output", tool: "row", name: "none", row: [2]string{`"outputSchema":` + resultSchema + `,`, ``}},
	{check: "tool.output", tool: "row", name: "without the structure", row: [2]string{`"structure":{"type":"object"},"warnings"`, `"warnings"`}},
	{check: "seed", tool: "row", name: "none", row: [2]string{`"minimum":0,"x-megane-widget":"seed"`, `"minimum":0,"examples":[1]`}},
	{check: "seed", tool: "row", name: "two", row: extra(`{"type":"integer","minimum":0,"x-megane-widget":"seed"}`)},
	{check: "seed.marker", tool: "row", name: "not stochastic", row: [2]string{`"stochastic":true`, `"stochastic":false`}},
	{check: "seed.range", tool: "row", name: "short", row: [2]string{`"minimum":0,`, `"minimum":0,"maximum":1000,`}},
	{check: "document", tool: "row", name: "missing", row: [2]string{`"document":"none"`, `"document":"required"`}},
	{check: "document", tool: "beside", name: "optional", side: [2]string{`"document":"required"`, `"document":"optional"`}},
	{check: "document.insert", tool: "row", name: "blind", row: [2]string{`"new_document"`, `"insert"`}},
}

var brokenSchemas = []broken{
	{check: "schema", tool: "row", name: "an array", row: [2]string{`"inputSchema":{"type":"object"`, `"inputSchema":{"type":"array"`}},
	{check: "schema", tool: "row", name: "a minimum of text", row: [2]string{`"minimum":1`, `"minimum":"low"`}},
	{check: "schema.form", tool: "row", name: "oneOf", row: extra(`{"oneOf":[{"type":"number"},{"type":"string"}]}`)},
	{check: "schema.form", tool: "row", name: "a table in a table", row: extra(`{"type":"array","items":{"type":"object","properties":{"inner":{"type":"array","items":{"type":"object","properties":{"x":{"type":"number"}}}}}}}`)},
	{check: "schema.form", tool: "row", name: "a list of elements", row: extra(`{"type":"array","items":{"type":"integer","x-megane-widget":"element"}}`)},
	{check: "schema.ref", tool: "row", name: "a web address", row: extra(`{"$ref":"https://example.org/molecule.json"}`)},
	{check: "schema.sample", tool: "row", name: "a default out of range", row: [2]string{`"default":1.5`, `"default":-1.5`}},
	{check: "schema.sample", tool: "row", name: "an example of another type", row: [2]string{`"examples":[3]`, `"examples":["3"]`}},
	{check: "schema.example", tool: "row", name: "none", row: [2]string{`"seed"}}`, `"seed"},"extra":{"type":"number"}}`}, with: func(f *fixture) {
		f.row = strings.Replace(f.row, `["count","seed"]`, `["count","seed","extra"]`, 1)
	}},
	{check: "schema.unit", tool: "row", name: "unknown", row: [2]string{`"x-megane-unit":"angstrom"`, `"x-megane-unit":"mol/L"`}},
	{check: "schema.spelling", tool: "row", name: "a sign", row: [2]string{`"x-megane-unit":"angstrom"`, `"x-megane-unit":"Å"`}},
	{check: "widget", tool: "row", name: "unknown", row: extra(`{"type":"string","x-megane-widget":"color"}`)},
	{check: "widget.molecule", tool: "row", name: "SMILES only", row: extra(`{"type":"object","x-megane-widget":"molecule","properties":{"smiles":{"type":"string"}},"required":["smiles"]}`)},
	{check: "widget.document", tool: "beside", name: "no bonds", side: [2]string{`"bonds":{"type":"array"},`, ``}},
	{check: "widget.document", tool: "beside", name: "cell never null", side: [2]string{`["array","null"]`, `"array"`}},
	{check: "widget.integer", tool: "row", name: "a number", row: extra(`{"type":"number","x-megane-widget":"element"}`)},
	{check: "widget.cell", tool: "row", name: "six numbers", row: extra(`{"type":"array","items":{"type":"number"},"minItems":6,"maxItems":6,"x-megane-widget":"cell"}`)},
	{check: "widget.selection", tool: "row", name: "no document", row: extra(`{"type":"array","items":{"type":"integer"},"x-megane-widget":"selection"}`)},
	{check: "widget.of", tool: "row", name: "nothing", row: extra(`{"type":"integer","x-megane-widget":"atom","x-megane-of":"nothing"}`)},
}

// answers makes fixtures whose tool row answers otherwise when the arguments hold some text.
func answers(holding, result string) func(f *fixture) {
	return func(f *fixture) {
		f.answer = func(tool, args, usual string) string {
			if tool == "row" && strings.Contains(args, holding) {
				return result
			}
			return usual
		}
	}
}

var good = `{"content":[{"type":"text","text":"Done."}],"structuredContent":` + rowResult(rowArgs{Count: 2, Seed: new(float64)}) + `}`

var brokenCalls = []broken{
	{check: "call", tool: "row", name: "refused", with: answers("", refusal("Not today."))},
	{check: "call.timeout", tool: "*", name: "endless", ask: func(o *Options) { o.pace.call = 500 * time.Millisecond }, with: func(f *fixture) {
		f.run = func(ctx context.Context, args rowArgs, steps func()) {
			if steps(); args.Document == nil {
				<-ctx.Done()
			}
		}
	}},
	{check: "call.required", tool: "*", name: "guessed", with: func(f *fixture) {
		f.refuse = func(args string) string {
			if args == "{}" {
				return good
			}
			return refusal("No.")
		}
	}},
	{check: "call.unknown", name: "answered", with: func(f *fixture) {
		f.message = func(_, message string) string {
			id, _, _ := strings.Cut(message, `,"error":{"code":-32602,`)
			if id == message {
				return message
			}
			return id + `,"result":` + good + `}`
		}
	}},
	{check: "call.whole", tool: "row", name: "refused", with: answers(".0", refusal("1.0 is no integer."))},
	{check: "call.infinite", tool: "row", name: "answered", with: func(f *fixture) {
		f.refuse = func(args string) string {
			if strings.Contains(args, "1e999") {
				return good
			}
			return refusal("No.")
		}
	}},
	{check: "call.text", tool: "row", name: "none", with: func(f *fixture) {
		f.answer = func(tool, _, usual string) string {
			if tool == "row" {
				return strings.Replace(usual, `{"type":"text","text":"Done."}`, ``, 1)
			}
			return usual
		}
	}},
	{check: "call.refusal", tool: "*", name: "a stack", with: func(f *fixture) {
		f.refuse = func(string) string { return refusal("Traceback:\n  line 1\nValueError") }
	}},
	{check: "call.refusal", tool: "*", name: "no text", with: func(f *fixture) {
		f.refuse = func(string) string { return `{"content":[],"isError":true}` }
	}},
	{check: "call.progress", tool: "*", name: "none", with: func(f *fixture) { f.note = func(string, int) string { return "" } }},
	{check: "call.silent", tool: "row", name: "half a second", ask: func(o *Options) { o.pace.silent = 400 * time.Millisecond }, with: func(f *fixture) {
		f.run = func(_ context.Context, args rowArgs, steps func()) {
			if args.Document != nil {
				steps()
				return
			}
			time.Sleep(500 * time.Millisecond)
		}
	}},
	{check: "call.steps", tool: "*", name: "down", with: func(f *fixture) {
		f.note = func(token string, step int) string {
			return fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%s,"progress":%d}}`, token, 10-step)
		}
	}},
	{check: "call.steps", tool: "*", name: "another token", with: func(f *fixture) {
		f.note = func(string, int) string {
			return `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"x","progress":1}}`
		}
	}},
}

// manyAtoms is a structure above the limit.
func manyAtoms() string {
	const n = 500_001
	return `{"contract":1,"name":"row","structure":{"elements":[6` + strings.Repeat(",6", n-1) + `],"positions":[0` + strings.Repeat(",0", 3*n-1) +
		`],"cell":null,"bonds":[]},"warnings":[],"provenance":{"seed":1}}`
}

var brokenResults = []broken{
	{check: "result", tool: "row", name: "none", with: answers("", `{"content":[{"type":"text","text":"Done."}]}`)},
	{check: "result", tool: "row", name: "no bonds", made: [2]string{`"bonds"`, `"links"`}},
	{check: "result", tool: "row", name: "contract 2", made: [2]string{`"contract":1`, `"contract":2`}},
	{check: "result", tool: "row", name: "an infinite position", made: [2]string{`"positions":[0`, `"positions":[1e999`}},
	{check: "result", tool: "row", name: "a position too few", made: [2]string{`"positions":[0,`, `"positions":[`}},
	{check: "result.size", tool: "row", name: "500,001 atoms", with: func(f *fixture) {
		f.result = func(tool, usual string) string {
			if tool == "row" {
				return manyAtoms()
			}
			return usual
		}
	}},
	{check: "result.schema", tool: "row", name: "a name that is a number", row: [2]string{`"name":{"type":"string"}`, `"name":{"type":"integer"}`}},
	{check: "result.name", tool: "row", name: "blank", made: [2]string{`"name":"row"`, `"name":" "`}},
	{check: "result.warnings", tool: "row", name: "text", made: [2]string{`"warnings":[]`, `"warnings":"none"`}},
	{check: "result.warnings", tool: "row", name: "objects", made: [2]string{`"warnings":[]`, `"warnings":[{"text":"x"}]`}},
	{check: "result.provenance", tool: "row", name: "a list", made: [2]string{`"provenance":{"fixture":"1.0","seed":1}`, `"provenance":[1]`}},
	{check: "result.provenance", tool: "row", name: "an object inside", made: [2]string{`"fixture":"1.0"`, `"fixture":{"version":1}`}},
	{check: "result.seed", tool: "row", name: "none", made: [2]string{`,"seed":1}`, `}`}},
	{check: "result.seed", tool: "row", name: "another", made: [2]string{`"seed":1}`, `"seed":2}`}},
	{check: "result.empty", tool: "beside", name: "nothing", added: [2]string{`"elements":[18],"positions":[5,5,5]`, `"elements":[],"positions":[]`}},
	{check: "result.extra", tool: "row", name: "velocities", made: [2]string{`"cell":null`, `"cell":null,"velocities":[]`}},
	{check: "result.extra", tool: "row", name: "a bond twice", made: [2]string{`[[0,1],`, `[[0,1],[1,0],`}},
	{check: "result.residue", tool: "row", name: "six letters", made: [2]string{`"ROW"`, `"CARBON"`}},
	{check: "result.whole", tool: "beside", name: "cut", added: [2]string{`"elements":[18],"positions":[5,5,5]`, `"elements":[6,6],"positions":[0.2,5,5,19.5,5,5]`}, with: func(f *fixture) {
		cut := f.result
		f.result = func(tool, usual string) string {
			if tool == "beside" {
				usual = strings.Replace(cut(tool, usual), `"bonds":[]`, `"bonds":[[0,1]]`, 1)
			}
			return usual
		}
	}},
	{check: "result.bonds", tool: "beside", name: "two atoms touch", added: [2]string{`"elements":[18],"positions":[5,5,5]`, `"elements":[8,1],"positions":[5,5,5,5.96,5,5]`}},
	{check: "insert.repeat", tool: "beside", name: "on the oxygen", added: [2]string{`[5,5,5]`, `[10,10,10.01]`}},
	{check: "insert.cell", tool: "beside", name: "wider", added: [2]string{`"cell":[`, `"cell":[1`}},
	{check: "seed.repeat", tool: "row", name: "a counter", with: func(f *fixture) {
		var calls atomic.Int64
		f.result = func(tool, usual string) string {
			return strings.Replace(usual, `"positions":[0,`, fmt.Sprintf(`"positions":[-0.1%d,`, calls.Add(1)), 1)
		}
	}},
}

var brokenLoad = []broken{
	{check: "cancel.answer", tool: "row", name: "with its result", ask: func(o *Options) { o.pace.grace = time.Second }, with: func(f *fixture) {
		f.replies = true
		f.run = func(ctx context.Context, args rowArgs, steps func()) {
			if steps(); args.Count > 1000 {
				<-ctx.Done()
				time.Sleep(2 * crossing)
			}
		}
	}},
	{check: "cancel.answer", tool: "row", name: "with an error", with: func(f *fixture) {
		f.replies = true
		answers("100000", refusal("Cancelled."))(f)
	}},
	{check: "cancel.next", tool: "*", name: "one call at a time, to its end", ask: func(o *Options) { o.pace.next = 300 * time.Millisecond }, with: func(f *fixture) {
		var one sync.Mutex
		f.ignores = true
		f.run = func(_ context.Context, args rowArgs, steps func()) {
			one.Lock()
			defer one.Unlock()
			if steps(); args.Count > 1000 {
				time.Sleep(10 * time.Second)
			}
		}
	}},
	{check: "cancel.untried", name: "always quick", ask: func(o *Options) { o.pace.begin = 20 * time.Second }, with: func(f *fixture) {
		f.run = func(_ context.Context, _ rowArgs, steps func()) { steps() }
	}},
	{check: "parallel", tool: "*", name: "one is lost", ask: func(o *Options) { o.pace.call = 2 * time.Second }, with: func(f *fixture) {
		lose := overlap(f)
		f.message = func(method, message string) string {
			if method == "tools/call" && lose() {
				return ""
			}
			return message
		}
	}},
	{check: "parallel.busy", tool: "*", name: "a JSON-RPC error", with: func(f *fixture) {
		busy := overlap(f)
		f.message = func(method, message string) string {
			if id, _, ok := strings.Cut(message, `,"result":`); ok && method == "tools/call" && busy() {
				return id + `,"error":{"code":-32000,"message":"busy"}}`
			}
			return message
		}
	}},
	{check: "parallel.busy", tool: "*", name: "503 alone", http: true, with: func(f *fixture) {
		var running atomic.Int64
		f.run = func(ctx context.Context, args rowArgs, steps func()) {
			running.Add(1)
			defer running.Add(-1)
			if steps(); args.Count > 1000 {
				<-ctx.Done()
			}
			time.Sleep(100 * time.Millisecond)
		}
		f.guard.busy = func() (int, string) {
			if running.Load() > 0 {
				return http.StatusServiceUnavailable, ""
			}
			return 0, ""
		}
	}},
	{check: "protocol", tool: "*", name: "NaN in a result", made: [2]string{`"positions":[0`, `"positions":[NaN`}},
	{check: "protocol", name: "version 1", with: func(f *fixture) {
		f.message = func(method, message string) string {
			if method == "tools/list" {
				return strings.Replace(message, `"jsonrpc":"2.0",`, ``, 1)
			}
			return message
		}
	}},
	{check: "protocol.method", name: "a result", with: func(f *fixture) {
		f.unknown = func(id json.RawMessage) string { return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{}}`, id) }
	}},
	{check: "protocol.garbage", name: "it ends", with: func(f *fixture) { f.garbage = func([]byte) string { return "exit" } }},
	{check: "protocol.garbage", name: "it computes over stdio", with: func(f *fixture) {
		f.garbage = func(body []byte) string {
			return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`, idPattern.FindSubmatch(body)[1], good)
		}
	}},
	{check: "protocol.garbage", name: "it computes", http: true, with: func(f *fixture) {
		f.garbage = func(body []byte) string {
			return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`, idPattern.FindSubmatch(body)[1], good)
		}
	}},
	{check: "stdio.output", name: "a greeting", with: func(f *fixture) {
		f.message = func(method, message string) string {
			if method == "initialize" {
				return "Loading parameters…\n" + message
			}
			return message
		}
	}},
	{check: "stdio.end", name: "it goes on", with: func(f *fixture) { f.lingers = true }, ask: func(o *Options) { o.pace.end = 200 * time.Millisecond }},
}

// overlap makes calls take a moment, and says whether another one ran beside this one.
func overlap(f *fixture) func() bool {
	var running, together atomic.Int64
	f.run = func(ctx context.Context, args rowArgs, steps func()) {
		if running.Add(1) > 1 && args.Count <= 1000 {
			together.Store(1)
		}
		defer running.Add(-1)
		if steps(); args.Count > 1000 {
			<-ctx.Done()
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	return func() bool { return together.Swap(0) == 1 }
}

var brokenHTTP = []broken{
	{check: "http.token", tool: "*", name: "not looked at", http: true, with: func(f *fixture) { f.guard.token = false }},
	{check: "http.open", name: "none", http: true, with: func(f *fixture) { f.guard.token = false }, ask: func(o *Options) { o.Token = "" }},
	{check: "http.origin", name: "not looked at", http: true, with: func(f *fixture) { f.guard.origin = false }},
	{check: "http.host", name: "not looked at", http: true, with: func(f *fixture) { f.guard.host = false }},
	{check: "http.media", name: "not looked at", http: true, with: func(f *fixture) { f.guard.media = false }},
	{check: "http.get", name: "404", http: true, with: func(f *fixture) { f.guard.get = false }},
	{check: "cors.preflight", name: "405", http: true, with: func(f *fixture) { f.guard.preflight = http.StatusMethodNotAllowed }},
	{check: "cors.preflight", name: "a header is missing", http: true, with: func(f *fixture) {
		f.guard.allowHeaders = strings.Replace(f.guard.allowHeaders, "MCP-Protocol-Version, ", "", 1)
	}},
	{check: "cors.preflight", name: "the wildcard", http: true, with: func(f *fixture) { f.guard.allowHeaders = "*" }},
	{check: "cors.preflight", name: "no POST", http: true, with: func(f *fixture) { f.guard.allowMethods = "GET" }},
	{check: "cors.answer", name: "the session is hidden", http: true, with: func(f *fixture) { f.guard.expose = false }},
	{check: "cors.answer", name: "preflight only", http: true, with: func(f *fixture) {
		f.guard.before = func(w http.ResponseWriter, q *http.Request) bool {
			if q.Header.Get("Authorization") == "Bearer "+fixtureToken {
				w.Header().Del("Access-Control-Allow-Origin")
			}
			return false
		}
	}},
	{check: "cors.refusal", name: "none", http: true, with: func(f *fixture) { f.guard.shareRefusals = false }},
	{check: "cors.foreign", name: "everybody", http: true, with: func(f *fixture) { f.guard.onlyOurs = false }},
	{check: "cors.untried", name: "no origin", http: true, ask: func(o *Options) { o.Origin = "" }},
}
