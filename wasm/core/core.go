// Package core is the command table of the page's core: one name, one JSON
// object and a map of typed arrays in, the same out. web/src/core/protocol
// lists the commands with their types; this package is the other side of it.
//
// It holds what a worker of the page holds (the open document) and calls
// chem/tools, chem/edit, chem/formats and contract; it contains no chemistry and
// no document rules of its own. It knows no JavaScript either, so that its tests
// run natively and as js/wasm: the program in wasm/ only moves values.
//
// The page's three workers run three modules, so that the first one to load stays small.
// A module is built with the tag part and its own: document for the document's worker,
// tools for the one that runs tools, crystals for the one of the tools and forms of
// crystals. Without tags the table holds everything.
package core

import (
	"context"
	"encoding/json"
	"runtime/debug"
	"slices"

	"github.com/molsmith/molsmith/chem/edit"
	"github.com/molsmith/molsmith/chem/species"
	"github.com/molsmith/molsmith/chem/tools/version"
)

// Version is the version the worker says it is.
const Version = version.Version

// Core is one worker's state. Its calls must not overlap. Make one with New.
type Core struct {
	log      func(string)
	document *edit.Document // nil: nothing is open
	closedAt int            // revision of the document that was closed last
	seen     seen           // of tool.preview

	watched []edit.Ref // atoms that the page wants to find again after each change

	// species are the molecules of one revision of the document.
	species struct {
		set      *species.Set
		revision int
	}
}

// Options of a Core. The zero value is ready to use.
type Options struct {
	// Log receives what only a developer can use: the stack of a panic. nil:
	// nothing is logged.
	Log func(string)
}

// New returns a core with no document open.
func New(o Options) *Core {
	if o.Log == nil {
		o.Log = func(string) {}
	}
	return &Core{log: o.Log}
}

// request is one call on its way through the table.
type request struct {
	ctx      context.Context
	json     []byte
	bufs     Bufs
	progress func(fraction float64, message string)
}

// response is what a command answers: a value for JSON and arrays beside it.
type response struct {
	value any
	bufs  Bufs
}

// written is a value that is JSON text already, and stays as it is to the byte.
type written []byte

// command runs one entry of the table.
type command func(*Core, *request) (response, error)

// table holds every command of the protocol, filled by the files of this package.
var table = map[string]command{}

// Commands returns the names of the table, sorted.
func Commands() []string {
	names := make([]string, 0, len(table))
	for name := range table {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Call runs one command. It owns the arrays of bufs from then on. The arrays of
// the answer may be the document's own: copy them before the next call and do not
// change them. progress may be nil. The error is one that
// AsFailure describes. A panic of a command becomes an INTERNAL failure, and the
// core goes on: a command changes the document only by its last step.
func (c *Core) Call(ctx context.Context, cmd string, request []byte, bufs Bufs, progress func(fraction float64, message string)) (answer []byte, out Bufs, err error) {
	run, ok := table[cmd]
	if !ok {
		return nil, nil, Failure{Code: "UNKNOWN_COMMAND", Message: "the core has no command " + quote(cmd)}
	}
	r, err := c.run(ctx, cmd, run, request, bufs, progress)
	if err != nil {
		return nil, nil, err
	}
	if text, ok := r.value.(written); ok {
		return text, r.bufs, nil
	}
	if answer, err = json.Marshal(r.value); err != nil {
		return nil, nil, err
	}
	return answer, r.bufs, nil
}

func (c *Core) run(ctx context.Context, cmd string, run command, body []byte, bufs Bufs, progress func(float64, string)) (r response, err error) {
	defer func() {
		if v := recover(); v != nil {
			c.log("panic in " + cmd + ": " + panicText(v) + "\n" + string(debug.Stack()))
			r, err = response{}, Failure{Code: "INTERNAL", Message: cmd + " ended with an internal error; nothing was changed"}
		}
	}()
	return run(c, &request{ctx: withTimer(ctx), json: body, bufs: bufs, progress: progress})
}

// on adapts a typed function to the table: it decodes the JSON of the request.
func on[Q any](f func(*Core, *request, Q) (response, error)) command {
	return func(c *Core, r *request) (response, error) {
		var q Q
		if len(r.json) > 0 {
			if err := json.Unmarshal(r.json, &q); err != nil {
				return response{}, BadRequest(err.Error())
			}
		}
		return f(c, r, q)
	}
}

// empty is the request and the answer of commands that need none.
type empty struct{}
