//go:build js && wasm

// Panics is what symbols.test.ts runs without the names of its functions: everything
// that makes the runtime walk the stack or look at a function.
package main

import (
	"errors"
	"fmt"
	"runtime"
)

type value struct{ n int }

func (v value) Number() int { return v.n }

func recovered(what string, f func()) {
	defer func() { fmt.Println(what, recover() != nil) }()
	f()
}

// deep makes the stack grow and the collector walk it.
func deep(n int) int {
	if n == 0 {
		runtime.GC()
		return 0
	}
	var room [64]int
	room[n%64] = n
	return deep(n-1) + room[n%64]
}

func main() {
	list := []int{1}
	recovered("index", func() { fmt.Println(list[len(list)+1]) })
	recovered("map", func() { var m map[int]int; m[1] = 2 })
	recovered("wrapper", func() { fmt.Println(interface{ Number() int }((*value)(nil)).Number()) })
	recovered("error", func() { panic(errors.New("an error")) })
	fmt.Println("sum", deep(20_000))
	kept := map[string][]byte{}
	for i := range 100_000 {
		kept[fmt.Sprint(i%1000)] = make([]byte, 1000)
	}
	fmt.Println("kept", len(kept))
}
