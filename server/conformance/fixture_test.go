package conformance

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"
	"sync"
	"time"
)

const marker = "io.github.megane-labs/builder"

// rowTool and besideTool are the tools of a fixture: one that makes a document from a
// count and a seed, one that adds an atom to the open document. Nothing is wrong with
// either.
const rowTool = `{"name":"row","title":"Row","description":"Place atoms in a row. They are carbon.",` +
	`"inputSchema":{"type":"object","properties":{` +
	`"count":{"type":"integer","minimum":1,"title":"Atoms","examples":[3],"x-megane-unit":"count"},` +
	`"spacing":{"type":"number","exclusiveMinimum":0,"default":1.5,"x-megane-unit":"angstrom"},` +
	`"seed":{"type":"integer","minimum":0,"x-megane-widget":"seed"}},"required":["count","seed"]},` +
	`"outputSchema":` + resultSchema + `,` +
	`"_meta":{"` + marker + `":{"contract":1,"category":"other","apply":"new_document","document":"none","stochastic":true,"expectedSeconds":0.1}}}`

const besideTool = `{"name":"beside","title":"Beside","description":"Place an argon atom beside the structure.",` +
	`"inputSchema":{"type":"object","properties":{"document":{"$ref":"#/$defs/Structure","x-megane-widget":"document"}},"required":["document"],` +
	`"$defs":{"Structure":{"type":"object","properties":{"elements":{"type":"array","items":{"type":"integer"}},"positions":{"type":"array","items":{"type":"number"}},` +
	`"cell":{"type":["array","null"],"items":{"type":"number"}},"bonds":{"type":"array"},"bondOrders":{"type":"array"}},"required":["elements","positions","cell","bonds"]}}},` +
	`"outputSchema":` + resultSchema + `,` +
	`"_meta":{"` + marker + `":{"contract":1,"category":"other","apply":"insert","document":"required","stochastic":false}}}`

const resultSchema = `{"type":"object","properties":{"contract":{"const":1},"name":{"type":"string"},"structure":{"type":"object"},"warnings":{},"provenance":{}},"required":["contract","structure"]}`

// fixture is a small MCP server in this process that can be made wrong in one way.
type fixture struct {
	row, beside string
	modern      bool // no handshake
	sessions    bool // over HTTP, with a handshake
	guard       guard

	// Each of these may change what is right.
	list    func(cursor string) string                            // the result of tools/list
	result  func(tool, structured string) string                  // a structuredContent
	answer  func(tool, args, result string) string                // the whole result of a call
	message func(method, message string) string                   // what goes out for a request
	run     func(ctx context.Context, args rowArgs, steps func()) // what a call does before its result
	refuse  func(args string) string                              // a result that refuses; "": the usual
	garbage func(body []byte) string                              // the answer to what is no JSON
	note    func(token string, step int) string                   // a progress notification
	hello   func(result string) string                            // the result of initialize or server/discover
	unknown func(id json.RawMessage) string                       // the answer to an unknown method
	lingers bool                                                  // it goes on after the end of its input
	ignores bool                                                  // cancellation changes nothing
	replies bool                                                  // a cancelled call is answered
}

// rowArgs are the arguments of both tools as far as they matter.
type rowArgs struct {
	Count    float64         `json:"count"`
	Spacing  float64         `json:"spacing"`
	Seed     *float64        `json:"seed"`
	Document json.RawMessage `json:"document"`
}

func goodFixture() *fixture {
	return &fixture{row: rowTool, beside: besideTool, sessions: true, guard: goodGuard}
}

// request is one message to a fixture.
type request struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
		Cursor    string          `json:"cursor"`
		RequestID json.RawMessage `json:"requestId"`
		Meta      struct {
			Token json.RawMessage `json:"progressToken"`
		} `json:"_meta"`
	} `json:"params"`
}

// handle answers a request; "" is no answer. notify sends notifications.
func (f *fixture) handle(ctx context.Context, q *request, notify func(string)) string {
	result, problem := f.do(ctx, q, notify)
	if ctx.Err() != nil && q.Method == "tools/call" && !f.replies && !f.ignores {
		return ""
	}
	text := fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`, q.ID, result)
	if problem != "" {
		text = fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":%s}`, q.ID, problem)
	}
	if f.unknown != nil && strings.HasPrefix(q.Method, "checker/") {
		text = f.unknown(q.ID)
	}
	if f.message != nil {
		text = f.message(q.Method, text)
	}
	return text
}

const noMethod = `{"code":-32601,"message":"method not found"}`

func (f *fixture) do(ctx context.Context, q *request, notify func(string)) (result, problem string) {
	const info = `"serverInfo":{"name":"fixture","version":"1.0"},"capabilities":{"tools":{}}`
	switch q.Method {
	case "initialize", "server/discover":
		if (q.Method == "initialize") == f.modern {
			return "", noMethod
		}
		result = `{"protocolVersion":"2025-11-25",` + info + `}`
		if f.modern {
			result = `{"resultType":"complete","supportedVersions":["2026-07-28"],` + info + `,"ttlMs":0,"cacheScope":"private","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"fixture","version":"1.0"}}}`
		}
		if f.hello != nil {
			result = f.hello(result)
		}
		return result, ""
	case "ping":
		return "{}", ""
	case "tools/list":
		list := `{"tools":[` + f.row + `,` + f.beside + `]}`
		if f.list != nil {
			list = f.list(q.Params.Cursor)
		}
		return f.complete(list, `,"ttlMs":0,"cacheScope":"private"`), ""
	case "tools/call":
		return f.call(ctx, q, notify)
	}
	return "", noMethod
}

// complete adds what the modern era wants of a result.
func (f *fixture) complete(result, more string) string {
	if !f.modern || !strings.HasPrefix(result, "{") {
		return result
	}
	return `{"resultType":"complete"` + more + `,` + strings.TrimPrefix(result, "{")
}

func refusal(text string) string {
	return `{"content":[{"type":"text","text":` + quoted(text) + `}],"isError":true}`
}

func (f *fixture) call(ctx context.Context, q *request, notify func(string)) (result, problem string) {
	var args rowArgs
	err := json.Unmarshal(q.Params.Arguments, &args)
	name := q.Params.Name
	why := ""
	switch {
	case name != "row" && name != "beside":
		return "", `{"code":-32602,"message":"unknown tool"}`
	case err != nil:
		why = "The arguments are not right: " + err.Error()
	case name == "row" && (args.Count < 1 || args.Seed == nil):
		why = "Count and seed are required."
	case name == "row" && (args.Count != math.Trunc(args.Count) || args.Count > 200_000):
		why = "At most 200000 atoms."
	case name == "beside" && args.Document == nil:
		why = "Document is required."
	}
	if why != "" {
		result = refusal(why)
		if f.refuse != nil {
			result = f.refuse(string(q.Params.Arguments))
		}
		return f.complete(result, ""), ""
	}
	step := 0
	steps := func() {
		step++
		if token := string(q.Params.Meta.Token); token != "" {
			text := fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%s,"progress":%d}}`, token, step)
			if f.note != nil {
				text = f.note(token, step)
			}
			if text != "" {
				notify(text)
			}
		}
	}
	f.work(ctx, args, steps)
	make := rowResult
	if name == "beside" {
		make = besideResult
	}
	structured := make(args)
	if f.result != nil {
		structured = f.result(name, structured)
	}
	result = `{"content":[{"type":"text","text":"Done."}],"structuredContent":` + structured + `}`
	if f.answer != nil {
		result = f.answer(name, string(q.Params.Arguments), result)
	}
	return f.complete(result, ""), ""
}

// work is quick for a few atoms; many take until somebody cancels.
func (f *fixture) work(ctx context.Context, args rowArgs, steps func()) {
	if f.run != nil {
		f.run(ctx, args, steps)
		return
	}
	steps()
	steps()
	if args.Count > 1000 {
		select {
		case <-ctx.Done():
		case <-time.After(20 * time.Second):
		}
	}
}

func rowResult(args rowArgs) string {
	n := int(min(args.Count, 100))
	var elements, positions, bonds, residues []string
	for i := range n {
		elements = append(elements, "6")
		positions = append(positions, fmt.Sprintf("%g,%g,0", 1.5*float64(i), 0.01*math.Mod(*args.Seed, 7)))
		residues = append(residues, `"ROW"`)
		if i > 0 {
			bonds = append(bonds, fmt.Sprintf("[%d,%d]", i-1, i))
		}
	}
	join := func(list []string) string { return "[" + strings.Join(list, ",") + "]" }
	return fmt.Sprintf(`{"contract":1,"name":"row","structure":{"elements":%s,"positions":%s,"cell":null,"bonds":%s,"residueNames":%s},`+
		`"warnings":[],"provenance":{"fixture":"1.0","seed":%g}}`, join(elements), join(positions), join(bonds), join(residues), *args.Seed)
}

func besideResult(args rowArgs) string {
	var document struct{ Cell json.RawMessage }
	_ = json.Unmarshal(args.Document, &document)
	return fmt.Sprintf(`{"contract":1,"name":"argon","structure":{"elements":[18],"positions":[5,5,5],"cell":%s,"bonds":[]},"warnings":[],"provenance":{"fixture":"1.0"}}`, document.Cell)
}

// serve answers the messages of a pair of pipes, like a process would.
func (f *fixture) serve(in io.Reader, out io.Writer) {
	var writing, running sync.Mutex
	calls := map[string]context.CancelFunc{}
	write := func(text string) {
		writing.Lock()
		defer writing.Unlock()
		if text != "" {
			_, _ = io.WriteString(out, text+"\n")
		}
	}
	all, stop := context.WithCancel(context.Background())
	defer stop()
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var q request
		if json.Unmarshal(lines.Bytes(), &q) != nil {
			text := `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"not JSON"}}`
			if f.garbage != nil {
				if text = f.garbage(lines.Bytes()); text == "exit" {
					return
				}
			}
			write(text)
			continue
		}
		if q.Method == "notifications/cancelled" {
			running.Lock()
			if cancel := calls[string(q.Params.RequestID)]; cancel != nil {
				cancel()
			}
			running.Unlock()
		}
		if q.ID == nil {
			continue
		}
		ctx, cancel := context.WithCancel(all)
		if f.ignores {
			ctx, cancel = all, func() {}
		}
		running.Lock()
		calls[string(q.ID)] = cancel
		running.Unlock()
		if q.Method != "tools/call" {
			write(f.handle(ctx, &q, write))
			continue
		}
		go func() { write(f.handle(ctx, &q, write)) }()
	}
	if f.lingers {
		time.Sleep(time.Minute)
	}
}
