package elem

import "strconv"

// Counts is a number of atoms per atomic number. Index 0 is not counted.
type Counts [Max + 1]int

// Formula returns the molecular formula of the counts: carbon, then hydrogen,
// then the rest by symbol (Hill, J. Am. Chem. Soc. 1900, 22, 478), hydrogen
// before the rest also when there is no carbon, as RDKit writes it (HCl, not
// ClH). Isotopes and charges are not told apart.
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
	put(6)
	put(1)
	for _, z := range bySymbol { // alphabetical by construction
		if z > 1 && z != 6 {
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
