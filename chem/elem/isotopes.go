package elem

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

// isotopeText has a line for each element from 1 on: the mass number of its lightest
// known isotope, then the masses in u of that one and the following ones, without
// gaps. A line is empty where no isotope is listed.
//
// Origin: the isotope data of RDKit (commit 24e5443, BSD-3-Clause), which are those
// of the Blue Obelisk Data Repository and NIST, numbers as spelled there.
//
//go:embed isotopes.txt
var isotopeText string

// isotopes are the masses of one element from mass number first on.
type isotopes struct {
	first  int
	masses []float64
}

var isotopeTable = sync.OnceValue(func() *[Max + 1]isotopes {
	var table [Max + 1]isotopes
	z := 1
	for line := range strings.Lines(isotopeText) {
		for i, field := range strings.Fields(line) {
			// A test reads the table and would see a number that does not parse.
			if i == 0 {
				table[z].first, _ = strconv.Atoi(field)
				continue
			}
			mass, _ := strconv.ParseFloat(field, 64)
			table[z].masses = append(table[z].masses, mass)
		}
		z++
	}
	return &table
})

// IsotopeMass returns the mass in u of the isotope of element z with a mass number,
// 0 when the isotope is not known.
func IsotopeMass(z uint8, massNumber int) float64 {
	if z > Max {
		return 0
	}
	row := &isotopeTable()[z]
	i := massNumber - row.first
	if i < 0 || i >= len(row.masses) {
		return 0
	}
	return row.masses[i]
}

// MonoisotopicMass returns the mass in u of the isotope CommonIsotope names.
func MonoisotopicMass(z uint8) float64 {
	// RDKit's element table states these otherwise than its isotope table, or alone.
	switch z {
	case 86:
		return 222.0175706
	case 88:
		return 226.0254026
	case 105:
		return 268.12545
	case 106:
		return 271.13347
	case 107:
		return 270.13362
	case 108:
		return 269.13406
	case 109:
		return 278.15481
	case 111:
		return 281.16537
	case 112:
		return 285.17411
	}
	return IsotopeMass(z, CommonIsotope(z))
}
