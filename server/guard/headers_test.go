package guard

import (
	"net/http"
	"strings"
	"testing"

	"github.com/molsmith/molsmith/contract/mcp"
)

func TestHeaders(t *testing.T) {
	d, err := mcp.New(mcp.Options{Name: "test", Version: "1"})
	if err != nil {
		t.Fatal(err)
	}
	strict, err := mcp.New(mcp.Options{Name: "test", Version: "1", Strict: true})
	if err != nil {
		t.Fatal(err)
	}
	const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}`
	list := `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{` + meta + `}}`
	read := `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"molsmith://results/1",` + meta + `}}`
	call := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"liquid_box",` + meta + `}}`
	cafe := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"café",` + meta + `}}`
	plain := `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	note := `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,` + meta + `}}`
	future := `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2030-01-01"}}}`
	const version, method, name = "MCP-Protocol-Version: ", "Mcp-Method: ", "Mcp-Name: "
	tests := []struct {
		name    string
		d       *mcp.Dispatcher
		fields  string // separated by |
		body    string
		assumed mcp.Revision
		code    int
		message string
	}{
		{"no fields", d, "", plain, mcp.Revision20250326, 0, ""},
		{"legacy", d, version + "2025-11-25", plain, mcp.Revision20251125, 0, ""},
		{"oldest", d, version + "2024-11-05", plain, mcp.Revision20241105, 0, ""},
		{"unknown", d, version + "2030-01-01", plain, "", mcp.CodeUnsupportedRevision, "2030-01-01"},
		{"nonsense", d, version + "new", plain, "", mcp.CodeUnsupportedRevision, "new"},
		{"unknown on both sides", d, version + "2030-01-01", future, "", mcp.CodeUnsupportedRevision, "2030-01-01"},
		{"unknown in the body", d, version + "2026-07-28", future, "", mcp.CodeHeaderMismatch, `the body "2030-01-01"`},
		{"unknown in the body alone", d, "", future, "", mcp.CodeUnsupportedRevision, "2030-01-01"},
		{"modern list", d, version + "2026-07-28|" + method + "tools/list", list, mcp.Revision20260728, 0, ""},
		{"modern call", d, version + "2026-07-28|" + method + "tools/call|" + name + "liquid_box", call, mcp.Revision20260728, 0, ""},
		{"modern read", d, version + "2026-07-28|" + method + "resources/read|" + name + "molsmith://results/1", read, mcp.Revision20260728, 0, ""},
		{"read of another resource", d, version + "2026-07-28|" + method + "resources/read|" + name + "molsmith://results/2", read, "", mcp.CodeHeaderMismatch, `Mcp-Name says "molsmith://results/2"`},
		{"read without its name", d, version + "2026-07-28|" + method + "resources/read", read, "", mcp.CodeHeaderMismatch, "Mcp-Name is missing"},
		{"modern, body without _meta", d, version + "2026-07-28|" + method + "tools/list", plain, mcp.Revision20260728, 0, ""},
		{"version missing", d, method + "tools/list", list, "", mcp.CodeHeaderMismatch, "MCP-Protocol-Version is missing"},
		{"version differs", d, version + "2025-11-25|" + method + "tools/list", list, "", mcp.CodeHeaderMismatch, `says 2025-11-25, the body "2026-07-28"`},
		{"method missing", d, version + "2026-07-28", list, "", mcp.CodeHeaderMismatch, "Mcp-Method is missing"},
		{"method differs", d, version + "2026-07-28|" + method + "tools/call", list, "", mcp.CodeHeaderMismatch, `Mcp-Method says "tools/call"`},
		{"name missing", d, version + "2026-07-28|" + method + "tools/call", call, "", mcp.CodeHeaderMismatch, "Mcp-Name is missing"},
		{"name differs", d, version + "2026-07-28|" + method + "tools/call|" + name + "other", call, "", mcp.CodeHeaderMismatch, `Mcp-Name says "other"`},
		{"name in Base64", d, version + "2026-07-28|" + method + "tools/call|" + name + "=?base64?Y2Fmw6k=?=", cafe, mcp.Revision20260728, 0, ""},
		{"name in bad Base64", d, version + "2026-07-28|" + method + "tools/call|" + name + "=?base64?Y2F!?=", cafe, "", mcp.CodeHeaderMismatch, "not valid Base64"},
		{"Base64 not closed", d, version + "2026-07-28|" + method + "tools/call|" + name + "=?base64?Y2Fmw6k=", cafe, "", mcp.CodeHeaderMismatch, "not valid Base64"},
		{"a notification repeats nothing", d, "", note, mcp.Revision20250326, 0, ""},
		{"a notification in a modern header", d, version + "2026-07-28", note, mcp.Revision20260728, 0, ""},
		{"a notification of an unknown revision", d, version + "2030-01-01", note, "", mcp.CodeUnsupportedRevision, ""},
		{"strict refuses legacy", strict, version + "2025-11-25", plain, "", mcp.CodeUnsupportedRevision, "2025-11-25"},
		{"legacy needs no method", d, version + "2025-11-25|" + method + "other", plain, mcp.Revision20251125, 0, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			h := http.Header{}
			for field := range strings.SplitSeq(test.fields, "|") {
				if key, value, ok := strings.Cut(field, ": "); ok {
					h.Set(key, value)
				}
			}
			m, rpcErr := mcp.Parse([]byte(test.body))
			if rpcErr != nil {
				t.Fatal(rpcErr)
			}
			assumed, rpcErr := Headers(test.d, h, m)
			if rpcErr == nil && test.code != 0 || rpcErr != nil && (rpcErr.Code != test.code || !strings.Contains(rpcErr.Message, test.message)) {
				t.Fatalf("got %+v, want code %d with %q", rpcErr, test.code, test.message)
			}
			if rpcErr == nil && assumed != test.assumed {
				t.Errorf("got revision %s, want %s", assumed, test.assumed)
			}
		})
	}
}
