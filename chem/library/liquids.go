package library

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

// Liquid is a pure liquid at one temperature.
type Liquid struct {
	Name        string
	Density     float64 // g/cm³
	Temperature float64 // °C
}

//go:embed liquids.tsv
var liquidsTSV string

// liquids are the liquids by their SMILES. The table is correct by test.
var liquids = sync.OnceValue(func() map[string]Liquid {
	lines := strings.Split(strings.TrimSpace(liquidsTSV), "\n")[1:]
	table := make(map[string]Liquid, len(lines))
	for _, line := range lines {
		f := strings.Split(line, "\t")
		l := Liquid{Name: f[0]}
		l.Density, _ = strconv.ParseFloat(f[2], 64)
		l.Temperature, _ = strconv.ParseFloat(f[3], 64)
		table[f[1]] = l
	}
	return table
})

// LiquidOf returns the liquid whose molecules have this canonical SMILES, written
// without configurations. That of a salt is the SMILES of its ions joined by a point,
// in the order of the texts.
func LiquidOf(smiles string) (Liquid, bool) {
	l, ok := liquids()[smiles]
	return l, ok
}
