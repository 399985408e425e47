//go:build js && wasm

// Command wasm is the page's core: the Go program a worker of the page runs.
//
// The worker's script instantiates the module and starts it; from then on this
// program owns the worker's messages. It posts `ready`, listens for `call`, and
// posts `progress`, `done` and `fail`, all as web/src/core/protocol says.
// What a command does is in wasm/core, which knows no JavaScript; here values
// only change their form. One call runs at a time. A call that computes blocks
// the thread, its progress still leaves: the page cancels by ending the worker.
package main

import (
	"os"

	"github.com/molsmith/molsmith/wasm/core"
)

func main() {
	w, err := newWorker(core.New(core.Options{Log: func(text string) { os.Stderr.WriteString(text + "\n") }}))
	if err == nil {
		err = w.listen()
	}
	if err != nil {
		os.Stderr.WriteString("molsmith core: " + err.Error() + "\n")
		os.Exit(1)
	}
	select {} // the listener lives as long as the worker
}
