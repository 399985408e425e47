package conformance

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

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
