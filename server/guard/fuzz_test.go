package guard

import (
	"mime"
	"net/http"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/contract/mcp"
)

// FuzzMediaTypes: no header makes the parsers panic. What counts as JSON is JSON to a
// parser of media types; a client that is sent a stream has named it; one that refuses
// everything is refused.
func FuzzMediaTypes(f *testing.F) {
	for _, seed := range [][2]string{
		{"application/json", "application/json, text/event-stream"}, {"application/json; charset=utf-8", "*/*;q=0"},
		{"text/json", "application/*;q=0.5, */*"}, {`application/json; a="b,c"`, "text/event-stream;q=NaN"}, {"", ",;=,"},
	} {
		f.Add(seed[0], seed[1], true)
	}
	f.Fuzz(func(t *testing.T, contentType, accept string, strict bool) {
		p := &Policy{Strict: strict}
		stream, refusal := p.MediaTypes([]string{contentType}, []string{accept})
		AcceptsGzip([]string{accept})
		if refusal != nil {
			if stream || refusal.Status != http.StatusUnsupportedMediaType && refusal.Status != http.StatusNotAcceptable || strings.ContainsAny(refusal.Message, "\r\n") {
				t.Fatalf("%q, %q: got %+v", contentType, accept, refusal)
			}
			return
		}
		kind, _, err := mime.ParseMediaType(contentType)
		lower := strings.ToLower(accept)
		switch {
		case err != nil || kind != "application/json":
			t.Fatalf("%q is taken for JSON", contentType)
		case stream && !strings.Contains(lower, "text/event-stream"):
			t.Fatalf("%q is taken to accept a stream", accept)
		case strings.TrimSpace(accept) != "" && !strings.Contains(lower, "application/json") && !strings.Contains(lower, "*/*") && !strings.Contains(lower, "application/*"):
			t.Fatalf("%q is taken to accept JSON", accept)
		}
	})
}

// FuzzHeaders: a message of 2026-07-28 passes only when the header says what it says,
// whatever both are; older ones only with a revision that is spoken.
func FuzzHeaders(f *testing.F) {
	d, err := mcp.New(mcp.Options{Name: "x", Version: "1"})
	if err != nil {
		f.Fatal(err)
	}
	const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`
	for _, seed := range [][4]string{
		{"2026-07-28", "tools/call", "x", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x",` + meta + `}}`},
		{"2026-07-28", "resources/read", "=?base64?eA==?=", `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"x",` + meta + `}}`},
		{"2026-07-28", "tools/call", "=?base64?*?=", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":7,` + meta + `}}`},
		{"2025-06-18", "", "", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`},
		{"", "", "", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`},
		{"2030-01-01", "\x00", "é", `{"jsonrpc":"2.0","id":1,"method":"ping"}`},
	} {
		f.Add(seed[0], seed[1], seed[2], []byte(seed[3]))
	}
	f.Fuzz(func(t *testing.T, version, method, name string, body []byte) {
		m, rpcErr := mcp.Parse(body)
		if rpcErr != nil {
			return
		}
		h := http.Header{}
		h.Set(VersionHeader, version)
		h.Set(MethodHeader, method)
		h.Set(NameHeader, name)
		assumed, rpcErr := Headers(d, h, m)
		switch {
		case rpcErr != nil:
			if rpcErr.Message == "" || rpcErr.Code != mcp.CodeHeaderMismatch && rpcErr.Code != mcp.CodeUnsupportedRevision {
				t.Fatalf("got %+v", rpcErr)
			}
		case !d.Supports(string(assumed)):
			t.Fatalf("%q is assumed", assumed)
		case m.Kind == mcp.Request && m.Revision() != "" && m.Revision() != version:
			t.Fatalf("the header says %q, the body %q", version, m.Revision())
		case m.Kind == mcp.Request && assumed >= mcp.Revision20260728 && method != m.Method:
			t.Fatalf("the header says %q, the body %q", method, m.Method)
		case m.Kind == mcp.Request && assumed >= mcp.Revision20260728 && m.Method == "tools/call":
			tool, ok := m.ToolName()
			if sent, err := decodeName(name); ok && (err != nil || sent != tool) {
				t.Fatalf("the header names %q, the body %q", name, tool)
			}
		}
	})
}
