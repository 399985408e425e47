//go:build !(js && wasm)

// Command wasm is the page's core. It runs in a browser's worker only: build it
// with GOOS=js GOARCH=wasm, or by `node web/scripts/wasm.mjs`.
package main

import "os"

func main() {
	os.Stderr.WriteString("wasm: build this program with GOOS=js GOARCH=wasm; the page's worker runs it\n")
	os.Exit(2)
}
