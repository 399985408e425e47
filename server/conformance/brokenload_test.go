package conformance

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// patient waits for an answer that is wrong, however busy the machine is.
func patient(o *Options) { o.pace.grace = 10 * time.Second }

var brokenLoad = []broken{
	{check: "cancel.answer", tool: "row", name: "with its result", ask: patient, with: func(f *fixture) {
		f.replies = true
		f.run = func(ctx context.Context, args rowArgs, steps func()) {
			if steps(); args.Count > 1000 {
				<-ctx.Done()
				time.Sleep(2 * crossing)
			}
		}
	}},
	{check: "cancel.answer", tool: "row", name: "with an error", ask: patient, with: func(f *fixture) {
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
