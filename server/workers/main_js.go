// Command workers is the public demo at the edge: the tools of Molsmith over
// Streamable HTTP in a WebAssembly isolate, with the Builder page beside them as
// static files of the same deployment. It is toolserver's HTTP server and guard in
// public mode, without sockets, sessions and streams that outlive a request.
//
// worker.mjs gives it requests and takes its responses; wrangler.jsonc describes the
// deployment, docs/edge.md what it offers and what it costs. It runs as js/wasm only.
package main

import (
	"log"
	"net/http"
	"strings"
	"syscall/js"
	"time"

	"github.com/molsmith/molsmith/chem/tools"
	"github.com/molsmith/molsmith/contract/mcp"
	"github.com/molsmith/molsmith/server/guard"
	"github.com/molsmith/molsmith/server/httpd"
	"github.com/molsmith/molsmith/server/limits"
)

// What an isolate can bear: it has 128 MB of memory and one thread, which every
// request of it shares.
const (
	maxBody  = 1 << 20
	maxAtoms = 30_000
	maxPosts = 64
	callTime = 25 * time.Second
)

func main() {
	host := js.Global().Get("molsmith")
	handler, err := handler(host.Get("env"))
	if err != nil {
		host.Call("failed", err.Error())
		return
	}
	host.Call("ready", js.FuncOf(func(_ js.Value, args []js.Value) any {
		request, answer := args[0], args[1]
		go serve(handler, request, answer)
		return nil
	}))
	select {}
}

// handler makes the server that the variables of the deployment ask for.
func handler(env js.Value) (http.Handler, error) {
	policy := &guard.Policy{
		Public:  true,
		AnyHost: true, // the platform brings only requests for names of the deployment
		MaxBody: maxBody,
		Names:   guard.Names{Program: "this server"},
	}
	if listed := env.Get("ALLOW_ORIGIN"); listed.Type() == js.TypeString {
		for _, text := range strings.Split(listed.String(), ",") {
			origin, err := guard.NormalizeOrigin(strings.TrimSpace(text))
			if err != nil {
				return nil, err
			}
			policy.Origins = append(policy.Origins, origin)
		}
	}
	l := log.New(console{}, "", 0)
	bounded := limits.New(limits.Options{Concurrency: 4, Waiting: maxPosts, Timeout: callTime, Atoms: maxAtoms})
	d, err := mcp.New(mcp.Options{
		Name: "molsmith", Title: "Molsmith", Version: tools.Version, Instructions: tools.Instructions,
		Tools:   bounded.WrapAll(tools.Registry().Tools()),
		Failure: func(tool string, err error) { l.Printf("internal error in %s: %v", tool, err) },
	})
	if err != nil {
		return nil, err
	}
	return httpd.New(httpd.Options{Dispatcher: d, Policy: policy, Path: "/mcp", MaxPosts: maxPosts, Log: l}).Handler(), nil
}

// console writes lines to the log of the platform.
type console struct{}

func (console) Write(line []byte) (int, error) {
	js.Global().Get("console").Call("log", strings.TrimSuffix(string(line), "\n"))
	return len(line), nil
}
