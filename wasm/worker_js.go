//go:build js && wasm

package main

import (
	"context"
	"time"

	"github.com/hack-pad/safejs"

	"github.com/molsmith/molsmith/wasm/core"
)

// progressInterval is the shortest time between two progress messages of a call.
const progressInterval = 100 * time.Millisecond

// worker connects the command table with the messages of the worker it runs in.
type worker struct {
	core   *core.Core
	global safejs.Value
	object safejs.Value // the constructor Object
	tidier *tidier
}

func newWorker(c *core.Core) (*worker, error) {
	global := safejs.Global()
	object, err := global.Get("Object")
	if err != nil {
		return nil, err
	}
	return &worker{core: c, global: global, object: object, tidier: newTidier()}, nil
}

// listen registers the message listener and posts `ready`. The listener is never
// released: it lives as long as the worker.
func (w *worker) listen() error {
	handler, err := safejs.FuncOf(func(_ safejs.Value, args []safejs.Value) any {
		if len(args) == 1 {
			w.receive(args[0])
		}
		return nil
	})
	if err != nil {
		return err
	}
	if _, err := w.global.Call("addEventListener", "message", handler); err != nil {
		return err
	}
	commands := make([]any, 0, len(core.Commands()))
	for _, name := range core.Commands() {
		commands = append(commands, name)
	}
	return w.post(map[string]any{"type": "ready", "version": core.Version, "commands": commands})
}

// receive answers one message event. Messages of another type are not ours.
func (w *worker) receive(event safejs.Value) {
	data, err := event.Get("data")
	if err != nil || data.Type() != safejs.TypeObject {
		return
	}
	if kind, err := stringMember(data, "type"); err != nil || kind != "call" {
		return
	}
	id, err := intMember(data, "id")
	if err != nil {
		return // nobody to answer
	}
	if err := w.call(id, data); err != nil {
		w.fail(id, core.AsFailure(err))
	}
	w.tidier.called()
}

func (w *worker) call(id int, data safejs.Value) error {
	cmd, err := stringMember(data, "cmd")
	if err != nil {
		return core.BadRequest("cmd: " + err.Error())
	}
	request, err := stringMember(data, "json")
	if err != nil {
		return core.BadRequest("json: " + err.Error())
	}
	arrays, err := data.Get("bufs")
	if err != nil {
		return core.BadRequest("bufs: " + err.Error())
	}
	bufs, err := w.bufsToGo(arrays)
	if err != nil {
		return core.BadRequest(err.Error())
	}
	answer, out, err := w.core.Call(context.Background(), cmd, []byte(request), bufs, w.progress(id))
	if err != nil {
		return err
	}
	return w.done(id, answer, out)
}

// progress returns the reporter of call id: it posts at most every
// progressInterval, but always the end.
func (w *worker) progress(id int) func(float64, string) {
	var last time.Time
	return func(fraction float64, message string) {
		now := time.Now()
		if now.Sub(last) < progressInterval && fraction < 1 {
			return
		}
		last = now
		// A page that cannot be told of progress loses nothing but the bar.
		_ = w.post(map[string]any{"type": "progress", "id": id, "fraction": fraction, "message": message})
	}
}

func (w *worker) done(id int, answer []byte, out core.Bufs) error {
	bufs, transfer, err := w.bufsToJS(out)
	if err != nil {
		return err
	}
	return w.post(map[string]any{"type": "done", "id": id, "json": string(answer), "bufs": bufs}, transfer...)
}

func (w *worker) fail(id int, f core.Failure) {
	message := map[string]any{"type": "fail", "id": id, "code": f.Code, "message": f.Message}
	if f.Pointer != "" {
		message["pointer"] = f.Pointer
	}
	if len(f.Problems) > 0 {
		if problems, err := w.parse(f.ProblemsJSON()); err == nil {
			message["problems"] = problems
		}
	}
	// When even this cannot be posted the worker is beyond help; the page sees a
	// call without an answer and restarts it.
	_ = w.post(message)
}

// parse turns JSON text into a JavaScript value.
func (w *worker) parse(text []byte) (safejs.Value, error) {
	json, err := w.global.Get("JSON")
	if err != nil {
		return safejs.Value{}, err
	}
	return json.Call("parse", string(text))
}

func (w *worker) post(message map[string]any, transfer ...any) error {
	_, err := w.global.Call("postMessage", message, transfer)
	return err
}
