//go:build tools || !part

package tools

import "github.com/molsmith/molsmith/contract"

// moleculeTools are the Builder tools of molecules: liquids, solutions, polymers.
func moleculeTools() []*contract.Tool {
	return []*contract.Tool{ions(), liquidBox(), polymerChain(), polymerMelt(), solvate()}
}
