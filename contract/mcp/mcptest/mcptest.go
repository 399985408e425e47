// Package mcptest holds one table of messages and what is answered, for the tests of
// every way in: HTTP, standard input and output, and the page's port. A message is
// answered with the same bytes on each.
package mcptest

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/molsmith/molsmith/contract/mcp"
)

// Exchange is one message and its answer.
type Exchange struct {
	Name     string
	Revision mcp.Revision // that the connection speaks; "": it has said nothing yet
	Status   int          // over HTTP
	Code     int          // of the JSON-RPC error; 0: a result, or no answer
	Request  string
	Answer   string // "": none
}

// Server is what answers differ by from one server to the next.
type Server struct {
	Version      string // of serverInfo
	Capabilities string // JSON
	Tools        func(mcp.Revision) string
}

//go:embed testdata/exchanges.txt
var table string

// Exchanges returns the table with the words of one server in it. The file says how it
// is written.
func Exchanges(s Server) ([]Exchange, error) {
	var all []Exchange
	for n, line := range strings.Split(table, "\n") {
		mark, text, _ := strings.Cut(line, " ")
		switch mark {
		case "", "#":
			continue
		case "=":
			fields := strings.SplitN(text, " ", 4)
			var e Exchange
			if len(fields) < 4 {
				return nil, fmt.Errorf("line %d: want = REVISION STATUS CODE NAME", n+1)
			}
			if _, err := fmt.Sscan(fields[1]+" "+fields[2], &e.Status, &e.Code); err != nil {
				return nil, fmt.Errorf("line %d: %w", n+1, err)
			}
			e.Name, e.Revision = fields[3], mcp.Revision(strings.TrimPrefix(fields[0], "-"))
			all = append(all, e)
			continue
		}
		if len(all) == 0 {
			return nil, fmt.Errorf("line %d: nothing is begun", n+1)
		}
		e := &all[len(all)-1]
		switch mark {
		case ">":
			e.Request = text
		case "<":
			e.Answer = s.fill(text, e.Revision)
		default:
			return nil, fmt.Errorf("line %d: unknown mark %q", n+1, mark)
		}
	}
	return all, nil
}

func (s Server) fill(text string, r mcp.Revision) string {
	if strings.Contains(text, "@tools") {
		text = strings.ReplaceAll(text, "@tools", s.Tools(r))
	}
	return strings.NewReplacer("@version", s.Version, "@capabilities", s.Capabilities).Replace(text)
}

// Handshake returns the message, with its line break, that brings a connection to the
// revision of e, and gets one answer; "" where there is nothing to agree on.
func (e Exchange) Handshake() string {
	switch {
	case e.Revision == "" || strings.Contains(e.Request, `"method":"initialize"`) || strings.Contains(e.Request, "/protocolVersion"):
		return ""
	case e.Revision >= mcp.Revision20260728:
		// The first request with a revision decides.
		return `{"jsonrpc":"2.0","id":0,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"` +
			string(e.Revision) + `","io.modelcontextprotocol/clientCapabilities":{}}}}` + "\n"
	}
	return `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"` + string(e.Revision) +
		`","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}` + "\n"
}
