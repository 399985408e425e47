package cif

import (
	"strconv"
	"strings"

	"github.com/molsmith/molsmith/chem/elem"
)

// statedElements are the elements of the block's formula; nil when it has none or is not
// readable. They decide what a label such as CO1 stands for.
func (r *reader) statedElements() map[uint8]bool {
	formula := r.items["_chemical_formula_sum"].text
	if formula == "" {
		formula = r.items["_chemical_formula_moiety"].text
	}
	set := map[uint8]bool{}
	for i := 0; i < len(formula); {
		if !letter(formula[i]) {
			i++
			continue
		}
		end := i + 1
		for end < len(formula) && letter(formula[end]) {
			end++
		}
		word := formula[i:end]
		// "Al2 P O8 H5", and without blanks "Al2PO8H5": a capital begins a symbol.
		for len(word) > 0 {
			n := 1
			for n < len(word) && word[n] >= 'a' {
				n++
			}
			z, _, _, ok := elem.Parse(word[:n])
			if !ok && len(word) == 2 && n == 1 {
				z, _, _, ok = elem.Parse(word)
				n = 2
			}
			if !ok {
				return nil
			}
			set[z] = true
			word = word[n:]
		}
		i = end
	}
	if len(set) == 0 {
		return nil
	}
	return set
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// elementOf reads the element of a site from its type symbol ("Fe3+", "O-2", "Siva"), or
// from its label ("Al(1)", "O-H(1)", "C12A") when there is none; z is 0 when neither begins
// with an element. stated are the elements of the formula, nil when not known. whole is
// false when a charge is no whole number.
func elementOf(symbol, label string, stated map[uint8]bool) (z uint8, mass int, charge int32, whole bool) {
	text := symbol
	if symbol == "?" || symbol == "." {
		text = label
	} else {
		charge, whole = chargeOf(symbol)
		stated = nil // a symbol needs no help
	}
	if text != symbol {
		whole = true
	}
	text = strings.TrimLeft(text, " '\"")
	n := 0
	for n < len(text) && letter(text[n]) {
		n++
	}
	word := text[:n]
	if n == 0 {
		return 0, 0, 0, true
	}
	allowed := func(z uint8) bool { return z != 0 && (stated == nil || stated[z]) }
	one, oneMass, _, _ := elem.Parse(word[:1])
	var two uint8
	if n >= 2 {
		two, _, _, _ = elem.Parse(word[:2])
	}
	exact := n >= 2 && word[1] >= 'a'
	switch {
	case n == 1:
		return one, oneMass, charge, whole
	case n == 2 && two != 0 && (allowed(two) || !allowed(one)):
		return two, 0, charge, whole
	case n == 2 && allowed(one):
		return one, oneMass, charge, whole
	case exact && two != 0 && allowed(two): // "Siva", "Feoct"
		return two, 0, charge, whole
	case !exact && two != 0 && allowed(two) && !allowed(one): // "CLA"
		return two, 0, charge, whole
	case stated != nil && allowed(one), stated == nil && strings.IndexByte("HDCNOFPSIB", word[0]) >= 0:
		return one, oneMass, charge, whole // "CAA", "Ow", "Cval"
	}
	return 0, 0, 0, true
}

// chargeOf reads the charge behind a type symbol: "3+", "2-", "+", "-2", "+0".
func chargeOf(symbol string) (charge int32, whole bool) {
	at := strings.IndexAny(symbol, "+-")
	if at < 0 {
		return 0, true
	}
	from := at
	for from > 0 && (symbol[from-1] >= '0' && symbol[from-1] <= '9' || symbol[from-1] == '.') {
		from--
	}
	digits := symbol[from:at]
	if digits == "" {
		digits = symbol[at+1:]
	}
	if digits == "" {
		digits = "1"
	}
	x, err := strconv.ParseFloat(digits, 64)
	if err != nil || x < 0 || x > 20 {
		return 0, true // "O-H": no charge
	}
	if x != float64(int32(x)) {
		return 0, false
	}
	charge = int32(x)
	if symbol[at] == '-' {
		charge = -charge
	}
	return charge, true
}
