//go:build js && wasm

// Graph is what graph-wasm.mjs calls in Node: the global graph has a function
// load(SMILES lines, SMARTS lines) and one for each task, called once per molecule
// with its text (parse) or its number (the others). load answers with their names.
package main

import (
	"encoding/binary"
	"strings"

	"github.com/hack-pad/safejs"

	"github.com/molsmith/molsmith/chem/fingerprint"
	"github.com/molsmith/molsmith/chem/smiles"
)

func main() {
	var s *set
	class, err := safejs.Global().Get("Object")
	must(err)
	global, err := class.New()
	must(err)
	define := func(name string, f func(arg safejs.Value) any) {
		call, err := safejs.FuncOf(func(_ safejs.Value, args []safejs.Value) any { return f(args[0]) })
		must(err)
		must(global.Set(name, call))
	}
	define("load", func(arg safejs.Value) any {
		text, err := arg.String()
		if err != nil {
			return err.Error()
		}
		texts, patterns, _ := strings.Cut(text, "\n\n")
		if s, err = load(strings.Split(texts, "\n"), strings.Split(patterns, "\n")); err != nil {
			return err.Error()
		}
		if len(s.refused) > 0 {
			return "molecules were refused"
		}
		return "parse ecfp4"
	})
	define("parse", func(arg safejs.Value) any {
		text, err := arg.String()
		if err != nil {
			return -1
		}
		p, err := smiles.Perceive(text)
		if err != nil {
			return -1
		}
		return len(p.Mol.Atoms) + len(p.Mol.Bonds)
	})
	bytes, err := safejs.Global().Get("Uint8Array")
	must(err)
	define("ecfp4", func(arg safejs.Value) any {
		i, err := arg.Int()
		if err != nil {
			return nil
		}
		var plain [fingerprint.Size / 8]byte
		for k, word := range fingerprint.ECFP4(s.molecules[i]) {
			binary.LittleEndian.PutUint64(plain[8*k:], word)
		}
		array, err := bytes.New(len(plain))
		must(err)
		_, err = safejs.CopyBytesToJS(array, plain[:])
		must(err)
		return array
	})
	must(safejs.Global().Set("graph", global))
	select {}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
