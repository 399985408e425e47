// Package tools holds the tools of Molsmith, one file each: their arguments, what
// they compute with the other packages of chem, and how the answer is put into
// words. The page, toolserver and the edge worker offer exactly these.
package tools

import (
	"slices"
	"sync"

	"github.com/molsmith/molsmith/contract"
)

// Registry returns the tools in the order of tools/list: first one that can be
// called with {}, then the structure tools, the chemistry tools of chematic, our
// further ones; alphabetical inside a group.
var Registry = sync.OnceValue(func() *contract.Registry {
	r, err := contract.NewRegistry(present(
		moleculeLibrary(),
		ions(),
		liquidBox(),
		polymerChain(),
		polymerMelt(),
		solvate(),

		admetProfile(),
		boiledEgg(),
		brenkCheck(),
		calcProperties(),
		canonicalSMILES(),
		ecfp4(),
		findMCS(),
		generate3D(),
		lipinskiCheck(),
		moleculeContextPack(),
		molJSONToSMILES(),
		nameTool(),
		painsCheck(),
		parseSMILES(),
		representationRouter(),
		retrosynthesis(),
		saScore(),
		smartsMatch(),
		smilesToMolJSON(),
		tanimoto(),

		conformers(),
		moleculeReport(),
		optimize3D(),
	)...)
	if err != nil {
		panic(err) // a test of the registry finds it
	}
	return r
})

// present leaves out the tools that this build does not have.
func present(tools ...*contract.Tool) []*contract.Tool {
	return slices.DeleteFunc(tools, func(t *contract.Tool) bool { return t == nil })
}

// must is for definitions: a wrong one is a mistake in this package.
func must(t *contract.Tool, err error) *contract.Tool {
	if err != nil {
		panic(err)
	}
	return t
}
