package elem

import "strconv"

// Counts is a number of atoms per atomic number. Index 0 is not counted.
type Counts [Max + 1]int

// Formula returns the Hill formula of the counts: carbon, then hydrogen, then
// the rest by symbol; without carbon everything by symbol (Hill, J. Am. Chem.
// Soc. 1900, 22, 478). Isotopes and charges are not told apart.
func (c *Counts) Formula() string {
	var b []byte
	put := func(z uint8) {
		n := c[z]
		if n == 0 {
			return
		}
		b = append(b, elements[z].symbol...)
		if n > 1 {
			b = strconv.AppendInt(b, int64(n), 10)
		}
	}
	carbon := c[6] > 0
	if carbon {
		put(6)
		put(1)
	}
	for _, z := range bySymbol { // alphabetical by construction
		if z != 0 && !(carbon && (z == 6 || z == 1)) {
			put(z)
		}
	}
	return string(b)
}

// Mass returns the sum of the standard atomic weights in u.
func (c *Counts) Mass() float64 {
	mass := 0.0
	for z := 1; z <= Max; z++ {
		mass += float64(c[z]) * elements[z].weight
	}
	return mass
}
