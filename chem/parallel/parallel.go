// Package parallel runs independent pieces of one computation on several cores.
//
// Which worker runs which piece, and in what order, is left open: callers write
// each piece's result to a place of its own and combine the places in a fixed
// order, so that results do not depend on the number of workers.
package parallel

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Workers returns the number of goroutines to use when n are asked for: n, or
// one per usable core when n is 0 or less. It is always 1 in WebAssembly, which
// has one thread.
func Workers(n int) int {
	switch {
	case runtime.GOARCH == "wasm":
		return 1
	case n <= 0:
		return runtime.GOMAXPROCS(0)
	}
	return n
}

// Do calls piece(0) … piece(pieces−1) on up to workers goroutines, the calling
// one included, and returns when all calls have returned. With one worker the
// pieces run in order and no goroutine is started. A panic in a piece is raised
// again in the caller after the other workers have stopped.
func Do(workers, pieces int, piece func(i int)) {
	if workers = min(workers, pieces); workers <= 1 {
		for i := range pieces {
			piece(i)
		}
		return
	}
	var (
		next  atomic.Int64
		group sync.WaitGroup
		fault atomic.Pointer[any]
	)
	work := func() {
		defer func() {
			if p := recover(); p != nil {
				fault.CompareAndSwap(nil, &p)
				next.Store(int64(pieces))
			}
		}()
		for {
			i := int(next.Add(1)) - 1
			if i >= pieces {
				return
			}
			piece(i)
		}
	}
	for range workers - 1 {
		group.Go(work)
	}
	work()
	group.Wait()
	if p := fault.Load(); p != nil {
		panic(*p)
	}
}
