// Package elem is the periodic table: symbols, names, standard atomic weights
// (u), covalent and van der Waals radii (Å) of the elements 1 to 118.
//
// Functions that take an atomic number answer zero or an empty string outside
// that range; they never panic.
package elem

import "strconv"

// Max is the largest atomic number in the table.
const Max = 118

// Symbol returns the chemical symbol of element z, "" outside 1–118.
func Symbol(z uint8) string { return row(z).symbol }

// Name returns the English name of element z in IUPAC spelling with a capital
// ("Aluminium"), "" outside 1–118.
func Name(z uint8) string { return row(z).name }

// Weight returns the standard atomic weight of element z in u; for elements
// without stable isotopes the mass number of the longest-lived one.
func Weight(z uint8) float64 { return row(z).weight }

// CovalentRadius returns the single-bond covalent radius of element z in Å.
func CovalentRadius(z uint8) float64 { return row(z).covalent }

// VdwRadius returns the van der Waals radius of element z in Å.
func VdwRadius(z uint8) float64 { return row(z).vdw }

// CommonIsotope returns the mass number of the most abundant isotope of element
// z: 12 for carbon, 79 for bromine.
func CommonIsotope(z uint8) int { return int(row(z).isotope) }

func row(z uint8) *element {
	if z > Max {
		z = 0
	}
	return &elements[z]
}

// Number returns the atomic number of a symbol in its exact spelling ("Cl").
// The isotope symbols D and T are not element symbols; see Parse.
func Number(symbol string) (z uint8, ok bool) {
	switch len(symbol) {
	case 1:
		z = bySymbol[index(symbol[0], 0)]
	case 2:
		if low := symbol[1]; low >= 'a' && low <= 'z' {
			z = bySymbol[index(symbol[0], low)]
		}
	}
	return z, z != 0
}

// Parse reads an element as files spell it: an exact symbol, a symbol in any
// case ("CL", "br"), an atomic number ("17"), or the isotope symbols D and T,
// which are hydrogen with mass number 2 and 3. Isotope is 0 for all others.
// Exact reports whether the text is the symbol as IUPAC writes it (or D, T).
func Parse(text string) (z uint8, isotope int, exact, ok bool) {
	if z, ok = Number(text); ok {
		return z, 0, true, true
	}
	switch text {
	case "D":
		return 1, 2, true, true
	case "T":
		return 1, 3, true, true
	}
	if n, err := strconv.ParseUint(text, 10, 8); err == nil && n >= 1 && n <= Max && text[0] != '+' {
		return uint8(n), 0, false, true
	}
	if len(text) == 1 || len(text) == 2 {
		var folded [2]byte
		for i := range len(text) {
			c := text[i] | 0x20
			if c < 'a' || c > 'z' {
				return 0, 0, false, false
			}
			if i == 0 {
				c -= 'a' - 'A'
			}
			folded[i] = c
		}
		if z, ok = Number(string(folded[:len(text)])); ok {
			return z, 0, false, true
		}
	}
	return 0, 0, false, false
}

// index is the place of a symbol in bySymbol: 27 slots for each first letter,
// slot 0 for symbols of one letter. Anything but a capital maps to the last row,
// which is empty.
func index(first, second byte) int {
	if first < 'A' || first > 'Z' {
		return 26 * 27
	}
	i := int(first-'A') * 27
	if second != 0 {
		i += int(second-'a') + 1
	}
	return i
}

// bySymbol inverts the symbol column. 118 assignments at start-up cost less
// than a microsecond, so it needs no lazy initialization.
var bySymbol = func() (table [26*27 + 27]uint8) {
	for z := 1; z <= Max; z++ {
		s := elements[z].symbol
		second := byte(0)
		if len(s) == 2 {
			second = s[1]
		}
		table[index(s[0], second)] = uint8(z)
	}
	return table
}()
