// Package tools holds the tools of Molsmith, one file each: their arguments, what
// they compute with the other packages of chem, and how the answer is put into
// words. The page, toolserver and the edge worker offer exactly these.
//
// A module of the page is built with the tag part and one that names it: tools or
// crystals. It has the tools of that file alone; without tags there are all of them.
package tools

import (
	"sync"

	"github.com/molsmith/molsmith/contract"
)

// Registry returns the tools in the order of tools/list: first one that can be
// called with {}, then the structure tools, the chemistry tools of chematic, our
// further ones; alphabetical inside a group.
var Registry = sync.OnceValue(func() *contract.Registry {
	r, err := contract.NewRegistry(all()...)
	if err != nil {
		panic(err) // a test of the registry finds it
	}
	return r
})

// must is for definitions: a wrong one is a mistake in this package.
func must(t *contract.Tool, err error) *contract.Tool {
	if err != nil {
		panic(err)
	}
	return t
}
