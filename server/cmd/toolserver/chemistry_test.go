package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/molsmith/molsmith/chem/tools"
	"github.com/molsmith/molsmith/contract"
	"github.com/molsmith/molsmith/contract/mcp"
)

// sampleCalls is one call of every tool, cheap ones; some have several forms of answers.
// The official TypeScript clients make them too (e2e/tests/clients.spec.ts).
func sampleCalls(t *testing.T) (calls [][2]string) {
	t.Helper()
	text, err := os.ReadFile("testdata/calls.json")
	if err != nil {
		t.Fatal(err)
	}
	var pairs [][2]json.RawMessage
	if err := json.Unmarshal(text, &pairs); err != nil {
		t.Fatal(err)
	}
	for _, pair := range pairs {
		calls = append(calls, [2]string{strings.Trim(string(pair[0]), `"`), string(pair[1])})
	}
	return calls
}

// resolved is a schema as an independent validator reads it: it must be one of JSON
// Schema 2020-12.
func resolved(t *testing.T, name string, text json.RawMessage) *jsonschema.Resolved {
	t.Helper()
	var schema jsonschema.Schema
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	r, err := schema.Resolve(nil)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return r
}

// TestAnswersFitTheirSchemas: an independent validator takes each schema for one of JSON
// Schema 2020-12, accepts what the tool answers over the wire, and the arguments, and
// refuses what neither is.
func TestAnswersFitTheirSchemas(t *testing.T) {
	called := map[string]bool{}
	// Tools that can be called without arguments.
	needless := map[string]bool{"molecule_library": true, "bulk_crystal": true, "surface_slab": true, "nanotube": true}
	for _, c := range sampleCalls(t) {
		tool := realProgram().lookup(newConfig(), c[0])
		outcome, err := tool.Run(t.Context(), json.RawMessage(c[1]), nil)
		if err != nil {
			t.Fatalf("%s: %v", c[0], err)
		}
		answer := outcome.Value
		if outcome.Result != nil {
			answer = contract.AppendResult(nil, outcome.Result)
		}
		for which, text := range map[string]json.RawMessage{"inputSchema": json.RawMessage(c[1]), "outputSchema": answer} {
			schema := resolved(t, c[0]+": "+which, tool.Input)
			if which == "outputSchema" {
				schema = resolved(t, c[0]+": "+which, tool.Output)
			}
			var value any
			if err := json.Unmarshal(text, &value); err != nil {
				t.Fatal(err)
			}
			if err := schema.Validate(value); err != nil {
				t.Errorf("%s: %s refuses %.300s: %v", c[0], which, text, err)
			}
			for _, wrong := range []any{7.0, nil, []any{}} {
				if schema.Validate(wrong) == nil {
					t.Errorf("%s: %s accepts %v", c[0], which, wrong)
				}
			}
			if _, ok := value.(map[string]any); ok && !(needless[c[0]] && which == "inputSchema") && schema.Validate(map[string]any{}) == nil {
				t.Errorf("%s: %s accepts {}", c[0], which)
			}
		}
		called[c[0]] = true
	}
	for _, tool := range tools.Registry().Tools() {
		if !called[tool.Name] {
			t.Errorf("%s is not called here", tool.Name)
		}
	}
}

// TestStructuresFitTheirSchemas: what a structure tool answers over the wire fits its
// outputSchema as it is listed, by link too; and what the link leads to fits it.
func TestStructuresFitTheirSchemas(t *testing.T) {
	for _, revision := range []string{"2025-06-18", "2025-11-25", "2026-07-28"} {
		conn := realDispatcher(t).Connect(mcp.Revision(revision))
		meta := `"_meta":{"io.github.molsmith/result":"%s"`
		if revision == "2026-07-28" {
			meta += `,"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}`
		}
		ask := func(method, params, how string, into any) {
			t.Helper()
			message := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":{%s`+meta+`}}}`, method, params, how)
			answer := conn.Handle(t.Context(), []byte(message), nil)
			if answer.Code != 0 {
				t.Fatalf("%.300s: got %.500s", message, answer.Body)
			}
			if err := json.Unmarshal(answer.Body, into); err != nil {
				t.Fatal(err)
			}
		}
		var list struct {
			Result struct {
				Tools []struct {
					Name         string
					OutputSchema json.RawMessage
				}
			}
		}
		ask("tools/list", "", "", &list)
		schemas := map[string]*jsonschema.Resolved{}
		for _, tool := range list.Result.Tools {
			if tool.OutputSchema != nil { // one whose root is no object is not listed before 2026-07-28
				schemas[tool.Name] = resolved(t, revision+" "+tool.Name, tool.OutputSchema)
			}
		}
		for _, c := range sampleCalls(t) {
			if realProgram().lookup(newConfig(), c[0]).Marker == nil {
				continue
			}
			for _, how := range []string{"inline", "link"} {
				var answer struct {
					Result struct {
						StructuredContent any
						IsError           bool
						Content           []struct{ Type, URI string }
					}
				}
				ask("tools/call", fmt.Sprintf(`"name":%q,"arguments":%s,`, c[0], c[1]), how, &answer)
				if err := schemas[c[0]].Validate(answer.Result.StructuredContent); err != nil || answer.Result.IsError {
					t.Errorf("%s, %s, %s: %v", revision, c[0], how, err)
				}
				if how == "inline" {
					continue
				}
				link := answer.Result.Content[len(answer.Result.Content)-1]
				if link.Type != "resource_link" {
					t.Fatalf("%s, %s: got %+v, want a link last", revision, c[0], answer.Result.Content)
				}
				var read struct {
					Result struct{ Contents []struct{ Text string } }
				}
				ask("resources/read", fmt.Sprintf(`"uri":%q,`, link.URI), "", &read)
				var whole any
				if err := json.Unmarshal([]byte(read.Result.Contents[0].Text), &whole); err != nil {
					t.Fatal(err)
				}
				if err := schemas[c[0]].Validate(whole); err != nil {
					t.Errorf("%s, %s, behind the link: %v", revision, c[0], err)
				}
			}
		}
	}
}

func realDispatcher(t *testing.T) *mcp.Dispatcher {
	t.Helper()
	p := realProgram()
	c := newConfig()
	d, err := p.dispatcher(c, p.Tools, log.New(io.Discard, "", 0), nil)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestChemistryIsTheSameEverywhere: `call`, `call --batch`, stdio and HTTP, the oldest
// revision and the newest, give the same payload.
func TestChemistryIsTheSameEverywhere(t *testing.T) {
	p := realProgram()
	s := start(t, p, "--transport", "http", "--port", "0")
	defer s.stop()
	for _, c := range sampleCalls(t) {
		if p.lookup(newConfig(), c[0]).Marker != nil {
			continue // TestLiquidBoxIsTheSameEverywhere
		}
		code, want, stderr := run(t, p, "", "call", c[0], "--args", c[1])
		if code != exitOK {
			t.Fatalf("%s: got code %d: %s", c[0], code, stderr)
		}
		want = strings.TrimSpace(want)
		quoted, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		inText := strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(string(quoted))
		check := func(where, got, part string) {
			t.Helper()
			if !strings.Contains(got, part) {
				t.Errorf("%s, %s: got %.300s…, want %.300s in it", c[0], where, got, part)
			}
		}
		_, batch, _ := run(t, p, c[1]+"\n", "call", c[0], "--batch")
		check("batch", batch, `{"ok":true,"result":`+want+`}`)

		call := fmt.Sprintf(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":%q,"arguments":%s`, c[0], c[1])
		modern := call + `,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`
		oldest := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2024-11-05","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`
		_, out, _ := run(t, p, oldest+"\n"+call+"}}\n")
		check("stdio, 2024-11-05", out, `{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":`+inText+`}]}}`)
		_, out, _ = run(t, p, modern+"\n")
		check("stdio, 2026-07-28", out, `"structuredContent":`+want)
		check("stdio, 2026-07-28", out, `"text":`+inText)

		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.url, strings.NewReader(modern))
		if err != nil {
			t.Fatal(err)
		}
		for name, value := range map[string]string{
			"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": c[0],
			"Content-Type": "application/json", "Authorization": "Bearer " + s.token,
		} {
			r.Header.Set(name, value)
		}
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil || response.StatusCode != http.StatusOK {
			t.Errorf("%s: HTTP: got %d (%v)", c[0], response.StatusCode, err)
		}
		check("HTTP, 2026-07-28", string(text), `"structuredContent":`+want)
	}
}

// TestBatchOfMolecules: a line that fails says why, the others are answered, in order.
func TestBatchOfMolecules(t *testing.T) {
	in := strings.Join([]string{`{"smiles":"OCC"}`, `{"smiles":"C1CC"}`, `{}`, `{"smiles":"` + strings.Repeat("C", 10_001) + `"}`, `{"smiles":"C(C)O"}`}, "\n")
	code, stdout, stderr := run(t, realProgram(), in, "call", "canonical_smiles", "--batch")
	want := []string{
		`{"ok":true,"result":{"canonical":"CCO"}}`,
		`{"ok":false,"error":{"code":"INVALID_SMILES","message":"Invalid SMILES 'C1CC': character 2: `,
		`{"ok":false,"error":{"code":"INVALID_ARGUMENTS","message":"Missing required argument: smiles"`,
		`{"ok":false,"error":{"code":"MOLECULE_TOO_LARGE","message":"The molecule has 10001 atoms; at most 10000 are taken","details":{"limit":10000,"actual":10001}}}`,
		`{"ok":true,"result":{"canonical":"CCO"}}`,
	}
	got := strings.Split(strings.TrimSpace(stdout), "\n")
	if code != exitOK || stderr != "" || len(got) != len(want) {
		t.Fatalf("got code %d, %q, %d lines", code, stderr, len(got))
	}
	for i := range want {
		if !strings.HasPrefix(got[i], want[i]) {
			t.Errorf("line %d: got %s, want %s", i+1, got[i], want[i])
		}
	}
}
