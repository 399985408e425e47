package peer

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/molsmith/molsmith/contract/conform"
)

// TestMirrorsOf: which arguments a tool wants in the header, and which tools are refused.
func TestMirrorsOf(t *testing.T) {
	for schema, want := range map[string]string{
		`{"type":"object"}`: "",
		`{"properties":{"a":{"type":"string","x-mcp-header":"Region"},"b":{"x-mcp-header":"N-1","type":"integer"},"c":{"type":["null","boolean"],"x-mcp-header":"c"}}}`: "a=Region b=N-1 c=c",
		`{"properties":{"a":{"type":"object","properties":{"b":{"type":"string","x\u002dmcp-header":"R"}}},"c":{"type":"string"}}}`:                                     "a.b=R",
		// A name and data are no keywords.
		`{"properties":{"x-mcp-header":{"type":"string","default":{"x-mcp-header":""}}},"examples":[{"x-mcp-header":1}]}`:         "",
		`{"properties":{"a":{"type":"string","x-mcp-header":""}}}`:                                                                `x-mcp-header of "a" is no text`,
		`{"properties":{"a":{"type":"string","x-mcp-header":true}}}`:                                                              `x-mcp-header of "a" is no text`,
		`{"properties":{"a":{"type":"number","x-mcp-header":"A"}}}`:                                                               `x-mcp-header of "a" is about no string, integer or boolean`,
		`{"properties":{"a":{"type":["string","integer"],"x-mcp-header":"A"}}}`:                                                   `x-mcp-header of "a" is about no string, integer or boolean`,
		`{"properties":{"a":{"$ref":"#/$defs/a","x-mcp-header":"A"}}}`:                                                            `x-mcp-header of "a" is about no string, integer or boolean`,
		`{"properties":{"a":{"type":"string","x-mcp-header":"A b"}}}`:                                                             `x-mcp-header of "a" is no name of a header field: "A b"`,
		`{"properties":{"a":{"type":"string","x-mcp-header":"A\r\nB: c"}}}`:                                                       `x-mcp-header of "a" is no name of a header field: "A B: c"`,
		`{"properties":{"a":{"type":"string","x-mcp-header":"é"}}}`:                                                               `x-mcp-header of "a" is no name of a header field: "é"`,
		`{"properties":{"a":{"type":"string","x-mcp-header":"K"},"b":{"properties":{"c":{"type":"string","x-mcp-header":"k"}}}}}`: `x-mcp-header of "b.c" is that of another argument too: "k"`,
		`{"type":"string","x-mcp-header":"A"}`:                                                                                    `x-mcp-header of "the arguments" is not that of a property, or of a property of one`,
		`{"$defs":{"d":{"properties":{"a":{"type":"string","x-mcp-header":"A"}}}}}`:                                               `x-mcp-header of "d.a" is not that of a property, or of a property of one`,
		`{"anyOf":[{"properties":{"a":{"type":"string","x-mcp-header":"A"}}}]}`:                                                   `x-mcp-header of "an array.a" is not that of a property, or of a property of one`,
		`{"properties":{"a":{"type":"array","items":{"type":"string","x-mcp-header":"A"}}}}`:                                      `x-mcp-header of "a.items" is not that of a property, or of a property of one`,
		`{"properties":{"a":{"type":"object","additionalProperties":{"x-mcp-header":"A"}}}}`:                                      `x-mcp-header of "a.additionalProperties" is not that of a property, or of a property of one`,
		`["x-mcp-header"]`: "",
	} {
		if err := conform.Valid([]byte(schema)); err != nil {
			t.Fatalf("%s: %v", schema, err)
		}
		found, err := mirrorsOf(json.RawMessage(`{"name":"z","inputSchema":` + schema + `}`))
		var got []string
		for _, m := range found {
			got = append(got, strings.Join(m.path, ".")+"="+m.field)
		}
		text := strings.Join(got, " ")
		if err != nil {
			text = err.Error()
		}
		if text != want {
			t.Errorf("%s: got %s, want %s", schema, text, want)
		}
	}
	if found, err := mirrorsOf(json.RawMessage(`{"name":"z"}`)); found != nil || err != nil {
		t.Errorf("no schema: %v, %v", found, err)
	}
}

// TestMirroredValues: the examples of the specification and what is left out.
func TestMirroredValues(t *testing.T) {
	for value, want := range map[string]string{
		`"us-west1"`: "us-west1", `"us west 1"`: "us west 1", `""`: "", `42`: "42", `-7`: "-7", `42.0`: "42", `1e3`: "1000", `true`: "true", `false`: "false",
		`"Hello, 世界"`:          "=?base64?SGVsbG8sIOS4lueVjA==?=",
		`" padded "`:           "=?base64?IHBhZGRlZCA=?=",
		`"line1\nline2"`:       "=?base64?bGluZTEKbGluZTI=?=",
		`"\tindented"`:         "=?base64?CWluZGVudGVk?=",
		`"=?base64?literal?="`: "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=",
		`"=?base64?literal"`:   "=?base64?literal",
		`null`:                 "none", `1.5`: "none", `9007199254740992`: "none", `9007199254740991`: "9007199254740991", `{"a":1}`: "none", `[]`: "none",
	} {
		header := make(http.Header)
		fill(header, []mirror{{[]string{"a", "b"}, "X"}}, json.RawMessage(`{"a":{"b":`+value+`}}`))
		got := "none"
		if values := header["Mcp-Param-X"]; values != nil {
			got = values[0]
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", value, got, want)
		}
	}
	header := make(http.Header)
	fill(header, []mirror{{[]string{"a", "b"}, "X"}, {[]string{"c"}, "Y"}}, json.RawMessage(`{"a":"b"}`))
	if len(header) > 0 {
		t.Errorf("values that are not there: got %v", header)
	}
}

// TestMirroredArguments: over HTTP a call has what its tool asks for, tools that ask wrongly
// are left out, and when the server wants other fields now the tools are read again and the
// call is made once more. In an older revision the keyword means nothing.
func TestMirroredArguments(t *testing.T) {
	for name, modernServer := range map[string]bool{"2026-07-28": true, "older": false} {
		t.Run(name, func(t *testing.T) {
			var mu sync.Mutex
			field, wanted := "Region", "Region"
			var got []string
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				mu.Lock()
				defer mu.Unlock()
				w.Header().Set("Content-Type", "application/json")
				a := answerer{
					"server/discover": `{"jsonrpc":"2.0","id":%s,"result":{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}}}}`,
					"tools/list": `{"jsonrpc":"2.0","id":%s,"result":{"tools":[{"name":"é ","inputSchema":{"properties":{"a":{"type":"string","x-mcp-header":"` + field +
						`"}}}},{"name":"wrong","inputSchema":{"properties":{"a":{"x-mcp-header":"A"}}}}]}}`,
					"tools/call": `{"jsonrpc":"2.0","id":%s,"result":{}}`,
				}
				if !modernServer {
					delete(a, "server/discover")
					a["initialize"] = hello
				}
				if strings.Contains(string(body), `"tools/call"`) {
					fields := slices.DeleteFunc(slices.Sorted(maps.Keys(r.Header)), func(key string) bool { return !strings.HasPrefix(key, "Mcp-Param-") })
					for k, key := range fields {
						fields[k] = key + ": " + r.Header.Get(key)
					}
					got = append(got, r.Header.Get("Mcp-Name")+" "+strings.Join(fields, " "))
					if r.Header.Get("Mcp-Param-"+wanted) == "" && modernServer {
						w.WriteHeader(http.StatusBadRequest)
						a["tools/call"] = `{"jsonrpc":"2.0","id":%s,"error":{"code":-32020,"message":"Header mismatch"}}`
					}
				}
				_, _ = io.WriteString(w, a.answer(body))
			}))
			defer server.Close()
			var lines []string
			changed := 0
			p, err := Dial(t.Context(), Remote{URL: server.URL}, Options{Log: func(line string) { lines = append(lines, line) }, Changed: func() { changed++ }})
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			facts, err := p.Facts(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			tools, noted := 2, "[]"
			if modernServer {
				tools, noted = 1, `[the tool "wrong" is left out: x-mcp-header of "a" is about no string, integer or boolean]`
			}
			if n := strings.Count(string(facts.Tools), `"name"`); n != tools || fmt.Sprint(lines) != noted {
				t.Errorf("%d tools and %v, want %d and %s", n, lines, tools, noted)
			}
			for range 2 {
				if _, err := p.Call(t.Context(), "é ", json.RawMessage(`{"a":"ü"}`), nil); err != nil {
					t.Error(err)
				}
				mu.Lock()
				field, wanted = "Area", "Area"
				mu.Unlock()
			}
			const tool, value = "=?base64?w6kg?= ", "=?base64?w7w=?="
			want := []string{tool + "Mcp-Param-Region: " + value, tool + "Mcp-Param-Region: " + value, tool + "Mcp-Param-Area: " + value}
			if !modernServer {
				want = []string{" ", " "}
			}
			mu.Lock()
			if !slices.Equal(got, want) {
				t.Errorf("got %q, want %q", got, want)
			}
			got, wanted = nil, "Elsewhere" // which the list does not say
			mu.Unlock()
			if _, err := p.Call(t.Context(), "é ", json.RawMessage(`{"a":"ü"}`), nil); modernServer != (err != nil) || len(got) != 1 {
				t.Errorf("a server that wants what it does not list: %v after %d calls", err, len(got))
			}
			if modernServer != (changed == 1) {
				t.Errorf("the change was told %d times", changed)
			}
		})
	}
}
