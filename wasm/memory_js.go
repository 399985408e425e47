//go:build js && wasm

package main

import (
	"runtime"
	"runtime/debug"
	"time"
)

// Collecting garbage of a document of 500,000 atoms takes as long as several edits, and
// a worker has one thread: it is put off until nobody waits.
const (
	// growth is how much the heap may grow by itself between two collections, percent.
	growth = 300
	// most is the heap from which on it is collected whenever that is needed.
	most = 700 << 20
	// rest is how long no call came when the heap is tidied, if it has grown by enough.
	rest   = 2 * time.Second
	enough = 48 << 20
)

// tidier collects garbage between calls.
type tidier struct {
	timer *time.Timer
	live  uint64 // bytes of the heap after the last time
}

func newTidier() *tidier {
	debug.SetGCPercent(growth)
	debug.SetMemoryLimit(most)
	t := &tidier{}
	t.timer = time.AfterFunc(rest, t.tidy)
	return t
}

// called puts the next time off.
func (t *tidier) called() { t.timer.Reset(rest) }

func (t *tidier) tidy() {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	if m.HeapAlloc < t.live+enough {
		return
	}
	runtime.GC()
	runtime.ReadMemStats(&m)
	t.live = m.HeapAlloc
}
