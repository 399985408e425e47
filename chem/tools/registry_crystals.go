//go:build part && crystals

package tools

import "github.com/molsmith/molsmith/contract"

func all() []*contract.Tool { return crystalTools() }
