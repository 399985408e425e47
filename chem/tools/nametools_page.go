//go:build tools

package tools

import "github.com/molsmith/molsmith/contract"

// The page reads names in its document module, where the dictionary is. Its tools module
// leaves the reader out: 90 KiB of what a page loads, and forms send a SMILES.

func nameTool() *contract.Tool { return nil }

func moleculeOfName(string) (smiles string, near []string) { return "", nil }
