package conformance

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"time"
)

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
